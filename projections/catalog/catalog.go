package catalog

import (
	"maps"
	"slices"
	"strings"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
	"github.com/muster-events/muster/projections/board"
	"github.com/muster-events/muster/projections/words"
)

// Apply returns g with a commit of the gathering's own stream taken into account. Groups is left
// alone: its lines come from the boards ([Of]), so that a list never differs from a board. It never
// refuses and leaves g as it was.
func Apply(g Gathering, r events.Recorded, payloads []events.Payload) Gathering {
	g.ID, g.Position = r.Stream.Gathering, r.Position
	for _, e := range payloads {
		switch e := e.(type) {
		case desk.GatheringOpened:
			g.Name, g.Settings, g.OpenedAt = e.Name, e.Settings, r.At
		case desk.PeopleRegistered:
			g.People = slices.Clip(g.People)
			for _, p := range e.People {
				g.People = append(g.People, p.ID)
			}
		case desk.PersonForgotten:
			g.Forgotten = append(slices.Clip(g.Forgotten), e.Person)
		case desk.CodeRenewed:
			g.Epochs = maps.Clone(g.Epochs)
			if g.Epochs == nil {
				g.Epochs = map[string]int{}
			}
			g.Epochs[string(e.Group)+"/"+string(e.Table)] = e.Epoch
		case desk.GatheringEnded:
			g.Ended = true
		case desk.GatheringSealed:
			g.Sealed = true
		}
	}
	return g
}

// Of returns the line of a group in the list, from its board.
func Of(b board.Group) Group {
	g := Group{
		ID: b.ID, Name: b.Name, Scenario: b.Scenario, Mode: b.Mode, Phase: b.Phase, Paused: b.Paused,
		Round: b.Round, City: b.City.Strength, Players: b.Players, Left: b.Left(), LastAt: b.At,
	}
	for _, t := range b.Tables {
		g.Tables = append(g.Tables, Table{
			ID: t.ID, Team: t.Team, Stage: t.Stage,
			Ended: b.Round > 0 && t.Ended >= b.Round,
		})
	}
	if len(b.Barrier.Ended) > 0 && len(b.Barrier.Waiting) > 0 {
		g.Waiting, g.WaitSince = b.Barrier.Waiting, b.Barrier.Since
	}
	if b.Phase == board.PhaseEnding {
		g.Step = step(b)
	}
	return g
}

// step says the first step that waits for people.
func step(b board.Group) string {
	for _, s := range b.Queue {
		if s.State != board.StepNow {
			continue
		}
		label := words.StepName(s.Step)
		if t, ok := b.Table(s.Table); ok {
			label += " (" + t.Team + ")"
		}
		return label
	}
	return ""
}

// Sort puts groups in their order: by name, then by id.
func Sort(gs []Group) {
	slices.SortFunc(gs, func(a, b Group) int {
		if c := strings.Compare(a.Name, b.Name); c != 0 {
			return c
		}
		return strings.Compare(string(a.ID), string(b.ID))
	})
}
