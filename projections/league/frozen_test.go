package league_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/muster-events/muster/events"
	log "github.com/muster-events/muster/events/league"
	"github.com/muster-events/muster/projections/league"
)

// anySeason is a league that rapid plays: three sessions, six players, two divisions.
func anySeason(t *rapid.T) *rig {
	r := places()
	r.Best, r.Switch, r.TeamBest = 2, 1, 2
	r.Points.Extras = []log.Achievement{{ID: "first", Name: "First", Points: "2"}}
	g := newRig(t, r, func(o *log.OpenLeague) {
		o.Walkins, o.Divisions = true, []log.Division{{ID: "a", Name: "First"}, {ID: "b", Name: "Second"}}
	})
	g.plan(3)
	g.do(log.LinkSource{Session: "w1", Source: log.Source{Group: "red"}})
	var all []log.Player
	for n := 1; n <= 6; n++ {
		all = append(all, log.Player{Player: person(n), Division: []string{"a", "b"}[n%2], Team: []string{"Ents", "Eagles"}[n%2]})
	}
	g.do(log.EnterPlayers{Players: all})
	return g
}

// anyCommand is something that may happen to the league, whether it is allowed now or not.
func anyCommand(t *rapid.T, g *rig) events.CommandBody {
	who := func() int { return rapid.IntRange(1, 8).Draw(t, "player") }
	session := week(rapid.IntRange(1, 4).Draw(t, "session"))
	result := rapid.IntRange(1, max(1, len(g.state.Results))).Draw(t, "result")
	n := who()
	now := place(n, rapid.IntRange(1, 6).Draw(t, "place"))
	return rapid.SampledFrom([]func() events.CommandBody{
		func() events.CommandBody { return log.RecordResults{Session: session, Results: []log.Result{now}} },
		func() events.CommandBody { return log.RecordResults{Session: session, Results: []log.Result{now}} },
		func() events.CommandBody {
			return log.RecordResults{Session: session, Reason: "a prize", Results: []log.Result{{Kind: log.KindPoints, Players: now.Players, Points: "1.5"}}}
		},
		func() events.CommandBody {
			return log.RecordResults{Session: session, Results: []log.Result{{Kind: log.KindAchievement, Players: now.Players, Achievement: "first"}}}
		},
		func() events.CommandBody {
			return log.ScoreSource{Source: log.Source{Group: "red"}, At: events.Version(len(g.commits) + 1), Results: []log.Result{game("passage-through-mirkwood", 80+n, n)}}
		},
		func() events.CommandBody { return log.CorrectResult{Result: result, Now: &now, Reason: "misread"} },
		func() events.CommandBody { return log.CorrectResult{Result: result, Reason: "never played"} },
		func() events.CommandBody { return log.EnterPlayers{Players: []log.Player{{Player: person(n)}}} },
		func() events.CommandBody { return log.DropPlayer{Player: person(n), Reason: "moved away"} },
		func() events.CommandBody { return log.ReturnPlayer{Player: person(n)} },
		func() events.CommandBody {
			return log.ChangePlayer{Player: log.Player{Player: person(n), Division: "a", Team: "Hobbits"}, Reason: "asked for it"}
		},
		func() events.CommandBody {
			return log.MergePlayers{From: person(n), Into: person(who()), Reason: "one person"}
		},
		func() events.CommandBody {
			return log.PlanSession{Session: log.Session{ID: session, Name: fmt.Sprintf("Evening of %s", session)}}
		},
		func() events.CommandBody { return log.FreezeSession{Session: session} },
		func() events.CommandBody { return log.ReopenSession{Session: session, Reason: "a slip was found"} },
		func() events.CommandBody { return log.CancelSession{Session: session, Reason: "too few came"} },
		func() events.CommandBody {
			r := g.state.Rules
			r.Best = n % 4
			return log.ChangeRules{Rules: r, Reason: "as agreed"}
		},
		func() events.CommandBody {
			return log.UndoMark{Mark: max(1, result%max(1, len(g.state.Marks)+1)), Reason: "it was right"}
		},
		func() events.CommandBody { return log.EndSeason{} },
		func() events.CommandBody { return log.ReopenSeason{Reason: "one week more"} },
		func() events.CommandBody { return log.FinaliseSeason{} },
		func() events.CommandBody { return log.RevealNext{} },
	}).Draw(t, "command")()
}

// Case 14: while the board is frozen everything that the public sees stays as it was, byte for byte, but for a
// revealed row, whatever happens; and staff see what there is. What is kept is the same when it is made anew.
func TestWhileTheBoardIsFrozenThePublicSeesNothingNew(t *testing.T) {
	frozen, revealed := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		g := anySeason(t)
		for range rapid.IntRange(0, 8).Draw(t, "before") {
			_ = g.try(organiser, anyCommand(t, g))
		}
		if g.try(organiser, log.FreezeBoard{}) != nil {
			t.Fatalf("the board cannot be frozen")
		}
		was, staff := everything(t, g.kept, false), text(t, g.view(true))
		for range 8 {
			body := anyCommand(t, g)
			if g.try(organiser, body) != nil {
				continue
			}
			now := everything(t, g.kept, false)
			if _, shows := body.(log.RevealNext); shows {
				if now == was {
					t.Fatalf("a row was revealed, and the public sees nothing of it")
				}
				revealed++
			} else if now != was {
				t.Fatalf("%T shows to the public\n%s\nwhich saw\n%s", body, now, was)
			}
			all := text(t, g.view(true))
			if all == staff {
				t.Fatalf("%T shows nothing to staff", body)
			}
			was, staff = now, all
			frozen++
		}
		if g.try(organiser, log.ThawBoard{}) != nil {
			t.Fatalf("the board cannot be thawed")
		}
		pub := g.view(false)
		all := g.view(true)
		if text(t, pub.Tables) != text(t, all.Tables) || text(t, pub.Moves) != text(t, all.Moves) {
			t.Fatalf("after the thaw the public sees\n%s\nwant\n%s", text(t, pub.Tables), text(t, all.Tables))
		}
		s := league.New("spring", id)
		for _, r := range g.commits {
			s = league.Apply(s, r, g.decode(r))
		}
		if everything(t, s, true) != everything(t, g.kept, true) {
			t.Fatalf("made anew the league is another")
		}
	})
	if frozen == 0 || revealed == 0 {
		t.Errorf("%d commands were accepted while the board was frozen, and %d rows revealed", frozen, revealed)
	}
}
