// Package logpage has the pages on which anybody looks up what was signed of a gathering's log: the list of its
// checkpoints, and one of them to hold a photo of the wall against. The files themselves, for programs, are
// served by ops/proofs.
package logpage

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/dashboards/deps"
	"github.com/muster-events/muster/dashboards/internal/qr"
	"github.com/muster-events/muster/dashboards/internal/site"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/projections/catalog"
)

type pages struct{ *site.Site }

// Register adds the routes, if anything is signed.
func Register(s *site.Site) {
	if s.Proofs == nil {
		return
	}
	p := pages{s}
	s.Handle("GET /log/{gathering}", p.list)
	s.Handle("GET /log/{gathering}/checkpoints", p.list)
	s.Handle("GET /log/{gathering}/checkpoints/{size}", p.one)
	s.Handle("GET /log/{gathering}/checkpoints/{size}/qr", p.code)
	s.Handle("GET /LOG/{gathering}/{size}/{fingerprint}", p.scanned)
}

// List is what the page of a log shows.
type List struct {
	Info      catalog.Gathering
	Key       string // verifier key of the log
	All       []deps.Checkpoint
	MayBundle bool
}

// GET /log/{gathering}, GET /log/{gathering}/checkpoints
func (p pages) list(w http.ResponseWriter, r *http.Request) error {
	info, all, err := p.read(r)
	if err != nil {
		return err
	}
	may := p.Auth.Session(r).May(access.Export, info.ID, access.Object{}) == nil
	return p.Page(w, r, ListPage(List{Info: info, Key: p.Proofs.Key(info.ID), All: all, MayBundle: may}))
}

func (p pages) read(r *http.Request) (catalog.Gathering, []deps.Checkpoint, error) {
	g, err := site.Gathering(r)
	if err != nil {
		return catalog.Gathering{}, nil, err
	}
	info, err := p.Reader.Gathering(r.Context(), g)
	if err != nil {
		return catalog.Gathering{}, nil, err
	}
	all, err := p.Proofs.All(r.Context(), g)
	return info, all, err
}

// sizeOf reads the size of the path.
func sizeOf(r *http.Request) (events.Position, error) {
	n, err := strconv.ParseUint(r.PathValue("size"), 10, 62)
	if err != nil || n == 0 {
		return 0, deps.ErrNotFound
	}
	return events.Position(n), nil
}

// What came of comparing a fingerprint with the checkpoint of its size.
const (
	notAsked = ""
	same     = "same"
	other    = "other"
	unknown  = "unknown" // nothing of that size is signed here
)

// One is what the page of one checkpoint shows.
type One struct {
	Info     catalog.Gathering
	Key      string
	Size     events.Position
	Found    deps.Checkpoint // zero if Compared is unknown
	Asked    string          // the fingerprint that a photo has, if one was given
	Compared string
}

// GET /log/{gathering}/checkpoints/{size}?f=K7QF-2M9X-A0BC-DEFG
func (p pages) one(w http.ResponseWriter, r *http.Request) error {
	size, err := sizeOf(r)
	if err != nil {
		return err
	}
	info, all, err := p.read(r)
	if err != nil {
		return err
	}
	v := One{Info: info, Key: p.Proofs.Key(info.ID), Size: size, Asked: strings.TrimSpace(r.URL.Query().Get("f")), Compared: unknown}
	if len(v.Asked) > 80 {
		return site.Malformed("that is no fingerprint: 16 letters and figures were expected, as in K7QF-2M9X-A0BC-DEFG")
	}
	for _, c := range all {
		if c.Size == size {
			v.Found, v.Compared = c, compare(c.Fingerprint, v.Asked)
		}
	}
	return p.Page(w, r, OnePage(v))
}

// compare holds what somebody has typed or photographed against a fingerprint. The number before it may be
// left out.
func compare(fingerprint, asked string) string {
	if asked == "" {
		return notAsked
	}
	whole := plain(fingerprint)
	if got := plain(asked); got == whole || got == plain(hashOf(fingerprint)) {
		return same
	}
	return other
}

// hashOf is a fingerprint without the size.
func hashOf(fingerprint string) string {
	_, hash, _ := strings.Cut(fingerprint, " ")
	return hash
}

// plain leaves out what people write between characters, and takes letters that are no part of a fingerprint
// for the figures they look like.
func plain(s string) string {
	return strings.NewReplacer(" ", "", "-", "", "O", "0", "I", "1", "L", "1").Replace(strings.ToUpper(s))
}

// GET /log/{gathering}/checkpoints/{size}/qr: the code that walls show. It is all capitals, since those take
// fewer modules; [pages.scanned] answers it.
func (p pages) code(w http.ResponseWriter, r *http.Request) error {
	size, err := sizeOf(r)
	if err != nil {
		return err
	}
	info, all, err := p.read(r)
	if err != nil {
		return err
	}
	for _, c := range all {
		if c.Size != size {
			continue
		}
		svg, err := qr.SVG(scanTarget(p.BaseURL(), c))
		if err != nil {
			return fmt.Errorf("draw the code of checkpoint %d of %s: %w", size, info.ID, err)
		}
		w.Header().Set("Content-Type", "image/svg+xml")
		w.Header().Set("Cache-Control", "public, max-age=300") // the server's address may change
		_, err = w.Write(svg)
		return err
	}
	return deps.ErrNotFound
}

func scanTarget(base string, c deps.Checkpoint) string {
	return strings.ToUpper(fmt.Sprintf("%s/LOG/%s/%d/%s", base, c.Gathering, c.Size, hashOf(c.Fingerprint)))
}

// GET /LOG/{gathering}/{size}/{fingerprint}: where the code of a wall leads.
func (p pages) scanned(w http.ResponseWriter, r *http.Request) error {
	r.SetPathValue("gathering", strings.ToLower(r.PathValue("gathering")))
	g, err := site.Gathering(r)
	if err != nil {
		return err
	}
	size, err := sizeOf(r)
	if err != nil {
		return err
	}
	print := plain(r.PathValue("fingerprint"))
	if strings.Trim(print, "0123456789ABCDEFGHJKMNPQRSTVWXYZ") != "" || len(print) != 16 {
		return deps.ErrNotFound
	}
	f := print[:4] + "-" + print[4:8] + "-" + print[8:12] + "-" + print[12:]
	return site.To(w, r, fmt.Sprintf("/log/%s/checkpoints/%d?f=%s", g, size, f))
}
