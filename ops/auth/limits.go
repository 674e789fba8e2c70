package auth

import (
	"container/list"
	"fmt"
	"net/http"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Bounds of wrong keys and codes. Right ones cost nothing, except that one code opens at most
// [CodeJoinsPerMinute] sessions a minute.
//
// Source: shared/reliability.md, section 6, V6.
const (
	DeviceTriesPerMinute  = 5
	AddressTriesPerMinute = 30
	CodeJoinsPerMinute    = 30
	// FirstDelay is what a device or address waits for once its tries are used up; it doubles with
	// every further wrong try and is forgotten after Forgiven without one. MaxDeviceDelay and
	// MaxAddressDelay bound it: one address may be a whole venue, so that it is held back less.
	FirstDelay      = 15 * time.Second
	MaxDeviceDelay  = 15 * time.Minute
	MaxAddressDelay = time.Minute
	Forgiven        = time.Hour
	// maxTracked bounds the devices and addresses remembered; the longest unused are forgotten.
	maxTracked = 20_000
)

// limits counts wrong tries by device and by address.
type limits struct {
	now func() time.Time

	mu    sync.Mutex // guards everything below
	tries map[string]*tries
	order *list.List // of *tries, latest first
}

type tries struct {
	key     string
	left    *rate.Limiter
	most    time.Duration // bound of the delay
	strikes int           // wrong tries since the tries were used up
	until   time.Time     // no tries before
	last    time.Time     // the last wrong one
	where   *list.Element
}

func newLimits(now func() time.Time) *limits {
	return &limits{now: now, tries: map[string]*tries{}, order: list.New()}
}

// settle is asked once for every try, with whether it was right. It returns how long to wait if the
// try does not count because there were too many wrong ones; the caller must then not say whether
// it was right.
func (l *limits) settle(device, address string, right bool) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	who := []*tries{l.of("address "+address, AddressTriesPerMinute, MaxAddressDelay, now)}
	if device != "" {
		who = append(who, l.of("device "+device, DeviceTriesPerMinute, MaxDeviceDelay, now))
	}
	wait := time.Duration(0)
	for _, t := range who {
		wait = max(wait, t.wait(now))
	}
	if wait > 0 || right {
		return wait
	}
	for _, t := range who {
		t.wrong(now)
	}
	return 0
}

// join is asked when a code is used; it returns how long to wait if it was used too often.
func (l *limits) join(code string) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	t := l.of("code "+code, CodeJoinsPerMinute, 0, now)
	t.last = now
	if t.left.AllowN(now, 1) {
		return 0
	}
	return time.Minute / CodeJoinsPerMinute
}

// of returns the tries of a key, new if it is not known. The caller holds mu.
func (l *limits) of(key string, perMinute int, most time.Duration, now time.Time) *tries {
	t, ok := l.tries[key]
	if ok {
		l.order.MoveToFront(t.where)
		return t
	}
	t = &tries{key: key, most: most, left: rate.NewLimiter(rate.Every(time.Minute/time.Duration(perMinute)), perMinute), last: now}
	t.where = l.order.PushFront(t)
	l.tries[key] = t
	for len(l.tries) > maxTracked {
		oldest := l.order.Remove(l.order.Back()).(*tries)
		delete(l.tries, oldest.key)
	}
	return t
}

func (t *tries) wait(now time.Time) time.Duration {
	if now.Before(t.until) {
		return t.until.Sub(now)
	}
	if tokens := t.left.TokensAt(now); tokens < 1 {
		return time.Duration((1 - tokens) / float64(t.left.Limit()) * float64(time.Second))
	}
	return 0
}

func (t *tries) wrong(now time.Time) {
	if now.Sub(t.last) > Forgiven {
		t.strikes = 0
	}
	t.last = now
	t.left.AllowN(now, 1)
	if t.strikes > 0 || t.left.TokensAt(now) < 1 {
		t.until = now.Add(min(FirstDelay<<min(t.strikes, 16), t.most))
		t.strikes++
	}
}

// LoginError says to people why they were not let in.
type LoginError struct {
	Says string
	// RetryAfter is set if there were too many wrong tries: nothing is looked at before.
	RetryAfter time.Duration
}

// Error returns what is said to people.
func (e *LoginError) Error() string { return e.Says }

// Status returns the HTTP status that goes with the error.
func (e *LoginError) Status() int {
	if e.RetryAfter > 0 {
		return http.StatusTooManyRequests
	}
	return http.StatusUnauthorized
}

func tooMany(wait time.Duration) *LoginError {
	wait = wait.Round(time.Second) + time.Second
	return &LoginError{
		Says:       fmt.Sprintf("that was wrong too often; wait %s and look at the card again", wait),
		RetryAfter: wait,
	}
}

// network returns what counts as one address: an IPv4 address or the /64 of an IPv6 address.
func network(remote string) string {
	host := remote
	if ap, err := netip.ParseAddrPort(remote); err == nil {
		host = ap.Addr().WithZone("").String()
	}
	a, err := netip.ParseAddr(host)
	if err != nil {
		return host
	}
	if a = a.Unmap(); a.Is4() {
		return a.String()
	}
	p, err := a.Prefix(64)
	if err != nil {
		return a.String()
	}
	return p.String()
}
