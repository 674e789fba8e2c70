// Package replaypage has the page on which anybody walks through a group's game: a slider over its commits,
// the wall as it was at each of them, what changed, who asked, which rule made it so, and what proves it. It is
// an application in the browser (dashboards/web/src/replay) over the API; the walls are drawn here, by the
// same template as the wall itself.
package replaypage

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"

	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/dashboards/deps"
	"github.com/muster-events/muster/dashboards/internal/site"
	"github.com/muster-events/muster/dashboards/wallpage"
	"github.com/muster-events/muster/events"
)

// Policy is the content policy of the replay: that of all pages, and no string becomes markup unless Lit has
// made it, or it is a wall of this server, which the page's own policy lets in.
const Policy = site.Policy + "; require-trusted-types-for 'script'; trusted-types muster lit-html"

type pages struct{ *site.Site }

// Register adds the routes.
func Register(s *site.Site) {
	p := pages{s}
	s.Handle("GET /replay/{gathering}/{group}", p.page)
	s.Handle("GET /replay/{gathering}/{group}/wall/{position}", p.wall)
	s.Handle("GET /replay/{gathering}/{group}/whatif", p.whatIf)
	s.Handle("POST /replay/{gathering}/{group}/whatif", p.whatIf)
}

// Shell is what the page starts with, as JSON in its markup.
type Shell struct {
	Name   string `json:"name"`
	API    string `json:"api"`              // path of the timeline; positions are below it
	Walls  string `json:"walls"`            // path that walls of positions are below
	Log    string `json:"log"`              // path that proofs of commits are below
	Bundle string `json:"bundle,omitempty"` // path of the bundle; empty: not for this reader
	Verify string `json:"verify"`           // path of the page that checks a bundle
	WhatIf string `json:"whatIf,omitempty"` // path of the what-if, for judges and organisers
	Live   string `json:"live"`             // path of the wall as it is now
}

// GET /replay/{gathering}/{group}
func (p pages) page(w http.ResponseWriter, r *http.Request) error {
	g, group, err := site.GroupOf(r)
	if err != nil {
		return err
	}
	if p.Replays == nil {
		return deps.ErrNotFound
	}
	b, err := p.Reader.Board(r.Context(), g, group)
	if err != nil {
		return err
	}
	me := p.Auth.Session(r)
	shell := Shell{
		Name: b.Name, API: fmt.Sprintf("/api/v1/gatherings/%s/groups/%s/replay", g, group), Walls: fmt.Sprintf("/replay/%s/%s/wall/", g, group),
		Log: fmt.Sprintf("/api/v1/gatherings/%s/log/", g), Live: fmt.Sprintf("/wall/%s/%s", g, group), Verify: "/verify",
	}
	if me.May(access.Export, g, access.Object{}) == nil {
		shell.Bundle = fmt.Sprintf("/api/v1/gatherings/%s/bundle", g)
	}
	if p.WhatIfs != nil && me.May(access.WhatIf, g, access.Object{Group: group}) == nil {
		shell.WhatIf = fmt.Sprintf("/replay/%s/%s/whatif", g, group)
	}
	data, err := json.Marshal(shell)
	if err != nil {
		return fmt.Errorf("encode the start of a replay: %w", err)
	}
	gathering, err := p.Reader.Gathering(r.Context(), g)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Security-Policy", Policy)
	return p.Page(w, r, ReplayPage(gathering.Name, g, b, string(data)))
}

// GET /replay/{gathering}/{group}/wall/{position}: a fragment, the wall as it was.
func (p pages) wall(w http.ResponseWriter, r *http.Request) error {
	g, group, err := site.GroupOf(r)
	if err != nil {
		return err
	}
	at, err := strconv.ParseUint(r.PathValue("position"), 10, 63)
	if err != nil || p.Replays == nil {
		return deps.ErrNotFound
	}
	f, err := p.Replays.At(r.Context(), g, group, events.Position(at))
	if err != nil {
		return err
	}
	v := f.Wall(func(id events.PersonID) string { return p.Name(g, id) })
	v.Moment = nil // six seconds of the whole screen are for the room; a replay says it beside the wall
	b, err := site.Bytes(r.Context(), wallpage.Wall(v))
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	return p.Pack(w, r, b)
}
