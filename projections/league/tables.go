package league

import (
	"fmt"
	"slices"

	"github.com/muster-events/muster/engine/exact"
	rules "github.com/muster-events/muster/engine/league"
	"github.com/muster-events/muster/engine/season"
	"github.com/muster-events/muster/events"
)

func (b *builder) fillTables(v *View) {
	v.Tables = []Table{}
	for _, id := range b.s.DivisionIDs() {
		v.Tables = append(v.Tables, b.table(id))
	}
	v.Teams = b.groups(TableTeams, "Teams", b.now.Teams, b.was.Teams)
	v.Stores = b.groups(TableStores, "Clubs and stores", b.now.Stores, b.was.Stores)
}

// table is that of a division; of the empty one all players are in it.
func (b *builder) table(division string) Table {
	out := Table{
		Kind: TablePlayers, Division: division, Name: "Players", Rules: b.s.Rules.ID, Edition: b.s.Rules.Edition,
		Columns: b.columns(), Rows: []Row{},
	}
	for _, d := range b.s.Divisions {
		if d.ID == division {
			out.Name = d.Name
		}
	}
	if !b.staff && len(b.s.Revealed) > 0 {
		for _, r := range b.s.Board(division) {
			row := b.row(division, r.Row)
			row.Rank, row.Points = r.Rank, r.Shown
			if r.Revealed { // of what is final only this is shown
				row.Revealed, row.From, row.Shared = true, r.From, false
				row.Cells, row.Moved, row.Goes, row.Open, row.Provisional = nil, Movement{}, "", false, false
			}
			out.Rows = append(out.Rows, row)
		}
		return out
	}
	for _, r := range b.now.Division(division) {
		out.Rows = append(out.Rows, b.row(division, r))
	}
	for _, r := range b.s.Revealed {
		if i := slices.IndexFunc(out.Rows, func(x Row) bool { return x.Player == r.Player }); i >= 0 {
			out.Rows[i].Revealed, out.Rows[i].From = true, r.From
		}
	}
	return out
}

func (b *builder) columns() []Column {
	out := []Column{}
	for _, c := range b.rules.Order {
		out = append(out, column(c, b.rules))
	}
	return out
}

func (b *builder) row(division string, r rules.Row) Row {
	p, _ := b.people.Player(r.Member)
	out := Row{
		Rank: season.Rank(r), Shared: r.Shared, Player: r.Member, Division: r.Division, Team: r.Team, Store: r.Store,
		Points: season.Shown(r.Line), Cells: b.cells(r.Cells), Attended: r.Attended, Short: r.Short, Dropped: r.Dropped, Late: p.Late,
		Provisional: b.open[r.Member], Marks: b.marked[r.Member],
	}
	out.Moved = b.moved(division, r)
	if m, goes := b.going[r.Member]; goes {
		out.Goes, out.Open = m.Goes, m.Open
	}
	return out
}

// moved tells how a player has moved since the session before the last.
func (b *builder) moved(division string, r rules.Row) Movement {
	if b.last < 0 {
		return Movement{}
	}
	was, in := b.before[division][r.Member]
	if !in || was.attended == 0 {
		return Movement{New: r.Attended > 0}
	}
	return movement(was.rank, season.Rank(r))
}

func movement(from, to int) Movement {
	out := Movement{From: from}
	if from > 0 && to > 0 {
		out.By = from - to
	}
	return out
}

// groups is a table of teams or stores; nil if there are none.
func (b *builder) groups(kind, name string, now, was rules.GroupTable) *Table {
	if len(now.Rows) == 0 {
		return nil
	}
	out := &Table{
		Kind: kind, Name: name, Rules: now.Rules, Edition: now.Edition, Columns: groupColumns(kind, now.Best, b.rules), Rows: []Row{},
	}
	for _, g := range now.Rows {
		row := Row{
			Rank: g.Place, Shared: g.Shared, Name: g.Name, Members: g.Members, Points: season.Shown(g.Line), Cells: b.cells(g.Cells),
		}
		for _, p := range b.membersOf(now.By, g.Name) {
			row.Provisional = row.Provisional || b.open[p]
			for _, n := range b.marked[p] {
				if !slices.Contains(row.Marks, n) {
					row.Marks = append(row.Marks, n)
				}
			}
		}
		slices.Sort(row.Marks)
		if i := slices.IndexFunc(was.Rows, func(x rules.GroupRow) bool { return x.Name == g.Name }); b.last > 0 && i >= 0 {
			row.Moved = movement(was.Rows[i].Place, g.Place)
		}
		out.Rows = append(out.Rows, row)
	}
	return out
}

func (b *builder) membersOf(by rules.GroupBy, name string) []events.PersonID {
	var out []events.PersonID
	for _, r := range b.now.Players.Rows {
		if by == rules.ByTeam && r.Team == name || by == rules.ByStore && r.Store == name {
			out = append(out, r.Member)
		}
	}
	return out
}

func (b *builder) cells(all []rules.Cell) []Cell {
	var out []Cell
	for _, c := range all {
		cell := Cell{Kind: string(c.Kind), Value: c.Value, Listed: c.Listed, Note: c.Note}
		if !c.None {
			cell.Shown = shown(c.Kind, c.Value)
		}
		for _, t := range c.Terms {
			cell.Terms = append(cell.Terms, b.term(c.Kind, t))
		}
		out = append(out, cell)
	}
	return out
}

func (b *builder) term(kind rules.Criterion, t rules.Term) Term {
	out := Term{
		Scenario: t.Unit, Player: t.Member, Result: resultOf(t.Entry), Says: t.Says, Shown: shown(kind, t.Value), Value: t.Value, Out: t.Out,
	}
	if t.Session > 0 && t.Session <= len(b.s.Sessions) {
		x := b.s.Sessions[t.Session-1]
		out.Session, out.Name = x.ID, x.Name
	}
	return out
}

// resultOf reads the number of a result from the id of its entry; 0 if it is none.
func resultOf(entry string) int {
	var n int
	if _, err := fmt.Sscanf(entry, "result %d", &n); err != nil {
		return 0
	}
	return n
}

// shown is a number of a criterion for people. Shares are shown in percent.
func shown(kind rules.Criterion, n exact.Num) string {
	const places = 2
	switch kind {
	case rules.Outcome:
		return map[bool]string{true: "won", false: "lost"}[!n.IsZero()]
	case rules.CityDamage:
		return n.Times(100).Decimal(1) + " %"
	case rules.PerPlayer:
		if d, err := exact.Parse(n.Decimal(places)); err == nil {
			return d.String()
		}
	}
	return n.String()
}
