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
			f := console.Form{Fields: ruleFields(c.Rules)}
			if c.started() {
				f.Danger, f.Says = true, []string{"The tournament has begun. You see what the change does before it is final."}
				f.Fields = append(f.Fields, reason("Why"))
			}
			return f
		}, make: func(c *call) ([]events.CommandBody, error) {
			rs, err := rulesOf(c.r)
			if err != nil {
				return nil, err
			}
			cmd := log.ChangeRules{Rules: rs}
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
	return console.Form{
		Title: "Open a tournament", Submit: "Open it", Action: "/console/" + string(g) + "/tournaments", Back: "/console/" + string(g) + "/tournaments",
		Fields: append([]console.Field{{Kind: console.FieldText, Name: "name", Label: "Name", Max: 80}}, ruleFields(log.Rules{Format: log.FormatSwiss, SelfReport: true, Minutes: 50, BestOf: 3})...),
	}
}

// formatsOf are the formats in the order of the form.
var formatsOf = []string{log.FormatSwiss, log.FormatSwissCut, log.FormatRoundRobin, log.FormatSingle, log.FormatDouble, log.FormatPods}

// ruleFields are the fields of all rules.
func ruleFields(r log.Rules) []console.Field {
	format := console.Field{Kind: console.FieldSelect, Name: "format", Label: "Format", Value: r.Format}
	for _, f := range formatsOf {
		format.Options = append(format.Options, console.Choice{Value: f, Text: words.Upper(words.Format(f))})
	}
	number := func(name, label, help string, v, most int) console.Field {
		return console.Field{Kind: console.FieldNumber, Name: name, Label: label, Help: help, Value: blank(v), Max: most, Optional: true}
	}
	text := func(name, label, help, v string) console.Field {
		return console.Field{Kind: console.FieldText, Name: name, Label: label, Help: help, Value: v, Max: 200, Optional: true}
	}
	return []console.Field{
		format,
		number("rounds", "Rounds", "Empty: as many as leave one undefeated. In a round robin: how often everybody meets everybody.", r.Rounds, 30),
		number("minutes", "Minutes of a round", "Empty: no clock.", r.Minutes, 1440),
		number("bestOf", "Games of a match", "3 is best of three. Empty: any score is taken.", r.BestOf, 9),
		text("sides", "Two sides", "As in “Free Peoples, Shadow”; they are balanced over the rounds. Empty: the game has none.", strings.Join(r.Sides, ", ")),
		number("cut", "How many play on after a Swiss with a cut", "", r.Cut, 64),
		{Kind: console.FieldRadio, Name: "cutFormat", Label: "The cut plays", Value: either(r.CutFormat, log.FormatSingle), Optional: true, Options: []console.Choice{{Value: log.FormatSingle, Text: "single elimination"}, {Value: log.FormatDouble, Text: "double elimination"}}},
		number("pod", "How many sit at a table of pods", "3 to 8; empty: 4.", r.Pod, 8),
		number("podLeast", "How few may sit there", "Empty: one fewer.", r.PodLeast, 8),
		number("cap", "How many may enter", "Who comes later waits. Empty: everybody.", r.Cap, 10000),
		number("lateUntil", "Late entry until before round", "Empty: nobody enters late.", r.LateUntil, 30),
		text("latePoints", "Points of a late entrant for each round missed", "Empty: none.", string(r.LatePoints)),
		rulesetField(r),
		text("tieBreaks", "Tie-breaks in order", "Empty: those of the rule set. Possible: "+strings.Join(rules.TieBreaks(), ", ")+"; buchholz-cut-1 and the like leave terms out.", strings.Join(r.TieBreaks, ", ")),
		text("points", "Points of a win, a draw, a loss, a bye", "As in “3, 1, 0, 3”. Empty: those of the rule set.", pointsText(r)),
		text("places", "Points of the places of a pod", "As in “3, 2, 1, 0”. Empty: those of a win, a draw and a loss.", amounts(r.Places)),
		{Kind: console.FieldSelect, Name: "within", Label: "Inside a score group of a Swiss", Value: either(r.Within, "draw"), Options: []console.Choice{{Value: "draw", Text: "drawn by lot"}, {Value: "fold", Text: "the first meets the first of the lower half"}, {Value: "high-low", Text: "the first meets the last"}, {Value: "adjacent", Text: "neighbours meet"}}},
		text("criteria", "Criteria of a Swiss pairing in order", "Empty: score, float, sides, turn, club. What is not listed does not count.", strings.Join(r.Criteria, ", ")),
		text("clubRounds", "Rounds in which a club is kept apart", "Empty: all; −1: none.", blank(r.ClubRounds)),
		checks("thirdPlace", "Third place", "the two that lost the semi-finals play for it", r.ThirdPlace),
		checks("checkIn", "Check-in", "only those play who are checked in", r.CheckIn),
		checks("selfReport", "Results", "players enter them with their phones, and the other side confirms", r.SelfReport),
		checks("twoPersons", "Two persons", "every result and correction is confirmed by another person, those of judges too", r.TwoPersons),
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
	f := console.Field{Kind: console.FieldSelect, Name: "ruleset", Label: "Rule set of the standings", Optional: true, Help: "None: one that fits the format."}
	for _, rs := range standings.Rulesets() {
		f.Options = append(f.Options, console.Choice{Value: rs.ID + "@" + rs.Edition, Text: fmt.Sprintf("%s (%s)", rs.Name, rs.Edition)})
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
		Format: r.FormValue("format"), Sides: listed(r.FormValue("sides")), TieBreaks: listed(r.FormValue("tieBreaks")),
		Criteria: listed(r.FormValue("criteria")), LatePoints: log.Amount(strings.TrimSpace(r.FormValue("latePoints"))),
		ThirdPlace: r.FormValue("thirdPlace") != "", CheckIn: r.FormValue("checkIn") != "", SelfReport: r.FormValue("selfReport") != "", TwoPersons: r.FormValue("twoPersons") != "",
		ClubRounds: atoi(strings.Replace(r.FormValue("clubRounds"), "−", "-", 1)),
	}
	if out.Format == log.FormatSwissCut {
		out.CutFormat = r.FormValue("cutFormat")
	}
	if w := r.FormValue("within"); w != "draw" {
		out.Within = w
	}
	out.Ruleset, out.Edition, _ = strings.Cut(r.FormValue("ruleset"), "@")
	for _, a := range listed(r.FormValue("places")) {
		out.Places = append(out.Places, log.Amount(a))
	}
	for i, a := range listed(r.FormValue("points")) {
		if i > 3 {
			return out, site.Malformed("the points are four at most: of a win, a draw, a loss and a bye")
		}
		*[]*log.Amount{&out.Win, &out.Draw, &out.Loss, &out.Bye}[i] = log.Amount(a)
	}
	return out, numbersOf(r, &out)
}

func numbersOf(r *http.Request, out *log.Rules) error {
	for _, f := range []struct {
		name, label string
		most        int
		to          *int
	}{
		{"rounds", "The number of rounds", 30, &out.Rounds},
		{"minutes", "The minutes of a round", 1440, &out.Minutes},
		{"bestOf", "The games of a match", 9, &out.BestOf},
		{"cut", "How many play on", 64, &out.Cut},
		{"pod", "How many sit at a table", 8, &out.Pod},
		{"podLeast", "How few may sit there", 8, &out.PodLeast},
		{"cap", "How many may enter", 10000, &out.Cap},
		{"lateUntil", "The last round of late entry", 30, &out.LateUntil},
	} {
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
