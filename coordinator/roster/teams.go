package roster

import (
	"fmt"
	"slices"

	rules "github.com/muster-events/muster/engine/lotr"
)

// DolGuldur is what groups play of which the file does not say it.
const DolGuldur = "attack-on-dol-guldur"

// scenarioID finds a scenario by its id or its title, written in any case.
func scenarioID(s string) (string, bool) {
	for _, id := range rules.Scenarios() {
		sc, _ := rules.Lookup(id)
		if NameKey(s) == id || NameKey(s) == NameKey(sc.Name) {
			return id, true
		}
	}
	return "", false
}

// ModeOf returns the mode in which a scenario is played by so many teams: the epic mode if they are as
// many as it has tables, else the standard mode. A scenario that is empty is [DolGuldur], epic.
func ModeOf(scenario string, teams int) string {
	if scenario == "" {
		return "epic"
	}
	sc, _ := rules.Lookup(scenario)
	if m, ok := sc.Mode("epic"); ok && (m.Tables == teams || len(sc.Modes) == 1) {
		return "epic"
	}
	return "standard"
}

// teamsOf returns how many teams a group may have.
func teamsOf(scenario string) []int {
	if scenario == "" {
		return []int{TeamsPerGroup}
	}
	sc, _ := rules.Lookup(scenario)
	var out []int
	for _, m := range sc.Modes {
		out = append(out, m.Tables)
	}
	return out
}

// Groups returns the groups with their teams, in the order in which the file first names them.
// Names that differ only in case or width are one.
func (r Roster) Groups() []Group {
	var out []Group
	at := map[string]int{}
	teamAt := map[string]int{}
	for _, p := range r.Players {
		g := NameKey(p.Group)
		if _, ok := at[g]; !ok {
			at[g] = len(out)
			out = append(out, Group{Name: p.Group})
		}
		grp := &out[at[g]]
		key := g + "\x00" + NameKey(p.Team)
		if _, ok := teamAt[key]; !ok {
			teamAt[key] = len(grp.Teams)
			grp.Teams = append(grp.Teams, Team{Name: p.Team})
		}
		team := &grp.Teams[teamAt[key]]
		team.Players = append(team.Players, p.Name)
	}
	return out
}

// team is the rows of one team while they are checked.
type team struct {
	group, name string // as first written
	scenario    string
	row         int // of the first player
	players     map[string]int
	heroes      map[string]int
}

// checkTeams looks at what only shows across rows.
//
// Source: Attack on Dol Guldur, "Setting Up Epic Multiplayer Mode".
func (p *parser) checkTeams() {
	teams := map[string]*team{}
	perGroup := map[string][]*team{}
	var groups []string
	for _, pl := range p.players {
		g := NameKey(pl.Group)
		key := g + "\x00" + NameKey(pl.Team)
		t := teams[key]
		if t == nil {
			t = &team{group: pl.Group, name: pl.Team, scenario: pl.Scenario, row: pl.Row, players: map[string]int{}, heroes: map[string]int{}}
			teams[key] = t
			if perGroup[g] == nil {
				groups = append(groups, g)
			}
			perGroup[g] = append(perGroup[g], t)
		}
		if first := perGroup[g][0].scenario; pl.Scenario != first {
			p.add(pl.Row, "scenario", fmt.Sprintf("group %s plays %s by an earlier row, and %s by this one; a group plays one scenario", pl.Group, scenarioName(first), scenarioName(pl.Scenario)))
		}
		p.join(t, pl)
	}
	if len(groups) > MaxGroups {
		p.add(0, "group", fmt.Sprintf("%d groups; at most %d are allowed in one file", len(groups), MaxGroups))
	}
	for _, g := range groups {
		ts := perGroup[g]
		switch may := teamsOf(ts[0].scenario); {
		case slices.Contains(may, len(ts)):
		case ts[0].scenario == "":
			p.add(ts[0].row, "team", fmt.Sprintf("group %s has %d teams; epic multiplayer mode needs exactly %d", ts[0].group, len(ts), TeamsPerGroup))
		default:
			p.add(ts[0].row, "team", fmt.Sprintf("group %s has %d teams; %s is played by %s", ts[0].group, len(ts), scenarioName(ts[0].scenario), orList(may)))
		}
	}
}

// orList writes how many teams there may be: "1 or 3".
func orList(ns []int) string {
	says := ""
	for i, n := range ns {
		if i > 0 {
			says += " or "
		}
		says += fmt.Sprint(n)
	}
	return says
}

// scenarioName is the title of a scenario for people.
func scenarioName(id string) string {
	if id == "" {
		id = DolGuldur
	}
	sc, _ := rules.Lookup(id)
	return sc.Name
}

func (p *parser) join(t *team, pl Player) {
	if first, twice := t.players[NameKey(pl.Name)]; twice {
		p.add(pl.Row, "name", fmt.Sprintf("%s is in team %s already, in row %d; tell two people of one name apart", pl.Name, t.name, first))
		return
	}
	t.players[NameKey(pl.Name)] = pl.Row
	if len(t.players) == PlayersPerTeam+1 {
		p.add(pl.Row, "team", fmt.Sprintf("team %s of %s has more than %d players; a stage has at most %d", t.name, t.group, PlayersPerTeam, PlayersPerTeam))
	}
	for _, h := range pl.Heroes {
		if first, twice := t.heroes[NameKey(h.Title)]; twice {
			p.add(pl.Row, "heroes", fmt.Sprintf("%s is in row %d already; heroes are unique at one stage", h.Title, first))
			continue
		}
		t.heroes[NameKey(h.Title)] = pl.Row
	}
}
