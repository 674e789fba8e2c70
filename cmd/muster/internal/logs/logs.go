// Package logs opens the log for commands other than serve: of the server that runs on a data
// directory, of the directory itself if none runs, or of an external NATS.
package logs

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/muster-events/muster/events/store/jetstream"
	"github.com/muster-events/muster/ops/config"
	"github.com/muster-events/muster/ops/datadir"
	"github.com/muster-events/muster/ops/natsd"
)

// StreamDir is the folder of a data directory that the embedded server keeps its files in.
const StreamDir = "nats"

// Where says where the log is. Its tags are what kong reads.
type Where struct {
	Data      string `name:"data" env:"MUSTER_DATA" default:"data" help:"Data directory of the server. If it is running, it is asked; otherwise its files are opened."`
	NATS      string `name:"nats" env:"MUSTER_NATS" default:"" help:"Use an external NATS server or cluster instead (nats://host:4222)."`
	NATSCreds string `name:"nats-creds" env:"MUSTER_NATS_CREDS" default:"" help:"Credentials file for --nats."`
	NATSCA    string `name:"nats-ca" env:"MUSTER_NATS_CA" default:"" help:"Certificate authorities in PEM that --nats is checked against."`
	NATSCert  string `name:"nats-cert" env:"MUSTER_NATS_CERT" default:"" help:"Client certificate in PEM for --nats."`
	NATSKey   string `name:"nats-key" env:"MUSTER_NATS_KEY" default:"" help:"Private key in PEM for --nats-cert."`
}

// Opened is an open log. Close it.
type Opened struct {
	*jetstream.Store
	Broker *natsd.Broker
	Dir    *datadir.Dir // set if no server runs and this program has the directory to itself
}

// A RunningError says that a server runs where none may.
type RunningError struct{ datadir.Running }

// Error says how to stop it.
func (e *RunningError) Error() string {
	return fmt.Sprintf("a server is running on this data directory (process id %d, at %s): stop it first", e.PID, e.URL)
}

// Open opens the log. With alone set, an error, a [*RunningError], is returned if a server runs on
// the data directory.
func (w Where) Open(ctx context.Context, alone bool, log *slog.Logger) (*Opened, error) {
	if w.NATS != "" {
		b, err := natsd.External(w.NATS, log, ClientOptions(w.config())...)
		if err != nil {
			return nil, err
		}
		return opened(ctx, b, nil)
	}
	if _, err := os.Stat(w.Data); errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("there is no data directory %s: give --data", w.Data)
	}
	running, ok, err := datadir.Find(w.Data)
	if err != nil {
		return nil, err
	}
	switch {
	case ok && alone:
		return nil, &RunningError{running}
	case ok && running.External:
		return nil, fmt.Errorf("the server on %s uses an external NATS: give --nats with its address", w.Data)
	case ok:
		b, err := natsd.External(running.NATS, log, nats.UserInfo(running.User, running.Password), pinned(running.NATSCert))
		if err != nil {
			return nil, err
		}
		return opened(ctx, b, nil)
	}
	return w.files(ctx, log)
}

// OpenNew is Open for a data directory that need not exist yet and that no server may use.
func (w Where) OpenNew(ctx context.Context, log *slog.Logger) (*Opened, error) {
	if w.NATS == "" {
		if err := os.MkdirAll(w.Data, 0o700); err != nil {
			return nil, fmt.Errorf("data directory: %w", err)
		}
	}
	return w.Open(ctx, true, log)
}

// files starts the embedded server on the files of a directory that nobody uses.
func (w Where) files(ctx context.Context, log *slog.Logger) (*Opened, error) {
	dir, err := datadir.Open(w.Data, time.Now())
	if err != nil {
		return nil, err
	}
	b, err := natsd.Embedded(ctx, natsd.Options{Dir: dir.Join(StreamDir), Log: log})
	if err != nil {
		return nil, errors.Join(err, dir.Close())
	}
	return opened(ctx, b, dir)
}

func opened(ctx context.Context, b *natsd.Broker, dir *datadir.Dir) (*Opened, error) {
	o := &Opened{Broker: b, Dir: dir}
	var err error
	if o.Store, err = jetstream.Open(ctx, jetstream.Options{Commands: b.Commands, Reads: b.Reads}); err != nil {
		return nil, errors.Join(err, o.Close())
	}
	return o, nil
}

// Close closes the log and whatever was started for it.
func (o *Opened) Close() error {
	err := o.Broker.Close()
	if o.Dir != nil {
		err = errors.Join(err, o.Dir.Close())
	}
	return err
}

func (w Where) config() config.Config {
	return config.Config{NATS: w.NATS, NATSCreds: w.NATSCreds, NATSCA: w.NATSCA, NATSCert: w.NATSCert, NATSKey: w.NATSKey}
}

// ClientOptions returns what connections to an external NATS need, by the configuration.
func ClientOptions(c config.Config) []nats.Option {
	var out []nats.Option
	if c.NATSCreds != "" {
		out = append(out, nats.UserCredentials(c.NATSCreds))
	}
	if c.NATSCA != "" {
		out = append(out, nats.RootCAs(c.NATSCA))
	}
	if c.NATSCert != "" {
		out = append(out, nats.ClientCert(c.NATSCert, c.NATSKey))
	}
	return out
}

// pinned accepts exactly the certificate that the running server has announced; "" is no TLS.
func pinned(certPEM string) nats.Option {
	if certPEM == "" {
		return func(*nats.Options) error { return nil }
	}
	return nats.Secure(natsd.Pin([]byte(certPEM)))
}
