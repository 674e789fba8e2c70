package deploy_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/muster-events/muster/ops/config"
)

// The NATS server itself reads its configuration, and syncs every write.
func TestClusterConfiguration(t *testing.T) {
	t.Setenv("NATS_NAME", "n1")
	t.Setenv("NATS_PASSWORD", "secret-enough")
	t.Setenv("NATS_ROUTES", `["nats://n2:6222", "nats://n3:6222"]`)
	o, err := server.ProcessConfigFile("cluster/nats.conf")
	if err != nil {
		t.Fatal(err)
	}
	if !o.SyncAlways || !o.JetStream || len(o.Routes) != 2 || o.Cluster.Name != "muster" || o.Password != "secret-enough" {
		t.Errorf("sync always %v, JetStream %v, %d routes, cluster %q", o.SyncAlways, o.JetStream, len(o.Routes), o.Cluster.Name)
	}
}

// Every variable that the deployment files set is a setting of the server.
func TestVariablesAreSettings(t *testing.T) {
	known := []string{}
	for _, s := range config.Settings() {
		known = append(known, s.Env)
	}
	name := regexp.MustCompile(`\bMUSTER_[A-Z_]+\b`)
	for _, file := range []string{"compose.yml", "cluster/compose.yml", "systemd/muster.service", "Dockerfile"} {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		found := name.FindAllString(string(b), -1)
		if len(found) == 0 {
			t.Errorf("%s sets nothing", file)
		}
		for _, v := range found {
			if !slices.Contains(known, v) {
				t.Errorf("%s sets %s, which is no setting", file, v)
			}
		}
	}
}

// Every alert says what a person must do, in a section of the runbook if it names one.
func TestAlertsSayWhatToDo(t *testing.T) {
	rules, err := os.ReadFile("prometheus/muster.rules.yml")
	if err != nil {
		t.Fatal(err)
	}
	runbook, err := os.ReadFile("../RUNBOOK.md")
	if err != nil {
		t.Fatal(err)
	}
	alerts := strings.Split(string(rules), "- alert: ")[1:]
	section := regexp.MustCompile(`See "([^"]+)"`)
	for _, a := range alerts {
		name, _, _ := strings.Cut(a, "\n")
		if !strings.Contains(a, "expr: ") || !strings.Contains(a, "summary: ") || !strings.Contains(a, "do: ") {
			t.Errorf("%s lacks an expression, a summary or what to do", name)
		}
		for _, m := range section.FindAllStringSubmatch(a, -1) {
			if !strings.Contains(string(runbook), "## "+m[1]+"\n") {
				t.Errorf("%s refers to section %q, which the runbook does not have", name, m[1])
			}
		}
	}
	if len(alerts) < 5 {
		t.Errorf("only %d alerts", len(alerts))
	}
}
