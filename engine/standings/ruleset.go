package standings

import (
	"slices"

	"github.com/muster-events/muster/engine/exact"
)

// Ruleset says as data what counts and in which order. Its ID and Edition stand on every row.
type Ruleset struct {
	ID      string      `json:"id"`
	Edition string      `json:"edition"`
	Name    string      `json:"name"`
	Source  string      `json:"source"`
	Points  Points      `json:"points"`
	Order   []Criterion `json:"order"` // from the first that decides
	Pods    Pods        `json:"pods,omitzero"`
	// ForfeitMeets lets an opponent who did not come count as one that was met.
	ForfeitMeets bool `json:"forfeitMeets,omitempty"`
}

// Points say what a round is worth.
type Points struct {
	Win     exact.Num `json:"win"`
	Draw    exact.Num `json:"draw"`
	Loss    exact.Num `json:"loss"`
	Bye     exact.Num `json:"bye"`     // of the pairing, or a full one
	HalfBye exact.Num `json:"halfBye"` // asked for
	// GameWin and GameDraw are game points; a bye or a forfeit counts as ByeGames won games.
	GameWin  exact.Num `json:"gameWin"`
	GameDraw exact.Num `json:"gameDraw"`
	ByeGames int       `json:"byeGames,omitempty"`
	// Places are the points for places at tables of a size; none: a match is won, drawn or lost.
	Places []Places `json:"places,omitempty"`
	// Averaged gives those who share places the mean of these places' points; otherwise each has the
	// points of the best of them.
	Averaged bool `json:"averaged,omitempty"`
}

// Places are the points for the places at a table.
type Places struct {
	Size   int         `json:"size"` // 0: tables of any size that is not listed
	Points []exact.Num `json:"points"`
}

// places returns the points for places at a table of a size; nil: none are set.
func (p Points) places(size int) []exact.Num {
	var other []exact.Num
	for _, l := range p.Places {
		switch l.Size {
		case size:
			return l.Points
		case 0:
			other = l.Points
		}
	}
	return other
}

// Pods say what stands in for opponents who were not there.
//
// Source: facts/scoring.md, "4 Tables of 3 to 8".
type Pods struct {
	// Size is the size of a full table; 0: matches of two.
	Size int `json:"size,omitempty"`
	// ByeMeets is how many opponents at the floor a bye adds to the opponents' percentage.
	ByeMeets int `json:"byeMeets,omitempty"`
	// ShortMeets adds opponents at the floor for the empty seats of a table that was not full.
	ShortMeets bool `json:"shortMeets,omitempty"`
}

// Criterion is one number of the standings and how it is worked out.
type Criterion struct {
	Kind Kind `json:"kind"`
	// Floor is the least a percentage counts.
	Floor exact.Num `json:"floor,omitzero"`
	// Edition tells how it is defined where definitions have changed: an Edition… constant.
	Edition string `json:"edition,omitempty"`
	// Style tells when head to head decides: a Style… constant.
	Style string `json:"style,omitempty"`
	// CutLow and CutHigh are how many of the least and the greatest terms are left out, 0 to 9.
	CutLow  int `json:"cutLow,omitempty"`
	CutHigh int `json:"cutHigh,omitempty"`
	// Cap bounds a match's difference of victory points; 0: no bound.
	Cap int `json:"cap,omitempty"`
}

// Kind names what a criterion counts. It is stored.
type Kind string

// The kinds of criterion.
const (
	MatchPoints   Kind = "match-points"
	MatchWin      Kind = "match-win"        // match-win percentage
	GameWin       Kind = "game-win"         // game-win percentage
	OppMatchWin   Kind = "opp-match-win"    // opponents' match-win percentage
	OppGameWin    Kind = "opp-game-win"     // opponents' game-win percentage
	Strength      Kind = "sos"              // strength of schedule
	ExtStrength   Kind = "extended-sos"     // the opponents' strength of schedule
	Buchholz      Kind = "buchholz"         // sum of the opponents' scores, less what is cut
	Sonneborn     Kind = "sonneborn-berger" // opponents' scores times own results
	HeadToHead    Kind = "head-to-head"
	Cumulative    Kind = "cumulative" // sum of the scores after each round
	VictoryMargin Kind = "victory-margin"
	Wins          Kind = "wins" // matches won at the table
	Lots          Kind = "lots" // drawn by the seed; more is better
)

// Editions of strength of schedule.
//
// Source: facts/scoring.md, "2 FFG / Netrunner strength of schedule".
const (
	EditionSum   = "until-2016" // the sum of the opponents' points
	EditionTOME  = "tome"       // means of the opponents' points a round, over all own rounds
	EditionCobra = "cobra"      // the same, over the opponents that were met
)

// Editions of Buchholz and Sonneborn-Berger: what stands in for an unplayed round.
//
// Source: facts/scoring.md, "3 FIDE C.07".
const (
	EditionVirtual = "2009"    // a virtual opponent
	EditionDummy   = "2023"    // an opponent with the player's own score
	EditionCapped  = "2026-03" // the same, with a cap
)

// Styles of head to head. None looks beyond the stage.
const (
	// StyleAllMet decides if all who are tied have met one another.
	StyleAllMet = "all-met"
	// StyleBeatAll puts one first who has beaten all others who are tied.
	StyleBeatAll = "beat-all"
	// StyleDirect is direct encounter: as StyleAllMet, or where whatever the missing games give, one
	// stays alone in front.
	StyleDirect = "direct-encounter"
)

var editionsOf = map[Kind][]string{
	Strength: {EditionSum, EditionTOME, EditionCobra}, ExtStrength: {EditionSum, EditionTOME, EditionCobra},
	Buchholz: {EditionVirtual, EditionDummy, EditionCapped}, Sonneborn: {EditionVirtual, EditionDummy, EditionCapped},
}

var kinds = []Kind{
	MatchPoints, MatchWin, GameWin, OppMatchWin, OppGameWin, Strength, ExtStrength, Buchholz, Sonneborn,
	HeadToHead, Cumulative, VictoryMargin, Wins, Lots,
}

// mostCut bounds how many terms a criterion leaves out.
const mostCut = 9

// Check refuses a ruleset that cannot be followed, and says what would be right.
func (rs Ruleset) Check() error {
	switch {
	case rs.ID == "" || rs.Edition == "":
		return refuse(CodeRuleset, "A ruleset needs an id and an edition: they stand on every row.")
	case len(rs.Order) == 0:
		return refuse(CodeRuleset, "Ruleset %s has no criterion: begin with %q.", rs.ID, MatchPoints)
	case rs.Points.Win.Sign() <= 0:
		return refuse(CodeRuleset, "Ruleset %s gives %s points for a win: more than 0 is needed.", rs.ID, rs.Points.Win)
	}
	points := []exact.Num{rs.Points.Draw, rs.Points.Loss, rs.Points.Bye, rs.Points.HalfBye, rs.Points.GameWin, rs.Points.GameDraw}
	for _, l := range rs.Points.Places {
		points = append(points, l.Points...)
	}
	for _, n := range points {
		if n.Sign() < 0 {
			return refuse(CodeRuleset, "Ruleset %s gives %s points for something: no points are below 0.", rs.ID, n)
		}
	}
	if p := rs.Pods; p.Size < 0 || p.Size > MostSeats || p.ByeMeets < 0 || p.ByeMeets > MostSeats {
		return refuse(CodeRuleset, "Ruleset %s has tables of %d and byes that count as %d opponents: 0 to %d are possible.", rs.ID, p.Size, p.ByeMeets, MostSeats)
	}
	if n := rs.Points.ByeGames; n < 0 || n > MostGames {
		return refuse(CodeRuleset, "Ruleset %s counts a bye as %d won games: 0 to %d are possible.", rs.ID, n, MostGames)
	}
	for i, c := range rs.Order {
		if err := c.check(); err != nil {
			return err
		}
		if (c.Kind == GameWin || c.Kind == OppGameWin) && rs.Points.GameWin.Sign() <= 0 {
			return refuse(CodeRuleset, "Ruleset %s lists %q and gives nothing for a won game: set its game points.", rs.ID, c.Kind)
		}
		if slices.ContainsFunc(rs.Order[:i], c.same) {
			return refuse(CodeRuleset, "Ruleset %s lists %q twice in the same form.", rs.ID, c.Kind)
		}
	}
	return nil
}

func (c Criterion) same(d Criterion) bool {
	equal := c.Floor.Cmp(d.Floor) == 0
	c.Floor, d.Floor = exact.Num{}, exact.Num{}
	return equal && c == d
}

func (c Criterion) check() error {
	switch {
	case !slices.Contains(kinds, c.Kind):
		return refuse(CodeRuleset, "%q is no criterion: use one of %q.", c.Kind, kinds)
	case c.Floor.Sign() < 0 || c.Floor.Cmp(exact.Int(1)) > 0:
		return refuse(CodeRuleset, "The floor of %q is %s: 0 to 1 is possible.", c.Kind, c.Floor)
	case c.CutLow < 0 || c.CutLow > mostCut || c.CutHigh < 0 || c.CutHigh > mostCut:
		return refuse(CodeRuleset, "%q leaves out %d low and %d high terms: 0 to %d are possible.", c.Kind, c.CutLow, c.CutHigh, mostCut)
	case c.Cap < 0:
		return refuse(CodeRuleset, "The cap of %q is %d: 0 is none, more is a cap.", c.Kind, c.Cap)
	case editionsOf[c.Kind] != nil && !slices.Contains(editionsOf[c.Kind], c.Edition):
		return refuse(CodeRuleset, "The edition of %q is %q: use one of %q.", c.Kind, c.Edition, editionsOf[c.Kind])
	case c.Kind == HeadToHead && c.Style != StyleAllMet && c.Style != StyleBeatAll && c.Style != StyleDirect:
		return refuse(CodeRuleset, "The style of %q is %q: use %q, %q or %q.", c.Kind, c.Style, StyleAllMet, StyleBeatAll, StyleDirect)
	}
	return nil
}
