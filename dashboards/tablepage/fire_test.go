package tablepage_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/dashboards/browser"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// newFire is a rig with the epic mode of The Mountain of Fire in round 1: two players at each table,
// with the heroes of the Fellowship sphere. A session for the captain of each table is named like it.
func newFire(t *testing.T) *rig {
	t.Helper()
	r := newRig(t)
	tables := []group.TableName{{ID: "gate", Team: "Host of the West"}, {ID: "doom", Team: "The Ring-bearers"}}
	var seats []group.Seat
	for i, name := range []string{"Ana", "Björk Guðmundsdóttir", "Çağla", "Dmitri <script>window.__xss=1</script>"} {
		p := events.PersonID(fmt.Sprintf("p-%d", i+1))
		r.names[p] = name
		seat := group.Seat{Player: p, Table: tables[i/2].ID}
		for k, title := range []string{"Legolas %d", "Gimli %d", "Éowyn %d"} {
			seat.Heroes = append(seat.Heroes, group.Hero{
				Title: fmt.Sprintf(title, i), Threat: 9 + k, HitPoints: 4, Willpower: 1 + k, Attack: 3, Defense: 2, Ranged: k == 0, Sentinel: k == 1, Sphere: "Tactics",
			})
		}
		switch i {
		case 0:
			seat.Heroes = append(seat.Heroes, group.Hero{Title: "Aragorn", HitPoints: 5, Sphere: group.SphereFellowship, Traits: "Dúnedain. Noble.", Willpower: 3, Attack: 3, Defense: 3})
		case 2:
			seat.Heroes = append(seat.Heroes, group.Hero{Title: "Frodo Baggins", HitPoints: 2, Sphere: group.SphereFellowship, Traits: "Hobbit. Ring-bearer.", Willpower: 2, Attack: 1, Defense: 2})
		}
		seats = append(seats, seat)
	}
	for _, table := range tables {
		r.sessions[string(table.ID)] = access.Session{
			ID: "s-" + string(table.ID), Role: events.RoleCaptain, Gathering: spring, Group: fellowship,
			Table: table.ID, Device: events.DeviceID("d-" + table.ID),
		}
	}
	r.must(organiser, group.OpenGroup{Name: "The last march", Scenario: "the-mountain-of-fire", Mode: "epic", Difficulty: "standard", Tables: tables, Seed: 7})
	r.must(organiser, group.SeatPlayers{Seats: seats})
	r.must(organiser, group.StartGroup{})
	return r
}

func (p *phone) text(selector string) string {
	return browser.Eval[string](p.Page, fmt.Sprintf("document.querySelector(%q)?.innerText ?? ''", selector))
}

func (p *phone) has(t *testing.T, selector string, want ...string) {
	t.Helper()
	p.Wait(fmt.Sprintf("document.querySelector(%q)", selector))
	for _, w := range want {
		if have := p.text(selector); !strings.Contains(have, w) {
			t.Errorf("%s says %q, not %q", selector, have, w)
		}
	}
}

// A Fortitude test from its start to its result, on the phone of Mount Doom.
func TestAFortitudeTestOnThePhone(t *testing.T) {
	t.Parallel()
	r := newFire(t)
	r.must(organiser, lotr.AdvanceStage{Table: "doom", Stage: "3B"})
	r.must(organiser, lotr.BeginPhase{Table: "doom", Phase: lotr.PhaseQuest})
	p := r.join(start(t), "127.0.0.1", "doom")
	p.has(t, "[data-eye=here]", "looks at this table", "one Eye more", "Host of the West", "3 threat")
	p.has(t, "[data-test]", "Fortitude test of Çağla", "Begin")
	p.look("fire-test-due")
	p.tap("[data-action=begin-test]")
	p.Wait("document.querySelector('dialog[open] [data-value=\"Frodo Baggins\"]')")
	p.look("fire-test-heroes")
	p.tap("dialog [data-value=\"Frodo Baggins\"]")
	p.tap("dialog [data-value=\"Éowyn 2\"]")
	p.tap("dialog [data-submit]")
	p.Wait("document.querySelector('[data-action=count-icons]')")
	open := r.table("doom").Test
	if open == nil || open.Willpower != 5 || open.Cards != 3 || open.Icons != 1 {
		t.Fatalf("the test that was begun: %+v", open)
	}
	p.tap("[data-action=count-icons]")
	p.Wait("document.querySelector('dialog[open] muster-eyes input[list]')")
	browser.Eval[bool](p.Page, `(() => { const i = document.querySelectorAll('dialog muster-eyes input[list]')[0]; i.value = 'orc captain'; i.dispatchEvent(new Event('change')); return true })()`)
	p.Wait("document.querySelector('dialog muster-eyes .hint').innerText.startsWith('2')")
	p.tap("dialog muster-eyes .eyerow:nth-of-type(2) muster-stepper button:last-child")
	p.look("fire-test-count")
	p.tap("dialog [data-submit]")
	p.Wait("document.querySelector('[data-action=resolve-test]')")
	p.has(t, "[data-test]", "5 willpower against 4 Eyes", "passes")
	p.look("fire-test-window")
	p.tap("[data-action=resolve-test]")
	p.Wait("!document.querySelector('[data-test]')")
	if browser.Eval[bool](p.Page, "globalThis.__xss !== undefined") {
		t.Error("a name ran as a script")
	}
}

// While a card with Peril is resolved only one player acts; the rest is greyed with the reason.
func TestPerilOnThePhone(t *testing.T) {
	t.Parallel()
	r := newFire(t)
	r.must(organiser, lotr.BeginPhase{Table: "doom", Phase: lotr.PhaseQuest})
	r.must(organiser, lotr.RevealCard{Table: "doom", Card: "Little Snuffler"})
	p := r.join(start(t), "127.0.0.1", "doom")
	p.has(t, "[data-peril]", "Peril: Little Snuffler", "Only Çağla acts", "is resolved")
	if why := p.text("[data-now] [data-action=phase-next] small"); why != "" && !strings.Contains(why, "Peril") {
		t.Errorf("going on is greyed because %q", why)
	}
	p.look("fire-peril")
	p.tap("[data-action=resolved]")
	p.Wait("!document.querySelector('[data-peril]')")
	p.Wait("document.querySelector('[data-now] [data-action=reveal]')")
	p.look("fire-quest")
}

// The Black Gate: the checklist ticks itself where muster carries the effect out, an enemy attacks with
// a defender who has Sentinel, and the Eye is kept or let go at the round's end.
func TestTheBlackGateOnThePhone(t *testing.T) {
	t.Parallel()
	r := newFire(t)
	r.must(organiser, lotr.AdvanceStage{Table: "gate", Stage: "2B"})
	r.must(organiser, lotr.BeginPhase{Table: "gate", Phase: lotr.PhaseQuest})
	r.must(organiser, lotr.AddEnemy{Table: "gate", Card: "Easterling Bowman", Player: "p-1"})
	p := r.join(start(t), "127.0.0.1", "gate")
	p.has(t, "[data-checklist]", "The Black Gate", "done")
	p.has(t, "[data-eye=there]", "The Ring-bearers")
	p.look("fire-gate")
	n := r.table("gate").Enemies
	at := n[len(n)-1].Number
	p.tap(fmt.Sprintf("[data-action=enemy-attack-%d]", at))
	p.Wait("document.querySelector('dialog[open] [data-value]')")
	greyed := browser.Eval[[]string](p.Page, "[...document.querySelectorAll('dialog .choice:disabled')].map(b => b.innerText)")
	if all := strings.Join(greyed, " "); !strings.Contains(all, "Legolas 1") || !strings.Contains(all, "Sentinel") || strings.Contains(all, "Gimli 1") {
		t.Errorf("greyed defenders: %q", greyed)
	}
	p.look("fire-attack")
	p.tap("dialog [data-value=\"p-2 Gimli 1\"]")
	p.tap("dialog [data-submit]")
	p.Wait("document.querySelector('dialog:not([open])')")
	p.Wait("document.querySelector('[data-undo] small').innerText.includes('attacked')")

	for _, t := range []events.TableID{"gate", "doom"} {
		r.must(organiser, group.ForceEndRound{Table: t, Round: 1, Reason: "for the test"})
	}
	r.resolveUntil(group.StepEye, "doom")
	doom := r.join(start(t), "127.0.0.1", "doom")
	doom.has(t, ".question", "The Eye of Sauron", "Keep the Eye here", "+3")
	doom.look("fire-eye-asks")
	doom.tap("[data-choice=let]")
	doom.Wait("document.querySelector('dialog[open] [data-yes]:not([disabled])')")
	doom.tap("dialog [data-yes]")
	p.Wait("document.querySelector('[data-eye=here]')")
	p.look("fire-round-2")
}
