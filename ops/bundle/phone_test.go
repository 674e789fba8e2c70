package bundle_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/mod/sumdb/tlog"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/ops/audit"
	"github.com/muster-events/muster/ops/bundle"
)

// phone returns what a phone has kept that was shown heads of a log.
func (l log) phone(t *testing.T, k audit.Key, sizes ...int) bundle.Phone {
	t.Helper()
	var tree audit.Tree
	for _, r := range l {
		if err := tree.Add(tlog.Hash(r.Hash)); err != nil {
			t.Fatal(err)
		}
	}
	at := time.Date(2026, 11, 28, 14, 0, 0, 0, time.UTC)
	h := bundle.PhoneHistory{Key: k.VKey("demo"), Began: at}
	after := events.Position(0)
	for i, size := range sizes {
		root, err := tree.Root(int64(size))
		if err != nil {
			t.Fatal(err)
		}
		c, err := k.Sign("demo", events.Position(size), root)
		if err != nil {
			t.Fatal(err)
		}
		h.Checkpoints = append(h.Checkpoints, bundle.PhoneHead{Note: string(c.Note), Seen: at.Add(time.Duration(i) * time.Minute), After: after})
		after = c.Size
	}
	p := bundle.Phone{Muster: "phone-log", Format: 1, Gathering: "demo", Table: "group-1/t1", Device: "d-1", Saved: at, Histories: []bundle.PhoneHistory{h}}
	return read(t, p)
}

// read writes a phone's file and reads it.
func read(t *testing.T, p bundle.Phone) bundle.Phone {
	t.Helper()
	b, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	out, err := bundle.ReadPhone("phone.json", b)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestWhatPhonesHaveKeptIsHeldAgainstTheBundle(t *testing.T) {
	whole := game(t, dolGuldur, 60)
	raw := whole.written(t, nil, 20, 40)
	other := audit.NewKey(bytes.Repeat([]byte{9}, 32))
	forged := slices.Clone(whole)
	forged[30].Command.Actor.Person = "p-99"
	forged = forged.chained(t)
	good := whole.phone(t, key, 5, 20, 37, 60)

	r := proven(t, raw, bundle.Options{Phones: []bundle.Phone{good, whole.phone(t, key, 60)}})
	if r.Phones[0].Kept != 4 || r.Phones[0].Fit != 4 || r.Phones[1].Fit != 1 {
		t.Errorf("phones: %+v", r.Phones)
	}
	if i := slices.IndexFunc(r.Checks, func(c bundle.Check) bool { return c.Part == bundle.PartPhones }); i < 0 || r.Checks[i].Count != 5 {
		t.Errorf("checks: %+v", r.Checks)
	}
	both := good
	both.Histories = append(slices.Clone(good.Histories), forged.phone(t, key, 45, 60).Histories...)
	both.Alarms = []bundle.PhoneAlarm{{Kind: "proof", Says: "changed", More: 2}}
	unsigned := whole.phone(t, key, 5, 20, 60)
	unsigned.Histories[0].Checkpoints[1].Note = strings.Replace(unsigned.Histories[0].Checkpoints[1].Note, "\n20\n", "\n21\n", 1)

	for name, c := range map[string]struct {
		phone    bundle.Phone
		fit, all int
		says     []string
	}{
		"another history":      {forged.phone(t, key, 12, 30, 31, 45, 60), 2, 5, []string{"2 of 5", `"31 `, "14:02:00", "the first 31 commits"}},
		"two histories":        {both, 4, 6, []string{"4 of 6", `"45 `}},
		"a longer log":         {game(t, dolGuldur, 90).phone(t, key, 60, 90), 1, 2, []string{`"90 `, "at most 60 commits"}},
		"another key":          {whole.phone(t, other, 20, 60), 0, 2, []string{`"20 `, "another key", other.VKey("demo")[:60]}},
		"an unsigned one":      {unsigned, 2, 3, []string{"nobody has signed", "14:01:00"}},
		"the same size, other": {forged.phone(t, key, 60), 0, 1, []string{`"60 `}},
	} {
		r, err := verify(t, raw, bundle.Options{Phones: []bundle.Phone{good, c.phone}})
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Findings) != 1 || r.Findings[0].Part != bundle.PartPhones || r.Phones[1].Fit != c.fit || r.Phones[1].Kept != c.all || r.Phones[0].Fit != 4 {
			t.Errorf("%s: %v, %+v", name, r.Findings, r.Phones)
			continue
		}
		for _, words := range c.says {
			if !strings.Contains(r.Findings[0].String(), words) {
				t.Errorf("%s: the finding does not say %q: %s", name, words, r.Findings[0])
			}
		}
		i := slices.IndexFunc(r.Checks, func(c bundle.Check) bool { return c.Part == bundle.PartPhones })
		if got := int(r.Checks[i].Bad); got != c.all-c.fit {
			t.Errorf("%s: %d are counted as bad, want %d", name, got, c.all-c.fit)
		}
	}
	r, err := verify(t, raw, bundle.Options{Phones: []bundle.Phone{both}})
	if err != nil || r.Phones[0].Alarms != 3 || !strings.Contains(r.Phones[0].String(), "3 alarms") {
		t.Errorf("alarms: %v, %+v", err, r.Phones)
	}
}

func TestAFileThatNoPhoneHasWrittenIsRefused(t *testing.T) {
	whole := game(t, dolGuldur, 40)
	b, err := json.Marshal(whole.phone(t, key, 10, 40))
	if err != nil {
		t.Fatal(err)
	}
	for name, file := range map[string]string{
		"empty":            "",
		"no JSON":          "PK\x03\x04",
		"entries":          `{"muster":"waiting-entries","format":1}`,
		"another format":   strings.Replace(string(b), `"format":1`, `"format":2`, 1),
		"an unknown field": strings.Replace(string(b), `"format":1`, `"format":1,"more":1`, 1),
		"more behind":      string(b) + "{}",
		"a size too large": strings.Replace(string(b), `"after":10`, `"after":-1`, 1),
		"too long":         string(b) + strings.Repeat(" ", bundle.MaxPhoneBytes),
	} {
		_, err := bundle.ReadPhone("phone.json", []byte(file))
		var p *bundle.PhoneError
		if !errors.As(err, &p) || !strings.HasPrefix(err.Error(), "phone.json is not what a phone has kept") {
			t.Errorf("%s: %v", name, err)
		}
	}
	elsewhere := whole.phone(t, key, 10)
	elsewhere.Gathering = "autumn"
	_, err = verify(t, whole.written(t, nil), bundle.Options{Phones: []bundle.Phone{elsewhere}})
	var p *bundle.PhoneError
	if !errors.As(err, &p) || !strings.Contains(err.Error(), "autumn") {
		t.Errorf("a phone of another gathering: %v", err)
	}
}
