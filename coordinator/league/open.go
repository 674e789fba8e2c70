package league

import (
	"fmt"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/league"
)

func (d *decision) open(b league.OpenLeague) error {
	opened := league.LeagueOpened{Walkins: b.Walkins, Before: b.Before, Carry: b.Carry, Seed: b.Seed}
	var err error
	if opened.Name, err = name("the league's name", b.Name); err != nil {
		return err
	}
	if opened.Season, err = maybe("the season's name", b.Season); err != nil {
		return err
	}
	if opened.Divisions, err = divisions(b.Divisions); err != nil {
		return err
	}
	if opened.Rules, err = rules(b.Rules); err != nil {
		return err
	}
	if b.Before != "" {
		if err := id("league of the season before", string(b.Before)); err != nil {
			return err
		}
	}
	if err := checkCarry(b.Carry, opened.Divisions); err != nil {
		return err
	}
	d.emit(opened)
	return nil
}

func divisions(all []league.Division) ([]league.Division, error) {
	if len(all) > maxDivisions {
		return nil, refuse(engine.CodeMalformed, "%d divisions: name at most %d", len(all), maxDivisions)
	}
	var out []league.Division
	var ids []string
	for _, x := range all {
		if err := id("division", x.ID); err != nil {
			return nil, err
		}
		n, err := name("the division's name", x.Name)
		if err != nil {
			return nil, err
		}
		out, ids = append(out, league.Division{ID: x.ID, Name: n}), append(ids, x.ID)
	}
	if again, is := twice(ids); is {
		return nil, refuse(engine.CodeMalformed, "the division %s is named twice", again)
	}
	return out, nil
}

func checkCarry(all []league.Carried, in []league.Division) error {
	if len(all) > maxPlayers {
		return refuse(engine.CodeMalformed, "%d players carry something over: %d are the most", len(all), maxPlayers)
	}
	var who []events.PersonID
	for _, c := range all {
		if err := c.Player.Validate(); err != nil {
			return refuse(engine.CodeMalformed, "%v", err)
		}
		if _, err := amount(fmt.Sprintf("what {%s} carries over", c.Player), c.Points, maxPoints); err != nil {
			return err
		}
		if c.Place < 0 || c.Place > maxPlayers {
			return refuse(engine.CodeMalformed, "{%s} was at place %d in the season before: 0 to %d are possible", c.Player, c.Place, maxPlayers)
		}
		if err := known(c.Division, in); err != nil {
			return err
		}
		who = append(who, c.Player)
	}
	if again, is := twice(who); is {
		return refuse(engine.CodeMalformed, "{%s} carries over twice", again)
	}
	return nil
}

// known refuses a division that the league does not have; none is always right.
func known(division string, in []league.Division) error {
	if division == "" {
		return nil
	}
	for _, x := range in {
		if x.ID == division {
			return nil
		}
	}
	return refuse(engine.CodeMalformed, "there is no division %q: the league has %s", short(division), list(in, func(x league.Division) string { return x.ID }))
}

// changeRules replaces the scoring rules; after the start that is an integrity event.
func (d *decision) changeRules(b league.ChangeRules) error {
	now, err := rules(b.Rules)
	if err != nil {
		return err
	}
	if sameJSON(now, d.s.Rules) {
		return nil
	}
	change := func(d *decision) error {
		d.emit(league.RulesChanged{Was: d.s.Rules, Now: now, Mark: d.mark})
		return nil
	}
	if !d.s.Started() {
		return change(d)
	}
	return d.integrity(league.MarkRules, b.Reason, b.Previewed, change)
}
