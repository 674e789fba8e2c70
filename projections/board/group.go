package board

import (
	"slices"
	"time"

	rules "github.com/muster-events/muster/engine/lotr"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/projections/words"
)

// Bounds of what the board keeps; the history has the rest.
const (
	maxNotices = 5
	maxRulings = 50
)

func (f *fold) onGroup(e events.Payload) bool {
	g := f.g
	switch e := e.(type) {
	case group.GroupOpened:
		f.open(e)
	case group.GroupStarted:
		g.Phase, g.StartedAt = PhasePlaying, f.r.At
	case group.RoundStarted:
		f.roundStarted(e.Round)
	case group.TableEndedRound:
		t := f.table(e.Table)
		t.EndedAt, t.EndedForced = f.r.At, e.Forced
		f.touch(e.Table)
		if g.Barrier.Since.IsZero() {
			g.Barrier.Since = f.r.At
		}
	case group.EntryWithdrawn:
		f.withdraw(e)
	case group.GroupPaused:
		g.Paused, g.PauseReason = true, e.Reason
	case group.GroupResumed:
		g.Paused, g.PauseReason = false, ""
	case group.GroupAbandoned:
		f.end(PhaseAbandoned, Result{Reason: e.Reason})
	case group.GroupWon:
		f.end(PhaseWon, Result{Reason: e.Reason, Rule: e.Rule})
	case group.GroupLost:
		f.end(PhaseLost, Result{Reason: e.Reason, Rule: e.Rule, Table: e.Table})
	case group.GroupReopened:
		f.reopen(f.Before)
	case group.NoticePosted:
		g.Notices = slices.Insert(g.Notices, 0, Notice{Text: e.Text, Tables: e.Tables, At: f.r.At})
		g.Notices = g.Notices[:min(len(g.Notices), maxNotices)]
	case group.RecorderTaken:
		t := f.table(e.Table)
		t.Recorder, t.Captain = e.Device, e.By
	default:
		return false
	}
	return true
}

func (f *fold) open(e group.GroupOpened) {
	g := f.g
	g.Name, g.Scenario, g.Mode, g.Difficulty, g.Settings = e.Name, e.Scenario, e.Mode, e.Difficulty, e.Settings
	g.Phase = PhaseSetup
	for _, t := range e.Tables {
		g.Tables = append(g.Tables, Table{ID: t.ID, Team: t.Team, ProgressCap: -1})
		f.Games[t.ID] = rules.Table{ID: t.ID, Team: t.Team}
	}
	f.touched = map[events.TableID]*Table{}
}

func (f *fold) roundStarted(round int) {
	g := f.g
	g.Phase, g.Round, g.RoundAt = PhasePlaying, round, f.r.At
	g.City.Rounds = append(g.City.Rounds, CityRound{Round: round, Strength: g.City.Strength})
	g.Barrier.Since = time.Time{}
	clear(f.Stacks)
	for i := range g.Tables {
		t := f.table(g.Tables[i].ID)
		t.SiegeTotal += f.Counted[t.ID]
		t.Stages = append(t.Stages, t.Stage)
		t.Adjusted, t.SurgeOwed = 0, 0
		t.EndedAt, t.EndedForced, t.EntryAt = time.Time{}, false, time.Time{}
	}
	f.Counted = nil
	g.Absent = absent(*g)
}

// absent returns the one stage 3 that nobody is at this round; empty before stage 3 and in standard
// mode, where it is drawn.
//
// Source: Attack on Dol Guldur, "Epic Multiplayer Mode" (back of the Setup card).
func absent(g Group) string {
	if !g.Epic() {
		return ""
	}
	missing := slices.Clone(words.Stages3)
	for _, t := range g.Tables {
		i := slices.Index(missing, t.Stage)
		if i < 0 {
			return ""
		}
		missing = slices.Delete(missing, i, i+1)
	}
	if len(missing) != 1 {
		return ""
	}
	return missing[0]
}

func (f *fold) end(phase string, r Result) {
	if !f.g.Over() {
		f.Before = f.g.Phase
	}
	f.g.Paused, f.g.PauseReason = false, ""
	f.g.Phase, f.g.Result, f.g.EndedAt = phase, r, f.r.At
}

// reopen takes a result back.
func (f *fold) reopen(phase string) {
	if phase == "" {
		phase = PhasePlaying
	}
	f.g.Phase, f.g.Result, f.g.EndedAt, f.Before = phase, Result{}, time.Time{}, ""
}

// finishBarrier works out who has ended the round and who is still playing.
func (f *fold) finishBarrier() {
	b := &f.g.Barrier
	b.Ended, b.Waiting = nil, nil
	if f.g.Round == 0 {
		return
	}
	for _, t := range f.g.Tables {
		if t.Ended >= f.g.Round {
			b.Ended = append(b.Ended, t.ID)
		} else if f.g.Phase == PhasePlaying && !t.Decided() { // a table whose game is over holds nobody up
			b.Waiting = append(b.Waiting, t.ID)
		}
	}
}
