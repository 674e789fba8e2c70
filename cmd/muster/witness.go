package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/muster-events/muster/ops/audit"
)

// witnessCmd runs a witness.
type witnessCmd struct {
	Key    []string `name:"key" required:"" placeholder:"VKEY" help:"Verifier key of the server, as 'muster serve' prints it. May be given several times."`
	Name   string   `name:"name" default:"witness.local" help:"Name in the signatures, without spaces; the machine's or the judge's."`
	Data   string   `name:"data" default:"witness" help:"Folder of the witness's own key and of what it has signed. Keep it: a witness that forgets proves nothing."`
	Listen string   `name:"listen" default:":9020" help:"Address that servers send their checkpoints to."`
}

// Run implements the command.
func (c *witnessCmd) Run(ctx context.Context, t *terminal) error {
	keys := make([]audit.PublicKey, 0, len(c.Key))
	for _, k := range c.Key {
		p, err := audit.ParsePublicKey(k)
		if err != nil {
			return err
		}
		keys = append(keys, p)
	}
	w, err := audit.OpenWitness(c.Data, c.Name, keys)
	if err != nil {
		return err
	}
	l, err := net.Listen("tcp", c.Listen)
	if err != nil {
		return fmt.Errorf("--listen is %s, which cannot be used: %w", c.Listen, err)
	}
	fmt.Fprintf(t.Out, "Witness %s on %s.\n\n  Key   %s\n\nStart the server with\n\n  muster serve --witness 'http://HOST:%d %s'\n\nCtrl-C stops the witness.\n",
		c.Name, l.Addr(), w.VKey(), l.Addr().(*net.TCPAddr).Port, w.VKey())
	srv := &http.Server{Handler: w, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 15 * time.Second, WriteTimeout: 10 * time.Second}
	stopped := make(chan error, 1)
	go func() {
		<-ctx.Done()
		last, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		stopped <- srv.Shutdown(last)
	}()
	if err := srv.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return <-stopped
}
