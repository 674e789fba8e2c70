package lotr

import (
	"slices"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/lotr"
)

// Citations of Fortitude tests.
const (
	fortitude       = `The Mountain of Fire, "Fortitude Tests"`
	fortitudeWindow = `The Mountain of Fire, "Player Actions During Fortitude Tests"`
)

// Bounds of a Fortitude test.
const (
	maxTestExtra = 20 // cards or icons that effects add to one test
	maxIcons     = 9  // icons on one card
)

// testEntry is the reason of a test that no effect known to muster calls for, for [Test].Why.
const testEntry = "entry"

// beginTest begins a Fortitude test. The heroes named exhaust and commit; as many cards are to be
// discarded as the tens digit of the threat dial says, and those that effects add. Of several players
// who have to take tests each does in their order; none is skipped.
//
// Rule: Fortitude tests.
// Source: The Mountain of Fire, "Fortitude Tests".
func (d *entry) beginTest(cmd lotr.BeginTest) error {
	if o := d.t.Test; o != nil {
		return refuse("test-open", fortitude, "a Fortitude test of %s is open: resolve it before the next one begins", person(o.Player))
	}
	p, err := d.inGame(cmd.Player)
	if err != nil {
		return err
	}
	due, err := d.testDue(cmd)
	if err != nil {
		return err
	}
	if err := checkTest(cmd); err != nil {
		return err
	}
	if err := d.declared([]events.PersonID{p.ID}, "the number of cards of the test"); err != nil {
		return err
	}
	heroes, willpower, err := d.committed(p, cmd)
	if err != nil {
		return err
	}
	extra := due.Extra + cmd.Extra + d.extraCards(due.Why)
	d.emit(lotr.TestBegan{
		Table: d.t.ID, Player: p.ID, Heroes: heroes, Willpower: willpower, Threat: p.Threat,
		Cards: max(p.Threat/10+extra, 0), Extra: extra, Icons: d.testIcons(due.Why) + cmd.Icons, Why: due.Why, Card: due.Card,
	})
	for _, h := range heroes {
		d.emit(lotr.CharacterExhausted{Table: d.t.ID, Player: p.ID, Character: h})
	}
	return nil
}

func checkTest(cmd lotr.BeginTest) error {
	if err := inRange("the number of further cards", cmd.Extra, 0, maxTestExtra); err != nil {
		return err
	}
	if err := inRange("the number of further icons", cmd.Icons, 0, maxTestExtra); err != nil {
		return err
	}
	if cmd.Willpower != nil {
		return inRange("willpower", *cmd.Willpower, 0, maxNumber)
	}
	return nil
}

// testDue returns the test that the player has to take now, or one that the entry itself calls for
// while nobody has to.
func (d *entry) testDue(cmd lotr.BeginTest) (TestDue, error) {
	note, err := text("the note", cmd.Note, 0, maxNote)
	if err != nil {
		return TestDue{}, err
	}
	if len(d.t.Tests) == 0 {
		return TestDue{Player: cmd.Player, Why: testEntry, Card: note}, nil
	}
	due := d.t.Tests[0]
	if due.Player != cmd.Player {
		return TestDue{}, refuse("test-order", fortitude, "%s has to take a Fortitude test first (%s): begin that one", person(due.Player), due.Card)
	}
	return due, nil
}

func (d *entry) extraCards(why string) int {
	if f := d.sc.rules().extraCards; f != nil {
		return f(d.c, d.t, why)
	}
	return 0
}

// testIcons returns the icons that a test has before a card is turned.
func (d *entry) testIcons(why string) int {
	n := 0
	if f := d.sc.rules().icons; f != nil {
		n += f(d.c, d.t)
	}
	if f := d.sc.rules().testIcons; f != nil {
		n += f(d.c, d.t, why)
	}
	return max(n, 0)
}

// committed returns the heroes that commit to a test, as they are named, and their willpower. Each is
// a ready hero in play under that player's control.
func (d *entry) committed(p Player, cmd lotr.BeginTest) ([]string, int, error) {
	if len(cmd.Heroes) > maxHits {
		return nil, 0, refuse(engine.CodeMalformed, fortitude, "%d heroes are named: nobody controls so many", len(cmd.Heroes))
	}
	var names []string
	sum := 0
	for _, title := range cmd.Heroes {
		name, willpower, err := d.commits(p, title, cmd.Willpower != nil)
		if err != nil {
			return nil, 0, err
		}
		if slices.Contains(names, name) {
			return nil, 0, refuse(engine.CodeMalformed, fortitude, "%s is named twice: a hero commits once", name)
		}
		names = append(names, name)
		sum += willpower
	}
	if cmd.Willpower != nil {
		return names, *cmd.Willpower, nil
	}
	return names, sum, nil
}

// commits returns one hero who commits, and the willpower that counts.
func (d *entry) commits(p Player, title string, typed bool) (string, int, error) {
	title, err := text("the hero's title", title, 1, maxName)
	if err != nil {
		return "", 0, err
	}
	who, err := d.character(p.ID, title)
	switch {
	case err != nil:
		return "", 0, err
	case who.hero < 0 && d.t.knowsHeroes(p):
		return "", 0, d.noHeroOf(p, title)
	case who.exhausted:
		return "", 0, refuse("exhausted", fortitude, "%s is exhausted: only ready heroes commit to a test; ready the hero first if an effect did", who.name)
	case !who.known && !typed:
		return "", 0, refuse("willpower-unknown", fortitude, "the willpower of %s was never declared: type the willpower of the committed heroes", who.name)
	}
	return who.name, who.willpower, nil
}

// noHeroOf refuses a name that is no hero of the player, and says whose it is.
func (d *entry) noHeroOf(p Player, title string) error {
	for _, o := range d.t.Players {
		for _, h := range o.Heroes {
			if o.ID != p.ID && h.up() && sameName(h.Title, title) {
				return refuse("not-your-hero", fortitude, "%s is a hero of %s: only heroes that %s controls commit to this test", h.Title, person(o.ID), person(p.ID))
			}
		}
	}
	return refuse("no-such-hero", fortitude, "%s has no hero %q: heroes commit to a Fortitude test, no other characters", person(p.ID), clip(title))
}

// countIcons counts the icons of the cards discarded for the open test. That the encounter deck ran
// out and was shuffled again on the way is recorded.
//
// Rule: Fortitude tests.
// Source: The Mountain of Fire, "Fortitude Tests".
func (d *entry) countIcons(cmd lotr.CountIcons) error {
	o := d.t.Test
	switch {
	case o == nil:
		return refuse("no-test", fortitude, "no Fortitude test is open at this table: begin one")
	case o.Counted:
		return refuse("test-counted", fortitude, "the cards of this test are counted: act in its window, or resolve it")
	case len(cmd.Cards) != o.Cards:
		return refuse("test-cards", fortitude, "%d cards are discarded for this test, and %d were entered: enter exactly %d", o.Cards, len(cmd.Cards), o.Cards)
	}
	cards, sum := make([]lotr.DiscardedForTest, 0, len(cmd.Cards)), o.Icons
	for _, c := range cmd.Cards {
		c, err := d.discarded(c)
		if err != nil {
			return err
		}
		cards = append(cards, c)
		sum += c.Icons
	}
	d.emit(lotr.TestCounted{Table: d.t.ID, Player: o.Player, Cards: cards, Reshuffled: cmd.Reshuffled, Icons: sum})
	if f := d.sc.rules().counted; f != nil {
		f(d, cards)
	}
	return nil
}

// discarded returns a card discarded for a test with its icons: the scenario's where the card is one of
// its, else those that were typed.
func (d *entry) discarded(c lotr.DiscardedForTest) (lotr.DiscardedForTest, error) {
	name, err := text("the card's name", c.Card, 0, maxName)
	if err != nil {
		return c, err
	}
	if err := inRange("the number of icons on a card", c.Icons, 0, maxIcons); err != nil {
		return c, err
	}
	card, ok := d.sc.find(name)
	switch {
	case name == "" || !ok:
		return lotr.DiscardedForTest{Card: name, Icons: c.Icons}, nil
	case c.Icons != 0 && c.Icons != card.Icons:
		return c, refuse("icons-differ", fortitude,
			"%s has %d icons, and %d were typed: leave the number out, or leave the name out and type what the card shows", card.Name, card.Icons, c.Icons)
	}
	return lotr.DiscardedForTest{Card: card.Name, Icons: card.Icons}, nil
}

// raiseTest is an action in the window of the open test: a character exhausts for it and adds its
// willpower, or an effect changes willpower or icons. Any player may act.
//
// Rule: Actions during Fortitude tests.
// Source: The Mountain of Fire, "Player Actions During Fortitude Tests".
func (d *entry) raiseTest(cmd lotr.RaiseTest) error {
	o, err := d.countedTest()
	if err != nil {
		return err
	}
	if _, err := d.inGame(cmd.Player); err != nil {
		return err
	}
	note, err := text("the note", cmd.Note, 0, maxNote)
	if err != nil {
		return err
	}
	if err := checkRaise(cmd); err != nil {
		return err
	}
	by, exhausts := firstOf(note, "an effect"), false
	if cmd.Character != "" {
		who, err := d.exhaustsFor(cmd)
		if err != nil {
			return err
		}
		if cmd.Willpower == 0 && cmd.Icons == 0 {
			cmd.Willpower = who.willpower
		}
		by, exhausts = who.name, who.hero >= 0 || who.ally
	}
	raised := lotr.TestRaised{
		Table: d.t.ID, Player: cmd.Player, By: by,
		Willpower: max(o.Willpower+cmd.Willpower, 0), Icons: max(o.Icons+cmd.Icons, 0),
	}
	raised.WillpowerBy, raised.IconsBy = raised.Willpower-o.Willpower, raised.Icons-o.Icons
	if raised.WillpowerBy == 0 && raised.IconsBy == 0 {
		return refuse("nothing-changes", fortitudeWindow, "that changes neither willpower nor icons: type what it adds")
	}
	if exhausts {
		d.emit(lotr.CharacterExhausted{Table: d.t.ID, Player: cmd.Player, Character: by})
	}
	d.emit(raised)
	return nil
}

func checkRaise(cmd lotr.RaiseTest) error {
	if err := inRange("the change of willpower", cmd.Willpower, -maxNumber, maxNumber); err != nil {
		return err
	}
	return inRange("the change of icons", cmd.Icons, -maxNumber, maxNumber)
}

// exhaustsFor returns the character that exhausts for the open test.
func (d *entry) exhaustsFor(cmd lotr.RaiseTest) (character, error) {
	who, err := d.character(cmd.Player, cmd.Character)
	if err != nil {
		return who, err
	}
	if who.exhausted {
		return who, refuse("exhausted", fortitudeWindow, "%s is exhausted and cannot exhaust for the test: name a ready character", who.name)
	}
	if !who.known && cmd.Willpower == 0 && cmd.Icons == 0 {
		return who, refuse("willpower-unknown", fortitudeWindow, "the willpower of %s is not known: type what it adds", who.name)
	}
	return who, nil
}

// countedTest returns the open test, whose action window is open.
func (d *entry) countedTest() (Test, error) {
	o := d.t.Test
	if o == nil {
		return Test{}, refuse("no-test", fortitude, "no Fortitude test is open at this table: begin one")
	}
	if !o.Counted {
		return Test{}, refuse("test-not-counted", fortitudeWindow, "the icons of the test of %s are not counted yet: players act after that", person(o.Player))
	}
	return *o, nil
}

// resolveTest compares willpower and icons: the test is passed only if there is more willpower.
//
// Rule: Fortitude tests.
// Source: The Mountain of Fire, "Fortitude Tests".
func (d *entry) resolveTest() error {
	o, err := d.countedTest()
	if err != nil {
		return err
	}
	passed := o.Willpower > o.Icons
	d.emit(lotr.TestResolved{Table: d.t.ID, Player: o.Player, Willpower: o.Willpower, Icons: o.Icons, Passed: passed, Why: o.Why})
	if f := d.sc.rules().tested; f != nil {
		f(d, o, passed)
	}
	return nil
}

// testsDone refuses while a Fortitude test is open or still to be taken.
func (d *entry) testsDone() error {
	if o := d.t.Test; o != nil {
		return refuse("test-open", fortitude, "the Fortitude test of %s is open: resolve it first", person(o.Player))
	}
	if len(d.t.Tests) > 0 {
		return refuse("test-due", fortitude, "%s has to take a Fortitude test (%s): begin it first", person(d.t.Tests[0].Player), d.t.Tests[0].Card)
	}
	return nil
}

// mayActInTest refuses what has to wait for a Fortitude test. Until the icons are counted nothing else
// goes on at the table; then everything that an action can do is allowed, and the regular turn still
// waits.
//
// Rule: Actions during Fortitude tests.
// Source: The Mountain of Fire, "Player Actions During Fortitude Tests".
func (d *entry) mayActInTest(cmd lotr.TableCommand) error {
	switch cmd.(type) {
	case lotr.BeginTest, lotr.CountIcons, lotr.RaiseTest, lotr.ResolveTest, lotr.DeclareDeck,
		lotr.CallLoss, lotr.PlayerOut, lotr.TypeSiege, lotr.TickTrigger:
		return nil
	}
	if o := d.t.Test; o != nil && !o.Counted {
		return refuse("test-open", fortitude,
			"%s takes a Fortitude test: enter the %d cards that are discarded first, then players may act", person(o.Player), o.Cards)
	}
	if !ofTheTurn(cmd) {
		return nil
	}
	return d.testsDone()
}

// ofTheTurn tells whether an entry belongs to the regular turn sequence, which a Fortitude test
// interrupts.
func ofTheTurn(cmd lotr.TableCommand) bool {
	switch cmd := cmd.(type) {
	case lotr.BeginPhase, lotr.CheckEngagement, lotr.Travel, lotr.ResolveQuest, lotr.AssignArchery, lotr.EnemyAttack,
		lotr.PlayerAttack, lotr.ChooseQuest, lotr.AdvanceStage, lotr.ResolveReveal, lotr.PutRing:
		return true
	case lotr.Engage:
		return cmd.Optional
	case lotr.RevealCard:
		return !cmd.Effect
	default:
		return false
	}
}

// dropTests ends the open test of a player who went out, and those that the player still had to take.
func (t *Table) dropTests(player events.PersonID) {
	if t.Test != nil && t.Test.Player == player {
		t.Test = nil
	}
	if len(t.Tests) > 0 {
		t.Tests = slices.DeleteFunc(slices.Clone(t.Tests), func(d TestDue) bool { return d.Player == player })
	}
}
