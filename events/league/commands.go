package league

import "github.com/muster-events/muster/events"

// OpenLeague begins a season. Role: organiser. First command of a league's stream.
type OpenLeague struct {
	Name      string     `json:"name"` // 1 to 80 characters
	Season    string     `json:"season,omitempty"`
	Rules     Rules      `json:"rules"`
	Divisions []Division `json:"divisions,omitempty"` // the highest first, at most 20
	// Walkins enters whoever plays in a linked group or tournament.
	Walkins bool `json:"walkins,omitempty"`
	// Carry is what players bring from the season of the league Before.
	Before events.GroupID `json:"before,omitempty"`
	Carry  []Carried      `json:"carry,omitempty"`
	Seed   uint64         `json:"seed"` // of the lots
}

// EnterPlayers makes people players of the league, all or none. Role: organiser, system.
type EnterPlayers struct {
	Players []Player `json:"players"` // 1 to 100
}

// ChangePlayer sets a player's division, team and store. After the start it is an integrity event, and
// needs a reason and a preview. Role: organiser.
type ChangePlayer struct {
	Player    Player `json:"player"`
	Reason    string `json:"reason,omitempty"`
	Previewed string `json:"previewed,omitempty"`
}

// DropPlayer takes a player out of the rest of the season: what was scored stays. Role: organiser.
type DropPlayer struct {
	Player events.PersonID `json:"player"`
	Reason string          `json:"reason,omitempty"`
}

// ReturnPlayer takes a drop back from now on. Role: organiser.
type ReturnPlayer struct {
	Player events.PersonID `json:"player"`
}

// MergePlayers says that two players are one: what From has scored and will score is Into's. After the
// start it is an integrity event. Role: organiser.
type MergePlayers struct {
	From      events.PersonID `json:"from"`
	Into      events.PersonID `json:"into"`
	Reason    string          `json:"reason"` // 1 to 400 characters
	Previewed string          `json:"previewed,omitempty"`
}

// PlanSession adds a session, or changes one that nothing was scored in. Role: organiser.
type PlanSession struct {
	Session Session `json:"session"`
}

// LinkSource says that a group or tournament scores in a session: now if it has ended, else when it
// ends. Role: organiser.
type LinkSource struct {
	Session SessionID `json:"session"`
	Source  Source    `json:"source"`
}

// UnlinkSource takes a source away from its session, with what it scored there. It is an integrity event
// if it had scored. Role: organiser.
type UnlinkSource struct {
	Source    Source `json:"source"`
	Reason    string `json:"reason,omitempty"`
	Previewed string `json:"previewed,omitempty"`
}

// RecordResults enters results by hand. Role: organiser, judge. Import marks them as imported: then a
// reason and a preview are needed.
type RecordResults struct {
	Session   SessionID `json:"session"`
	Results   []Result  `json:"results"` // 1 to 100
	Import    bool      `json:"import,omitempty"`
	Reason    string    `json:"reason,omitempty"` // also needed for KindPoints
	Previewed string    `json:"previewed,omitempty"`
}

// ScoreSource says what a group or tournament scores in the session that it is linked to, in place of
// what it scored before. Results is empty if its end was taken back. Role: system.
//
// More results than fit one commit come in pages, each of which replaces what the same page scored.
type ScoreSource struct {
	Source  Source         `json:"source"`
	Page    int            `json:"page,omitempty"` // from 0
	At      events.Version `json:"at"`             // of the source's stream; an older one than the last is out of date
	Results []Result       `json:"results"`        // at most 100
	Why     string         `json:"why,omitempty"`  // the reason of the ruling that changed it
}

// CorrectResult changes a result, with a reason; Now is nil to take it out. Role: organiser, judge.
type CorrectResult struct {
	Result    int     `json:"result"` // its number
	Now       *Result `json:"now"`
	Reason    string  `json:"reason"` // 1 to 400 characters
	Previewed string  `json:"previewed,omitempty"`
}

// FreezeSession closes a session: nothing is scored in it any more. Role: organiser.
type FreezeSession struct {
	Session SessionID `json:"session"`
}

// ReopenSession opens a frozen session again, by a ruling: what came for it meanwhile is scored now.
// Role: organiser, judge.
type ReopenSession struct {
	Session   SessionID `json:"session"`
	Reason    string    `json:"reason"` // 1 to 400 characters
	Previewed string    `json:"previewed,omitempty"`
}

// CancelSession takes a session out of the season: nothing of it counts. Role: organiser.
type CancelSession struct {
	Session   SessionID `json:"session"`
	Reason    string    `json:"reason"` // 1 to 400 characters
	Previewed string    `json:"previewed,omitempty"`
}

// ChangeRules changes the scoring rules. After the start it is an integrity event. Role: organiser.
type ChangeRules struct {
	Rules     Rules  `json:"rules"`
	Reason    string `json:"reason,omitempty"`
	Previewed string `json:"previewed,omitempty"`
}

// FreezeBoard freezes what the public sees, until it is revealed or thawed. Role: organiser.
type FreezeBoard struct{}

// RevealNext shows the final rank of the next rows of the table, from the last upwards. The first one
// begins the reveal: from then on nothing is scored until the board is thawed. Role: organiser.
type RevealNext struct {
	Rows int `json:"rows,omitempty"` // 0: 1
}

// ThawBoard shows the public everything again. Role: organiser.
type ThawBoard struct{}

// EndSeason ends the season: sessions are frozen, and promotion and relegation are worked out. Role:
// organiser.
type EndSeason struct {
	// Choose lists who goes up or down of those who share the last place that does.
	Choose []events.PersonID `json:"choose,omitempty"`
}

// ReopenSeason takes the end of the season back, by a ruling. Role: organiser, judge.
type ReopenSeason struct {
	Reason    string `json:"reason"` // 1 to 400 characters
	Previewed string `json:"previewed,omitempty"`
}

// FinaliseSeason makes the tables final: only rulings that undo change them. Role: organiser.
type FinaliseSeason struct{}

// SealSeason closes the stream: nothing is accepted afterwards. Role: organiser.
type SealSeason struct{}

// UndoMark takes an integrity event back by a ruling. Role: organiser, judge.
type UndoMark struct {
	Mark      int    `json:"mark"`   // its number
	Reason    string `json:"reason"` // 1 to 400 characters
	Previewed string `json:"previewed,omitempty"`
}
