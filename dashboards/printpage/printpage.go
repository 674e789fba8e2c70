// Package printpage has what is printed of a whole gathering: the certificate, which says what was played and
// holds the newest checkpoint of the log, and the sheet of results that those who played sign. Table cards are
// in console, slips and pairings in tournament.
package printpage

import (
	"context"
	"fmt"
	"net/http"
	"strings"

	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/dashboards/deps"
	"github.com/muster-events/muster/dashboards/internal/site"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/projections/board"
	"github.com/muster-events/muster/projections/catalog"
	"github.com/muster-events/muster/projections/words"
)

type pages struct{ *site.Site }

// Register adds the routes; that of the certificate if anything is signed.
func Register(s *site.Site) {
	p := pages{s}
	s.Handle("GET /print/{gathering}/results", p.results)
	if s.Proofs != nil {
		s.Handle("GET /print/{gathering}/certificate", p.certificate)
	}
}

// Played is something that was played, as both papers have it.
type Played struct {
	Name string
	What string // "Attack on Dol Guldur, epic multiplayer mode, 3 tables"
	How  string // how it ended: "won in round 7, score 145"
	// Tables are the teams of a group; empty for tournaments and leagues.
	Tables []Team
}

// Team is a table with who played at it.
type Team struct {
	Name    string
	Players []string
}

// Certificate is a paper that says what was played, with what was signed of it.
type Certificate struct {
	Info   catalog.Gathering
	Played []Played
	Last   deps.Checkpoint
	Signed bool // there is a Last
	Key    string
}

// final tells whether the checkpoint covers all that there will be.
func (c Certificate) final() bool { return c.Info.Ended && c.Signed && c.Last.Size >= c.Info.Position }

// GET /print/{gathering}/certificate
func (p pages) certificate(w http.ResponseWriter, r *http.Request) error {
	info, err := p.info(r)
	if err != nil {
		return err
	}
	v := Certificate{Info: info, Key: p.Proofs.Key(info.ID)}
	v.Last, v.Signed = p.Proofs.Last(info.ID)
	if v.Played, err = p.played(r.Context(), info.ID); err != nil {
		return err
	}
	return p.Page(w, r, CertificatePage(v))
}

// Results is the sheet of results of the groups of a gathering.
type Results struct {
	Info   catalog.Gathering
	Groups []Played
}

// GET /print/{gathering}/results?group=…
func (p pages) results(w http.ResponseWriter, r *http.Request) error {
	info, err := p.info(r)
	if err != nil {
		return err
	}
	if no := p.Auth.Session(r).May(access.ReadCodes, info.ID, access.Object{}); no != nil {
		return no
	}
	v := Results{Info: info}
	boards, err := p.Reader.Boards(r.Context(), info.ID)
	if err != nil {
		return err
	}
	only := r.URL.Query().Get("group")
	for _, b := range boards {
		if b.Over() && (only == "" || only == string(b.ID)) {
			v.Groups = append(v.Groups, p.group(b))
		}
	}
	return p.Page(w, r, ResultsPage(v))
}

func (p pages) info(r *http.Request) (catalog.Gathering, error) {
	g, err := site.Gathering(r)
	if err != nil {
		return catalog.Gathering{}, err
	}
	return p.Reader.Gathering(r.Context(), g)
}

// played is everything that was played at a gathering: groups, tournaments, leagues, each by name.
func (p pages) played(ctx context.Context, g events.GatheringID) ([]Played, error) {
	boards, err := p.Reader.Boards(ctx, g)
	if err != nil {
		return nil, err
	}
	var out []Played
	for _, b := range boards {
		if b.Over() {
			out = append(out, p.group(b))
		}
	}
	cups, err := p.cups(ctx, g)
	if err != nil {
		return nil, err
	}
	leagues, err := p.leagues(ctx, g)
	return append(append(out, cups...), leagues...), err
}

// group is a group that is over.
func (p pages) group(b board.Group) Played {
	out := Played{Name: b.Name, What: fmt.Sprintf("%s, %s, %s", words.Scenario(b.Scenario), words.Mode(b.Mode), count(len(b.Tables), "table"))}
	out.How = fmt.Sprintf("%s in round %d", b.Phase, b.Round)
	if s := b.Score; s != nil && s.Scored {
		out.How += fmt.Sprintf(", score %d", s.Total)
	}
	for _, t := range b.Tables {
		team := Team{Name: t.Team}
		for _, x := range t.Players {
			team.Players = append(team.Players, p.Name(b.Gathering, x.ID))
		}
		out.Tables = append(out.Tables, team)
	}
	return out
}

// cups are the tournaments that have begun.
func (p pages) cups(ctx context.Context, g events.GatheringID) ([]Played, error) {
	if p.Tournaments == nil {
		return nil, nil
	}
	list, err := p.Tournaments.Tournaments(ctx, g)
	if err != nil {
		return nil, err
	}
	var out []Played
	for _, l := range list {
		if l.Round == 0 {
			continue
		}
		v, err := p.Tournaments.Tournament(ctx, g, l.ID, false)
		if err != nil {
			return nil, err
		}
		one := Played{Name: l.Name, What: fmt.Sprintf("tournament, %s, %s, %s", words.Format(l.Format), count(l.In, "player"), count(l.Round, "round"))}
		var won []string
		for _, x := range v.Final {
			if x.Place == 1 && !x.Open {
				won = append(won, p.Name(g, x.Player))
			}
		}
		if one.How = l.Status; len(won) > 0 {
			one.How = "won by " + strings.Join(won, " and ")
		}
		out = append(out, one)
	}
	return out, nil
}

// leagues are the leagues in which something was scored.
func (p pages) leagues(ctx context.Context, g events.GatheringID) ([]Played, error) {
	if p.Leagues == nil {
		return nil, nil
	}
	list, err := p.Leagues.Leagues(ctx, g)
	if err != nil {
		return nil, err
	}
	var out []Played
	for _, l := range list {
		if l.Played == 0 {
			continue
		}
		v, err := p.Leagues.League(ctx, g, l.ID, false)
		if err != nil {
			return nil, err
		}
		one := Played{Name: strings.TrimSpace(l.Name + " " + l.Season), What: fmt.Sprintf("league, %s, %s played", count(l.In, "player"), count(l.Played, "session"))}
		var first []string
		for _, t := range v.Tables {
			for _, row := range t.Rows {
				if row.Rank == 1 {
					first = append(first, p.Name(g, row.Player))
				}
			}
		}
		one.How = "running"
		if len(first) > 0 {
			one.How = "first: " + strings.Join(first, ", ")
		}
		out = append(out, one)
	}
	return out, nil
}

// count writes a number with its noun: "1 table", "3 tables".
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
