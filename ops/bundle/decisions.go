package bundle

import (
	"context"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"sync"

	"github.com/muster-events/muster/coordinator/runner"
	"github.com/muster-events/muster/events"
)

// decisions decides every command again, stream by stream, and compares the ends with the summary.
func (v *verifier) decisions(ctx context.Context) error {
	said, err := v.summaries()
	if err != nil {
		return err
	}
	ids := slices.SortedFunc(maps.Keys(v.spool.streams), compareStreams)
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var (
		mu     sync.Mutex // guards report and the two below
		failed error
		done   events.Position
		work   = make(chan events.StreamID)
		wg     sync.WaitGroup
	)
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for id := range work {
				one, err := v.stream(ctx, id)
				mu.Lock()
				if err != nil {
					if failed == nil {
						failed = err
					}
					stop()
				} else {
					v.take(one, said)
					done += events.Position(one.end.Commits)
					v.progress("decided", done)
				}
				mu.Unlock()
			}
		})
	}
	for _, id := range ids {
		select {
		case work <- id:
		case <-ctx.Done():
		}
	}
	close(work)
	wg.Wait()
	if failed != nil {
		return failed
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := v.across(ctx, v.carried); err != nil {
		return err
	}
	return v.rest(ids, said)
}

// decided is what one stream came to.
type decided struct {
	end      Summary
	checks   []Check
	findings []Finding
	people   map[events.PersonID]events.Hash // commitments, of a desk; the zero hash: forgotten
	carried  []carried                       // results from other streams
	entries  Entries                         // of a group
}

// stream decides one stream again.
func (v *verifier) stream(ctx context.Context, id events.StreamID) (decided, error) {
	var out Report
	again := runner.NewAgain(v.o.Catalog, id)
	second := newRules(id)
	third := newSignatures(id)
	people := map[events.PersonID]events.Hash{}
	var results []carried
	for r, err := range v.spool.Load(ctx, id, events.Head{}) {
		if err != nil {
			return decided{}, err
		}
		out.count(PartDecisions, 1)
		payloads, d, err := again.Next(r)
		out.count(PartSchema, uint64(len(r.Events)))
		if err != nil {
			out.bad(Finding{Part: PartSchema, Position: r.Position, Stream: &id, Version: r.Version, Found: err.Error(), Expected: "payloads of types that are known"})
			continue
		}
		if d != nil {
			out.bad(different(*d))
		}
		second.follow(&out, r, payloads, people)
		third.follow(&out, r, payloads)
		if c, ok := v.carries(r); ok {
			results = append(results, c)
		}
	}
	end, err := Summarise(id, again.State())
	if err != nil {
		return decided{}, err
	}
	out.settle()
	return decided{end: end, checks: out.Checks, findings: out.Findings, people: people, carried: results, entries: third.said}, nil
}

// different tells a difference as a finding.
func different(d runner.Difference) Finding {
	id := d.Stream
	f := Finding{Part: PartDecisions, Position: d.Position, Stream: &id, Version: d.Version, Event: d.Command.Type}
	switch {
	case d.Err != nil:
		f.Found = "a command that cannot be decided: " + d.Err.Error()
		return f
	case d.Refusal != nil:
		f.Found = fmt.Sprintf("%s, recorded with %d events, the first %s", d.Command.Type, len(d.Recorded), d.Recorded[0].Type)
		f.Expected = "a refusal: " + d.Refusal.Error()
		f.Rule = d.Refusal.Source
		return f
	}
	for i := range min(len(d.Recorded), len(d.Decided)) {
		if r, n := d.Recorded[i], d.Decided[i]; r.Type != n.Type || string(r.Data) != string(n.Data) {
			f.Event = r.Type
			f.Found = fmt.Sprintf("event %d: %s %s", i+1, r.Type, r.Data)
			f.Expected = fmt.Sprintf("%s %s", n.Type, n.Data)
			return f
		}
	}
	f.Found = fmt.Sprintf("%d events", len(d.Recorded))
	f.Expected = fmt.Sprintf("%d", len(d.Decided))
	if n := len(d.Recorded); n < len(d.Decided) {
		f.Expected += ", the next a " + d.Decided[n].Type
	} else {
		f.Found += ", one too many a " + d.Recorded[len(d.Decided)].Type
	}
	return f
}

// summaries reads what the bundle says of the ends.
func (v *verifier) summaries() (map[events.StreamID]Summary, error) {
	b, err := v.f.read(summaryName, maxSummary)
	if err != nil {
		return nil, err
	}
	var list []Summary
	if err := strictJSON(b, &list); err != nil {
		v.report.bad(Finding{Part: PartSummary, Found: fmt.Sprintf("%s that cannot be read: %v", summaryName, err)})
		return map[events.StreamID]Summary{}, nil
	}
	out := make(map[events.StreamID]Summary, len(list))
	for _, s := range list {
		if _, twice := out[s.Stream]; twice {
			v.report.bad(Finding{Part: PartSummary, Found: fmt.Sprintf("%s twice", s.Stream), Expected: "every stream once"})
		}
		out[s.Stream] = s
	}
	return out, nil
}

// take adds what a stream came to. The caller holds the lock.
func (v *verifier) take(one decided, said map[events.StreamID]Summary) {
	for _, c := range one.checks {
		v.report.count(c.Part, c.Count)
	}
	for _, f := range one.findings {
		v.report.bad(f)
	}
	v.carried = append(v.carried, one.carried...)
	id := one.end.Stream
	v.report.count(PartSummary, 1)
	s, ok := said[id]
	switch {
	case !ok:
		v.report.bad(Finding{Part: PartSummary, Stream: &id, Version: one.end.Commits, Found: "nothing about the stream", Expected: "how it ends"})
	case !v.tells(s, one.end):
		found, expected := firstDifference(s, one.end)
		v.report.bad(Finding{Part: PartSummary, Stream: &id, Version: s.Commits, Found: found, Expected: expected})
	}
	switch id.Kind {
	case events.KindDesk:
		v.people(one.people)
	case events.KindGroup:
		at, _ := slices.BinarySearchFunc(v.report.Entries, id, func(e Entries, id events.StreamID) int { return compareStreams(e.Stream, id) })
		v.report.Entries = slices.Insert(v.report.Entries, at, one.entries)
	}
}

// tells reports whether a summary tells how a stream ends. What the program says beyond facts is compared
// only if the same version of it wrote the bundle.
func (v *verifier) tells(said, is Summary) bool {
	if said.Commits != is.Commits || said.Head != is.Head || said.Engine != is.Engine || !slices.Equal(said.Facts, is.Facts) {
		return false
	}
	return v.f.Manifest.Muster != v.o.Version || said.State == is.State && slices.Equal(said.Words, is.Words)
}

func firstDifference(said, is Summary) (found, expected string) {
	for i := range min(len(said.Facts), len(is.Facts)) {
		if a, b := said.Facts[i], is.Facts[i]; a != b {
			return clip(a.Name + " " + a.Value), clip(b.Name + " " + b.Value)
		}
	}
	for i := range min(len(said.Words), len(is.Words)) {
		if said.Words[i] != is.Words[i] {
			return clip(said.Words[i]), clip(is.Words[i])
		}
	}
	return fmt.Sprintf("%d commits, head %s, state %s", said.Commits, said.Head, said.State),
		fmt.Sprintf("%d commits, head %s, state %s", is.Commits, is.Head, is.State)
}

// rest compares the counts that the manifest states.
func (v *verifier) rest(ids []events.StreamID, said map[events.StreamID]Summary) error {
	for id := range said {
		if v.spool.streams[id] == nil {
			v.report.bad(Finding{Part: PartSummary, Stream: &id, Found: "a stream that has no commits", Expected: "those of the log"})
		}
	}
	if v.f.Manifest.Streams != len(ids) || v.f.Manifest.Events != v.report.Events {
		v.report.bad(Finding{
			Part: PartSummary, Found: fmt.Sprintf("a manifest of %d streams and %d events", v.f.Manifest.Streams, v.f.Manifest.Events),
			Expected: fmt.Sprintf("%d and %d", len(ids), v.report.Events),
		})
	}
	return nil
}
