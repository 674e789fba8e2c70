package lotr

import (
	"maps"
	"slices"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/lotr"
)

// setUp begins the game at the table. Heroes come from the seats that the group's events gave.
func (t *Table) setUp(e lotr.TableSetUp) {
	t.Stage, t.StageCap, t.FirstPlayer = e.Stage, -1, e.FirstPlayer
	t.NextEnemy, t.NextLocation = 1, 1
	t.Scenario = e.Scenario
	t.PowerInPlay = e.Scenario == "" // Attack on Dol Guldur
	t.Players = make([]Player, 0, len(e.Players))
	for i, id := range e.Players {
		p := Player{ID: id, Threat: -1, Elimination: EliminationLevel, StartThreat: -1}
		if i < len(e.Threat) {
			p.Threat, p.StartThreat = e.Threat[i], e.Threat[i]
		}
		if i < len(e.Elimination) {
			p.Elimination = e.Elimination[i]
		}
		if at := seatAt(t.Seats, id); at >= 0 {
			p.declare(t.Seats[at].Heroes)
			p.bring(t.Seats[at])
		}
		t.Players = append(t.Players, p)
		if deck, ok := t.Decks[id]; ok {
			t.declareDeck(deck)
		}
	}
}

// startRound forgets what belongs to one round.
func (t *Table) startRound() {
	t.Phase, t.Refreshed, t.Quested = lotr.PhaseResource, false, false
	t.StageCap, t.StagePlaced = -1, 0
	t.Archery, t.ArcheryD = 0, false
	t.Revealed, t.Scored = nil, nil
	t.Players = slices.Clone(t.Players)
	for i := range t.Players {
		t.Players[i].Engaged = false
	}
	t.startRoundGame()
}

// setThreat folds a change of threat; what player cards took away counts towards the limit of Dire.
func (p *Player) setThreat(e lotr.ThreatChanged) {
	if e.From < 0 && e.Why == lotr.WhyHeroes {
		p.StartThreat = e.To
	}
	if (e.Source == lotr.FromPlayerCard || e.Source == lotr.FromMaster) && e.To < e.From {
		p.Lowered += e.From - e.To
	}
	p.Threat = e.To
}

// beginPhase: once combat has begun, or was passed by, archery is no longer to come this round.
func (t *Table) beginPhase(p lotr.Phase) {
	t.Phase, t.Surge = p, ""
	switch p {
	case lotr.PhaseCombat:
		t.ArcheryD = true
	case lotr.PhaseRefresh:
		t.ArcheryD, t.Refreshed = true, true
		t.Refreshes++
		t.Archery = 0
		t.ready()
	}
}

// ready readies every character: the refresh phase.
//
// Source: facts/game-facts.md, "5.1 Round" (phase 7).
func (t *Table) ready() {
	t.Players = slices.Clone(t.Players)
	for i := range t.Players {
		p := &t.Players[i]
		p.Heroes = slices.Clone(p.Heroes)
		for j := range p.Heroes {
			p.Heroes[j].Exhausted = false
		}
		p.InPlay = slices.Clone(p.InPlay)
		for j := range p.InPlay {
			p.InPlay[j].Exhausted = false
		}
	}
}

func (t *Table) progress(e lotr.StageProgressed) {
	t.Progress = e.Progress
	if e.By <= 0 || e.Why != "quest" && e.Why != "entry" {
		return
	}
	t.StagePlaced += e.By
	if t.StageCap >= 0 {
		t.StageCap = max(t.StageCap-e.By, 0)
	}
}

// capProgress limits the progress of the whole round, what was placed before included; a cap below
// 0 lifts the limit.
func (t *Table) capProgress(e lotr.ProgressCapped) {
	if e.Cap < 0 {
		t.StageCap = -1
		return
	}
	if t.Revealed != nil && t.StageCap < 0 {
		r := *t.Revealed
		r.Capped = true
		t.Revealed = &r
	}
	left := max(e.Cap-t.StagePlaced, 0)
	if t.StageCap < 0 || left < t.StageCap {
		t.StageCap = left
	}
}

// player changes one player.
func (t *Table) player(id events.PersonID, f func(*Player)) {
	i := t.playerAt(id)
	if i < 0 {
		return
	}
	t.Players = slices.Clone(t.Players)
	f(&t.Players[i])
}

// reinstate puts the player back. A player who has no hero left has all of them back, undamaged;
// what is really lost is entered again.
func (p *Player) reinstate(threat int) {
	p.Out, p.Threat = false, threat
	p.Heroes = slices.Clone(p.Heroes)
	for i := range p.Heroes {
		if p.Heroes[i].Forfeit {
			p.Heroes[i].Gone, p.Heroes[i].Forfeit = false, false
		}
	}
	if p.HeroesUp() > 0 || len(p.Heroes) == 0 {
		return
	}
	for i := range p.Heroes {
		p.Heroes[i].Damage, p.Heroes[i].Dead = 0, false
	}
}

func (p *Player) damage(e lotr.CharacterDamaged) {
	if e.Hero {
		p.hero(e.Character, func(h *Hero) { h.Damage = e.Damage })
		return
	}
	p.Allies = maps.Clone(p.Allies)
	if e.Damage == 0 {
		delete(p.Allies, e.Character)
		return
	}
	if p.Allies == nil {
		p.Allies = map[string]int{}
	}
	p.Allies[e.Character] = e.Damage
}

func (p *Player) lose(e lotr.CharacterDestroyed) {
	if e.Hero {
		p.hero(e.Character, func(h *Hero) { h.Dead = true })
		return
	}
	p.dropAlly(e.Character)
}

func (p *Player) hero(title string, f func(*Hero)) {
	i := slices.IndexFunc(p.Heroes, func(h Hero) bool { return h.Title == title })
	if i < 0 {
		return
	}
	p.Heroes = slices.Clone(p.Heroes)
	f(&p.Heroes[i])
}
