package cert_test

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/muster-events/muster/ops/cert"
)

var hosts = []string{"localhost", "127.0.0.1", "::1", "games.example"}

func TestABrowserThatTrustsTheAuthorityTrustsTheServer(t *testing.T) {
	b, err := cert.Ensure(t.TempDir(), hosts, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	s.TLS = &tls.Config{Certificates: []tls.Certificate{b.Server}}
	s.StartTLS()
	defer s.Close()
	roots := x509.NewCertPool()
	if !roots.AppendCertsFromPEM(b.CA) {
		t.Fatal("the authority's certificate is not PEM")
	}
	for _, host := range hosts[:2] {
		_, port, _ := net.SplitHostPort(s.Listener.Addr().String())
		c := http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots}}}
		res, err := c.Get("https://" + net.JoinHostPort(host, port))
		if err != nil {
			t.Fatalf("%s: %v", host, err)
		}
		_ = res.Body.Close()
		c.CloseIdleConnections()
	}
	if _, err := b.Server.Leaf.Verify(x509.VerifyOptions{Roots: roots, DNSName: "games.example"}); err != nil {
		t.Error(err)
	}
	if _, err := b.Server.Leaf.Verify(x509.VerifyOptions{Roots: roots, DNSName: "bank.example"}); err == nil {
		t.Error("the certificate serves for a host that was not named")
	}
}

func TestTheCertificateIsKeptUntilItNoLongerFits(t *testing.T) {
	dir, now := t.TempDir(), time.Now()
	first, err := cert.Ensure(dir, hosts, now)
	if err != nil {
		t.Fatal(err)
	}
	same := func(a, b cert.Bundle) bool { return bytes.Equal(a.Server.Certificate[0], b.Server.Certificate[0]) }
	again := func(hosts []string, at time.Time) cert.Bundle {
		t.Helper()
		b, err := cert.Ensure(dir, hosts, at)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(b.CA, first.CA) {
			t.Error("the authority was replaced; every phone would have to install it again")
		}
		return b
	}
	if !same(first, again([]string{"::1", "games.example", "localhost", "127.0.0.1"}, now)) {
		t.Error("the same hosts give another certificate")
	}
	if same(first, again(append(slices.Clone(hosts), "192.0.2.7"), now)) {
		t.Error("a new address keeps the old certificate")
	}
	before := again(hosts, now)
	if same(before, again(hosts, now.Add(370*24*time.Hour))) {
		t.Error("a certificate about to run out is kept")
	}
}

func TestKeysAreForTheirOwnerOnly(t *testing.T) {
	dir := t.TempDir()
	if _, err := cert.Ensure(dir, hosts, time.Now()); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"ca-key.pem", "server-key.pem"} {
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s has mode %v, %v; want 0600", name, info.Mode(), err)
		}
	}
}

func TestADamagedAuthorityIsNotReplaced(t *testing.T) {
	dir := t.TempDir()
	if _, err := cert.Ensure(dir, hosts, time.Now()); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, cert.CAFile), []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := cert.Ensure(dir, hosts, time.Now()); err == nil || !strings.Contains(err.Error(), "phones have to install again") {
		t.Errorf("got %v", err)
	}
}

func TestInstructionsNameTheFileAndItsFingerprint(t *testing.T) {
	b, err := cert.Ensure(t.TempDir(), hosts, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	text := cert.Instructions("/data/tls/ca.pem", b.CA)
	for _, want := range []string{"/data/tls/ca.pem", cert.Fingerprint(b.CA), "iPhone", "Android", "Windows", "macOS"} {
		if !strings.Contains(text, want) {
			t.Errorf("the instructions do not say %q", want)
		}
	}
	if n := len(cert.Fingerprint(b.CA)); n != 95 {
		t.Errorf("the fingerprint has %d characters, want 95", n)
	}
}

func TestLocalNamesTheLoopbackInterface(t *testing.T) {
	got := cert.Local()
	for _, want := range []string{"localhost", "127.0.0.1", "::1"} {
		if !slices.Contains(got, want) {
			t.Errorf("%v does not hold %s", got, want)
		}
	}
}
