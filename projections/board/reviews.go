package board

import (
	"fmt"
	"slices"
	"time"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// maxSettled is how many settled flags the board keeps; the history has the rest.
const maxSettled = 20

// Ruling is a judge's correction.
type Ruling struct {
	Version events.Version `json:"version"`
	Reason  string         `json:"reason"`
	Verdict string         `json:"verdict"`
	By      events.Actor   `json:"by"`
	At      time.Time      `json:"at"`
	Changes []string       `json:"changes"` // in words for people
	// Corrects is the commit that was wrong, if one was.
	Corrects events.Version `json:"corrects,omitempty"`
	// Effects are the numbers before and after.
	Effects []Effect `json:"effects,omitempty"`
	// Reviews are what second judges said, in order; Replaced is the ruling that has corrected this one.
	Reviews  []Review       `json:"reviews,omitempty"`
	Replaced events.Version `json:"replaced,omitempty"`
}

// Effect is one thing that a ruling changed.
type Effect struct {
	What   string `json:"what"` // "Rivendell: progress on 3B"; people are named by their marks
	Before string `json:"before"`
	After  string `json:"after"`
	// Follows is set where the coordinator has worked it out from what the judge corrected.
	Follows bool `json:"follows,omitempty"`
}

// Review is what a second judge said of a ruling.
type Review struct {
	By     events.Actor `json:"by"`
	At     time.Time    `json:"at"`
	Agrees bool         `json:"agrees"`
	Reason string       `json:"reason,omitempty"` // of one who does not
}

// Signed returns who has countersigned a ruling last; false if nobody has, or somebody disagreed since.
func (r Ruling) Signed() (Review, bool) {
	n := len(r.Reviews)
	if n == 0 || !r.Reviews[n-1].Agrees {
		return Review{}, false
	}
	return r.Reviews[n-1], true
}

// Disputed returns who disagrees with a ruling, if that was the last word on it.
func (r Ruling) Disputed() (Review, bool) {
	n := len(r.Reviews)
	if n == 0 || r.Reviews[n-1].Agrees {
		return Review{}, false
	}
	return r.Reviews[n-1], true
}

// Awaits reports whether a second pair of eyes is still wanted.
func (r Ruling) Awaits() bool {
	_, signed := r.Signed()
	return r.Replaced == 0 && !signed
}

// Flag is an entry that a table disputes.
type Flag struct {
	Version events.Version `json:"version"` // of the commit that raised it
	Table   events.TableID `json:"table"`
	Entry   events.Version `json:"entry"` // the commit that is disputed
	Reason  string         `json:"reason"`
	By      events.Actor   `json:"by"`
	At      time.Time      `json:"at"`
	// Outcome is how it was settled: a Flag… constant of events/group, or FlagTakenBack; empty: it is open.
	Outcome string         `json:"outcome,omitempty"`
	Ruling  events.Version `json:"ruling,omitempty"` // that answered it
	Answer  string         `json:"answer,omitempty"` // why
	Judge   events.Actor   `json:"judge,omitzero"`   // who settled it
	Settled time.Time      `json:"settled,omitzero"`
}

// FlagTakenBack is the outcome of a flag that its own table has taken back.
const FlagTakenBack = "taken-back"

// Open reports whether a flag waits for a judge.
func (f Flag) Open() bool { return f.Outcome == "" }

// OpenFlags are the flags that wait for a judge, the oldest first.
func (g Group) OpenFlags() []Flag {
	return slices.DeleteFunc(slices.Clone(g.Flags), func(f Flag) bool { return !f.Open() })
}

// Unsigned are the rulings that want a second pair of eyes, the latest first.
func (g Group) Unsigned() []Ruling {
	return slices.DeleteFunc(slices.Clone(g.Rulings), func(r Ruling) bool { return !r.Awaits() })
}

func (f *fold) onReviews(e events.Payload) bool {
	by, at := f.r.Command.Actor, f.r.At
	switch e := e.(type) {
	case group.RulingMade:
		f.ruled(e)
	case group.RulingCountersigned:
		f.reviewed(e.Ruling, Review{By: by, At: at, Agrees: true})
	case group.RulingDisputed:
		f.reviewed(e.Ruling, Review{By: by, At: at, Reason: e.Reason})
	case group.EntryFlagged:
		f.g.Flags = append(f.g.Flags, Flag{Version: f.r.Version, Table: e.Table, Entry: e.Entry, Reason: e.Reason, By: by, At: at})
	case group.FlagTakenBack:
		f.settle(e.Flag, func(x *Flag) { x.Outcome = FlagTakenBack })
	case group.FlagResolved:
		f.settle(e.Flag, func(x *Flag) { x.Outcome, x.Ruling, x.Answer = e.Outcome, e.Ruling, e.Reason })
	default:
		return false
	}
	return true
}

func (f *fold) ruled(e group.RulingMade) {
	f.ruling = true
	for i := range f.g.Rulings {
		if r := &f.g.Rulings[i]; e.Corrects != 0 && r.Version == e.Corrects {
			r.Replaced = f.r.Version
		}
	}
	f.g.Rulings = slices.Insert(f.g.Rulings, 0, Ruling{
		Version: f.r.Version, Reason: e.Reason, Verdict: e.Verdict, Corrects: e.Corrects, By: f.r.Command.Actor, At: f.r.At,
	})
	f.g.Rulings = f.g.Rulings[:min(len(f.g.Rulings), maxRulings)]
}

func (f *fold) reviewed(ruling events.Version, by Review) {
	for i := range f.g.Rulings {
		if r := &f.g.Rulings[i]; r.Version == ruling {
			r.Reviews = append(slices.Clip(r.Reviews), by)
		}
	}
}

func (f *fold) settle(flag events.Version, how func(*Flag)) {
	for i := range f.g.Flags {
		if x := &f.g.Flags[i]; x.Version == flag {
			x.Judge, x.Settled = f.r.Command.Actor, f.r.At
			how(x)
		}
	}
	settled := 0
	for i := len(f.g.Flags) - 1; i >= 0; i-- {
		if f.g.Flags[i].Open() {
			continue
		}
		if settled++; settled > maxSettled {
			f.g.Flags = slices.Delete(f.g.Flags, i, i+1)
		}
	}
}

// finishRuling says what the ruling of this commit changed: the numbers before and after.
func (f *fold) finishRuling() {
	if !f.ruling {
		return
	}
	var out effects
	out.restated(f)
	if f.was.Group.Phase != f.g.Phase {
		out.add("The game", f.was.Group.Phase, f.g.Phase, false)
	}
	if a, b := f.was.Group.Eye, f.g.Eye; a != nil && b != nil {
		out.add("The Eye of Sauron", f.team(a.Table), f.team(b.Table), false)
	}
	for _, t := range f.g.Tables {
		if was, ok := f.was.Group.Table(t.ID); ok {
			out.table(was, t)
		}
	}
	f.g.Rulings[0].Effects = out
}

func (f *fold) team(id events.TableID) string {
	t, _ := f.g.Table(id)
	return t.Team
}

// restated adds what became of the city strength and of siege that was taken off before.
func (out *effects) restated(f *fold) {
	told := f.was.Group.City.Strength
	for _, e := range f.corrected {
		if e.Table != "" {
			out.number(fmt.Sprintf("%s: siege of round %d", f.team(e.Table), e.Round), e.WasSiege, e.NowSiege, false)
		}
		out.number("City strength", e.From, e.Strength, e.Table != "")
		told = e.Strength
	}
	out.number("City strength", told, f.g.City.Strength, true)
}

// effects are what a ruling changed.
type effects []Effect

func (out *effects) add(what, before, after string, follows bool) {
	if before != after {
		*out = append(*out, Effect{What: what, Before: before, After: after, Follows: follows})
	}
}

func (out *effects) number(what string, before, after int, follows bool) {
	if before != after {
		out.add(what, fmt.Sprint(before), fmt.Sprint(after), follows)
	}
}

func (out *effects) table(was, now Table) {
	at := now.Team + ": "
	out.add(at+"stage", was.Stage, now.Stage, false)
	out.number(at+"progress on "+now.Stage, was.Progress, now.Progress, false)
	out.number(at+"resources", was.Resources, now.Resources, false)
	out.number(at+"progress on "+lotr.PowerName, was.PowerProgress, now.PowerProgress, false)
	out.add(at+"its game", decided(was), decided(now), false)
	for _, p := range now.Players {
		i := slices.IndexFunc(was.Players, func(o Player) bool { return o.ID == p.ID })
		if i < 0 {
			continue
		}
		out.number("{"+string(p.ID)+"}: threat", was.Players[i].Threat, p.Threat, false)
		out.add("{"+string(p.ID)+"}", in(was.Players[i].Out), in(p.Out), false)
	}
	for _, e := range was.Enemies {
		i := slices.IndexFunc(now.Enemies, func(o Enemy) bool { return o.Number == e.Number })
		if i < 0 {
			out.add(at+e.Card.Name, "in play", "not in play", true)
			continue
		}
		out.number(at+"damage on "+e.Card.Name, e.Damage, now.Enemies[i].Damage, false)
	}
	for _, e := range now.Enemies {
		if !slices.ContainsFunc(was.Enemies, func(o Enemy) bool { return o.Number == e.Number }) {
			out.add(at+e.Card.Name, "not in play", "in play", true)
		}
	}
}

func decided(t Table) string {
	switch {
	case t.Won != nil:
		return "won"
	case t.Lost != nil:
		return "lost"
	default:
		return "not decided"
	}
}

func in(out bool) string {
	if out {
		return "out of the game"
	}
	return "in the game"
}
