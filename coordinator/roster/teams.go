package roster

import "fmt"

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
	row         int    // of the first player
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
			t = &team{group: pl.Group, name: pl.Team, row: pl.Row, players: map[string]int{}, heroes: map[string]int{}}
			teams[key] = t
			if perGroup[g] == nil {
				groups = append(groups, g)
			}
			perGroup[g] = append(perGroup[g], t)
		}
		p.join(t, pl)
	}
	if len(groups) > MaxGroups {
		p.add(0, "group", fmt.Sprintf("%d groups; at most %d are allowed in one file", len(groups), MaxGroups))
	}
	for _, g := range groups {
		if ts := perGroup[g]; len(ts) != TeamsPerGroup {
			p.add(ts[0].row, "team", fmt.Sprintf("group %s has %d teams; epic multiplayer mode needs exactly %d", ts[0].group, len(ts), TeamsPerGroup))
		}
	}
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
