// Package campaign holds the commands and events of a campaign's stream: the campaign log of The Lord
// of the Rings, kept across games and boxes. The stream belongs to a gathering; its games are groups
// of the same gathering, or are typed in.
//
// Next: coordinator/campaign, which decides.
package campaign

import (
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/lotr"
)

// Kinds of card in the campaign pool.
//
// Source: The Mountain of Fire, "Boons and Burdens".
const (
	Boon   = "boon"
	Burden = "burden"
)

// PoolCard is a boon or burden of the campaign pool.
type PoolCard struct {
	Name string `json:"name"` // 1 to 80 characters
	Kind string `json:"kind"` // Boon or Burden
	// Set names the scenario that it comes from: a setup may leave out the burdens of some.
	Set string `json:"set,omitempty"`
	// Permanent is set for a card that stays attached to a hero from game to game, Item for an Item.
	Permanent bool   `json:"permanent,omitempty"`
	Item      bool   `json:"item,omitempty"`
	Hero      string `json:"hero,omitempty"` // title of the hero that it is attached to
	// Player is whose it is, for a burden that is one player's.
	Player events.PersonID `json:"player,omitempty"`
}

// Hero is a hero on the campaign log.
type Hero struct {
	Title string `json:"title"`          // 1 to 80 characters
	Card  string `json:"card,omitempty"` // code of the version
}

// Player is a player's part of the campaign log.
type Player struct {
	Player events.PersonID `json:"player"`
	Heroes []Hero          `json:"heroes"` // 0 to 3
	// Penalty is the permanent addition to the starting threat, 0 to 40.
	Penalty int `json:"penalty,omitempty"`
}

// OpenCampaign begins a campaign, at its start or with what the log on paper already says. Role:
// organiser. First command of a campaign's stream.
type OpenCampaign struct {
	Name    string         `json:"name"`             // 1 to 80 characters
	Players []Player       `json:"players"`          // 1 to 4
	Fallen  []string       `json:"fallen,omitempty"` // titles of fallen heroes
	Pool    []PoolCard     `json:"pool,omitempty"`
	Facts   map[string]int `json:"facts,omitempty"`  // notes with a number
	Played  []string       `json:"played,omitempty"` // ids or titles of scenarios that were completed
}

// RecordHeroes writes a player's heroes into the log for the first time. Role: organiser.
type RecordHeroes struct {
	Player events.PersonID `json:"player"`
	Heroes []Hero          `json:"heroes"` // 1 to 3
}

// ChangeHero replaces a hero of a player: a permanent +1 threat penalty, unless the next scenario's
// card waives it or the hero is Aragorn whom the campaign took away.
type ChangeHero struct {
	Player events.PersonID `json:"player"`
	From   string          `json:"from"` // title on the log
	To     Hero            `json:"to"`
}

// BeginGame prepares a scenario: what the campaign card's setup says. Role: organiser.
type BeginGame struct {
	Scenarios []string       `json:"scenarios"` // one, or the two of the epic finale
	Group     events.GroupID `json:"group,omitempty"`
	// RingBearer is the player who controls the Ring-bearer; needed for the epic finale when a burden
	// or boon is called for at both scenarios.
	RingBearer events.PersonID `json:"ringBearer,omitempty"`
	// Place says at which scenario such a card is: by name of the card.
	Place map[string]string `json:"place,omitempty"`
	// Aside names the Item boon that each player sets aside, where the setup asks for it.
	Aside map[events.PersonID]string `json:"aside,omitempty"`
	// Fetch lists the players who take +1 threat to fetch Andúril, where the setup offers it.
	Fetch []events.PersonID `json:"fetch,omitempty"`
}

// CancelGame takes back that a game was begun: nothing of it is recorded, and it can be begun again.
// Heroes that were changed before it stay as they are. Role: organiser, judge.
//
// Ruling: 17.
type CancelGame struct {
	Reason string `json:"reason"` // 1 to 400 characters
}

// RecordResult writes the result of a scenario into the log. Role: organiser; the program itself when
// a group of the campaign ends.
type RecordResult struct {
	Scenario string         `json:"scenario"`
	Group    events.GroupID `json:"group,omitempty"`
	Won      bool           `json:"won"`
	Score    *int           `json:"score,omitempty"` // nil: none
	Rounds   int            `json:"rounds,omitempty"`
	// Fallen lists the heroes that died, with their players.
	Fallen []lotr.Character `json:"fallen,omitempty"`
	// Facts are what the game noted for the log.
	Facts []lotr.FactNoted `json:"facts,omitempty"`
}

// EarnCard adds a boon or burden to the pool, or removes it, because a resolution or an effect of a
// game says so that the program does not see, or because the pool is wrong. Role: organiser, judge.
type EarnCard struct {
	Card   PoolCard `json:"card"`
	Lose   bool     `json:"lose,omitempty"`
	Reason string   `json:"reason"` // 1 to 400 characters
}

// ChooseFinale is the choice at the end of Mount Doom: keep the Ring, or destroy it. Role: organiser.
//
// Source: facts/game-facts.md, "1.6 Campaign cards".
type ChooseFinale struct {
	Choice string `json:"choice"` // FinaleKeep or FinaleDestroy
}

// Choices of the finale.
const (
	FinaleKeep    = "keep"    // the campaign is lost
	FinaleDestroy = "destroy" // the campaign is won
)

// CorrectLog corrects the log with a reason: every field that is set is changed. Role: judge,
// organiser.
//
// Ruling: 17.
type CorrectLog struct {
	Reason  string         `json:"reason"`            // 1 to 400 characters
	Players []Player       `json:"players,omitempty"` // heroes and penalty as they should be
	Fallen  *[]string      `json:"fallen,omitempty"`
	Facts   map[string]int `json:"facts,omitempty"` // −1 takes a note away
	// Scenario and Score correct the score of a row.
	Scenario string `json:"scenario,omitempty"`
	Score    *int   `json:"score,omitempty"`
	// Won corrects the result of the row of Scenario. What its resolution did to the pool and the notes
	// is corrected beside it: muster does not guess that back.
	Won *bool `json:"won,omitempty"`
	// Reopen takes the end of the campaign back: the choice of the finale is open again.
	Reopen bool `json:"reopen,omitempty"`
}

// CampaignOpened is the first event of a campaign's stream.
type CampaignOpened struct {
	Name    string         `json:"name"`
	Players []Player       `json:"players"`
	Fallen  []string       `json:"fallen,omitempty"`
	Pool    []PoolCard     `json:"pool,omitempty"`
	Facts   map[string]int `json:"facts,omitempty"`
	Played  []string       `json:"played,omitempty"`
}

// HeroesRecorded writes a player's heroes into the log.
type HeroesRecorded struct {
	Player events.PersonID `json:"player"`
	Heroes []Hero          `json:"heroes"`
}

// HeroChanged replaces a hero on the log. Waived says why it costs no threat.
type HeroChanged struct {
	Player events.PersonID `json:"player"`
	From   string          `json:"from"`
	To     Hero            `json:"to"`
	Waived string          `json:"waived,omitempty"`
}

// HeroTaken takes a hero away from a player's list: the campaign uses its own Aragorn.
//
// Source: The Flame of the West, "Campaign Mode Rules - Aragorn".
type HeroTaken struct {
	Player events.PersonID `json:"player"`
	Title  string          `json:"title"`
	// Moved lists the permanent cards that go over to the Fellowship sphere's version.
	Moved []string `json:"moved,omitempty"`
}

// PenaltyRaised adds to a player's permanent threat penalty.
type PenaltyRaised struct {
	Player  events.PersonID `json:"player"`
	By      int             `json:"by"`
	Penalty int             `json:"penalty"` // after
	Why     string          `json:"why"`     // for people
}

// HeroFell puts a hero on the list of the fallen.
type HeroFell struct {
	Player events.PersonID `json:"player"`
	Title  string          `json:"title"`
}

// FallenRemoved takes a name off the list of the fallen.
type FallenRemoved struct {
	Title string `json:"title"`
	Why   string `json:"why"`
}

// PoolGained adds a boon or burden to the campaign pool.
type PoolGained struct {
	Card PoolCard `json:"card"`
	Why  string   `json:"why"`
}

// PoolLost takes a boon or burden out of the campaign pool.
type PoolLost struct {
	Name   string          `json:"name"`
	Kind   string          `json:"kind"`
	Player events.PersonID `json:"player,omitempty"`
	Why    string          `json:"why"`
}

// FactKept writes a note with a number; −1 takes it away.
type FactKept struct {
	Fact string `json:"fact"`
	N    int    `json:"n"`
	Why  string `json:"why"`
}

// GameBegun says how a scenario is set up in this campaign.
type GameBegun struct {
	Scenarios []string       `json:"scenarios"`
	Group     events.GroupID `json:"group,omitempty"`
	// FreeChange is set if heroes may be changed without a penalty before it.
	FreeChange bool `json:"freeChange,omitempty"`
	// Included lists the boons and burdens of the game and LeftOut those of the pool that are not in
	// it; Place says where a card is that both scenarios call for.
	Included []PoolCard        `json:"included,omitempty"`
	LeftOut  []PoolCard        `json:"leftOut,omitempty"`
	Place    map[string]string `json:"place,omitempty"`
	Facts    map[string]int    `json:"facts,omitempty"`
	// Threat is what players add to their starting threat in this game only.
	Threat map[events.PersonID]int `json:"threat,omitempty"`
	// Aside lists the Item boons that are set aside, by the player who sets each aside.
	Aside map[events.PersonID]string `json:"aside,omitempty"`
	// Do lists what people have to do, in words.
	Do []string `json:"do,omitempty"`
}

// GameCancelled takes back that a game was begun.
type GameCancelled struct {
	Scenarios []string `json:"scenarios"`
	Reason    string   `json:"reason"`
}

// GameRecorded is a row of the log: a scenario that was played.
type GameRecorded struct {
	Scenario string         `json:"scenario"`
	Group    events.GroupID `json:"group,omitempty"`
	Won      bool           `json:"won"`
	Score    *int           `json:"score,omitempty"`
	Rounds   int            `json:"rounds,omitempty"`
}

// ScoreCorrected corrects the score of a row.
type ScoreCorrected struct {
	Scenario string `json:"scenario"`
	Was      *int   `json:"was,omitempty"`
	Score    int    `json:"score"`
}

// ResultCorrected corrects whether the scenario of a row was won.
type ResultCorrected struct {
	Scenario string `json:"scenario"`
	Won      bool   `json:"won"` // now
}

// CampaignReopened takes the end of the campaign back.
type CampaignReopened struct {
	Was string `json:"was"` // the choice that was made
}

// LogCorrected heads the corrections of a judge; the events after it in the same commit are what it
// changes.
type LogCorrected struct {
	Reason string `json:"reason"`
}

// PlayerCorrected sets a player's part of the log.
type PlayerCorrected struct {
	Was Player `json:"was"`
	Now Player `json:"now"`
}

// FallenCorrected sets the list of the fallen.
type FallenCorrected struct {
	Was []string `json:"was"`
	Now []string `json:"now"`
}

// CampaignEnded ends the campaign.
type CampaignEnded struct {
	Won    bool   `json:"won"`
	Choice string `json:"choice"`
	Score  int    `json:"score"` // sum of the scores on the log
}
