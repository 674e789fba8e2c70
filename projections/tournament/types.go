package tournament

import (
	"time"

	"github.com/muster-events/muster/engine/standings"
	rules "github.com/muster-events/muster/engine/tournament"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/tournament"
)

// View is a tournament as somebody may see it. People are named by id; sentences have them in braces.
type View struct {
	Gathering events.GatheringID `json:"gathering"`
	ID        events.GroupID     `json:"id"`
	Name      string             `json:"name"`
	Version   events.Version     `json:"version"`
	Position  events.Position    `json:"position"` // in the gathering's log
	OpenedAt  time.Time          `json:"openedAt"`
	At        time.Time          `json:"at"` // of the last commit
	// Officials is set if this is what organisers and judges see.
	Officials bool   `json:"officials,omitempty"`
	Status    string `json:"status"` // a tournament.Status… constant
	// Hidden is set for officials while everybody else sees the standings as they were frozen.
	Hidden  bool             `json:"hidden,omitempty"`
	Badge   bool             `json:"badge,omitempty"` // something touched its integrity; it stays for good
	Rules   tournament.Rules `json:"rules"`
	Ruleset Ruleset          `json:"ruleset"`
	Planned int              `json:"planned,omitempty"` // rounds of the main stage; 0: not known
	Next    string           `json:"next,omitempty"`    // for officials: what comes next, in words
	// Entrants are all who entered, in the order of their numbers, merged ones among them.
	Entrants []Entrant `json:"entrants"`
	// Apart, for officials, are pairs of entrants that look alike and are known to be two people.
	Apart     [][2]int    `json:"apart,omitempty"`
	In        int         `json:"in"`      // how many are in now
	Waiting   int         `json:"waiting"` // how many are on the waiting list
	Rounds    []Round     `json:"rounds"`
	Standings []Standings `json:"standings"` // of each stage, the main one first
	Integrity []Note      `json:"integrity"`
	// Brackets are those of the stages that eliminate, and Schedule is that of a round robin.
	Brackets []Bracket         `json:"brackets,omitempty"`
	Schedule []rules.Scheduled `json:"schedule,omitempty"`
	// Final ranks the whole tournament where there is a bracket: it ranks who is in it.
	Final []rules.Ranked `json:"final,omitempty"`
	// Recent are the latest results, the latest first.
	Recent []Recent `json:"recent,omitempty"`
}

// KeptApart tells whether two entrants are known to be two people, under whichever entries that was said.
func (v View) KeptApart(a, b int) bool {
	now := func(n int) int {
		if n < 1 || n > len(v.Entrants) {
			return n
		}
		if into := v.Entrants[n-1].Into; into != 0 {
			return into
		}
		return n
	}
	for _, p := range v.Apart {
		x, y := now(p[0]), now(p[1])
		if x == a && y == b || x == b && y == a {
			return true
		}
	}
	return false
}

// Ruleset is what standings are computed by.
type Ruleset struct {
	ID      string `json:"id"`
	Edition string `json:"edition"`
	Name    string `json:"name"`
	Source  string `json:"source"`
}

// Entrant is somebody who entered.
type Entrant struct {
	N         int             `json:"n"`
	Player    events.PersonID `json:"player"`
	Code      string          `json:"code,omitempty"`
	Club      string          `json:"club,omitempty"`
	Rating    int             `json:"rating,omitempty"`
	Seed      int             `json:"seed,omitempty"`
	Waiting   bool            `json:"waiting,omitempty"`
	CheckedIn bool            `json:"checkedIn,omitempty"`
	Dropped   bool            `json:"dropped,omitempty"`
	Why       string          `json:"why,omitempty"`  // for officials: why they left
	From      int             `json:"from,omitempty"` // first round that they may play; 0: the first
	Into      int             `json:"into,omitempty"` // who this one was found to be
	Byes      []rules.Grant   `json:"byes,omitempty"`
}

// In tells whether the entrant is in the tournament now.
func (e Entrant) In() bool { return !e.Waiting && !e.Dropped && e.Into == 0 }

// Round is one round.
type Round struct {
	N         int               `json:"n"`
	Stage     int               `json:"stage"`
	Published bool              `json:"published"`
	Finished  bool              `json:"finished"`
	Clock     *rules.Clock      `json:"clock,omitempty"` // nil: not started
	Tables    []Table           `json:"tables"`
	Byes      []Bye             `json:"byes"`
	Flags     []tournament.Flag `json:"flags"`
	Source    string            `json:"source,omitempty"` // where it was imported from
	Open      int               `json:"open"`             // tables without a result
}

// Ends is when the time of a round that runs is up, without what single tables were given; zero: it is
// not known, because there is no clock or it stands still.
func (r Round) Ends() time.Time {
	c := r.Clock
	if c == nil || c.Seconds == 0 || c.Paused != 0 {
		return time.Time{}
	}
	return time.UnixMilli(int64(c.Started + c.Stood)).UTC().Add(time.Duration(c.Seconds) * time.Second)
}

// Left is what is left of a round whose clock stands still; false if it runs or there is none.
func (r Round) Left() (time.Duration, bool) {
	c := r.Clock
	if c == nil || c.Seconds == 0 || c.Paused == 0 {
		return 0, false
	}
	past := time.Duration(c.Paused-c.Started-c.Stood) * time.Millisecond
	return time.Duration(c.Seconds)*time.Second - past, true
}

// Bye is somebody who sits out.
type Bye struct {
	Entrant int             `json:"entrant"`
	Player  events.PersonID `json:"player"`
	Kind    string          `json:"kind"` // a tournament.Bye… constant
	Why     []string        `json:"why,omitempty"`
}

// States of a table.
const (
	TableOpen     = "open"     // no entry
	TableEntered  = "entered"  // an entry waits for another person; officials see that, and the players
	TableConflict = "conflict" // a judge is asked
	TableStands   = "stands"   // there is a result
)

// Table is a table of a round.
type Table struct {
	N      int                `json:"n"`
	Seats  []Seat             `json:"seats"`
	Slot   string             `json:"slot,omitempty"`
	Locked bool               `json:"locked,omitempty"`
	Group  events.GroupID     `json:"group,omitempty"`
	State  string             `json:"state"` // a Table… constant
	Result *tournament.Result `json:"result,omitempty"`
	Says   string             `json:"says,omitempty"` // the result in words
	Called bool               `json:"called,omitempty"`
	Extra  int                `json:"extra,omitempty"` // seconds more than the round
	Why    []string           `json:"why,omitempty"`   // why these meet
	// Entries is the trail of what was entered, earliest first. Everybody sees those that stood.
	Entries []Entry `json:"entries,omitempty"`
	// Stands is the number of the entry that counts; 0: none.
	Stands int `json:"stands,omitempty"`
}

// Seat is a place at a table.
type Seat struct {
	Entrant int             `json:"entrant"`
	Player  events.PersonID `json:"player"`
	Side    string          `json:"side,omitempty"`
	Won     bool            `json:"won,omitempty"` // alone, by the result that stands
	Score   string          `json:"score,omitempty"`
	// At is the place around a table of more than two, from 1: with sides they take turns.
	At int `json:"at,omitempty"`
}

// Entry is an entry of a result.
type Entry struct {
	N         int               `json:"n"`
	State     rules.EntryState  `json:"state"`
	Says      string            `json:"says"` // "{p-1} 2, {p-2} 0"
	By        string            `json:"by"`   // "{p-7}", "a judge"
	Entrant   int               `json:"entrant,omitempty"`
	Person    events.PersonID   `json:"person,omitempty"`
	Corrects  int               `json:"corrects,omitempty"`
	Reason    string            `json:"reason,omitempty"`
	Confirmed []string          `json:"confirmed,omitempty"` // by whom
	Rejected  string            `json:"rejected,omitempty"`  // by whom and why
	Result    tournament.Result `json:"result"`
}

// Standings are those of a stage.
type Standings struct {
	Stage int             `json:"stage"`
	Table standings.Table `json:"table"`
	// Moved says, by person, by how many places they are better than before the last round that has a
	// result; below 0: worse. Nobody is in it while there is nothing to compare with.
	Moved map[events.PersonID]int `json:"moved,omitempty"`
	Since int                     `json:"since,omitempty"` // the round that Moved is since
}

// Note is an entry on the list of what touched the tournament's integrity.
type Note struct {
	N      int      `json:"n"`
	What   string   `json:"what"`
	Title  string   `json:"title"` // "corrected a result"
	Says   []string `json:"says"`
	By     string   `json:"by"`
	Reason string   `json:"reason"`
	Round  int      `json:"round,omitempty"`
	Table  int      `json:"table,omitempty"`
	Source string   `json:"source,omitempty"`
	Undoes int      `json:"undoes,omitempty"`
	Undone int      `json:"undone,omitempty"` // the ruling that undid it
}

// Mine is what the phone of a player shows of the tournament: their entry, and the table that they sit
// at, also while the standings are frozen.
type Mine struct {
	Entrant Entrant `json:"entrant"`
	Round   int     `json:"round,omitempty"` // of Table or Bye; 0: none is published
	Table   *Table  `json:"table,omitempty"`
	Bye     string  `json:"bye,omitempty"`
	Started bool    `json:"started,omitempty"` // the round's clock was started
	Over    bool    `json:"over,omitempty"`    // every table of the round has a result
	Clock   Round   `json:"clock"`             // without tables
	// MayEnter tells whether the player may enter a result now, MayConfirm whether an entry of somebody
	// else waits for them; Pending is its number.
	MayEnter   bool `json:"mayEnter,omitempty"`
	MayConfirm bool `json:"mayConfirm,omitempty"`
	Pending    int  `json:"pending,omitempty"`
	// Place is the player's place on the waiting list of Of, from 1; 0: they do not wait. Admitted is set
	// once they have a place from that list.
	Place    int  `json:"place,omitempty"`
	Of       int  `json:"of,omitempty"`
	Admitted bool `json:"admitted,omitempty"`
}

// Line is a tournament in a list, as everybody sees it.
type Line struct {
	Gathering events.GatheringID `json:"gathering"`
	ID        events.GroupID     `json:"id"`
	Name      string             `json:"name"`
	Format    string             `json:"format"`
	Status    string             `json:"status"`
	In        int                `json:"in"`
	Round     int                `json:"round"` // the last that is published; 0: none
	Planned   int                `json:"planned,omitempty"`
	Badge     bool               `json:"badge,omitempty"`
}

// LineOf returns the line of a tournament.
func LineOf(s Stored) Line {
	l := s.Log.Public()
	return Line{
		Gathering: s.Gathering, ID: s.ID, Name: l.Name, Format: l.Rules.Format, Status: l.Status, In: l.In(), Round: len(l.Rounds),
		Planned: l.Planned, Badge: l.Badge(),
	}
}
