package exchange

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/muster-events/muster/engine/exact"
)

// mark is the byte order mark that spreadsheets put in front of UTF-8.
const mark = "\ufeff"

// formula is what begins a cell that spreadsheets take for a formula.
const formula = "=+-@\t\r"

// guard keeps text from being taken for a formula.
func guard(s string) string {
	if bare := strings.TrimLeft(s, "'"); bare != "" && strings.ContainsRune(formula, rune(bare[0])) {
		return "'" + s
	}
	return s
}

// Guard keeps a text that people typed from being taken for a formula by a spreadsheet. The readers take off
// again what it puts on.
func Guard(s string) string { return guard(s) }

// WriteRows writes rows as CSV, for those who have a table of their own. Texts that people typed go through
// [Guard] first.
func WriteRows(rows [][]string) []byte { return writeCSV(rows) }

// unguard takes off what guard put on.
func unguard(s string) string {
	if bare, is := strings.CutPrefix(s, "'"); is && guard(bare) == s {
		return bare
	}
	return s
}

// writeCSV writes a table.
func writeCSV(rows [][]string) []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	_ = w.WriteAll(rows) // a buffer takes everything
	return b.Bytes()
}

// sheet is a CSV table that was read.
type sheet struct {
	columns map[string]int
	rows    []sheetRow
}

type sheetRow struct {
	line  int
	cells []string
	sheet *sheet
	noted *noted
}

// readSheet reads a CSV table whose first line names its columns, in any order, upper or lower case. Commas,
// semicolons and tabs part cells, whichever the first line has most of. Columns that are not known are
// problems, since a misspelt one must not vanish.
func readSheet(data []byte, known, needed []string, n *noted) *sheet {
	if len(data) > MostBytes {
		n.add(0, "", "the file has %d bytes: at most %d are read", len(data), MostBytes)
		return nil
	}
	text := strings.TrimPrefix(string(data), mark)
	r := csv.NewReader(strings.NewReader(text))
	r.Comma, r.FieldsPerRecord, r.ReuseRecord = separator(text), -1, false
	s := &sheet{columns: map[string]int{}}
	for {
		cells, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			n.add(lineOf(err), "", "the line is not CSV: %s", reason(err))
			return nil
		}
		line, _ := r.FieldPos(0)
		if len(s.columns) == 0 {
			if !s.head(cells, line, known, needed, n) {
				return nil
			}
			continue
		}
		if blank(cells) {
			continue
		}
		s.rows = append(s.rows, sheetRow{line, cells, s, n})
	}
	if len(s.columns) == 0 {
		n.add(0, "", "the file is empty: its first line names the columns, %s", strings.Join(needed, ", "))
		return nil
	}
	return s
}

func blank(cells []string) bool {
	return !slices.ContainsFunc(cells, func(c string) bool { return strings.TrimSpace(c) != "" })
}

func separator(text string) rune {
	first, _, _ := strings.Cut(text, "\n")
	best := ','
	for _, c := range ";\t" {
		if strings.Count(first, string(c)) > strings.Count(first, string(best)) {
			best = c
		}
	}
	return best
}

func lineOf(err error) int {
	if p := new(csv.ParseError); errors.As(err, &p) {
		return p.Line
	}
	return 0
}

func reason(err error) string {
	switch {
	case errors.Is(err, csv.ErrQuote), errors.Is(err, csv.ErrBareQuote):
		return `a quotation mark stands where none can: double it, and put the cell in quotation marks`
	}
	return err.Error()
}

// head reads the first line.
func (s *sheet) head(cells []string, line int, known, needed []string, n *noted) bool {
	before := len(n.list)
	for i, c := range cells {
		name := strings.ToLower(strings.TrimSpace(c))
		switch _, twice := s.columns[name]; {
		case name == "":
			continue
		case !slices.Contains(known, name):
			n.add(line, clip(c), "there is no such column: use %s", strings.Join(known, ", "))
		case twice:
			n.add(line, name, "the column is there twice: keep one")
		}
		s.columns[name] = i
	}
	for _, name := range needed {
		if _, is := s.columns[name]; !is {
			n.add(line, name, "the column is missing: the first line names the columns")
		}
	}
	return len(n.list) == before
}

// text is a cell without spaces around it; "" if there is none.
func (r sheetRow) text(column string) string {
	i, is := r.sheet.columns[column]
	if !is || i >= len(r.cells) {
		return ""
	}
	return strings.TrimSpace(unguard(strings.TrimSpace(r.cells[i])))
}

// number is a whole number; an empty cell is 0.
func (r sheetRow) number(column string) int {
	s := r.text(column)
	if s == "" {
		return 0
	}
	n, err := strconv.Atoi(strings.ReplaceAll(s, "−", "-"))
	if err != nil {
		r.noted.add(r.line, column, "%q is not a whole number", clip(s))
	}
	return n
}

// exact is an exact number; an empty cell is nil. A decimal comma is read as a point.
func (r sheetRow) exact(column string) *exact.Num {
	s := r.text(column)
	if s == "" {
		return nil
	}
	n, err := exact.Parse(strings.ReplaceAll(s, ",", "."))
	if err != nil {
		r.noted.add(r.line, column, "%v", err)
		return nil
	}
	return &n
}

// flag is yes or no; an empty cell is no.
func (r sheetRow) flag(column string) bool {
	switch s := strings.ToLower(r.text(column)); s {
	case "", "no", "false", "0":
		return false
	case "yes", "true", "1", "x":
		return true
	default:
		r.noted.add(r.line, column, "%q is neither yes nor no", clip(s))
	}
	return false
}

func number(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

func flag(b bool) string {
	if b {
		return "yes"
	}
	return ""
}

func exactOrNone(n *exact.Num) string {
	if n == nil {
		return ""
	}
	return n.String()
}

func exactOrZero(n exact.Num) string {
	if n.IsZero() {
		return ""
	}
	return n.String()
}
