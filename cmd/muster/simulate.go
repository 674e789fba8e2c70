package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/muster-events/muster/events"
	log "github.com/muster-events/muster/events/tournament"
	"github.com/muster-events/muster/ops/sim"
)

// simulateCmd plays many games against a running server.
type simulateCmd struct {
	Mode     string `name:"mode" help:"Epic game of every group: attack-on-dol-guldur or mountain-of-fire."`
	Scenario string `name:"scenario" help:"Scenario of every group, at one table each: a quest night."`
	Groups   int    `name:"groups" default:"20" help:"Groups to play: 1 to 500."`
	// Tournaments are played in the place of groups.
	Tournaments int                `name:"tournaments" help:"Tournaments to play instead of groups, each in a gathering of its own: up to 200."`
	Format      string             `name:"format" help:"With --tournaments: their format, swiss-cut if it is not given."`
	Seed        uint64             `name:"seed" default:"1" help:"The same seed plays the same games."`
	Gathering   events.GatheringID `name:"gathering" help:"Id of the gathering to make. Empty: sim-SEED-TIME."`
	Workers     int                `name:"workers" default:"8" help:"Groups played at the same time."`
	Perfect     bool               `name:"perfect" help:"Captains make no mistakes and lose no connection."`
	Games       bool               `name:"games" help:"Print the end of every game, too."`
	Also        []string           `name:"also" placeholder:"URL" help:"Another server on the same NATS; requests go to all servers in turn. May be given more than once."`
	Server      server             `embed:""`
}

// Validate is called by kong.
func (c *simulateCmd) Validate() error {
	if c.Groups < 1 || c.Groups > 500 {
		return fmt.Errorf("--groups is %d: give 1 to 500", c.Groups)
	}
	if c.Tournaments < 0 || c.Tournaments > 200 {
		return fmt.Errorf("--tournaments is %d: give up to 200", c.Tournaments)
	}
	if c.Tournaments > 0 && (c.Mode != "" || c.Scenario != "") {
		return errors.New("--tournaments plays no game: leave --mode and --scenario out")
	}
	if c.Format != "" && (c.Tournaments == 0 || !slices.Contains(sim.Formats(), c.Format)) {
		return fmt.Errorf("--format is %q: it goes with --tournaments, and is one of %s", c.Format, strings.Join(sim.Formats(), ", "))
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
	if c.Tournaments > 0 {
		return c.playTournaments(ctx, t, f)
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

// playTournaments plays tournaments in the place of groups.
func (c *simulateCmd) playTournaments(ctx context.Context, t *terminal, f found) error {
	o := sim.TournamentOptions{
		Occasion: sim.Occasion{
			Base: f.base, Key: f.key, Transport: f.transport, Gathering: c.Gathering, Seed: c.Seed,
			Name: fmt.Sprintf("Simulation, seed %d", c.Seed),
		},
		Tournament: "cup", Title: "Cup", Format: cmp.Or(c.Format, log.FormatSwissCut), Mistakes: !c.Perfect,
	}
	fmt.Fprintf(t.Out, "gatherings       %s-1 to %s-%d, seed %d\n", c.Gathering, c.Gathering, c.Tournaments, c.Seed)
	all, sum, err := sim.RunTournaments(ctx, o, c.Tournaments, c.Workers)
	if c.Games {
		for i, r := range all {
			fmt.Fprintf(t.Out, "%3d. %d rounds, %d players; the winner is %s\n", i+1, r.Rounds, r.Players, r.Winner)
		}
	}
	fmt.Fprintf(t.Out, "tournaments      %d finished in %s\n", len(all), sum.Took.Round(time.Millisecond))
	sum.PrintEntries(t.Out)
	if errors.Is(err, context.Canceled) {
		return errors.New("stopped before every tournament was finished")
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
