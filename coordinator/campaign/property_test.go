package campaign_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"github.com/muster-events/muster/coordinator"
	"github.com/muster-events/muster/coordinator/campaign"
	"github.com/muster-events/muster/engine"
	rules "github.com/muster-events/muster/engine/lotr/campaign"
	"github.com/muster-events/muster/events"
	words "github.com/muster-events/muster/events/campaign"
	"github.com/muster-events/muster/events/lotr"
)

var (
	somePlayers = []events.PersonID{caleb, matt, "p-9"}
	someHeroes  = []string{"Aragorn", "Gimli", "Legolas", "Merry", "Pippin", "Frodo Baggins", "Beregond"}
	someCards   = []string{"Sting", "Andúril", "Grievous Wound", rules.BurdenFear, rules.BurdenWraith}
	someFacts   = []string{rules.FactFear, rules.FactArmy, rules.FactFleet, rules.FactGate, rules.FactShagrat, rules.FactWraith, rules.FactGwaihir, rules.FactEsquireRohan}
)

// anything makes up a command that somebody might give.
func anything(t *rapid.T) events.CommandBody {
	player := rapid.SampledFrom(somePlayers).Draw(t, "player")
	hero := func(label string) words.Hero { return words.Hero{Title: rapid.SampledFrom(someHeroes).Draw(t, label)} }
	card := words.PoolCard{
		Name: rapid.SampledFrom(someCards).Draw(t, "card"), Kind: rapid.SampledFrom([]string{words.Boon, words.Burden}).Draw(t, "kind"),
		Item: rapid.Bool().Draw(t, "item"),
	}
	scenario := rapid.SampledFrom(rules.Cards()).Draw(t, "scenario").Scenario
	switch rapid.IntRange(0, 8).Draw(t, "command") {
	case 0:
		return words.RecordHeroes{Player: player, Heroes: []words.Hero{hero("hero")}}
	case 1:
		return words.ChangeHero{Player: player, From: hero("from").Title, To: hero("to")}
	case 2, 3:
		b := words.BeginGame{Scenarios: []string{scenario}}
		if rapid.Bool().Draw(t, "epic") {
			b.Scenarios = []string{rules.BlackGate, rules.MountDoom}
			b.Place = map[string]string{card.Name: rules.BlackGate}
		}
		return b
	case 4, 5:
		return words.RecordResult{
			Scenario: scenario, Won: rapid.Bool().Draw(t, "won"), Rounds: 5, Fallen: []lotr.Character{{Player: player, Name: hero("fell").Title}},
			Facts: []lotr.FactNoted{{Fact: rapid.SampledFrom(someFacts).Draw(t, "fact"), N: rapid.IntRange(0, 9).Draw(t, "n"), Player: player, Text: hero("text").Title}},
		}
	case 6:
		return words.EarnCard{Card: card, Lose: rapid.Bool().Draw(t, "lose"), Reason: "an effect"}
	case 7:
		won := rapid.Bool().Draw(t, "really")
		return words.CorrectLog{Reason: "a mistake", Players: []words.Player{{Player: player, Heroes: []words.Hero{hero("right")}, Penalty: 1}}, Scenario: scenario, Won: &won}
	default:
		return rapid.SampledFrom([]events.CommandBody{
			words.CancelGame{Reason: "later"}, words.ChooseFinale{Choice: words.FinaleKeep}, words.CorrectLog{Reason: "again", Reopen: true},
		}).Draw(t, "rest")
	}
}

// Whatever is given to a campaign: it refuses with a sentence or changes the log; the log keeps its
// invariants; a refused command changes nothing, the state that was handed out stays as it was, and the
// events alone give the same log again.
func TestWhateverIsGivenTheLogStaysALog(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := campaign.Initial()
		var all []events.Payload
		n := events.Version(0)
		give := func(b events.CommandBody) {
			was, _ := json.Marshal(s.Log)
			es, err := campaign.Decide(s, coordinator.Command{Actor: organiser, Body: b})
			var r *engine.Refusal
			if err != nil && (!errors.As(err, &r) || r.Says == "" || len(es) > 0) {
				t.Fatalf("%+v: %v with %d events", b, err, len(es))
			}
			if err == nil {
				n++
				s = campaign.Apply(s, coordinator.Applied{Version: n, Events: es})
				all = append(all, es...)
			} else if now, _ := json.Marshal(s.Log); string(now) != string(was) {
				t.Fatalf("refused %+v changed the log", b)
			}
			if wrong := broken(s); wrong != "" {
				t.Fatalf("after %+v: %s", b, wrong)
			}
		}
		give(words.OpenCampaign{Name: "Saga", Players: []words.Player{{Player: caleb, Heroes: []words.Hero{{Title: "Aragorn"}, {Title: "Gimli"}}}, {Player: matt}}})
		for range rapid.IntRange(1, 60).Draw(t, "commands") {
			give(anything(t))
		}
		again := rules.Log{}
		for _, e := range all {
			again = again.Evolve(e)
		}
		if !reflect.DeepEqual(again, s.Log) {
			t.Fatalf("replayed %+v\nlive     %+v", again, s.Log)
		}
	})
}

// broken says which invariant of a log does not hold; empty: all do.
func broken(s campaign.State) string {
	owner := map[string]events.PersonID{}
	for _, p := range s.Players {
		if p.Penalty < 0 || len(p.Heroes) > rules.MaxHeroes {
			return fmt.Sprintf("%s has a penalty of %d and %d heroes", p.Player, p.Penalty, len(p.Heroes))
		}
		for _, h := range p.Heroes {
			if o, twice := owner[h.Title]; twice {
				return fmt.Sprintf("%s is with %s and %s", h.Title, o, p.Player)
			}
			owner[h.Title] = p.Player
		}
	}
	for _, f := range s.Fallen {
		if owner[f] != "" {
			return f + " is fallen and with " + string(owner[f])
		}
	}
	if s.Game != nil && (len(s.Game.Scenarios) == 0 || s.Over()) {
		return "a game is being played that has no scenarios, or in a campaign that has ended"
	}
	if s.Half != nil && s.Game == nil {
		return "half of a finale is recorded, and no game is being played"
	}
	for _, r := range s.Rows {
		if !r.Won && r.Score != nil {
			return r.Title + " was lost and has a score"
		}
	}
	return ""
}
