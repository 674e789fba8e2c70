package campaign

import (
	"github.com/muster-events/muster/coordinator"
	"github.com/muster-events/muster/engine/lotr"
	"github.com/muster-events/muster/engine/scoring"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/campaign"
	words "github.com/muster-events/muster/events/lotr"
)

// ResultsOf returns what a group that has won or lost has to tell the log of its campaign: a result for
// each scenario that it played, in the order of its tables. The finale in epic multiplayer mode has two,
// which are won or lost together. It is empty for a group that is in no campaign, or goes on.
//
// Rule: Campaign setup and resolution.
// Source: The Mountain of Fire, "Campaign Cards"; "Playing Epic Multiplayer Mode in Campaign Mode".
func ResultsOf(s coordinator.State, id events.GroupID) []campaign.RecordResult {
	won := s.Phase == coordinator.PhaseWon
	if s.Settings.Campaign == nil || !won && s.Phase != coordinator.PhaseLost {
		return nil
	}
	var out []campaign.RecordResult
	for i, t := range s.Tables {
		r := campaign.RecordResult{
			Scenario: s.Plays(i).ID, Group: id, Won: won, Rounds: s.Round, Fallen: dead(t.Table), Facts: t.Facts,
		}
		if score := scoring.Of(lotr.ScoreInput(t.Table, won), s.Settings.Score); score.Scored && won {
			r.Score = &score.Total
		}
		out = append(out, r)
	}
	return out
}

// dead lists the heroes that were destroyed, each with the player who controlled it last.
func dead(t lotr.Table) []words.Character {
	var out []words.Character
	for _, p := range t.Players {
		for _, h := range p.Heroes {
			if h.Dead {
				out = append(out, words.Character{Player: p.ID, Name: h.Title})
			}
		}
	}
	return out
}

// Holds tells whether the log has a result already, so that there is nothing to record.
func (s State) Holds(r campaign.RecordResult) bool {
	for _, row := range s.Rows {
		if row.Scenario == r.Scenario && row.Group == r.Group && row.Won == r.Won {
			return true
		}
	}
	return false
}
