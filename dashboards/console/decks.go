package console

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/muster-events/muster/dashboards/deps"
	"github.com/muster-events/muster/dashboards/internal/layout"
	"github.com/muster-events/muster/dashboards/internal/site"
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/projections/board"
	"github.com/muster-events/muster/projections/deck"
)

// maxDeck is the greatest size of a deck's file in bytes.
const maxDeck = 1 << 20

// deckRoutes adds the pages of decks, if decks are taken.
func (p pages) deckRoutes() {
	if p.Decks == nil {
		return
	}
	p.Handle("GET /console/{gathering}/groups/{group}/decks", p.askDeck)
	p.Handle("POST /console/{gathering}/groups/{group}/decks", p.takeDeck)
}

// DeckView is the page on which an organiser declares a player's deck.
type DeckView struct {
	Page    layout.Page
	Group   string // its name
	Action  string // path that the form is sent to
	Back    string
	ID      string // of the request that records the deck
	Players []Choice
	Player  string
	Name    string // of the player; empty: none is chosen
	Printed []deck.Printed
	Chosen  string // printed list; empty: the text
	Text    string
	Threat  string // typed; empty: the sum of the heroes'
	Problem string
	Report  *deck.Report // nil: not checked yet
}

// mayDeck tells whether a session may declare decks of a group as it is: before the game and in round 1.
func (c *call) mayDeck() bool {
	early := inSetup(c.b) || c.b.Phase == board.PhasePlaying && c.b.Round == 1
	return c.Decks != nil && early && c.b.Players > 0 && may(c.me, c.g, c.b.ID, group.SeatPlayers{}.CommandType())
}

// withDecks adds the way to the decks to the buttons of a group's page.
func (c *call) withDecks(list []Button) []Button {
	if !c.mayDeck() {
		return list
	}
	return append(list, Button{To: groupPath(c.g, c.b.ID) + "/decks", Text: "Decks"})
}

// GET /console/{gathering}/groups/{group}/decks?player=…
func (p pages) askDeck(w http.ResponseWriter, r *http.Request) error {
	c, err := p.deckCall(w, r)
	if err != nil {
		return err
	}
	v := c.deckView()
	v.Player = r.URL.Query().Get("player")
	return p.Page(w, r, DeckPage(v))
}

// deckCall checks the right to declare decks.
func (p pages) deckCall(w http.ResponseWriter, r *http.Request) (*call, error) {
	c, err := p.groupCall(w, r)
	if err != nil {
		return nil, err
	}
	if !c.mayDeck() {
		return nil, site.Malformed("decks are declared before the game or in round 1, by an organiser or the table's captain")
	}
	return c, nil
}

func (c *call) deckView() DeckView {
	path := groupPath(c.g, c.b.ID)
	v := DeckView{
		Page: page("Decks", c.me, crumbs(c.me, c.info, c.b.Name, path, "Decks")...), Group: c.b.Name,
		Action: path + "/decks", Back: path, ID: site.NewID(), Printed: c.Decks.Printed(),
	}
	for _, t := range c.b.Tables {
		for _, pl := range t.Players {
			has := "no deck declared"
			if pl.Deck != nil {
				has = pl.Deck.Name
			}
			v.Players = append(v.Players, Choice{Value: string(t.ID) + "|" + string(pl.ID), Text: c.player(pl.ID) + " (" + t.Team + "): " + has})
		}
	}
	return v
}

// POST /console/{gathering}/groups/{group}/decks: first to check a deck, then with take=yes to record it.
func (p pages) takeDeck(w http.ResponseWriter, r *http.Request) error {
	c, err := p.deckCall(w, r)
	if err != nil {
		return err
	}
	v := c.deckView()
	v.Player, v.Chosen, v.Threat = r.FormValue("player"), r.FormValue("printed"), r.FormValue("threat")
	ask, err := c.deckAsked(&v)
	if err != nil {
		v.Problem = says(err)
		return p.Page(w, r, DeckPage(v))
	}
	take := p.Decks.Check
	if r.FormValue("take") == "yes" {
		ask.ID, take = r.FormValue("id"), p.Decks.Declare
	}
	report, err := take(r.Context(), c.me, ask)
	var file *deck.FileError
	switch {
	case errors.As(err, &file), engine.AsRefusal(err) != nil:
		v.Problem = err.Error()
		if no := engine.AsRefusal(err); no != nil {
			v.Problem = no.Says
		}
		return p.Page(w, r, DeckPage(v))
	case err != nil:
		return err
	case report.Declared:
		p.Await(r.Context(), c.g, report.Position)
		return site.To(w, r, groupPath(c.g, c.b.ID)+"?done=deck")
	}
	v.Report, v.Name = &report, c.player(ask.Player)
	return p.Page(w, r, DeckPage(v))
}

// deckAsked reads the form.
func (c *call) deckAsked(v *DeckView) (deck.Ask, error) {
	ask := deck.Ask{Gathering: c.g, Group: c.b.ID, Printed: v.Chosen}
	table, player, ok := strings.Cut(v.Player, "|")
	if !ok {
		return ask, site.Malformed("choose a player")
	}
	ask.Table, ask.Player = events.TableID(table), events.PersonID(player)
	threat, err := site.Number(c.r, "threat", "The starting threat", 0, 98)
	if err != nil {
		return ask, err
	}
	ask.Threat = threat
	if v.Text, err = deckText(c.r); err != nil {
		return ask, err
	}
	if v.Chosen == "" && strings.TrimSpace(v.Text) == "" {
		return ask, site.Malformed("choose a printed list or a file, or paste the deck")
	}
	ask.File = []byte(v.Text)
	return ask, nil
}

// deckText returns the file of the form, or the text that was pasted.
func deckText(r *http.Request) (string, error) {
	file, head, err := r.FormFile("file")
	if err != nil {
		return r.FormValue("text"), nil // none was chosen
	}
	defer file.Close()
	if head.Size > maxDeck {
		return "", site.Malformed(fmt.Sprintf("%s has %d bytes; a deck has %d at most", head.Filename, head.Size, maxDeck))
	}
	b, err := io.ReadAll(io.LimitReader(file, maxDeck))
	if err != nil {
		return "", site.Malformed("the file could not be read: " + err.Error())
	}
	return string(b), nil
}

// DeckDoubts is what the rules say of a group's decks before the start.
type DeckDoubts struct {
	deck.Doubts
	Lines  []DeckDoubt
	Broken string // why the decks could not be checked; empty: they were
}

// DeckDoubt is one of them with names.
type DeckDoubt struct {
	Who     string // player and table
	Says    string
	Source  string
	Warning bool
}

// doubts asks what the rules say of the decks of a group that has not started; nil: there is nothing to
// say.
func (p pages) doubts(ctx context.Context, b board.Group) *DeckDoubts {
	if p.Decks == nil || !inSetup(b) {
		return nil
	}
	found, err := p.Decks.Doubts(ctx, b.Gathering, b.ID)
	switch {
	case errors.Is(err, deps.ErrNotFound), err == nil && found.Declared == 0:
		return nil
	case err != nil:
		return &DeckDoubts{Broken: says(err)}
	}
	out := &DeckDoubts{Doubts: found}
	for _, l := range found.Lines {
		out.Lines = append(out.Lines, DeckDoubt{
			Who: isolated(p.Name(b.Gathering, l.Player)) + " (" + isolated(l.Team) + ")", Says: l.Says, Source: l.Source, Warning: l.Warning,
		})
	}
	return out
}

// deckLines are what the form that starts the game says of the decks.
func (c *call) deckLines() []string {
	d := c.doubts(c.r.Context(), c.b)
	if d == nil {
		return nil
	}
	if d.Broken != "" {
		return []string{"The decks could not be checked: " + d.Broken}
	}
	var out []string
	for _, l := range d.Lines {
		if !l.Warning && len(out) == 0 {
			out = append(out, "By the rules these decks cannot be played like this. The game can be started all the same, if you decide so:")
		}
		if !l.Warning {
			out = append(out, "Deck of "+l.Who+": "+l.Says+" ("+l.Source+")")
		}
	}
	return out
}

func deckHeroes(heroes []deck.Hero) string {
	names := make([]string, len(heroes))
	for i, h := range heroes {
		names[i] = h.Title
	}
	return strings.Join(names, ", ")
}

// deckThreat is the starting threat in words.
func deckThreat(r deck.Report) string {
	if len(r.Missing) > 0 {
		return "not known"
	}
	return fmt.Sprint(r.Threat)
}

// deckTyped is the text of a field that keeps its first line, which browsers drop if it is empty.
func deckTyped(v DeckView) string {
	if v.Text == "" {
		return ""
	}
	return "\n" + v.Text
}
