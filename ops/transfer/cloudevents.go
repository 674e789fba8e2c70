package transfer

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/store"
)

// CloudEvent is one event in the JSON format that integrators know. Its id and source are those of
// the same event on the live feed.
//
// Source: CloudEvents 1.0.2, "JSON Event Format", section 3.
type CloudEvent struct {
	SpecVersion     string          `json:"specversion"` // "1.0"
	ID              string          `json:"id"`          // "<stream>/<version>/<n>", n from 1
	Source          string          `json:"source"`      // "/muster/<stream>"
	Type            string          `json:"type"`        // "lotr.enemy-destroyed.v1"
	Time            time.Time       `json:"time"`
	DataContentType string          `json:"datacontenttype"` // "application/json"
	Position        events.Position `json:"musterposition"`
	Version         events.Version  `json:"musterversion"`
	Command         string          `json:"mustercommand"`
	Data            json.RawMessage `json:"data"`
}

// cloudEvent returns event i of a commit.
func cloudEvent(r events.Recorded, i int) CloudEvent {
	return CloudEvent{
		SpecVersion: "1.0", ID: fmt.Sprintf("%s/%d/%d", r.Stream, r.Version, i+1), Source: "/muster/" + r.Stream.String(),
		Type: r.Events[i].Type, Time: r.At, DataContentType: "application/json",
		Position: r.Position, Version: r.Version, Command: string(r.Command.ID), Data: r.Events[i].Data,
	}
}

// ExportCloudEvents writes every event of a gathering as one CloudEvent a line. Such a file is for
// integrators; it cannot be imported.
func ExportCloudEvents(ctx context.Context, log store.Follower, g events.GatheringID, w io.Writer) (Summary, error) {
	out := bufio.NewWriterSize(w, 256<<10)
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	sum := Summary{Gathering: g}
	for r, err := range whole(ctx, log, g) {
		if err != nil {
			return sum, err
		}
		for i := range r.Events {
			if err := enc.Encode(cloudEvent(r, i)); err != nil {
				return sum, fmt.Errorf("write the file: %w", err)
			}
			sum.Events++
		}
		sum.Commits++
	}
	if err := out.Flush(); err != nil {
		return sum, fmt.Errorf("write the file: %w", err)
	}
	return sum, nil
}
