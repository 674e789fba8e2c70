package league

import (
	"fmt"
	"hash/fnv"

	"github.com/muster-events/muster/events/league"
	"github.com/muster-events/muster/projections/words"
)

// Notice is what people should see without asking for it. It follows from how things are, so that whoever
// was away sees the latest one, and nobody the same one twice. What a freeze withholds is in none, since it is
// in no view for everybody.
type Notice struct {
	// Key is the same as long as the notice is; empty: there is nothing to see.
	Key  string
	Says string // people are in braces, by id
}

// Notice returns what everybody should see of a league.
func (v View) Notice() Notice {
	shown := v.Reveal.Shown
	switch {
	case v.Reveal.Frozen && len(shown) > 0:
		return Notice{Key: fmt.Sprintf("reveal-%d", len(shown)), Says: "{" + string(shown[len(shown)-1].Player) + "}: " + final(shown[len(shown)-1])}
	case v.Reveal.Frozen:
		return Notice{Key: fmt.Sprintf("frozen-%d", v.Reveal.At.Unix()), Says: "The board is frozen: what happens now is shown at the reveal"}
	case v.Stage == StageFinal || v.Stage == StageSealed:
		return Notice{Key: "final", Says: "The tables are final" + v.leaders()}
	case v.Stage == StageEnded:
		return Notice{Key: "ended", Says: "The season is over" + v.leaders()}
	}
	return v.sessionNotice()
}

// final says what a row that was revealed is.
func final(r league.RowRevealed) string {
	if r.Rank == 0 {
		return r.Points + " points, without a rank"
	}
	return fmt.Sprintf("rank %d with %s points", r.Rank, r.Points)
}

// leaders says who is first, where there is one table and one of them.
func (v View) leaders() string {
	if len(v.Tables) != 1 || len(v.Tables[0].Rows) == 0 {
		return ""
	}
	rows := v.Tables[0].Rows
	if rows[0].Rank != 1 || len(rows) > 1 && rows[1].Rank == 1 {
		return ""
	}
	return ": " + words.Person(rows[0].Player) + " is first"
}

// sessionNotice says which session is played or was closed last, and which comes next.
func (v View) sessionNotice() Notice {
	var last, next *Session
	for i := range v.Sessions {
		s := &v.Sessions[i]
		switch {
		case s.Cancelled:
		case s.Frozen || s.Provisional || len(s.Sources) > 0:
			last, next = s, nil
		case next == nil:
			next = s
		}
	}
	var out Notice
	if last != nil && last.Frozen {
		out = Notice{Key: "closed-" + string(last.ID), Says: last.Name + " is closed: its points stand"}
	} else if last != nil {
		return Notice{Key: "open-" + string(last.ID), Says: last.Name + " is on: its points are provisional"}
	}
	if next == nil {
		return out
	}
	when := next.Name
	if next.Date != "" {
		when += ", " + next.Date
	}
	if out.Key == "" {
		return Notice{Key: "next-" + string(next.ID), Says: "Next: " + when}
	}
	return Notice{Key: out.Key + "-next-" + string(next.ID), Says: out.Says + ". Next: " + when}
}

// Notice returns what a player should see on their page; v is the league as everybody sees it. It begins with
// what touches their own line: the row that was revealed, or the latest result and what it said before.
func (p PlayerView) Notice(v View) Notice {
	all := v.Notice()
	if p.Row != nil && p.Row.Revealed {
		for _, r := range v.Reveal.Shown {
			if r.Player == p.Player.Player {
				return Notice{Key: "own-reveal", Says: "Your final place: " + final(r)}
			}
		}
	}
	own := p.resultNotice()
	switch {
	case v.Reveal.Frozen || v.Stage != StageRunning || own.Key == "":
		return all
	case all.Key == "":
		return own
	}
	return Notice{Key: own.Key + " " + all.Key, Says: own.Says + ". " + all.Says}
}

// resultNotice says the result of a player that was entered or corrected last.
func (p PlayerView) resultNotice() Notice {
	var out Notice
	var at int64
	key := fnv.New32a()
	for _, s := range p.History {
		for _, r := range s.Results {
			fmt.Fprintf(key, "%d %d %s\n", r.N, len(r.Trail), r.Says)
			when, says := r.At.UnixNano(), r.Says
			if n := len(r.Trail); n > 0 {
				was := r.Trail[n-1]
				when = max(when, was.At.UnixNano())
				if says = r.Says + ", corrected from " + was.Says; r.Result == nil {
					says = was.Says + " was taken out"
				}
			}
			if out.Says == "" || when >= at {
				at, out.Says = when, s.Name+": "+says
			}
		}
	}
	if out.Says != "" {
		out.Key = fmt.Sprintf("own-%08x", key.Sum32())
	}
	return out
}
