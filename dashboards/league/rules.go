package league

import (
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"github.com/muster-events/muster/dashboards/console"
	"github.com/muster-events/muster/dashboards/internal/site"
	rules "github.com/muster-events/muster/engine/league"
	"github.com/muster-events/muster/engine/season"
	"github.com/muster-events/muster/events"
	log "github.com/muster-events/muster/events/league"
)

// ruleActions are about the rules.
func ruleActions() []action {
	shown := Shown.running
	return []action{
		{name: "rules", button: "Change the rules", done: "The rules are changed.", gives: log.ChangeRules{}.CommandType(), shown: shown, form: func(c *call) console.Form {
			return c.mayBegun(console.Form{Fields: ruleFields(c.Rules)})
		}, make: func(c *call) ([]events.CommandBody, error) {
			now, err := rulesOf(c.r, c.Rules, false)
			return []events.CommandBody{log.ChangeRules{Rules: now, Reason: c.text("reason")}}, err
		}},
		{name: "ruleset", button: "Choose another rule set", done: "The rules are changed.", gives: log.ChangeRules{}.CommandType(), shown: shown, form: func(c *call) console.Form {
			f := console.Form{Says: []string{"Quests, achievements, teams, divisions and what carries over stay as they are; everything else is as the rule set says."}, Fields: []console.Field{rulesetField(c.Rules)}}
			return c.mayBegun(f)
		}, make: func(c *call) ([]events.CommandBody, error) {
			base, err := readyOf(c.r.FormValue("ruleset"))
			if err != nil {
				return nil, err
			}
			base.Quests, base.Points.Extras = c.Rules.Quests, c.Rules.Points.Extras
			base.Late, base.TeamBest, base.StoreBest, base.Switch, base.Carry = c.Rules.Late, c.Rules.TeamBest, c.Rules.StoreBest, c.Rules.Switch, c.Rules.Carry
			return []events.CommandBody{log.ChangeRules{Rules: identified(base), Reason: c.text("reason")}}, nil
		}},
	}
}

// mayBegun asks for a reason once something was scored.
func (c *call) mayBegun(f console.Form) console.Form {
	if c.started() {
		f.Danger = true
		f.Says = append(f.Says, "The season has begun. You see who moves before it is final.")
		f.Fields = append(f.Fields, reason("Why"))
	}
	return f
}

// readyRules are the rules that ship, as a league records them.
func readyRules() []log.Rules {
	var out []log.Rules
	for _, r := range rules.Ready() {
		out = append(out, season.Words(r))
	}
	return out
}

// readyOf returns the ready rules of a form: "store-league@1".
func readyOf(value string) (log.Rules, error) {
	for _, r := range readyRules() {
		if r.ID+"@"+r.Edition == value {
			return r, nil
		}
	}
	return log.Rules{}, site.Malformed("Choose a rule set.")
}

func rulesetField(r log.Rules) console.Field {
	f := console.Field{Kind: console.FieldSelect, Name: "ruleset", Label: "Rule set", Value: r.ID + "@" + r.Edition}
	for _, s := range readyRules() {
		f.Options = append(f.Options, console.Choice{Value: s.ID + "@" + s.Edition, Text: s.Name})
	}
	return f
}

// ruleFields are the fields of all rules, filled in with those there are.
func ruleFields(r log.Rules) []console.Field {
	number := func(name, label, help string, v, most int) console.Field {
		return console.Field{Kind: console.FieldNumber, Name: name, Label: label, Help: help, Value: blank(v), Max: most, Optional: true}
	}
	text := func(name, label, help, v string) console.Field {
		return console.Field{Kind: console.FieldText, Name: name, Label: label, Help: help, Value: v, Max: 400, Optional: true}
	}
	area := func(name, label, help, v string) console.Field {
		return console.Field{Kind: console.FieldArea, Name: name, Label: label, Help: help, Value: v, Max: 10000, Optional: true}
	}
	penalty := ""
	if r.Penalty != nil {
		penalty = string(*r.Penalty)
	}
	return []console.Field{
		text("places", "Points of the places", "As in “10, 9, 8, 7”.", amounts(r.Points.Places)),
		text("games", "Points of a win, a draw, a loss, of coming", "As in “3, 1, 0, 1”.", gamePoints(r.Points)),
		area("achievements", "Achievements", "One on each line: name; points. Add “; once” to one that counts once a season.", achievementLines(r.Points.Extras)),
		text("mostExtras", "Most points for achievements in a session", "Empty: no bound.", string(r.Points.MostExtras)),
		number("best", "How many sessions or quests count, the best of all", "0: all.", r.Best, 200),
		number("minAttendance", "How many sessions a player has to come to for a rank", "", r.MinAttendance, 200),
		area("quests", "Quests that everybody is to play", "One on each line. Empty: those that were played.", strings.Join(r.Quests, "\n")),
		text("penalty", "What a quest without a score counts", "Empty: nothing, and who lacks one comes after who does not.", penalty),
		text("order", "What decides, in order", "Possible: "+strings.Join(criteria(), ", ")+".", strings.Join(r.Order, ", ")),
		text("late", "Points of a late entry to begin with", "", string(r.Late)),
		number("teamBest", "How many players count for a team, the best", "Empty: all.", r.TeamBest, 200),
		number("storeBest", "How many players count for a club or store, the best", "Empty: all.", r.StoreBest, 200),
		number("switch", "How many go up and down between divisions", "", r.Switch, 200),
		number("carry", "Percent of the points that go over into the next season", "", r.Carry, 100),
	}
}

// criteria are all that can decide, by what the ready rule sets use.
func criteria() []string {
	var out []string
	for _, r := range readyRules() {
		for _, c := range r.Order {
			if !slices.Contains(out, c) {
				out = append(out, c)
			}
		}
	}
	return out
}

func amounts(all []log.Amount) string {
	out := make([]string, len(all))
	for i, a := range all {
		out[i] = string(a)
	}
	return strings.Join(out, ", ")
}

func gamePoints(p log.Points) string {
	if p.Win == "" && p.Draw == "" && p.Loss == "" && p.Attend == "" {
		return ""
	}
	var out []string
	for _, a := range []log.Amount{p.Win, p.Draw, p.Loss, p.Attend} {
		if a == "" {
			a = "0"
		}
		out = append(out, string(a))
	}
	return strings.Join(out, ", ")
}

func achievementLines(all []log.Achievement) string {
	var out []string
	for _, a := range all {
		line := a.Name + "; " + string(a.Points)
		if a.Once {
			line += "; once"
		}
		out = append(out, line)
	}
	return strings.Join(out, "\n")
}

// rulesOf reads the rules of a form over others: with fresh set what is empty stays as it is in base, else
// it is nothing.
func rulesOf(r *http.Request, base log.Rules, fresh bool) (log.Rules, error) {
	out := base
	typed := func(name string) (string, bool) {
		v := strings.TrimSpace(r.FormValue(name))
		return v, v != "" || !fresh
	}
	if v, ok := typed("places"); ok {
		out.Points.Places = listed(v)
	}
	if v, ok := typed("games"); ok {
		all := listed(v)
		if len(all) > 4 {
			return out, site.Malformed("The points are four at most: of a win, a draw, a loss, and of coming.")
		}
		all = append(all, "", "", "", "")
		out.Points.Win, out.Points.Draw, out.Points.Loss, out.Points.Attend = all[0], all[1], all[2], all[3]
	}
	if v, ok := typed("order"); ok {
		out.Order = nil
		for _, c := range listed(v) {
			out.Order = append(out.Order, string(c))
		}
	}
	if v, ok := typed("penalty"); ok {
		if out.Penalty = nil; v != "" {
			n := amount(v)
			out.Penalty = &n
		}
	}
	if v, ok := typed("quests"); ok {
		out.Quests = lines(v)
	}
	out.Points.MostExtras, out.Late = amount(r.FormValue("mostExtras")), amount(r.FormValue("late"))
	var err error
	if out.Points.Extras, err = achievementsOf(r.FormValue("achievements"), base.Points.Extras); err != nil {
		return out, err
	}
	if err := numbersOf(r, &out, fresh); err != nil {
		return out, err
	}
	return identified(out), nil
}

func numbersOf(r *http.Request, out *log.Rules, fresh bool) error {
	for _, f := range []struct {
		name, label string
		most        int
		to          *int
		keeps       bool
	}{
		{"best", "How many count", 200, &out.Best, true},
		{"minAttendance", "How many sessions a player has to come to", 200, &out.MinAttendance, true},
		{"teamBest", "How many count for a team", 200, &out.TeamBest, false},
		{"storeBest", "How many count for a store", 200, &out.StoreBest, false},
		{"switch", "How many go up and down", 200, &out.Switch, false},
		{"carry", "The percent that carry over", 100, &out.Carry, false},
	} {
		n, err := site.Number(r, f.name, f.label, 0, f.most)
		if err != nil {
			return err
		}
		if n != nil || !fresh || !f.keeps {
			*f.to = either(n, 0)
		}
	}
	return nil
}

func listed(text string) []log.Amount {
	var out []log.Amount
	for _, s := range strings.FieldsFunc(text, func(c rune) bool { return c == ',' || c == ';' }) {
		if s = strings.TrimSpace(s); s != "" {
			out = append(out, log.Amount(strings.Replace(s, "−", "-", 1)))
		}
	}
	return out
}

func lines(text string) []string {
	var out []string
	for line := range strings.SplitSeq(strings.ReplaceAll(text, "\r\n", "\n"), "\n") {
		if line = strings.TrimSpace(line); line != "" {
			out = append(out, line)
		}
	}
	return out
}

// achievementsOf reads lines of achievements. One whose name is known keeps its id: who has it keeps it.
func achievementsOf(text string, known []log.Achievement) ([]log.Achievement, error) {
	var out []log.Achievement
	for i, line := range lines(text) {
		parts := strings.Split(line, ";")
		if len(parts) < 2 {
			return nil, site.Malformed(fmt.Sprintf("Achievement %d, %q: write its name, a semicolon and its points.", i+1, line))
		}
		a := log.Achievement{Name: strings.TrimSpace(parts[0]), Points: amount(parts[1])}
		a.Once = len(parts) > 2 && strings.EqualFold(strings.TrimSpace(parts[2]), "once")
		a.ID = slug(a.Name, "achievement")
		for _, k := range known {
			if strings.EqualFold(k.Name, a.Name) {
				a.ID = k.ID
			}
		}
		for slices.ContainsFunc(out, func(o log.Achievement) bool { return o.ID == a.ID }) {
			a.ID = slug(a.ID, "achievement") + "-2"
		}
		out = append(out, a)
	}
	return out, nil
}

// own marks the edition of rules that are the organiser's own.
const own = "own"

// identified gives rules the id and edition of the ready ones that they are; rules that differ in what a
// result is worth or what counts are an edition of their own. Quests, achievements and what divisions,
// teams and the next season make of the table are each league's matter.
func identified(r log.Rules) log.Rules {
	for _, s := range append(readyRules(), season.Words(rules.BestOf(max(r.Best, 1)))) {
		if sameRules(r, s) {
			r.ID, r.Edition, r.Name, r.Source = s.ID, s.Edition, s.Name, s.Source
			return r
		}
	}
	if !strings.HasSuffix(r.Edition, own) {
		r.Edition += " " + own
		r.Name += ", own rules"
	}
	return r
}

func sameRules(a, b log.Rules) bool {
	core := func(r log.Rules) log.Rules {
		p := r.Points
		p.Extras, p.MostExtras = nil, ""
		for _, n := range []*log.Amount{&p.Win, &p.Draw, &p.Loss, &p.Attend} {
			if *n == "0" {
				*n = ""
			}
		}
		if len(p.Places) == 0 {
			p.Places = nil
		}
		return log.Rules{Count: r.Count, Unit: r.Unit, Repeat: r.Repeat, Points: p, Best: r.Best, Penalty: r.Penalty, MinAttendance: r.MinAttendance, Order: r.Order}
	}
	return reflect.DeepEqual(core(a), core(b))
}
