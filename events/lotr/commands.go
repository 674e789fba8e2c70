package lotr

import "github.com/muster-events/muster/events"

// AssignDolGuldur says which table holds the one copy of Dol Guldur. In setup; the first table if
// nobody says. Role: organiser.
//
// Source: Attack on Dol Guldur, "Epic Multiplayer Mode".
type AssignDolGuldur struct {
	Table events.TableID `json:"table"`
}

// TableCommand is a command about one table, given by its captain (an organiser or judge may too).
type TableCommand interface {
	events.CommandBody
	OnTable() events.TableID
}

// BeginPhase moves the table on to a later phase of the round. Entering combat makes archery due;
// entering refresh raises every threat by 1 and passes the first player token.
type BeginPhase struct {
	Table events.TableID `json:"table"`
	Phase Phase          `json:"phase"`
}

// ChangeThreat changes a player's threat, or that of every player at the table.
type ChangeThreat struct {
	Table  events.TableID  `json:"table"`
	Player events.PersonID `json:"player,omitempty"` // empty: every player at the table
	By     int             `json:"by,omitempty"`     // −99 to 99, not 0 unless To is set
	To     *int            `json:"to,omitempty"`     // 0 to 99: the number on the dial, instead of By
	Note   string          `json:"note,omitempty"`   // 0 to 120 characters: the card that did it
	// Source is a From… constant. While the main quest is Dire, a reduction that says none counts as a
	// player card's.
	Source string `json:"source,omitempty"`
}

// PassFirstPlayer gives the first player token to a player at the table, because a card says so.
type PassFirstPlayer struct {
	Table  events.TableID  `json:"table"`
	Player events.PersonID `json:"player"`
}

// RevealCard reveals an encounter card: an enemy, location or side quest enters the staging area, an
// objective enters play, a treachery is discarded; Doomed, Surge and Peril are worked out. Outside
// Attack on Dol Guldur a card that no effect reveals is one of the staging step: it begins the quest
// phase if that has not begun.
type RevealCard struct {
	Table events.TableID `json:"table"`
	Card  string         `json:"card,omitempty"` // code or name in the scenario
	Hand  *Card          `json:"hand,omitempty"` // a card typed by hand instead
	// Player reveals it: "you" on the card. Empty: whoever's turn it is to reveal in the staging step.
	Player events.PersonID `json:"player,omitempty"`
	// Effect is set if a card effect reveals it, out of the turn of the staging step.
	Effect bool `json:"effect,omitempty"`
}

// AddEnemy puts an enemy into play without revealing it: set up, fetched or dug for by an effect.
type AddEnemy struct {
	Table  events.TableID  `json:"table"`
	Card   string          `json:"card,omitempty"`
	Hand   *Card           `json:"hand,omitempty"`
	Player events.PersonID `json:"player,omitempty"` // engaged with; empty: staging area
}

// AddLocation puts a location into the staging area without revealing it.
type AddLocation struct {
	Table events.TableID `json:"table"`
	Card  string         `json:"card,omitempty"`
	Hand  *Card          `json:"hand,omitempty"`
}

// Engage engages an enemy of the staging area with a player: optional engagement (in the encounter
// phase one for each player) or an effect.
type Engage struct {
	Table    events.TableID  `json:"table"`
	Enemy    int             `json:"enemy"`
	Player   events.PersonID `json:"player"`
	Optional bool            `json:"optional,omitempty"` // counts as the player's optional engagement of this round
	Source   string          `json:"source,omitempty"`   // a From… constant
}

// CheckEngagement makes all engagement checks of the encounter phase, round and round in player
// order from the first player.
type CheckEngagement struct {
	Table events.TableID `json:"table"`
}

// ReturnToStaging returns an engaged enemy to the staging area.
type ReturnToStaging struct {
	Table  events.TableID `json:"table"`
	Enemy  int            `json:"enemy"`
	Source string         `json:"source,omitempty"` // a From… constant
}

// RemoveCard takes an enemy or location out of play without destroying or exploring it.
type RemoveCard struct {
	Table    events.TableID `json:"table"`
	Enemy    int            `json:"enemy,omitempty"`
	Location int            `json:"location,omitempty"`
	Note     string         `json:"note,omitempty"` // 0 to 120 characters
	// Objective or SideQuest is the number of such a card to take out of play instead.
	Objective int    `json:"objective,omitempty"`
	SideQuest int    `json:"sideQuest,omitempty"`
	Source    string `json:"source,omitempty"` // a From… constant
}

// Travel makes a location of the staging area the active location.
type Travel struct {
	Table    events.TableID `json:"table"`
	Location int            `json:"location"`
}

// ResolveQuest compares the willpower committed with the threat in the staging area.
type ResolveQuest struct {
	Table     events.TableID `json:"table"`
	Willpower int            `json:"willpower"` // 0 to 500
	// Threat replaces the staging threat that muster works out, for tables that do not enter
	// enemies and locations; nil: worked out.
	Threat *int `json:"threat,omitempty"`
}

// PlaceProgress places progress (or removes it, By below 0): on the current quest, the active
// location first; or on one location.
type PlaceProgress struct {
	Table    events.TableID `json:"table"`
	By       int            `json:"by"`                 // −99 to 99, not 0
	Location int            `json:"location,omitempty"` // one location instead
	Direct   bool           `json:"direct,omitempty"`   // past the active location, where a card says so
	Source   string         `json:"source,omitempty"`   // a From… constant
}

// ExploreLocation says that a location was explored: one in play, or one that was never entered.
type ExploreLocation struct {
	Table    events.TableID `json:"table"`
	Location int            `json:"location,omitempty"`
	Card     string         `json:"card,omitempty"`
	Hand     *Card          `json:"hand,omitempty"`
	Siege    *int           `json:"siege,omitempty"` // read off the card, instead of the scenario data's
}

// DamageEnemy deals damage to an enemy in play, or heals it (By below 0).
type DamageEnemy struct {
	Table  events.TableID `json:"table"`
	Enemy  int            `json:"enemy"`
	By     int            `json:"by"`               // −99 to 99, not 0
	Source string         `json:"source,omitempty"` // a From… constant; empty: damage of combat
}

// DestroyEnemy says that an enemy was destroyed: one in play, or one that was never entered.
type DestroyEnemy struct {
	Table events.TableID `json:"table"`
	Enemy int            `json:"enemy,omitempty"`
	Card  string         `json:"card,omitempty"`
	Hand  *Card          `json:"hand,omitempty"`
	Siege *int           `json:"siege,omitempty"`
	// Effect says that a card effect destroyed it, not damage: Indestructible does not stop that,
	// being immune to player card effects does.
	Effect bool `json:"effect,omitempty"`
}

// AssignArchery deals the archery damage that is due: exactly the total, over characters of any
// players at the table.
//
// Source: Attack on Dol Guldur, "Archery X".
type AssignArchery struct {
	Table events.TableID `json:"table"`
	Hits  []Hit          `json:"hits"`
	// NoMore says that every character at the table has all the damage it can take, so that less
	// than the total is dealt.
	NoMore bool `json:"noMore,omitempty"`
}

// DamageCharacter deals damage to a hero, an ally or Host of Lórien, or heals it (By below 0).
type DamageCharacter struct {
	Table     events.TableID  `json:"table"`
	Player    events.PersonID `json:"player"`
	Character string          `json:"character"`
	By        int             `json:"by"` // −99 to 99, not 0
}

// DestroyCharacter says that a hero or ally left play destroyed (or Host of Lórien left play).
type DestroyCharacter struct {
	Table     events.TableID  `json:"table"`
	Player    events.PersonID `json:"player"`
	Character string          `json:"character"`
}

// PlayerOut says that a player is out of the game because all their heroes are lost, for a player
// whose heroes were never declared: the program cannot see it then. Where heroes are declared, each is
// entered with [DestroyCharacter], and the last one takes the player out by itself.
//
// Source: facts/game-facts.md, "5.2 Elimination".
type PlayerOut struct {
	Table  events.TableID  `json:"table"`
	Player events.PersonID `json:"player"`
	Why    string          `json:"why"` // OutHeroes, the only reason that is entered by hand
}

// UsePower puts a controlled Power of Lórien into the victory display to cancel and discard the
// encounter card just revealed.
//
// Source: facts/game-facts.md, "2.4 Encounter cards with siege".
type UsePower struct {
	Table  events.TableID  `json:"table"`
	Player events.PersonID `json:"player"`
}

// ProgressPower changes the progress on Power of Lórien by an effect other than stage 1B.
type ProgressPower struct {
	Table events.TableID `json:"table"`
	By    int            `json:"by"`
}

// TypeSiege sets the siege value of something destroyed or explored this round, read off the card.
//
// Ruling: 7.
type TypeSiege struct {
	Table events.TableID `json:"table"`
	Item  int            `json:"item"`  // place in the table's list of this round, from 1
	Siege int            `json:"siege"` // 0 to 99
}

// Rule is a judge's correction with a reason: every field that is set is changed, in one commit.
// Role: judge, organiser.
type Rule struct {
	Reason   string         `json:"reason"`             // 1 to 400 characters
	Verdict  string         `json:"verdict"`            // a Verdict… constant of events/group
	Corrects events.Version `json:"corrects,omitempty"` // the commit that was wrong
	City     *int           `json:"city,omitempty"`     // new city strength, 0 to 999, whatever siege is corrected beside it
	Tables   []TableRuling  `json:"tables,omitempty"`
	// Reopen takes a result back: play goes on where it was.
	Reopen bool `json:"reopen,omitempty"`
	// Eye is the table in whose staging area The Eye of Sauron is; the Nazgûl stay where they are.
	// Empty: as it is.
	Eye events.TableID `json:"eye,omitempty"`
	// Flag is the flag of a table that the ruling answers (group.FlagEntry): the commit that raised it.
	// 0: none.
	Flag events.Version `json:"flag,omitempty"`
}

// TableRuling is the part of a ruling that changes one table.
type TableRuling struct {
	Table     events.TableID `json:"table"`
	Players   []PlayerRuling `json:"players,omitempty"`
	Progress  *int           `json:"progress,omitempty"`  // on the stage, 0 to 999
	Resources *int           `json:"resources,omitempty"` // on the stage, 0 to 999; in Attack on Dol Guldur on stage 1B, 0 to 2
	Power     *int           `json:"power,omitempty"`     // progress on Power of Lórien, 0 to 999
	// Siege corrects what the table scored in a round; the city strength is restated by the
	// difference if that round's reduction was already made.
	Siege *SiegeRuling `json:"siege,omitempty"`
	// Lieutenant sets the damage on the Lieutenant in play, 0 to 99.
	Lieutenant *int `json:"lieutenant,omitempty"`
	// Stage is the stage 3 that the team should be at, as it is named ("3F"): the team goes there as
	// if it had chosen it, with progress 0 and the Lieutenant of that stage. What else the ruling says
	// of the table's players counts before that, and its numbers for progress and Lieutenant are those
	// at the new stage. Empty: the stage stays.
	Stage string `json:"stage,omitempty"`
	// TakeBack takes back that this table's game is won or lost while the group plays on: a loss that
	// waits for the end of the round.
	TakeBack bool `json:"takeBack,omitempty"`
	// FirstPlayer is who holds the first player token. Empty: as it is.
	FirstPlayer events.PersonID `json:"firstPlayer,omitempty"`
	// Removed are cards that are not in play; Entered are cards that are. Removed comes first, then
	// Entered, then Tokens.
	Removed []Piece      `json:"removed,omitempty"`
	Entered []CardRuling `json:"entered,omitempty"`
	// Tokens sets what lies on cards in play.
	Tokens []TokenRuling `json:"tokens,omitempty"`
}

// TokenRuling sets the tokens of one kind on a card in play, or on the stage.
type TokenRuling struct {
	Piece Piece  `json:"piece"`
	Token string `json:"token"` // a Token… constant
	To    int    `json:"to"`    // 0 to 999
}

// CardRuling puts a card into play that should be there: an enemy engaged with Player or in the
// staging area, a location there or active, a side quest, an objective on a card, with Player or in the
// staging area.
type CardRuling struct {
	Card   string          `json:"card,omitempty"` // code or name in the scenario
	Hand   *Card           `json:"hand,omitempty"` // a card typed by hand instead
	Player events.PersonID `json:"player,omitempty"`
	On     Piece           `json:"on,omitzero"`
	Active bool            `json:"active,omitempty"`
}

// PlayerRuling is the part of a ruling that changes one player.
type PlayerRuling struct {
	Player    events.PersonID `json:"player"`
	Threat    *int            `json:"threat,omitempty"`    // 0 to 99
	Reinstate bool            `json:"reinstate,omitempty"` // back into the game; needs Threat below the elimination level
	// Contract is the side that is up, "A" or "B"; empty: as it is.
	Contract string       `json:"contract,omitempty"`
	Heroes   []HeroRuling `json:"heroes,omitempty"`
	Allies   []AllyRuling `json:"allies,omitempty"`
}

// HeroRuling corrects a hero.
type HeroRuling struct {
	Title  string `json:"title"`
	Dead   *bool  `json:"dead,omitempty"`   // destroyed, or back in play without damage
	Damage *int   `json:"damage,omitempty"` // on it, 0 to 999, below its hit points
}

// AllyRuling corrects an ally.
type AllyRuling struct {
	Name   string `json:"name"`
	In     *bool  `json:"in,omitempty"`     // in play
	Unique bool   `json:"unique,omitempty"` // of one that is put into play
	Damage *int   `json:"damage,omitempty"` // on it, 0 to 999
}

// SiegeRuling corrects the siege a table scored in a round.
type SiegeRuling struct {
	Round int `json:"round"`
	Total int `json:"total"` // 0 to 999
}

// OnTable returns the table that the command is about.
func (c BeginPhase) OnTable() events.TableID { return c.Table }

// OnTable returns the table that the command is about.
func (c ChangeThreat) OnTable() events.TableID { return c.Table }

// OnTable returns the table that the command is about.
func (c PassFirstPlayer) OnTable() events.TableID { return c.Table }

// OnTable returns the table that the command is about.
func (c RevealCard) OnTable() events.TableID { return c.Table }

// OnTable returns the table that the command is about.
func (c AddEnemy) OnTable() events.TableID { return c.Table }

// OnTable returns the table that the command is about.
func (c AddLocation) OnTable() events.TableID { return c.Table }

// OnTable returns the table that the command is about.
func (c Engage) OnTable() events.TableID { return c.Table }

// OnTable returns the table that the command is about.
func (c CheckEngagement) OnTable() events.TableID { return c.Table }

// OnTable returns the table that the command is about.
func (c ReturnToStaging) OnTable() events.TableID { return c.Table }

// OnTable returns the table that the command is about.
func (c RemoveCard) OnTable() events.TableID { return c.Table }

// OnTable returns the table that the command is about.
func (c Travel) OnTable() events.TableID { return c.Table }

// OnTable returns the table that the command is about.
func (c ResolveQuest) OnTable() events.TableID { return c.Table }

// OnTable returns the table that the command is about.
func (c PlaceProgress) OnTable() events.TableID { return c.Table }

// OnTable returns the table that the command is about.
func (c ExploreLocation) OnTable() events.TableID { return c.Table }

// OnTable returns the table that the command is about.
func (c DamageEnemy) OnTable() events.TableID { return c.Table }

// OnTable returns the table that the command is about.
func (c DestroyEnemy) OnTable() events.TableID { return c.Table }

// OnTable returns the table that the command is about.
func (c AssignArchery) OnTable() events.TableID { return c.Table }

// OnTable returns the table that the command is about.
func (c DamageCharacter) OnTable() events.TableID { return c.Table }

// OnTable returns the table that the command is about.
func (c DestroyCharacter) OnTable() events.TableID { return c.Table }

// OnTable returns the table that the command is about.
func (c PlayerOut) OnTable() events.TableID { return c.Table }

// OnTable returns the table that the command is about.
func (c UsePower) OnTable() events.TableID { return c.Table }

// OnTable returns the table that the command is about.
func (c ProgressPower) OnTable() events.TableID { return c.Table }

// OnTable returns the table that the command is about.
func (c TypeSiege) OnTable() events.TableID { return c.Table }

// CommandType implements events.CommandBody.
func (AssignDolGuldur) CommandType() string { return "lotr.assign-dol-guldur.v1" }

// CommandType implements events.CommandBody.
func (BeginPhase) CommandType() string { return "lotr.begin-phase.v1" }

// CommandType implements events.CommandBody.
func (ChangeThreat) CommandType() string { return "lotr.change-threat.v1" }

// CommandType implements events.CommandBody.
func (PassFirstPlayer) CommandType() string { return "lotr.pass-first-player.v1" }

// CommandType implements events.CommandBody.
func (RevealCard) CommandType() string { return "lotr.reveal-card.v1" }

// CommandType implements events.CommandBody.
func (AddEnemy) CommandType() string { return "lotr.add-enemy.v1" }

// CommandType implements events.CommandBody.
func (AddLocation) CommandType() string { return "lotr.add-location.v1" }

// CommandType implements events.CommandBody.
func (Engage) CommandType() string { return "lotr.engage.v1" }

// CommandType implements events.CommandBody.
func (CheckEngagement) CommandType() string { return "lotr.check-engagement.v1" }

// CommandType implements events.CommandBody.
func (ReturnToStaging) CommandType() string { return "lotr.return-to-staging.v1" }

// CommandType implements events.CommandBody.
func (RemoveCard) CommandType() string { return "lotr.remove-card.v1" }

// CommandType implements events.CommandBody.
func (Travel) CommandType() string { return "lotr.travel.v1" }

// CommandType implements events.CommandBody.
func (ResolveQuest) CommandType() string { return "lotr.resolve-quest.v1" }

// CommandType implements events.CommandBody.
func (PlaceProgress) CommandType() string { return "lotr.place-progress.v1" }

// CommandType implements events.CommandBody.
func (ExploreLocation) CommandType() string { return "lotr.explore-location.v1" }

// CommandType implements events.CommandBody.
func (DamageEnemy) CommandType() string { return "lotr.damage-enemy.v1" }

// CommandType implements events.CommandBody.
func (DestroyEnemy) CommandType() string { return "lotr.destroy-enemy.v1" }

// CommandType implements events.CommandBody.
func (AssignArchery) CommandType() string { return "lotr.assign-archery.v1" }

// CommandType implements events.CommandBody.
func (DamageCharacter) CommandType() string { return "lotr.damage-character.v1" }

// CommandType implements events.CommandBody.
func (DestroyCharacter) CommandType() string { return "lotr.destroy-character.v1" }

// CommandType implements events.CommandBody.
func (PlayerOut) CommandType() string { return "lotr.player-out.v1" }

// CommandType implements events.CommandBody.
func (UsePower) CommandType() string { return "lotr.use-power.v1" }

// CommandType implements events.CommandBody.
func (ProgressPower) CommandType() string { return "lotr.progress-power.v1" }

// CommandType implements events.CommandBody.
func (TypeSiege) CommandType() string { return "lotr.type-siege.v1" }

// CommandType implements events.CommandBody.
func (Rule) CommandType() string { return "lotr.rule.v1" }
