package league_test

import (
	"strings"
	"testing"

	log "github.com/muster-events/muster/events/league"
	"github.com/muster-events/muster/projections/league"
)

// news is what everybody sees, and what a player sees on their own page.
func (g *rig) news(t *testing.T, player int) (all, own league.Notice) {
	t.Helper()
	v, err := league.Of(g.kept, false)
	if err != nil {
		t.Fatal(err)
	}
	p, in, err := league.PlayerOf(g.kept, person(player), false)
	if err != nil {
		t.Fatal(err)
	}
	if !in {
		return v.Notice(), league.Notice{}
	}
	return v.Notice(), p.Notice(v)
}

// A season from its first session to its final tables: everybody is told of sessions and of the reveal, a player
// of what touches the own line as well, and of nothing that a freeze withholds. A key changes with what is told.
func TestALeaguesPagesTellWhatIsNew(t *testing.T) {
	g := newRig(t, places(), func(o *log.OpenLeague) { o.Walkins = true })
	last := ""
	told := func(all, own string) {
		t.Helper()
		a, o := g.news(t, 1)
		if a.Says != all || o.Says != own {
			t.Errorf("everybody is told %q, want %q; the player %q, want %q", a.Says, all, o.Says, own)
		}
		if key := a.Key + "|" + o.Key; key == last {
			t.Errorf("the key is still %s", key)
		} else {
			last = key
		}
	}
	g.do(log.EnterPlayers{Players: []log.Player{{Player: person(1)}, {Player: person(2)}}})
	g.plan(2)
	one, two := g.state.Sessions[0].Name, g.state.Sessions[1].Name
	told("Next: "+one+", 2026-05-01", "Next: "+one+", 2026-05-01")
	g.do(log.RecordResults{Session: "w1", Results: []log.Result{place(1, 2), place(2, 1)}})
	on := one + " is on: its points are provisional"
	told(on, one+": place 2. "+on)

	before := last
	g.do(log.RecordResults{Session: "w1", Results: []log.Result{place(3, 3)}}) // somebody else's
	if a, o := g.news(t, 1); a.Key+"|"+o.Key != before {
		t.Errorf("a player is told of what touches others: %+v", o)
	}

	now := place(1, 1)
	g.do(log.CorrectResult{Result: 1, Now: &now, Reason: "misread"})
	told(on, one+": place 1, corrected from place 2. "+on)
	g.do(log.FreezeSession{Session: "w1"})
	closed := one + " is closed: its points stand. Next: " + two + ", 2026-05-02"
	told(closed, one+": place 1, corrected from place 2. "+closed)
	g.do(log.FreezeBoard{})
	frozen := "The board is frozen: what happens now is shown at the reveal"
	told(frozen, frozen)

	before = last
	g.do(log.RecordResults{Session: "w2", Results: []log.Result{place(1, 4), place(2, 1), place(3, 2)}})
	if a, o := g.news(t, 1); a.Key+"|"+o.Key != before {
		t.Errorf("what is withheld is told: %+v, %+v", a, o)
	}
	g.do(log.FreezeSession{Session: "w2"})
	revealed := false
	for range 3 {
		g.do(log.RevealNext{})
		a, o := g.news(t, 1)
		if !strings.HasPrefix(a.Key, "reveal-") || !strings.Contains(a.Says, "rank ") {
			t.Errorf("everybody is told %+v", a)
		}
		if mine := strings.HasPrefix(a.Says, "{p-1}"); mine {
			revealed = true
			if !strings.HasPrefix(o.Says, "Your final place: rank ") {
				t.Errorf("the player is told %+v", o)
			}
		} else if !revealed && o != a {
			t.Errorf("who is not revealed yet is told %+v, everybody %+v", o, a)
		}
	}
	if !revealed {
		t.Error("the player's row was not revealed")
	}
}
