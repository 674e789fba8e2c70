package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/muster-events/muster/dashboards/browser"
	"github.com/muster-events/muster/events/group"
)

// guests is a list of players as somebody brings it, with a line that cannot go in and one that may be
// somebody who is in already.
func guests(n int) string {
	var b strings.Builder
	b.WriteString("name,club,contact\n")
	for i := range n - 2 {
		fmt.Fprintf(&b, "Guest%d Of%d,Bree,guest%d@example.org\n", i*31+7, i*17+3, i)
	}
	b.WriteString("ana maria sylva,Dale,\n\u202eEvil,,\n")
	return b.String()
}

// Two entries of one person are noticed on the phone, and merged at the desk with a preview; a list of
// thirty comes in after it was looked at, and a long one goes on by itself.
//
// Source: issue 4, "Players and registration".
func TestPlayersComeByPhoneAndByFileAndAreMerged(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	must(t, h.boss.OpenGathering(t.Context(), store, "Corner Store", group.Settings{}))
	c := &contest{hall: h, boss: h.organiser(), phones: map[string]*page{}}
	c.boss.Open(c.boss.base + "/console/store/tournaments")
	c.boss.fill("input[name=name]", "Friday Cup")
	c.boss.tapTo("form.stack button", "location.pathname.startsWith('/console/store/tournaments/friday-cup')")
	c.desk = browser.Eval[string](c.boss.Page, "location.pathname")
	c.at = "/tournaments/store" + strings.TrimPrefix(c.desk, "/console/store/tournaments")
	c.registers()
	c.imports()
	c.waits()
	c.merges()
	c.boss.quiet("the organiser")
}

// registers has two phones enter the same person; the second is asked.
func (c *contest) registers() {
	c.t.Helper()
	one, two := c.device(360, 740), c.device(390, 844)
	for _, p := range []*page{one, two} {
		p.Open(p.base + c.at + "/enter")
		p.says("Your name")
	}
	one.fill("#name", "Ana Maria Silva")
	one.fill("#club", "Dale")
	one.fill("#contact", "ana@example.org")
	c.look(one, "register-360", 360, 740, 360, 768)
	one.tapTo("form.stack button", "location.pathname.endsWith('/me')")
	c.boss.says("Ana Maria Silva", "1 player")
	two.fill("#name", "Silva, Ana M.")
	two.tap("form.stack button")
	two.says("Is this you?", "Ana Maria Silva", "entered as number 1")
	if strings.Contains(two.Text("body"), "example.org") {
		c.t.Error("a phone is told how somebody else is reached")
	}
	c.look(two, "is-this-you-390", 390, 844, 360, 768)
	two.tapTo("#another", "location.pathname.endsWith('/me')")
	two.says("You are in, as number 2.")
	c.boss.says("Two entries may be one person.") // the desk is live
	for _, p := range []*page{one, two} {
		p.quiet("a player")
	}
}

// imports takes a list of thirty in from a file, and a long one that is pasted.
func (c *contest) imports() {
	c.t.Helper()
	o := c.boss
	o.Open(o.base + c.desk + "/import")
	o.says("Or pasted text")
	c.look(o, "import", 1280, 900, 360, 1920)
	o.upload("#file", "guests.csv", guests(30))
	o.tap("form.stack button")
	o.says("0 of 29 players", "May be Ana Maria Silva, number 1", "text direction mark", "Enter 29 players")
	c.look(o, "import-preview", 1280, 900, 360, 390, 768, 1920)
	o.tap("#go")
	o.says("Everything that can be taken in is in.", "29 of 29 players")
	o.Open(o.base + c.desk + "/import")
	o.says("Or pasted text")
	browser.Eval[bool](o.Page, "document.querySelector('#text').value = "+quote(guests(140))+", true")
	o.tap("form.stack button")
	o.says("29 of 139 players", "Enter 110 players")
	o.tap("#go") // two commands: the page goes on by itself
	o.says("Everything that can be taken in is in.", "139 of 139 players")
}

// waits has a phone enter when every place is taken, and move up when there are more.
func (c *contest) waits() {
	c.t.Helper()
	o, p := c.boss, c.device(360, 740)
	places := func(n, says string) {
		o.Open(o.base + c.desk + "/do/places")
		o.fill("input[name=cap]", n)
		o.tapTo("form.stack button", "location.search === '?done=places'")
		o.says(says)
	}
	places("20", "141 players of 20")
	p.Open(p.base + c.at + "/enter")
	p.says("Every place is taken.")
	p.fill("#name", "Wanda")
	p.tapTo("form.stack button", "location.pathname.endsWith('/me')")
	p.says("Place 1 of 1", "You are on the waiting list.")
	c.look(p, "waits-360", 360, 740, 360, 390)
	places("200", "142 players of 200")
	p.says("You have a place: you have moved up from the waiting list.") // the phone is live
	p.quiet("who waits")
}

// merges finds the two entries of one person on the list and joins them once the tournament has begun.
func (c *contest) merges() {
	c.t.Helper()
	o := c.boss
	c.do("start")
	o.tapTo("#duplicates", "location.pathname.endsWith('/duplicates')")
	o.says("Ana Maria Silva", "Silva, Ana M.", "One has an initial where the other has a name.")
	c.look(o, "duplicates", 1280, 900, 360, 390, 768, 1920)
	o.tapTo(`a[href$="keep=1&gone=2"]`, "location.pathname.endsWith('/do/merge')")
	o.fill("textarea[name=reason]", "She registered twice")
	o.tap("form.stack button")
	o.says("Before it is final", "integrity list")
	o.tapTo("form.stack button", "location.search === '?done=merge'")
	o.says("The entries are one.", "1 on the integrity list", "She registered twice")
	o.Open(o.base + c.desk + "/entrants/1")
	o.says("ana@example.org", "Only organisers see this")
	c.look(o, "entrant", 1280, 900, 360, 768, 1920)
}
