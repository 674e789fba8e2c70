package cards

import (
	"slices"
	"strings"
)

// Type is the kind of a player card.
type Type string

// The types of player card. A file that is imported may have others; they are kept as written.
const (
	Hero          Type = "hero"
	Ally          Type = "ally"
	Attachment    Type = "attachment"
	Event         Type = "event"
	SideQuest     Type = "side quest" // with a player card back
	Contract      Type = "contract"
	Treasure      Type = "treasure"
	Campaign      Type = "campaign" // a boon or burden with no other type
	ObjectiveAlly Type = "objective ally"
)

// InDeck tells whether cards of the type are what a deck is made of.
func (t Type) InDeck() bool {
	return t == Ally || t == Attachment || t == Event || t == SideQuest
}

// Spheres of influence. Boons are neutral cards and have [Card.Boon] set.
//
// Source: The Mountain of Fire, "The Fellowship Sphere"; "Boons and Burdens".
const (
	Leadership = "Leadership"
	Lore       = "Lore"
	Spirit     = "Spirit"
	Tactics    = "Tactics"
	Neutral    = "Neutral"
	Fellowship = "Fellowship"
	Baggins    = "Baggins"
)

// Keywords that cards are asked for.
const (
	Ranged     = "Ranged"
	Sentinel   = "Sentinel"
	Restricted = "Restricted"
	Permanent  = "Permanent"
	Setup      = "Setup"
)

// Traits that rules ask for.
const (
	RingBearer = "Ring-bearer"
	Master     = "Master"
)

// Card is one printing of a player card. Reprints are cards of their own that are [Card.Same].
type Card struct {
	// Code is the pack and number in words, "flame-of-the-west-1"; the same for every source.
	Code    string `json:"code"`
	RingsDB string `json:"ringsdb,omitempty"` // code at RingsDB, "01001"; empty: not known
	OCTGN   string `json:"octgn,omitempty"`   // id in OCTGN, lower case; empty: not known
	Name    string `json:"name"`
	// Aliases are other spellings in use, those of the rulebooks' decklists among them.
	Aliases  []string `json:"aliases,omitempty"`
	Type     Type     `json:"type"`
	Sphere   string   `json:"sphere,omitempty"` // empty: not known
	Pack     string   `json:"pack,omitempty"`   // empty: not known
	PackCode string   `json:"packCode,omitempty"`
	Number   int      `json:"number,omitempty"` // in the pack, from 1; 0: not known
	Threat   Figure   `json:"threat,omitzero"`  // threat cost of a hero
	Cost     Figure   `json:"cost,omitzero"`    // of anything else
	Unique   bool     `json:"unique,omitempty"` // at most one in play at a table
	Traits   string   `json:"traits,omitempty"` // as printed, each with a full stop: "Gondor. Noble."
	Keywords []string `json:"keywords,omitempty"`
	// Numbers of a character.
	Willpower Figure `json:"willpower,omitzero"`
	Attack    Figure `json:"attack,omitzero"`
	Defense   Figure `json:"defense,omitzero"`
	HitPoints Figure `json:"hitPoints,omitzero"`
	Quest     Figure `json:"quest,omitzero"` // quest points of a side quest
	Victory   Figure `json:"victory,omitzero"`
	Copies    int    `json:"copies,omitempty"` // in one pack; 0: not known
	// Limit is how many copies a deck may have; 0: the general 3.
	Limit int `json:"limit,omitempty"`
	// Boon is set for cards that have to be earned in a campaign.
	//
	// Source: The Mountain of Fire, "Boons and Burdens".
	Boon bool `json:"boon,omitempty"`
}

// Title returns the name with what tells it from other versions: "Aragorn (Lore hero, The Watcher in
// the Water)".
func (c Card) Title() string {
	what := strings.TrimSpace(c.Sphere + " " + string(c.Type))
	if c.Pack == "" {
		return c.Name + " (" + what + ")"
	}
	return c.Name + " (" + what + ", " + c.Pack + ")"
}

// HasTrait tells whether the card has a trait, in any case: HasTrait("Ring-bearer").
func (c Card) HasTrait(trait string) bool {
	for t := range strings.SplitSeq(c.Traits, ".") {
		if strings.EqualFold(strings.TrimSpace(t), trait) {
			return true
		}
	}
	return false
}

// HasKeyword tells whether the card has a keyword, "Ranged".
func (c Card) HasKeyword(keyword string) bool { return slices.Contains(c.Keywords, keyword) }

// Named tells whether the card has a name, spelled in any way that [Fold] makes the same.
func (c Card) Named(name string) bool {
	f := Fold(name)
	if Fold(c.Name) == f {
		return true
	}
	return slices.ContainsFunc(c.Aliases, func(a string) bool { return Fold(a) == f })
}

// Same tells whether two printings are the same card as far as the data says: name, type, sphere and
// every number.
func (c Card) Same(o Card) bool {
	return Fold(c.Name) == Fold(o.Name) && c.Type == o.Type && c.Sphere == o.Sphere &&
		c.Threat == o.Threat && c.Cost == o.Cost && c.Unique == o.Unique && c.Boon == o.Boon &&
		c.Willpower == o.Willpower && c.Attack == o.Attack && c.Defense == o.Defense && c.HitPoints == o.HitPoints
}

// own returns the card with slices of its own.
func (c Card) own() Card {
	c.Aliases = slices.Clone(c.Aliases)
	c.Keywords = slices.Clone(c.Keywords)
	return c
}
