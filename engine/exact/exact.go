// Package exact holds the one number type of standings and league tables: a rational number that is
// never rounded. Rounding happens when a number is shown, by [Num.Decimal], and nowhere else, so that
// two players are tied exactly if their numbers are equal.
//
// A [Num] is a value: the zero Num is 0, and no operation changes its operands. The package imports the
// standard library only.
package exact

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
)

// Num is an exact rational number. The zero value is 0. It is safe for concurrent use and may be
// compared with [Num.Cmp], not with ==.
//
// Numbers whose parts are below [small] are kept as they are; others, which no tournament has met yet, as
// a [big.Rat]. One number has one form, so that equal numbers look the same to reflect.DeepEqual.
type Num struct {
	num  int64    // lowest terms
	over int64    // the denominator less 1, so that the zero value is 0 ÷ 1
	r    *big.Rat // nil for small numbers; never changed once it stands here
}

// small bounds the parts of numbers that are kept without a big.Rat: the product of two of them, and the
// sum of two products, fit an int64.
const small = 1 << 30

// MostLen bounds the text that [Parse] reads.
const MostLen = 40

// Int returns n.
func Int(n int) Num { return ratio(int64(n), 1) }

// Frac returns a ÷ b. It panics if b is 0: the program is wrong then.
func Frac(a, b int64) Num {
	if b == 0 {
		panic(fmt.Sprintf("exact: %d divided by 0", a))
	}
	return ratio(a, b)
}

// ratio is a ÷ b in its one form; b is not 0.
func ratio(a, b int64) Num {
	if a == math.MinInt64 || b == math.MinInt64 {
		return made(big.NewRat(a, b))
	}
	if b < 0 {
		a, b = -a, -b
	}
	if d := gcd(a, b); d > 1 {
		a, b = a/d, b/d
	}
	if a > -small && a < small && b < small {
		return Num{num: a, over: b - 1}
	}
	return Num{r: big.NewRat(a, b)}
}

// gcd is the greatest common divisor; b is above 0.
func gcd(a, b int64) int64 {
	if a < 0 {
		a = -a
	}
	for a != 0 {
		a, b = b%a, a
	}
	return b
}

// made gives a big.Rat its one form.
func made(r *big.Rat) Num {
	if r.Num().IsInt64() && r.Denom().IsInt64() {
		if n := r.Num().Int64(); n > -small && n < small && r.Denom().Int64() < small {
			return Num{num: n, over: r.Denom().Int64() - 1}
		}
	}
	return Num{r: r}
}

func (n Num) den() int64 { return n.over + 1 }

func (n Num) rat() *big.Rat {
	if n.r == nil {
		return big.NewRat(n.num, n.den())
	}
	return n.r
}

// Add returns n + m.
func (n Num) Add(m Num) Num {
	switch {
	case n.r != nil || m.r != nil:
		return made(new(big.Rat).Add(n.rat(), m.rat()))
	case n.over == m.over:
		return ratio(n.num+m.num, n.den())
	}
	return ratio(n.num*m.den()+m.num*n.den(), n.den()*m.den())
}

// Sub returns n − m.
func (n Num) Sub(m Num) Num {
	if m.r != nil {
		return made(new(big.Rat).Sub(n.rat(), m.r))
	}
	m.num = -m.num
	return n.Add(m)
}

// Mul returns n × m.
func (n Num) Mul(m Num) Num {
	if n.r != nil || m.r != nil {
		return made(new(big.Rat).Mul(n.rat(), m.rat()))
	}
	return ratio(n.num*m.num, n.den()*m.den())
}

// Div returns n ÷ m. It panics if m is 0: the caller has to know what that means.
func (n Num) Div(m Num) Num {
	if m.IsZero() {
		panic("exact: " + n.String() + " divided by 0")
	}
	if n.r != nil || m.r != nil {
		return made(new(big.Rat).Quo(n.rat(), m.rat()))
	}
	return ratio(n.num*m.den(), n.den()*m.num)
}

// Times returns n × k.
func (n Num) Times(k int) Num { return n.Mul(Int(k)) }

// Cmp returns −1, 0 or 1 as n is less than, equal to or greater than m.
func (n Num) Cmp(m Num) int {
	if n.r != nil || m.r != nil {
		return n.rat().Cmp(m.rat())
	}
	return cmp.Compare(n.num*m.den(), m.num*n.den())
}

// Sign returns −1, 0 or 1 as n is below, equal to or above 0.
func (n Num) Sign() int {
	if n.r != nil {
		return n.r.Sign()
	}
	return cmp.Compare(n.num, 0)
}

// IsZero tells whether n is 0.
func (n Num) IsZero() bool { return n.r == nil && n.num == 0 }

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
	var out Num
	for _, n := range ns {
		out = out.Add(n)
	}
	return out
}

// Decimal shows n with that many digits after the point, 0 or more; a half is rounded away from 0. It
// is for display.
func (n Num) Decimal(digits int) string { return n.rat().FloatString(max(0, digits)) }

// mostDigits is how long a decimal [Num.String] writes rather than a fraction.
const mostDigits = 6

// String writes n exactly: "3", "0.33", "2.25", or "1/3" where no decimal of up to six digits will do.
// [Parse] reads it back.
func (n Num) String() string {
	if n.r == nil && n.over == 0 {
		return strconv.FormatInt(n.num, 10)
	}
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
