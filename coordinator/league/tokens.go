package league

import (
	"fmt"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/league"
)

const tokenRule = `facts/scoring.md, "What fits muster's formats": the handicap-token league`

// mayPlay refuses handicap tokens that the token rule does not allow: after a loss with some tokens a
// player plays the same scenario with more only, after a win with fewer only. Except is a result that
// is being replaced: those before it bind it, and those after it have to fit.
//
// Source: facts/scoring.md, "What fits muster's formats".
func (s State) mayPlay(r league.Result, except int) error {
	if r.Kind != league.KindTokens {
		return nil
	}
	for _, who := range r.Players {
		if err := s.tokens(s.Who(who), r, except); err != nil {
			return err
		}
	}
	return nil
}

func (s State) tokens(who events.PersonID, r league.Result, except int) error {
	for _, o := range s.Results {
		if o.Now == nil || o.N == except || o.Now.Kind != league.KindTokens || o.Now.Game.Scenario != r.Game.Scenario || !s.of(o.Now, who) {
			continue
		}
		first, then := *o.Now.Game, *r.Game
		if except > 0 && o.N > except {
			first, then = then, first
		}
		switch {
		case first.Won && then.Tokens >= first.Tokens:
			return tooMany(who, first, then)
		case !first.Won && then.Tokens <= first.Tokens:
			return tooFew(who, first, then)
		}
	}
	return nil
}

func tooMany(who events.PersonID, first, then league.Game) error {
	return &engine.Refusal{Code: CodeTokens, Source: tokenRule, Says: fmt.Sprintf(
		"{%s} has won %s with %s: after that only a game with fewer counts, and this one has %d", who, first.Scenario, tokenCount(first.Tokens), then.Tokens,
	)}
}

func tooFew(who events.PersonID, first, then league.Game) error {
	return &engine.Refusal{Code: CodeTokens, Source: tokenRule, Says: fmt.Sprintf(
		"{%s} has lost %s with %s: after that only a game with more counts, and this one has %d", who, first.Scenario, tokenCount(first.Tokens), then.Tokens,
	)}
}

func tokenCount(n int) string {
	if n == 1 {
		return "1 token"
	}
	return fmt.Sprintf("%d tokens", n)
}
