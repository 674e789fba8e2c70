package league

import (
	"fmt"
	"slices"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/league"
)

// Bounds of a result.
const (
	maxPoints = 9999
	maxSize   = 40
	maxCount  = 999
)

// record enters results by hand. What is imported, and points that somebody gives or takes, are
// integrity events.
func (d *decision) record(b league.RecordResults) error {
	if len(b.Results) == 0 || len(b.Results) > maxAtOnce {
		return refuse(engine.CodeMalformed, "%d results: enter 1 to %d at once", len(b.Results), maxAtOnce)
	}
	if _, err := d.s.takes(b.Session); err != nil {
		return err
	}
	kind := ""
	if slices.ContainsFunc(b.Results, func(r league.Result) bool { return r.Kind == league.KindPoints }) {
		kind = league.MarkPoints
	}
	if b.Import {
		kind = league.MarkImport
	}
	all := func(d *decision) error {
		for _, r := range b.Results {
			if err := d.recordOne(b.Session, r); err != nil {
				return err
			}
		}
		return nil
	}
	if kind == "" {
		return all(d)
	}
	return d.integrity(kind, b.Reason, b.Previewed, all)
}

func (d *decision) recordOne(to league.SessionID, r league.Result) error {
	r, err := d.s.result(r)
	if err != nil {
		return err
	}
	for _, who := range r.Players {
		if err := d.plays(who); err != nil {
			return err
		}
	}
	if err := d.s.again(to, r, 0); err != nil {
		return err
	}
	if err := d.s.mayPlay(r, 0); err != nil {
		return err
	}
	d.emit(league.ResultRecorded{N: len(d.s.Results) + 1, Session: to, Result: r, Mark: d.mark})
	return nil
}

// plays refuses a result for somebody who is not in the league, unless whoever plays is entered by it,
// or who has dropped.
func (d *decision) plays(who events.PersonID) error {
	p, ok := d.s.Player(who)
	switch {
	case !ok && d.s.Walkins:
		return d.enterOne(league.Player{Player: who}, true)
	case !ok:
		return refuse(CodePlayer, "{%s} is not in the league: enter them first", who)
	}
	if p.Into != "" {
		p, _ = d.s.Player(d.s.Who(who))
	}
	if p.Dropped {
		return refuse(CodeDropped, "{%s} has dropped: let them return first", p.Player.Player)
	}
	return nil
}

// again refuses what a player can have only once in a session or a season; except is a result that is
// being replaced.
func (s State) again(to league.SessionID, r league.Result, except int) error {
	own := s.ids(r)
	for _, o := range s.Results {
		if o.Now == nil || o.N == except || o.Now.Kind != r.Kind || len(o.Now.Players) == 0 || !slices.Contains(own, o.Now.Players[0]) {
			continue
		}
		here := o.Session == to
		switch {
		case here && (r.Kind == league.KindPlace || r.Kind == league.KindMatches || r.Kind == league.KindAttendance):
			return refuse(CodeResult, "{%s} has a result of that kind in %s already, number %d: correct that one", r.Players[0], s.sessionName(to), o.N)
		case r.Kind == league.KindAchievement && o.Now.Achievement == r.Achievement && (here || s.once(r.Achievement)):
			return refuse(CodeResult, "{%s} has %s already, result %d of %s", r.Players[0], s.achievement(r.Achievement).Name, o.N, s.sessionName(o.Session))
		}
	}
	return nil
}

// ids are the ids under which the first player of a result is known, through merges.
func (s State) ids(r league.Result) []events.PersonID {
	if len(r.Players) == 0 {
		return nil
	}
	who := s.Who(r.Players[0])
	out := []events.PersonID{who}
	for _, p := range s.Players {
		if p.Into != "" && s.Who(p.Player.Player) == who {
			out = append(out, p.Player.Player)
		}
	}
	return out
}

func (s State) achievement(id string) league.Achievement {
	for _, a := range s.Rules.Points.Extras {
		if a.ID == id {
			return a
		}
	}
	return league.Achievement{ID: id, Name: id}
}

func (s State) once(id string) bool { return s.achievement(id).Once }

// result checks one line by itself, and clears what its kind has no use for.
func (s State) result(r league.Result) (league.Result, error) {
	out := league.Result{Kind: r.Kind, Players: r.Players}
	var err error
	if out.Note, err = optional("note", r.Note); err != nil {
		return out, err
	}
	if err := players(r); err != nil {
		return out, err
	}
	switch r.Kind {
	case league.KindAttendance:
	case league.KindPlace:
		out.Place, out.Field, out.Wins, out.Draws, out.Losses = r.Place, r.Field, r.Wins, r.Draws, r.Losses
		if !within(0, maxCount, r.Wins, r.Draws, r.Losses) {
			return out, refuse(CodeResult, "{%s} has %d-%d-%d: matches won, lost and drawn are 0 to %d", r.Players[0], r.Wins, r.Losses, r.Draws, maxCount)
		}
		if r.Place < 1 || r.Place > maxPlayers || r.Field < 0 || r.Field > maxPlayers || r.Field > 0 && r.Place > r.Field {
			return out, refuse(CodeResult, "{%s} has place %d of %d: a place is 1 or more, and no more than took part", r.Players[0], r.Place, r.Field)
		}
	case league.KindMatches:
		out.Wins, out.Draws, out.Losses = r.Wins, r.Draws, r.Losses
		if !within(0, maxCount, r.Wins, r.Draws, r.Losses) || r.Wins+r.Draws+r.Losses == 0 {
			return out, refuse(CodeResult, "{%s} has %d-%d-%d: matches won, lost and drawn are 0 to %d, and one at least", r.Players[0], r.Wins, r.Losses, r.Draws, maxCount)
		}
	case league.KindAchievement:
		if out.Achievement = r.Achievement; !slices.ContainsFunc(s.Rules.Points.Extras, func(a league.Achievement) bool { return a.ID == r.Achievement }) {
			return out, refuse(CodeResult, "there is no achievement %q: the rules have %s", short(r.Achievement), list(s.Rules.Points.Extras, func(a league.Achievement) string { return a.ID }))
		}
	case league.KindPoints:
		if out.Points, err = amount(fmt.Sprintf("what {%s} is given", r.Players[0]), r.Points, maxPoints); err == nil && sum(out.Points, "") == "" {
			err = refuse(CodeResult, "{%s} is given no points: type −%d to %d, and not 0", r.Players[0], maxPoints, maxPoints)
		}
	case league.KindQuest, league.KindGroup, league.KindTokens:
		out.Game, err = game(r)
	default:
		return out, refuse(CodeResult, "%q is no kind of result that this program knows", short(r.Kind))
	}
	return out, err
}

// players checks who a result is of.
func players(r league.Result) error {
	most := 1
	if r.Kind == league.KindQuest || r.Kind == league.KindGroup || r.Kind == league.KindTokens {
		most = maxSize
	}
	if len(r.Players) < 1 || len(r.Players) > most {
		return refuse(CodeResult, "a result of kind %s has %d players: name 1 to %d", short(r.Kind), len(r.Players), most)
	}
	for _, p := range r.Players {
		if err := p.Validate(); err != nil {
			return refuse(engine.CodeMalformed, "%v", err)
		}
	}
	if again, is := twice(r.Players); is {
		return refuse(CodeResult, "{%s} is named twice in one result: name each player once", again)
	}
	return nil
}

// game checks the game of a result.
func game(r league.Result) (*league.Game, error) {
	if r.Game == nil {
		return nil, refuse(CodeResult, "a result of kind %s needs its game", r.Kind)
	}
	g := *r.Game
	var err error
	if g.Scenario, err = name("the scenario", g.Scenario); err != nil {
		return nil, err
	}
	if g.Mode, err = maybe("the mode", g.Mode); err != nil {
		return nil, err
	}
	if g.Difficulty, err = maybe("the difficulty", g.Difficulty); err != nil {
		return nil, err
	}
	switch {
	case g.Size < len(r.Players) || g.Size > maxSize:
		return nil, refuse(CodeResult, "%s was played by %d, and %d players are named: the size is what sat at the table, up to %d", g.Scenario, g.Size, len(r.Players), maxSize)
	case g.Score != nil && !within(-maxCount, maxPoints, *g.Score):
		return nil, refuse(CodeResult, "the score of %s is %d: it is −%d to %d", g.Scenario, *g.Score, maxCount, maxPoints)
	case !within(0, maxCount, g.Rounds, g.Out, g.Dead, g.Damage, g.Start, g.Tokens):
		return nil, refuse(CodeResult, "a number of the game of %s is out of range: they are 0 to %d", g.Scenario, maxCount)
	case g.Out > g.Size:
		return nil, refuse(CodeResult, "%d of %d players are out in %s: that is more than played", g.Out, g.Size, g.Scenario)
	case g.Damage > g.Start:
		return nil, refuse(CodeResult, "the city took %d damage of %d: that is more than it has", g.Damage, g.Start)
	}
	if k := g.Deck; k != nil && !within(0, maxCount, k.Outside, k.CycleHeroes, k.BoxHeroes, k.OutsideCore, k.Beyond) {
		return nil, refuse(CodeResult, "a number of the deck of %s is out of range: they are 0 to %d", g.Scenario, maxCount)
	}
	return &g, nil
}

func within(least, most int, all ...int) bool {
	return !slices.ContainsFunc(all, func(n int) bool { return n < least || n > most })
}

// correct changes a result with a reason, or takes it out.
func (d *decision) correct(b league.CorrectResult) error {
	if b.Result < 1 || b.Result > len(d.s.Results) {
		return refuse(CodeResult, "there is no result %d: there are %d", b.Result, len(d.s.Results))
	}
	r := d.s.Results[b.Result-1]
	kind := league.MarkVoid
	now := b.Now
	if now != nil {
		kind = league.MarkCorrection
		checked, err := d.s.result(*now)
		if err != nil {
			return err
		}
		now = &checked
	}
	if sameJSON(r.Now, now) {
		return nil
	}
	return d.integrity(kind, b.Reason, b.Previewed, func(d *decision) error {
		if now != nil {
			if err := d.mayReplace(r.Session, *now, r.N); err != nil {
				return err
			}
		}
		d.emit(league.ResultCorrected{N: r.N, Was: r.Now, Now: now, Reason: b.Reason, Mark: d.mark})
		return nil
	})
}

// mayReplace checks what a result would say against the rest.
func (d *decision) mayReplace(in league.SessionID, now league.Result, n int) error {
	for _, who := range now.Players {
		if _, ok := d.s.Player(who); !ok {
			if err := d.plays(who); err != nil {
				return err
			}
		}
	}
	if err := d.s.again(in, now, n); err != nil {
		return err
	}
	return d.s.mayPlay(now, n)
}
