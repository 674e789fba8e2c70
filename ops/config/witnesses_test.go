package config_test

import (
	"strings"
	"testing"

	"github.com/muster-events/muster/ops/audit"
	"github.com/muster-events/muster/ops/config"
)

func TestWitnesses(t *testing.T) {
	w, err := audit.OpenWitness(t.TempDir(), "judge.example", nil)
	if err != nil {
		t.Fatal(err)
	}
	c := config.Default()
	c.Witness = []string{" http://192.168.0.9:9020 " + w.VKey(), ""}
	if err := c.Validate(); err != nil {
		t.Fatal(err)
	}
	if got := c.Witnesses(); len(got) != 1 || got[0].Name() != "judge.example" || got[0].VKey() != w.VKey() {
		t.Errorf("the witnesses are %+v", got)
	}
	for _, wrong := range []string{"http://192.168.0.9:9020", "192.168.0.9:9020 " + w.VKey(), "http://x y", c.Witness[0]} {
		d := c
		d.Witness = []string{c.Witness[0], wrong}
		if err := d.Validate(); err == nil || !strings.Contains(err.Error(), "witness") {
			t.Errorf("%q: %v", wrong, err)
		}
	}
}
