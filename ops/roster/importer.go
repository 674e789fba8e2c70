package roster

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"

	"github.com/google/uuid"

	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/coordinator/desk"
	"github.com/muster-events/muster/coordinator/roster"
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/projections/catalog"
)

// What a group of a roster plays if its rows name no scenario, and how hard.
const (
	Scenario   = roster.DolGuldur
	Mode       = "epic"
	Difficulty = "standard"
)

// Commander sends a command to the stream it is for; coordinator/runner.Service is one.
type Commander interface {
	Do(ctx context.Context, stream events.StreamID, c events.Command) (events.Answer, error)
}

// People registers names; ops/people.People is one.
type People interface {
	Register(ctx context.Context, g events.GatheringID, actor events.Actor, names []roster.NewPerson) ([]events.PersonID, error)
}

// Desk says what a gathering is at this moment; coordinator/runner.Service is one.
type Desk interface {
	Desk(ctx context.Context, g events.GatheringID) (desk.State, error)
}

// Catalog is the read model that lists the groups there are.
type Catalog interface {
	Gathering(ctx context.Context, g events.GatheringID) (catalog.Gathering, error)
	Await(ctx context.Context, g events.GatheringID, at events.Position) error
}

// Importer imports rosters. Its fields must be set; Seed may be nil. It is safe for concurrent use.
type Importer struct {
	Commands Commander
	People   People
	Desk     Desk
	Catalog  Catalog
	Seed     func() uint64 // of a new group's draws; nil: random
}

// Import reads a roster (format "csv" or "json") into a gathering. With dry set, or if there is any
// problem, nothing is changed and the report says what is wrong or would be done. Errors:
// *engine.Refusal if the actor may not import or the gathering does not take it, and those of
// Commander and People; an error that comes after part was done says what that is.
func (im *Importer) Import(ctx context.Context, g events.GatheringID, actor events.Actor, body io.Reader, format string, dry bool) (roster.Report, error) {
	if no := access.May(actor, access.Import, access.Object{}); no != nil {
		return roster.Report{}, no
	}
	d, err := im.open(ctx, g)
	if err != nil {
		return roster.Report{}, err
	}
	file, problems := roster.Parse(body, format)
	if len(problems) > 0 {
		return roster.Report{Problems: problems}, nil
	}
	there, err := im.Catalog.Gathering(ctx, g)
	if err != nil {
		return roster.Report{}, fmt.Errorf("look at the groups there are: %w", err)
	}
	p := newPlan(file, there, d.Settings, im.seed)
	report := roster.Report{People: len(file.Players), Groups: file.Groups(), Problems: p.check(actor)}
	if dry || len(report.Problems) > 0 {
		return report, nil
	}
	if err := im.carryOut(ctx, g, actor, p); err != nil {
		return roster.Report{}, err
	}
	report.Applied = true
	return report, nil
}

// open returns the state of a gathering that takes imports.
func (im *Importer) open(ctx context.Context, g events.GatheringID) (desk.State, error) {
	d, err := im.Desk.Desk(ctx, g)
	switch {
	case err != nil:
		return d, err
	case !d.Opened:
		return d, &engine.Refusal{Code: desk.CodeNotOpened, Says: "there is no such gathering yet; open it first"}
	case d.Ended:
		return d, &engine.Refusal{Code: desk.CodeEnded, Says: fmt.Sprintf("the gathering %s has ended; nothing can be imported", d.Name)}
	}
	return d, nil
}

func (im *Importer) seed() uint64 {
	if im.Seed != nil {
		return im.Seed()
	}
	return rand.Uint64()
}

// carryOut registers everybody, then opens and seats group by group.
func (im *Importer) carryOut(ctx context.Context, g events.GatheringID, actor events.Actor, p *plan) error {
	ids, err := im.People.Register(ctx, g, actor, p.names())
	if err != nil {
		return fmt.Errorf("register the people of the roster (%d of %d are registered, no group was made): %w", len(ids), len(p.names()), err)
	}
	var last events.Position
	var done []string
	for _, gr := range p.groups {
		for _, b := range []events.CommandBody{gr.open, gr.seats(ids)} {
			a, err := im.do(ctx, events.Group(g, gr.id), actor, b)
			if err != nil {
				return fmt.Errorf("make the group %s (made before: %s; take those out of the file and import the rest): %w",
					gr.open.Name, listed(done), err)
			}
			last = max(last, a.Position)
		}
		done = append(done, gr.open.Name)
	}
	// The next page shows the groups; it is no failure if that takes a moment longer.
	_ = im.Catalog.Await(ctx, g, last)
	return nil
}

func listed(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}

func (im *Importer) do(ctx context.Context, id events.StreamID, actor events.Actor, body events.CommandBody) (events.Answer, error) {
	data, err := json.Marshal(body)
	if err != nil {
		return events.Answer{}, fmt.Errorf("encode %s: %w", body.CommandType(), err)
	}
	command, err := uuid.NewV7()
	if err != nil {
		return events.Answer{}, fmt.Errorf("make a command id: %w", err)
	}
	return im.Commands.Do(ctx, id, events.Command{
		ID: events.CommandID(command.String()), Type: body.CommandType(), Data: data, Actor: actor,
	})
}

// seat is one player of a group: which of the roster's people, at which table.
type seat struct {
	person int // place in the roster
	table  events.TableID
	heroes []group.Hero
}
