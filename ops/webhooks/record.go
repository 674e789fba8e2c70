package webhooks

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
)

// oldSecretKept is how long messages are signed by a secret that was replaced, too.
const oldSecretKept = 24 * time.Hour

// record is what is kept of an endpoint outside the log.
type record struct {
	URL    string `json:"url"`
	Secret string `json:"secret"`
	// Old is the secret before; it signs, too, until OldUntil.
	Old      string    `json:"old,omitempty"`
	OldUntil time.Time `json:"oldUntil,omitzero"`
	// Webhook is a copy of what the log says, which counts.
	Webhook desk.Webhook `json:"webhook"`

	revision uint64
}

// secrets are those that sign at a time, today's first.
func (r record) secrets(now time.Time) []string {
	if r.Old != "" && now.Before(r.OldUntil) {
		return []string{r.Secret, r.Old}
	}
	return []string{r.Secret}
}

// name is where something about an endpoint is kept in a bucket. No gathering has an empty id: those of
// the operator are kept without one.
type name struct {
	gathering events.GatheringID
	hook      desk.WebhookID
}

func (n name) key() string {
	if n.gathering == "" {
		return "every." + string(n.hook) + ".x"
	}
	return string(n.gathering) + "." + string(n.hook)
}

func parseName(key string) (name, bool) {
	parts := strings.Split(key, ".")
	if len(parts) == 3 && parts[0] == "every" && parts[2] == "x" {
		return name{hook: desk.WebhookID(parts[1])}, true
	}
	if len(parts) != 2 {
		return name{}, false
	}
	n := name{gathering: events.GatheringID(parts[0]), hook: desk.WebhookID(parts[1])}
	return n, n.gathering.Validate() == nil && events.DeviceID(n.hook).Validate() == nil
}

func decodeRecord(b []byte) (record, error) {
	var r record
	if err := json.Unmarshal(b, &r); err != nil {
		return record{}, fmt.Errorf("what is kept of a webhook is not what muster wrote: %w", err)
	}
	return r, nil
}

// kinds returns kinds in their order, each once. What is none is left out.
func kinds(given []string) []string {
	var out []string
	for _, k := range desk.HookKinds() {
		if slices.Contains(given, k) {
			out = append(out, k)
		}
	}
	return out
}
