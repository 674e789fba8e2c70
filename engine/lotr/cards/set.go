package cards

import (
	"fmt"
	"slices"
	"strconv"
)

// Set is a set of player cards that finds them. The zero value is empty. It is safe for concurrent
// use.
type Set struct {
	cards   []Card
	code    map[string]int
	ringsdb map[string]int
	octgn   map[string]int
	name    map[string][]int
	place   map[place]int
}

// place is a card's place among all: its pack, folded, and its number there.
type place struct {
	pack   string
	number int
}

// New returns a set of cards in their order. Each needs a code of its own, a name and a type.
func New(list []Card) (*Set, error) {
	s := &Set{
		cards: make([]Card, 0, len(list)), code: map[string]int{}, ringsdb: map[string]int{},
		octgn: map[string]int{}, name: map[string][]int{}, place: map[place]int{},
	}
	for i, c := range list {
		switch {
		case c.Code == "" || Fold(c.Name) == "" || c.Type == "":
			return nil, fmt.Errorf("card %d (%q): code, name and type are needed", i+1, c.Name)
		case s.has(c.Code):
			return nil, fmt.Errorf("card %d (%q): the code %q is used twice", i+1, c.Name, c.Code)
		}
		s.add(c.own())
	}
	return s, nil
}

func (s *Set) has(code string) bool { _, ok := s.code[code]; return ok }

// add takes a card in. Where two have the same place or outer code, the first is found by it.
func (s *Set) add(c Card) {
	i := len(s.cards)
	s.cards = append(s.cards, c)
	s.code[c.Code] = i
	first(s.ringsdb, c.RingsDB, i)
	first(s.octgn, c.OCTGN, i)
	s.named(c.Name, i)
	for _, a := range c.Aliases {
		s.named(a, i)
	}
	if c.Number == 0 {
		return
	}
	for _, p := range []string{c.Pack, c.PackCode} {
		if p == "" {
			continue
		}
		if _, taken := s.place[place{foldPack(p), c.Number}]; !taken {
			s.place[place{foldPack(p), c.Number}] = i
		}
	}
}

func first(m map[string]int, key string, i int) {
	if _, taken := m[key]; key != "" && !taken {
		m[key] = i
	}
}

func (s *Set) named(name string, i int) {
	f := Fold(name)
	if !slices.Contains(s.name[f], i) {
		s.name[f] = append(s.name[f], i)
	}
}

// Len returns how many printings the set has.
func (s *Set) Len() int { return len(s.cards) }

// All returns every card in the order of the set.
func (s *Set) All() []Card {
	out := make([]Card, len(s.cards))
	for i, c := range s.cards {
		out[i] = c.own()
	}
	return out
}

// ByCode finds a card by the code of this package.
func (s *Set) ByCode(code string) (Card, bool) { i, ok := s.code[code]; return s.at(i, ok) }

// ByRingsDB finds a card by its code at RingsDB; of several printings, the one it stands for first.
func (s *Set) ByRingsDB(code string) (Card, bool) { i, ok := s.ringsdb[code]; return s.at(i, ok) }

// ByOCTGN finds a card by its id in OCTGN, in lower case.
func (s *Set) ByOCTGN(id string) (Card, bool) { i, ok := s.octgn[id]; return s.at(i, ok) }

// ByNumber finds a card by its pack, by name or code, and its number there.
func (s *Set) ByNumber(pack string, number int) (Card, bool) {
	i, ok := s.place[place{foldPack(pack), number}]
	return s.at(i, ok)
}

// ByName returns every printing of the cards of a name or alias, in the order of the set.
func (s *Set) ByName(name string) []Card {
	var out []Card
	for _, i := range s.name[Fold(name)] {
		out = append(out, s.cards[i].own())
	}
	return out
}

// InPack tells whether a card is of a pack, given by name or code.
func (c Card) InPack(pack string) bool {
	f := foldPack(pack)
	return f != "" && (foldPack(c.Pack) == f || foldPack(c.PackCode) == f)
}

// HasPack tells whether the set has a card of a pack, given by name or code.
func (s *Set) HasPack(pack string) bool {
	return slices.ContainsFunc(s.cards, func(c Card) bool { return c.InPack(pack) })
}

func (s *Set) at(i int, ok bool) (Card, bool) {
	if !ok {
		return Card{}, false
	}
	return s.cards[i].own(), true
}

// Over returns the set laid over another: a card that both have, by code, is this set's, with what
// it leaves out taken from the other; cards of one only are kept, those of this set first. Neither
// set changes.
func (s *Set) Over(under *Set) *Set {
	var list []Card
	for _, c := range s.cards {
		if u, ok := under.ByCode(c.Code); ok {
			c = c.over(u)
		}
		list = append(list, c)
	}
	for _, u := range under.cards {
		if !s.has(u.Code) && !s.placed(u) {
			list = append(list, u)
		}
	}
	out, err := New(list)
	if err != nil {
		panic("two sets make one that cannot be: " + err.Error()) // codes are unique in both
	}
	return out
}

// placed tells whether the set has a card that the other data knew by its name alone.
func (s *Set) placed(u Card) bool {
	return u.Number == 0 && slices.ContainsFunc(s.ByName(u.Name), func(c Card) bool { return c.Type == u.Type })
}

// over returns the card with what it leaves out taken from the same card of other data.
func (c Card) over(u Card) Card {
	text := func(have *string, other string) {
		if *have == "" {
			*have = other
		}
	}
	for have, other := range map[*string]string{
		&c.RingsDB: u.RingsDB, &c.OCTGN: u.OCTGN, &c.Sphere: u.Sphere, &c.Traits: u.Traits, &c.PackCode: u.PackCode,
	} {
		text(have, other)
	}
	for have, other := range map[*Figure]Figure{
		&c.Threat: u.Threat, &c.Cost: u.Cost, &c.Willpower: u.Willpower, &c.Attack: u.Attack, &c.Defense: u.Defense,
		&c.HitPoints: u.HitPoints, &c.Quest: u.Quest, &c.Victory: u.Victory,
	} {
		*have = have.or(other)
	}
	for _, a := range u.Aliases {
		if !c.Named(a) {
			c.Aliases = append(slices.Clone(c.Aliases), a)
		}
	}
	for _, k := range u.Keywords {
		if !c.HasKeyword(k) {
			c.Keywords = append(slices.Clone(c.Keywords), k)
		}
	}
	if c.Copies == 0 {
		c.Copies = u.Copies
	}
	c.Boon = c.Boon || u.Boon
	return c
}

// codeOf returns the code of a card by its pack and number; by its name if those are not known.
func codeOf(pack string, number int, name string) string {
	if pack == "" || number == 0 {
		return slug(Fold(name))
	}
	return slug(foldPack(pack)) + "-" + strconv.Itoa(number)
}
