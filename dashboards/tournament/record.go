package tournament

import (
	"fmt"
	"slices"

	"github.com/muster-events/muster/engine/standings"
	"github.com/muster-events/muster/events"
	log "github.com/muster-events/muster/events/tournament"
	view "github.com/muster-events/muster/projections/tournament"
	"github.com/muster-events/muster/projections/words"
)

// sidesBefore counts how often an entrant had each of the two sides in the rounds before a round.
func (s Shown) sidesBefore(entrant, round int) (first, second int) {
	if len(s.Rules.Sides) != 2 {
		return 0, 0
	}
	for _, r := range s.Rounds {
		if r.N >= round || !r.Published {
			continue
		}
		for _, t := range r.Tables {
			switch sideAt(t, entrant) {
			case s.Rules.Sides[0]:
				first++
			case s.Rules.Sides[1]:
				second++
			}
		}
	}
	return first, second
}

// sidesSays says how often an entrant had each side before a round: "before: Free Peoples 2, Shadow 1".
func (s Shown) sidesSays(entrant, round int) string {
	a, b := s.sidesBefore(entrant, round)
	return fmt.Sprintf("%s %d, %s %d", s.Rules.Sides[0], a, s.Rules.Sides[1], b)
}

// match is a line of what a record is made of.
type match struct {
	Round         int
	With, Against string
	Side, Says    string
}

// matches are what the record of an entrant in a stage is made of.
func (s Shown) matches(stage, entrant int) []match {
	var out []match
	for _, r := range s.Rounds {
		if r.Stage != stage || !r.Published {
			continue
		}
		for _, t := range r.Tables {
			if slices.ContainsFunc(t.Seats, func(x view.Seat) bool { return x.Entrant == entrant }) {
				out = append(out, s.match(r, t, entrant))
			}
		}
		for _, b := range r.Byes {
			if b.Entrant == entrant {
				out = append(out, match{Round: r.N, Says: words.Bye(b.Kind)})
			}
		}
	}
	return out
}

func (s Shown) match(r view.Round, t view.Table, entrant int) match {
	out := match{Round: r.N, Side: sideAt(t, entrant), Says: ownScore(t, entrant)}
	var with, against []string
	for _, x := range t.Seats {
		switch {
		case x.Entrant == entrant:
		case len(t.Seats) > 2 && x.Side != "" && x.Side == out.Side:
			with = append(with, s.Person(x.Player))
		default:
			against = append(against, s.Person(x.Player))
		}
	}
	out.With, out.Against = words.List(with), words.List(against)
	if t.Result == nil {
		out.Says = "no result yet, does not count"
	}
	return out
}

// line writes a match in words.
func (m match) line() string {
	says := ""
	if m.Against != "" {
		says = "against " + m.Against
		if m.With != "" {
			says = "with " + m.With + " " + says
		}
		if m.Side != "" {
			says = m.Side + " " + says
		}
		says += ": "
	}
	return says + m.Says
}

// parted says what puts a row behind the one before it; empty for the first, and where nothing parts them.
func (s Shown) parted(table standings.Table, i int) string {
	if i == 0 {
		return ""
	}
	row, before := table.Rows[i], table.Rows[i-1]
	if row.Place == before.Place {
		return "Nothing in the order parts them from " + s.Person(before.Player) + ": they share the place."
	}
	for k, c := range row.Cells {
		b := before.Cells[k]
		if c.Value.Cmp(b.Value) != 0 {
			return fmt.Sprintf("Behind %s by %s: %s, and %s there.", s.Person(before.Player), lower(view.Criterion(table.Order[k])), cell(c), cell(b))
		}
	}
	return ""
}

// cutLine tells whether the line of the cut is drawn before a row of the standings.
func (s Shown) cutLine(t view.Standings, i int) bool {
	if s.Rules.Format != log.FormatSwissCut || t.Stage != log.StageMain || t.Table.After == 0 {
		return false
	}
	n := s.cutSize()
	in := 0
	for _, row := range t.Table.Rows[:i] {
		if !row.Dropped || s.made() {
			in++
		}
	}
	return in == n && (i == n || !t.Table.Rows[i-1].Dropped)
}

// cutSize is how many play on.
func (s Shown) cutSize() int {
	for _, t := range s.Standings {
		if t.Stage == log.StageCut {
			return len(t.Table.Rows)
		}
	}
	return s.Rules.Cut
}

// made tells whether the cut is made.
func (s Shown) made() bool { return len(s.Standings) > 1 }

// cutSays is what the line of the cut says.
func (s Shown) cutSays(t view.Standings) string {
	if s.made() {
		return fmt.Sprintf("The first %d of %d played on.", s.cutSize(), len(t.Table.Rows))
	}
	return fmt.Sprintf("As it stands the first %d of %d play on.", s.cutSize(), len(t.Table.Rows))
}

// taken are the tables of a round at which somebody sits.
func taken(r view.Round) []view.Table {
	return slices.DeleteFunc(slices.Clone(r.Tables), func(t view.Table) bool { return len(t.Seats) == 0 })
}

// entrantNo is the number of the entrant that a person is; 0: nobody.
func (s Shown) entrantNo(p events.PersonID) int {
	for _, e := range s.Entrants {
		if e.Player == p {
			return e.N
		}
	}
	return 0
}

// rankingSays says how whole the ranking is.
func (s Shown) rankingSays() string {
	open := 0
	for _, r := range s.Final {
		if r.Open {
			open++
		}
	}
	switch open {
	case 0:
		return "The bracket is played to its end."
	case 1:
		return "1 player is still in."
	default:
		return fmt.Sprintf("%d players are still in.", open)
	}
}
