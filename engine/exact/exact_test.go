package exact

import (
	"encoding/json"
	"math"
	"math/big"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestString(t *testing.T) {
	for want, n := range map[string]Num{
		"0": {}, "3": Int(3), "-2": Int(-2), "0.33": Frac(33, 100), "2.25": Frac(9, 4), "1/3": Frac(1, 3),
		"1/128": Frac(1, 128), "0.015625": Frac(1, 64), "-0.5": Frac(1, -2),
	} {
		if n.String() != want {
			t.Errorf("got %s, want %s", n, want)
		}
		back, err := Parse(want)
		if err != nil || !reflect.DeepEqual(back, n) {
			t.Errorf("%s is read back as %s, %v", want, back, err)
		}
	}
}

func TestDecimalRoundsHalvesAwayFromZero(t *testing.T) {
	for want, n := range map[string]Num{"0.67": Frac(2, 3), "0.13": Frac(1, 8), "-0.13": Frac(-1, 8), "2.00": Int(2)} {
		if got := n.Decimal(2); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	if got := Frac(5, 2).Decimal(-1); got != "3" {
		t.Errorf("got %s, want 3", got)
	}
}

func TestParseRefuses(t *testing.T) {
	for _, s := range []string{"", "x", "1e9999999", "1/0", "1.2.3", "--1", "0x10", "1_000", "Inf", strings.Repeat("9", 41), "1/", "/2", "."} {
		if n, err := Parse(s); err == nil {
			t.Errorf("%q is read as %s", s, n)
		} else if !strings.Contains(err.Error(), "1/3") {
			t.Errorf("%q: %v does not say what would be right", s, err)
		}
	}
	if n, err := Parse(" −7/2 "); err != nil || n.Cmp(Frac(-7, 2)) != 0 {
		t.Errorf("got %s, %v", n, err)
	}
}

func TestJSON(t *testing.T) {
	type holder struct{ N Num }
	b, err := json.Marshal(holder{Frac(1, 3)})
	if err != nil || string(b) != `{"N":"1/3"}` {
		t.Fatalf("got %s, %v", b, err)
	}
	var h holder
	if err := json.Unmarshal(b, &h); err != nil || h.N.Cmp(Frac(1, 3)) != 0 {
		t.Errorf("got %s, %v", h.N, err)
	}
	if err := json.Unmarshal([]byte(`{"N":"1e5"}`), &h); err == nil {
		t.Error("an exponent was read")
	}
}

func TestDivisionByNothingIsTheProgramsFault(t *testing.T) {
	for name, f := range map[string]func(){"Frac": func() { Frac(1, 0) }, "Div": func() { Int(1).Div(Num{}) }} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			f()
		}()
	}
}

func anyNum(most int64) *rapid.Generator[Num] {
	return rapid.Custom(func(rt *rapid.T) Num {
		return Frac(rapid.Int64Range(-most, most).Draw(rt, "a"), rapid.Int64Range(1, most).Draw(rt, "b"))
	})
}

// Numbers that are kept small give what big.Rat gives, across the bound between both, and one number has
// one form.
func TestLikeBigRat(t *testing.T) {
	num := rapid.OneOf(anyNum(9), anyNum(small+9), anyNum(math.MaxInt64), rapid.Map(rapid.Int64(), func(n int64) Num { return Frac(n, 1) }))
	rapid.Check(t, func(rt *rapid.T) {
		a, b := num.Draw(rt, "a"), num.Draw(rt, "b")
		x, y := a.rat(), b.rat()
		same := func(op string, got Num, want *big.Rat) {
			if got.rat().Cmp(want) != 0 || !reflect.DeepEqual(got, made(want)) || got.String() != made(want).String() {
				rt.Fatalf("%s %s %s is %s, want %s", a, op, b, got, want)
			}
		}
		same("+", a.Add(b), new(big.Rat).Add(x, y))
		same("−", a.Sub(b), new(big.Rat).Sub(x, y))
		same("×", a.Mul(b), new(big.Rat).Mul(x, y))
		if !b.IsZero() {
			same("÷", a.Div(b), new(big.Rat).Quo(x, y))
		}
		if a.Cmp(b) != x.Cmp(y) || a.Sign() != x.Sign() || a.IsZero() != (x.Sign() == 0) {
			rt.Fatalf("%s and %s compare as %d, sign %d", a, b, a.Cmp(b), a.Sign())
		}
		if back, err := Parse(a.String()); len(a.String()) <= MostLen && (err != nil || !reflect.DeepEqual(back, a)) {
			rt.Fatalf("%s is read back as %s, %v", a, back, err)
		}
	})
}

// Numbers follow the laws of arithmetic, stay near what floating point gives, and no operation changes
// an operand.
func TestArithmetic(t *testing.T) {
	num := anyNum(999)
	rapid.Check(t, func(rt *rapid.T) {
		a, b, c := num.Draw(rt, "a"), num.Draw(rt, "b"), num.Draw(rt, "c")
		before := []string{a.String(), b.String(), c.String()}
		if a.Add(b).Mul(c).Cmp(Sum(a.Mul(c), b.Mul(c))) != 0 {
			rt.Fatal("not distributive")
		}
		if !reflect.DeepEqual(a.Sub(b).Add(b), a) {
			rt.Fatal("a − b + b is not a")
		}
		if !b.IsZero() && a.Div(b).Mul(b).Cmp(a) != 0 {
			rt.Fatal("a ÷ b × b is not a")
		}
		if Max(a, b).Cmp(Min(a, b)) < 0 || Max(a, b).Add(Min(a, b)).Cmp(a.Add(b)) != 0 {
			rt.Fatal("greater and lesser")
		}
		fa, _ := a.rat().Float64()
		fb, _ := b.rat().Float64()
		sum, _ := a.Add(b).rat().Float64()
		if math.Abs(sum-(fa+fb)) > 1e-9 || a.Times(3).Cmp(Sum(a, a, a)) != 0 || a.Sign() != a.Cmp(Num{}) {
			rt.Fatal("far from floating point")
		}
		if after := []string{a.String(), b.String(), c.String()}; !reflect.DeepEqual(before, after) {
			rt.Fatalf("%v became %v", before, after)
		}
		if back, err := Parse(a.String()); err != nil || !reflect.DeepEqual(back, a) {
			rt.Fatalf("%s is read back as %s, %v", a, back, err)
		}
	})
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"3", "0.33", "1/3", "−2", "1e9", "9/0"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		n, err := Parse(s)
		if err != nil {
			return
		}
		if back, err := Parse(n.String()); len(n.String()) <= MostLen && (err != nil || back.Cmp(n) != 0) {
			t.Errorf("%q is %s, read back as %s, %v", s, n, back, err)
		}
	})
}
