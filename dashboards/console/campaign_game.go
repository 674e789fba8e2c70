package console

import (
	"fmt"
	"slices"
	"strings"

	"github.com/muster-events/muster/dashboards/deps"
	"github.com/muster-events/muster/dashboards/internal/site"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/campaign"
	"github.com/muster-events/muster/events/group"
	view "github.com/muster-events/muster/projections/campaign"
	"github.com/muster-events/muster/projections/catalog"
)

type refusedResult = deps.RefusedResult

// titleOf returns the title of a scenario of the campaign.
func titleOf(scenario string) string {
	for _, p := range view.Parts() {
		if p.Scenario == scenario {
			return p.Title
		}
	}
	return scenario
}

func resultOf(r refusedResult) string {
	how := "lost"
	if r.Won {
		how = "won"
	}
	return fmt.Sprintf("%s, %s by %s", titleOf(r.Scenario), how, r.Group)
}

// nextOf returns what the form begins: one scenario, or the two of the finale.
func (c *campaignCall) nextOf(epic bool) (view.Next, bool) {
	for _, n := range c.log.Next {
		if n.Epic() == epic {
			return n, true
		}
	}
	return view.Next{}, false
}

// beginForm asks what the setup of the campaign card asks, and nothing else.
func (c *campaignCall) beginForm(epic bool) Form {
	n, _ := c.nextOf(epic)
	f := Form{Title: "Begin " + n.Title, Submit: "Begin it"}
	f.Says = append(f.Says, "What the campaign card says about heroes, boons, burdens and notes is done, and stands on the log. Then one button opens the group.")
	for _, s := range n.Before {
		f.Says = append(f.Says, c.named(s))
	}
	for i, p := range c.log.Players {
		if i < n.SetAside || n.SetAside == len(c.log.Players) {
			f.Fields = append(f.Fields, Field{
				Kind: FieldSelect, Name: "aside-" + string(p.Player), Label: "Item boon that " + isolated(c.player(p.Player)) + " sets aside",
				Optional: n.SetAside < len(c.log.Players), Options: textChoices(n.MayAside),
			})
		} else if n.SetAside > 0 {
			f.Fields = append(f.Fields, Field{
				Kind: FieldSelect, Name: "aside-" + string(p.Player), Label: "Item boon that " + isolated(c.player(p.Player)) + " sets aside",
				Optional: true, Options: textChoices(n.MayAside),
			})
		}
	}
	if n.Fetch {
		f.Fields = append(f.Fields, Field{Kind: FieldChecks, Name: "fetch", Label: "Who fetches Andúril, for 1 threat more in this game", Options: c.playerChoices()})
	}
	if epic {
		f.Fields = append(f.Fields, Field{Kind: FieldRadio, Name: "bearer", Label: "Who controls the Ring-bearer", Options: c.playerChoices()})
	}
	for _, name := range n.Place {
		place := Field{Kind: FieldRadio, Name: "place-" + name, Label: "Where " + isolated(name) + " is, as the Ring-bearer's player decides"}
		for _, id := range n.Scenarios {
			place.Options = append(place.Options, Choice{Value: id, Text: titleOf(id)})
		}
		f.Fields = append(f.Fields, place)
	}
	return f
}

func textChoices(list []string) []Choice {
	var out []Choice
	for _, s := range list {
		out = append(out, Choice{Value: s, Text: s})
	}
	return out
}

func (c *campaignCall) playerChoices() []Choice {
	var out []Choice
	for _, p := range c.log.Players {
		out = append(out, Choice{Value: string(p.Player), Text: c.player(p.Player)})
	}
	return out
}

func (c *campaignCall) begin(epic bool) error {
	n, ok := c.nextOf(epic)
	if !ok {
		return site.Malformed("that cannot be begun now: look at the log again")
	}
	b := campaign.BeginGame{Scenarios: n.Scenarios, Group: c.freeGroupID(n), RingBearer: events.PersonID(c.r.FormValue("bearer"))}
	for _, p := range c.log.Players {
		if name := c.r.FormValue("aside-" + string(p.Player)); name != "" {
			if b.Aside == nil {
				b.Aside = map[events.PersonID]string{}
			}
			b.Aside[p.Player] = name
		}
	}
	for _, id := range c.r.Form["fetch"] {
		b.Fetch = append(b.Fetch, events.PersonID(id))
	}
	for _, name := range n.Place {
		if at := c.r.FormValue("place-" + name); at != "" {
			if b.Place == nil {
				b.Place = map[string]string{}
			}
			b.Place[name] = at
		}
	}
	return c.give(0, b)
}

// freeGroupID makes the id of the group that will play a game.
func (c *campaignCall) freeGroupID(n view.Next) events.GroupID {
	return freeGroup(clipID(string(c.log.ID), 24)+"-part-"+itoa(n.Part), c.info.Groups)
}

// mayOpen tells whether the group of the game that was begun is still to be opened.
func (c *campaignCall) mayOpen() bool {
	g := c.log.Game
	return g != nil && !slices.ContainsFunc(c.info.Groups, func(o catalog.Group) bool { return g.Group != "" && o.ID == g.Group })
}

func (c *campaignCall) groupForm() Form {
	g := c.log.Game
	f := Form{Title: "Open the group of " + g.Title, Submit: "Open it", Says: []string{
		"The group knows what the campaign brings into the game: " + c.brings() + ". Its result goes into the log by itself.",
	}}
	f.Fields = append(f.Fields,
		Field{Kind: FieldText, Name: "name", Label: "Name of the group", Value: clipName(c.log.Name + ": " + g.Title), Max: 80},
		Field{Kind: FieldRadio, Name: "difficulty", Label: "Difficulty", Value: "standard", Options: []Choice{{Value: "standard", Text: "Standard"}, {Value: "easy", Text: "Easy"}, {Value: "nightmare", Text: "Nightmare"}}},
		Field{Kind: FieldText, Name: "nightmare", Label: "Name of the Nightmare deck", Max: 80, Optional: true},
	)
	if len(g.Scenarios) > 1 {
		for _, p := range c.log.Players {
			at := Field{Kind: FieldRadio, Name: "at-" + string(p.Player), Label: "Where " + isolated(c.player(p.Player)) + " plays"}
			for i, id := range g.Scenarios {
				at.Options = append(at.Options, Choice{Value: tableIDOf(i), Text: titleOf(id)})
			}
			f.Fields = append(f.Fields, at)
		}
		f.Says = append(f.Says, "Mount Doom never has more players than The Black Gate Opens.")
	}
	for _, s := range g.Seats {
		if len(s.Heroes) == 0 {
			f.Says = append(f.Says, fmt.Sprintf("muster does not know the cards of every hero of %s: the captain declares them.", isolated(c.player(s.Player))))
		}
	}
	return f
}

// clipName cuts a name to the length that names may have.
func clipName(s string) string {
	if r := []rune(s); len(r) > maxTyped {
		return strings.TrimSpace(string(r[:maxTyped]))
	}
	return s
}

// maxTyped is how long a name may be, in characters.
const maxTyped = 80

// brings says what the campaign brings into the game.
func (c *campaignCall) brings() string {
	s := c.log.Game.Settings
	out := []string{count(len(s.Boons), "boon", "boons"), count(len(s.Burdens), "burden", "burdens")}
	for _, p := range c.log.Players {
		if n := s.Threat[p.Player]; n > 0 {
			out = append(out, fmt.Sprintf("%d threat more for %s", n, isolated(c.player(p.Player))))
		}
	}
	return strings.Join(out, ", ")
}

func tableIDOf(i int) string { return "t" + itoa(i+1) }

// openIts opens the group of the game that was begun, and seats the players of the log.
func (c *campaignCall) openIts() error {
	g := c.log.Game
	if g == nil || g.Half {
		return site.Malformed("no game waits for its group: begin one first")
	}
	name, err := cleanName(c.r.FormValue("name"), "The name of the group")
	if err != nil {
		return err
	}
	id := g.Group
	if id == "" {
		id = freeGroup(name, c.info.Groups)
	}
	open := group.OpenGroup{Name: name, Scenario: g.Scenario, Mode: g.Mode, Difficulty: c.r.FormValue("difficulty"), Settings: c.info.Settings, Seed: seed()}
	open.Settings.Campaign, open.Settings.Nightmare = &g.Settings, strings.TrimSpace(c.r.FormValue("nightmare"))
	for i, scenario := range g.Scenarios {
		team := c.log.Name
		if len(g.Scenarios) > 1 {
			team = titleOf(scenario)
		}
		open.Tables = append(open.Tables, group.TableName{ID: events.TableID(tableIDOf(i)), Team: team})
	}
	seats := slices.Clone(g.Seats)
	for i := range seats {
		seats[i].Table = events.TableID(tableIDOf(0))
		if len(g.Scenarios) > 1 {
			seats[i].Table = events.TableID(c.r.FormValue("at-" + string(seats[i].Player)))
		}
	}
	to := events.Group(c.g, id)
	if err := c.Send(c.r, c.me, to, 0, open); err != nil {
		return err
	}
	return c.Send(c.r, c.me, to, 1, group.SeatPlayers{Seats: seats})
}
