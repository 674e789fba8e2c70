package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/muster-events/muster/dashboards/browser"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
)

const store events.GatheringID = "store"

// contest is a tournament with a browser around it.
type contest struct {
	*hall
	boss   *page            // the organiser's laptop
	desk   string           // address of the desk
	at     string           // address of the pages for everybody
	phones map[string]*page // by name
}

// look checks and takes pictures of a page, then returns to it.
func (c *contest) look(p *page, name string, width, height int, widths ...int) {
	c.t.Helper()
	p.CheckPage("tournament-"+name, widths...)
	p.Size(width, height)
	p.ScreenshotAll("tournament-" + name)
}

// do opens a form of the desk and sends it as it is.
func (c *contest) do(action string) {
	c.t.Helper()
	c.boss.Open(c.boss.base + c.desk + "/do/" + action)
	c.boss.tapTo("form.stack button", "location.search === '?done="+action+"'")
}

// open has the organiser open a tournament of two rounds.
func (c *contest) open() {
	c.t.Helper()
	c.boss.Open(c.boss.base + "/console/store/tournaments")
	c.boss.fill("input[name=name]", "Friday Cup")
	c.boss.fill("input[name=rounds]", "2")
	c.look(c.boss, "open", 1280, 900, 320, 390, 768, 1280)
	c.boss.tapTo("form.stack button", "location.pathname.startsWith('/console/store/tournaments/friday-cup')")
	c.desk = browser.Eval[string](c.boss.Page, "location.pathname")
	c.at = strings.TrimPrefix(c.desk, "/console/store")
	c.at = "/tournaments/store" + strings.TrimPrefix(c.at, "/tournaments")
	c.boss.says("Enter everybody, then start the tournament.", "Swiss")
}

// enter registers somebody by phone and checks them in.
func (c *contest) enter(name string) {
	c.t.Helper()
	p := c.device(390, 844)
	p.Open(p.base + c.at + "/enter")
	p.fill("#name", name)
	if name == "Ana" {
		c.look(p, "enter-390", 390, 844, 320, 390, 768)
		p.fill("#name", name)
	}
	p.tapTo("form.stack button", "location.pathname.endsWith('/me')")
	p.says("You are in", name)
	p.tapTo("form.stack button", "location.search === '?done=check-in'")
	p.says("You are checked in.")
	c.phones[name] = p
}

// seated returns who sits at a table, in order of the seats, as a phone says it.
func (c *contest) seated(name string) []string {
	c.t.Helper()
	p := c.phones[name]
	p.Wait("document.querySelectorAll('.mine .seats li').length === 2")
	return strings.Split(browser.Eval[string](p.Page, "[...document.querySelectorAll('.mine .seats bdi')].map(e => e.textContent).join('\\n')"), "\n")
}

// win has the first of a table enter 2 to 1 and the other confirm it.
func (c *contest) win(first, second string) {
	c.t.Helper()
	p, o := c.phones[first], c.phones[second]
	p.Wait("document.querySelectorAll('.scorerow input').length === 2")
	for i, games := range []string{"2", "1"} {
		p.fill(fmt.Sprintf(".scorerow:nth-of-type(%d) input", i+1), games)
	}
	p.tapTo("#enter", "location.search === '?done=result'")
	p.says("The other side has to confirm it.")
	o.says(first+" has entered", first+" 2, "+second+" 1")
	if first == c.seated("Ana")[0] {
		c.look(o, "confirm-390", 390, 844, 320, 390)
	}
	o.tapTo("#confirm", "location.search === '?done=confirm'")
	o.says("Wrong? A judge can correct it.", first+" 2, "+second+" 1")
	p.says("Wrong? A judge can correct it.")
}

// newsLine is the line of a page that says what people should see.
const newsLine = "document.querySelector('news-line')?.shadowRoot?.querySelector('.line')"

// news waits until a page says what people should see.
func (p *page) news(words string) {
	p.t.Helper()
	p.Wait(newsLine + " && document.querySelector('news-line').innerText.includes(" + quote(words) + ")")
}

// Somebody registers by phone, checks in, is paired, enters a result that the other side confirms, and
// the standings move on the wall; a correction shows what it does before it is final.
//
// Source: issue 4, "Must show" 6.
func TestATournamentFromThePhonesToTheWall(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	must(t, h.boss.OpenGathering(t.Context(), store, "Corner Store", group.Settings{}))
	c := &contest{hall: h, boss: h.organiser(), phones: map[string]*page{}}
	c.open()
	wall := h.device(1920, 1080)
	wall.Open(wall.base + c.at + "/wall")
	wall.says("Scan to enter")
	c.boss.says("Phones enter at")
	for _, name := range []string{"Ana", "Björk", "藤原", "Dora {p-1}"} {
		c.enter(name)
		wall.says(name) // the wall is live
	}
	c.look(wall, "wall-entering", 1920, 1080, 1920)
	c.boss.says("4 players", "checked in")

	c.do("start")
	c.do("pair")
	c.boss.says("Look the pairing of round 1 through, then publish it.")
	c.look(c.boss, "paired", 1280, 900, 320, 390, 768, 1280)
	if browser.Eval[bool](wall.Page, "document.body.innerText.includes('Round 1')") {
		t.Error("the wall shows a pairing that is not published")
	}
	c.do("publish")
	wall.says("Round 1 of 2")
	wall.news("Round 1 is paired: find your table")
	c.phones["Ana"].news("Round 1: table")
	c.do("begin")
	wall.says("2 tables are playing", "49:")
	wall.news("The round has begun")
	wall.Screenshot("wall-news")
	wall.Open(wall.base + c.at + "/wall") // the same news is not shown again
	wall.says("2 tables are playing")
	if browser.Eval[bool](wall.Page, "!!"+newsLine) {
		t.Error("a wall that is opened again shows old news")
	}
	c.look(wall, "wall-clock", 1920, 1080, 1920)
	c.look(c.phones["Ana"], "table-390", 390, 844, 320, 390)
	c.round()
	wall.says("Every result is in")
	c.look(wall, "wall-1", 1920, 1080, 1920)

	c.do("pair")
	c.do("publish")
	c.do("begin")
	if wall.Text(".wallstandings") == "" || browser.Eval[int](wall.Page, "document.querySelectorAll('.wallstandings .moved').length") != 0 {
		t.Errorf("somebody has moved before a result: %s", wall.Text(".wallstandings"))
	}
	c.round()
	wall.Wait("document.querySelectorAll('.wallstandings .moved').length > 0")
	wall.says("Round 2 of 2, over")
	c.look(wall, "wall-2", 1920, 1080, 1920)
	c.look(c.boss, "desk", 1280, 900, 320, 390, 768, 1280)
	c.correct()
	c.readers(wall)
	for name, p := range c.phones {
		p.quiet(name)
	}
	c.boss.quiet("the organiser")
	wall.quiet("the wall")
}

// round has both tables of the round play.
func (c *contest) round() {
	c.t.Helper()
	done := map[string]bool{}
	for name := range c.phones {
		if done[name] {
			continue
		}
		at := c.seated(name)
		c.win(at[0], at[1])
		done[at[0]], done[at[1]] = true, true
	}
}

// correct has the organiser turn a result round: what it does is shown before it is final.
func (c *contest) correct() {
	c.t.Helper()
	o := c.boss
	o.Open(o.base + c.desk + "/do/correct?round=1&table=1")
	o.says("The result that stands is")
	seats := browser.Eval[[]string](o.Page, "[...document.querySelectorAll('form.stack input[type=number]')].map(e => e.name).filter(n => n.startsWith('s'))")
	o.fill("input[name="+seats[0]+"]", "0")
	o.fill("input[name="+seats[1]+"]", "2")
	o.fill("textarea[name=reason]", "The slip was read upside down")
	o.tap("form.stack button")
	o.says("Before it is final", "… moves", "touches the pairing of round 2")
	c.look(o, "preview", 1280, 900, 320, 390, 768, 1280)
	o.tapTo("form.stack button", "location.search === '?done=correct'")
	o.says("1 on the integrity list", "The slip was read upside down")
}

// readers looks at the pages for everybody.
func (c *contest) readers(wall *page) {
	c.t.Helper()
	wall.says("1 on the integrity list")
	r := c.device(390, 844)
	for name, path := range map[string]string{"pairings": "", "round": "/rounds/1", "standings": "/standings", "player": "/players/1"} {
		r.Open(r.base + c.at + path)
		r.Wait("document.readyState === 'complete'")
		c.look(r, name, 390, 844, 320, 390, 768, 1280)
		r.Size(1280, 900)
		r.Screenshot("tournament-" + name + "-1280")
	}
	r.Open(r.base + c.at + "/standings")
	r.tap(".standings td[data-label=Points] summary")
	r.says("exactly")
	r.says("The slip was read upside down", "Rule set: Magic Tournament Rules")
	r.quiet("a reader")
}
