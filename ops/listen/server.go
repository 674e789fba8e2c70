package listen

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"time"
)

// Times of one request.
const (
	HeaderTimeout = 5 * time.Second  // to send the header
	BodyTimeout   = 15 * time.Second // to send the whole request
	WriteTimeout  = 10 * time.Second // to take each piece of the answer
	IdleTimeout   = 2 * time.Minute  // between requests
)

// MaxHeaderBytes bounds the header of a request.
const MaxHeaderBytes = 32 << 10

// MaxBodyBytes bounds the body of a request; handlers set tighter bounds of their own. The largest
// is an imported roster.
const MaxBodyBytes = 2<<20 + 4096

// Server returns an HTTP server with our limits around a handler.
func Server(h http.Handler, log *slog.Logger) *http.Server {
	return &http.Server{
		Handler:           limits(h),
		ReadHeaderTimeout: HeaderTimeout,
		ReadTimeout:       BodyTimeout,
		IdleTimeout:       IdleTimeout,
		MaxHeaderBytes:    MaxHeaderBytes,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}
}

// Serve serves until ctx ends, then takes no more requests and waits at most drain for those under
// way, streams included: they are told to end by their request's context.
func Serve(ctx context.Context, s *http.Server, l net.Listener, drain time.Duration) error {
	base, end := context.WithCancel(context.WithoutCancel(ctx))
	defer end()
	s.BaseContext = func(net.Listener) context.Context { return base }
	failed := make(chan error, 1)
	go func() { failed <- s.Serve(l) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	end() // streams stay open for ever otherwise
	limit, cancel := context.WithTimeout(context.WithoutCancel(ctx), drain)
	defer cancel()
	err := s.Shutdown(limit)
	if errors.Is(err, context.DeadlineExceeded) {
		err = s.Close()
	}
	if served := <-failed; !errors.Is(served, http.ErrServerClosed) {
		return errors.Join(err, served)
	}
	return err
}

// limits gives every request the time limits that a server's own cannot express: an answer may take
// hours if it is a stream, but each piece of it must be taken in time.
func limits(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		rc := http.NewResponseController(w)
		if r.Body == nil || r.Body == http.NoBody {
			_ = rc.SetReadDeadline(time.Time{}) // nothing more is read; an expired deadline would end the stream
		} else {
			r.Body = http.MaxBytesReader(w, r.Body, MaxBodyBytes)
		}
		next.ServeHTTP(&patient{ResponseWriter: w, rc: rc}, r)
	})
}

// patient gives each write its own deadline.
type patient struct {
	http.ResponseWriter
	rc *http.ResponseController
}

// Write implements http.ResponseWriter.
func (p *patient) Write(b []byte) (int, error) {
	_ = p.rc.SetWriteDeadline(time.Now().Add(WriteTimeout)) // not all writers have deadlines
	return p.ResponseWriter.Write(b)
}

// Flush implements http.Flusher.
func (p *patient) Flush() {
	_ = p.rc.SetWriteDeadline(time.Now().Add(WriteTimeout))
	_ = p.rc.Flush()
}

// Unwrap lets http.ResponseController find the writer below.
func (p *patient) Unwrap() http.ResponseWriter { return p.ResponseWriter }
