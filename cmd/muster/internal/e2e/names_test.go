package e2e

import (
	"strings"
	"testing"

	"github.com/google/uuid"

	"github.com/muster-events/muster/coordinator/roster"
	"github.com/muster-events/muster/dashboards/browser"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/tournament"
	"github.com/muster-events/muster/ops/client"
)

// A name was taken down wrongly: the organiser finds the person, corrects it, and the wall and the player's
// phone, which are open, say the new one without being loaded again.
func TestACorrectedNameIsOnOpenPagesAtOnce(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	must(t, h.boss.OpenGathering(t.Context(), store, "Corner Store", group.Settings{}))
	ids, err := h.boss.Register(t.Context(), store, []roster.NewPerson{{Name: "Sioban Byrne"}, {Name: "Ülo Kask", Contact: "ulo@example.org"}})
	must(t, err)
	send := func(bodies ...events.CommandBody) {
		t.Helper()
		for _, b := range bodies {
			reply, err := h.boss.SendTournament(t.Context(), store, "cup", client.Command{ID: events.CommandID(uuid.NewString()), Body: b})
			if err != nil || reply.Refused != nil {
				t.Fatalf("%v, %+v", err, reply.Refused)
			}
		}
	}
	send(tournament.OpenTournament{Name: "Cup", Rules: tournament.Rules{Format: tournament.FormatSwiss, Rounds: 1}, Seed: 7},
		tournament.Register{Entrants: []tournament.Entrant{{Player: ids[0]}, {Player: ids[1]}}},
		tournament.StartTournament{}, tournament.PairRound{Round: 1}, tournament.PublishRound{Round: 1})
	codes, err := h.boss.PlayerCodes(t.Context(), store, "cup")
	must(t, err)
	wall, phone, o := h.device(1920, 1080), h.device(390, 844), h.organiser()
	wall.Open(wall.base + "/tournaments/store/cup/wall")
	phone.Open(phone.base + "/tournaments/store/cup/phone/2?code=" + codes[1].Code)
	phone.tapTo("form button", "location.pathname.endsWith('/me')")
	wall.says("Sioban Byrne")
	phone.says("Sioban Byrne") // the opponent
	for _, p := range []*page{wall, phone} {
		p.Wait("window.still = true")
	}
	o.Open(o.base + "/console/store/people")
	o.CheckPage("people", 360, 390, 768, 1920)
	o.Size(1280, 900)
	o.ScreenshotAll("people")
	o.tapTo("tr[data-person=p-1] a", "document.querySelector('input[name=name]')")
	o.CheckPage("people-correct", 360, 390, 768, 1920)
	o.Size(1280, 900)
	o.ScreenshotAll("people-correct")
	o.fill("input[name=name]", "Siobhán Byrne")
	o.tapTo("form.stack button", "location.search === '?done=corrected'")
	o.says("It is corrected", "Siobhán Byrne")
	for _, p := range []*page{wall, phone} {
		p.says("Siobhán Byrne")
		if !browser.Eval[bool](p.Page, "window.still === true") || strings.Contains(p.Text("body"), "Sioban ") {
			t.Error("the page was loaded again, or still says the old name")
		}
	}
	wall.quiet("the wall")
	phone.quiet("a player")
	o.quiet("the organiser")
}
