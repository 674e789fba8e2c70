// Package verifypage has the page on which anybody checks a bundle in the browser, without sending it anywhere:
// `muster verify` itself, built for WebAssembly (cmd/internal/verifier), in a worker of the page
// (dashboards/web/src/verifier). The page asks the server for nothing while it checks.
package verifypage

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/muster-events/muster/dashboards/deps"
	"github.com/muster-events/muster/dashboards/internal/site"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/projections/board"
)

type pages struct {
	*site.Site
	built *built // nil: this build has no verifier
}

// Register adds the routes.
func Register(s *site.Site) {
	p := pages{s, load()}
	s.Handle("GET /verify", p.page)
	s.Handle("GET /verify/{sum}/{file}", p.file)
}

// Limits of what the address may fill in.
const (
	maxFingerprint = 80  // characters
	maxKey         = 400 // characters
)

// Asked is what the page shows before a bundle is chosen.
type Asked struct {
	Built       bool   // this program has the verifier
	Size        int    // of the verifier as it is sent, in bytes
	Fingerprint string // that the link here has filled in, for example from the code on a wall
	Key         string // of the log, as the link here has filled it in
	Shell       string
}

// Shell is what the script of the page starts with, as JSON in its markup.
type Shell struct {
	Files string `json:"files"` // path that the worker and its files are below
	// Replays are the groups of this server that can be walked through, so that nothing needs to be asked for a
	// link to them.
	Replays map[events.GatheringID][]events.GroupID `json:"replays"`
}

// GET /verify?checkpoint=FINGERPRINT&key=VKEY
func (p pages) page(w http.ResponseWriter, r *http.Request) error {
	v := Asked{Fingerprint: given(r, "checkpoint", maxFingerprint), Key: given(r, "key", maxKey)}
	if p.built == nil {
		return p.Page(w, r, VerifyPage(v))
	}
	v.Built, v.Size = true, p.built.size
	shell := Shell{Files: "/verify/" + p.built.sum + "/", Replays: map[events.GatheringID][]events.GroupID{}}
	if p.Replays != nil {
		list, err := p.Reader.Gatherings(r.Context())
		if err != nil {
			return err
		}
		for _, g := range list {
			for _, one := range g.Groups {
				if one.Phase != board.PhaseSetup {
					shell.Replays[g.ID] = append(shell.Replays[g.ID], one.ID)
				}
			}
		}
	}
	b, err := json.Marshal(shell)
	if err != nil {
		return fmt.Errorf("encode the start of the verifier: %w", err)
	}
	v.Shell = string(b)
	return p.Page(w, r, VerifyPage(v))
}

// given returns a parameter of the address; what is too long is left out.
func given(r *http.Request, name string, most int) string {
	s := strings.TrimSpace(r.URL.Query().Get(name))
	if len(s) > most {
		return ""
	}
	return s
}

// GET /verify/{sum}/{file}: the worker and what it loads. The address changes with the content.
func (p pages) file(w http.ResponseWriter, r *http.Request) error {
	if p.built == nil || r.PathValue("sum") != p.built.sum {
		return deps.ErrNotFound
	}
	return p.built.serve(w, r, r.PathValue("file"))
}
