package sim

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/muster-events/muster/events"
	log "github.com/muster-events/muster/events/league"
	cups "github.com/muster-events/muster/events/tournament"
	"github.com/muster-events/muster/ops/client"
)

// Who comes and goes: numbers of players.
const (
	leaverOne = 7  // drops after the first session
	leaverTwo = 10 // drops, too, and returns for the last
	original  = 5  // has entered a second time under another name
	lateOnes  = 4  // how many enter after the first session
)

var teams = []string{"Grey Company", "Riders of the Mark", "Wardens of the Ford"}

// begin enters the players and plans the sessions.
func (c *circuit) begin(ctx context.Context) error {
	if err := c.enter(ctx, cast(c.rng, c.to.Players)[:c.to.Players-lateOnes]); err != nil {
		return err
	}
	for i, scenario := range quests {
		x := log.Session{ID: week(i + 1), Name: fmt.Sprintf("Week %d", i+1), Date: fmt.Sprintf("2027-03-%02d", 5+7*i)}
		if c.rules.Unit == "scenario" {
			x.Scenario = scenario
		}
		if err := c.organise(ctx, log.PlanSession{Session: x}); err != nil {
			return err
		}
	}
	return nil
}

func week(n int) log.SessionID { return log.SessionID(fmt.Sprintf("week-%d", n)) }

// enter makes people players of the league.
func (c *circuit) enter(ctx context.Context, names []string) error {
	ids, err := c.register(ctx, names...)
	if err != nil {
		return err
	}
	for all := range slices.Chunk(ids, 100) {
		body := log.EnterPlayers{}
		for i, id := range all {
			p := log.Player{Player: id, Store: clubs[c.rng.IntN(len(clubs))]}
			if n := len(c.divisions); n > 0 { // who comes late begins in the lowest
				p.Division = c.divisions[n-1].ID
				if len(c.people) == 0 {
					p.Division = c.divisions[i*n/len(all)].ID
				}
			}
			if c.chance(60) {
				p.Team = teams[c.rng.IntN(len(teams))]
			}
			body.Players = append(body.Players, p)
		}
		if err := c.organise(ctx, body); err != nil {
			return err
		}
	}
	c.people = append(c.people, ids...)
	return nil
}

// here lists the numbers of those who play in a session, in an order that is drawn.
func (c *circuit) here(without ...int) []int {
	var out []int
	for _, i := range c.rng.Perm(len(c.people)) {
		if n := i + 1; !c.away[n] && !slices.Contains(without, n) {
			out = append(out, n)
		}
	}
	return out
}

// weekOne is entered by hand.
func (c *circuit) weekOne(ctx context.Context) error {
	c.tell("Week 1 is entered by hand, slip by slip.")
	results := c.slips(1, c.here())
	c.first = results
	if err := c.record(ctx, 1, results); err != nil {
		return err
	}
	return c.organise(ctx, log.FreezeSession{Session: week(1)})
}

// record enters results slip by slip.
func (c *circuit) record(ctx context.Context, w int, results []log.Result) error {
	for slip := range slices.Chunk(results, 8) {
		if err := c.pause(ctx, 1); err != nil {
			return err
		}
		if err := c.organise(ctx, log.RecordResults{Session: week(w), Results: slip}); err != nil {
			return err
		}
	}
	return nil
}

// comeAndGo has two drop and some enter late; one of those is in the league already, under another name.
func (c *circuit) comeAndGo(ctx context.Context) error {
	for _, n := range []int{leaverOne, leaverTwo} {
		c.away[n] = true
		c.tell("%s drops out.", c.name(n))
		if err := c.organise(ctx, log.DropPlayer{Player: c.people[n-1], Reason: "no time this spring"}); err != nil {
			return err
		}
	}
	first, family, _ := strings.Cut(c.name(original), " ")
	late := cast(c.rng, c.to.Players+lateOnes)
	late = slices.DeleteFunc(late, func(s string) bool {
		return slices.ContainsFunc(c.people, func(p events.PersonID) bool { return c.names[p] == s })
	})
	names := append(late[:lateOnes:lateOnes], string([]rune(first)[:1])+". "+family)
	c.tell("%d enter late.", len(names))
	return c.enter(ctx, names)
}

// twin is the number of the duplicate, the last who entered.
func (c *circuit) twin() int { return len(c.people) }

// weekTwo has a quest or two that are played with muster, and the rest by hand. Games with handicap tokens
// are all by hand: muster does not see the tokens.
func (c *circuit) weekTwo(ctx context.Context) error {
	all := c.here(original) // who plays as somebody else
	size, tables := min(4, len(all)/4), 1
	switch {
	case c.rules.Count == "tokens":
		tables = 0
	case len(all) > 30:
		tables = 2
	}
	for i := range tables {
		if err := c.quest(ctx, i, all[i*size:(i+1)*size]); err != nil {
			return fmt.Errorf("quest %d: %w", i+1, err)
		}
	}
	rest := all
	if c.rules.Count == "score" { // those of the quests have their scores already
		rest = all[tables*size:]
	}
	c.tell("Everybody else of week 2 is entered by hand.")
	return c.record(ctx, 2, c.slips(2, rest))
}

// quest has some play the scenario of the second week at one table, as a group that muster runs.
func (c *circuit) quest(ctx context.Context, index int, players []int) error {
	id := events.GroupID(fmt.Sprintf("quest-%d", index+1))
	o := Options{Base: c.o.Base, Key: c.o.Key, Gathering: c.o.Gathering, Game: quests[1], Groups: index + 1, Seed: c.o.Seed, Transport: c.o.Transport, Pace: c.o.Pace / 8}
	for _, n := range players {
		o.seat = append(o.seat, c.people[n-1])
	}
	var err error
	if c.made.plan, err = planOf(o.Game, false); err != nil {
		return err
	}
	at, err := setUpGroup(ctx, c.boss, o, c.made.plan, id, index)
	if err != nil {
		return err
	}
	c.made.ID, c.made.Groups, c.made.begun = o.Gathering, append(c.made.Groups, id), append(c.made.begun, at)
	if c.made.Codes, err = settledCodes(ctx, c.boss, o, 1); err != nil {
		return err
	}
	src := log.Source{Group: id}
	if err := c.organise(ctx, log.LinkSource{Session: week(2), Source: src}); err != nil {
		return err
	}
	c.tell("%d players set out on %s; muster keeps their round.", len(players), c.made.Says())
	if err := playGroup(ctx, c.boss, c.made, o, index, c.rec); err != nil {
		return err
	}
	return c.scored(ctx, src)
}

// scored waits until what a source has brought stands in its session.
func (c *circuit) scored(ctx context.Context, src log.Source) error {
	const tries, each = 600, 50 * time.Millisecond
	for range tries {
		v, err := c.view(ctx)
		if err != nil {
			return err
		}
		for _, x := range v.Sessions {
			for _, s := range x.Sources {
				if s.Group == src.Group && s.Tournament == src.Tournament && s.Results > 0 {
					return nil
				}
			}
		}
		if err := client.Wait(ctx, each); err != nil {
			return err
		}
	}
	return fmt.Errorf("what %s%s brought was not scored within %s", src.Group, src.Tournament, tries*each)
}

// merge finds the duplicate, and closes the second week; one who had dropped returns.
func (c *circuit) merge(ctx context.Context) error {
	twin := c.twin()
	c.tell("%s is found to be %s.", c.name(twin), c.name(original))
	err := c.touch(ctx, func(previewed string) events.CommandBody {
		return log.MergePlayers{From: c.people[twin-1], Into: c.people[original-1], Reason: "One person, two spellings", Previewed: previewed}
	})
	if err != nil {
		return err
	}
	c.away[twin] = true
	if err := c.organise(ctx, log.FreezeSession{Session: week(2)}); err != nil {
		return err
	}
	c.away[leaverTwo] = false
	c.tell("%s is back.", c.name(leaverTwo))
	return c.organise(ctx, log.ReturnPlayer{Player: c.people[leaverTwo-1]})
}

// weekThree is played while the board is frozen: a tournament where places count, else by hand.
func (c *circuit) weekThree(ctx context.Context) error {
	c.tell("The board is frozen: what week 3 brings is shown at the end.")
	if err := c.organise(ctx, log.FreezeBoard{}); err != nil {
		return err
	}
	if c.rules.Count != "points" {
		return c.record(ctx, 3, c.slips(3, c.here()))
	}
	const id events.GroupID = "week-3-cup"
	src := log.Source{Tournament: id}
	if err := c.organise(ctx, log.LinkSource{Session: week(3), Source: src}); err != nil {
		return err
	}
	if err := c.tournament(ctx, id); err != nil {
		return fmt.Errorf("tournament %s: %w", id, err)
	}
	return c.scored(ctx, src)
}

// tournament has everybody who is there play a Swiss of three rounds.
func (c *circuit) tournament(ctx context.Context, id events.GroupID) error {
	d := *c.director
	d.o.Pace /= 3
	all := c.here()
	o := TournamentOptions{Occasion: d.o, Tournament: id, Title: "Week 3 Cup", Format: cups.FormatSwiss, Players: len(all)}
	t := &cup{director: &d, to: o, id: id, rules: o.rulesOf(), phones: map[int]*phone{}}
	t.rules.Rounds, t.rules.LateUntil, t.rules.Cap, t.rules.CheckIn = 3, 0, 0, false
	t.entering = func(ctx context.Context) error {
		ids := make([]events.PersonID, len(all))
		reg := cups.Register{}
		for i, n := range all {
			ids[i] = c.people[n-1]
			reg.Entrants = append(reg.Entrants, cups.Entrant{Player: ids[i]})
		}
		if err := t.official(ctx, reg); err != nil {
			return err
		}
		if err := t.joinByCode(ctx, ids); err != nil {
			return err
		}
		return t.official(ctx, cups.StartTournament{})
	}
	err := t.play(ctx)
	c.ids = d.ids
	return err
}

// correct corrects the first week after the third.
func (c *circuit) correct(ctx context.Context) error {
	last := len(c.first)
	now := map[int]log.Result{}
	if c.rules.Count == "points" { // the second and the last have changed places
		a, b := c.first[1], c.first[last-1]
		a.Place, b.Place = b.Place, a.Place
		now[2], now[last] = a, b
	} else {
		r := c.first[last-1]
		g := *r.Game
		g.Tokens++
		if g.Score != nil {
			score := *g.Score - 20
			g.Score = &score
		}
		r.Game = &g
		now[last] = r
	}
	for _, n := range []int{2, last} {
		r, is := now[n]
		if !is {
			continue
		}
		c.tell("Result %d of week 1 is corrected.", n)
		err := c.touch(ctx, func(previewed string) events.CommandBody {
			return log.CorrectResult{Result: n, Now: &r, Reason: "The slip was read upside down", Previewed: previewed}
		})
		if err != nil {
			return err
		}
	}
	return nil
}
