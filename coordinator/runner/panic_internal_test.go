package runner

import (
	"bytes"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"github.com/muster-events/muster/coordinator"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/store/memory"
)

// broken is a machine whose rules break an invariant.
type broken struct{ machine }

func (broken) decide(coordinator.Command) ([]events.Payload, error) {
	panic("city strength -1")
}

func TestABrokenInvariantStopsTheCommandAndNotTheProgram(t *testing.T) {
	var log bytes.Buffer
	s := New(Options{Store: memory.New(), Log: slog.New(slog.NewTextHandler(&log, nil))})
	id := events.Group("spring", "g1")
	c := events.Command{
		ID: "01900000-0000-7000-8000-000000000001", Type: group.Resume{}.CommandType(), Data: []byte(`{}`),
		Actor: events.Actor{Role: events.RoleOrganiser},
	}
	l, err := s.lanes.enter(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	l.past, l.loaded = past{machine: broken{start(id)}}, true
	s.lanes.leave(l)

	_, err = s.Do(t.Context(), id, c)
	var internal *InternalError
	if !errors.As(err, &internal) || strings.Contains(err.Error(), "city strength") {
		t.Fatalf("got %v", err)
	}
	if got := log.String(); !strings.Contains(got, internal.Number) || !strings.Contains(got, "city strength -1") {
		t.Fatalf("the log does not explain number %s: %s", internal.Number, got)
	}
	if r, kind := Refuse(err); r.Code != CodeInternal || kind != KindInternal {
		t.Fatalf("refused with %+v, %v", r, kind)
	}
	// The state was forgotten: the next command is decided on what the log says.
	c.ID = "01900000-0000-7000-8000-000000000002"
	if _, err = s.Do(t.Context(), id, c); errors.As(err, &internal) || err == nil {
		t.Fatalf("the next command: %v", err)
	}
}
