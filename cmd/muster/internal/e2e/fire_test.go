package e2e

import (
	"fmt"
	"testing"

	"github.com/muster-events/muster/coordinator/roster"
	"github.com/muster-events/muster/dashboards/browser"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/ops/client"
	"github.com/muster-events/muster/projections/board"
)

// The two teams of the epic game of The Mountain of Fire.
const (
	host = "Host of the West"
	ring = "Ring-bearers"
)

// fire is the game of TestARoundOfTheMountainOfFire.
type fire struct {
	*hall
	wall       *page
	gate, doom *captain
}

// Must show 7 of the living card game: one round of the epic mode of The Mountain of Fire on two phones,
// by clicking, with the Eye moving on the wall.
func TestARoundOfTheMountainOfFire(t *testing.T) {
	t.Parallel()
	f := &fire{hall: newHall(t)}
	f.open()
	f.openPages()
	f.peril()
	f.quests()
	f.endRound()
	f.theEye()
	for who, p := range map[string]*page{"the wall": f.wall, host: f.gate.page, ring: f.doom.page} {
		p.quiet(who)
	}
}

// open opens the group over the API: two players at The Black Gate Opens, one at Mount Doom.
func (f *fire) open() {
	f.t.Helper()
	must(f.t, f.boss.OpenGathering(f.t.Context(), night, "Last night of the saga", group.Settings{}))
	ids, err := f.boss.Register(f.t.Context(), night, []roster.NewPerson{{Name: "Ana"}, {Name: "Bram"}, {Name: "Chiara"}})
	must(f.t, err)
	f.give(group.OpenGroup{
		Name: "Dusk", Scenario: "the-mountain-of-fire", Mode: "epic", Difficulty: "standard", Seed: 5,
		Tables: []group.TableName{{ID: "host", Team: host}, {ID: "ring", Team: ring}},
	})
	heroes := func(titles ...string) (out []group.Hero) {
		for _, title := range titles {
			out = append(out, group.Hero{Title: title, Threat: 9, HitPoints: 5, Willpower: 2, Attack: 2, Defense: 2})
		}
		return out
	}
	f.give(group.SeatPlayers{Seats: []group.Seat{
		{Player: ids[0], Table: "host", Heroes: heroes("Éomer", "Beregond", "Gandalf")},
		{Player: ids[1], Table: "host", Heroes: heroes("Faramir", "Denethor", "Háma")},
		{Player: ids[2], Table: "ring", Heroes: heroes("Sam Gamgee", "Merry", "Pippin")},
	}})
	f.give(group.StartGroup{})
}

func (f *fire) openPages() {
	f.t.Helper()
	f.wall = f.device(1920, 1080)
	f.wall.Open(f.wall.base + "/wall/" + string(night) + "/" + string(dusk))
	f.eyeAt("Mount Doom", ring)
	codes, err := f.boss.Codes(f.t.Context(), night)
	must(f.t, err)
	f.gate = f.join(360, codeOf(f.t, codes, "host"), "Captain of the host", host)
	f.doom = f.join(390, codeOf(f.t, codes, "ring"), "Captain of the Ring", ring)
	f.doom.says("Frodo Baggins")
	f.gate.says("Aragorn")
	f.wall.Screenshot("fire-wall-eye-at-mount-doom")
}

func codeOf(t testing.TB, codes client.Codes, table string) string {
	t.Helper()
	for _, c := range codes.Tables {
		if string(c.Table) == table {
			return c.Code
		}
	}
	t.Fatalf("there is no code for the table %s", table)
	return ""
}

// eyeAt waits until the wall shows the Eye at a scenario, on its rail and at the team's table.
func (f *fire) eyeAt(scenario, team string) {
	f.t.Helper()
	side := map[string]int{"The Black Gate Opens": 0, "Mount Doom": 1}[scenario]
	f.wall.Wait(fmt.Sprintf(`document.querySelector('#eye')?.classList.contains('eye-%d')`, side))
	f.wall.Wait(fmt.Sprintf(`(() => {
		const at = [...document.querySelectorAll('.teams article')].filter(a => a.innerText.includes('the Eye is here'));
		return at.length === 1 && at[0].innerText.includes(%s);
	})()`, quote(team)))
}

// peril reveals a card with Peril at The Black Gate Opens: until it is resolved only the player who
// revealed it acts, and the page says so.
func (f *fire) peril() {
	f.t.Helper()
	f.gate.phase() // planning
	f.gate.phase() // quest: The Black Gate gets a resource
	f.gate.card("reveal", "bowman", "easterling-bowman")
	f.gate.says("Peril")
	f.gate.Screenshot("fire-phone-peril")
	f.wall.says("Peril")
	f.gate.tap("[data-action=resolved]")
	f.gate.entered()
	f.until(night, dusk, "the Peril is over", func(b board.Group) bool { return table(f.t, b, host).Peril == nil })
}

func (f *fire) quests() {
	f.t.Helper()
	f.gate.quest(30)
	f.doom.phase()
	f.doom.phase()
	f.doom.quest(12)
	if at := table(f.t, f.board(night, dusk), ring); at.Progress == 0 {
		f.t.Errorf("a quest of 12 willpower placed no progress on stage %s", at.Stage)
	}
	f.doom.Screenshot("fire-phone-quest")
}

// endRound ends the round at both tables; the wall waits for Mount Doom in between.
func (f *fire) endRound() {
	f.t.Helper()
	for range 3 { // travel, encounter, combat
		f.gate.phase()
	}
	f.gate.archery(1)
	f.gate.end()
	f.onTheWall(host, "Ended the round")
	f.doom.end()
}

func (f *fire) onTheWall(team, words string) {
	f.t.Helper()
	f.wall.Wait(fmt.Sprintf(`[...document.querySelectorAll('.teams article')].some(a => a.innerText.includes(%s) && a.innerText.includes(%s))`, quote(team), quote(words)))
}

// theEye answers what the round's end asks: The Tower of Barad-dûr, the order, the mode card, the Eye,
// which goes to The Black Gate Opens before everybody's eyes.
func (f *fire) theEye() {
	f.t.Helper()
	before := f.threats(ring)
	f.doom.choose("1-trigger-ring-barad-dur", "done")
	f.doom.choose("1-order-ring", "card-first")
	f.doom.Screenshot("fire-phone-mode-card")
	f.doom.choose("1-mode-card-ring", "black-gate")
	after := f.threats(ring)
	if len(after) != 1 || after[0] != before[0]+3-3 {
		f.t.Errorf("after the tower (three heroes) and the mode card Chiara's threat went from %v to %v, want it unchanged", before, after)
	}
	f.doom.says("The Eye of Sauron")
	f.doom.Screenshot("fire-phone-the-eye")
	f.doom.choose("1-eye-ring", "let")
	f.eyeAt("The Black Gate Opens", host)
	f.wall.says("Round 2")
	f.wall.Screenshot("fire-wall-eye-at-the-black-gate")
	b := f.until(night, dusk, "round 2 begins", func(b board.Group) bool { return b.Round == 2 })
	if at := table(f.t, b, host); !at.EyeHere || table(f.t, b, ring).EyeHere {
		f.t.Errorf("the board says the Eye is elsewhere than the wall")
	}
	// each enemy in the staging area there has 1 threat more now
	bowman := table(f.t, b, host).Enemies
	for _, e := range bowman {
		if e.Card.Code == "easterling-bowman" && e.Player == "" && e.ThreatNow != e.Card.Threat+1 {
			f.t.Errorf("Easterling Bowman in staging has threat %d, want %d under the Eye", e.ThreatNow, e.Card.Threat+1)
		}
	}
	f.gate.says("Round 2")
	f.gate.Screenshot("fire-phone-under-the-eye")
}

func (f *fire) threats(team string) []int {
	f.t.Helper()
	var out []int
	for _, p := range table(f.t, f.board(night, dusk), team).Players {
		out = append(out, p.Threat)
	}
	return out
}

// choose answers a question of the round's end, once more where it is final.
func (c *captain) choose(step, choice string) {
	c.t.Helper()
	c.Wait("document.querySelector('.question')?.dataset.step === " + quote(step))
	c.tap(".question [data-choice=" + quote(choice) + "]")
	c.Wait("document.querySelector('dialog [data-yes]') || document.querySelector('.question')?.dataset.step !== " + quote(step))
	if browser.Eval[bool](c.Page, "!!document.querySelector('dialog [data-yes]')") {
		c.tap("dialog [data-yes]")
	}
	c.entered()
	c.Wait("document.querySelector('.question')?.dataset.step !== " + quote(step))
}
