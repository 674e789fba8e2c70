// Package exact holds the one number type of standings and league tables: a rational number that is
// never rounded. Rounding happens when a number is shown, by [Num.Decimal], and nowhere else, so that
// two players are tied exactly if their numbers are equal.
//
// A [Num] is a value: the zero Num is 0, and no operation changes its operands. The package imports the
// standard library only.
package exact

import (
	"fmt"
	"math/big"
	"strings"
)

// Num is an exact rational number. The zero value is 0. It is safe for concurrent use and may be
// compared with [Num.Cmp], not with ==.
type Num struct{ r *big.Rat } // r is not changed once it stands here; nil is 0

// MostLen bounds the text that [Parse] reads.
const MostLen = 40

// Int returns n.
func Int(n int) Num { return made(new(big.Rat).SetInt64(int64(n))) }

// Frac returns a ÷ b. It panics if b is 0: the program is wrong then.
func Frac(a, b int64) Num {
	if b == 0 {
		panic(fmt.Sprintf("exact: %d divided by 0", a))
	}
	return made(big.NewRat(a, b))
}

// made keeps 0 as the zero value, so that equal numbers look the same to reflect.DeepEqual.
func made(r *big.Rat) Num {
	if r.Sign() == 0 {
		return Num{}
	}
	return Num{r}
}

func (n Num) rat() *big.Rat {
	if n.r == nil {
		return new(big.Rat)
	}
	return n.r
}

// Add returns n + m.
func (n Num) Add(m Num) Num { return made(new(big.Rat).Add(n.rat(), m.rat())) }

// Sub returns n − m.
func (n Num) Sub(m Num) Num { return made(new(big.Rat).Sub(n.rat(), m.rat())) }

// Mul returns n × m.
func (n Num) Mul(m Num) Num { return made(new(big.Rat).Mul(n.rat(), m.rat())) }

// Div returns n ÷ m. It panics if m is 0: the caller has to know what that means.
func (n Num) Div(m Num) Num {
	if m.IsZero() {
		panic("exact: " + n.String() + " divided by 0")
	}
	return made(new(big.Rat).Quo(n.rat(), m.rat()))
}

// Times returns n × k.
func (n Num) Times(k int) Num { return n.Mul(Int(k)) }

// Cmp returns −1, 0 or 1 as n is less than, equal to or greater than m.
func (n Num) Cmp(m Num) int { return n.rat().Cmp(m.rat()) }

// Sign returns −1, 0 or 1 as n is below, equal to or above 0.
func (n Num) Sign() int { return n.rat().Sign() }

// IsZero tells whether n is 0.
func (n Num) IsZero() bool { return n.r == nil }

// Max returns the greater of both.
func Max(n, m Num) Num {
	if n.Cmp(m) < 0 {
		return m
	}
	return n
}

// Min returns the lesser of both.
func Min(n, m Num) Num {
	if n.Cmp(m) > 0 {
		return m
	}
	return n
}

// Sum adds numbers up.
func Sum(ns ...Num) Num {
	out := new(big.Rat)
	for _, n := range ns {
		out.Add(out, n.rat())
	}
	return made(out)
}

// Decimal shows n with that many digits after the point, 0 or more; a half is rounded away from 0. It
// is for display.
func (n Num) Decimal(digits int) string { return n.rat().FloatString(max(0, digits)) }

// mostDigits is how long a decimal [Num.String] writes rather than a fraction.
const mostDigits = 6

// String writes n exactly: "3", "0.33", "2.25", or "1/3" where no decimal of up to six digits will do.
// [Parse] reads it back.
func (n Num) String() string {
	r := n.rat()
	if r.IsInt() {
		return r.Num().String()
	}
	if digits, exactly := r.FloatPrec(); exactly && digits <= mostDigits {
		return r.FloatString(digits)
	}
	return r.String()
}

// Parse reads "3", "−2", "0.33", "1/3": digits with at most one point or stroke, [MostLen] characters at
// most. Both minus signs are read. The error says what would be right.
func Parse(s string) (Num, error) {
	text := strings.ReplaceAll(strings.TrimSpace(s), "−", "-")
	if len(text) == 0 || len(text) > MostLen || strings.Trim(text, "0123456789./-") != "" {
		return Num{}, notNumber(s)
	}
	r, ok := new(big.Rat).SetString(text)
	if !ok {
		return Num{}, notNumber(s)
	}
	return made(r), nil
}

func notNumber(s string) error {
	if len(s) > MostLen {
		s = strings.ToValidUTF8(s[:MostLen], "") + "…"
	}
	return fmt.Errorf("%q is not a number: write 3, 0.33 or 1/3", s)
}

// MarshalText writes n as [Num.String] does.
func (n Num) MarshalText() ([]byte, error) { return []byte(n.String()), nil }

// UnmarshalText reads what [Parse] reads. It is the one method that sets a Num.
func (n *Num) UnmarshalText(text []byte) error {
	m, err := Parse(string(text))
	if err != nil {
		return err
	}
	*n = m
	return nil
}
