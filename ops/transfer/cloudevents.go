package transfer

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/store"
)

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
		for _, e := range r.CloudEvents() {
			if err := enc.Encode(e); err != nil {
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
