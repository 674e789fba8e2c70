package config

import (
	"fmt"
	"net"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Problem is one thing that is wrong with a configuration.
type Problem struct {
	Key   string // of the setting
	Given string // the value it has
	Want  string // what would be right
}

// Problems is everything that is wrong with a configuration. It is an error.
type Problems []Problem

// Error names every problem on a line of its own.
func (p Problems) Error() string {
	lines := make([]string, len(p))
	for i, e := range p {
		lines[i] = fmt.Sprintf("%s is %q, want %s", e.Key, e.Given, e.Want)
	}
	return strings.Join(lines, "\n")
}

func (p *Problems) add(key string, given any, want string) {
	*p = append(*p, Problem{Key: key, Given: fmt.Sprint(given), Want: want})
}

// Validate returns [Problems] if anything is wrong, nil otherwise. It reads the files that are
// named and changes nothing.
func (c Config) Validate() error {
	var p Problems
	c.checkServer(&p)
	c.checkTLS(&p)
	c.checkOperators(&p)
	c.checkNATS(&p)
	c.checkWebhooks(&p)
	c.checkWitnesses(&p)
	c.checkLimits(&p)
	if len(p) > 0 {
		return p
	}
	return nil
}

// minKey is the least length of an organiser's key, in bytes.
const minKey = 12

func (c Config) checkServer(p *Problems) {
	if c.Data == "" {
		p.add("data", c.Data, "the path of a directory")
	} else if info, err := os.Stat(c.Data); err == nil && !info.IsDir() {
		p.add("data", c.Data, "the path of a directory; this is a file")
	}
	checkAddr(p, "listen", c.Listen)
	if n := len(c.OrganiserKey); n > 0 && n < minKey {
		p.add("organiser-key", "("+strconv.Itoa(n)+" characters)", "12 characters or more, or nothing")
	}
	if c.URL != "" {
		u, err := url.Parse(c.URL)
		if err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https") || strings.TrimSuffix(u.Path, "/") != "" {
			p.add("url", c.URL, "an address without a path, as in https://games.example")
		}
	}
}

func (c Config) checkTLS(p *Problems) {
	if !slices.Contains([]string{TLSOff, TLSSelf, TLSFile}, c.TLS) {
		p.add("tls", c.TLS, "off, self or file")
	}
	files := []struct{ key, path string }{{"tls-cert", c.TLSCert}, {"tls-key", c.TLSKey}}
	for _, f := range files {
		switch {
		case c.TLS == TLSFile:
			checkFile(p, f.key, f.path, "the path of a PEM file, because tls is file")
		case f.path != "":
			p.add(f.key, f.path, "nothing, because tls is "+c.TLS+"; or tls: file")
		}
	}
	for _, h := range c.TLSHost {
		if h == "" || strings.ContainsAny(h, "/: ") && net.ParseIP(h) == nil {
			p.add("tls-host", h, "a host name or an address without port")
		}
	}
}

func (c Config) checkOperators(p *Problems) {
	if c.Admin != Off {
		checkAddr(p, "admin", c.Admin)
	}
	if !slices.Contains([]string{"debug", "info", "warn", "error"}, c.LogLevel) {
		p.add("log-level", c.LogLevel, "debug, info, warn or error")
	}
	if c.DrainTime < 0 || c.DrainTime > 10*time.Minute {
		p.add("drain-time", c.DrainTime, "0s to 10m")
	}
}

func (c Config) checkNATS(p *Problems) {
	if c.NATS == "" {
		checkAddr(p, "nats-listen", c.NATSListen)
		if host, _, err := net.SplitHostPort(c.NATSListen); err == nil && !loopback(host) && c.TLS == TLSOff {
			p.add("nats-listen", c.NATSListen, "a loopback address, or tls: self or file, so that credentials do not travel in the open")
		}
	}
	for _, one := range c.NATSServers() {
		u, err := url.Parse(one)
		if err != nil || u.Host == "" || !slices.Contains([]string{"nats", "tls", "ws", "wss"}, u.Scheme) {
			p.add("nats", redact(one), "addresses as in nats://host:4222, separated by commas")
		}
	}
	if !slices.Contains([]int{1, 3, 5}, c.NATSReplicas) {
		p.add("nats-replicas", c.NATSReplicas, "1, 3 or 5")
	}
	if c.NATS == "" && c.NATSReplicas > 1 {
		p.add("nats-replicas", c.NATSReplicas, "1, because the embedded server is alone; or nats: the address of a cluster")
	}
	for _, f := range []struct{ key, path string }{
		{"nats-creds", c.NATSCreds}, {"nats-ca", c.NATSCA}, {"nats-cert", c.NATSCert}, {"nats-key", c.NATSKey},
	} {
		switch {
		case f.path == "":
		case c.NATS == "":
			p.add(f.key, f.path, "nothing, because the embedded server is used; or nats: an address")
		default:
			checkFile(p, f.key, f.path, "the path of a file that can be read")
		}
	}
	if (c.NATSCert == "") != (c.NATSKey == "") {
		p.add("nats-cert", c.NATSCert, "both nats-cert and nats-key, or neither")
	}
}

func (c Config) checkLimits(p *Problems) {
	if c.DiskRefuse > c.DiskWarn {
		p.add("disk-refuse", c.DiskRefuse, "at most disk-warn, which is "+c.DiskWarn.String())
	}
	for _, n := range []struct {
		key      string
		got, top int
	}{
		{"max-conns", c.MaxConns, 1_000_000},
		{"max-per-address", c.MaxPerAddr, 1_000_000},
		{"max-viewers", c.MaxViewers, 1_000_000},
		{"cached-groups", c.Groups, 1_000_000},
	} {
		if n.got < 1 || n.got > n.top {
			p.add(n.key, n.got, "1 to "+strconv.Itoa(n.top))
		}
	}
	if c.MaxViewers >= c.MaxConns && c.MaxConns > 0 {
		p.add("max-viewers", c.MaxViewers, fmt.Sprintf("less than max-conns, which is %d, so that tables keep some", c.MaxConns))
	}
}

// NATSServers returns the addresses of the external server or cluster; none for the embedded one.
func (c Config) NATSServers() []string {
	var out []string
	for s := range strings.SplitSeq(c.NATS, ",") {
		if s = strings.TrimSpace(s); s != "" {
			out = append(out, s)
		}
	}
	return out
}

func checkAddr(p *Problems, key, addr string) {
	_, port, err := net.SplitHostPort(addr)
	if n, bad := strconv.Atoi(port); err != nil || bad != nil || n < 0 || n > 65535 {
		p.add(key, addr, "an address and port, as in 127.0.0.1:8080 or :8080")
	}
}

func checkFile(p *Problems, key, path, want string) {
	f, err := os.Open(path)
	if err != nil {
		p.add(key, path, want)
		return
	}
	defer func() { _ = f.Close() }()
	if info, err := f.Stat(); err != nil || info.IsDir() {
		p.add(key, path, want)
	}
}

// loopback tells whether a host can be reached from this machine only.
func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// redact hides the password in an address.
func redact(s string) string {
	u, err := url.Parse(s)
	if err != nil {
		return "(not an address)"
	}
	return u.Redacted()
}

// forTests lists how variables begin that the tests and the Makefile read, not the server.
var forTests = []string{"MUSTER_TEST_", "MUSTER_FAULTS", "MUSTER_CHROMIUM"}

// UnknownEnv returns a problem for every variable of the environment that is named like a setting
// and is none. environ is a list as of os.Environ.
func UnknownEnv(environ []string) Problems {
	known := map[string]bool{"MUSTER_CONFIG": true}
	for _, s := range Settings() {
		known[s.Env] = true
	}
	var p Problems
	for _, kv := range environ {
		name, value, _ := strings.Cut(kv, "=")
		ours := slices.ContainsFunc(forTests, func(prefix string) bool { return strings.HasPrefix(name, prefix) })
		if strings.HasPrefix(name, "MUSTER_") && !ours && !known[name] {
			key := strings.ReplaceAll(strings.ToLower(strings.TrimPrefix(name, "MUSTER_")), "_", "-")
			p.add(name, value, "no such environment variable"+nearest(key))
		}
	}
	return p
}
