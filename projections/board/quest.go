package board

import (
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/lotr"
	"github.com/muster-events/muster/projections/words"
)

// onQuest follows the stages of the quest.
func (f *fold) onQuest(e events.Payload) bool {
	switch e := e.(type) {
	case lotr.TableSetUp:
		t := f.table(e.Table)
		t.StageName = f.g.StageNameOf(*t, e.Stage)
	case lotr.StageEntered:
		f.enterStage(e)
	default:
		return false
	}
	return true
}

// enterStage: a stage that is entered while the round is played is the one at which the table plays
// this round.
func (f *fold) enterStage(e lotr.StageEntered) {
	t := f.table(e.Table)
	t.StageName = e.Name
	phase := f.g.Phase
	if f.g.Over() {
		phase = f.Before
	}
	if n := f.g.Round; phase == PhasePlaying && n >= 1 && n <= len(t.Stages) {
		t.Stages[n-1] = e.Stage
		f.g.Absent = absent(*f.g)
	}
}

// onEpic follows what concerns two tables at once, and losses that wait.
func (f *fold) onEpic(e events.Payload) bool {
	switch e := e.(type) {
	case lotr.LorienHandedOver:
		f.touch(e.ToTable) // its own table is touched as that of every event
	case lotr.ObjectiveHandedOver:
		f.touch(e.Table)
		f.touch(e.ToTable)
	case lotr.EyeMoved:
		f.touch(e.From)
		f.touch(e.To)
		f.g.Eye = &Eye{Last: EyeMoved, Round: f.g.Round}
	case lotr.EyeHeld:
		f.g.Eye = &Eye{Last: EyeHeld, Round: f.g.Round}
	case lotr.LossPending:
		f.table(e.Table).Pending = &PendingLoss{Round: e.Round, Certain: e.Certain, Reason: e.Reason, Rule: e.Rule}
	default:
		return false
	}
	return true
}

// eyePrice is what cancelling the move of the Eye costs each player where it lies.
//
// Source: facts/game-facts.md, "1.2 End of round in epic mode".
const eyePrice = 3

// finishEye works out where the Eye is and what it does there.
func (f *fold) finishEye() {
	g := f.g
	was := g.Eye
	g.Eye = nil
	for _, t := range g.Tables {
		if !t.EyeHere {
			continue
		}
		eye := Eye{Table: t.ID, Does: words.EyeDoes(g.ScenarioOf(t)), May: t.FirstPlayer, Price: eyePrice}
		for _, o := range g.Tables {
			if o.ID != t.ID {
				eye.To = o.ID
			}
		}
		for _, e := range t.Enemies {
			if e.Player == "" && e.Card.HasTrait("Nazgûl") {
				eye.Nazgul = append(eye.Nazgul, e.Card.Name)
			}
		}
		if was != nil {
			eye.Last, eye.Round = was.Last, was.Round
		}
		g.Eye = &eye
	}
}
