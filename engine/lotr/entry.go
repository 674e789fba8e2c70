package lotr

import (
	"fmt"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/lotr"
)

// Citations that several rules share.
const (
	siegeRule   = `Attack on Dol Guldur, "Siege"`
	archeryRule = `Attack on Dol Guldur, "Archery X"`
	immuneRule  = `Attack on Dol Guldur, "Immune to Player Card Effects"`
	durable     = `Attack on Dol Guldur, "Indestructible"`
	epicRule    = `Attack on Dol Guldur, "Playing Epic Multiplayer Mode"`
	rounds      = `facts/game-facts.md, "5.1 Round"`
	elimination = `facts/game-facts.md, "5.2 Elimination"`
	stages      = `facts/game-facts.md, "2.2 Stages"`
	cardFacts   = `facts/game-facts.md, "2.4 Encounter cards with siege"`
)

// DecideTable answers a command about a table with the events to append, or with a
// [*engine.Refusal]. It does not look at who asks or at the phase of the group: the coordinator
// has done that. The state and the command are left as they are.
func DecideTable(c Context, t Table, cmd lotr.TableCommand) ([]events.Payload, error) {
	if cmd == nil {
		return nil, refuse(engine.CodeUnknownCommand, "", "there is no command here: send one")
	}
	d, err := begin(c, t)
	if err != nil {
		return nil, err
	}
	if on := cmd.OnTable(); on != t.ID {
		return nil, refuse(engine.CodeOtherTable, "",
			"this is about table %q, and this is table %q: send it to its own table", clip(string(on)), t.ID)
	}
	if err := d.mayAct(cmd); err != nil {
		return nil, err
	}
	if err := d.mayActPeople(cmd); err != nil {
		return nil, err
	}
	if err := d.dispatch(cmd); err != nil {
		return nil, err
	}
	d.settle()
	return d.out, nil
}

// dispatch hands a command to the rule that decides it.
func (d *entry) dispatch(cmd lotr.TableCommand) error {
	switch cmd := cmd.(type) {
	case lotr.BeginPhase:
		return d.beginPhase(cmd)
	case lotr.ChangeThreat:
		return d.changeThreat(cmd)
	case lotr.PassFirstPlayer:
		return d.passFirstPlayer(cmd)
	case lotr.RevealCard:
		return d.revealCard(cmd)
	case lotr.AddEnemy:
		return d.addEnemy(cmd)
	case lotr.AddLocation:
		return d.addLocation(cmd)
	case lotr.Engage:
		return d.engage(cmd)
	case lotr.CheckEngagement:
		return d.checkEngagement()
	case lotr.ReturnToStaging:
		return d.returnToStaging(cmd)
	case lotr.RemoveCard:
		return d.removeCard(cmd)
	case lotr.Travel:
		return d.travel(cmd)
	case lotr.ResolveQuest:
		return d.resolveQuest(cmd)
	case lotr.PlaceProgress:
		return d.placeProgress(cmd)
	case lotr.ExploreLocation:
		return d.exploreLocation(cmd)
	case lotr.DamageEnemy:
		return d.damageEnemy(cmd)
	case lotr.DestroyEnemy:
		return d.destroyEnemy(cmd)
	case lotr.AssignArchery:
		return d.assignArchery(cmd)
	case lotr.DamageCharacter:
		return d.damageCharacter(cmd)
	case lotr.DestroyCharacter:
		return d.destroyCharacter(cmd)
	case lotr.PlayerOut:
		return d.playerOut(cmd)
	case lotr.UsePower:
		return d.usePower(cmd)
	case lotr.ProgressPower:
		return d.progressPower(cmd)
	case lotr.TypeSiege:
		return d.typeSiege(cmd)
	default:
		return d.dispatchGame(cmd)
	}
}

// dispatchGame hands a command to the rules beyond those of the core of a round.
func (d *entry) dispatchGame(cmd lotr.TableCommand) error {
	if known, err := d.dispatchQuest(cmd); known {
		return err
	}
	if known, err := d.dispatchPeople(cmd); known {
		return err
	}
	return refuse(engine.CodeUnknownCommand, "", "this program does not know %s: update it", cmd.CommandType())
}

// entry is one decision being made: each event that is emitted is folded at once, so that the next
// step sees the state it really has.
type entry struct {
	c   Context
	sc  *Scenario
	t   Table
	was Table // as it was before the card that left play last
	out []events.Payload
	// passed is the place in order of the phase to whose start this entry has brought the table.
	passed int
}

// begin returns an entry for a table that has been set up for a known scenario.
func begin(c Context, t Table) (*entry, error) {
	id := firstOf(t.Scenario, c.Scenario)
	sc, ok := known[id]
	if !ok {
		return nil, refuse("unknown-scenario", "",
			"this program has no scenario %q: update it, or open the group with one it has", clip(id))
	}
	if t.Stage == "" {
		return nil, refuse("not-set-up", "", "this table is not set up yet: the organiser starts the group first")
	}
	return &entry{c: c, sc: scenarioAt(sc, t), t: t}, nil
}

// work runs a rule that cannot be refused and returns its events; none for a table that is not set
// up or a scenario that is not known.
func work(c Context, t Table, rule func(*entry)) []events.Payload {
	d, err := begin(c, t)
	if err != nil {
		return nil
	}
	rule(d)
	return d.out
}

func (d *entry) emit(es ...events.Payload) {
	for _, e := range es {
		d.out = append(d.out, e)
		d.t = EvolveTable(d.t, e)
	}
}

// refuse makes a refusal. Source is the citation of the rule, if a rule is the reason.
func refuse(code engine.Code, source, says string, args ...any) error {
	return &engine.Refusal{Code: code, Source: source, Says: fmt.Sprintf(says, args...)}
}

// person names a person in a refusal: the id in braces, which pages replace by the name.
func person(id events.PersonID) string { return "{" + clip(string(id)) + "}" }
