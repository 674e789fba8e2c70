package alike

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/muster-events/muster/events"
)

// Person is who is compared. Only what is shown to everybody counts.
type Person struct {
	ID   events.PersonID
	N    int    // number in the tournament; 0: not in it
	Name string // as roster.CleanName returns it
	Code string // short code; empty: none
	Club string // empty: none
}

// Codes of reasons, the strongest first.
const (
	SameCode = "same-code" // the same short code
	SameName = "same-name" // but for case, accents and spaces
	Reversed = "order"     // the same words in another order
	Initials = "initials"  // initials or a name in between that is left out
	Close    = "close"     // one or two letters are different
)

// Reason says why two people may be one.
type Reason struct {
	Code string `json:"code"`
	Says string `json:"says"`
}

// Pair is two people who may be one, A with the smaller number.
type Pair struct {
	A, B    Person
	Reasons []Reason // at least one
}

// Match is somebody whom a person may be.
type Match struct {
	Person  Person
	Reasons []Reason // at least one
}

// prepared is a person with what comparing needs.
type prepared struct {
	Person
	words []word
	whole string // the words in their order
	bag   string // the words sorted
	club  string
	code  string
	// figures are the digits of the name.
	figures string
}

func prepare(p Person) prepared {
	ws := split(p.Name)
	return prepared{
		Person: p, words: ws, whole: joined(ws), bag: joined(sorted(ws)), club: joined(split(p.Club)),
		code: fold(strings.TrimSpace(p.Code)), figures: figures(ws),
	}
}

// Compare returns the reasons why two people may be one, the strongest first; none if nothing says so.
func Compare(a, b Person) []Reason { return compare(prepare(a), prepare(b)) }

func compare(a, b prepared) []Reason {
	var out []Reason
	if a.code != "" && a.code == b.code {
		out = append(out, Reason{SameCode, "they have the same short code, " + a.Code})
	}
	switch {
	case a.whole == b.whole:
		out = append(out, Reason{SameName, sameSays(a, b)})
	case a.bag == b.bag:
		out = append(out, Reason{Reversed, "the same names in another order"})
	default:
		if says := initials(a, b); says != "" {
			out = append(out, Reason{Initials, says})
		} else if n, ok := near(a, b); ok {
			out = append(out, Reason{Close, closeSays(a, n)})
		}
	}
	return out
}

func sameSays(a, b prepared) string {
	if a.Name == b.Name {
		return "they have the same name"
	}
	return "the same name but for capitals, accents, signs or spaces"
}

func closeSays(a prepared, n int) string {
	says := "one letter is different"
	if n > 1 {
		says = fmt.Sprintf("%d letters are different", n)
	}
	if a.club != "" {
		says += ", and they are of the same club"
	}
	return says
}

// initials compares names of which one is shorter: two whole words are the same, and of the rest each word
// of the shorter stands for one of the longer. With one whole word in common they have to be of one club.
func initials(a, b prepared) string {
	x, y, same := apart(a.words, b.words)
	if len(x) > len(y) {
		x, y = y, x
	}
	sameClub := a.club != "" && a.club == b.club
	if same == 0 || same == 1 && (!sameClub || len(x) == 0 || len(x) != len(y)) {
		return ""
	}
	for _, w := range x {
		i := slices.IndexFunc(y, func(o word) bool { return w.stands(o) || o.stands(w) })
		if i < 0 {
			return ""
		}
		y = slices.Delete(slices.Clone(y), i, i+1)
	}
	switch {
	case len(x) > 0 && len(y) > 0:
		return "one has an initial for a name of the other, and one more name"
	case len(x) > 0:
		return "one has an initial where the other has a name"
	default:
		return "one has a name more than the other"
	}
}

// apart returns the words that only one of two names has, and how many whole words both have.
func apart(a, b []word) (x, y []word, same int) {
	y = slices.Clone(b)
	for _, w := range a {
		i := slices.Index(y, w)
		if i < 0 {
			x = append(x, w)
			continue
		}
		y = slices.Delete(y, i, i+1)
		if !w.initial() {
			same++
		}
	}
	return x, y, same
}

// near tells whether names of one club are a slip apart: one letter from four letters on, two from nine on.
// Where neither names a club, one letter from eight on. Figures tell people apart: Guest 7 and Guest 8.
func near(a, b prepared) (int, bool) {
	if a.club != b.club || a.figures != b.figures {
		return 0, false
	}
	most, n := 0, min(len([]rune(a.whole)), len([]rune(b.whole)))
	switch {
	case a.club == "" && n >= 8:
		most = 1
	case a.club != "" && n >= 9:
		most = 2
	case a.club != "" && n >= 4:
		most = 1
	}
	if most == 0 {
		return 0, false
	}
	d := min(within(a.whole, b.whole, most), within(a.bag, b.bag, most))
	return d, d <= most
}

// order puts people in their order: by number in the tournament, those who are in none last, then by id.
func order(a, b Person) int {
	late := func(p Person) int {
		if p.N == 0 {
			return 1
		}
		return 0
	}
	return cmp.Or(cmp.Compare(late(a), late(b)), cmp.Compare(a.N, b.N), cmp.Compare(len(a.ID), len(b.ID)), cmp.Compare(a.ID, b.ID))
}

// rank is how strong the strongest of the reasons is, 0 the strongest.
func rank(rs []Reason) int {
	return slices.Index([]string{SameCode, SameName, Reversed, Initials, Close}, rs[0].Code)
}

// mostOfClub bounds how many of one club are compared letter by letter with each other. Of more only those
// are compared who share a name.
const mostOfClub = 600

// keys are what people share who are worth comparing: a word, a name written in one, a code or a club.
func (p prepared) keys() []string {
	out := []string{"name " + p.whole, clubKey(p)}
	for _, w := range p.words {
		if !w.initial() {
			out = append(out, "word "+string(w))
		}
	}
	if p.code != "" {
		out = append(out, "code "+p.code)
	}
	return out
}

func clubKey(p prepared) string { return "club " + p.club }

// Index finds who is like somebody among many. The zero Index is empty and ready for use.
type Index struct {
	all []prepared
	by  map[string][]int
}

// Add puts people into the index.
func (x *Index) Add(people ...Person) {
	if x.by == nil {
		x.by = map[string][]int{}
	}
	for _, p := range people {
		one := prepare(p)
		for _, key := range one.keys() {
			if g := x.by[key]; len(g) == 0 || g[len(g)-1] != len(x.all) {
				x.by[key] = append(g, len(x.all))
			}
		}
		x.all = append(x.all, one)
	}
}

// near returns the places in the index of those who are worth comparing with somebody.
func (x *Index) near(p prepared) map[int]bool {
	out := map[int]bool{}
	for _, key := range p.keys() {
		if g := x.by[key]; key != clubKey(p) || len(g) <= mostOfClub {
			for _, i := range g {
				out[i] = true
			}
		}
	}
	return out
}

// Like returns whom a person may be, the likeliest first. The person themself, by id, is not among them.
func (x *Index) Like(p Person) []Match {
	own := prepare(p)
	var out []Match
	for i := range x.near(own) {
		o := x.all[i]
		if p.ID != "" && o.ID == p.ID {
			continue
		}
		if rs := compare(own, o); len(rs) > 0 {
			out = append(out, Match{o.Person, rs})
		}
	}
	slices.SortFunc(out, func(a, b Match) int { return cmp.Or(rank(a.Reasons)-rank(b.Reasons), order(a.Person, b.Person)) })
	return out
}

// Like returns whom a person may be, as [Index.Like].
func Like(p Person, among []Person) []Match {
	var x Index
	x.Add(among...)
	return x.Like(p)
}

// Pairs returns everybody who may be one person, the likeliest first. Nobody is compared with themself.
func Pairs(people []Person) []Pair {
	var x Index
	x.Add(slices.SortedFunc(slices.Values(people), order)...)
	var out []Pair
	for i, a := range x.all {
		for j := range x.near(a) {
			if b := x.all[j]; j > i && a.ID != b.ID {
				if rs := compare(a, b); len(rs) > 0 {
					out = append(out, Pair{a.Person, b.Person, rs})
				}
			}
		}
	}
	slices.SortFunc(out, func(a, b Pair) int {
		return cmp.Or(rank(a.Reasons)-rank(b.Reasons), order(a.A, b.A), order(a.B, b.B))
	})
	return out
}
