package roster

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/muster-events/muster/events/group"
)

// columns of a CSV file; the first three must be there.
var columns = []string{"name", "group", "team", "contact", "heroes", "scenario"}

const neededColumns = 3

func (p *parser) csv(body []byte) {
	if !utf8.Valid(body) {
		p.invalidUTF8(body)
		return
	}
	r := csv.NewReader(bytes.NewReader(body))
	r.Comma = separator(body)
	r.FieldsPerRecord = -1
	r.TrimLeadingSpace = r.Comma != '\t'
	head, err := r.Read()
	if err != nil {
		p.add(1, "", malformedCSV(err))
		return
	}
	at := p.header(head)
	if at == nil {
		return
	}
	p.records(r, at, len(head))
}

func (p *parser) invalidUTF8(body []byte) {
	for i, line := range bytes.Split(body, []byte("\n")) {
		if !utf8.Valid(line) && !p.add(i+1, "", "is not valid UTF-8; save the file as UTF-8 (not Windows-1252 or Latin-1)") {
			return
		}
	}
}

// separator returns what stands between the fields of the first line most often.
func separator(body []byte) rune {
	line, _, _ := bytes.Cut(body, []byte("\n"))
	best, most := ',', 0
	for _, c := range []rune{',', ';', '\t'} {
		if n := bytes.Count(line, []byte(string(c))); n > most {
			best, most = c, n
		}
	}
	return best
}

// header returns the place of each column, or nil if the header is not right.
func (p *parser) header(head []string) map[string]int {
	at := map[string]int{}
	for i, cell := range head {
		c := strings.ToLower(strings.TrimSpace(cell))
		switch {
		case c == "" && i > 0:
			continue // a trailing separator
		case !slices.Contains(columns, c):
			p.add(1, clip(cell), fmt.Sprintf("column %q is not known; the columns are %s", clip(cell), strings.Join(columns, ", ")))
		default:
			if _, twice := at[c]; twice {
				p.add(1, c, fmt.Sprintf("column %q is there twice", c))
			}
			at[c] = i
		}
	}
	for _, c := range columns[:neededColumns] {
		if _, ok := at[c]; !ok {
			p.add(1, c, fmt.Sprintf("column %q is missing; the first row names the columns, for example name,group,team", c))
		}
	}
	if len(p.problems) > 0 {
		return nil
	}
	return at
}

func (p *parser) records(r *csv.Reader, at map[string]int, width int) {
	for row := 2; !p.full(); row++ {
		rec, err := r.Read()
		if errors.Is(err, io.EOF) {
			if len(p.players) == 0 && len(p.problems) == 0 {
				p.add(0, "", "there is a header and no player below it")
			}
			return
		}
		if err != nil {
			p.add(row, "", malformedCSV(err))
			return
		}
		if line, _ := r.FieldPos(0); line > row {
			row = line // blank lines were left out, or a cell has several lines
		}
		if blank(rec) {
			continue
		}
		if len(p.players) == MaxRows {
			p.add(row, "", fmt.Sprintf("more than %d players; split the file", MaxRows))
			return
		}
		p.record(row, rec, at, width)
	}
}

func blank(rec []string) bool {
	return !slices.ContainsFunc(rec, func(s string) bool { return strings.TrimSpace(s) != "" })
}

func (p *parser) record(row int, rec []string, at map[string]int, width int) {
	for i, f := range rec {
		if i >= width && f != "" {
			p.add(row, "", fmt.Sprintf("%d fields, but the header has %d columns; put names with a separator in quotes", len(rec), width))
			return
		}
		if len(f) > MaxField {
			p.add(row, "", fmt.Sprintf("field %d has %d bytes; at most %d are allowed", i+1, len(f), MaxField))
			return
		}
	}
	get := func(c string) string {
		if i, ok := at[c]; ok && i < len(rec) {
			return strings.TrimSpace(rec[i])
		}
		return ""
	}
	heroes, err := parseHeroes(get("heroes"))
	if err != nil {
		p.add(row, "heroes", err.Error())
	}
	p.row(row, raw{name: get("name"), contact: get("contact"), group: get("group"), team: get("team"), scenario: get("scenario"), heroes: heroes})
}

func malformedCSV(err error) string {
	var pe *csv.ParseError
	if errors.As(err, &pe) {
		return fmt.Sprintf("the quotes in line %d, column %d are not closed or not doubled", pe.Line, pe.Column)
	}
	return err.Error()
}

// parseHeroes reads "Title:threat:hp | Title:threat". A title may itself have colons.
func parseHeroes(s string) ([]group.Hero, error) {
	if s == "" {
		return nil, nil
	}
	var out []group.Hero
	for part := range strings.SplitSeq(s, "|") {
		h, ok := parseHero(strings.TrimSpace(part))
		if !ok {
			return nil, fmt.Errorf("hero %q is not understood; write title:threat:hit points, for example Éowyn:9:3", clip(strings.TrimSpace(part)))
		}
		out = append(out, h)
	}
	return out, nil
}

func parseHero(s string) (group.Hero, bool) {
	fields := strings.Split(s, ":")
	var nums []int
	for len(fields) > 1 && len(nums) < 2 {
		n, err := strconv.Atoi(strings.TrimSpace(fields[len(fields)-1]))
		if err != nil {
			break
		}
		nums = append([]int{n}, nums...)
		fields = fields[:len(fields)-1]
	}
	h := group.Hero{Title: strings.TrimSpace(strings.Join(fields, ":"))}
	switch len(nums) {
	case 1:
		h.Threat = nums[0]
	case 2:
		h.Threat, h.HitPoints = nums[0], nums[1]
	default:
		return h, false
	}
	return h, h.Title != ""
}

func clip(s string) string {
	if r := []rune(s); len(r) > 40 {
		return string(r[:40]) + "…"
	}
	return s
}
