package tournament

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/muster-events/muster/dashboards/console"
	"github.com/muster-events/muster/engine/exact"
	"github.com/muster-events/muster/engine/standings"
	rules "github.com/muster-events/muster/engine/tournament"
	log "github.com/muster-events/muster/events/tournament"
	view "github.com/muster-events/muster/projections/tournament"
	"github.com/muster-events/muster/projections/words"
)

// orderFields is how many tie-breaks the form of the rules takes.
const orderFields = 6

// tieBreakChoices are the tie-breaks that the form offers, those that a rule set may name and the usual
// variants that leave terms out.
func tieBreakChoices() []string {
	out := rules.TieBreaks()
	for base, variants := range map[string][]string{
		string(standings.Buchholz): {"-cut-1", "-cut-2", "-median-1"}, string(standings.Sonneborn): {"-cut-1"},
	} {
		at := slices.Index(out, base)
		for i, v := range variants {
			out = slices.Insert(out, at+1+i, base+v)
		}
	}
	return out
}

// tieBreakFields are the fields of the order of tie-breaks. Each choice says how it works.
func tieBreakFields(r log.Rules) []console.Field {
	names := tieBreakChoices()
	for _, n := range r.TieBreaks {
		if !slices.Contains(names, n) {
			names = append(names, n)
		}
	}
	var out []console.Field
	for i := range max(orderFields, len(r.TieBreaks)) {
		f := console.Field{Kind: console.FieldSelect, Name: fmt.Sprintf("tb%d", i+1), Label: fmt.Sprintf("%s tie-break", nth(i+1)), Optional: true}
		for _, n := range names {
			f.Options = append(f.Options, console.Choice{Value: n, Text: tieBreakSays(n, r)})
		}
		if i < len(r.TieBreaks) {
			f.Value = r.TieBreaks[i]
		}
		out = append(out, f)
	}
	out[0].Help = "Points always come first. Leave all empty for the order of the rule set."
	return out
}

var ordinals = []string{"First", "Second", "Third", "Fourth", "Fifth", "Sixth"}

func nth(n int) string {
	if n <= len(ordinals) {
		return ordinals[n-1]
	}
	return fmt.Sprintf("%d.", n)
}

// tieBreakSays names a tie-break and says how it works.
func tieBreakSays(name string, r log.Rules) string {
	probe := log.Rules{Format: r.Format, Sides: r.Sides, Ruleset: r.Ruleset, Edition: r.Edition, TieBreaks: []string{name}}
	rs, err := rules.RulesetOf(probe)
	if err != nil || len(rs.Order) < 2 {
		if rs, err = rules.RulesetOf(log.Rules{Format: log.FormatSwiss, TieBreaks: []string{name}}); err != nil || len(rs.Order) < 2 {
			return name
		}
	}
	return view.Criterion(rs.Order[1]) + ": " + howItWorks(rs.Order[1])
}

// chosenOrder reads the order of tie-breaks: what is left empty is skipped.
func chosenOrder(r *http.Request) []string {
	var out []string
	for i := 1; i <= 12; i++ {
		if s := strings.TrimSpace(r.FormValue(fmt.Sprintf("tb%d", i))); s != "" && !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// howItWorks says in a line how a criterion works.
//
// Source: facts/scoring.md.
func howItWorks(c standings.Criterion) string {
	says := works[c.Kind]
	switch c.Kind {
	case standings.OppMatchWin, standings.OppGameWin, standings.MatchWin, standings.GameWin:
		if !c.Floor.IsZero() {
			says += ", never counted below " + share(c.Floor)
		}
	case standings.HeadToHead:
		says = headToHead[c.Style]
	case standings.Strength, standings.ExtStrength:
		says += ", " + strengths[c.Edition]
	case standings.VictoryMargin:
		if c.Cap > 0 {
			says += fmt.Sprintf(", at most %d for a match", c.Cap)
		}
	}
	switch {
	case c.CutLow > 0 && c.CutHigh > 0:
		says += fmt.Sprintf(", without the %d lowest and the %d highest", c.CutLow, c.CutHigh)
	case c.CutLow > 0:
		says += fmt.Sprintf(", without the %d lowest", c.CutLow)
	}
	return says
}

func share(n exact.Num) string { return n.String() }

var works = map[standings.Kind]string{
	standings.MatchPoints:   "what matches and byes brought",
	standings.MatchWin:      "the share of the points that were to be had in one’s own matches",
	standings.GameWin:       "the share of single games that were won",
	standings.OppMatchWin:   "the mean of the opponents’ shares of match points",
	standings.OppGameWin:    "the mean of the opponents’ shares of won games",
	standings.Strength:      "the points of the opponents",
	standings.ExtStrength:   "the strength of schedule of the opponents",
	standings.Buchholz:      "the points of all opponents together",
	standings.Sonneborn:     "the points of those who were beaten, and half of those with whom one drew",
	standings.Cumulative:    "the points after each round added up: early wins count more",
	standings.VictoryMargin: "victory points more than the opponent’s, added up",
	standings.Wins:          "matches won at the table",
	standings.Lots:          "a lot, drawn by the number that was fixed when the tournament was opened",
}

var headToHead = map[string]string{
	standings.StyleAllMet:  "what they did against each other, if all who are tied have met",
	standings.StyleBeatAll: "who has beaten all the others who are tied is first",
	standings.StyleDirect:  "what they did against each other, as far as the games that are missing can change nothing",
}

var strengths = map[string]string{
	standings.EditionSum:   "as a sum",
	standings.EditionTOME:  "as a mean for each round, over all of one’s rounds",
	standings.EditionCobra: "as a mean for each round, over the opponents who were met",
}

// rulesetSays says in a line what a rule set gives and how it parts those who are tied.
func rulesetSays(rs standings.Ruleset) string {
	p := rs.Points
	says := fmt.Sprintf("%s for a win, %s for a draw, %s for a loss", figure(p.Win), figure(p.Draw), figure(p.Loss))
	if len(p.Places) > 0 {
		var all []string
		for _, n := range p.Places[0].Points {
			all = append(all, figure(n))
		}
		says = strings.Join(all, ", ") + " for the places at a table"
	}
	var order []string
	for _, c := range rs.Order[1:] {
		order = append(order, lower(view.Criterion(c)))
	}
	if len(order) == 0 {
		return says
	}
	return says + "; then " + words.List(order)
}
