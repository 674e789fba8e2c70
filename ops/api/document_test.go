package api_test

import (
	"encoding/json"
	"fmt"
	"mime"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/muster-events/muster/coordinator/runner"
	"github.com/muster-events/muster/ops/api"
	"github.com/muster-events/muster/ops/auth"
	"github.com/muster-events/muster/ops/decks"
	"github.com/muster-events/muster/ops/feed"
	"github.com/muster-events/muster/ops/intake"
	"github.com/muster-events/muster/ops/leagues"
	"github.com/muster-events/muster/ops/letters"
	"github.com/muster-events/muster/ops/people"
	"github.com/muster-events/muster/ops/proofs"
	"github.com/muster-events/muster/ops/roster"
	"github.com/muster-events/muster/ops/webhooks"
	"github.com/muster-events/muster/ops/whatif"
	"github.com/muster-events/muster/projections"
	"github.com/muster-events/muster/projections/replay"
)

// recorder notes the routes that are registered.
type recorder struct {
	*http.ServeMux
	mu     sync.Mutex // guards routes
	routes []string   // "GET /api/v1/gatherings"
}

func (r *recorder) HandleFunc(pattern string, f func(http.ResponseWriter, *http.Request)) {
	r.mu.Lock()
	r.routes = append(r.routes, pattern)
	r.mu.Unlock()
	r.ServeMux.HandleFunc(pattern, f)
}

// document is the document of the API as it is served.
type document struct {
	Info  struct{ Title, Version, Description string }
	Tags  []struct{ Name, Description string }
	Paths map[string]map[string]operation
	raw   map[string]any

	compiler *jsonschema.Compiler
	routes   []route
	mu       sync.Mutex // guards schemas
	schemas  map[string]*jsonschema.Schema
}

type operation struct {
	OperationID, Summary string
	Tags                 []string
	Parameters           []struct {
		Name, In string
		Example  any
	}
	RequestBody *struct{ Content map[string]media }
	Responses   map[string]response
}

type response struct {
	Description string
	Content     map[string]media
}

type media struct {
	Schema  any
	Example any
}

type route struct {
	method, path string
	matches      *regexp.Regexp
	op           operation
}

var documents sync.Map // of rigs, by address

// document fetches the document of a rig, once.
func (r *rig) document(t *testing.T) *document { return documentAt(t, r.url) }

// whole registers every route that there is, with nobody behind them, and returns them with their document.
func whole(t *testing.T) (*recorder, *document, string) {
	t.Helper()
	mux := &recorder{ServeMux: http.NewServeMux()}
	api.New(mux, api.Options{
		Commands: (*runner.Service)(nil), Reader: (*projections.Reader)(nil), Auth: (*auth.Auth)(nil), People: (*people.People)(nil),
		Cards: cards{}, Roster: (*roster.Importer)(nil), Decks: (*decks.Desk)(nil), Feeds: (*feed.Hub)(nil),
		Intake: (*intake.Importer)(nil), LeagueIntake: (*leagues.Importer)(nil), Webhooks: (*webhooks.Hooks)(nil), Letters: (*letters.Desk)(nil),
		Replays: (*replay.Keeper)(nil), Proofs: (*proofs.Desk)(nil), WhatIfs: (*whatif.Desk)(nil),
	})
	web := httptest.NewServer(mux)
	t.Cleanup(web.Close)
	return mux, documentAt(t, web.URL), web.URL
}

func documentAt(t *testing.T, url string) *document {
	t.Helper()
	if d, ok := documents.Load(url); ok {
		return d.(*document)
	}
	res := must[*http.Response](t)(http.Get(url + api.Prefix + "/openapi.json"))
	defer res.Body.Close()
	raw := must[any](t)(jsonschema.UnmarshalJSON(res.Body))
	d := &document{raw: raw.(map[string]any), compiler: jsonschema.NewCompiler(), schemas: map[string]*jsonschema.Schema{}}
	b := must[[]byte](t)(json.Marshal(raw))
	if err := json.Unmarshal(b, d); err != nil {
		t.Fatal(err)
	}
	if err := d.compiler.AddResource("http://muster.test/openapi.json", raw); err != nil {
		t.Fatal(err)
	}
	hole := regexp.MustCompile(`\\\{[^/]+\\\}`)
	for path, ops := range d.Paths {
		for method, op := range ops {
			d.routes = append(d.routes, route{strings.ToUpper(method), path, regexp.MustCompile("^" + hole.ReplaceAllString(regexp.QuoteMeta(path), `[^/]+`) + "$"), op})
		}
	}
	// the route with fewer holes is meant: /people/me, not /people/{person}
	slices.SortFunc(d.routes, func(a, b route) int { return strings.Count(a.path, "{") - strings.Count(b.path, "{") })
	documents.Store(url, d)
	t.Cleanup(func() { documents.Delete(url) })
	return d
}

// schema compiles a part of the document.
func (d *document) schema(t *testing.T, pointer string) *jsonschema.Schema {
	t.Helper()
	d.mu.Lock()
	defer d.mu.Unlock()
	s := d.schemas[pointer]
	if s == nil {
		var err error
		if s, err = d.compiler.Compile("http://muster.test/openapi.json#" + pointer); err != nil {
			t.Fatalf("%s: %v", pointer, err)
		}
		d.schemas[pointer] = s
	}
	return s
}

func pointer(parts ...string) string {
	out := ""
	for _, p := range parts {
		out += "/" + strings.NewReplacer("~", "~0", "/", "~1", "%", "%25", "{", "%7B", "}", "%7D", " ", "%20", ";", "%3B").Replace(p)
	}
	return out
}

// check fails unless an answer is one that the document knows: its status, its type, and what is in it.
func (d *document) check(t *testing.T, method, path string, res *http.Response, body []byte) {
	t.Helper()
	i := slices.IndexFunc(d.routes, func(r route) bool { return r.method == method && r.matches.MatchString(path) })
	if i < 0 {
		return // there is no such route, which some tests try
	}
	r := d.routes[i]
	status := fmt.Sprint(res.StatusCode)
	known, ok := r.op.Responses[status]
	if !ok {
		t.Errorf("%s %s was answered with %s, which its document does not know: %s", method, r.path, status, body)
		return
	}
	kind, _, err := mime.ParseMediaType(res.Header.Get("Content-Type"))
	if len(body) == 0 && len(known.Content) == 0 {
		return
	}
	at := slices.IndexFunc(keys(known.Content), func(k string) bool { got, _, _ := mime.ParseMediaType(k); return got == kind })
	if err != nil || at < 0 {
		t.Errorf("%s %s was answered %s with %q, its document knows %v", method, r.path, status, kind, keys(known.Content))
		return
	}
	if kind == "application/x-ndjson" {
		d.checkLines(t, body)
		return
	}
	if !strings.HasSuffix(kind, "json") {
		return
	}
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(string(body)))
	if err == nil {
		err = d.schema(t, pointer("paths", r.path, strings.ToLower(method), "responses", status, "content", keys(known.Content)[at], "schema")).Validate(v)
	}
	if err != nil {
		t.Errorf("%s %s, %s: the answer is not what its document says: %v\n%.600s", method, r.path, status, err, body)
	}
}

// checkLines compares the lines of a feed with the two schemas that there are of them.
func (d *document) checkLines(t *testing.T, body []byte) {
	t.Helper()
	for line := range strings.Lines(string(body)) {
		name := "FeedLine"
		if strings.Contains(line, `"type":"muster.`) {
			name = "FeedNotice"
		}
		v, err := jsonschema.UnmarshalJSON(strings.NewReader(line))
		if err == nil {
			err = d.schema(t, pointer("components", "schemas", name)).Validate(v)
		}
		if err != nil {
			t.Errorf("the line is not what the document says of a %s: %v\n%s", name, err, line)
		}
	}
}

func keys[V any](m map[string]V) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

func TestTheDocumentIsOpenAPI31(t *testing.T) {
	_, d, url := whole(t)
	file := must[*os.File](t)(os.Open("testdata/openapi-3.1.schema.json"))
	defer file.Close()
	meta := must[any](t)(jsonschema.UnmarshalJSON(file))
	c := jsonschema.NewCompiler()
	if err := c.AddResource("https://spec.openapis.org/oas/3.1/schema/2022-10-07", meta); err != nil {
		t.Fatal(err)
	}
	s := must[*jsonschema.Schema](t)(c.Compile("https://spec.openapis.org/oas/3.1/schema/2022-10-07"))
	if err := s.Validate(d.raw); err != nil {
		t.Errorf("the document is not valid: %v", err)
	}
	broken := map[string]any{"openapi": "3.1.0", "info": map[string]any{"title": "x"}}
	if s.Validate(broken) == nil {
		t.Error("the schema takes anything")
	}
	for name := range d.raw["components"].(map[string]any)["schemas"].(map[string]any) {
		d.schema(t, pointer("components", "schemas", name)) // each is a schema of its own
	}
	for _, other := range []string{"/openapi.yaml", "/openapi-3.0.json"} {
		res := must[*http.Response](t)(http.Get(url + api.Prefix + other))
		_ = res.Body.Close()
		if res.StatusCode != http.StatusOK {
			t.Errorf("%s: %s", other, res.Status)
		}
	}
}

// Nothing can be forgotten: what is served is in the document, and what is in the document is served.
func TestEveryRouteIsInTheDocument(t *testing.T) {
	mux, d, _ := whole(t)
	var documented []string
	for _, x := range d.routes {
		documented = append(documented, x.method+" "+x.path)
	}
	n := 0
	for _, pattern := range mux.routes {
		if strings.Contains(pattern, api.Prefix+"/openapi") {
			continue
		}
		n++
		if !slices.Contains(documented, pattern) {
			t.Errorf("%s is served and not in the document", pattern)
		}
	}
	if n != len(documented) || n < 50 {
		t.Errorf("%d routes are served, %d are in the document", n, len(documented))
	}
}

func TestEveryOperationIsDescribed(t *testing.T) {
	_, d, _ := whole(t)
	ids := map[string]bool{}
	for _, r := range d.routes {
		id, at := r.op.OperationID, r.method+" "+r.path
		if id == "" || ids[id] || r.op.Summary == "" || len(r.op.Tags) != 1 || !slices.ContainsFunc(d.Tags, func(t struct{ Name, Description string }) bool { return t.Name == r.op.Tags[0] }) {
			t.Errorf("%s: id %q, summary %q, tags %v", at, id, r.op.Summary, r.op.Tags)
		}
		ids[id] = true
		for _, p := range r.op.Parameters {
			if p.Example == nil {
				t.Errorf("%s: %s %s has no example", at, p.In, p.Name)
			}
		}
		if r.op.RequestBody != nil {
			for kind, m := range r.op.RequestBody.Content {
				d.checkExample(t, at, m, pointer("paths", r.path, strings.ToLower(r.method), "requestBody", "content", kind, "schema"))
			}
		}
		good := false
		for status, res := range r.op.Responses {
			good = good || status[0] == '2'
			if res.Description == "" {
				t.Errorf("%s: %s is not described", at, status)
			}
			if m, ok := res.Content["application/problem+json"]; ok {
				d.checkExample(t, at+" "+status, m, pointer("paths", r.path, strings.ToLower(r.method), "responses", status, "content", "application/problem+json", "schema"))
			} else if status[0] >= '4' {
				t.Errorf("%s: %s is no problem", at, status)
			}
		}
		if !good {
			t.Errorf("%s: no answer of success", at)
		}
	}
	for _, says := range []string{"## Errors", "Retry-After", "5 a minute from one device", "30 from one address", "64 KiB", "Bearer"} {
		if !strings.Contains(d.Info.Description, says) {
			t.Errorf("the document does not say %q", says)
		}
	}
}

// checkExample fails unless a body has an example that its own schema takes.
func (d *document) checkExample(t *testing.T, at string, m media, schema string) {
	t.Helper()
	if m.Example == nil {
		t.Errorf("%s: a body without an example", at)
		return
	}
	b := must[[]byte](t)(json.Marshal(m.Example))
	v := must[any](t)(jsonschema.UnmarshalJSON(strings.NewReader(string(b))))
	if m.Schema == nil {
		return // of a file
	}
	if err := d.schema(t, schema).Validate(v); err != nil {
		t.Errorf("%s: the example is not what its schema says: %v", at, err)
	}
}
