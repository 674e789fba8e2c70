package table

import (
	"fmt"
	"strings"
	"time"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/projections/board"
	"github.com/muster-events/muster/projections/history"
	"github.com/muster-events/muster/projections/words"
)

// maxLog is how many entries of the group a captain sees.
const maxLog = 15

// Logged is one of the group's latest entries, which a captain may flag for a judge.
type Logged struct {
	Entry events.Version `json:"entry"` // its number
	At    time.Time      `json:"at"`
	Says  string         `json:"says"`
	Team  string         `json:"team,omitempty"` // whose entry; empty: the group's
	Own   bool           `json:"own,omitempty"`  // of this table
	// Withdrawn is set when it was taken back, Flagged when this table disputes it.
	Withdrawn bool `json:"withdrawn,omitempty"`
	Flagged   bool `json:"flagged,omitempty"`
}

// Flagged is an entry that this table disputes, or has disputed.
type Flagged struct {
	Flag   events.Version `json:"flag"`
	Entry  events.Version `json:"entry"`
	Reason string         `json:"reason"`
	Open   bool           `json:"open,omitempty"` // no judge has answered, and the table may take it back
	Says   string         `json:"says"`           // how it stands
}

// WithLog returns a view with the group's latest entries, made of lines of its history, latest first.
func WithLog(out View, lines []history.Line, g board.Group, name func(events.PersonID) string) View {
	at := map[events.Version]int{}
	for _, l := range lines {
		if i, ok := at[l.Version]; ok {
			out.Log[i].Says = history.Name(l, name) // the first thing that an entry did says what it was
			continue
		}
		if len(out.Log) == maxLog || !disputable(l) {
			continue
		}
		t, _ := g.Table(l.Table)
		at[l.Version] = len(out.Log)
		out.Log = append(out.Log, Logged{
			Entry: l.Version, At: l.At, Says: history.Name(l, name), Team: t.Team, Own: l.Table == out.Table, Withdrawn: l.Withdrawn,
			Flagged: flaggedBy(g, out.Table, l.Version),
		})
	}
	return out
}

// disputable tells whether a line is of something that somebody entered.
func disputable(l history.Line) bool {
	kind, _, _ := strings.Cut(l.Type, ".v")
	switch kind {
	case "group.flag-entry", "group.take-back-flag", "group.resolve-flag", "group.countersign", "group.dispute-ruling",
		"group.post-notice", "group.take-recorder", "group.register-key", "group.pause", "group.resume":
		return false
	}
	return l.Round > 0
}

func flaggedBy(g board.Group, t events.TableID, entry events.Version) bool {
	for _, f := range g.Flags {
		if f.Open() && f.Table == t && f.Entry == entry {
			return true
		}
	}
	return false
}

// flags are what this table has flagged, the latest first.
func (v view) flags() []Flagged {
	const most = 8
	var out []Flagged
	for i := len(v.g.Flags) - 1; i >= 0 && len(out) < most; i-- {
		f := v.g.Flags[i]
		if f.Table != v.t.ID {
			continue
		}
		out = append(out, Flagged{Flag: f.Version, Entry: f.Entry, Reason: f.Reason, Open: f.Open(), Says: v.flagSays(f)})
	}
	return out
}

func (v view) flagSays(f board.Flag) string {
	switch f.Outcome {
	case "":
		return "A judge will look at it."
	case board.FlagTakenBack:
		return "Taken back."
	case group.FlagCorrected, group.FlagStands, group.FlagDismissed:
		says := words.Upper(words.FlagOutcome(f.Outcome, f.Ruling))
		return fmt.Sprintf("%s: %s", says, f.Answer)
	default:
		return f.Outcome
	}
}
