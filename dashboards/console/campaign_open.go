package console

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/muster-events/muster/dashboards/deps"
	"github.com/muster-events/muster/dashboards/internal/site"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/campaign"
	view "github.com/muster-events/muster/projections/campaign"
)

func itoa(n int) string { return strconv.Itoa(n) }

// maxCampaign is how many players a campaign's log has room for.
const maxCampaign = 4

// openCampaignForm asks for what the log on paper says.
func (c *call) openCampaignForm() Form {
	f := Form{Title: "New campaign", Submit: "Open the campaign", Says: []string{
		"A campaign keeps its log across games and boxes. If you have played before, copy what the log on paper says; everything can be corrected later, with a reason.",
	}}
	f.Fields = append(f.Fields, Field{Kind: FieldText, Name: "name", Label: "Name of the campaign", Max: 80})
	for i := range maxCampaign {
		n := itoa(i + 1)
		f.Fields = append(
			f.Fields,
			Field{Kind: FieldText, Name: "player" + n, Label: "Player " + n, Max: 80, Optional: i > 0, Help: "A name that this gathering knows is taken as that person."},
			Field{Kind: FieldArea, Name: "heroes" + n, Label: "Heroes of player " + n, Optional: true, Help: "One on each line, at most three; they can be written down later."},
			Field{Kind: FieldNumber, Name: "penalty" + n, Label: "Threat penalty of player " + n, Max: 40, Optional: true},
		)
	}
	next := Field{Kind: FieldSelect, Name: "next", Label: "The next scenario is", Value: view.Parts()[0].Scenario}
	for _, part := range view.Parts() {
		next.Options = append(next.Options, Choice{Value: part.Scenario, Text: fmt.Sprintf("%d. %s", part.Part, part.Title)})
	}
	f.Fields = append(
		f.Fields, next,
		Field{Kind: FieldArea, Name: "fallen", Label: "Fallen heroes", Optional: true, Help: "One on each line."},
		Field{Kind: FieldArea, Name: "boons", Label: "Boons", Optional: true, Help: "One on each line. Behind a semicolon: item, permanent, on a hero. Like this: Sting; item; on Frodo Baggins"},
		Field{Kind: FieldArea, Name: "burdens", Label: "Burdens", Optional: true, Help: "One on each line, with the scenario that it comes from behind a semicolon, since some setups leave the burdens of a scenario out. Like this: Grievous Wound; The Breaking of the Fellowship"},
		Field{Kind: FieldNumber, Name: "fleet", Label: "Resources on The Corsair Fleet (notes)", Max: 999, Optional: true},
		Field{Kind: FieldNumber, Name: "gate", Label: "Resources on The Black Gate (notes)", Max: 999, Optional: true},
		Field{Kind: FieldArea, Name: "harad", Label: "Harad enemies (notes)", Optional: true, Help: "One on each line, with their number. Like this: Southron Commander 2"},
	)
	return f
}

// POST /console/{gathering}/campaigns
func (p pages) openCampaign(w http.ResponseWriter, r *http.Request) error {
	c, err := p.setupCall(w, r)
	if err != nil {
		return err
	}
	id, err := c.makeCampaign()
	if err != nil {
		if again := retry(err); again != "" {
			return p.showCampaigns(w, r, r.FormValue("id"), c.named(again))
		}
		return err
	}
	return site.To(w, r, campaignPath(c.g, id)+"?done=opened")
}

func (c *call) makeCampaign() (events.GroupID, error) {
	name, err := cleanName(c.r.FormValue("name"), "The name of the campaign")
	if err != nil {
		return "", err
	}
	open := campaign.OpenCampaign{Name: name, Fallen: lines(c.r.FormValue("fallen"))}
	if open.Facts, err = c.openingNotes(); err != nil {
		return "", err
	}
	for _, part := range view.Parts() {
		if part.Scenario == c.r.FormValue("next") {
			break
		}
		open.Played = append(open.Played, part.Scenario)
	}
	open.Pool = append(cardsOf(c.r.FormValue("boons"), campaign.Boon), cardsOf(c.r.FormValue("burdens"), campaign.Burden)...)
	if open.Players, err = c.openingPlayers(); err != nil {
		return "", err
	}
	id, err := c.freeCampaign(c.r.Context(), name)
	if err != nil {
		return "", err
	}
	return id, c.Send(c.r, c.me, events.Campaign(c.g, id), 0, open)
}

// openingPlayers reads the players of the form; those whom the gathering does not know are registered
// when everything else is in order.
func (c *call) openingPlayers() ([]campaign.Player, error) {
	var out []campaign.Player
	var names []string
	for i := range maxCampaign {
		n := itoa(i + 1)
		typed := strings.TrimSpace(c.r.FormValue("player" + n))
		penalty, err := site.Number(c.r, "penalty"+n, "The threat penalty of player "+n, 0, 40)
		if err != nil {
			return nil, err
		}
		heroes := heroesOf(c.r.FormValue("heroes" + n))
		if typed == "" {
			if len(heroes) > 0 || penalty != nil {
				return nil, site.Malformed("player " + n + " has heroes or a penalty, and no name")
			}
			continue
		}
		pl := campaign.Player{Heroes: heroes}
		if penalty != nil {
			pl.Penalty = *penalty
		}
		names = append(names, typed)
		out = append(out, pl)
	}
	if len(out) == 0 {
		return nil, site.Malformed("no player is named: a campaign has 1 to 4")
	}
	ids, err := c.people(names)
	for i := range out {
		if err == nil {
			out[i].Player = ids[i]
		}
	}
	return out, err
}

// people returns the ids of people by name: those that the gathering knows, and new ones for the others.
func (c *call) people(names []string) ([]events.PersonID, error) {
	out := make([]events.PersonID, len(names))
	var fresh []string
	for i, n := range names {
		clean, err := cleanName(n, fmt.Sprintf("Name %d, %q", i+1, n))
		if err != nil {
			return nil, err
		}
		for _, id := range c.info.People {
			if !slices.Contains(c.info.Forgotten, id) && c.player(id) == clean && !slices.Contains(out, id) {
				out[i] = id
				break
			}
		}
		if out[i] == "" {
			fresh = append(fresh, clean)
		}
	}
	if len(fresh) == 0 {
		return out, nil
	}
	ids, err := c.register(fresh)
	if err != nil {
		return nil, err
	}
	for i := range out {
		if out[i] == "" {
			out[i], ids = ids[0], ids[1:]
		}
	}
	return out, nil
}

func heroesOf(typed string) []campaign.Hero {
	var out []campaign.Hero
	for _, l := range lines(typed) {
		out = append(out, campaign.Hero{Title: l})
	}
	return out
}

// cardsOf reads boons or burdens as they are typed: a name, and behind semicolons what is said of it.
func cardsOf(typed, kind string) []campaign.PoolCard {
	var out []campaign.PoolCard
	for _, l := range lines(typed) {
		parts := strings.Split(l, ";")
		card := campaign.PoolCard{Name: strings.TrimSpace(parts[0]), Kind: kind}
		for _, note := range parts[1:] {
			note = strings.TrimSpace(note)
			switch hero, on := strings.CutPrefix(note, "on "); {
			case strings.EqualFold(note, "item"):
				card.Item = true
			case strings.EqualFold(note, "permanent"):
				card.Permanent = true
			case on:
				card.Permanent, card.Hero = true, strings.TrimSpace(hero)
			default:
				card.Set = note
			}
		}
		out = append(out, card)
	}
	return out
}

// openingNotes reads the notes that carry a number.
func (c *call) openingNotes() (map[string]int, error) {
	out := map[string]int{}
	for _, f := range []struct{ field, label, fact string }{
		{"fleet", "The resources on The Corsair Fleet", view.NoteFleet}, {"gate", "The resources on The Black Gate", view.NoteGate},
	} {
		n, err := site.Number(c.r, f.field, f.label, 0, 999)
		if err != nil {
			return nil, err
		}
		if n != nil {
			out[f.fact] = *n
		}
	}
	for _, l := range lines(c.r.FormValue("harad")) {
		name, n := l, 1
		if i := strings.LastIndexAny(l, " ×"); i > 0 {
			if typed, err := strconv.Atoi(strings.Trim(l[i:], " ×x")); err == nil {
				name, n = strings.TrimRight(strings.TrimSpace(l[:i]), "×"), typed
			}
		}
		out[view.NoteHarad+strings.TrimSpace(name)] = n
	}
	return out, nil
}

// freeCampaign makes the id of a new campaign from its name; the same form sent twice gets the same.
func (c *call) freeCampaign(ctx context.Context, name string) (events.GroupID, error) {
	base := slug(name, "campaign")
	for n := 1; ; n++ {
		try := events.GroupID(base)
		if n > 1 {
			tail := "-" + itoa(n)
			try = events.GroupID(clipID(base, events.MaxIDLen-len(tail)) + tail)
		}
		there, err := c.Campaigns.Campaign(ctx, c.g, try)
		switch {
		case errors.Is(err, deps.ErrNotFound):
			return try, nil
		case err != nil:
			return "", err
		case there.Name == name && c.Now().Sub(there.OpenedAt) < site.Wait:
			return try, nil // a double tap: the command's id settles it
		}
	}
}
