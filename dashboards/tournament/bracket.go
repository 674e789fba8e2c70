package tournament

import (
	"fmt"
	"net/http"
	"strings"

	log "github.com/muster-events/muster/events/tournament"
	view "github.com/muster-events/muster/projections/tournament"
	"github.com/muster-events/muster/projections/words"
)

// GET /tournaments/{gathering}/{tournament}/bracket
func (p pages) bracket(w http.ResponseWriter, r *http.Request) error {
	v, err := p.open(r)
	if err != nil {
		return err
	}
	return p.Page(w, r, BracketPage(v, "/sse"+v.Path("/bracket")))
}

// bracketed tells whether the format has a bracket, now or later.
func (s Shown) bracketed() bool {
	return eliminates(s.Rules, log.StageMain) || s.Rules.Format == log.FormatSwissCut
}

// noBracket says why there is no bracket yet.
func (s Shown) noBracket() string {
	if s.Rules.Format == log.FormatSwissCut {
		return fmt.Sprintf("The bracket is drawn when the cut is made: the first %d after %d Swiss rounds play on.", s.Rules.Cut, s.Planned)
	}
	return "The bracket is drawn when the tournament starts."
}

// bracketTitle names the bracket of a stage where there may be other stages.
func (s Shown) bracketTitle(b view.Bracket) string {
	if b.Stage == log.StageCut {
		return "The cut"
	}
	return words.Upper(words.Format(s.Rules.Format))
}

// matchSays says where a match is played, or how it stands.
func (s Shown) matchSays(m view.Match) string {
	switch {
	case m.State == "not-held":
		return "not needed"
	case m.State == "walked":
		return "nobody came to the other place"
	case m.State == "played" && m.Places[0].Won == m.Places[1].Won:
		return "lost by both"
	case m.Table == 0 && m.State == "ready":
		return "next round"
	case m.Table == 0:
		return ""
	}
	return fmt.Sprintf("round %d, table %d", m.Round, m.Table)
}

// placedName is who is at a place of a match, or who comes there.
func (s Shown) placedName(p view.Placed) string {
	switch {
	case p.Player != "":
		return s.Person(p.Player)
	case p.From != "":
		return p.From
	default:
		return "–"
	}
}

// shortName is placedName for the wall, where there is less room: "winner of 8".
func (s Shown) shortName(p view.Placed) string {
	if p.Player != "" {
		return s.Person(p.Player)
	}
	return strings.NewReplacer("of match ", "of ", "if it is needed", "if needed").Replace(s.placedName(p))
}

// straight tells whether every match of a round leads to one of its own in the next: in the losers' part
// those who lost later come in from elsewhere.
func straight(rounds []view.PartRound, i int) bool {
	return i+1 < len(rounds) && len(rounds[i+1].Matches) == len(rounds[i].Matches)
}
