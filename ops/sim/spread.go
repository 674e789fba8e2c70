package sim

import (
	"fmt"
	"net/http"
	"net/url"
	"sync/atomic"
)

// Spread returns a transport that sends requests to the given servers in turn, whatever server they
// are addressed to: the servers share one NATS, so any of them may answer. next carries the
// requests; nil: the default. It returns an error if an address is malformed.
func Spread(next http.RoundTripper, servers ...string) (http.RoundTripper, error) {
	s := &spread{next: orDefault(next)}
	for _, addr := range servers {
		u, err := url.Parse(addr)
		if err != nil || u.Host == "" {
			return nil, fmt.Errorf("%q is not the address of a server: write it like http://127.0.0.1:8080", addr)
		}
		s.to = append(s.to, u)
	}
	return s, nil
}

type spread struct {
	next http.RoundTripper
	to   []*url.URL
	n    atomic.Uint64
}

// RoundTrip implements http.RoundTripper.
func (s *spread) RoundTrip(r *http.Request) (*http.Response, error) {
	u := s.to[s.n.Add(1)%uint64(len(s.to))]
	r = r.Clone(r.Context())
	r.URL.Scheme, r.URL.Host, r.Host = u.Scheme, u.Host, u.Host
	return s.next.RoundTrip(r)
}
