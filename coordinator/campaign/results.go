package campaign

import (
	"maps"
	"slices"
	"strings"

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
	if h := d.s.Half; h != nil && h.Won != b.Won {
		return refuse(CodeNoGame, rules.EpicRule, "%s is recorded as %s, and the teams of the finale win or lose together: record %s as %s, too", names([]string{h.Scenario}), outcome(h.Won), card.Title, outcome(h.Won))
	}
	if err := checkNoted(b); err != nil {
		return err
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

func outcome(won bool) string {
	if won {
		return "won"
	}
	return "lost"
}

// checkNoted checks what a game noted.
func checkNoted(b campaign.RecordResult) error {
	if len(b.Fallen) > maxNames || len(b.Facts) > maxNames {
		return refuse(engine.CodeMalformed, "", "%d fallen heroes and %d notes: name at most %d of each", len(b.Fallen), len(b.Facts), maxNames)
	}
	for _, f := range b.Facts {
		if err := checkFact(f.Fact, f.N, 0); err != nil {
			return err
		}
		if len(f.Text) > maxName {
			return refuse(engine.CodeMalformed, "", "the text of the note %s is too long: type at most %d letters", f.Fact, maxName)
		}
	}
	return nil
}

// fell puts the heroes that died on the list of the fallen, where the card does not say otherwise, and
// off the list of the player whose they are: whoever played the deck last. Heroes that are on nobody's
// list (the Fellowship sphere's) are none of them.
func (d *decision) fell(card rules.Card, fallen []lotr.Character) {
	if card.KeepsFallen {
		return
	}
	for _, f := range fallen {
		i := slices.IndexFunc(d.s.Players, func(p campaign.Player) bool {
			return slices.ContainsFunc(p.Heroes, func(h campaign.Hero) bool { return rules.SameTitle(h.Title, f.Name) })
		})
		if i >= 0 {
			d.emit(campaign.HeroFell{Player: d.s.Players[i].Player, Title: f.Name})
		}
	}
}

// resolve carries out the back of a campaign card.
func (d *decision) resolve(card rules.Card, begun campaign.GameBegun, facts []lotr.FactNoted) {
	for _, f := range facts {
		switch card.Scenario {
		case rules.GreyCompany:
			d.greyCompany(card, f)
		case rules.SiegeGondor:
			d.keep(card, f, rules.FactFleet)
		case rules.Pelennor:
			if name := esquires[f.Fact]; name != "" {
				d.gain(campaign.PoolCard{Name: name, Kind: campaign.Boon, Set: card.Title, Permanent: true, Hero: f.Text}, "attached to "+f.Text)
			}
		case rules.CirithUngol:
			d.shagrat(begun, f)
		case rules.BlackGate:
			d.keep(card, f, rules.FactGate)
			d.blackGate(card, f)
		}
	}
	d.always(card, begun)
}

var esquires = map[string]string{rules.FactEsquireRohan: "Esquire of Rohan", rules.FactEsquireGondor: "Esquire of Gondor"}

// keep writes a number that the resolution notes into the log.
func (d *decision) keep(card rules.Card, f lotr.FactNoted, which string) {
	if f.Fact == which {
		d.emit(campaign.FactKept{Fact: f.Fact, N: f.N, Why: "resources at the end of " + card.Title})
	}
}

func (d *decision) greyCompany(card rules.Card, f lotr.FactNoted) {
	switch f.Fact {
	case rules.FactFear:
		d.gain(campaign.PoolCard{Name: rules.BurdenFear, Kind: campaign.Burden, Set: card.Title, Player: f.Player}, "still on the threat dial")
	case rules.FactArmy:
		d.gain(campaign.PoolCard{Name: rules.BoonArmy, Kind: campaign.Boon, Set: card.Title}, "in the victory display")
	}
}

// shagrat: the boons that were set aside and are still on Shagrat are lost.
func (d *decision) shagrat(begun campaign.GameBegun, f lotr.FactNoted) {
	if f.Fact != rules.FactShagrat {
		return
	}
	for _, who := range slices.Sorted(maps.Keys(begun.Aside)) {
		if f.Text == "" || rules.SameTitle(f.Text, begun.Aside[who]) {
			d.losePool(campaign.Boon, begun.Aside[who], "", "still on Shagrat")
		}
	}
}

func (d *decision) blackGate(card rules.Card, f lotr.FactNoted) {
	switch f.Fact {
	case rules.FactWraith:
		for range min(max(f.N, 1), maxPool) {
			d.losePool(campaign.Burden, rules.BurdenWraith, "", "in the victory display")
		}
	case rules.FactGwaihir:
		d.gain(campaign.PoolCard{Name: rules.BoonGwaihir, Kind: campaign.Boon, Set: card.Title}, "controlled by the first player")
	}
}

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
	if err := d.correctFallen(b.Fallen); err != nil {
		return err
	}
	for _, p := range b.Players {
		if err := d.correctPlayer(p); err != nil {
			return err
		}
	}
	if err := d.s.checkFallen(); err != nil {
		return err
	}
	for _, fact := range slices.Sorted(maps.Keys(b.Facts)) {
		if err := checkFact(fact, b.Facts[fact], -1); err != nil {
			return err
		}
		d.emit(campaign.FactKept{Fact: fact, N: b.Facts[fact], Why: reason})
	}
	if b.Reopen {
		if d.s.Ended == nil {
			return refuse(CodeFinale, "", "the campaign has not ended: there is no end to take back")
		}
		d.emit(campaign.CampaignReopened{Was: d.s.Ended.Choice})
	}
	if err := d.correctRow(b); err != nil {
		return err
	}
	if len(d.out) == 1 {
		d.out = nil
	}
	return nil
}

func (d *decision) correctFallen(list *[]string) error {
	if list == nil {
		return nil
	}
	now, err := cleanAll("a fallen hero's title", *list)
	if err != nil {
		return err
	}
	if !slices.Equal(now, d.s.Fallen) {
		d.emit(campaign.FallenCorrected{Was: d.s.Fallen, Now: now})
	}
	return nil
}

// checkFallen refuses a log on which a hero is both a player's and fallen.
func (s State) checkFallen() error {
	for _, p := range s.Players {
		for _, h := range p.Heroes {
			if slices.ContainsFunc(s.Fallen, func(t string) bool { return rules.SameTitle(t, h.Title) }) {
				return refuse(CodeHero, rules.LogFacts, "%s would be on the list of fallen heroes and on that of {%s}: correct both", h.Title, p.Player)
			}
		}
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

// correctRow corrects the result and the score of a row.
func (d *decision) correctRow(b campaign.CorrectLog) error {
	if b.Score == nil && b.Won == nil {
		return nil
	}
	i := slices.IndexFunc(d.s.Rows, func(r rules.Row) bool { return r.Scenario == b.Scenario })
	if i < 0 {
		return refuse(CodeNoGame, rules.LogFacts, "the log has no game of %q: name the scenario whose row is wrong", short(b.Scenario))
	}
	if b.Won != nil && *b.Won != d.s.Rows[i].Won {
		if d.s.Over() && b.Scenario == rules.MountDoom {
			return refuse(CodeFinale, rules.CardFacts, "the campaign has ended with %s: take its end back with it", d.s.Rows[i].Title)
		}
		d.emit(campaign.ResultCorrected{Scenario: b.Scenario, Won: *b.Won})
	}
	if b.Score == nil {
		return nil
	}
	row := d.s.Rows[i]
	if !row.Won {
		return refuse(CodeNoGame, rules.LogFacts, "%s was lost, and only games that are won have a score on the log", row.Title)
	}
	if *b.Score < -maxNote || *b.Score > 9999 {
		return refuse(engine.CodeMalformed, "", "the score is %d: it is −%d to 9999", *b.Score, maxNote)
	}
	if row.Score == nil || *row.Score != *b.Score {
		d.emit(campaign.ScoreCorrected{Scenario: b.Scenario, Was: row.Score, Score: *b.Score})
	}
	return nil
}

// sentence checks a text for people of up to 400 characters.
func sentence(what, s string) (string, error) {
	s = strings.TrimSpace(s)
	r := []rune(s)
	if len(r) == 0 || len(r) > maxReason {
		return "", refuse(engine.CodeMalformed, "", "the %s has %d characters: type 1 to %d", what, len(r), maxReason)
	}
	return s, nil
}
