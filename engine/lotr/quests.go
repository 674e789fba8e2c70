package lotr

import (
	"github.com/muster-events/muster/events/lotr"
)

// QuestPoints returns the quest points of the stage as they count now; false if it has none.
//
// Source: facts/game-facts.md, "1.3 Stages"; "3.1 Stages"; "4.1 Stages".
func QuestPoints(c Context, t Table) (int, bool) {
	d, err := begin(c, t)
	if err != nil {
		return 0, false
	}
	return d.points()
}

func (d *entry) points() (int, bool) {
	st, ok := d.sc.Stage(d.t.Stage)
	if !ok {
		return 0, false
	}
	if st.Worked {
		return workedOut(d.c, d.t, lotr.Piece{Kind: lotr.KindStage}, lotr.Card{Name: st.Name, Kind: lotr.KindStage}), true
	}
	if st.Points == nil {
		return 0, false
	}
	return *st.Points + st.PerPlayer*d.t.PlayersIn(), true
}

// checkStage defeats the stage if it has its quest points and nothing stands against it.
func (d *entry) checkStage() {
	if d.t.Won != nil || d.t.Lost != nil && !d.t.Pending || d.t.Current != 0 && d.t.Phase == lotr.PhaseQuest && !d.t.Quested {
		return
	}
	st, ok := d.sc.Stage(d.t.Stage)
	if !ok || st.Never {
		return
	}
	points, has := d.points()
	if !has || d.t.Progress < points {
		return
	}
	if f := d.sc.rules().mayDefeat; f != nil && f(d.c, d.t) != "" {
		return
	}
	d.defeatStage(st)
}

// defeatStage defeats the stage, and the next stage comes, or the game is won with the last.
func (d *entry) defeatStage(st Stage) {
	d.emit(lotr.StageDefeated{Table: d.t.ID, Stage: st.ID, Name: st.Name})
	if st.Victory > 0 {
		d.emit(lotr.VictoryGained{Table: d.t.ID, Card: lotr.Card{Code: "stage-" + st.ID, Name: st.Name, Kind: lotr.KindStage, Victory: st.Victory}})
	}
	switch f := d.sc.rules().defeated; {
	case f != nil:
		f(d)
	case st.Next != "":
		d.goTo(st.Next)
	default:
		d.win("Stage "+st.ID+" "+st.Name+" is defeated, and it is the last.", d.sc.Name)
	}
}

// goTo brings the table to a stage; its tokens begin at 0.
func (d *entry) goTo(stage string) {
	d.enterStage(stage, false)
	d.levels()
	if f := d.sc.rules().entered; f != nil {
		f(d, stage)
	}
}

// advanceStage brings the table to a stage because an effect says so that muster does not see.
func (d *entry) advanceStage(cmd lotr.AdvanceStage) error {
	if _, err := text("the note", cmd.Note, 0, maxNote); err != nil {
		return err
	}
	if d.sc.ID == attackOnDolGuldur {
		return refuse("wrong-stage", stages, "the stages of %s change when the round ends: a judge's ruling moves a team", d.sc.Name)
	}
	st, ok := d.sc.Stage(cmd.Stage)
	if !ok {
		return refuse("no-such-stage", d.sc.Name, "%s has no stage %q: name one like %s", d.sc.Name, clip(cmd.Stage), d.sc.Start)
	}
	if st.ID == d.t.Stage {
		return refuse("nothing-changes", d.sc.Name, "the table is at stage %s already", st.ID)
	}
	d.goTo(st.ID)
	return nil
}

// attackOnDolGuldur is the scenario whose stages are the coordinator's.
const attackOnDolGuldur = "attack-on-dol-guldur"

// dolGuldur tells whether the table plays Attack on Dol Guldur, whose logs hold none of the events
// that came with the other scenarios.
func (d *entry) dolGuldur() bool { return d.sc.ID == attackOnDolGuldur }
