package e2e

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/uuid"

	"github.com/muster-events/muster/coordinator/roster"
	"github.com/muster-events/muster/dashboards/browser"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/tournament"
	"github.com/muster-events/muster/ops/client"
	view "github.com/muster-events/muster/projections/tournament"
)

// formats plays tournaments of other formats than a Swiss: what people do at once is given by the API, what
// is looked at by pages.
type formats struct {
	*hall
	who []events.PersonID
}

// give sends commands to a tournament and returns what officials see of it then.
func (f *formats) give(id events.GroupID, bodies ...events.CommandBody) view.View {
	f.t.Helper()
	var at events.Position
	for _, b := range bodies {
		r, err := f.boss.SendTournament(f.t.Context(), store, id, client.Command{ID: events.CommandID(uuid.NewString()), Body: b})
		must(f.t, err)
		if r.Refused != nil {
			f.t.Fatalf("%s: %s", b.CommandType(), r.Refused.Says)
		}
		at = r.Answers[len(r.Answers)-1].Position
	}
	v, err := f.boss.Tournament(f.t.Context(), store, id, true, at)
	must(f.t, err)
	return v
}

// start opens a tournament of the first n people and pairs its first round.
func (f *formats) start(id events.GroupID, r tournament.Rules, n int) view.View {
	f.t.Helper()
	reg := tournament.Register{}
	for _, p := range f.who[:n] {
		reg.Entrants = append(reg.Entrants, tournament.Entrant{Player: p})
	}
	order := make([]int, n)
	for i := range order {
		order[i] = i + 1
	}
	f.give(id, tournament.OpenTournament{Name: string(id), Rules: r, Seed: 3}, reg, tournament.Renumber{Order: order}, tournament.StartTournament{})
	return f.round(id, 1)
}

func (f *formats) round(id events.GroupID, n int) view.View {
	f.t.Helper()
	return f.give(id, tournament.PairRound{Round: n}, tournament.PublishRound{Round: n}, tournament.StartRound{Round: n, At: 1})
}

// win has the lowest number of a table win.
func (f *formats) win(id events.GroupID, round int, t view.Table) view.View {
	f.t.Helper()
	res := tournament.Result{Kind: tournament.Played}
	best := slices.MinFunc(t.Seats, func(a, b view.Seat) int { return a.Entrant - b.Entrant })
	for _, s := range t.Seats {
		line := tournament.Line{Entrant: s.Entrant}
		if s == best {
			line.Games = 2
		}
		res.Lines = append(res.Lines, line)
	}
	return f.give(id, tournament.EnterResult{Round: round, Table: t.N, Result: res})
}

// A bracket and pods, looked at on phones, laptops and walls; a result moves the bracket on an open page,
// and the players of a pod enter places with a phone.
func TestABracketAndPodsOnPhonesAndWalls(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	must(t, h.boss.OpenGathering(t.Context(), store, "Corner Store", group.Settings{}))
	var people []roster.NewPerson
	for _, n := range []string{"Ana", "Björk", `<b onerror=x>Çelik</b>`, "藤原 百合子", "Eleftheria Papadopoulou-Konstantinidou", "Filo", "Gita", "Hugo"} {
		people = append(people, roster.NewPerson{Name: n})
	}
	ids, err := h.boss.Register(t.Context(), store, people)
	must(t, err)
	f := &formats{hall: h, who: ids}
	f.bracket()
	f.pods()
}

const (
	ladder    events.GroupID = "ladder"
	podTables events.GroupID = "tables"
)

func (f *formats) bracket() {
	f.t.Helper()
	v := f.start(ladder, tournament.Rules{Format: tournament.FormatDouble, SelfReport: true, BestOf: 3}, 7)
	wall, p := f.device(1920, 1080), f.device(390, 844)
	wall.Open(wall.base + "/tournaments/store/ladder/wall")
	wall.says("Winners’ quarter-final", "table 1", "Losers’ bracket and grand final")
	p.Open(p.base + "/tournaments/store/ladder/bracket")
	p.says("winner of match 1")
	for _, t := range v.Rounds[0].Tables {
		f.win(ladder, 1, t)
	}
	const won = "document.querySelectorAll('.bplaces .won').length >= 3"
	wall.Wait(won)
	p.Wait(won)
	f.round(ladder, 2)
	p.says("round 2, table 1")
	p.CheckPage("ladder-bracket", 320, 390, 768, 1920)
	p.ScreenshotAll("ladder-bracket-1920")
	p.Size(320, 844)
	p.ScreenshotAll("ladder-bracket-320")
	f.wallFits(wall, "ladder-wall")
	wall.quiet("the wall")
}

// wallFits looks at a wall: nothing is cut off.
func (f *formats) wallFits(wall *page, name string) {
	f.t.Helper()
	wall.CheckPage(name, 1920)
	wall.Size(1920, 1080)
	if got := browser.Eval[[]string](wall.Page, `(() => {
		const sheet = document.querySelector('.sheet:not([hidden])'), end = document.querySelector('.tourwall .foot').getBoundingClientRect().top;
		return [...sheet.querySelectorAll('li, b, h4')].filter(e => e.getBoundingClientRect().bottom > end + 1).map(e => e.className + ' ' + e.textContent.trim().slice(0, 40));
	})()`); len(got) > 0 {
		f.t.Errorf("%s is cut off: %q", name, got)
	}
	wall.Screenshot(name)
}

func (f *formats) pods() {
	f.t.Helper()
	v := f.start(podTables, tournament.Rules{Format: tournament.FormatPods, Rounds: 2, SelfReport: true, Places: []tournament.Amount{"3", "2", "1", "0"}}, 8)
	wall, desk := f.device(1920, 1080), f.organiser()
	wall.Open(wall.base + "/tournaments/store/tables/wall")
	wall.says("2 tables are playing", "Standings")
	codes, err := f.boss.PlayerCodes(f.t.Context(), store, podTables)
	must(f.t, err)
	seats := v.Rounds[0].Tables[0].Seats
	one, two := f.phone(codes, seats[0].Entrant), f.phone(codes, seats[1].Entrant)
	for place, s := range seats {
		browser.Eval[bool](one.Page, fmt.Sprintf("document.querySelector('#s%d').value = '%d', true", s.Entrant, place+1))
	}
	one.CheckPage("tables-phone", 320, 390)
	one.ScreenshotAll("tables-phone-390")
	one.tapTo("#enter", "location.search === '?done=result'")
	one.says("The other side has to confirm it.")
	two.says("place 1")
	two.tapTo("#confirm", "location.search === '?done=confirm'")
	two.says("Lost, place 2 of 4")
	wall.Wait("document.querySelectorAll('.justin li').length === 1")
	f.wallFits(wall, "tables-wall")
	for path, name := range map[string]string{
		"/console/store/tournaments/tables": "desk", "/console/store/tournaments/tables/do/result?round=1&table=2": "result", "/console/store/tournaments/tables/do/move": "move",
		"/console/store/tournaments/tables/print/slips": "slips", "/tournaments/store/tables/standings": "standings",
	} {
		desk.Open(desk.base + path)
		desk.Wait("document.readyState === 'complete'")
		desk.CheckPage("tables-"+name, 320, 390, 768, 1280)
		desk.ScreenshotAll("tables-" + name)
	}
	desk.quiet("the organiser")
	one.quiet("a player")
}

// phone is the phone of an entrant, by their code.
func (f *formats) phone(codes []client.PlayerCode, n int) *page {
	f.t.Helper()
	i := slices.IndexFunc(codes, func(c client.PlayerCode) bool { return c.Entrant == n })
	p := f.device(390, 844)
	p.Open(fmt.Sprintf("%s/tournaments/store/tables/phone/%d?code=%s", p.base, n, codes[i].Code))
	p.tapTo("form.stack button", "location.pathname.endsWith('/me')")
	p.says("Table 1")
	return p
}
