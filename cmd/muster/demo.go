package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/muster-events/muster/cmd/muster/internal/app"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/ops/config"
	"github.com/muster-events/muster/ops/sim"
)

// demoGathering is the gathering that the demo plays in.
const demoGathering events.GatheringID = "demo"

// demoCmd starts a server of its own and plays one game on it.
type demoCmd struct {
	Mode     string        `name:"mode" help:"Epic game to play: attack-on-dol-guldur (three tables) or mountain-of-fire (two tables); or tournament, or league."`
	Scenario string        `name:"scenario" help:"Scenario to play at one table instead, by its id: --scenario mount-doom."`
	Contest  contestFlags  `embed:""`
	Seed     uint64        `name:"seed" default:"2" help:"The same seed plays the same game."`
	Fast     bool          `name:"fast" help:"Play at full speed, print the result and stop."`
	Pace     time.Duration `name:"pace" default:"900ms" help:"Time between two entries."`
	Listen   string        `name:"listen" default:"" help:"Address and port for the pages. Empty: port 8080 of this machine only, or a free one."`
	Data     string        `name:"data" default:"" help:"Directory to keep the game in. Empty: a temporary one that is removed."`
}

// gameOf returns what is played, from the flags of a command: an epic mode, a scenario, or neither.
func gameOf(mode, scenario string) (string, error) {
	games := slices.DeleteFunc(sim.Games(), func(id string) bool { return id == sim.MountainOfFire })
	switch {
	case mode != "" && scenario != "":
		return "", errors.New("--mode plays an epic game and --scenario one at a single table: give one of them")
	case mode == "" && scenario == "":
		return sim.DolGuldur, nil
	case mode == sim.DolGuldur:
		return mode, nil
	case mode == "mountain-of-fire" || mode == sim.MountainOfFire:
		return sim.MountainOfFire, nil
	case mode != "":
		return "", fmt.Errorf("--mode is %q: give %s or mountain-of-fire", mode, sim.DolGuldur)
	case slices.Contains(games, scenario):
		return scenario, nil
	}
	return "", fmt.Errorf("--scenario is %q: give one of %s", scenario, strings.Join(games, ", "))
}

// Validate is called by kong.
func (c *demoCmd) Validate() error {
	if err := c.Contest.check(c.Mode, c.Scenario); err != nil || contest(c.Mode) {
		return err
	}
	_, err := gameOf(c.Mode, c.Scenario)
	return err
}

// Run implements the command.
func (c *demoCmd) Run(ctx context.Context, t *terminal) (err error) {
	dir, remove, err := c.directory()
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, remove()) }()
	cfg := config.Default()
	cfg.Data, cfg.Listen, cfg.Admin, cfg.LogLevel = dir, c.address(), "127.0.0.1:0", "warn"
	a, err := app.New(cfg, app.Options{Log: t.log(cfg.LogLevel), Version: version()})
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	played := make(chan error, 1)
	go func() {
		played <- c.play(ctx, t, a)
		if c.Fast {
			stop()
		}
	}()
	err = errors.Join(a.Run(ctx), a.Close())
	stop()
	if e := <-played; !errors.Is(e, context.Canceled) {
		err = errors.Join(err, e)
	}
	return err
}

// directory returns the data directory and what removes it.
func (c *demoCmd) directory() (string, func() error, error) {
	if c.Data != "" {
		return c.Data, func() error { return nil }, nil
	}
	dir, err := os.MkdirTemp("", "muster-demo-")
	return dir, func() error { return os.RemoveAll(dir) }, err
}

// address returns where to listen: port 8080 if it is free and nothing else was asked for.
func (c *demoCmd) address() string {
	if c.Listen != "" {
		return c.Listen
	}
	l, err := net.Listen("tcp", "127.0.0.1:8080")
	if err != nil {
		return "127.0.0.1:0"
	}
	_ = l.Close() // it was only asked whether the port is free
	return "127.0.0.1:8080"
}

// play plays the game once the server is ready.
func (c *demoCmd) play(ctx context.Context, t *terminal, a *app.App) error {
	select {
	case <-a.Ready():
	case <-ctx.Done():
		return ctx.Err()
	}
	switch c.Mode {
	case modeTournament:
		return c.playTournament(ctx, t, a)
	case modeLeague:
		return c.playLeague(ctx, t, a)
	}
	game, err := gameOf(c.Mode, c.Scenario)
	if err != nil {
		return err
	}
	o := sim.Options{
		Game: game, Alone: c.Scenario != "",
		Base: a.LocalURL(), Key: a.OrganiserKey(), Gathering: demoGathering, Name: "Demo evening",
		Groups: 1, Seed: c.Seed, Pace: c.Pace, Ready: func(g sim.Gathering) { c.welcome(t, a, g) },
	}
	if c.Fast {
		o.Pace = 0
	}
	r, err := sim.Run(ctx, o)
	if err != nil {
		return err
	}
	printGames(t, r)
	if c.Fast {
		r.Print(t.Out)
		return nil
	}
	fmt.Fprintln(t.Out, "\nThe game is over. The pages stay up; Ctrl-C stops the server.")
	return nil
}

// welcome says where to look.
func (c *demoCmd) welcome(t *terminal, a *app.App, g sim.Gathering) {
	if c.Fast {
		return
	}
	base := a.LocalURL()
	fmt.Fprintf(t.Out, "muster %s plays %s, seed %d.\n\n", version(), g.Says(), c.Seed)
	fmt.Fprintf(t.Out, "  Wall        %s/wall/%s/%s\n", base, g.ID, g.Groups[0])
	fmt.Fprintf(t.Out, "  On a phone  %s/live/%s/%s\n", base, g.ID, g.Groups[0])
	fmt.Fprintf(t.Out, "  Organiser   %s\n", a.OrganiserLink())
	for _, code := range g.Codes.Tables {
		fmt.Fprintf(t.Out, "  Table %-10s join with code %s\n", code.Team, code.Code)
	}
	fmt.Fprintf(t.Out, "\nCtrl-C stops it.\n")
}
