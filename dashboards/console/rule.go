package console

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"github.com/muster-events/muster/dashboards/internal/layout"
	"github.com/muster-events/muster/dashboards/internal/site"
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
	"github.com/muster-events/muster/projections/board"
	"github.com/muster-events/muster/projections/words"
)

// RuleView is the page of a correction.
type RuleView struct {
	Page     layout.Page
	Board    board.Group
	ID       string
	Problem  string
	Since    []string // what others have corrected since the form was opened
	Changes  []string // what it changes; set when it is looked at before it is recorded
	Typed    map[string]string
	Names    map[events.PersonID]string
	Corrects events.Version
	Says     string // the line that is corrected
	Version  events.Version
	Back     string
}

// GET /console/{gathering}/groups/{group}/rule?corrects=version
func (p pages) ruleForm(w http.ResponseWriter, r *http.Request) error {
	c, err := p.ruleCall(w, r)
	if err != nil {
		return err
	}
	return p.Page(w, r, RulePage(c.ruleView(site.NewID())))
}

func (p pages) ruleCall(w http.ResponseWriter, r *http.Request) (*call, error) {
	c, err := p.groupCall(w, r)
	if err != nil {
		return nil, err
	}
	if !may(c.me, c.g, c.b.ID, lotr.Rule{}.CommandType()) {
		return nil, &engine.Refusal{Code: engine.CodeNotAllowed, Says: "only organisers and judges correct"}
	}
	return c, nil
}

func (c *call) ruleView(id string) RuleView {
	path := groupPath(c.g, c.b.ID)
	v := RuleView{
		Page: page("Correct "+c.b.Name, c.me, crumbs(c.me, c.info, c.b.Name, path, "Correct")...), Board: c.b, ID: id, Back: path,
		Typed: map[string]string{}, Names: map[events.PersonID]string{}, Version: c.b.Version,
	}
	for _, t := range c.b.Tables {
		for _, pl := range t.Players {
			v.Names[pl.ID] = c.player(pl.ID)
		}
	}
	_ = c.r.ParseForm() // what cannot be read is not there
	for name, values := range c.r.Form {
		v.Typed[name] = values[0]
	}
	v.Typed["siege-round"] = or(v.Typed["siege-round"], strconv.Itoa(c.b.Round))
	n, _ := strconv.ParseUint(v.Typed["corrects"], 10, 64) // not a number: nothing in particular
	if v.Corrects = events.Version(n); v.Corrects > 0 {
		v.Says = c.lineOf(v.Corrects)
	}
	return v
}

func or(a, b string) string {
	if a == "" {
		return b
	}
	return a
}

// lineOf is what the log says of a commit.
func (c *call) lineOf(version events.Version) string {
	lines, err := c.Reader.History(c.r.Context(), c.g, c.b.ID, 0, logSearch)
	if err != nil {
		return ""
	}
	for _, l := range slices.Backward(lines) {
		if l.Version == version {
			return c.named(l.Words)
		}
	}
	return ""
}

// POST /console/{gathering}/groups/{group}/rule: without "sure" it is looked at, with it recorded.
func (p pages) rule(w http.ResponseWriter, r *http.Request) error {
	c, err := p.ruleCall(w, r)
	if err != nil {
		return err
	}
	v := c.ruleView(r.FormValue("id"))
	body, err := c.ruling()
	if err == nil {
		seen, _ := strconv.ParseUint(r.FormValue("version"), 10, 64) // not a number: everything is new
		v.Since = c.rulingsSince(events.Version(seen))
		if r.FormValue("sure") != "" && len(v.Since) == 0 {
			if err = c.send(0, body); err == nil {
				return site.To(w, r, groupPath(c.g, c.b.ID)+"?done=rule")
			}
		}
	}
	if err != nil {
		if v.Problem = retry(err); v.Problem == "" {
			return err
		}
		return p.Page(w, r, RulePage(v))
	}
	v.Changes = c.preview(body)
	return p.Page(w, r, RulePage(v))
}

// rulingsSince are the corrections made since the form was opened, by whoever.
func (c *call) rulingsSince(v events.Version) []string {
	var out []string
	for _, r := range c.b.Rulings {
		if r.Version <= v {
			continue
		}
		for _, ch := range r.Changes {
			out = append(out, fmt.Sprintf("%s, %s ago: %s", actorName(r.By, c.player), short(c.Now().Sub(r.At)), c.named(ch)))
		}
	}
	return out
}

// ruling reads the form.
func (c *call) ruling() (lotr.Rule, error) {
	b := lotr.Rule{Verdict: c.r.FormValue("verdict"), Reopen: c.r.FormValue("reopen") != "", Eye: events.TableID(c.r.FormValue("eye"))}
	reason, err := site.Field(c.r, "reason", "The reason", 400)
	if err != nil {
		return b, err
	}
	b.Reason = reason
	n, _ := strconv.ParseUint(c.r.FormValue("corrects"), 10, 64) // not a number: nothing in particular
	b.Corrects = events.Version(n)
	b.Flag, _ = c.numbered("flag")
	if b.City, err = site.Number(c.r, "city", "The city strength", 0, 999); err != nil {
		return b, err
	}
	for _, t := range c.b.Tables {
		tr, set, err := c.tableRuling(t)
		if err != nil {
			return b, err
		}
		if set {
			b.Tables = append(b.Tables, tr)
		}
	}
	if b.Verdict != group.VerdictStands && b.City == nil && len(b.Tables) == 0 && !b.Reopen && b.Eye == "" {
		return b, site.Malformed("nothing is filled in: type the right number where something was wrong, or choose that it stands")
	}
	return b, nil
}

// stagesOf lists the stages that a ruling can bring a table to.
func stagesOf(b board.Group, t board.Table) []string {
	if b.Scenario == dolGuldur {
		return words.Stages3
	}
	return words.StagesOf(b.ScenarioOf(t))
}

func (c *call) tableRuling(t board.Table) (lotr.TableRuling, bool, error) {
	out := lotr.TableRuling{Table: t.ID, Stage: c.r.FormValue("stage-" + string(t.ID)), TakeBack: c.r.FormValue("take-back-"+string(t.ID)) != ""}
	set := out.Stage != "" || out.TakeBack
	if out.Stage != "" && !slices.Contains(stagesOf(c.b, t), out.Stage) {
		kind := "stage"
		if c.b.Scenario == dolGuldur {
			kind = "stage 3"
		}
		return out, false, site.Malformed(fmt.Sprintf("%s: there is no %s %q", t.Team, kind, out.Stage))
	}
	for _, f := range []struct {
		name, label string
		into        **int
		high        int
	}{
		{"progress", "Progress", &out.Progress, 999}, {"resources", "Resources", &out.Resources, 2}, {"power", "Progress on Power of Lórien", &out.Power, 999}, {"lieutenant", "Damage on the Lieutenant", &out.Lieutenant, 99},
	} {
		n, err := site.Number(c.r, f.name+"-"+string(t.ID), t.Team+": "+f.label, 0, f.high)
		if err != nil {
			return out, false, err
		}
		*f.into, set = n, set || n != nil
	}
	total, err := site.Number(c.r, "siege-"+string(t.ID), t.Team+": siege", 0, 999)
	if err != nil {
		return out, false, err
	}
	if total != nil {
		round, err := site.Number(c.r, "siege-round", "The round of the siege", 1, 9999)
		if err != nil || round == nil {
			return out, false, site.Malformed("say in which round the siege was wrong")
		}
		out.Siege, set = &lotr.SiegeRuling{Round: *round, Total: *total}, true
	}
	for _, pl := range t.Players {
		n, err := site.Number(c.r, "threat-"+string(pl.ID), c.player(pl.ID)+": threat", 0, 99)
		if err != nil {
			return out, false, err
		}
		back := c.r.FormValue("back-"+string(pl.ID)) != ""
		if n != nil || back {
			out.Players, set = append(out.Players, lotr.PlayerRuling{Player: pl.ID, Threat: n, Reinstate: back}), true
		}
	}
	return out, set, nil
}

// preview says what a correction changes: old and new, and what follows for the city strength.
func (c *call) preview(b lotr.Rule) []string {
	var out []string
	if t, ok := c.b.Table(b.Eye); ok && b.Eye != "" {
		out = append(out, "The Eye of Sauron: → "+isolated(t.Team)+"; the Nazgûl stay where they are")
	}
	if b.Reopen {
		out = append(out, "The result is taken back: play goes on where it was.")
	}
	if b.City != nil {
		out = append(out, change("City strength", c.b.City.Strength, *b.City))
	}
	for _, tr := range b.Tables {
		t, _ := c.b.Table(tr.Table)
		strength := c.b.City.Strength
		if b.City != nil {
			strength = *b.City
		}
		out = append(out, c.previewTable(t, tr, strength)...)
	}
	if b.Flag != 0 {
		out = append(out, fmt.Sprintf("Flag %d is answered with it.", b.Flag))
	}
	if b.Verdict == group.VerdictStands {
		out = append(out, "Nothing changes; the log says that it was looked at and stands.")
	}
	return out
}

func change(what string, from, to int) string {
	return fmt.Sprintf("%s: %d → %d", what, from, to)
}

// moved says what another stage brings, and returns the table as it is there.
func (c *call) moved(t board.Table, to string, strength int) (board.Table, []string) {
	if to == "" || to == t.Stage {
		return t, nil
	}
	out := []string{fmt.Sprintf("%s, stage: %s → %s, %s; no progress is on it", isolated(t.Team), t.Stage, to, c.b.StageNameOf(t, to))}
	if t.Scenario != "" {
		t.Stage, t.Progress = to, 0
		return t, append(out, isolated(t.Team)+": the cards that the stage brings come as if it had been reached")
	}
	for _, e := range t.Enemies {
		if e.Card.Lieutenant {
			out = append(out, isolated(t.Team)+": "+e.Card.Name+" is set aside")
		}
	}
	comes := "The Lieutenant of " + to + " comes, unless it lies in a victory display"
	if strength <= c.b.Mark() {
		comes += ", and attacks each player there at once"
	}
	t.Stage, t.Progress = to, 0
	t.Enemies = []board.Enemy{{Card: lotr.Card{Name: "the Lieutenant of " + to, Lieutenant: true}}}
	return t, append(out, comes)
}

// previewTable says what changes at a table, with the city strength after the correction.
func (c *call) previewTable(t board.Table, tr lotr.TableRuling, strength int) []string {
	t, out := c.moved(t, tr.Stage, strength)
	number := func(what string, was int, now *int) {
		if now != nil {
			out = append(out, change(isolated(t.Team)+", "+what, was, *now))
		}
	}
	if tr.TakeBack {
		out = append(out, isolated(t.Team)+": its game is not decided after all")
	}
	number("progress on "+t.Stage, t.Progress, tr.Progress)
	number("resources", t.Resources, tr.Resources)
	number("progress on Power of Lórien", t.PowerProgress, tr.Power)
	for _, e := range t.Enemies {
		if e.Card.Lieutenant {
			number("damage on "+e.Card.Name, e.Damage, tr.Lieutenant)
		}
	}
	for _, pr := range tr.Players {
		for _, pl := range t.Players {
			if pl.ID == pr.Player {
				number("threat of "+isolated(c.player(pl.ID)), pl.Threat, pr.Threat)
			}
		}
		if pr.Reinstate {
			out = append(out, isolated(c.player(pr.Player))+" is back in the game")
		}
	}
	if tr.Siege != nil {
		out = append(out, c.previewSiege(t, *tr.Siege)...)
	}
	return out
}

// previewSiege says what a corrected siege does. The coordinator restates the city strength when it
// is recorded; this is what that will come to.
func (c *call) previewSiege(t board.Table, s lotr.SiegeRuling) []string {
	if s.Round == c.b.Round && !c.b.SiegeDone() {
		return []string{change(fmt.Sprintf("%s, siege of round %d", isolated(t.Team), s.Round), t.SiegeRound, s.Total) + "; the city strength follows when the round ends"}
	}
	was, now := 0, c.b.City.Start
	for _, ch := range c.b.City.Changes {
		by := ch.To - ch.From
		if ch.Kind == board.ChangeSiege {
			by = 0
			for _, share := range ch.Shares {
				dealt := share.Siege
				if share.Table == t.ID && ch.Round == s.Round {
					was, dealt = share.Siege, s.Total
				}
				by -= dealt
			}
		}
		if ch.Kind != board.ChangeSet {
			now = max(0, now+by)
		}
	}
	return []string{
		change(fmt.Sprintf("%s, siege of round %d", isolated(t.Team), s.Round), was, s.Total),
		change("It follows: city strength", c.b.City.Strength, now),
	}
}
