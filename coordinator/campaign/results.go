package campaign

import (
	"maps"
	"slices"

	"github.com/muster-events/muster/engine"
	rules "github.com/muster-events/muster/engine/lotr/campaign"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/campaign"
	"github.com/muster-events/muster/events/lotr"
)

// recordResult writes a game's result into the log: the row, and what the campaign card's resolution
// says if the scenario was defeated. A game that was lost changes nothing else: it is played again.
//
// Rule: Campaign setup and resolution.
// Source: The Mountain of Fire, "Campaign Cards"; facts/game-facts.md, "1.6 Campaign cards"; "3.4 Campaign results".
func (d *decision) recordResult(b campaign.RecordResult) error {
	card, ok := rules.CardOf(b.Scenario)
	if !ok {
		return refuse(engine.CodeMalformed, rules.CardRule, "%q has no campaign card that this program knows: name one of %s", short(b.Scenario), known())
	}
	if d.s.Game == nil || !slices.Contains(d.s.Game.Scenarios, b.Scenario) {
		return refuse(CodeNoGame, rules.CardRule, "%s was not begun on this log: begin the game first, so that its setup is on record", card.Title)
	}
	if b.Group != "" && d.s.Game.Group != "" && b.Group != d.s.Game.Group {
		return refuse(CodeNoGame, rules.CardRule, "%s is played by the group %s, not %s", card.Title, d.s.Game.Group, b.Group)
	}
	if b.Rounds < 0 || b.Rounds > maxNote || b.Score != nil && (*b.Score < -maxNote || *b.Score > 9999) {
		return refuse(engine.CodeMalformed, "", "rounds are 0 to %d and a score −%d to 9999: type what the game had", maxNote, maxNote)
	}
	for _, f := range b.Fallen {
		if _, err := d.onLog(f.Player); err != nil {
			return err
		}
	}
	begun := *d.s.Game
	recorded := campaign.GameRecorded{Scenario: b.Scenario, Group: b.Group, Won: b.Won, Rounds: b.Rounds}
	if b.Won {
		recorded.Score = b.Score
	}
	d.emit(recorded)
	if !b.Won {
		return nil
	}
	d.fell(card, b.Fallen)
	d.resolve(card, begun, b.Facts)
	return nil
}

// fell puts the heroes that died on the list of the fallen, where the card does not say otherwise.
// Heroes that are on nobody's list (the Fellowship sphere's) are none of them.
func (d *decision) fell(card rules.Card, fallen []lotr.Character) {
	if card.KeepsFallen {
		return
	}
	for _, f := range fallen {
		p, _ := d.s.Player(f.Player)
		on := slices.ContainsFunc(p.Heroes, func(h campaign.Hero) bool { return rules.SameTitle(h.Title, f.Name) })
		already := slices.ContainsFunc(d.s.Fallen, func(t string) bool { return rules.SameTitle(t, f.Name) })
		if on && !already {
			d.emit(campaign.HeroFell{Player: f.Player, Title: f.Name})
		}
	}
}

// resolve carries out the back of a campaign card.
func (d *decision) resolve(card rules.Card, begun campaign.GameBegun, facts []lotr.FactNoted) {
	for _, f := range facts {
		switch {
		case card.Scenario == rules.GreyCompany && f.Fact == "overcome-by-fear":
			d.gain(campaign.PoolCard{Name: rules.BurdenFear, Kind: campaign.Burden, Set: card.Title, Player: f.Player}, "still on the threat dial")
		case card.Scenario == rules.GreyCompany && f.Fact == "army-of-the-dead":
			d.gain(campaign.PoolCard{Name: rules.BoonArmy, Kind: campaign.Boon, Set: card.Title}, "in the victory display")
		case card.Scenario == rules.SiegeGondor && f.Fact == rules.FactFleet,
			card.Scenario == rules.BlackGate && f.Fact == rules.FactGate:
			d.emit(campaign.FactKept{Fact: f.Fact, N: f.N, Why: "resources at the end of " + card.Title})
		case card.Scenario == rules.Pelennor && (f.Fact == "esquire-of-rohan" || f.Fact == "esquire-of-gondor"):
			d.gain(campaign.PoolCard{Name: esquires[f.Fact], Kind: campaign.Boon, Set: card.Title, Permanent: true, Hero: f.Text}, "attached to "+f.Text)
		case card.Scenario == rules.CirithUngol && f.Fact == "shagrat-boon":
			d.losePool(campaign.Boon, f.Text, "", "still on Shagrat")
		case card.Scenario == rules.BlackGate && f.Fact == "wraith-on-wings":
			for range max(f.N, 1) {
				d.losePool(campaign.Burden, rules.BurdenWraith, "", "in the victory display")
			}
		case card.Scenario == rules.BlackGate && f.Fact == "gwaihir":
			d.gain(campaign.PoolCard{Name: rules.BoonGwaihir, Kind: campaign.Boon, Set: card.Title}, "controlled by the first player")
		}
	}
	d.always(card, begun)
}

var esquires = map[string]string{"esquire-of-rohan": "Esquire of Rohan", "esquire-of-gondor": "Esquire of Gondor"}

// always carries out what a resolution does whatever happened in the game.
//
// Source: facts/game-facts.md, "3.4 Campaign results".
func (d *decision) always(card rules.Card, _ campaign.GameBegun) {
	switch card.Scenario {
	case rules.SiegeGondor:
		d.losePool(campaign.Boon, rules.BoonArmy, "", "removed after "+card.Title)
	case rules.Pelennor:
		for _, p := range d.s.Players {
			d.gain(campaign.PoolCard{Name: rules.BurdenWraith, Kind: campaign.Burden, Set: card.Title, Player: p.Player}, "one for each player")
		}
	}
}

func (d *decision) gain(c campaign.PoolCard, why string) {
	d.emit(campaign.PoolGained{Card: c, Why: why})
}

// losePool takes a card out of the pool, if it is there.
func (d *decision) losePool(kind, name string, player events.PersonID, why string) {
	for _, c := range d.s.Pool {
		if c.Kind == kind && rules.SameTitle(c.Name, name) && (player == "" || c.Player == player) {
			d.emit(campaign.PoolLost{Name: c.Name, Kind: kind, Player: c.Player, Why: why})
			return
		}
	}
}

// earnCard adds a card to the pool or removes it, with a reason.
func (d *decision) earnCard(b campaign.EarnCard) error {
	reason, err := sentence("reason", b.Reason)
	if err != nil {
		return err
	}
	pool, err := checkPool([]campaign.PoolCard{b.Card})
	if err != nil {
		return err
	}
	c := pool[0]
	if c.Player != "" {
		if _, err := d.onLog(c.Player); err != nil {
			return err
		}
	}
	if b.Lose {
		if !d.s.Has(c.Kind, c.Name) {
			return refuse(CodePool, rules.PoolRule, "the pool has no %s %s: name one that it has", c.Kind, c.Name)
		}
		d.losePool(c.Kind, c.Name, c.Player, reason)
		return nil
	}
	if len(d.s.Pool) >= maxPool {
		return refuse(CodePool, "", "the pool has %d cards, and %d is the most: remove one first", len(d.s.Pool), maxPool)
	}
	d.gain(c, reason)
	return nil
}

func checkPool(cards []campaign.PoolCard) ([]campaign.PoolCard, error) {
	if len(cards) > maxPool {
		return nil, refuse(engine.CodeMalformed, "", "%d boons and burdens: name at most %d", len(cards), maxPool)
	}
	out := make([]campaign.PoolCard, 0, len(cards))
	for _, c := range cards {
		name, err := clean("the name of a boon or burden", c.Name)
		if err != nil {
			return nil, err
		}
		c.Name = name
		if c.Kind != campaign.Boon && c.Kind != campaign.Burden {
			return nil, refuse(engine.CodeMalformed, rules.PoolRule, "%s is of kind %q: say %s or %s", c.Name, short(c.Kind), campaign.Boon, campaign.Burden)
		}
		if len(c.Set) > maxName || len(c.Hero) > maxName {
			return nil, refuse(engine.CodeMalformed, "", "the set or hero of %s is too long: type at most %d letters", c.Name, maxName)
		}
		out = append(out, c)
	}
	return out, nil
}

// chooseFinale ends the campaign: who keeps the Ring has lost it, who destroys it has won.
//
// Rule: The finale.
// Source: facts/game-facts.md, "1.6 Campaign cards".
func (d *decision) chooseFinale(b campaign.ChooseFinale) error {
	if !d.s.Finale {
		return refuse(CodeFinale, rules.CardFacts, "the choice comes when Mount Doom is won and recorded on this log")
	}
	if b.Choice != campaign.FinaleKeep && b.Choice != campaign.FinaleDestroy {
		return refuse(engine.CodeMalformed, rules.CardFacts, "%q is no answer: %s (the campaign is lost) or %s (the campaign is won)", short(b.Choice), campaign.FinaleKeep, campaign.FinaleDestroy)
	}
	sum, _ := d.s.Score()
	d.emit(campaign.CampaignEnded{Won: b.Choice == campaign.FinaleDestroy, Choice: b.Choice, Score: sum})
	return nil
}

// correct changes what the log says, with a reason.
//
// Ruling: 17.
func (d *decision) correct(b campaign.CorrectLog) error {
	reason, err := sentence("reason", b.Reason)
	if err != nil {
		return err
	}
	d.emit(campaign.LogCorrected{Reason: reason})
	for _, p := range b.Players {
		if err := d.correctPlayer(p); err != nil {
			return err
		}
	}
	if b.Fallen != nil {
		now := make([]string, 0, len(*b.Fallen))
		for _, t := range *b.Fallen {
			if t, err = clean("a fallen hero's title", t); err != nil {
				return err
			}
			now = append(now, t)
		}
		if !slices.Equal(now, d.s.Fallen) {
			d.emit(campaign.FallenCorrected{Was: d.s.Fallen, Now: now})
		}
	}
	for _, fact := range slices.Sorted(maps.Keys(b.Facts)) {
		if err := checkFact(fact, b.Facts[fact], -1); err != nil {
			return err
		}
		d.emit(campaign.FactKept{Fact: fact, N: b.Facts[fact], Why: reason})
	}
	if err := d.correctScore(b); err != nil {
		return err
	}
	if len(d.out) == 1 {
		d.out = nil
	}
	return nil
}

func (d *decision) correctPlayer(p campaign.Player) error {
	was, err := d.onLog(p.Player)
	if err != nil {
		return err
	}
	others := d.s
	others.Players = slices.DeleteFunc(slices.Clone(d.s.Players), func(o campaign.Player) bool { return o.Player == p.Player })
	now, err := others.checkPlayer(p)
	if err != nil {
		return err
	}
	if was.Penalty != now.Penalty || !slices.Equal(was.Heroes, now.Heroes) {
		d.emit(campaign.PlayerCorrected{Was: was, Now: now})
	}
	return nil
}

func (d *decision) correctScore(b campaign.CorrectLog) error {
	if b.Score == nil {
		return nil
	}
	i := slices.IndexFunc(d.s.Rows, func(r Row) bool { return r.Scenario == b.Scenario && r.Won })
	if i < 0 {
		return refuse(CodeNoGame, rules.LogFacts, "the log has no won game of %q: name the scenario whose score is wrong", short(b.Scenario))
	}
	if was := d.s.Rows[i].Score; was == nil || *was != *b.Score {
		d.emit(campaign.ScoreCorrected{Scenario: b.Scenario, Was: was, Score: *b.Score})
	}
	return nil
}

// sentence checks a text for people of up to 400 characters.
func sentence(what, s string) (string, error) {
	r := []rune(s)
	if len(r) == 0 || len(r) > maxReason {
		return "", refuse(engine.CodeMalformed, "", "the %s has %d characters: type 1 to %d", what, len(r), maxReason)
	}
	return s, nil
}
