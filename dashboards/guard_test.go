package dashboards_test

import (
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/muster-events/muster/dashboards/assets"
	"github.com/muster-events/muster/dashboards/internal/site"
	"github.com/muster-events/muster/dashboards/internal/websum"
)

func TestEveryAnswerHasThePolicy(t *testing.T) {
	r := newRig(t)
	v := r.visitor()
	for _, path := range []string{"/", "/nothing/here", "/join/XXXXXXX", "/status", assets.URL("wall.js")} {
		res, err := v.client.Get(r.url + path)
		must(t, err)
		res.Body.Close()
		if got := res.Header.Get("Content-Security-Policy"); got != site.Policy {
			t.Errorf("%s has the policy %q", path, got)
		}
		if got := res.Header.Get("X-Content-Type-Options"); got != "nosniff" {
			t.Errorf("%s has X-Content-Type-Options %q", path, got)
		}
	}
}

func TestWhatIsNotThereIsSaidSo(t *testing.T) {
	r := newRig(t)
	r.start()
	v := r.visitor()
	for _, path := range []string{"/wall/winter", "/wall/autumn/nobody", "/live/autumn/nobody", "/sse/wall/autumn/nobody", "/sse/wall/winter", "/wall/autumn/..%2f..%2fetc", "/wall/UPPER/x", "/assets/../dashboards.go", "/nothing"} {
		res, err := v.client.Get(r.url + path)
		must(t, err)
		res.Body.Close()
		if res.StatusCode != http.StatusNotFound {
			t.Errorf("%s: status %d, want 404", path, res.StatusCode)
		}
	}
}

func TestRequestsFromOtherSitesAreRefused(t *testing.T) {
	r := newRig(t)
	r.start()
	o := r.organiser()
	for name, head := range map[string][2]string{"fetch metadata": {"Sec-Fetch-Site", "cross-site"}, "origin": {"Origin", "http://evil.example"}, "no origin": {"Origin", "null"}} {
		req, err := http.NewRequest("POST", r.url+fellowshipPath+"/do/pause", strings.NewReader(form("reason", "because").Encode()))
		must(t, err)
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		req.Header.Set(head[0], head[1])
		res, err := o.client.Do(req)
		must(t, err)
		res.Body.Close()
		if res.StatusCode != http.StatusForbidden {
			t.Errorf("%s: status %d, want 403", name, res.StatusCode)
		}
	}
	if r.board().Paused {
		t.Error("a request from another site was accepted")
	}
}

func TestTooLargeAFormIsRefused(t *testing.T) {
	r := newRig(t)
	r.start()
	o := r.organiser()
	o.post(fellowshipPath+"/do/notice", form("text", strings.Repeat("x", site.BodyLimit)), http.StatusRequestEntityTooLarge)
	upload(o, "/console/autumn/roster", "big.csv", strings.Repeat("x", 2*site.UploadLimit), http.StatusRequestEntityTooLarge)
}

func TestAssetsAreWhatTheSourcesGive(t *testing.T) {
	sum, err := websum.Of(os.DirFS("web"))
	must(t, err)
	if sum != assets.Sources() {
		t.Error("dashboards/assets/dist is older than dashboards/web: run go run ./dashboards/internal/build and commit it")
	}
}

// The licences of everything that is shipped, as somebody has looked at them.
func TestLicencesOfTheBundleAreTheKnownOnes(t *testing.T) {
	known := map[string]string{
		"@fontsource-variable/atkinson-hyperlegible-next": "OFL-1.1",
		"@lit/reactive-element":                           "BSD-3-Clause",
		"@noble/ed25519":                                  "MIT",
		"@noble/hashes":                                   "MIT",
		"htmx.org":                                        "BSD-0-Clause",
		"idb":                                             "ISC",
		"lit":                                             "BSD-3-Clause",
		"lit-element":                                     "BSD-3-Clause",
		"lit-html":                                        "BSD-3-Clause",
		"uplot":                                           "MIT",
	}
	list, err := assets.Packages()
	must(t, err)
	if len(list) == 0 {
		t.Fatal("the bundle lists no packages")
	}
	for _, p := range list {
		if known[p.Name] != p.Licence {
			t.Errorf("%s %s is under %q: look at it, then put it here", p.Name, p.Version, p.Licence)
		}
	}
}
