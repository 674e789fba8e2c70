package main

import (
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/muster-events/muster/cmd/muster/internal/app/apptest"
	rules "github.com/muster-events/muster/engine/lotr/campaign"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/campaign"
	"github.com/muster-events/muster/events/desk"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
	"github.com/muster-events/muster/ops/client"
	view "github.com/muster-events/muster/projections/campaign"
)

// saga is a server with a campaign, through its API.
type saga struct {
	*apptest.Server
	t    *testing.T
	boss *client.Client
}

func (s *saga) reply(r client.Reply, err error) client.Reply {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
	return r
}

func one(b events.CommandBody) client.Command {
	return client.Command{ID: events.CommandID(uuid.NewString()), Body: b}
}

// log gives commands to the campaign and returns what its log then says.
func (s *saga) log(bodies ...events.CommandBody) view.View {
	s.t.Helper()
	var at events.Position
	for _, b := range bodies {
		r := s.reply(s.boss.SendCampaign(s.t.Context(), "store", "road", one(b)))
		if r.Refused != nil {
			s.t.Fatalf("%s: %s", b.CommandType(), r.Refused.Says)
		}
		at = r.Answers[0].Position
	}
	v, err := s.boss.Campaign(s.t.Context(), "store", "road", at)
	if err != nil {
		s.t.Fatal(err)
	}
	return v
}

// lose opens a group as the log says, or of no begun game, and loses its game.
func (s *saga) lose(id events.GroupID, in group.Campaign) {
	s.t.Helper()
	for _, b := range []events.CommandBody{
		group.OpenGroup{
			Name: string(id), Scenario: rules.GreyCompany, Mode: "standard", Difficulty: "standard", Seed: 1,
			Tables: []group.TableName{{ID: "t1", Team: "Oak"}}, Settings: group.Settings{Campaign: &in},
		},
		group.SeatPlayers{Seats: []group.Seat{{Player: "p-1", Table: "t1", Heroes: []group.Hero{{Title: "Gimli", Threat: 11, HitPoints: 5}}}}},
		group.StartGroup{},
		lotr.CallLoss{Table: "t1", Cause: lotr.LostAragorn, Note: "Aragorn was killed"},
	} {
		if r := s.reply(s.boss.Send(s.t.Context(), "store", id, one(b))); r.Refused != nil {
			s.t.Fatalf("%s: %s", b.CommandType(), r.Refused.Says)
		}
	}
}

// until waits until something is so.
func (s *saga) until(what string, ok func() bool) {
	s.t.Helper()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for deadline := time.After(apptest.Patience); !ok(); {
		select {
		case <-tick.C:
		case <-deadline:
			s.t.Fatalf("it never came that %s", what)
		}
	}
}

func (s *saga) status() string {
	s.t.Helper()
	res, err := http.Get(s.URL + "/status")
	if err != nil {
		s.t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return string(body)
}

// A campaign's log is decided again like every stream, and is taken elsewhere with its gathering. A
// result that it does not take is on the status page until somebody deals with it.
func TestACampaignIsReplayedExportedAndImported(t *testing.T) {
	srv := apptest.Start(t, nil)
	s := &saga{Server: srv, t: t, boss: srv.Organiser(t)}
	if err := s.boss.OpenGathering(t.Context(), "store", "Store", group.Settings{}); err != nil {
		t.Fatal(err)
	}
	v := s.log(
		campaign.OpenCampaign{Name: "The road", Players: []campaign.Player{{Player: "p-1", Heroes: []campaign.Hero{{Title: "Gimli"}}, Penalty: 2}}},
		campaign.BeginGame{Scenarios: []string{rules.GreyCompany}, Group: "g1"},
	)
	if v.Game == nil || v.Game.Settings.Threat["p-1"] != 2 {
		t.Fatalf("the game that was begun is %+v", v.Game)
	}
	s.lose("g1", v.Game.Settings)
	s.until("the lost game is in the log", func() bool { return s.log().Rows[0].State == view.RowLost })
	s.lose("g2", group.Campaign{Stream: "road"})
	s.until("the status page has the refused result", func() bool { return strings.Contains(s.status(), "results of games are not in the log") })
	if list, err := s.boss.Campaigns(t.Context(), "store"); err != nil || len(list) != 1 || list[0].Name != "The road" {
		t.Errorf("the campaigns are %+v, %v", list, err)
	}
	s.checkRights()

	look := map[string][]string{"words": {"replay", "store/c/road"}, "check": {"replay", "store", "--check"}, "json": {"replay", "store/c/road", "--json"}}
	running := map[string]string{}
	for name, args := range look {
		running[name] = must(t, append(args, "--data", s.Data)...)
	}
	for name, want := range map[string]string{"words": "threat penalty 2", "json": `"campaign":`, "check": "store/c/road"} {
		if !strings.Contains(running[name], want) || strings.Contains(running[name], "DIFFERENT") {
			t.Errorf("%s does not say %q:\n%.600s", name, want, running[name])
		}
	}
	s.endGathering()
	running["check"] = must(t, append(look["check"], "--data", s.Data)...)
	s.Stop()
	file, there := filepath.Join(t.TempDir(), "store.jsonl"), filepath.Join(t.TempDir(), "other")
	must(t, "export", "store", file, "--data", s.Data)
	must(t, "import", file, "--data", there)
	for name, args := range look {
		if got := must(t, append(args, "--data", there)...); got != running[name] {
			t.Errorf("%s of the import is not that of the original:\n%.600s", name, got)
		}
	}
}

// checkRights: who does not know the key of the organiser reads the log and changes nothing.
func (s *saga) checkRights() {
	s.t.Helper()
	guest := client.New(s.URL, nil)
	if v, err := guest.Campaign(s.t.Context(), "store", "road", 0); err != nil || v.Name != "The road" {
		s.t.Errorf("a guest reads %q, %v", v.Name, err)
	}
	r := s.reply(guest.SendCampaign(s.t.Context(), "store", "road", one(campaign.ChooseFinale{Choice: campaign.FinaleKeep})))
	if r.Refused == nil || r.Refused.Code != "not-allowed" {
		s.t.Errorf("a guest's command: %+v", r)
	}
	if _, err := guest.Campaign(s.t.Context(), "store", "nothing", 0); err == nil || !strings.Contains(err.Error(), "404") {
		s.t.Errorf("a campaign that does not exist: %v", err)
	}
	again := one(campaign.BeginGame{Scenarios: []string{rules.Pelennor}})
	r = s.reply(s.boss.SendCampaign(s.t.Context(), "store", "road", again))
	if r.Refused == nil || r.Refused.Code != "out-of-order" || r.Refused.Source == "" {
		s.t.Errorf("out of order: %+v", r.Refused)
	}
}

// endGathering ends the gathering, after which the log takes nothing more.
func (s *saga) endGathering() {
	s.t.Helper()
	if r := s.reply(s.boss.SendDesk(s.t.Context(), "store", one(desk.EndGathering{}))); r.Refused != nil {
		s.t.Fatalf("end the gathering: %s", r.Refused.Says)
	}
	r := s.reply(s.boss.SendCampaign(s.t.Context(), "store", "road", one(campaign.CorrectLog{Reason: "late"})))
	if r.Refused == nil || r.Refused.Code != "gathering-over" {
		s.t.Errorf("after the end of the gathering: %+v", r.Refused)
	}
}
