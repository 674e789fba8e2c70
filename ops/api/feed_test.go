package api_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/store/storetest"
	"github.com/muster-events/muster/ops/feed"
)

const feedPath = "/gatherings/spring/feed"

func bearer(token string) func(*http.Request) {
	return func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+token) }
}

const tokenPath = feedPath + "/token"

// token makes what a program reads the feed with.
func (b *browser) token() string {
	b.t.Helper()
	var made struct{ Token string }
	b.want(http.StatusOK, "POST", tokenPath, nil, &made)
	if !strings.HasPrefix(made.Token, "muster_feed_") || len(made.Token) < 40 {
		b.t.Fatalf("the token is %q", made.Token)
	}
	return made.Token
}

// problemOf fails unless a request is refused with a status and a code, and returns what is said.
func (b *browser) problemOf(status int, code, path string, edit ...func(*http.Request)) string {
	b.t.Helper()
	var p struct{ Code, Detail string }
	b.want(status, "GET", path, nil, &p, edit...)
	if p.Code != code {
		b.t.Errorf("GET %s: code %s, want %s: %s", path, p.Code, code, p.Detail)
	}
	return p.Detail
}

func TestWhoMayReadTheFeed(t *testing.T) {
	r := newRig(t)
	o := r.play(t, "spring", "red")
	o.want(http.StatusOK, "POST", "/gatherings", map[string]any{"id": "autumn", "name": "Autumn"}, nil)
	const once = feedPath + "?follow=false"
	token := o.token()
	nobody := r.browser(t)

	for name, b := range map[string]*browser{"organiser": o, "judge": r.judge(t, "spring")} {
		if status, body := b.send("GET", once, nil); status != http.StatusOK || !strings.Contains(string(body), "group.started.v1") {
			t.Errorf("%s: %d %.200s", name, status, body)
		}
	}
	if says := nobody.problemOf(http.StatusUnauthorized, "not-let-in", once); !strings.Contains(says, "Authorization: Bearer") {
		t.Errorf("who asks without anything is told %q", says)
	}
	r.captain(t, "spring", "red", "red").problemOf(http.StatusForbidden, "not-allowed", once)
	r.judge(t, "autumn").problemOf(http.StatusForbidden, "not-allowed", once)
	status, _ := nobody.send("GET", once, nil, bearer(token))
	if status != http.StatusOK {
		t.Errorf("with the token: %d", status)
	}
	nobody.problemOf(http.StatusUnauthorized, "not-let-in", once, bearer(token+"x"))
	nobody.problemOf(http.StatusUnauthorized, "not-let-in", "/gatherings/autumn/feed?follow=false", bearer(token))
	nobody.problemOf(http.StatusNotFound, "not-found", "/gatherings/winter/feed", bearer(token))
	o.problemOf(http.StatusNotFound, "not-found", "/gatherings/winter/feed")

	for _, b := range []*browser{nobody, r.judge(t, "spring"), r.captain(t, "spring", "red", "red")} {
		for _, method := range []string{"GET", "POST", "DELETE"} {
			b.want(http.StatusForbidden, method, tokenPath, nil, nil)
		}
	}
	fresh := o.token()
	nobody.problemOf(http.StatusUnauthorized, "not-let-in", once, bearer(token))
	for range 40 {
		if status, _ = nobody.send("GET", once, nil, bearer("muster_feed_guess")); status == http.StatusTooManyRequests {
			break
		}
	}
	if status != http.StatusTooManyRequests {
		t.Error("guessing is not limited")
	}
	r.clock.add(time.Hour)
	if status, _ := nobody.send("GET", once, nil, bearer(fresh)); status != http.StatusOK {
		t.Errorf("with the new token: %d", status)
	}
}

// The token is shown to nobody after it was made. Who reads by it is cut off when it is renewed or revoked;
// that goes on when the gathering has ended and its log is sealed.
func TestTheTokenOfTheFeedIsRenewedAndRevoked(t *testing.T) {
	r := newRig(t)
	o := r.play(t, "spring", "red")
	nobody := r.browser(t)
	const once = feedPath + "?follow=false"
	if status, body := o.send("GET", tokenPath, nil); status != http.StatusOK || strings.Contains(string(body), "made") {
		t.Fatalf("before there is one: %d %s", status, body)
	}
	nobody.problemOf(http.StatusUnauthorized, "not-let-in", once, bearer(""))
	token := o.token()
	for _, path := range []string{tokenPath, "/gatherings/spring/codes", "/gatherings/spring"} {
		if _, body := o.send("GET", path, nil); strings.Contains(string(body), token) {
			t.Errorf("%s still gives it", path)
		}
	}
	// reads until it is cut off
	reading := func(token string) (begun, over chan struct{}) {
		begun, over = make(chan struct{}), make(chan struct{})
		req := must[*http.Request](t)(http.NewRequestWithContext(t.Context(), http.MethodGet, r.url+"/api/v1"+feedPath, nil))
		bearer(token)(req)
		go func() {
			defer close(over)
			res, err := http.DefaultClient.Do(req)
			if err != nil || res.StatusCode != http.StatusOK {
				t.Errorf("%v, %+v", err, res)
				close(begun)
				return
			}
			defer func() { _ = res.Body.Close() }()
			lines := bufio.NewReader(res.Body)
			_, _ = lines.ReadString('\n')
			close(begun)
			_, _ = io.Copy(io.Discard, lines)
		}()
		return begun, over
	}
	begun, over := reading(token)
	<-begun
	fresh := o.token()
	<-over
	begun, over = reading(fresh)
	<-begun
	at := o.accepted("spring", "", cmd(desk.EndGathering{})).Answers[0].Position
	o.want(http.StatusOK, "GET", fmt.Sprintf("%s?at=%d", groupPath("spring", "red"), at), nil, nil)
	o.want(http.StatusNoContent, "DELETE", tokenPath, nil, nil)
	<-over
	nobody.problemOf(http.StatusUnauthorized, "not-let-in", once, bearer(fresh))
	o.want(http.StatusNoContent, "DELETE", tokenPath, nil, nil) // there need not be one
	if status, _ := nobody.send("GET", once, nil, bearer(o.token())); status != http.StatusOK {
		t.Errorf("after the end: %d", status)
	}
	o.want(http.StatusNotFound, "POST", "/gatherings/winter/feed/token", nil, nil)
}

func TestWhatCannotBeAskedOfTheFeed(t *testing.T) {
	r := newRig(t)
	o := r.play(t, "spring", "red")
	for _, query := range []string{"after=x", "after=7.1", "stream=red", "stream=group/Red", "follow=perhaps", "from=7"} {
		o.problemOf(http.StatusUnprocessableEntity, "malformed", feedPath+"?"+query)
	}
	if says := o.problemOf(http.StatusConflict, "position-ahead", feedPath+"?after=9999"); !strings.Contains(says, "begin again from 0") {
		t.Errorf("a position that is ahead: %q", says)
	}
}

// read returns the lines of a feed that ends by itself.
func (b *browser) read(query string, edit ...func(*http.Request)) []feed.Line {
	b.t.Helper()
	status, body := b.send("GET", feedPath+query, nil, edit...)
	if status != http.StatusOK {
		b.t.Fatalf("%s: %d %s", query, status, body)
	}
	var out []feed.Line
	for line := range strings.Lines(string(body)) {
		var l feed.Line
		if err := json.Unmarshal([]byte(line), &l); err != nil {
			b.t.Fatalf("line %q: %v", line, err)
		}
		out = append(out, l)
	}
	return out
}

func TestTheFeedGoesOnWhereItIsAsked(t *testing.T) {
	r := newRig(t)
	o := r.play(t, "spring", "red")
	all := o.read("?follow=false")
	end := len(all) - 1
	if all[end].Type != feed.TypeKeepAlive || all[0].Type != "desk.gathering-opened.v1" || all[0].Position != "1-0" {
		t.Fatalf("the feed begins with %+v and ends with %+v", all[0], all[end])
	}
	for i, l := range all[:end] {
		rest := o.read("?follow=false&after=" + l.Position)
		header := o.read("?follow=false&after=1-0", func(r *http.Request) { r.Header.Set("Last-Event-ID", l.Position) })
		if len(rest) != len(all)-i-1 || len(header) != len(rest) || rest[0].ID != all[i+1].ID && i+1 < end {
			t.Fatalf("after %s: %d lines and %d, want %d", l.Position, len(rest), len(header), len(all)-i-1)
		}
	}
	for _, l := range o.read("?follow=false&stream=group/red") {
		if l.Stream != "group/red" && l.Type != feed.TypeKeepAlive {
			t.Errorf("a line of %s in the feed of group/red", l.Stream)
		}
	}
	if rest := o.read("?follow=false&after=" + all[end].Position); len(rest) != 1 {
		t.Errorf("after the keep-alive: %d lines", len(rest))
	}
}

// Names and contacts are not in the log, so they are not in the feed.
func TestTheFeedNamesNobody(t *testing.T) {
	r := newRig(t)
	o := r.play(t, "spring", "red")
	o.want(http.StatusOK, "POST", "/gatherings/spring/people", map[string]any{"people": []map[string]string{{"name": "Zsófia Unforgettable", "contact": "zsofia@example.org"}}}, nil)
	_, body := o.send("GET", feedPath+"?follow=false", nil)
	for _, name := range []string{"Zsófia", "example.org", "Ana", "Çelik"} {
		if strings.Contains(string(body), name) {
			t.Errorf("the feed holds %q", name)
		}
	}
	if !strings.Contains(string(body), `"p-4"`) {
		t.Error("the feed does not hold the person's id")
	}
}

// cutter is a proxy that ends each connection after a number of bytes of the answer.
type cutter struct {
	l      net.Listener
	server string
	after  func() int64 // bytes of the next connection
	wg     sync.WaitGroup
}

func newCutter(t *testing.T, server string, after func() int64) *cutter {
	t.Helper()
	c := &cutter{l: must[net.Listener](t)(net.Listen("tcp", "127.0.0.1:0")), server: server, after: after}
	c.wg.Go(func() {
		for {
			in, err := c.l.Accept()
			if err != nil {
				return
			}
			c.wg.Go(func() { c.serve(in) })
		}
	})
	t.Cleanup(func() { _ = c.l.Close(); c.wg.Wait() })
	return c
}

func (c *cutter) serve(in net.Conn) {
	defer in.Close()
	out, err := net.Dial("tcp", c.server)
	if err != nil {
		return
	}
	defer out.Close()
	c.wg.Go(func() { _, _ = io.Copy(out, in) })
	_, _ = io.CopyN(in, out, c.after())
}

// Fault C2: the connection of a program that reads the feed breaks again and again, anywhere, also inside a
// line. It comes back each time with the position of the last whole line.
// MUSTER_FAULTS=full cuts a thousand times.
func TestFault_C2_AFeedIsCutAgainAndAgain(t *testing.T) {
	r := newRig(t)
	o := r.play(t, "spring", "red")
	token := o.token()
	cuts := 150
	if os.Getenv("MUSTER_FAULTS") == "full" {
		cuts = 1000
	}
	head := events.Head{}
	for range 12 {
		d := storetest.Draft(events.Group("spring", "noise"), "noise")
		d.Events = nil
		for i := range 60 {
			d.Events = append(d.Events, must[events.Event](t)(events.Encode(group.NoticePosted{Text: fmt.Sprintf("noise %d", i)})))
		}
		head = storetest.Append(t, r.store, head, d).Head()
	}
	proxy := newCutter(t, strings.TrimPrefix(r.url, "http://"), func() int64 { return 320 + rand.Int64N(1000) }) // the header has about 300
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var writing sync.WaitGroup
	writing.Go(func() { // play goes on meanwhile
		for i := 0; ctx.Err() == nil && i < 200; i++ {
			if status, _ := o.commands("spring", "red", cmd(group.PostNotice{Text: fmt.Sprintf("notice %d", i)})); status != http.StatusOK {
				t.Errorf("notice %d: %d", i, status)
				return
			}
		}
	})
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	var got []string
	position, n, partial := "", 0, 0
	for n < cuts {
		req := must[*http.Request](t)(http.NewRequestWithContext(ctx, http.MethodGet, "http://"+proxy.l.Addr().String()+"/api/v1"+feedPath+"?after="+position, nil))
		bearer(token)(req)
		res, err := client.Do(req)
		if err != nil { // cut inside the header
			n++
			continue
		}
		lines := bufio.NewReader(res.Body)
		for {
			line, err := lines.ReadString('\n')
			if err != nil {
				if line != "" {
					partial++
				}
				break
			}
			var l feed.Line
			if err := json.Unmarshal([]byte(line), &l); err != nil {
				t.Fatalf("line %q: %v", line, err)
			}
			position = l.Position
			if !strings.HasPrefix(l.Type, "muster.") {
				got = append(got, l.ID)
			}
		}
		_ = res.Body.Close()
		n++
	}
	writing.Wait()
	b := r.browser(t)
	for _, l := range b.read("?follow=false&after="+position, bearer(token)) {
		if !strings.HasPrefix(l.Type, "muster.") {
			got = append(got, l.ID)
		}
	}
	want := r.eventsOf(t, "spring")
	lost, doubled := compare(got, want)
	if lost > 0 || doubled > 0 || len(got) != len(want) {
		t.Errorf("%d lines, want %d: %d lost, %d doubled or out of order", len(got), len(want), lost, doubled)
	}
	t.Logf("fault C2: a feed of %d lines cut %d times, %d of them inside a line, while %d commits were made: %d lost, %d doubled", len(want), n, partial, r.positions(t)["spring"], lost, doubled)
}

// eventsOf returns the ids of all events of a gathering's log, in order.
func (r *rig) eventsOf(t *testing.T, g events.GatheringID) []string {
	t.Helper()
	end := must[events.Position](t)(r.store.End(t.Context(), g))
	var out []string
	for rec, err := range r.store.Follow(t.Context(), g, 0) {
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range rec.CloudEvents() {
			out = append(out, e.ID)
		}
		if rec.Position == end {
			return out
		}
	}
	return out
}

// compare counts what of want is missing in got, and what in got does not come next in want.
func compare(got, want []string) (lost, wrong int) {
	next := 0
	for _, id := range got {
		at := next
		for at < len(want) && want[at] != id {
			at++
		}
		if at == len(want) {
			wrong++
			continue
		}
		lost += at - next
		next = at + 1
	}
	return lost + len(want) - next, wrong
}

// Fault B7: programs that do not read what they asked for are cut off, and commands are answered meanwhile.
func TestFault_B7_FeedsThatNobodyReads(t *testing.T) {
	r := newRig(t)
	o := r.play(t, "spring", "red")
	token := o.token()
	const readers = 150
	var conns []net.Conn
	for range readers {
		c := must[net.Conn](t)(net.Dial("tcp", strings.TrimPrefix(r.url, "http://")))
		defer c.Close()
		fmt.Fprintf(c, "GET /api/v1%s HTTP/1.1\r\nHost: muster\r\nAuthorization: Bearer %s\r\n\r\n", feedPath, token)
		conns = append(conns, c)
	}
	for _, c := range conns { // each is let in
		_ = c.SetReadDeadline(time.Now().Add(patience))
		if line, err := bufio.NewReaderSize(c, 16).ReadSlice('\n'); err != nil && err != bufio.ErrBufferFull || !strings.HasPrefix(string(line), "HTTP/1.1 200") {
			t.Fatalf("%q, %v", line, err)
		}
	}
	worst := time.Duration(0)
	for i := range 100 {
		began := time.Now()
		o.accepted("spring", "red", cmd(group.PostNotice{Text: fmt.Sprintf("notice %d", i)}))
		worst = max(worst, time.Since(began))
	}
	if _, body := o.send("GET", feedPath+"?follow=false", nil); !strings.Contains(string(body), "notice 99") {
		t.Error("a reader that reads does not get the last notice")
	}
	t.Logf("fault B7: 100 commands beside %d feeds that nobody reads: all answered, the slowest in %v; who reads has every line", readers, worst.Round(time.Millisecond))
}
