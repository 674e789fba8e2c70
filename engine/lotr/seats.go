package lotr

import (
	"slices"
	"strings"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// Bounds of a seat.
const (
	maxHeroes    = 3
	maxHeroCost  = 20
	maxHeroPoint = 20
)

// StartingThreat returns a seat's threat at the start: the one declared for it, or the sum of the
// heroes' threat costs and of the campaign's penalty; −1 if neither is known. A threat that is declared
// is what the dial shows, with the penalty in it.
//
// Source: facts/game-facts.md, "5.1 Round"; "5.5 Campaign log".
func StartingThreat(s group.Seat) int {
	if s.Threat != nil {
		return *s.Threat
	}
	if len(s.Heroes) == 0 {
		return -1
	}
	sum := s.Penalty
	for _, h := range s.Heroes {
		sum += h.Threat
	}
	return sum
}

// CheckHeroes refuses seats of one table whose heroes cannot be: more than 3 for a player, a number
// out of range, or the same unique hero twice. Heroes at different tables may be the same.
//
// Source: Attack on Dol Guldur, "Playing Epic Multiplayer Mode".
func CheckHeroes(seats []group.Seat) error { return checkHeroes(seats, EliminationLevel) }

// checkHeroes is CheckHeroes with the threat at which players are eliminated.
func checkHeroes(seats []group.Seat, level int) error {
	type holder struct {
		title  string
		player events.PersonID
	}
	var held []holder
	for _, s := range seats {
		if err := checkSeat(s, level); err != nil {
			return err
		}
		for _, h := range s.Heroes {
			h.Title = strings.TrimSpace(h.Title)
			i := slices.IndexFunc(held, func(o holder) bool { return sameName(o.title, h.Title) })
			if i >= 0 {
				return refuse("hero-twice", epicRule,
					"%s is at this table twice, with %s and %s: a unique hero is in play once at a table; choose another for one of them",
					clip(h.Title), person(held[i].player), person(s.Player))
			}
			held = append(held, holder{h.Title, s.Player})
		}
	}
	return nil
}

func checkSeat(s group.Seat, level int) error {
	if len(s.Heroes) > maxHeroes {
		return refuse("too-many-heroes", "", "%s has %d heroes: declare 1 to %d", person(s.Player), len(s.Heroes), maxHeroes)
	}
	for _, h := range s.Heroes {
		title, err := text("the hero's title", h.Title, 1, maxName)
		if err != nil {
			return err
		}
		if err := inRange("the threat cost of "+title, h.Threat, 0, maxHeroCost); err != nil {
			return err
		}
		if err := inRange("the hit points of "+title, h.HitPoints, 0, maxHeroPoint); err != nil {
			return err
		}
		if sameName(title, lotr.HostName) {
			return refuse(engine.CodeMalformed, "", "%s is no hero: declare the heroes of the deck", lotr.HostName)
		}
	}
	if err := inRange("the threat penalty of "+person(s.Player), s.Penalty, 0, EliminationLevel-1); err != nil {
		return err
	}
	if start := StartingThreat(s); start >= level || s.Threat != nil && start < 0 {
		return refuse("starting-threat", elimination, "%s would start at threat %d: type a starting threat from 0 to %d", person(s.Player), start, level-1)
	}
	return nil
}

// DeclareHeroes returns the events of heroes declared during play for players that are at the table:
// the seats, and the starting threat they bring. A threat that is known already changes by the
// difference of the old and new starting threat, if both are known.
func DeclareHeroes(c Context, t Table, seats []group.Seat) ([]events.Payload, error) {
	d, err := begin(c, t)
	if err != nil {
		return nil, err
	}
	if len(seats) == 0 || len(seats) > len(t.Players) {
		return nil, refuse(engine.CodeMalformed, "", "there are %d seats: declare heroes for 1 to %d players of this table", len(seats), len(t.Players))
	}
	for _, s := range seats {
		if s.Table != t.ID {
			return nil, refuse(engine.CodeOtherTable, "", "%s is not seated at this table: the organiser changes tables", person(s.Player))
		}
		if _, err := d.inGame(s.Player); err != nil {
			return nil, err
		}
	}
	if err := CheckSeats(*d.sc, c.Epic, c.Campaign, mergeSeats(t.seatsInPlay(), seats)); err != nil {
		return nil, err
	}
	d.emit(group.PlayersSeated{Seats: slices.Clone(seats)})
	for _, s := range seats {
		d.startAt(t, s)
	}
	d.declaredNow(t, seats)
	return d.out, nil
}

// startAt brings a player's threat in line with a new seat; was is the table before it.
func (d *entry) startAt(was Table, s group.Seat) {
	p, _ := d.t.Player(s.Player)
	now, old := StartingThreat(s), -1
	if i := seatAt(was.Seats, s.Player); i >= 0 {
		old = StartingThreat(was.Seats[i])
	}
	switch {
	case now < 0:
	case p.Threat < 0:
		d.setThreat(s.Player, now, lotr.WhyHeroes, "")
	case old >= 0:
		d.setThreat(s.Player, p.Threat+now-old, lotr.WhyHeroes, "")
	}
}

// Admit returns the events of a player who arrives during play and takes a seat at the table. What
// that does to the city strength is the organiser's to say, and the coordinator's to do.
//
// Source: Attack on Dol Guldur, "Setting Up Epic Multiplayer Mode" (at most 4 at a stage).
func Admit(c Context, t Table, seat group.Seat, reason string) ([]events.Payload, error) {
	d, err := begin(c, t)
	if err != nil {
		return nil, err
	}
	if seat.Table != t.ID {
		return nil, refuse(engine.CodeOtherTable, "", "the seat is at table %q, and this is table %q", clip(string(seat.Table)), t.ID)
	}
	if err := seat.Player.Validate(); err != nil {
		return nil, refuse(engine.CodeMalformed, "", "%s", err.Error())
	}
	if _, here := t.Player(seat.Player); here {
		return nil, refuse("already-seated", "", "%s plays at this table already", person(seat.Player))
	}
	if most := d.sc.modeOf(c).MaxAt; t.PlayersIn() >= most {
		return nil, refuse("team-full", setting, "%d players are at this stage, and %d is the most: choose another table", t.PlayersIn(), most)
	}
	if err := CheckSeats(*d.sc, c.Epic, c.Campaign, mergeSeats(t.seatsInPlay(), []group.Seat{seat})); err != nil {
		return nil, err
	}
	d.emit(group.PlayerAdmitted{Seat: seat, Reason: reason})
	d.tokenFor(seat.Player, "entry")
	d.declaredNow(t, []group.Seat{seat})
	return d.out, nil
}

// declaredNow carries out what setup would have done for heroes that are declared during play: copies
// of Stinker, The One Ring, a contract that turns over.
func (d *entry) declaredNow(was Table, seats []group.Seat) {
	if was.owns(smeagol) == "" && d.t.owns(smeagol) != "" {
		d.sc = scenarioAt(d.sc, d.t)
		d.shuffleStinkers(seats)
	}
	if d.t.RingController() == "" && d.c.Round <= 1 {
		d.ringInSetup()
	}
	d.settle()
}

// setting cites the limits of teams.
const setting = `Attack on Dol Guldur, "Setting Up Epic Multiplayer Mode"`

// seatsInPlay returns the seats of the players who are in the game, with the heroes that they still
// have: a hero that has left play is not in anybody's way.
func (t Table) seatsInPlay() []group.Seat {
	var out []group.Seat
	for _, s := range t.Seats {
		p, ok := t.Player(s.Player)
		if ok && p.Out {
			continue
		}
		s.Heroes = slices.DeleteFunc(slices.Clone(s.Heroes), func(h group.Hero) bool {
			return slices.ContainsFunc(p.Heroes, func(o Hero) bool { return !o.up() && !sameName(o.Title, smeagol) && sameName(o.Title, h.Title) })
		})
		if s.Ring != "" && !slices.ContainsFunc(s.Heroes, func(h group.Hero) bool { return sameName(h.Title, s.Ring) }) {
			s.OneRing, s.Ring = false, ""
		}
		out = append(out, s)
	}
	return out
}

// mergeSeats returns seats with others put in by player, in their old places or at the end.
func mergeSeats(seats, others []group.Seat) []group.Seat {
	out := slices.Clone(seats)
	for _, s := range others {
		if i := seatAt(out, s.Player); i >= 0 {
			out[i] = s
		} else {
			out = append(out, s)
		}
	}
	return out
}

func seatAt(seats []group.Seat, player events.PersonID) int {
	return slices.IndexFunc(seats, func(s group.Seat) bool { return s.Player == player })
}
