package proofs

import (
	"errors"
	"net/http"
	"strconv"
	"strings"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/ops/audit"
	"github.com/muster-events/muster/projections"
)

// How long readers may keep what is served.
const (
	forGood = "public, max-age=31536000, immutable"
	fresh   = "no-cache"
)

// Register serves the logs of all gatherings as C2SP tlog-tiles to everybody, without a session: checkpoint,
// tiles, the verifier key, every older checkpoint, and proofs that one extends another. Entry bundles are not
// served: commits hold what captains have typed, which a bundle of an organiser's holds; hashes give nothing
// of it away.
//
// Source: C2SP tlog-tiles, "Checkpoints", "Merkle Tree".
func (d *Desk) Register(mux *http.ServeMux) {
	const log = "GET /log/{gathering}"
	mux.HandleFunc(log+"/checkpoint", d.serveCheckpoint)
	mux.HandleFunc(log+"/checkpoints/{size}/checkpoint", d.serveCheckpoint)
	mux.HandleFunc(log+"/checkpoints/{size}/since/{old}", d.serveExtension)
	mux.HandleFunc(log+"/key", d.serveKey)
	mux.HandleFunc(log+"/tile/{level}/{rest...}", d.serveTile)
}

func gatheringOf(r *http.Request) events.GatheringID {
	return events.GatheringID(r.PathValue("gathering"))
}

// number reads a number as a path has it, without leading zeroes or signs; false if it is none.
func number(s string) (events.Position, bool) {
	n, err := strconv.ParseUint(s, 10, 62)
	return events.Position(n), err == nil && strconv.FormatUint(n, 10) == s
}

// GET /log/{gathering}/checkpoint, GET /log/{gathering}/checkpoints/{size}/checkpoint
func (d *Desk) serveCheckpoint(w http.ResponseWriter, r *http.Request) {
	size := events.Position(0)
	if s := r.PathValue("size"); s != "" {
		n, ok := number(s)
		if !ok || n == 0 {
			http.NotFound(w, r)
			return
		}
		size = n
	}
	c, err := d.Checkpoint(r.Context(), gatheringOf(r), size)
	if err != nil {
		fail(w, r, err)
		return
	}
	give(w, r, "text/plain; charset=utf-8", fresh, c.Note) // a witness may sign it later
}

// GET /log/{gathering}/checkpoints/{size}/since/{old}
func (d *Desk) serveExtension(w http.ResponseWriter, r *http.Request) {
	size, ok := number(r.PathValue("size"))
	old, ok2 := number(r.PathValue("old"))
	if !ok || !ok2 || size == 0 {
		http.NotFound(w, r)
		return
	}
	file, err := d.Extension(r.Context(), gatheringOf(r), old, size)
	if err != nil {
		fail(w, r, err)
		return
	}
	give(w, r, "text/plain; charset=utf-8", fresh, file)
}

// GET /log/{gathering}/key
func (d *Desk) serveKey(w http.ResponseWriter, r *http.Request) {
	g := gatheringOf(r)
	if !d.knows(g) {
		http.NotFound(w, r)
		return
	}
	give(w, r, "text/plain; charset=utf-8", fresh, []byte(d.Key(g)+"\n"))
}

// GET /log/{gathering}/tile/{level}/{rest...}: only what the newest checkpoint covers, so that no tile is
// served that nobody has signed. A tile never changes, full or partial.
func (d *Desk) serveTile(w http.ResponseWriter, r *http.Request) {
	g := gatheringOf(r)
	t, err := audit.ParseTile("tile/" + r.PathValue("level") + "/" + r.PathValue("rest"))
	if err != nil {
		http.NotFound(w, r)
		return
	}
	c, err := d.Checkpoint(r.Context(), g, 0)
	if err != nil {
		fail(w, r, err)
		return
	}
	if !t.Within(int64(c.Size)) {
		http.NotFound(w, r)
		return
	}
	b, err := audit.ReadTile(t, d.o.Leaves.Hashes(g))
	if err != nil {
		fail(w, r, err)
		return
	}
	give(w, r, "application/octet-stream", forGood, b)
}

func give(w http.ResponseWriter, r *http.Request, kind, keep string, body []byte) {
	h := w.Header()
	h.Set("Content-Type", kind)
	h.Set("Cache-Control", keep)
	h.Set("Content-Length", strconv.Itoa(len(body)))
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
	h.Set("Access-Control-Allow-Origin", "*") // anybody's page may check it
	if r.Method != http.MethodHead {
		_, _ = w.Write(body) // who asked has gone if this fails
	}
}

func fail(w http.ResponseWriter, r *http.Request, err error) {
	if errors.Is(err, projections.ErrNotFound) {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Retry-After", "2")
	http.Error(w, "the log cannot be read at the moment: "+strings.TrimSpace(err.Error()), http.StatusServiceUnavailable)
}
