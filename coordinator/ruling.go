package coordinator

import (
	"fmt"
	"slices"

	rules "github.com/muster-events/muster/engine/lotr"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// maxCounter is the greatest number that a ruling sets.
const maxCounter = 999

// rule decides a judge's correction: RulingMade with its reason, then what it changes. What follows
// for the city strength is restated, never changed silently.
//
// Ruling: 17.
func (d *decision) rule(b lotr.Rule) error {
	reason, err := words("reason", b.Reason, maxReason)
	if err != nil {
		return err
	}
	if err := d.mayRule(b); err != nil {
		return err
	}
	d.emit(group.RulingMade{Reason: reason, Verdict: b.Verdict, Corrects: b.Corrects})
	if err := d.answerFlag(b.Flag, b.Verdict, reason); err != nil {
		return err
	}
	was := len(d.out)
	if err := d.correct(b, reason); err != nil {
		return err
	}
	if err := d.reopen(b.Reopen); err != nil {
		return err
	}
	if b.Verdict != group.VerdictStands && len(d.out) == was {
		return refuse(CodeNothing, "the ruling changes nothing: everything is as it says; use the verdict %q for that", group.VerdictStands)
	}
	if !d.concluded() {
		d.cityFell()
		d.advance()
	}
	return nil
}

// correct emits what a ruling changes: first what tables scored, which moves the city strength; then
// the city strength itself, so that a number that is given for it is what it is; then the tables, at
// which it matters.
func (d *decision) correct(b lotr.Rule, reason string) error {
	for i, t := range b.Tables {
		for _, other := range b.Tables[:i] {
			if other.Table == t.Table {
				return malformed("table %s is there twice; put its corrections together", t.Table)
			}
		}
		if err := d.ruleSiege(t, reason); err != nil {
			return err
		}
	}
	if err := d.ruleCity(b.City, reason); err != nil {
		return err
	}
	if err := d.ruleEye(b.Eye); err != nil {
		return err
	}
	for _, r := range b.Tables {
		if err := d.ruleTable(b, r); err != nil {
			return err
		}
	}
	return nil
}

// ruleTable corrects a table: its players, who may meet a Lieutenant at a new stage; the stage; then
// the numbers, which are those at the new stage.
func (d *decision) ruleTable(b lotr.Rule, r lotr.TableRuling) error {
	players := lotr.TableRuling{Table: r.Table, Players: r.Players}
	r.Players = nil
	t, err := d.onTable(r.Table)
	if err != nil {
		return err
	}
	if r.TakeBack {
		if err := d.takeBack(t); err != nil {
			return err
		}
		t, _ = d.s.Table(r.Table)
	}
	if err := d.reached(rules.RuleTable(d.s.ContextOf(t), t.Table, players)); err != nil {
		return err
	}
	if r.Stage != "" {
		t, _ = d.s.Table(r.Table)
		if err := d.mode.ruleStage(d, b, t, r.Stage); err != nil {
			return err
		}
	}
	t, _ = d.s.Table(r.Table)
	return d.reached(rules.RuleTable(d.s.ContextOf(t), t.Table, r))
}

func (d *decision) mayRule(b lotr.Rule) error {
	changes := b.City != nil || len(b.Tables) > 0 || b.Reopen || b.Eye != ""
	switch {
	case b.Verdict != group.VerdictStands && b.Verdict != group.VerdictCorrected && b.Verdict != group.VerdictReplayed:
		return malformed("verdict %q is not known; use %s, %s or %s", clip(b.Verdict), group.VerdictStands, group.VerdictCorrected, group.VerdictReplayed)
	case b.Verdict == group.VerdictStands && changes:
		return malformed("the verdict %q changes nothing; use %q to correct", group.VerdictStands, group.VerdictCorrected)
	case b.Corrects > d.s.version:
		return malformed("the ruling corrects commit %d, but the group has only %d", b.Corrects, d.s.version)
	case b.Reopen && !d.s.Over():
		return refuse(CodeNotOver, "the group has not ended; there is no result to take back")
	}
	if d.s.Over() && !b.Reopen && slices.ContainsFunc(b.Tables, func(r lotr.TableRuling) bool { return r.TakeBack }) {
		return refuse(CodeOver, "the group has ended (%s); take its result back with it: reopen", d.s.Phase)
	}
	return nil
}

func (d *decision) ruleCity(to *int, reason string) error {
	if to == nil {
		return nil
	}
	if !d.s.hasCity() {
		return refuse(CodeNoCity, "%s has no city strength", d.s.scenarioName())
	}
	if *to < 0 || *to > maxCounter {
		return malformed("city strength %d; it is 0 to %d", *to, maxCounter)
	}
	if *to != d.s.City {
		d.emit(lotr.CityStrengthRestated{From: d.s.City, Strength: *to, Reason: reason})
	}
	return nil
}

// hasCity reports whether the scenario has a city strength.
func (s State) hasCity() bool {
	city := scenarioOf(s).City
	return city.Base > 0 || city.PerPlayer > 0
}

// ruleEye says where The Eye of Sauron is.
func (d *decision) ruleEye(to events.TableID) error {
	if to == "" {
		return nil
	}
	t, err := d.onTable(to)
	if err != nil {
		return err
	}
	from := d.s.EyeAt()
	if from == "" {
		return refuse(CodeTarget, "The Eye of Sauron is not in this game")
	}
	if from != t.ID {
		d.emit(lotr.EyeMoved{From: from, To: t.ID})
	}
	return nil
}

// takeBack takes back that a table's own game is decided.
func (d *decision) takeBack(t Table) error {
	was := ""
	switch {
	case t.Won != nil:
		was = wasWon
	case t.Lost != nil:
		was = wasLost
	case t.Pending:
		was = wasPending
	default:
		return refuse(CodeNotOver, "the game of %s is not decided; there is nothing to take back", t.Team)
	}
	d.emit(lotr.OutcomeTakenBack{Table: t.ID, Was: was})
	return nil
}

// Values of [lotr.OutcomeTakenBack].Was.
const (
	wasWon     = "won"
	wasLost    = "lost"
	wasPending = "pending"
)

// reopen takes a result back, and with it what decided it at the tables; play goes on where it was.
func (d *decision) reopen(asked bool) error {
	if !asked {
		return nil
	}
	if t, out := d.emptyStage(); out && d.s.Before != PhaseSetup {
		return refuse(CodeStillLost, "%s still has no player in the game; reinstate one in the same ruling", t.Team)
	}
	for _, t := range d.s.Tables {
		if d.s.Phase == PhaseWon && t.Won != nil || d.s.Phase == PhaseLost && t.Lost != nil {
			if err := d.takeBack(t); err != nil {
				return err
			}
		}
	}
	d.emit(group.GroupReopened{Was: string(d.s.Phase)})
	return nil
}

// emptyStage returns a table that is set up and has no player left in the game.
func (d *decision) emptyStage() (Table, bool) { return emptyStage(d.s) }

func emptyStage(s State) (Table, bool) {
	for _, t := range s.Tables {
		if t.Stage != "" && t.PlayersIn() == 0 {
			return t, true
		}
	}
	return Table{}, false
}

func counter(what string, n int) error {
	if n < 0 || n > maxCounter {
		return malformed("%s: %d; it is 0 to %d", what, n, maxCounter)
	}
	return nil
}

// ruleSiege corrects what a table scored in a round, if the ruling does. If that round's reduction
// was made, the city strength is restated: what it would be now if the right siege had been dealt
// then.
func (d *decision) ruleSiege(of lotr.TableRuling, reason string) error {
	t, err := d.onTable(of.Table)
	if err != nil || of.Siege == nil {
		return err
	}
	if !d.s.hasCity() {
		return refuse(CodeNoCity, "%s has no siege: no table scores any", d.s.scenarioName())
	}
	r := *of.Siege
	if err := counter("siege", r.Total); err != nil {
		return err
	}
	e := lotr.CityStrengthRestated{
		From: d.s.City, Strength: d.s.City, Reason: reason, Table: t.ID, Round: r.Round, NowSiege: r.Total,
	}
	was, ok := t.scoredIn(r.Round)
	switch {
	case ok:
		e.WasSiege = was
		e.Strength = strengthAfter(correctSiege(d.s.CityChanges, r.Round, r.Total-was))
	case r.Round == d.s.Round && d.s.siegeStage(t):
		e.WasSiege = t.siegeNow()
	default:
		return refuse(CodeTarget, "%s scored no siege in round %d: %s", t.Team, r.Round, d.s.siegeRounds())
	}
	if e.WasSiege != e.NowSiege {
		d.emit(e)
	}
	return nil
}

func (s State) siegeRounds() string {
	for _, t := range s.Tables {
		if len(t.Siege) > 0 {
			return fmt.Sprintf("siege counts since round %d", t.Siege[0].Round)
		}
	}
	return "siege counts at the stages 3 only"
}

// siegeStage reports whether what is destroyed and explored at a table counts in this round: not at
// the end of the round in which a stage 3 is entered.
//
// Source: Attack on Dol Guldur, "Siege". Ruling: 4.
func (s State) siegeStage(t Table) bool {
	sc, _ := rules.Lookup(s.Scenario)
	st, ok := sc.Stage(s.played(t))
	return ok && st.Siege
}

// scoredIn returns what a table scored in a round whose reduction was made.
func (t Table) scoredIn(round int) (int, bool) {
	for _, r := range t.Siege {
		if r.Round == round {
			return r.Total, true
		}
	}
	return 0, false
}

// siegeNow returns what a table has scored in this round so far; values that are not known count
// nothing.
func (t Table) siegeNow() int {
	n := t.Adjusted
	for _, item := range t.Scored {
		if item.Siege != nil {
			n += *item.Siege
		}
	}
	return max(0, n)
}
