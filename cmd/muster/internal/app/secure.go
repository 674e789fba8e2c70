package app

import (
	"crypto/tls"
	"fmt"
	"time"

	"github.com/muster-events/muster/ops/cert"
	"github.com/muster-events/muster/ops/config"
	"github.com/muster-events/muster/ops/datadir"
)

// TLSDir is the folder of a data directory that certificates of our own are kept in.
const TLSDir = "tls"

// secured is how the server speaks HTTPS.
type secured struct {
	tls *tls.Config
	ca  string // PEM of our own authority; empty for a given certificate
}

// secure returns how the server speaks HTTPS; nil for plain HTTP.
func secure(cfg config.Config, dir *datadir.Dir, now time.Time) (*secured, error) {
	switch cfg.TLS {
	case config.TLSSelf:
		b, err := cert.Ensure(dir.Join(TLSDir), append(cert.Local(), cfg.TLSHost...), now)
		if err != nil {
			return nil, err
		}
		return &secured{tls: tlsWith(b.Server), ca: string(b.CA)}, nil
	case config.TLSFile:
		c, err := tls.LoadX509KeyPair(cfg.TLSCert, cfg.TLSKey)
		if err != nil {
			return nil, fmt.Errorf("certificate of --tls-cert and --tls-key: %w", err)
		}
		return &secured{tls: tlsWith(c)}, nil
	}
	return nil, nil
}

func tlsWith(c tls.Certificate) *tls.Config {
	return &tls.Config{MinVersion: tls.VersionTLS12, Certificates: []tls.Certificate{c}, NextProtos: []string{"h2", "http/1.1"}}
}
