package presence

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/muster-events/muster/dashboards/deps"
	"github.com/muster-events/muster/events"
)

// Times.
const (
	// Beat is how often a server tells the others of the phones connected to it.
	Beat = 4 * time.Second
	// Lost is how long after the last beat of a server its phones are gone.
	Lost = 12 * time.Second
	// Silence is how long a phone may give no sign of life while its stream seems open. The page
	// reports every 15 s.
	Silence = 40 * time.Second
	// Keep is how long a phone that is gone is remembered.
	Keep = 24 * time.Hour
	// Tick is how often changes are looked for: what pages hear of is at most that old.
	Tick = 500 * time.Millisecond
)

// Bounds of memory.
const (
	// MaxTables is how many tables are known; then the one heard least recently makes room.
	MaxTables = 10_000
	// MaxPhones is how many phones of a table are known; then one that is gone makes room.
	MaxPhones = 8
	// MaxServers is how many servers' reports of one phone are kept.
	MaxServers = 8
)

// Presence knows which phones are at the tables. Make one with [New] and run it. It is safe for
// concurrent use.
type Presence struct {
	own string // name of this server among those on the bus
	bus Bus
	now func() time.Time
	log *slog.Logger

	mu      sync.Mutex // guards everything below
	started time.Time
	tables  map[deps.Seat]table
	said    map[deps.Seat]string // what pages were last told, to find changes
	waiters map[events.GatheringID]chan struct{}
	greeted bool // a server asked for everything
}

// New returns a Presence that knows nothing yet.
func New(bus Bus, now func() time.Time, log *slog.Logger) *Presence {
	return &Presence{
		own: rand.Text(), bus: bus, now: now, log: log, started: now(),
		tables: map[deps.Seat]table{}, said: map[deps.Seat]string{}, waiters: map[events.GatheringID]chan struct{}{},
	}
}

// Run listens to the other servers and tells them until ctx ends; then it takes leave.
func (p *Presence) Run(ctx context.Context) error {
	stop, err := p.bus.Subscribe(Filter, p.receive)
	if err != nil {
		return fmt.Errorf("listen to %s: %w", Filter, err)
	}
	p.send(hello, beat{Server: p.own})
	look, tell := time.NewTicker(Tick), time.NewTicker(Beat)
	defer look.Stop()
	defer tell.Stop()
	for {
		select {
		case <-look.C:
			p.look()
		case <-tell.C:
			p.tellAll(false)
		case <-ctx.Done():
			err := stop()
			p.leave()
			return err
		}
	}
}

// Opened implements [deps.Presence].
func (p *Presence) Opened(at deps.Seat, d events.DeviceID, r deps.Report) func() {
	p.mu.Lock()
	defer p.mu.Unlock()
	s := p.sighting(at, d, p.own)
	if s == nil {
		return func() {}
	}
	now := p.now()
	if s.streams++; s.streams == 1 {
		s.since = now
	}
	r.Away = false
	s.take(r, now)
	p.tell(at)
	return sync.OnceFunc(func() { p.closed(at, s) })
}

// closed counts a stream out.
func (p *Presence) closed(at deps.Seat, s *sighting) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if s.streams == 0 {
		return // this server has taken leave already
	}
	if s.streams--; s.streams == 0 {
		s.since = p.now()
		p.tell(at)
	}
}

// Heard implements [deps.Presence].
func (p *Presence) Heard(at deps.Seat, d events.DeviceID, r deps.Report) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if s := p.sighting(at, d, p.own); s != nil && s.take(r, p.now()) {
		p.tell(at)
	}
}

// Phone implements [deps.Presence].
func (p *Presence) Phone(at deps.Seat, recorder events.DeviceID) deps.Phone {
	p.mu.Lock()
	defer p.mu.Unlock()
	out, known := p.tables[at].phone(recorder, p.own, p.now())
	switch {
	case known:
	case recorder != "":
		out.State, out.Since = deps.PhoneUnseen, p.started
	default:
		out.State = deps.PhoneNever
	}
	return out
}

// Changed implements [deps.Presence].
func (p *Presence) Changed(g events.GatheringID) <-chan struct{} {
	p.mu.Lock()
	defer p.mu.Unlock()
	c, ok := p.waiters[g]
	if !ok {
		c = make(chan struct{})
		p.waiters[g] = c
	}
	return c
}

// Here returns how many phones have a stream of this server open.
func (p *Presence) Here() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	n := 0
	for _, t := range p.tables {
		for _, ss := range t {
			if s := ss[p.own]; s != nil && s.streams > 0 {
				n++
			}
		}
	}
	return n
}

// sighting returns what a server knows of a phone, making room for it if there is none yet; nil if
// there is no room: everything else is connected. The caller holds mu.
func (p *Presence) sighting(at deps.Seat, d events.DeviceID, server string) *sighting {
	now := p.now()
	t, ok := p.tables[at]
	if !ok {
		if len(p.tables) >= MaxTables && !p.makeRoom(now) {
			return nil
		}
		t = table{}
		p.tables[at] = t
	}
	ss, ok := t[d]
	if !ok {
		if len(t) >= MaxPhones {
			idle := t.idle(p.own, now)
			if idle == "" {
				return nil
			}
			delete(t, idle)
		}
		ss = sightings{}
		t[d] = ss
	}
	if ss[server] == nil {
		ss.makeRoom(p.own)
		ss[server] = &sighting{heard: now}
	}
	return ss[server]
}

// makeRoom forgets the table that was heard least recently, of those without a connected phone.
func (p *Presence) makeRoom(now time.Time) bool {
	var out deps.Seat
	var at time.Time
	for seat, t := range p.tables {
		if heard := t.heard(); !t.busy(p.own, now) && (at.IsZero() || heard.Before(at)) {
			out, at = seat, heard
		}
	}
	delete(p.tables, out)
	return !at.IsZero()
}

// receive takes a message of a server into account.
func (p *Presence) receive(subject string, data []byte) {
	if subject == hello {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.greeted = true
		return
	}
	b, err := read(subject, data)
	if err != nil {
		p.log.Warn("a report of phones was dropped", "err", err)
		return
	}
	if b.Server == p.own {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.now()
	for _, t := range b.Phones {
		if s := p.sighting(b.seat, t.Device, b.Server); s != nil {
			*s = t.sighting(now)
		}
	}
}

// tellAll tells of the tables whose phones are connected here or were heard lately, or of all.
func (p *Presence) tellAll(all bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.now()
	for at, t := range p.tables {
		for _, ss := range t {
			if s := ss[p.own]; s != nil && (all || s.streams > 0 || now.Sub(s.heard) < 2*Beat) {
				p.tell(at)
				break
			}
		}
	}
}

// tell tells of one table what this server knows itself. The caller holds mu.
func (p *Presence) tell(at deps.Seat) {
	b, now := beat{Server: p.own}, p.now()
	for d, ss := range p.tables[at] {
		if s := ss[p.own]; s != nil {
			b.Phones = append(b.Phones, s.tell(d, now))
		}
	}
	p.send(subject(at), b)
}

// send publishes a message. One that is lost is made good by the next beat.
func (p *Presence) send(subject string, b beat) {
	data, err := json.Marshal(b)
	if err == nil {
		err = p.bus.Publish(subject, data)
	}
	if err != nil {
		p.log.Debug("the other servers could not be told of phones", "subject", subject, "err", err)
	}
}

// leave tells the others that no phone is connected here any more.
func (p *Presence) leave() {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.now()
	for at, t := range p.tables {
		left := false
		for _, ss := range t {
			if s := ss[p.own]; s != nil && s.streams > 0 {
				s.streams, s.since, left = 0, now, true
			}
		}
		if left {
			p.tell(at)
		}
	}
}

// look forgets what is old, answers a server that has started, and wakes the pages of gatherings in
// which something changed.
func (p *Presence) look() {
	p.mu.Lock()
	greeted := p.greeted
	p.greeted = false
	now := p.now()
	for at, t := range p.tables {
		t.forget(p.own, now)
		if len(t) == 0 {
			delete(p.tables, at)
		}
		if says := t.says(p.own, now); says != p.said[at] {
			p.said[at] = says
			p.wake(at.Gathering)
		}
	}
	for at := range p.said {
		if _, ok := p.tables[at]; !ok {
			delete(p.said, at)
			p.wake(at.Gathering)
		}
	}
	p.mu.Unlock()
	if greeted {
		p.tellAll(true)
	}
}

// wake wakes who waits for changes of a gathering. The caller holds mu.
func (p *Presence) wake(g events.GatheringID) {
	if c, ok := p.waiters[g]; ok {
		close(c)
		delete(p.waiters, g)
	}
}

var _ deps.Presence = (*Presence)(nil)
