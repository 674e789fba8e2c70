package league

import (
	"fmt"
	"strings"

	rules "github.com/muster-events/muster/engine/league"
	"github.com/muster-events/muster/engine/season"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/league"
	"github.com/muster-events/muster/projections/words"
)

func actor(a events.Actor) string { return words.Actor(words.Context{}, a) }

var markTitles = map[string]string{
	league.MarkCorrection: "corrected a result", league.MarkVoid: "took a result out", league.MarkImport: "imported results",
	league.MarkPoints: "gave or took points by hand", league.MarkRules: "changed the scoring rules after the start",
	league.MarkMerge: "merged two players", league.MarkPlayer: "changed a player’s division, team or store",
	league.MarkReopen: "reopened a frozen session", league.MarkCancel: "took a session out of the season",
	league.MarkUnlink: "took a group or tournament out of its session", league.MarkSeason: "reopened the season",
}

// markTitle says what an integrity event was: "corrected a result".
func markTitle(kind string) string {
	if says, ok := markTitles[kind]; ok {
		return says
	}
	return "changed the season"
}

// MarkTitle says what an integrity event of a kind is: "corrected a result". It is for previews.
func MarkTitle(kind string) string { return markTitle(kind) }

// Effect says what an integrity event does, in a sentence: "It moves {p-3} 3 places, from 7 to 4."
func Effect(e league.Effects) string { return "It " + season.Says(e) + "." }

type columnSays struct{ title, says string }

// criterionSays say how each number of a table works.
var criterionSays = map[rules.Criterion]columnSays{
	rules.Unscored:    {"Missing", "Quests without a score: fewer comes first, since totals of fewer quests cannot be compared."},
	rules.Completed:   {"Quests", "Quests that were completed: more comes first."},
	rules.Tries:       {"Tries", "How often quests were tried: fewer comes first."},
	rules.Earliest:    {"Earlier", "Whose last result that counts was entered earlier comes first. The number is that of the result."},
	rules.Won:         {"Sessions won", "How often the player was first in a session: more comes first."},
	rules.BestPlace:   {"Best place", "The best place in any session: the smaller comes first."},
	rules.LastSession: {"Last session", "The place in the last session: the smaller comes first, who was not there last."},
	rules.Attended:    {"Attended", "Sessions that the player came to: more comes first."},
	rules.Outside:     {"Outside", "Cards from outside the cycle, without the core set, in the decks that count: fewer comes first."},
	rules.OutsideCore: {"Outside and core", "Cards from outside the cycle, the core set’s included, in the decks that count: fewer comes first."},
	rules.OutsideThat: {"Outside the boxes", "Cards from outside the boxes that the month is about, in the decks that count: fewer comes first."},
	rules.CycleHeroes: {"Heroes of the cycle", "Heroes of the cycle in the decks that count: more comes first."},
	rules.BoxHeroes:   {"Heroes of the box", "Heroes of the box in the decks that count: more comes first."},
	rules.LastPlace:   {"Season before", "The place in the season before: who did worse then comes first."},
	rules.Lots:        {"Lot", "A lot, drawn by a number that was fixed when the league was opened: the greater comes first."},
	rules.MatchWins:   {"Matches won", "Matches that were won: more comes first."},
	rules.BestMember:  {"Best member", "The total of the best member."},
}

// boardSays say how each number of a board of games works.
var boardSays = map[rules.Criterion]columnSays{
	rules.Outcome:    {"Result", "Who has won comes before who has lost."},
	rules.Rounds:     {"Rounds", "Rounds of a game that was won: fewer comes first."},
	rules.CityDamage: {"Off the city", "Of those who lost: the share of the city strength that the group took off. More comes first."},
	rules.PerPlayer:  {"Score a player", "The group’s score shared out among its players: fewer comes first, so that groups of any size can be compared."},
	rules.Score:      {"Score", "The score of the game: fewer comes first."},
	rules.Eliminated: {"Players out", "Players who were eliminated: fewer comes first."},
	rules.DeadHeroes: {"Heroes dead", "Heroes who died: fewer comes first."},
	rules.Earlier:    {"Earlier", "Whose game ended earlier comes first."},
}

// column is that of a criterion in a table of players.
func column(c rules.Criterion, r rules.Rules) Column {
	out := Column{Kind: string(c), Less: c.Less(r)}
	switch c {
	case rules.Total:
		out.Title, out.Says = total(r)
	case rules.BestSingle:
		out.Title, out.Says = "Best", "The best single value: "+order(out.Less)
	default:
		out.Title, out.Says = criterionSays[c].title, criterionSays[c].says
	}
	return out
}

func order(less bool) string {
	if less {
		return "fewer comes first."
	}
	return "more comes first."
}

// total says what the total is.
func total(r rules.Rules) (title, says string) {
	title = map[rules.Measure]string{rules.CountPoints: "Points", rules.CountScore: "Score", rules.CountTokens: "Tokens"}[r.Count]
	unit := units(r.Unit)
	says = fmt.Sprintf("%s of all %s together: ", title, unit)
	if r.Best > 0 {
		says = fmt.Sprintf("%s of the best %d %s together: ", title, r.Best, unit)
	}
	return title, says + order(r.Count != rules.CountPoints)
}

func units(u rules.Unit) string {
	if u == rules.ByScenario {
		return "quests"
	}
	return "sessions"
}

// groupColumns are those of a table of teams or stores.
func groupColumns(kind string, best int, r rules.Rules) []Column {
	less := r.Count != rules.CountPoints
	what := map[string]string{TableTeams: "team", TableStores: "club or store"}[kind]
	says := fmt.Sprintf("The totals of all players of the %s together: %s", what, order(less))
	if best > 0 {
		says = fmt.Sprintf("The totals of the best %d players of the %s together, and who has fewer comes after: %s", best, what, order(less))
	}
	title, _ := total(r)
	return []Column{
		{Kind: string(rules.Total), Title: title, Says: says, Less: less},
		{Kind: string(rules.BestMember), Title: criterionSays[rules.BestMember].title, Says: criterionSays[rules.BestMember].says, Less: less},
	}
}

func (b *builder) ruleset() Ruleset {
	r := b.s.Rules
	return Ruleset{ID: r.ID, Edition: r.Edition, Name: r.Name, Source: r.Source, Says: RulesSay(r)}
}

// RulesSay puts the rules of a league into sentences: what is added up, what gives points, what counts,
// what else the season does. It is for pages and for previews of a change.
func RulesSay(r league.Rules) []string {
	unit := units(rules.Unit(r.Unit))
	out := []string{map[string]string{
		string(rules.CountPoints): "Points are added up; more is better.",
		string(rules.CountScore):  "Scores of quests are added up; fewer is better.",
		string(rules.CountTokens): "Handicap tokens are added up; fewer is better.",
	}[r.Count]}
	out = append(out, pointsSay(r.Points)...)
	add := func(when bool, format string, args ...any) {
		if when {
			out = append(out, fmt.Sprintf(format, args...))
		}
	}
	one := strings.TrimSuffix(unit, "s")
	add(r.Repeat == string(rules.RepeatBest), "Of several results of a player for one %s the best counts.", one)
	add(r.Repeat == string(rules.RepeatFirst), "Of several results of a player for one %s the first counts.", one)
	add(r.Best > 0, "The best %d %s of each player count.", r.Best, unit)
	add(len(r.Quests) > 0, "The quests of the season are %s.", words.List(quests(r.Quests)))
	if r.Penalty != nil {
		add(true, "A quest without a score counts %s.", amountOr0(*r.Penalty))
	}
	add(r.MinAttendance > 0, "Who has come to fewer than %d sessions has no rank, and comes after who has.", r.MinAttendance)
	add(r.Late != "", "Who enters after a session was frozen begins with %s.", r.Late)
	add(r.TeamBest > 0, "The best %d players of a team count for it.", r.TeamBest)
	add(r.StoreBest > 0, "The best %d players of a club or store count for it.", r.StoreBest)
	add(r.Switch > 0, "At the end of the season %d go up and %d go down between neighbouring divisions.", r.Switch, r.Switch)
	add(r.Carry > 0, "%d percent of the points go over into the next season.", r.Carry)
	return out
}

func quests(ids []string) []string {
	out := make([]string, len(ids))
	for i, id := range ids {
		out[i] = words.Scenario(id)
	}
	return out
}

func amountOr0(a league.Amount) string {
	if a == "" {
		return "0"
	}
	return string(a)
}

// pointsSay puts what gives points into sentences.
func pointsSay(p league.Points) []string {
	var out []string
	if len(p.Places) > 0 {
		var all []string
		for _, n := range p.Places {
			all = append(all, amountOr0(n))
		}
		out = append(out, fmt.Sprintf("Places from the first give %s points; who shares a place has all its points.", strings.Join(all, ", ")))
	}
	var each []string
	for _, x := range []struct {
		what string
		n    league.Amount
	}{{"a win", p.Win}, {"a draw", p.Draw}, {"a loss", p.Loss}, {"coming, once a session,", p.Attend}} {
		if x.n != "" && x.n != "0" {
			each = append(each, x.what+" gives "+string(x.n))
		}
	}
	if len(each) > 0 {
		out = append(out, words.Upper(words.List(each))+".")
	}
	for _, x := range p.Extras {
		often := "once a session"
		if x.Once {
			often = "once a season"
		}
		out = append(out, fmt.Sprintf("%s gives %s, %s.", x.Name, amountOr0(x.Points), often))
	}
	if p.MostExtras != "" && p.MostExtras != "0" {
		out = append(out, fmt.Sprintf("Achievements give at most %s a session.", p.MostExtras))
	}
	return out
}
