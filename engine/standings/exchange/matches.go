package exchange

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/engine/standings"
	"github.com/muster-events/muster/events"
)

var matchColumns = []string{
	"round", "stage", "weight", "open", "table", "player", "name", "seed", "side", "party", "bye", "grant",
	"ending", "outcome", "place", "points", "games", "victory", "absent", "drawn", "unfinished",
}

// WriteMatches writes pairings and results as CSV: a line for each seat, sorted by round and table. Matches
// without a table number get the next free one of their round. The column of names is for people.
func WriteMatches(entrants []Entrant, rounds []standings.Round) []byte {
	names := namesOf(entrants)
	rows := [][]string{matchColumns}
	sorted := slices.SortedFunc(slices.Values(rounds), func(a, b standings.Round) int { return cmp.Compare(a.N, b.N) })
	for _, r := range sorted {
		for _, m := range numbered(r.Matches) {
			for _, seat := range m.Seats {
				rows = append(rows, matchRow(r, m, seat, names[seat.Player]))
			}
		}
	}
	return writeCSV(rows)
}

// numbered sorts matches by table, byes last, and numbers those that have none.
func numbered(matches []standings.Match) []standings.Match {
	out, last := slices.Clone(matches), 0
	for _, m := range out {
		last = max(last, m.Table)
	}
	for i := range out {
		if out[i].Table == 0 && out[i].Bye == "" {
			last++
			out[i].Table = last
		}
	}
	slices.SortStableFunc(out, func(a, b standings.Match) int {
		return cmp.Or(cmp.Compare(rank(a.Bye != ""), rank(b.Bye != "")), cmp.Compare(a.Table, b.Table))
	})
	return out
}

func rank(b bool) int {
	if b {
		return 1
	}
	return 0
}

func matchRow(r standings.Round, m standings.Match, seat standings.Seat, name string) []string {
	row := []string{
		strconv.Itoa(r.N), number(r.Stage), exactOrZero(r.Weight), flag(r.Open), number(m.Table), string(seat.Player), guard(name),
		number(seat.Seed), guard(seat.Side), number(seat.Party), string(m.Bye), exactOrNone(m.Grant),
	}
	if m.Result == nil {
		return append(row, make([]string, len(matchColumns)-len(row))...)
	}
	i := slices.IndexFunc(m.Result.Scores, func(s standings.Score) bool { return s.Player == seat.Player })
	s := standings.Score{}
	if i >= 0 {
		s = m.Result.Scores[i]
	}
	return append(row,
		string(m.Result.Ending), string(s.Outcome), number(s.Place), exactOrNone(s.Points), number(s.Games), number(s.Victory),
		flag(s.Absent), number(m.Result.Drawn), number(m.Result.Unfinished))
}

// ReadMatches reads rounds, with their pairings and results, from CSV. A player is named by id, by code, or
// by name if no other has it; where the column of names tells of another than the id does, the file is from
// elsewhere, and the name counts. Lines of one round and table are one match; a bye is a match of its own. Every
// result is checked against its table. The error is [Problems].
//
// Source: issue 4, "Tournaments"; cases/README.md, 9.
func ReadMatches(data []byte, entrants []Entrant) ([]standings.Round, error) {
	var n noted
	s := readSheet(data, matchColumns, []string{"round", "player"}, &n)
	if s == nil {
		return nil, n.err()
	}
	in := matchReader{who: whoIs(entrants), names: namesOf(entrants), rounds: map[int]*standings.Round{}, at: map[[2]int]int{}, noted: &n}
	for _, r := range s.rows {
		in.row(r)
	}
	rounds := in.done()
	if err := n.err(); err != nil {
		return nil, err
	}
	if err := Tournament(entrants, rounds).Check(); err != nil {
		n.add(0, "", "%s", says(err))
		return nil, n.err()
	}
	return rounds, nil
}

func says(err error) string {
	if r := engine.AsRefusal(err); r != nil {
		return r.Says
	}
	return err.Error()
}

func namesOf(entrants []Entrant) map[events.PersonID]string {
	names := map[events.PersonID]string{}
	for _, e := range entrants {
		names[e.ID] = e.Name
	}
	return names
}

// whoIs finds players by id, code and name; what two players have names neither.
func whoIs(entrants []Entrant) map[string]events.PersonID {
	out, twice := map[string]events.PersonID{}, map[string]bool{}
	for _, e := range entrants {
		for _, key := range []string{strings.ToLower(e.Name), strings.ToLower(e.Code)} {
			if other, is := out[key]; is && other != e.ID {
				twice[key] = true
			}
			out[key] = e.ID
		}
	}
	for key := range twice {
		delete(out, key)
	}
	for _, e := range entrants {
		out[string(e.ID)] = e.ID
	}
	delete(out, "")
	return out
}

type matchReader struct {
	who    map[string]events.PersonID
	names  map[events.PersonID]string
	rounds map[int]*standings.Round
	at     map[[2]int]int // round and table to the match
	lines  []matchLine
	noted  *noted
}

// matchLine remembers where a match stands in the file.
type matchLine struct{ line, round, match int }

func (in *matchReader) row(r sheetRow) {
	n := r.number("round")
	if n < 1 || n > MostRounds {
		in.noted.add(r.line, "round", "%q is no round: count from 1 to %d", clip(r.text("round")), MostRounds)
		return
	}
	name := r.text("player")
	id, known := in.who[name]
	if !known {
		id, known = in.who[strings.ToLower(name)]
	}
	if !known {
		id, known = in.who[strings.ToLower(r.text("name"))]
	}
	if !known {
		in.noted.add(r.line, "player", "%q is no player of this tournament, or more than one: use the id", clip(name))
		return
	}
	if id, known = in.sure(id, r); !known {
		return
	}
	round := in.round(n, r)
	seat := standings.Seat{Player: id, Side: r.text("side"), Party: r.number("party"), Seed: r.number("seed")}
	checkSeat(seat, r.line, in.noted)
	m := in.match(round, n, r)
	m.Seats = append(m.Seats, seat)
	in.score(m, id, r)
}

// sure checks the player of a line against its column of names.
func (in *matchReader) sure(id events.PersonID, r sheetRow) (events.PersonID, bool) {
	name := r.text("name")
	if name == "" || strings.EqualFold(name, in.names[id]) {
		return id, true
	}
	if other, known := in.who[strings.ToLower(name)]; known {
		return other, true
	}
	in.noted.add(r.line, "name", "%q is %s here, and the line says %q: use a name of this tournament", clip(r.text("player")), clip(in.names[id]), clip(name))
	return id, false
}

func (in *matchReader) round(n int, r sheetRow) *standings.Round {
	round := in.rounds[n]
	stage, open, weight := r.number("stage"), r.flag("open"), r.exact("weight")
	if round == nil {
		round = &standings.Round{N: n, Stage: stage, Open: open}
		if weight != nil {
			round.Weight = *weight
		}
		in.rounds[n] = round
		return round
	}
	if round.Stage != stage || round.Open != open || weight != nil && round.Weight.Cmp(*weight) != 0 {
		in.noted.add(r.line, "stage", "round %d has another stage, weight or state in a line before: make them the same", n)
	}
	return round
}

// match finds the match of a line, or begins it.
func (in *matchReader) match(round *standings.Round, n int, r sheetRow) *standings.Match {
	bye, table := standings.Bye(r.text("bye")), r.number("table")
	if bye == "" && table < 1 {
		in.noted.add(r.line, "table", "the table is missing: lines of one table are one match; a player without one has a bye")
	}
	if i, begun := in.at[[2]int{n, table}]; begun && bye == "" {
		return &round.Matches[i]
	}
	m := standings.Match{Table: table, Bye: bye, Grant: r.exact("grant")}
	if ending := standings.Ending(r.text("ending")); ending != "" {
		m.Result = &standings.Result{Ending: ending, Drawn: r.number("drawn"), Unfinished: r.number("unfinished")}
	}
	if bye == "" {
		in.at[[2]int{n, table}] = len(round.Matches)
	}
	in.lines = append(in.lines, matchLine{r.line, n, len(round.Matches)})
	round.Matches = append(round.Matches, m)
	return &round.Matches[len(round.Matches)-1]
}

// checkSeat notes what is wrong with a seat.
func checkSeat(s standings.Seat, line int, n *noted) {
	checkText(s.Side, line, "side", n)
	if s.Seed < 0 || s.Seed > MostPlayers {
		n.add(line, "seed", "%d is no seed: they count from 1, the best, to %d; leave it out if there is none", s.Seed, MostPlayers)
	}
}

func (in *matchReader) score(m *standings.Match, id events.PersonID, r sheetRow) {
	ending := standings.Ending(r.text("ending"))
	if m.Result == nil {
		if ending != "" {
			in.noted.add(r.line, "ending", "another line of this table has no ending: give all its lines the same, or none")
		}
		return
	}
	if ending != m.Result.Ending || r.number("drawn") != m.Result.Drawn || r.number("unfinished") != m.Result.Unfinished {
		in.noted.add(r.line, "ending", "another line of this table has another ending, or other drawn games: give all its lines the same")
	}
	m.Result.Scores = append(m.Result.Scores, standings.Score{
		Player: id, Outcome: standings.Outcome(r.text("outcome")), Place: r.number("place"), Points: r.exact("points"),
		Games: r.number("games"), Victory: r.number("victory"), Absent: r.flag("absent"),
	})
}

// done checks every result against its table, and sorts the rounds.
func (in *matchReader) done() []standings.Round {
	for _, l := range in.lines {
		m := in.rounds[l.round].Matches[l.match]
		if m.Result == nil || m.Bye != "" {
			continue
		}
		if err := standings.Check(m, *m.Result); err != nil {
			in.noted.add(l.line, "", "%s", says(err))
		}
	}
	out := make([]standings.Round, 0, len(in.rounds))
	for _, r := range in.rounds {
		out = append(out, *r)
	}
	slices.SortFunc(out, func(a, b standings.Round) int { return cmp.Compare(a.N, b.N) })
	return out
}
