package auth

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/projections/catalog"
)

// Catalog is the read model that says which gatherings are open and which tables they have.
type Catalog interface {
	// Desk returns one gathering without its groups, or an error if there is none.
	Desk(ctx context.Context, g events.GatheringID) (catalog.Gathering, error)
	// Listed returns one group of a gathering, or an error if there is none.
	Listed(ctx context.Context, g events.GatheringID, group events.GroupID) (catalog.Group, error)
	// Gatherings returns all gatherings.
	Gatherings(ctx context.Context) ([]catalog.Gathering, error)
	// Changed returns a channel that is closed at the next change; both empty: of anything.
	Changed(g events.GatheringID, group events.GroupID) <-chan struct{}
}

// opens is what a code opens.
type opens struct {
	access.Session     // without id and device
	epoch          int // of the table's code; 1 for judges
	twice          bool
}

// codes finds what a code opens. All codes of all open gatherings are worked out once and kept
// until the catalogue changes.
type codes struct {
	secret  []byte
	catalog Catalog

	mu      sync.Mutex // guards the two below
	known   map[string]opens
	changed <-chan struct{}
}

func (c *codes) find(ctx context.Context, code string) (opens, bool, error) {
	known, err := c.all(ctx)
	if err != nil {
		return opens{}, false, err
	}
	o, ok := known[code]
	return o, ok, nil
}

func (c *codes) all(ctx context.Context) (map[string]opens, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.known != nil {
		select {
		case <-c.changed:
		default:
			return c.known, nil
		}
	}
	changed := c.catalog.Changed("", "") // before reading, so that no change is missed
	gs, err := c.catalog.Gatherings(ctx)
	if err != nil {
		return nil, fmt.Errorf("look codes up: %w", err)
	}
	known := map[string]opens{}
	for _, g := range gs {
		if !g.Ended {
			c.add(known, g)
		}
	}
	c.known, c.changed = known, changed
	return known, nil
}

func (c *codes) add(known map[string]opens, g catalog.Gathering) {
	put := func(code string, o opens) {
		_, o.twice = known[code]
		known[code] = o
	}
	put(codeOf(c.secret, g.ID, "", judgeTable, 1), opens{Session: access.Session{Role: events.RoleJudge, Gathering: g.ID}, epoch: 1})
	for _, group := range g.Groups {
		for _, t := range group.Tables {
			epoch := epochOf(g, group.ID, t.ID)
			put(codeOf(c.secret, g.ID, group.ID, t.ID, epoch), opens{
				Session: access.Session{Role: events.RoleCaptain, Gathering: g.ID, Group: group.ID, Table: t.ID},
				epoch:   epoch,
			})
		}
	}
}

// epochOf returns the epoch of a table's code; the first is 1.
func epochOf(g catalog.Gathering, group events.GroupID, table events.TableID) int {
	if e, ok := g.Epochs[string(group)+"/"+string(table)]; ok && e > 1 {
		return e
	}
	return 1
}

// atTable returns the gathering of a table if there is such a table.
func atTable(ctx context.Context, c Catalog, g events.GatheringID, group events.GroupID, table events.TableID) (catalog.Gathering, bool) {
	cg, err := c.Desk(ctx, g)
	if err != nil {
		return cg, false
	}
	gr, err := c.Listed(ctx, g, group)
	return cg, err == nil && slices.ContainsFunc(gr.Tables, func(t catalog.Table) bool { return t.ID == table })
}
