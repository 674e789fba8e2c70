package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/muster-events/muster/cmd/muster/internal/app"
	"github.com/muster-events/muster/events"
	log "github.com/muster-events/muster/events/tournament"
	"github.com/muster-events/muster/ops/sim"
)

// Modes of the demo beside the epic games.
const modeTournament = "tournament"

// demoCup is the id of the tournament that the demo plays.
const demoCup events.GroupID = "friday-cup"

// contestFlags say what the demo plays as a tournament.
type contestFlags struct {
	Format  string `name:"format" help:"With --mode tournament: swiss, swiss-cut (the default), round-robin, single-elimination, double-elimination or pods."`
	Players int    `name:"players" help:"With --mode tournament: how many there are room for, 6 to 100; 0: as many as fit the format."`
}

// check says which flags do not go together.
func (f contestFlags) check(mode, scenario string) error {
	switch {
	case mode != modeTournament && (f.Format != "" || f.Players != 0):
		return fmt.Errorf("--format and --players are for --mode %s", modeTournament)
	case mode != modeTournament:
		return nil
	case scenario != "":
		return errors.New("--scenario is played at one table: leave --mode out")
	case f.Format != "" && !slices.Contains(sim.Formats(), f.Format):
		return fmt.Errorf("--format is %q: give one of %s", f.Format, strings.Join(sim.Formats(), ", "))
	case f.Players != 0 && (f.Players < sim.LeastPlayers || f.Players > sim.MostPlayers):
		return fmt.Errorf("--players is %d: give %d to %d", f.Players, sim.LeastPlayers, sim.MostPlayers)
	}
	return nil
}

// occasion is where the demo plays a tournament or a league.
func (c *demoCmd) occasion(t *terminal, a *app.App) sim.Occasion {
	o := sim.Occasion{
		Base: a.LocalURL(), Key: a.OrganiserKey(), Gathering: demoGathering, Name: "Corner Store", Seed: c.Seed, Pace: c.Pace,
		Tell: func(says string) { fmt.Fprintln(t.Out, says) },
	}
	if c.Fast {
		o.Pace, o.Tell = 0, nil
	}
	return o
}

// playTournament plays a tournament.
func (c *demoCmd) playTournament(ctx context.Context, t *terminal, a *app.App) error {
	o := sim.TournamentOptions{Occasion: c.occasion(t, a), Tournament: demoCup, Title: "Friday Cup", Format: c.Contest.Format, Players: c.Contest.Players}
	if o.Format == "" {
		o.Format = log.FormatSwissCut
	}
	if !c.Fast {
		o.Ready = func(g sim.Tournament) { c.welcomeTournament(t, a, g) }
		signs := 0
		o.Sign = func(n int, name, code string) {
			if signs++; signs == 1 {
				fmt.Fprintf(t.Out, "To follow %s by phone: %s/tournaments/%s/%s/phone/%d?code=%s\n", name, a.LocalURL(), demoGathering, demoCup, n, code)
			}
		}
	}
	r, err := sim.RunTournament(ctx, o)
	if err != nil {
		return err
	}
	for i, name := range r.Standings[:min(8, len(r.Standings))] {
		fmt.Fprintf(t.Out, "%2d. %s\n", i+1, name)
	}
	if c.Fast {
		r.Print(t.Out)
		return nil
	}
	fmt.Fprintln(t.Out, "\nThe tournament is over. The pages stay up; Ctrl-C stops the server.")
	return nil
}

func (c *demoCmd) welcomeTournament(t *terminal, a *app.App, g sim.Tournament) {
	at := fmt.Sprintf("%s/tournaments/%s/%s", a.LocalURL(), g.Gathering, g.ID)
	fmt.Fprintf(t.Out, "muster %s plays a tournament, %s with room for %d, seed %d.\n\n", version(), g.Rules.Format, g.Players, c.Seed)
	fmt.Fprintf(t.Out, "  Everybody   %s\n", at)
	fmt.Fprintf(t.Out, "  Wall        %s/wall\n", at)
	fmt.Fprintf(t.Out, "  Organiser   %s\n", a.OrganiserLink())
	fmt.Fprintf(t.Out, "  Desk        %s/console/%s/tournaments/%s (after the organiser's link)\n", a.LocalURL(), g.Gathering, g.ID)
	fmt.Fprintf(t.Out, "\nCtrl-C stops it.\n\n")
}
