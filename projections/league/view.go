package league

import (
	"slices"
	"time"

	rules "github.com/muster-events/muster/engine/league"
	"github.com/muster-events/muster/engine/season"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/league"
)

// Of returns the view of what is kept of a league: of everybody, or of its staff. It returns an error if
// the tables cannot be worked out, which no log that was decided causes.
func Of(s Stored, staff bool) (View, error) {
	b, err := newBuilder(s, staff)
	if err != nil {
		return View{}, err
	}
	return b.view()
}

func (b *builder) view() (View, error) {
	now, s, staff := b.s, b.stored, b.staff
	var err error
	v := View{
		Gathering: s.Gathering, ID: s.ID, Name: now.Name, Season: now.Season, Version: b.shown.Version, Position: b.shown.Position,
		OpenedAt: s.OpenedAt, At: b.shown.At, Staff: staff, Stage: stage(now.Stage), Badge: len(now.Marks) > 0, Rules: now.Rules,
		Ruleset: b.ruleset(), Reveal: b.reveal(), Divisions: []Division{}, Players: []Player{}, Sessions: []Session{},
		Achievements: b.achievements(), Quests: b.quests(), Moves: b.moves, Integrity: b.marks(),
	}
	for _, d := range now.Divisions {
		v.Divisions = append(v.Divisions, Division(d))
	}
	for _, p := range now.Players {
		v.Players = append(v.Players, b.player(p))
		if !p.Dropped && p.Into == "" {
			v.In++
		}
	}
	for i, x := range now.Sessions {
		v.Sessions = append(v.Sessions, b.session(i+1, x))
	}
	if b.last >= 0 {
		v.Since = now.Sessions[b.last].ID
	}
	if staff {
		v.Next = b.next()
	}
	b.fillTables(&v)
	if v.Records, err = b.records(rules.QuestRecords(), played); err != nil {
		return View{}, err
	}
	v.Groups, err = b.records(rules.EpicBoard(), epic)
	return v, err
}

func stage(s season.Stage) string {
	if s == season.Running {
		return StageRunning
	}
	return string(s)
}

// builder makes the view of a league for somebody. What it is asked for again and again it has worked out
// beforehand.
type builder struct {
	stored Stored
	s      season.Season // as is seen
	shown  Shown
	staff  bool
	rules  rules.Rules
	now    season.Tables
	was    season.Tables // before the session last
	last   int           // index of the last session that something was scored in; −1: none
	moves  []DivisionMove
	people season.People
	played map[league.SessionID]bool // sessions in which something stands
	going  map[events.PersonID]DivisionMove
	before map[string]map[events.PersonID]stood // by division: before the session last
	marked map[events.PersonID][]int            // the integrity events that touched what a player has
	open   map[events.PersonID]bool             // who has something in a session that is not frozen
}

func newBuilder(s Stored, staff bool) (*builder, error) {
	b := &builder{stored: s, s: s.Season.Public(), shown: s.Public, staff: staff, last: -1}
	if staff {
		b.s, b.shown = s.Season, s.Last
	}
	var err error
	if b.rules, err = season.RulesOf(b.s.Rules); err != nil {
		return nil, err
	}
	if b.now, err = b.s.Compute(); err != nil {
		return nil, err
	}
	b.people, b.played = b.s.People(), map[league.SessionID]bool{}
	for _, r := range b.s.Results {
		if r.Now != nil {
			b.played[r.Session] = true
		}
	}
	for i, x := range b.s.Sessions {
		if !x.Cancelled && b.has(x.ID) {
			b.last = i
		}
	}
	if b.last >= 0 {
		if b.was, err = b.s.Until(b.last).Compute(); err != nil {
			return nil, err
		}
	}
	b.moves = b.switches()
	b.index()
	b.touched()
	return b, nil
}

// has tells whether something stands in a session.
func (b *builder) has(id league.SessionID) bool { return b.played[id] }

// stood is how somebody stood before the session last.
type stood struct{ rank, attended int }

// index finds quickly what every row is asked for.
func (b *builder) index() {
	b.going, b.before = map[events.PersonID]DivisionMove{}, map[string]map[events.PersonID]stood{}
	for _, m := range b.moves {
		b.going[m.Player] = m
	}
	for _, id := range b.s.DivisionIDs() {
		b.before[id] = map[events.PersonID]stood{}
		for _, r := range b.was.Division(id) {
			b.before[id][r.Member] = stood{season.Rank(r), r.Attended}
		}
	}
}

// provisional tells whether what a session has may still change without a ruling.
func (b *builder) provisional(x season.Session) bool {
	return !x.Frozen && !x.Cancelled && b.has(x.ID)
}

// touched finds what the rows of players rest on: integrity events, and sessions that are not frozen.
func (b *builder) touched() {
	b.marked, b.open = map[events.PersonID][]int{}, map[events.PersonID]bool{}
	open := map[league.SessionID]bool{}
	for _, x := range b.s.Sessions {
		open[x.ID] = b.provisional(x)
	}
	mark := func(who events.PersonID, n int) {
		if who = b.people.Who(who); !slices.Contains(b.marked[who], n) {
			b.marked[who] = append(b.marked[who], n)
		}
	}
	for _, r := range b.s.Results {
		if r.Now != nil && open[r.Session] {
			for _, p := range r.Now.Players {
				b.open[b.people.Who(p)] = true
			}
		}
	}
	for _, m := range b.s.Marks {
		for _, p := range b.namedBy(m) {
			mark(p, m.N)
		}
	}
}

// namedBy lists whom an integrity event was about.
func (b *builder) namedBy(m season.Mark) []events.PersonID {
	var out []events.PersonID
	add := func(r *league.Result) {
		if r != nil {
			out = append(out, r.Players...)
		}
	}
	for _, c := range m.Did {
		switch {
		case c.Corrected != nil:
			add(c.Corrected.Was)
			add(c.Corrected.Now)
		case c.Recorded > 0 && c.Recorded <= len(b.s.Results):
			r := b.s.Results[c.Recorded-1]
			add(r.Now)
			for _, t := range r.Trail {
				add(t.Was)
			}
		case c.Player != nil:
			out = append(out, c.Player.Now.Player)
		case c.Merged != nil:
			out = append(out, c.Merged.Into)
		}
	}
	return out
}

func (b *builder) reveal() Reveal {
	if !b.stored.Season.Hidden() {
		return Reveal{}
	}
	all := b.stored.Season.Revealed
	out := Reveal{Frozen: true, At: b.stored.FrozenAt, Shown: all, Hidden: b.staff}
	if len(all) > 0 {
		out.Left = all[len(all)-1].Left
	} else {
		for _, id := range b.stored.Season.Frozen.DivisionIDs() {
			out.Left += len(b.frozenTable(id))
		}
	}
	if b.staff {
		if next, more := b.stored.Season.Next(); more {
			out.Next, out.Left = &next, next.Left+1
		} else {
			out.Left = 0
		}
	}
	return out
}

// frozenTable returns the rows of a table as it was frozen.
func (b *builder) frozenTable(division string) []rules.Row {
	if !b.staff {
		return b.now.Division(division)
	}
	return b.stored.Season.Frozen.Table(division)
}

func (b *builder) player(p season.Player) Player {
	out := Player{
		Player: p.Player.Player, Division: p.Division, Team: p.Team, Store: p.Store, Late: p.Late, Walkin: p.Walkin, Start: p.Points,
		LastRank: p.Place, Dropped: p.Dropped, Into: p.Into,
	}
	if b.staff {
		out.Why = p.Reason // why somebody left is theirs and the staff's
	}
	return out
}

// switches lists promotions and relegations: as decided, or as they would be.
func (b *builder) switches() []DivisionMove {
	out := []DivisionMove{}
	at := map[string]int{}
	for i, d := range b.s.Divisions {
		at[d.ID] = i
	}
	way := func(from, to string) string {
		if at[to] < at[from] {
			return GoesUp
		}
		return GoesDown
	}
	if b.s.Stage != season.Running {
		for _, m := range b.s.Moves {
			out = append(out, DivisionMove{Player: m.Player, From: m.From, To: m.To, Goes: way(m.From, m.To), Decided: true})
		}
		return out
	}
	if b.last < 0 {
		return out // nothing was played: there are no places
	}
	for _, x := range rules.Switches(b.now.Divisions, b.s.Rules.Switch) {
		out = append(out, DivisionMove{Player: x.Member.Member, From: x.From, To: x.To, Goes: way(x.From, x.To), Open: x.Open, Why: x.Why})
	}
	return out
}

// next says what staff do next.
func (b *builder) next() string {
	s := b.stored.Season
	switch {
	case s.Revealing() && b.reveal().Left > 0:
		return "Reveal the next row."
	case s.Revealing():
		return "Every row is revealed: show the public everything again."
	case s.Stage == season.Sealed:
		return "The league is over."
	case s.Stage == season.Final && s.Hidden(), s.Stage == season.Ended && s.Hidden():
		return "Reveal the board, row by row."
	case s.Stage == season.Final:
		return "The tables are final. Seal the league."
	case s.Stage == season.Ended:
		return "Make the tables final."
	case len(s.Players) == 0 && !s.Walkins:
		return "Enter the players."
	}
	return b.nextSession()
}

// nextSession says what comes next while the season runs.
func (b *builder) nextSession() string {
	if waits := b.waits(); waits != "" {
		return waits
	}
	for _, x := range b.s.Sessions {
		switch {
		case x.Frozen || x.Cancelled:
		case b.has(x.ID):
			return "Look the results of " + x.Name + " through, then freeze the session."
		case slices.ContainsFunc(b.s.Links, func(l season.Link) bool { return l.Session == x.ID }):
			return "What is linked to " + x.Name + " scores when it ends."
		default:
			return "Link a group or tournament to " + x.Name + ", or enter its results."
		}
	}
	if len(b.s.Sessions) == 0 {
		return "Plan the first session."
	}
	return "Plan the next session, or end the season."
}

// waits says for which frozen session results wait; empty: for none.
func (b *builder) waits() string {
	for _, l := range b.s.Links {
		x, _ := b.s.Session(l.Session)
		if l.Waits() && !x.Cancelled {
			return "Results wait for " + x.Name + ", which takes none: reopen the session, or unlink what sent them."
		}
	}
	return ""
}

// who says who did something, "{p-7}" or "a judge", and when; n counts what was done to it.
func who(all [][]Made, i, n int) (string, time.Time) {
	if i < 1 || i > len(all) || n >= len(all[i-1]) {
		return "", time.Time{}
	}
	m := all[i-1][n]
	return actor(m.By), m.At
}
