package console

import (
	"fmt"
	"slices"
	"strings"

	"github.com/muster-events/muster/dashboards/internal/site"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/campaign"
	"github.com/muster-events/muster/events/group"
	view "github.com/muster-events/muster/projections/campaign"
)

// campaignAction is something that an organiser or judge can do to a campaign.
type campaignAction struct {
	name, button, done, gives string
	danger                    bool
	shown                     func(*campaignCall) bool
	next                      func(*campaignCall) bool // what is most likely to be wanted now
	form                      func(*campaignCall) Form
	// sure, if set, returns a second form, which asks whether it is meant.
	sure func(*campaignCall) (Form, error)
	do   func(*campaignCall) error
}

func goesOn(c *campaignCall) bool { return c.log.Ended == nil }

func (c *campaignCall) canBegin(epic bool) bool {
	return slices.ContainsFunc(c.log.Next, func(n view.Next) bool { return n.Epic() == epic })
}

func (c *campaignCall) playing() bool { return c.log.Game != nil }

// campaignActions is everything that can be done to a campaign, in the order of the buttons.
func campaignActions() []campaignAction {
	always := func(*campaignCall) bool { return true }
	return []campaignAction{
		{
			name: "begin", button: "Begin the next game", done: "The game is begun: open its group.", gives: campaign.BeginGame{}.CommandType(),
			shown: func(c *campaignCall) bool { return c.canBegin(false) }, next: always,
			form: func(c *campaignCall) Form { return c.beginForm(false) }, do: func(c *campaignCall) error { return c.begin(false) },
		},
		{
			name: "finale", button: "Begin the finale at two tables", done: "The finale is begun: open its group.", gives: campaign.BeginGame{}.CommandType(),
			shown: func(c *campaignCall) bool { return c.canBegin(true) },
			form:  func(c *campaignCall) Form { return c.beginForm(true) }, do: func(c *campaignCall) error { return c.begin(true) },
		},
		{
			name: "group", button: "Open its group", done: "The group is open: its tables are on the setup page.", gives: group.OpenGroup{}.CommandType(),
			shown: (*campaignCall).mayOpen, next: (*campaignCall).mayOpen, form: (*campaignCall).groupForm, do: (*campaignCall).openIts,
		},
		{
			name: "record", button: "Record the result by hand", done: "The result is in the log.", gives: campaign.RecordResult{}.CommandType(),
			shown: (*campaignCall).playing, form: (*campaignCall).recordForm, do: (*campaignCall).record,
		},
		{
			name: "choose", button: "Choose what becomes of the Ring", done: "The campaign has ended.", gives: campaign.ChooseFinale{}.CommandType(),
			shown: func(c *campaignCall) bool { return c.log.Finale }, next: always, form: (*campaignCall).finaleForm, sure: (*campaignCall).finaleSure,
			do: func(c *campaignCall) error { return c.give(0, campaign.ChooseFinale{Choice: c.r.FormValue("choice")}) },
		},
		{
			name: "heroes", button: "Write heroes down", done: "The heroes are in the log.", gives: campaign.RecordHeroes{}.CommandType(),
			shown: func(c *campaignCall) bool { return goesOn(c) && len(c.heroless()) > 0 }, form: (*campaignCall).heroesForm, do: (*campaignCall).heroes,
		},
		{
			name: "hero", button: "Change a hero", done: "The hero is changed.", gives: campaign.ChangeHero{}.CommandType(),
			shown: func(c *campaignCall) bool { return len(c.changes()) > 0 }, form: (*campaignCall).heroForm, do: (*campaignCall).changeHero,
		},
		{
			name: "earn", button: "Add a boon or burden", done: "The card is in the pool.", gives: campaign.EarnCard{}.CommandType(),
			shown: goesOn, form: (*campaignCall).earnForm, do: (*campaignCall).earn,
		},
		{
			name: "lose", button: "Take a card out of the pool", done: "The card has left the pool.", gives: campaign.EarnCard{}.CommandType(),
			shown: func(c *campaignCall) bool { return goesOn(c) && len(c.log.Boons)+len(c.log.Burdens) > 0 }, form: (*campaignCall).loseForm, do: (*campaignCall).lose,
		},
		{
			name: "cancel", button: "Take the begun game back", done: "The game is taken back; it can be begun again.", gives: campaign.CancelGame{}.CommandType(), danger: true,
			shown: (*campaignCall).playing, form: func(c *campaignCall) Form {
				return Form{
					Says:   []string{fmt.Sprintf("%s will not be recorded, and can be begun again. Heroes that were changed before it stay as they are.", c.log.Game.Title)},
					Fields: []Field{campaignReason("Why")},
				}
			},
			do: func(c *campaignCall) error {
				reason, err := site.Field(c.r, "reason", "The reason", 400)
				if err != nil {
					return err
				}
				return c.give(0, campaign.CancelGame{Reason: reason})
			},
		},
		{
			name: "correct", button: "Correct the log", done: "The log is corrected.", gives: campaign.CorrectLog{}.CommandType(),
			shown: always, form: (*campaignCall).correctForm, do: (*campaignCall).correct,
		},
		{
			name: "dismiss", button: "Do not record a group's result", done: "The result is left out of the log.", gives: campaign.CorrectLog{}.CommandType(), danger: true,
			shown: func(c *campaignCall) bool { return len(c.refused()) > 0 }, form: (*campaignCall).dismissForm,
			do: func(c *campaignCall) error {
				return c.Campaigns.Dismiss(c.r.Context(), c.g, c.log.ID, events.GroupID(c.r.FormValue("group")))
			},
		},
	}
}

func campaignReason(label string) Field {
	f := reasonField(label)
	f.Help = "It is recorded, and shown on the log."
	return f
}

// heroless are the players who have no hero in the log yet.
func (c *campaignCall) heroless() []view.Player {
	return slices.DeleteFunc(slices.Clone(c.log.Players), func(p view.Player) bool { return len(p.Heroes)+len(p.Missing) > 0 })
}

func (c *campaignCall) heroesForm() Form {
	f := Field{Kind: FieldRadio, Name: "player", Label: "Player", Value: c.r.FormValue("player")}
	for _, p := range c.heroless() {
		f.Options = append(f.Options, Choice{Value: string(p.Player), Text: c.player(p.Player)})
	}
	return Form{Fields: []Field{f, {Kind: FieldArea, Name: "heroes", Label: "Heroes", Help: "One on each line, one to three."}}}
}

func (c *campaignCall) heroes() error {
	return c.give(0, campaign.RecordHeroes{Player: events.PersonID(c.r.FormValue("player")), Heroes: heroesOf(c.r.FormValue("heroes"))})
}

// changeOf is a hero that may be replaced, and whose it is.
type changeOf struct {
	view.Change
	player events.PersonID
}

// changes lists the heroes that may be replaced now.
func (c *campaignCall) changes() []changeOf {
	var out []changeOf
	for _, p := range c.log.Players {
		for _, m := range p.Missing {
			out = append(out, changeOf{m, p.Player})
		}
		for _, h := range p.Heroes {
			out = append(out, changeOf{h.Change, p.Player})
		}
	}
	return slices.DeleteFunc(out, func(o changeOf) bool { return !o.Allowed })
}

// price says what changing a hero costs.
func price(c view.Change) string {
	switch {
	case c.Waived != "":
		return "costs nothing: " + c.Waived
	case c.Fell:
		return fmt.Sprintf("fell; another hero costs %d threat for good", c.Costs)
	default:
		return fmt.Sprintf("costs %d threat for good", c.Costs)
	}
}

func (c *campaignCall) heroForm() Form {
	f := Field{Kind: FieldRadio, Name: "from", Label: "Hero to replace", Value: c.r.FormValue("from")}
	for _, o := range c.changes() {
		f.Options = append(f.Options, Choice{Value: string(o.player) + "|" + o.Title, Text: o.Title + " (" + c.player(o.player) + ")", Why: price(o.Change)})
	}
	return Form{
		Says: []string{"The price is added to the player's starting threat in every game from now on."},
		Fields: []Field{
			f,
			{Kind: FieldText, Name: "to", Label: "New hero", Max: 80},
			{Kind: FieldText, Name: "card", Label: "Code of the version", Max: 80, Optional: true, Help: "From the card data, if it matters which version it is."},
		},
	}
}

func (c *campaignCall) changeHero() error {
	who, from, ok := strings.Cut(c.r.FormValue("from"), "|")
	if !ok {
		return site.Malformed("choose the hero to replace")
	}
	to := campaign.Hero{Title: c.r.FormValue("to"), Card: strings.TrimSpace(c.r.FormValue("card"))}
	return c.give(0, campaign.ChangeHero{Player: events.PersonID(who), From: from, To: to})
}

func (c *campaignCall) earnForm() Form {
	set := Field{Kind: FieldText, Name: "set", Label: "Scenario that it comes from", Max: 80, Optional: true, Help: "Some setups leave the burdens of a scenario out."}
	return Form{
		Says: []string{"For what a campaign card or an effect says that muster does not see, or for a pool that is wrong."},
		Fields: []Field{
			{Kind: FieldRadio, Name: "kind", Label: "Kind", Options: []Choice{{Value: campaign.Boon, Text: "Boon"}, {Value: campaign.Burden, Text: "Burden"}}},
			{Kind: FieldText, Name: "name", Label: "Name of the card", Max: 80},
			set,
			{Kind: FieldChecks, Name: "is", Label: "The card is", Options: []Choice{{Value: "item", Text: "an Item"}, {Value: "permanent", Text: "permanent: it stays on its hero from game to game"}}},
			{Kind: FieldText, Name: "hero", Label: "Hero that it is attached to", Max: 80, Optional: true},
			c.ownerField(), campaignReason("Why"),
		},
	}
}

func (c *campaignCall) ownerField() Field {
	f := Field{Kind: FieldSelect, Name: "player", Label: "Player whose it is", Optional: true}
	for _, p := range c.log.Players {
		f.Options = append(f.Options, Choice{Value: string(p.Player), Text: c.player(p.Player)})
	}
	return f
}

func (c *campaignCall) earn() error {
	reason, err := site.Field(c.r, "reason", "The reason", 400)
	if err != nil {
		return err
	}
	return c.give(0, campaign.EarnCard{Reason: reason, Card: campaign.PoolCard{
		Name: c.r.FormValue("name"), Kind: c.r.FormValue("kind"), Set: strings.TrimSpace(c.r.FormValue("set")),
		Item: slices.Contains(c.r.Form["is"], "item"), Permanent: slices.Contains(c.r.Form["is"], "permanent"),
		Hero: strings.TrimSpace(c.r.FormValue("hero")), Player: events.PersonID(c.r.FormValue("player")),
	}})
}

// pooled are all cards of the pool.
func (c *campaignCall) pooled() []campaign.PoolCard { return slices.Concat(c.log.Boons, c.log.Burdens) }

func (c *campaignCall) loseForm() Form {
	f := Field{Kind: FieldRadio, Name: "card", Label: "Card"}
	for i, card := range c.pooled() {
		f.Options = append(f.Options, Choice{Value: fmt.Sprintf("%d|%s", i, card.Name), Text: card.Name, Why: card.Kind + c.whose(card)})
	}
	return Form{Fields: []Field{f, campaignReason("Why")}}
}

// whose says whose a card of the pool is.
func (c *campaignCall) whose(card campaign.PoolCard) string {
	switch {
	case card.Player != "":
		return " of " + c.player(card.Player)
	case card.Hero != "":
		return " on " + card.Hero
	}
	return ""
}

func (c *campaignCall) lose() error {
	reason, err := site.Field(c.r, "reason", "The reason", 400)
	if err != nil {
		return err
	}
	for i, card := range c.pooled() {
		if fmt.Sprintf("%d|%s", i, card.Name) == c.r.FormValue("card") {
			return c.give(0, campaign.EarnCard{Card: card, Lose: true, Reason: reason})
		}
	}
	return site.Malformed("choose a card of the pool: it may have changed meanwhile")
}

func (c *campaignCall) finaleForm() Form {
	return Form{
		Says: []string{"Mount Doom is won. The first player stands at the Crack of Doom with the Ring, and chooses for everybody."},
		Fields: []Field{{Kind: FieldRadio, Name: "choice", Label: "The first player", Options: []Choice{
			{Value: campaign.FinaleDestroy, Text: "destroys the Ring", Why: "the campaign is won"},
			{Value: campaign.FinaleKeep, Text: "keeps the Ring", Why: "the campaign is lost"},
		}}},
		Submit: "Go on",
	}
}

// finaleSure asks once more: the choice ends the campaign.
func (c *campaignCall) finaleSure() (Form, error) {
	f := Form{Title: "Is the Ring destroyed?", Submit: "Yes, the Ring is destroyed", Says: []string{"The campaign is won, and ends. Everybody at the table agrees?"}}
	switch c.r.FormValue("choice") {
	case campaign.FinaleDestroy:
	case campaign.FinaleKeep:
		f = Form{Title: "Is the Ring kept?", Submit: "Yes, the Ring is kept", Danger: true, Says: []string{"The campaign is lost, and ends. Everybody at the table agrees?"}}
	default:
		return f, site.Malformed("choose one of the two")
	}
	f.Fields = []Field{{Kind: FieldHidden, Name: "choice", Value: c.r.FormValue("choice")}, {Kind: FieldHidden, Name: "sure", Value: "yes"}}
	return f, nil
}

// refused are the results that the log did not take; none if that is not known at the moment.
func (c *campaignCall) refused() []refusedResult {
	list, err := c.Campaigns.Refused(c.r.Context(), c.g, c.log.ID)
	if err != nil {
		return nil
	}
	return list
}

func (c *campaignCall) dismissForm() Form {
	f := Field{Kind: FieldRadio, Name: "group", Label: "Result"}
	for _, r := range c.refused() {
		if !slices.ContainsFunc(f.Options, func(o Choice) bool { return o.Value == string(r.Group) }) {
			f.Options = append(f.Options, Choice{Value: string(r.Group), Text: resultOf(r), Why: c.named(r.Says)})
		}
	}
	return Form{Says: []string{"The log stays as it is, and nobody is reminded of the result any more."}, Fields: []Field{f}}
}
