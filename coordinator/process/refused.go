package process

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/ThreeDotsLabs/watermill/message/router/middleware"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/muster-events/muster/events"
)

// Refused is the result of a group's game that the log of its campaign does not take.
type Refused struct {
	Gathering events.GatheringID `json:"gathering"`
	Campaign  events.GroupID     `json:"campaign"`
	Group     events.GroupID     `json:"group"`
	Scenario  string             `json:"scenario"`
	Won       bool               `json:"won"`
	Says      string             `json:"says"` // why, for people
}

// refusedError is the reason of a dead letter, from which [refusedOf] reads the result again.
type refusedError struct{ Refused }

const refusedMark = " | "

// Error says it in words, and then for programs.
func (e *refusedError) Error() string {
	data, _ := json.Marshal(e.Refused) // strings and a flag
	return fmt.Sprintf("%s is not recorded in the campaign %s: %s%s%s", e.Scenario, e.Campaign, e.Says, refusedMark, data)
}

// refusedOf reads which result a dead letter is about; false if it is about something else.
func refusedOf(m *jetstream.RawStreamMsg) (Refused, bool) {
	var r Refused
	_, data, ok := strings.Cut(m.Header.Get(middleware.ReasonForPoisonedKey), refusedMark+"{")
	if !ok {
		return r, false
	}
	return r, json.Unmarshal([]byte("{"+data), &r) == nil
}

// RefusedResults returns the results of a campaign's groups that its log did not take and that nobody
// has dealt with, oldest first. An error says that the broker does not answer.
func (p *Processes) RefusedResults(ctx context.Context, g events.GatheringID, campaign events.GroupID) ([]Refused, error) {
	var out []Refused
	err := eachLetter(ctx, p.o.JS, CampaignHandler, func(m *jetstream.RawStreamMsg) bool {
		if r, ok := refusedOf(m); ok && r.Gathering == g && r.Campaign == campaign {
			out = append(out, r)
		}
		return false
	})
	return out, err
}

// Dismiss takes the refused results of a group away: somebody has decided that they are not recorded.
func (p *Processes) Dismiss(ctx context.Context, g events.GatheringID, campaign, group events.GroupID) error {
	return eachLetter(ctx, p.o.JS, CampaignHandler, func(m *jetstream.RawStreamMsg) bool {
		r, ok := refusedOf(m)
		return ok && r.Gathering == g && r.Campaign == campaign && r.Group == group
	})
}
