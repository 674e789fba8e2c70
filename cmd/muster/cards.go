package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/muster-events/muster/engine/lotr/cards"
	opscards "github.com/muster-events/muster/ops/cards"
)

// cardsCmd is about the card data of The Lord of the Rings: The Card Game.
type cardsCmd struct {
	Import cardsImportCmd `cmd:"" help:"Store RingsDB's list of cards, so that decks of all cards are known. It replaces what was imported before."`
	List   cardsListCmd   `cmd:"" help:"List the cards that are known."`
	Show   cardsShowCmd   `cmd:"" help:"Show every version of a card."`
}

// cardsImportCmd stores the operator's cards.
type cardsImportCmd struct {
	File string `arg:"" help:"Cards in RingsDB's form, as https://ringsdb.com/api/public/cards/ gives them. - reads the standard input."`
	Data string `name:"data" env:"MUSTER_DATA" default:"data" help:"Data directory of the server. It may be running."`
}

// Run implements the command.
func (c *cardsImportCmd) Run(t *terminal) error {
	data, err := readBounded(t, c.File, cards.MaxFile)
	if err != nil {
		return err
	}
	info, err := opscards.Import(c.Data, data, filepath.Base(c.File), time.Now())
	if err != nil {
		return fmt.Errorf("nothing was imported, what was there before stays: %w", err)
	}
	set, _, err := opscards.Load(c.Data)
	if err != nil {
		return err
	}
	fmt.Fprintf(t.Out, "%d cards of %s are in %s; with those that ship with muster, %d are known.\n",
		info.Cards, info.Source, filepath.Join(c.Data, opscards.FileName), set.Len())
	return nil
}

// readBounded reads a file, or the standard input for "-", up to one byte more than most: who reads it
// refuses that.
func readBounded(t *terminal, name string, most int64) (data []byte, err error) {
	in := t.In
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		defer func() { err = errors.Join(err, f.Close()) }()
		in = f
	}
	data, err = io.ReadAll(io.LimitReader(in, most+1))
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	return data, nil
}

// cardsListCmd lists cards.
type cardsListCmd struct {
	Name string `name:"name" help:"Only cards with this in their name."`
	Type string `name:"type" help:"Only cards of this type: hero, ally, attachment, event, side quest, contract."`
	Pack string `name:"pack" help:"Only cards of this pack, by name or code."`
	JSON bool   `name:"json" help:"Write JSON, one card a line."`
	Data string `name:"data" env:"MUSTER_DATA" default:"data" help:"Data directory with imported cards."`
}

// Run implements the command.
func (c *cardsListCmd) Run(t *terminal) error {
	set, info, err := opscards.Load(c.Data)
	if err != nil {
		return err
	}
	var found []cards.Card
	for _, k := range set.All() {
		if c.wants(k) {
			found = append(found, k)
		}
	}
	if c.JSON {
		return lines(t, found)
	}
	w := tabwriter.NewWriter(t.Out, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "NAME\tTYPE\tSPHERE\tCOST\tPACK\tNUMBER\tCODE")
	for _, k := range found {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\n", k.Name, k.Type, dash(k.Sphere), costOf(k), dash(k.Pack), number(k.Number), k.Code)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	fmt.Fprintf(t.Out, "%d of %d cards. %s\n", len(found), set.Len(), origin(info))
	return nil
}

func (c *cardsListCmd) wants(k cards.Card) bool {
	return strings.Contains(cards.Fold(k.Name), cards.Fold(c.Name)) && (c.Type == "" || strings.EqualFold(string(k.Type), c.Type)) &&
		(c.Pack == "" || k.InPack(c.Pack))
}

// origin says where the card data comes from.
func origin(info opscards.Info) string {
	if info == (opscards.Info{}) {
		return "No cards are imported: only those that the rulebooks name are known. 'muster cards import' brings the others."
	}
	return fmt.Sprintf("%d are from %s, imported %s.", info.Cards, info.Source, info.Imported.Local().Format("2006-01-02 15:04"))
}

// cardsShowCmd shows a card.
type cardsShowCmd struct {
	Card string `arg:"" help:"Name in any spelling, code of muster (core-set-1) or code at RingsDB (01001)."`
	JSON bool   `name:"json" help:"Write JSON, one version a line."`
	Data string `name:"data" env:"MUSTER_DATA" default:"data" help:"Data directory with imported cards."`
}

// Run implements the command.
func (c *cardsShowCmd) Run(t *terminal) error {
	set, info, err := opscards.Load(c.Data)
	if err != nil {
		return err
	}
	found := set.ByName(c.Card)
	if k, ok := set.ByCode(c.Card); ok {
		found = []cards.Card{k}
	} else if k, ok := set.ByRingsDB(c.Card); ok {
		found = []cards.Card{k}
	}
	if len(found) == 0 {
		if e, ok := cards.Encounter(c.Card); ok {
			return fmt.Errorf("%s is a card of the encounter side (%s), not a player card", e.Name, e.Kind)
		}
		return fmt.Errorf("no card %q is known. %s", c.Card, origin(info))
	}
	if c.JSON {
		return lines(t, found)
	}
	for _, k := range found {
		showCard(t.Out, k)
	}
	return nil
}

// showCard tells a card in a few lines; what is not known is told as such.
func showCard(w io.Writer, k cards.Card) {
	unique := ""
	if k.Unique {
		unique = ", unique"
	}
	fmt.Fprintf(w, "%s%s\n  code %s", k.Title(), unique, k.Code)
	if k.RingsDB != "" {
		fmt.Fprintf(w, ", %s at RingsDB", k.RingsDB)
	}
	fmt.Fprintf(w, "\n  %s\n", costOf(k))
	if k.Type == cards.Hero || k.Type == cards.Ally || k.Type == cards.ObjectiveAlly {
		fmt.Fprintf(w, "  willpower %s, attack %s, defense %s, hit points %s\n", k.Willpower, k.Attack, k.Defense, k.HitPoints)
	}
	about := strings.TrimSpace(k.Traits + " " + strings.Join(k.Keywords, ", "))
	if k.Boon {
		about = strings.TrimSpace(about + " (a boon: earned in a campaign)")
	}
	if about != "" {
		fmt.Fprintf(w, "  %s\n", about)
	}
}

// costOf tells a cost or threat cost in words.
func costOf(k cards.Card) string {
	if k.Type == cards.Hero {
		return "threat " + k.Threat.String()
	}
	return "cost " + k.Cost.String()
}

func dash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

func number(n int) string {
	if n == 0 {
		return "-"
	}
	return fmt.Sprint(n)
}

// lines writes values as JSON, one a line.
func lines[T any](t *terminal, list []T) error {
	enc := json.NewEncoder(t.Out)
	enc.SetEscapeHTML(false)
	for _, v := range list {
		if err := enc.Encode(v); err != nil {
			return err
		}
	}
	return nil
}
