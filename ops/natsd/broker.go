package natsd

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/muster-events/muster/events"
)

// Broker is where the log lives: the embedded server or an external one.
type Broker struct {
	// Commands is the connection that appends; Reads the one that follows the log. They reconnect
	// by themselves for as long as the Broker is open.
	Commands, Reads *nats.Conn

	server *Server // nil: external
	log    *slog.Logger
}

// Credentials let a program on this machine reach the embedded server.
type Credentials struct {
	URL, User, Password string
	Certificate         string // PEM; empty: the port has no TLS
}

// Embedded starts a server in this process and connects to it. Close stops both.
func Embedded(ctx context.Context, o Options) (*Broker, error) {
	s, err := Start(ctx, o)
	if err != nil {
		return nil, err
	}
	b := &Broker{server: s, log: o.Log}
	common := []nats.Option{nats.UserInfo(s.Credentials().User, s.Credentials().Password)}
	b.Commands, err = nats.Connect("", b.options("muster commands", append(common, nats.InProcessServer(s)))...)
	if err == nil {
		b.Reads, err = nats.Connect(s.Credentials().URL, b.options("muster reads", append(common, s.clientTLS()...))...)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("connect to the embedded NATS server: %w", err), b.Close())
	}
	return b, nil
}

// External connects to servers that somebody else runs. urls are separated by commas. Close only
// disconnects.
func External(urls string, log *slog.Logger, opts ...nats.Option) (*Broker, error) {
	b := &Broker{log: log}
	var err error
	b.Commands, err = nats.Connect(urls, b.options("muster commands", opts)...)
	if err == nil {
		b.Reads, err = nats.Connect(urls, b.options("muster reads", opts)...)
	}
	if err != nil {
		return nil, errors.Join(&events.UnavailableError{Op: "connect", Reason: "the NATS server does not answer", Err: err}, b.Close())
	}
	return b, nil
}

// options adds to opts what every connection of ours has.
func (b *Broker) options(name string, opts []nats.Option) []nats.Option {
	return append([]nats.Option{
		nats.Name(name),
		nats.MaxReconnects(-1),
		nats.ReconnectWait(100 * time.Millisecond),
		nats.ReconnectJitter(50*time.Millisecond, 200*time.Millisecond),
		nats.IgnoreAuthErrorAbort(), // a restarted server may refuse for a moment
		nats.PingInterval(10 * time.Second),
		nats.MaxPingsOutstanding(3),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil {
				b.log.Warn("NATS connection lost", "connection", name, "err", err)
			}
		}),
		nats.ReconnectHandler(func(*nats.Conn) { b.log.Info("NATS connection is back", "connection", name) }),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
			b.log.Warn("NATS reports an error", "connection", name, "err", err)
		}),
	}, opts...)
}

// IsEmbedded tells whether the server is part of this program.
func (b *Broker) IsEmbedded() bool { return b.server != nil }

// Credentials returns how programs on this machine reach the embedded server; zero for an external
// one.
func (b *Broker) Credentials() Credentials {
	if b.server == nil {
		return Credentials{}
	}
	return b.server.Credentials()
}

// Admit sets who is let in to the embedded server besides this program and its tools; before,
// nobody is. An external server looks after that itself.
func (b *Broker) Admit(a Admitter) {
	if b.server != nil {
		b.server.Admit(a)
	}
}

// Healthy returns nil if the log can be written as far as can be told without writing: the
// connection stands and the embedded server's store has not stopped.
func (b *Broker) Healthy() error {
	if b.server != nil {
		if err := b.server.Healthy(); err != nil {
			return err
		}
	}
	if !b.Commands.IsConnected() {
		return &events.UnavailableError{Op: "log", Reason: "not connected to the NATS server"}
	}
	return nil
}

// Restart stops the embedded server and starts it again on the same files, port and credentials.
// It returns once commands are answered again. For an external server it does nothing.
func (b *Broker) Restart(ctx context.Context) error {
	if b.server == nil {
		return nil
	}
	if err := b.server.Restart(ctx); err != nil {
		return err
	}
	for _, nc := range []*nats.Conn{b.Commands, b.Reads} {
		if err := reconnected(ctx, nc); err != nil {
			return err
		}
	}
	return nil
}

// reconnected waits until a connection has found the new server.
func reconnected(ctx context.Context, nc *nats.Conn) error {
	for {
		once, cancel := context.WithTimeout(ctx, time.Second)
		err := nc.FlushWithContext(once)
		cancel()
		if err == nil {
			return nil
		}
		select {
		case <-time.After(50 * time.Millisecond): // it may fail at once
		case <-ctx.Done():
			return fmt.Errorf("reconnect to the restarted NATS server: %w", err)
		}
	}
}

// Close disconnects and stops the embedded server. It may be called on a Broker that is half open.
func (b *Broker) Close() error {
	for _, nc := range []*nats.Conn{b.Reads, b.Commands} {
		if nc != nil {
			nc.Close()
		}
	}
	if b.server != nil {
		return b.server.Close()
	}
	return nil
}

// secret returns a new password.
func secret() string { return rand.Text() }
