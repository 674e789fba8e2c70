package sim

import (
	"context"
	"fmt"

	"github.com/muster-events/muster/events"
	log "github.com/muster-events/muster/events/tournament"
	"github.com/muster-events/muster/ops/client"
)

// enterAll has everybody enter: a third at the desk, with club and rating, whose phones join by code; the
// others by phone. One more than there is room for waits, and moves up when somebody leaves; one who
// entered at the desk does not come.
func (c *cup) enterAll(ctx context.Context) error {
	names := cast(c.rng, c.to.Players+1)
	atDesk := c.to.Players / 3
	if err := c.enterAtDesk(ctx, names[:atDesk]); err != nil {
		return err
	}
	c.tell("%d have entered at the desk; the others enter by phone.", atDesk)
	for _, name := range names[atDesk:] {
		if err := c.pause(ctx, 0.2+0.3*c.rng.Float64()); err != nil {
			return err
		}
		if err := c.enterByPhone(ctx, name); err != nil {
			return err
		}
	}
	if err := c.waitingList(ctx); err != nil {
		return err
	}
	if err := c.checkIn(ctx, atDesk); err != nil { // the last of them does not come
		return err
	}
	if err := c.pause(ctx, 3); err != nil {
		return err
	}
	return c.official(ctx, log.StartTournament{})
}

// enterAtDesk enters people as the organiser, and has their phones join by code.
func (c *cup) enterAtDesk(ctx context.Context, names []string) error {
	ids, err := c.register(ctx, names...)
	if err != nil {
		return err
	}
	reg := log.Register{}
	for i, id := range ids {
		reg.Entrants = append(reg.Entrants, log.Entrant{Player: id, Club: clubs[c.rng.IntN(len(clubs))], Rating: 1200 + 10*c.rng.IntN(80), Code: fmt.Sprintf("D%d", i+1)})
	}
	if err := c.official(ctx, reg); err != nil {
		return err
	}
	return c.joinByCode(ctx, ids)
}

// joinByCode has the phones of people join by their codes.
func (c *cup) joinByCode(ctx context.Context, ids []events.PersonID) error {
	if _, err := c.view(ctx); err != nil { // the codes are of those whom the view shows
		return err
	}
	codes, err := c.boss.PlayerCodes(ctx, c.o.Gathering, c.id)
	if err != nil {
		return err
	}
	for _, id := range ids {
		for _, code := range codes {
			if code.Player != id {
				continue
			}
			p := c.newPhone(c.names[id], code.Entrant)
			if _, err := p.session.JoinEntrant(ctx, c.o.Gathering, c.id, code.Entrant, code.Code); err != nil {
				return fmt.Errorf("%s joins by code: %w", p.name, err)
			}
			if c.to.Sign != nil {
				c.to.Sign(code.Entrant, p.name, code.Code)
			}
		}
	}
	return nil
}

func (c *cup) newPhone(name string, entrant int) *phone {
	transport := c.o.Transport
	if c.to.Mistakes {
		net := &flaky{next: orDefault(transport), rng: generator(c.o.Seed, len(c.nets), 40), pct: 2}
		transport, c.nets = net, append(c.nets, net)
	}
	p := &phone{name: name, session: client.New(c.o.Base, transport), entrant: entrant, skill: c.rng.Float64()}
	c.phones[entrant] = p
	return p
}

// enterByPhone has somebody scan the code on the wall and type their name.
func (c *cup) enterByPhone(ctx context.Context, name string) error {
	p := c.newPhone(name, len(c.phones)+1)
	s, err := p.session.EnterTournament(ctx, c.o.Gathering, c.id, c.director.id(), name)
	if err != nil {
		return fmt.Errorf("%s enters by phone: %w", name, err)
	}
	c.names[s.Person] = name
	mine, err := p.session.OwnEntry(ctx, c.o.Gathering, c.id, 0)
	if err == nil && mine.Entrant.N != p.entrant {
		err = fmt.Errorf("%s is entrant %d, want %d", name, mine.Entrant.N, p.entrant)
	}
	return err
}

// waitingList has somebody leave before the start, so that who waits moves up.
func (c *cup) waitingList(ctx context.Context) error {
	n := c.to.Players/3 + 1 + c.rng.IntN(c.to.Players/3)
	c.tell("It is full. %s cannot stay after all, and %s moves up from the waiting list.", c.phones[n].name, c.phones[len(c.phones)].name)
	if err := c.as(ctx, c.phones[n].session, log.Drop{Entrant: n, Reason: "called away"}); err != nil {
		return err
	}
	delete(c.phones, n)
	return nil
}

// checkIn has everybody but one check in by phone, in the order in which they come.
func (c *cup) checkIn(ctx context.Context, missing int) error {
	last := 0
	for n := range c.phones {
		last = max(last, n)
	}
	for _, i := range c.rng.Perm(last) {
		p := c.phones[i+1]
		if p == nil || i+1 == missing {
			continue
		}
		if err := c.pause(ctx, 0.2+0.3*c.rng.Float64()); err != nil {
			return err
		}
		if err := c.as(ctx, p.session, log.CheckIn{Entrant: p.entrant}); err != nil {
			return err
		}
	}
	c.tell("%s did not come.", c.phones[missing].name)
	delete(c.phones, missing)
	return nil
}

// enterLate enters somebody after the first round.
func (c *cup) enterLate(ctx context.Context) error {
	const name = "Tuor Lateborn"
	ids, err := c.register(ctx, name)
	if err != nil {
		return err
	}
	if err := c.official(ctx, log.Register{Entrants: []log.Entrant{{Player: ids[0], Club: clubs[0]}}}); err != nil {
		return err
	}
	if err := c.joinByCode(ctx, ids); err != nil {
		return err
	}
	c.tell("%s enters late and plays from the next round on.", name)
	return nil
}

// leave has somebody who lost their matches leave, by their own phone.
func (c *cup) leave(ctx context.Context) error {
	v, err := c.view(ctx)
	if err != nil {
		return err
	}
	rows := v.Standings[0].Table.Rows
	for i := len(rows) - 1; i >= 0; i-- {
		for _, e := range v.Entrants {
			p := c.phones[e.N]
			if e.Player != rows[i].Player || !e.In() || p == nil {
				continue
			}
			c.tell("%s drops out.", p.name)
			delete(c.phones, e.N)
			return c.as(ctx, p.session, log.Drop{Entrant: e.N, Reason: "the last train leaves"})
		}
	}
	return nil
}
