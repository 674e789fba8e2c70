package coordinator

import (
	"fmt"
	"slices"
	"strings"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
)

// current returns the places of the steps that are next: not done, and of the lowest order.
func (s State) current() []int {
	var out []int
	for i, st := range s.Queue {
		if st.State == StepDone || st.State == StepSkipped {
			continue
		}
		if len(out) > 0 && st.Order != s.Queue[out[0]].Order {
			break
		}
		out = append(out, i)
	}
	return out
}

// advance resolves steps until one needs people. When none is left the next round starts.
func (d *decision) advance() {
	for d.s.Phase == PhaseEnding && !d.s.Paused && !d.concluded() && !d.s.unfinished() {
		now := d.s.current()
		if len(now) == 0 {
			d.emit(group.RoundStarted{Round: d.s.Round + 1})
			return
		}
		if !d.settleOne(now) {
			d.open(now)
			return
		}
	}
}

// unfinished reports whether an effect has opened something at a table that people have to finish
// first.
func (s State) unfinished() bool {
	return slices.ContainsFunc(s.Tables, func(t Table) bool { return t.unfinished() != "" })
}

// settleOne resolves the first of the steps that needs nobody. It reports whether there was one.
func (d *decision) settleOne(now []int) bool {
	for _, i := range now {
		st := d.s.Queue[i]
		if len(d.mode.asks(d.s, st).options) == 0 {
			// An automatic step cannot be refused: there is nothing that people could have typed.
			done, _ := d.mode.settle(d, st, group.ResolveStep{Table: st.Table, Step: st.ID})
			d.resolved(st, done, true)
			return true
		}
	}
	return false
}

// open tells people what each of the steps asks, again if that has changed.
func (d *decision) open(now []int) {
	for _, i := range now {
		st := d.s.Queue[i]
		q := d.mode.asks(d.s, st)
		if st.State == StepOpen && st.Decides == q.decides && slices.Equal(st.Options, q.options) {
			continue
		}
		d.emit(group.StepOpened{Step: st.ID, Table: st.Table, Decides: q.decides, Options: q.options})
	}
}

func (d *decision) resolved(st Step, done outcome, auto bool) {
	d.emit(group.StepResolved{
		Step: st.ID, Table: st.Table, Choice: done.choice, Auto: auto,
		Skipped: done.skipped != "", Why: done.skipped,
	})
	if !d.concluded() {
		d.mode.after(d, st)
	}
}

// resolveStep answers an open step.
func (d *decision) resolveStep(b group.ResolveStep) error {
	t, err := d.onTable(b.Table)
	if err != nil {
		return err
	}
	if d.s.Phase != PhaseEnding {
		return refuse(CodeNoStep, "nothing is being resolved now: round %d is still played", d.s.Round)
	}
	i := slices.IndexFunc(d.s.Queue, func(st Step) bool { return st.ID == b.Step })
	if i < 0 {
		return refuse(CodeNoStep, "there is no step %q; %s", clip(b.Step), d.s.next())
	}
	st := d.s.Queue[i]
	if err := d.mayAnswer(t, st); err != nil {
		return err
	}
	if open := t.unfinished(); open != "" {
		return refuse(CodeUnfinished, "%s comes first: finish it at %s", open, t.Team)
	}
	if err := checkOption(st, b); err != nil {
		return err
	}
	done, err := d.mode.settle(d, st, b)
	if err != nil {
		return err
	}
	d.resolved(st, done, false)
	d.advance()
	return nil
}

func (d *decision) mayAnswer(t Table, st Step) error {
	switch {
	case st.State == StepDone || st.State == StepSkipped:
		return refuse(CodeStepDone, "%s is resolved already; %s", d.s.describe(st), d.s.next())
	case st.State == StepPending:
		return refuseBy(d.mode.order(), CodeOutOfTurn, "it is not the turn of %s: %s", d.s.describe(st), d.s.next())
	case st.Table != t.ID:
		return refuse(CodeTarget, "%s is resolved at another table; %s", d.s.describe(st), d.s.next())
	}
	return nil
}

const orderRule = `Attack on Dol Guldur, "Playing Epic Multiplayer Mode"`

func checkOption(st Step, b group.ResolveStep) error {
	var known []string
	for _, o := range st.Options {
		if o.Choice != b.Choice {
			if o.Allowed {
				known = append(known, o.Choice)
			}
			continue
		}
		if o.Allowed {
			return nil
		}
		code := CodeBarred
		if st.Kind == group.StepChoose && strings.HasPrefix(o.Why, takenBy) {
			code = CodeStageTaken
		}
		return refuseBy(o.Section, code, "%s cannot be chosen: %s", o.Choice, o.Why)
	}
	return refuse(CodeNotAnOption, "%q is no answer to this; the answers are %s", clip(b.Choice), strings.Join(known, ", "))
}

// next says for people who is next.
func (s State) next() string {
	var out []string
	for _, i := range s.current() {
		out = append(out, s.describe(s.Queue[i]))
	}
	switch len(out) {
	case 0:
		return "nothing is left to resolve"
	case 1:
		return out[0] + " is next"
	default:
		return strings.Join(out, " and ") + " are next"
	}
}

// describe names a step for people: "3D (Rivendell)".
func (s State) describe(st Step) string {
	what := stepWords[st.Kind]
	switch st.Kind {
	case group.StepTrigger:
		card, _, _ := strings.Cut(st.Says, ": ")
		what += " of " + card
	case group.StepForced, group.StepResponse, group.StepAbsent, group.StepAttack:
		what = strings.TrimSpace(what + " " + st.Stage)
	}
	if team := s.team(st.Table); team != "" {
		return fmt.Sprintf("%s (%s)", what, team)
	}
	return what
}

// stepWords names the kinds of step that are not just called by their stage.
var stepWords = map[string]string{
	group.StepResponse:   "the Response of",
	group.StepCross:      "the crossing",
	group.StepSiege:      "Dol Guldur",
	group.StepAbsent:     "the absent stage",
	group.StepChoose:     "the choice of a new stage",
	group.StepAttack:     "the attack of the Lieutenant of",
	group.StepHandOver:   "the hand-over",
	group.StepVictory:    "the look at the victory",
	group.StepDigEnemies: "the search for enemies",
	group.StepTrigger:    "the effect",
	group.StepOrder:      "the order of the two effects",
	group.StepModeCard:   "the Epic Multiplayer Mode card",
	group.StepGwaihir:    "the hand-over of Gwaihir",
	group.StepEye:        "The Eye of Sauron",
	group.StepOutcome:    "the look at the outcome",
}

func (s State) team(id events.TableID) string {
	if i := s.tableAt(id); i >= 0 {
		return s.Tables[i].Team
	}
	return ""
}

func clip(s string) string {
	if r := []rune(s); len(r) > 40 {
		return string(r[:40]) + "…"
	}
	return s
}
