// Package assets holds the built scripts, styles and fonts of the pages, embedded in the program.
// They are made from dashboards/web by dashboards/internal/build and committed, so that building
// muster needs nothing but Go.
package assets

import (
	"bytes"
	"compress/gzip"
	"embed"
	"encoding/json"
	"fmt"
	"mime"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"

	"github.com/muster-events/muster/dashboards/internal/websum"
)

// Prefix is the path that assets are served under.
const Prefix = "/assets/"

//go:embed dist
var dist embed.FS

// file is one asset as it is sent.
type file struct {
	raw, packed []byte // packed: gzip, nil where it would not help
	kind        string
}

type bundle struct {
	manifest websum.Manifest
	files    map[string]file
}

var load = sync.OnceValue(func() bundle {
	b, err := read()
	if err != nil {
		panic("embedded assets: " + err.Error())
	}
	return b
})

func read() (bundle, error) {
	b := bundle{files: map[string]file{}}
	list, err := dist.ReadDir("dist")
	if err != nil {
		return b, err
	}
	for _, e := range list {
		raw, err := dist.ReadFile("dist/" + e.Name())
		if err != nil {
			return b, err
		}
		if b.files[e.Name()], err = prepare(e.Name(), raw); err != nil {
			return b, err
		}
	}
	return b, json.Unmarshal(b.files["manifest.json"].raw, &b.manifest)
}

func prepare(name string, raw []byte) (file, error) {
	f := file{raw: raw, kind: kindOf(name)}
	if strings.HasSuffix(name, ".woff2") {
		return f, nil
	}
	var buf bytes.Buffer
	w, err := gzip.NewWriterLevel(&buf, gzip.BestCompression)
	if err != nil {
		return f, err
	}
	if _, err := w.Write(raw); err != nil {
		return f, err
	}
	f.packed = buf.Bytes()
	if err := w.Close(); err != nil {
		return f, err
	}
	f.packed = buf.Bytes()
	return f, nil
}

func kindOf(name string) string {
	switch path.Ext(name) {
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".woff2":
		return "font/woff2"
	}
	return mime.TypeByExtension(path.Ext(name))
}

// URL returns the path of an entry, "wall.js" → "/assets/wall-ABCD2345.js". It panics if there is
// no such entry: the program was built with stale assets then.
func URL(entry string) string {
	name, ok := load().manifest.Files[entry]
	if !ok {
		panic(fmt.Sprintf("asset %q is not in the bundle: run go run ./dashboards/internal/build", entry))
	}
	return Prefix + name
}

// Read returns the bytes of an entry and whether there is one. The bytes are shared: read only.
func Read(entry string) ([]byte, bool) {
	b := load()
	f, ok := b.files[b.manifest.Files[entry]]
	return f.raw, ok
}

// Packages lists the npm packages that are part of the bundle, by name.
func Packages() ([]websum.Package, error) {
	var out []websum.Package
	err := json.Unmarshal(load().files["licences.json"].raw, &out)
	return out, err
}

// Sources returns the sum of the sources that the bundle was made from; see [websum.Of].
func Sources() string { return load().manifest.Sources }

// Handler serves the assets under [Prefix]. Their names carry a hash of their content, so browsers
// may keep them for ever; lists without a hash are checked again every time.
func Handler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := strings.TrimPrefix(r.URL.Path, Prefix)
		f, ok := load().files[name]
		if !ok {
			http.NotFound(w, r)
			return
		}
		h := w.Header()
		h.Set("Content-Type", f.kind)
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
		if path.Ext(name) == ".json" || path.Ext(name) == ".txt" {
			h.Set("Cache-Control", "no-cache")
		}
		h.Set("Vary", "Accept-Encoding")
		body := f.raw
		if f.packed != nil && strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
			h.Set("Content-Encoding", "gzip")
			body = f.packed
		}
		h.Set("Content-Length", strconv.Itoa(len(body)))
		if r.Method != http.MethodHead {
			_, _ = w.Write(body) // the browser has gone if this fails
		}
	})
}
