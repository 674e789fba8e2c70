package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/muster-events/muster/cmd/muster/internal/app"
	"github.com/muster-events/muster/ops/config"
)

// serveCmd runs the server until it is told to stop.
type serveCmd struct {
	File   config.File   `name:"config" env:"MUSTER_CONFIG" placeholder:"FILE" help:"Configuration file, see 'muster sample-config'. Flags and environment come first."`
	Config config.Config `embed:""`
}

// Run implements the command.
func (c *serveCmd) Run(ctx context.Context, t *terminal) error {
	if p := config.UnknownEnv(os.Environ()); len(p) > 0 {
		return p
	}
	a, err := app.New(c.Config, app.Options{Log: t.log(c.Config.LogLevel), Version: version()})
	if err != nil {
		return err
	}
	go welcome(ctx, t, a)
	return errors.Join(a.Run(ctx), a.Close())
}

// welcome says where the server is once it has started, or what is wrong with its log.
func welcome(ctx context.Context, t *terminal, a *app.App) {
	select {
	case <-a.Started():
	case <-ctx.Done():
		return
	}
	if says := a.Damage(); says != "" {
		fmt.Fprintf(t.Out, "muster has found damage. Nothing can be entered.\n\n  %s\n\nWhat can be read is at %s\n", says, a.BaseURL())
		return
	}
	fmt.Fprintf(t.Out, "muster %s is ready.\n\n", version())
	fmt.Fprintf(t.Out, "  Phones and walls   %s\n", a.BaseURL())
	fmt.Fprintf(t.Out, "  Organiser          %s\n", a.OrganiserLink())
	fmt.Fprintf(t.Out, "  Data directory     %s\n", a.DataDir())
	fmt.Fprintf(t.Out, "  Signing key        %s\n", a.PublicKey())
	if a.AdminAddr() != nil {
		fmt.Fprintf(t.Out, "  Operators          http://%s/metrics\n", a.AdminAddr())
	}
	fmt.Fprintf(t.Out, "\nThe organiser's link holds the key: do not show it on a wall. Ctrl-C stops the server.\n")
}
