package auth

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"strings"

	"github.com/muster-events/muster/events"
)

// alphabet is Crockford's base 32: no I, L, O and U.
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

// CodeLen is the number of characters of a code: six that are derived, 30 bits, and one that
// catches a slip of the finger.
const CodeLen = 7

// judgeTable stands for the judges in the derivation of codes; it is no table id.
const judgeTable = "(judge)"

// codeOf derives the code of a table, or with judgeTable of a gathering's judges. Epoch counts the
// codes that the table has had, from 1.
func codeOf(secret []byte, g events.GatheringID, group events.GroupID, table events.TableID, epoch int) string {
	mac := hmac.New(sha256.New, secret)
	// Ids hold neither '/' nor ':', so no two inputs are the same text.
	fmt.Fprintf(mac, "muster code 1:%s/%s/%s:%d", g, group, table, epoch)
	bits := binary.BigEndian.Uint32(mac.Sum(nil)) >> 2
	var digits [CodeLen]byte
	for i := range CodeLen - 1 {
		digits[i] = byte(bits >> (25 - 5*i) & 31)
	}
	digits[CodeLen-1] = checkDigit(digits[:CodeLen-1])
	for i, d := range digits {
		digits[i] = alphabet[d]
	}
	return string(digits[:])
}

// checkDigit is the digit that makes the sum of all digits, every second one doubled with its carry
// added, a multiple of 32 (Luhn's formula, base 32). It catches any one wrong character and nearly
// every swap of neighbours.
func checkDigit(digits []byte) byte {
	sum := 0
	for i := range digits {
		d := int(digits[len(digits)-1-i])
		if i%2 == 0 {
			d *= 2
			d = d/32 + d%32
		}
		sum += d
	}
	return byte((32 - sum%32) % 32)
}

// parseCode brings a code as people type it into its plain form: upper case without spaces and
// hyphens, O read as 0, I and L as 1. It reports whether that can be a code at all.
func parseCode(typed string) (string, bool) {
	if len(typed) > 4*CodeLen {
		return "", false
	}
	var out []byte
	var digits [CodeLen]byte
	for _, c := range strings.ToUpper(typed) {
		switch c {
		case ' ', '-', '\t', '\u00a0':
			continue
		case 'O':
			c = '0'
		case 'I', 'L':
			c = '1'
		}
		d := strings.IndexRune(alphabet, c)
		if d < 0 || len(out) == CodeLen {
			return "", false
		}
		digits[len(out)] = byte(d)
		out = append(out, byte(c))
	}
	if len(out) != CodeLen || checkDigit(digits[:CodeLen-1]) != digits[CodeLen-1] {
		return "", false
	}
	return string(out), true
}
