package tablepage_test

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"golang.org/x/mod/sumdb/tlog"

	"github.com/muster-events/muster/dashboards/assets"
	"github.com/muster-events/muster/dashboards/browser"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/ops/audit"
)

// script opens a page that has the script of the phone that checks the log, and nothing else.
func script(t *testing.T) *browser.Page {
	t.Helper()
	r := newRig(t)
	p := start(t).Page(t, 360, 740)
	p.Open(r.url + "/as/nobody")
	browser.Eval[bool](p, "import("+quoted(t, assets.URL("proof.js"))+").then(m => (window.proof = m, true))")
	return p
}

func quoted(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// alike is a tree whose leaves are all the same, so that it may have any size.
type alike struct{ levels []tlog.Hash }

func newAlike() *alike {
	a := &alike{levels: []tlog.Hash{leaf("alike", 0)}}
	for i := range 60 {
		a.levels = append(a.levels, tlog.NodeHash(a.levels[i], a.levels[i]))
	}
	return a
}

func (a *alike) ReadHashes(indexes []int64) ([]tlog.Hash, error) {
	out := make([]tlog.Hash, len(indexes))
	for i, n := range indexes {
		level, _ := tlog.SplitStoredHashIndex(n)
		out[i] = a.levels[level]
	}
	return out, nil
}

// pair is a proof that one size goes on from another, or something that is none.
type pair struct {
	Old, New         int64
	OldRoot, NewRoot string // hexadecimal
	Hashes           []string
	Holds            bool
	Words            string
}

// pairs returns the true proof of two sizes and everything that must not be taken for one.
func pairs(t *testing.T, old, size int64, hashes tlog.HashReader, rng *rand.Rand) []pair {
	t.Helper()
	root := func(n int64) string {
		h, err := tlog.TreeHash(n, hashes)
		if err != nil {
			t.Fatal(err)
		}
		return hex.EncodeToString(h[:])
	}
	whole := pair{Old: old, New: size, OldRoot: root(old), NewRoot: root(size), Hashes: []string{}, Holds: true, Words: "true"}
	if old < size {
		p, err := tlog.ProveTree(size, old, hashes)
		if err != nil {
			t.Fatal(err)
		}
		for _, h := range p {
			whole.Hashes = append(whole.Hashes, hex.EncodeToString(h[:]))
		}
	}
	out := []pair{whole}
	bad := func(words string, change func(p *pair)) {
		p := whole
		p.Hashes, p.Holds, p.Words = slices.Clone(whole.Hashes), false, words
		change(&p)
		out = append(out, p)
	}
	flip := func(s string) string {
		b, err := hex.DecodeString(s)
		if err != nil {
			t.Fatal(err)
		}
		b[rng.IntN(len(b))] ^= 1 << rng.IntN(8)
		return hex.EncodeToString(b)
	}
	bad("older root changed", func(p *pair) { p.OldRoot = flip(p.OldRoot) })
	bad("newer root changed", func(p *pair) { p.NewRoot = flip(p.NewRoot) })
	bad("a hash added", func(p *pair) { p.Hashes = append(p.Hashes, p.NewRoot) })
	bad("a hash added in front", func(p *pair) { p.Hashes = append([]string{p.OldRoot}, p.Hashes...) })
	if n := len(whole.Hashes); n > 0 {
		bad("a hash changed", func(p *pair) { i := rng.IntN(n); p.Hashes[i] = flip(p.Hashes[i]) })
		bad("the last hash left out", func(p *pair) { p.Hashes = p.Hashes[:n-1] })
		bad("the first hash left out", func(p *pair) { p.Hashes = p.Hashes[1:] })
		bad("nothing proven", func(p *pair) { p.Hashes = []string{} })
		bad("the other way round", func(p *pair) { p.Old, p.New, p.OldRoot, p.NewRoot = p.New, p.Old, p.NewRoot, p.OldRoot })
	}
	bad("from nothing", func(p *pair) { p.Old = 0 })
	return out
}

func TestThePhoneTakesTheProofsThatGoMakesAndNoOthers(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 3))
	var tree audit.Tree
	grow(t, &tree, "vectors", 33)
	var all []pair
	for size := int64(1); size <= 33; size++ {
		for old := int64(1); old <= size; old++ {
			all = append(all, pairs(t, old, size, &tree, rng)...)
		}
	}
	large := newAlike()
	for _, p := range [][2]int64{{255, 256}, {256, 257}, {70_000, 1_000_000}, {1 << 31, 1<<32 + 7}, {1<<33 - 1, 1 << 40}, {3, 1<<53 - 1}, {1<<52 + 12345, 1<<53 - 2}} {
		all = append(all, pairs(t, p[0], p[1], large, rng)...)
	}
	p := script(t)
	wrong := browser.Eval[[]string](p, `(all => {
		const bytes = s => Uint8Array.from(s.match(/../g), x => parseInt(x, 16));
		const head = (size, root) => ({ origin: "o", size, root: bytes(root), fingerprint: "", note: "" });
		return all.filter(p => proof.goesOn(head(p.Old, p.OldRoot), head(p.New, p.NewRoot), p.Hashes.map(bytes)) !== p.Holds)
			.map(p => p.Old + ' to ' + p.New + ', ' + p.Words);
	})(`+quoted(t, all)+`)`)
	if len(all) < 5000 || len(wrong) > 0 {
		t.Errorf("of %d proofs %d are judged wrongly: %.2000s", len(all), len(wrong), strings.Join(wrong, "; "))
	}
}

// noted is a text that the phone reads as a checkpoint, and what has to come of it.
type noted struct{ Words, Note, Key, Want string }

func TestThePhoneReadsSignedNotesStrictly(t *testing.T) {
	t.Parallel()
	key := audit.NewKey(bytes.Repeat([]byte{7}, 32))
	var tree audit.Tree
	grow(t, &tree, "notes", 12)
	c := headAt(t, key, &tree, 12)
	whole, vkey := string(c.Note), key.VKey(spring)
	body, line, _ := strings.Cut(whole, "\n\n")
	body += "\n"
	elsewhere, err := key.Sign("autumn", 12, c.Root)
	if err != nil {
		t.Fatal(err)
	}
	broken := bytes.Clone(c.Note)
	broken[len(broken)-10] ^= 1          // a letter of the signature
	signed := func(text string) string { // by the right key, whatever it says
		b, err := key.Signer(spring).Sign([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		id, err := hex.DecodeString(strings.Split(vkey, "+")[1])
		if err != nil {
			t.Fatal(err)
		}
		return text + "\n— " + audit.Origin(spring) + " " + base64.StdEncoding.EncodeToString(append(id, b...)) + "\n"
	}
	root := base64.StdEncoding.EncodeToString(c.Root[:])
	text := func(origin, size, root, more string) string {
		return signed(fmt.Sprintf("%s\n%s\n%s\n%s", origin, size, root, more))
	}
	o := audit.Origin(spring)
	witness := "— judge.local " + base64.StdEncoding.EncodeToString(bytes.Repeat([]byte{1}, 76)) + "\n"
	const no = "unreadable"
	cases := []noted{
		{"whole", whole, vkey, ""},
		{"with a witness", whole + witness, vkey, ""},
		{"with a witness first", body + "\n" + witness + line, vkey, ""},
		{"signed twice", whole + line, vkey, ""},
		{"of nothing", text(o, "0", root, ""), vkey, ""},
		{"as large as can be", text(o, "9007199254740991", root, ""), vkey, ""},

		{"signature changed", string(broken), vkey, "signature"},
		{"text changed", strings.Replace(whole, "\n12\n", "\n13\n", 1), vkey, "signature"},
		{"good and bad signature", whole + strings.SplitAfter(string(broken), "\n\n")[1], vkey, "signature"},
		{"of another gathering", string(elsewhere.Note), vkey, "signature"},
		{"signed by a witness only", body + "\n" + witness, vkey, "signature"},
		{"signed by another key", string(headAt(t, otherKey, &tree, 12).Note), vkey, "key"},
		{"signed by this key, another expected", whole, otherKey.VKey(spring), "key"},

		{"nothing", "", vkey, no},
		{"a login page", "<!doctype html>\n<title>Hotel</title>\n\nWelcome\n", vkey, no},
		{"without signatures", body, vkey, no},
		{"with an empty line for signatures", body + "\n", vkey, no},
		{"without its last end of line", strings.TrimSuffix(whole, "\n"), vkey, no},
		{"with carriage returns", strings.ReplaceAll(whole, "\n", "\r\n"), vkey, no},
		{"with a control character", strings.Replace(whole, "muster", "must\x07er", 1), vkey, no},
		{"with a hyphen before the signature", strings.Replace(whole, "— ", "- ", 1), vkey, no},
		{"with a word after the signature", strings.TrimSuffix(whole, "\n") + " x\n", vkey, no},
		{"with a malformed signature of somebody else", whole + "— judge.local !!!!\n", vkey, no},
		{"with a signature of a nameless key", whole + "—  AAAAAAA=\n", vkey, no},
		{"with a short signature", whole + "— judge.local AAAA\n", vkey, no},
		{"with unpadded base64", strings.TrimRight(strings.TrimSuffix(whole, "\n"), "=") + "\n", vkey, no},
		{"with too many signatures", whole + strings.Repeat(witness, 100), vkey, no},
		{"too long", whole + strings.Repeat("— judge.local "+base64.StdEncoding.EncodeToString(make([]byte, 3000))+"\n", 5), vkey, no},
		{"with a size that begins with 0", text(o, "012", root, ""), vkey, no},
		{"with a negative size", text(o, "-12", root, ""), vkey, no},
		{"with a size that is no whole number", text(o, "1e1", root, ""), vkey, no},
		{"larger than can be", text(o, "9007199254740992", root, ""), vkey, no},
		{"with a short root", text(o, "12", base64.StdEncoding.EncodeToString(c.Root[:31]), ""), vkey, no},
		{"with a root that is written otherwise", text(o, "12", strings.TrimSuffix(root, "="), ""), vkey, no},
		{"with a further line", text(o, "12", root, "more\n"), vkey, no},

		{"key without its kind", whole, "a+b", no},
		{"key that is damaged", whole, strings.Replace(vkey, "spring", "sprint", 1), no},
		{"key of another kind", whole, otherKind(vkey), no},
	}
	p := script(t)
	got := browser.Eval[[]string](p, `(all => all.map(c => {
		try { return ['', proof.openHead(c.Note, proof.parseKey(c.Key)).fingerprint].join('|') } catch (e) { return e instanceof proof.NoteError ? e.why + '|' + e.message : 'threw ' + e }
	}))(`+quoted(t, cases)+`)`)
	for i, c := range cases {
		why, says, _ := strings.Cut(got[i], "|")
		if why != c.Want || says == "" {
			t.Errorf("%s: got %q (%s), want %q", c.Words, why, says, c.Want)
		}
	}
	if got[0] != "|"+c.Fingerprint() {
		t.Errorf("the phone's fingerprint is %q, Go's %q", got[0], c.Fingerprint())
	}
	readsExtensions(t, p, key)
}

// A phone keeps so many checkpoints and alarms and no more: what goes are the oldest in between, never the first
// of a history nor an alarm.
func TestThePhoneKeepsNoMoreThanItsBound(t *testing.T) {
	t.Parallel()
	p := script(t)
	got := browser.Eval[struct {
		First, Second  []int
		Dropped, Count int
		Alarms, More   int
	}](p, `(async () => {
		const r = await proof.Records.open('g', 6), other = await proof.Records.open('h');
		const head = (size, after) => ({ gathering: 'g', size, fingerprint: '', note: 'n' + size, seen: 1, after });
		await other.begin('k', { ...head(1, 0), gathering: 'h' });
		await r.begin('k', head(1, 0));
		for (let n = 2; n <= 8; n++) await r.keep({ ...head(n, n - 1), history: 1 });
		const alarm = n => ({ gathering: 'g', history: 1, at: 1, kind: 'proof', says: '', shown: 's' + n });
		await r.raise(alarm(0), { key: 'k', head: head(20, 0) });
		await r.raise(alarm(0)); // the same again
		for (let n = 21; n <= 23; n++) await r.keep({ ...head(n, n - 1), history: 2 });
		for (let n = 1; n < 103; n++) await r.raise(alarm(n));
		const sizes = async h => (await r.heads(h)).map(k => k.size);
		const alarms = await r.alarms();
		const [one] = await r.histories();
		return { First: await sizes(1), Second: await sizes(2), Dropped: one.dropped, Count: await r.count(), Alarms: alarms.length, More: alarms.at(-1).more };
	})()`)
	if fmt.Sprint(got.First, got.Second) != "[1 8] [20 21 22 23]" || got.Dropped != 6 || got.Count != 6 {
		t.Errorf("kept are %v and %v, %d; %d were dropped", got.First, got.Second, got.Count, got.Dropped)
	}
	if got.Alarms != 100 || got.More != 3 {
		t.Errorf("%d alarms are kept and %d more counted", got.Alarms, got.More)
	}
}

// otherKind is a verifier key whose kind is not Ed25519.
func otherKind(vkey string) string {
	parts := strings.SplitN(vkey, "+", 3)
	b, err := base64.StdEncoding.DecodeString(parts[2])
	if err != nil {
		panic(err)
	}
	b[0] = 2
	return parts[0] + "+" + parts[1] + "+" + base64.StdEncoding.EncodeToString(b)
}

// readsExtensions wants what the server answers to "since" to be read, and nothing else.
func readsExtensions(t *testing.T, p *browser.Page, key audit.Key) {
	t.Helper()
	var tree audit.Tree
	grow(t, &tree, "extensions", 21)
	head := headAt(t, key, &tree, 21)
	proven := func(old events.Position) string {
		x, err := audit.ProveExtension(old, head, &tree)
		if err != nil {
			t.Fatal(err)
		}
		return string(x.Marshal())
	}
	good := proven(13)
	cases := []noted{
		{"whole", good, "", "13 21 true"},
		{"of the same size", proven(21), "", "21 21 true"},
		{"with another old size", strings.Replace(good, "old 13", "old 12", 1), "", "12 21 false"},
		{"empty", "", "", "unreadable"},
		{"without old", strings.TrimPrefix(good, "old 13\n"), "", "unreadable"},
		{"with a malformed size", strings.Replace(good, "old 13", "old 013", 1), "", "unreadable"},
		{"with a malformed hash", strings.Replace(good, "\n", "\nAAAA\n", 1), "", "unreadable"},
		{"with too many hashes", strings.Replace(good, "\n", "\n"+strings.Repeat(strings.Repeat("A", 43)+"=\n", 64), 1), "", "unreadable"},
		{"with a note that is cut", good[:len(good)-20], "", "unreadable"},
		{"with a note that is changed", strings.Replace(good, "\n21\n", "\n22\n", 1), "", "signature"},
	}
	var olders []string
	for _, old := range []int{12, 13, 21} {
		olders = append(olders, string(headAt(t, key, &tree, old).Note))
	}
	got := browser.Eval[[]string](p, `((all, olders, vkey) => {
		const key = proof.parseKey(vkey);
		const heads = olders.map(n => proof.openHead(n, key));
		return all.map(c => { try {
			const x = proof.openExtension(c.Note, key);
			return [x.old, x.newer.size, proof.goesOn(heads.find(h => h.size === x.old), x.newer, x.hashes)].join(' ');
		} catch (e) { return e instanceof proof.NoteError ? e.why : 'threw ' + e } });
	})(`+quoted(t, cases)+","+quoted(t, olders)+","+quoted(t, key.VKey(spring))+")")
	for i, c := range cases {
		if got[i] != c.Want {
			t.Errorf("proof %s: got %q, want %q", c.Words, got[i], c.Want)
		}
	}
}
