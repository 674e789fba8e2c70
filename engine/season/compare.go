package season

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	rules "github.com/muster-events/muster/engine/league"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/league"
)

// mostMoves bounds the moves that are kept with an integrity event.
const mostMoves = 40

// line is a row of any table, as far as a comparison looks at it.
type line struct {
	table  string
	player events.PersonID
	name   string
}

type standing struct {
	rank  int
	shown string
}

// Compare works out what an integrity event does: who moves in which table, and what else it touches.
// The longest moves come first.
func Compare(before, after Season) league.Effects {
	was, now := before.lines(), after.lines()
	var out league.Effects
	for _, l := range union(was, now) {
		a, b := was.at[l], now.at[l]
		if a == b {
			continue
		}
		out.Changed++
		if a.rank != b.rank {
			out.Moved++
		}
		out.Furthest = max(out.Furthest, places(a.rank, b.rank))
		out.Moves = append(out.Moves, league.Move{
			Table: l.table, Player: l.player, Name: l.name, From: a.rank, To: b.rank, Was: a.shown, Now: b.shown,
		})
	}
	slices.SortStableFunc(out.Moves, func(a, b league.Move) int { return cmp.Compare(places(b.From, b.To), places(a.From, a.To)) })
	if len(out.Moves) > mostMoves {
		out.Moves = out.Moves[:mostMoves]
	}
	out.Touches = touches(before, after)
	return out
}

// places is how many ranks lie between two; without a rank it is none.
func places(a, b int) int {
	switch {
	case a == 0 || b == 0:
		return 0
	case a > b:
		return a - b
	}
	return b - a
}

type lines struct {
	order []line
	at    map[line]standing
}

// lines lists every row of every table.
func (s Season) lines() lines {
	out := lines{at: map[line]standing{}}
	add := func(l line, rank int, shown string) {
		out.order = append(out.order, l)
		out.at[l] = standing{rank: rank, shown: shown}
	}
	t := s.Tables()
	for _, id := range s.DivisionIDs() {
		table := "players"
		if id != "" {
			table = "division:" + id
		}
		for _, r := range t.Division(id) {
			add(line{table: table, player: r.Member}, Rank(r), Shown(r.Line))
		}
	}
	for _, g := range []rules.GroupTable{t.Teams, t.Stores} {
		for _, r := range g.Rows {
			add(line{table: string(g.By) + "s", name: r.Name}, r.Place, Shown(r.Line))
		}
	}
	return out
}

// union lists the lines of both: those of now in order, then those that are gone.
func union(was, now lines) []line {
	out := slices.Clone(now.order)
	for _, l := range was.order {
		if _, still := now.at[l]; !still {
			out = append(out, l)
		}
	}
	return out
}

// touches says in words what else changes.
func touches(before, after Season) []string {
	var out []string
	for i, x := range after.Sessions {
		if i >= len(before.Sessions) || x.ID != before.Sessions[i].ID {
			break
		}
		switch was := before.Sessions[i]; {
		case was.Frozen && !x.Frozen:
			out = append(out, x.Name+" takes results again")
		case !was.Cancelled && x.Cancelled:
			out = append(out, "nothing of "+x.Name+" counts")
		case was.Cancelled && !x.Cancelled:
			out = append(out, x.Name+" counts again")
		}
	}
	if before.Stage != after.Stage && after.Stage == Running {
		out = append(out, "the season goes on: its promotions and relegations are taken back")
	}
	if after.Stage != Running && before.Stage == after.Stage && !slices.Equal(before.switches(), after.switches()) {
		out = append(out, "the promotions and relegations are others now: reopen the season and end it again")
	}
	return out
}

// Print stands for exactly these consequences of an integrity event of a kind.
func Print(kind string, e league.Effects) string {
	b, err := json.Marshal(e)
	if err != nil { // texts and numbers
		panic(err)
	}
	sum := sha256.Sum256(append([]byte(kind+"\n"), b...))
	return hex.EncodeToString(sum[:6])
}

// Says puts consequences into words, to follow "it": "moves {p-3} 3 places, from 7 to 4, …".
func Says(e league.Effects) string {
	var parts []string
	const most = 3
	for _, m := range e.Moves[:min(len(e.Moves), most)] {
		who := m.Name
		if m.Player != "" {
			who = fmt.Sprintf("{%s}", m.Player)
		}
		switch {
		case m.From == m.To:
			parts = append(parts, fmt.Sprintf("changes %s from %s to %s", who, orNone(m.Was), orNone(m.Now)))
		case m.From == 0:
			parts = append(parts, fmt.Sprintf("puts %s on rank %d", who, m.To))
		case m.To == 0:
			parts = append(parts, fmt.Sprintf("takes %s off rank %d", who, m.From))
		default:
			parts = append(parts, fmt.Sprintf("moves %s %s, from %d to %d", who, count(places(m.From, m.To), "place"), m.From, m.To))
		}
	}
	if n := e.Changed - len(parts); n > 0 {
		parts = append(parts, fmt.Sprintf("changes %d rows more", n))
	}
	if len(e.Touches) > 0 {
		parts = append(parts, "has it that "+strings.Join(e.Touches, ", "))
	}
	if len(parts) == 0 {
		return "changes no row of any table"
	}
	return strings.Join(parts, "; ")
}

func orNone(s string) string {
	if s == "" {
		return "nothing"
	}
	return s
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
