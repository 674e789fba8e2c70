package league

import (
	"fmt"
	"slices"

	"github.com/muster-events/muster/engine/exact"
)

// GroupTable is a table of teams or stores.
type GroupTable struct {
	Rules   string     `json:"rules"`
	Edition string     `json:"edition"`
	By      GroupBy    `json:"by"`
	Best    int        `json:"best,omitempty"` // members that count; 0: all
	Rows    []GroupRow `json:"rows"`
}

// GroupRow is one team's or store's line.
type GroupRow struct {
	Line
	Name    string `json:"name"`
	Members int    `json:"members"`
	Rules   string `json:"rules"`
	Edition string `json:"edition"`
}

// GroupBy tells what members are put together by.
type GroupBy string

// What members are put together by.
const (
	ByTeam  GroupBy = "team"
	ByStore GroupBy = "store"
)

// BestMember is the criterion of the best member's total, in group tables only.
const BestMember Criterion = "best-member"

// Groups makes a team or store table of a league table: the totals of the best members of each add up.
// With best above 0 only so many count, and whoever has fewer comes after those who have enough; where
// fewer is better that is the only fair way. Members without a team or store are in none. It is refused if
// the rules have no total.
//
// Source: issue 4, "Leagues".
func Groups(t Table, by GroupBy, best int) (GroupTable, error) {
	if by != ByTeam && by != ByStore {
		return GroupTable{}, refuse(CodeRules, "%q is nothing to put members together by: use %q or %q.", by, ByTeam, ByStore)
	}
	if best < 0 || !slices.Contains(t.Order, Total) {
		return GroupTable{}, refuse(CodeRules, "A group table needs rules with %q, and counts 0 or more members, not %d.", Total, best)
	}
	members := map[string][]Row{}
	for _, r := range t.Rows {
		name := r.Team
		if by == ByStore {
			name = r.Store
		}
		if name != "" {
			members[name] = append(members[name], r)
		}
	}
	out := GroupTable{Rules: t.Rules, Edition: t.Edition, By: by, Best: best}
	for name, rows := range members {
		out.Rows = append(out.Rows, groupRow(name, rows, best))
	}
	out.Rows = placed(out.Rows, func(r *GroupRow) *Line { return &r.Line },
		func(r GroupRow) int { return one(best > 0 && r.Members < best) }, func(r GroupRow) string { return r.Name })
	return out, nil
}

func groupRow(name string, rows []Row, best int) GroupRow {
	slices.SortStableFunc(rows, func(a, b Row) int { return a.Cell(Total).compare(*b.Cell(Total)) })
	first := *rows[0].Cell(Total)
	total := Cell{Kind: Total, Less: first.Less}
	counted := 0
	for _, r := range rows {
		c := r.Cell(Total)
		term := Term{Member: r.Member, Says: "total " + c.Value.String(), Value: c.Value}
		switch {
		case c.None:
			term.Says, term.Out = "no total", "no score yet"
		case best > 0 && counted == best:
			term.Out = fmt.Sprintf("not among the best %d", best)
		default:
			counted++
		}
		total.Terms = append(total.Terms, term)
	}
	total.Value, total.None = total.Again(), counted == 0
	single := Cell{Kind: BestMember, Less: first.Less, Listed: true, Value: first.Value, None: first.None, Terms: []Term{total.Terms[0]}}
	return GroupRow{
		Line: Line{Cells: []Cell{total, single}}, Name: name, Members: counted,
		Rules: rows[0].Rules, Edition: rows[0].Edition,
	}
}

// Division is one division's part of a table, with places of its own.
type Division struct {
	Name string `json:"name"`
	Rows []Row  `json:"rows"`
}

// Divide parts a table into divisions, in the order named, the highest first. Members of none of them are
// left out.
func Divide(t Table, names ...string) []Division {
	out := make([]Division, 0, len(names))
	for _, name := range names {
		d := Division{Name: name}
		for _, r := range t.Rows {
			if r.Division == name {
				r.Cells = slices.Clone(r.Cells)
				d.Rows = append(d.Rows, r)
			}
		}
		d.Rows = rank(d.Rows)
		out = append(out, d)
	}
	return out
}

// Switch is a member who changes the division, or may.
type Switch struct {
	Member Row    `json:"member"`
	From   string `json:"from"`
	To     string `json:"to"`
	// Open is set if more share the place than can move: the organiser decides which of them do.
	Open bool   `json:"open,omitempty"`
	Why  string `json:"why"`
}

// Switches lists who moves between neighbouring divisions, the highest first: as many as said from the top
// of the lower one go up, and as many from the bottom of the higher one go down. Members who left neither
// go nor count. Who shares the last place that moves with others is listed as open.
//
// Source: issue 4, "Leagues".
func Switches(divisions []Division, many int) []Switch {
	var out []Switch
	for i := 0; i+1 < len(divisions) && many > 0; i++ {
		high, low := divisions[i], divisions[i+1]
		down, up := here(high.Rows), here(low.Rows)
		slices.Reverse(down)
		out = append(out, moving(down, many, high.Name, low.Name, "down")...)
		out = append(out, moving(up, many, low.Name, high.Name, "up")...)
	}
	return out
}

// here lists those who have not left.
func here(rows []Row) []Row {
	return slices.DeleteFunc(slices.Clone(rows), func(r Row) bool { return r.Dropped })
}

func moving(rows []Row, many int, from, to, way string) []Switch {
	var out []Switch
	for i, r := range rows {
		beyond := i >= many
		if beyond && (i == 0 || rows[many-1].Place != r.Place) {
			break
		}
		s := Switch{Member: r, From: from, To: to, Why: fmt.Sprintf("place %d of %d in %s: %d go %s", r.Place, len(rows), from, many, way)}
		s.Open = len(rows) > many && r.Place == rows[many-1].Place && rows[many].Place == r.Place
		if s.Open {
			s.Why += ", and more share this place than can"
		}
		out = append(out, s)
	}
	return out
}

// Carried is what members take into the next season: a share of their totals, from 0 to 1, with their
// places. Members without a total take nothing.
//
// Source: issue 4, "Leagues".
func Carried(t Table, share exact.Num) ([]Member, error) {
	if share.Sign() < 0 || share.Cmp(exact.Int(1)) > 0 {
		return nil, refuse(CodeRules, "The share that is carried over is %s: 0 to 1 is possible.", share)
	}
	out := make([]Member, 0, len(t.Rows))
	for _, r := range t.Rows {
		m := Member{ID: r.Member, Team: r.Team, Store: r.Store, Division: r.Division, Dropped: r.Dropped, LastPlace: r.Place}
		if c := r.Cell(Total); c != nil {
			m.Carry = c.Value.Mul(share)
		}
		out = append(out, m)
	}
	return out, nil
}
