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
const (
	modeTournament = "tournament"
	modeLeague     = "league"
)

// What the demo plays.
const (
	demoCup    events.GroupID = "friday-cup"
	demoLeague events.GroupID = "spring-league"
)

// contestFlags say what the demo plays as a tournament or league.
type contestFlags struct {
	Format    string `name:"format" help:"With --mode tournament: swiss, swiss-cut (the default), round-robin, single-elimination, double-elimination or pods."`
	Rules     string `name:"rules" help:"With --mode league: a ready rule set: season-best-of (the default), season-places, store-league, lotr-quest-league or lotr-grace-of-the-valar."`
	Divisions int    `name:"divisions" help:"With --mode league: in how many divisions, 2 to 4 with 8 players and more in each; at the end two go up and two down between neighbours. 0: there are none."`
	Players   int    `name:"players" help:"With --mode tournament or league: how many play, 6 to 100 (a league: 16 and more); 0: as many as fit the format, 40 in a league."`
}

// contest tells whether a mode is one of those that are played here.
func contest(mode string) bool { return mode == modeTournament || mode == modeLeague }

// check says which flags do not go together.
func (f contestFlags) check(mode, scenario string) error {
	least := sim.LeastPlayers
	if mode == modeLeague {
		least = sim.LeastMembers
	}
	switch {
	case mode != modeTournament && f.Format != "":
		return fmt.Errorf("--format is for --mode %s", modeTournament)
	case mode != modeLeague && f.Rules != "":
		return fmt.Errorf("--rules is for --mode %s", modeLeague)
	case mode != modeLeague && f.Divisions != 0:
		return fmt.Errorf("--divisions is for --mode %s", modeLeague)
	case !contest(mode) && f.Players != 0:
		return fmt.Errorf("--players is for --mode %s and --mode %s", modeTournament, modeLeague)
	case !contest(mode):
		return nil
	case scenario != "":
		return errors.New("--scenario is played at one table: leave --mode out")
	case f.Format != "" && !slices.Contains(sim.Formats(), f.Format):
		return fmt.Errorf("--format is %q: give one of %s", f.Format, strings.Join(sim.Formats(), ", "))
	case f.Rules != "" && !slices.Contains(sim.LeagueRules(), f.Rules):
		return fmt.Errorf("--rules is %q: give one of %s", f.Rules, strings.Join(sim.LeagueRules(), ", "))
	case f.Divisions != 0 && (f.Divisions < 2 || f.Divisions > sim.MostDivisions):
		return fmt.Errorf("--divisions is %d: give 2 to %d", f.Divisions, sim.MostDivisions)
	case f.Divisions != 0 && f.Players != 0 && f.Players < f.Divisions*sim.LeastOfDivision:
		return fmt.Errorf("--divisions is %d: give --players %d or more, %d in each", f.Divisions, f.Divisions*sim.LeastOfDivision, sim.LeastOfDivision)
	case f.Players != 0 && (f.Players < least || f.Players > sim.MostPlayers):
		return fmt.Errorf("--players is %d: give %d to %d", f.Players, least, sim.MostPlayers)
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
	for _, line := range r.Standings[:min(8, len(r.Standings))] {
		fmt.Fprintln(t.Out, line)
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

// playLeague plays a season of a league.
func (c *demoCmd) playLeague(ctx context.Context, t *terminal, a *app.App) error {
	o := sim.LeagueOptions{Occasion: c.occasion(t, a), League: demoLeague, Title: "Corner Store League", Rules: c.Contest.Rules, Players: c.Contest.Players, Divisions: c.Contest.Divisions}
	if o.Rules == "" {
		o.Rules = sim.DefaultLeague
	}
	if !c.Fast {
		o.Ready = func(l sim.League) { c.welcomeLeague(t, a, l) }
	}
	r, err := sim.RunLeague(ctx, o)
	if err != nil {
		return err
	}
	for _, line := range r.Standings[:min(10, len(r.Standings))] {
		fmt.Fprintln(t.Out, line)
	}
	for _, d := range r.Divisions {
		fmt.Fprintln(t.Out, d.Name)
		for _, line := range d.Standings[:min(5, len(d.Standings))] {
			fmt.Fprintln(t.Out, line)
		}
	}
	if c.Fast {
		r.Print(t.Out)
		return nil
	}
	fmt.Fprintln(t.Out, "\nThe season is over. The pages stay up; Ctrl-C stops the server.")
	return nil
}

func (c *demoCmd) welcomeLeague(t *terminal, a *app.App, l sim.League) {
	base := a.LocalURL()
	fmt.Fprintf(t.Out, "muster %s plays a league, %s, with %d players, seed %d.\n\n", version(), l.Rules.Name, l.Players, c.Seed)
	fmt.Fprintf(t.Out, "  Board       %s/board/%s/%s\n", base, l.Gathering, l.ID)
	fmt.Fprintf(t.Out, "  Wall        %s/wall/%s/%s/standings\n", base, l.Gathering, l.ID)
	fmt.Fprintf(t.Out, "  Organiser   %s\n", a.OrganiserLink())
	fmt.Fprintf(t.Out, "  Desk        %s/console/%s/leagues/%s (after the organiser's link)\n", base, l.Gathering, l.ID)
	fmt.Fprintf(t.Out, "\nCtrl-C stops it.\n\n")
}
