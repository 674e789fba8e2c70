package history

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
	"github.com/muster-events/muster/events/tournament"
	"github.com/muster-events/muster/projections/words"
)

// State is what the fold keeps of a group to say its events: where it is in the game. It is a value;
// the zero State is that of an empty stream.
type State struct {
	Round  int                       `json:"round"`
	Mark   int                       `json:"mark"` // city strength at which arriving Lieutenants attack
	Teams  map[events.TableID]string `json:"teams,omitempty"`
	Stages map[events.TableID]string `json:"stages,omitempty"`
	// Asked lists the steps of the round's end whose turn was said.
	Asked []string `json:"asked,omitempty"`
	// Entrants are those of a tournament, in the order of their numbers.
	Entrants []events.PersonID `json:"entrants,omitempty"`
}

// Added is what a commit adds to the history.
type Added struct {
	Lines []Line
	// Withdrawn lists the versions whose lines are struck through from now on.
	Withdrawn []events.Version
}

// Apply returns the state after a commit, and the lines it adds. An event that another one of the
// commit says already adds none. It never refuses and leaves s as it was.
func Apply(s State, r events.Recorded, payloads []events.Payload) (State, Added) {
	var out Added
	table := commandTable(r)
	for i, e := range payloads {
		s = s.before(e)
		if l, ok := s.line(r, i, e, table); ok {
			out.Lines = append(out.Lines, l)
		}
		if w, ok := e.(group.EntryWithdrawn); ok {
			out.Withdrawn = append(out.Withdrawn, w.Version)
		}
		s = s.after(e)
	}
	return s, out
}

// before takes what an event has to be said with.
func (s State) before(e events.Payload) State {
	switch e := e.(type) {
	case group.GroupOpened:
		s.Teams, s.Stages, s.Mark = map[events.TableID]string{}, map[events.TableID]string{}, 5
		if e.Mode == "epic" {
			s.Mark = 10
		}
		for _, t := range e.Tables {
			s.Teams[t.ID] = t.Team
		}
	case group.RoundStarted:
		s.Round = e.Round
	case tournament.EntrantRegistered:
		s.Entrants = append(slices.Clip(s.Entrants), e.Entrant.Player)
	}
	return s
}

// after takes what an event changes for those that follow.
func (s State) after(e events.Payload) State {
	switch e := e.(type) {
	case lotr.TableSetUp:
		s = s.at(e.Table, e.Stage)
	case lotr.StageEntered:
		s = s.at(e.Table, e.Stage)
	case group.StepOpened:
		s.Asked = append(slices.Clip(s.Asked), e.Step)
	case group.RoundEnded:
		s.Asked = nil
	}
	return s
}

func (s State) at(t events.TableID, stage string) State {
	s.Stages = maps.Clone(s.Stages)
	if s.Stages == nil {
		s.Stages = map[events.TableID]string{}
	}
	s.Stages[t] = stage
	return s
}

// line returns the line of the i-th event of a commit; false if it needs none.
func (s State) line(r events.Recorded, i int, e events.Payload, entry events.TableID) (Line, bool) {
	c := words.Context{Teams: s.Teams, Stages: s.Stages, Entrants: s.Entrants}
	p := words.Of(c, e)
	if p.Does == "" || s.repeats(e) {
		return Line{}, false
	}
	table := tableOf(e)
	if table == "" && p.Acted {
		table = entry
	}
	says := p.Sentence(words.Actor(c, r.Command.Actor))
	name, _, _ := strings.Cut(e.EventType(), ".v")
	return Line{
		Position: r.Position, Version: r.Version, Index: i, At: r.At,
		Round: s.Round, Table: table, Stage: s.Stages[table], Kind: name,
		Words: s.place(e, table, says) + says, By: r.Command.Actor,
		Command: r.Command.ID, Type: r.Command.Type,
		Major: p.Major, Moment: s.moment(e),
	}, true
}

// repeats tells whether an event only says again whose turn it is, because the answers changed.
func (s State) repeats(e events.Payload) bool {
	o, ok := e.(group.StepOpened)
	return ok && slices.Contains(s.Asked, o.Step)
}

// place says where in the game something happened: "Round 4, stage 3D: ". While several teams are at
// one stage it names the team too, unless the words do.
func (s State) place(e events.Payload, table events.TableID, says string) string {
	if _, begins := e.(group.RoundStarted); begins || s.Round == 0 {
		return ""
	}
	stage := s.Stages[table]
	if stage == "" {
		return fmt.Sprintf("Round %d: ", s.Round)
	}
	if team := s.Teams[table]; s.shared(stage) && !strings.Contains(says, team) {
		return fmt.Sprintf("Round %d, stage %s, %s: ", s.Round, stage, team)
	}
	return fmt.Sprintf("Round %d, stage %s: ", s.Round, stage)
}

// shared tells whether more than one team is at a stage.
func (s State) shared(stage string) bool {
	n := 0
	for _, at := range s.Stages {
		if at == stage {
			n++
		}
	}
	return n > 1
}

// moment tells whether an event takes the whole wall.
func (s State) moment(e events.Payload) string {
	switch e := e.(type) {
	case group.GroupWon:
		return MomentWon
	case group.GroupLost:
		return MomentLost
	case lotr.LossPending:
		return MomentPending
	case lotr.EnemyDestroyed:
		if e.Card.Lieutenant {
			return MomentLieutenant
		}
	case lotr.CityStrengthReduced:
		switch {
		case e.From > 0 && e.Strength == 0:
			return MomentFallen
		case e.From > s.Mark && e.Strength <= s.Mark:
			return MomentMark
		}
	}
	return ""
}

// tableOf returns the table that an event is about; empty if it is about the whole group.
func tableOf(e events.Payload) events.TableID {
	if te, ok := e.(lotr.TableEvent); ok {
		return te.OnTable()
	}
	switch e := e.(type) {
	case group.TableEndedRound:
		return e.Table
	case group.StepOpened:
		return e.Table
	case group.StepResolved:
		return e.Table
	case group.EntryWithdrawn:
		return e.Table
	case group.PlayerDropped:
		return e.Table
	case group.PlayerUnseated:
		return e.Table
	case group.PlayerAdmitted:
		return e.Seat.Table
	case group.RecorderTaken:
		return e.Table
	case group.KeyRegistered:
		return e.Table
	case group.GroupLost:
		return e.Table
	case lotr.EffectCarriedOut:
		return e.Table
	default:
		return ""
	}
}

// commandTable returns the table that a commit's command was about.
func commandTable(r events.Recorded) events.TableID {
	var about struct {
		Table events.TableID `json:"table"`
	}
	if json.Unmarshal(r.Command.Data, &about) != nil {
		return ""
	}
	return about.Table
}

// Name returns a line's words with the names of people put in.
func Name(l Line, name func(events.PersonID) string) string { return words.Resolve(l.Words, name) }
