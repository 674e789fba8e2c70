package runner_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/muster-events/muster/coordinator/runner"
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/store"
)

// given keeps the commands that it is given.
type given []events.Command

func (g *given) Do(_ context.Context, _ events.StreamID, c events.Command) (events.Answer, error) {
	*g = append(*g, c)
	return events.Answer{}, nil
}

// A browser's session may be another one than when its page signed an entry: what an official sends is not
// signed, and is not refused for that.
func TestOnlyTheSignaturesOfCaptainsAreTaken(t *testing.T) {
	req := runner.Request{Commands: []runner.Entry{{ID: "01900000-0000-7000-8000-000000000001", Type: "x.v1", Data: json.RawMessage("{}"), Sig: "abc"}}}
	for role, want := range map[events.Role]string{events.RoleCaptain: "abc", events.RoleJudge: "", events.RoleOrganiser: ""} {
		var g given
		if res := runner.DoAll(t.Context(), &g, events.Group("spring", "red"), events.Actor{Role: role}, "phone-1", req); res.Refused != nil || len(g) != 1 || g[0].Sig != want {
			t.Errorf("%s: %+v, %+v", role, g, res.Refused)
		}
	}
}

// Where nobody looks at signatures, none is recorded.
func TestNothingButEntriesOfGroupsIsSigned(t *testing.T) {
	each(t, func(t *testing.T, open func() store.Store) {
		c := events.Command{
			ID: "01900000-0000-7000-8000-000000000001", Type: "tournament.register.v1", Data: json.RawMessage("{}"), Device: "phone-1",
			Actor: events.Actor{Role: events.RoleCaptain}, Sig: "abc",
		}
		_, err := service(open()).Do(t.Context(), events.Tournament("spring", "cup"), c)
		refusedWith(t, err, engine.CodeMalformed)
		c.Type, c.Actor.Role = "group.start.v1", events.RoleOrganiser
		_, err = service(open()).Do(t.Context(), events.Group("spring", "red"), c)
		refusedWith(t, err, engine.CodeMalformed)
	})
}
