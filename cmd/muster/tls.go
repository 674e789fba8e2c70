package main

import (
	"fmt"
	"path/filepath"
	"time"

	"github.com/muster-events/muster/cmd/muster/internal/app"
	"github.com/muster-events/muster/ops/cert"
)

// tlsCmd is about certificates of our own.
type tlsCmd struct {
	Init tlsInitCmd `cmd:"" help:"Make the authority and the server's certificate, and say how phones come to trust them."`
}

type tlsInitCmd struct {
	Data string   `name:"data" env:"MUSTER_DATA" default:"data" help:"Data directory of the server."`
	Host []string `name:"tls-host" env:"MUSTER_TLS_HOST" help:"More names and addresses of the server."`
}

// Run implements the command.
func (c *tlsInitCmd) Run(t *terminal) error {
	dir, err := filepath.Abs(filepath.Join(c.Data, app.TLSDir))
	if err != nil {
		return err
	}
	b, err := cert.Ensure(dir, append(cert.Local(), c.Host...), time.Now())
	if err != nil {
		return err
	}
	fmt.Fprintf(t.Out, "%s\n%s\nThe server's certificate is for: %v\nStart the server with --tls self to use it.\n",
		b.CA, cert.Instructions(filepath.Join(dir, cert.CAFile), b.CA), b.Hosts)
	return nil
}
