package bundle

import (
	"fmt"
	"io"
	"slices"

	"github.com/muster-events/muster/events"
)

// Part is one part of the verification.
type Part string

// The parts, in the order in which they are looked at.
const (
	PartContainer  Part = "container"  // the file's bytes are those that were written
	PartSignature  Part = "signature"  // the checkpoint is signed by the log's key
	PartGiven      Part = "given"      // the key or the fingerprint that somebody brought along
	PartPhones     Part = "phones"     // what phones have kept are heads of the same log
	PartTree       Part = "tree"       // every commit is the leaf that the tiles and checkpoints say
	PartOrder      Part = "order"      // every stream is whole and in order
	PartSchema     Part = "schema"     // every payload is one that its type allows
	PartDecisions  Part = "decisions"  // every command decided again with the same result
	PartRules      Part = "rules"      // rounds, order of effects, city strength, Eye, results
	PartEntries    Part = "entries"    // entries of tables are signed by the phones that made them
	PartAcross     Part = "across"     // results carried into leagues and campaigns are those of their sources
	PartSummary    Part = "summary"    // what the file says of the end is what the log leads to
	PartPeople     Part = "people"     // names fit what the log committed to
	PartCheckpoint Part = "checkpoint" // older checkpoints are heads of the same log
)

var partWords = map[Part]string{
	PartContainer:  "file, byte for byte as it was written",
	PartSignature:  "signatures",
	PartGiven:      "keys and fingerprints brought along",
	PartPhones:     "checkpoints that phones have kept of the same log",
	PartTree:       "commits are the leaves of the signed tree",
	PartOrder:      "commits name the one before, with none missing",
	PartSchema:     "payloads of the kinds that their types allow",
	PartDecisions:  "commands decided again with the same events",
	PartRules:      "commits with rounds, effects, city strength, Eye and results by the rules",
	PartEntries:    "signatures of phones under entries of their tables",
	PartAcross:     "results carried into leagues and campaigns",
	PartSummary:    "streams end as the summary says",
	PartPeople:     "names that the log committed to",
	PartCheckpoint: "older checkpoints of the same log",
}

// Words says what was counted of the part, "signatures".
func (p Part) Words() string { return partWords[p] }

// Check says how much of a part was looked at.
type Check struct {
	Part  Part   `json:"part"`
	Count uint64 `json:"count"` // of what the part's words name
	Bad   uint64 `json:"bad"`
	// Skipped says why the part was not looked at, or not to its end; empty: it was.
	Skipped string `json:"skipped,omitempty"`
}

// Finding is one contradiction.
type Finding struct {
	Part     Part             `json:"part"`
	Position events.Position  `json:"position,omitempty"` // of the commit; 0: none in particular
	Stream   *events.StreamID `json:"stream,omitempty"`
	Version  events.Version   `json:"version,omitempty"`
	Event    string           `json:"event,omitempty"` // type of the event or command
	Rule     string           `json:"rule,omitempty"`  // the rule that is broken, with its source
	Expected string           `json:"expected,omitempty"`
	Found    string           `json:"found"`
}

// String says it in words.
func (f Finding) String() string {
	out := string(f.Part)
	if f.Position > 0 {
		out += fmt.Sprintf(", commit %d", f.Position)
	}
	if f.Stream != nil {
		out += fmt.Sprintf(" (%s version %d)", *f.Stream, f.Version)
	}
	if f.Event != "" {
		out += ", " + f.Event
	}
	out += ": found " + f.Found
	if f.Expected != "" {
		out += "; expected " + f.Expected
	}
	if f.Rule != "" {
		out += ". Rule: " + f.Rule
	}
	return out
}

// MaxFindings is how many findings a report keeps; further ones are only counted.
const MaxFindings = 100

// Report is what verifying a bundle came to.
type Report struct {
	Gathering   events.GatheringID `json:"gathering"`
	Commits     events.Position    `json:"commits"`
	Events      uint64             `json:"events"`
	Bytes       int64              `json:"bytes"` // of the commits
	Root        string             `json:"root"`  // of the tree of the commits, hexadecimal
	Fingerprint string             `json:"fingerprint"`
	Key         string             `json:"key"` // the verifier key in the bundle
	// KeyGiven is true if a key was brought along and is the bundle's. Without it the bundle only proves
	// that it is consistent with whoever holds its own key.
	KeyGiven    bool          `json:"keyGiven"`
	Witnessed   []string      `json:"witnessed,omitempty"` // names of witnesses that have signed the last checkpoint
	Phones      []PhoneReport `json:"phones,omitempty"`    // in the order in which they were given
	Entries     []Entries     `json:"entries,omitempty"`   // signed or not, of each group in the order of their streams
	Checks      []Check       `json:"checks"`
	Findings    []Finding     `json:"findings,omitempty"` // the first in the log first
	MoreTrouble uint64        `json:"moreFindings,omitempty"`
}

// Proven reports whether nothing contradicts the bundle.
func (r *Report) Proven() bool { return len(r.Findings) == 0 }

// First returns the first finding in the order of the log; those that name no commit come last.
func (r *Report) First() (Finding, bool) {
	if len(r.Findings) == 0 {
		return Finding{}, false
	}
	return r.Findings[0], true
}

func (r *Report) check(p Part) *Check {
	i := slices.IndexFunc(r.Checks, func(c Check) bool { return c.Part == p })
	if i < 0 {
		r.Checks = append(r.Checks, Check{Part: p})
		i = len(r.Checks) - 1
	}
	return &r.Checks[i]
}

func (r *Report) count(p Part, n uint64) { r.check(p).Count += n }

func (r *Report) skip(p Part, why string) { r.check(p).Skipped = why }

// bad notes a finding.
func (r *Report) bad(f Finding) {
	r.check(f.Part).Bad++
	r.Findings = append(r.Findings, f)
	if len(r.Findings) > 2*MaxFindings {
		r.settle()
	}
}

// settle puts the findings in the order of the log and keeps the first ones.
func (r *Report) settle() {
	slices.SortStableFunc(r.Findings, func(a, b Finding) int {
		switch {
		case a.Position == b.Position:
			return 0
		case a.Position == 0:
			return 1
		case b.Position == 0 || a.Position < b.Position:
			return -1
		}
		return 1
	})
	if over := len(r.Findings) - MaxFindings; over > 0 {
		r.MoreTrouble += uint64(over)
		r.Findings = r.Findings[:MaxFindings]
	}
}

// Print tells the report to people.
func (r *Report) Print(w io.Writer) {
	fmt.Fprintf(w, "Gathering %s: %d commits, %d events.\nFingerprint %s\nSigned by    %s\n", r.Gathering, r.Commits, r.Events, r.Fingerprint, r.Key)
	if !r.KeyGiven {
		fmt.Fprintln(w, "             (the key is the bundle's own: compare it with the one the organiser showed, or give --key)")
	}
	for _, n := range r.Witnessed {
		fmt.Fprintf(w, "Witnessed by %s\n", n)
	}
	for _, p := range r.Phones {
		fmt.Fprintln(w, p)
	}
	fmt.Fprintln(w)
	for _, c := range r.Checks {
		mark := "ok  "
		switch {
		case c.Bad > 0:
			mark = "BAD "
		case c.Skipped != "":
			mark = "-   "
		}
		fmt.Fprintf(w, "  %s%9d  %s", mark, c.Count, c.Part.Words())
		if c.Bad > 0 {
			fmt.Fprintf(w, " (%d contradicted)", c.Bad)
		}
		if c.Skipped != "" {
			fmt.Fprintf(w, " (%s)", c.Skipped)
		}
		fmt.Fprintln(w)
	}
	fmt.Fprintln(w)
	for _, e := range r.Entries {
		e.print(w)
	}
	first, bad := r.First()
	if !bad {
		fmt.Fprintln(w, "Proven: nothing in the file contradicts it.")
		return
	}
	fmt.Fprintln(w, "CONTRADICTED. The first:")
	fmt.Fprintln(w, " ", first)
	for _, f := range r.Findings[1:] {
		fmt.Fprintln(w, " ", f)
	}
	if r.MoreTrouble > 0 {
		fmt.Fprintf(w, "  and %d more.\n", r.MoreTrouble)
	}
}
