package league

import (
	"testing"

	"github.com/muster-events/muster/engine/exact"
)

// With the best two of three quests, one quest may be missing.
func TestBestQuestsMayMissSome(t *testing.T) {
	r := QuestLeague()
	r.Best, r.Quests = 2, []string{"q1", "q2", "q3"}
	s := season(
		[]Entry{quest("a", "q1", 100), quest("b", "q1", 100)}, []Entry{quest("a", "q2", 90)}, []Entry{quest("a", "q3", 80), quest("c", "q9", 10)},
	)
	got := table(t, s, r)
	wantTable(t, got, "1 a 170", "2 b 100", "3 c 0")
	for id, want := range map[int]string{0: "0", 1: "1", 2: "2"} {
		if n := got.Rows[id].Cell(Unscored).Value; n.String() != want {
			t.Errorf("row %d lacks %s quests, want %s", id+1, n, want)
		}
	}
	if term := got.Row("c").Cell(Total).Terms[0]; term.Out != "not one of the quests of the season" {
		t.Errorf("%+v", term)
	}
}

// What counts once a season counts once, however entries of a session are chosen; an entry that was not
// chosen does not use it up.
func TestOnceASeason(t *testing.T) {
	r := SeasonByPlaces()
	r.Points.Extras = []Extra{{ID: "x", Name: "First", Points: exact.Int(3), Once: true}}
	x := []string{"x"}
	s := season(
		[]Entry{{Member: "a", Place: 10, Achievements: x}, {Member: "a", Place: 1}},
		[]Entry{{Member: "a", Place: 10, Achievements: x}},
		[]Entry{{Member: "a", Place: 10, Achievements: x}},
	)
	// 10 without the achievement is better than 1 + 3; then 1 + 3; then 1
	wantTable(t, table(t, s, r), "1 a 15")
}

// A group that won is not measured by what it took off the city.
func TestTheCityOfAWonGame(t *testing.T) {
	g := game("a", true, 3, 8, nil)
	g.Damage = 20
	boards, err := Boards([]Played{g}, ConventionBoard())
	if err != nil || !boards[0].Rows[0].Cell(CityDamage).None {
		t.Errorf("%+v, %v", boards, err)
	}
}
