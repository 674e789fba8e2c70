package bundle

import (
	"fmt"
	"strings"

	"github.com/muster-events/muster/coordinator/desk"
	"github.com/muster-events/muster/engine/league"
	"github.com/muster-events/muster/engine/lotr/campaign"
	"github.com/muster-events/muster/engine/season"
	"github.com/muster-events/muster/engine/tournament"
	log "github.com/muster-events/muster/events/tournament"
	"github.com/muster-events/muster/projections/words"
)

// tournamentWords tells how far a tournament is, who has won its rounds, and where everybody stands.
func tournamentWords(l tournament.Log) []string {
	out := []string{fmt.Sprintf("%s, %s, %s; %d players, %d rounds.", l.Name, words.Format(l.Rules.Format), words.Status(l.Status), l.In(), len(l.Rounds))}
	for _, r := range l.Rounds {
		done := 0
		for _, t := range r.Tables {
			if t.Stands != 0 {
				done++
			}
		}
		out = append(out, fmt.Sprintf("Round %d: %d of %d tables have a result, %d byes.", r.N, done, len(r.Tables), len(r.Byes)))
	}
	out = append(out, placesOf(l, log.StageMain)...)
	if l.Cut != nil {
		out = append(out, fmt.Sprintf("The cut after round %d:", l.Cut.After))
		out = append(out, placesOf(l, log.StageCut)...)
	}
	for _, n := range l.Integrity {
		out = append(out, fmt.Sprintf("Integrity %d: %s. %s", n.N, n.What, n.Reason))
	}
	return out
}

// placesOf tells the standings of a stage.
func placesOf(l tournament.Log, stage int) []string {
	table, err := l.Standings(stage)
	if err != nil {
		return []string{fmt.Sprintf("The standings cannot be worked out: %v", err)}
	}
	var out []string
	for _, row := range table.Rows {
		out = append(out, fmt.Sprintf("%d. {%s}: %d won, %d drawn, %d lost.", row.Place, row.Player, row.Won, row.Drawn, row.Lost))
	}
	return out
}

// leagueWords tells how far a season is and where everybody stands.
func leagueWords(s season.Season) []string {
	stage := "running"
	if s.Stage != season.Running {
		stage = string(s.Stage)
	}
	out := []string{fmt.Sprintf("%s, %d players, %d sessions, %d results. Stage: %s.", s.Name, len(s.Players), len(s.Sessions), len(s.Results), stage)}
	for _, row := range s.Table("") {
		out = append(out, fmt.Sprintf("%d. {%s}: %s.", season.Rank(row), row.Member, total(row)))
	}
	for _, m := range s.Marks {
		out = append(out, fmt.Sprintf("Integrity %d: %s. %s", m.N, m.Kind, m.Reason))
	}
	return out
}

// total is what a player has in all, exact.
func total(row league.Row) string {
	for _, c := range row.Cells {
		if c.Kind == league.Total && !c.None {
			return c.Value.String()
		}
	}
	return "no result"
}

// campaignWords tells what the log of a campaign says.
func campaignWords(l campaign.Log) []string {
	sum, scored := l.Score()
	out := []string{fmt.Sprintf("%s, %d players; score %d of %d scenarios.", l.Name, len(l.Players), sum, scored)}
	for _, p := range l.Players {
		var heroes []string
		for _, h := range p.Heroes {
			heroes = append(heroes, h.Title)
		}
		out = append(out, fmt.Sprintf("{%s}: %s; threat penalty %d.", p.Player, orNone(strings.Join(heroes, ", ")), p.Penalty))
	}
	out = append(out, "Fallen: "+orNone(strings.Join(l.Fallen, ", "))+".")
	var pool []string
	for _, c := range l.Pool {
		pool = append(pool, c.Kind+" "+c.Name)
	}
	out = append(out, "Campaign pool: "+orNone(strings.Join(pool, ", "))+".")
	for _, r := range l.Rows {
		how := "lost"
		if r.Won {
			how = "won"
		}
		out = append(out, fmt.Sprintf("%s: %s.", r.Title, how))
	}
	switch {
	case l.Ended != nil:
		out = append(out, "The campaign has ended: "+l.Ended.Choice+" the Ring.")
	case l.Game != nil:
		out = append(out, "Being played: "+strings.Join(l.Game.Scenarios, ", ")+".")
	}
	return out
}

func orNone(s string) string {
	if s == "" {
		return "none"
	}
	return s
}

// deskWords tells the state of a gathering's own stream.
func deskWords(s desk.State) []string {
	out := []string{fmt.Sprintf("%s, %d people.", s.Name, s.People)}
	if s.Ended {
		out = append(out, "The gathering has ended.")
	}
	return out
}
