package bundle_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/vocabulary"
	"github.com/muster-events/muster/ops/audit"
	"github.com/muster-events/muster/ops/bundle"
)

func TestBundlesOfWholeGamesAreProven(t *testing.T) {
	for name, want := range map[string]events.Position{dolGuldur: 381, mountainOfFire: 617} {
		r, err := bundle.VerifyFile(t.Context(), filepath.Join("testdata", name), bundle.Options{Catalog: vocabulary.All()})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range r.Findings {
			t.Errorf("%s: %s", name, f)
		}
		if r.Commits != want {
			t.Errorf("%s holds %d commits, want %d", name, r.Commits, want)
		}
		for _, part := range []bundle.Part{bundle.PartTree, bundle.PartOrder, bundle.PartDecisions, bundle.PartRules} {
			i := slices.IndexFunc(r.Checks, func(c bundle.Check) bool { return c.Part == part })
			if i < 0 || r.Checks[i].Count != uint64(want) {
				t.Errorf("%s: part %s was not looked at for every commit: %+v", name, part, r.Checks)
			}
		}
	}
}

// Must show 1: whichever byte is changed, in whichever way, it is noticed, and what is wrong with a commit
// is said of that commit or of one before that the damage hides.
func TestAnyChangedBitIsNoticed(t *testing.T) {
	raw := game(t, dolGuldur, 40).written(t, nil, 10, 20)
	rng := rand.New(rand.NewPCG(1, 1))
	for range 250 {
		bad := bytes.Clone(raw)
		at, bit := rng.IntN(len(bad)), rng.IntN(8)
		bad[at] ^= 1 << bit
		r, err := verify(t, bad, bundle.Options{})
		var unreadable *bundle.UnreadableError
		switch {
		case err != nil && !errors.As(err, &unreadable):
			t.Fatalf("bit %d of byte %d: %v", bit, at, err)
		case err == nil && r.Proven():
			t.Fatalf("bit %d of byte %d of %d is changed, and the bundle is proven", bit, at, len(bad))
		}
	}
}

// Must show 1: any commit changed, dropped, doubled, swapped or added, with the archive made whole again.
func TestAnyTamperingWithTheCommitsNamesTheFirstBadOne(t *testing.T) {
	whole := game(t, dolGuldur, 60)
	raw := whole.written(t, nil, 16, 32, 48)
	stored := lines(raw)
	rng := rand.New(rand.NewPCG(2, 2))
	for n := range 60 {
		i := rng.IntN(len(stored) - 1)
		bad := slices.Clone(stored)
		first := i
		var how string
		switch n % 5 {
		case 0:
			how = "changed"
			b := bytes.Clone(bad[i])
			at := rng.IntN(len(b))
			b[at] ^= 1
			if b[at] == '\n' {
				b[at] ^= 3
			}
			bad[i] = b
		case 1:
			how = "dropped"
			bad = slices.Delete(bad, i, i+1)
		case 2:
			how = "doubled"
			bad = slices.Insert(bad, i+1, bad[i])
			first = i + 1
		case 3:
			how = "swapped with the next"
			bad[i], bad[i+1] = bad[i+1], bad[i]
		case 4:
			how = "replaced by another"
			j := (i + 1 + rng.IntN(len(stored)-1)) % len(stored)
			bad[i] = bad[j]
		}
		tampered := repacked(t, raw, func(name string, b []byte) []byte {
			if name == "commits.jsonl" {
				return append(bytes.Join(bad, []byte("\n")), '\n')
			}
			return b
		}, nil)
		f := found(t, tampered, bundle.Options{})
		if f.Position != events.Position(first+1) {
			t.Errorf("commit %d %s: the first finding is of commit %d: %s", i+1, how, f.Position, f)
		}
	}
}

// A command of a type that nobody knows is found, also in commits that cannot be read to their end and so
// are not decided again.
func TestAnUnknownCommandIsNamedAlsoBeforeDamage(t *testing.T) {
	forged := slices.Clone(game(t, dolGuldur, 60))
	forged[10].Command.Type = "group.fly-away.v1"
	raw := forged.chained(t).written(t, nil)
	damaged := repacked(t, raw, func(name string, b []byte) []byte {
		if name == "commits.jsonl" {
			stored := bytes.Split(b, []byte("\n"))
			stored[50] = []byte(`{"format":1`)
			return bytes.Join(stored, []byte("\n"))
		}
		return b
	}, nil)
	for _, b := range [][]byte{raw, damaged} {
		f := found(t, b, bundle.Options{})
		if f.Position != 11 || f.Part != bundle.PartSchema || f.Event != "group.fly-away.v1" {
			t.Errorf("the first finding is %s", f)
		}
	}
}

func TestAForgedLogWithoutTheKeyIsRefused(t *testing.T) {
	whole := game(t, dolGuldur, 60)
	honest := whole.written(t, nil, 20, 40)
	forged := slices.Clone(whole)
	forged[30].Command.Actor.Person = "p-99"
	forged = forged.chained(t)
	other := audit.NewKey(bytes.Repeat([]byte{9}, 32))
	raw := forged.written(t, func(s *bundle.Source) {
		for i, c := range s.Checkpoints {
			signed, err := other.Sign(c.Gathering, c.Size, c.Root)
			if err != nil {
				t.Fatal(err)
			}
			s.Checkpoints[i] = signed
		}
		s.LogKey = other.VKey("demo")
	}, 20, 40)
	if f := found(t, raw, bundle.Options{Key: key.VKey("demo")}); f.Part != bundle.PartSignature && f.Part != bundle.PartGiven {
		t.Errorf("with the real key brought along: %s", f)
	}
	cp, err := memberOf(honest, "checkpoint")
	if err != nil {
		t.Fatal(err)
	}
	seen, err := audit.OpenCheckpoint(cp, key.VKey("demo"))
	if err != nil {
		t.Fatal(err)
	}
	if f := found(t, raw, bundle.Options{Fingerprints: []string{seen.Fingerprint()}}); f.Part != bundle.PartGiven {
		t.Errorf("with the fingerprint of the wall brought along: %s", f)
	}
	proven(t, honest, bundle.Options{Key: key.VKey("demo"), Fingerprints: []string{seen.Fingerprint()}})
	proven(t, honest, bundle.Options{Key: key.PublicKey().String()})
	// The forger keeps the signed checkpoints, since he cannot make any.
	mixed := repacked(t, raw, func(name string, b []byte) []byte {
		if strings.HasPrefix(name, "checkpoint") || strings.HasPrefix(name, "keys/") {
			b, err = memberOf(honest, name)
			if err != nil {
				t.Fatal(err)
			}
		}
		return b
	}, nil)
	r, err := verify(t, mixed, bundle.Options{})
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(r.Findings, func(f bundle.Finding) bool { return f.Part == bundle.PartTree })
	if i < 0 || r.Findings[i].Position != 21 {
		t.Errorf("the change is in commit 31, after the checkpoint at 20 that still fits; the tree's finding: %v", r.Findings)
	}
}

// Must show 2: hashes, chain and signatures are right, since the server itself wrote the log; one decision
// is not one that the rules make.
func TestALogOfAServerThatBreaksTheRulesIsRefused(t *testing.T) {
	for name, c := range map[string]struct {
		change func(t *testing.T, l log) (log, int) // returns the index of the first bad commit
		rule   string
	}{
		"a round opened early": {roundOpenedEarly, "Playing Epic Multiplayer Mode"},
		"3H before 3D":         {thirdBeforeFirst, "alphabetical order"},
		"city off by one":      {cityOffByOne, "City Strength"},
		"a result of the wrong team": {func(t *testing.T, l log) (log, int) {
			i, j := l.at(t, 0, "group.table-ended-round.v1")
			l.edit(t, i, j, func(m map[string]any) { m["table"] = otherTable(t, l, m["table"].(string)) })
			return l, i
		}, ""},
		"a win that was none": {func(t *testing.T, l log) (log, int) {
			i, j := l.at(t, 200, "group.round-started.v1")
			won, err := events.Encode(group.GroupWon{Round: 3, Reason: "Dol Guldur is captured.", Rule: "x"})
			if err != nil {
				t.Fatal(err)
			}
			l[i].Events = append(slices.Clone(l[i].Events[:j]), won)
			return l[:i+1], i
		}, "City Strength"},
	} {
		t.Run(name, func(t *testing.T) {
			l, first := c.change(t, game(t, dolGuldur, 0))
			raw := l.chained(t).written(t, nil)
			r, err := verify(t, raw, bundle.Options{Key: key.VKey("demo")})
			if err != nil {
				t.Fatal(err)
			}
			f, bad := r.First()
			if !bad || f.Position != events.Position(first+1) || f.Event == "" {
				t.Fatalf("the first bad commit is %d; found: %v", first+1, r.Findings)
			}
			if !slices.ContainsFunc(r.Findings, func(f bundle.Finding) bool {
				return f.Position == events.Position(first+1) && f.Part == bundle.PartDecisions
			}) {
				t.Errorf("the decision was not found to differ: %v", r.Findings)
			}
			if c.rule != "" && !slices.ContainsFunc(r.Findings, func(f bundle.Finding) bool {
				return f.Position == events.Position(first+1) && strings.Contains(f.Rule, c.rule)
			}) {
				t.Errorf("no finding of commit %d names the rule %q: %v", first+1, c.rule, r.Findings)
			}
		})
	}
}

func otherTable(t *testing.T, l log, table string) string {
	t.Helper()
	i, j := l.at(t, 0, "group.opened.v1")
	p, err := vocabulary.All().Decode(l[i].Events[j])
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range p.(group.GroupOpened).Tables {
		if string(at.ID) != table {
			return string(at.ID)
		}
	}
	t.Fatal("there is one table only")
	return ""
}

// roundOpenedEarly starts a round with the first table that ends the one before.
func roundOpenedEarly(t *testing.T, l log) (log, int) {
	i, _ := l.at(t, 0, "group.table-ended-round.v1")
	early, err := events.Encode(group.RoundStarted{Round: 2})
	if err != nil {
		t.Fatal(err)
	}
	l[i].Events = append(slices.Clone(l[i].Events), early)
	return l, i
}

// thirdBeforeFirst turns the queue of the end of a round around.
func thirdBeforeFirst(t *testing.T, l log) (log, int) {
	for from := 0; ; {
		i, j := l.at(t, from, "group.round-ended.v1")
		p, err := vocabulary.All().Decode(l[i].Events[j])
		if err != nil {
			t.Fatal(err)
		}
		ended := p.(group.RoundEnded)
		var forced []int
		for n, s := range ended.Steps {
			if s.Kind == group.StepForced && strings.HasPrefix(s.Stage, "3") {
				forced = append(forced, n)
			}
		}
		if len(forced) < 2 {
			from = i + 1
			continue
		}
		a, b := forced[0], forced[len(forced)-1]
		ended.Steps[a], ended.Steps[b] = ended.Steps[b], ended.Steps[a]
		if l[i].Events[j], err = events.Encode(ended); err != nil {
			t.Fatal(err)
		}
		return l, i
	}
}

func cityOffByOne(t *testing.T, l log) (log, int) {
	i, j := l.at(t, 0, "lotr.city-strength-reduced.v1")
	l.edit(t, i, j, func(m map[string]any) { m["strength"] = 1 })
	return l, i
}

func TestASummaryOrManifestThatSaysOtherwiseIsRefused(t *testing.T) {
	raw := game(t, dolGuldur, 60).written(t, nil)
	for name, change := range map[string]struct{ member, was, is string }{
		"words":   {"summary.json", "Round", "Runde"},
		"facts":   {"summary.json", `"value": "playing"`, `"value": "won"`},
		"commits": {"summary.json", `"commits": `, `"commits": 1`},
		"events":  {"manifest.json", `"events": `, `"events": 1`},
	} {
		bad := repacked(t, raw, func(n string, b []byte) []byte {
			if n == change.member {
				b = bytes.Replace(b, []byte(change.was), []byte(change.is), 1)
			}
			return b
		}, nil)
		if f := found(t, bad, bundle.Options{}); f.Part != bundle.PartSummary {
			t.Errorf("%s: %s", name, f)
		}
	}
}

func TestNamesInABundleAreThoseThatTheLogCommittedTo(t *testing.T) {
	l := game(t, dolGuldur, 60)
	r := proven(t, l.written(t, nil), bundle.Options{})
	if i := slices.IndexFunc(r.Checks, func(c bundle.Check) bool { return c.Part == bundle.PartPeople }); i >= 0 {
		t.Error("a bundle without names speaks of names")
	}
	bad := l.written(t, func(s *bundle.Source) {
		s.People = []bundle.Person{{Person: "p-1", Name: "Somebody else", Salt: make([]byte, 16)}, {Person: "p-77", Name: "Nobody"}}
	})
	if f := found(t, bad, bundle.Options{}); f.Part != bundle.PartPeople || !strings.Contains(f.Found, "p-1") {
		t.Error(f)
	}
}

func TestABundleIsTheSameWhoeverWritesIt(t *testing.T) {
	l := game(t, dolGuldur, 60)
	if !bytes.Equal(l.written(t, nil, 20), l.written(t, nil, 20)) {
		t.Error("the same log makes two different bundles")
	}
}
