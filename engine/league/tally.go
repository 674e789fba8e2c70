package league

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/muster-events/muster/engine/exact"
	"github.com/muster-events/muster/events"
)

// tally is what one member has done in a season.
type tally struct {
	Member
	entries  []dated
	units    []unit // in order; one for each session or scenario with an entry
	sessions []int  // attended, in order
}

type dated struct {
	Entry
	session int
}

// unit is one session or scenario of a member.
type unit struct {
	key     string // the scenario; empty by session
	session int    // the session of the entry that counts
	value   exact.Num
	scored  bool
	terms   []Term // what gives the value
	counted []dated
	others  []Term          // entries that do not count
	once    map[string]bool // achievements that were given once a season, with this unit
}

// tallies sorts what a season holds by member.
func tallies(s Season, rules Rules) map[events.PersonID]*tally {
	all := make(map[events.PersonID]*tally, len(s.Members))
	for _, m := range s.Members {
		if s.who(m.ID) == m.ID {
			all[m.ID] = &tally{Member: m}
		}
	}
	for _, session := range s.Sessions {
		for _, e := range session.Entries {
			t := all[s.who(e.Member)]
			t.entries = append(t.entries, dated{e, session.N})
		}
	}
	for _, t := range all {
		t.sort()
		t.count(rules)
	}
	return all
}

// sort puts a member's entries in the order they were made, and finds the sessions.
func (t *tally) sort() {
	slices.SortFunc(t.entries, func(a, b dated) int {
		if c := cmp.Or(cmp.Compare(a.session, b.session), cmp.Compare(a.At, b.At), cmp.Compare(a.ID, b.ID)); c != 0 {
			return c
		}
		return cmp.Compare(a.key(), b.key())
	})
	for _, e := range t.entries {
		if !slices.Contains(t.sessions, e.session) {
			t.sessions = append(t.sessions, e.session)
		}
	}
}

// key tells entries apart that were given neither a position nor an id.
func (e dated) key() string {
	e.Entry.Score = nil
	score := "-"
	if e.Score != nil {
		score = fmt.Sprint(*e.Score)
	}
	return fmt.Sprintf("%s %v", score, e.Entry)
}

// count sorts the entries into units and works out each one's value.
func (t *tally) count(rules Rules) {
	once := map[string]bool{}
	var order []string
	by := map[string][]dated{}
	for _, e := range t.entries {
		key := fmt.Sprintf("%09d", e.session)
		if rules.Unit == ByScenario {
			key = e.Scenario
		}
		if by[key] == nil {
			order = append(order, key)
		}
		by[key] = append(by[key], e)
	}
	slices.Sort(order)
	for _, key := range order {
		u := counted(by[key], rules, once)
		if rules.Unit == ByScenario {
			u.key = key
		}
		t.units = append(t.units, u)
	}
}

// counted works out the value of a member's entries for one unit.
func counted(entries []dated, rules Rules, once map[string]bool) unit {
	if rules.Repeat == RepeatAll {
		u := unit{session: entries[0].session, scored: true, counted: entries}
		attended := map[int]bool{}
		for _, e := range entries {
			u.terms = append(u.terms, rules.Points.terms(e, once, !attended[e.session])...)
			attended[e.session] = true
		}
		u.value = sum(u.terms)
		return u
	}
	var pick unit
	for i, e := range entries {
		given := maps.Clone(once)
		u := valued(e, rules, given)
		u.once = given
		switch {
		case i == 0:
			pick = u
		case rules.Repeat == RepeatBest && u.better(pick, rules):
			u.others = append(pick.others, pick.left("a better one counts")...)
			pick = u
		case rules.Repeat == RepeatBest:
			pick.others = append(pick.others, u.left("a better one, or an earlier one as good, counts")...)
		default:
			pick.others = append(pick.others, u.left("the first entry counts")...)
		}
	}
	maps.Copy(once, pick.once)
	return pick
}

// better tells whether a unit has a better value than another.
func (u unit) better(v unit, rules Rules) bool {
	if u.scored != v.scored {
		return u.scored
	}
	c := u.value.Cmp(v.value)
	return rules.Count == CountPoints && c > 0 || rules.Count != CountPoints && c < 0
}

// left is a unit's entry as one that does not count.
func (u unit) left(why string) []Term {
	e := u.counted[0]
	says := "no score"
	if u.scored {
		says = u.value.String()
	}
	return []Term{{Session: e.session, Unit: e.Scenario, Entry: e.ID, Says: says, Value: u.value, Out: why}}
}

// valued works out what one entry is worth.
func valued(e dated, rules Rules, once map[string]bool) unit {
	u := unit{session: e.session, counted: []dated{e}}
	term := Term{Session: e.session, Unit: e.Scenario, Entry: e.ID}
	switch rules.Count {
	case CountPoints:
		u.terms, u.scored = rules.Points.terms(e, once, true), true
	case CountScore:
		if u.scored = e.Score != nil; u.scored {
			term.Value, term.Says = exact.Int(*e.Score), fmt.Sprintf("score %d%s", *e.Score, e.corrected())
			u.terms = []Term{term}
		}
	case CountTokens:
		var n int
		if n, u.scored = TokenScore(e.Attempts); u.scored {
			term.Value, term.Says = exact.Int(n), tokensSay(n, e.Attempts)+e.corrected()
			u.terms = []Term{term}
		}
	}
	u.value = sum(u.terms)
	return u
}

func tokensSay(n int, tries []Attempt) string {
	for _, a := range tries {
		if a.Won && a.Tokens == n {
			return fmt.Sprintf("won with %d tokens in %d tries", n, len(tries))
		}
	}
	return fmt.Sprintf("not won in %d tries: one more than was tried", len(tries))
}

func (e Entry) corrected() string {
	if e.Was == "" && e.Reason == "" {
		return ""
	}
	return fmt.Sprintf(" (corrected from %s: %s)", e.Was, e.Reason)
}

// terms are the points of an entry, one term for each thing that gives some.
func (p Points) terms(e dated, once map[string]bool, first bool) []Term {
	var out []Term
	add := func(n exact.Num, format string, args ...any) {
		if !n.IsZero() {
			out = append(out, Term{Session: e.session, Unit: e.Scenario, Entry: e.ID, Value: n, Says: fmt.Sprintf(format, args...) + e.corrected()})
		}
	}
	if e.Place > 0 && e.Place <= len(p.Places) {
		add(p.Places[e.Place-1], "place %d", e.Place)
	}
	add(p.Win.Times(e.Wins), "%d won", e.Wins)
	add(p.Draw.Times(e.Draws), "%d drawn", e.Draws)
	add(p.Loss.Times(e.Losses), "%d lost", e.Losses)
	if first {
		add(p.Attend, "attendance")
	}
	add(e.Points, "given by hand")
	return append(out, p.extras(e, once)...)
}

// extras are the terms of achievements, up to the bound of a session.
func (p Points) extras(e dated, once map[string]bool) []Term {
	var out []Term
	var given exact.Num
	names := slices.Sorted(slices.Values(e.Achievements))
	for _, id := range slices.Compact(names) {
		t := Term{Session: e.session, Unit: e.Scenario, Entry: e.ID, Says: id}
		x, is := p.extra(id)
		switch {
		case !is:
			t.Out = "the rules define no such achievement"
		case x.Once && once[id]:
			t.Says, t.Value, t.Out = x.Name, x.Points, "it counts once a season"
		default:
			t.Says, t.Value = x.Name, x.Points
			once[id] = true
			if most := p.MostExt; !most.IsZero() && given.Add(x.Points).Cmp(most) > 0 {
				t.Value = most.Sub(given)
				t.Says += fmt.Sprintf(", of %s: achievements give at most %s a session", x.Points, most)
			}
			given = given.Add(t.Value)
		}
		out = append(out, t)
	}
	return out
}

// sum adds up the terms that count.
func sum(terms []Term) exact.Num { return Cell{Terms: terms}.Again() }
