package words_test

import (
	"testing"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/tournament"
	"github.com/muster-events/muster/projections/words"
)

func TestWordsOfTournaments(t *testing.T) {
	c := words.Context{Entrants: []events.PersonID{"p-1", "p-2", "p-3"}}
	two := tournament.Result{Kind: tournament.Played, Lines: []tournament.Line{{Entrant: 1, Games: 2, Place: 1}, {Entrant: 2, Place: 2}}}
	pod := tournament.Result{Kind: tournament.Played, Lines: []tournament.Line{
		{Entrant: 1, Victory: 9, Place: 1}, {Entrant: 2, Victory: 4, Place: 2}, {Entrant: 3, Forfeits: true, Place: 3},
	}}
	for _, x := range []struct {
		event events.Payload
		want  string
	}{
		{tournament.TournamentOpened{Name: "Autumn", Rules: tournament.Rules{Format: tournament.FormatSwissCut}}, "Ana opened the tournament “Autumn”: Swiss with a cut"},
		{tournament.EntrantRegistered{N: 3, Entrant: tournament.Entrant{Player: "p-3"}}, "{p-3} entered as number 3"},
		{tournament.EntrantRegistered{N: 3, Entrant: tournament.Entrant{Player: "p-3"}, Waiting: true}, "{p-3} is on the waiting list"},
		{tournament.EntrantRegistered{N: 3, Entrant: tournament.Entrant{Player: "p-3"}, From: 2}, "{p-3} entered late and plays from round 2"},
		{tournament.EntrantDropped{Entrant: 2, Why: "no-show"}, "{p-2} left the tournament: did not come"},
		{tournament.EntrantDropped{Entrant: 9}, "Entrant 9 left the tournament"},
		{tournament.ByeGranted{Entrant: 2, Round: 2, Kind: tournament.ByeHalf, Reason: "train"}, "Ana gave {p-2} half a bye in round 2: train"},
		{tournament.EntrantsMerged{Keep: 1, Gone: 3}, "Ana found that {p-3} and {p-1} are one person"},
		{tournament.PairingChanged{Round: 1, Now: []tournament.Seating{{Table: 1, Entrants: []int{1, 3}}}}, "Ana set table 1 ({p-1} and {p-3}) of round 1 by hand"},
		{tournament.RoundUndone{Round: 2, Step: tournament.StepPublish, Reason: "late drop"}, "Ana took the publishing of round 2 back: late drop"},
		{tournament.RoundStarted{Round: 1, Seconds: 3000}, "Ana started round 1, 50 min"},
		{tournament.ClockExtended{Round: 1, Table: 4, Seconds: 150}, "Ana gave table 4 of round 1 2 min 30 s more"},
		{tournament.ClockExtended{Round: 1, Seconds: -60}, "Ana gave every table of round 1 1 min less"},
		{tournament.TimeCalled{Round: 1, Tables: []int{2, 5}}, "Time in round 1, table 2 and 5"},
		{tournament.ResultEntered{Round: 1, Table: 1, Entry: 1, Entrant: 2, Result: two}, "{p-2} entered {p-1} 2, {p-2} 0 at table 1 of round 1"},
		{tournament.ResultEntered{Round: 1, Table: 1, Entry: 1, Result: pod}, "Ana entered {p-1} 9 (place 1), {p-2} 4 (place 2), {p-3} forfeits (place 3) at table 1 of round 1"},
		{tournament.ResultEntered{Round: 1, Table: 1, Entry: 2, Corrects: 1, Reason: "swapped", Result: two}, "Ana wants the result corrected to {p-1} 2, {p-2} 0 at table 1 of round 1: swapped"},
		{tournament.ResultRejected{Round: 1, Table: 1, Entry: 1, Entrant: 1, Reason: "2-1"}, "{p-1} rejected the result at table 1 of round 1: 2-1"},
		{tournament.IntegrityNoted{N: 1, What: tournament.TouchResult, Round: 1, Table: 2, Says: []string{"moves 2 places", "touches the pairing of round 2"}, Reason: "swapped"}, "Ana corrected a result at table 2 of round 1 (this moves 2 places and touches the pairing of round 2): swapped"},
		{tournament.IntegrityNoted{N: 2, What: tournament.TouchRuling, Undoes: 1, Reason: "it was right"}, "Ana undid number 1 of the integrity list by a ruling: it was right"},
	} {
		if have := words.Of(c, x.event).Sentence("Ana"); have != x.want {
			t.Errorf("%T: %q, want %q", x.event, have, x.want)
		}
	}
}
