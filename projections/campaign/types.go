package campaign

import (
	"time"

	rules "github.com/muster-events/muster/engine/lotr/campaign"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/campaign"
	"github.com/muster-events/muster/events/group"
)

// View is a campaign's log as pages and programs see it.
type View struct {
	Gathering events.GatheringID  `json:"gathering"`
	ID        events.GroupID      `json:"id"`
	Name      string              `json:"name"`
	Version   events.Version      `json:"version"`
	Position  events.Position     `json:"position"`
	OpenedAt  time.Time           `json:"openedAt"`
	At        time.Time           `json:"at"` // of the last commit
	Players   []Player            `json:"players"`
	Fallen    []string            `json:"fallen"`
	Boons     []campaign.PoolCard `json:"boons"`
	Burdens   []campaign.PoolCard `json:"burdens"`
	Notes     []Note              `json:"notes"`
	Rows      []Row               `json:"rows"`   // the scenarios of the campaign, in order
	Score     int                 `json:"score"`  // sum of the scores on the log; fewer are better
	Scored    int                 `json:"scored"` // of how many scenarios
	// Next is what can be begun now: one scenario, and the two of the finale where that is possible.
	Next []Next `json:"next"`
	Game *Game  `json:"game,omitempty"` // begun and not recorded; nil: none
	// Finale is set while the choice at the end is open.
	Finale bool  `json:"finale,omitempty"`
	Ended  *Over `json:"ended,omitempty"`
}

// Player is a player's part of the log.
type Player struct {
	Player  events.PersonID `json:"player"`
	Heroes  []Hero          `json:"heroes"`
	Penalty int             `json:"penalty"` // permanent addition to the starting threat
	// Missing lists the heroes that another may take the place of.
	Missing []Change `json:"missing,omitempty"`
}

// Hero is a hero on the log.
type Hero struct {
	campaign.Hero
	Change Change `json:"change"` // what replacing this hero costs now
	// Permanent lists the permanent cards of the pool on this hero.
	Permanent []string `json:"permanent,omitempty"`
}

// Change is what replacing a hero costs.
type Change struct {
	Title  string `json:"title"`
	Costs  int    `json:"costs"`            // permanent threat
	Waived string `json:"waived,omitempty"` // why it costs nothing
	Fell   bool   `json:"fell,omitempty"`
	Taken  bool   `json:"taken,omitempty"` // the campaign uses its own version
	// Allowed is not set while a game is being played.
	Allowed bool `json:"allowed"`
}

// Note is a note of the log with a number.
type Note struct {
	Fact string `json:"fact"`
	N    int    `json:"n"`
	Says string `json:"says"`
}

// States of a [Row].
const (
	RowAhead   = ""        // not played yet
	RowPlaying = "playing" // begun and not recorded
	RowWon     = "won"
	RowLost    = "lost"    // and to be played again
	RowEarlier = "earlier" // completed before the log was kept here
)

// Row is a scenario of the log.
type Row struct {
	Scenario string         `json:"scenario"`
	Title    string         `json:"title"`
	Part     int            `json:"part"` // 0: of a box that this program does not know
	State    string         `json:"state"`
	Group    events.GroupID `json:"group,omitempty"`
	Score    *int           `json:"score,omitempty"`
	Rounds   int            `json:"rounds,omitempty"`
	Tries    int            `json:"tries,omitempty"`
	Boons    []string       `json:"boons,omitempty"` // earned in it
	Burdens  []string       `json:"burdens,omitempty"`
}

// Next is what can be begun, and what its setup asks.
type Next struct {
	Scenarios []string `json:"scenarios"`
	Title     string   `json:"title"` // "The Black Gate Opens and Mount Doom"
	Part      int      `json:"part"`  // of the first
	// FreeChange is set if heroes are changed before it without a penalty.
	FreeChange bool `json:"freeChange,omitempty"`
	// SetAside is how many players set an Item boon aside, and MayAside lists those to choose from.
	SetAside int      `json:"setAside,omitempty"`
	MayAside []string `json:"mayAside,omitempty"`
	// Fetch is set if a player may fetch Andúril for +1 threat in this game.
	Fetch bool `json:"fetch,omitempty"`
	// Place lists the burdens that both setups call for.
	Place []string `json:"place,omitempty"`
	// Before lists what people should know before it is begun, in words.
	Before []string `json:"before,omitempty"`
}

// Epic tells whether it is the finale at two tables.
func (n Next) Epic() bool { return len(n.Scenarios) > 1 }

// Game is a game that was begun, with what a group is opened with that plays it.
type Game struct {
	Scenarios []string                   `json:"scenarios"` // not recorded yet
	Title     string                     `json:"title"`
	Group     events.GroupID             `json:"group,omitempty"`
	Scenario  string                     `json:"scenario"` // of the group
	Mode      string                     `json:"mode"`
	Settings  group.Campaign             `json:"settings"`
	Seats     []group.Seat               `json:"seats"` // without tables
	Included  []campaign.PoolCard        `json:"included,omitempty"`
	LeftOut   []campaign.PoolCard        `json:"leftOut,omitempty"`
	Aside     map[events.PersonID]string `json:"aside,omitempty"`
	Do        []string                   `json:"do,omitempty"`
	// Half is set if one scenario of the finale is recorded, and Won how.
	Half bool `json:"half,omitempty"`
	Won  bool `json:"won,omitempty"`
}

// Over is how a campaign ended.
type Over struct {
	Won    bool   `json:"won"`
	Choice string `json:"choice"` // events/campaign.FinaleKeep or FinaleDestroy
}

// Names of notes, and what the names of those about Harad enemies begin with.
const (
	NoteFleet = rules.FactFleet
	NoteGate  = rules.FactGate
	NoteHarad = rules.HaradFacts
)

// Parts lists the scenarios that this program knows the campaign cards of, in order.
func Parts() []Row {
	var out []Row
	for _, c := range rules.Cards() {
		out = append(out, Row{Scenario: c.Scenario, Title: c.Title, Part: c.Part})
	}
	return out
}
