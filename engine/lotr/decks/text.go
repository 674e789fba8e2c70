package decks

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/muster-events/muster/engine/lotr/cards"
	"github.com/muster-events/muster/engine/lotr/cards/textfile"
)

// The lines that a deck in words is made of.
var (
	heading = regexp.MustCompile(`(?i)^(main deck|hero(?:es)?|all(?:y|ies)|attachments?|events?|(?:player )?side quests?|contracts?|treasures?|campaign|boons?|sideboard)\s*(?:\((\d{1,4})\))?\s*:?$`)
	before  = regexp.MustCompile(`^(?:[•*–-]\s*)?(?:(\d{1,4})\s*[xX×]?|[xX×](\d{1,4}))\s+(\S.*)$`)
	after   = regexp.MustCompile(`^(?:[•*–-]\s*)?(\S.*?)\s+[xX×]\s?(\d{1,4})$`)
	pointed = regexp.MustCompile(`^[•*–-]\s*(\S.*)$`)
	hinted  = regexp.MustCompile(`^(.*\S)\s*\(([^()]*)\)$`)
	link    = regexp.MustCompile(`\[([^\[\]]*)\]\([^()]*\)`)
)

// maxLines bounds a deck in words.
const maxLines = 2000

// ParseText reads a deck in words: RingsDB's text export, or a list like those of the rulebooks. The
// first line that is neither a heading nor a card is the deck's name; what else stands before the
// first heading or card is passed over. After it every line is a heading ("Allies (20)", "Main Deck",
// "Sideboard"), a card ("3x Name (Pack)", "Name x3", a bare name among heroes and contracts), or the
// address of the deck. Errors are [*textfile.Error].
//
// Rule: Deck imports.
// Source: The Mountain of Fire, "Decklists".
func ParseText(data []byte, set *cards.Set) (Deck, Report, error) {
	data = textfile.TrimBOM(data)
	if err := textfile.CheckSize(data, MaxFile); err != nil {
		return Deck{}, Report{}, err
	}
	p := textReader{builder: builder{set: set, report: Report{Format: "text"}, deck: Deck{Source: "text"}}, where: InDeck}
	for line := range strings.Lines(string(data)) {
		if p.line++; p.line > maxLines {
			return Deck{}, Report{}, p.fail(fmt.Errorf("there are more than %d lines", maxLines))
		}
		if err := p.read(bare(line)); err != nil {
			return Deck{}, Report{}, p.fail(err)
		}
	}
	p.close()
	return p.done()
}

// textReader reads line by line, with the section that it is in.
type textReader struct {
	builder
	line    int
	begun   bool // a heading or card was read
	named   bool
	where   Place
	types   []cards.Type // that the section holds; none: any
	title   string       // of the section
	stated  int          // count in the heading; −1: none
	counted int          // copies read in the section
	listed  int          // lines read in the section
}

func (p *textReader) fail(err error) error { return &textfile.Error{Line: p.line, Says: err.Error()} }

// bare returns a line without the marks of Markdown and space around it.
func bare(line string) string {
	line = link.ReplaceAllString(strings.TrimSpace(line), "$1")
	line = strings.NewReplacer("**", "", "_", "", "\t", " ", "\u00a0", " ").Replace(line)
	return strings.TrimSpace(strings.TrimLeft(line, "#"))
}

func (p *textReader) read(line string) error {
	if line == "" {
		return nil
	}
	if m := heading.FindStringSubmatch(line); m != nil {
		p.section(m[1], m[2])
		return nil
	}
	if count, name, ok := cardLine(line); ok {
		return p.card(count, name)
	}
	switch {
	case !p.begun && !p.named:
		p.named = true
		return p.builder.name(line)
	case !p.begun:
		return nil
	case address(line):
		return nil
	case p.bareNames():
		if m := pointed.FindStringSubmatch(line); m != nil {
			line = m[1]
		}
		return p.card(1, line)
	}
	return fmt.Errorf("%.60q is neither a heading nor a card: write a card like \"3x Name (Pack)\"", line)
}

// cardLine takes a line with a number of copies apart.
func cardLine(line string) (count int, name string, ok bool) {
	if m := before.FindStringSubmatch(line); m != nil {
		n, _ := strconv.Atoi(m[1] + m[2])
		return n, m[3], true
	}
	if m := after.FindStringSubmatch(line); m != nil {
		n, _ := strconv.Atoi(m[2])
		return n, m[1], true
	}
	return 0, "", false
}

// address tells whether a line is where the deck is to be found, which exports end with.
func address(line string) bool {
	l := strings.ToLower(line)
	return strings.HasPrefix(l, "http") || strings.Contains(l, "ringsdb.com") || strings.HasPrefix(l, "packs:")
}

// bareNames tells whether the section lists names without a number.
func (p *textReader) bareNames() bool {
	return len(p.types) == 1 && (p.types[0] == cards.Hero || p.types[0] == cards.Contract)
}

// section begins a section. What follows the heading of the sideboard stays there up to the next main
// deck.
func (p *textReader) section(title, stated string) {
	p.close()
	p.begun, p.title, p.stated, p.counted, p.listed = true, title, -1, 0, 0
	if n, err := strconv.Atoi(stated); err == nil {
		p.stated = n
	}
	p.types = nil
	switch t := strings.ToLower(title); {
	case t == "sideboard":
		p.where = InSideboard
	case t == "main deck":
		p.where = InDeck
	case strings.HasPrefix(t, "hero"):
		p.types = []cards.Type{cards.Hero}
	case strings.HasPrefix(t, "all"):
		p.types = []cards.Type{cards.Ally, cards.ObjectiveAlly}
	case strings.HasPrefix(t, "attachment"):
		p.types = []cards.Type{cards.Attachment}
	case strings.HasPrefix(t, "event"):
		p.types = []cards.Type{cards.Event}
	case strings.HasSuffix(strings.TrimSuffix(t, "s"), "quest"):
		p.types = []cards.Type{cards.SideQuest}
	case strings.HasPrefix(t, "contract"):
		p.types = []cards.Type{cards.Contract}
	}
}

// close compares the count in a heading with what was read: exports state copies or different cards.
func (p *textReader) close() {
	if p.stated >= 0 && p.stated != p.counted && p.stated != p.listed {
		p.note("the heading %q states %d, and %d cards (%d different) are listed", p.title, p.stated, p.counted, p.listed)
	}
	p.stated = -1
}

func (p *textReader) card(count int, name string) error {
	p.begun = true
	w := wanted{name: strings.TrimSpace(name), types: p.types}
	// A name may itself end in brackets: then it is known as it stands.
	if m := hinted.FindStringSubmatch(w.name); m != nil && len(p.set.ByName(w.name)) == 0 {
		w.name, w.hint = m[1], strings.TrimSpace(m[2])
	}
	p.counted += count
	p.listed++
	return p.take(w, count, p.place(), p.line)
}

// place returns where the section puts a card.
func (p *textReader) place() Place {
	switch {
	case p.where == InSideboard || len(p.types) == 0:
		return p.where
	case p.types[0] == cards.Hero:
		return InHeroes
	case p.types[0] == cards.Contract:
		return InContract
	}
	return p.where
}
