package league

import (
	"slices"

	"github.com/muster-events/muster/engine/exact"
	rules "github.com/muster-events/muster/engine/league"
	"github.com/muster-events/muster/engine/season"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/league"
)

// PlayerOf returns the page of a player, for everybody or for staff; false if nobody of that id entered
// as far as is seen. An error is that of [Of].
func PlayerOf(s Stored, id events.PersonID, staff bool) (PlayerView, bool, error) {
	b, err := newBuilder(s, staff)
	if err != nil {
		return PlayerView{}, false, err
	}
	chart, err := b.chart(Chart{}, 0)
	if err != nil {
		return PlayerView{}, false, err
	}
	out, in := b.playerView(id, chart)
	return out, in, nil
}

func (b *builder) playerView(id events.PersonID, chart Chart) (PlayerView, bool) {
	p, in := b.people.Player(id)
	if !in {
		return PlayerView{}, false
	}
	s := b.stored
	out := PlayerView{
		Gathering: s.Gathering, League: s.ID, Name: b.s.Name, Position: b.shown.Position, Player: b.player(p), Columns: b.columns(),
		History: []PlayerSession{}, Course: []ChartPoint{},
	}
	for _, other := range b.s.Players {
		if other.Into != "" && b.people.Who(other.Player.Player) == id {
			out.Also = append(out.Also, other.Player.Player)
		}
	}
	out.Row = b.rowOf(p)
	out.History, out.Other = b.history(id)
	for _, n := range slices.Backward(b.marked[id]) {
		out.Marks = append(out.Marks, b.mark(b.s.Marks[n-1]))
	}
	for _, l := range chart.Lines {
		if l.Player == id {
			out.Course = l.Points
		}
	}
	return out, true
}

// rowOf is a player's row in the table of their division, as the view has it.
func (b *builder) rowOf(p season.Player) *Row {
	division := p.Division
	if len(b.s.Divisions) == 0 {
		division = ""
	}
	if len(b.s.Revealed) == 0 {
		for _, r := range b.now.Division(division) {
			if r.Member == p.Player.Player {
				row := b.row(division, r)
				return &row
			}
		}
		return nil
	}
	for _, r := range b.table(division).Rows {
		if r.Player == p.Player.Player {
			return &r
		}
	}
	return nil
}

// history is every session that a player has something of, and what of the total is no session's.
func (b *builder) history(id events.PersonID) ([]PlayerSession, []Term) {
	var terms, other []Term
	if row := b.now.Players.Row(id); row != nil {
		for _, c := range b.cells(row.Cells) {
			if c.Kind == string(rules.Total) {
				terms = c.Terms
			}
		}
	}
	all := b.s.History(id)
	out := []PlayerSession{}
	for i, x := range b.s.Sessions {
		one := PlayerSession{
			Session: x.ID, N: i + 1, Name: x.Name, Date: x.Date, Results: []Result{}, Cancelled: x.Cancelled, Provisional: b.provisional(x),
		}
		for _, r := range all {
			if r.Session == x.ID {
				one.Results = append(one.Results, b.result(r))
			}
		}
		if one.add(terms, x.ID); len(one.Results) > 0 || len(one.Terms) > 0 {
			out = append(out, one)
		}
	}
	for _, t := range terms {
		if t.Session == "" {
			other = append(other, t)
		}
	}
	return out, other
}

// add adds what a session gives to the total.
func (p *PlayerSession) add(terms []Term, session league.SessionID) {
	var sum exact.Num
	for _, t := range terms {
		if t.Session != session {
			continue
		}
		p.Terms = append(p.Terms, t)
		if t.Out == "" {
			sum, p.Counts = sum.Add(t.Value), true
		} else {
			p.Out = t.Out
		}
	}
	switch {
	case p.Counts:
		p.Points, p.Out = sum.String(), ""
	case p.Cancelled:
		p.Out = "the session was taken out of the season"
	case p.Out == "":
		p.Out = "gives no points"
	}
}

// ChartOf returns the course of the season, for everybody or for staff. An error is that of [Of].
func ChartOf(s Stored, staff bool) (Chart, error) {
	b, err := newBuilder(s, staff)
	if err != nil {
		return Chart{}, err
	}
	return b.chart(Chart{}, 0)
}

// chart is the course of the season. Of the first sessions, so many, it is as in the chart was.
func (b *builder) chart(was Chart, same int) (Chart, error) {
	out := Chart{
		Gathering: b.stored.Gathering, League: b.stored.ID, Position: b.shown.Position, Sessions: []ChartSession{}, Lines: []ChartLine{},
		Less: b.s.Rules.Count != string(rules.CountPoints),
	}
	at := map[events.PersonID]int{}
	for _, id := range b.s.DivisionIDs() {
		for _, r := range b.now.Division(id) {
			at[r.Member] = len(out.Lines)
			out.Lines = append(out.Lines, ChartLine{Player: r.Member, Division: id, Points: []ChartPoint{}})
		}
	}
	points := map[events.PersonID][]ChartPoint{}
	for _, l := range was.Lines {
		points[l.Player] = l.Points
	}
	for i, x := range b.s.Sessions {
		if x.Cancelled || !b.has(x.ID) {
			continue
		}
		if n := len(out.Sessions); i < same && n < len(was.Sessions) && was.Sessions[n].ID == x.ID {
			out.Sessions = append(out.Sessions, was.Sessions[n])
			for i, l := range out.Lines {
				out.Lines[i].Points = append(l.Points, pointOf(points[l.Player], x.ID)...)
			}
			continue
		}
		t, err := b.s.Until(i + 1).Compute()
		if err != nil {
			return Chart{}, err
		}
		out.Sessions = append(out.Sessions, ChartSession{ID: x.ID, Name: x.Name, Date: x.Date})
		for _, id := range b.s.DivisionIDs() {
			rows := t.Division(id)
			for _, r := range rows {
				line := &out.Lines[at[r.Member]]
				line.Points = append(line.Points, point(x.ID, r, len(rows)))
			}
		}
	}
	return out, nil
}

// pointOf is the point of a session; none for who has none.
func pointOf(all []ChartPoint, session league.SessionID) []ChartPoint {
	if i := slices.IndexFunc(all, func(p ChartPoint) bool { return p.Session == session }); i >= 0 {
		return all[i : i+1]
	}
	return nil
}

func point(session league.SessionID, r rules.Row, of int) ChartPoint {
	p := ChartPoint{Session: session, Rank: season.Rank(r), Of: of, Shown: season.Shown(r.Line)}
	if c := r.Cell(rules.Total); c != nil && !c.None {
		p.Total = c.Value
	}
	return p
}

// LineOf returns the line of a league, as everybody sees it.
func LineOf(s Stored) Line {
	p := s.Season.Public()
	out := Line{
		Gathering: s.Gathering, ID: s.ID, Name: p.Name, Season: p.Season, Stage: stage(p.Stage), Frozen: s.Season.Hidden(),
		Badge: len(p.Marks) > 0,
	}
	for _, one := range p.Players {
		if !one.Dropped && one.Into == "" {
			out.In++
		}
	}
	for _, x := range p.Sessions {
		if x.Cancelled {
			continue
		}
		out.Sessions++
		if slices.ContainsFunc(p.Results, func(r season.Result) bool { return r.Session == x.ID && r.Now != nil }) {
			out.Played++
		}
	}
	return out
}

// ExportOf returns a view of a league for other programs. name gives the names of people.
func ExportOf(v View, name func(events.PersonID) string) Export {
	out := Export{View: v, Names: map[events.PersonID]string{}}
	for _, p := range v.Players {
		out.Names[p.Player] = name(p.Player)
	}
	for _, x := range v.Sessions {
		for _, r := range x.Results {
			for _, p := range r.Players {
				out.Names[p] = name(p)
			}
		}
	}
	return out
}
