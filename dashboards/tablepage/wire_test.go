package tablepage_test

import (
	"bytes"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
)

// wire stands before the server and does to commands what a network can: it loses the answer after
// the command was applied, delivers a request twice, or delivers an old one once more after a later
// one.
type wire struct {
	next   http.Handler
	mu     sync.Mutex // guards the fields below
	lose   int        // answers that are still to be lost
	rnd    *rand.Rand // nil: nothing happens at random
	faults int        // random faults that are still to happen
	old    *http.Request
	oldOf  []byte
	posts  int // requests with commands that came in
	done   int // faults that happened
}

// loseNext loses the next n answers.
func (x *wire) loseNext(n int) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.lose += n
}

// unreliable lets random faults happen, about one in two requests, n in all.
func (x *wire) unreliable(seed uint64, n int) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.rnd, x.faults = rand.New(rand.NewPCG(seed, seed)), n
}

func (x *wire) count() (posts, faults int) {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.posts, x.done
}

// kinds of fault.
const (
	none = iota
	loses
	doubles
	late // an earlier request comes once more before this one
)

func (x *wire) pick() int {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.posts++
	kind := none
	switch {
	case x.lose > 0:
		x.lose--
		kind = loses
	case x.faults > 0 && x.rnd.IntN(2) == 0:
		x.faults--
		kind = 1 + x.rnd.IntN(3)
	}
	if kind != none {
		x.done++
	}
	return kind
}

func (x *wire) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodPost || !strings.HasSuffix(r.URL.Path, "/commands") {
		x.next.ServeHTTP(w, r)
		return
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return // the phone is gone
	}
	kind := x.pick()
	switch kind {
	case doubles:
		x.deliver(r, body)
	case late:
		if old, oldBody := x.remembered(); old != nil {
			x.deliver(old, oldBody)
		}
	}
	x.remember(r, body)
	if kind == loses {
		x.deliver(r, body)
		panic(http.ErrAbortHandler) // the connection breaks before the answer
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	x.next.ServeHTTP(w, r)
}

// deliver lets the server have a request whose answer nobody hears.
func (x *wire) deliver(r *http.Request, body []byte) {
	again := r.Clone(r.Context())
	again.Body = io.NopCloser(bytes.NewReader(body))
	x.next.ServeHTTP(httptest.NewRecorder(), again)
}

func (x *wire) remember(r *http.Request, body []byte) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.old, x.oldOf = r.Clone(r.Context()), body
}

func (x *wire) remembered() (*http.Request, []byte) {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.old, x.oldOf
}
