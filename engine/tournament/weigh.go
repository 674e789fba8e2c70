package tournament

import (
	"fmt"
	"slices"
	"strings"

	"github.com/muster-events/muster/engine/standings"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/tournament"
)

// Weigh says what a change does: how many places move in the standings, which pairings were made on
// what changes, and what becomes of entries and rounds. The Ack is not filled in.
//
// Source: issue 4, "Integrity events".
func Weigh(before, after Log, made []events.Payload) (tournament.Consequences, error) {
	var out tournament.Consequences
	moved, err := movedPlaces(before, after)
	if err != nil {
		return out, err
	}
	out.Places = moved
	switch moved {
	case 0:
		out.Says = append(out.Says, "moves nobody in the standings")
	case 1:
		out.Says = append(out.Says, "moves 1 place")
	default:
		out.Says = append(out.Says, fmt.Sprintf("moves %d places", moved))
	}
	for _, e := range made {
		out.Says = append(out.Says, before.says(e)...)
	}
	touched, err := touchedRounds(before, after)
	if err != nil {
		return out, err
	}
	for _, t := range touched {
		out.Pairings = append(out.Pairings, t.round)
		out.Says = append(out.Says, fmt.Sprintf("touches the pairing of round %d (table %s)", t.round, numbers(t.tables)))
	}
	if cut, err := cutChanges(before, after); err != nil {
		return out, err
	} else if cut != "" {
		out.Says = append(out.Says, cut)
	}
	return out, nil
}

// places are the entrants' places, of the cut too where there is one.
func places(l Log) (map[events.PersonID][2]int, error) {
	out := map[events.PersonID][2]int{}
	for i, stage := range []int{tournament.StageMain, tournament.StageCut} {
		if stage == tournament.StageCut && l.Cut == nil {
			continue
		}
		table, err := l.Standings(stage)
		if err != nil {
			return nil, err
		}
		for _, row := range table.Rows {
			p := out[row.Player]
			p[i] = row.Place
			out[row.Player] = p
		}
	}
	return out, nil
}

// movedPlaces counts the entrants whose place changes; who comes or goes counts too.
func movedPlaces(before, after Log) (int, error) {
	if !before.Started() {
		return 0, nil
	}
	was, err := places(before)
	if err != nil {
		return 0, err
	}
	is, err := places(after)
	if err != nil {
		return 0, err
	}
	n := 0
	for id, p := range is {
		if was[id] != p {
			n++
		}
	}
	for id := range was {
		if _, still := is[id]; !still {
			n++
		}
	}
	return n, nil
}

type touchedRound struct {
	round  int
	tables []int
}

// touchedRounds finds the rounds that were paired on points which are others now.
func touchedRounds(before, after Log) ([]touchedRound, error) {
	var out []touchedRound
	for i, r := range before.Rounds {
		if i == 0 || i >= len(after.Rounds) {
			continue
		}
		was, err := before.upTo(i).scores()
		if err != nil {
			return nil, err
		}
		is, err := after.upTo(i).scores()
		if err != nil {
			return nil, err
		}
		t := touchedRound{round: r.N}
		for _, table := range after.Rounds[i].Tables {
			if slices.ContainsFunc(table.Seats, func(n int) bool { return was[n-1] != is[n-1] }) {
				t.tables = append(t.tables, table.N)
			}
		}
		if len(t.tables) > 0 {
			out = append(out, t)
		}
	}
	return out, nil
}

// upTo is the tournament with its first n rounds.
func (l Log) upTo(n int) Log {
	l.Rounds = l.Rounds[:n:n]
	return l
}

// scores are the points of everybody in the main stage as text, by number of the entrant less one.
func (l Log) scores() ([]string, error) {
	rs, err := RulesetOf(l.Rules)
	if err != nil {
		return nil, err
	}
	rs.Order = rs.Order[:1]
	table, err := standings.Compute(l.Played(tournament.StageMain), rs)
	if err != nil {
		return nil, err
	}
	at := l.byPlayer()
	out := make([]string, len(l.Entrants))
	for _, row := range table.Rows {
		out[at[row.Player]-1] = row.Cells[0].Value.String()
	}
	return out, nil
}

// cutChanges says whether another field would play on.
func cutChanges(before, after Log) (string, error) {
	if before.Cut == nil || after.Cut == nil {
		return "", nil
	}
	now, err := after.CutSeeds(len(after.Cut.Entrants))
	if err != nil {
		return "", err
	}
	if slices.Equal(now, before.Cut.Entrants) {
		return "", nil
	}
	var in []string
	for _, n := range now {
		if !slices.Contains(before.Cut.Entrants, n) {
			in = append(in, after.name(n))
		}
	}
	if len(in) == 0 {
		return "would seed the cut in another order; the cut stays as it was made", nil
	}
	return fmt.Sprintf("would let %s play on in the cut; the cut stays as it was made", strings.Join(in, ", ")), nil
}

// byPlayer gives the numbers of the entrants.
func (l Log) byPlayer() map[events.PersonID]int {
	out := make(map[events.PersonID]int, len(l.Entrants))
	for _, e := range l.Entrants {
		out[e.Player] = e.N
	}
	return out
}

func (l Log) name(n int) string {
	e, ok := l.Entrant(n)
	if !ok {
		return fmt.Sprintf("entrant %d", n)
	}
	return "{" + string(e.Player) + "}"
}

// says puts into words what one event does, beside the places.
func (l Log) says(e events.Payload) []string {
	switch e := e.(type) {
	case tournament.PairingChanged:
		return l.saysSeating(e)
	case tournament.RoundPaired:
		return l.saysPaired(e)
	case tournament.RulesChanged:
		if was, now := PlannedRounds(e.Was, l.playing()), PlannedRounds(e.Now, l.playing()); was != now {
			return []string{fmt.Sprintf("plays %d rounds, not %d", now, was)}
		}
	case tournament.EntrantRegistered:
		return []string{fmt.Sprintf("enters {%s} from round %d on", e.Entrant.Player, max(1, e.From))}
	case tournament.EntrantsMerged:
		if len(e.Moved) > 0 {
			return []string{fmt.Sprintf("moves round %s from %s to %s", numbers(e.Moved), l.name(e.Gone), l.name(e.Keep))}
		}
	case tournament.EntrantsRenumbered:
		return []string{fmt.Sprintf("gives %d entrants another number", changedNumbers(e.Was, e.Now))}
	case tournament.CutMade:
		return l.saysCut(e)
	case tournament.RoundReopened:
		return []string{fmt.Sprintf("opens round %d again", e.Round)}
	case tournament.RoundUndone:
		return []string{fmt.Sprintf("takes round %d away", e.Round)}
	case tournament.TournamentReopened:
		return []string{"lets the tournament go on, which is " + e.Was}
	}
	return nil
}

func (l Log) playing() int {
	n := 0
	for _, e := range l.Entrants {
		if l.counts(e, tournament.StageMain) {
			n++
		}
	}
	return n
}

func changedNumbers(was, now []int) int {
	n := 0
	for i, e := range now {
		if i >= len(was) || was[i] != e {
			n++
		}
	}
	return n
}

func (l Log) saysSeating(e tournament.PairingChanged) []string {
	var tables []int
	for _, s := range e.Now {
		tables = append(tables, s.Table)
	}
	out := []string{fmt.Sprintf("changes table %s of round %d", numbers(tables), e.Round)}
	for _, f := range e.Flags {
		if f.Code != tournament.FlagManual {
			out = append(out, f.Says)
		}
	}
	return append(out, l.saysLost(e.Round, tables)...)
}

// saysLost names the tables whose entries are lost because others sit there.
func (l Log) saysLost(round int, tables []int) []string {
	r, _ := l.Round(round)
	var lost []int
	for _, n := range tables {
		if t, ok := r.Table(n); ok {
			if _, waits := t.Pending(); waits {
				lost = append(lost, n)
			}
		}
	}
	if len(lost) == 0 {
		return nil
	}
	return []string{fmt.Sprintf("drops the entry that waits at table %s", numbers(lost))}
}

// saysCut says who plays on, if the standings would have others do so.
func (l Log) saysCut(e tournament.CutMade) []string {
	out := []string{fmt.Sprintf("makes the cut: %d play on", len(e.Entrants))}
	best, err := l.CutSeeds(len(e.Entrants))
	if err != nil {
		return out
	}
	for _, n := range e.Entrants {
		if !slices.Contains(best, n) {
			out = append(out, fmt.Sprintf("lets %s play on, whom the standings here would not", l.name(n)))
		}
	}
	return out
}

func (l Log) saysPaired(e tournament.RoundPaired) []string {
	r, ok := l.Round(e.Round)
	if !ok {
		return []string{fmt.Sprintf("pairs round %d: %d tables", e.Round, len(e.Tables))}
	}
	var tables []int
	for i := range max(len(r.Tables), len(e.Tables)) {
		if i >= len(r.Tables) || i >= len(e.Tables) || !slices.Equal(r.Tables[i].Seats, e.Tables[i]) {
			tables = append(tables, i+1)
		}
	}
	return []string{fmt.Sprintf("changes table %s of round %d", numbers(tables), e.Round)}
}

// numbers lists numbers, the first few of many.
func numbers(ns []int) string {
	var out []string
	for i, n := range ns {
		if i == 8 && len(ns) > 9 {
			out = append(out, fmt.Sprintf("%d more", len(ns)-i))
			break
		}
		out = append(out, fmt.Sprint(n))
	}
	if n := len(out); n > 1 {
		return strings.Join(out[:n-1], ", ") + " and " + out[n-1]
	}
	return strings.Join(out, "")
}
