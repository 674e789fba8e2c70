package sim

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/muster-events/muster/coordinator/roster"
	"github.com/muster-events/muster/engine/lotr"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/ops/client"
	"github.com/muster-events/muster/projections/board"
)

// Options says what to play and how.
type Options struct {
	Base      string // address of the server, "http://127.0.0.1:8080"
	Key       string // the organiser's key
	Gathering events.GatheringID
	Name      string // of the gathering, for people
	// Game is what every group plays: an epic game or a standalone one, by the scenario's id, see
	// [Games]; empty: Attack on Dol Guldur.
	Game string
	// Alone plays Attack on Dol Guldur in standard mode at one table.
	Alone    bool
	Groups   int // 1 to 500
	Seed     uint64
	Mistakes bool // wrong turns, double taps, lost connections
	Workers  int  // groups played at the same time; 0: 8
	// Transport carries the requests; nil: the default.
	Transport http.RoundTripper
	// Pace is how long a captain waits before each entry; 0: not at all.
	Pace time.Duration
	// Ready, if set, is called once the gathering stands and before the first entry.
	Ready func(Gathering)

	seat []events.PersonID // who sits at the one table of a group; nil: people are made up
}

// Gathering says what was made before play.
type Gathering struct {
	ID     events.GatheringID
	Groups []events.GroupID
	Codes  client.Codes
	plan   plan
	begun  []events.Position // of the commit that started each group
}

// Says says in words for people what is played.
func (g Gathering) Says() string {
	sc, _ := lotr.Lookup(g.plan.scenario)
	if n := len(g.plan.tables); n > 1 {
		return fmt.Sprintf("one epic game of %s at %d tables", sc.Name, n)
	}
	return sc.Name + " at one table"
}

// maxEntries bounds one game: a group that needs more is reported as not finished.
const maxEntries = 6000

// Run makes the gathering and its groups and plays every game to its end. It returns what happened;
// the error is the first thing that should not have been possible.
func Run(ctx context.Context, o Options) (Report, error) {
	boss := client.New(o.Base, o.Transport)
	if err := boss.Login(ctx, o.Key); err != nil {
		return Report{}, fmt.Errorf("log in as organiser: %w", err)
	}
	made, err := setUp(ctx, boss, o)
	if err != nil {
		return Report{}, err
	}
	if o.Ready != nil {
		o.Ready(made)
	}
	return playAll(ctx, boss, made, o)
}

func playAll(ctx context.Context, boss *client.Client, made Gathering, o Options) (Report, error) {
	workers := o.Workers
	if workers <= 0 {
		workers = 8
	}
	rec := newRecorder()
	start := time.Now()
	next := make(chan int)
	errs := make(chan error, len(made.Groups))
	var wg sync.WaitGroup
	for range min(workers, len(made.Groups)) {
		wg.Go(func() {
			for i := range next {
				errs <- playGroup(ctx, boss, made, o, i, rec)
			}
		})
	}
	for i := range made.Groups {
		next <- i
	}
	close(next)
	wg.Wait()
	close(errs)
	var all error
	for err := range errs {
		all = errors.Join(all, err)
	}
	r := rec.report(time.Since(start))
	r.Game = made.plan.scenario
	return r, all
}

// generator returns the generator of one group and purpose.
func generator(seed uint64, groupIndex, purpose int) *rand.Rand {
	return rand.New(rand.NewPCG(seed, uint64(groupIndex)<<16|uint64(purpose)))
}

// newID draws a UUIDv7-shaped command id from rng, so that a seeded game has the same ids. Its time
// part counts the draws instead of telling the time.
func newID(rng *rand.Rand, n uint64) events.CommandID {
	var u uuid.UUID
	binary.BigEndian.PutUint64(u[0:8], n<<16)
	binary.BigEndian.PutUint64(u[8:16], rng.Uint64())
	binary.BigEndian.PutUint16(u[6:8], uint16(rng.Uint32()))
	u[6] = u[6]&0x0f | 0x70
	u[8] = u[8]&0x3f | 0x80
	return events.CommandID(u.String())
}

func setUp(ctx context.Context, boss *client.Client, o Options) (Gathering, error) {
	made := Gathering{ID: o.Gathering}
	var err error
	if made.plan, err = planOf(o.Game, o.Alone); err != nil {
		return made, err
	}
	if err := boss.OpenGathering(ctx, o.Gathering, o.Name, group.Settings{}); err != nil {
		return made, fmt.Errorf("open gathering %s: %w", o.Gathering, err)
	}
	for i := range o.Groups {
		id := events.GroupID(fmt.Sprintf("group-%d", i+1))
		at, err := setUpGroup(ctx, boss, o, made.plan, id, i)
		if err != nil {
			return made, fmt.Errorf("set up %s: %w", id, err)
		}
		made.begun = append(made.begun, at)
		made.Groups = append(made.Groups, id)
	}
	made.Codes, err = settledCodes(ctx, boss, o, len(made.plan.tables))
	return made, err
}

// settledCodes returns the table codes once they are complete in several answers in a row: with more
// than one server each reads the log at its own pace, and a captain may join at any of them.
func settledCodes(ctx context.Context, boss *client.Client, o Options, tables int) (client.Codes, error) {
	const inARow, tries = 6, 200
	good := 0
	for range tries {
		codes, err := boss.Codes(ctx, o.Gathering)
		switch {
		case err == nil && len(codes.Tables) == o.Groups*tables:
			if good++; good == inARow {
				return codes, nil
			}
		case err == nil || client.IsStatus(err, http.StatusNotFound):
			good = 0
			if err := client.Wait(ctx, 50*time.Millisecond); err != nil {
				return client.Codes{}, err
			}
		default:
			return client.Codes{}, fmt.Errorf("read the table codes: %w", err)
		}
	}
	return client.Codes{}, fmt.Errorf("the table codes of %s were not complete after %d tries", o.Gathering, tries)
}

var firstNames = []string{
	"Ana", "Björn", "Chidi", "Dávid", "Eilidh", "Fatima", "Goran", "Hana", "Ines", "Jörg", "Kofi", "Łucja",
	"Mei", "Noor", "Olu", "Priya", "Quinn", "Rosa", "Søren", "Tāne", "Uma", "Viktor", "Wen", "Yara",
}

// setUpGroup opens, seats and starts a group; it returns the position of its start in the log.
func setUpGroup(ctx context.Context, boss *client.Client, o Options, p plan, id events.GroupID, index int) (events.Position, error) {
	rng := generator(o.Seed, index, 1)
	open := group.OpenGroup{
		Name: fmt.Sprintf("Group %d", index+1), Scenario: p.scenario,
		Mode: p.mode, Difficulty: "standard", Seed: rng.Uint64(),
	}
	var seats group.SeatPlayers
	var names []roster.NewPerson
	first := 0
	for i, table := range p.tables {
		open.Tables = append(open.Tables, group.TableName{ID: table.id, Team: table.team})
		n := p.playersAt(i, first, rng)
		if o.seat != nil {
			n = len(o.seat)
		}
		if i == 0 {
			first = n
		}
		for _, seat := range p.seats(table, n) {
			seats.Seats = append(seats.Seats, seat)
			names = append(names, roster.NewPerson{Name: fmt.Sprintf("%s %d", firstNames[rng.IntN(len(firstNames))], index*12+len(names)+1)})
		}
	}
	ids, err := o.seat, error(nil)
	if ids == nil {
		ids, err = boss.Register(ctx, o.Gathering, names)
	}
	if err != nil {
		return 0, err
	}
	var at events.Position
	for i := range seats.Seats {
		seats.Seats[i].Player = ids[i]
	}
	for n, body := range []events.CommandBody{open, seats, group.StartGroup{}} {
		r, err := boss.Send(ctx, o.Gathering, id, client.Command{ID: newID(rng, uint64(n+1)), Body: body})
		if err != nil {
			return 0, err
		}
		if r.Refused != nil {
			return 0, fmt.Errorf("%s refused: %s (%s)", body.CommandType(), r.Refused.Says, r.Refused.Code)
		}
		at = r.Answers[0].Position
	}
	return at, nil
}

// player plays one group: a captain for each table, each with a session of their own, one after the other.
type player struct {
	o        Options
	group    events.GroupID
	rng      *rand.Rand // who is next, mistakes, ids
	captains []*captain
	sessions []*client.Client
	nets     []*flaky
	n        []uint64 // entries accepted of each captain's device
	ids      uint64
	rec      *recorder
}

func playGroup(ctx context.Context, boss *client.Client, made Gathering, o Options, index int, rec *recorder) error {
	p := &player{o: o, group: made.Groups[index], rng: generator(o.Seed, index, 2), rec: rec}
	if err := p.join(ctx, made, index); err != nil {
		return fmt.Errorf("%s: %w", p.group, err)
	}
	g, err := boss.Board(ctx, o.Gathering, p.group, made.begun[index])
	if err != nil {
		return fmt.Errorf("%s: %w", p.group, err)
	}
	for range maxEntries {
		if over(g.Phase) {
			rec.finished(g, p.lost())
			return nil
		}
		at, err := p.step(ctx, g)
		if err != nil {
			return fmt.Errorf("%s, round %d: %w", p.group, g.Round, err)
		}
		if g, err = boss.Board(ctx, o.Gathering, p.group, max(at, g.Position)); err != nil {
			return fmt.Errorf("%s: %w", p.group, err)
		}
	}
	return fmt.Errorf("%s is not finished after %d entries: round %d, phase %s", p.group, maxEntries, g.Round, g.Phase)
}

// lost counts what the networks of the group's captains have lost.
func (p *player) lost() int {
	n := 0
	for _, net := range p.nets {
		n += net.lost()
	}
	return n
}

func over(phase string) bool {
	return phase == board.PhaseWon || phase == board.PhaseLost || phase == board.PhaseAbandoned
}

func (p *player) join(ctx context.Context, made Gathering, index int) error {
	for i, table := range made.plan.tables {
		net := &flaky{next: orDefault(p.o.Transport), rng: generator(p.o.Seed, index, 10+i)}
		cl := client.New(p.o.Base, net)
		code := ""
		for _, t := range made.Codes.Tables {
			if t.Group == p.group && t.Table == table.id {
				code = t.Code
			}
		}
		if _, err := cl.Join(ctx, code, "Captain of "+table.team); err != nil {
			return fmt.Errorf("join table %s: %w", table.id, err)
		}
		if p.o.Mistakes {
			net.pct = 2
		}
		p.nets = append(p.nets, net)
		p.sessions = append(p.sessions, cl)
		p.captains = append(p.captains, &captain{
			table: table.id, plays: table.plays, rng: generator(p.o.Seed, index, 20+i), deck: table.deck, bold: p.rng.IntN(4),
		})
		p.n = append(p.n, 0)
	}
	return nil
}

// step lets one captain enter one thing and returns the position it was recorded at, 0 if nothing
// was. Captains are asked in an order drawn anew each time.
func (p *player) step(ctx context.Context, g board.Group) (events.Position, error) {
	order := p.rng.Perm(len(p.captains))
	for _, i := range order {
		body := p.captains[i].next(g)
		if body == nil {
			continue
		}
		if p.o.Mistakes && p.rng.IntN(100) < 6 {
			if _, err := p.enter(ctx, i, p.mistake(g, p.captains[i]), false); err != nil {
				return 0, err
			}
		}
		return p.enter(ctx, i, body, p.o.Mistakes && p.rng.IntN(100) < 5)
	}
	return 0, fmt.Errorf("no table has anything to enter: phase %s, queue %s", g.Phase, describeQueue(g))
}

func describeQueue(g board.Group) string {
	s := ""
	for _, q := range g.Queue {
		s += fmt.Sprintf("[%s %s %s %d options]", q.ID, q.Table, q.State, len(q.Options))
	}
	return s
}

// enter sends one entry of captain i. A refusal is counted and is no error.
func (p *player) enter(ctx context.Context, i int, body events.CommandBody, twice bool) (events.Position, error) {
	if p.o.Pace > 0 {
		if err := client.Wait(ctx, p.o.Pace); err != nil {
			return 0, err
		}
	}
	p.ids++
	cmd := client.Command{ID: newID(p.rng, p.ids), N: p.n[i] + 1, Body: body}
	start := time.Now()
	var r client.Reply
	var err error
	if twice {
		r, err = doubleTap(ctx, p.sessions[i], p.o.Gathering, p.group, cmd)
	} else {
		r, err = p.sessions[i].Send(ctx, p.o.Gathering, p.group, cmd)
	}
	if err != nil {
		return 0, err
	}
	p.rec.entered(time.Since(start), r, twice)
	if r.Refused != nil || len(r.Answers) == 0 {
		return 0, nil
	}
	p.n[i]++
	return r.Answers[0].Position, nil
}

func orDefault(t http.RoundTripper) http.RoundTripper {
	if t == nil {
		return http.DefaultTransport
	}
	return t
}
