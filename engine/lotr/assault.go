package lotr

import (
	"fmt"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events/lotr"
)

const assaultRule = `The Flame of the West, "Assault"`

// minasTirith is the objective that the Assault keyword names.
//
// Source: The Flame of the West, "Assault".
const minasTirith = "minas-tirith"

// assault tells whether the stage has the Assault keyword.
//
// Source: The Flame of the West, "Assault".
func (d *entry) assault() bool {
	st, _ := d.sc.Stage(d.t.Stage)
	return st.Assault
}

// questFails carries out an unsuccessful quest: every player's threat goes up by the difference. Under
// Assault nobody's does; Minas Tirith takes the difference as damage, once for the whole table, as far
// as it is in play.
//
// Rule: Assault.
// Source: The Flame of the West, "Assault"; facts/game-facts.md, "5.1 Round" (phase 3).
func (d *entry) questFails(by int) {
	if !d.assault() {
		d.raise(d.t.TurnOrder(), by, lotr.WhyQuest, "")
		return
	}
	d.damageObjective(minasTirith, by, "the unsuccessful quest")
}

// damageObjective deals damage to the first objective in play with a code, after other cards have
// taken what they take for it, and returns how much it was dealt: none if it is not in play, since an
// effect does what it can.
//
// Source: The Flame of the West, "Minas Tirith".
func (d *entry) damageObjective(code string, by int, why string) int {
	p, ok := d.t.PieceOf(code)
	if !ok || by <= 0 {
		return 0
	}
	if f := d.sc.rules().soak; f != nil {
		by = f(d, code, by)
	}
	if by <= 0 {
		return 0
	}
	return d.addTokens(p, lotr.TokenDamage, by, why)
}

// barred says why progress cannot be placed.
type barred struct {
	code   engine.Code
	source string
	says   string
}

// room returns how much progress the main quest's stage takes of what is to be placed on it, and, if
// that is less, why. What goes beyond the quest points is lost only if the stage is defeated by the
// rest: one that cannot be defeated yet keeps all that is placed on it.
//
// Rule: Assault.
// Source: The Flame of the West, "Assault"; A Shadow in the East, "Side Quests in Play".
func (d *entry) room(by int, why, source string) (int, barred) {
	rules := d.sc.rules()
	if says := d.underAssault(why, source); says != "" {
		return 0, barred{"assault", assaultRule, says}
	}
	if rules.mayProgress != nil {
		if says := rules.mayProgress(d.c, d.t); says != "" {
			return 0, barred{"no-progress-here", d.sc.Name, says}
		}
	}
	room, b := by, barred{}
	if d.t.StageCap >= 0 && d.t.StageCap < room {
		room, b = d.t.StageCap, barred{"progress-capped", cardFacts, "the current quest takes no more progress this round"}
	}
	if rules.limit != nil {
		if left := rules.limit(d.c, d.t); left >= 0 && left < room {
			room, b = left, barred{"progress-capped", d.sc.Name, "stage " + d.t.Stage + " takes no more progress this round"}
		}
	}
	if left, ok := d.toDefeat(); ok && left < room {
		room, b = left, barred{"progress-lost", sideQuestRule, "beyond the quest points of stage " + d.t.Stage}
	}
	return room, b
}

// underAssault says why the Assault keyword keeps progress off the stage; empty: it does not. An entry
// that does not say where the progress comes from counts as a player card's.
func (d *entry) underAssault(why, source string) string {
	if !d.assault() {
		return ""
	}
	const stays = "while stage %s has Assault, %s places no progress on it, only on the active location"
	switch {
	case why == "quest":
		return fmt.Sprintf(stays, d.t.Stage, "a successful quest")
	case byPlayerCard(source) || source == "":
		return fmt.Sprintf(stays, d.t.Stage, "a player card's effect") + "; say so if the progress comes from an encounter card or the game itself"
	}
	return ""
}

// toDefeat returns how much progress defeats the stage; false if progress alone does not.
func (d *entry) toDefeat() (int, bool) {
	st, ok := d.sc.Stage(d.t.Stage)
	points, has := d.points()
	if !ok || !has || st.Never {
		return 0, false
	}
	full := d.t
	full.Progress = max(points, d.t.Progress)
	if f := d.sc.rules().mayDefeat; f != nil && f(d.c, full) != "" {
		return 0, false
	}
	return max(points-d.t.Progress, 0), true
}
