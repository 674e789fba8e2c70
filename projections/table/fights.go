package table

import (
	"fmt"

	"github.com/muster-events/muster/events/lotr"
	"github.com/muster-events/muster/projections/board"
	"github.com/muster-events/muster/projections/words"
)

// enemyChoices lists the enemies in play that pass.
func (v view) enemyChoices(pass func(board.Enemy) bool) []Choice {
	var out []Choice
	for _, e := range v.t.Enemies {
		if !pass(e) {
			continue
		}
		label := fmt.Sprintf("%s, %d damage", e.Card.Name, e.Damage)
		if e.Card.HitPoints > 0 {
			label = fmt.Sprintf("%s, %d/%d", e.Card.Name, e.Damage, e.Card.HitPoints)
		}
		if e.Player != "" {
			label += ", with " + v.name(e.Player)
		}
		out = append(out, Choice{Value: e.Number, Label: label})
	}
	return out
}

func anyEnemy(board.Enemy) bool     { return true }
func staged(e board.Enemy) bool     { return e.Player == "" }
func engagedOne(e board.Enemy) bool { return e.Player != "" }

func (v view) addEnemy() Action {
	return Action{
		ID: "add-enemy", Label: "Add an enemy", Type: lotr.AddEnemy{}.CommandType(), Group: underEnemies,
		Inputs: []Input{
			{Field: "card", Kind: InputCard, CardKind: "enemy", Label: "Enemy"},
			optional(Input{Field: "player", Kind: InputPlayer, Label: "Engaged with; nobody: staging area", Choices: v.playerChoices()}),
		},
	}
}

// engage engages an enemy of the staging area; byChoice as a player's optional engagement.
func (v view) engage(byChoice bool) Action {
	a := Action{
		ID: "engage-effect", Label: "Enemy engages a player", Type: lotr.Engage{}.CommandType(), Group: underEnemies,
		Inputs: []Input{
			{Field: "enemy", Kind: InputEnemy, Label: "Which enemy", Choices: v.enemyChoices(staged)},
			{Field: "player", Kind: InputPlayer, Label: "With whom", Choices: v.playerChoices()},
		},
	}
	if byChoice {
		a.ID, a.Label, a.Data, a.Section = "engage", "Engage an enemy", map[string]any{"optional": true}, roundRule
		if v.t.Phase != lotr.PhaseEncounter {
			a.Disabled, a.Why = true, "players engage enemies in the encounter phase"
		}
	}
	if len(a.Inputs[0].Choices) == 0 {
		a.Disabled, a.Why = true, "no enemy is in the staging area"
	}
	return a
}

func (v view) enemyActions() []Action {
	out := []Action{v.destroy()}
	if len(v.t.Enemies) > 0 {
		out = append(out, Action{
			ID: "damage", Label: "Damage an enemy", Type: lotr.DamageEnemy{}.CommandType(), Group: underEnemies,
			Inputs: []Input{
				{Field: "enemy", Kind: InputEnemy, Label: "Which enemy", Choices: v.enemyChoices(anyEnemy)},
				number("by", "Damage, below 0 to heal", -99, 99, 1),
			},
		})
		if v.other() {
			damage := &out[len(out)-1]
			damage.Inputs = append(damage.Inputs, v.source("By a card of a player; otherwise damage of combat"))
		}
	}
	if v.t.Archery > 0 {
		out = append(out, v.archery())
	}
	check := Action{ID: "check", Label: "Engagement checks", Type: lotr.CheckEngagement{}.CommandType(), Group: underEnemies, Section: roundRule}
	if v.t.Phase != lotr.PhaseEncounter {
		check.Disabled, check.Why = true, "engagement checks are made in the encounter phase"
	}
	out = append(out, v.engage(true), check, v.engage(false), v.addEnemy())
	if back := v.enemyChoices(engagedOne); len(back) > 0 {
		out = append(out, Action{
			ID: "return", Label: "Enemy returns to the staging area", Type: lotr.ReturnToStaging{}.CommandType(), Group: underEnemies,
			Inputs: []Input{{Field: "enemy", Kind: InputEnemy, Label: "Which enemy", Choices: back}},
		})
	}
	if len(v.t.Enemies) > 0 {
		out = append(out, Action{
			ID: "remove-enemy", Label: "Enemy left play otherwise", Type: lotr.RemoveCard{}.CommandType(), Group: underEnemies,
			Inputs: []Input{{Field: "enemy", Kind: InputEnemy, Label: "Enemy", Choices: v.enemyChoices(anyEnemy)}, note("note")},
		})
	}
	return out
}

// destroy: an indestructible enemy can only be destroyed by a card effect, if it is not immune to
// those.
//
// Source: Attack on Dol Guldur, "Indestructible"; facts/game-facts.md, "2.4 Encounter cards with siege".
func (v view) destroy() Action {
	enemies, byEffect := v.enemyChoices(anyEnemy), false
	for i, e := range v.t.Enemies {
		if !e.Indestructible {
			continue
		}
		enemies[i].Why = "indestructible: damage does not destroy it"
		if !v.other() {
			enemies[i].Why = fmt.Sprintf("indestructible while the city strength is %d", v.g.City.Strength)
		}
		enemies[i].Disabled, byEffect = e.Card.Immune, byEffect || !e.Card.Immune
	}
	a := Action{
		ID: "destroy", Label: "Destroyed", Type: lotr.DestroyEnemy{}.CommandType(), Group: underEnemies,
		Section: `Attack on Dol Guldur, "Siege"`,
		Inputs: []Input{
			optional(Input{Field: "enemy", Kind: InputEnemy, Label: "In play", Choices: enemies}),
			optional(Input{Field: "card", Kind: InputCard, CardKind: "enemy", Label: "Or an enemy that was not entered"}),
			optional(number("siege", "Siege value on the card", 0, 99, 0)),
		},
	}
	if v.other() {
		a.Section, a.Inputs = roundRule, a.Inputs[:2]
	}
	if byEffect || v.other() {
		a.Inputs = append(a.Inputs, optional(Input{Field: "effect", Kind: InputFlag, Label: "A card destroyed it without damage"}))
	}
	return a
}

// characters lists who can take damage: heroes in play and Host of Lórien.
func (v view) characters() []Choice {
	var out []Choice
	for _, p := range v.t.Players {
		for _, h := range p.Heroes {
			if p.Out || !h.InPlay() {
				continue
			}
			label := fmt.Sprintf("%s (%s)", h.Title, v.name(p.ID))
			if h.HitPoints > 0 {
				label = fmt.Sprintf("%s %d/%d (%s)", h.Title, h.Damage, h.HitPoints, v.name(p.ID))
			}
			out = append(out, Choice{Value: h.Title, Label: label, Data: map[string]any{"player": p.ID}})
		}
		for _, a := range p.Allies {
			if !p.Out {
				out = append(out, Choice{Value: a.Name, Label: fmt.Sprintf("%s%s (%s)", a.Name, of(a.Damage, a.HitPoints), v.name(p.ID)), Data: map[string]any{"player": p.ID}})
			}
		}
	}
	for _, l := range v.t.Lorien {
		if l.Card == "host" {
			out = append(out, Choice{
				Value: lotr.HostName, Label: fmt.Sprintf("%s, %d damage (%s)", words.Lorien(l.Card), l.Damage, v.name(l.Player)),
				Data: map[string]any{"player": l.Player},
			})
		}
	}
	return out
}

func (v view) archery() Action {
	hits := v.characters()
	for _, p := range v.t.Players {
		if !p.Out {
			hits = append(hits, Choice{Value: "an ally", Label: "An ally of " + v.name(p.ID), Data: map[string]any{"player": p.ID}})
		}
	}
	return Action{
		ID: "archery", Label: fmt.Sprintf("Assign %d archery damage", v.t.Archery), Type: lotr.AssignArchery{}.CommandType(), Group: underEnemies,
		Section: `Attack on Dol Guldur, "Archery X"`,
		Inputs: []Input{
			{Field: "hits", Kind: InputHits, Label: "Damage to characters of any players here", Max: v.t.Archery, Choices: hits},
			optional(Input{Field: "noMore", Kind: InputFlag, Label: "No character can take more"}),
		},
	}
}

func (v view) characterActions() []Action {
	who := Input{Field: "character", Kind: InputCharacter, Label: "Which character", Choices: v.characters()}
	// A character typed by name needs its player; one of the list brings its own.
	whose := optional(Input{Field: "player", Kind: InputPlayer, Label: "Whose, if it is not in the list", Choices: v.playerChoices()})
	whose.Optional = v.t.PlayersLeft != 1
	out := []Action{
		{
			ID: "damage-character", Label: "Damage a character", Type: lotr.DamageCharacter{}.CommandType(), Group: underPlayers,
			Inputs: []Input{whose, who, number("by", "Damage, below 0 to heal", -99, 99, 1)},
		},
		{
			ID: "destroy-character", Label: "Character destroyed", Type: lotr.DestroyCharacter{}.CommandType(), Group: underPlayers,
			Inputs: []Input{whose, who},
		},
	}
	return append(out, v.playerOut()...)
}

// playerOut is offered while a player is in the game who has declared no heroes, so that muster cannot
// see that the last one is lost.
//
// Source: facts/game-facts.md, "5.2 Elimination".
func (v view) playerOut() []Action {
	var bare []Choice
	for _, p := range v.t.Players {
		if !p.Out && len(p.Heroes) == 0 {
			bare = append(bare, Choice{Value: p.ID, Label: v.name(p.ID)})
		}
	}
	if len(bare) == 0 {
		return nil
	}
	return []Action{{
		ID: "player-out", Label: "All heroes of a player are lost", Type: lotr.PlayerOut{}.CommandType(), Group: underPlayers,
		Data: map[string]any{"why": lotr.OutHeroes}, Section: `facts/game-facts.md, "5.2 Elimination"`,
		Inputs:  []Input{{Field: "player", Kind: InputPlayer, Label: "Whose heroes, if they were not entered", Choices: bare}},
		Confirm: []string{"The player is out of the game, and the enemies engaged with them return to the staging area."},
	}}
}
