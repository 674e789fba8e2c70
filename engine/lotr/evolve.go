package lotr

import (
	"slices"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// EvolveTable returns the table with an event taken into account. It never refuses: the event has
// happened. Events of other tables, and events that do not matter at a table, leave it as it is.
func EvolveTable(t Table, e events.Payload) Table {
	if up, ok := e.(lotr.TableSetUp); ok && t.ID == "" {
		t.ID = up.Table
	}
	switch e := e.(type) {
	case lotr.DolGuldurAssigned:
		t.DolGuldur = e.Table == t.ID
	case lotr.LorienHandedOver:
		t.handOver(e)
	case lotr.EyeMoved, lotr.ObjectiveHandedOver:
		t.evolveEpic(e)
	case lotr.TableEvent:
		if e.OnTable() == t.ID {
			t.evolve(e)
		}
	default:
		t.evolveGroup(e)
	}
	return t
}

// evolve folds an event of this table.
func (t *Table) evolve(e lotr.TableEvent) {
	if !keepsRevealed(e) {
		t.Revealed = nil
	}
	switch e := e.(type) {
	case lotr.TableSetUp:
		t.setUp(e)
	case lotr.PhaseBegan:
		t.beginPhase(e.Phase)
	case lotr.ThreatChanged:
		t.player(e.Player, func(p *Player) { p.setThreat(e) })
	case lotr.PlayerEliminated:
		t.goOut(e.Player)
	case lotr.PlayerReinstated:
		t.player(e.Player, func(p *Player) { p.reinstate(e.Threat) })
	case lotr.FirstPlayerPassed:
		t.FirstPlayer = e.To
	case lotr.CardRevealed:
		t.Revealed = &Revealed{
			Card: e.Card, Enemy: e.Enemy, Location: e.Location, Objective: e.Objective, SideQuest: e.SideQuest, Player: e.Player,
		}
		if e.Step {
			t.Reveals = append(slices.Clip(t.Reveals), e.Player)
		}
		t.stage(e)
	case lotr.QuestResolved:
		t.Quested, t.Surge = true, ""
		if e.Outcome == success {
			t.Quests++
		}
	case lotr.StageProgressed:
		t.progress(e)
	case lotr.StageEntered:
		t.Stage, t.Progress, t.Resources, t.StageCap, t.StagePlaced = e.Stage, 0, 0, -1, 0
	case lotr.StageResourcePlaced:
		t.Resources = e.Resources
	case lotr.ProgressCapped:
		t.capProgress(e)
	case lotr.ArcheryDue:
		t.Archery, t.ArcheryD = e.Total, true
	case lotr.ArcheryAssigned:
		t.Archery = 0
	case lotr.CharacterDamaged:
		t.player(e.Player, func(p *Player) { p.damage(e) })
	case lotr.CharacterDestroyed:
		t.player(e.Player, func(p *Player) { p.lose(e) })
	case lotr.SiegeTyped:
		t.typeSiege(e)
	default:
		t.evolveCards(e)
	}
}

// evolveCards folds an event about cards in play.
func (t *Table) evolveCards(e lotr.TableEvent) {
	switch e := e.(type) {
	case lotr.EnemyEntered:
		t.enterEnemy(Enemy{Number: e.Enemy, Card: e.Card, Player: e.Player, Damage: e.Damage})
	case lotr.EnemyEngaged:
		t.enemy(e.Enemy, func(en *Enemy) { en.Player = e.Player })
		if e.How == byChoice {
			t.player(e.Player, func(p *Player) { p.Engaged = true })
		}
	case lotr.EnemyReturned:
		t.enemy(e.Enemy, func(en *Enemy) { en.Player = "" })
	case lotr.EnemyDamaged:
		t.enemy(e.Enemy, func(en *Enemy) { en.Damage, en.Hurt = e.Damage, en.Hurt+max(e.By, 0) })
	case lotr.EnemyDestroyed:
		t.dropEnemy(e.Enemy)
		t.scores(e.Card, e.Item, e.Siege, e.Printed, e.Typed)
	case lotr.CardLeft:
		t.dropEnemy(e.Enemy)
		t.dropLocation(e.Location)
		t.dropObjective(e.Objective)
		t.dropSideQuest(e.SideQuest)
	case lotr.LocationEntered:
		t.enterLocation(Location{Number: e.Location, Card: e.Card})
	case lotr.LocationTravelled:
		t.location(e.Location, func(l *Location) { l.Active = true })
	case lotr.LocationProgressed:
		t.location(e.Location, func(l *Location) { l.Progress = e.Progress })
	case lotr.LocationExplored:
		t.dropLocation(e.Location)
		t.scores(e.Card, e.Item, e.Siege, e.Printed, e.Typed)
	case lotr.LieutenantArrived:
		t.enterEnemy(Enemy{Number: e.Enemy, Card: e.Card})
	case lotr.LieutenantSetAside:
		t.dropEnemy(e.Enemy)
	default:
		t.evolveLorien(e)
	}
}

// evolveGroup folds an event of the group that changes every table, or the seats of this one.
func (t *Table) evolveGroup(e events.Payload) {
	switch e := e.(type) {
	case group.GroupOpened:
		if i := slices.IndexFunc(e.Tables, func(n group.TableName) bool { return n.ID == t.ID }); i >= 0 {
			t.Team = e.Tables[i].Team
		}
	case group.RoundStarted:
		t.startRound()
	case group.TableEndedRound:
		if e.Table == t.ID {
			t.Ended, t.Revealed = e.Round, nil
			t.Peril, t.Test, t.Tests = nil, nil, nil // left open by an official who ended the round
		}
	case group.PlayersSeated:
		for _, s := range e.Seats {
			t.seat(s)
		}
	case group.PlayerUnseated:
		t.unseat(e.Player)
	case group.PlayerAdmitted:
		t.admit(e.Seat)
	case group.PlayerDropped:
		if e.Table == t.ID && e.How == group.DropHandOver {
			t.inherit(e.Player, e.Heir)
		}
	}
}

// keepsRevealed tells whether an event belongs to the revealing of a card, so that the card may
// still be cancelled after it.
func keepsRevealed(e lotr.TableEvent) bool {
	switch e := e.(type) {
	case lotr.ObjectiveEntered:
		return e.Why == "revealed"
	case lotr.SideQuestEntered:
		return e.Why == "revealed"
	case lotr.PerilBegan, lotr.GuardDue:
		return true
	case lotr.EnemyEntered:
		return e.Why == "revealed"
	case lotr.LocationEntered:
		return e.Why == "revealed"
	case lotr.ThreatChanged:
		return e.Why == lotr.WhyDoomed
	case lotr.ProgressCapped:
		return true
	default:
		return false
	}
}
