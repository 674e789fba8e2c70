package sim

import (
	"slices"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
	"github.com/muster-events/muster/projections/board"
)

// questMoves is the order in which a round of any other scenario is played.
var questMoves = []timed{
	{phase(lotr.PhasePlanning), 1},
	{callAlly, 1},
	{takeOffer, 2},
	{phase(lotr.PhaseQuest), 1},
	{chooseQuest, 1},
	{revealNext, 6},
	{questOn, 1},
	{phase(lotr.PhaseTravel), 1},
	{travelOn, 1},
	{takeOffer, 2},
	{phase(lotr.PhaseEncounter), 1},
	{checkEngagement, 1},
	{phase(lotr.PhaseCombat), 1},
	{underAttack, 4},
	{strike, 6},
	{finishEnemy, 3},
	{seekGoal, 2},
	{exploreOn, 1},
	{lowerQuestThreat, 2},
	{endRound, 1},
}

// openFirst brings what is open at the table further: a card being staged, a Fortitude test, a guard
// to find, the checklist.
func openFirst(c *captain, _ board.Group, t board.Table) events.CommandBody {
	switch {
	case t.Test != nil && !t.Test.Counted:
		return lotr.CountIcons{Table: c.table, Cards: c.discards(t.Test.Cards)}
	case t.Test != nil && t.Test.Willpower <= t.Test.Icons && c.chance(35+10*c.bold):
		return lotr.RaiseTest{Table: c.table, Player: t.Test.Player, Willpower: 1 + t.Test.Icons - t.Test.Willpower, Note: "a friend who stands by"}
	case t.Test != nil:
		return lotr.ResolveTest{Table: c.table}
	case len(t.Tests) > 0:
		return c.beginTest(t)
	case len(t.Guards) > 0:
		return c.findGuard(t)
	case t.Peril != nil:
		return lotr.ResolveReveal{Table: c.table}
	}
	for _, check := range t.Checklist {
		if check.State == board.CheckDue {
			return lotr.TickTrigger{Table: c.table, Trigger: check.ID}
		}
	}
	return nil
}

// openStep tells whether a step of the round's end waits for a table.
func openStep(g board.Group, at events.TableID) bool {
	return slices.ContainsFunc(g.Queue, func(s board.Step) bool { return s.State == "now" && s.Table == at })
}

// discards draws the cards of a Fortitude test.
func (c *captain) discards(n int) []lotr.DiscardedForTest {
	out := make([]lotr.DiscardedForTest, n)
	for i := range out {
		if card, ok := c.draw("enemy", "location", "treachery"); ok {
			out[i] = lotr.DiscardedForTest{Card: card.Name, Icons: card.Icons}
		}
	}
	return out
}

func (c *captain) beginTest(t board.Table) events.CommandBody {
	cmd := lotr.BeginTest{Table: c.table, Player: t.Tests[0].Player}
	for _, p := range t.Players {
		if p.ID != cmd.Player {
			continue
		}
		for _, h := range p.Heroes {
			if h.InPlay() && !h.Exhausted {
				cmd.Heroes = append(cmd.Heroes, h.Title)
			}
		}
	}
	return cmd
}

func (c *captain) findGuard(t board.Table) events.CommandBody {
	cmd := lotr.FindGuard{Table: c.table, Objective: t.Guards[0].Objective, Discarded: c.rng.IntN(4)}
	card, ok := c.draw(t.Guards[0].Kinds)
	if !ok || card.Unique {
		cmd.None = true
		return cmd
	}
	cmd.Card = card.Name
	return cmd
}

// callAlly puts an ally into play now and then.
func callAlly(c *captain, _ board.Group, t board.Table) events.CommandBody {
	in := playersIn(t)
	if len(in) == 0 || !c.chance(45) {
		return nil
	}
	p := in[c.rng.IntN(len(in))]
	if len(p.Allies) > 4 {
		return nil
	}
	ally := allies[c.rng.IntN(len(allies))]
	ally.Table, ally.Player = c.table, p.ID
	return ally
}

// allies are made up.
var allies = []lotr.EnterAlly{
	{Name: "Border guard", Willpower: 1, Attack: 1, Defense: 1, HitPoints: 2},
	{Name: "Bow of the company", Attack: 2, HitPoints: 2, Ranged: true},
	{Name: "Shield of the hall", Willpower: 1, Defense: 2, HitPoints: 3, Sentinel: true},
	{Name: "Minstrel of the road", Willpower: 2, HitPoints: 2},
}

// takeOffer takes what the stage or a card in play offers, with whatever it needs.
func takeOffer(c *captain, _ board.Group, t board.Table) events.CommandBody {
	in := playersIn(t)
	for _, o := range t.Offers {
		if o.Why != "" || len(in) == 0 || givesUp[o.ID] || !c.chance(40) {
			continue
		}
		cmd := lotr.TakeOption{Table: c.table, Option: o.ID}
		switch o.Needs {
		case "":
		case "player":
			cmd.Player = in[c.rng.IntN(len(in))].ID
		case "number":
			cmd.N = 1 + c.rng.IntN(max(1, min(o.Most, 3)))
			cmd.Player = in[0].ID
		case "card":
			card, ok := c.draw("enemy")
			if !ok {
				continue
			}
			cmd.Card = card.Name
		case lotr.KindEnemy:
			if len(t.Enemies) == 0 {
				continue
			}
			cmd.Piece = lotr.Piece{Kind: lotr.KindEnemy, Number: t.Enemies[0].Number}
		case lotr.KindLocation:
			if len(t.Locations) == 0 {
				continue
			}
			cmd.Piece = lotr.Piece{Kind: lotr.KindLocation, Number: t.Locations[0].Number}
		default:
			continue
		}
		return cmd
	}
	return nil
}

// givesUp lists what a table offers that ends its game.
var givesUp = map[string]bool{"end-stand": true}

// chooseQuest makes a side quest the current one now and then.
func chooseQuest(c *captain, _ board.Group, t board.Table) events.CommandBody {
	if len(t.SideQuests) == 0 || !c.chance(60) {
		return nil
	}
	return lotr.ChooseQuest{Table: c.table, SideQuest: t.SideQuests[c.rng.IntN(len(t.SideQuests))].Number}
}

// revealNext reveals a card for each player, and one more for each that surges.
func revealNext(c *captain, _ board.Group, t board.Table) events.CommandBody {
	if c.left < 6-max(1, t.PlayersLeft)-t.SurgeOwed || len(t.Enemies)+len(t.Locations) > 10 {
		return nil
	}
	card, ok := c.draw("enemy", "location", "treachery", "objective", "side-quest")
	if !ok || card.Unique {
		return nil
	}
	return lotr.RevealCard{Table: c.table, Card: card.Name}
}

// questOn quests with what the team can spare.
func questOn(c *captain, _ board.Group, t board.Table) events.CommandBody {
	if t.Quested {
		return nil
	}
	return lotr.ResolveQuest{Table: c.table, Willpower: max(0, t.StagingThreat-3+c.rng.IntN(8)+2*c.bold)}
}

// travelOn travels to a location of the staging area that lets it.
func travelOn(c *captain, _ board.Group, t board.Table) events.CommandBody {
	open := slices.DeleteFunc(slices.Clone(t.Locations), func(l board.Location) bool { return l.Barred != "" })
	if len(open) == 0 || slices.ContainsFunc(t.Locations, func(l board.Location) bool { return l.Active }) {
		return nil
	}
	return lotr.Travel{Table: c.table, Location: open[c.rng.IntN(len(open))].Number}
}

// underAttack resolves the attacks of engaged enemies: a hero defends, or nobody does.
func underAttack(c *captain, _ board.Group, t board.Table) events.CommandBody {
	var engaged []board.Enemy
	for _, e := range t.Enemies {
		if e.Player != "" {
			engaged = append(engaged, e)
		}
	}
	if len(engaged) == 0 || !c.chance(60) {
		return nil
	}
	e := engaged[c.rng.IntN(len(engaged))]
	cmd := lotr.EnemyAttack{Table: c.table, Enemy: e.Number, Player: e.Player, Shadow: c.rng.IntN(2)}
	who, ok := sturdiest(t, e.Player)
	if !ok {
		return nil
	}
	if c.chance(85) {
		cmd.Defender = who
		defense := 2 + c.rng.IntN(3) + c.bold
		cmd.Defense = &defense
	} else {
		cmd.Takes = who
	}
	return cmd
}

// sturdiest returns the ready hero of a player with the most hit points left; one on whom the game
// hangs only if there is no other.
func sturdiest(t board.Table, player events.PersonID) (lotr.Character, bool) {
	best, left := "", 0
	for _, p := range t.Players {
		if p.ID != player {
			continue
		}
		for _, h := range p.Heroes {
			n := h.HitPoints - h.Damage
			if h.Sphere == group.SphereFellowship {
				n = 0
			}
			if h.InPlay() && !h.Exhausted && (n > left || best == "") {
				best, left = h.Title, n
			}
		}
	}
	return lotr.Character{Player: player, Name: best}, best != ""
}

// strike attacks an engaged enemy with the heroes of who is engaged with it.
func strike(c *captain, _ board.Group, t board.Table) events.CommandBody {
	for _, e := range t.Enemies {
		if e.Player == "" || !c.chance(55+12*c.bold) {
			continue
		}
		who, ok := sturdiest(t, e.Player)
		if !ok {
			continue
		}
		attack := e.Card.Defense + 2 + c.rng.IntN(4) + c.bold
		return lotr.PlayerAttack{Table: c.table, Enemy: e.Number, Player: e.Player, Attackers: []lotr.Character{who}, Attack: &attack}
	}
	return nil
}

// finishEnemy helps the fight along with a card, so that a table is not swamped.
func finishEnemy(c *captain, _ board.Group, t board.Table) events.CommandBody {
	if len(t.Enemies) < 3 || !c.chance(50) {
		return nil
	}
	for _, e := range t.Enemies {
		if e.Card.Unique || e.Card.Immune || e.Card.HitPoints == 0 {
			continue
		}
		return lotr.DamageEnemy{Table: c.table, Enemy: e.Number, By: max(1, e.Card.HitPoints-e.Damage)}
	}
	return nil
}

// exploreOn places progress on the active location.
func exploreOn(c *captain, _ board.Group, t board.Table) events.CommandBody {
	for _, l := range t.Locations {
		if l.Active && c.chance(30) {
			return lotr.PlaceProgress{Table: c.table, Location: l.Number, By: 1 + c.rng.IntN(3)}
		}
	}
	return nil
}

// lowerQuestThreat keeps the team in the game for a while; from round 16 on it stops helping.
func lowerQuestThreat(c *captain, g board.Group, t board.Table) events.CommandBody {
	if g.Round >= 16 {
		return lotr.ChangeThreat{Table: c.table, By: 6, Note: "the shadow grows", Source: lotr.FromEncounter}
	}
	for _, p := range playersIn(t) {
		if p.Threat > p.Elimination-8 && c.chance(60) {
			return lotr.ChangeThreat{Table: c.table, Player: p.ID, By: -4, Note: "a song of hope", Source: lotr.FromBoon}
		}
	}
	return nil
}

// seekGoal goes for what the scenario asks beside progress: what the people at a real table would
// play towards.
func seekGoal(c *captain, g board.Group, t board.Table) events.CommandBody {
	if seek := goals[c.plays]; seek != nil && c.chance(60+10*c.bold) {
		return seek(c, g, t)
	}
	return nil
}

// goals are what wins, by scenario.
var goals = map[string]move{
	"the-tower-of-cirith-ungol":         seekTower,
	"mount-doom":                        seekDoom,
	"the-passing-of-the-grey-company":   seekStone,
	"the-siege-of-gondor":               seekShips,
	"the-battle-of-the-pelennor-fields": seekWitchKing,
	"danger-in-dorwinion":               seekCultist,
	"the-temple-of-doom":                seekTemple,
}

func hasWon(t board.Table, code string) bool {
	return slices.ContainsFunc(t.Victory, func(c lotr.Card) bool { return c.Code == code })
}

// inPlay returns an enemy or location with a code.
func inPlay(t board.Table, code string) (e board.Enemy, l board.Location, found bool) {
	for _, e := range t.Enemies {
		if e.Card.Code == code {
			return e, l, true
		}
	}
	for _, l := range t.Locations {
		if l.Card.Code == code {
			return e, l, true
		}
	}
	return e, l, false
}

func seekTower(c *captain, _ board.Group, t board.Table) events.CommandBody {
	e, l, found := inPlay(t, "the-two-watchers")
	switch {
	case t.Stage == "2B" && t.Progress >= 12 && !hasWon(t, "topmost-chamber"):
		return lotr.ExploreLocation{Table: c.table, Card: "Topmost Chamber"}
	case found && e.Number != 0:
		return lotr.DestroyEnemy{Table: c.table, Enemy: e.Number}
	case found && (t.Stage == "1B" || t.Progress >= 12):
		return lotr.ExploreLocation{Table: c.table, Location: l.Number}
	}
	if e, _, found := inPlay(t, "the-two-watchers-2"); found {
		return lotr.DestroyEnemy{Table: c.table, Enemy: e.Number}
	}
	return nil
}

func seekDoom(c *captain, _ board.Group, t board.Table) events.CommandBody {
	switch _, doom, found := inPlay(t, "mount-doom"); {
	case t.Stage == "3B" && t.Progress < 20:
		return lotr.PlaceProgress{Table: c.table, By: 3 + c.rng.IntN(5), Direct: true}
	case t.Stage == "4B" && found && doom.Active:
		return lotr.PlaceProgress{Table: c.table, Location: doom.Number, By: 3}
	}
	return nil
}

func seekStone(c *captain, _ board.Group, t board.Table) events.CommandBody {
	if _, stone, found := inPlay(t, "the-stone-of-erech"); found && stone.Active {
		return lotr.PlaceProgress{Table: c.table, Location: stone.Number, By: 2}
	}
	if t.Stage == "2B" || t.Stage == "3B" {
		return lotr.PlaceProgress{Table: c.table, By: 2 + c.rng.IntN(4), Direct: true}
	}
	return nil
}

func seekShips(c *captain, _ board.Group, t board.Table) events.CommandBody {
	ships := 0
	for _, card := range t.Victory {
		if card.HasTrait("Ship") {
			ships++
		}
	}
	if _, great, found := inPlay(t, "great-corsair-ship"); found && ships >= 3 {
		return lotr.ExploreLocation{Table: c.table, Location: great.Number}
	}
	for _, l := range t.Locations {
		if l.Card.HasTrait("Ship") && !l.Card.Unique {
			return lotr.ExploreLocation{Table: c.table, Location: l.Number}
		}
	}
	return nil
}

func seekWitchKing(c *captain, _ board.Group, t board.Table) events.CommandBody {
	if t.Stage != "5B" {
		return lotr.PlaceProgress{Table: c.table, By: 1 + c.rng.IntN(3), Direct: true}
	}
	for _, e := range t.Enemies {
		if e.Card.Name == "The Witch-king" {
			return lotr.DamageEnemy{Table: c.table, Enemy: e.Number, By: 4}
		}
	}
	return nil
}

func seekCultist(c *captain, _ board.Group, t board.Table) events.CommandBody {
	for _, e := range t.Enemies {
		if e.Card.Unique && e.Card.HasTrait("Cultist") {
			return lotr.DamageEnemy{Table: c.table, Enemy: e.Number, By: 2}
		}
	}
	return nil
}

func seekTemple(c *captain, _ board.Group, t board.Table) events.CommandBody {
	for _, e := range t.Enemies {
		if e.Card.Code == "thane-ulchor" && t.Stage != "1B" {
			return lotr.DamageEnemy{Table: c.table, Enemy: e.Number, By: 3}
		}
	}
	return nil
}

// answerTrigger gives an answer of the round's end what it needs.
func (c *captain) answerTrigger(cmd *group.ResolveStep, needs string, t board.Table) {
	switch needs {
	case "number":
		cmd.N = 1
	case "player-number":
		if in := playersIn(t); len(in) > 0 {
			cmd.Player, cmd.N = in[c.rng.IntN(len(in))].ID, 1
		}
	case lotr.KindEnemy:
		if len(t.Enemies) > 0 {
			cmd.Enemy = t.Enemies[c.rng.IntN(len(t.Enemies))].Number
		}
	default:
		if in := playersIn(t); len(in) > 0 {
			cmd.Player = in[c.rng.IntN(len(in))].ID
		}
	}
}
