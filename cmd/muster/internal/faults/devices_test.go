package faults_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/muster-events/muster/cmd/muster/internal/app/apptest"
	"github.com/muster-events/muster/coordinator"
	"github.com/muster-events/muster/coordinator/runner"
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
	"github.com/muster-events/muster/events/store/memory"
	"github.com/muster-events/muster/ops/config"
)

func up(table events.TableID) events.CommandBody { return lotr.ChangeThreat{Table: table, By: 1} }

// Fault C4: a phone dies, another one takes over, and the first comes back with what it had kept.
func TestFault_C4_APhoneDiesAndAnotherTakesOver(t *testing.T) {
	p := newParty(t, apptest.Start(t, nil), plainNames)
	first, second := p.captain("red"), p.phone()
	first.taken(up("red"))
	kept := []runner.Entry{first.entry(up("red"), 1)}
	first.n++ // written down without a network
	kept = append(kept, first.entry(up("red"), 1))
	first.n--

	contains(t, second.join(p.codes["red"], "Chiara", false), "Tick the box")
	if got := p.table("red").Captain; got == "" {
		t.Fatal("nobody records for the table")
	}
	second.join(p.codes["red"], "Chiara", true)
	second.taken(up("red"))
	says := first.refuses(kept[0], http.StatusConflict, string(engine.CodeNotRecorder))
	first.refuses(kept[0], http.StatusConflict, string(engine.CodeNotRecorder)) // sent again: still no, still said
	if got := p.table("red").Players[0].Threat; got != 22 {
		t.Fatalf("threat %d, want the 22 of two entries that were taken", got)
	}
	// What the first phone kept is saved there and given to the organiser.
	status, page := p.organiser().upload("/console/spring/import", "waiting.json", saved("red", kept...))
	if status != http.StatusOK || strings.Count(page, "entered") < 2 {
		t.Fatalf("the import answers %d\n%s", status, page)
	}
	if got := p.table("red").Players[0].Threat; got != 24 {
		t.Errorf("threat %d after the import, want 24", got)
	}
	first.join(p.codes["red"], "Ana", true) // and the first phone may take over again
	first.taken(up("red"))
	t.Logf("fault C4: the second phone records after a confirmation only; the first is told %q; its 2 kept entries were imported, each once; nothing vanished", says)
}

// Fault C5: two phones at one table, which both want to record all the time.
func TestFault_C5_TwoPhonesAtOneTable(t *testing.T) {
	log := memory.New()
	services := []*runner.Service{runner.New(runner.Options{Store: log}), runner.New(runner.Options{Store: log})}
	id := begin(t, services[0], "g1", 20)
	const each = 200
	var mu sync.Mutex // guards the counts
	taken, refusedN, takeovers := 0, 0, 0
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() {
			device, n := events.DeviceID(fmt.Sprintf("phone-%d", i+1)), uint64(0)
			give := func(b events.CommandBody) error {
				c := command(t, captain("g1", "red"), b)
				c.Device, c.N = device, n+1
				_, err := services[i].Do(t.Context(), id, c)
				if err == nil {
					n++
				}
				return err
			}
			_ = give(group.TakeRecorder{Table: "red"}) // one of them is first
			for k := range each {
				err := give(lotrThreat("red", uint64(k)))
				mu.Lock()
				switch {
				case err == nil:
					taken++
				case engine.AsRefusal(err) != nil && engine.AsRefusal(err).Code == engine.CodeNotRecorder:
					refusedN++
				default:
					t.Errorf("%s: %v", device, err)
				}
				mu.Unlock()
				if err == nil || k%5 != 0 {
					continue
				}
				if err := give(group.TakeRecorder{Table: "red"}); engine.AsRefusal(err) == nil {
					t.Errorf("%s takes over without a confirmation: %v", device, err)
				}
				if err := give(group.TakeRecorder{Table: "red", Confirm: true}); err != nil {
					t.Errorf("%s takes over: %v", device, err)
				}
				mu.Lock()
				takeovers++
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	next := map[events.DeviceID]uint64{}
	recorded := 0
	fold(t, log, id, func(before, _ coordinator.State, c coordinator.Applied) {
		d := c.Command.Device
		if d == "" {
			return
		}
		if next[d]++; c.Command.N != next[d] {
			t.Errorf("I6: version %d is entry %d of %s, want %d", c.Version, c.Command.N, d, next[d])
		}
		if _, ok := c.Events[0].(group.RecorderTaken); ok {
			return
		}
		recorded++
		if red, _ := before.Table("red"); red.Recorder != "" && red.Recorder != d {
			t.Errorf("version %d was entered by %s while %s recorded", c.Version, d, red.Recorder)
		}
	})
	if recorded != taken || takeovers == 0 {
		t.Errorf("%d entries recorded, %d answered as taken, %d take-overs", recorded, taken, takeovers)
	}
	decidedAgain(t, log, id)
	t.Logf("fault C5: 2 phones x %d entries, %d take-overs: %d taken from the recorder of the moment, %d refused with the reason, I6 holds", each, takeovers, taken, refusedN)
}

// Fault C6: a table that was without a network sends what it entered in a round that is over.
func TestFault_C6_EntriesForARoundThatIsOver(t *testing.T) {
	p := newParty(t, apptest.Start(t, nil), plainNames)
	red, green, blue := p.captain("red"), p.captain("green"), p.captain("blue")
	late := []events.CommandBody{
		up("red"),
		lotr.DestroyEnemy{Table: "red", Card: "Mirkwood Olog-hai"},
		lotr.PlaceProgress{Table: "red", By: 3, Direct: true},
		lotr.BeginPhase{Table: "red", Phase: lotr.PhaseCombat},
		group.EndRound{Table: "red", Round: 1},
	}
	for _, b := range []*phone{green, blue} {
		b.taken(group.EndRound{Table: map[*phone]events.TableID{green: "green", blue: "blue"}[b], Round: 1})
	}
	p.order(group.ForceEndRound{Table: "red", Round: 1, Reason: "their network is gone"})
	for p.board().Phase == ending {
		for _, s := range p.board().Queue {
			if s.State == "now" {
				p.order(group.ResolveStep{Table: s.Table, Step: s.ID, Choice: group.ChoicePass})
				break
			}
		}
	}
	before := p.board()
	var said string
	var entries []runner.Entry
	for _, b := range late {
		e := red.entry(b, 1)
		said = red.refuses(e, http.StatusConflict, string(coordinator.CodeOtherRound))
		entries = append(entries, e)
	}
	_, page := p.organiser().upload("/console/spring/import", "waiting.json", saved("red", entries...))
	contains(t, page, "this was entered in round 1, and the group is in round 2; a judge can correct")
	if after := p.board(); after.Version != before.Version || after.Round != 2 {
		t.Errorf("version %d in round %d, was %d in round 2: a late entry was applied", after.Version, after.Round, before.Version)
	}
	red.taken(up("red")) // its number is free: what is entered now goes on
	t.Logf("fault C6: %d entries of round 1 sent in round 2, by the phone and as a file: all refused with the state (the last: %q), 0 applied silently", len(late), said)
}

// ending is the phase of a board in which the end of a round resolves.
const ending = "ending"

// Fault C10: the server's clock jumps while a game is played.
func TestFault_C10_ClockJumps(t *testing.T) {
	at := time.Date(2026, 10, 25, 0, 30, 0, 0, time.UTC) // the night in which summer time ends in Europe
	log := memory.New()
	log.Now = func() time.Time { return at }
	var said bytes.Buffer
	s := runner.New(runner.Options{Store: log, Log: slog.New(slog.NewJSONHandler(&said, nil))})
	id := begin(t, s, "g1", 20)
	jumps := []time.Duration{time.Minute, -time.Hour, time.Minute, 2 * time.Hour, -25 * 365 * 24 * time.Hour, time.Minute, 25 * 365 * 24 * time.Hour}
	entries := 0
	for i, j := range jumps {
		at = at.Add(j)
		for _, table := range tables {
			c := command(t, captain("g1", table), lotrThreat(table, uint64(i)))
			c.Device, c.N = events.DeviceID("phone-"+table), uint64(i+1)
			if _, err := s.Do(t.Context(), id, c); err != nil {
				t.Fatalf("after a jump of %v: %v", j, err)
			}
			entries++
		}
	}
	endRound(t, s, id)
	if st := settle(t, s, id); st.Round != 2 {
		t.Errorf("the group is in round %d, want 2", st.Round)
	}
	state := fold(t, log, id, nil)
	again := runner.New(runner.Options{Store: log}) // after a restart with the clock wrong
	if st := stateOf(t, again, id); st.Version() != state.Version() || st.City != state.City {
		t.Errorf("version %d and city %d after a restart, want %d and %d", st.Version(), st.City, state.Version(), state.City)
	}
	decidedAgain(t, log, id)
	noted := strings.Count(said.String(), "the server's clock went back")
	if noted != 2 {
		t.Errorf("%d jumps back are in the server's log, want 2:\n%s", noted, said.String())
	}
	t.Logf("fault C10: clock jumped %d times by up to 25 years under %d entries: 0 order changes, 0 refused; order is by version; both jumps back are in the server's log", len(jumps), entries)
}

// Fault C12: the server's address changes while entries wait on a phone.
func TestFault_C12_TheAddressChanges(t *testing.T) {
	s := apptest.Start(t, nil)
	p := newParty(t, s, plainNames)
	red := p.captain("red")
	red.taken(up("red"))
	waiting := []runner.Entry{red.entry(up("red"), 1)}
	lost := red.send(waiting[0]) // taken, but say that the answer was lost: the phone keeps it
	if len(lost.Answers) != 1 {
		t.Fatal("not taken")
	}
	waiting = append(waiting, red.entry(up("red"), 1))
	old := s.URL
	s.Stop()
	p.Server = apptest.StartOn(t, s.Data, func(c *config.Config) { c.Listen = otherAddress() })
	p.boss = p.Organiser(t)
	if strings.HasPrefix(p.URL, old) {
		t.Fatalf("the address is still %s", p.URL)
	}
	status, page := p.organiser().upload("/console/spring/import", "waiting.json", saved("red", waiting...))
	if status != http.StatusOK {
		t.Fatalf("import: %d %s", status, page)
	}
	contains(t, page, "had arrived already; it counts once", "entered")
	if got := p.table("red").Players[0].Threat; got != 23 {
		t.Errorf("threat %d, want 23: three entries, each once", got)
	}
	newRed := p.phone() // the phone opens the new address, where it has no session
	newRed.join(p.codes["red"], "Ana", true)
	newRed.taken(up("red"))
	t.Logf("fault C12: moved from %s to %s: %d waiting entries imported from the phone's file, 0 lost, 0 doubled; the phone joins again with the same code", old, p.URL, len(waiting))
}

// otherAddress is a second address of this machine, or another port where there is none.
func otherAddress() string {
	l, err := net.Listen("tcp", "127.0.0.2:0")
	if err != nil {
		return "127.0.0.1:0"
	}
	_ = l.Close()
	return "127.0.0.2:0"
}

// Fault C15: the organiser ends a group and the gathering while entries wait on phones.
func TestFault_C15_EndedWithEntriesWaiting(t *testing.T) {
	p := newParty(t, apptest.Start(t, nil), plainNames)
	red, green := p.captain("red"), p.captain("green")
	waiting := red.entry(up("red"), 1)
	o := p.organiser()
	_, page := o.get("/console/spring/do/end")
	contains(t, page, "Siege One is still playing, in round 1", "stay there")
	acked := green.entry(up("green"), 1)
	if a := green.send(acked); len(a.Answers) != 1 {
		t.Fatal("not taken")
	}
	p.order(group.Abandon{Reason: "the venue closes"})
	over := red.refuses(waiting, http.StatusConflict, string(coordinator.CodeOver))
	status, says := o.json("/api/v1/gatherings/spring/commands", runner.Request{Commands: []runner.Entry{o.entry(desk.EndGathering{}, 0)}})
	if status != http.StatusOK {
		t.Fatalf("end the gathering: %d %s", status, says)
	}
	before := p.board().Version
	ended := red.refuses(waiting, http.StatusConflict, "gathering-over")
	if a := green.send(acked); len(a.Answers) != 1 || !a.Answers[0].Duplicate {
		t.Errorf("an entry that was taken before is answered %+v, want its first answer", a)
	}
	if got := p.board().Version; got != before {
		t.Errorf("version %d, was %d: something was taken after the end", got, before)
	}
	t.Logf("fault C15: the organiser is told which groups still play; a waiting entry is refused with %q and %q, and stays on the phone; answers given before stay given", over, ended)
}
