package cert

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/muster-events/muster/ops/datadir"
)

// Names of the files.
const (
	CAFile     = "ca.pem" // the authority's certificate: this is what phones install
	caKeyFile  = "ca-key.pem"
	leafFile   = "server.pem"
	leafKey    = "server-key.pem"
	caLife     = 10 * 365 * 24 * time.Hour
	leafLife   = 390 * 24 * time.Hour // browsers accept at most 398 days
	renewWhen  = 30 * 24 * time.Hour  // this much is left
	backdating = time.Hour            // for phones whose clock is behind
)

// Bundle is a server's certificate with the authority behind it.
type Bundle struct {
	Server tls.Certificate
	CA     []byte // PEM
	Hosts  []string
}

// Ensure returns the certificate kept in dir for the hosts (names and IP addresses), making the
// authority and the certificate if they are missing, run out or do not fit. now is the server's
// clock.
func Ensure(dir string, hosts []string, now time.Time) (Bundle, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return Bundle{}, fmt.Errorf("certificates: %w", err)
	}
	ca, err := ensureCA(dir, now)
	if err != nil {
		return Bundle{}, err
	}
	hosts = slices.Compact(slices.Sorted(slices.Values(hosts)))
	b := Bundle{CA: encodeCert(ca.Leaf.Raw), Hosts: hosts}
	if b.Server, err = load(dir, leafFile, leafKey); err == nil && fits(b.Server.Leaf, ca.Leaf, hosts, now) {
		return b, nil
	}
	b.Server, err = makeLeaf(dir, ca, hosts, now)
	return b, err
}

// ensureCA returns the authority. One that has run out is replaced; one that cannot be read is an
// error, since phones trust it.
func ensureCA(dir string, now time.Time) (tls.Certificate, error) {
	ca, err := load(dir, CAFile, caKeyFile)
	if err == nil && now.Before(ca.Leaf.NotAfter) {
		return ca, nil
	}
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return ca, fmt.Errorf("certificate authority: %w; move %s away to begin a new one, which phones have to install again", err, filepath.Join(dir, CAFile))
	}
	serial, err := serialNumber()
	if err != nil {
		return ca, err
	}
	host, _ := os.Hostname() // only a name for people
	t := &x509.Certificate{
		SerialNumber: serial, Subject: pkix.Name{CommonName: strings.TrimSpace("muster " + host), Organization: []string{"muster"}},
		NotBefore: now.Add(-backdating), NotAfter: now.Add(caLife),
		IsCA: true, BasicConstraintsValid: true, MaxPathLenZero: true,
		KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageCRLSign,
	}
	return create(dir, CAFile, caKeyFile, t, nil)
}

func makeLeaf(dir string, ca tls.Certificate, hosts []string, now time.Time) (tls.Certificate, error) {
	serial, err := serialNumber()
	if err != nil {
		return tls.Certificate{}, err
	}
	t := &x509.Certificate{
		SerialNumber: serial, Subject: pkix.Name{CommonName: "muster server"},
		NotBefore: now.Add(-backdating), NotAfter: now.Add(leafLife),
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
		BasicConstraintsValid: true,
	}
	for _, h := range hosts {
		if ip := net.ParseIP(h); ip != nil {
			t.IPAddresses = append(t.IPAddresses, ip)
		} else {
			t.DNSNames = append(t.DNSNames, h)
		}
	}
	return create(dir, leafFile, leafKey, t, &ca)
}

// create makes a key and a certificate, signed by ca or by itself, and writes both.
func create(dir, certName, keyName string, t *x509.Certificate, ca *tls.Certificate) (tls.Certificate, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return tls.Certificate{}, fmt.Errorf("make a key: %w", err)
	}
	parent, signer := t, any(key)
	if ca != nil {
		parent, signer = ca.Leaf, ca.PrivateKey
	}
	der, err := x509.CreateCertificate(rand.Reader, t, parent, &key.PublicKey, signer)
	if err != nil {
		return tls.Certificate{}, fmt.Errorf("make a certificate: %w", err)
	}
	keyDER, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return tls.Certificate{}, fmt.Errorf("encode a key: %w", err)
	}
	keyPEM := pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: keyDER})
	if err := datadir.WriteFile(filepath.Join(dir, keyName), keyPEM); err != nil {
		return tls.Certificate{}, err
	}
	if err := datadir.WriteFile(filepath.Join(dir, certName), encodeCert(der)); err != nil {
		return tls.Certificate{}, err
	}
	return load(dir, certName, keyName)
}

func load(dir, certName, keyName string) (tls.Certificate, error) {
	return tls.LoadX509KeyPair(filepath.Join(dir, certName), filepath.Join(dir, keyName))
}

// fits tells whether a certificate serves for exactly these hosts and long enough.
func fits(leaf, ca *x509.Certificate, hosts []string, now time.Time) bool {
	have := slices.Clone(leaf.DNSNames)
	for _, ip := range leaf.IPAddresses {
		have = append(have, ip.String())
	}
	slices.Sort(have)
	return leaf.CheckSignatureFrom(ca) == nil && now.Add(renewWhen).Before(leaf.NotAfter) &&
		!now.Before(leaf.NotBefore) && slices.Equal(have, canonical(hosts))
}

// canonical writes addresses as certificates give them back.
func canonical(hosts []string) []string {
	out := make([]string, len(hosts))
	for i, h := range hosts {
		out[i] = h
		if ip := net.ParseIP(h); ip != nil {
			out[i] = ip.String()
		}
	}
	slices.Sort(out)
	return out
}

func serialNumber() (*big.Int, error) {
	n, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 120))
	if err != nil {
		return nil, fmt.Errorf("make a serial number: %w", err)
	}
	return n, nil
}

func encodeCert(der []byte) []byte {
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
}

// Fingerprint returns the SHA-256 of a PEM certificate in groups of two digits, as phones show it.
func Fingerprint(certPEM []byte) string {
	block, _ := pem.Decode(certPEM)
	if block == nil {
		return "(not a certificate)"
	}
	sum := sha256.Sum256(block.Bytes)
	parts := make([]string, len(sum))
	for i, b := range sum {
		parts[i] = fmt.Sprintf("%02X", b)
	}
	return strings.Join(parts, ":")
}

// Local returns this machine's own names and addresses: localhost, its host name, that name in the
// local network, and the addresses of its interfaces.
func Local() []string {
	out := []string{"localhost", "127.0.0.1", "::1"}
	if h, err := os.Hostname(); err == nil && h != "" && len(h) < 64 {
		out = append(out, h)
		if !strings.Contains(h, ".") {
			out = append(out, h+".local")
		}
	}
	addrs, err := net.InterfaceAddrs()
	if err != nil {
		return out
	}
	for _, a := range addrs {
		if n, ok := a.(*net.IPNet); ok && n.IP.IsGlobalUnicast() {
			out = append(out, n.IP.String())
		}
	}
	return out
}
