package tournament

import (
	"slices"
	"strconv"
	"strings"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/engine/exact"
	"github.com/muster-events/muster/engine/standings"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/tournament"
)

// CodeRuleset refuses rules that name a rule set, an edition, a tie-break or points that there are not.
const CodeRuleset engine.Code = "ruleset"

// defaultRuleset is the rule set of a format where the rules name none.
//
// Source: facts/scoring.md, "What fits muster's formats".
func defaultRuleset(r tournament.Rules) standings.Ruleset {
	switch {
	case len(r.Places) > 0:
		return standings.Placement("3-2-1-0")
	case len(r.Sides) > 0:
		return standings.WarOfTheRing()
	case r.Format == tournament.FormatPods:
		return standings.CEDH("0.2")
	default:
		return standings.MTR("0.33")
	}
}

// RulesetOf returns the rule set that a tournament's standings are computed by: the one that its rules
// name, with their points and order of tie-breaks. It refuses, with [CodeRuleset], names and numbers
// that mean nothing.
func RulesetOf(r tournament.Rules) (standings.Ruleset, error) {
	rs := defaultRuleset(r)
	if r.Ruleset != "" {
		var ok bool
		if rs, ok = find(r.Ruleset, r.Edition); !ok {
			return rs, refuse(CodeRuleset, "there is no rule set %q of edition %q: use one of %s", r.Ruleset, r.Edition, rulesets())
		}
	}
	if r.Format == tournament.FormatPods && len(r.Sides) == 0 {
		rs.Pods.Size = PodSize(r)
	}
	if err := points(r, &rs); err != nil {
		return rs, err
	}
	if len(r.TieBreaks) > 0 {
		order, err := order(r.TieBreaks, rs)
		if err != nil {
			return rs, err
		}
		rs.Order = order
	}
	return rs, rs.Check()
}

// find returns a rule set; without an edition the first that ships.
func find(id, edition string) (standings.Ruleset, bool) {
	for _, rs := range standings.Rulesets() {
		if rs.ID == id && (edition == "" || rs.Edition == edition) {
			return rs, true
		}
	}
	return standings.Ruleset{}, false
}

func rulesets() string {
	var out []string
	for _, rs := range standings.Rulesets() {
		out = append(out, rs.ID+" ("+rs.Edition+")")
	}
	return strings.Join(out, ", ")
}

// points sets the points that the rules give in place of the rule set's.
func points(r tournament.Rules, rs *standings.Ruleset) error {
	for _, p := range []struct {
		what string
		text tournament.Amount
		to   *exact.Num
	}{{"win", r.Win, &rs.Points.Win}, {"draw", r.Draw, &rs.Points.Draw}, {"loss", r.Loss, &rs.Points.Loss}, {"bye", r.Bye, &rs.Points.Bye}} {
		if p.text == "" {
			continue
		}
		n, err := exact.Parse(string(p.text))
		if err != nil {
			return refuse(CodeRuleset, "the points of a %s: %v", p.what, err)
		}
		*p.to = n
	}
	if r.Draw != "" {
		rs.Points.HalfBye = rs.Points.Draw
	}
	if len(r.Places) == 0 {
		return nil
	}
	var all []exact.Num
	for i, a := range r.Places {
		n, err := exact.Parse(string(a))
		if err != nil {
			return refuse(CodeRuleset, "the points of place %d: %v", i+1, err)
		}
		all = append(all, n)
	}
	rs.Points.Places, rs.Points.Averaged = []standings.Places{{Points: all}}, true
	return nil
}

// order reads the names of tie-breaks. Points always come first.
func order(names []string, rs standings.Ruleset) ([]standings.Criterion, error) {
	out := []standings.Criterion{{Kind: standings.MatchPoints}}
	for _, name := range names {
		c, ok := criterion(name, rs)
		if !ok {
			return nil, refuse(CodeRuleset, "there is no tie-break %q: use %s, buchholz-cut-1, buchholz-median-1 and their like", name, strings.Join(TieBreaks(), ", "))
		}
		if c.Kind != standings.MatchPoints && !slices.Contains(out, c) {
			out = append(out, c)
		}
	}
	return out, nil
}

// TieBreaks returns the names of the tie-breaks that rules may list. Those of Buchholz and
// Sonneborn-Berger may end in "-cut-1" or "-median-1", with 1 to 9 for how many terms are left out.
func TieBreaks() []string {
	return []string{
		string(standings.OppMatchWin), string(standings.GameWin), string(standings.OppGameWin), string(standings.MatchWin),
		string(standings.Strength), string(standings.ExtStrength), string(standings.Buchholz), string(standings.Sonneborn),
		string(standings.HeadToHead), string(standings.Cumulative), string(standings.VictoryMargin), string(standings.Wins),
		string(standings.Lots),
	}
}

// criterion reads one name. What the rule set says about a criterion of that kind holds here too.
func criterion(name string, rs standings.Ruleset) (standings.Criterion, bool) {
	base, low, high := cuts(name)
	kind := standings.Kind(base)
	if !slices.Contains(append(TieBreaks(), string(standings.MatchPoints)), base) {
		return standings.Criterion{}, false
	}
	c := standings.Criterion{Kind: kind}
	if i := slices.IndexFunc(rs.Order, func(c standings.Criterion) bool { return c.Kind == kind }); i >= 0 {
		c = rs.Order[i]
	} else {
		c = standard(c)
	}
	c.CutLow, c.CutHigh = low, high
	return c, low == 0 || kind == standings.Buchholz || kind == standings.Sonneborn
}

// standard fills in what a criterion needs that the rule set does not have.
func standard(c standings.Criterion) standings.Criterion {
	switch c.Kind {
	case standings.OppMatchWin, standings.GameWin, standings.OppGameWin, standings.MatchWin:
		c.Floor = exact.Frac(1, 3)
	case standings.Strength, standings.ExtStrength:
		c.Edition = standings.EditionCobra
	case standings.Buchholz, standings.Sonneborn:
		c.Edition = standings.EditionCapped
	case standings.HeadToHead:
		c.Style = standings.StyleAllMet
	case standings.VictoryMargin:
		c.Cap = standings.MarginCap
	}
	return c
}

// cuts parts "buchholz-cut-1" and "buchholz-median-2".
func cuts(name string) (base string, low, high int) {
	for _, word := range []string{"-cut-", "-median-"} {
		at := strings.LastIndex(name, word)
		if at < 0 {
			continue
		}
		n, err := strconv.Atoi(name[at+len(word):])
		if err != nil || n < 1 || n > 9 {
			continue
		}
		if word == "-median-" {
			return name[:at], n, n
		}
		return name[:at], n, 0
	}
	return name, 0, 0
}

// Standings works out the standings of a stage, by the rounds that are published. Whoever dropped stays
// in them; who is on the waiting list or was merged away is not.
//
// Source: cases/README.md, 10.
func (l Log) Standings(stage int) (standings.Table, error) {
	rs, err := RulesetOf(l.Rules)
	if err != nil {
		return standings.Table{}, err
	}
	return standings.Compute(l.Played(stage), rs)
}

// Played returns a stage as standings count it.
func (l Log) Played(stage int) standings.Tournament {
	t := standings.Tournament{Stage: stage, Seed: l.Seed}
	if stage == tournament.StageMain {
		t.Planned = l.Planned
	}
	placed := l.placed(stage)
	for _, e := range l.Entrants {
		if l.counts(e, stage) || placed[e.N] {
			t.Players = append(t.Players, player(e))
		}
	}
	for _, r := range l.Rounds {
		if r.Published && r.Stage == stage {
			t.Rounds = append(t.Rounds, l.asPlayed(r))
		}
	}
	return t
}

// placed tells who has a place in a published round of a stage.
func (l Log) placed(stage int) map[int]bool {
	out := map[int]bool{}
	for _, r := range l.Rounds {
		if !r.Published || r.Stage != stage {
			continue
		}
		for _, t := range r.Tables {
			for _, n := range t.Seats {
				out[n] = true
			}
		}
		for _, b := range r.Byes {
			out[b.Entrant] = true
		}
	}
	return out
}

// counts tells whether an entrant is in the standings of a stage: who left before the first round is not,
// unless they are back.
func (l Log) counts(e Entrant, stage int) bool {
	if stage == tournament.StageCut {
		return l.Cut != nil && slices.Contains(l.Cut.Entrants, e.N)
	}
	gone := e.Dropped && e.DroppedAfter == 0
	return !e.Waiting && e.Into == 0 && !gone
}

func player(e Entrant) standings.Player {
	p := standings.Player{ID: e.Player, Club: e.Club, Dropped: e.Dropped}
	if e.Late > 1 {
		p.From, p.Missed = e.Late, e.Late-1
		p.Start, _ = exact.Parse(string(e.Points)) // checked when it was decided; nothing is 0
	}
	return p
}

func (l Log) asPlayed(r Round) standings.Round {
	out := standings.Round{N: r.N, Stage: r.Stage, Open: !r.Finished}
	for _, t := range r.Tables {
		if len(t.Seats) > 0 {
			out.Matches = append(out.Matches, l.Match(t))
		}
	}
	for _, b := range r.Byes {
		out.Matches = append(out.Matches, standings.Match{Seats: []standings.Seat{{Player: l.Entrants[b.Entrant-1].Player}}, Bye: standings.Bye(b.Kind)})
	}
	seeded(out, l.seedNumbers(r))
	return out
}

// seedNumbers are the seeds from which the pairings of a round follow, where they do.
func (l Log) seedNumbers(r Round) map[events.PersonID]int {
	var order []int
	switch {
	case r.Stage == tournament.StageCut && l.Cut != nil:
		order = l.Cut.Entrants
	case l.Eliminates(r), l.Rules.Format == tournament.FormatRoundRobin:
		order = l.Order
	}
	out := make(map[events.PersonID]int, len(order))
	for i, n := range order {
		out[l.Entrants[n-1].Player] = i + 1
	}
	return out
}

// seeded writes seeds to the seats of a round.
func seeded(r standings.Round, seeds map[events.PersonID]int) {
	for _, m := range r.Matches {
		for i := range m.Seats {
			m.Seats[i].Seed = seeds[m.Seats[i].Player]
		}
	}
}

// Match returns a table as standings count it.
func (l Log) Match(t Table) standings.Match {
	m := standings.Match{Table: t.N}
	for _, n := range t.Seats {
		seat := standings.Seat{Player: l.Entrants[n-1].Player}
		if side := t.Side(n); side > 0 && side <= len(l.Rules.Sides) {
			seat.Side = l.Rules.Sides[side-1]
			if len(t.Seats) > 2 {
				seat.Party = side
			}
		}
		m.Seats = append(m.Seats, seat)
	}
	if r, ok := t.Result(); ok {
		counted := l.counted(r)
		m.Result = &counted
	}
	return m
}

var endings = map[string]standings.Ending{
	tournament.Played: standings.Played, tournament.Unfinished: standings.TimeCalled,
	tournament.IntentionalDraw: standings.IntentionalDraw, tournament.DoubleLoss: standings.DoubleLoss,
	tournament.Forfeit: standings.Forfeit,
}

// counted returns a result as standings count it.
func (l Log) counted(r tournament.Result) standings.Result {
	out := standings.Result{Ending: endings[r.Kind], Drawn: r.Drawn}
	for _, line := range r.Lines {
		s := standings.Score{Games: line.Games, Victory: line.Victory, Place: line.Place, Absent: line.Forfeits}
		if e, ok := l.Entrant(line.Entrant); ok {
			s.Player = e.Player
		}
		if n, err := exact.Parse(string(line.Score)); err == nil && line.Score != "" {
			s.Points = &n
		}
		out.Scores = append(out.Scores, s)
	}
	return out
}
