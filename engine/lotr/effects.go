package lotr

import (
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// scenarioEffect is what the stages and cards of a scenario add to the core rules. Every function
// may be nil. A scenario is a file of data in scenarios, and a Go file that hands one of these to
// [adds]; nothing of the core knows a scenario.
type scenarioEffect struct {
	// surges tells whether a card surges now although it does not have the keyword.
	surges func(c Context, card lotr.Card) bool
	// revealed carries out what a revealed card does to what muster keeps.
	revealed func(d *entry, card lotr.Card)
	// engagement returns an enemy's engagement cost as it counts now.
	engagement func(t Table, e Enemy) int
	// threat returns the threat of a card in play where it is worked out or changed; the last argument
	// is what it would be otherwise. p says which card it is.
	threat func(c Context, t Table, p lotr.Piece, card lotr.Card, printed int) int
	// staging returns threat in the staging area beyond that of enemies and locations.
	staging func(c Context, t Table) int
	// worked returns the X of a card in play or of the stage (KindStage): an objective's or enemy's
	// hit points, a stage's or location's quest points.
	worked func(c Context, t Table, p lotr.Piece, card lotr.Card) int
	// attack returns an enemy's attack where it is changed.
	attack func(c Context, t Table, e Enemy) int
	// mayDefeat says why the stage cannot be defeated although it has its progress; empty: it can.
	mayDefeat func(c Context, t Table) string
	// defeated carries out what follows when the stage is defeated, instead of going on to the next
	// stage, or winning at the last.
	defeated func(d *entry)
	// setUp carries out the scenario's setup, after the table was set up and the placements of the data.
	setUp func(d *entry)
	// entered carries out what a stage does when it is entered (its side A, and "when revealed").
	entered func(d *entry, stage string)
	// left carries out what follows when a card has left play; why is "explored", "destroyed",
	// "defeated" (a side quest) or "left". What it was like is in d.was.
	left func(d *entry, p lotr.Piece, card lotr.Card, why string)
	// mayTravel refuses travel to a location, or carries out its cost.
	mayTravel func(d *entry, l Location) error
	// travelled carries out what follows from travelling.
	travelled func(d *entry, l Location)
	// mayEngage refuses that an enemy engages.
	mayEngage func(t Table, e Enemy) string
	// mayProgress says why the stage takes no progress; empty: it does.
	mayProgress func(c Context, t Table) string
	// limit returns the progress that the stage still takes this round; −1: no limit of the stage's.
	limit func(c Context, t Table) int
	// quest carries out the result of a quest; true if it did all of it, and the core does nothing.
	quest func(d *entry, q lotr.QuestResolved) bool
	// icons returns the icons that every Fortitude test has at the table.
	icons func(c Context, t Table) int
	// extraCards returns the cards that a Fortitude test discards in addition.
	extraCards func(c Context, t Table, why string) int
	// tested carries out what follows from a Fortitude test.
	tested func(d *entry, test Test, passed bool)
	// elimination changes a player's elimination level.
	elimination func(t Table, p Player, level int) int
	// mayLower says why a player's threat cannot be lowered to a number; empty: it can. It returns the
	// lowest number possible beside.
	mayLower func(t Table, p Player, to int) (int, string)
	// noRefreshThreat is set where the refresh phase raises no threat.
	noRefreshThreat func(t Table) bool
	// defense returns an enemy's defense where it is changed.
	defense func(c Context, t Table, e Enemy) int
	// damageLimit returns the damage that an enemy still takes this round ([Enemy].Hurt is what it
	// took); −1: no limit.
	damageLimit func(c Context, t Table, e Enemy) int
	// wound returns how much of some damage an enemy takes, and carries out what comes instead of the
	// rest.
	wound func(d *entry, e Enemy, by int) int
	// mayChoose says why a side quest cannot be made the current quest; empty: it can.
	mayChoose func(c Context, t Table, q SideQuest) string
	// chosen carries out what follows when a side quest has become the current quest.
	chosen func(d *entry, q SideQuest)
	// mayQuest says why no quest is resolved now: the quest phase is skipped, or something has to be
	// entered before; empty: it is.
	mayQuest func(c Context, t Table) string
	// explored carries out what follows when a location was explored; l is as it was, with l.Active
	// set if it was the active location.
	explored func(d *entry, l Location)
	// mayPick says why a player cannot engage an enemy by the optional engagement; empty: can.
	mayPick func(t Table, e Enemy) string
	// engaged carries out what follows when an enemy has engaged a player.
	engaged func(d *entry, e Enemy, player events.PersonID)
	// raised carries out what follows when a player's threat was raised.
	raised func(d *entry, player events.PersonID, by int)
	// slow names the card in play that lets player cards lower a player's threat by at most 1 a round;
	// empty: there is none.
	slow func(c Context, t Table) string
	// immune tells whether a card in play that does not say so itself is immune to player card effects.
	immune func(c Context, t Table, p lotr.Piece, card lotr.Card) bool
	// soak takes what it can of damage that is about to be dealt to an objective, and returns the rest.
	soak func(d *entry, code string, by int) (rest int)
	// arrived carries out what follows when an enemy, location or objective has entered play, revealed or
	// not; why is "revealed", "effect", "setup" or "stage".
	arrived func(d *entry, p lotr.Piece, card lotr.Card, why string)
	// asRevealed returns a card as it counts from the moment it is revealed: with Surge, Doomed, Peril or
	// immunity that a stage gives it.
	asRevealed func(c Context, t Table, card lotr.Card) lotr.Card
	// reveals returns how many cards a player reveals in the staging step; nil: one each.
	reveals func(c Context, t Table, player events.PersonID) int
	// testIcons returns the icons that a Fortitude test has beside those of every test, by what calls
	// for it.
	testIcons func(c Context, t Table, why string) int
	// counted carries out what follows when the cards discarded for the open test are counted.
	counted func(d *entry, cards []lotr.DiscardedForTest)
	// noAllies says why allies cannot enter play; empty: they can.
	noAllies func(c Context, t Table) string
	// mayPlaceOn says why no progress can be placed on a location; empty: it can.
	mayPlaceOn func(c Context, t Table, l Location) string
	// tokenStays says why the first player token does not pass in the refresh phase; empty: it does.
	tokenStays func(t Table) string
	// phantom tells whether an enemy that has the Phantom keyword has it now; nil: it has.
	phantom func(t Table, e Enemy) bool
	// mayAttack says why these characters cannot attack an enemy together; empty: they can.
	mayAttack func(t Table, e Enemy, attackers []lotr.Character) string
	// mayDefend says why a character cannot defend against an enemy; empty: it can.
	mayDefend func(t Table, e Enemy, by lotr.Character) string
	// archery returns the archery of a card in play where it is changed; the last argument is what it
	// would be otherwise.
	archery func(t Table, p lotr.Piece, card lotr.Card, printed int) int
	// skips says why a phase is skipped now; empty: it is played.
	skips func(t Table, phase lotr.Phase) string
	// triggers are the effects that come at a point of the round.
	triggers []trigger
	// options are what the stage or cards in play offer the players.
	options []option
	// settle carries out what follows from the state of the table after every entry: losses, cards that
	// leave. It must come to rest: a second call in the same state emits nothing.
	settle func(d *entry)
	// finished notes the facts for the campaign log when the game is won or lost.
	finished func(d *entry)
}

// effects holds what each scenario adds, by its id. A scenario that needs nothing has no entry.
var effects = map[string]*scenarioEffect{}

// adds gives a scenario its effects. It is called from a variable's declaration in the scenario's
// file.
func adds(scenario string, e scenarioEffect) bool {
	effects[scenario] = &e
	return true
}

var _ = adds("attack-on-dol-guldur", scenarioEffect{
	surges:     fastnessSurges,
	revealed:   fastnessCaps,
	engagement: lieutenantEngagement,
})

// noEffect stands for a scenario that adds nothing.
var noEffect = &scenarioEffect{}

// rules returns what the scenario adds to the core rules.
func (s *Scenario) rules() *scenarioEffect {
	if e, ok := effects[s.ID]; ok {
		return e
	}
	return noEffect
}

func (s *Scenario) surges(c Context, card lotr.Card) bool {
	f := s.rules().surges
	return card.Surge || f != nil && f(c, card)
}

func (s *Scenario) revealed(d *entry, card lotr.Card) {
	d.stinks(card)
	if f := s.rules().revealed; f != nil {
		f(d, card)
	}
}

// option is something that a stage or a card in play offers: "each player may …".
type option struct {
	id string
	// offered tells whether it can be used now, and to whom; why says why not, for a button that is
	// shown greyed.
	offered func(c Context, t Table) (shown bool, why string)
	label   string // for a button
	says    string // what it does, in a few words
	needs   string // "", "player", "number", "enemy", "location", "card" (an encounter card that is not in play)
	most    int    // greatest number, if it needs one
	section string // the source
	// take carries it out.
	take func(d *entry, cmd lotr.TakeOption) error
}

// trigger is an effect that comes at a point of the round, while its card is in play or its stage is
// the current one.
type trigger struct {
	id      string
	when    When
	card    string                          // code of the card in play that has it; "" : the stage or the scenario
	stage   string                          // stage at which it is active; "": any
	active  func(c Context, t Table) bool   // a further condition; nil: none
	says    func(c Context, t Table) string // what it does now, in a few words
	section string
	// do carries out what muster keeps; nil: nothing.
	do func(d *entry)
	// people tells whether people have something to carry out besides; nil: only if do is nil.
	people func(c Context, t Table) bool
	// options are the answers of an effect at the round's end that leaves a choice; nil: none. With
	// options, answer carries it out instead of do.
	options func(c Context, t Table) []group.Option
	answer  func(d *entry, a group.ResolveStep) error
}
