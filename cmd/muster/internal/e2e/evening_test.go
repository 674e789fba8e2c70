package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/muster-events/muster/dashboards/browser"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/projections/board"
)

const playerList = `name,group,team,heroes
Ana,Fellowship,Lórien,Warden of the Ford:10:5|Scout of the Eaves:8:4|Keeper of Lamps:9:4
Bram,Fellowship,Lórien,Rider of the Vale:10|Smith of the Hill:9
Chiara,Fellowship,Rivendell,
Dmitri,Fellowship,Rivendell,Singer of the Shore:7:3|Hunter of the Downs:8:4
Elif,Fellowship,Esgaroth,Archer of the Wall:9:4|Mariner of the Quays:9:4
`

// evening is the game of TestEveningInTheBrowser.
type evening struct {
	*hall
	organiser *page
	wall      *page
	captains  map[string]*captain // by team
}

const (
	autumn     = events.GatheringID("autumn-muster")
	fellowship = events.GroupID("fellowship")
)

// teams in the order in which their tables resolve stage 1B: by name (ruling 3).
var teams = []string{"Esgaroth", "Lórien", "Rivendell"}

// The whole evening by clicking: an organiser makes a gathering and seats players from a list and by
// hand, three captains join with the codes of their tables and play on phones, the wall shows it; one
// of them loses the network and comes back; the group crosses the Anduin and resolves the end of a
// round at stage 3.
func TestEveningInTheBrowser(t *testing.T) {
	t.Parallel()
	e := &evening{hall: newHall(t), captains: map[string]*captain{}}
	e.setUp()
	e.start()
	e.firstRound()
	e.offline()
	e.crossing()
	e.siege()
	e.organiser.quiet("the organiser")
	e.wall.quiet("the wall")
	for _, c := range e.captains {
		c.quiet(c.team)
	}
}

func (e *evening) now() board.Group { e.t.Helper(); return e.board(autumn, fellowship) }

// setUp makes the gathering, refuses a list with a mistake, imports the right one and seats one more
// player by hand.
func (e *evening) setUp() {
	e.t.Helper()
	o := e.hall.organiser()
	e.organiser = o
	o.fill("#name", "Autumn Muster")
	o.tapTo("form button.primary.big", `location.pathname === '/console/autumn-muster/setup'`)

	o.upload("#r-file", "players.csv", strings.Replace(playerList, "Elif,Fellowship,Esgaroth", "Elif,Fellowship,", 1))
	o.tapTo(`form[action$="/roster"] button`, `document.body.innerText.includes('Nothing was imported')`)
	o.says("team")
	if b, err := e.boss.Gathering(e.t.Context(), autumn); err != nil || len(b.Groups) != 0 {
		e.t.Errorf("a list with a mistake left %d groups behind (%v)", len(b.Groups), err)
	}
	o.tapTo(`main a[href$="/setup"]`, `document.getElementById('r-file')`)
	example := browser.Eval[string](o.Page, `document.querySelector('form[action$="/roster"] + details pre').textContent`)
	o.upload("#r-file", "example.csv", example)
	o.tapTo(`form[action$="/roster"] button`, `document.body.innerText.includes('The list is right')`)

	o.Open(o.base + "/console/autumn-muster/setup")
	o.upload("#r-file", "players.csv", playerList)
	o.tapTo(`form[action$="/roster"] button`, `document.body.innerText.includes('The list is right')`)
	o.tapTo("main form button.primary", `document.body.innerText.includes('Everybody is seated')`)

	o.Open(o.base + "/console/autumn-muster/groups/fellowship/do/seat")
	team := slices.IndexFunc(e.now().Tables, func(t board.Table) bool { return t.Team == "Esgaroth" })
	o.fill(fmt.Sprintf("#f%d", team), "Farid")
	o.tapTo("form.stack button", `document.body.innerText.includes('The players are seated.')`)
	if b := e.now(); b.Players != 6 || len(table(e.t, b, "Esgaroth").Players) != 2 {
		e.t.Fatalf("%d players are seated, want 6, two of them at Esgaroth", b.Players)
	}
}

// start opens the wall, lets the captains join and starts the game.
func (e *evening) start() {
	e.t.Helper()
	e.wall = e.device(1920, 1080)
	e.wall.Open(e.wall.base + "/wall/autumn-muster/fellowship")
	e.wall.says("Fellowship", "players seated")
	codes := e.codes()
	for i, team := range teams {
		e.captains[team] = e.join([]int{360, 390, 360}[i], codes[team], "Captain of "+team, team)
	}
	o := e.organiser
	o.tapTo(`a[href$="/do/start"]`, `document.body.innerText.includes('City strength: 35')`)
	o.tapTo("form.stack button", `document.body.innerText.includes('The game has begun.')`)
	e.wall.Wait(city(35))
	for _, team := range teams {
		e.captains[team].says("Round 1, stage 1B")
	}
}

// codes reads the tables' codes off the organiser's setup page.
func (e *evening) codes() map[string]string {
	e.t.Helper()
	p := e.organiser.Tab(e.t, 1280, 900)
	p.Open(e.organiser.base + "/console/autumn-muster/setup")
	p.Wait("document.querySelectorAll('.tablecard .code').length === 3")
	return browser.Eval[map[string]string](p, `Object.fromEntries([...document.querySelectorAll('.tablecard')].map(
		c => [c.querySelector('bdi').textContent, c.querySelector('.code').textContent.trim()]))`)
}

// city is an expression that tells whether the wall shows a city strength.
func city(n int) string {
	return fmt.Sprintf("document.querySelector('siege-tracker')?.shadowRoot?.querySelector('.number')?.textContent === '%d'", n)
}

// onWall waits until the wall shows something at a team's table.
func (e *evening) onWall(team, words string) {
	e.t.Helper()
	e.wall.Wait(fmt.Sprintf(`[...document.querySelectorAll('.teams article')].some(a => a.innerText.includes(%s) && a.innerText.includes(%s))`, quote(team), quote(words)))
}

// firstRound plays round 1 in full at Lórien: threat, quest, a card revealed, one destroyed, one
// explored, progress, the end of the round; the wall shows each.
func (e *evening) firstRound() {
	e.t.Helper()
	lorien := e.captains["Lórien"]
	ana := table(e.t, e.now(), "Lórien").Players[0]
	lorien.enter("threat:"+string(ana.ID), 31)
	e.onWall("Lórien", "31")
	lorien.phase()
	lorien.card("reveal", "archer", "amon-lanc-archer")
	lorien.quest(12)
	lorien.card("explore", "battleground", "forest-battleground")
	for range 3 { // travel, encounter, combat
		lorien.phase()
	}
	lorien.archery(2)
	archer := table(e.t, e.now(), "Lórien").Enemies[2]
	lorien.enter(fmt.Sprintf("enemy:%d", archer.Number), archer.Card.HitPoints) // which destroys it
	lorien.card("destroy", "warg", "battle-warg")
	lorien.enter("progress", table(e.t, e.now(), "Lórien").Progress+2)
	got := table(e.t, e.now(), "Lórien")
	// threat in the staging area: two Marauders and the Archer, 2 each; 12 willpower leave 6 progress
	if got.Progress != 8 || got.Players[0].Threat != 31 || len(got.Enemies) != 2 || got.Archery != 0 {
		e.t.Errorf("Lórien has progress %d, threat %d, %d enemies, archery %d; want 8, 31, 2, 0", got.Progress, got.Players[0].Threat, len(got.Enemies), got.Archery)
	}
	e.onWall("Lórien", "Progress 8")
	e.wall.says("Battle Warg")
	lorien.Screenshot("evening-table-390")
	lorien.end()
	lorien.says("Waiting for")
	e.wall.Wait(`document.querySelector('.barrier .count').innerText.startsWith('1')`)
	e.onWall("Lórien", "Ended the round")
}

// offline cuts the network of Rivendell's captain, who enters two things; both count once.
func (e *evening) offline() {
	e.t.Helper()
	c := e.captains["Rivendell"]
	chiara := table(e.t, e.now(), "Rivendell").Players[0] // declared no heroes: threat unknown
	c.link.Cut()
	c.Wait(connection("Offline"))
	c.number("threat:"+string(chiara.ID), 27)
	c.tap("[data-action=explore]")
	c.fill("dialog input[type=search]", "blackened")
	c.tap("dialog [data-card=blackened-woods]")
	c.tap("dialog [data-submit]")
	c.Wait("!document.querySelector('dialog[open]')")
	c.Wait(connection("Offline, 2 saved"))
	c.Screenshot("evening-table-offline-360")
	if got := table(e.t, e.now(), "Rivendell"); got.Players[0].Threat != -1 || got.Progress != 0 {
		e.t.Fatalf("the entries arrived over a link that is cut: %+v", got)
	}
	c.link.Mend("")
	c.entered()
	got := table(e.t, e.now(), "Rivendell")
	if got.Players[0].Threat != 27 {
		e.t.Errorf("after coming back Chiara has threat %d, want 27", got.Players[0].Threat)
	}
	e.onWall("Rivendell", "27")
	if n := c.saved(); n != 0 {
		e.t.Errorf("%d entries are still on the phone", n)
	}
	for _, words := range []string{"Blackened Woods", "Chiara"} {
		if n := e.lines(words); n != 1 {
			e.t.Errorf("the history has %d lines about %s at Rivendell, want 1", n, words)
		}
	}
}

// lines counts the lines of the group's log that a word is in and that Rivendell's captain entered.
func (e *evening) lines(word string) int {
	e.t.Helper()
	p := e.organiser.Tab(e.t, 1280, 900)
	p.Open(e.organiser.base + "/console/autumn-muster/groups/fellowship?table=" + string(table(e.t, e.now(), "Rivendell").ID))
	p.Wait("document.querySelector('.log li')")
	return browser.Eval[int](p, fmt.Sprintf(`[...document.querySelectorAll('.log li')].filter(
		l => l.innerText.includes(%s) && l.innerText.includes('Captain of Rivendell')).length`, quote(word)))
}

// crossing ends rounds 1 to 3, passing the Responses, and chooses the stages 3. Two teams cannot have
// the same one.
func (e *evening) crossing() {
	e.t.Helper()
	farid := table(e.t, e.now(), "Esgaroth").Players[1]
	e.captains["Esgaroth"].enter("threat:"+string(farid.ID), 25)
	e.captains["Rivendell"].end()
	e.captains["Esgaroth"].end()
	e.wall.says("All ended")
	for _, team := range teams {
		e.captains[team].answer("1-response-"+e.id(team), "pass")
	}
	e.round(2)
	for _, team := range teams {
		e.captains[team].answer("2-response-"+e.id(team), "pass")
	}
	e.round(3)
	e.captains["Lórien"].answer("3-choose-stage-"+e.id("Lórien"), "3B")
	r := e.captains["Rivendell"]
	r.Wait(`document.querySelector('[data-choice="3B"]')?.disabled && document.querySelector('[data-choice="3B"] .why').innerText.includes('taken by Lórien')`)
	r.answer("3-choose-stage-"+e.id("Rivendell"), "3D")
	e.captains["Esgaroth"].answer("3-choose-stage-"+e.id("Esgaroth"), "3H")
	for team, stage := range map[string]string{"Lórien": "3B", "Rivendell": "3D", "Esgaroth": "3H"} {
		e.captains[team].says("Round 4, stage " + stage)
		e.onWall(team, stage)
	}
}

// id is the id of a team's table.
func (e *evening) id(team string) string { e.t.Helper(); return string(table(e.t, e.now(), team).ID) }

// round ends a round in which nothing more is entered.
func (e *evening) round(n int) {
	e.t.Helper()
	for _, team := range teams {
		c := e.captains[team]
		c.says(fmt.Sprintf("Round %d, stage", n))
		c.end()
	}
}

// siege plays round 4 at 3B, 3D and 3H and resolves its end: 3B, 3D, 3H, Dol Guldur, the absent 3F,
// the new stages. 3H answering before its turn is refused in words.
func (e *evening) siege() {
	e.t.Helper()
	for _, team := range teams {
		e.captains[team].enter("progress", 10)
	}
	e.captains["Lórien"].card("destroy", "olog", "mirkwood-olog-hai")
	e.captains["Esgaroth"].card("explore", "dungeon", "dungeon-door")
	e.wall.Wait(`document.querySelector('siege-tracker').getAttribute('scored') === '5'`)
	e.wall.Screenshot("evening-wall")
	e.round(4)
	e.outOfTurn()
	e.captains["Lórien"].answer("4-forced-3b", "pay-bonus")
	e.wall.Wait(city(32))
	e.captains["Rivendell"].answer("4-forced-3d", "pay")
	e.captains["Esgaroth"].answer("4-forced-3h", "pay")
	e.wall.Wait(city(27)) // 32 − 3 for the Olog-hai − 2 for the door
	e.until(autumn, fellowship, "the new stages are chosen", e.settle)
	b := e.until(autumn, fellowship, "round 5 begins", func(b board.Group) bool { return b.Round == 5 && b.Phase == board.PhasePlaying })
	e.wall.Wait(city(b.City.Strength))
	e.wall.says("Round 5")
	e.shares(b)
}

// outOfTurn lets an old page of the table at 3H answer while 3B is next.
func (e *evening) outOfTurn() {
	e.t.Helper()
	c := e.captains["Esgaroth"]
	c.says("Waiting for")
	e.wall.says("3B")
	e.wall.Screenshot("evening-wall-resolving")
	if browser.Eval[bool](c.Page, "document.querySelector('.question') !== null") {
		e.t.Error("the table at 3H is asked although 3B is next")
	}
	browser.Eval[bool](c.Page, fmt.Sprintf(`document.querySelector('muster-table').outbox.add(
		{type: 'group.resolve-step.v1', data: {table: %q, step: '4-forced-3h', choice: 'pay'}}, 'Answer for 3H').then(() => true)`, e.id("Esgaroth")))
	c.Wait("document.querySelector('[data-refused=out-of-turn]')")
	c.says("Not recorded: Answer for 3H", "3B (Lórien) is next")
	c.Wait(`document.querySelector('[data-refused] h2').getBoundingClientRect().bottom < innerHeight && scrollY === 0`) // seen without scrolling
	c.Screenshot("evening-table-refused-360")
	if got := c.Problems(); len(got) != 1 || !strings.Contains(got[0], "409") {
		e.t.Errorf("the browser says %q, want the one refusal", got)
	}
	c.tap("[data-refused] button:first-of-type") // Drop
	c.entered()
}

// settle answers what is open until the new stages are chosen, by tapping at the table that is asked.
func (e *evening) settle(b board.Group) bool {
	e.t.Helper()
	if b.Phase != board.PhaseEnding {
		return true
	}
	for _, s := range b.Queue {
		if s.State != board.StepNow || len(s.Options) == 0 {
			continue
		}
		i := slices.IndexFunc(b.Tables, func(t board.Table) bool { return t.ID == s.Table })
		c := e.captains[b.Tables[i].Team]
		choice := s.Options[slices.IndexFunc(s.Options, func(o group.Option) bool { return o.Allowed && o.Needs == "" })].Choice
		c.answer(s.ID, choice)
		return false
	}
	return false
}

// shares looks for each table's share of what the siege took off, on the page for everybody.
func (e *evening) shares(b board.Group) {
	e.t.Helper()
	i := slices.IndexFunc(b.City.Changes, func(c board.CityChange) bool { return c.Kind == "siege" })
	if i < 0 || b.City.Changes[i].From-b.City.Changes[i].To != 5 {
		e.t.Fatalf("the siege of round 4 is not among the changes of the city strength: %+v", b.City.Changes)
	}
	p := e.device(360, 740)
	p.Open(p.base + "/live/autumn-muster/fellowship")
	p.says("Mirkwood Olog-hai", "Dungeon Door", fmt.Sprintf("%d → %d", b.City.Changes[i].From, b.City.Changes[i].To))
	p.quiet("a player")
}
