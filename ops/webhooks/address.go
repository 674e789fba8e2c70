package webhooks

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"syscall"
	"time"

	"github.com/muster-events/muster/engine"
)

// Bounds of a request.
const (
	Timeout     = 10 * time.Second // of one try, from connecting to the end of the answer
	maxHeaders  = 16 << 10         // bytes of the answer's headers
	maxAnswer   = 16 << 10         // bytes that are read of an answer
	maxURL      = 2000             // bytes
	dialTimeout = 5 * time.Second
)

// errPrivate says that an address is not on the open internet.
var errPrivate = errors.New("this address is not on the open internet; if that is meant, start the server with --webhook-private")

// notPublic lists what is reachable from inside a network only, or means no single machine. What the
// standard library knows (loopback, private, link-local, multicast, unspecified) is not in it.
//
// Source: IANA IPv4 and IPv6 Special-Purpose Address Registries.
var notPublic = []netip.Prefix{
	netip.MustParsePrefix("0.0.0.0/8"), netip.MustParsePrefix("100.64.0.0/10"), netip.MustParsePrefix("192.0.0.0/24"),
	netip.MustParsePrefix("192.0.2.0/24"), netip.MustParsePrefix("192.88.99.0/24"), netip.MustParsePrefix("198.18.0.0/15"),
	netip.MustParsePrefix("198.51.100.0/24"), netip.MustParsePrefix("203.0.113.0/24"), netip.MustParsePrefix("240.0.0.0/4"),
	netip.MustParsePrefix("::/96"), netip.MustParsePrefix("64:ff9b:1::/48"), netip.MustParsePrefix("100::/64"),
	netip.MustParsePrefix("2001::/23"), netip.MustParsePrefix("2001:db8::/32"), netip.MustParsePrefix("3fff::/20"),
	netip.MustParsePrefix("5f00::/16"), netip.MustParsePrefix("fec0::/10"),
}

var (
	nat64     = netip.MustParsePrefix("64:ff9b::/96") // the last 4 bytes are an IPv4 address
	sixToFour = netip.MustParsePrefix("2002::/16")    // bytes 3 to 6 are one
)

// public tells whether an address is one of the open internet.
func public(ip netip.Addr) bool {
	ip = ip.Unmap().WithZone("")
	b := ip.As16()
	switch {
	case !ip.IsValid():
		return false
	case nat64.Contains(ip):
		return public(netip.AddrFrom4([4]byte(b[12:])))
	case sixToFour.Contains(ip):
		return public(netip.AddrFrom4([4]byte(b[2:6])))
	}
	if !ip.IsGlobalUnicast() || ip.IsPrivate() || ip.IsLoopback() || ip.IsLinkLocalUnicast() {
		return false
	}
	for _, p := range notPublic {
		if p.Contains(ip) {
			return false
		}
	}
	return true
}

// checkURL returns the address that somebody typed, or a refusal that says what would be right.
func checkURL(raw string, private bool) (*url.URL, error) {
	raw = strings.TrimSpace(raw)
	u, err := url.Parse(raw)
	switch {
	case err != nil || u.Host == "" || len(raw) > maxURL:
		return nil, malformed("the address is no web address; write it as in https://hooks.example/muster, at most %d bytes", maxURL)
	case u.Scheme != "https" && (u.Scheme != "http" || !private):
		return nil, malformed("the address has to begin with https://, so that nobody on the way can read or change what is told")
	case u.User != nil:
		return nil, malformed("the address holds a name or password before @; leave it out: messages are signed with the webhook's own secret")
	case u.Fragment != "":
		return nil, malformed("leave out what follows # in the address: it is never sent")
	case !private && here(u.Hostname()):
		return nil, malformed("%v", errPrivate)
	}
	return u, nil
}

// CheckURL returns a refusal that says what is wrong with the address of an endpoint; nil: nothing. private
// allows addresses that are not on the open internet, and plain HTTP.
func CheckURL(raw string, private bool) error {
	_, err := checkURL(raw, private)
	return err
}

// here tells whether a host is written so that it cannot be one of the open internet.
func here(host string) bool {
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	if ip, err := netip.ParseAddr(host); err == nil {
		return !public(ip)
	}
	return host == "localhost" || strings.HasSuffix(host, ".localhost") || strings.HasSuffix(host, ".local") || strings.HasSuffix(host, ".internal")
}

func malformed(format string, args ...any) error {
	return &engine.Refusal{Code: engine.CodeMalformed, Says: fmt.Sprintf(format, args...)}
}

// origin is the part of an address that the log may hold.
func origin(u *url.URL) string { return u.Scheme + "://" + u.Host }

// client makes requests to the open internet only, or with private to anywhere. It uses no proxy, since
// that would connect to what is not looked at here.
func client(private bool, roots *x509.CertPool, timeout time.Duration) *http.Client {
	d := &net.Dialer{Timeout: dialTimeout}
	if !private {
		d.ControlContext = func(_ context.Context, _, address string, _ syscall.RawConn) error {
			to, err := netip.ParseAddrPort(address)
			if err != nil || !public(to.Addr()) {
				return errPrivate
			}
			return nil
		}
	}
	return &http.Client{
		Timeout: timeout,
		Transport: &http.Transport{
			DialContext: d.DialContext, ForceAttemptHTTP2: true, TLSHandshakeTimeout: dialTimeout, ResponseHeaderTimeout: timeout,
			MaxResponseHeaderBytes: maxHeaders, MaxIdleConns: 50, MaxIdleConnsPerHost: 1, IdleConnTimeout: 30 * time.Second, DisableCompression: true,
			TLSClientConfig: &tls.Config{MinVersion: tls.VersionTLS12, RootCAs: roots},
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}
