package pairing

import (
	"fmt"
	"slices"
	"strings"

	"github.com/muster-events/muster/events"
)

// Names says how a person is called on a page. A nil Names shows ids.
type Names func(events.PersonID) string

func (n Names) of(id events.PersonID) string {
	if n == nil {
		return string(id)
	}
	return n(id)
}

// list joins names with commas and a last "and".
func (n Names) list(ids []events.PersonID) string {
	words := make([]string, len(ids))
	for i, id := range ids {
		words[i] = n.of(id)
	}
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

// count writes a number with its noun.
func count(n int64, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// Words explains a table to people, one sentence a line: why these two, why a float, why this side,
// and what the best round without this table would cost.
func (t Table) Words(name Names) []string {
	a, b := name.of(t.A), name.of(t.B)
	var out []string
	if t.Locked {
		out = append(out, fmt.Sprintf("%s and %s were seated here by hand.", a, b))
	}
	out = append(out, t.valueWords(a, b)...)
	if f := t.Why.Float; f != nil && !t.Locked {
		out = append(out, f.words(name))
	}
	if s := t.Why.Side; s != nil {
		out = append(out, s.words(a, b, t.Side))
	}
	if o := t.Why.Otherwise; o != nil {
		out = append(out, o.words(a, b))
	}
	return out
}

// valueWords says what counts for and against a table.
func (t Table) valueWords(a, b string) []string {
	var out []string
	for _, v := range t.Why.Values {
		switch {
		case v.Criterion == CriterionApart && v.Cost > 0:
			out = append(out, fmt.Sprintf("The organiser wants to keep %s and %s apart.", a, b))
		case v.Criterion == CriterionRematch && v.Cost == 0:
			out = append(out, "They have not met before.")
		case v.Criterion == CriterionRematch:
			out = append(out, fmt.Sprintf("They have met before, %s.", count(root(v.Cost), "time", "times")))
		case v.Criterion == CriterionScore && v.Cost == 0:
			out = append(out, "They have the same score.")
		case v.Criterion == CriterionScore && t.Locked:
			out = append(out, fmt.Sprintf("%s is %s ahead.", a, count(int64(t.Ahead), "point", "points")))
		case v.Criterion == CriterionFloat && v.Cost > 0:
			out = append(out, "One of the two, or both, have floated the same way before.")
		case v.Criterion == CriterionClub && v.Cost > 0:
			out = append(out, fmt.Sprintf("They share %s.", count(v.Cost, "club", "clubs")))
		}
	}
	return out
}

func root(n int64) int64 {
	r := int64(0)
	for (r+1)*(r+1) <= n {
		r++
	}
	return r
}

func (f *Float) words(name Names) string {
	s := fmt.Sprintf("%s comes down %s to meet %s", name.of(f.Down), count(int64(f.Groups), "score group", "score groups"), name.of(f.Up))
	if f.Size%2 == 1 {
		return s + fmt.Sprintf(": %s to be paired have the score of %s, an odd number.", count(int64(f.Size), "player", "players"), name.of(f.Down))
	}
	return s + ": no complete pairing that keeps the score groups together is better."
}

// sideWords names a side.
func (s Side) words() string {
	if s == FreePeoples {
		return "the Free Peoples"
	}
	return "the Shadow"
}

func (w *WhySide) words(a, b string, side Side) string {
	s := fmt.Sprintf("%s plays %s, %s %s. Before: %s %d and %d, %s %d and %d games with the Free Peoples and the Shadow",
		a, side.words(), b, side.Other().words(), a, w.A.FreePeoples, w.A.Shadow, b, w.B.FreePeoples, w.B.Shadow)
	switch w.By {
	case SideManual:
		return s + "; the sides were set by hand."
	case SideBalance:
		return s + fmt.Sprintf("; this way balances best (%d, the other way %d).", w.Kept, w.Turned)
	case SideTurn:
		return s + "; this way fewer of them have the side of their last game again."
	case SideEarlier:
		return s + "; as both ways balance alike, they change from the last round in which their sides differed."
	default:
		return s + "; both ways are alike, so the side was drawn."
	}
}

func (o *Otherwise) words(a, b string) string {
	if o.None {
		return fmt.Sprintf("Nobody but %s and %s is left to be paired.", a, b)
	}
	tables := count(int64(o.Changed), "table", "tables")
	if o.More == 0 {
		return fmt.Sprintf("A round without this table would be as good in everything; %s would change.", tables)
	}
	return fmt.Sprintf("The best round without this table changes %s and is worse in this: %s.", tables, o.By.worse(o.More))
}

// worse says what more of a criterion means.
func (c Criterion) worse(n int64) string {
	switch c {
	case CriterionApart:
		return count(n, "pair meets", "pairs meet") + " whom the organiser keeps apart"
	case CriterionRematch:
		return "repeated games, " + count(n, "point", "points") + " more (a second meeting counts 1, a third 4, a fourth 9)"
	case CriterionBye:
		if n >= 1<<20 {
			return "a second bye"
		}
		return "the bye goes to somebody " + count(n, "place", "places") + " higher"
	case CriterionScore:
		return "differences in score, " + count(n, "point", "points") + " more (one group apart counts 1, two count 4)"
	case CriterionFloat:
		return "floating the same way again, " + count(n, "point", "points") + " more"
	case CriterionSides:
		return "balance of sides, " + count(n, "point", "points") + " more (8 to the power of each imbalance)"
	case CriterionTurn:
		return count(n, "more player has", "more players have") + " the side of their last game again"
	case CriterionClub:
		return count(n, "more table", "more tables") + " of club mates"
	case CriterionOrder:
		return "distance from the places to be paired inside the score groups"
	default:
		return "only the draw decided between the two"
	}
}

// Words explains why somebody sits out.
func (s Sitting) Words(name Names) []string {
	who := name.of(s.Player)
	switch s.Kind {
	case OffAsked:
		return []string{fmt.Sprintf("%s has a bye on request: %s.", who, count(int64(s.Points), "point", "points"))}
	case OffGranted:
		return []string{fmt.Sprintf("%s is away, with %s by the organiser's grant.", who, count(int64(s.Points), "point", "points"))}
	case OffAbsent:
		return []string{fmt.Sprintf("%s is away: %s, unless the organiser grants a bye.", who, count(int64(s.Points), "point", "points"))}
	}
	out := []string{fmt.Sprintf("%s has the bye, as the number of players to be paired is odd: %s.", who, count(int64(s.Points), "point", "points"))}
	if s.Why.Had > 0 {
		out = append(out, fmt.Sprintf("%s had %s before; nobody else can have it.", who, count(int64(s.Why.Had), "bye", "byes")))
	}
	if s.Why.Below == 0 {
		return append(out, "Nobody to be paired is lower.")
	}
	for i, p := range s.Why.Passed {
		if i == 5 && len(s.Why.Passed) > 6 {
			return append(out, fmt.Sprintf("So it is with %d more who are lower.", len(s.Why.Passed)-i))
		}
		switch {
		case p.Had > s.Why.Had:
			out = append(out, fmt.Sprintf("%s is lower, but has had a bye in round %d.", name.of(p.Player), p.LastIn))
		default:
			out = append(out, fmt.Sprintf("%s is lower, but then somebody would have to meet an earlier opponent, or two who are kept apart.", name.of(p.Player)))
		}
	}
	return out
}

// Words says which rule is broken and why there was no other way.
func (p Problem) Words(name Names) string {
	var s string
	switch p.Kind {
	case ProblemApart:
		s = fmt.Sprintf("%s meet, whom the organiser keeps apart", name.list(p.Players))
	case ProblemRepeat:
		s = fmt.Sprintf("%s meet again after %s", name.list(p.Players), count(int64(p.Times), "game", "games"))
	case ProblemBye:
		s = fmt.Sprintf("%s has a bye again after %s", name.list(p.Players), count(int64(p.Times), "bye", "byes"))
	}
	switch {
	case p.Manual:
		return s + ", as set by hand."
	case p.Because == nil:
		return s + ": every complete pairing breaks a rule like this, and none breaks less."
	}
	return s + ": " + p.Because.Words(name) + " No complete pairing breaks less."
}

// Words gives the proof in a sentence.
func (f *Forced) Words(name Names) string {
	only := slices.Clone(f.Only)
	helpers := name.list(only)
	switch {
	case f.OnlyBye && len(only) > 0:
		helpers += " or have the bye"
	case f.OnlyBye:
		helpers = "the bye"
	}
	groups := f.Groups
	if len(groups) > 6 {
		groups = groups[:6]
	}
	var parts []string
	for _, g := range groups {
		switch who := name.list(g.Players); {
		case g.Bye && who == "":
			parts = append(parts, "the bye")
		case g.Bye:
			parts = append(parts, who+" with the bye")
		default:
			parts = append(parts, who)
		}
	}
	if more := len(f.Groups) - len(groups); more > 0 {
		parts = append(parts, fmt.Sprintf("%d more", more))
	}
	who := strings.Join(parts, "; ")
	if helpers == "" {
		return fmt.Sprintf("among these, an odd number each, nobody has anybody new left outside: %s.", who)
	}
	return fmt.Sprintf("each of these needs one partner from outside (%s), and the only ones left for all of them are %s.", who, helpers)
}
