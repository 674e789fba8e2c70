package sim

import (
	"math/rand/v2"
	"slices"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
	"github.com/muster-events/muster/projections/board"
)

// captain plays one table: it looks at the board and says what to enter next. Its choices come from
// one generator, so the same boards and seed give the same entries.
type captain struct {
	table events.TableID
	plays string // the scenario there
	rng   *rand.Rand
	deck  []Card
	bold  int // 0 to 3: how well the team fights

	round int // the round that plan is for
	done  int // how many of the round's moves are over
	left  int // repetitions left of the current move
}

// Card is an encounter card of the scenario as the simulated captains draw it.
type Card struct {
	Name   string
	Kind   string // "enemy", "location", "treachery"
	Copies int
	Siege  int
	Unique bool
	// Icons are Sauron's Eye icons, HitPoints an enemy's.
	Icons     int
	HitPoints int
}

// A move is one kind of entry of a round. It returns nil when there is nothing to enter.
type move func(*captain, board.Group, board.Table) events.CommandBody

// timed is a move with how often it may be repeated in a round.
type timed struct {
	play  move
	times int
}

// roundMoves is the order in which a round of Attack on Dol Guldur is played.
var roundMoves = []timed{
	{phase(lotr.PhaseQuest), 1},
	{reveal, 4},
	{quest, 1},
	{phase(lotr.PhaseTravel), 1},
	{travel, 1},
	{phase(lotr.PhaseEncounter), 1},
	{checkEngagement, 1},
	{phase(lotr.PhaseCombat), 1},
	{fightLieutenant, 1},
	{fight, 4},
	{destroyUnentered, 2},
	{explore, 2},
	{suffer, 2},
	{progress, 1},
	{lowerThreat, 3},
	{endRound, 1},
}

// next returns the captain's next entry, or nil if the table has nothing to do at the moment.
func (c *captain) next(g board.Group) events.CommandBody {
	t, ok := tableOf(g, c.table)
	if !ok || g.Paused {
		return nil
	}
	if t.Won != nil || t.Lost != nil && c.plays != DolGuldur {
		return nil
	}
	switch g.Phase {
	case board.PhaseEnding:
		if body := openFirst(c, g, t); body != nil && c.plays != DolGuldur && openStep(g, c.table) {
			return body
		}
		return c.answer(g, t)
	case board.PhasePlaying:
		if t.Ended >= g.Round {
			return nil
		}
		return c.play(g, t)
	default:
		return nil
	}
}

// moves returns the order in which the captain's table plays a round, and what has to be done first.
func (c *captain) moves() (round []timed, first []move) {
	if c.plays == DolGuldur {
		return roundMoves, []move{declareHeroes, assignArchery}
	}
	return questMoves, []move{openFirst, assignArchery}
}

func (c *captain) play(g board.Group, t board.Table) events.CommandBody {
	roundMoves, firsts := c.moves()
	if c.round != g.Round {
		c.round, c.done, c.left = g.Round, 0, roundMoves[0].times
	}
	for _, first := range firsts { // nothing goes on without these
		if body := first(c, g, t); body != nil {
			return body
		}
	}
	for c.done < len(roundMoves) {
		if c.left > 0 {
			c.left--
			if body := roundMoves[c.done].play(c, g, t); body != nil {
				return body
			}
		}
		c.done++
		if c.done < len(roundMoves) {
			c.left = roundMoves[c.done].times
		}
	}
	return group.EndRound{Table: c.table, Round: g.Round}
}

func tableOf(g board.Group, id events.TableID) (board.Table, bool) {
	for _, t := range g.Tables {
		if t.ID == id {
			return t, true
		}
	}
	return board.Table{}, false
}

// chance is true in pct of a hundred cases.
func (c *captain) chance(pct int) bool { return c.rng.IntN(100) < pct }

// draw draws a card from the whole encounter deck, each copy as likely as any other.
func (c *captain) draw(kinds ...string) (Card, bool) {
	n := 0
	for _, card := range c.deck {
		if slices.Contains(kinds, card.Kind) {
			n += card.Copies
		}
	}
	if n == 0 {
		return Card{}, false
	}
	at := c.rng.IntN(n)
	for _, card := range c.deck {
		if !slices.Contains(kinds, card.Kind) {
			continue
		}
		if at < card.Copies {
			return card, true
		}
		at -= card.Copies
	}
	return Card{}, false
}

func phase(p lotr.Phase) move {
	return func(c *captain, _ board.Group, t board.Table) events.CommandBody {
		if t.Phase == p {
			return nil
		}
		return lotr.BeginPhase{Table: c.table, Phase: p}
	}
}

func declareHeroes(c *captain, g board.Group, t board.Table) events.CommandBody {
	var cmd group.SeatPlayers
	for i, p := range t.Players {
		if p.Threat < 0 && len(p.Heroes) == 0 {
			cmd.Seats = append(cmd.Seats, group.Seat{
				Player: p.ID, Table: t.ID, Heroes: slices.Clone(heroes[3*i%len(heroes):][:3]),
			})
		}
	}
	if len(cmd.Seats) == 0 || g.Round != 1 {
		return nil
	}
	return cmd
}

func reveal(c *captain, _ board.Group, t board.Table) events.CommandBody {
	if c.left < 4-max(1, t.PlayersLeft)-t.SurgeOwed {
		return nil
	}
	card, ok := c.draw("enemy", "location", "treachery")
	if !ok || card.Unique || len(t.Enemies)+len(t.Locations) > 12 {
		return nil
	}
	return lotr.RevealCard{Table: c.table, Card: card.Name}
}

func quest(c *captain, _ board.Group, t board.Table) events.CommandBody {
	return lotr.ResolveQuest{Table: c.table, Willpower: max(0, t.StagingThreat-5+c.rng.IntN(8)+2*c.bold)}
}

func travel(c *captain, _ board.Group, t board.Table) events.CommandBody {
	to := 0
	for _, l := range t.Locations {
		if l.Active {
			return nil
		}
		if l.Barred == "" && to == 0 {
			to = l.Number
		}
	}
	if to == 0 {
		return nil
	}
	return lotr.Travel{Table: c.table, Location: to}
}

func checkEngagement(c *captain, _ board.Group, t board.Table) events.CommandBody {
	for _, e := range t.Enemies {
		if e.Player == "" {
			return lotr.CheckEngagement{Table: c.table}
		}
	}
	return nil
}

func assignArchery(c *captain, _ board.Group, t board.Table) events.CommandBody {
	if t.Archery == 0 {
		return nil
	}
	in := playersIn(t)
	if len(in) == 0 {
		return nil
	}
	hits := []lotr.Hit{{Player: in[0].ID, Character: "Border guard", Damage: t.Archery}}
	if t.Archery > 1 {
		last := in[len(in)-1]
		hits[0].Damage--
		hits = append(hits, lotr.Hit{Player: last.ID, Character: "Bow of the company", Damage: 1})
	}
	return lotr.AssignArchery{Table: c.table, Hits: hits}
}

func playersIn(t board.Table) []board.Player {
	return slices.DeleteFunc(slices.Clone(t.Players), func(p board.Player) bool { return p.Out })
}

func fightLieutenant(c *captain, g board.Group, t board.Table) events.CommandBody {
	for _, e := range t.Enemies {
		if !e.Card.Lieutenant {
			continue
		}
		if need := e.Card.HitPoints - e.Damage; need > 0 && (g.City.Strength == 0 || c.chance(10*c.bold)) {
			return lotr.DamageEnemy{Table: c.table, Enemy: e.Number, By: need}
		}
	}
	return nil
}

func fight(c *captain, _ board.Group, t board.Table) events.CommandBody {
	for _, e := range t.Enemies {
		if e.Player == "" || e.Card.Lieutenant || e.Card.HitPoints == 0 {
			continue
		}
		need := e.Card.HitPoints - e.Damage
		if c.chance(55 + 12*c.bold) {
			return lotr.DamageEnemy{Table: c.table, Enemy: e.Number, By: need}
		}
		if need > 2 {
			return lotr.DamageEnemy{Table: c.table, Enemy: e.Number, By: 1 + c.rng.IntN(need-2)}
		}
	}
	return nil
}

func destroyUnentered(c *captain, g board.Group, t board.Table) events.CommandBody {
	if !c.chance(20 + 12*c.bold) {
		return nil
	}
	card, ok := c.draw("enemy")
	if !ok || card.Unique {
		return nil
	}
	cmd := lotr.DestroyEnemy{Table: c.table, Card: card.Name}
	if c.chance(8) { // the captain reads another value off the card
		siege := card.Siege + 1
		cmd.Siege = &siege
	}
	return cmd
}

func explore(c *captain, _ board.Group, t board.Table) events.CommandBody {
	for _, l := range t.Locations {
		if l.Barred == "" && !l.Active && c.chance(25+10*c.bold) {
			return lotr.ExploreLocation{Table: c.table, Location: l.Number}
		}
	}
	if c.chance(15) {
		if card, ok := c.draw("location"); ok {
			return lotr.ExploreLocation{Table: c.table, Card: card.Name}
		}
	}
	return nil
}

// suffer deals the damage of enemy attacks; heroes are healed before they die, mostly.
func suffer(c *captain, _ board.Group, t board.Table) events.CommandBody {
	in := playersIn(t)
	if len(in) == 0 || !c.chance(40) {
		return nil
	}
	p := in[c.rng.IntN(len(in))]
	for _, h := range p.Heroes {
		if h.Dead {
			continue
		}
		by := 1
		if h.HitPoints > 0 && h.Damage+1 >= h.HitPoints && !c.chance(12) {
			by = -h.Damage
		}
		if by == 0 {
			continue
		}
		return lotr.DamageCharacter{Table: c.table, Player: p.ID, Character: h.Title, By: by}
	}
	return nil
}

func progress(c *captain, _ board.Group, t board.Table) events.CommandBody {
	by := c.rng.IntN(6) + c.bold
	if by == 0 {
		return nil
	}
	return lotr.PlaceProgress{Table: c.table, By: by, Direct: true}
}

// lowerThreat keeps the team in the game for a while; from round 14 on it stops helping.
func lowerThreat(c *captain, g board.Group, t board.Table) events.CommandBody {
	for _, p := range playersIn(t) {
		if p.Threat > p.Elimination-6 && g.Round < 14 && c.chance(45) {
			return lotr.ChangeThreat{Table: c.table, Player: p.ID, By: -3}
		}
	}
	if g.Round >= 14 {
		return lotr.ChangeThreat{Table: c.table, By: 4, Note: "the shadow grows"}
	}
	return nil
}

func endRound(c *captain, g board.Group, _ board.Table) events.CommandBody {
	return group.EndRound{Table: c.table, Round: g.Round}
}

// answer answers the open step of the captain's table, if it has one.
func (c *captain) answer(g board.Group, t board.Table) events.CommandBody {
	for _, s := range g.Queue {
		if s.State != "now" || s.Table != c.table {
			continue
		}
		allowed := slices.DeleteFunc(slices.Clone(s.Options), func(o group.Option) bool { return !o.Allowed })
		if len(allowed) == 0 {
			continue
		}
		o := c.choose(s, allowed)
		cmd := group.ResolveStep{Table: c.table, Step: s.ID, Choice: o.Choice}
		if s.Kind == group.StepTrigger {
			c.answerTrigger(&cmd, o.Needs, t)
		} else {
			c.target(&cmd, o.Needs, g, t)
		}
		return cmd
	}
	return nil
}

// choose prefers what wins: the good effect of a stage, stage 3B while it is free.
func (c *captain) choose(s board.Step, allowed []group.Option) group.Option {
	prefer := []string{group.ChoicePayBonus, group.ChoiceTakeBoth, group.ChoiceTakeHost, group.ChoicePay, "3B"}
	if c.chance(80) {
		for _, want := range prefer {
			for _, o := range allowed {
				if o.Choice == want {
					return o
				}
			}
		}
	}
	return allowed[c.rng.IntN(len(allowed))]
}

func (c *captain) target(cmd *group.ResolveStep, needs string, g board.Group, t board.Table) {
	switch needs {
	case "player":
		cmd.Player, cmd.AtTable = c.anyPlayer(g)
	case "player-number":
		cmd.Player, cmd.N = t.Players[c.rng.IntN(len(t.Players))].ID, 1
	case "card-player":
		cmd.Player, cmd.AtTable = c.anyPlayer(g)
		for _, l := range t.Lorien {
			cmd.Give = l.Card
		}
	case "table":
		cmd.AtTable = g.Tables[c.rng.IntN(len(g.Tables))].ID
	case "enemy":
		for _, other := range g.Tables {
			for _, e := range other.Enemies {
				if !e.Card.Unique {
					cmd.AtTable, cmd.Enemy = other.ID, e.Number
					return
				}
			}
		}
		cmd.AtTable = c.table
		if card, ok := c.draw("enemy"); ok {
			cmd.Card = card.Name
		}
	}
}

func (c *captain) anyPlayer(g board.Group) (events.PersonID, events.TableID) {
	type seat struct {
		p events.PersonID
		t events.TableID
	}
	var seats []seat
	for _, t := range g.Tables {
		for _, p := range playersIn(t) {
			seats = append(seats, seat{p.ID, t.ID})
		}
	}
	if len(seats) == 0 {
		return "", ""
	}
	s := seats[c.rng.IntN(len(seats))]
	return s.p, s.t
}
