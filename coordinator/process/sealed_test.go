package process

import (
	"testing"

	"github.com/muster-events/muster/coordinator/runner"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
)

// A result that nobody can record any more is no dead letter, and those of before are taken away: nothing
// waits for a log that is sealed. The lanes start on it as on any other.
func TestNothingWaitsForASealedGathering(t *testing.T) {
	y := newStory(t, newRig(t))
	do, told := y.handled()
	p := y.processes(do)
	stop := y.start(t, p, nil)
	y.lose(y.open("stray")) // nobody has begun this game in the log
	<-told
	eventually(t, "there is a dead letter", func() bool {
		w, err := p.DeadLetters(t.Context())
		return err == nil && len(w) == 1
	})
	playing := y.begin("late")
	eventually(t, "everything is carried on", func() bool {
		says, err := p.Behind(t.Context(), spring)
		return err == nil && says == ""
	})
	stop()

	y.lose(playing) // not carried on before the seal
	if says, err := p.Behind(t.Context(), spring); err != nil || says == "" {
		t.Errorf("behind: %q, %v", says, err)
	}
	y.give(events.Desk(spring), desk.SealGathering{})
	if err := y.store.Seal(t.Context(), spring); err != nil {
		t.Fatal(err)
	}
	p = y.processes(runner.NewClosed(y.s))
	y.start(t, p, nil)
	eventually(t, "the lanes have come past the seal and nothing waits", func() bool {
		w, err := p.DeadLetters(t.Context())
		says, err2 := p.Behind(t.Context(), spring)
		return err == nil && err2 == nil && len(w) == 0 && says == ""
	})
}
