package tournament

import (
	"fmt"

	"github.com/muster-events/muster/dashboards/console"
	"github.com/muster-events/muster/events"
	log "github.com/muster-events/muster/events/tournament"
)

func in(status ...string) func(v Shown) bool {
	return func(v Shown) bool {
		for _, s := range status {
			if v.Status == s {
				return true
			}
		}
		return false
	}
}

// lifeActions are the steps of a tournament's life.
func lifeActions() []action {
	return []action{
		{name: "start", button: "Start the tournament", done: "The tournament has begun.", gives: log.StartTournament{}.CommandType(), shown: in(log.StatusOpen), next: func(v Shown) bool { return v.Status == log.StatusOpen && v.In > 1 }, form: startForm, make: single(func(*call) events.CommandBody { return log.StartTournament{} })},
		{name: "cut", button: "Make the cut", done: "The cut is made.", gives: log.MakeCut{}.CommandType(), shown: canCut, next: canCut, form: cutForm, make: func(c *call) ([]events.CommandBody, error) {
			return []events.CommandBody{log.MakeCut{Size: c.argument("size")}}, nil
		}},
		{name: "end", button: "End the tournament", done: "The tournament has ended.", gives: log.EndTournament{}.CommandType(), shown: Shown.playing, next: allPlayed, form: says("No further round is played. The standings can still be corrected until they are final."), make: single(func(*call) events.CommandBody { return log.EndTournament{} })},
		{name: "freeze", button: "Freeze the standings", done: "The standings are frozen for everybody.", gives: log.FreezeStandings{}.CommandType(), shown: in(log.StatusRunning), form: says("Everybody sees the pairings and standings as they are now, until they are shown again. Players see their own table on their phones."), make: single(func(*call) events.CommandBody { return log.FreezeStandings{} })},
		{name: "thaw", button: "Show the standings again", done: "Everybody sees the standings as they are.", gives: log.ThawStandings{}.CommandType(), shown: func(v Shown) bool { return v.Hidden }, next: func(v Shown) bool { return v.Hidden && v.Status == log.StatusEnded }, make: single(func(*call) events.CommandBody { return log.ThawStandings{} })},
		{name: "finalise", button: "Make the standings final", done: "The standings are final.", gives: log.FinaliseTournament{}.CommandType(), shown: in(log.StatusEnded, log.StatusThawed), next: func(v Shown) bool { return !v.Hidden && (v.Status == log.StatusEnded || v.Status == log.StatusThawed) }, form: says("Nothing can be corrected afterwards, unless an organiser reopens the tournament."), make: single(func(*call) events.CommandBody { return log.FinaliseTournament{} })},
		{name: "seal", button: "Seal the tournament", done: "The tournament is sealed.", gives: log.SealTournament{}.CommandType(), danger: true, shown: in(log.StatusFinal), next: in(log.StatusFinal), form: says("Nothing can be changed afterwards, by nobody. This cannot be taken back."), make: single(func(*call) events.CommandBody { return log.SealTournament{} })},
		{name: "reopen", button: "Reopen the tournament", done: "The tournament goes on.", gives: log.ReopenTournament{}.CommandType(), danger: true, shown: in(log.StatusEnded, log.StatusThawed, log.StatusFinal), form: func(*call) console.Form {
			return console.Form{Says: []string{"The end is taken back. It is on the integrity list for good."}, Fields: []console.Field{reason("Why")}}
		}, make: func(c *call) ([]events.CommandBody, error) {
			why, err := c.because()
			return []events.CommandBody{log.ReopenTournament{Reason: why}}, err
		}},
	}
}

func says(lines ...string) func(*call) console.Form {
	return func(*call) console.Form { return console.Form{Says: lines} }
}

func startForm(c *call) console.Form {
	n, here := 0, 0
	for _, e := range c.Entrants {
		if e.In() {
			n++
			if e.CheckedIn {
				here++
			}
		}
	}
	f := console.Form{Says: []string{fmt.Sprintf("Registration ends, and %d players are seeded.", n)}}
	if c.Rules.CheckIn {
		f.Says = []string{fmt.Sprintf("Registration ends, and the %d of %d players who are checked in are seeded. The others leave the tournament.", here, n)}
	}
	return f
}

func canCut(v Shown) bool {
	last, ok := v.Last()
	return v.Rules.Format == log.FormatSwissCut && v.playing() && ok && last.Finished && last.Stage == log.StageMain && v.cutIsNext()
}

// cutIsNext tells whether the Swiss rounds are played and no cut was made.
func (s Shown) cutIsNext() bool { return len(s.Standings) == 1 && len(s.Rounds) >= s.Planned }

func cutForm(c *call) console.Form {
	size := c.Rules.Cut
	return console.Form{
		Says:   []string{"The best of the standings play on in an elimination."},
		Fields: []console.Field{{Kind: console.FieldNumber, Name: "size", Label: "How many play on", Value: fmt.Sprint(size), Max: 64}},
	}
}

// allPlayed tells whether nothing is left but to end the tournament.
func allPlayed(v Shown) bool {
	return v.playing() && v.Next == "Every round is played. End the tournament."
}
