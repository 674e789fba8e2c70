package league

import (
	"cmp"
	"slices"

	"github.com/muster-events/muster/engine"
	rules "github.com/muster-events/muster/engine/league"
	"github.com/muster-events/muster/engine/season"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/league"
	"github.com/muster-events/muster/projections/words"
)

// played tells whether a result is a game that records are kept of. Tries with handicap tokens are not:
// they have a board of their own.
func played(r *league.Result) bool { return r.Game != nil && r.Kind != league.KindTokens }

// epic tells whether a result is an epic group's.
func epic(r *league.Result) bool { return r.Kind == league.KindGroup && r.Game != nil }

// records ranks the games of a season by the rules of a board.
func (b *builder) records(by rules.BoardRules, of func(*league.Result) bool) ([]Records, error) {
	games := b.s
	games.Results = nil
	for _, r := range b.s.Results {
		if r.Now != nil && of(r.Now) {
			games.Results = append(games.Results, r)
		}
	}
	boards, err := games.Boards(by)
	if err != nil {
		return nil, err
	}
	out := []Records{}
	for _, board := range boards {
		one := Records{
			Scenario: board.Scenario, Name: words.Scenario(board.Scenario), Mode: board.Mode, Difficulty: board.Difficulty, Size: board.Players,
			Rules: board.Rules, Edition: board.Edition, Columns: BoardColumns(by), Rows: []Record{},
		}
		for _, r := range board.Rows {
			one.Rows = append(one.Rows, b.record(r))
		}
		out = append(out, one)
	}
	return out, nil
}

func (b *builder) record(r rules.BoardRow) Record {
	from := b.s.Results[r.At-1] // the position that season.Boards gives a game is the number of its result
	x, _ := b.s.Session(from.Session)
	return Record{
		Rank: r.Place, Shared: r.Shared, Players: b.players(from.Now), Size: r.Players, Won: r.Won, Score: r.Score, Rounds: r.Rounds,
		Session: from.Session, Result: from.N, Source: from.Source, Cells: b.cells(r.Cells), Provisional: b.provisional(x),
	}
}

// BoardColumns are the columns of a board of games.
func BoardColumns(by rules.BoardRules) []Column {
	out := []Column{}
	for _, c := range by.Order {
		says := boardSays[c]
		out = append(out, Column{Kind: string(c), Title: says.title, Says: says.says, Less: c != rules.Outcome && c != rules.CityDamage})
	}
	return out
}

// BoardCells are the numbers of a row of a board of games.
func BoardCells(r rules.BoardRow) []Cell { return (&builder{}).cells(r.Cells) }

// quests lists what was tried with handicap tokens, with who tried. A try that the token rule does not
// allow after those before it does not count, as engine/season has it.
func (b *builder) quests() []TokenQuest {
	out := []TokenQuest{}
	for _, r := range b.s.Results {
		x, _ := b.s.Session(r.Session)
		if r.Now == nil || r.Now.Kind != league.KindTokens || x.Cancelled {
			continue
		}
		i := slices.IndexFunc(out, func(q TokenQuest) bool { return q.Scenario == r.Now.Game.Scenario })
		if i < 0 {
			i = len(out)
			out = append(out, TokenQuest{Scenario: r.Now.Game.Scenario, Players: []TokenPlayer{}})
		}
		for _, p := range r.Now.Players {
			if _, in := b.people.Player(b.people.Who(p)); in && !slices.Contains(r.LeftOut, p) {
				out[i].tried(b.people.Who(p), r)
			}
		}
	}
	for i := range out {
		slices.SortFunc(out[i].Players, func(a, c TokenPlayer) int {
			return cmp.Or(cmp.Compare(a.Tokens, c.Tokens), cmp.Compare(a.Player, c.Player))
		})
	}
	slices.SortFunc(out, func(a, c TokenQuest) int { return cmp.Compare(a.Scenario, c.Scenario) })
	return out
}

// tried adds a try of a player.
func (q *TokenQuest) tried(who events.PersonID, r season.Result) {
	i := slices.IndexFunc(q.Players, func(p TokenPlayer) bool { return p.Player == who })
	if i < 0 {
		i = len(q.Players)
		q.Players = append(q.Players, TokenPlayer{Player: who})
	}
	p := &q.Players[i]
	var done []rules.Attempt
	for _, t := range p.Tries {
		if t.Out == "" {
			done = append(done, rules.Attempt{Tokens: t.Tokens, Won: t.Won})
		}
	}
	try := rules.Attempt{Tokens: r.Now.Game.Tokens, Won: r.Now.Game.Won}
	one := Try{Result: r.N, Tokens: try.Tokens, Won: try.Won}
	if err := rules.CheckAttempt(done, try); err != nil {
		one.Out = engine.AsRefusal(err).Says
	} else {
		done = append(done, try)
	}
	p.Tries = append(p.Tries, one)
	p.Tokens, _ = rules.TokenScore(done)
	p.Least, p.Most = rules.TokenBounds(done)
	if p.Settled = p.Least > p.Most; p.Settled {
		p.Least, p.Most = 0, 0
	}
}
