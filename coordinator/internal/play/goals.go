package play

import (
	"math/rand/v2"

	"github.com/muster-events/muster/coordinator"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/lotr"
)

// aim returns what brings a table nearer to winning its scenario; nil if nothing of that can be entered
// now. The Black Gate Opens cannot be won.
//
// Source: facts/game-facts.md, "1.3 Stages"; "3.1 Stages"; "4.1 Stages".
func aim(s coordinator.State, t coordinator.Table, rng *rand.Rand) events.CommandBody {
	if b := hope(t, rng); b != nil {
		return b
	}
	scenario := t.Scenario
	if scenario == "" {
		scenario = s.Scenario
	}
	if goal := goals[scenario]; goal != nil {
		if b := goal(s, t, rng); b != nil {
			return b
		}
	}
	return push(t, 12)
}

// hope keeps somebody in the game whose threat is near the level.
func hope(t coordinator.Table, rng *rand.Rand) events.CommandBody {
	for _, p := range t.Players {
		if !p.Out && p.Threat > p.Elimination-12 && rng.IntN(2) == 0 {
			return lotr.ChangeThreat{Table: t.ID, Player: p.ID, By: -9, Source: lotr.FromBoon, Note: "a song of hope"}
		}
	}
	return nil
}

// push places progress on the current quest by an effect of the game.
func push(t coordinator.Table, by int) events.CommandBody {
	return lotr.PlaceProgress{Table: t.ID, By: by, Direct: true, Source: lotr.FromEncounter}
}

var goals = map[string]move{
	"the-tower-of-cirith-ungol":         aimTower,
	"mount-doom":                        aimDoom,
	"the-passing-of-the-grey-company":   aimStone,
	"the-siege-of-gondor":               aimShips,
	"the-battle-of-the-pelennor-fields": aimWitchKing,
	"the-river-running":                 aimRiver,
	"danger-in-dorwinion":               aimCultist,
	"the-temple-of-doom":                aimTribute,
}

// onward begins the next phase, so that what comes at its points comes.
func onward(t coordinator.Table) events.CommandBody {
	for i, p := range phases {
		if p == t.Phase && i+2 < len(phases) {
			return lotr.BeginPhase{Table: t.ID, Phase: phases[i+1]}
		}
	}
	if t.Phase == "" || t.Phase == lotr.PhaseResource {
		return lotr.BeginPhase{Table: t.ID, Phase: lotr.PhasePlanning}
	}
	return nil
}

// out takes a card in play out as explored or destroyed; nil if it is not in play.
func out(t coordinator.Table, code string) events.CommandBody {
	switch p, ok := t.PieceOf(code); {
	case ok && p.Kind == lotr.KindEnemy:
		return lotr.DestroyEnemy{Table: t.ID, Enemy: p.Number}
	case ok && p.Kind == lotr.KindLocation:
		return lotr.ExploreLocation{Table: t.ID, Location: p.Number}
	default:
		return nil
	}
}

// journey travels to a location and explores it, clearing the way first.
func journey(t coordinator.Table, code string) events.CommandBody {
	p, ok := t.PieceOf(code)
	if !ok {
		return nil
	}
	switch active, any := t.ActiveLocation(); {
	case any && active.Number == p.Number:
		return lotr.PlaceProgress{Table: t.ID, Location: p.Number, By: 9, Source: lotr.FromEncounter}
	case any:
		return lotr.ExploreLocation{Table: t.ID, Location: active.Number}
	case t.Phase != lotr.PhaseTravel:
		return lotr.BeginPhase{Table: t.ID, Phase: lotr.PhaseTravel}
	default:
		return lotr.Travel{Table: t.ID, Location: p.Number}
	}
}

func aimTower(_ coordinator.State, t coordinator.Table, _ *rand.Rand) events.CommandBody {
	if t.Stage == "2B" && !t.InVictory("topmost-chamber") {
		return lotr.ExploreLocation{Table: t.ID, Card: "topmost-chamber"}
	}
	for _, code := range []string{"the-two-watchers", "the-two-watchers-2"} {
		if b := out(t, code); b != nil && (t.Stage == "1B" || t.Progress >= 12) {
			return b
		}
	}
	return nil
}

func aimDoom(_ coordinator.State, t coordinator.Table, _ *rand.Rand) events.CommandBody {
	switch {
	case t.Stage == "2B" && t.Resources < t.PlayersIn():
		return lotr.PlaceTokens{Table: t.ID, Piece: lotr.Piece{Kind: lotr.KindStage}, Token: lotr.TokenResource, By: t.PlayersIn()}
	case t.Stage == "2B":
		return onward(t)
	case t.Stage == "3B" && t.Progress >= 20, t.Stage == "4B":
		return journey(t, "mount-doom")
	}
	return nil
}

func aimStone(_ coordinator.State, t coordinator.Table, _ *rand.Rand) events.CommandBody {
	switch {
	case t.Stage == "1B":
		return onward(t)
	case t.Stage == "3B" && (t.Progress >= 5 || t.HasInPlay("the-stone-of-erech") && active(t) == "the-stone-of-erech"):
		return journey(t, "the-stone-of-erech")
	}
	return nil
}

func active(t coordinator.Table) string {
	l, _ := t.ActiveLocation()
	return l.Card.Code
}

func aimShips(_ coordinator.State, t coordinator.Table, rng *rand.Rand) events.CommandBody {
	ships := t.InVictoryWith(func(c lotr.Card) bool { return c.HasTrait("Ship") })
	for _, l := range t.Locations {
		if l.Card.HasTrait("Ship") && (!l.Card.Unique || ships >= 3) {
			return lotr.ExploreLocation{Table: t.ID, Location: l.Number}
		}
	}
	if ships < 3 && rng.IntN(2) == 0 {
		return lotr.ExploreLocation{Table: t.ID, Card: "corsair-dromon"}
	}
	return nil
}

func aimWitchKing(_ coordinator.State, t coordinator.Table, _ *rand.Rand) events.CommandBody {
	switch {
	case t.Stage == "1B":
		return onward(t)
	case t.Stage == "4B" && !t.Quested:
		return lotr.ResolveQuest{Table: t.ID, Willpower: 60}
	case t.Stage == "4B":
		return onward(t)
	case t.Stage != "5B":
		return nil
	}
	for _, e := range t.Enemies {
		if e.Card.Name == "The Witch-king" {
			return lotr.DamageEnemy{Table: t.ID, Enemy: e.Number, By: 9}
		}
	}
	return nil
}

func aimRiver(_ coordinator.State, t coordinator.Table, _ *rand.Rand) events.CommandBody {
	for _, e := range t.Enemies {
		if e.Player != "" && t.Stage == "2B" {
			return lotr.DestroyEnemy{Table: t.ID, Enemy: e.Number}
		}
	}
	return nil
}

func aimCultist(_ coordinator.State, t coordinator.Table, rng *rand.Rand) events.CommandBody {
	if t.Stage != "3B" {
		if t.Resources < 3+t.PlayersIn() && rng.IntN(2) == 0 {
			return lotr.PlaceTokens{Table: t.ID, Piece: lotr.Piece{Kind: lotr.KindStage}, Token: lotr.TokenResource, By: 2}
		}
		return nil
	}
	for _, e := range t.Enemies {
		if e.Card.Unique && e.Card.HasTrait("Cultist") && rng.IntN(2) == 0 {
			return lotr.DamageEnemy{Table: t.ID, Enemy: e.Number, By: 9}
		}
	}
	return nil
}

func aimTribute(_ coordinator.State, t coordinator.Table, _ *rand.Rand) events.CommandBody {
	if t.Stage == "1B" {
		return onward(t)
	}
	if p, ok := t.PieceOf("thane-ulchor"); ok && t.DamageOn("thane-ulchor") < 9 {
		return lotr.DamageEnemy{Table: t.ID, Enemy: p.Number, By: 5}
	}
	p, ok := t.PieceOf("tribute-to-mordor")
	switch {
	case !ok:
		return nil
	case t.Current != p.Number && !t.Quested && len(t.Reveals) == 0:
		return lotr.ChooseQuest{Table: t.ID, SideQuest: p.Number}
	case t.Current != p.Number:
		return onward(t)
	}
	return nil
}
