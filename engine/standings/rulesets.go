package standings

import "github.com/muster-events/muster/engine/exact"

var (
	hundredths33 = exact.Frac(33, 100)
	third        = exact.Frac(1, 3)
	fifth        = exact.Frac(1, 5)
	half         = exact.Frac(1, 2)
)

// Rulesets returns the rulesets that ship, in the order a page lists them. The caller owns them.
//
// Source: facts/scoring.md.
func Rulesets() []Ruleset {
	return []Ruleset{
		MTR("0.33"), MTR("one-third"),
		FFG(EditionCobra), FFG(EditionTOME), FFG(EditionSum),
		FIDE(EditionCapped), FIDE(EditionDummy), FIDE(EditionVirtual),
		CEDH("0.2"), CEDH("0.33"),
		WarOfTheRing(),
		Placement("3-2-1-0"), Placement("6-3-2-1"),
	}
}

// Find returns the ruleset with an id and edition.
func Find(id, edition string) (Ruleset, bool) {
	for _, rs := range Rulesets() {
		if rs.ID == id && rs.Edition == edition {
			return rs, true
		}
	}
	return Ruleset{}, false
}

func wonDrawn() Points {
	return Points{
		Win: exact.Int(3), Draw: exact.Int(1), Bye: exact.Int(3), HalfBye: exact.Int(1),
		GameWin: exact.Int(3), GameDraw: exact.Int(1), ByeGames: 2,
	}
}

// MTR is Appendix C of the Magic Tournament Rules, with the floor of the documents ("0.33") or an exact
// third ("one-third", for any other edition).
//
// Source: facts/scoring.md, "1 Magic Tournament Rules, Appendix C".
func MTR(edition string) Ruleset {
	floor := hundredths33
	if edition != "0.33" {
		edition, floor = "one-third", third
	}
	return Ruleset{
		ID: "mtr-appendix-c", Edition: edition, Name: "Magic Tournament Rules, Appendix C",
		Source: `facts/scoring.md, "1 Magic Tournament Rules, Appendix C"`, Points: wonDrawn(), ForfeitMeets: true,
		Order: []Criterion{
			{Kind: MatchPoints},
			{Kind: OppMatchWin, Floor: floor},
			{Kind: GameWin, Floor: floor},
			{Kind: OppGameWin, Floor: floor},
		},
	}
}

// FFG is the order of Fantasy Flight Games' organised play, with strength of schedule as an edition has
// it: an Edition… constant. The points are those of two games to a match; what is entered as points
// counts as it is.
//
// Source: facts/scoring.md, "2 FFG / Netrunner strength of schedule".
func FFG(edition string) Ruleset {
	return Ruleset{
		ID: "ffg-sos", Edition: edition, Name: "FFG and Netrunner, strength of schedule",
		Source:       `facts/scoring.md, "2 FFG / Netrunner strength of schedule"`,
		Points:       Points{Win: exact.Int(6), Draw: exact.Int(3), Bye: exact.Int(6), HalfBye: exact.Int(3), GameWin: exact.Int(3), ByeGames: 2},
		ForfeitMeets: true,
		Order: []Criterion{
			{Kind: MatchPoints},
			{Kind: HeadToHead, Style: StyleBeatAll},
			{Kind: Strength, Edition: edition},
			{Kind: ExtStrength, Edition: edition},
			{Kind: Lots},
		},
	}
}

// FIDE is a list of tie-breaks of C.07 with unplayed rounds as an edition has them: an Edition… constant.
//
// Source: facts/scoring.md, "3 FIDE C.07".
func FIDE(edition string) Ruleset {
	return Ruleset{
		ID: "fide-c07", Edition: edition, Name: "FIDE C.07, Buchholz and Sonneborn-Berger",
		Source: `facts/scoring.md, "3 FIDE C.07 (Buchholz, Sonneborn-Berger and family)"`,
		Points: Points{Win: exact.Int(1), Draw: half, Bye: exact.Int(1), HalfBye: half, GameWin: exact.Int(1), GameDraw: half, ByeGames: 1},
		Order: []Criterion{
			{Kind: MatchPoints},
			{Kind: HeadToHead, Style: StyleDirect},
			{Kind: Buchholz, Edition: edition, CutLow: 1},
			{Kind: Buchholz, Edition: edition},
			{Kind: Sonneborn, Edition: edition},
			{Kind: Cumulative},
		},
	}
}

// CEDH is for pods of four: 5 points for a win, 1 for a draw, so that a drawn table is never worth more
// than one that was won. The floor is a fifth, one win in as many rounds as a win has points; the older
// text ("0.33") has 0.33.
//
// Source: facts/scoring.md, "4 Tables of 3 to 8".
func CEDH(edition string) Ruleset {
	floor := fifth
	if edition == "0.33" {
		floor = hundredths33
	}
	return Ruleset{
		ID: "cedh-pods", Edition: edition, Name: "Pods of four, 5-1-0",
		Source:       `facts/scoring.md, "4 Tables of 3 to 8"`,
		Points:       Points{Win: exact.Int(5), Draw: exact.Int(1), Bye: exact.Int(5), HalfBye: exact.Int(1)},
		Pods:         Pods{Size: 4, ByeMeets: 3, ShortMeets: true},
		ForfeitMeets: true,
		Order: []Criterion{
			{Kind: MatchPoints},
			{Kind: OppMatchWin, Floor: floor},
			{Kind: MatchWin, Floor: floor},
			{Kind: Lots},
		},
	}
}

// MarginCap bounds what one match adds to the difference of victory points: the game ends at a gap of 10.
//
// Source: facts/game-facts.md, "7.4 War of the Ring: The Card Game".
const MarginCap = 10

// WarOfTheRing is for War of the Ring: The Card Game: 3, 1 or 0 points to each member of a side; the
// opponents are the players of the other side.
//
// Source: facts/scoring.md, "What fits muster's formats".
func WarOfTheRing() Ruleset {
	return Ruleset{
		ID: "wotr-card-game", Edition: "1", Name: "War of the Ring: The Card Game, sides",
		Source: `facts/scoring.md, "What fits muster's formats"`, Points: wonDrawn(), ForfeitMeets: true,
		Order: []Criterion{
			{Kind: MatchPoints},
			{Kind: OppMatchWin, Floor: third},
			{Kind: VictoryMargin, Cap: MarginCap},
			{Kind: HeadToHead, Style: StyleAllMet},
		},
	}
}

// Placement gives points for places in pods: "3-2-1-0", in which those who share places have the mean and
// the last of a table of three has 1 point, or "6-3-2-1" (any other edition).
//
// Source: facts/scoring.md, "4 Tables of 3 to 8".
func Placement(edition string) Ruleset {
	rs := Ruleset{
		ID: "placement", Edition: edition, Name: "Points for places in pods", Source: `facts/scoring.md, "4 Tables of 3 to 8"`,
		Order: []Criterion{{Kind: MatchPoints}, {Kind: Wins}, {Kind: OppMatchWin, Floor: third}, {Kind: Lots}},
		Pods:  Pods{Size: 4}, ForfeitMeets: true,
	}
	switch edition {
	case "3-2-1-0":
		rs.Points = Points{
			Win: exact.Int(3), Draw: exact.Frac(3, 2), Bye: exact.Int(3), HalfBye: exact.Frac(3, 2), Averaged: true,
			Places: []Places{{Size: 0, Points: ints(3, 2, 1, 0)}, {Size: 3, Points: ints(3, 2, 1)}},
		}
	default:
		rs.Edition = "6-3-2-1"
		rs.Points = Points{
			Win: exact.Int(6), Draw: exact.Int(3), Loss: exact.Int(1), Bye: exact.Int(6), HalfBye: exact.Int(3),
			Places: []Places{{Size: 0, Points: ints(6, 3, 2, 1)}},
		}
	}
	return rs
}

func ints(ns ...int) []exact.Num {
	out := make([]exact.Num, len(ns))
	for i, n := range ns {
		out[i] = exact.Int(n)
	}
	return out
}
