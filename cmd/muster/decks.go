package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/muster-events/muster/engine/lotr/cards"
	"github.com/muster-events/muster/engine/lotr/decks"
	opscards "github.com/muster-events/muster/ops/cards"
)

// decksCmd is about decks of The Lord of the Rings: The Card Game.
type decksCmd struct {
	Check decksCheckCmd `cmd:"" help:"Check a deck against a scenario, a mode, a campaign and the other decks of the table. Exit code 1: it may not be played."`
	List  decksListCmd  `cmd:"" help:"List the decks that the rulebooks print."`
	Show  decksShowCmd  `cmd:"" help:"Show a deck: a printed one by its name, or one from a file."`
}

// decksListCmd lists the printed decks.
type decksListCmd struct {
	JSON bool `name:"json" help:"Write JSON, one deck a line."`
}

// Run implements the command.
func (c *decksListCmd) Run(t *terminal) error {
	if c.JSON {
		var out []shownDeck
		for _, p := range decks.Printed() {
			out = append(out, shown(p.Deck, p.ID, decks.Report{}))
		}
		return lines(t, out)
	}
	w := tabwriter.NewWriter(t.Out, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "NAME\tHEROES\tCARDS\tTHREAT\tFROM")
	for _, p := range decks.Printed() {
		fmt.Fprintf(w, "%s\t%s\t%d\t%s\t%s\n", p.ID, strings.Join(names(p.Deck.Heroes), ", "), p.Deck.Size(), threatOf(p.Deck), p.Deck.Source)
	}
	return w.Flush()
}

// decksShowCmd shows a deck.
type decksShowCmd struct {
	Deck string `arg:"" help:"A printed deck's name (leadership-lore-tactics), or a file: RingsDB deck JSON, RingsDB text export, OCTGN .o8d."`
	JSON bool   `name:"json" help:"Write JSON."`
	Data string `name:"data" env:"MUSTER_DATA" default:"data" help:"Data directory with imported cards."`
}

// Run implements the command.
func (c *decksShowCmd) Run(t *terminal) error {
	set, _, err := opscards.Load(c.Data)
	if err != nil {
		return err
	}
	d, report, err := openDeck(t, c.Deck, set)
	if err != nil {
		return err
	}
	if c.JSON {
		return lines(t, []shownDeck{shown(d, c.Deck, report)})
	}
	headDeck(t.Out, d, report)
	for _, e := range d.Cards {
		fmt.Fprintf(t.Out, "  %d× %s\n", e.Count, e.Card.Title())
	}
	for _, e := range d.Sideboard {
		fmt.Fprintf(t.Out, "  sideboard: %d× %s\n", e.Count, e.Card.Title())
	}
	for _, u := range d.Unknown {
		fmt.Fprintf(t.Out, "  not known: %d× %s%s: %s\n", u.Count, u, onLine(u.Line), u.Why)
		for _, v := range u.Could {
			fmt.Fprintf(t.Out, "    could be %s\n", v)
		}
	}
	return nil
}

func onLine(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(" (line %d)", n)
}

// openDeck returns the deck of a file, or a printed one by its name.
func openDeck(t *terminal, name string, set *cards.Set) (decks.Deck, decks.Report, error) {
	_, err := os.Stat(name)
	if d, ok := decks.ByName(name); ok && errors.Is(err, os.ErrNotExist) {
		return d, decks.Report{}, nil
	}
	if errors.Is(err, os.ErrNotExist) && name != "-" && filepath.Ext(name) == "" {
		var known []string
		for _, p := range decks.Printed() {
			known = append(known, p.ID)
		}
		return decks.Deck{}, decks.Report{}, fmt.Errorf("there is no file %s and no printed deck of that name: those are %s", name, strings.Join(known, ", "))
	}
	data, err := readBounded(t, name, decks.MaxFile)
	if err != nil {
		return decks.Deck{}, decks.Report{}, err
	}
	d, report, err := decks.Parse(data, set)
	if err != nil {
		return decks.Deck{}, decks.Report{}, fmt.Errorf("%s: %w", name, err)
	}
	if d.Name == "" {
		d.Name = strings.TrimSuffix(filepath.Base(name), filepath.Ext(name))
	}
	d.Source += " file " + filepath.Base(name)
	return d, report, nil
}

// headDeck prints what a deck is.
func headDeck(w io.Writer, d decks.Deck, report decks.Report) {
	fmt.Fprintf(w, "%s (%s): %d cards, starting threat %s\n", d.Name, d.Source, d.Size(), threatOf(d))
	for _, h := range d.Heroes {
		fmt.Fprintf(w, "  %s\n", h.Title())
	}
	for _, k := range d.Contracts {
		fmt.Fprintf(w, "  contract %s\n", k.Name)
	}
	for _, n := range report.Notes {
		fmt.Fprintf(w, "  note: %s\n", n)
	}
}

func names(list []cards.Card) []string {
	var out []string
	for _, c := range list {
		out = append(out, c.Name)
	}
	return out
}

// threatOf tells a starting threat, and whose threat cost is missing in it.
func threatOf(d decks.Deck) string {
	sum, unknown := d.StartingThreat()
	if len(unknown) == 0 {
		return fmt.Sprint(sum)
	}
	return fmt.Sprintf("%d and what %s costs", sum, strings.Join(unknown, ", "))
}

// shownDeck is a deck for programs.
type shownDeck struct {
	ID        string          `json:"id"`
	Name      string          `json:"name"`
	Source    string          `json:"source"`
	Size      int             `json:"size"`
	Threat    int             `json:"threat"` // of the heroes whose threat cost is known
	Heroes    []cards.Card    `json:"heroes"`
	Contracts []cards.Card    `json:"contracts,omitempty"`
	Cards     []shownEntry    `json:"cards"`
	Sideboard []shownEntry    `json:"sideboard,omitempty"`
	Unknown   []decks.Unknown `json:"unknown,omitempty"`
	Notes     []string        `json:"notes,omitempty"`
}

// shownEntry is a card of a shownDeck.
type shownEntry struct {
	Count int    `json:"count"`
	Code  string `json:"code"`
	Name  string `json:"name"`
}

func shown(d decks.Deck, id string, report decks.Report) shownDeck {
	sum, _ := d.StartingThreat()
	entries := func(list []decks.Entry) []shownEntry {
		var out []shownEntry
		for _, e := range list {
			out = append(out, shownEntry{e.Count, e.Card.Code, e.Card.Name})
		}
		return out
	}
	return shownDeck{
		ID: id, Name: d.Name, Source: d.Source, Size: d.Size(), Threat: sum, Heroes: d.Heroes, Contracts: d.Contracts,
		Cards: entries(d.Cards), Sideboard: entries(d.Sideboard), Unknown: d.Unknown, Notes: report.Notes,
	}
}

// decksCheckCmd checks a deck.
type decksCheckCmd struct {
	Deck     string   `arg:"" help:"A printed deck's name (leadership-lore-tactics), or a file: RingsDB deck JSON, RingsDB text export, OCTGN .o8d."`
	Scenario string   `name:"scenario" help:"Id of the scenario, mount-doom. Empty: the general rules alone."`
	Mode     string   `name:"mode" enum:"standard,easy,nightmare,epic" default:"standard" help:"standard, easy, nightmare or epic; in the epic mode --scenario is that of the deck's own table."`
	First    bool     `name:"first" help:"The deck is that of the first player and lists the Fellowship hero, too."`
	With     []string `name:"with" help:"Another deck at the same table; may be given up to 3 times."`
	Campaign bool     `name:"campaign" help:"Campaign mode."`
	Boon     []string `name:"boon" sep:"none" help:"A boon in the campaign pool, by name; may be given several times. Implies --campaign."`
	Fallen   []string `name:"fallen" sep:"none" help:"A fallen hero of the campaign; may be given several times. Implies --campaign."`
	Penalty  int      `name:"penalty" help:"Threat penalty of the player in the campaign. Implies --campaign."`
	JSON     bool     `name:"json" help:"Write JSON."`
	Data     string   `name:"data" env:"MUSTER_DATA" default:"data" help:"Data directory with imported cards."`
}

// checked is the outcome of a check, for --json.
type checked struct {
	Deck     shownDeck       `json:"deck"`
	Playable bool            `json:"playable"`
	Problems []decks.Problem `json:"problems"`
	Setup    []decks.Note    `json:"setup"`
}

// Run implements the command.
func (c *decksCheckCmd) Run(t *terminal) error {
	set, _, err := opscards.Load(c.Data)
	if err != nil {
		return err
	}
	d, report, err := openDeck(t, c.Deck, set)
	if err != nil {
		return err
	}
	s, err := c.situation(t, set)
	if err != nil {
		return err
	}
	problems := decks.Check(d, s)
	result := checked{Deck: shown(d, c.Deck, report), Playable: !decks.Refused(problems), Problems: problems, Setup: decks.SetupNotes(d, s)}
	if c.JSON {
		if err := json.NewEncoder(t.Out).Encode(result); err != nil {
			return err
		}
	} else {
		headDeck(t.Out, d, report)
		c.print(t.Out, s, result)
	}
	if !result.Playable {
		return fmt.Errorf("the deck %s may not be played like this", d.Name)
	}
	return nil
}

// situation puts together what the flags say.
func (c *decksCheckCmd) situation(t *terminal, set *cards.Set) (decks.Situation, error) {
	s := decks.Situation{Epic: c.Mode == "epic", Easy: c.Mode == "easy", First: c.First}
	if c.Scenario != "" {
		r, ok := decks.Scenario(c.Scenario)
		if !ok {
			var known []string
			for _, k := range decks.Scenarios() {
				known = append(known, k.ID)
			}
			return s, fmt.Errorf("there is no scenario %q: use one of %s", c.Scenario, strings.Join(known, ", "))
		}
		s.Scenario = r
	}
	if c.Penalty < 0 {
		return s, fmt.Errorf("the penalty is %d: it is 0 or more", c.Penalty)
	}
	if c.Campaign || len(c.Boon) > 0 || len(c.Fallen) > 0 || c.Penalty > 0 {
		s.Campaign = &decks.Campaign{Boons: c.Boon, Fallen: c.Fallen, Penalty: c.Penalty}
	}
	for _, name := range c.With {
		o, _, err := openDeck(t, name, set)
		if err != nil {
			return s, err
		}
		s.Others = append(s.Others, o)
	}
	return s, nil
}

// print tells the outcome to people.
func (c *decksCheckCmd) print(w io.Writer, s decks.Situation, r checked) {
	where := "the general rules"
	if s.Scenario.Name != "" {
		where = s.Scenario.Name + ", " + c.Mode + " mode"
	}
	if s.Campaign != nil {
		where += ", in a campaign"
	}
	if n := len(s.Others); n > 0 {
		where += fmt.Sprintf(", with %d more at the table", n)
	}
	fmt.Fprintf(w, "Checked against %s.\n", where)
	for _, p := range r.Problems {
		kind := "refused"
		if p.Warning {
			kind = "warning"
		}
		fmt.Fprintf(w, "%s (%s)%s: %s.\n  Source: %s.\n", kind, p.Code, onLine(p.Line), p.Says, p.Source)
	}
	for _, n := range r.Setup {
		fmt.Fprintf(w, "set-up: %s\n  Source: %s.\n", n.Says, n.Source)
	}
	warnings := len(slices.DeleteFunc(slices.Clone(r.Problems), func(p decks.Problem) bool { return !p.Warning }))
	switch refused := len(r.Problems) - warnings; {
	case refused > 0:
		fmt.Fprintf(w, "Not playable: %d refused, %d warnings.\n", refused, warnings)
	default:
		fmt.Fprintf(w, "Playable, %d warnings.\n", warnings)
	}
}
