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
	// MostDivisions is in how many divisions they play, and LeastOfDivision how many there are in each.
	MostDivisions   = 4
	LeastOfDivision = 8
	// switching is how many go up and down between neighbouring divisions.
	switching = 2
)

// LeagueOptions says which league to play and how.
type LeagueOptions struct {
	Occasion
	League events.GroupID
	Title  string // of the league, for people
	Rules  string // id of a ready rule set, see [LeagueRules]
	// Players is how many there are in the end, [LeastMembers] to [MostMembers]; 0: 40.
	Players int
	// Divisions is in how many divisions they play, 2 to [MostDivisions] with [LeastOfDivision] players in each;
	// 0: there are none. At the end two go up and two down between neighbours.
	Divisions int
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
	// Divisions are the final tables below the first, the highest first, and Moves who goes up or down: "Ana goes
	// up to First division".
	Divisions []DivisionReport
	Moves     []string
}

// DivisionReport is the final table of a division.
type DivisionReport struct {
	Name      string
	Standings []string
}

// Print writes the report for people.
func (r LeagueReport) Print(w io.Writer) {
	fmt.Fprintf(w, "league           %d sessions of %d players in %s; the winner is %s\n", r.Sessions, r.Players, r.Took.Round(time.Millisecond), r.Winner)
	for _, says := range r.Moves {
		fmt.Fprintf(w, "                 %s\n", says)
	}
	r.PrintEntries(w)
}

var ordinals = [MostDivisions]string{"First", "Second", "Third", "Fourth"}

// quests are the scenarios of the three sessions.
var quests = []string{"the-siege-of-gondor", "the-tower-of-cirith-ungol", "mount-doom"}

// circuit is a league that is being played.
type circuit struct {
	*director
	to     LeagueOptions
	id     events.GroupID
	rules  log.Rules
	people []events.PersonID // number n is people[n−1]
	// divisions are those of the league, the highest first; none: it has none.
	divisions []log.Division
	away      map[int]bool    // who plays no more, by number
	first     []log.Result    // of the first session: number n is first[n−1]
	made      Gathering       // groups that were played
	at        events.Position // what was recorded last
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
	if o.Divisions != 0 && (o.Divisions < 2 || o.Divisions > MostDivisions || o.Players < o.Divisions*LeastOfDivision) {
		return LeagueReport{}, fmt.Errorf("%d divisions of %d players: give 2 to %d, with %d players in each", o.Divisions, o.Players, MostDivisions, LeastOfDivision)
	}
	start := time.Now()
	d, err := direct(ctx, o.Occasion)
	if err != nil {
		return LeagueReport{}, err
	}
	c := &circuit{director: d, to: o, id: o.League, rules: season.Words(rules.Ready()[i]), away: map[int]bool{}}
	for n := range o.Divisions {
		c.divisions = append(c.divisions, log.Division{ID: fmt.Sprintf("division-%d", n+1), Name: ordinals[n] + " division"})
		c.rules.Switch = switching
	}
	if len(c.divisions) > 0 {
		c.rules.Edition += " with divisions"
	}
	if err := c.play(ctx); err != nil {
		return LeagueReport{Report: d.rec.report(time.Since(start))}, fmt.Errorf("league %s: %w", o.League, err)
	}
	return c.report(ctx, start)
}

// play plays the season.
func (c *circuit) play(ctx context.Context) error {
	if err := c.organise(ctx, log.OpenLeague{Name: c.to.Title, Season: "Spring 2027", Rules: c.rules, Divisions: c.divisions, Seed: c.o.Seed}); err != nil {
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
	for i, t := range v.Tables {
		var lines []string
		for _, row := range t.Rows {
			out.Players++
			lines = append(lines, fmt.Sprintf("%2d. %s, %s", row.Rank, c.names[row.Player], row.Points))
		}
		if i == 0 {
			out.Standings = lines
			continue
		}
		out.Divisions = append(out.Divisions, DivisionReport{t.Name, lines})
	}
	for _, m := range v.Moves {
		i := slices.IndexFunc(v.Divisions, func(d view.Division) bool { return d.ID == m.To })
		out.Moves = append(out.Moves, fmt.Sprintf("%s goes %s to %s", c.names[m.Player], m.Goes, v.Divisions[i].Name))
	}
	for _, says := range out.Moves {
		c.tell("%s.", says)
	}
	for _, row := range v.Tables[0].Rows {
		name := c.names[row.Player]
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
