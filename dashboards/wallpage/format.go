package wallpage

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/projections/wall"
)

// signed writes a number with a sign; minus is U+2212.
func signed(n int) string {
	switch {
	case n < 0:
		return "−" + strconv.Itoa(-n)
	case n > 0:
		return "+" + strconv.Itoa(n)
	}
	return "±0"
}

// clock writes a duration as 4:10 or 1:04:10.
func clock(d time.Duration) string {
	s := int(max(d, 0) / time.Second)
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}

// stamp writes a time for scripts; empty if there is none.
func stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}

// series writes the line of the city strength for <siege-tracker>: "1:65 2:65 3:58 now:52".
func series(ps []wall.Point) string {
	out := make([]string, len(ps))
	for i, p := range ps {
		name := strconv.Itoa(p.Round)
		if p.Now {
			name = "now"
		}
		out[i] = name + ":" + strconv.Itoa(p.Strength)
	}
	return strings.Join(out, " ")
}

// cityLabel says the city strength to who cannot see it.
func cityLabel(c wall.City) string {
	if c.Start == 0 {
		return "City strength: set when the game begins."
	}
	s := fmt.Sprintf("City strength %d of %d.", c.Strength, c.Start)
	if c.Fallen {
		s += " The city has fallen: Lieutenants can be destroyed."
	} else if c.AtMark {
		s += fmt.Sprintf(" At %d or less, arriving Lieutenants attack.", c.Mark)
	}
	if c.Scored > 0 {
		s += fmt.Sprintf(" Siege of this round so far: %d.", c.Scored)
	}
	return s
}

// sides writes each table's share of a change: "Lórien 3 · Rivendell 4".
func sides(c wall.Change) string {
	out := make([]string, len(c.Shares))
	for i, s := range c.Shares {
		out[i] = fmt.Sprintf("%s %d", s.Team, s.Siege)
	}
	return strings.Join(out, " · ")
}

// size is a class for texts whose length is not known: the longer, the smaller.
func size(s string) string {
	switch n := len([]rune(s)); {
	case n > 60:
		return "len-xl"
	case n > 34:
		return "len-l"
	case n > 18:
		return "len-m"
	}
	return ""
}

func threat(p wall.Player) string {
	if p.Threat < 0 {
		return "–"
	}
	return strconv.Itoa(p.Threat)
}

// mode is a class of the whole wall: what it is mostly about now.
func mode(v wall.View) string {
	switch {
	case v.Result != nil:
		return "is-over"
	case v.Turn != nil:
		return "is-turn"
	}
	return "is-play"
}

// teamClass is the class of a team's card.
func teamClass(t wall.Team) string {
	c := "team team-" + t.State
	if t.LastOne {
		c += " team-last"
	}
	return c
}

func join(teams []string) string { return strings.Join(teams, ", ") }

// others names the teams that other open steps wait for.
func others(v wall.View) string {
	var out []string
	for _, t := range v.Turns[1:] {
		out = append(out, t.Team)
	}
	return join(out)
}

// stepIcon is the shape of a step's state.
func stepIcon(state string) string {
	switch state {
	case wall.StepNow:
		return "turn"
	case wall.StepDone:
		return "ended"
	case wall.StepSkipped:
		return "over"
	}
	return "setup"
}

func stepWord(state string) string {
	switch state {
	case wall.StepNow:
		return "now"
	case wall.StepDone:
		return "done"
	case wall.StepSkipped:
		return "does not apply"
	}
	return "to come"
}

// Choice is what an option of an open step is called.
func Choice(o group.Option) string {
	if w, ok := choices[o.Choice]; ok {
		return w
	}
	if r := []rune(o.Choice); len(r) > 2 {
		return strings.ToUpper(string(r[:1])) + strings.ReplaceAll(string(r[1:]), "-", " ")
	}
	return o.Choice // a stage: "3D"
}

var choices = map[string]string{
	group.ChoicePay:      "Remove 5 progress",
	group.ChoicePayBonus: "Remove 10 progress",
	group.ChoiceSuffer:   "Suffer the effect",
	group.ChoiceUse:      "Use the response",
	group.ChoicePass:     "Pass",
	group.ChoiceTakeHost: "Take Host of Lórien",
	group.ChoiceTakeBoth: "Take Host and Power of Lórien",
	group.ChoiceDone:     "Carried out",
	group.ChoiceGive:     "Hand over",

	group.ChoiceGate:      "The Black Gate Opens draws",
	group.ChoiceDoom:      "Mount Doom draws",
	group.ChoiceCancel:    "Keep the Eye here",
	group.ChoiceLet:       "The Eye turns away",
	group.ChoiceCardFirst: "The mode card first",
	group.ChoiceEyeFirst:  "The Eye first",
}

// scenarioOf names what is played, with its difficulty.
func scenarioOf(v wall.View) string {
	if v.Difficulty == "" {
		return v.Scenario
	}
	return v.Scenario + " (" + v.Difficulty + ")"
}

// heroLabel says what the large figure is.
func heroLabel(v wall.View) string {
	switch {
	case v.HasCity:
		return "City strength and round"
	case v.Eye != nil:
		return "The Eye of Sauron and round"
	default:
		return "Quest and round"
	}
}

// station names a table on the rail of the Eye.
func station(t wall.Team) string {
	if t.Scenario != "" {
		return t.Scenario
	}
	return t.Team
}

// progress writes the progress of a table's stage: "7 of 12".
func progress(t wall.Team) string {
	if t.Points == nil {
		return strconv.Itoa(t.Progress)
	}
	return fmt.Sprintf("%d of %d", t.Progress, *t.Points)
}

// lieutenant is the name of a Lieutenant with the damage on it.
func lieutenant(l wall.Lieutenant) string {
	return fmt.Sprintf("%s %d/%d", l.Name, l.Damage, l.HitPoints)
}

// took says how long a game was.
func took(r wall.Result) string {
	if r.Rounds == 1 {
		return "1 round in " + clock(r.Took)
	}
	return fmt.Sprintf("%d rounds in %s", r.Rounds, clock(r.Took))
}
