package coordinator

import (
	"slices"
	"strings"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"github.com/muster-events/muster/coordinator/roster"
	rules "github.com/muster-events/muster/engine/lotr"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// Values of [group.OpenGroup].Mode and Difficulty.
const (
	modeEpic            = "epic"
	modeStandard        = "standard"
	difficultyStandard  = "standard"
	difficultyEasy      = "easy"
	difficultyNightmare = "nightmare"
)

// engineVersion is recorded in every group: the rules that decide it.
const engineVersion = "lotr-1"

const (
	teamsRule = `Attack on Dol Guldur, "Setting Up Epic Multiplayer Mode"`
	modesRule = `Attack on Dol Guldur, "Scenario Rules"` // standard mode: 1 to 4 players
)

func (d *decision) openGroup(b group.OpenGroup) error {
	name, err := roster.CleanName(b.Name)
	if err != nil {
		return malformed("the group's name %v", err)
	}
	sc, ok := rules.Lookup(b.Scenario)
	if !ok {
		return refuse(CodeScenario, "this program has no scenario %q; attack-on-dol-guldur is one it has", clip(b.Scenario))
	}
	m, ok := sc.Mode(b.Mode)
	if !ok {
		return refuse(CodeScenario, "%s has no mode %q; use %s", sc.Name, clip(b.Mode), modeNames(sc))
	}
	if b.Settings.Nightmare, err = difficulty(sc, b.Difficulty, b.Settings.Nightmare); err != nil {
		return err
	}
	if err := checkSettings(sc, b.Settings); err != nil {
		return err
	}
	tables, err := openTables(b, m)
	if err != nil {
		return err
	}
	d.emit(group.GroupOpened{
		Name: name, Scenario: b.Scenario, Mode: b.Mode, Difficulty: b.Difficulty, Tables: tables,
		Settings: b.Settings, Seed: b.Seed, Engine: engineVersion,
	})
	return nil
}

// openTables checks the tables of a group: as many as the mode has, ids and team names unique.
//
// Source: Attack on Dol Guldur, "Setting Up Epic Multiplayer Mode".
func openTables(b group.OpenGroup, m rules.Mode) ([]group.TableName, error) {
	tables := b.Tables
	if len(tables) != m.Tables {
		source := modeOf(State{Scenario: b.Scenario}).limits(m.Name)
		return nil, refuseBy(source, CodeTables, "%d tables; %s mode is played at exactly %d", len(tables), m.Name, m.Tables)
	}
	out := make([]group.TableName, len(tables))
	ids, teams := map[events.TableID]bool{}, map[string]bool{}
	for i, t := range tables {
		if err := t.ID.Validate(); err != nil {
			return nil, malformed("%v", err)
		}
		team, err := roster.CleanName(t.Team)
		if err != nil {
			return nil, malformed("the team name of table %s %v", t.ID, err)
		}
		if ids[t.ID] {
			return nil, refuse(CodeNameTaken, "table %s is there twice; give every table an id of its own", t.ID)
		}
		if teams[foldName(team)] {
			return nil, refuse(CodeNameTaken, "two teams are called %s; give every team a name of its own", team)
		}
		ids[t.ID], teams[foldName(team)] = true, true
		out[i] = group.TableName{ID: t.ID, Team: team}
	}
	return out, nil
}

// foldName returns the form of a name that counts when names are compared and put in order.
//
// Ruling: 3.
func foldName(s string) string { return cases.Fold().String(norm.NFC.String(s)) }

func (d *decision) seatPlayers(b group.SeatPlayers) error {
	if len(b.Seats) == 0 || len(b.Seats) > 64 {
		return malformed("%d seats; name 1 to 64", len(b.Seats))
	}
	seats := make([]group.Seat, len(b.Seats))
	for i, seat := range b.Seats {
		var err error
		if seats[i], err = d.seat(seat, b.Seats[:i]); err != nil {
			return err
		}
	}
	if d.s.Phase != PhaseSetup {
		return d.declareHeroes(seats)
	}
	if d.c.Actor.Role == events.RoleCaptain {
		for _, seat := range seats {
			if i := d.s.where(seat.Player); i < 0 || d.s.Tables[i].ID != seat.Table {
				return refuse(CodeUnknownPlayer, "{%s} has no seat at this table; the organiser seats players", clip(string(seat.Player)))
			}
		}
	}
	return d.take(seats)
}

// seat checks what can be checked of one seat alone and returns it with its names cleaned.
func (d *decision) seat(seat group.Seat, before []group.Seat) (group.Seat, error) {
	if err := seat.Player.Validate(); err != nil {
		return seat, malformed("%v", err)
	}
	if _, err := d.onTable(seat.Table); err != nil {
		return seat, err
	}
	for _, other := range before {
		if other.Player == seat.Player {
			return seat, refuse(CodeSeated, "{%s} is named twice; a player has one seat", clip(string(seat.Player)))
		}
	}
	seat, err := d.penalised(seat)
	if err != nil {
		return seat, err
	}
	return withTitles(seat)
}

// penalised returns a seat with the threat that the campaign adds to its player's.
//
// Rule: Campaign log.
// Source: facts/game-facts.md, "5.5 Campaign log".
func (d *decision) penalised(seat group.Seat) (group.Seat, error) {
	want := 0
	if c := d.s.Settings.Campaign; c != nil {
		want = c.Threat[seat.Player]
	}
	if seat.Penalty != 0 && seat.Penalty != want {
		return seat, refuseBy(campaignRule, CodeCampaign, "a threat penalty of %d for {%s}, and by the campaign log it is %d; correct the log before the group is opened", seat.Penalty, seat.Player, want)
	}
	seat.Penalty = want
	return seat, nil
}

// withTitles returns a seat with its heroes' titles in the form in which names are kept.
func withTitles(seat group.Seat) (group.Seat, error) {
	heroes := slices.Clone(seat.Heroes)
	for i := range heroes {
		title, err := roster.CleanName(heroes[i].Title)
		if err != nil {
			return seat, malformed("a hero's title of {%s} %v", seat.Player, err)
		}
		heroes[i].Title = title
	}
	seat.Heroes = heroes
	return seat, nil
}

// take seats players in setup if the stages then keep their limits. The deck of a player who changes
// tables goes with them.
func (d *decision) take(seats []group.Seat) error {
	var moved, decks []events.Payload
	for _, seat := range seats {
		i := d.s.where(seat.Player)
		if i < 0 || d.s.Tables[i].ID == seat.Table {
			continue
		}
		moved = append(moved, group.PlayerUnseated{Player: seat.Player, Table: d.s.Tables[i].ID})
		if deck, ok := d.s.Tables[i].Decks[seat.Player]; ok {
			deck.Table = seat.Table
			decks = append(decks, deck)
		}
	}
	d.emit(moved...)
	d.emit(group.PlayersSeated{Seats: seats})
	d.emit(decks...)
	for i := range d.s.Tables {
		if err := d.checkStage(i); err != nil {
			return err
		}
	}
	return d.mode.seats(d.s, false)
}

// checkStage refuses more players at the i-th table than a stage takes, and heroes that cannot be there:
// a unique hero twice, one that the scenario bars. The same hero may be at two stages.
//
// Source: Attack on Dol Guldur, "Playing Epic Multiplayer Mode"; The Mountain of Fire, "Playing Epic
// Multiplayer Mode".
func (d *decision) checkStage(i int) error {
	t := d.s.Tables[i]
	if most := d.limits().MaxAt; t.seated() > most {
		return refuseBy(d.mode.limits(d.s.Mode), CodeFull, "%d players at a stage: %s may have at most %d", t.seated(), t.Team, most)
	}
	return rules.CheckSeats(d.s.Plays(i), d.s.Mode == modeEpic, d.s.campaignAt(t), t.Seats)
}

func (d *decision) limits() rules.Mode {
	sc, _ := rules.Lookup(d.s.Scenario)
	m, _ := sc.Mode(d.s.Mode)
	return m
}

func (d *decision) unseatPlayer(b group.UnseatPlayer) error {
	i := d.s.where(b.Player)
	if i < 0 {
		return refuse(CodeUnknownPlayer, "{%s} has no seat in this group", clip(string(b.Player)))
	}
	d.emit(group.PlayerUnseated{Player: b.Player, Table: d.s.Tables[i].ID})
	return nil
}

func (d *decision) assignDolGuldur(b lotr.AssignDolGuldur) error {
	t, err := d.onTable(b.Table)
	if err != nil {
		return err
	}
	if d.s.Scenario != attackOnDolGuldur {
		return refuse(CodeScenario, "Dol Guldur is not in %s", d.s.scenarioName())
	}
	if d.s.DolGuldurAt == t.ID {
		return refuse(CodeNothing, "%s holds Dol Guldur already", t.Team)
	}
	d.emit(lotr.DolGuldurAssigned{Table: t.ID})
	return nil
}

// startGroup ends setup: every stage has its players, every table is set up, round 1 begins.
func (d *decision) startGroup() error {
	for i, t := range d.s.Tables {
		if m := d.limits(); t.seated() < m.MinAt {
			return refuseBy(d.mode.limits(d.s.Mode), CodeEmptyStage, "%s has no player; at least %d must be at each stage, and at most %d", t.Team, m.MinAt, m.MaxAt)
		}
		if err := d.checkStage(i); err != nil {
			return err
		}
	}
	if err := d.mode.seats(d.s, true); err != nil {
		return err
	}
	d.emit(group.GroupStarted{Players: d.s.Players()})
	d.mode.setUp(d)
	d.emit(group.RoundStarted{Round: 1})
	return nil
}

func (s State) tableNames() string {
	var out []string
	for _, t := range s.Tables {
		out = append(out, string(t.ID))
	}
	return strings.Join(out, ", ")
}
