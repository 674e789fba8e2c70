package tournament

import (
	"slices"

	log "github.com/muster-events/muster/events/tournament"
	"github.com/muster-events/muster/projections/words"
)

// lifeStep is a step of a tournament's life.
type lifeStep struct {
	Says string
	Now  bool
	Past bool
}

// lifeWords are the steps that a list of steps names otherwise than a sentence does.
var lifeWords = map[string]string{log.StatusFrozen: "Standings frozen", log.StatusThawed: "Shown again"}

// life are the steps of a tournament's life: standings that were not frozen need not be shown again.
func (s Shown) life() []lifeStep {
	steps := []string{log.StatusOpen, log.StatusRunning, log.StatusFrozen, log.StatusEnded, log.StatusThawed, log.StatusFinal, log.StatusSealed}
	now := slices.Index(steps, s.Status)
	var out []lifeStep
	for i, step := range steps {
		says, other := lifeWords[step]
		if !other {
			says = words.Upper(words.Status(step))
		}
		out = append(out, lifeStep{Says: says, Now: i == now, Past: i < now})
	}
	return out
}
