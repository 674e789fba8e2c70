package bench

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/google/uuid"

	"github.com/muster-events/muster/coordinator/runner"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
	"github.com/muster-events/muster/events/group"
)

var organiser = events.Actor{Role: events.RoleOrganiser}

// entry is the command that is measured: it is always allowed and changes a group.
var entry = group.PostNotice{Text: "The tables by the window: please speak a little more softly."}

func newID() events.CommandID { return events.CommandID(uuid.NewString()) }

func command(b events.CommandBody) events.Command {
	data, err := json.Marshal(b)
	if err != nil {
		panic(err) // plain structs always encode
	}
	return events.Command{ID: newID(), Type: b.CommandType(), Data: data, Actor: organiser}
}

// begin opens a gathering with one group and makes one entry.
func begin(ctx context.Context, s *runner.Service, g events.GatheringID) error {
	open := group.OpenGroup{
		Name: "One", Scenario: "attack-on-dol-guldur", Mode: "epic", Difficulty: "standard",
		Tables: []group.TableName{{ID: "a", Team: "A"}, {ID: "b", Team: "B"}, {ID: "c", Team: "C"}},
	}
	for _, c := range []struct {
		id   events.StreamID
		body events.CommandBody
	}{
		{events.Desk(g), desk.OpenGathering{Name: "Measured"}},
		{events.Group(g, "one"), open},
		{events.Group(g, "one"), entry},
	} {
		if _, err := s.Do(ctx, c.id, command(c.body)); err != nil {
			return fmt.Errorf("%s: %w", c.body.CommandType(), err)
		}
	}
	return nil
}
