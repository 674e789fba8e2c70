package tournament

import (
	"fmt"
	"slices"
	"strings"

	"github.com/muster-events/muster/engine/pairing"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/tournament"
)

// explainOther says why a round of a bracket, a schedule or of pods is as it is.
func (l Log) explainOther(now Round, e tournament.RoundPaired) (Explanation, error) {
	switch {
	case l.Eliminates(now):
		return l.explainBracket(now, e)
	case l.Rules.Format == tournament.FormatRoundRobin:
		return l.explainSchedule(e), nil
	default:
		return l.explainPods(now, e)
	}
}

// sideNames writes the sides as the rules name them.
func (l Log) sideNames(says []string) []string {
	if len(l.Rules.Sides) != 2 {
		return says
	}
	r := strings.NewReplacer("the Free Peoples", l.sideName(1), "the Shadow", l.sideName(2))
	out := make([]string, len(says))
	for i, s := range says {
		out[i] = r.Replace(s)
	}
	return out
}

// sideName is a side within a sentence.
func (l Log) sideName(side int) string {
	switch name := l.Rules.Sides[side-1]; name {
	case "Free Peoples", "Shadow":
		return "the " + name
	default:
		return name
	}
}

// explainBracket says for each table who comes from where.
func (l Log) explainBracket(now Round, e tournament.RoundPaired) (Explanation, error) {
	out := Explanation{Tables: make([][]string, len(e.Tables)), Byes: map[int][]string{}}
	matches, ok := l.Matches(now.Stage)
	if !ok {
		return out, refuse(CodeCut, "this stage has no bracket")
	}
	seeded := "the order at the start of the tournament"
	if now.Stage == tournament.StageCut {
		seeded = "the standings when the cut was made"
	}
	for i, seats := range e.Tables {
		at := slices.IndexFunc(matches, func(m Match) bool { return i < len(e.Slots) && string(m.ID) == e.Slots[i] })
		if at < 0 {
			continue
		}
		m := matches[at]
		out.Tables[i] = append(saysMatch(matches, m, seeded), l.saysMet(seats, now.N)...)
		out.Tables[i] = append(out.Tables[i], l.saysSided(seats, "of the two, who had the first side less often has it; a lot parts equals")...)
	}
	free := 0
	for _, m := range matches {
		if m.Part == pairing.PartWinners && m.Round == 1 {
			free += 2
		}
	}
	for _, b := range e.Byes {
		out.Byes[b.Entrant] = []string{fmt.Sprintf("Goes on without a match: the bracket has %d places in its first round, and those that stay free are opposite the best seeds.", free)}
	}
	return out, nil
}

func saysMatch(all []Match, m Match, seeded string) []string {
	out := []string{fmt.Sprintf("Match %d of the bracket, %s: %s and %s.", m.Number, m.Title, comesFrom(all, m.A, m.Players[0]), comesFrom(all, m.B, m.Players[1]))}
	switch {
	case m.Part == pairing.PartFinal && m.Round == 2:
		out[0] = fmt.Sprintf("Match %d of the bracket, %s: both have lost once now, so they play again, and this decides.", m.Number, m.Title)
	case m.Part == pairing.PartFinal:
		out = append(out, fmt.Sprintf("%s has not lost a match, %s has lost one. If %s wins, they play again.", braced(m.Players[0]), braced(m.Players[1]), braced(m.Players[1])))
	case m.Part == pairing.PartLosers:
		out = append(out, "Both have lost once: who loses here is out.")
	case m.Part == pairing.PartThird:
		out = append(out, "It decides who is third.")
	}
	if m.A.Match == "" || m.B.Match == "" {
		out = append(out, fmt.Sprintf("Seeds are %s. The best two can meet in the last match only, the best four in the two before it.", seeded))
	}
	return out
}

// comesFrom says how somebody came to a match.
func comesFrom(all []Match, s pairing.Source, who events.PersonID) string {
	if s.Match == "" {
		return fmt.Sprintf("%s is seed %d", braced(who), s.Seed)
	}
	from := all[slices.IndexFunc(all, func(m Match) bool { return m.ID == s.Match })]
	switch {
	case from.Number == 0 || from.State == pairing.MatchWalked:
		return braced(who) + " came through without a match, as nobody came to the other place"
	case s.Loser:
		return fmt.Sprintf("%s lost match %d", braced(who), from.Number)
	default:
		return fmt.Sprintf("%s won match %d", braced(who), from.Number)
	}
}

// saysMet says in which rounds the two of a table have met.
func (l Log) saysMet(seats []int, before int) []string {
	if len(seats) != 2 {
		return nil
	}
	met := l.Met(seats[0], seats[1], before)
	if len(met) == 0 {
		return nil
	}
	return []string{fmt.Sprintf("They have met before, in round %s.", numbers(met))}
}

// saysSided says who of two has which side, and why.
func (l Log) saysSided(seats []int, why string) []string {
	if len(l.Rules.Sides) != 2 || len(seats) != 2 {
		return nil
	}
	had := func(n int) string {
		a, b := l.SidesOf(n, len(l.Rounds)+1)
		return fmt.Sprintf("%s %d and %d", l.name(n), a, b)
	}
	return []string{fmt.Sprintf("%s plays %s, %s %s: %s. Before, games with %s and %s: %s, %s.", l.name(seats[0]), l.sideName(1), l.name(seats[1]), l.sideName(2), why, l.sideName(1), l.sideName(2), had(seats[0]), had(seats[1]))}
}

// SidesOf counts how often an entrant had the first side and the second one in the rounds before a round.
func (l Log) SidesOf(entrant, before int) (first, second int) {
	for _, r := range l.Rounds {
		if r.N >= before {
			break
		}
		t, _ := r.At(entrant)
		switch t.Side(entrant) {
		case 1:
			first++
		case 2:
			second++
		}
	}
	return first, second
}

// explainSchedule says how a round of a round robin follows from the ring.
func (l Log) explainSchedule(e tournament.RoundPaired) Explanation {
	out := Explanation{Byes: map[int][]string{}}
	chairs := len(l.Order) + len(l.Order)%2
	cycle := chairs - 1
	turn := (e.Round-1)%cycle + 1
	ring := fmt.Sprintf("Round %d of the schedule in which everybody meets everybody: ", e.Round)
	if lap := (e.Round - 1) / cycle; lap > 0 {
		ring += fmt.Sprintf("time %d round, ", lap+1)
	}
	fixed := 0
	if len(l.Order)%2 == 0 {
		fixed = l.Order[len(l.Order)-1]
	}
	for _, seats := range e.Tables {
		says := fmt.Sprintf("%sall but one chair are a ring that has moved on by %d, and %s and %s are opposite.", ring, turn-1, l.name(seats[0]), l.name(seats[1]))
		if slices.Contains(seats, fixed) {
			says = fmt.Sprintf("%s%s keeps the chair that does not move, and after %d moves of the ring %s comes to it.", ring, l.name(fixed), turn-1, l.name(seats[0]+seats[1]-fixed))
		}
		out.Tables = append(out.Tables, append([]string{says}, l.saysSided(seats, "sides change from round to round of the schedule")...))
	}
	for _, b := range e.Byes {
		out.Byes[b.Entrant] = []string{ring + "the number of players is odd, and the ring brings " + l.name(b.Entrant) + " to the empty chair. Everybody is there once."}
	}
	return out
}

// explainPods says who of each table has met before, how their points and clubs are, and where each sits.
func (l Log) explainPods(now Round, e tournament.RoundPaired) (Explanation, error) {
	round, err := l.fillPods(now)
	if err != nil {
		return Explanation{}, err
	}
	points, err := l.scores()
	if err != nil {
		return Explanation{}, err
	}
	out := Explanation{Tables: make([][]string, len(e.Tables)), Byes: map[int][]string{}, Cost: round.Cost}
	at := l.byPlayer()
	for _, p := range round.Pods {
		for i, seats := range e.Tables {
			if sameMembers(seats, seatedPod(p, at).Seats) {
				out.Tables[i] = l.sideNames(l.saysPod(p, points, round.Best))
			}
		}
	}
	for _, o := range round.Off {
		if o.Kind == pairing.OffBye || o.Kind == pairing.OffAsked {
			out.Byes[at[o.Player]] = o.Words(braced)
		}
	}
	return out, nil
}

func (l Log) saysPod(p pairing.Pod, points []string, best bool) []string {
	at := l.byPlayer()
	var out, have []string
	if p.Locked {
		out = append(out, "This table was kept as it was.")
	}
	groups := map[string]bool{}
	clubs := map[string][]string{}
	for _, s := range p.Seats {
		e := l.Entrants[at[s.Player]-1]
		groups[points[e.N-1]] = true
		have = append(have, fmt.Sprintf("%s %s", braced(s.Player), points[e.N-1]))
		if e.Club != "" {
			clubs[e.Club] = append(clubs[e.Club], braced(s.Player))
		}
	}
	out = append(out, fmt.Sprintf("Points before the round: %s. They are of %s.", strings.Join(have, ", "), plural(len(groups), "score group", "score groups")))
	out = append(out, saysMeetings(p)...)
	for _, s := range p.Seats {
		if club := l.Entrants[at[s.Player]-1].Club; len(clubs[club]) > 1 {
			out = append(out, fmt.Sprintf("Of one club: %s.", strings.Join(clubs[club], ", ")))
			delete(clubs, club)
		}
	}
	if best {
		out = append(out, "No other way to fill the tables of the round is better: fewest meetings again first, then points as near as can be, then clubs apart.")
	} else {
		out = append(out, "No exchange of players between two tables of the round made it better: fewest meetings again first, then points as near as can be, then clubs apart.")
	}
	return append(out, saysSeats(p))
}

func saysMeetings(p pairing.Pod) []string {
	if len(p.Met) == 0 {
		return []string{"Nobody at this table has met another of it before in this way."}
	}
	var out []string
	for _, m := range p.Met {
		how := "have met before"
		if m.Partner {
			how = "were partners before"
		}
		out = append(out, fmt.Sprintf("%s and %s %s, %s.", braced(m.A), braced(m.B), how, plural(m.Times, "time", "times")))
	}
	return out
}

func saysSeats(p pairing.Pod) string {
	var seats []string
	for _, s := range p.Seats {
		says := fmt.Sprintf("%d %s", s.Seat, braced(s.Player))
		if s.Side != pairing.NoSide {
			side := "the Free Peoples"
			if s.Side == pairing.Shadow {
				side = "the Shadow"
			}
			says += fmt.Sprintf(" with %s and %s", side, plural(s.Decks, "deck", "decks"))
		}
		seats = append(seats, fmt.Sprintf("%s (this seat before: %d)", says, s.Before))
	}
	return "Seats: " + strings.Join(seats, ", ") + "."
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
