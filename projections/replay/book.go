package replay

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/projections/board"
	"github.com/muster-events/muster/projections/history"
	"github.com/muster-events/muster/projections/words"
)

// Every is how many commits lie between two kept boards: as many have to be folded at the most for any
// position.
const Every = 40

// wallLines is how far back a frame's history goes.
const wallLines = 60

// Book holds the commits of one group and what they made of it. [Book.Add] writes, everything else
// reads; it is not safe for concurrent use.
type Book struct {
	id      events.StreamID
	cat     *events.Catalogue
	commits []events.Recorded
	entries []Entry
	lines   []line
	kept    []board.Stored // before commit 0, Every, 2·Every, …
	board   board.Stored   // after the last commit
	say     history.State
	charts  charts
	// of is the number of the entry by version, for what is taken back later.
	of map[events.Version]int
	// keys are those that devices have shown so far, signers those of each commit's device by then.
	keys    map[events.DeviceID]string
	signers []string
}

// line is a line of the history with the commit that took it back.
type line struct {
	history.Line
	takenBack events.Position // 0: it stands
}

// NewBook returns the book of a group of which nothing is known yet.
func NewBook(cat *events.Catalogue, id events.StreamID) *Book {
	return &Book{id: id, cat: cat, board: board.New(id.Gathering, id.Group), of: map[events.Version]int{}, keys: map[events.DeviceID]string{}}
}

// Head is the last commit that the book holds; the zero Head if it holds none.
func (b *Book) Head() events.Head {
	if len(b.commits) == 0 {
		return events.Head{}
	}
	return b.commits[len(b.commits)-1].Head()
}

// Len returns the number of commits.
func (b *Book) Len() int { return len(b.commits) }

// Add takes the next commit of the group. An error says that it cannot be decoded; the book is then as it
// was before.
func (b *Book) Add(r events.Recorded) error {
	payloads, err := b.cat.DecodeAll(r)
	if err != nil {
		return fmt.Errorf("%s version %d: %w", r.Stream, r.Version, err)
	}
	if len(b.commits)%Every == 0 {
		b.kept = append(b.kept, b.board)
	}
	before := b.board.Group
	b.board = board.Apply(b.board, r, payloads)
	happened, added := b.saying(r, payloads)
	for _, v := range added.Withdrawn {
		b.takeBack(v, r.Position)
	}
	for _, l := range added.Lines {
		b.lines = append(b.lines, line{Line: l})
	}
	b.of[r.Version] = len(b.entries)
	e := entryOf(r, happened)
	e.By = words.Upper(words.Actor(board.Context(b.board.Group), r.Command.Actor))
	e.Round = b.board.Group.Round
	e.Table = tableOf(r, added.Lines)
	e.Marks = marksOf(before, b.board.Group, r, payloads, added.Lines)
	b.entries, b.commits = append(b.entries, e), append(b.commits, r)
	b.charts.add(before, b.board.Group, r, payloads)
	b.keep(r, payloads)
	return nil
}

// saying says the events of a commit, and what they add to the history.
func (b *Book) saying(r events.Recorded, payloads []events.Payload) ([]Happened, history.Added) {
	out, state, added := sayAll(b.say, r, payloads)
	b.say = state
	return out, added
}

// sayAll says the events of a commit one after the other, each with what those before it have changed.
func sayAll(s history.State, r events.Recorded, payloads []events.Payload) ([]Happened, history.State, history.Added) {
	var out []Happened
	var all history.Added
	for i, e := range payloads {
		was := s
		next, added := history.Apply(s, r, []events.Payload{e})
		for _, l := range added.Lines {
			l.Index = i
			all.Lines = append(all.Lines, l)
		}
		all.Withdrawn = append(all.Withdrawn, added.Withdrawn...)
		c := words.Context{Teams: next.Teams, Stages: was.Stages, Entrants: next.Entrants}
		one := Happened{Type: r.Events[i].Type, Data: r.Events[i].Data}
		if p := words.Of(c, e); p.Does != "" {
			one.Words = p.Sentence(words.Actor(c, r.Command.Actor))
		}
		out, s = append(out, one), next
	}
	return out, s, all
}

// takeBack marks the entry and the lines of a version as taken back by a commit.
func (b *Book) takeBack(v events.Version, by events.Position) {
	if i, ok := b.of[v]; ok {
		b.entries[i].Withdrawn = true
	}
	for i := len(b.lines) - 1; i >= 0 && b.lines[i].Version >= v; i-- {
		if b.lines[i].Version == v && b.lines[i].takenBack == 0 {
			b.lines[i].takenBack = by
		}
	}
}

func entryOf(r events.Recorded, happened []Happened) Entry {
	kind, _, _ := strings.Cut(r.Command.Type, ".v")
	return Entry{
		Position: r.Position, Version: r.Version, At: r.At, Kind: kind, Words: inShort(happened),
		Actor: r.Command.Actor, Device: r.Command.Device,
	}
}

// inShort writes at most three things that happened.
func inShort(happened []Happened) string {
	const most = 3
	var says []string
	for _, h := range happened {
		if h.Words != "" {
			says = append(says, h.Words)
		}
	}
	if n := len(says) - most; n > 0 {
		return fmt.Sprintf("%s; and %d more", strings.Join(says[:most], "; "), n)
	}
	return strings.Join(says, "; ")
}

// tableOf returns the table that a commit is about: the one that its command names, else the one that its
// events are about.
func tableOf(r events.Recorded, lines []history.Line) events.TableID {
	var about struct {
		Table events.TableID `json:"table"`
	}
	if json.Unmarshal(r.Command.Data, &about) == nil && about.Table != "" {
		return about.Table
	}
	for _, l := range lines {
		if l.Table != "" {
			return l.Table
		}
	}
	return ""
}

// marksOf returns what a timeline shows of a commit.
func marksOf(before, after board.Group, r events.Recorded, payloads []events.Payload, lines []history.Line) []string {
	var out []string
	add := func(mark string, when bool) {
		if when && !slices.Contains(out, mark) {
			out = append(out, mark)
		}
	}
	for _, e := range payloads {
		add(markOf(e), markOf(e) != "")
	}
	add(MarkCity, before.City.Strength != after.City.Strength)
	add(MarkEye, eyeOf(before) != eyeOf(after))
	add(MarkDanger, inDanger(after) > inDanger(before))
	add(MarkMoment, slices.ContainsFunc(lines, func(l history.Line) bool { return l.Moment != "" }))
	add(MarkEnd, after.Over() && !before.Over())
	role := r.Command.Actor.Role
	add(MarkOfficial, before.Round > 0 && (role == events.RoleOrganiser || role == events.RoleJudge))
	return out
}

func markOf(e events.Payload) string {
	switch e := e.(type) {
	case group.RoundStarted:
		return MarkRound
	case group.RoundEnded:
		return MarkQueue
	case group.StepResolved:
		if !e.Skipped {
			return MarkEffect
		}
	case group.RulingMade:
		return MarkRuling
	case group.EntryWithdrawn:
		return MarkTaken
	case group.GroupPaused, group.GroupResumed:
		return MarkPause
	}
	switch name, _, _ := strings.Cut(e.EventType(), ".v"); name {
	case "group.entry-flagged", "group.flag-taken-back", "group.flag-resolved":
		return MarkFlag
	case "group.ruling-countersigned", "group.ruling-disputed":
		return MarkRuling
	}
	return ""
}

// eyeOf says where the Eye is and what came of it last, to compare.
func eyeOf(g board.Group) string {
	if g.Eye == nil {
		return ""
	}
	return fmt.Sprintf("%s %s %d", g.Eye.Table, g.Eye.Last, g.Eye.Round)
}

// inDanger counts the players who are in danger or out.
func inDanger(g board.Group) int {
	n := 0
	for _, t := range g.Tables {
		for _, p := range t.Players {
			if p.Danger {
				n++
			}
			if p.Out {
				n += 2 // who was in danger and is out now counts as worse
			}
		}
	}
	return n
}

// Timeline returns everything that happened so far. It shares no memory with the book.
func (b *Book) Timeline() Timeline {
	g := b.board.Group
	out := Timeline{
		Gathering: b.id.Gathering, Group: b.id.Group, Name: g.Name, Scenario: words.Scenario(g.Scenario), Mode: g.Mode,
		Version: g.Version, Position: g.Position, Over: g.Over(), Lanes: make([]Lane, 0, len(g.Tables)),
		Entries: slices.Clone(b.entries), Charts: b.charts.of(g),
	}
	for i := range out.Entries { // callers mark and name their own
		out.Entries[i].Marks = slices.Clone(out.Entries[i].Marks)
	}
	for _, t := range g.Tables {
		out.Lanes = append(out.Lanes, Lane{Table: t.ID, Team: t.Team})
	}
	return out
}
