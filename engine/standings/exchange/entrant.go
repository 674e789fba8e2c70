package exchange

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/muster-events/muster/engine/exact"
	"github.com/muster-events/muster/engine/standings"
	"github.com/muster-events/muster/events"
)

// Entrant is a player as other programs know one: the name, which muster keeps apart from its log, and what
// TRF16 has a place for. Only the name is needed.
type Entrant struct {
	ID         events.PersonID `json:"id,omitempty"`
	Name       string          `json:"name"` // any Unicode, 1 to [MostName] characters
	Code       string          `json:"code,omitempty"`
	Club       string          `json:"club,omitempty"`
	Rating     int             `json:"rating,omitempty"` // 0 to 9999; 0: none
	Title      string          `json:"title,omitempty"`
	Sex        string          `json:"sex,omitempty"` // "m", "w" or empty
	Federation string          `json:"federation,omitempty"`
	Number     string          `json:"number,omitempty"` // FIDE's
	Birth      string          `json:"birth,omitempty"`  // 2001/02/03
	Dropped    bool            `json:"dropped,omitempty"`
	From       int             `json:"from,omitempty"`
	Start      exact.Num       `json:"start,omitzero"`
	Missed     int             `json:"missed,omitempty"`
	// Contact is how the player can be reached. It is read from lists that people bring, and never written.
	Contact string `json:"contact,omitempty"`
}

// Player is the entrant as standings know one.
func (e Entrant) Player() standings.Player {
	return standings.Player{ID: e.ID, Club: e.Club, Dropped: e.Dropped, From: e.From, Start: e.Start, Missed: e.Missed}
}

// Tournament puts entrants and rounds together.
func Tournament(entrants []Entrant, rounds []standings.Round) standings.Tournament {
	t := standings.Tournament{Rounds: rounds, Planned: len(rounds)}
	for _, e := range entrants {
		t.Players = append(t.Players, e.Player())
	}
	return t
}

// checkEntrants notes what is wrong with entrants; line tells where each stands.
func checkEntrants(entrants []Entrant, line func(int) int, n *noted) {
	if len(entrants) > MostPlayers {
		n.add(0, "", "there are %d players: at most %d are read at once", len(entrants), MostPlayers)
		return
	}
	ids, codes := map[events.PersonID]int{}, map[string]int{}
	for i, e := range entrants {
		e.check(line(i), n)
		if at, twice := ids[e.ID]; twice && e.ID != "" {
			n.add(line(i), "id", "%q is the id of line %d, too: each player has one of their own", clip(string(e.ID)), at)
		}
		if at, twice := codes[e.Code]; twice && e.Code != "" {
			n.add(line(i), "code", "%q is the code of line %d, too: each player has one of their own", clip(e.Code), at)
		}
		ids[e.ID], codes[e.Code] = line(i), line(i)
	}
}

func (e Entrant) check(line int, n *noted) {
	if e.Name == "" {
		n.add(line, "name", "the name is missing: every player has one")
	}
	if utf8.RuneCountInString(e.Name) > MostName {
		n.add(line, "name", "%q has %d characters: at most %d are possible", clip(e.Name), utf8.RuneCountInString(e.Name), MostName)
	}
	if e.ID != "" {
		if err := e.ID.Validate(); err != nil {
			n.add(line, "id", "%v", err)
		}
	}
	for _, t := range []struct{ column, text string }{
		{"name", e.Name},
		{"code", e.Code},
		{"club", e.Club},
		{"title", e.Title},
		{"federation", e.Federation},
		{"number", e.Number},
		{"birth", e.Birth},
		{"contact", e.Contact},
	} {
		checkText(t.text, line, t.column, n)
	}
	if e.Rating < 0 || e.Rating > 9999 {
		n.add(line, "rating", "%d is no rating: 0 to 9999 is possible", e.Rating)
	}
	if e.Sex != "" && e.Sex != "m" && e.Sex != "w" {
		n.add(line, "sex", "%q is not read: write m, w or nothing", clip(e.Sex))
	}
	if e.From < 0 || e.From > MostRounds || e.Missed < 0 || e.Missed > max(0, e.From-1) || e.Start.Sign() < 0 {
		n.add(line, "from", "entered in round %d, %d rounds missed, %s points: rounds are 0 to %d, fewer are missed, and no points are below 0", e.From, e.Missed, clip(e.Start.String()), MostRounds)
	}
}

// checkText notes text that is not fit to be kept.
func checkText(s string, line int, column string, n *noted) {
	switch {
	case !utf8.ValidString(s):
		n.add(line, column, "the text is not UTF-8: save the file as UTF-8")
	case strings.ContainsFunc(s, unicode.IsControl):
		n.add(line, column, "%q has a control character in it: take it out", clip(s))
	case utf8.RuneCountInString(s) > mostText:
		n.add(line, column, "%q… is too long: at most %d characters are possible", clip(s), mostText)
	case strings.TrimSpace(s) != s:
		n.add(line, column, "%q begins or ends with a space: take it off", clip(s))
	}
}
