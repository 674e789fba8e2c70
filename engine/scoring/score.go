package scoring

import (
	"fmt"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
)

// PerRound is how many points each round that counts adds, unless the terms say otherwise.
//
// Source: facts/game-facts.md, "5.4 Score of a finished game".
const PerRound = 10

// MostPerRound bounds what the terms can say.
const MostPerRound = 100

// Values of [group.ScoreTerms].Eliminated.
const (
	ByLevel = "level" // a player who is out counts the elimination level
	ByDial  = "dial"  // a player who is out counts the threat when eliminated
)

// Terms of a [Line].
const (
	TermThreat  = "threat"  // final threat
	TermLevel   = "level"   // elimination level of a player who is out
	TermHeroes  = "heroes"  // threat cost of destroyed heroes; of all heroes for a player who is out
	TermDamage  = "damage"  // damage on heroes in play
	TermRounds  = "rounds"  // rounds that count
	TermVictory = "victory" // victory points, which lower the score
)

// Line is one term of a score.
type Line struct {
	Player events.PersonID // whose term it is; empty: the group's
	Term   string          // a Term… constant
	N      int             // how many: threat, damage, rounds, victory points
	Each   int             // points for each: 1, −1, or those of a round
	Points int             // N times Each
	Source string          // where the term comes from
}

// Score is the score of a game.
type Score struct {
	// Scored is set if the game has a score. Otherwise Why says in a sentence why not.
	Scored bool
	Why    string
	// Total is the sum of the lines; it may be below 0. Fewer points are better.
	Total int
	// Lines are the terms: each player's in order, then the group's. They are there for a lost game,
	// too, as far as they are known.
	Lines []Line
	// Missing lists in words what is not known. People are in braces, {p-3}.
	Missing []string
}

const (
	formula = `facts/game-facts.md, "5.4 Score of a finished game"`
	outRule = `facts/rulings.md, 13`
)

// CheckTerms refuses terms that are out of range: points for a round from 0 to [MostPerRound], and
// "level", "dial" or nothing for players who are out. Nil terms are the defaults.
func CheckTerms(terms *group.ScoreTerms) error {
	if terms == nil {
		return nil
	}
	if n := terms.PerRound; n != nil && (*n < 0 || *n > MostPerRound) {
		return fmt.Errorf("the points for each round are %d: set 0 to %d", *n, MostPerRound)
	}
	switch terms.Eliminated {
	case "", ByLevel, ByDial:
		return nil
	}
	return fmt.Errorf("what an eliminated player counts is %q: set %q or %q", terms.Eliminated, ByLevel, ByDial)
}

// Of works out the score of a game by the terms; nil terms are the defaults. Terms out of range count
// as their defaults: see [CheckTerms].
//
// Rule: Score.
// Source: facts/game-facts.md, "5.4 Score of a finished game". Ruling: 13.
func Of(g Game, terms *group.ScoreTerms) Score {
	t := defaulted(terms)
	var s Score
	for _, p := range g.Players {
		s.player(p, t)
	}
	s.add(Line{Term: TermRounds, N: g.Rounds, Each: *t.PerRound, Source: formula})
	s.add(Line{Term: TermVictory, N: g.Victory, Each: -1, Source: formula})
	switch {
	case *t.OnlyWon && !g.Won:
		s.Why = "The game was lost, and only games that are won have a score."
	case len(s.Missing) > 0:
		s.Why = "Something that counts is not known."
	case len(g.Players) == 0:
		s.Why = "Nobody played."
	default:
		s.Scored = true
	}
	return s
}

func defaulted(terms *group.ScoreTerms) group.ScoreTerms {
	rounds, only := PerRound, true
	t := group.ScoreTerms{PerRound: &rounds, OnlyWon: &only, Eliminated: ByLevel}
	if terms == nil || CheckTerms(terms) != nil {
		return t
	}
	if terms.PerRound != nil {
		t.PerRound = terms.PerRound
	}
	if terms.OnlyWon != nil {
		t.OnlyWon = terms.OnlyWon
	}
	if terms.Eliminated != "" {
		t.Eliminated = terms.Eliminated
	}
	return t
}

// player adds the terms of one player. Who is out counts the elimination level, or what the dial
// showed, and all heroes as dead.
//
// Ruling: 13.
func (s *Score) player(p Player, t group.ScoreTerms) {
	threat := Line{Player: p.ID, Term: TermThreat, N: p.Threat, Each: 1, Source: formula}
	heroes := Line{Player: p.ID, Term: TermHeroes, N: p.Dead, Each: 1, Source: formula}
	if p.Out {
		heroes.N, heroes.Source = p.All, outRule
		threat.Source = outRule
		if t.Eliminated == ByLevel {
			threat.Term, threat.N = TermLevel, p.Elimination
		}
	}
	if threat.N < 0 {
		s.Missing = append(s.Missing, fmt.Sprintf("the threat of {%s}", p.ID))
	} else {
		s.add(threat)
	}
	if !p.Heroes {
		s.Missing = append(s.Missing, fmt.Sprintf("the heroes of {%s}: they were never declared", p.ID))
		return
	}
	s.add(heroes)
	if !p.Out {
		s.add(Line{Player: p.ID, Term: TermDamage, N: p.Damage, Each: 1, Source: formula})
	}
}

func (s *Score) add(l Line) {
	l.Points = l.N * l.Each
	s.Lines = append(s.Lines, l)
	s.Total += l.Points
}
