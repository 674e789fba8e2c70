package coordinator

import (
	"fmt"
	"slices"
	"strings"

	rules "github.com/muster-events/muster/engine/lotr"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// mountainOfFire is the epic multiplayer mode of The Mountain of Fire: one table plays The Black Gate
// Opens, the other Mount Doom, and both win or lose together. Which table plays which is the order in
// which they were opened.
type mountainOfFire struct{}

// Places of the two tables, as in the scenario's Parts.
const (
	gateAt = iota
	doomAt
)

// Names of the two scenarios, for people.
const (
	gateName = "The Black Gate Opens"
	doomName = "Mount Doom"
)

// Citations of what this file and its neighbours decide.
const (
	eyeSetUp  = `The Mountain of Fire, "Setting Up Epic Multiplayer Mode"`
	eyePlay   = `The Mountain of Fire, "Playing Epic Multiplayer Mode"`
	placeRule = `The Mountain of Fire, "Playing Epic Multiplayer Mode in Campaign Mode"`
	eyeFact   = `facts/game-facts.md, "1.2 End of round in epic mode"`
)

// maxCampaign is how many players play the epic mode as the finale of a campaign, in all.
//
// Source: The Mountain of Fire, "Playing Epic Multiplayer Mode in Campaign Mode".
const maxCampaign = 4

func (mountainOfFire) limits(string) string { return eyeSetUp }

func (mountainOfFire) order() string { return eyeFact }

func (s State) gate() Table { return s.Tables[gateAt] }

func (s State) doom() Table { return s.Tables[doomAt] }

// across returns the other table.
func (s State) across(id events.TableID) Table {
	if s.gate().ID == id {
		return s.doom()
	}
	return s.gate()
}

// part names the scenario of a table for people.
func (s State) part(id events.TableID) string {
	if s.doom().ID == id {
		return doomName
	}
	return gateName
}

// seats: never more players at Mount Doom than at The Black Gate Opens, and at most 4 in all in a
// campaign. While players are being seated, a Black Gate that nobody sits at yet is let be.
//
// Rule: Epic: The Mountain of Fire.
// Source: The Mountain of Fire, "Setting Up Epic Multiplayer Mode"; The Mountain of Fire, "Playing Epic
// Multiplayer Mode in Campaign Mode".
func (mountainOfFire) seats(s State, starting bool) error {
	gate, doom := s.gate(), s.doom()
	if all := gate.seated() + doom.seated(); s.Settings.Campaign != nil && all > maxCampaign {
		return refuseBy(placeRule, CodeCampaign, "%d players in all; the finale of a campaign is played by 2 to %d", all, maxCampaign)
	}
	if gate.seated() == 0 && !starting {
		return nil
	}
	if doom.seated() > gate.seated() {
		return refuseBy(eyeSetUp, CodeUneven, "%d players at %s (%s) and %d at %s (%s); there are never more at %s: seat players at %s first, or move one",
			doom.seated(), doomName, doom.Team, gate.seated(), gateName, gate.Team, doomName, gate.Team)
	}
	return nil
}

// setUp sets both tables up, each of which says that In Darkness Bind Them goes into its deck, and puts
// The Eye of Sauron into the staging area of Mount Doom.
//
// Rule: Epic: The Mountain of Fire.
// Source: The Mountain of Fire, "Setting Up Epic Multiplayer Mode"; facts/game-facts.md, "1.1 Setup".
func (m mountainOfFire) setUp(d *decision) {
	for i, t := range d.s.Tables {
		d.emit(rules.SetUp(d.s.ContextOf(t), d.s.Plays(i), t.ID, t.Team, t.Seats, false)...)
		d.tellSetUp(i)
	}
	d.emit(lotr.EyePlaced{Table: d.s.doom().ID})
	d.tell(d.s.doom(), lotr.EffectCarriedOut{
		Do: "Put The Eye of Sauron into the staging area, with its Mount Doom side up. Turn the Epic Multiplayer Mode card over and lay it beside the quest deck.",
	})
	m.tellPlaces(d)
}

// tellPlaces says at which table a boon or burden is that both setups would use.
//
// Rule: Campaign setup and resolution.
// Source: The Mountain of Fire, "Playing Epic Multiplayer Mode in Campaign Mode".
func (mountainOfFire) tellPlaces(d *decision) {
	c := d.s.Settings.Campaign
	if c == nil {
		return
	}
	for i, t := range d.s.Tables {
		sc := d.s.Plays(i)
		var here []string
		for _, code := range slices.Concat(c.Boons, c.Burdens) {
			if c.Place[code] == sc.ID {
				here = append(here, nameOf(sc, code))
			}
		}
		if len(here) > 0 {
			d.tell(t, lotr.EffectCarriedOut{Do: "These are at this table and not at the other, as the Ring-bearer's player has decided: " + strings.Join(here, ", ") + "."})
		}
	}
}

// campaignAt returns what of the campaign is in play at a table: in an epic game not the boons and
// burdens that were placed at the other.
//
// Rule: Boons and burdens.
// Source: The Mountain of Fire, "Playing Epic Multiplayer Mode in Campaign Mode".
func (s State) campaignAt(t Table) *group.Campaign {
	c := s.Settings.Campaign
	if c == nil || len(c.Place) == 0 {
		return c
	}
	here := s.Plays(max(s.tableAt(t.ID), 0)).ID
	away := func(code string) bool { return c.Place[code] != "" && c.Place[code] != here }
	out := *c
	out.Boons = slices.DeleteFunc(slices.Clone(c.Boons), away)
	out.Burdens = slices.DeleteFunc(slices.Clone(c.Burdens), away)
	return &out
}

// queue lists the effects of the round's end: those of the tables' own cards, by stage and then team
// name; then the group chooses which of the two effects of the epic mode comes first, and they come when
// that is known; at last the outcome.
//
// Source: facts/game-facts.md, "1.2 End of round in epic mode". Ruling: 10, 14.
func (mountainOfFire) queue(s State) []group.Step {
	q := &steps{round: s.Round}
	for _, t := range s.inOrder() {
		q.triggers(s, t)
	}
	q.one(group.StepOrder, s.doom())
	q.order += effectSlots
	q.add(group.Step{Kind: group.StepOutcome})
	return q.out
}

// effectSlots is how many places of the queue are kept for the mode card, Gwaihir and the Eye.
const effectSlots = 3

func (mountainOfFire) barrier(*decision) {}

func (mountainOfFire) after(*decision, Step) {}

// ruleStage: any stage of the table's scenario, as the judge says.
//
// Ruling: 17.
func (mountainOfFire) ruleStage(d *decision, _ lotr.Rule, t Table, stage string) error {
	return d.reached(rules.RuleStage(d.s.ContextOf(t), t.Table, stage, false))
}

func (mountainOfFire) mayFollow(_ Table, b lotr.TableCommand) bool { return followsEffect(b) }

func (mountainOfFire) mayCome(State, []events.Payload) error { return nil }

// conclude: a win at Mount Doom is the group's at once. A lost table makes the group lose at the end of
// the round, which has come once every table whose game goes on has ended it; until then it is announced,
// and a win at Mount Doom in the same round still stands. Once Mount Doom itself is lost nothing can.
//
// Rule: Epic: The Mountain of Fire.
// Source: facts/game-facts.md, "1.2 End of round in epic mode"; "1.3 Stages". Ruling: 8, 9.
func (m mountainOfFire) conclude(d *decision) {
	if won := d.s.doom().Won; won != nil {
		d.emit(group.GroupWon{Round: d.s.Round, Reason: fmt.Sprintf("%s is won, and both teams with it: %s", doomName, won.Reason), Rule: eyeFact})
		return
	}
	for i := range d.s.Tables {
		d.allOut(i)
		m.announce(d, i)
	}
	if d.s.Phase == PhasePlaying && len(d.s.Waiting()) > 0 {
		return
	}
	for _, t := range d.s.Tables {
		if t.Lost != nil {
			d.emit(group.GroupLost{
				Round: d.s.Round, Table: t.ID, Rule: eyeFact,
				Reason: fmt.Sprintf("%s is lost, and both teams with it: %s", d.s.part(t.ID), t.Lost.Reason),
			})
			return
		}
	}
}

// announce says that the i-th table is lost, and the group with it when the round ends.
//
// Ruling: 8.
func (mountainOfFire) announce(d *decision, i int) {
	t := d.s.Tables[i]
	if t.Lost == nil || t.Pending {
		return
	}
	d.emit(lotr.LossPending{Table: t.ID, Round: d.s.Round, Certain: i == doomAt, Reason: t.Lost.Reason, Rule: t.Lost.Rule})
	t = d.s.Tables[i]
	d.emit(rules.Follows(d.s.ContextOf(t), t.Table)...) // the game there goes on until then
}
