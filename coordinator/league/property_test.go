package league_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/muster-events/muster/coordinator"
	"github.com/muster-events/muster/coordinator/league"
	"github.com/muster-events/muster/engine"
	rule "github.com/muster-events/muster/engine/league"
	"github.com/muster-events/muster/engine/season"
	"github.com/muster-events/muster/events"
	words "github.com/muster-events/muster/events/league"
)

// anything draws a command that somebody could send, sensible or not.
func anything(rt *rapid.T, s league.State) events.CommandBody {
	who := func() events.PersonID { return person(rapid.IntRange(1, 8).Draw(rt, "player")) }
	w := week(rapid.IntRange(1, 4).Draw(rt, "week"))
	src := rapid.SampledFrom([]words.Source{{Group: "red"}, {Group: "blue"}, {Tournament: "open"}}).Draw(rt, "source")
	reason := rapid.SampledFrom([]string{"because", ""}).Draw(rt, "reason")
	result := func() words.Result {
		r := words.Result{Players: []events.PersonID{who()}}
		r.Kind = rapid.SampledFrom([]string{words.KindAttendance, words.KindPlace, words.KindMatches, words.KindAchievement, words.KindPoints, words.KindQuest, words.KindGroup, words.KindTokens}).Draw(rt, "kind")
		r.Place, r.Wins = rapid.IntRange(0, 6).Draw(rt, "place"), rapid.IntRange(0, 2).Draw(rt, "wins")
		r.Achievement = "first"
		r.Points = words.Amount(rapid.SampledFrom([]string{"1", "-1/2", "x"}).Draw(rt, "points"))
		if r.Kind == words.KindQuest || r.Kind == words.KindGroup || r.Kind == words.KindTokens {
			r.Players = append(r.Players, who())
			r.Game = &words.Game{
				Scenario: rapid.SampledFrom([]string{"a", "b"}).Draw(rt, "scenario"), Size: rapid.IntRange(1, 3).Draw(rt, "size"),
				Won: rapid.Bool().Draw(rt, "won"), Tokens: rapid.IntRange(0, 5).Draw(rt, "tokens"), Rounds: 4,
			}
			if rapid.Bool().Draw(rt, "has a score") {
				r.Game.Score = score(rapid.IntRange(-5, 150).Draw(rt, "score"))
			}
		}
		return r
	}
	results := func() []words.Result {
		out := []words.Result{}
		for range rapid.IntRange(0, 3).Draw(rt, "results") {
			out = append(out, result())
		}
		return out
	}
	switch rapid.IntRange(0, 30).Draw(rt, "command") {
	case 0, 1:
		return words.EnterPlayers{Players: []words.Player{{Player: who(), Team: rapid.SampledFrom([]string{"", "Oak", "Ash"}).Draw(rt, "team"), Division: rapid.SampledFrom([]string{"", "a", "b"}).Draw(rt, "division")}}}
	case 2:
		return words.ChangePlayer{Player: words.Player{Player: who(), Team: "Elm"}, Reason: reason}
	case 3:
		return words.DropPlayer{Player: who(), Reason: reason}
	case 4:
		return words.ReturnPlayer{Player: who()}
	case 5:
		return words.MergePlayers{From: who(), Into: who(), Reason: reason}
	case 6:
		return words.PlanSession{Session: words.Session{ID: w, Name: "Evening"}}
	case 7:
		return words.LinkSource{Session: w, Source: src}
	case 8:
		return words.UnlinkSource{Source: src, Reason: reason}
	case 9, 10, 11, 12, 13:
		return words.RecordResults{Session: w, Results: results(), Reason: reason, Import: rapid.Bool().Draw(rt, "import")}
	case 14, 15, 16:
		return words.ScoreSource{Source: src, At: events.Version(rapid.IntRange(1, 40).Draw(rt, "at")), Page: rapid.IntRange(0, 1).Draw(rt, "page"), Results: results()}
	case 17, 18:
		c := words.CorrectResult{Result: rapid.IntRange(0, len(s.Results)+1).Draw(rt, "result"), Reason: reason}
		if rapid.Bool().Draw(rt, "changed") {
			now := result()
			c.Now = &now
		}
		return c
	case 19:
		return words.FreezeSession{Session: w}
	case 20:
		return words.ReopenSession{Session: w, Reason: reason}
	case 21:
		return words.CancelSession{Session: w, Reason: reason}
	case 22:
		r := season.Words(rapid.SampledFrom(rule.Ready()).Draw(rt, "rules"))
		r.MinAttendance = rapid.IntRange(0, 2).Draw(rt, "least")
		return words.ChangeRules{Rules: r, Reason: reason}
	case 23:
		return words.FreezeBoard{}
	case 24:
		return words.RevealNext{Rows: rapid.IntRange(0, 3).Draw(rt, "rows")}
	case 25:
		return words.ThawBoard{}
	case 26:
		return words.EndSeason{}
	case 27:
		return words.ReopenSeason{Reason: reason}
	case 28:
		return words.FinaliseSeason{}
	default:
		return words.UndoMark{Mark: rapid.IntRange(0, len(s.Marks)+1).Draw(rt, "mark"), Reason: reason}
	}
}

// Whatever is sent, in whatever order: a refusal says something and changes nothing, tables can always be
// worked out, a frozen board does not move but for a reveal, sources score in one session, and the log
// gives the same league and the same decisions again.
func TestAnythingMayBeSentToALeague(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		r := season.Words(rapid.SampledFrom(rule.Ready()).Draw(rt, "rules"))
		r.Points.Extras = []words.Achievement{{ID: "first", Name: "First", Points: "2", Once: true}}
		r.Switch = 1
		d := newDriver(t, r, func(o *words.OpenLeague) {
			o.Divisions = []words.Division{{ID: "a", Name: "First"}, {ID: "b", Name: "Second"}}
			o.Walkins = rapid.Bool().Draw(rt, "walkins")
		})
		d.plan(3)
		if rapid.Bool().Draw(rt, "started") {
			d.enter(1, 4)
			d.do(words.LinkSource{Session: "w1", Source: words.Source{Group: "red"}})
			d.do(words.ScoreSource{Source: words.Source{Group: "red"}, At: 1, Results: []words.Result{quest("a", 90, 1, 2), quest("b", 80, 3)}})
			d.do(words.FreezeSession{Session: "w1"})
		}
		for range rapid.IntRange(1, 40).Draw(rt, "commands") {
			b := previewed(t, d.s, anything(rt, d.s))
			before, hidden := d.s, ""
			if d.s.Hidden() {
				hidden = public(t, d.s)
			}
			es, err := league.Decide(d.s, by(actorOf(b), b))
			if err != nil {
				if no := engine.AsRefusal(err); no == nil || no.Says == "" || no.Code == "" || no.Code == league.CodePreview {
					rt.Fatalf("%T: %v", b, err)
				}
				continue
			}
			stored, err := events.EncodeAll(es)
			if err != nil {
				rt.Fatal(err)
			}
			d.s = league.Apply(d.s, coordinator.Applied{Version: d.s.Version() + 1, Events: es})
			d.log = append(d.log, kept{command: by(actorOf(b), b), events: stored, shows: shows(t, d.s)})
			if err := holds(t, before, d.s, b, hidden); err != nil {
				rt.Fatal(err)
			}
		}
		d.replays()
	})
}

func holds(t *testing.T, before, after league.State, b events.CommandBody, hidden string) error {
	tables, err := after.Compute()
	if err != nil {
		return fmt.Errorf("after %T the tables cannot be worked out: %w", b, err)
	}
	people := slices.DeleteFunc(slices.Clone(after.Players), func(p season.Player) bool { return p.Into != "" })
	if len(tables.Players.Rows) != len(people) {
		return fmt.Errorf("after %T the table has %d rows of %d players", b, len(tables.Players.Rows), len(people))
	}
	_, reveals := b.(words.RevealNext)
	if hidden != "" && after.Hidden() && !reveals && public(t, after) != hidden {
		return fmt.Errorf("%T moved a frozen board", b)
	}
	for i, r := range after.Results {
		if r.N != i+1 {
			return fmt.Errorf("result %d has number %d", i+1, r.N)
		}
	}
	if len(after.Results) < len(before.Results) || len(after.Marks) < len(before.Marks) {
		return fmt.Errorf("%T took a result or a badge off the record", b)
	}
	for i, l := range after.Links {
		if slices.ContainsFunc(after.Links[:i], func(o season.Link) bool { return o.Source == l.Source }) {
			return fmt.Errorf("%v is linked twice", l.Source)
		}
	}
	return nil
}
