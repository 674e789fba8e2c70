package api_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/muster-events/muster/events/store/storetest"
	"github.com/muster-events/muster/projections/replay"
)

func tryRule(data string) map[string]any {
	return map[string]any{"type": "lotr.rule.v1", "role": "judge", "data": rawJSON(data)}
}

type rawJSON string

func (r rawJSON) MarshalJSON() ([]byte, error) { return []byte(r), nil }

// ends returns the last sequence of every stream of a broker: what it has ever taken.
func ends(t *testing.T, js jetstream.JetStream) map[string]uint64 {
	t.Helper()
	out := map[string]uint64{}
	list := js.ListStreams(t.Context())
	for s := range list.Info() {
		out[s.Config.Name] = s.State.LastSeq
	}
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

// Judges see what other entries would have come to; the log, and whatever else the broker keeps, takes nothing
// of it, and nobody else may ask.
func TestAWhatIfAnswersJudgesAndRecordsNothing(t *testing.T) {
	nc := storetest.Connect(t, storetest.Server(t, "", storetest.Synced))
	js := must[jetstream.JetStream](t)(jetstream.New(nc))
	r := newRigOn(t, nc)
	r.play(t, "spring", "red")
	judge := r.judge(t, "spring")
	captain := r.captain(t, "spring", "red", "red")
	end := r.positions(t)["spring"]
	r.play(t, "autumn", "red")
	before, positions := ends(t, js), r.positions(t)
	const path = "/gatherings/spring/groups/red/whatif"
	ask := map[string]any{"at": end, "commands": []any{
		tryRule(`{"reason":"counted twice","verdict":"corrected","city":3}`),
		map[string]any{"type": "group.end-round.v1", "role": "captain", "table": "red", "data": rawJSON(`{"table":"green","round":1}`)},
	}}
	var w replay.WhatIf
	judge.want(http.StatusOK, "POST", path, ask, &w)
	if w.Imagined.Board.City.Strength != 3 || w.Then.Board.City.Strength == 3 || len(w.Commands) != 2 || len(w.Commands[0].Events) == 0 {
		t.Errorf("the answer is %+v", w.Commands)
	}
	if no := w.Commands[1].Refused; no == nil || no.Code != "other-table" {
		t.Errorf("a captain of another table was tried and got %+v", w.Commands[1])
	}
	for n := 0; n < 3; n++ {
		judge.want(http.StatusOK, "POST", path, ask, nil)
	}
	captain.want(http.StatusForbidden, "POST", path, ask, nil)
	r.browser(t).want(http.StatusForbidden, "POST", path, ask, nil)
	judge.want(http.StatusForbidden, "POST", "/gatherings/autumn/groups/red/whatif", ask, nil)
	judge.want(http.StatusNotFound, "POST", "/gatherings/spring/groups/none/whatif", ask, nil)
	judge.want(http.StatusUnprocessableEntity, "POST", path, map[string]any{"at": end, "commands": make([]any, 0)}, nil)
	many := make([]any, replay.MaxTrials+1)
	for i := range many {
		many[i] = tryRule(`{"reason":"r","verdict":"corrected","city":3}`)
	}
	judge.want(http.StatusUnprocessableEntity, "POST", path, map[string]any{"at": end, "commands": many}, nil)
	large := tryRule(`{"reason":"` + strings.Repeat("x", 70<<10) + `"}`)
	judge.want(http.StatusRequestEntityTooLarge, "POST", path, map[string]any{"at": end, "commands": []any{large}}, nil)

	if got := r.positions(t); got["spring"] != positions["spring"] || got["autumn"] != positions["autumn"] {
		t.Errorf("the logs end at %v, before at %v", got, positions)
	}
	after := ends(t, js)
	for name, seq := range after {
		if seq != before[name] {
			t.Errorf("the stream %s took %d messages", name, seq-before[name])
		}
	}
}
