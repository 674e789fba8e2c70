package words

import (
	"fmt"
	"strings"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// ofQueue says the steps of a round's end. Ids of steps end in their kind and stage only by
// custom, so the words take the table from the event and leave the rest to [StepOutcome].
func ofQueue(c Context, e events.Payload) (Phrase, bool) {
	switch e := e.(type) {
	case group.StepsAdded:
		names := make([]string, len(e.Steps))
		for i, s := range e.Steps {
			names[i] = Step(s.Kind, s.Stage)
			if s.Table != "" {
				names[i] += " (" + c.Team(s.Table) + ")"
			}
		}
		return Phrase{Does: "also to resolve: " + List(names)}, true
	case group.StepOpened:
		return Phrase{Does: "it is " + c.Team(e.Table) + "’s turn"}, true
	case group.StepResolved:
		return resolved(c, e), true
	case lotr.EffectCarriedOut:
		if e.Half == lotr.HalfPaid {
			return Phrase{}, true // said by the answer that was given
		}
		return Phrase{Major: e.Half == lotr.HalfBad || e.Half == lotr.HalfGood, Does: Effect(e)}, true
	case lotr.StageDrawn:
		return Phrase{Major: true, Does: fmt.Sprintf("drawn at random from %s: stage %s", List(e.From), e.Stage)}, true
	default:
		return Phrase{}, false
	}
}

func resolved(c Context, e group.StepResolved) Phrase {
	who := c.Team(e.Table)
	switch {
	case e.Skipped:
		if e.Table == "" {
			return Phrase{Does: "a step does not apply" + because(e.Why)}
		}
		return Phrase{Does: "nothing to do for " + who + because(e.Why)}
	case e.Auto || e.Choice == "":
		// what it did is said by the events beside it
		return Phrase{Does: e.Why}
	case e.Choice == group.ChoiceDone:
		return Phrase{Subject: who, Does: "has carried it out"}
	default:
		return Phrase{Subject: who, Major: true, Does: Choice(chosen(e.Choice), e.Choice)}
	}
}

// chosen tells the kind of step from a choice that is a stage.
func chosen(choice string) string {
	if StageName(choice) != "" {
		return group.StepChoose
	}
	return ""
}

// Effect says what an effect of a stage was and what people have to do because of it.
func Effect(e lotr.EffectCarriedOut) string {
	where := "stage " + e.Stage
	if e.Absent {
		where = "absent stage " + e.Stage
	}
	half := map[string]string{
		lotr.HalfBad:   ", bad effect",
		lotr.HalfGood:  ", good effect",
		lotr.HalfReply: ", Response",
	}[e.Half]
	s := where + half
	if e.Do != "" {
		s += ": " + e.Do
	}
	return s
}

// StepOutcome says how a step of the queue came out.
func StepOutcome(kind string, e group.StepResolved) string {
	if e.Skipped {
		if e.Why == "" {
			return "does not apply"
		}
		return "does not apply: " + e.Why
	}
	if e.Auto && (e.Choice == "" || e.Choice == group.ChoiceDone) {
		return e.Why
	}
	return Choice(kind, e.Choice)
}

// StepName returns the label of a step as [Step] does; an effect of the round's end is named by the
// card that has it.
func StepName(s group.Step) string {
	if s.Kind == group.StepTrigger {
		card, _, _ := strings.Cut(s.Says, ": ")
		return firstOr(card, Step(s.Kind, s.Stage))
	}
	return Step(s.Kind, s.Stage)
}
