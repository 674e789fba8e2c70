package replaypage

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/dashboards/deps"
	"github.com/muster-events/muster/dashboards/internal/site"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
	"github.com/muster-events/muster/events/vocabulary"
	"github.com/muster-events/muster/projections/board"
	"github.com/muster-events/muster/projections/catalog"
	"github.com/muster-events/muster/projections/replay"
	"github.com/muster-events/muster/projections/wall"
)

// Imagined is what the page of a what-if shows.
type Imagined struct {
	Info    catalog.Gathering
	Board   board.Group // as it really is now
	At      events.Position
	Frame   replay.Frame // at that position
	Trials  []replay.Trial
	Kept    string // Trials as the forms carry them on
	Outcome replay.WhatIf
	Problem string // why what was just typed was not tried
	Names   map[events.PersonID]string
	Sides   []ShownSide
}

// ShownSide is one of the boards in short.
type ShownSide struct {
	Title string
	Card  wall.Card
}

// GET, POST /replay/{gathering}/{group}/whatif: nothing that is posted here is recorded; it is a form because it
// may be long.
func (p pages) whatIf(w http.ResponseWriter, r *http.Request) error {
	g, group, err := site.GroupOf(r)
	if err != nil {
		return err
	}
	if p.WhatIfs == nil || p.Replays == nil {
		return deps.ErrNotFound
	}
	me, err := p.Need(r, g, events.RoleOrganiser, events.RoleJudge)
	if err != nil {
		return err
	}
	if no := me.May(access.WhatIf, g, access.Object{Group: group}); no != nil {
		return no
	}
	v, err := p.imagined(r, g, group)
	if err != nil {
		return err
	}
	if r.Method == http.MethodPost {
		if err := v.take(r); err != nil {
			v.Problem = err.Error()
		}
	}
	if err := p.outcome(r, me, &v); err != nil {
		return err
	}
	return p.Page(w, r, WhatIfPage(v))
}

// imagined reads what was asked before, from the address or the form.
func (p pages) imagined(r *http.Request, g events.GatheringID, group events.GroupID) (Imagined, error) {
	info, err := p.Reader.Gathering(r.Context(), g)
	if err != nil {
		return Imagined{}, err
	}
	b, err := p.Reader.Board(r.Context(), g, group)
	if err != nil {
		return Imagined{}, err
	}
	v := Imagined{Info: info, Board: b, At: b.Position, Names: map[events.PersonID]string{}}
	if s := strings.TrimSpace(r.FormValue("at")); s != "" {
		n, err := strconv.ParseUint(s, 10, 62)
		if err != nil || n == 0 {
			return v, site.Malformed("the position is a number from 1 on, as the replay shows it")
		}
		v.At = events.Position(n)
	}
	if s := r.FormValue("commands"); s != "" {
		if err := json.Unmarshal([]byte(s), &v.Trials); err != nil {
			return v, site.Malformed("what was tried before has arrived broken: go back and send it again")
		}
	}
	for _, t := range b.Tables {
		for _, pl := range t.Players {
			v.Names[pl.ID] = p.Name(g, pl.ID)
		}
	}
	v.Frame, err = p.Replays.At(r.Context(), g, group, v.At)
	return v, err
}

// outcome tries what is to be tried.
func (p pages) outcome(r *http.Request, me access.Session, v *Imagined) error {
	name := func(id events.PersonID) string { return p.Name(v.Info.ID, id) }
	ask := replay.Try{At: v.At, Commands: v.Trials}
	w, err := p.WhatIfs.Try(r.Context(), v.Info.ID, v.Board.ID, me.Actor().Person, ask)
	if err != nil {
		return err
	}
	v.Outcome, v.Frame = w.Named(name), v.Frame.Named(name)
	kept, err := json.Marshal(v.Trials)
	if err != nil {
		return fmt.Errorf("encode what is tried: %w", err)
	}
	v.Kept = string(kept)
	for _, s := range []struct {
		title string
		side  replay.Side
	}{{"As it was", w.Then}, {"What if", w.Imagined}, {"As it is now", w.Real}} {
		v.Sides = append(v.Sides, ShownSide{s.title, wall.Overview([]board.Group{s.side.Board}, s.side.Board.At).Groups[0]})
	}
	return nil
}

// take changes the list of what is tried as a form says.
func (v *Imagined) take(r *http.Request) error {
	switch r.FormValue("do") {
	case "clear":
		v.Trials = nil
	case "drop":
		v.Trials = v.Trials[:max(0, len(v.Trials)-1)]
	case "ruling":
		return v.add(v.ruling(r))
	case "end":
		return v.add(v.end(r))
	case "step":
		return v.add(step(r))
	case "raw":
		return v.add(raw(r))
	}
	return nil
}

func (v *Imagined) add(t replay.Trial, err error) error {
	if err != nil {
		return err
	}
	if len(v.Trials) == replay.MaxTrials {
		return site.Malformed(fmt.Sprintf("%d commands are tried already, which is the most", replay.MaxTrials))
	}
	v.Trials = append(v.Trials, t)
	return nil
}

func trial(body events.CommandBody, role events.Role, table events.TableID) (replay.Trial, error) {
	data, err := json.Marshal(body)
	return replay.Trial{Type: body.CommandType(), Data: data, Role: role, Table: table}, err
}

// ruling reads the form of a ruling on city strength, progress and threat.
func (v *Imagined) ruling(r *http.Request) (replay.Trial, error) {
	c := lotr.Rule{Reason: "What if", Verdict: group.VerdictCorrected}
	var err error
	if c.City, err = site.Number(r, "city", "The city strength", 0, 999); err != nil {
		return replay.Trial{}, err
	}
	progress, err := site.Number(r, "progress", "The progress", 0, 999)
	if err != nil {
		return replay.Trial{}, err
	}
	threat, err := site.Number(r, "threat", "The threat", 0, 99)
	if err != nil {
		return replay.Trial{}, err
	}
	if progress != nil {
		c.Tables = append(c.Tables, lotr.TableRuling{Table: events.TableID(r.FormValue("table")), Progress: progress})
	}
	if threat != nil {
		c.Tables = v.withThreat(c.Tables, events.PersonID(r.FormValue("player")), threat)
	}
	if c.City == nil && len(c.Tables) == 0 {
		return replay.Trial{}, site.Malformed("a ruling to try needs a city strength, a progress or a threat: fill one in")
	}
	return trial(c, events.RoleJudge, "")
}

// withThreat adds a player's threat to the ruling on the player's table.
func (v *Imagined) withThreat(list []lotr.TableRuling, who events.PersonID, threat *int) []lotr.TableRuling {
	for _, t := range v.Frame.Board.Tables {
		if !slices.ContainsFunc(t.Players, func(pl board.Player) bool { return pl.ID == who }) {
			continue
		}
		i := slices.IndexFunc(list, func(l lotr.TableRuling) bool { return l.Table == t.ID })
		if i < 0 {
			list, i = append(list, lotr.TableRuling{Table: t.ID}), len(list)
		}
		list[i].Players = append(list[i].Players, lotr.PlayerRuling{Player: who, Threat: threat})
	}
	return list
}

// end reads the form that ends a table's round, although something may be open there.
func (v *Imagined) end(r *http.Request) (replay.Trial, error) {
	round, err := site.Number(r, "round", "The round", 1, 999)
	if err != nil || round == nil {
		return replay.Trial{}, site.Malformed("the round to end is a number from 1 on")
	}
	c := group.ForceEndRound{Table: events.TableID(r.FormValue("table")), Round: *round, Reason: "What if"}
	return trial(c, events.RoleJudge, "")
}

// step reads the answer to an open step: "table step choice".
func step(r *http.Request) (replay.Trial, error) {
	parts := strings.Split(r.FormValue("choice"), " ")
	if len(parts) != 3 {
		return replay.Trial{}, site.Malformed("choose an answer")
	}
	return trial(group.ResolveStep{Table: events.TableID(parts[0]), Step: parts[1], Choice: parts[2]}, events.RoleJudge, "")
}

// raw reads any other command.
func raw(r *http.Request) (replay.Trial, error) {
	kind, err := site.Field(r, "type", "The kind of command", 80)
	if err != nil {
		return replay.Trial{}, err
	}
	data, err := site.Field(r, "data", "The data", replay.MaxTrialBytes)
	if err != nil {
		return replay.Trial{}, err
	}
	if !json.Valid([]byte(data)) {
		return replay.Trial{}, site.Malformed("the data is not JSON: an object in braces was expected, {} if the command has no fields")
	}
	role := events.Role(r.FormValue("role"))
	if role != events.RoleOrganiser && role != events.RoleCaptain {
		role = events.RoleJudge
	}
	t := replay.Trial{Type: kind, Data: json.RawMessage(data), Role: role}
	if role == events.RoleCaptain {
		t.Table = events.TableID(r.FormValue("table"))
	}
	return t, nil
}

// kinds are the commands that a group takes.
func kinds() []string {
	return slices.DeleteFunc(vocabulary.All().CommandTypes(), func(t string) bool {
		return !strings.HasPrefix(t, "group.") && !strings.HasPrefix(t, "lotr.")
	})
}

// open are the steps of the imagined board that wait for an answer.
func (v Imagined) open() []board.Step {
	return slices.DeleteFunc(slices.Clone(v.Outcome.Imagined.Board.Queue), func(s board.Step) bool { return s.State != board.StepNow })
}

// tried are the differences that the trials have made, or the others.
func (v Imagined) tried(yes bool) []replay.Difference {
	return slices.DeleteFunc(slices.Clone(v.Outcome.Differences), func(d replay.Difference) bool { return d.Tried != yes })
}
