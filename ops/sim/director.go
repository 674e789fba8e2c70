package sim

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"time"

	"github.com/muster-events/muster/coordinator/roster"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/ops/client"
)

// Occasion says where simulated people play tournaments and leagues, and how fast.
type Occasion struct {
	Base      string // address of the server, "http://127.0.0.1:8080"
	Key       string // the organiser's key
	Gathering events.GatheringID
	Name      string // of the gathering, for people
	Seed      uint64
	// Transport carries the requests; nil: the default.
	Transport http.RoundTripper
	// Pace is about how long it takes until somebody does something; 0: no time at all.
	Pace time.Duration
	// Tell, if set, is told in a sentence what goes on.
	Tell func(says string)
}

// director leads everybody of a gathering: the organiser, a judge, and players with their phones. One
// goroutine uses it.
type director struct {
	o     Occasion
	boss  *client.Client
	judge *client.Client
	rng   *rand.Rand
	ids   uint64
	rec   *recorder
	names map[events.PersonID]string
}

// direct opens the gathering, with an organiser and a judge in it.
func direct(ctx context.Context, o Occasion) (*director, error) {
	d := &director{
		o: o, boss: client.New(o.Base, o.Transport), judge: client.New(o.Base, o.Transport),
		rng: generator(o.Seed, 0, 30), rec: newRecorder(), names: map[events.PersonID]string{},
	}
	if err := d.boss.Login(ctx, o.Key); err != nil {
		return nil, fmt.Errorf("log in as organiser: %w", err)
	}
	if err := d.boss.OpenGathering(ctx, o.Gathering, o.Name, group.Settings{}); err != nil {
		return nil, fmt.Errorf("open gathering %s: %w", o.Gathering, err)
	}
	codes, err := d.boss.Codes(ctx, o.Gathering)
	if err != nil {
		return nil, fmt.Errorf("read the judges' code: %w", err)
	}
	if _, err := d.judge.Join(ctx, codes.Judge, "Judge Imrahil"); err != nil {
		return nil, fmt.Errorf("join as judge: %w", err)
	}
	return d, nil
}

// tell says in a sentence what goes on.
func (d *director) tell(format string, args ...any) {
	if d.o.Tell != nil {
		d.o.Tell(fmt.Sprintf(format, args...))
	}
}

// pause lets some paces go by.
func (d *director) pause(ctx context.Context, paces float64) error {
	if d.o.Pace <= 0 {
		return ctx.Err()
	}
	return client.Wait(ctx, time.Duration(paces*float64(d.o.Pace)))
}

// chance is true in pct of a hundred cases.
func (d *director) chance(pct int) bool { return d.rng.IntN(100) < pct }

// id draws the id of a command.
func (d *director) id() events.CommandID {
	d.ids++
	return newID(d.rng, d.ids)
}

// register makes people known to the gathering.
func (d *director) register(ctx context.Context, names ...string) ([]events.PersonID, error) {
	people := make([]roster.NewPerson, len(names))
	for i, n := range names {
		people[i].Name = n
	}
	ids, err := d.boss.Register(ctx, d.o.Gathering, people)
	if err != nil {
		return nil, err
	}
	for i, id := range ids {
		d.names[id] = names[i]
	}
	return slices.Clone(ids), nil
}

// a sender sends commands to one stream.
type sender func(ctx context.Context, as *client.Client, cmds ...client.Command) (client.Reply, error)

// try gives a command; a refusal is no error.
func (d *director) try(ctx context.Context, to sender, as *client.Client, body events.CommandBody) (client.Reply, error) {
	return d.given(ctx, to, as, client.Command{ID: d.id(), Body: body})
}

func (d *director) given(ctx context.Context, to sender, as *client.Client, cmd client.Command) (client.Reply, error) {
	start := time.Now()
	r, err := to(ctx, as, cmd)
	if err != nil {
		return r, fmt.Errorf("%s: %w", cmd.Body.CommandType(), err)
	}
	d.rec.entered(time.Since(start), r, false)
	return r, nil
}

// positionOf is where a command was recorded; an error if it was refused.
func positionOf(body events.CommandBody, r client.Reply) (events.Position, error) {
	if r.Refused != nil {
		return 0, fmt.Errorf("%s refused: %s (%s)", body.CommandType(), r.Refused.Says, r.Refused.Code)
	}
	return r.Answers[len(r.Answers)-1].Position, nil
}
