package coordinator

import (
	rules "github.com/muster-events/muster/engine/lotr"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
)

// Summary is a [State] as plain data that encodes to the same JSON on every machine: for comparing
// states and for keeping them in files.
type Summary struct {
	Version     events.Version             `json:"version"`
	Name        string                     `json:"name"`
	Scenario    string                     `json:"scenario"`
	Mode        string                     `json:"mode"`
	Difficulty  string                     `json:"difficulty"`
	Engine      string                     `json:"engine"`
	Settings    group.Settings             `json:"settings"`
	Seed        uint64                     `json:"seed"`
	Phase       Phase                      `json:"phase"`
	Before      Phase                      `json:"before,omitempty"`
	Result      Result                     `json:"result"`
	Paused      bool                       `json:"paused"`
	PauseReason string                     `json:"pauseReason,omitempty"`
	Round       int                        `json:"round"`
	DolGuldurAt events.TableID             `json:"dolGuldurAt"`
	City        int                        `json:"city"`
	CityChanges []CityChange               `json:"cityChanges"`
	Absent      string                     `json:"absent,omitempty"`
	Draws       uint64                     `json:"draws"`
	Queue       []Step                     `json:"queue"`
	Tables      []TableSummary             `json:"tables"`
	Devices     map[events.DeviceID]uint64 `json:"devices,omitempty"`  // last number of each
	Commands    []SeenCommand              `json:"commands"`           // by id
	Reviewed    []Ruling                   `json:"reviewed,omitempty"` // rulings that a second judge has looked at
	Flags       []Flag                     `json:"flags,omitempty"`
	Keys        map[events.DeviceID]Key    `json:"keys,omitempty"` // that devices have shown
}

// TableSummary is a [Table] as plain data.
type TableSummary struct {
	Game     rules.Table     `json:"game"`
	Recorder events.DeviceID `json:"recorder,omitempty"`
	Captain  events.PersonID `json:"captain,omitempty"`
	Stages   []string        `json:"stages"`
	Siege    []RoundSiege    `json:"siege"`
	Adjusted int             `json:"adjusted"`
	// Undo lists the entries that can be taken back, the latest first.
	Undo []events.CommandID `json:"undo,omitempty"`
}

// SeenCommand is a command that was accepted, with the commit that holds it.
type SeenCommand struct {
	ID      events.CommandID `json:"id"`
	Version events.Version   `json:"version"`
}

// Summary returns the state as plain data.
func (s State) Summary() Summary {
	out := Summary{
		Version: s.version, Name: s.Name, Scenario: s.Scenario, Mode: s.Mode, Difficulty: s.Difficulty,
		Engine: s.Engine, Settings: s.Settings, Seed: s.Seed, Phase: s.Phase, Before: s.Before,
		Result: s.Result, Paused: s.Paused, PauseReason: s.PauseReason, Round: s.Round,
		DolGuldurAt: s.DolGuldurAt, City: s.City, CityChanges: s.CityChanges, Absent: s.Absent,
		Draws: s.Draws, Queue: s.Queue, Flags: s.Flags, Devices: map[events.DeviceID]uint64{},
	}
	for _, t := range s.Tables {
		out.Tables = append(out.Tables, t.summary())
	}
	for _, r := range s.Rulings {
		if len(r.Signed)+len(r.Disputed) > 0 {
			out.Reviewed = append(out.Reviewed, r)
		}
	}
	for d, n := range s.devices.All() {
		out.Devices[d] = n
	}
	for d, k := range s.keys.All() {
		if out.Keys == nil {
			out.Keys = map[events.DeviceID]Key{}
		}
		out.Keys[d] = k
	}
	for id, v := range s.seen.All() {
		out.Commands = append(out.Commands, SeenCommand{ID: id, Version: v})
	}
	return out
}

func (t Table) summary() TableSummary {
	out := TableSummary{
		Game: t.Table, Recorder: t.Recorder, Captain: t.Captain, Stages: t.Stages, Siege: t.Siege, Adjusted: t.Adjusted,
	}
	for e := t.undo; e != nil; e = e.below {
		out.Undo = append(out.Undo, e.id)
	}
	return out
}
