package pairing

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
)

var threeForABye = Rules{Points: map[OffKind]int{OffBye: 3, OffAsked: 3, OffGranted: 3}}

func pair(t *testing.T, f Field, r Rules) Round {
	t.Helper()
	got, err := Pair(f, r)
	if err != nil {
		t.Fatal(err)
	}
	checkRound(t, f, got)
	return got
}

// Source: cases/README.md, 7.
func TestCase7AFirstRoundByeOnRequest(t *testing.T) {
	e := &event{r: rand.New(rand.NewPCG(7, 7)), field: Field{Round: 1, Players: entrants(5), Asked: []events.PersonID{"p3"}}}
	first := pair(t, e.field, threeForABye)
	if len(first.Tables) != 2 || len(first.Off) != 1 || first.Off[0].Player != "p3" || first.Off[0].Kind != OffAsked || first.Off[0].Points != 3 {
		t.Fatalf("round 1: %+v", first)
	}
	e.record(first)
	e.field.Round = 2
	second := pair(t, e.field, threeForABye)
	if len(second.Tables) != 2 || len(second.Off) != 1 || second.Off[0].Player == "p3" || second.Off[0].Points != 3 || !second.Legal() {
		t.Errorf("round 2: %+v", second)
	}
}

// Source: cases/README.md, 8.
func TestCase8BalanceNeverBringsARematch(t *testing.T) {
	// x and y met in round 3; both have had one side only since, so balance wants them to meet again.
	f := Field{Round: 5, Players: []Player{{ID: "x", Score: 9}, {ID: "y", Score: 9}, {ID: "u", Score: 6}, {ID: "v", Score: 6}}, Past: []Game{
		{Round: 1, A: "x", B: "u", Side: Shadow},
		{Round: 1, A: "v", B: "y", Side: Shadow},
		{Round: 3, A: "x", B: "y", Side: Shadow},
	}}
	got := pair(t, f, Rules{Sides: true})
	if !got.Legal() {
		t.Fatalf("%+v", got.Problems)
	}
	for _, tb := range got.Tables {
		if tb.A == "x" && tb.B == "y" {
			t.Errorf("the same game again: %+v", tb)
		}
	}

	// When everybody else has met x, the game is repeated, says so, and changes the sides.
	f.Past = append(f.Past, Game{Round: 2, A: "x", B: "v", Side: Shadow}, Game{Round: 2, A: "y", B: "u", Side: FreePeoples}, Game{Round: 4, A: "u", B: "v", Side: Shadow})
	got = pair(t, f, Rules{Sides: true})
	if got.Legal() || len(got.Problems) != 2 {
		t.Fatalf("%+v", got)
	}
	for _, p := range got.Problems {
		words := p.Words(nil)
		if p.Kind != ProblemRepeat || p.Times != 1 || p.Because == nil || !strings.Contains(words, "meet again after 1 game") || !strings.Contains(words, "nobody has anybody new left") {
			t.Errorf("%+v: %s", p, words)
		}
	}
}

// Source: cases/README.md, 10.
func TestCase10ALeaverAndALateEntry(t *testing.T) {
	e := &event{r: rand.New(rand.NewPCG(10, 10)), field: Field{Players: entrants(8)}}
	for round := 1; round <= 3; round++ {
		e.field.Round = round
		e.record(pair(t, e.field, threeForABye))
	}
	e.field.Round = 4
	e.field.Players[0].Away = true
	e.field.Players = append(e.field.Players, Player{ID: "late", Score: 2}) // the configured points
	got := pair(t, e.field, threeForABye)
	if len(got.Tables) != 4 || len(got.Off) != 1 || got.Off[0].Player != "p1" || got.Off[0].Kind != OffAbsent || got.Off[0].Points != 0 || !got.Legal() {
		t.Errorf("%+v", got)
	}
}

// Source: cases/README.md, 11.
func TestCase11ARejoinerGetsNothingWithoutAGrant(t *testing.T) {
	f := Field{Round: 2, Players: entrants(5)}
	f.Players[1].Away = true // absent when the round is paired, and back before results are in
	got := pair(t, f, threeForABye)
	if len(got.Off) != 1 || !reflect.DeepEqual(got.Off[0], Sitting{Player: "p2", Kind: OffAbsent}) {
		t.Errorf("without a grant: %+v", got.Off)
	}
	f.Players[1].Granted = true
	got = pair(t, f, threeForABye)
	if len(got.Off) != 1 || got.Off[0].Kind != OffGranted || got.Off[0].Points != 3 {
		t.Errorf("with a grant: %+v", got.Off)
	}
	// The next round pairs the player again, and an absence without points is no bye.
	f.Round, f.Players[1] = 3, Player{ID: "p2"}
	f.PastOff = []Off{{Round: 2, Player: "p2", Kind: OffAbsent}}
	got = pair(t, f, threeForABye)
	if len(got.Tables) != 2 || len(got.Off) != 1 || got.Off[0].Why.Had != 0 {
		t.Errorf("round 3: %+v", got)
	}
}

// Source: cases/README.md, 12.
func TestCase12EveryMeetingInAPodCounts(t *testing.T) {
	f := PodField{Round: 3, Players: entrants(6), Past: []PastPod{
		{Round: 1, Seats: []PastSeat{{"p1", ""}, {"p2", ""}, {"p3", ""}, {"p4", ""}}},
		{Round: 2, Seats: []PastSeat{{"p1", ""}, {"p2", ""}, {"p5", ""}, {"p6", ""}}},
	}}
	p, err := newPodPlan(&f, fours)
	if err != nil {
		t.Fatal(err)
	}
	entries := 0
	for _, n := range p.people[p.byID["p1"]].met {
		entries += n
	}
	if twice := p.people[p.byID["p1"]].met[p.byID["p2"]]; entries != 6 || twice != 2 {
		t.Errorf("p1 has %d opponent entries, p2 %d times among them; want 6 and 2", entries, twice)
	}
	f.Locked = [][]events.PersonID{{"p1", "p2", "p3"}}
	got, err := Pods(f, fours)
	if err != nil {
		t.Fatal(err)
	}
	for _, pod := range got.Pods {
		if pod.Locked && (pod.Values[0] != Value{CriterionRematch, 4 + 1 + 1} || !slices.Contains(pod.Met, Meeting{A: "p1", B: "p2", Times: 2}) && !slices.Contains(pod.Met, Meeting{A: "p2", B: "p1", Times: 2})) {
			t.Errorf("%+v", pod)
		}
	}
}

// Source: cases/README.md, 13, for the pairing.
func TestCase13TheSameRoundForAHundredShuffles(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 13))
	e := newEvent(r, 21, Rules{Sides: true})
	for round := 1; round <= 3; round++ {
		e.field.Round = round
		want := pair(t, e.field, e.rules)
		for range 100 / 3 {
			if got := pair(t, shuffled(r, e.field), e.rules); !reflect.DeepEqual(got, want) {
				t.Fatalf("round %d: %+v, want %+v", round, got, want)
			}
		}
		e.record(want)
	}
}

func TestByesGoToTheLowestWhoHadNone(t *testing.T) {
	f := Field{Round: 3, Players: entrants(5)}
	for i := range f.Players {
		f.Players[i].Score = 10 - i
	}
	f.PastOff = []Off{{Round: 1, Player: "p5", Kind: OffBye}, {Round: 2, Player: "p4", Kind: OffAsked}}
	got := pair(t, f, threeForABye)
	if len(got.Off) != 1 || got.Off[0].Player != "p3" {
		t.Fatalf("%+v", got.Off)
	}
	words := strings.Join(got.Off[0].Words(nil), " ")
	for _, want := range []string{"p3 has the bye", "3 points", "p5 is lower, but has had a bye in round 1", "p4 is lower, but has had a bye in round 2"} {
		if !strings.Contains(words, want) {
			t.Errorf("%q does not say %q", words, want)
		}
	}
	// If p3 had it, p1 would have to meet p2, p4 or p5 again.
	f.Round, f.Past = 4, []Game{{Round: 1, A: "p1", B: "p4"}, {Round: 2, A: "p1", B: "p5"}, {Round: 3, A: "p1", B: "p2"}}
	got = pair(t, f, threeForABye)
	if got.Off[0].Player == "p3" || !got.Legal() {
		t.Errorf("%+v", got)
	}
	if words := strings.Join(got.Off[0].Words(nil), " "); !strings.Contains(words, "p3 is lower, but then somebody would have to meet an earlier opponent") {
		t.Error(words)
	}
}

func TestASecondByeIsFlagged(t *testing.T) {
	f := Field{Round: 2, Players: entrants(3), PastOff: []Off{{Round: 1, Player: "p1", Kind: OffBye}}, Past: []Game{{Round: 1, A: "p2", B: "p3"}}}
	got := pair(t, f, Rules{})
	if !got.Legal() || got.Off[0].Player == "p1" {
		t.Fatalf("%+v", got)
	}
	f.Round = 4
	f.PastOff = append(f.PastOff, Off{Round: 2, Player: "p2", Kind: OffBye}, Off{Round: 3, Player: "p3", Kind: OffBye})
	f.Past = nil
	got = pair(t, f, Rules{})
	if len(got.Problems) != 1 || got.Problems[0].Kind != ProblemBye || got.Problems[0].Manual {
		t.Fatalf("%+v", got.Problems)
	}
	if words := got.Problems[0].Words(nil); !strings.Contains(words, "has a bye again after 1 bye") {
		t.Error(words)
	}
	f.Asked = []events.PersonID{"p2"}
	got = pair(t, f, Rules{})
	if len(got.Problems) != 1 || !got.Problems[0].Manual || !got.Legal() {
		t.Errorf("on request: %+v", got.Problems)
	}
}

func TestLockedTablesAreKeptAndSaySo(t *testing.T) {
	f := Field{
		Round: 2, Players: entrants(6), Past: []Game{{Round: 1, A: "p1", B: "p2", Side: Shadow}}, Locked: []Lock{{A: "p2", B: "p1", Side: FreePeoples, Number: 3}},
		Apart: [][2]events.PersonID{{"p1", "p2"}},
	}
	got := pair(t, f, Rules{Sides: true})
	tb := got.Tables[2]
	if tb.Number != 3 || !tb.Locked || (tb.A == "p2") != (tb.Side == FreePeoples) || tb.Why.Side.By != SideManual {
		t.Errorf("%+v", tb)
	}
	if len(got.Problems) != 2 || !got.Legal() || !strings.Contains(got.Problems[1].Words(nil), "as set by hand") {
		t.Errorf("%+v", got.Problems)
	}
	words := strings.Join(tb.Words(nil), " ")
	for _, want := range []string{"seated here by hand", "met before, 1 time", "keep p1 and p2 apart", "sides were set by hand"} {
		if !strings.Contains(strings.ReplaceAll(words, "p2 and p1", "p1 and p2"), want) {
			t.Errorf("%q does not say %q", words, want)
		}
	}
}

// The best round without a table is what forbidding it gives, for every table of a round.
func TestWhyNotOtherwise(t *testing.T) {
	e := newEvent(rand.New(rand.NewPCG(5, 5)), 10, Rules{Sides: true})
	for round := 1; round <= 3; round++ {
		e.field.Round = round
		got := pair(t, e.field, e.rules)
		for _, tb := range got.Tables {
			o := tb.Why.Otherwise
			if o == nil || o.None || o.More < 0 || o.Changed < 2 {
				t.Fatalf("%+v", o)
			}
			again, other, err := Without(e.field, e.rules, tb.B, tb.A)
			if err != nil || again != *o {
				t.Fatalf("%+v, want %+v; %v", again, *o, err)
			}
			forbid := e.field
			forbid.Apart = append(slices.Clone(forbid.Apart), [2]events.PersonID{tb.A, tb.B})
			want := pair(t, forbid, e.rules)
			if !reflect.DeepEqual(other.Tables[0].A, want.Tables[0].A) || !slices.Equal(other.Cost, want.Cost) {
				t.Fatalf("%v, want %v", other.Cost, want.Cost)
			}
			// And seating the two of another table by hand is never better.
			for _, wish := range other.Tables {
				i, _, err := Instead(e.field, e.rules, wish.A, wish.B)
				if err != nil || i.More < 0 {
					t.Fatalf("%+v, %v", i, err)
				}
			}
		}
		e.record(got)
	}
	for _, pair := range [][2]events.PersonID{{"p1", "nobody"}, {"p1", "p1"}, {"", "p1"}, {"p1", ""}} {
		if _, _, err := Instead(e.field, e.rules, pair[0], pair[1]); engine.AsRefusal(err) == nil {
			t.Errorf("%v is accepted", pair)
		}
	}
	if _, _, err := Without(e.field, e.rules, "p1", "p1"); engine.AsRefusal(err) == nil {
		t.Error("a player against itself is accepted")
	}
}

func TestInsteadMovesTheBye(t *testing.T) {
	f := Field{Round: 2, Players: entrants(5), Past: []Game{{Round: 1, A: "p1", B: "p2"}}}
	for i := range f.Players {
		f.Players[i].Score = 9 - i
	}
	o, round, err := Instead(f, threeForABye, "p1", "")
	if err != nil || o.By != CriterionBye || o.More != 4 || round.Off[0].Player != "p1" {
		t.Errorf("%+v, %+v, %v", o, round.Off, err)
	}
	o, _, err = Instead(f, threeForABye, "p1", "p2")
	if err != nil || o.By != CriterionRematch || o.More != 1 {
		t.Errorf("%+v, %v", o, err)
	}
}

func TestPairRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*Field, *Rules)
		code   engine.Code
	}{
		"nobody":                  {func(f *Field, _ *Rules) { f.Players = nil }, CodeNobody},
		"everybody away":          {func(f *Field, _ *Rules) { f.Players = f.Players[:1]; f.Players[0].Away = true }, CodeNobody},
		"one name twice":          {func(f *Field, _ *Rules) { f.Players[1].ID = "p1" }, CodeTwice},
		"a malformed id":          {func(f *Field, _ *Rules) { f.Players[1].ID = "Frodo Baggins" }, engine.CodeMalformed},
		"a negative score":        {func(f *Field, _ *Rules) { f.Players[1].Score = -1 }, engine.CodeMalformed},
		"a great score":           {func(f *Field, _ *Rules) { f.Players[1].Score = MaxScore + 1 }, engine.CodeMalformed},
		"a negative seed":         {func(f *Field, _ *Rules) { f.Players[1].Seed = -1 }, engine.CodeMalformed},
		"nine clubs":              {func(f *Field, _ *Rules) { f.Players[1].Clubs = make([]string, 9) }, engine.CodeMalformed},
		"a grant for who is here": {func(f *Field, _ *Rules) { f.Players[1].Granted = true }, engine.CodeMalformed},
		"round 0":                 {func(f *Field, _ *Rules) { f.Round = 0 }, engine.CodeMalformed},
		"round 101":               {func(f *Field, _ *Rules) { f.Round = 101 }, engine.CodeMalformed},
		"a game of this round":    {func(f *Field, _ *Rules) { f.Past = []Game{{Round: 2, A: "p1", B: "p2"}} }, engine.CodeMalformed},
		"a game of a stranger":    {func(f *Field, _ *Rules) { f.Past = []Game{{Round: 1, A: "p1", B: "p9"}} }, CodeNotInField},
		"a game alone":            {func(f *Field, _ *Rules) { f.Past = []Game{{Round: 1, A: "p1", B: "p1"}} }, CodeSeatedTwice},
		"two games in a round": {func(f *Field, _ *Rules) {
			f.Past = []Game{{Round: 1, A: "p1", B: "p2"}, {Round: 1, A: "p3", B: "p2"}}
		}, CodeSeatedTwice},
		"a game and a bye": {func(f *Field, _ *Rules) {
			f.Past, f.PastOff = []Game{{Round: 1, A: "p1", B: "p2"}}, []Off{{1, "p2", OffBye}}
		}, CodeSeatedTwice},
		"a side unheard of":                       {func(f *Field, _ *Rules) { f.Past = []Game{{Round: 1, A: "p1", B: "p2", Side: "red"}} }, engine.CodeMalformed},
		"a lead out of bounds":                    {func(f *Field, _ *Rules) { f.Past = []Game{{Round: 1, A: "p1", B: "p2", Ahead: MaxScore + 1}} }, engine.CodeMalformed},
		"a bye unheard of":                        {func(f *Field, _ *Rules) { f.PastOff = []Off{{1, "p2", "lunch"}} }, engine.CodeMalformed},
		"locked, a stranger":                      {func(f *Field, _ *Rules) { f.Locked = []Lock{{A: "p1", B: "p9"}} }, CodeNotInField},
		"locked, alone":                           {func(f *Field, _ *Rules) { f.Locked = []Lock{{A: "p1", B: "p1"}} }, CodeSeatedTwice},
		"locked twice":                            {func(f *Field, _ *Rules) { f.Locked = []Lock{{A: "p1", B: "p2"}, {A: "p3", B: "p2"}} }, CodeSeatedTwice},
		"locked with sides that the game has not": {func(f *Field, _ *Rules) { f.Locked = []Lock{{A: "p1", B: "p2", Side: Shadow}} }, engine.CodeMalformed},
		"one number for two": {func(f *Field, _ *Rules) {
			f.Locked = []Lock{{A: "p1", B: "p2", Number: 1}, {A: "p3", B: "p4", Number: 1}}
		}, engine.CodeMalformed},
		"a negative number":          {func(f *Field, _ *Rules) { f.Locked = []Lock{{A: "p1", B: "p2", Number: -1}} }, engine.CodeMalformed},
		"locked, away":               {func(f *Field, _ *Rules) { f.Players[0].Away, f.Locked = true, []Lock{{A: "p1", B: "p2"}} }, CodeNotPresent},
		"asked twice":                {func(f *Field, _ *Rules) { f.Asked = []events.PersonID{"p1", "p1"} }, CodeSeatedTwice},
		"asked, away":                {func(f *Field, _ *Rules) { f.Players[0].Away, f.Asked = true, []events.PersonID{"p1"} }, CodeNotPresent},
		"asked, a stranger":          {func(f *Field, _ *Rules) { f.Asked = []events.PersonID{"p9"} }, CodeNotInField},
		"apart from oneself":         {func(f *Field, _ *Rules) { f.Apart = [][2]events.PersonID{{"p1", "p1"}} }, engine.CodeMalformed},
		"apart from a stranger":      {func(f *Field, _ *Rules) { f.Apart = [][2]events.PersonID{{"p1", "p9"}} }, CodeNotInField},
		"an order of fixed criteria": {func(_ *Field, r *Rules) { r.Order = []Criterion{CriterionRematch} }, engine.CodeMalformed},
		"an order with one twice":    {func(_ *Field, r *Rules) { r.Order = []Criterion{CriterionClub, CriterionClub} }, engine.CodeMalformed},
		"an unheard of within":       {func(_ *Field, r *Rules) { r.Within = "luck" }, engine.CodeMalformed},
		"negative points":            {func(_ *Field, r *Rules) { r.Points = map[OffKind]int{OffBye: -1} }, engine.CodeMalformed},
	} {
		f, r := Field{Round: 2, Players: entrants(4)}, Rules{}
		c.change(&f, &r)
		_, err := Pair(f, r)
		if got := engine.AsRefusal(err); got == nil || got.Code != c.code || len(got.Says) < 20 {
			t.Errorf("%s: %v, want %s", name, err, c.code)
		}
	}
	f := Field{Round: 1, Players: make([]Player, MaxPlayers+1)}
	if _, err := Pair(f, Rules{}); engine.AsRefusal(err) == nil {
		t.Errorf("too many players: %v", err)
	}
}

func ExamplePair() {
	f := Field{Round: 2, Seed: 1, Players: []Player{
		{ID: "ana", Score: 3, Clubs: []string{"Rauros"}},
		{ID: "ben", Score: 3, Clubs: []string{"Rauros"}},
		{ID: "cleo", Score: 3},
		{ID: "dov"},
		{ID: "eva"},
		{ID: "finn"},
	}, Past: []Game{
		{Round: 1, A: "ana", B: "dov", Side: FreePeoples}, {Round: 1, A: "ben", B: "eva", Side: FreePeoples}, {Round: 1, A: "cleo", B: "finn", Side: Shadow},
	}}
	round, err := Pair(f, Rules{Sides: true})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, t := range round.Tables {
		fmt.Printf("Table %d: %s and %s\n", t.Number, t.A, t.B)
		for _, line := range t.Words(nil) {
			fmt.Println("  " + line)
		}
	}
	// Output:
	// Table 1: cleo and ben
	//   They have not met before.
	//   They have the same score.
	//   cleo plays the Free Peoples, ben the Shadow. Before: cleo 0 and 1, ben 1 and 0 games with the Free Peoples and the Shadow; this way balances best (2, the other way 128).
	//   The best round without this table changes 3 tables and is worse in this: only the draw decided between the two.
	// Table 2: ana and eva
	//   They have not met before.
	//   ana comes down 1 score group to meet eva: 3 players to be paired have the score of ana, an odd number.
	//   ana plays the Shadow, eva the Free Peoples. Before: ana 1 and 0, eva 0 and 1 games with the Free Peoples and the Shadow; this way balances best (2, the other way 128).
	//   The best round without this table changes 3 tables and is worse in this: only the draw decided between the two.
	// Table 3: finn and dov
	//   They have not met before.
	//   They have the same score.
	//   finn plays the Shadow, dov the Free Peoples. Before: finn 1 and 0, dov 0 and 1 games with the Free Peoples and the Shadow; this way balances best (2, the other way 128).
	//   The best round without this table changes 3 tables and is worse in this: only the draw decided between the two.
}
