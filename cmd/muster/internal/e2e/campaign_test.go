package e2e

import (
	"fmt"
	"testing"

	"github.com/google/uuid"

	"github.com/muster-events/muster/dashboards/browser"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
	"github.com/muster-events/muster/ops/client"
	"github.com/muster-events/muster/projections/board"
)

const (
	saga   events.GatheringID = "saga"
	parts  events.GroupID     = "the-road-goes-on-part-13"
	desked                    = "/console/saga/campaigns/the-road-goes-on"
)

// A campaign from what the log on paper says to The Passing of the Grey Company, won and written into the
// log by the program: the organiser opens it, begins the game, replaces Aragorn for nothing, opens the
// group with one button; the table plays; everybody reads the log.
//
// Rule: Campaign log.
// Rule: Replacing Aragorn.
func TestACampaignUntilTheGreyCompanyIsWon(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	must(t, h.boss.OpenGathering(t.Context(), saga, "Saga", group.Settings{}))
	o := h.organiser()
	o.Open(o.base + "/console/saga/campaigns")
	o.Wait("document.readyState === 'complete'")
	h.lookAt(o, "list")
	o.Open(o.base + "/console/saga/campaigns")
	o.fill("input[name=name]", "The road goes on")
	o.fill("input[name=player1]", "Caleb")
	o.fill("textarea[name=heroes1]", "Aragorn\nGimli\nBeregond")
	o.fill("input[name=penalty1]", "1")
	o.fill("input[name=player2]", "Matt")
	o.fill("textarea[name=heroes2]", "Legolas\nMerry")
	o.fill("textarea[name=fallen]", "Boromir")
	o.fill("textarea[name=boons]", "Sting; item; on Merry")
	o.fill("textarea[name=burdens]", "Grievous Wound; The Breaking of the Fellowship")
	o.tapTo("form.stack button", "location.pathname === '"+desked+"'")
	o.says("The campaign is opened.", "Caleb", "+1", "Boromir", "Sting", "The Passing of the Grey Company")

	o.tapTo("a[href$='/do/hero']", "location.pathname.endsWith('/do/hero')")
	o.says("costs 1 threat for good")
	h.lookAt(o, "hero")
	o.Open(o.base + desked + "/do/begin")
	o.says("The campaign uses its own Aragorn")
	h.lookAt(o, "begin")
	o.Open(o.base + desked + "/do/begin")
	o.tapTo("form.stack button", "location.pathname === '"+desked+"' && location.search.includes('begin')")
	o.says("In setup", "may choose another hero in place of Aragorn")
	o.tapTo("a[href$='/do/hero']", "location.pathname.endsWith('/do/hero')")
	o.says("costs nothing: the campaign uses its own Aragorn")
	o.tap("input[name=from]")
	o.fill("input[name=to]", "Éowyn")
	o.tapTo("form.stack button", "location.search.includes('done=hero')")
	o.says("The hero is changed.", "Éowyn")
	h.lookAt(o, "begun")
	o.Open(o.base + desked + "/do/group")
	o.says("1 threat more for")
	h.lookAt(o, "group")
	o.Open(o.base + desked + "/do/group")
	o.tapTo("form.stack button", "location.search.includes('done=group')")
	o.says("is being set up")

	// The table knows what the campaign brings.
	b := h.board(saga, parts)
	if b.Settings.Campaign == nil || b.Settings.Campaign.Stream != "the-road-goes-on" || b.Players != 2 {
		t.Fatalf("the group is %+v with %d players", b.Settings.Campaign, b.Players)
	}
	reader := h.device(390, 844)
	reader.Open(reader.base + "/campaign/saga/the-road-goes-on")
	reader.says("is being set up", "being played")

	h.playGreyCompany(b)
	o.says("won") // the page is live, and nobody has entered the result
	o.says("Army of the Dead", "Overcome by Fear", "Next: The Siege of Gondor (part 14).")
	reader.says("Army of the Dead", "Next: The Siege of Gondor (part 14).")
	h.lookAt(o, "won")
	h.lookAt(reader, "public")
	h.correctAndFinish(o)
}

// playGreyCompany takes the group to The Stone of Erech, where the Army of the Dead is destroyed, and
// explores it.
func (h *hall) playGreyCompany(b board.Group) {
	h.t.Helper()
	table := b.Tables[0].ID
	send := func(bodies ...events.CommandBody) {
		h.t.Helper()
		for _, body := range bodies {
			r, err := h.boss.Send(h.t.Context(), saga, parts, client.Command{ID: events.CommandID(uuid.NewString()), Body: body})
			if err != nil || r.Refused != nil {
				h.t.Fatalf("%s: %v, %+v", body.CommandType(), err, r.Refused)
			}
		}
	}
	for _, p := range b.Tables[0].Players {
		send(group.SeatPlayers{Seats: []group.Seat{{Player: p.ID, Table: table, Heroes: []group.Hero{{Title: "Hero of " + string(p.ID), Threat: 20, HitPoints: 4}}}}})
	}
	send(group.StartGroup{}, lotr.AdvanceStage{Table: table, Stage: "2B"}, lotr.AdvanceStage{Table: table, Stage: "3B"})
	started := h.until(saga, parts, "at the Stone of Erech", func(b board.Group) bool {
		return len(b.Tables[0].Locations) > 0 && len(b.Tables[0].Enemies) > 0
	})
	for _, e := range started.Tables[0].Enemies {
		send(lotr.DamageEnemy{Table: table, Enemy: e.Number, By: 8})
	}
	threats := map[int]int{}
	for _, p := range started.Tables[0].Players {
		threats[p.Threat]++
	}
	if threats[20] != 1 || threats[21] != 1 {
		h.t.Errorf("starting threats %v, want 20, and 20 with the penalty of 1", threats)
	}
	for _, l := range started.Tables[0].Locations {
		if l.Card.Name == "The Stone of Erech" {
			send(lotr.ExploreLocation{Table: table, Location: l.Number})
		}
	}
	h.until(saga, parts, "won", func(b board.Group) bool { return b.Phase == board.PhaseWon })
}

// correctAndFinish corrects the log, takes a begun game back, and asks twice for the last choice.
func (h *hall) correctAndFinish(o *page) {
	h.t.Helper()
	o.Open(o.base + desked + "/do/correct")
	h.lookAt(o, "correct")
	o.Open(o.base + desked + "/do/correct")
	o.fill("input[name^=penalty-]", "3")
	o.fill("textarea[name=reason]", "It was two changes of heroes")
	o.tapTo("form.stack button", "location.search.includes('done=correct')")
	o.says("+3", "It was two changes of heroes")
	for _, step := range []string{"begin", "cancel"} {
		o.Open(o.base + desked + "/do/" + step)
		if step == "cancel" {
			o.fill("textarea[name=reason]", "The store closes")
		}
		o.tapTo("form.stack button", "location.search.includes('done="+step+"')")
	}
	for n := range 5 {
		o.Open(o.base + desked + "/do/begin")
		o.Wait("document.readyState === 'complete'")
		browser.Eval[bool](o.Page, `document.querySelectorAll('form.stack select').forEach((s, i) => { s.selectedIndex = Math.min(i, s.options.length - 1) }), true`)
		o.tapTo("form.stack button", "location.search.includes('done=begin')")
		o.Open(o.base + desked + "/do/record")
		if n == 0 {
			h.lookAt(o, "record")
			o.Open(o.base + desked + "/do/record")
		}
		o.tap("input[name=won][value=yes]")
		o.fill("input[name=score]", fmt.Sprint(100+n))
		o.tapTo("form.stack button", "location.search.includes('done=record')")
	}
	o.says("the last choice is open")
	o.Open(o.base + desked + "/do/choose")
	o.tap("input[name=choice][value=destroy]")
	o.tapTo("form.stack button", "document.querySelector('input[name=sure]')")
	o.says("Is the Ring destroyed?")
	h.lookAt(o, "sure")
	if got := h.phaseOf(o); got != "the last choice is open" {
		h.t.Errorf("after the first question the log says %q", got)
	}
	o.Open(o.base + desked + "/do/choose")
	o.tap("input[name=choice][value=destroy]")
	o.tapTo("form.stack button", "document.querySelector('input[name=sure]')")
	o.tapTo("form.stack button", "location.search.includes('done=choose')")
	o.says("The Ring is destroyed: the campaign is won.")
	h.lookAt(o, "ended")
	o.quiet("the organiser")
}

// phaseOf says whether the last choice is still open.
func (h *hall) phaseOf(o *page) string {
	h.t.Helper()
	o.Open(o.base + desked)
	o.says("Scenarios")
	if o.Text(".standing") == "Mount Doom is won: the last choice is open." {
		return "the last choice is open"
	}
	return o.Text(".standing")
}

// lookAt checks a page as a small phone, a phone and a laptop show it, and keeps pictures of it.
func (h *hall) lookAt(p *page, name string) {
	h.t.Helper()
	p.CheckPage("campaign-"+name, 320, 390, 768, 1280)
	p.ScreenshotAll("campaign-" + name + "-1280")
	p.Size(390, 844)
	p.ScreenshotAll("campaign-" + name + "-390")
	p.Size(1280, 900)
}
