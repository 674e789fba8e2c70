package projections_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/muster-events/muster/events"
	cup "github.com/muster-events/muster/events/tournament"
	"github.com/muster-events/muster/projections"
)

// What one device has just recorded is found at once by another, which knows no position to wait for.
func TestWhatWasJustRecordedIsFoundAtOnce(t *testing.T) {
	c := newConvent(t)
	r := start(t, t.TempDir(), c.store)
	r.ready()
	for i := range 30 {
		id := events.GroupID(fmt.Sprintf("cup-%d", i))
		c.give(events.Tournament(spring, id), cup.OpenTournament{Name: "Cup", Rules: cup.Rules{Format: cup.FormatSwiss, Rounds: 2}, Seed: 3})
		if _, err := r.read.Tournament(r.ctx(), spring, id, false); err != nil {
			t.Fatalf("tournament %d: %v", i, err)
		}
	}
	if _, err := r.read.Tournament(r.ctx(), spring, "cup-99", false); !errors.Is(err, projections.ErrNotFound) {
		t.Fatalf("a tournament that nobody opened: %v", err)
	}
	if _, err := r.read.League(r.ctx(), "autumn", "cup-1", false); !errors.Is(err, projections.ErrNotFound) {
		t.Fatalf("a gathering that nobody opened: %v", err)
	}
}
