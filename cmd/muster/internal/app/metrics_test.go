package app_test

import (
	"encoding/json"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"

	"github.com/muster-events/muster/cmd/muster/internal/app/apptest"
	"github.com/muster-events/muster/dashboards/grafana"
)

// exposed returns the names of all series that a server tells Prometheus, with their labels.
func exposed(t *testing.T, url string) map[string][]string {
	t.Helper()
	res, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	parser := expfmt.NewTextParser(model.UTF8Validation)
	families, err := parser.TextToMetricFamilies(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]string{}
	for name, f := range families {
		labels := []string{"instance", "job", "le"} // Prometheus adds the first two
		for _, l := range f.GetMetric()[0].GetLabel() {
			labels = append(labels, l.GetName())
		}
		names := []string{name}
		if f.GetType().String() == "HISTOGRAM" {
			names = []string{name + "_bucket", name + "_sum", name + "_count"}
		}
		for _, n := range names {
			out[n] = labels
		}
	}
	return out
}

var (
	series   = regexp.MustCompile(`\b((?:muster|go|process|promhttp)_[a-z0-9_]+)(?:\{([^}]*)\})?`)
	matched  = regexp.MustCompile(`([a-z_]+)(?:=~|!~|!=|=)`)
	grouping = regexp.MustCompile(`by \(([^)]*)\)`)
)

// unknown returns what an expression uses and the server does not tell.
func unknown(expr string, have map[string][]string) []string {
	var bad, labels []string
	for _, m := range series.FindAllStringSubmatch(expr, -1) {
		if _, ok := have[m[1]]; !ok {
			bad = append(bad, m[1])
			continue
		}
		labels = append(labels, have[m[1]]...)
		for _, l := range matched.FindAllStringSubmatch(m[2], -1) {
			if !slices.Contains(have[m[1]], l[1]) {
				bad = append(bad, m[1]+"{"+l[1]+"}")
			}
		}
	}
	for _, g := range grouping.FindAllStringSubmatch(expr, -1) {
		for l := range strings.SplitSeq(g[1], ",") {
			if l = strings.TrimSpace(l); len(labels) > 0 && !slices.Contains(labels, l) {
				bad = append(bad, "by ("+l+")")
			}
		}
	}
	return bad
}

// The dashboard and the alerts use only metrics and labels that a server on which a game was played
// tells.
func TestTheGrafanaDashboardUsesOnlyMetricsThatExist(t *testing.T) {
	s := apptest.Start(t, nil)
	play(t, s, "store", 1, 5)
	get(t, s.URL+"/wall/store")
	have := exposed(t, "http://"+s.AdminAddr().String()+"/metrics")
	var dashboard struct {
		Panels []struct {
			Type, Title string
			Targets     []struct{ Expr string }
		}
	}
	if err := json.Unmarshal(grafana.Dashboard, &dashboard); err != nil {
		t.Fatal(err)
	}
	rows, expressions := []string{}, 0
	for _, p := range dashboard.Panels {
		if p.Type == "row" {
			rows = append(rows, p.Title)
		}
		for _, q := range p.Targets {
			expressions++
			if bad := unknown(q.Expr, have); len(bad) > 0 {
				t.Errorf("panel %q uses %v, which no server tells", p.Title, bad)
			}
			if !series.MatchString(q.Expr) {
				t.Errorf("panel %q asks for nothing of ours: %s", p.Title, q.Expr)
			}
		}
	}
	if want := []string{"Is play held up?", "Is anything at risk?", "How fast?", "Machine"}; !slices.Equal(rows, want) {
		t.Errorf("rows %v, want %v", rows, want)
	}
	if expressions < 20 {
		t.Errorf("only %d expressions were found", expressions)
	}
	rules, err := os.ReadFile("../../../../ops/deploy/prometheus/muster.rules.yml")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(rules)) {
		if expr, ok := strings.CutPrefix(strings.TrimSpace(line), "expr: "); ok {
			if bad := unknown(expr, have); len(bad) > 0 {
				t.Errorf("the alert %s uses %v, which no server tells", expr, bad)
			}
		}
	}
}

func TestUnknownMetricsAreFound(t *testing.T) {
	have := map[string][]string{"muster_a": {"x", "instance"}}
	for expr, want := range map[string]int{
		`muster_a`: 0, `muster_b`: 1, `sum by (x) (muster_a{instance=~"y"})`: 0, `sum by (z) (muster_a)`: 1, `muster_a{q="1"}`: 1,
	} {
		if got := unknown(expr, have); len(got) != want {
			t.Errorf("%s: %v, want %d findings", expr, got, want)
		}
	}
}
