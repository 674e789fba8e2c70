package lotr

import (
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events/lotr"
)

// placeTokens places or removes tokens on a card in play. What has an entry of its own is handed to
// it: damage on an enemy, progress on a location and on the stage.
func (d *entry) placeTokens(cmd lotr.PlaceTokens) error {
	if err := change("the number of tokens", cmd.By); err != nil {
		return err
	}
	note, err := text("the note", cmd.Note, 0, maxNote)
	if err != nil {
		return err
	}
	if err := d.known(cmd.Piece); err != nil {
		return err
	}
	p := cmd.Piece
	switch {
	case p.Kind == lotr.KindEnemy && cmd.Token == lotr.TokenDamage:
		return d.damageEnemy(lotr.DamageEnemy{Table: cmd.Table, Enemy: p.Number, By: cmd.By, Source: cmd.Source})
	case p.Kind == lotr.KindLocation && cmd.Token == lotr.TokenProgress:
		return d.placeProgress(lotr.PlaceProgress{Table: cmd.Table, Location: p.Number, By: cmd.By, Source: cmd.Source})
	case p.Kind == lotr.KindStage && cmd.Token == lotr.TokenProgress:
		return d.placeProgress(lotr.PlaceProgress{Table: cmd.Table, By: cmd.By, Direct: true, Source: cmd.Source})
	}
	if err := d.mayCarry(p, cmd.Token); err != nil {
		return err
	}
	if err := d.mayTarget(cmd.Source, p); err != nil {
		return err
	}
	return d.putTokens(cmd, firstOf(note, "entry"))
}

// mayCarry refuses tokens of a kind that a card does not carry.
func (d *entry) mayCarry(p lotr.Piece, token string) error {
	card, _, _, _ := d.t.Tokens(p)
	carries := map[string][]string{
		lotr.KindEnemy:     {lotr.TokenResource},
		lotr.KindLocation:  {lotr.TokenResource, lotr.TokenDamage},
		lotr.KindObjective: {lotr.TokenResource, lotr.TokenDamage, lotr.TokenProgress},
		lotr.KindSideQuest: {lotr.TokenResource, lotr.TokenDamage, lotr.TokenProgress},
		lotr.KindStage:     {lotr.TokenResource},
	}
	for _, t := range carries[p.Kind] {
		if t != token {
			continue
		}
		if p.Kind == lotr.KindStage && d.dolGuldur() {
			return refuse("wrong-stage", stages, "the resources of a stage of %s come by its own effect: a judge's ruling changes them", d.sc.Name)
		}
		return nil
	}
	return refuse(engine.CodeMalformed, "", "%s carries no tokens of kind %q: use %s, %s or %s as the card has them",
		card.Name, clip(token), lotr.TokenResource, lotr.TokenDamage, lotr.TokenProgress)
}

// putTokens changes tokens within their bounds. Damage on an objective is first taken by what takes it
// for it, and a side quest with its quest points is defeated.
func (d *entry) putTokens(cmd lotr.PlaceTokens, why string) error {
	p := cmd.Piece
	card, resources, damage, progress := d.t.Tokens(p)
	now := map[string]int{lotr.TokenResource: resources, lotr.TokenDamage: damage, lotr.TokenProgress: progress}[cmd.Token]
	if now+cmd.By > maxCount {
		return refuse(engine.CodeMalformed, "", "%s would have %d tokens of kind %s: %d is the most", card.Name, now+cmd.By, cmd.Token, maxCount)
	}
	switch q, isQuest := d.t.sideQuestNo(p.Number); {
	case p.Kind == lotr.KindObjective && cmd.Token == lotr.TokenDamage && cmd.By > 0 && card.Code != "":
		d.damageObjective(card.Code, cmd.By, why)
	case p.Kind == lotr.KindSideQuest && isQuest && cmd.Token == lotr.TokenProgress && cmd.By > 0:
		d.progressLost(cmd.By-d.progressSideQuest(q, cmd.By, why), "beyond the quest points of "+card.Name)
	default:
		d.addTokens(p, cmd.Token, cmd.By, why)
	}
	if len(d.out) == 0 {
		return refuse("nothing-to-remove", "", "%s has no such token to remove", card.Name)
	}
	return nil
}
