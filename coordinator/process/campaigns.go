package process

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/google/uuid"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/muster-events/muster/coordinator/campaign"
	"github.com/muster-events/muster/coordinator/runner"
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	words "github.com/muster-events/muster/events/campaign"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/store"
)

// CampaignHandler is the name of the handler that writes the results of groups into the logs of their
// campaigns.
const CampaignHandler = "campaign"

// campaigns reacts to a group that has won or lost by recording that in the log of the campaign that it
// was opened with. Commands have ids that derive from the group's commit, so a commit that is seen again
// records nothing again. What the log refuses becomes a dead letter; what it cannot take at the moment
// holds the lane up until it can.
type campaigns struct {
	do  runner.Doer
	js  jetstream.JetStream // dead letters
	log store.Loader
	cat *events.Catalogue
}

func (c campaigns) handle(wm *message.Message) error {
	commit, err := events.DecodeCommit(wm.Payload)
	if err != nil {
		return &poisonError{err}
	}
	if commit.Stream.Kind == events.KindCampaign {
		return c.settle(wm.Context(), commit.Stream)
	}
	if commit.Stream.Kind != events.KindGroup || !decides(commit) {
		return nil
	}
	position, err := strconv.ParseUint(wm.Metadata.Get(MetaPosition), 10, 64)
	if err != nil {
		return &poisonError{fmt.Errorf("a commit of %s has no position: %w", commit.Stream, err)}
	}
	at, err := runner.Replay(wm.Context(), c.log, c.cat, commit.Stream, events.Position(position))
	if err != nil {
		return fmt.Errorf("result of %s: %w", commit.Stream, err)
	}
	if at.Group == nil || at.Group.Settings.Campaign == nil {
		return nil
	}
	to := events.Campaign(commit.Stream.Gathering, events.GroupID(at.Group.Settings.Campaign.Stream))
	for _, r := range campaign.ResultsOf(*at.Group, commit.Stream.Group) {
		if err := c.record(wm.Context(), to, commit, r); err != nil {
			return err
		}
	}
	return nil
}

// decides tells whether a commit ended its group's game.
func decides(c events.Commit) bool {
	for _, e := range c.Events {
		if e.Type == (group.GroupWon{}).EventType() || e.Type == (group.GroupLost{}).EventType() {
			return true
		}
	}
	return false
}

// record sends one result to a campaign's log. A refusal is no matter if the log says the same already:
// somebody recorded it by hand, or the result was taken back and came out the same again.
func (c campaigns) record(ctx context.Context, to events.StreamID, from events.Commit, r words.RecordResult) error {
	data, err := json.Marshal(r)
	if err != nil {
		return &poisonError{fmt.Errorf("result of %s: %w", from.Stream, err)}
	}
	_, err = c.do.Do(ctx, to, events.Command{
		ID: resultID(from, r.Scenario), Type: r.CommandType(), Data: data, Actor: events.Actor{Role: events.RoleSystem},
	})
	refused := engine.AsRefusal(err)
	if refused == nil || refused.Code == engine.CodeBusy {
		return err
	}
	if tooLate(refused) {
		return nil
	}
	now, failed := runner.Replay(ctx, c.log, c.cat, to, 0)
	if failed != nil {
		return fmt.Errorf("log of %s: %w", to, failed)
	}
	if now.Campaign != nil && now.Campaign.Holds(r) {
		return nil
	}
	return &poisonError{&refusedError{
		Refused: Refused{Gathering: to.Gathering, Campaign: to.Group, Group: from.Stream.Group, Scenario: r.Scenario, Won: r.Won, Says: refused.Says},
	}}
}

// settle takes away the dead letters of a campaign that its log has caught up with.
func (c campaigns) settle(ctx context.Context, id events.StreamID) error {
	var now *runner.Replayed
	var failed error
	err := eachLetter(ctx, c.js, CampaignHandler, func(m *jetstream.RawStreamMsg) bool {
		r, ok := refusedOf(m)
		if !ok || r.Gathering != id.Gathering || r.Campaign != id.Group || failed != nil {
			return false
		}
		if now == nil {
			var at runner.Replayed
			if at, failed = runner.Replay(ctx, c.log, c.cat, id, 0); failed != nil {
				return false
			}
			now = &at
		}
		return now.Campaign.Holds(words.RecordResult{Scenario: r.Scenario, Group: r.Group, Won: r.Won})
	})
	return errors.Join(err, failed)
}

// resultSpace is the name space of the ids of commands that follow from a group's result.
var resultSpace = uuid.MustParse("7d0a1c52-0f0e-5f6f-8b86-3a7c9a2f4b10")

// resultID derives the id of a command from the commit that caused it.
func resultID(from events.Commit, scenario string) events.CommandID {
	name := fmt.Sprintf("%s\n%d\n%s", from.Stream, from.Version, scenario)
	return events.CommandID(uuid.NewSHA1(resultSpace, []byte(name)).String())
}

// passes tells whether an error goes away by itself: then the lane waits and tries again, and nothing
// becomes a dead letter.
func passes(err error) bool {
	var away *events.UnavailableError
	refused := engine.AsRefusal(err)
	return errors.As(err, &away) || errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) ||
		refused != nil && refused.Code == engine.CodeBusy
}
