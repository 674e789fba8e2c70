package lotr

import (
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// SetUp returns the events that set up a table: its first stage with the players in the order of
// their seats, the first of them first player; Power of Lórien and one Dol Guldur Marauder for each
// player in the staging area. A player's threat is the starting threat of the seat, the sum of the
// heroes' threat costs, or −1 if neither is declared. With holdsDolGuldur it also says that Dol
// Guldur lies here; leave that out where an event said so before. Check the seats with [CheckHeroes]
// and the number of players against the [Mode] first.
//
// Source: facts/game-facts.md, "2.1 Setup and strength"; "2.2 Stages" (1A).
func SetUp(c Context, sc Scenario, id events.TableID, team string, seats []group.Seat, holdsDolGuldur bool) []events.Payload {
	up := lotr.TableSetUp{Table: id, Stage: sc.Start}
	if sc.ID != attackOnDolGuldur {
		up.Scenario = sc.ID
	}
	for _, s := range seats {
		up.Players = append(up.Players, s.Player)
		up.Threat = append(up.Threat, StartingThreat(s))
		up.Elimination = append(up.Elimination, EliminationLevel)
	}
	if len(seats) > 0 {
		up.FirstPlayer = seats[0].Player
	}
	out := []events.Payload{up}
	if holdsDolGuldur {
		out = append(out, lotr.DolGuldurAssigned{Table: id})
	}
	return append(out, placements(c, sc, id, team, seats, out)...)
}

// placements returns what setup puts into play, and what follows from the scenario's own setup; up is
// what came before.
func placements(c Context, sc Scenario, id events.TableID, team string, seats []group.Seat, up []events.Payload) []events.Payload {
	t := Table{ID: id, Team: team, Seats: seats}
	for _, e := range up {
		t = EvolveTable(t, e)
	}
	c.Scenario = sc.ID
	return work(c, t, func(d *entry) {
		d.takeFellow()
		d.ringInSetup()
		d.shuffleStinkers(seats)
		for _, p := range sc.Setup {
			for range p.PerPlayer*len(seats) + p.Copies {
				d.place1(p)
			}
		}
		if f := d.sc.rules().setUp; f != nil {
			f(d)
		}
		if f := d.sc.rules().entered; f != nil {
			f(d, sc.Start)
		}
		d.settle()
	})
}

// place1 puts one card of the setup into play, of whatever kind.
func (d *entry) place1(p Placement) {
	card, _ := d.sc.find(p.Card)
	switch card.Kind {
	case kindEnemy:
		d.putEnemy(p.Card, "setup", "")
	case kindLocation:
		n := d.putLocation(p.Card, "setup")
		if p.Active {
			d.emit(lotr.LocationTravelled{Table: d.t.ID, Location: n, Card: card.Name})
		}
	case kindSideQuest:
		d.putSideQuest(p.Card, "setup")
	default:
		d.putObjective(p.Card, "setup", lotr.Piece{}, "")
	}
}

// EnterStage returns the events that bring a table to a stage: the tokens on the old one are gone,
// a Lieutenant in play is set aside, and the new stage's own arrives in the staging area, unless it
// is barred because it lies in a victory display of the group (that of this table is looked at
// here). While the city is weak enough it attacks each player at once, in turn order. Nothing is
// returned for a stage that the scenario does not have.
//
// Source: facts/game-facts.md, "2.2 Stages"; Attack on Dol Guldur, "Frequently Asked Questions".
func EnterStage(c Context, t Table, stage string, lieutenantBarred bool) []events.Payload {
	return work(c, t, func(d *entry) { d.enterStage(stage, lieutenantBarred) })
}

func (d *entry) enterStage(id string, barred bool) {
	st, ok := d.sc.Stage(id)
	if !ok {
		return
	}
	d.emit(lotr.StageEntered{Table: d.t.ID, From: d.t.Stage, Stage: st.ID, Name: st.Name})
	for _, e := range d.t.Lieutenants() {
		d.emit(lotr.LieutenantSetAside{Table: d.t.ID, Enemy: e.Number, Card: e.Card.Name})
	}
	if st.Lieutenant == "" || barred || d.t.InVictory(st.Lieutenant) {
		return
	}
	card, _ := d.sc.Card(st.Lieutenant)
	arrived := lotr.LieutenantArrived{Table: d.t.ID, Enemy: d.t.NextEnemy, Card: ownSiege(card)}
	if d.c.City <= d.sc.modeOf(d.c).AttackAt {
		arrived.Attacks = d.t.TurnOrder()
	}
	d.emit(arrived)
}

// ForcedStage1 returns the Forced effect of stage 1B at the end of a round: one resource is placed
// on the stage, its progress moves to Power of Lórien, and with the third resource the table goes on
// to stage 2, which is in the events too.
//
// Source: facts/game-facts.md, "2.2 Stages".
func ForcedStage1(c Context, t Table) []events.Payload {
	return work(c, t, func(d *entry) {
		if d.t.Stage != d.sc.Start {
			return
		}
		d.emit(lotr.StageResourcePlaced{Table: t.ID, Stage: t.Stage, Resources: t.Resources + 1})
		if t.Progress > 0 {
			d.progressStage(-t.Progress, "moved")
			if t.PowerInPlay {
				d.progressOnPower(t.Progress, "stage")
			}
		}
		if d.t.Resources >= d.sc.Resources {
			d.enterStage(d.sc.Crossing, false)
		}
	})
}
