package lotr

import (
	"fmt"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// What calls for Fortitude tests at Mount Doom, for [Test].Why.
const (
	testGasp       = "the-last-gasp"
	testIsenmouthe = "the-road-to-isenmouthe"
	testJourney    = "journey-to-mount-doom"
	testCrack      = "the-crack-of-doom"
)

// What follows from failed tests.
const (
	journeyRaise   = 9  // threat: the journey to Mount Doom
	lidlessRaise   = 10 // threat: The Lidless Eye
	lidlessMore    = 2  // icons of The Lidless Eye if The One Ring is exhausted
	gorgorothRaise = 4  // threat of each player: Plain of Gorgoroth
)

// testsDue says that players have to take Fortitude tests, in this order.
//
// Source: The Mountain of Fire, "Fortitude Tests".
func (d *entry) testsDue(why, card string, extra int, players ...events.PersonID) {
	d.emit(lotr.TestsDue{Table: d.t.ID, Players: players, Extra: extra, Why: why, Card: card})
}

// awaitsTest tells whether a test for this reason is due or open.
func (t Table) awaitsTest(why string) bool {
	if t.Test != nil && t.Test.Why == why {
		return true
	}
	for _, due := range t.Tests {
		if due.Why == why {
			return true
		}
	}
	return false
}

// doomIcons: Brake of Thorns in the staging area adds an icon to every test, and so does The Eye of
// Sauron.
//
// Source: facts/game-facts.md, "1.5 Fortitude tests: Sauron's Eye icons per card"; "1.2 End of round in
// epic mode" (Eye at MD).
func doomIcons(_ Context, t Table) int {
	n := 0
	for _, l := range t.Locations {
		if l.Card.Code == brakeOfThorns && !l.Active {
			n++
		}
	}
	if t.Eye {
		n++
	}
	return n
}

// lidlessIcons: the test of The Lidless Eye has 2 icons more if The One Ring is exhausted.
//
// Source: facts/game-facts.md, "1.5 Fortitude tests: Sauron's Eye icons per card".
func lidlessIcons(_ Context, t Table, why string) int {
	if why == lidlessEye && t.Taken[ringExhaustedID] > 0 {
		return lidlessMore
	}
	return 0
}

const ringExhaustedID = "ring-exhausted"

// ringExhausted is how a table says that The One Ring is exhausted until the end of the round.
var ringExhausted = option{
	id: ringExhaustedID,
	offered: func(_ Context, t Table) (bool, string) {
		if t.Taken[ringExhaustedID] > 0 {
			return true, "The One Ring is exhausted already this round"
		}
		return true, ""
	},
	label:   "The One Ring exhausts",
	says:    "The One Ring is exhausted: The Lidless Eye has 2 icons more this round",
	section: `facts/game-facts.md, "1.5 Fortitude tests: Sauron's Eye icons per card"`,
	take:    func(*entry, lotr.TakeOption) error { return nil },
}

// doomTested carries out what follows from a Fortitude test, by what called for it; Ringwraiths in the
// staging area engage who has failed any.
//
// Source: facts/game-facts.md, "1.3 Stages" (Mount Doom); "1.5 Fortitude tests: Sauron's Eye icons per
// card"; "0.2 Sources" (DC).
func doomTested(d *entry, test Test, passed bool) {
	switch test.Why {
	case testCrack:
		d.crackOfDoom(passed)
		return
	case testIsenmouthe:
		d.isenmouthe(test.Player, passed)
	}
	if passed {
		return
	}
	you := []events.PersonID{test.Player}
	switch test.Why {
	case testGasp:
		d.emit(lotr.ProgressCapped{Table: d.t.ID, Cap: gaspCap, Card: "The Last Gasp"})
	case testJourney:
		d.raise(you, journeyRaise, lotr.WhyTest, "the journey to Mount Doom")
	case lidlessEye:
		d.raise(you, lidlessRaise, lotr.WhyTest, "The Lidless Eye")
	case plainOfGorgoroth:
		d.raise(d.t.TurnOrder(), gorgorothRaise, lotr.WhyTest, "Plain of Gorgoroth")
	case foulFumes:
		d.fumes(test.Player)
	case orcCaptain:
		d.tell("You failed the test of Orc Captain: reveal the top card of the encounter deck.", test.Player)
	}
	d.ringwraiths(test.Player)
}

// crackOfDoom: the last test wins or loses the game.
//
// Source: facts/game-facts.md, "1.3 Stages" (4B of Mount Doom).
func (d *entry) crackOfDoom(passed bool) {
	if passed {
		d.win("The Ring-bearer passed the test at The Crack of Doom: the quest is completed.", fireStages)
		return
	}
	d.lose(lotr.LostTest, "The Ring-bearer failed the test at The Crack of Doom and claims The One Ring.", fireStages)
}

// isenmouthe: who passes the test places a resource on stage 2B; who fails meets the next enemy.
//
// Source: facts/game-facts.md, "1.3 Stages" (2B of Mount Doom).
func (d *entry) isenmouthe(player events.PersonID, passed bool) {
	if passed {
		d.addTokens(lotr.Piece{Kind: lotr.KindStage}, lotr.TokenResource, 1, "passed the test of The Road to Isenmouthe")
		return
	}
	d.tell("You failed the test of The Road to Isenmouthe: discard cards from the encounter deck until an enemy comes, which enters play engaged with you. Enter it.", player)
}

// fumes: 1 damage to each character of a player, as far as muster knows them.
//
// Source: facts/game-facts.md, "0.2 Sources" (DC).
func (d *entry) fumes(player events.PersonID) {
	p, _ := d.t.Player(player)
	var names []string
	for _, h := range p.Heroes {
		if !h.Dead && !h.Gone {
			names = append(names, h.Title)
		}
	}
	for _, a := range p.InPlay {
		names = append(names, a.Name)
	}
	for _, name := range names {
		d.hit(lotr.Hit{Player: player, Character: name, Damage: 1})
	}
	d.tell("You failed the test of Foul Fumes: 1 damage to each of your characters; enter it for those that were not entered. Until the end of the round the text of damaged characters does not count, their traits do.", player)
}

// ringwraiths: each Ringwraith of Sauron in the staging area engages who has failed a test, and
// attacks at once.
//
// Source: facts/game-facts.md, "0.2 Sources" (DC).
func (d *entry) ringwraiths(player events.PersonID) {
	if p, ok := d.t.Player(player); !ok || p.Out {
		return
	}
	for _, e := range d.t.stagedEnemies() {
		if e.Card.Code == ringwraith {
			d.engaged(e, player, byEffect)
			d.tell("Ringwraith of Sauron engages you because you failed a test, and attacks at once: enter the attack.", player)
		}
	}
}

// gollumDiscarded: Gollum discarded for a test enters play engaged with the first player, and the icons
// of one card discarded for it do not count: the card with the most.
//
// Source: facts/game-facts.md, "0.2 Sources" (DC).
func gollumDiscarded(d *entry, cards []lotr.DiscardedForTest) {
	if d.t.Test == nil || d.t.HasInPlay(gollumOfDoom) {
		return
	}
	found, most := false, 0
	for _, c := range cards {
		found = found || c.Card == gollumOfDoom || sameName(c.Card, "Gollum")
		most = max(most, c.Icons)
	}
	if !found {
		return
	}
	open := *d.t.Test
	d.putEnemy(gollumOfDoom, "effect", d.t.FirstPlayer)
	if most > 0 {
		d.emit(lotr.TestRaised{
			Table: d.t.ID, Player: open.Player, By: "Gollum", Willpower: open.Willpower, Icons: open.Icons - most, IconsBy: -most,
		})
	}
}

// baradDurOptions: as muster counts, with more characters of one player, or nothing because the dials
// were set by hand.
func baradDurOptions(c Context, t Table) []group.Option {
	return []group.Option{
		{Choice: group.ChoiceDone, Allowed: true, Effect: baradDurSays(c, t), Section: fireStages},
		{
			Choice: group.ChoiceUse, Allowed: true, Needs: "player-number", Section: fireStages,
			Effect: "the same, and one player controls more such characters that were not entered: who, and how many",
		},
		{Choice: group.ChoicePass, Allowed: true, Effect: "the dials were set by hand already", Section: fireStages},
	}
}

func baradDurAnswer(d *entry, a group.ResolveStep) error {
	switch a.Choice {
	case group.ChoiceDone:
		baradDurRaise(d, "", 0)
	case group.ChoiceUse:
		if _, err := d.inGame(a.Player); err != nil {
			return err
		}
		if err := inRange("the number of characters that were not entered", a.N, 1, maxAllies); err != nil {
			return err
		}
		baradDurRaise(d, a.Player, a.N)
	case group.ChoicePass:
	default:
		return refuse("no-such-choice", fireStages, "The Tower of Barad-dûr has no answer %q: choose one that is offered", clip(a.Choice))
	}
	return nil
}

// doomAttacks says that an enemy attacks at once.
func doomAttacks(name string) string {
	return fmt.Sprintf("%s attacks you at once: enter the attack.", name)
}
