package intake

import (
	"fmt"
	"slices"
	"strings"

	"github.com/muster-events/muster/coordinator/roster"
	"github.com/muster-events/muster/coordinator/roster/alike"
	rules "github.com/muster-events/muster/engine/tournament"
	"github.com/muster-events/muster/events"
)

// maxCode is the length of a short code; see events/tournament.Entrant.
const maxCode = 12

// Known is somebody whom the gathering knows, as [Resolve] needs them: N is their number in the tournament.
type Known = alike.Person

// resolver finds out who the players of a file are.
type resolver struct {
	l     rules.Log
	known []Known
	named map[string][]Known      // by name key, in their order
	taken map[events.PersonID]int // the line that is them
	codes map[string]int          // lines by short code
	rows  []Row
	alike alike.Index // the people of the gathering, and the lines before that are new
}

// Resolve says for every player of a file who it is: whom the gathering knows under the same name, somebody
// who is in the tournament already, or somebody new. Whoever is merely like somebody else is new, with whom
// they may be. known are the people of the gathering that have a name, in the order of their ids.
func Resolve(f File, l rules.Log, known []Known, choices map[int]string) []Row {
	in := resolver{l: l, known: known, named: map[string][]Known{}, taken: map[events.PersonID]int{}, codes: map[string]int{}}
	in.alike.Add(known...)
	for _, p := range known {
		key := roster.NameKey(p.Name)
		in.named[key] = append(in.named[key], p)
	}
	for _, p := range f.Players {
		in.row(Row{Listed: p}, choices[p.Line], len(f.Rounds) > 0)
	}
	return in.rows
}

func (in *resolver) row(r Row, choice string, rounds bool) {
	if says := in.clean(&r); says != "" {
		r.State, r.Says = RowRefused, says
		in.rows = append(in.rows, r)
		return
	}
	switch {
	case choice == ChooseOut:
		r.State, r.Says = RowOut, "left out by choice"
	case choice == "" && r.Dropped && !rounds:
		r.State, r.Says = RowOut, "had left the tournament that the file is from"
	default:
		in.who(&r, choice)
	}
	if says := in.clash(r); says != "" {
		r.State, r.Says = RowRefused, says
	}
	if r.Person != "" {
		in.taken[r.Person] = r.Line
	}
	if r.Enters() && r.Code != "" {
		in.codes[strings.ToLower(r.Code)] = r.Line
	}
	if r.State == RowNew {
		in.alike.Add(alike.Person{ID: events.PersonID(fmt.Sprintf("line-%d", r.Line)), Name: r.Name, Code: r.Code, Club: r.Club})
	}
	in.rows = append(in.rows, r)
}

// clean puts name, club and contact into the form in which they are kept, and says what is wrong with them.
func (in *resolver) clean(r *Row) string {
	for _, x := range []struct {
		what  string
		text  *string
		clean func(string) (string, error)
	}{{"name", &r.Name, roster.CleanName}, {"club", &r.Club, roster.CleanName}, {"contact", &r.Contact, roster.CleanContact}} {
		if *x.text == "" && x.what != "name" {
			continue
		}
		text, err := x.clean(*x.text)
		if err != nil {
			return "the " + x.what + " " + err.Error()
		}
		*x.text = text
	}
	if len(r.Code) > maxCode || strings.ContainsFunc(r.Code, func(c rune) bool {
		return (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z')
	}) {
		return fmt.Sprintf("the short code %q: use 1 to %d letters and digits without accents", r.Code, maxCode)
	}
	return ""
}

// clash says which other line or entrant is the same person, or has the same short code.
func (in *resolver) clash(r Row) string {
	if at, twice := in.taken[r.Person]; twice && r.Person != "" {
		return fmt.Sprintf("is the same person as line %d", at)
	}
	if !r.Enters() || r.Code == "" {
		return ""
	}
	if at, twice := in.codes[strings.ToLower(r.Code)]; twice {
		return fmt.Sprintf("line %d has the short code %s, too: each player has one of their own", at, r.Code)
	}
	for _, e := range in.l.Entrants {
		if e.Into == 0 && strings.EqualFold(e.Code, r.Code) {
			return fmt.Sprintf("the short code %s is that of number %d already: choose who that is, or take the code out", r.Code, e.N)
		}
	}
	return ""
}

// who finds out who a player is.
func (in *resolver) who(r *Row, choice string) {
	r.State = RowNew
	if choice != ChooseNew {
		if p, ok := in.find(*r, choice); ok {
			in.is(r, p)
			return
		}
	}
	if choice == "" {
		r.Alike = in.alike.Like(alike.Person{Name: r.Name, Code: r.Code, Club: r.Club})
	}
}

func (in *resolver) is(r *Row, p Known) {
	r.State, r.Person = RowKnown, p.ID
	if e, ok := in.l.EntrantOf(p.ID); ok {
		r.State, r.N = RowIn, e.N
	}
}

// find returns whom the gathering knows as this player: who was chosen, who has the id of the file and the
// same name, or who has the same name and is no other line's; of several the one in the tournament.
func (in *resolver) find(r Row, choice string) (Known, bool) {
	if choice != "" {
		i := slices.IndexFunc(in.known, func(p Known) bool { return string(p.ID) == choice })
		if i < 0 {
			return Known{}, false
		}
		return in.known[i], true
	}
	var best Known
	for _, p := range in.named[roster.NameKey(r.Name)] {
		if _, taken := in.taken[p.ID]; taken {
			continue
		}
		switch {
		case p.ID == r.ID:
			return p, true
		case best.ID == "", best.N == 0 && p.N != 0:
			best = p
		}
	}
	return best, best.ID != ""
}
