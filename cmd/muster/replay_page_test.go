package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/muster-events/muster/cmd/muster/internal/app/apptest"
	"github.com/muster-events/muster/coordinator"
	"github.com/muster-events/muster/dashboards/browser"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/store/memory"
	"github.com/muster-events/muster/ops/bundle"
	"github.com/muster-events/muster/ops/transfer"
)

// recordedGame returns a data directory with the finished game of Dol Guldur whose bundle is kept for ever, with
// its gathering and group.
func recordedGame(t *testing.T) (dir string, group events.StreamID) {
	t.Helper()
	f, done, err := bundle.OpenFile(filepath.Join("..", "..", "ops", "bundle", "testdata", "dol-guldur.muster.zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = done() }()
	log := memory.New()
	for c, err := range f.Commits() {
		if err != nil {
			t.Fatal(err)
		}
		log.Put(c.Stream, c.Raw)
		if c.Stream.Kind == events.KindGroup {
			group = c.Stream
		}
	}
	var out bytes.Buffer
	if _, err := transfer.Export(t.Context(), log, group.Gathering, &out); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "game.jsonl")
	if err := os.WriteFile(file, out.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	dir = filepath.Join(t.TempDir(), "data")
	must(t, "import", file, "--data", dir)
	return dir, group
}

// figures are the numbers of a group that both the page and the command tell.
type figures struct {
	City    int
	Round   int
	Stages  map[string]string
	Threats map[string][]int
}

// shownFigures reads the numbers off the wall in the page.
const shownFigures = `(() => {
	const number = s => Number((s ?? '').replace('–', '-1').replace('−', '-'));
	const wall = document.querySelector('.rp-walls .rp-wall:last-child .stage');
	const out = {City: number(wall.querySelector('siege-tracker').getAttribute('strength')), Round: 0, Stages: {}, Threats: {}};
	out.Round = number(/ound (\d+)/.exec(document.querySelector('.rp-where').innerText)?.[1] ?? '0');
	for (const team of wall.querySelectorAll('.team')) {
		const id = team.id.replace('team-', '');
		out.Stages[id] = team.querySelector('.code').innerText.trim().replace('–', '');
		out.Threats[id] = [...team.querySelectorAll('.chip-threat')].map(c => number(c.innerText.trim()));
	}
	return out;
})()`

// replayedFigures asks `muster replay --at` for the same numbers.
func replayedFigures(t *testing.T, dir string, group events.StreamID, at int) figures {
	t.Helper()
	out := must(t, "replay", string(group.Gathering)+"/"+string(group.Group), "--at", strconv.Itoa(at), "--json", "--data", dir)
	var r struct{ State coordinator.Summary }
	if err := json.Unmarshal([]byte(out), &r); err != nil {
		t.Fatal(err)
	}
	f := figures{City: r.State.City, Round: r.State.Round, Stages: map[string]string{}, Threats: map[string][]int{}}
	for _, tb := range r.State.Tables {
		id := string(tb.Game.ID)
		f.Stages[id], f.Threats[id] = tb.Game.Stage, []int{}
		for _, p := range tb.Game.Players {
			f.Threats[id] = append(f.Threats[id], p.Threat)
		}
	}
	return f
}

// walker is a browser on the page of a replay.
type walker struct {
	*browser.Page
	t *testing.T
}

// at waits until the page shows a position, 0 any, and returns it.
func (w walker) at(position int) int {
	w.t.Helper()
	w.Wait(fmt.Sprintf(`(() => {
		const shown = document.querySelector('.rp-body')?.dataset.shown, here = document.querySelector('.rp-position')?.innerText;
		return shown && shown === here && (%d === 0 || shown === '%d') && document.querySelector('.rp-walls siege-tracker')?.shadowRoot?.querySelector('.number');
	})()`, position, position))
	n, err := strconv.Atoi(w.Text(".rp-position"))
	if err != nil {
		w.t.Fatal(err)
	}
	return n
}

// slide moves the slider to an entry, as a hand does.
func (w walker) slide(entry int) {
	w.t.Helper()
	browser.Eval[bool](w.Page, fmt.Sprintf(`(() => { const s = document.querySelector('#rp-slider'); s.value = %d; s.dispatchEvent(new Event('input', {bubbles: true})); return true })()`, entry))
}

// press sends a key to whatever has the focus.
func (w walker) press(keys string, shift bool) {
	w.t.Helper()
	browser.Eval[bool](w.Page, fmt.Sprintf(`document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: %q, shiftKey: %v, bubbles: true, cancelable: true})), true`, keys, shift))
}

// Must show 6 of the audit: a finished game of Dol Guldur is scrubbed from its start to its end, with the
// slider and with keys; at every position that is stopped at, the numbers on the wall are those of
// `muster replay --at`.
func TestScrubbingAFinishedGameShowsTheNumbersOfReplay(t *testing.T) {
	dir, group := recordedGame(t)
	s := apptest.StartOn(t, dir, nil)
	w := walker{browser.Start(t).Page(t, 1920, 1080), t}
	w.Open(s.URL + "/replay/" + string(group.Gathering) + "/" + string(group.Group))
	end := w.at(0)
	entries := browser.Eval[int](w.Page, "Number(document.querySelector('#rp-slider').max) + 1")
	if entries < 300 {
		t.Fatalf("the slider has %d entries", entries)
	}
	cities, rounds := map[int]bool{}, map[int]bool{}
	compare := func(at int) {
		t.Helper()
		have, want := browser.Eval[figures](w.Page, shownFigures), replayedFigures(t, dir, group, at)
		if a, b := fmt.Sprint(have), fmt.Sprint(want); a != b {
			t.Errorf("position %d: the page shows\n%s\nmuster replay --at says\n%s", at, a, b)
		}
		cities[have.City], rounds[have.Round] = true, true
	}
	compare(end)
	const stops = 12
	for i := range stops {
		w.slide(i * (entries - 1) / (stops - 1))
		w.Wait(fmt.Sprintf("document.querySelector('.rp-where').innerText.includes('(%d of ')", i*(entries-1)/(stops-1)+1))
		compare(w.at(0))
	}
	if len(cities) < 4 || len(rounds) < 5 {
		t.Errorf("only %d city strengths and %d rounds were seen", len(cities), len(rounds))
	}
	keysAlone(t, w, compare, end)
	speeds(w)
	looks(t, w, s, group)
}

// keysAlone walks by keys from the start.
func keysAlone(t *testing.T, w walker, compare func(int), end int) {
	t.Helper()
	w.Do(chromedp.Focus(chromedp.CSS("#rp-slider")))
	w.press("Home", false)
	w.Wait("document.querySelector('.rp-where').innerText.includes('(1 of ')")
	first := w.at(0)
	w.press("ArrowRight", false)
	w.Wait("document.querySelector('.rp-where').innerText.includes('(2 of ')")
	if second := w.at(0); second <= first {
		t.Errorf("an arrow leads from %d to %d", first, second)
	}
	w.press("ArrowRight", true)
	w.Wait("document.querySelector('.rp-where').innerText.startsWith('Round 1')")
	before := w.at(0)
	w.press("ArrowRight", true)
	w.Wait("document.querySelector('.rp-where').innerText.startsWith('Round 2')")
	compare(w.at(0))
	w.press("c", false)
	w.Wait(fmt.Sprintf("Number(document.querySelector('.rp-position').innerText) > %d", before))
	compare(w.at(0))
	if says := w.Text(".rp-event"); !strings.Contains(says, "city strength") {
		t.Errorf("C leads to a change of the city strength, not to %q", says)
	}
	w.press("End", false)
	if last := w.at(end); last != end {
		t.Errorf("End leads to %d, want %d", last, end)
	}
}

// fileProves downloads the proof of the commit that is shown and checks it without the server.
func fileProves(t *testing.T, w walker, at int) {
	t.Helper()
	file := browser.Eval[string](w.Page, `fetch(document.querySelector('.rp-proof a[download]').href).then(r => r.text())`)
	key := browser.Eval[string](w.Page, `[...document.querySelectorAll('.rp-proof code')].map(c => c.innerText).find(s => /^muster\/gatherings\/[a-z0-9-]+\+/.test(s)) ?? ''`)
	path := filepath.Join(t.TempDir(), "one.tlog-proof")
	if err := os.WriteFile(path, []byte(file), 0o600); err != nil {
		t.Fatal(err)
	}
	if says := must(t, "prove", "check", path, "--key", key); !strings.HasPrefix(says, fmt.Sprintf("Proven: commit %d of ", at)) {
		t.Errorf("the proof of %d proves %.200s", at, says)
	}
}

// looks compares two positions by a deep link, looks at the proof, plays to the end, and holds the page to what
// all pages are held to.
func looks(t *testing.T, w walker, s *apptest.Server, group events.StreamID) {
	t.Helper()
	w.Open("about:blank")
	w.Open(fmt.Sprintf("%s/replay/%s/%s#seq=200&with=100", s.URL, group.Gathering, group.Group))
	at := w.at(0)
	if at > 200 || at < 190 {
		t.Errorf("#seq=200 leads to %d", at)
	}
	w.Wait("document.querySelectorAll('.rp-walls .stage').length === 2 && document.querySelector('.rp-differs li')")
	w.Wait("document.querySelector('.rp-valid')?.innerText.includes('leaf')")
	if says := w.Text(".rp-proof"); !strings.Contains(says, "muster/gatherings/"+string(group.Gathering)) {
		t.Errorf("the proof says %q", says)
	}
	fileProves(t, w, at)
	w.ScreenshotAll("replay-compared")
	w.CheckPage("replay compared", 320, 390, 768, 1920)
	w.Size(390, 844)
	w.ScreenshotAll("replay-390")
	w.Size(1920, 1080)
	w.press("x", false)
	w.Wait("document.querySelectorAll('.rp-walls .stage').length === 1 && document.querySelectorAll('replay-chart canvas').length === 3")
	w.CheckPage("replay", 390, 1920)
	w.Size(1920, 1080)
	w.ScreenshotAll("replay-dol-guldur")
	w.press("+", false) // 20 times as fast
	w.press("+", false)
	w.press("+", false)
	w.press(" ", false)
	w.Wait("document.querySelector('.rp-play').innerText === 'Play' && document.querySelector('#rp-slider').value === document.querySelector('#rp-slider').max")
	w.at(0)
	if got := w.Problems(); len(got) > 0 {
		t.Errorf("the page complained: %s", strings.Join(got, "\n"))
	}
}
