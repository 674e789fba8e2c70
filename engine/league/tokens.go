package league

// Attempt is one try of a quest with handicap tokens, each a card or a resource during setup.
//
// Source: facts/game-facts.md, "7.3 Leagues and scoreboards".
type Attempt struct {
	Tokens int  `json:"tokens"` // 0 to [MostTokens]
	Won    bool `json:"won"`
}

// MostTokens bounds what is tried with.
const MostTokens = 999

// bounds are how many tokens the next try may be played with: more than any that was lost with, fewer than
// any that was won with.
func bounds(done []Attempt) (least, most int) {
	most = MostTokens
	for _, a := range done {
		if a.Won {
			most = min(most, a.Tokens-1)
		} else {
			least = max(least, a.Tokens+1)
		}
	}
	return least, most
}

// TokenBounds are how many tokens the next try may be played with after those that were made, from least
// to most. Least above most says that the quest is settled.
//
// Source: facts/scoring.md, "What fits muster's formats", "Grace of the Valar".
func TokenBounds(done []Attempt) (least, most int) { return bounds(done) }

// CheckAttempt refuses a try that the token rule does not allow after those that were made: after a loss
// with X only more than X, after a win with Y only fewer than Y.
//
// Source: facts/scoring.md, "What fits muster's formats", "Grace of the Valar".
func CheckAttempt(done []Attempt, next Attempt) error {
	if next.Tokens < 0 || next.Tokens > MostTokens {
		return refuse(CodeTokens, "A try is made with 0 to %d tokens, not with %d.", MostTokens, next.Tokens)
	}
	switch least, most := bounds(done); {
	case least > most:
		return refuse(CodeTokens, "This quest is settled: it was won with %d tokens and lost with fewer, or won with none.", most+1)
	case next.Tokens < least:
		return refuse(CodeTokens, "It was lost with %d tokens: try with %d or more.", least-1, least)
	case next.Tokens > most:
		return refuse(CodeTokens, "It was won with %d tokens: try with %d or fewer.", most+1, most)
	}
	return nil
}

// TokenScore is what tries count: the fewest tokens that were won with, or one more than any that was lost
// with. There is none before the first try. Fewer is better.
//
// Source: facts/scoring.md, "What fits muster's formats"; facts/game-facts.md, "7.3 Leagues and scoreboards".
func TokenScore(tries []Attempt) (score int, scored bool) {
	least, most := bounds(tries)
	for _, a := range tries {
		if a.Won {
			return most + 1, true
		}
	}
	return least, len(tries) > 0
}
