package sim

import (
	"context"
	"fmt"
	"io"
	"slices"
	"time"

	rules "github.com/muster-events/muster/engine/league"
	"github.com/muster-events/muster/engine/season"
	"github.com/muster-events/muster/events"
	log "github.com/muster-events/muster/events/league"
	"github.com/muster-events/muster/ops/client"
	view "github.com/muster-events/muster/projections/league"
)

// LeagueRules lists the ids of the ready rule sets of leagues. [DefaultLeague] is one of them.
func LeagueRules() []string {
	var out []string
	for _, r := range rules.Ready() {
		if !slices.Contains(out, r.ID) {
			out = append(out, r.ID)
		}
	}
	return out
}

// DefaultLeague is what is played if nothing is said: points for places, the best two of three.
const DefaultLeague = "season-best-of"

// Bounds of a simulated league.
const (
	LeastMembers = 16
	MostMembers  = 100
)

// LeagueOptions says which league to play and how.
type LeagueOptions struct {
	Occasion
	League events.GroupID
	Title  string // of the league, for people
	Rules  string // id of a ready rule set, see [LeagueRules]
	// Players is how many there are in the end, [LeastMembers] to [MostMembers]; 0: 40.
	Players int
	// Ready, if set, is called once the league is open and before anything is scored.
	Ready func(League)
}

// League says which league is played.
type League struct {
	Gathering events.GatheringID
	ID        events.GroupID
	Rules     log.Rules
	Players   int
}

// LeagueReport is what came of a season.
type LeagueReport struct {
	Report
	Sessions, Players int
	// Standings are the lines of the final table, "1. Ana, 27", the best first.
	Standings []string
	Winner    string // name; those who share the first place are joined by "and"
}

// Print writes the report for people.
func (r LeagueReport) Print(w io.Writer) {
	fmt.Fprintf(w, "league           %d sessions of %d players in %s; the winner is %s\n", r.Sessions, r.Players, r.Took.Round(time.Millisecond), r.Winner)
	r.PrintEntries(w)
}

// quests are the scenarios of the three sessions.
var quests = []string{"the-siege-of-gondor", "the-tower-of-cirith-ungol", "mount-doom"}

// circuit is a league that is being played.
type circuit struct {
	*director
	to     LeagueOptions
	id     events.GroupID
	rules  log.Rules
	people []events.PersonID // number n is people[n−1]
	away   map[int]bool      // who plays no more, by number
	first  []log.Result      // of the first session: number n is first[n−1]
	made   Gathering         // groups that were played
	at     events.Position   // what was recorded last
}

// RunLeague opens a gathering and plays a season of three sessions in it: slips entered by hand, quests
// that are played with muster, a tournament; with late entries, drops, a duplicate that is found, and a
// correction that comes late. The error is the first thing that should not have been possible.
func RunLeague(ctx context.Context, o LeagueOptions) (LeagueReport, error) {
	i := slices.IndexFunc(rules.Ready(), func(r rules.Rules) bool { return r.ID == o.Rules })
	if i < 0 {
		return LeagueReport{}, fmt.Errorf("there is no ready rule set %q for a league: give one of %v", o.Rules, LeagueRules())
	}
	if o.Players == 0 {
		o.Players = 40
	}
	if o.Players < LeastMembers || o.Players > MostMembers {
		return LeagueReport{}, fmt.Errorf("%d players: give %d to %d", o.Players, LeastMembers, MostMembers)
	}
	start := time.Now()
	d, err := direct(ctx, o.Occasion)
	if err != nil {
		return LeagueReport{}, err
	}
	c := &circuit{director: d, to: o, id: o.League, rules: season.Words(rules.Ready()[i]), away: map[int]bool{}}
	if err := c.play(ctx); err != nil {
		return LeagueReport{Report: d.rec.report(time.Since(start))}, fmt.Errorf("league %s: %w", o.League, err)
	}
	return c.report(ctx, start)
}

// play plays the season.
func (c *circuit) play(ctx context.Context) error {
	if err := c.organise(ctx, log.OpenLeague{Name: c.to.Title, Season: "Spring 2027", Rules: c.rules, Seed: c.o.Seed}); err != nil {
		return err
	}
	if c.to.Ready != nil {
		c.to.Ready(League{Gathering: c.o.Gathering, ID: c.id, Rules: c.rules, Players: c.to.Players})
	}
	for _, step := range []func(context.Context) error{
		c.begin, c.weekOne, c.comeAndGo, c.weekTwo, c.merge, c.weekThree, c.correct, c.reveal,
	} {
		if err := step(ctx); err != nil {
			return err
		}
		if err := c.pause(ctx, 4); err != nil {
			return err
		}
	}
	return nil
}

// send gives commands as somebody.
func (c *circuit) send(ctx context.Context, as *client.Client, cmds ...client.Command) (client.Reply, error) {
	return as.SendLeague(ctx, c.o.Gathering, c.id, cmds...)
}

// organise gives a command of the organiser that must be accepted.
func (c *circuit) organise(ctx context.Context, body events.CommandBody) error {
	r, err := c.try(ctx, c.send, c.boss, body)
	if err != nil {
		return err
	}
	at, err := positionOf(body, r)
	c.at = max(c.at, at)
	return err
}

// touch gives a command that touches the integrity of the season: its consequences are looked at first.
func (c *circuit) touch(ctx context.Context, body func(previewed string) events.CommandBody) error {
	says, err := c.boss.PreviewLeague(ctx, c.o.Gathering, c.id, body(""))
	if err != nil {
		return fmt.Errorf("preview: %w", err)
	}
	c.tell("  the preview says: %s", says.Says)
	if err := c.pause(ctx, 2); err != nil {
		return err
	}
	return c.organise(ctx, body(says.Previewed))
}

// view is the league as organisers and judges see it now.
func (c *circuit) view(ctx context.Context) (view.View, error) {
	return c.boss.League(ctx, c.o.Gathering, c.id, true, c.at)
}

// name is that of a player by number.
func (c *circuit) name(n int) string { return c.names[c.people[n-1]] }

// reveal ends the season and shows its table row by row, the last five places at a time and the first ten
// one by one.
func (c *circuit) reveal(ctx context.Context) error {
	if err := c.organise(ctx, log.EndSeason{}); err != nil {
		return err
	}
	v, err := c.view(ctx)
	if err != nil {
		return err
	}
	c.tell("The season is over. The table is revealed from the last place upwards.")
	for left := v.Reveal.Left; left > 0; {
		rows, wait := min(5, left-10), 2.0
		if left <= 10 {
			rows, wait = 1, 3
		}
		if err := c.organise(ctx, log.RevealNext{Rows: rows}); err != nil {
			return err
		}
		left -= rows
		if err := c.pause(ctx, wait); err != nil {
			return err
		}
	}
	if err := c.organise(ctx, log.ThawBoard{}); err != nil {
		return err
	}
	return c.organise(ctx, log.FinaliseSeason{})
}

// report tells what came of it.
func (c *circuit) report(ctx context.Context, start time.Time) (LeagueReport, error) {
	v, err := c.view(ctx)
	if err != nil {
		return LeagueReport{}, err
	}
	out := LeagueReport{Report: c.rec.report(time.Since(start)), Sessions: len(v.Sessions)}
	for _, row := range v.Tables[0].Rows {
		out.Players++
		name := c.names[row.Player]
		out.Standings = append(out.Standings, fmt.Sprintf("%2d. %s, %s", row.Rank, name, row.Points))
		switch {
		case row.Rank != 1:
		case out.Winner == "":
			out.Winner = name
		default:
			out.Winner += " and " + name
		}
	}
	c.tell("The winner is %s.", out.Winner)
	return out, nil
}
