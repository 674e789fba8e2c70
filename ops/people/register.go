package people

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/google/uuid"
	"github.com/nats-io/nats.go/jetstream"

	state "github.com/muster-events/muster/coordinator/desk"
	"github.com/muster-events/muster/coordinator/roster"
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
)

const (
	// MaxRegister is the greatest number of names in one call.
	MaxRegister = 5000
	// perCommand is how many people one command registers, so that its commit, which holds each
	// twice, stays within events.MaxCommitBytes.
	perCommand = 200
	// attempts bounds how often ids are chosen anew because somebody else had them first.
	attempts = 8
)

// Register makes people known to a gathering, in the order given, and returns their ids. A malformed
// name fails the whole call, before anything is changed, with a [*RowError]. More than 200 names are
// registered in several commands; if one fails the error is returned with the ids of those before.
// Errors: *engine.Refusal (not allowed, no such gathering), *events.UnavailableError.
func (p *People) Register(ctx context.Context, g events.GatheringID, actor events.Actor, names []roster.NewPerson) ([]events.PersonID, error) {
	if err := g.Validate(); err != nil {
		return nil, &engine.Refusal{Code: engine.CodeMalformed, Says: err.Error()}
	}
	records, err := clean(names)
	if err != nil {
		return nil, err
	}
	ids := make([]events.PersonID, 0, len(records))
	for some := range slices.Chunk(records, perCommand) {
		got, err := p.register(ctx, g, actor, some)
		if err != nil {
			return ids, err
		}
		ids = append(ids, got...)
	}
	return ids, nil
}

// RowError says which of the names given is not one.
type RowError struct {
	Row   int    // from 1
	Field string // "name" or "contact"
	Says  string
}

// Error names the row and says what is wrong.
func (e *RowError) Error() string { return fmt.Sprintf("row %d: the %s %s", e.Row, e.Field, e.Says) }

func clean(names []roster.NewPerson) ([]Record, error) {
	if len(names) == 0 || len(names) > MaxRegister {
		return nil, &engine.Refusal{Code: engine.CodeMalformed, Says: fmt.Sprintf("%d names; send 1 to %d at once", len(names), MaxRegister)}
	}
	out := make([]Record, len(names))
	for i, n := range names {
		name, err := roster.CleanName(n.Name)
		if err != nil {
			return nil, &RowError{Row: i + 1, Field: "name", Says: err.Error()}
		}
		contact := ""
		if n.Contact != "" {
			if contact, err = roster.CleanContact(n.Contact); err != nil {
				return nil, &RowError{Row: i + 1, Field: "contact", Says: err.Error()}
			}
		}
		out[i] = newRecord(name, contact)
	}
	return out, nil
}

// register makes up to perCommand people known with one command.
func (p *People) register(ctx context.Context, g events.GatheringID, actor events.Actor, rs []Record) ([]events.PersonID, error) {
	var last error
	for range attempts {
		ids, err := p.keep(ctx, g, rs)
		if err != nil {
			return nil, err
		}
		err = p.announce(ctx, g, actor, rs)
		if err == nil {
			for _, r := range rs {
				p.remember(g, r)
			}
			return ids, nil
		}
		var gone *events.UnavailableError
		if errors.As(err, &gone) && gone.NotKnown {
			return nil, err // the log may know them: the names stay
		}
		p.discard(ctx, g, ids)
		if r := engine.AsRefusal(err); r == nil || r.Code != state.CodeKnown {
			return nil, err
		}
		last = err
	}
	return nil, last
}

// keep stores the records under ids that nobody has, and sets their ids.
func (p *People) keep(ctx context.Context, g events.GatheringID, rs []Record) ([]events.PersonID, error) {
	d, err := p.o.Desk.Desk(ctx, g)
	if err != nil {
		return nil, err
	}
	next := d.People + 1
	ids := make([]events.PersonID, 0, len(rs))
	for i := range rs {
		if next, err = p.insert(ctx, g, d, &rs[i], next); err != nil {
			p.discard(ctx, g, ids)
			return nil, err
		}
		ids = append(ids, rs[i].ID)
	}
	return ids, nil
}

// insert stores a record under the first free id from a number on, and returns the number after.
func (p *People) insert(ctx context.Context, g events.GatheringID, d state.State, r *Record, number int) (int, error) {
	b, err := json.Marshal(r)
	if err != nil {
		return 0, fmt.Errorf("encode a record: %w", err)
	}
	for ; ; number++ {
		r.ID = personID(number)
		if known, _ := d.Knows(r.ID); known {
			continue
		}
		_, err := p.kv.Create(ctx, key(g, r.ID), b)
		switch {
		case err == nil:
			return number + 1, nil
		case !errors.Is(err, jetstream.ErrKeyExists):
			return 0, unavailable("keep a name", err)
		}
	}
}

// announce tells the log about the people, in one command.
func (p *People) announce(ctx context.Context, g events.GatheringID, actor events.Actor, rs []Record) error {
	body := desk.RegisterPeople{People: make([]desk.Person, len(rs))}
	for i, r := range rs {
		body.People[i] = desk.Person{ID: r.ID, Commitment: r.Commitment()}
	}
	return p.do(ctx, g, actor, body)
}

func (p *People) do(ctx context.Context, g events.GatheringID, actor events.Actor, body events.CommandBody) error {
	data, err := json.Marshal(body)
	if err != nil {
		return fmt.Errorf("encode %s: %w", body.CommandType(), err)
	}
	id, err := uuid.NewV7()
	if err != nil {
		return fmt.Errorf("make a command id: %w", err)
	}
	_, err = p.o.Commands.Do(ctx, events.Desk(g), events.Command{
		ID: events.CommandID(id.String()), Type: body.CommandType(), Data: data, Actor: actor,
	})
	return err
}

// discard deletes names that were kept for nothing.
func (p *People) discard(ctx context.Context, g events.GatheringID, ids []events.PersonID) {
	ctx = context.WithoutCancel(ctx)
	for _, id := range ids {
		if err := p.kv.erase(ctx, key(g, id)); err != nil {
			p.o.Log.Warn("a name that nobody has was left behind", "gathering", g, "person", id, "err", err)
		}
	}
}

// Forget erases a name, contact and salt, also from the files of the bucket, after the log has recorded that
// they are gone. If erasing
// fails it may be called again. Once the gathering has ended or its log is sealed they are erased without
// a record: the right to be forgotten does not end with it. Errors as for [People.Register].
func (p *People) Forget(ctx context.Context, g events.GatheringID, actor events.Actor, id events.PersonID) error {
	for _, err := range []error{g.Validate(), id.Validate()} {
		if err != nil {
			return &engine.Refusal{Code: engine.CodeMalformed, Says: err.Error()}
		}
	}
	if err := p.settle(ctx, g, id); err != nil { // what it holds is erased with the rest
		return err
	}
	err := p.do(ctx, g, actor, desk.ForgetPerson{Person: id})
	switch r := engine.AsRefusal(err); {
	case r == nil:
	case r.Code == state.CodeForgotten:
		err = nil // erasing may have failed then
	case r.Code == state.CodeEnded || r.Code == state.CodeSealed: // whoever asks has the right to: that comes first
		err = p.there(ctx, g, id)
	}
	if err != nil {
		return err
	}
	for _, erase := range []error{p.kv.eraseKept(ctx, underWay(g, id)), p.kv.erase(ctx, key(g, id))} {
		if erase != nil {
			return unavailable("erase a name", erase)
		}
	}
	p.drop(g, id)
	return nil
}

// there refuses to erase what is not there.
func (p *People) there(ctx context.Context, g events.GatheringID, id events.PersonID) error {
	_, err := p.kv.Get(ctx, key(g, id))
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return &engine.Refusal{Code: state.CodeUnknown, Says: fmt.Sprintf("no name is kept for %q of this gathering", id)}
	}
	if err != nil {
		return unavailable("erase a name", err)
	}
	return nil
}
