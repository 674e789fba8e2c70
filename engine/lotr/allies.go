package lotr

import (
	"fmt"
	"slices"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/lotr"
)

// uniqueRule cites that a unique card is in play once at a table.
const uniqueRule = `The Mountain of Fire, "Playing Epic Multiplayer Mode"`

// maxFigure bounds a printed number of a character.
const maxFigure = 20

// enterAlly puts an ally into play under a player's control. A unique card that is in play at the
// table, whoever controls it, cannot enter again; nor does what the scenario or the player's contract
// bars. A second copy of another ally is recorded with a number.
//
// Source: The Mountain of Fire, "Playing Epic Multiplayer Mode".
func (d *entry) enterAlly(cmd lotr.EnterAlly) error {
	p, err := d.inGame(cmd.Player)
	if err != nil {
		return err
	}
	name, err := text("the ally's name", cmd.Name, 1, maxName)
	if err != nil {
		return err
	}
	if err := checkFigures(name, cmd.Willpower, cmd.Attack, cmd.Defense, cmd.HitPoints); err != nil {
		return err
	}
	if sameName(name, lotr.HostName) {
		return refuse(engine.CodeMalformed, "", "%s is no ally of a deck: it comes with its stage", lotr.HostName)
	}
	if err := d.mayEnterAlly(p, name, cmd.Unique); err != nil {
		return err
	}
	d.emit(lotr.AllyEntered{
		Table: d.t.ID, Player: p.ID, Name: numbered(p, name), Unique: cmd.Unique, Ranged: cmd.Ranged, Sentinel: cmd.Sentinel,
		Willpower: cmd.Willpower, Attack: cmd.Attack, Defense: cmd.Defense, HitPoints: cmd.HitPoints,
	})
	return nil
}

func checkFigures(name string, willpower, attack, defense, hitPoints int) error {
	for _, f := range []struct {
		what string
		n    int
	}{{"the willpower of ", willpower}, {"the attack of ", attack}, {"the defense of ", defense}, {"the hit points of ", hitPoints}} {
		if err := inRange(f.what+name, f.n, 0, maxFigure); err != nil {
			return err
		}
	}
	return nil
}

func (d *entry) mayEnterAlly(p Player, name string, unique bool) error {
	if f := d.sc.rules().noAllies; f != nil {
		if why := f(d.c, d.t); why != "" {
			return refuse("no-allies", d.sc.Name, "%s cannot enter play: %s", name, why)
		}
	}
	if slices.ContainsFunc(d.sc.Banned, func(b string) bool { return sameName(b, name) }) {
		return refuse("hero-banned", d.sc.BanRule(), "%s cannot be used while %s is played: take the card out of the deck", name, d.sc.Name)
	}
	if err := mayContract(p, name, unique); err != nil {
		return err
	}
	if err := d.oneInPlay(name, unique); err != nil {
		return err
	}
	if len(p.InPlay) >= maxAllies {
		return refuse("too-many-allies", "", "%s has %d allies in play: enter which of them have left play first", person(p.ID), len(p.InPlay))
	}
	return nil
}

// oneInPlay refuses a card whose unique name is in play at the table.
func (d *entry) oneInPlay(name string, unique bool) error {
	for _, o := range d.t.Players {
		if o.Out {
			continue
		}
		if slices.ContainsFunc(o.Heroes, func(h Hero) bool { return h.up() && sameName(h.Title, name) }) {
			return refuse("unique-in-play", uniqueRule, "%s is in play as a hero of %s: a unique card is in play once at a table, in whatever version", name, person(o.ID))
		}
		if slices.ContainsFunc(o.InPlay, func(a Ally) bool { return (a.Unique || unique) && sameName(a.Name, name) }) {
			return refuse("unique-in-play", uniqueRule, "%s is in play as an ally of %s: a unique card is in play once at a table", name, person(o.ID))
		}
	}
	if slices.ContainsFunc(d.t.Objectives, func(o Objective) bool { return o.Card.Unique && sameName(o.Card.Name, name) }) {
		return refuse("unique-in-play", uniqueRule, "%s is in play as an objective: a unique card is in play once at a table", name)
	}
	return nil
}

// numbered returns the name that a further copy of an ally gets at a player: "Guard of the Citadel (2)".
func numbered(p Player, name string) string {
	used := func(name string) bool {
		return slices.ContainsFunc(p.InPlay, func(a Ally) bool { return sameName(a.Name, name) })
	}
	out := name
	for n := 2; used(out); n++ {
		out = fmt.Sprintf("%s (%d)", name, n)
	}
	return out
}

// leavePlay takes a character out of play that was not destroyed: returned to hand, discarded,
// sacrificed.
func (d *entry) leavePlay(cmd lotr.LeavePlay) error {
	note, err := text("the note", cmd.Note, 0, maxNote)
	if err != nil {
		return err
	}
	who, err := d.character(cmd.Player, cmd.Character)
	if err != nil {
		return err
	}
	d.leaves(who, firstOf(note, "entry"))
	return nil
}

// leaves takes a character out of play that was not destroyed.
func (d *entry) leaves(who character, why string) {
	switch {
	case who.host:
		d.emit(lotr.HostLost{Table: d.t.ID, Player: who.player, Why: "entry"})
	case who.objective > 0:
		d.takeOut(lotr.Piece{Kind: lotr.KindObjective, Number: who.objective}, why)
	default:
		d.emit(lotr.CharacterLeft{
			Table: d.t.ID, Player: who.player, Character: who.name, Hero: who.hero >= 0, HeroesUp: d.heroesWithout(who), Why: why,
		})
	}
	d.hasGone(who, why)
}

// exhaustCharacter exhausts or readies a character that muster keeps.
func (d *entry) exhaustCharacter(cmd lotr.ExhaustCharacter) error {
	who, err := d.character(cmd.Player, cmd.Character)
	if err != nil {
		return err
	}
	if who.hero < 0 && !who.ally {
		return refuse("not-kept", "", "whether %s is exhausted is not kept here: enter it as an ally when it comes into play", who.name)
	}
	if who.exhausted != cmd.Ready {
		return refuse("nothing-changes", "", "%s is %s already", who.name, map[bool]string{true: "ready", false: "exhausted"}[cmd.Ready])
	}
	d.emit(lotr.CharacterExhausted{Table: d.t.ID, Player: who.player, Character: who.name, Ready: cmd.Ready})
	return nil
}

// knowsHeroes tells whether the heroes of a player were ever declared: a hero that the scenario's setup
// gave them says nothing of the others.
func (t Table) knowsHeroes(p Player) bool {
	if i := seatAt(t.Seats, p.ID); i >= 0 && len(t.Seats[i].Heroes) > 0 {
		return true
	}
	return slices.ContainsFunc(p.Heroes, func(h Hero) bool { return !h.Given })
}

// goOut takes a player out: their Fortitude tests end with that.
func (t *Table) goOut(player events.PersonID) {
	t.player(player, func(p *Player) { p.Out = true })
	t.dropTests(player)
}
