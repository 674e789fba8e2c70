package config_test

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/alecthomas/kong"

	"github.com/muster-events/muster/ops/config"
)

var update = flag.Bool("update", false, "rewrite the sample file")

const sample = "../deploy/muster.sample.jsonc"

// grammar is a command line with a configuration, as `muster serve` has.
type grammar struct {
	File config.File   `name:"config"`
	Conf config.Config `embed:""`
}

func parse(t *testing.T, args ...string) (config.Config, error) {
	t.Helper()
	var g grammar
	k, err := kong.New(&g, kong.Exit(func(code int) { t.Fatalf("kong exits with %d", code) }))
	if err != nil {
		t.Fatalf("grammar: %v", err)
	}
	_, err = k.Parse(args)
	return g.Conf, err
}

func writeFile(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "muster.jsonc")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestDefaultIsValid(t *testing.T) {
	t.Setenv("MUSTER_LISTEN", ":1")
	c := config.Default()
	if err := c.Validate(); err != nil {
		t.Fatalf("the default configuration is not valid: %v", err)
	}
	if c.Listen != ":8080" || c.DiskRefuse != 200e6 || c.DrainTime != 10*time.Second {
		t.Fatalf("got %+v", c)
	}
}

func TestFlagOverEnvironmentOverFileOverDefault(t *testing.T) {
	path := writeFile(t, `{
		// in the file
		"listen": ":1001", "data": "from-file", "log-level": "warn",
		"max-conns": 77, "max-viewers": 70, "metrics-public": true, "tls-host": ["a.example", "b.example"], "disk-warn": "3GiB"
	}`)
	t.Setenv("MUSTER_DATA", "from-env")
	t.Setenv("MUSTER_LISTEN", ":1002")
	c, err := parse(t, "--config", path, "--listen", ":1003")
	if err != nil {
		t.Fatal(err)
	}
	if c.Listen != ":1003" || c.Data != "from-env" || c.LogLevel != "warn" || c.MaxPerAddr != 2000 {
		t.Errorf("listen %q want :1003, data %q want from-env, log-level %q want warn, max-per-address %d want 2000",
			c.Listen, c.Data, c.LogLevel, c.MaxPerAddr)
	}
	if c.MaxConns != 77 || !c.MetricsPublic || len(c.TLSHost) != 2 || c.DiskWarn != 3<<30 {
		t.Errorf("max-conns %d, metrics-public %v, tls-host %v, disk-warn %v", c.MaxConns, c.MetricsPublic, c.TLSHost, c.DiskWarn)
	}
}

func TestUnknownKeysOfAFileAreAllNamed(t *testing.T) {
	path := writeFile(t, `{"lisen": ":1", "colour": "red", "data": {"a": 1}}`)
	_, err := parse(t, "--config", path)
	for _, want := range []string{"lisen", "did you mean listen?", "colour", "data"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v does not say %q", err, want)
		}
	}
}

func TestUnknownEnvironmentIsAProblem(t *testing.T) {
	p := config.UnknownEnv([]string{"MUSTER_LISTN=:1", "MUSTER_LISTEN=:2", "MUSTER_FAULTS=full", "MUSTER_TEST_X=1", "HOME=/"})
	if len(p) != 1 || p[0].Key != "MUSTER_LISTN" || !strings.Contains(p[0].Want, "did you mean listen?") {
		t.Fatalf("got %v", p)
	}
}

func TestFlagsThatDoNotExistAreErrors(t *testing.T) {
	if _, err := parse(t, "--lisen", ":1"); err == nil {
		t.Fatal("an unknown flag was taken")
	}
}

func TestValidateReportsEverythingAtOnce(t *testing.T) {
	file := writeFile(t, "")
	c := config.Default()
	c.Data = file
	c.Listen = "8080"
	c.URL = "games.example"
	c.OrganiserKey = "KEY"
	c.TLS = "on"
	c.TLSCert = "no/such.pem"
	c.TLSHost = []string{"a b"}
	c.Admin = "x"
	c.LogLevel = "loud"
	c.DrainTime = -time.Second
	c.NATSReplicas = 2
	c.NATSListen = "0.0.0.0:4222"
	c.NATSCreds = "x.creds"
	c.NATSCert = "c.pem"
	c.DiskRefuse = 5e9
	c.MaxConns = 0
	c.MaxPerAddr = -1
	c.Webhook = []string{"https://127.0.0.1/KEY", "https://hooks.example/KEY#gossip"}
	err := c.Validate()
	var p config.Problems
	if !errors.As(err, &p) {
		t.Fatalf("got %v, want Problems", err)
	}
	got := map[string]bool{}
	for _, one := range p {
		got[one.Key] = true
		if one.Want == "" {
			t.Errorf("%s does not say what would be right", one.Key)
		}
	}
	if strings.Contains(err.Error(), "KEY") {
		t.Errorf("the error shows a key: %v", err)
	}
	for _, key := range []string{
		"data", "listen", "url", "organiser-key", "tls", "tls-cert", "tls-host", "admin", "log-level", "drain-time",
		"nats-replicas", "nats-creds", "nats-cert", "disk-refuse", "max-conns", "max-per-address", "webhook", "webhook-secret",
	} {
		if !got[key] {
			t.Errorf("nothing is said about %s in:\n%v", key, err)
		}
	}
}

func TestNATSAddresses(t *testing.T) {
	c := config.Default()
	c.NATS = "nats://a:4222, tls://user:secret@b:4222"
	if err := c.Validate(); err != nil {
		t.Errorf("valid addresses are refused: %v", err)
	}
	c.NATS = "http://user:secret@b"
	err := c.Validate()
	if err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("got %v, want a refusal without the password", err)
	}
	c = config.Default()
	c.NATSListen = "0.0.0.0:4222"
	if c.Validate() == nil {
		t.Error("an open NATS port without TLS is accepted")
	}
	c.TLS = config.TLSSelf
	if err := c.Validate(); err != nil {
		t.Errorf("an open NATS port with TLS is refused: %v", err)
	}
}

func TestSampleFileIsUpToDate(t *testing.T) {
	want := config.Sample()
	if *update {
		if err := os.WriteFile(sample, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(sample)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Fatalf("%s is not what the struct says; run go test ./ops/config -update", sample)
	}
	c, err := parse(t, "--config", sample)
	if err != nil {
		t.Fatalf("the sample file does not parse: %v", err)
	}
	c.TLSHost = nil
	want2 := config.Default()
	want2.TLSHost = nil
	if c.Data != want2.Data || c.DiskWarn != want2.DiskWarn || c.DrainTime != want2.DrainTime || c.MaxConns != want2.MaxConns {
		t.Fatalf("the sample file gives %+v, want the defaults %+v", c, want2)
	}
}

func TestEverySettingIsExplained(t *testing.T) {
	for _, s := range config.Settings() {
		if s.Key == "" || s.Help == "" || s.Group == "" || !strings.HasPrefix(s.Env, "MUSTER_") {
			t.Errorf("setting %+v lacks a key, a group, an explanation or an environment variable", s)
		}
	}
}

func TestSize(t *testing.T) {
	for text, want := range map[string]config.Size{"0": 0, "12": 12, "200MB": 200e6, " 1 gb": 1e9, "4KiB": 4096, "12b": 12} {
		var s config.Size
		if err := s.UnmarshalText([]byte(text)); err != nil || s != want {
			t.Errorf("%q is %d, %v; want %d", text, s, err, want)
		}
	}
	for _, text := range []string{"", "MB", "-1", "1.5GB", "9999999999TB", "1XB"} {
		var s config.Size
		if err := s.UnmarshalText([]byte(text)); err == nil {
			t.Errorf("%q is taken as %d", text, s)
		}
	}
	for _, s := range []config.Size{0, 1, 999, 200e6, 1e9, 4096, 3 << 30} {
		var back config.Size
		if err := back.UnmarshalText([]byte(s.String())); err != nil || back != s {
			t.Errorf("%d is written %q and read as %d, %v", s, s, back, err)
		}
	}
}

func TestWebhooksOfTheOperator(t *testing.T) {
	c := config.Default()
	c.Webhook = []string{"https://one.example/x", " https://two.example/#pairings+ends"}
	c.WebhookSecret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
	if err := c.Validate(); err != nil {
		t.Fatal(err)
	}
	got := c.Webhooks()
	if len(got) != 2 || got[0].URL != "https://one.example/x" || got[0].Kinds != nil || got[1].URL != "https://two.example/" || !slices.Equal(got[1].Kinds, []string{"pairings", "ends"}) || got[1].Secret != c.WebhookSecret {
		t.Errorf("%+v", got)
	}
	for _, wrong := range []string{"https://one.example/x", "http://three.example/", "https://three.example/#", "x"} {
		d := c
		d.Webhook = append(slices.Clone(c.Webhook), wrong)
		if err := d.Validate(); (err == nil) != (wrong == "https://three.example/#") {
			t.Errorf("%s: %v", wrong, err)
		}
	}
	c.WebhookPrivate = true
	c.Webhook = []string{"http://192.168.0.7/"}
	if err := c.Validate(); err != nil {
		t.Errorf("a private address that is allowed: %v", err)
	}
}
