package season

import (
	"slices"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/league"
)

// Season is what a league's stream says. It is a value: nothing in a Season that was handed out is
// written again. Slices in it are read only. The zero Season is that of an empty stream.
type Season struct {
	Opened    bool              `json:"opened"`
	Name      string            `json:"name"`
	Season    string            `json:"season,omitempty"`
	Rules     league.Rules      `json:"rules"`
	Divisions []league.Division `json:"divisions,omitempty"` // the highest first
	Walkins   bool              `json:"walkins,omitempty"`
	Before    events.GroupID    `json:"before,omitempty"` // the league of the season before
	Carry     []league.Carried  `json:"carry,omitempty"`
	Seed      uint64            `json:"seed"`

	Players  []Player  `json:"players"`  // in the order in which they entered
	Sessions []Session `json:"sessions"` // in the order in which they were planned
	Results  []Result  `json:"results"`  // number n is at n−1
	Links    []Link    `json:"links,omitempty"`
	Marks    []Mark    `json:"marks,omitempty"` // number n is at n−1

	Stage Stage                 `json:"stage"`
	Moves []league.DivisionMove `json:"moves,omitempty"` // once the season has ended
	// Frozen is the season as it was when the board was frozen; nil: it is not. Revealed are the rows
	// of the final table that the public sees.
	Frozen   *Season              `json:"frozen,omitempty"`
	Revealed []league.RowRevealed `json:"revealed,omitempty"`

	players, results *Grown // of these lists
}

// Stage says how far a season is.
type Stage string

// The stages of a season. A frozen board is not one of them.
const (
	Running Stage = ""
	Ended   Stage = "ended"  // nothing is scored any more; corrections are possible
	Final   Stage = "final"  // only rulings that undo change the tables
	Sealed  Stage = "sealed" // nothing is accepted
)

// Player is a player of a season.
type Player struct {
	league.Player
	Late    bool          `json:"late,omitempty"`
	Walkin  bool          `json:"walkin,omitempty"`
	Points  league.Amount `json:"points,omitempty"` // to begin with
	Place   int           `json:"place,omitempty"`  // in the season before; 0: none
	Dropped bool          `json:"dropped,omitempty"`
	Reason  string        `json:"reason,omitempty"` // of the drop
	// Into is the player that this one was merged into; empty: none.
	Into events.PersonID `json:"into,omitempty"`
}

// Session is a session of a season.
type Session struct {
	league.Session
	Frozen    bool `json:"frozen,omitempty"`
	Cancelled bool `json:"cancelled,omitempty"`
}

// Result is a result as it stands, with what it said before.
type Result struct {
	N       int               `json:"n"`
	Session league.SessionID  `json:"session"`
	Source  *league.Source    `json:"source,omitempty"`
	Page    int               `json:"page,omitempty"` // of the source
	Now     *league.Result    `json:"now,omitempty"`  // nil: taken out
	LeftOut []events.PersonID `json:"leftOut,omitempty"`
	Trail   []Superseded      `json:"trail,omitempty"` // the oldest first
	Mark    int               `json:"mark,omitempty"`  // that brought it in
}

// Superseded is what a result said before it was corrected.
type Superseded struct {
	Was    *league.Result `json:"was,omitempty"` // nil: it was out
	Reason string         `json:"reason,omitempty"`
	Mark   int            `json:"mark,omitempty"`
}

// Link is a source that feeds a session.
type Link struct {
	Source  league.Source    `json:"source"`
	Session league.SessionID `json:"session"`
	Pages   []Page           `json:"pages,omitempty"` // what came of it; page n is at n
}

// Page is a part of what a source scores; most sources have one.
type Page struct {
	At events.Version `json:"at,omitempty"` // of the source's stream, up to which it has scored or is held; 0: not yet
	// Held is what it will score when its session is opened again; nil: nothing waits.
	Held *league.SourceHeld `json:"held,omitempty"`
}

// Page returns a part of what a source scores; the zero Page if nothing came of it yet.
func (l Link) Page(n int) Page {
	if n < 0 || n >= len(l.Pages) {
		return Page{}
	}
	return l.Pages[n]
}

// Waits tells whether something of the source is held.
func (l Link) Waits() bool {
	return slices.ContainsFunc(l.Pages, func(p Page) bool { return p.Held != nil })
}

// Mark is an integrity event. The badge stays when it is undone.
type Mark struct {
	N       int            `json:"n"`
	Kind    string         `json:"kind"`
	Reason  string         `json:"reason"`
	Effects league.Effects `json:"effects"`
	// Did is what it changed, in order, from which it is undone.
	Did    []Change `json:"did,omitempty"`
	Undone bool     `json:"undone,omitempty"`
	Undo   string   `json:"undo,omitempty"` // the reason of the undoing
}

// Change is one event of an integrity event: one field is set.
type Change struct {
	Corrected *league.ResultCorrected  `json:"corrected,omitempty"`
	Recorded  int                      `json:"recorded,omitempty"` // number of the result
	Player    *league.PlayerChanged    `json:"player,omitempty"`
	Merged    *league.PlayersMerged    `json:"merged,omitempty"`
	Unlinked  *league.SourceUnlinked   `json:"unlinked,omitempty"`
	Reopened  *league.SessionReopened  `json:"reopened,omitempty"`
	Cancelled *league.SessionCancelled `json:"cancelled,omitempty"`
	Rules     *league.RulesChanged     `json:"rules,omitempty"`
	Season    *league.SeasonReopened   `json:"season,omitempty"`
}

// Started tells whether anything was scored: from then on what is changed by hand is an integrity event.
func (s Season) Started() bool { return len(s.Results) > 0 }

// Over reports whether the stream takes nothing any more.
func (s Season) Over() bool { return s.Stage == Sealed }

// Revealing tells whether the reveal of the board has begun.
func (s Season) Revealing() bool { return s.Frozen != nil && len(s.Revealed) > 0 }

// Player returns a player by the id that they entered with.
func (s Season) Player(id events.PersonID) (Player, bool) {
	if i := s.playerAt(id); i >= 0 {
		return s.Players[i], true
	}
	return Player{}, false
}

func (s Season) playerAt(id events.PersonID) int {
	return slices.IndexFunc(s.Players, func(p Player) bool { return p.Player.Player == id })
}

// Who returns whose a result of id is: the player that id was merged into, through all merges, or id.
func (s Season) Who(id events.PersonID) events.PersonID {
	for range s.Players {
		p, ok := s.Player(id)
		if !ok || p.Into == "" {
			return id
		}
		id = p.Into
	}
	return id
}

// Session returns a session by id.
func (s Season) Session(id league.SessionID) (Session, bool) {
	if i := s.sessionAt(id); i >= 0 {
		return s.Sessions[i], true
	}
	return Session{}, false
}

func (s Season) sessionAt(id league.SessionID) int {
	return slices.IndexFunc(s.Sessions, func(x Session) bool { return x.ID == id })
}

// Link returns the link of a source.
func (s Season) Link(src league.Source) (Link, bool) {
	if i := s.linkAt(src); i >= 0 {
		return s.Links[i], true
	}
	return Link{}, false
}

func (s Season) linkAt(src league.Source) int {
	return slices.IndexFunc(s.Links, func(l Link) bool { return l.Source == src })
}

// Of returns every result that a page of a source has brought, in order, also those that were taken out.
func (s Season) Of(src league.Source, page int) []Result {
	var out []Result
	for _, r := range s.Results {
		if r.Source != nil && *r.Source == src && r.Page == page {
			out = append(out, r)
		}
	}
	return out
}

// History returns every result that counts for a player, or did before it was corrected, in order:
// their own and those of players that were merged into them.
func (s Season) History(id events.PersonID) []Result {
	var out []Result
	people := s.People()
	for _, r := range s.Results {
		if people.names(r.Now, id) || slices.ContainsFunc(r.Trail, func(t Superseded) bool { return people.names(t.Was, id) }) {
			out = append(out, r)
		}
	}
	return out
}

func (p People) names(r *league.Result, id events.PersonID) bool {
	return r != nil && slices.ContainsFunc(r.Players, func(who events.PersonID) bool { return p.Who(who) == id })
}
