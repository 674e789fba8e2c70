package tournament

import (
	"fmt"
	"slices"
	"strings"

	"github.com/muster-events/muster/engine/standings"
	rules "github.com/muster-events/muster/engine/tournament"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/tournament"
	"github.com/muster-events/muster/projections/words"
)

// Of returns the view of what is kept of a tournament: of everybody, or of officials. It returns an error
// if the standings cannot be worked out, which no log that was decided causes.
func Of(s Stored, officials bool) (View, error) {
	l, shown := s.Log, s.Shown
	if !officials {
		l = l.Public()
		if s.Frozen != nil {
			shown = *s.Frozen
		}
	}
	b := builder{l: l, c: people(l), officials: officials}
	v := View{
		Gathering: s.Gathering, ID: s.ID, Name: l.Name, Version: shown.Version, Position: shown.Position,
		OpenedAt: s.OpenedAt, At: shown.At, Officials: officials, Status: l.Status, Hidden: officials && l.Frozen != nil,
		Badge: l.Badge(), Rules: l.Rules, Planned: l.Planned, Entrants: b.entrants(), In: l.In(), Rounds: []Round{},
		Integrity: b.notes(), Brackets: b.brackets(), Schedule: l.Schedule(), Recent: b.recent(shown.Recent),
	}
	if officials {
		v.Next, v.Apart = b.next(), l.Apart
	}
	for _, e := range l.Entrants {
		if e.Waiting && e.Into == 0 && !e.Dropped {
			v.Waiting++
		}
	}
	for i, r := range l.Rounds {
		var why Reasons
		if i < len(shown.Why) {
			why = shown.Why[i]
		}
		v.Rounds = append(v.Rounds, b.round(r, why))
	}
	var err error
	if v.Ruleset, v.Standings, err = b.standings(); err == nil && len(v.Brackets) > 0 {
		v.Final, err = l.Final()
	}
	return v, err
}

// people returns the context in which words about a tournament are said.
func people(l rules.Log) words.Context {
	var c words.Context
	for _, e := range l.Entrants {
		c.Entrants = append(c.Entrants, e.Player)
	}
	return c
}

type builder struct {
	l         rules.Log
	c         words.Context
	officials bool
}

func (b builder) entrants() []Entrant {
	seeds := map[int]int{}
	for i, n := range b.l.Order {
		seeds[n] = i + 1
	}
	out := []Entrant{}
	for _, e := range b.l.Entrants {
		one := entrant(e, seeds[e.N])
		if !b.officials {
			one.Why = "" // why somebody left is theirs and the officials'
		}
		out = append(out, one)
	}
	return out
}

func entrant(e rules.Entrant, seed int) Entrant {
	return Entrant{
		N: e.N, Player: e.Player, Code: e.Code, Club: e.Club, Rating: e.Rating, Seed: seed, Waiting: e.Waiting, CheckedIn: e.CheckedIn,
		Dropped: e.Dropped, Why: e.Why, From: e.From, Into: e.Into, Byes: e.Byes,
	}
}

func (b builder) round(r rules.Round, why Reasons) Round {
	out := Round{
		N: r.N, Stage: r.Stage, Published: r.Published, Finished: r.Finished, Clock: r.Clock, Source: r.Source, Open: len(r.Open()),
		Tables: []Table{}, Byes: []Bye{}, Flags: append([]tournament.Flag{}, r.Flags...),
	}
	for _, t := range r.Tables {
		out.Tables = append(out.Tables, b.table(t, why.of(t)))
	}
	for _, y := range r.Byes {
		out.Byes = append(out.Byes, Bye{Entrant: y.Entrant, Player: b.l.Entrants[y.Entrant-1].Player, Kind: y.Kind, Why: why.Byes[y.Entrant]})
	}
	return out
}

func (b builder) table(t rules.Table, why []string) Table {
	out := Table{
		N: t.N, Seats: []Seat{}, Slot: t.Slot, Locked: t.Locked, Group: t.Group, State: b.state(t), Called: t.Called,
		Extra: t.Extra, Why: why, Stands: t.Stands,
	}
	res, stands := t.Result()
	winner, _ := rules.Winner(res)
	around := t.Around()
	for _, n := range t.Seats {
		seat := Seat{At: around[n], Entrant: n, Player: b.l.Entrants[n-1].Player, Won: stands && winner == n}
		if side := t.Side(n); side > 0 && side <= len(b.l.Rules.Sides) {
			seat.Side = b.l.Rules.Sides[side-1]
		}
		if stands {
			seat.Score = score(res, n)
		}
		out.Seats = append(out.Seats, seat)
	}
	if stands {
		out.Result, out.Says = &res, words.Result(b.c, res)
	}
	for _, e := range t.Entries {
		if b.officials || e.State == rules.EntryStands || e.State == rules.EntrySuperseded && len(e.Confirmed) > 0 {
			out.Entries = append(out.Entries, b.entry(e))
		}
	}
	return out
}

// state tells how far a table is; that an entry waits is for officials and the table only.
func (b builder) state(t rules.Table) string {
	_, waits := t.Pending()
	switch {
	case b.officials && t.Conflict:
		return TableConflict
	case b.officials && waits:
		return TableEntered
	case t.Stands != 0:
		return TableStands
	default:
		return TableOpen
	}
}

// score is what an entrant has in a result, for a column beside the name.
func score(r tournament.Result, n int) string {
	i := slices.IndexFunc(r.Lines, func(l tournament.Line) bool { return l.Entrant == n })
	if i < 0 {
		return ""
	}
	games := slices.ContainsFunc(r.Lines, func(l tournament.Line) bool { return l.Games != 0 })
	switch l := r.Lines[i]; {
	case r.Kind == tournament.DoubleLoss:
		return "loss"
	case r.Kind == tournament.IntentionalDraw:
		return "draw"
	case l.Forfeits:
		return "forfeit"
	case r.Kind == tournament.Forfeit && !games:
		return "win"
	case l.Score != "":
		return string(l.Score)
	case games:
		return fmt.Sprint(l.Games)
	case slices.ContainsFunc(r.Lines, func(l tournament.Line) bool { return l.Victory != 0 }):
		return fmt.Sprint(l.Victory)
	case l.Place > 0 && len(r.Lines) > 2:
		return fmt.Sprintf("place %d", l.Place)
	default:
		return fmt.Sprint(l.Games)
	}
}

func (b builder) who(p events.PersonID, role events.Role, entrant int) string {
	if entrant != 0 {
		return b.c.Entrant(entrant)
	}
	return words.Actor(b.c, events.Actor{Role: role, Person: p})
}

func (b builder) entry(e rules.Entry) Entry {
	out := Entry{
		N: e.Entry, State: e.State, Says: words.Result(b.c, e.Result), By: b.who(e.By, e.Role, e.Entrant), Entrant: e.Entrant, Person: e.By,
		Corrects: e.Corrects, Reason: e.Reason, Result: e.Result,
	}
	for _, c := range e.Confirmed {
		out.Confirmed = append(out.Confirmed, b.who(c.By, c.Role, c.Entrant))
	}
	if r := e.Rejected; r != nil {
		out.Rejected = b.who(r.By, r.Role, r.Entrant) + ": " + r.Reason
	}
	return out
}

func (b builder) notes() []Note {
	out := []Note{}
	for _, n := range b.l.Integrity {
		note := Note{
			N: n.N, What: n.What, Title: words.Touch(n.What), Says: n.Says, By: b.who(n.By, n.Role, 0), Reason: n.Reason,
			Round: n.Round, Table: n.Table, Source: n.Source, Undoes: n.Undoes,
		}
		out = append(out, note)
		if n.Undoes > 0 && n.Undoes <= len(out) {
			out[n.Undoes-1].Undone = n.N
		}
	}
	return out
}

// next says what comes next.
func (b builder) next() string {
	l := b.l
	switch l.Status {
	case tournament.StatusOpen:
		if l.Rules.CheckIn {
			return "Check the entrants in, then start the tournament."
		}
		return "Enter everybody, then start the tournament."
	case tournament.StatusRunning, tournament.StatusFrozen:
		return b.nextRound()
	case tournament.StatusEnded:
		if l.Frozen != nil {
			return "Show the standings, then make them final."
		}
		return "Make the standings final."
	case tournament.StatusThawed:
		return "Make the standings final."
	case tournament.StatusFinal:
		return "The standings are final. Seal the tournament."
	default:
		return "The tournament is over."
	}
}

func (b builder) nextRound() string {
	n := len(b.l.Rounds)
	if n == 0 {
		return "Pair round 1."
	}
	r := b.l.Rounds[n-1]
	switch open := r.Open(); {
	case !r.Published:
		return fmt.Sprintf("Look the pairing of round %d through, then publish it.", n)
	case r.Clock == nil && !r.Standing():
		return fmt.Sprintf("Start round %d.", n)
	case !r.Finished:
		tables := make([]string, 0, len(open))
		for _, t := range open {
			tables = append(tables, fmt.Sprint(t))
		}
		if len(tables) > 8 {
			return fmt.Sprintf("Round %d: %d tables have no result yet.", n, len(tables))
		}
		return fmt.Sprintf("Round %d: no result yet at table %s.", n, words.List(tables))
	}
	if _, left := b.l.Next(); left {
		return fmt.Sprintf("Pair round %d.", n+1)
	}
	if b.l.Rules.Format == tournament.FormatSwissCut && b.l.Cut == nil {
		return "Make the cut."
	}
	return "Every round is played. End the tournament."
}

func (b builder) standings() (Ruleset, []Standings, error) {
	rs, err := rules.RulesetOf(b.l.Rules)
	if err != nil {
		return Ruleset{}, nil, err
	}
	out := []Standings{}
	for _, stage := range []int{tournament.StageMain, tournament.StageCut} {
		if stage == tournament.StageCut && b.l.Cut == nil {
			continue
		}
		one, err := b.stage(stage)
		if err != nil {
			return Ruleset{}, nil, err
		}
		out = append(out, one)
	}
	return Ruleset{ID: rs.ID, Edition: rs.Edition, Name: rs.Name, Source: rs.Source}, out, nil
}

func (b builder) stage(stage int) (Standings, error) {
	table, err := b.l.Standings(stage)
	if err != nil {
		return Standings{}, err
	}
	out := Standings{Stage: stage, Table: table}
	since := 0
	for _, r := range b.l.Rounds {
		if r.Stage == stage && r.Published && r.Standing() {
			since = r.N
		}
	}
	before := b.l
	before.Rounds = b.l.Rounds[:max(0, since-1)]
	if since == 0 || !slices.ContainsFunc(before.Rounds, func(r rules.Round) bool { return r.Stage == stage }) {
		return out, nil
	}
	was, err := before.Standings(stage)
	if err != nil {
		return out, err
	}
	out.Since, out.Moved = since, moved(was, table)
	return out, nil
}

// moved compares places: 2 is two places better than before.
func moved(was, now standings.Table) map[events.PersonID]int {
	out := map[events.PersonID]int{}
	for _, row := range now.Rows {
		if old := was.Row(row.Player); old != nil && old.Place != row.Place {
			out[row.Player] = old.Place - row.Place
		}
	}
	return out
}

// MineOf returns what the phone of a person shows; false if the person did not enter.
func MineOf(s Stored, p events.PersonID) (Mine, bool) {
	l := s.Log
	e, ok := l.EntrantOf(p)
	if !ok {
		return Mine{}, false
	}
	out := Mine{Entrant: entrant(e, slices.Index(l.Order, e.N)+1), Admitted: e.Admitted}
	if out.Place, out.Of = l.Queue(e.N); out.Place == 0 {
		out.Of = 0
	}
	n, t, bye, seated := l.Own(e.N)
	if !seated {
		return out, true
	}
	r, _ := l.Round(n)
	out.Round, out.Bye, out.Started, out.Over = n, bye, r.Clock != nil, r.Finished
	out.Clock = Round{N: n, Stage: r.Stage, Published: true, Finished: r.Finished, Clock: r.Clock, Tables: []Table{}, Byes: []Bye{}, Flags: []tournament.Flag{}}
	if bye != "" {
		return out, true
	}
	b := builder{l: l, c: people(l), officials: true}
	shown := b.table(t, nil)
	if out.Round <= len(s.Why) {
		shown.Why = s.Why[out.Round-1].of(t)
	}
	out.Table = &shown
	pending, waits := t.Pending()
	reports := l.Rules.SelfReport || pending.Entrant == 0
	other := pending.Entrant == 0 || t.Opposed(pending.Entrant, e.N)
	out.MayConfirm = l.Playing() && waits && pending.Corrects == 0 && reports && other && pending.By != e.Player
	out.MayEnter = l.Rules.SelfReport && l.Playing() && t.Stands == 0
	if waits {
		out.Pending = pending.Entry
	}
	return out, true
}

// titles names the criteria of standings for people.
var titles = map[standings.Kind]string{
	standings.MatchPoints: "Points", standings.MatchWin: "Match wins", standings.GameWin: "Game wins",
	standings.OppMatchWin: "Opponents’ match wins", standings.OppGameWin: "Opponents’ game wins", standings.Strength: "Strength of schedule",
	standings.ExtStrength: "Extended strength", standings.Buchholz: "Buchholz", standings.Sonneborn: "Sonneborn-Berger",
	standings.HeadToHead: "Head to head", standings.Cumulative: "Cumulative", standings.VictoryMargin: "Victory margin",
	standings.Wins: "Wins", standings.Lots: "Lot",
}

// Criterion names a criterion for people: "Buchholz, least 1 left out".
func Criterion(c standings.Criterion) string {
	says := titles[c.Kind]
	if says == "" {
		says = strings.ReplaceAll(string(c.Kind), "-", " ")
	}
	switch {
	case c.CutLow > 0 && c.CutHigh > 0:
		return fmt.Sprintf("%s, without %d at each end", says, c.CutLow)
	case c.CutLow > 0:
		return fmt.Sprintf("%s, without the lowest %d", says, c.CutLow)
	default:
		return says
	}
}
