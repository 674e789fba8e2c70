package sim

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/muster-events/muster/engine/lotr"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
)

// Game names of the two epic games, for [Options].Game; any scenario's id names its standalone game.
const (
	DolGuldur      = "attack-on-dol-guldur"
	MountainOfFire = "the-mountain-of-fire"
)

// plan says what a group plays and who sits where.
type plan struct {
	scenario, mode string
	tables         []table
}

// table is one table of a plan.
type table struct {
	id    events.TableID
	team  string
	plays string // scenario
	deck  []Card
}

// planOf returns how a game is played: an epic game by its scenario's id, a standalone one by its
// own; alone plays Attack on Dol Guldur at one table, too. It returns an error for a game that this
// program does not have.
func planOf(game string, alone bool) (plan, error) {
	if game == "" {
		game = DolGuldur
	}
	sc, ok := lotr.Lookup(game)
	if !ok {
		return plan{}, fmt.Errorf("this program has no scenario %q: name one of %v", game, Games())
	}
	p := plan{scenario: game, mode: "standard"}
	switch {
	case game == DolGuldur && !alone:
		p.mode = "epic"
		for i, team := range []string{"Lórien", "Rivendell", "Esgaroth"} {
			p.tables = append(p.tables, table{id: []events.TableID{"lorien", "rivendell", "esgaroth"}[i], team: team, plays: game})
		}
	case len(sc.Parts) > 0:
		p.mode = "epic"
		teams := map[string]string{"the-black-gate-opens": "Host of the West", "mount-doom": "Fellowship"}
		for _, part := range sc.Parts {
			p.tables = append(p.tables, table{id: events.TableID(part), team: teams[part], plays: part})
		}
	default:
		p.tables = []table{{id: "table", team: "The company", plays: game}}
	}
	for i := range p.tables {
		p.tables[i].deck = deckOf(p.tables[i].plays)
	}
	return p, nil
}

// Games lists what can be played, by the ids of scenarios.
func Games() []string {
	out := []string{DolGuldur, MountainOfFire}
	for _, id := range lotr.Scenarios() {
		if !slices.Contains(out, id) {
			out = append(out, id)
		}
	}
	return out
}

// playersAt draws how many sit at the i-th table, 1 to 4: never more at the second table of an epic
// game of The Mountain of Fire than at its first.
//
// Source: The Mountain of Fire, "Setting Up Epic Multiplayer Mode".
func (p plan) playersAt(i, first int, rng *rand.Rand) int {
	if p.scenario == MountainOfFire && i > 0 {
		return 1 + rng.IntN(first)
	}
	return 1 + rng.IntN(4)
}

// seats returns the seats of a table. The heroes are declared from the start, except in Attack on Dol
// Guldur, whose captains declare them.
func (p plan) seats(t table, n int) []group.Seat {
	out := make([]group.Seat, n)
	for i := range out {
		out[i].Table = t.id
		if p.scenario != DolGuldur {
			out[i].Heroes = slices.Clone(heroes[3*i%len(heroes):][:3])
		}
	}
	return out
}

// heroes are made up: these teams play no published deck.
var heroes = []group.Hero{
	{Title: "Scout of the Eaves", Threat: 8, HitPoints: 4, Willpower: 2, Attack: 2, Defense: 1},
	{Title: "Warden of the Ford", Threat: 10, HitPoints: 5, Willpower: 1, Attack: 2, Defense: 3, Sentinel: true},
	{Title: "Keeper of Lamps", Threat: 9, HitPoints: 4, Willpower: 3, Attack: 1, Defense: 1},
	{Title: "Rider of the Vale", Threat: 10, HitPoints: 5, Willpower: 2, Attack: 3, Defense: 1},
	{Title: "Smith of the Hill", Threat: 9, HitPoints: 5, Willpower: 1, Attack: 2, Defense: 2},
	{Title: "Singer of the Shore", Threat: 7, HitPoints: 3, Willpower: 3, Attack: 0, Defense: 1},
	{Title: "Watcher of the Wood", Threat: 9, HitPoints: 4, Willpower: 2, Attack: 2, Defense: 2},
	{Title: "Captain of the Gate", Threat: 11, HitPoints: 5, Willpower: 2, Attack: 3, Defense: 2},
	{Title: "Healer of the House", Threat: 7, HitPoints: 3, Willpower: 2, Attack: 0, Defense: 1},
	{Title: "Hunter of the Downs", Threat: 8, HitPoints: 4, Willpower: 1, Attack: 3, Defense: 1, Ranged: true},
	{Title: "Mariner of the Quays", Threat: 9, HitPoints: 4, Willpower: 2, Attack: 2, Defense: 1},
	{Title: "Archer of the Wall", Threat: 9, HitPoints: 4, Willpower: 1, Attack: 3, Defense: 1, Ranged: true},
}
