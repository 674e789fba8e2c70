package natsd

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/pem"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"github.com/muster-events/muster/events"
)

// Options of the embedded server.
type Options struct {
	Dir    string // where JetStream keeps its files
	Listen string // host:port; port 0 picks one, which restarts keep. Empty: 127.0.0.1:0.
	// TLS is used on the port if it is open to others than this machine.
	TLS *tls.Config
	Log *slog.Logger
}

// maxPayload is the largest NATS message: a commit with its headers, or a page of a reply.
const maxPayload = 256 << 10

// maxStore is no limit: ops/disk watches the space that is really left. JetStream's own limit would
// be a share of what was free when the server started.
const maxStore = 1 << 50

// internalUser is the user that this program and its command-line tools connect as.
const internalUser = "muster"

// Server is an embedded NATS server that can be restarted in place. It is safe for concurrent use.
type Server struct {
	opts     Options
	password string
	host     string
	admit    atomic.Pointer[Admitter]

	mu   sync.RWMutex // guards s and port; written by boot and Close
	s    *server.Server
	port int
}

// Start starts a server and returns once it answers, or when ctx ends.
func Start(ctx context.Context, o Options) (*Server, error) {
	if o.Listen == "" {
		o.Listen = "127.0.0.1:0"
	}
	host, port, err := net.SplitHostPort(o.Listen)
	if err != nil {
		return nil, fmt.Errorf("address of the NATS server: %w", err)
	}
	n, err := strconv.Atoi(port)
	if err != nil {
		return nil, fmt.Errorf("port of the NATS server: %w", err)
	}
	if n == 0 {
		n = server.RANDOM_PORT
	}
	s := &Server{opts: o, password: secret(), host: host, port: n}
	return s, s.boot(ctx)
}

// boot starts a server on the files and port of s.
func (s *Server) boot(ctx context.Context) error {
	opts := &server.Options{
		ServerName: "muster", Host: s.host, Port: s.port,
		JetStream: true, StoreDir: s.opts.Dir, SyncAlways: true,
		JetStreamMaxStore: maxStore,
		MaxPayload:        maxPayload, MaxConn: 5000, MaxControlLine: 4096,
		WriteDeadline: 10 * time.Second, AuthTimeout: 5,
		NoSigs: true, NoSystemAccount: true, DisableShortFirstPing: true,
		CustomClientAuthentication: (*gate)(s),
	}
	if s.open() && s.opts.TLS != nil {
		opts.TLSConfig, opts.TLSTimeout = s.opts.TLS, 5
	}
	ns, err := server.NewServer(opts)
	if err != nil {
		return fmt.Errorf("embedded NATS server: %w", err)
	}
	ns.SetLoggerV2(serverLog{s.opts.Log}, false, false, false)
	ns.Start()
	if err := answers(ctx, ns); err != nil {
		ns.Shutdown()
		ns.WaitForShutdown()
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.s = ns
	if a, ok := ns.Addr().(*net.TCPAddr); ok {
		s.port = a.Port
	}
	return nil
}

// answers waits until a server takes connections and its store is up.
func answers(ctx context.Context, ns *server.Server) error {
	ready := make(chan bool, 1)
	go func() { ready <- ns.ReadyForConnections(30 * time.Second) }()
	select {
	case ok := <-ready:
		if ok && ns.JetStreamEnabled() {
			return nil
		}
		return errors.New("embedded NATS server does not start: see the log for the reason (port in use, directory not writable)")
	case <-ctx.Done():
		return fmt.Errorf("embedded NATS server: %w", ctx.Err())
	}
}

// open tells whether the port can be reached from other machines.
func (s *Server) open() bool {
	ip := net.ParseIP(s.host)
	return s.host != "localhost" && (ip == nil || !ip.IsLoopback())
}

// Credentials returns how this program and its tools connect.
func (s *Server) Credentials() Credentials {
	s.mu.RLock()
	defer s.mu.RUnlock()
	host := s.host
	if s.open() {
		host = "127.0.0.1"
	}
	return Credentials{
		URL:  "nats://" + net.JoinHostPort(host, strconv.Itoa(s.port)),
		User: internalUser, Password: s.password, Certificate: string(s.Certificate()),
	}
}

// clientTLS returns what our own connection to the port needs.
func (s *Server) clientTLS() []nats.Option {
	if c := s.Certificate(); c != nil {
		return []nats.Option{nats.Secure(Pin(c))}
	}
	return nil
}

// Certificate returns what the server shows on its port, in PEM; nil if the port has no TLS.
func (s *Server) Certificate() []byte {
	if !s.open() || s.opts.TLS == nil || len(s.opts.TLS.Certificates) == 0 {
		return nil
	}
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: s.opts.TLS.Certificates[0].Certificate[0]})
}

// Pin returns the TLS of a client that accepts exactly one certificate, in PEM, whatever names it
// bears: it is for programs on the same machine that were told which one it is.
func Pin(certPEM []byte) *tls.Config {
	return &tls.Config{
		MinVersion:         tls.VersionTLS12,
		InsecureSkipVerify: true, // replaced by the comparison below
		VerifyConnection: func(cs tls.ConnectionState) error {
			want, _ := pem.Decode(certPEM)
			if want == nil || len(cs.PeerCertificates) == 0 || !bytes.Equal(want.Bytes, cs.PeerCertificates[0].Raw) {
				return errors.New("the server does not show the certificate that it has announced")
			}
			return nil
		},
	}
}

// InProcessConn implements nats.InProcessConnProvider with whatever server runs now.
func (s *Server) InProcessConn() (net.Conn, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if s.s == nil {
		return nil, net.ErrClosed
	}
	return s.s.InProcessConn()
}

// Healthy returns an error if the server is not running or a stream of it has stopped writing.
func (s *Server) Healthy() error {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if s.s == nil || !s.s.Running() {
		return &events.UnavailableError{Op: "log", Reason: "the embedded NATS server is not running"}
	}
	for _, e := range s.s.Healthz(&server.HealthzOptions{Details: true}).Errors {
		// A stream that is being made, or was lost, is reported too. The first passes; the second is
		// found by comparing both copies of the log, and no restart would help. The server has no
		// other name for what is looked for than its text.
		if e.Type == server.HealthzErrorStream && strings.Contains(e.Error, "write error") {
			return &events.UnavailableError{Op: "log", Reason: "the embedded NATS server has stopped writing: " + e.Error}
		}
	}
	return nil
}

// Admit sets who is let in besides this program and its tools; before, nobody is.
func (s *Server) Admit(a Admitter) { s.admit.Store(&a) }

// Restart stops the server and starts it again on the same files, port and credentials.
func (s *Server) Restart(ctx context.Context) error {
	if err := s.Close(); err != nil {
		return err
	}
	return s.boot(ctx)
}

// Close stops the server and waits until its files are closed.
func (s *Server) Close() error {
	s.mu.Lock()
	ns := s.s
	s.s = nil
	s.mu.Unlock()
	if ns != nil {
		ns.Shutdown()
		ns.WaitForShutdown()
	}
	return nil
}
