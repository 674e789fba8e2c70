package listen

import (
	"net"
	"sync"

	"github.com/prometheus/client_golang/prometheus"
)

// Caps bounds the connections of a listener. Those over a cap are closed at once.
type Caps struct {
	Total      int // at the same time, 1 or more
	PerAddress int // at the same time from one IP address, 1 or more
}

// capped is a listener with caps.
type capped struct {
	net.Listener
	caps    Caps
	refused *prometheus.CounterVec

	mu   sync.Mutex // guards the two below
	open int
	by   map[string]int // open connections by IP address
}

// Cap returns a listener that closes connections over the caps. reg may be nil.
func Cap(l net.Listener, c Caps, reg prometheus.Registerer) net.Listener {
	out := &capped{Listener: l, caps: c, by: map[string]int{}, refused: prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "muster_connections_refused_total", Help: "Connections closed because of a cap: total or address.",
	}, []string{"cap"})}
	if reg != nil {
		reg.MustRegister(out.refused, prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "muster_connections", Help: "Connections to the pages that are open.",
		}, func() float64 { out.mu.Lock(); defer out.mu.Unlock(); return float64(out.open) }))
		out.refused.WithLabelValues("total")
		out.refused.WithLabelValues("address")
	}
	return out
}

// Accept implements net.Listener.
func (l *capped) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		host := ip(c.RemoteAddr())
		if which := l.take(host); which != "" {
			l.refused.WithLabelValues(which).Inc()
			_ = c.Close()
			continue
		}
		return &counted{Conn: c, done: func() { l.giveBack(host) }}, nil
	}
}

// take counts a connection, or names the cap that it is over.
func (l *capped) take(host string) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.open >= l.caps.Total:
		return "total"
	case l.by[host] >= l.caps.PerAddress:
		return "address"
	}
	l.open++
	l.by[host]++
	return ""
}

func (l *capped) giveBack(host string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.open--
	if l.by[host]--; l.by[host] == 0 {
		delete(l.by, host)
	}
}

func ip(a net.Addr) string {
	host, _, err := net.SplitHostPort(a.String())
	if err != nil {
		return a.String()
	}
	return host
}

// counted gives its place back once when it is closed.
type counted struct {
	net.Conn
	once sync.Once
	done func()
}

// Close implements net.Conn.
func (c *counted) Close() error {
	c.once.Do(c.done)
	return c.Conn.Close()
}
