package exchange

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/muster-events/muster/engine/standings"
	"github.com/muster-events/muster/events"
)

// Report is a tournament report that was read. Entrants are in order of their starting ranks, with ids made
// of them: p-7 is number 7. Points and places are not read: they follow from the results.
type Report struct {
	Event    Event             `json:"event"`
	Entrants []Entrant         `json:"entrants"`
	Rounds   []standings.Round `json:"rounds"`
}

// ReadTRF reads a tournament report in the form of 2016. Lines that are not of players or the tournament are
// passed over: programs keep their own there. Both players of a match have to tell the same. The error is
// [Problems].
//
// Source: FIDE Handbook C.04, annex 2.
func ReadTRF(data []byte) (Report, error) {
	var n noted
	in := trfReader{noted: &n, by: map[int]trfPlayer{}}
	if len(data) > MostBytes {
		n.add(0, "", "the file has %d bytes: at most %d are read", len(data), MostBytes)
		return Report{}, n.err()
	}
	if !utf8.Valid(data) {
		n.add(0, "", "the text is not UTF-8: save the file as UTF-8")
		return Report{}, n.err()
	}
	text := strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(strings.TrimPrefix(string(data), mark))
	for i, l := range strings.Split(text, "\n") {
		in.line(i+1, []rune(strings.TrimRight(l, " ")))
	}
	in.finish()
	if err := n.err(); err != nil {
		return Report{}, err
	}
	return in.Report, nil
}

type trfReader struct {
	Report
	noted *noted
	by    map[int]trfPlayer
	order []int // starting ranks
}

type trfPlayer struct {
	line  int
	bouts []trfBout
}

// trfBout is what stands in the columns of one round.
type trfBout struct {
	opponent int // 0: none
	colour   string
	result   string
}

func (in *trfReader) line(n int, r []rune) {
	if len(r) < 3 {
		return
	}
	rest := get(r, colRank, len(r))
	switch string(r[:3]) {
	case "001":
		in.player(n, r)
	case "012":
		in.Event.Name = rest
	case "022":
		in.Event.City = rest
	case "032":
		in.Event.Federation = rest
	case "042":
		in.Event.Start = rest
	case "052":
		in.Event.End = rest
	case "092":
		in.Event.Type = rest
	case "102":
		in.Event.Arbiter = rest
	case "112":
		in.Event.Deputies = append(in.Event.Deputies, rest)
	case "122":
		in.Event.Time = rest
	case "132":
		for c := colRounds; c <= len(r) && len(in.Event.Dates) < MostRounds; c += perRound {
			in.Event.Dates = append(in.Event.Dates, get(r, c, perRound-2))
		}
	case "XXR":
		in.Event.Rounds = in.number(n, "XXR", rest, MostRounds)
	}
}

// number reads a whole number of a record, from 0 to most.
func (in *trfReader) number(line int, column, s string, most int) int {
	if s == "" {
		return 0
	}
	v, err := strconv.Atoi(s)
	if err != nil || v < 0 || v > most {
		in.noted.add(line, column, "%q is no number from 0 to %d", clip(s), most)
		return 0
	}
	return v
}

func (in *trfReader) player(n int, r []rune) {
	rank := in.number(n, "columns 5 to 8", get(r, colRank, 4), mostRankNumber)
	if before, twice := in.by[rank]; rank == 0 || twice {
		in.noted.add(n, "columns 5 to 8", "the starting rank %d is missing or taken by line %d: each player has one of their own", rank, before.line)
		return
	}
	e := Entrant{
		ID: events.PersonID(fmt.Sprintf("p-%d", rank)), Name: get(r, colName, wideName), Sex: strings.ToLower(get(r, colSex, 1)),
		Title: get(r, colTitle, 3), Rating: in.number(n, "columns 49 to 52", get(r, colRating, 4), 9999),
		Federation: get(r, colFederation, 3), Number: get(r, colNumber, wideNumber), Birth: get(r, colBirth, 10),
	}
	if e.Sex == "f" {
		e.Sex = "w" // seen in practice
	}
	p := trfPlayer{line: n}
	for c := colRounds; c <= len(r); c += perRound {
		if len(p.bouts) == MostRounds {
			in.noted.add(n, "", "the record has more than %d rounds", MostRounds)
			break
		}
		p.bouts = append(p.bouts, trfBout{
			opponent: in.number(n, fmt.Sprintf("columns %d to %d", c, c+3), get(r, c, 4), mostRankNumber),
			colour:   strings.ToLower(get(r, c+5, 1)), result: strings.ToUpper(get(r, c+7, 1)),
		})
	}
	in.by[rank], in.order, in.Entrants = p, append(in.order, rank), append(in.Entrants, e)
}

// finish makes rounds of what the players' records tell.
func (in *trfReader) finish() {
	if len(in.Entrants) == 0 {
		in.noted.add(0, "", "there is no player: the records of players begin with 001")
		return
	}
	lines := make([]int, len(in.order))
	for i, rank := range in.order {
		lines[i] = in.by[rank].line
	}
	checkEntrants(in.Entrants, func(i int) int { return lines[i] }, in.noted)
	slices.SortFunc(in.Entrants, func(a, b Entrant) int { return rankOf(a) - rankOf(b) })
	slices.Sort(in.order)
	rounds := 0
	for _, p := range in.by {
		rounds = max(rounds, len(p.bouts))
	}
	for i := range rounds {
		r := standings.Round{N: i + 1}
		for _, rank := range in.order {
			in.bout(&r, i, rank)
		}
		in.Rounds = append(in.Rounds, r)
	}
}

func rankOf(e Entrant) int {
	n, _ := strconv.Atoi(strings.TrimPrefix(string(e.ID), "p-")) // made of a number
	return n
}

func (p trfPlayer) bout(i int) trfBout {
	if i < len(p.bouts) {
		return p.bouts[i]
	}
	return trfBout{}
}

var codeBye = map[string]standings.Bye{"U": standings.ByePairing, "F": standings.ByeFull, "H": standings.ByeHalf, "Z": standings.ByeZero}

// bout adds a player's bye or, from the player with the smaller rank, the match.
func (in *trfReader) bout(r *standings.Round, i, rank int) {
	own := in.by[rank]
	b := own.bout(i)
	column := fmt.Sprintf("columns %d to %d", colRounds+perRound*i, colRounds+perRound*i+7)
	if b.opponent == 0 {
		if bye := codeBye[b.result]; bye != "" && bye != standings.ByeZero {
			r.Matches = append(r.Matches, standings.Match{Bye: bye, Seats: seated(rank)})
		} else if b.result != "" && bye == "" {
			in.noted.add(own.line, column, "%q is no result of a player without an opponent: use U, F, H or Z", clip(b.result))
		}
		return
	}
	other, is := in.by[b.opponent]
	switch back := other.bout(i); {
	case !is:
		in.noted.add(own.line, column, "the opponent %d is no player of this report", b.opponent)
	case b.opponent == rank:
		in.noted.add(own.line, column, "number %d plays against themself", rank)
	case back.opponent != rank:
		in.noted.add(own.line, column, "the opponent is number %d, whose line %d tells of another in this round", b.opponent, other.line)
	case rank < b.opponent:
		m, says := matched(rank, b, back)
		if says != "" {
			in.noted.add(own.line, column, "%s; the opponent's is line %d", says, other.line)
			return
		}
		r.Matches = append(r.Matches, m)
	}
}

func seated(ranks ...int) []standings.Seat {
	var out []standings.Seat
	for _, n := range ranks {
		out = append(out, standings.Seat{Player: events.PersonID(fmt.Sprintf("p-%d", n))})
	}
	return out
}

// matched makes a match of what both players tell; says is what is wrong.
func matched(rank int, b, back trfBout) (m standings.Match, says string) {
	m = standings.Match{Seats: seated(rank, b.opponent)}
	switch b.colour + back.colour {
	case "wb":
		m.Seats[0].Side, m.Seats[1].Side = "white", "black"
	case "bw":
		m.Seats[0].Side, m.Seats[1].Side = "black", "white"
	case "", "--", "-":
	default:
		return m, fmt.Sprintf("the colours %q and %q do not go together: one is w and one b", b.colour, back.colour)
	}
	scores := []standings.Score{{Player: m.Seats[0].Player}, {Player: m.Seats[1].Player}}
	m.Result = &standings.Result{Ending: standings.Played, Scores: scores}
	switch plain(b.result) + plain(back.result) {
	case "10":
		scores[0].Outcome, scores[1].Outcome = standings.Win, standings.Loss
	case "01":
		scores[0].Outcome, scores[1].Outcome = standings.Loss, standings.Win
	case "==":
		scores[0].Outcome, scores[1].Outcome = standings.Draw, standings.Draw
	case "00":
		m.Result.Ending = standings.DoubleLoss
	case "+-", "-+", "--":
		m.Result.Ending = standings.Forfeit
		scores[0].Absent, scores[1].Absent = b.result == "-", back.result == "-"
	case "":
		m.Result = nil // paired, and not played yet
	default:
		return m, fmt.Sprintf("the results %q and %q do not go together", b.result, back.result)
	}
	return m, ""
}

// plain reads games that ended before the first move as others: they only are not rated.
func plain(result string) string {
	switch result {
	case "W":
		return "1"
	case "D":
		return "="
	case "L":
		return "0"
	}
	return result
}
