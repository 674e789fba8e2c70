package tournament

import (
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"net/http"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/muster-events/muster/coordinator/roster"
	"github.com/muster-events/muster/dashboards/console"
	"github.com/muster-events/muster/dashboards/internal/site"
	"github.com/muster-events/muster/engine/standings"
	rules "github.com/muster-events/muster/engine/tournament"
	"github.com/muster-events/muster/events"
	log "github.com/muster-events/muster/events/tournament"
	"github.com/muster-events/muster/projections/words"
)

// ruleActions are about the rules.
func ruleActions() []action {
	return []action{
		{name: "rules", button: "Change the rules", done: "The rules are changed.", gives: log.ChangeRules{}.CommandType(), shown: func(v Shown) bool { return v.Status == log.StatusOpen || v.playing() }, form: func(c *call) console.Form {
			f := console.Form{Fields: []console.Field{formatField(c.Rules, c.started())}, Parts: ruleParts(c.Rules)}
			if c.started() {
				f.Danger, f.Says = true, []string{"The tournament has begun. You see what the change does before it is final."}
				f.Parts = append(f.Parts, console.Part{Title: "Reason", Fields: []console.Field{reason("Why")}})
			}
			return f
		}, make: func(c *call) ([]events.CommandBody, error) {
			rs, err := rulesOf(c.r)
			if err != nil {
				return nil, err
			}
			cmd := log.ChangeRules{Rules: rs, MoveUp: true}
			if c.started() {
				if cmd.Reason, err = c.because(); err != nil {
					return nil, err
				}
			}
			return []events.CommandBody{cmd}, nil
		}},
	}
}

func openForm(g events.GatheringID) console.Form {
	f := console.Form{
		Title: "Open a tournament", Submit: "Open it", Action: "/console/" + string(g) + "/tournaments", Back: "/console/" + string(g) + "/tournaments",
		Fields: []console.Field{{Kind: console.FieldText, Name: "name", Label: "Name", Max: 80}},
	}
	r := log.Rules{Format: log.FormatSwiss, SelfReport: true, Minutes: 50, BestOf: 3}
	f.Fields = append(f.Fields, formatField(r, false))
	f.Parts = ruleParts(r)
	return f
}

// formatsOf are the formats in the order of the form, with what they are.
var formatsOf = []struct{ Format, Says string }{
	{log.FormatSwiss, "everybody plays every round, against somebody who has done as well so far"},
	{log.FormatSwissCut, "Swiss rounds, then the best play on in a bracket"},
	{log.FormatRoundRobin, "everybody meets everybody; for up to about ten"},
	{log.FormatSingle, "who loses is out; the quickest way to a winner"},
	{log.FormatDouble, "who loses twice is out: there is a second bracket for those who lost once"},
	{log.FormatPods, "three to eight at a table, each for themselves or in two teams"},
}

// formatField asks for the format; once it is fixed, only that one can be chosen.
func formatField(r log.Rules, fixed bool) console.Field {
	f := console.Field{Kind: console.FieldRadio, Name: "format", Label: "Format", Value: r.Format}
	for _, x := range formatsOf {
		f.Options = append(f.Options, console.Choice{Value: x.Format, Text: words.Upper(words.Format(x.Format)), Why: x.Says, Off: fixed && x.Format != r.Format})
	}
	if fixed {
		f.Help = "The format stays: rounds were paired by it."
	}
	return f
}

func numberField(name, label, help string, v, most int) console.Field {
	return console.Field{Kind: console.FieldNumber, Name: name, Label: label, Help: help, Value: blank(v), Max: most, Optional: true}
}

func textField(name, label, help, v string) console.Field {
	return console.Field{Kind: console.FieldText, Name: name, Label: label, Help: help, Value: v, Max: 200, Optional: true}
}

// ruleParts are the settings, in parts; the page shows those that mean something for the format.
func ruleParts(r log.Rules) []console.Part {
	return append(formatParts(r),
		console.Part{Title: "A round", Fields: []console.Field{
			numberField("minutes", "Minutes of a round", "Empty: no clock.", r.Minutes, 1440),
			numberField("bestOf", "Games of a match", "3 is best of three. Empty: any score is taken.", r.BestOf, 9),
			textField("sides", "Two sides", "As in “Free Peoples, Shadow”; who plays which is balanced over the rounds. In pods they are the two teams. Empty: the game has none.", strings.Join(r.Sides, ", ")),
		}},
		console.Part{Title: "Results", Fields: []console.Field{
			checks("selfReport", "Phones", "players enter results with their phones, and the other side confirms", r.SelfReport),
			checks("twoPersons", "Two persons", "every result and correction is confirmed by another person, those of judges too", r.TwoPersons),
		}},
		console.Part{Title: "Who may enter, and until when", Closed: true, Fields: []console.Field{
			numberField("cap", "How many may enter", "Who comes later waits. Empty: everybody.", r.Cap, 10000),
			checks("byHand", "Waiting list", "an organiser gives the places that become free; otherwise the first of it has them at once", r.ByHand),
			checks("checkIn", "Check-in", "only those play who are checked in", r.CheckIn),
			numberField("lateUntil", "Late entry until before round", "Empty: nobody enters late.", r.LateUntil, 30),
			textField("latePoints", "Points of a late entrant for each round missed", "Empty: none.", string(r.LatePoints)),
		}},
		console.Part{Title: "Points and tie-breaks", Closed: true, Fields: append([]console.Field{
			rulesetField(r),
			textField("points", "Points of a win, a draw, a loss, a bye", "As in “3, 1, 0, 3”. Empty: those of the rule set.", pointsText(r)),
		}, tieBreakFields(r)...)},
		console.Part{Title: "How Swiss rounds are paired", Class: "for-swiss for-swiss-cut", Closed: true, Fields: []console.Field{
			{Kind: console.FieldSelect, Name: "within", Label: "Inside a score group", Value: either(r.Within, "draw"), Options: []console.Choice{{Value: "draw", Text: "drawn by lot"}, {Value: "fold", Text: "the first meets the first of the lower half"}, {Value: "high-low", Text: "the first meets the last"}, {Value: "adjacent", Text: "neighbours meet"}}},
			textField("criteria", "What counts, in order", "Empty: score, float, sides, turn, club. What is not listed does not count. That nobody meets twice and has a bye twice always comes first.", strings.Join(r.Criteria, ", ")),
			textField("clubRounds", "Rounds in which a club is kept apart", "Empty: all; −1: none.", blank(r.ClubRounds)),
		}},
	)
}

// formatParts are the settings of the formats.
func formatParts(r log.Rules) []console.Part {
	rounds, laps := r.Rounds, 0
	if r.Format == log.FormatRoundRobin {
		rounds, laps = 0, r.Rounds
	}
	return []console.Part{
		{Title: "How long", Class: "for-swiss for-swiss-cut for-pods", Fields: []console.Field{
			numberField("rounds", "Rounds", "Empty: as many as leave one undefeated.", rounds, 30),
		}},
		{Title: "How often", Class: "for-round-robin", Fields: []console.Field{
			numberField("laps", "How often everybody meets everybody", "1 to 4; empty: once. The second time the sides are changed.", laps, 4),
		}},
		{Title: "The cut", Class: "for-swiss-cut", Fields: []console.Field{
			numberField("cut", "How many play on after the Swiss rounds", "2 to 64; empty: 8.", r.Cut, 64),
			{Kind: console.FieldRadio, Name: "cutFormat", Label: "The cut plays", Value: either(r.CutFormat, log.FormatSingle), Optional: true, Options: []console.Choice{{Value: log.FormatSingle, Text: "single elimination"}, {Value: log.FormatDouble, Text: "double elimination"}}},
		}},
		{Title: "Third place", Class: "for-single-elimination for-swiss-cut", Fields: []console.Field{
			checks("thirdPlace", "Third place", "the two that lost the semi-finals play for it", r.ThirdPlace),
		}},
		{Title: "The tables", Class: "for-pods", Fields: []console.Field{
			numberField("pod", "How many sit at a table", "3 to 8; empty: 4.", r.Pod, 8),
			numberField("podLeast", "How few may sit there", "Empty: one fewer.", r.PodLeast, 8),
			textField("places", "Points of the places", "As in “3, 2, 1, 0”; who share places share their points. Empty: those of a win, a draw and a loss.", amounts(r.Places)),
		}},
	}
}

func checks(name, label, says string, on bool) console.Field {
	f := console.Field{Kind: console.FieldChecks, Name: name, Label: label, Options: []console.Choice{{Value: "yes", Text: says}}}
	if on {
		f.Checked = []string{"yes"}
	}
	return f
}

func either(s, other string) string {
	if s == "" {
		return other
	}
	return s
}

func rulesetField(r log.Rules) console.Field {
	f := console.Field{Kind: console.FieldRadio, Name: "ruleset", Label: "Rule set of the standings", Optional: true}
	fits, _ := rules.RulesetOf(log.Rules{Format: r.Format, Sides: r.Sides, Places: r.Places})
	f.Options = append(f.Options, console.Choice{Value: "", Text: "One that fits the format", Why: fmt.Sprintf("as it is: %s (%s)", fits.Name, fits.Edition)})
	for _, rs := range standings.Rulesets() {
		f.Options = append(f.Options, console.Choice{Value: rs.ID + "@" + rs.Edition, Text: fmt.Sprintf("%s (%s)", rs.Name, rs.Edition), Why: rulesetSays(rs)})
	}
	if r.Ruleset != "" {
		f.Value = r.Ruleset + "@" + r.Edition
	}
	return f
}

func pointsText(r log.Rules) string {
	if r.Win == "" && r.Draw == "" && r.Loss == "" && r.Bye == "" {
		return ""
	}
	return amounts([]log.Amount{r.Win, r.Draw, r.Loss, r.Bye})
}

func amounts(all []log.Amount) string {
	out := make([]string, len(all))
	for i, a := range all {
		out[i] = string(a)
	}
	return strings.Join(out, ", ")
}

// listed reads a list of words; none for an empty field.
func listed(text string) []string {
	var out []string
	for _, s := range strings.FieldsFunc(text, func(c rune) bool { return c == ',' || c == ';' }) {
		if s = strings.TrimSpace(s); s != "" {
			out = append(out, s)
		}
	}
	return out
}

// rulesOf reads the rules of a form. What they mean is for the tournament to judge.
func rulesOf(r *http.Request) (log.Rules, error) {
	out := log.Rules{
		Format: r.FormValue("format"), Sides: listed(r.FormValue("sides")), TieBreaks: chosenOrder(r),
		LatePoints: log.Amount(strings.TrimSpace(r.FormValue("latePoints"))),
		ByHand:     r.FormValue("byHand") != "", CheckIn: r.FormValue("checkIn") != "", SelfReport: r.FormValue("selfReport") != "", TwoPersons: r.FormValue("twoPersons") != "",
	}
	out.Ruleset, out.Edition, _ = strings.Cut(r.FormValue("ruleset"), "@")
	for i, a := range listed(r.FormValue("points")) {
		if i > 3 {
			return out, site.Malformed("the points are four at most: of a win, a draw, a loss and a bye")
		}
		*[]*log.Amount{&out.Win, &out.Draw, &out.Loss, &out.Bye}[i] = log.Amount(a)
	}
	if err := numbersOf(r, &out); err != nil {
		return out, err
	}
	return formatRules(r, out)
}

// formatRules reads what has a meaning for the format, and leaves the rest out.
func formatRules(r *http.Request, out log.Rules) (log.Rules, error) {
	swiss := out.Format == log.FormatSwiss || out.Format == log.FormatSwissCut
	if swiss {
		out.Criteria = listed(r.FormValue("criteria"))
		out.ClubRounds = atoi(strings.Replace(r.FormValue("clubRounds"), "−", "-", 1))
		if w := r.FormValue("within"); w != "draw" {
			out.Within = w
		}
	}
	third := r.FormValue("thirdPlace") != ""
	var ways []numberOf
	switch out.Format {
	case log.FormatSwissCut:
		out.CutFormat, out.ThirdPlace, out.Cut = r.FormValue("cutFormat"), third && r.FormValue("cutFormat") != log.FormatDouble, 8
		ways = []numberOf{{"cut", "How many play on", 64, &out.Cut}}
	case log.FormatSingle:
		out.ThirdPlace = third
	case log.FormatRoundRobin:
		ways = []numberOf{{"laps", "How often everybody meets everybody", 4, &out.Rounds}}
	case log.FormatPods:
		for _, a := range listed(r.FormValue("places")) {
			out.Places = append(out.Places, log.Amount(a))
		}
		ways = []numberOf{{"pod", "How many sit at a table", 8, &out.Pod}, {"podLeast", "How few may sit there", 8, &out.PodLeast}}
	}
	if swiss || out.Format == log.FormatPods {
		ways = append(ways, numberOf{"rounds", "The number of rounds", 30, &out.Rounds})
	}
	return out, readNumbers(r, ways)
}

// numberOf is a number of the form of the rules.
type numberOf struct {
	name, label string
	most        int
	to          *int
}

func numbersOf(r *http.Request, out *log.Rules) error {
	return readNumbers(r, []numberOf{
		{"minutes", "The minutes of a round", 1440, &out.Minutes},
		{"bestOf", "The games of a match", 9, &out.BestOf},
		{"cap", "How many may enter", 10000, &out.Cap},
		{"lateUntil", "The last round of late entry", 30, &out.LateUntil},
	})
}

func readNumbers(r *http.Request, all []numberOf) error {
	for _, f := range all {
		n, err := site.Number(r, f.name, f.label, 0, f.most)
		if err != nil {
			return err
		}
		if n != nil {
			*f.to = *n
		}
	}
	return nil
}

// POST /console/{gathering}/tournaments
func (p pages) openTournament(w http.ResponseWriter, r *http.Request) error {
	g, err := site.Gathering(r)
	if err != nil {
		return err
	}
	me, err := p.Need(r, g, events.RoleOrganiser)
	if err != nil {
		return err
	}
	name, err := roster.CleanName(r.FormValue("name"))
	if err != nil {
		return p.showDeskList(w, r, r.FormValue("id"), "The name of the tournament "+err.Error())
	}
	rs, err := rulesOf(r)
	id := idOf(name, r.FormValue("id"))
	if err == nil {
		err = p.Send(r, me, events.Tournament(g, id), 0, log.OpenTournament{Name: name, Rules: rs, Seed: seed(r.FormValue("id"))})
	}
	if err == nil {
		return site.To(w, r, deskPath(g, id))
	}
	if says := (Shown{name: func(who events.PersonID) string { return p.Name(g, who) }}).again(err); says != "" {
		return p.showDeskList(w, r, r.FormValue("id"), says)
	}
	return err
}

// idOf makes the id of a tournament from its name and its form: the same form sent twice is the same
// tournament.
func idOf(name, form string) events.GroupID {
	var b strings.Builder
	for _, c := range norm.NFD.String(strings.ToLower(name)) {
		switch {
		case c >= 'a' && c <= 'z' || c >= '0' && c <= '9':
			b.WriteRune(c)
		case unicode.Is(unicode.Mn, c): // an accent
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
	}
	base := strings.Trim(b.String(), "-")
	if base == "" {
		base = "tournament"
	}
	tail := strings.ReplaceAll(form, "-", "")
	base = strings.Trim(base[:min(len(base), events.MaxIDLen-7)], "-")
	return events.GroupID(base + "-" + tail[max(0, len(tail)-6):])
}

// seed is a number for every draw of a tournament: drawn once for a form, so that the same form is the same
// command.
func seed(form string) uint64 {
	id := strings.ReplaceAll(form, "-", "")
	var n uint64
	if _, err := fmt.Sscanf(id[max(0, len(id)-12):], "%x", &n); err == nil {
		return n
	}
	var b [8]byte
	_, _ = rand.Read(b[:]) // never fails
	return binary.LittleEndian.Uint64(b[:]) >> 12
}
