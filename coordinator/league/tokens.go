package league

import (
	"fmt"

	"github.com/muster-events/muster/engine"
	rule "github.com/muster-events/muster/engine/league"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/league"
)

const tokenRule = `facts/scoring.md, "What fits muster's formats", "Grace of the Valar"`

// mayPlay refuses handicap tokens that the token rule does not allow to a player at a quest: after a loss
// with some only more, after a win with some only fewer. Except is a result that is being replaced: the
// tries before it bind it, and it has to leave the later ones allowed.
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
	var tries []rule.Attempt
	placed := false
	for _, o := range s.Results {
		x, _ := s.Session(o.Session)
		switch {
		case o.N == except:
			tries, placed = append(tries, try(r)), true
		case o.Now == nil || x.Cancelled || o.Now.Kind != league.KindTokens:
		case o.Now.Game.Scenario == r.Game.Scenario && s.of(o.Now, who):
			tries = append(tries, try(*o.Now))
		}
	}
	if !placed {
		tries = append(tries, try(r))
	}
	for i, t := range tries {
		if err := rule.CheckAttempt(tries[:i], t); err != nil {
			return &engine.Refusal{Code: CodeTokens, Source: tokenRule, Says: fmt.Sprintf(
				"{%s} at %s, try %d of %d: %s", who, r.Game.Scenario, i+1, len(tries), engine.AsRefusal(err).Says,
			)}
		}
	}
	return nil
}

func try(r league.Result) rule.Attempt {
	return rule.Attempt{Tokens: r.Game.Tokens, Won: r.Game.Won}
}
