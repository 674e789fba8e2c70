package bundle

import (
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/muster-events/muster/engine/exact"
	"github.com/muster-events/muster/events"
)

// Severity says how much a difference matters.
type Severity string

// The severities, the worst first.
const (
	SeverityError Severity = "error" // a result, a place or a history differs
	SeverityWarn  Severity = "warn"  // something is there on one side only
	SeverityNote  Severity = "note"  // the same, said otherwise: rounded, another name
)

func (s Severity) rank() int {
	return slices.Index([]Severity{SeverityError, SeverityWarn, SeverityNote}, s)
}

// Difference is one difference between two bundles, or a bundle and a published table.
type Difference struct {
	Severity Severity `json:"severity"`
	Table    string   `json:"table"`
	Row      string   `json:"row,omitempty"`    // the player or group
	Column   string   `json:"column,omitempty"` // empty: the row as a whole
	A        string   `json:"a"`
	B        string   `json:"b"`
	Says     string   `json:"says"`
}

// String says it in one line.
func (d Difference) String() string {
	where := d.Table
	for _, s := range []string{d.Row, d.Column} {
		if s != "" {
			where += ", " + s
		}
	}
	return fmt.Sprintf("%-5s  %s: %s", d.Severity, where, d.Says)
}

// Diff compares two bundles: whether one log continues the other, and their results row by row. The
// worst differences come first.
func Diff(ctx context.Context, a, b *File, cat *events.Catalogue) ([]Difference, error) {
	out, err := histories(a, b)
	if err != nil {
		return nil, err
	}
	ta, err := Tables(ctx, a, cat)
	if err != nil {
		return nil, err
	}
	tb, err := Tables(ctx, b, cat)
	if err != nil {
		return nil, err
	}
	for _, x := range ta {
		i := slices.IndexFunc(tb, func(y Table) bool { return y.Name == x.Name })
		if i < 0 {
			out = append(out, Difference{Severity: SeverityWarn, Table: x.Name, A: "a table", Says: "only the first has it"})
			continue
		}
		out = append(out, compareTables(x, tb[i])...)
	}
	for _, y := range tb {
		if !slices.ContainsFunc(ta, func(x Table) bool { return y.Name == x.Name }) {
			out = append(out, Difference{Severity: SeverityWarn, Table: y.Name, B: "a table", Says: "only the second has it"})
		}
	}
	return sorted(out), nil
}

func sorted(ds []Difference) []Difference {
	slices.SortStableFunc(ds, func(a, b Difference) int { return cmp.Compare(a.Severity.rank(), b.Severity.rank()) })
	return ds
}

// histories compares the logs commit by commit.
func histories(a, b *File) ([]Difference, error) {
	const table = "log"
	if a.Manifest.Gathering != b.Manifest.Gathering {
		return []Difference{{
			Severity: SeverityError, Table: table, A: string(a.Manifest.Gathering), B: string(b.Manifest.Gathering), Says: "the bundles are of two gatherings",
		}}, nil
	}
	ta, err := a.Tree()
	if err != nil {
		return nil, err
	}
	tb, err := b.Tree()
	if err != nil {
		return nil, err
	}
	short := min(ta.Size(), tb.Size())
	same := int64(0) // the greatest size at which the roots are equal
	for lo, hi := int64(1), short; lo <= hi; {
		mid := (lo + hi) / 2
		ra, errA := ta.Root(mid)
		rb, errB := tb.Root(mid)
		if err := errors.Join(errA, errB); err != nil {
			return nil, err
		}
		if ra == rb {
			same, lo = mid, mid+1
		} else {
			hi = mid - 1
		}
	}
	switch {
	case same < short:
		return []Difference{{
			Severity: SeverityError, Table: table, Row: fmt.Sprintf("commit %d", same+1), A: "one history", B: "another",
			Says: fmt.Sprintf("the histories part: %d commits are the same, the next is not", same),
		}}, nil
	case ta.Size() != tb.Size():
		return []Difference{{
			Severity: SeverityNote, Table: table, A: fmt.Sprint(ta.Size()), B: fmt.Sprint(tb.Size()),
			Says: fmt.Sprintf("one log goes on where the other ends, after commit %d", short),
		}}, nil
	}
	return nil, nil
}

// compareTables compares two tables row by row, by the columns that both have.
func compareTables(a, b Table) []Difference {
	key := keyOf(a, b)
	if key == "" {
		return []Difference{{Severity: SeverityError, Table: a.Name, A: strings.Join(a.head(), ","), B: strings.Join(b.head(), ","), Says: "no column names the rows of both: player, name or group"}}
	}
	var out []Difference
	rowsB := b.by(key)
	rowsA := a.by(key)
	for _, name := range a.names(key) {
		rowB, ok := rowsB[name]
		if !ok {
			out = append(out, Difference{Severity: SeverityWarn, Table: a.Name, Row: name, A: "a row", Says: "only the first has the row"})
			continue
		}
		for _, column := range a.head() {
			if column == key || !slices.Contains(b.head(), column) {
				continue
			}
			if d, differs := compareCells(column, rowsA[name][column], rowB[column]); differs {
				d.Table, d.Row, d.Column = a.Name, name, column
				out = append(out, d)
			}
		}
	}
	for _, name := range b.names(key) {
		if _, ok := rowsA[name]; !ok {
			out = append(out, Difference{Severity: SeverityWarn, Table: a.Name, Row: name, B: "a row", Says: "only the second has the row"})
		}
	}
	return out
}

// compareCells compares two cells: as numbers if both are, where one may be rounded.
func compareCells(column, a, b string) (Difference, bool) {
	if a == b {
		return Difference{}, false
	}
	d := Difference{Severity: SeverityError, A: a, B: b, Says: fmt.Sprintf("%q in the first, %q in the second", a, b)}
	if column == "name" || column == "edition" || column == "ruleset" {
		d.Severity = SeverityNote
	}
	x, errX := exact.Parse(a)
	y, errY := exact.Parse(b)
	switch {
	case errX != nil || errY != nil:
		return d, true
	case x.Cmp(y) == 0:
		return Difference{}, false
	case rounds(x, b) || rounds(y, a):
		d.Severity, d.Says = SeverityNote, fmt.Sprintf("%s in the first, %s in the second: the same, rounded", a, b)
	}
	return d, true
}

// rounds reports whether a decimal is a number rounded to as many digits as it has.
func rounds(n exact.Num, decimal string) bool {
	_, digits, ok := strings.Cut(decimal, ".")
	return ok && n.Decimal(len(digits)) == decimal
}

func (t Table) head() []string {
	if len(t.Rows) == 0 {
		return nil
	}
	return t.Rows[0]
}

// keyOf is the column that names the rows of both tables.
func keyOf(a, b Table) string {
	for _, key := range []string{"player", "group", "name"} {
		if slices.Contains(a.head(), key) && slices.Contains(b.head(), key) {
			return key
		}
	}
	return ""
}

func (t Table) names(key string) []string {
	i := slices.Index(t.head(), key)
	var out []string
	for _, r := range t.Rows[1:] {
		if i < len(r) {
			out = append(out, r[i])
		}
	}
	return out
}

// by returns the rows by their name, each as its cells by column.
func (t Table) by(key string) map[string]map[string]string {
	out := map[string]map[string]string{}
	for i, name := range t.names(key) {
		cells := map[string]string{}
		for c, column := range t.head() {
			if row := t.Rows[i+1]; c < len(row) {
				cells[column] = strings.TrimSpace(row[c])
			}
		}
		out[name] = cells
	}
	return out
}

// MaxTable is the size of a published table in bytes.
const MaxTable = 4 << 20

// DiffTable compares a bundle with a published table in CSV. name is the table it is to be compared with, as
// [Table] names it; empty: the only one there is that has a column in common that names the rows.
func DiffTable(ctx context.Context, f *File, published []byte, name string, cat *events.Catalogue) ([]Difference, error) {
	if len(published) > MaxTable {
		return nil, fmt.Errorf("the table has %d bytes; at most %d are read", len(published), MaxTable)
	}
	in := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(published, bom)))
	in.FieldsPerRecord = -1
	rows, err := in.ReadAll()
	if err != nil {
		return nil, fmt.Errorf("the table cannot be read as CSV: %w", err)
	}
	if len(rows) == 0 {
		return nil, errors.New("the table is empty: a line that names the columns was expected")
	}
	for i, h := range rows[0] {
		rows[0][i] = strings.ToLower(strings.TrimSpace(h))
	}
	theirs := Table{Name: name, Rows: rows}
	ours, err := Tables(ctx, f, cat)
	if err != nil {
		return nil, err
	}
	ours, err = withNames(f, ours)
	if err != nil {
		return nil, err
	}
	var fit []Table
	var names []string
	for _, t := range ours {
		names = append(names, t.Name)
		if t.Name == name || name == "" && keyOf(t, theirs) != "" {
			fit = append(fit, t)
		}
	}
	if len(fit) != 1 {
		return nil, fmt.Errorf("the table could be any of %d: say which one of %s it is", len(fit), strings.Join(names, ", "))
	}
	return sorted(compareTables(fit[0], theirs)), nil
}

// withNames puts the names of people.json into the tables, in a column of their own, so that a published
// table may have names instead of ids.
func withNames(f *File, ts []Table) ([]Table, error) {
	if !f.Manifest.People {
		return ts, nil
	}
	b, err := f.read(peopleName, maxPeople)
	if err != nil {
		return nil, err
	}
	var list []Person
	if err := strictJSON(b, &list); err != nil {
		return nil, unreadable(peopleName, "%v", err)
	}
	names := map[string]string{}
	for _, p := range list {
		names[string(p.Person)] = p.Name
	}
	for n, t := range ts {
		player, column := slices.Index(t.head(), "player"), slices.Index(t.head(), "name")
		if player < 0 {
			continue
		}
		for i := range t.Rows {
			cell := "name"
			if i > 0 {
				cell = names[t.Rows[i][player]]
			}
			if column >= 0 {
				t.Rows[i][column] = cell
			} else {
				t.Rows[i] = append(t.Rows[i], cell)
			}
		}
		ts[n] = t
	}
	return ts, nil
}
