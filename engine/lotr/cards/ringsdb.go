package cards

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/muster-events/muster/engine/lotr/cards/textfile"
)

// ringsCard is a record of RingsDB's list of cards. Fields that are not here are left out, flavor and
// picture among them; text is looked at for keywords and not kept.
type ringsCard struct {
	Code       string          `json:"code"`
	Name       string          `json:"name"`
	TypeCode   string          `json:"type_code"`
	TypeName   string          `json:"type_name"`
	SphereCode string          `json:"sphere_code"`
	SphereName string          `json:"sphere_name"`
	PackCode   string          `json:"pack_code"`
	PackName   string          `json:"pack_name"`
	Position   int             `json:"position"`
	Traits     string          `json:"traits"`
	Text       string          `json:"text"`
	Unique     bool            `json:"is_unique"`
	Cost       Figure          `json:"cost"`
	Threat     Figure          `json:"threat"`
	Willpower  Figure          `json:"willpower"`
	Attack     Figure          `json:"attack"`
	Defense    Figure          `json:"defense"`
	Health     Figure          `json:"health"`
	Quest      Figure          `json:"quest"`
	Victory    Figure          `json:"victory"`
	Quantity   int             `json:"quantity"`
	DeckLimit  int             `json:"deck_limit"`
	OCTGN      string          `json:"octgnid"`
	Packs      []ringsPrinting `json:"packs"`
}

// ringsPrinting is one pack that a card of RingsDB is in.
type ringsPrinting struct {
	PackCode string `json:"pack_code"`
	PackName string `json:"pack_name"`
	Position int    `json:"position"`
	Quantity int    `json:"quantity"`
	OCTGN    string `json:"octgnid"`
}

// maxPrintings bounds the packs that one card of RingsDB is in.
const maxPrintings = 50

// ParseRingsDB reads RingsDB's list of cards, as https://ringsdb.com/api/public/cards/ gives it. Of the
// text only the keywords at its start are kept. An error names the line, the record and the reason.
func ParseRingsDB(data []byte) (*Set, error) {
	data = textfile.TrimBOM(data)
	if err := textfile.Check(data, MaxFile, maxDepth); err != nil {
		return nil, err
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	if t, err := dec.Token(); err != nil || t != json.Delim('[') {
		return nil, textfile.At(data, 0, "this is not RingsDB's list of cards: that is a JSON array and starts with [")
	}
	r := ringsReader{codes: map[string]bool{}, seen: map[string]int{}}
	for dec.More() {
		at := textfile.Skip(data, dec.InputOffset())
		if err := r.next(dec); err != nil {
			return nil, textfile.At(data, at, fmt.Sprintf("card %d: %s", r.records, textfile.Reason(err)))
		}
	}
	if err := ended(dec); err != nil {
		return nil, textfile.At(data, dec.InputOffset(), err.Error())
	}
	if r.records == 0 {
		return nil, textfile.At(data, 0, "there is no card in it")
	}
	return New(r.list)
}

// ringsReader collects cards with the codes that are taken.
type ringsReader struct {
	records int
	list    []Card
	codes   map[string]bool // of this package
	seen    map[string]int  // record of each code of RingsDB
}

func (r *ringsReader) next(dec *json.Decoder) error {
	r.records++
	var in ringsCard
	if err := dec.Decode(&in); err != nil {
		return err
	}
	if in.Code == "" || Fold(in.Name) == "" || in.TypeCode == "" {
		return fmt.Errorf("code, name and type_code are needed; this one has code %.40q and name %.40q", in.Code, in.Name)
	}
	if n, twice := r.seen[in.Code]; twice {
		return fmt.Errorf("the code %q is also that of card %d", in.Code, n)
	}
	r.seen[in.Code] = r.records
	if len(in.Packs) > maxPrintings {
		return fmt.Errorf("%s is in %d packs, and %d is the most", in.Name, len(in.Packs), maxPrintings)
	}
	for _, c := range in.printings() {
		if err := r.take(c); err != nil {
			return fmt.Errorf("%.80s: %w", c.Name, err)
		}
	}
	return nil
}

// take takes one printing in, with a code that no other has.
func (r *ringsReader) take(c Card) error {
	if c.Number < 0 {
		return errors.New("position is below 0")
	}
	c.Code = codeOf(c.Pack, c.Number, c.Name)
	if r.codes[c.Code] {
		c.Code += "-" + slug(Fold(c.RingsDB))
	}
	if r.codes[c.Code] {
		return nil // the same printing once more
	}
	if err := c.check(); err != nil {
		return err
	}
	r.codes[c.Code] = true
	if r.list = append(r.list, c); len(r.list) > MaxCards {
		return fmt.Errorf("there are more than %d printings", MaxCards)
	}
	return nil
}

// printings returns the card once for each pack it is in, the one that RingsDB names first.
func (in ringsCard) printings() []Card {
	c := Card{
		RingsDB: in.Code, OCTGN: strings.ToLower(in.OCTGN), Name: strings.TrimSpace(in.Name), Type: in.kind(), Pack: in.PackName,
		PackCode: in.PackCode, Number: in.Position, Unique: in.Unique, Traits: strings.TrimSpace(in.Traits), Keywords: keywords(in.Text),
		Willpower: in.Willpower, Attack: in.Attack, Defense: in.Defense, HitPoints: in.Health, Quest: in.Quest, Victory: in.Victory,
		Copies: in.Quantity, Limit: in.DeckLimit,
	}
	c.Sphere, c.Boon = in.sphere()
	if c.Type == Hero {
		c.Threat = in.Threat
	} else {
		c.Cost = in.Cost
	}
	out := []Card{c}
	for _, p := range in.Packs {
		if p.PackName == "" || foldPack(p.PackName) == foldPack(c.Pack) && p.Position == c.Number {
			continue
		}
		c.Pack, c.PackCode, c.Number, c.Copies, c.OCTGN = p.PackName, p.PackCode, p.Position, p.Quantity, strings.ToLower(p.OCTGN)
		out = append(out, c)
	}
	return out
}

func (in ringsCard) kind() Type {
	switch in.TypeCode {
	case "player-side-quest":
		return SideQuest
	case "hero", "ally", "attachment", "event", "contract", "treasure", "campaign":
		return Type(in.TypeCode)
	}
	return Type(strings.ReplaceAll(strings.ToLower(in.TypeCode), "-", " "))
}

// sphere returns the sphere, and whether the card is a boon.
func (in ringsCard) sphere() (string, bool) {
	for _, s := range []string{Leadership, Lore, Spirit, Tactics, Neutral, Fellowship, Baggins} {
		if strings.EqualFold(in.SphereCode, s) {
			return s, Card{Traits: in.Traits}.HasTrait("Boon")
		}
	}
	if strings.EqualFold(in.SphereCode, "boon") {
		return Neutral, true
	}
	return in.SphereName, false
}

var markup = regexp.MustCompile(`<[^<>]*>`)

// keywords returns the keywords among the sentences of a card's text that are a keyword and nothing
// else, sorted.
func keywords(text string) []string {
	var out []string
	for s := range strings.FieldsFuncSeq(markup.ReplaceAllString(text, ""), func(r rune) bool { return r == '.' || r == '\n' }) {
		s = strings.TrimSpace(s)
		for _, k := range []string{Ranged, Sentinel, Restricted, Permanent} {
			if strings.EqualFold(s, k) && !slices.Contains(out, k) {
				out = append(out, k)
			}
		}
		if strings.HasPrefix(s, Setup+":") && !slices.Contains(out, Setup) {
			out = append(out, Setup)
		}
	}
	slices.Sort(out)
	return out
}
