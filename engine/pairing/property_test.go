package pairing

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
)

// drawRules draws what an organiser can set.
func drawRules(t *rapid.T) Rules {
	return Rules{
		Order:  rapid.SampledFrom([][]Criterion{nil, {}, {CriterionSides, CriterionScore}, {CriterionClub, CriterionTurn}, {CriterionFloat, CriterionScore}}).Draw(t, "order"),
		Sides:  rapid.Bool().Draw(t, "sides"),
		Within: rapid.SampledFrom([]Within{"", WithinFold, WithinHighLow, WithinAdjacent}).Draw(t, "within"),
		Points: map[OffKind]int{OffBye: rapid.IntRange(0, 3).Draw(t, "points")},
	}
}

// drawField draws a field with a history that can have been.
func drawField(t *rapid.T, most int) Field {
	n := rapid.IntRange(1, most).Draw(t, "players")
	f := Field{Round: rapid.IntRange(1, 5).Draw(t, "round"), Seed: rapid.Uint64().Draw(t, "seed"), Players: entrants(n)}
	for i := range f.Players {
		p := &f.Players[i]
		p.Score = rapid.IntRange(0, 3*f.Round).Draw(t, "score")
		p.Away = rapid.IntRange(0, 9).Draw(t, "away") == 0
		if rapid.Bool().Draw(t, "club") {
			p.Clubs = []string{rapid.SampledFrom([]string{"Rauros", "Erebor", ""}).Draw(t, "which")}
		}
	}
	for round := 1; round < f.Round; round++ {
		order := rapid.Permutation(f.Players).Draw(t, "order")
		for i := 0; i+1 < n; i += 2 {
			side := rapid.SampledFrom([]Side{NoSide, FreePeoples, Shadow}).Draw(t, "side")
			f.Past = append(f.Past, Game{Round: round, A: order[i].ID, B: order[i+1].ID, Side: side, Ahead: rapid.IntRange(-3, 3).Draw(t, "ahead")})
		}
		if n%2 == 1 {
			f.PastOff = append(f.PastOff, Off{Round: round, Player: order[n-1].ID, Kind: rapid.SampledFrom([]OffKind{OffBye, OffAsked, OffGranted, OffAbsent}).Draw(t, "kind")})
		}
	}
	return f
}

func TestPairHolds(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		f, r := drawField(rt, 14), drawRules(rt)
		got, err := Pair(f, r)
		if err != nil {
			if engine.AsRefusal(err).Code != CodeNobody {
				rt.Fatal(err)
			}
			return
		}
		checkRound(t, f, got)
		checkWords(rt, got)
		met := map[events.PersonID]events.PersonID{}
		for _, tb := range got.Tables {
			met[tb.A], met[tb.B] = tb.B, tb.A
		}
		// To keep apart two who do not meet anyway changes nothing.
		i, j := rapid.IntRange(0, len(f.Players)-1).Draw(rt, "i"), rapid.IntRange(0, len(f.Players)-1).Draw(rt, "j")
		a, b := f.Players[i].ID, f.Players[j].ID
		if i != j && met[a] != b {
			f.Apart = append(f.Apart, [2]events.PersonID{a, b})
			again, err := Pair(f, r)
			if err != nil || !reflect.DeepEqual(again.Cost, got.Cost) || !slices.EqualFunc(again.Tables, got.Tables, func(x, y Table) bool { return x.A == y.A && x.B == y.B && x.Side == y.Side }) {
				rt.Fatalf("to keep %s and %s apart changes\n%+v to\n%+v; %v", a, b, got, again, err)
			}
		}
	})
}

// checkWords holds every explanation to be made of sentences.
func checkWords(t rapid.TB, r Round) {
	t.Helper()
	var all []string
	for _, tb := range r.Tables {
		lines := tb.Words(nil)
		if !strings.Contains(strings.Join(lines, " "), "met before") {
			t.Fatalf("no word on whether %s and %s have met: %q", tb.A, tb.B, lines)
		}
		all = append(all, lines...)
	}
	for _, s := range r.Off {
		all = append(all, s.Words(func(id events.PersonID) string { return "Player " + string(id[1:]) })...)
	}
	for _, p := range r.Problems {
		all = append(all, p.Words(nil))
	}
	for _, line := range all {
		if strings.Contains(line, "%!") || !strings.HasSuffix(line, ".") || strings.Contains(line, "  ") || strings.Contains(line, " .") {
			t.Fatalf("%q is no sentence", line)
		}
	}
}

func TestEveryCriterionHasWords(t *testing.T) {
	for _, c := range append(DefaultOrder(), CriterionApart, CriterionRematch, CriterionBye, CriterionOrder, CriterionDraw) {
		for _, n := range []int64{1, 2, 1<<20 + 3} {
			if w := c.worse(n); len(w) < 10 || strings.Contains(w, "%!") {
				t.Errorf("%s: %q", c, w)
			}
		}
	}
	for _, kind := range []ProblemKind{ProblemApart, ProblemRepeat, ProblemBye} {
		p := Problem{Kind: kind, Players: people(2), Times: 2}
		if w := p.Words(nil); !strings.Contains(w, "p1") || !strings.HasSuffix(w, "none breaks less.") {
			t.Errorf("%s: %q", kind, w)
		}
	}
	f := Forced{Groups: []Group{{Players: people(1)}, {Players: people(3), Bye: true}, {Bye: true}, {}, {}, {}, {}, {}}, Only: people(2), OnlyBye: true}
	if w := f.Words(nil); !strings.Contains(w, "p1; p1, p2 and p3 with the bye; the bye") || !strings.Contains(w, "2 more") || !strings.Contains(w, "p1 and p2 or have the bye") {
		t.Error(w)
	}
	if w := (&Forced{OnlyBye: true}).Words(nil); !strings.Contains(w, "are the bye") {
		t.Error(w)
	}
}

func TestPodsHold(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		two := drawField(rt, 15)
		f := PodField{Round: two.Round, Seed: two.Seed, Players: two.Players}
		for _, g := range two.Past {
			f.Past = append(f.Past, PastPod{Round: g.Round, Seats: []PastSeat{{g.A, g.Side}, {g.B, g.Side.Other()}}})
		}
		r := rapid.SampledFrom([]PodRules{fours, ringRules, {Size: 3, Min: 2, Max: 8}}).Draw(rt, "rules")
		got, err := Pods(f, r)
		if err != nil {
			if engine.AsRefusal(err).Code != CodeNobody {
				rt.Fatal(err)
			}
			return
		}
		checkPods(t, f, r, got)
		for _, pod := range got.Pods {
			words := strings.Join(pod.Words(nil), " ")
			for _, s := range pod.Seats {
				if !strings.Contains(words, string(s.Player)) {
					rt.Fatalf("%q does not name %s", words, s.Player)
				}
			}
			if strings.Contains(words, "%!") || strings.Contains(words, "  ") || len(pod.Met) > 0 == strings.Contains(words, "None of them") {
				rt.Fatal(words)
			}
		}
		for _, s := range got.Off {
			if words := strings.Join(s.Words(nil), " "); strings.Contains(words, "%!") || strings.Contains(words, "earlier opponent") {
				rt.Fatal(words)
			}
		}
	})
}

// reader makes numbers of bytes.
type reader struct{ b []byte }

func (r *reader) next(n int) int {
	if len(r.b) == 0 {
		return 0
	}
	x := int(r.b[0])
	r.b = r.b[1:]
	return x % n
}

// fuzzID is mostly one of few players, sometimes a stranger or no id at all.
func (r *reader) id() events.PersonID {
	switch n := r.next(16); {
	case n < 13:
		return person(n + 1)
	case n == 13:
		return ""
	case n == 14:
		return "Not An Id"
	default:
		return "stranger"
	}
}

func (r *reader) side() Side { return []Side{NoSide, FreePeoples, Shadow, "grey"}[r.next(4)] }

func (r *reader) players() []Player {
	var out []Player
	for range r.next(15) {
		out = append(out, Player{ID: r.id(), Score: r.next(9) - 1, Seed: r.next(20) - 1, Away: r.next(7) == 0, Granted: r.next(20) == 0, Clubs: make([]string, r.next(10))})
	}
	return out
}

func (r *reader) off() []Off {
	var out []Off
	for range r.next(5) {
		out = append(out, Off{Round: r.next(4), Player: r.id(), Kind: []OffKind{OffBye, OffAsked, OffGranted, OffAbsent, ""}[r.next(5)]})
	}
	return out
}

// Whatever is thrown at it, Pair answers with a complete round or a refusal in words.
func FuzzPair(f *testing.F) {
	f.Add([]byte{4, 0, 3, 1, 1, 1, 0, 1, 3, 1, 1, 1, 0, 2, 3, 1, 1, 1, 0, 3, 3, 1, 1, 1, 0})
	f.Add([]byte("the lord of the rings"))
	f.Fuzz(func(t *testing.T, b []byte) {
		r := &reader{b}
		field := Field{Players: r.players(), Round: r.next(5), Seed: uint64(r.next(9)), PastOff: r.off()}
		for range r.next(12) {
			field.Past = append(field.Past, Game{Round: r.next(4), A: r.id(), B: r.id(), Side: r.side(), Ahead: r.next(7) - 3})
		}
		for range r.next(3) {
			field.Locked = append(field.Locked, Lock{A: r.id(), B: r.id(), Side: r.side(), Number: r.next(6) - 1})
		}
		for range r.next(3) {
			field.Asked = append(field.Asked, r.id())
		}
		for range r.next(3) {
			field.Apart = append(field.Apart, [2]events.PersonID{r.id(), r.id()})
		}
		rules := Rules{Sides: r.next(2) == 0, Within: []Within{"", WithinFold, "luck"}[r.next(3)]}
		got, err := Pair(field, rules)
		if err != nil {
			if no := engine.AsRefusal(err); no == nil || len(no.Says) < 15 {
				t.Fatalf("%+v: %v", field, err)
			}
			return
		}
		checkRound(t, field, got)
	})
}

// The same for pods.
func FuzzPods(f *testing.F) {
	f.Add([]byte{7, 0, 3, 1, 1, 1, 0, 1, 3, 1, 1, 1, 0, 2, 3, 1, 1, 1, 0, 3, 3, 1, 1, 1, 0})
	f.Add([]byte("fellowship of nine"))
	f.Fuzz(func(t *testing.T, b []byte) {
		r := &reader{b}
		field := PodField{Players: r.players(), Round: r.next(5), Seed: uint64(r.next(9)), PastOff: r.off()}
		seats := func() (out []PastSeat) {
			for range r.next(7) {
				out = append(out, PastSeat{r.id(), r.side()})
			}
			return out
		}
		for range r.next(5) {
			field.Past = append(field.Past, PastPod{Round: r.next(4), Seats: seats()})
		}
		for range r.next(2) {
			var ids []events.PersonID
			for _, s := range seats() {
				ids = append(ids, s.Player)
			}
			field.Locked = append(field.Locked, ids)
		}
		for range r.next(2) {
			field.Asked = append(field.Asked, r.id())
		}
		rules := PodRules{Size: 2 + r.next(4), Min: 1 + r.next(4), Max: 2 + r.next(7), Sides: r.next(2) == 0, Short: r.side(), Stretch: r.next(2) == 0}
		got, err := Pods(field, rules)
		if err != nil {
			if no := engine.AsRefusal(err); no == nil || len(no.Says) < 15 {
				t.Fatalf("%+v: %v", field, err)
			}
			return
		}
		checkPods(t, field, rules, got)
	})
}

// And for brackets: any results in any order are taken or refused, and corrected or refused.
func FuzzBracket(f *testing.F) {
	f.Add([]byte{8, 1, 0, 0, 1, 3})
	f.Fuzz(func(t *testing.T, b []byte) {
		r := &reader{b}
		br, err := NewBracket(people(r.next(12)), Elimination{Double: r.next(2) == 0, Reset: r.next(2) == 0, Third: r.next(2) == 0})
		if err != nil {
			if engine.AsRefusal(err) == nil {
				t.Fatal(err)
			}
			return
		}
		var results []MatchResult
		one := func() MatchResult {
			m := MatchResult{Match: br.Matches[r.next(len(br.Matches))].ID, Winner: r.id()}
			if r.next(30) == 0 {
				m.Match = "w9-9"
			}
			return m
		}
		for range r.next(20) {
			results = append(results, one())
		}
		for len(results) > 0 {
			if _, err := br.Play(results); err == nil {
				break
			} else if engine.AsRefusal(err) == nil {
				t.Fatal(err)
			}
			results = results[:len(results)-1]
		}
		if _, _, err := br.Correct(results, one()); err != nil && engine.AsRefusal(err) == nil {
			t.Fatal(err)
		}
	})
}
