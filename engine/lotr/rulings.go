package lotr

import (
	"strings"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/lotr"
)

// RuleTable returns what a judge's ruling changes at a table, except two things: the siege of a round,
// which changes the city strength and is the coordinator's, and the stage ([RuleStage]). A number that stands already changes
// nothing, so the events may be none. The reason is in an event of the coordinator's.
//
// Ruling: 17.
func RuleTable(c Context, t Table, r lotr.TableRuling) ([]events.Payload, error) {
	d, err := begin(c, t)
	if err != nil {
		return nil, err
	}
	if r.Table != t.ID {
		return nil, refuse(engine.CodeOtherTable, "", "the ruling is about table %q, and this is table %q", clip(string(r.Table)), t.ID)
	}
	for _, p := range r.Players {
		if err := d.rulePlayer(p); err != nil {
			return nil, err
		}
	}
	for _, rule := range []func(lotr.TableRuling) error{
		d.ruleFirstPlayer, d.ruleRemoved, d.ruleEntered, d.ruleProgress, d.ruleResources, d.ruleTokens, d.rulePower, d.ruleLieutenant,
	} {
		if err := rule(r); err != nil {
			return nil, err
		}
	}
	d.settle()
	return d.out, nil
}

// RuleStage returns what changes at a table when a judge says that it should be at another stage 3:
// the same as if the team had chosen that stage ([EnterStage]), its Lieutenant's attack included while
// the city is weak enough, since the stage says so of every arrival. The stage at which the table is
// changes nothing. Only a table at a stage 3 is moved, and only to one; who else is there is for the
// coordinator to see, and whether the new Lieutenant is barred by another team's victory display.
// In every other scenario a ruling names any stage, and nothing of what entering it does comes again.
//
// Source: facts/game-facts.md, "2.2 Stages". Ruling: 17.
func RuleStage(c Context, t Table, stage string, lieutenantBarred bool) ([]events.Payload, error) {
	d, err := begin(c, t)
	if err != nil {
		return nil, err
	}
	if d.sc.ID != attackOnDolGuldur {
		err := d.ruleStage(stage)
		return d.out, err
	}
	if now, _ := d.sc.Stage(t.Stage); !now.Siege {
		return nil, refuse("wrong-stage", stages, "this table is at stage %s: a ruling moves a team from one stage 3 to another", t.Stage)
	}
	if to, ok := d.sc.Stage(stage); !ok || !to.Siege {
		var known []string
		for _, st := range d.sc.SiegeStages() {
			known = append(known, st.ID)
		}
		return nil, refuse("wrong-stage", stages, "a ruling moves a team to no stage %q: to one of %s", clip(stage), strings.Join(known, ", "))
	}
	if stage != t.Stage {
		d.enterStage(stage, lieutenantBarred)
	}
	return d.out, nil
}

// ruleStage brings the table to the stage that a judge says it is at, without what entering it does:
// that was done when it was entered, or the ruling corrects it beside.
//
// Ruling: 17.
func (d *entry) ruleStage(stage string) error {
	st, ok := d.sc.Stage(stage)
	if !ok {
		var known []string
		for _, st := range d.sc.Stages {
			known = append(known, st.ID)
		}
		return refuse("wrong-stage", d.sc.Name, "%s has no stage %q: it has %s", d.sc.Name, clip(stage), strings.Join(known, ", "))
	}
	if st.ID != d.t.Stage {
		d.emit(lotr.StageEntered{Table: d.t.ID, From: d.t.Stage, Stage: st.ID, Name: st.Name})
	}
	return nil
}

func (d *entry) rulePlayer(r lotr.PlayerRuling) error {
	p, ok := d.t.Player(r.Player)
	if !ok {
		return refuse("no-such-player", "", "%s does not play at this table: name one of its players", person(r.Player))
	}
	if r.Threat != nil {
		if err := inRange("threat", *r.Threat, 0, maxNumber); err != nil {
			return err
		}
	}
	more := r.Contract != "" || len(r.Heroes) > 0 || len(r.Allies) > 0
	switch {
	case r.Reinstate:
		if err := d.reinstate(p, r.Threat); err != nil {
			return err
		}
	case p.Out:
		return refuse("player-out", elimination, "%s is out of the game: reinstate the player, or leave the threat as it is", person(r.Player))
	case r.Threat != nil:
		d.setThreat(r.Player, *r.Threat, lotr.WhyRuling, "")
	case !more:
		return refuse(engine.CodeMalformed, "", "the ruling on %s changes nothing: set a threat, a hero, an ally or the contract, or reinstate", person(r.Player))
	}
	return d.ruleCharacters(r)
}

// reinstate puts an eliminated player back. Enemies and cards that went stay where they are. If
// nobody else is in the game the first player token is theirs.
func (d *entry) reinstate(p Player, threat *int) error {
	if !p.Out {
		return refuse("player-in", "", "%s is still in the game: set the threat only", person(p.ID))
	}
	if threat == nil || *threat >= p.Elimination {
		return refuse(engine.CodeMalformed, elimination, "%s comes back with a threat below %d: set it", person(p.ID), p.Elimination)
	}
	d.emit(lotr.PlayerReinstated{Table: d.t.ID, Player: p.ID, Threat: *threat})
	d.tokenFor(p.ID, "ruling")
	return nil
}

func (d *entry) ruleProgress(r lotr.TableRuling) error {
	if r.Progress == nil {
		return nil
	}
	if err := inRange("the progress on the stage", *r.Progress, 0, maxCount); err != nil {
		return err
	}
	if by := *r.Progress - d.t.Progress; by != 0 {
		d.progressStage(by, "ruling")
	}
	return nil
}

func (d *entry) ruleResources(r lotr.TableRuling) error {
	if r.Resources == nil {
		return nil
	}
	if !d.dolGuldur() {
		return d.ruleToken(lotr.TokenRuling{Piece: lotr.Piece{Kind: lotr.KindStage}, Token: lotr.TokenResource, To: *r.Resources})
	}
	if d.t.Stage != d.sc.Start {
		return refuse("wrong-stage", stages, "resources lie on stage %s, and this table is at %s", d.sc.Start, d.t.Stage)
	}
	if err := inRange("the resources on the stage", *r.Resources, 0, d.sc.Resources-1); err != nil {
		return err
	}
	if *r.Resources != d.t.Resources {
		d.emit(lotr.StageResourcePlaced{Table: d.t.ID, Stage: d.t.Stage, Resources: *r.Resources})
	}
	return nil
}

func (d *entry) rulePower(r lotr.TableRuling) error {
	if r.Power == nil {
		return nil
	}
	if !d.t.PowerInPlay {
		return refuse("power-not-in-play", stages, "%s is not in play at this table", lotr.PowerName)
	}
	if err := inRange("the progress on "+lotr.PowerName, *r.Power, 0, maxCount); err != nil {
		return err
	}
	if by := *r.Power - d.t.PowerProgress; by != 0 {
		d.progressOnPower(by, "ruling")
	}
	return nil
}

// ruleLieutenant sets the damage on the Lieutenant in play; it is destroyed as by any damage.
func (d *entry) ruleLieutenant(r lotr.TableRuling) error {
	if r.Lieutenant == nil {
		return nil
	}
	if err := inRange("the damage on the Lieutenant", *r.Lieutenant, 0, maxNumber); err != nil {
		return err
	}
	in := d.t.Lieutenants()
	if len(in) == 0 {
		return refuse("not-in-play", stages, "no Lieutenant is in play at this table")
	}
	if by := *r.Lieutenant - in[0].Damage; by != 0 {
		d.woundEnemy(in[0], by)
	}
	return nil
}
