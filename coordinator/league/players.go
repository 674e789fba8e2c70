package league

import (
	"slices"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/engine/season"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/league"
)

func (d *decision) enter(b league.EnterPlayers) error {
	if len(b.Players) == 0 || len(b.Players) > maxAtOnce {
		return refuse(engine.CodeMalformed, "%d players: enter 1 to %d at once", len(b.Players), maxAtOnce)
	}
	for _, p := range b.Players {
		p, err := d.s.player(p)
		if err != nil {
			return err
		}
		if in, is := d.s.Player(p.Player); is {
			if in.Dropped {
				return refuse(CodeIn, "{%s} is in the league and has dropped: let them return", p.Player)
			}
			return refuse(CodeIn, "{%s} is in the league already", p.Player)
		}
		if err := d.enterOne(p, false); err != nil {
			return err
		}
	}
	return nil
}

// enterOne makes somebody a player: with the points that they carry over, or those of a late entry.
func (d *decision) enterOne(p league.Player, walkin bool) error {
	if len(d.s.Players) >= maxPlayers {
		return refuse(engine.CodeMalformed, "the league has %d players, and that is the most", maxPlayers)
	}
	e := league.PlayerEntered{Player: p, Walkin: walkin}
	e.Late = slices.ContainsFunc(d.s.Sessions, func(x season.Session) bool { return x.Frozen && !x.Cancelled })
	if e.Late {
		e.Points = d.s.Rules.Late
	}
	if i := slices.IndexFunc(d.s.Carry, func(c league.Carried) bool { return c.Player == p.Player }); i >= 0 {
		c := d.s.Carry[i]
		e.Points, e.Place = sum(e.Points, c.Points), c.Place
		if e.Player.Division == "" {
			e.Player.Division = c.Division
		}
	}
	if e.Player.Division == "" && len(d.s.Divisions) > 0 {
		e.Player.Division = d.s.Divisions[0].ID
	}
	d.emit(e)
	return nil
}

// sum adds two amounts up; nothing if that is 0.
func sum(a, b league.Amount) league.Amount {
	n := season.Amount(a).Add(season.Amount(b))
	if n.IsZero() {
		return ""
	}
	return league.Amount(n.String())
}

// player checks a player's part of the league.
func (s State) player(p league.Player) (league.Player, error) {
	if err := p.Player.Validate(); err != nil {
		return p, refuse(engine.CodeMalformed, "%v", err)
	}
	if err := known(p.Division, s.Divisions); err != nil {
		return p, err
	}
	var err error
	if p.Team, err = maybe("the team's name", p.Team); err != nil {
		return p, err
	}
	p.Store, err = maybe("the name of the club or store", p.Store)
	return p, err
}

// in returns a player of the league, or refuses.
func (s State) in(who events.PersonID) (season.Player, error) {
	p, ok := s.Player(who)
	if !ok {
		return p, refuse(CodePlayer, "{%s} is not in the league: enter them first", short(string(who)))
	}
	if p.Into != "" {
		return p, refuse(CodeMerge, "{%s} was merged into {%s}: that is the player to name", who, s.Who(who))
	}
	return p, nil
}

func (d *decision) changePlayer(b league.ChangePlayer) error {
	was, err := d.s.in(b.Player.Player)
	if err != nil {
		return err
	}
	now, err := d.s.player(b.Player)
	if err != nil {
		return err
	}
	if now.Division == "" {
		now.Division = was.Division
	}
	if now == was.Player {
		return nil
	}
	change := func(d *decision) error {
		d.emit(league.PlayerChanged{Was: was.Player, Now: now, Mark: d.mark})
		return nil
	}
	if !d.s.Started() {
		return change(d)
	}
	return d.integrity(league.MarkPlayer, b.Reason, b.Previewed, change)
}

func (d *decision) drop(b league.DropPlayer) error {
	p, err := d.s.in(b.Player)
	if err != nil {
		return err
	}
	if p.Dropped {
		return refuse(CodeDropped, "{%s} has dropped already", b.Player)
	}
	reason, err := optional("reason", b.Reason)
	if err != nil {
		return err
	}
	d.emit(league.PlayerDropped{Player: b.Player, Reason: reason})
	return nil
}

func (d *decision) comeBack(b league.ReturnPlayer) error {
	p, err := d.s.in(b.Player)
	if err != nil {
		return err
	}
	if !p.Dropped {
		return refuse(CodeDropped, "{%s} has not dropped", b.Player)
	}
	d.emit(league.PlayerReturned(b))
	return nil
}

// merge says that two players are one. Two who sat in one game, or have a place in one session, are not.
func (d *decision) merge(b league.MergePlayers) error {
	if b.From == b.Into {
		return refuse(CodeMerge, "{%s} is one player already", short(string(b.From)))
	}
	for _, who := range []events.PersonID{b.From, b.Into} {
		if _, err := d.s.in(who); err != nil {
			return err
		}
	}
	if err := d.s.oneOfTwo(b.From, b.Into); err != nil {
		return err
	}
	merge := func(d *decision) error {
		d.emit(league.PlayersMerged{From: b.From, Into: b.Into, Mark: d.mark})
		return nil
	}
	if !d.s.Started() {
		return merge(d)
	}
	return d.integrity(league.MarkMerge, b.Reason, b.Previewed, merge)
}

// oneOfTwo refuses two players who have met: they are two people.
func (s State) oneOfTwo(from, into events.PersonID) error {
	for _, r := range s.Results {
		if r.Now == nil || !s.of(r.Now, from) {
			continue
		}
		if s.of(r.Now, into) {
			return refuse(CodeMerge, "{%s} and {%s} played together in %s: they are two people, or result %d is wrong", from, into, s.sessionName(r.Session), r.N)
		}
		if r.Now.Kind != league.KindPlace {
			continue
		}
		for _, o := range s.Results {
			if o.Now != nil && o.Now.Kind == league.KindPlace && o.Session == r.Session && s.of(o.Now, into) {
				return refuse(CodeMerge, "{%s} and {%s} both have a place in %s, results %d and %d: they are two people, or one of the results is wrong", from, into, s.sessionName(r.Session), r.N, o.N)
			}
		}
	}
	return nil
}

// of tells whether a result is a player's, through merges.
func (s State) of(r *league.Result, who events.PersonID) bool {
	return slices.ContainsFunc(r.Players, func(p events.PersonID) bool { return s.Who(p) == who })
}
