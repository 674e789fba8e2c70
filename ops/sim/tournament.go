package sim

import (
	"context"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/muster-events/muster/coordinator/tournament"
	"github.com/muster-events/muster/events"
	log "github.com/muster-events/muster/events/tournament"
	"github.com/muster-events/muster/ops/client"
	view "github.com/muster-events/muster/projections/tournament"
)

// Formats lists the formats of tournaments that simulated players can play.
func Formats() []string {
	return []string{log.FormatSwiss, log.FormatSwissCut, log.FormatRoundRobin, log.FormatSingle, log.FormatDouble, log.FormatPods}
}

// Bounds of a simulated tournament.
const (
	LeastPlayers = 6
	MostPlayers  = 100
)

// TournamentOptions says which tournament to play and how.
type TournamentOptions struct {
	Occasion
	Tournament events.GroupID
	Title      string // of the tournament, for people
	Format     string // one of [Formats]
	// Players is how many there are room for, [LeastPlayers] to [MostPlayers]; 0: as many as fit the format.
	Players int
	// Mistakes makes the phones lose connections now and then.
	Mistakes bool
	// Ready, if set, is called once the tournament is open and before anybody enters.
	Ready func(Tournament)
	// Sign, if set, is called with the number and code of an entrant whose phone joined by it.
	Sign func(entrant int, name, code string)
}

// Tournament says which tournament is played.
type Tournament struct {
	Gathering events.GatheringID
	ID        events.GroupID
	Rules     log.Rules
	Players   int
}

// TournamentReport is what came of a tournament.
type TournamentReport struct {
	Report
	Rounds  int
	Players int    // who entered, late ones among them
	Winner  string // name; those who share the first place are joined by "and"
	// Standings are the lines of the final ranking, " 3= Ana", the best first.
	Standings []string
}

// Print writes the report for people.
func (r TournamentReport) Print(w io.Writer) {
	fmt.Fprintf(w, "tournament       %d rounds of %d players in %s; the winner is %s\n", r.Rounds, r.Players, r.Took.Round(time.Millisecond), r.Winner)
	r.PrintEntries(w)
}

// players returns how many play a format if nothing is said.
func players(format string) int {
	switch format {
	case log.FormatRoundRobin, log.FormatDouble:
		return 8
	case log.FormatSingle:
		return 16
	default:
		return 24
	}
}

// rulesOf are the rules that a format is played by. A round's clock runs for as long as simulated players
// take for it at the pace, in whole minutes.
func (o TournamentOptions) rulesOf() log.Rules {
	r := log.Rules{
		Format: o.Format, Minutes: 50, CheckIn: true, SelfReport: true, Cap: o.Players,
	}
	if o.Pace > 0 {
		r.Minutes = max(1, int((roundPaces(o.Players/2)*float64(o.Pace)+float64(time.Minute)-1)/float64(time.Minute)))
	}
	switch o.Format {
	case log.FormatPods:
		r.Pod, r.Rounds, r.LateUntil = 4, 3, 2
		r.Places = []log.Amount{"4", "3", "2", "1"}
		return r
	case log.FormatSwissCut:
		r.Cut = 8
		if o.Players < 16 {
			r.Cut = 4
		}
		r.Rounds, r.LateUntil = 4, 2
	case log.FormatSwiss:
		r.LateUntil = 2
	case log.FormatSingle:
		r.ThirdPlace = true
	}
	r.BestOf = 3
	return r
}

// cup is a tournament that is being played.
type cup struct {
	*director
	agenda
	to     TournamentOptions
	id     events.GroupID
	rules  log.Rules
	phones map[int]*phone  // by number of the entrant
	nets   []*flaky        // of the phones, if they lose connections
	at     events.Position // what was recorded last
	rounds int
	// entering has everybody enter, up to the start.
	entering func(context.Context) error
}

// phone is a player with a phone.
type phone struct {
	name    string
	session *client.Client
	entrant int
	skill   float64 // 0 to 1
}

// RunTournament opens a gathering and plays a tournament in it, from the first phone that enters to the
// winner. The error is the first thing that should not have been possible.
func RunTournament(ctx context.Context, o TournamentOptions) (TournamentReport, error) {
	if !slices.Contains(Formats(), o.Format) {
		return TournamentReport{}, fmt.Errorf("%q is no format of a tournament: give one of %v", o.Format, Formats())
	}
	if o.Players == 0 {
		o.Players = players(o.Format)
	}
	if o.Players < LeastPlayers || o.Players > MostPlayers {
		return TournamentReport{}, fmt.Errorf("%d players: give %d to %d", o.Players, LeastPlayers, MostPlayers)
	}
	start := time.Now()
	d, err := direct(ctx, o.Occasion)
	if err != nil {
		return TournamentReport{}, err
	}
	c := &cup{director: d, to: o, id: o.Tournament, rules: o.rulesOf(), phones: map[int]*phone{}}
	c.entering = c.enterAll
	if err := c.play(ctx); err != nil {
		return TournamentReport{Report: d.rec.report(time.Since(start))}, fmt.Errorf("tournament %s: %w", o.Tournament, err)
	}
	return c.report(ctx, start)
}

// play plays the tournament.
func (c *cup) play(ctx context.Context) error {
	if err := c.official(ctx, log.OpenTournament{Name: c.to.Title, Rules: c.rules, Seed: c.o.Seed}); err != nil {
		return err
	}
	if c.to.Ready != nil {
		c.to.Ready(Tournament{Gathering: c.o.Gathering, ID: c.id, Rules: c.rules, Players: c.to.Players})
	}
	if err := c.entering(ctx); err != nil {
		return err
	}
	cut := false
	for n := 1; ; n++ {
		more, err := c.pair(ctx, n)
		if err == nil && !more && c.rules.Format == log.FormatSwissCut && !cut {
			cut = true
			if err = c.makeCut(ctx); err == nil {
				more, err = c.pair(ctx, n)
			}
		}
		if err != nil {
			return err
		}
		if !more {
			break
		}
		if err := c.round(ctx, n); err != nil {
			return fmt.Errorf("round %d: %w", n, err)
		}
		c.rounds = n
	}
	for _, body := range []events.CommandBody{log.EndTournament{}, log.FinaliseTournament{}} {
		if err := c.official(ctx, body); err != nil {
			return err
		}
	}
	return nil
}

// send gives a command as somebody.
func (c *cup) send(ctx context.Context, as *client.Client, cmds ...client.Command) (client.Reply, error) {
	return as.SendTournament(ctx, c.o.Gathering, c.id, cmds...)
}

// as gives a command that must be accepted.
func (c *cup) as(ctx context.Context, who *client.Client, body events.CommandBody) error {
	r, err := c.try(ctx, c.send, who, body)
	if err != nil {
		return err
	}
	at, err := positionOf(body, r)
	c.at = max(c.at, at)
	return err
}

// official gives a command of the organiser that must be accepted.
func (c *cup) official(ctx context.Context, body events.CommandBody) error {
	return c.as(ctx, c.boss, body)
}

// touch gives a command that touches the integrity of the tournament: its consequences are looked at first.
func (c *cup) touch(ctx context.Context, who *client.Client, body func(ack string) events.CommandBody) error {
	says, err := who.PreviewTournament(ctx, c.o.Gathering, c.id, body(""))
	if err != nil {
		return fmt.Errorf("preview: %w", err)
	}
	for _, s := range says.Says {
		c.tell("  the preview says: %s", s)
	}
	if err := c.pause(ctx, 2); err != nil {
		return err
	}
	return c.as(ctx, who, body(says.Ack))
}

// pair pairs a round; false if there is none to pair.
func (c *cup) pair(ctx context.Context, n int) (bool, error) {
	body := log.PairRound{Round: n}
	r, err := c.try(ctx, c.send, c.boss, body)
	if err != nil {
		return false, err
	}
	if r.Refused != nil && r.Refused.Code == string(tournament.CodeRound) {
		return false, nil
	}
	c.at, err = positionOf(body, r)
	return true, err
}

// view is the tournament as officials see it now.
func (c *cup) view(ctx context.Context) (view.View, error) {
	return c.boss.Tournament(ctx, c.o.Gathering, c.id, true, c.at)
}

func (c *cup) makeCut(ctx context.Context) error {
	if err := c.pause(ctx, 4); err != nil {
		return err
	}
	c.tell("The Swiss rounds are over: the best %d play on.", c.rules.Cut)
	return c.official(ctx, log.MakeCut{})
}

// report tells what came of it.
func (c *cup) report(ctx context.Context, start time.Time) (TournamentReport, error) {
	v, err := c.view(ctx)
	if err != nil {
		return TournamentReport{}, err
	}
	out := TournamentReport{Report: c.rec.report(time.Since(start)), Rounds: len(v.Rounds), Players: len(v.Entrants)}
	for _, net := range c.nets {
		out.Lost += net.lost()
	}
	for _, r := range ranking(v) {
		name, shared := c.names[r.player], " "
		if r.shared {
			shared = "="
		}
		out.Standings = append(out.Standings, fmt.Sprintf("%2d%s %s", r.place, shared, name))
		switch {
		case r.place != 1:
		case out.Winner == "":
			out.Winner = name
		default:
			out.Winner += " and " + name
		}
	}
	c.tell("The winner is %s.", out.Winner)
	return out, nil
}

// placed is who is at which place.
type placed struct {
	player events.PersonID
	place  int
	shared bool
}

// ranking is that of the whole tournament: where there is no bracket, the standings.
func ranking(v view.View) []placed {
	var out []placed
	for _, r := range v.Final {
		out = append(out, placed{r.Player, r.Place, r.Shared})
	}
	if len(out) > 0 {
		return out
	}
	for _, r := range v.Standings[len(v.Standings)-1].Table.Rows {
		out = append(out, placed{r.Player, r.Place, r.Shared})
	}
	return out
}
