package tournament_test

import (
	"slices"

	decider "github.com/muster-events/muster/coordinator/tournament"
	rules "github.com/muster-events/muster/engine/tournament"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/tournament"
)

func preview(c *cup, actor events.Actor, body events.CommandBody) (tournament.Consequences, error) {
	return decider.Preview(c.s, command(actor, body))
}

// next is what somebody does.
func (w *world) next() (events.Actor, events.CommandBody) {
	n := len(w.c.s.Rounds)
	r, ok := w.c.s.Round(n)
	if !ok || r.Finished {
		if w.r.IntN(3) > 0 {
			if _, left := w.c.s.Next(); !left {
				return organiser, tournament.MakeCut{}
			}
			return organiser, tournament.PairRound{Round: n + 1}
		}
		return w.aside(n)
	}
	switch {
	case !r.Published && w.r.IntN(2) == 0:
		return organiser, tournament.PublishRound{Round: n}
	case w.r.IntN(4) == 0:
		return w.aside(n)
	case !r.Published:
		return w.reseat(r)
	case w.r.IntN(12) == 0:
		return w.reseat(r)
	default:
		return w.atTable(r)
	}
}

// aside is something that has nothing to do with one table.
func (w *world) aside(n int) (events.Actor, events.CommandBody) {
	who := 1 + w.r.IntN(len(w.c.s.Entrants))
	switch w.r.IntN(18) {
	case 0:
		return w.someone(who), tournament.Drop{Entrant: who}
	case 1, 2:
		return ana, tournament.Return{Entrant: who}
	case 3:
		w.people++
		return organiser, enter(w.people)
	case 4:
		kinds := []string{tournament.ByeFull, tournament.ByeHalf, tournament.ByeZero, ""}
		return organiser, tournament.GrantBye{Entrant: who, Round: 1 + w.r.IntN(n+2), Kind: kinds[w.r.IntN(4)], Reason: "asked for"}
	case 5:
		return organiser, tournament.FreezeStandings{}
	case 6:
		return organiser, tournament.ThawStandings{}
	case 7:
		return organiser, tournament.MergeEntrants{Keep: who, Gone: 1 + w.r.IntN(len(w.c.s.Entrants)), Reason: "the same person"}
	case 13:
		return organiser, tournament.PartEntrants{Gone: who, Reason: "two people after all"}
	case 14:
		return ana, tournament.KeepApart{A: who, B: 1 + w.r.IntN(len(w.c.s.Entrants)), Undo: w.r.IntN(3) == 0}
	case 8:
		return ana, tournament.Overrule{Entry: 1 + w.r.IntN(len(w.c.s.Integrity)+1), Reason: "on second thoughts"}
	case 9:
		return organiser, tournament.Renumber{Order: w.order(), Reason: "drawn again"}
	case 10:
		x := w.c.s.Rules
		x.Minutes = 30 + w.r.IntN(30)
		return organiser, tournament.ChangeRules{Rules: x, Reason: "another pace"}
	case 11:
		return organiser, tournament.EndTournament{}
	case 12:
		return organiser, tournament.ReopenTournament{Reason: "one more"}
	default:
		return ana, tournament.UndoRound{Round: n, Reason: "a step back"}
	}
}

func (w *world) order() []int {
	var out []int
	for _, e := range w.c.s.Entrants {
		if e.In() {
			out = append(out, e.N)
		}
	}
	w.r.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

func (w *world) someone(entrant int) events.Actor {
	return []events.Actor{organiser, ana, player(entrant), player(1 + w.r.IntN(len(w.c.s.Entrants)))}[w.r.IntN(4)]
}

// reseat is something done to a pairing.
func (w *world) reseat(r rules.Round) (events.Actor, events.CommandBody) {
	switch i := w.r.IntN(max(1, len(r.Tables))); w.r.IntN(4) {
	case 0:
		return ana, tournament.PairAgain{Round: r.N, Reason: "something came up"}
	case 1:
		return ana, tournament.LockTable{Round: r.N, Table: i + 1, Unlock: w.r.IntN(3) == 0}
	case 2:
		return ana, tournament.UndoRound{Round: r.N, Reason: "once more"}
	default:
		if len(r.Tables) < 2 {
			return ana, tournament.PairAgain{Round: r.N, Reason: "something came up"}
		}
		j := (i + 1) % len(r.Tables)
		a, b := slices.Clone(r.Tables[i].Seats), slices.Clone(r.Tables[j].Seats)
		if len(a) == 0 || len(b) == 0 {
			return ana, tournament.PairAgain{Round: r.N, Reason: "something came up"}
		}
		a[0], b[0] = b[0], a[0]
		return ana, tournament.ChangePairing{Round: r.N, Reason: "friends", Tables: []tournament.Seating{{Table: i + 1, Entrants: a}, {Table: j + 1, Entrants: b}}}
	}
}

// atTable is something that happens at one table.
func (w *world) atTable(r rules.Round) (events.Actor, events.CommandBody) {
	if len(r.Tables) == 0 {
		return ana, tournament.UndoRound{Round: r.N, Reason: "nobody"}
	}
	t := r.Tables[w.r.IntN(len(r.Tables))]
	if len(t.Seats) == 0 {
		return ana, tournament.LockTable{Round: r.N, Table: t.N}
	}
	who := t.Seats[w.r.IntN(len(t.Seats))]
	judge := []events.Actor{ana, bo}[w.r.IntN(2)]
	pending, waits := t.Pending()
	switch k := w.r.IntN(12); {
	case waits && k < 5:
		return w.someone(who), tournament.ConfirmResult{Round: r.N, Table: t.N, Entry: pending.Entry}
	case waits && k == 5:
		return w.someone(who), tournament.RejectResult{Round: r.N, Table: t.N, Entry: pending.Entry, Reason: "not so"}
	case k == 6:
		return ana, tournament.StartRound{Round: r.N, At: noon}
	case k == 7:
		return ana, tournament.ExtendClock{Round: r.N, Table: t.N, Seconds: 60}
	case k == 8:
		return program, tournament.CallTime{Round: r.N, At: noon + 60*minute}
	case k == 9 && w.r.IntN(4) == 0:
		return judge, tournament.MarkNoShow{Round: r.N, Entrant: who, Keep: w.r.IntN(2) == 0}
	case t.Stands != 0:
		past := w.c.s.Rounds[w.r.IntN(len(w.c.s.Rounds))]
		if len(past.Tables) == 0 {
			past = r
		}
		o := past.Tables[w.r.IntN(len(past.Tables))]
		return judge, tournament.CorrectResult{Round: past.N, Table: o.N, Was: o.Stands, Result: w.result(o), Reason: "looked again"}
	case k < 3:
		return player(who), tournament.EnterResult{Round: r.N, Table: t.N, Result: w.result(t)}
	default:
		return judge, tournament.EnterResult{Round: r.N, Table: t.N, Result: w.result(t)}
	}
}

// result is any result of a table, now and then one that cannot be.
func (w *world) result(t rules.Table) tournament.Result {
	switch w.r.IntN(10) {
	case 0:
		return tournament.Result{Kind: tournament.IntentionalDraw}
	case 1:
		return tournament.Result{Kind: tournament.DoubleLoss}
	case 2:
		return tournament.Result{Kind: tournament.Forfeit, Lines: []tournament.Line{{Entrant: t.Seats[w.r.IntN(len(t.Seats))], Forfeits: true}}}
	case 3:
		return tournament.Result{Kind: tournament.Open}
	case 4:
		res := w.winner(t)
		res.Lines = res.Lines[1:]
		return res
	case 5:
		res := w.winner(t)
		for i := range res.Lines {
			res.Lines[i].Games = 1
		}
		return res
	default:
		return w.winner(t)
	}
}

// winner has one of the table, or one side, win.
func (w *world) winner(t rules.Table) tournament.Result {
	res := tournament.Result{Kind: tournament.Played}
	best := t.Seats[w.r.IntN(len(t.Seats))]
	for _, n := range t.Seats {
		line := tournament.Line{Entrant: n}
		if n == best || len(t.Seats) > 2 && !t.Opposed(n, best) {
			line.Games = 2
		}
		res.Lines = append(res.Lines, line)
	}
	return res
}
