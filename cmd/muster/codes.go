package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"text/tabwriter"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/ops/client"
	"github.com/muster-events/muster/ops/datadir"
)

// server says which running server a command talks to over HTTP. Its tags are what kong reads.
type server struct {
	Server string `name:"server" help:"Address of the server (https://games.example). Empty: the one running on --data."`
	Key    string `name:"key" env:"MUSTER_ORGANISER_KEY" help:"The organiser's key, with --server."`
	Data   string `name:"data" env:"MUSTER_DATA" default:"data" help:"Data directory of the server."`
}

// found is a running server with what opens it.
type found struct {
	base, key string
	transport http.RoundTripper // nil: the default
}

// find returns the server that was named, or the one that runs on the data directory.
func (s server) find() (found, error) {
	f := found{base: s.Server, key: s.Key}
	if f.base == "" {
		r, ok, err := datadir.Find(s.Data)
		if err != nil {
			return found{}, err
		}
		if !ok {
			return found{}, fmt.Errorf("no server is running on the data directory %s: start one, or give --server and --key", s.Data)
		}
		f = found{base: r.URL, key: r.Key, transport: trusting(r.CA)}
	}
	if f.key == "" {
		return found{}, errors.New("give the organiser's key with --key")
	}
	return f, nil
}

// client returns an organiser's session with the server.
func (s server) client(ctx context.Context) (*client.Client, error) {
	f, err := s.find()
	if err != nil {
		return nil, err
	}
	c := client.New(f.base, f.transport)
	if err := c.Login(ctx, f.key); err != nil {
		return nil, err
	}
	return c, nil
}

// trusting returns a transport that trusts one more authority, in PEM.
func trusting(ca string) http.RoundTripper {
	if ca == "" {
		return nil
	}
	pool, err := x509.SystemCertPool()
	if err != nil {
		pool = x509.NewCertPool()
	}
	pool.AppendCertsFromPEM([]byte(ca))
	return &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS12}}
}

// codesCmd prints join codes.
type codesCmd struct {
	Gathering events.GatheringID `arg:"" help:"Id of the gathering."`
	JSON      bool               `name:"json" help:"Write JSON."`
	Server    server             `embed:""`
}

// Run implements the command.
func (c *codesCmd) Run(ctx context.Context, t *terminal) error {
	if err := c.Gathering.Validate(); err != nil {
		return err
	}
	cl, err := c.Server.client(ctx)
	if err != nil {
		return err
	}
	codes, err := cl.Codes(ctx, c.Gathering)
	if err != nil {
		return err
	}
	if c.JSON {
		return json.NewEncoder(t.Out).Encode(codes)
	}
	w := tabwriter.NewWriter(t.Out, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "GROUP\tTABLE\tTEAM\tCODE")
	for _, x := range codes.Tables {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", x.Group, x.Table, x.Team, x.Code)
	}
	fmt.Fprintf(w, "judges\t\t\t%s\n", codes.Judge)
	return w.Flush()
}
