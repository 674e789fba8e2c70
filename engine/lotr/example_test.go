package lotr_test

import (
	"fmt"

	rules "github.com/muster-events/muster/engine/lotr"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// A captain at stage 3D reveals a card, travels and quests; then a wrong entry is refused.
func ExampleDecideTable() {
	c := rules.Context{Scenario: "attack-on-dol-guldur", Epic: true, Round: 4, City: 35}
	t := rules.Table{ID: "red"}
	sc, _ := rules.Lookup(c.Scenario)
	seat := group.Seat{Player: "p-1", Table: "red", Heroes: []group.Hero{{Title: "Aragorn", Threat: 12, HitPoints: 5}}}

	tell := func(es []events.Payload) {
		for _, e := range es {
			t = rules.EvolveTable(t, e)
			fmt.Println(e.EventType())
		}
	}
	t = rules.EvolveTable(t, group.PlayersSeated{Seats: []group.Seat{seat}})
	tell(rules.SetUp(c, sc, "red", "Red", []group.Seat{seat}, true))
	tell(rules.EnterStage(c, t, "3D", false))
	tell([]events.Payload{group.RoundStarted{Round: 4}})

	for _, cmd := range []lotr.TableCommand{
		lotr.RevealCard{Table: "red", Card: "the sorcerer's tower"},
		lotr.Travel{Table: "red", Location: 1},
		lotr.PlaceProgress{Table: "red", By: 6},
		lotr.DestroyEnemy{Table: "red", Enemy: 2},
	} {
		es, err := rules.DecideTable(c, t, cmd)
		if err != nil {
			fmt.Println(err)
			continue
		}
		tell(es)
	}
	// Output:
	// lotr.table-set-up.v1
	// lotr.dol-guldur-assigned.v1
	// lotr.enemy-entered.v1
	// lotr.stage-entered.v1
	// lotr.lieutenant-arrived.v1
	// group.round-started.v1
	// lotr.card-revealed.v1
	// lotr.location-entered.v1
	// lotr.location-travelled.v1
	// lotr.location-progressed.v1
	// lotr.location-explored.v1
	// lotr.stage-progressed.v1
	// Sorcerer of Dol Guldur is indestructible while Dol Guldur has city strength (35 now), and immune to player card effects: enter the damage, it leaves play when the city falls (indestructible)
}
