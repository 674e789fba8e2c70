package people

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/muster-events/muster/coordinator/access"
	state "github.com/muster-events/muster/coordinator/desk"
	"github.com/muster-events/muster/coordinator/roster"
	"github.com/muster-events/muster/coordinator/roster/alike"
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
)

// shownWithin is how long a correction waits until this server's own pages show it.
const shownWithin = 5 * time.Second

// replacing is about how long a record is away while it is replaced.
const replacing = 5 * time.Millisecond

// correction is a correction that is under way. It is kept beside the record until it is carried out, so that
// whoever finds it can do so: the log takes its command once, whoever sends it.
type correction struct {
	To      Record             `json:"to"`
	Was     events.Hash        `json:"was"` // commitment of the record that it replaces
	Command events.CommandID   `json:"command"`
	Actor   events.Actor       `json:"actor"`
	Says    desk.CorrectPerson `json:"says"`
}

// Correct replaces the name or contact that is kept of a person, and has the log say who did so and why. The
// old record is overwritten in the bucket's file like an erased one. It returns the position from which pages
// show it, or 0 if nothing is different. Errors: *engine.Refusal (not allowed, no name, not known, forgotten,
// sealed), *events.UnavailableError: then it may still be carried out.
func (p *People) Correct(ctx context.Context, g events.GatheringID, actor events.Actor, id events.PersonID, c roster.Correction) (events.Position, error) {
	for _, err := range []error{g.Validate(), id.Validate()} {
		if err != nil {
			return 0, &engine.Refusal{Code: engine.CodeMalformed, Says: err.Error()}
		}
	}
	// before anything tells whether a name is the one that is kept
	if no := access.May(actor, access.Give(desk.CorrectPerson{}.CommandType()), access.Object{Person: id}); no != nil {
		return 0, no
	}
	missing := 0
	for range attempts {
		if err := p.settle(ctx, g, id); err != nil {
			return 0, err
		}
		was, _, err := p.kept(ctx, key(g, id))
		if err != nil {
			return 0, err
		}
		if was == nil {
			there, no := p.nobody(ctx, g, id)
			if missing++; !there || missing == attempts {
				return 0, no
			}
			select { // somebody is just replacing it
			case <-time.After(time.Duration(missing) * replacing):
			case <-ctx.Done():
			}
			continue
		}
		was.ID = id
		plan, err := planned(*was, actor, c)
		if err != nil || plan == nil {
			return 0, err
		}
		b, err := json.Marshal(plan)
		if err != nil {
			return 0, fmt.Errorf("encode a correction: %w", err)
		}
		_, err = p.kv.Create(ctx, underWay(g, id), b)
		if errors.Is(err, jetstream.ErrKeyExists) {
			continue // somebody corrects the same person: theirs comes first
		}
		if err != nil {
			return 0, unavailable("keep a name", err)
		}
		return p.carryOut(ctx, g, *plan)
	}
	return 0, &engine.Refusal{Code: engine.CodeBusy, Says: "others correct the same person at this moment; look at what they did, then try again"}
}

// planned says what a correction changes; nil: nothing.
func planned(was Record, actor events.Actor, c roster.Correction) (*correction, error) {
	to := newRecord(was.Name, was.Contact)
	to.ID = was.ID
	var err error
	if c.Name != nil {
		if to.Name, err = roster.CleanName(*c.Name); err != nil {
			return nil, &engine.Refusal{Code: engine.CodeMalformed, Says: "the name " + err.Error()}
		}
	}
	if c.Contact != nil {
		to.Contact = ""
		if strings.TrimSpace(*c.Contact) != "" {
			if to.Contact, err = roster.CleanContact(*c.Contact); err != nil {
				return nil, &engine.Refusal{Code: engine.CodeMalformed, Says: "the contact " + err.Error()}
			}
		}
	}
	if to.Name == was.Name && to.Contact == was.Contact {
		return nil, nil
	}
	cmd, err := uuid.NewV7()
	if err != nil {
		return nil, fmt.Errorf("make a command id: %w", err)
	}
	return &correction{
		To: to, Was: was.Commitment(), Command: events.CommandID(cmd.String()), Actor: actor,
		Says: desk.CorrectPerson{
			Person: was.ID, Commitment: to.Commitment(), Name: to.Name != was.Name, Contact: to.Contact != was.Contact, Why: c.Why,
		},
	}, nil
}

// nobody says why there is nothing to correct; there tells that there ought to be.
func (p *People) nobody(ctx context.Context, g events.GatheringID, id events.PersonID) (there bool, err error) {
	d, err := p.o.Desk.Desk(ctx, g)
	if err != nil {
		return false, err
	}
	known, forgotten := d.Knows(id)
	if forgotten {
		return false, &engine.Refusal{Code: state.CodeForgotten, Says: fmt.Sprintf("the name of %s was erased; nothing is kept of them any more", id)}
	}
	return known, &engine.Refusal{Code: state.CodeUnknown, Says: fmt.Sprintf("no name is kept for %q of this gathering", id)}
}

// settle carries out a correction that somebody began and did not finish, if there is one.
func (p *People) settle(ctx context.Context, g events.GatheringID, id events.PersonID) error {
	e, err := p.kv.Get(ctx, underWay(g, id))
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return nil
	}
	if err != nil {
		return unavailable("read a correction", err)
	}
	var plan correction
	if err := json.Unmarshal(e.Value(), &plan); err != nil {
		return fmt.Errorf("the correction of %s is not what muster wrote: %w", id, err)
	}
	plan.To.ID = id
	if _, err := p.carryOut(ctx, g, plan); err != nil && engine.AsRefusal(err) == nil {
		return err
	}
	return nil // a refused one is gone
}

// carryOut has the log say it, then replaces the record. Several may do so at once with the same outcome.
func (p *People) carryOut(ctx context.Context, g events.GatheringID, plan correction) (events.Position, error) {
	data, err := json.Marshal(plan.Says)
	if err != nil {
		return 0, fmt.Errorf("encode %s: %w", plan.Says.CommandType(), err)
	}
	a, err := p.o.Commands.Do(ctx, events.Desk(g), events.Command{
		ID: plan.Command, Type: plan.Says.CommandType(), Data: data, Actor: plan.Actor,
	})
	var gone *events.UnavailableError
	switch {
	case err == nil:
	case engine.AsRefusal(err) != nil, errors.As(err, &gone) && !gone.NotKnown:
		p.drops(ctx, g, plan.To.ID)
		return 0, err
	default:
		return 0, err // the log may say it: it stays, and is carried out later
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), shownWithin)
	defer cancel()
	if err := p.replace(ctx, g, plan); err != nil {
		return 0, err
	}
	p.drops(ctx, g, plan.To.ID)
	return a.Position, nil
}

// replace puts the new record in the place of the one that it corrects. It leaves alone what was corrected
// or erased since, by whoever went on from here.
func (p *People) replace(ctx context.Context, g events.GatheringID, plan correction) error {
	at := key(g, plan.To.ID)
	b, err := json.Marshal(plan.To)
	if err != nil {
		return fmt.Errorf("encode a record: %w", err)
	}
	missing := 0
	for range attempts {
		now, revision, err := p.kept(ctx, at)
		switch {
		case err != nil:
			return err
		case now == nil:
			if missing++; missing > 2 {
				return nil // erased
			}
		case now.Commitment() != plan.Was:
			return p.shown(ctx, g, plan.To.ID)
		default:
			missing = 0
			if err := p.kv.stream.SecureDeleteMsg(ctx, revision); err != nil && !errors.Is(err, jetstream.ErrMsgNotFound) {
				if again, _, look := p.kept(ctx, at); look == nil && (again == nil || again.Commitment() != plan.Was) {
					continue // somebody else has overwritten it
				}
				return unavailable("overwrite a name", err)
			}
		}
		if _, err := p.kv.Update(ctx, at, b, 0); err == nil { // 0: nothing of it is there
			return p.shown(ctx, g, plan.To.ID)
		} else if !errors.Is(err, jetstream.ErrKeyExists) && !wrongSequence(err) {
			return unavailable("keep a name", err)
		}
	}
	return unavailable("keep a name", errors.New("it changes all the time"))
}

func wrongSequence(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence
}

// shown waits until this server knows the record that is kept now, so that its own pages show it.
func (p *People) shown(ctx context.Context, g events.GatheringID, id events.PersonID) error {
	for {
		changed := p.Renamed()
		now, _, err := p.kept(ctx, key(g, id))
		if err != nil {
			return err
		}
		if r, ok := p.record(g, id); now == nil && !ok || now != nil && ok && r.Commitment() == now.Commitment() {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return nil // it is done; pages here are late
		}
	}
}

// drops deletes a correction that is carried out or refused. Left behind it is found again.
func (p *People) drops(ctx context.Context, g events.GatheringID, id events.PersonID) {
	if err := p.kv.eraseKept(context.WithoutCancel(ctx), underWay(g, id)); err != nil {
		p.o.Log.Warn("a correction that is done was left behind", "gathering", g, "person", id, "err", err)
	}
}

// kept returns what the bucket holds under a key, and its revision; nil: nothing.
func (p *People) kept(ctx context.Context, at string) (*Record, uint64, error) {
	e, err := p.kv.Get(ctx, at)
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return nil, 0, nil
	}
	if err != nil {
		return nil, 0, unavailable("read a name", err)
	}
	_, id, _ := parseKey(at)
	r, err := decodeRecord(id, e.Value())
	if err != nil {
		return nil, 0, err
	}
	return &r, e.Revision(), nil
}

// Like returns who of a gathering may be meant by a name, the likeliest first, without a person themself:
// an organiser is asked before a second one of nearly the same name is made.
func (p *People) Like(g events.GatheringID, id events.PersonID, name string) []alike.Match {
	name, err := roster.CleanName(name)
	if err != nil {
		return nil
	}
	var x alike.Index
	for _, r := range p.Records(g) {
		if r.ID != id {
			x.Add(alike.Person{ID: r.ID, Name: r.Name})
		}
	}
	return slices.Clip(x.Like(alike.Person{ID: id, Name: name}))
}
