package standings

import (
	"testing"

	"github.com/muster-events/muster/engine/exact"
	"github.com/muster-events/muster/events"
)

func snap() *field {
	f := &field{}
	f.points(1, "snap", "crackle", 6, 0)
	f.points(1, "pop", "other", 6, 0)
	f.points(2, "snap", "pop", 6, 0)
	f.points(2, "crackle", "other", 3, 3)
	return f
}

// Source: facts/scoring.md, "2 FFG / Netrunner strength of schedule", vectors.
func TestSnapCracklePop_225_375(t *testing.T) {
	table := snap().table(t, FFG(EditionCobra))
	wants(t, table, "snap", Strength, "2.25")
	wants(t, table, "snap", ExtStrength, "3.75")
	wants(t, table, "snap", MatchPoints, "12")
}

// Source: facts/scoring.md, "2 FFG / Netrunner strength of schedule", vectors.
func TestWeightedRounds_AlphaToBeta(t *testing.T) {
	var f field
	f.points(1, "alpha", "beta", 6, 0)
	f.points(1, "gamma", "delta", 3, 3)
	f.points(2, "alpha", "gamma", 3, 0)
	f.points(2, "beta", "delta", 0, 3)
	f.round(2).Weight = exact.Frac(1, 2)
	table := f.table(t, FFG(EditionCobra))
	if got := order(table); got != "1 alpha 2 delta 3 gamma 4 beta " {
		t.Errorf("got %s", got)
	}
	for _, tc := range []struct {
		id               events.PersonID
		points, sos, ext string
	}{
		{"alpha", "9", "0.6667", "5.1111"},
		{"delta", "6", "1.3333", "4.8889"},
		{"gamma", "3", "4.6667", "1.1111"},
		{"beta", "0", "5.3333", "0.8889"},
	} {
		wants(t, table, tc.id, MatchPoints, tc.points)
		wants(t, table, tc.id, Strength, tc.sos)
		wants(t, table, tc.id, ExtStrength, tc.ext)
	}
}

// Source: facts/scoring.md, "2 FFG / Netrunner strength of schedule", vectors.
func TestOnlyByes_6_0_0(t *testing.T) {
	var f field
	f.bye(1, "p", ByePairing)
	table := f.table(t, FFG(EditionCobra))
	wants(t, table, "p", MatchPoints, "6")
	wants(t, table, "p", Strength, "0")
	wants(t, table, "p", ExtStrength, "0")
}

// Points and rounds of opponents' byes count; one's own are skipped. Three players, each with a bye but
// one.
//
// Source: Cobra, spec/services/sos_calculator_spec.rb.
func TestThreePlayersWithByes(t *testing.T) {
	var f field
	f.points(1, "dan", "johno", 3, 3)
	f.bye(1, "laurie", ByePairing)
	f.points(2, "laurie", "johno", 6, 0)
	f.bye(2, "dan", ByePairing)
	table := f.table(t, FFG(EditionCobra))
	for _, tc := range []struct {
		id               events.PersonID
		points, sos, ext string
	}{{"laurie", "12", "1.50", "5.25"}, {"dan", "9", "1.50", "5.25"}, {"johno", "3", "5.25", "1.50"}} {
		wants(t, table, tc.id, MatchPoints, tc.points)
		wants(t, table, tc.id, Strength, tc.sos)
		wants(t, table, tc.id, ExtStrength, tc.ext)
	}
}

// The same tournament by the three definitions.
//
// Source: facts/scoring.md, "2 FFG / Netrunner strength of schedule".
func TestEditionsOfStrength(t *testing.T) {
	f := snap()
	f.bye(3, "snap", ByePairing)
	// crackle has 3 in 2 rounds, pop 6 in 2
	wants(t, f.table(t, FFG(EditionSum)), "snap", Strength, "9")
	wants(t, f.table(t, FFG(EditionTOME)), "snap", Strength, "1.50") // (1.5 + 3) ÷ 3 own rounds
	wants(t, f.table(t, FFG(EditionCobra)), "snap", Strength, "2.25")
	for _, edition := range []string{EditionSum, EditionTOME, EditionCobra} {
		if row := f.table(t, FFG(edition)).Rows[0]; row.Ruleset != "ffg-sos" || row.Edition != edition {
			t.Errorf("the row is of %s, %s", row.Ruleset, row.Edition)
		}
	}
}
