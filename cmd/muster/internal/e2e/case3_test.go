package e2e

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/muster-events/muster/dashboards/browser"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/projections/board"
)

// numbers is what a page says of the group; what it does not show is left out.
type numbers struct {
	City  string               `json:"city"`
	Round string               `json:"round,omitempty"`
	Teams map[string]teamFacts `json:"teams,omitempty"`
}

type teamFacts struct {
	Stage    string            `json:"stage"`
	Progress string            `json:"progress,omitempty"`
	Siege    string            `json:"siege,omitempty"`
	Threats  map[string]string `json:"threats,omitempty"`
}

// readers read the numbers off each page: its path, and a function of its document.
var readers = []struct{ page, path, read string }{
	{"wall", "/wall/night/dusk", `d => ({
		city: d.querySelector('siege-tracker').getAttribute('strength'),
		teams: Object.fromEntries([...d.querySelectorAll('.teams article')].map(a => [text(a, 'h2'), {
			stage: text(a, '.code').replace('–', ''), progress: after(a, 'Progress'), siege: after(a, 'Siege'),
			threats: Object.fromEntries([...a.querySelectorAll('.chip')].map(c => [text(c, '.chip-name bdi'), text(c, '.chip-threat')])),
		}]))})`},
	{"live page", "/live/night/dusk", liveReader},
	{"group page of the console", "/console/night/groups/dusk", liveReader},
	{"console", "/console/night", `d => ({
		city: d.querySelector('#row-dusk [data-label="City or progress"]').firstChild.textContent.trim(),
		teams: Object.fromEntries([...d.querySelectorAll('#row-dusk .shapes li')].map(l => [l.title, {stage: l.lastChild.textContent.trim()}]))})`},
	{"overview", "/wall/night", `d => ({city: d.querySelector('#card-dusk .city').lastChild.textContent.trim()})`},
	{"front page", "/", `d => ({city: text(d, 'table.list td.num')})`},
	{"page of t1", "/t/night/dusk/t1", tableReader},
	{"page of t2", "/t/night/dusk/t2", tableReader},
	{"page of t3", "/t/night/dusk/t3", tableReader},
}

const liveReader = `d => ({
	city: d.querySelector('siege-tracker').getAttribute('strength'),
	teams: Object.fromEntries([...d.querySelectorAll('.liveteams article')].map(a => [text(a, 'h3 bdi'), {
		stage: text(a, '.stagecode'), progress: after(a, 'Progress'), siege: after(a, 'siege this round'),
		threats: Object.fromEntries([...a.querySelectorAll('.threats li')].map(l => [text(l, 'bdi'), text(l, 'b')])),
	}]))})`

const tableReader = `d => {
	const v = JSON.parse(d.getElementById('muster-shell').textContent).view;
	return {city: String(v.city.strength), round: String(v.round), teams: {[v.team]: {
		stage: v.quest.stage, progress: String(v.quest.progress), siege: v.siege.counts ? String(v.siege.round) : '',
		threats: Object.fromEntries(v.players.map(p => [p.name, p.threat < 0 ? '?' : String(p.threat)])),
	}}};
}`

// script fetches all pages as the organiser and reads them.
func script() string {
	var b strings.Builder
	b.WriteString(`(async () => {
	const text = (e, css) => e.querySelector(css)?.textContent.trim() ?? '';
	const after = (e, word) => {
		const found = [...e.querySelectorAll('b')].find(b => b.previousSibling?.textContent.trim().endsWith(word));
		return found ? found.textContent.trim() : '';
	};
	const page = async path => new DOMParser().parseFromString(await (await fetch(path)).text(), 'text/html');
	const out = {};
`)
	for _, r := range readers {
		fmt.Fprintf(&b, "\tout[%s] = (%s)(await page(%s));\n", quote(r.page), r.read, quote(r.path))
	}
	b.WriteString("\treturn JSON.stringify(out);\n})()")
	return b.String()
}

// wanted is what a page has to say, taken from the board as the API gives it, for what it shows.
func wanted(b board.Group, name func(events.PersonID) string, shown numbers) numbers {
	want := numbers{City: fmt.Sprint(b.City.Strength)}
	if shown.Round != "" {
		want.Round = fmt.Sprint(b.Round)
	}
	for team, s := range shown.Teams {
		i := slices.IndexFunc(b.Tables, func(t board.Table) bool { return t.Team == team })
		if i < 0 {
			continue
		}
		t := b.Tables[i]
		f := teamFacts{Stage: t.Stage}
		if s.Progress != "" {
			f.Progress = fmt.Sprint(t.Progress)
		}
		if s.Siege != "" {
			f.Siege = fmt.Sprint(t.SiegeRound)
		}
		if s.Threats != nil {
			f.Threats = map[string]string{}
			for _, p := range t.Players {
				f.Threats[name(p.ID)] = fmt.Sprint(p.Threat)
			}
		}
		if want.Teams == nil {
			want.Teams = map[string]teamFacts{}
		}
		want.Teams[team] = f
	}
	return want
}

// Case 3: two pages show one match with different scores. On the real server all pages are fetched
// after every entry of a whole game; each number on each of them has to be that of the API.
func TestCase3AllPagesOfTheServerAgreeAfterEveryEntry(t *testing.T) {
	t.Parallel()
	h := newHall(t)
	h.open(plainNames)
	o := h.organiser()
	read := script()
	compared := 0
	compare := func(b board.Group, what string) {
		var pages map[string]numbers
		must(t, json.Unmarshal([]byte(browser.Eval[string](o.Page, read)), &pages))
		for _, r := range readers {
			got := pages[r.page]
			if want := wanted(b, h.nameOf(b), got); !sameNumbers(got, want) {
				t.Fatalf("after %s, version %d, the %s says\n%+v\nthe API says\n%+v", what, b.Version, r.page, got, want)
			}
			compared += 1 + len(got.Teams)
		}
		complete(t, b, pages)
	}
	entries := 0
	h.shortGame(func(body events.CommandBody) {
		compare(h.give(body), body.CommandType())
		entries++
	})
	if b := h.board(night, dusk); b.Phase != board.PhaseWon {
		t.Fatalf("the game is not won but %s in round %d with city strength %d", b.Phase, b.Round, b.City.Strength)
	}
	o.quiet("the organiser")
	t.Logf("%d entries, %d pages and teams compared", entries, compared)
}

// complete fails the test if a page leaves out what it has to show: an empty field compares nothing.
func complete(t *testing.T, b board.Group, pages map[string]numbers) {
	t.Helper()
	teams := map[string]int{"wall": 3, "live page": 3, "group page of the console": 3, "page of t1": 1, "page of t2": 1, "page of t3": 1}
	for page, want := range teams {
		if len(pages[page].Teams) != want {
			t.Fatalf("the %s shows %d teams, want %d", page, len(pages[page].Teams), want)
		}
		for team, f := range pages[page].Teams {
			siege := b.Phase == board.PhasePlaying && strings.HasPrefix(table(t, b, team).Stage, "3")
			if f.Progress == "" || len(f.Threats) == 0 || f.Stage == "" || siege && f.Siege == "" {
				t.Fatalf("the %s leaves something of %s out: %+v", page, team, f)
			}
		}
	}
	if len(pages["console"].Teams) != 3 {
		t.Fatalf("the console shows %d teams, want 3", len(pages["console"].Teams))
	}
}

func sameNumbers(a, b numbers) bool {
	x, errX := json.Marshal(a)
	y, errY := json.Marshal(b)
	return errX == nil && errY == nil && string(x) == string(y)
}

// nameOf gives the names of the seated people of [plainNames].
func (h *hall) nameOf(b board.Group) func(events.PersonID) string {
	return func(id events.PersonID) string {
		for i, t := range b.Tables {
			all := slices.Clone(t.Players)
			slices.SortFunc(all, func(x, y board.Player) int { return strings.Compare(string(x.ID), string(y.ID)) })
			for j, p := range all {
				if p.ID == id {
					return plainNames.players[i][j]
				}
			}
		}
		return ""
	}
}
