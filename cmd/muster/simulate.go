package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/ops/sim"
)

// simulateCmd plays many games against a running server.
type simulateCmd struct {
	Mode      string             `name:"mode" help:"Epic game of every group: attack-on-dol-guldur or mountain-of-fire."`
	Scenario  string             `name:"scenario" help:"Scenario of every group, at one table each: a quest night."`
	Groups    int                `name:"groups" default:"20" help:"Groups to play: 1 to 500."`
	Seed      uint64             `name:"seed" default:"1" help:"The same seed plays the same games."`
	Gathering events.GatheringID `name:"gathering" help:"Id of the gathering to make. Empty: sim-SEED-TIME."`
	Workers   int                `name:"workers" default:"8" help:"Groups played at the same time."`
	Perfect   bool               `name:"perfect" help:"Captains make no mistakes and lose no connection."`
	Games     bool               `name:"games" help:"Print the end of every game, too."`
	Also      []string           `name:"also" placeholder:"URL" help:"Another server on the same NATS; requests go to all servers in turn. May be given more than once."`
	Server    server             `embed:""`
}

// Validate is called by kong.
func (c *simulateCmd) Validate() error {
	if c.Groups < 1 || c.Groups > 500 {
		return fmt.Errorf("--groups is %d: give 1 to 500", c.Groups)
	}
	if c.Workers < 1 || c.Workers > 200 {
		return fmt.Errorf("--workers is %d: give 1 to 200", c.Workers)
	}
	if _, err := gameOf(c.Mode, c.Scenario); err != nil {
		return err
	}
	if c.Gathering != "" {
		return c.Gathering.Validate()
	}
	return nil
}

// Run implements the command.
func (c *simulateCmd) Run(ctx context.Context, t *terminal) error {
	f, err := c.Server.find()
	if err != nil {
		return err
	}
	if len(c.Also) > 0 {
		if f.transport, err = sim.Spread(f.transport, append(c.Also, f.base)...); err != nil {
			return err
		}
	}
	if c.Gathering == "" {
		c.Gathering = events.GatheringID(fmt.Sprintf("sim-%d-%d", c.Seed, time.Now().Unix()))
	}
	game, err := gameOf(c.Mode, c.Scenario)
	if err != nil {
		return err
	}
	fmt.Fprintf(t.Out, "gathering        %s, %d groups, seed %d\n", c.Gathering, c.Groups, c.Seed)
	r, err := sim.Run(ctx, sim.Options{
		Game: game, Alone: c.Scenario != "",
		Base: f.base, Key: f.key, Transport: f.transport, Gathering: c.Gathering,
		Name: fmt.Sprintf("Simulation, seed %d", c.Seed), Groups: c.Groups, Seed: c.Seed,
		Mistakes: !c.Perfect, Workers: c.Workers,
	})
	if c.Games {
		printGames(t, r)
	}
	r.Print(t.Out)
	if err == nil && len(r.Games) != c.Groups {
		err = fmt.Errorf("%d of %d games were finished", len(r.Games), c.Groups)
	}
	if errors.Is(err, context.Canceled) {
		return errors.New("stopped before every game was finished")
	}
	return err
}

func printGames(t *terminal, r sim.Report) {
	for _, g := range r.Games {
		if r.Game == sim.DolGuldur {
			fmt.Fprintf(t.Out, "%-10s %-5s round %2d, city strength %2d: %s\n", g.Group, g.Phase, g.Rounds, g.City, g.Reason)
		} else {
			fmt.Fprintf(t.Out, "%-10s %-5s round %2d: %s\n", g.Group, g.Phase, g.Rounds, g.Reason)
		}
	}
}
