//go:build js && wasm

// Command verifier is `muster verify` for a browser: it runs in a worker of the page /verify, which says what
// to check in globalThis.musterJob and is told what came of it through globalThis.musterTell. It is built by
// `make verifier`; the worker is dashboards/web/src/verifier.
//
// A check is one run of the program: whatever memory it took is gone with it.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"strings"
	"syscall/js"

	"github.com/muster-events/muster/cmd/internal/release"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/vocabulary"
	"github.com/muster-events/muster/ops/bundle"
)

// softLimit is how many bytes the program tries to stay below by collecting garbage more often. A browser
// gives it 4 GiB at most, phones much less.
const softLimit = 1 << 30

// maxPhones is how many phones' files are taken.
const maxPhones = 64

// Job is what the page asks for: the flags of `muster verify`.
type Job struct {
	Checkpoints []string `json:"checkpoints"`
	Key         string   `json:"key"`
	Witnesses   []string `json:"witnesses"`
	Need        int      `json:"need"` // 0: all of Witnesses
}

// Told is one message to the page; exactly one of its fields is set.
type Told struct {
	Progress *Progress `json:"progress,omitempty"`
	Outcome  *Outcome  `json:"outcome,omitempty"`
	// Unreadable says why the file is no bundle that can be checked, or which file is not that of a phone.
	Unreadable string `json:"unreadable,omitempty"`
}

// Progress says how far a check is.
type Progress struct {
	Step string          `json:"step"` // "open", then those of bundle.Options
	Done events.Position `json:"done"`
	Of   events.Position `json:"of"`
}

// Outcome is what `muster verify` would say, as JSON and in its words.
type Outcome struct {
	Proven bool           `json:"proven"`
	Report *bundle.Report `json:"report"`
	// Words are those of the parts that were checked, First those of the first finding.
	Words map[bundle.Part]string `json:"words"`
	First string                 `json:"first,omitempty"`
	Text  string                 `json:"text"`
}

func main() {
	debug.SetMemoryLimit(softLimit)
	out, err := check(js.Global().Get("musterJob"))
	if err != nil {
		var u *bundle.UnreadableError
		if errors.As(err, &u) {
			err = u // without what was being done: the sentence is the command's
		}
		tell(Told{Unreadable: err.Error()})
		return
	}
	tell(Told{Outcome: out})
}

func tell(t Told) {
	b, err := json.Marshal(t)
	if err != nil {
		panic(err) // the worker says that the check has died
	}
	js.Global().Call("musterTell", string(b))
}

// readPhones reads what phones have kept.
func readPhones(files js.Value) ([]bundle.Phone, error) {
	n := files.Length()
	if n > maxPhones {
		return nil, fmt.Errorf("%d files of phones were chosen; at most %d are taken at once", n, maxPhones)
	}
	var out []bundle.Phone
	for i := range n {
		f := newBlob(files.Index(i))
		b, err := io.ReadAll(io.NewSectionReader(f, 0, min(f.size, bundle.MaxPhoneBytes+1)))
		if err != nil {
			return nil, err
		}
		p, err := bundle.ReadPhone(files.Index(i).Get("name").String(), b)
		if err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	return out, nil
}

func check(given js.Value) (*Outcome, error) {
	var job Job
	if err := json.Unmarshal([]byte(given.Get("asked").String()), &job); err != nil {
		return nil, err
	}
	tell(Told{Progress: &Progress{Step: "open"}})
	phones, err := readPhones(given.Get("phones"))
	if err != nil {
		return nil, err
	}
	in := newBlob(given.Get("file"))
	f, err := bundle.Open(in, in.size)
	if err != nil {
		return nil, err
	}
	need := job.Need
	if need == 0 {
		need = len(job.Witnesses)
	}
	r, err := bundle.Verify(context.Background(), f, bundle.Options{
		Catalog: vocabulary.All(), Version: release.Version(), Key: job.Key, Fingerprints: job.Checkpoints, Witnesses: job.Witnesses, Need: need, Phones: phones,
		Progress: func(step string, done, of events.Position) {
			tell(Told{Progress: &Progress{Step: step, Done: done, Of: of}})
		},
	})
	if err != nil {
		return nil, err
	}
	var text strings.Builder
	r.Print(&text)
	out := &Outcome{Proven: r.Proven(), Report: r, Words: map[bundle.Part]string{}, Text: text.String()}
	for _, c := range r.Checks {
		out.Words[c.Part] = c.Part.Words()
	}
	if first, bad := r.First(); bad {
		out.First = first.String()
	}
	return out, nil
}
