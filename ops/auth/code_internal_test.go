package auth

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/muster-events/muster/events"
)

// Plausible reports whether a text has the form and check character of a code.
func Plausible(code string) bool {
	_, ok := parseCode(code)
	return ok
}

func TestOneWrongCharacterIsAlwaysNoticed(t *testing.T) {
	secret := []byte("a secret of tests")
	for n := range 50 {
		code := codeOf(secret, "spring", events.GroupID("g"+string(rune('a'+n%26))), "red", n)
		if !Plausible(code) {
			t.Fatalf("code %q is not taken", code)
		}
		for i := range code {
			for _, c := range alphabet {
				if wrong := code[:i] + string(c) + code[i+1:]; wrong != code && Plausible(wrong) {
					t.Fatalf("%q with one wrong character, %q, is taken for a code", code, wrong)
				}
			}
		}
	}
}

func TestNearlyEverySwapOfNeighboursIsNoticed(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	missed, swaps := 0, 0
	for range 2000 {
		code := codeOf([]byte{byte(r.Uint32())}, "spring", "g1", "red", int(r.Int32()))
		for i := range len(code) - 1 {
			if code[i] == code[i+1] {
				continue
			}
			swaps++
			if Plausible(code[:i] + code[i+1:i+2] + code[i:i+1] + code[i+2:]) {
				missed++
			}
		}
	}
	if missed*100 > swaps {
		t.Fatalf("%d of %d swaps of neighbours go unnoticed, want under 1 %%", missed, swaps)
	}
}

func TestEpochTableGroupAndGatheringAllMatter(t *testing.T) {
	s := []byte("a secret of tests")
	base := codeOf(s, "spring", "g1", "red", 1)
	for _, other := range []string{
		codeOf(s, "spring", "g1", "red", 2), codeOf(s, "spring", "g1", "blue", 1),
		codeOf(s, "spring", "g2", "red", 1), codeOf(s, "autumn", "g1", "red", 1),
		codeOf([]byte("another secret"), "spring", "g1", "red", 1),
	} {
		if other == base {
			t.Fatalf("two inputs give the code %q", base)
		}
	}
	if again := codeOf(s, "spring", "g1", "red", 1); again != base {
		t.Fatalf("the same input gives %q and %q", base, again)
	}
}

func FuzzParseCode(f *testing.F) {
	for _, s := range []string{"", "K7Q2M9X", "k7q-2m9 x", "OIL0000", strings.Repeat("A", 100), "ÄÖÜ", "\x00\xff"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		code, ok := parseCode(s)
		if !ok {
			return
		}
		if again, ok := parseCode(code); !ok || again != code || len(code) != CodeLen {
			t.Fatalf("%q was read as %q, and that as %q, %v", s, code, again, ok)
		}
	})
}
