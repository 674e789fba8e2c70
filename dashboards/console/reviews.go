package console

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/muster-events/muster/dashboards/internal/site"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/projections/board"
	"github.com/muster-events/muster/projections/words"
)

// Reviews is what judges look at in a group: flags of tables, and rulings.
type Reviews struct {
	Path    string // of the group's page
	Flags   []FlagLine
	Rulings []RulingLine
}

// FlagLine is a flag with names.
type FlagLine struct {
	board.Flag
	Team string
	Says string // what the log says of the disputed entry; empty: it is too old to be shown here
	By   string
	How  string // how it was answered, and by whom; empty: it is open
}

// RulingLine is a ruling with names.
type RulingLine struct {
	board.Ruling
	Says    string // what the log says of the corrected entry
	By      string
	Verdict string
	Effects []board.Effect
	Review  string // who has countersigned it, who disagrees, or that somebody should look
	Old     bool   // another ruling has replaced it, or it needs nobody any more
}

// reviewsOf puts names to the flags and rulings of a group; says tells what the log says of an entry.
func reviewsOf(b board.Group, says func(events.Version) string, name func(events.PersonID) string, now time.Time) Reviews {
	out := Reviews{Path: groupPath(b.Gathering, b.ID)}
	for _, f := range slices.Backward(b.Flags) {
		t, _ := b.Table(f.Table)
		out.Flags = append(out.Flags, FlagLine{Flag: f, Team: t.Team, Says: says(f.Entry), By: actorName(f.By, name), How: flagHow(f, name)})
	}
	slices.SortStableFunc(out.Flags, func(a, c FlagLine) int { return order(a.Open(), c.Open()) })
	for _, r := range b.Rulings {
		l := RulingLine{Ruling: r, By: actorName(r.By, name), Verdict: verdicts[r.Verdict], Review: reviewSays(r, name, now), Old: !r.Awaits()}
		if r.Corrects > 0 {
			l.Says = says(r.Corrects)
		}
		for _, e := range r.Effects {
			e.What = words.Resolve(e.What, name)
			l.Effects = append(l.Effects, e)
		}
		out.Rulings = append(out.Rulings, l)
	}
	slices.SortStableFunc(out.Rulings, func(a, c RulingLine) int { return order(!a.Old, !c.Old) })
	return out
}

// order puts what waits for somebody first.
func order(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	default:
		return 1
	}
}

var verdicts = map[string]string{
	group.VerdictStands: "what happened stands", group.VerdictCorrected: "corrected from here", group.VerdictReplayed: "to be replayed",
}

func flagHow(f board.Flag, name func(events.PersonID) string) string {
	switch {
	case f.Open():
		return ""
	case f.Outcome == board.FlagTakenBack:
		return "Taken back by " + actorName(f.Judge, name)
	default:
		return fmt.Sprintf("%s, %s: %s", words.Upper(words.FlagOutcome(f.Outcome, f.Ruling)), actorName(f.Judge, name), f.Answer)
	}
}

func reviewSays(r board.Ruling, name func(events.PersonID) string, now time.Time) string {
	if r.Replaced > 0 {
		return fmt.Sprintf("Corrected by ruling %d", r.Replaced)
	}
	if v, ok := r.Disputed(); ok {
		return fmt.Sprintf("%s does not agree: %s", words.Upper(actorName(v.By, name)), v.Reason)
	}
	if v, ok := r.Signed(); ok {
		return "Countersigned by " + actorName(v.By, name)
	}
	if d := now.Sub(r.At); d >= time.Minute {
		return "Awaiting a second pair of eyes for " + short(d)
	}
	return "Awaiting a second pair of eyes"
}

// reviews are the flags and rulings of a group, with what the lines of its log say of their entries.
func (p pages) reviews(v GroupView, log func(events.Version) string) Reviews {
	g := v.Board.Gathering
	return reviewsOf(v.Board, log, func(id events.PersonID) string { return p.Name(g, id) }, p.Now())
}

// ForJudge is a group with something that judges should look at.
type ForJudge struct {
	Name    string
	Path    string // of the group's page
	Flags   []FlagLine
	Rulings []RulingLine
}

// forJudges lists the open flags and the rulings that await a second pair of eyes.
func (p pages) forJudges(groups []board.Group) []ForJudge {
	var out []ForJudge
	for _, b := range groups {
		all := reviewsOf(b, func(events.Version) string { return "" }, func(id events.PersonID) string { return p.Name(b.Gathering, id) }, p.Now())
		one := ForJudge{
			Name: b.Name, Path: all.Path,
			Flags:   slices.DeleteFunc(all.Flags, func(f FlagLine) bool { return !f.Open() }),
			Rulings: slices.DeleteFunc(all.Rulings, func(r RulingLine) bool { return r.Old }),
		}
		if len(one.Flags)+len(one.Rulings) > 0 {
			out = append(out, one)
		}
	}
	return out
}

// reviewAlerts count what judges should look at in a group.
func reviewAlerts(b board.Group) []Alert {
	var out []Alert
	add := func(says string) {
		out = append(out, Alert{To: groupPath(b.Gathering, b.ID) + "#reviews-h", Says: b.Name + ": " + says})
	}
	if n := len(b.OpenFlags()); n > 0 {
		add(count(n, "entry is flagged as disputed", "entries are flagged as disputed"))
	}
	if n := len(b.Unsigned()); n > 0 {
		add(count(n, "ruling awaits", "rulings await") + " a second pair of eyes")
	}
	return out
}

func never(board.Group) bool { return false }

// reviewActions are what judges do to flags and rulings; each is reached from its line.
func reviewActions() []action {
	return []action{
		{name: "countersign", button: "Countersign", done: "The ruling is countersigned.", gives: group.Countersign{}.CommandType(), shown: never, form: countersignForm, do: countersign},
		{name: "dispute", button: "I do not agree", done: "It is recorded that you do not agree.", gives: group.DisputeRuling{}.CommandType(), shown: never, form: disputeForm, do: dispute},
		{name: "answer-flag", button: "Answer the flag", done: "The flag is answered.", gives: group.ResolveFlag{}.CommandType(), shown: never, form: flagForm, do: answerFlag},
	}
}

// numbered keeps the number that a form is about.
func (c *call) numbered(name string) (events.Version, Field) {
	n, _ := strconv.ParseUint(c.r.FormValue(name), 10, 64) // not a number: refused as there being none
	return events.Version(n), Field{Kind: FieldHidden, Name: name, Value: strconv.FormatUint(n, 10)}
}

func (c *call) rulingOf(n events.Version) (RulingLine, bool) {
	all := reviewsOf(c.b, c.lineOf, c.player, c.Now())
	i := slices.IndexFunc(all.Rulings, func(r RulingLine) bool { return r.Version == n })
	if i < 0 {
		return RulingLine{}, false
	}
	return all.Rulings[i], true
}

// rulingSays tells what a ruling is, before somebody signs or disputes it.
func (c *call) rulingSays(n events.Version) []string {
	r, ok := c.rulingOf(n)
	if !ok {
		return []string{fmt.Sprintf("Number %d is no ruling of this group.", n)}
	}
	out := []string{fmt.Sprintf("Ruling %d by %s (%s): %s", n, r.By, r.Verdict, r.Reason)}
	if r.Says != "" {
		out = append(out, fmt.Sprintf("About entry %d: %s", r.Corrects, r.Says))
	}
	for _, e := range r.Effects {
		out = append(out, effectSays(e))
	}
	return out
}

func effectSays(e board.Effect) string {
	says := fmt.Sprintf("%s: %s → %s", e.What, e.Before, e.After)
	if e.Follows {
		says += " (it follows)"
	}
	return says
}

func countersignForm(c *call) Form {
	n, f := c.numbered("ruling")
	return Form{Title: fmt.Sprintf("Countersign ruling %d", n), Says: append(c.rulingSays(n), "You have looked at it and agree. Nobody countersigns a ruling of their own."), Fields: []Field{f}}
}

func countersign(c *call) error {
	n, _ := c.numbered("ruling")
	return c.send(0, group.Countersign{Ruling: n})
}

func disputeForm(c *call) Form {
	n, f := c.numbered("ruling")
	return Form{
		Title: fmt.Sprintf("Disagree with ruling %d", n), Submit: "Record that I do not agree",
		Says:   append(c.rulingSays(n), "The ruling stands until another one corrects it."),
		Fields: []Field{f, reasonField("Why")},
	}
}

func dispute(c *call) error {
	n, _ := c.numbered("ruling")
	reason, err := site.Field(c.r, "reason", "The reason", 400)
	if err != nil {
		return err
	}
	return c.send(0, group.DisputeRuling{Ruling: n, Reason: reason})
}

func flagForm(c *call) Form {
	n, f := c.numbered("flag")
	form := Form{Title: fmt.Sprintf("Answer flag %d", n), Submit: "Record the answer"}
	i := slices.IndexFunc(c.b.Flags, func(x board.Flag) bool { return x.Version == n })
	if i < 0 {
		form.Says = []string{fmt.Sprintf("Number %d is no flag of this group.", n)}
		return form
	}
	x := c.b.Flags[i]
	t, _ := c.b.Table(x.Table)
	form.Says = []string{fmt.Sprintf("%s, %s: %s", t.Team, actorName(x.By, c.player), x.Reason), fmt.Sprintf("Entry %d: %s", x.Entry, or(c.lineOf(x.Entry), "it is too old to be shown here"))}
	outcome := Field{Kind: FieldRadio, Name: "outcome", Label: "Answer", Value: group.FlagStands, Options: []Choice{
		{Value: group.FlagStands, Text: "The entry stands: I have looked at it, and it is right"},
		{Value: group.FlagDismissed, Text: "Dismissed: nothing for a judge"},
	}}
	ruling := Field{Kind: FieldSelect, Name: "ruling", Label: "If it was corrected already: the ruling", Optional: true}
	for _, r := range c.b.Rulings {
		if r.Version > n {
			ruling.Options = append(ruling.Options, Choice{Value: fmt.Sprint(r.Version), Text: fmt.Sprintf("Ruling %d: %s", r.Version, r.Reason)})
		}
	}
	form.Fields = []Field{f, outcome}
	if len(ruling.Options) > 0 {
		form.Fields[1].Options = append(outcome.Options, Choice{Value: group.FlagCorrected, Text: "Corrected by the ruling below"})
		form.Fields = append(form.Fields, ruling)
	}
	form.Fields = append(form.Fields, reasonField("Why"))
	return form
}

func answerFlag(c *call) error {
	n, _ := c.numbered("flag")
	reason, err := site.Field(c.r, "reason", "The reason", 400)
	if err != nil {
		return err
	}
	b := group.ResolveFlag{Flag: n, Outcome: c.r.FormValue("outcome"), Reason: reason}
	if b.Outcome == group.FlagCorrected {
		b.Ruling, _ = c.numbered("ruling")
	}
	return c.send(0, b)
}
