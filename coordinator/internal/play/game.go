package play

import (
	"math/rand/v2"

	"github.com/muster-events/muster/coordinator"
	rules "github.com/muster-events/muster/engine/lotr"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// gameEntry returns what a table of any scenario but Attack on Dol Guldur may enter; nil if it has to wait.
func (p Players) gameEntry(s coordinator.State, t coordinator.Table, rng *rand.Rand) events.CommandBody {
	switch {
	case s.Phase == coordinator.PhaseEnding:
		return p.gameAnswer(s, t, rng)
	case s.Phase != coordinator.PhasePlaying || t.Ended >= s.Round:
		return nil
	case t.Decided(): // only a mistake is taken back
		if id, ok := s.Withdrawable(t.ID); ok && rng.IntN(6) == 0 {
			return group.Withdraw{Table: t.ID, Entry: id}
		}
		return nil
	}
	if c := t.Test; c != nil && c.Counted && c.Willpower <= c.Icons && rng.IntN(100) < p.Aims {
		return lotr.RaiseTest{Table: t.ID, Player: c.Player, Willpower: 1 + c.Icons - c.Willpower, Note: "a friend who stands by"}
	}
	if b := opened(t, rng); b != nil && rng.IntN(4) > 0 {
		return b
	}
	last := p.LastRound
	if last == 0 {
		last = 12
	}
	if s.Round >= last && rng.IntN(2) == 0 {
		return lotr.ChangeThreat{Table: t.ID, By: 9, Note: "the shadow grows"}
	}
	if rng.IntN(20) == 0 {
		return p.end(s, t, rng)
	}
	if rng.IntN(100) < p.Aims {
		return aim(s, t, rng)
	}
	return gameMoves[rng.IntN(len(gameMoves))](s, t, rng)
}

// gameAnswer answers the table's open step, or enters what its effect does.
func (p Players) gameAnswer(s coordinator.State, t coordinator.Table, rng *rand.Rand) events.CommandBody {
	if b := opened(t, rng); b != nil && (t.Peril != nil || t.Test != nil || len(t.Tests) > 0) {
		return b
	}
	for _, st := range s.Queue {
		if st.State != coordinator.StepOpen || st.Table != t.ID {
			continue
		}
		if rng.IntN(8) == 0 {
			return lotr.AddEnemy{Table: t.ID, Card: cardOf(s, t, lotr.KindEnemy, rng), Player: somebody(t, rng)}
		}
		if id, ok := s.Withdrawable(t.ID); ok && rng.IntN(12) == 0 {
			return group.Withdraw{Table: t.ID, Entry: id}
		}
		return gameReply(s, t, st, rng)
	}
	return nil
}

// gameReply gives one of the allowed answers with what it needs.
func gameReply(s coordinator.State, t coordinator.Table, st coordinator.Step, rng *rand.Rand) events.CommandBody {
	var allowed []group.Option
	for _, o := range st.Options {
		if o.Allowed {
			allowed = append(allowed, o)
		}
	}
	if len(allowed) == 0 {
		return nil
	}
	o := allowed[rng.IntN(len(allowed))]
	at := s.Tables[rng.IntN(len(s.Tables))]
	cmd := group.ResolveStep{Table: t.ID, Step: st.ID, Choice: o.Choice}
	switch o.Needs {
	case "":
	case "enemy":
		if e, ok := anEnemy(t, rng); ok {
			cmd.Enemy = e.Number
		}
	case "number", "player-number":
		cmd.N, cmd.Player = 1+rng.IntN(3), somebody(t, rng)
	default:
		cmd.Player = somebody(at, rng)
		if st.Kind == group.StepTrigger {
			cmd.Player = somebody(t, rng)
		}
	}
	return cmd
}

// opened brings what is open at the table further: a card being staged, a Fortitude test, a guard to find,
// an effect on the checklist; nil if nothing is.
func opened(t coordinator.Table, rng *rand.Rand) events.CommandBody {
	switch {
	case t.Test != nil && !t.Test.Counted:
		return lotr.CountIcons{Table: t.ID, Cards: discarded(t.Test.Cards, rng), Reshuffled: rng.IntN(5) == 0}
	case t.Test != nil && rng.IntN(3) == 0:
		return lotr.RaiseTest{Table: t.ID, Player: t.Test.Player, Willpower: 1 + rng.IntN(3), Note: "Rosie Cotton"}
	case t.Test != nil:
		return lotr.ResolveTest{Table: t.ID}
	case len(t.Tests) > 0:
		return beginTest(t, t.Tests[0].Player, rng)
	case len(t.Guards) > 0:
		return lotr.FindGuard{Table: t.ID, Objective: t.Guards[0], Hand: &lotr.Card{Name: "Guard of the Cult", Kind: lotr.KindEnemy, HitPoints: 3}, Discarded: rng.IntN(4)}
	case t.Peril != nil:
		return lotr.ResolveReveal{Table: t.ID}
	case len(t.Due) > 0:
		return lotr.TickTrigger{Table: t.ID, Trigger: t.Due[rng.IntN(len(t.Due))].Trigger}
	default:
		return nil
	}
}

func discarded(n int, rng *rand.Rand) []lotr.DiscardedForTest {
	out := make([]lotr.DiscardedForTest, n)
	for i := range out {
		out[i].Icons = rng.IntN(3)
	}
	return out
}

func beginTest(t coordinator.Table, player events.PersonID, rng *rand.Rand) events.CommandBody {
	cmd := lotr.BeginTest{Table: t.ID, Player: player}
	pl, _ := t.Player(player)
	for _, h := range pl.Heroes {
		if !h.Dead && !h.Gone && !h.Exhausted && rng.IntN(2) == 0 {
			cmd.Heroes = append(cmd.Heroes, h.Title)
		}
	}
	if len(pl.Heroes) == 0 {
		n := rng.IntN(9)
		cmd.Willpower = &n
	}
	return cmd
}

// cardOf returns the code of a card of the table's scenario of a kind; of any if kind is empty.
func cardOf(s coordinator.State, t coordinator.Table, kind string, rng *rand.Rand) string {
	sc, ok := rules.Lookup(t.Scenario)
	if !ok {
		sc, _ = rules.Lookup(s.Scenario)
	}
	var fit []string
	for _, c := range sc.Cards {
		if kind == "" || c.Kind == kind {
			fit = append(fit, c.Code)
		}
	}
	if len(fit) == 0 {
		return "none"
	}
	return fit[rng.IntN(len(fit))]
}

func anEnemy(t coordinator.Table, rng *rand.Rand) (rules.Enemy, bool) {
	if len(t.Enemies) == 0 {
		return rules.Enemy{}, false
	}
	return t.Enemies[rng.IntN(len(t.Enemies))], true
}

func aLocation(t coordinator.Table, rng *rand.Rand) (rules.Location, bool) {
	if len(t.Locations) == 0 {
		return rules.Location{}, false
	}
	return t.Locations[rng.IntN(len(t.Locations))], true
}

// piece returns a card in play, or the stage.
func piece(t coordinator.Table, rng *rand.Rand) lotr.Piece {
	all := []lotr.Piece{{Kind: lotr.KindStage}}
	for _, e := range t.Enemies {
		all = append(all, lotr.Piece{Kind: lotr.KindEnemy, Number: e.Number})
	}
	for _, l := range t.Locations {
		all = append(all, lotr.Piece{Kind: lotr.KindLocation, Number: l.Number})
	}
	for _, o := range t.Objectives {
		all = append(all, lotr.Piece{Kind: lotr.KindObjective, Number: o.Number})
	}
	for _, q := range t.SideQuests {
		all = append(all, lotr.Piece{Kind: lotr.KindSideQuest, Number: q.Number})
	}
	return all[rng.IntN(len(all))]
}

// character returns a hero or ally of a player, or one that nobody has entered.
func character(t coordinator.Table, player events.PersonID, rng *rand.Rand) string {
	names := []string{"Guard"}
	pl, _ := t.Player(player)
	for _, h := range pl.Heroes {
		names = append(names, h.Title)
	}
	for _, a := range pl.InPlay {
		names = append(names, a.Name)
	}
	return names[rng.IntN(len(names))]
}
