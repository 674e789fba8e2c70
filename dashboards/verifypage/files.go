package verifypage

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"

	"github.com/muster-events/muster/dashboards/assets"
	"github.com/muster-events/muster/dashboards/deps"
)

// WorkerPolicy is the content policy of the worker, the only one that may run WebAssembly: scripts and the
// verifier come from this server, and the worker can load nothing else.
const WorkerPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// dir is filled by `make verifier`, and has nothing but a README otherwise.
//
//go:embed built
var dir embed.FS

// built are the files of the verifier.
type built struct {
	sum            string // of all of them
	worker, loader []byte
	packed         []byte // the program, gzip
	size           int    // bytes of all that a browser fetches
}

// load returns nil if the verifier was not built.
func load() *built {
	packed, err := dir.ReadFile("built/verifier.wasm.gz")
	if err != nil {
		return nil
	}
	loader, err := dir.ReadFile("built/wasm_exec.js")
	if err != nil {
		return nil
	}
	worker, ok := assets.Read("verifier.js")
	if !ok {
		return nil
	}
	h := sha256.New()
	for _, b := range [][]byte{packed, loader, worker} {
		part := sha256.Sum256(b)
		h.Write(part[:])
	}
	return &built{
		sum: hex.EncodeToString(h.Sum(nil))[:16], worker: worker, loader: loader, packed: packed, size: len(packed) + len(loader) + len(worker),
	}
}

func (b *built) serve(w http.ResponseWriter, r *http.Request, name string) error {
	h := w.Header()
	body := b.loader
	switch name {
	case "worker.js":
		h.Set("Content-Security-Policy", WorkerPolicy)
		body = b.worker
		fallthrough
	case "wasm_exec.js":
		h.Set("Content-Type", "text/javascript; charset=utf-8")
	case "verifier.wasm":
		h.Set("Content-Type", "application/wasm")
		h.Set("Vary", "Accept-Encoding")
		if !strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
			return b.unpacked(w)
		}
		h.Set("Content-Encoding", "gzip")
		body = b.packed
	default:
		return deps.ErrNotFound
	}
	keep(h)
	h.Set("Content-Length", strconv.Itoa(len(body)))
	_, _ = w.Write(body) // the browser has gone if this fails
	return nil
}

// unpacked answers the few that do not take gzip.
func (b *built) unpacked(w http.ResponseWriter) error {
	z, err := gzip.NewReader(bytes.NewReader(b.packed))
	if err != nil {
		return fmt.Errorf("unpack the verifier: %w", err)
	}
	keep(w.Header())
	_, _ = io.Copy(w, z) // the browser has gone if this fails
	return nil
}

// keep lets browsers keep a file for ever.
func keep(h http.Header) { h.Set("Cache-Control", "public, max-age=31536000, immutable") }
