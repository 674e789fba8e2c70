package intake

import (
	"strings"

	"github.com/muster-events/muster/engine/standings/exchange"
)

// Read reads a file, whose kind it finds out. there are the players of the tournament, whom a file of results
// names. What cannot be read is in Refused; of a list of players the other lines are kept.
func Read(text string, there []exchange.Entrant) File {
	switch f := (File{Kind: kindOf(text)}); f.Kind {
	case KindJSON:
		list, rounds, err := exchange.ReadJSON([]byte(text))
		f.Players, f.Rounds, f.Refused = numbered(list), rounds, problems(err)
		return f
	case KindTRF:
		report, err := exchange.ReadTRF([]byte(text))
		f.Players, f.Rounds, f.Refused = numbered(report.Entrants), report.Rounds, problems(err)
		return f
	case KindResults:
		rounds, err := exchange.ReadMatches([]byte(text), there)
		f.Rounds, f.Here, f.Refused = rounds, true, problems(err)
		return f
	default:
		f.Players, f.Refused = exchange.SiftPlayers([]byte(text))
		return f
	}
}

// kindOf tells by its first lines what a file is.
func kindOf(text string) string {
	text = strings.TrimLeft(strings.TrimPrefix(text, "\ufeff"), " \t\r\n")
	first, _, _ := strings.Cut(text, "\n")
	heads := strings.FieldsFunc(strings.ToLower(first), func(r rune) bool { return strings.ContainsRune(",;\t\" \r", r) })
	has := func(name string) bool {
		for _, h := range heads {
			if h == name {
				return true
			}
		}
		return false
	}
	switch {
	case strings.HasPrefix(text, "{"):
		return KindJSON
	case has("round") && has("player"):
		return KindResults
	case record(first):
		return KindTRF
	default:
		return KindPlayers
	}
}

// record tells whether a line is one of TRF16: three digits and a space.
func record(line string) bool {
	if len(line) < 4 || line[3] != ' ' {
		return false
	}
	return strings.Trim(line[:3], "0123456789") == "" || strings.HasPrefix(line, "XX")
}

// numbered counts players of files that are not read by lines.
func numbered(list []exchange.Entrant) []exchange.Listed {
	out := make([]exchange.Listed, len(list))
	for i, e := range list {
		out[i] = exchange.Listed{Line: i + 1, Entrant: e}
	}
	return out
}

func problems(err error) exchange.Problems {
	if err == nil {
		return nil
	}
	if p, ok := err.(exchange.Problems); ok {
		return p
	}
	return exchange.Problems{{Says: err.Error()}}
}
