package played

import (
	"fmt"

	rules "github.com/muster-events/muster/engine/lotr"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"

	"github.com/muster-events/muster/coordinator"
)

// Play plays a group with random commands until its game is over or so many were sent.
func (l *Log) Play(id events.StreamID, commands int) {
	l.t.Helper()
	for range commands {
		if l.State(id).Over() && !l.reopen(id) {
			return
		}
		l.Step(id)
	}
}

// reopen takes a loss back now and then, by reinstating who is out.
func (l *Log) reopen(id events.StreamID) bool {
	l.t.Helper()
	s := l.State(id)
	low := 20
	r := lotr.Rule{Reason: "the card does not say that", Verdict: group.VerdictCorrected, Reopen: true}
	for _, t := range s.Tables {
		tr := lotr.TableRuling{Table: t.ID}
		for _, p := range t.Players {
			if p.Out {
				tr.Players = append(tr.Players, lotr.PlayerRuling{Player: p.ID, Threat: &low, Reinstate: true})
			}
		}
		if len(tr.Players) > 0 {
			r.Tables = append(r.Tables, tr)
		}
	}
	if s.Phase != coordinator.PhaseLost || l.rng.IntN(3) > 0 {
		return false
	}
	return l.Do(id, Judge, r) == nil
}

// Step sends one random command to a group.
func (l *Log) Step(id events.StreamID) {
	l.t.Helper()
	s := l.State(id)
	t := s.Tables[l.rng.IntN(len(s.Tables))]
	captain := events.Actor{Role: events.RoleCaptain, Group: id.Group, Table: t.ID}
	if s.Phase == coordinator.PhaseEnding && l.rng.IntN(10) < 7 {
		l.answer(id, s)
		return
	}
	switch n := l.rng.IntN(100); {
	case n < 3:
		l.official(id, s, t)
	case n < 9:
		l.Do(id, captain, group.EndRound{Table: t.ID, Round: s.Round})
	case n < 14:
		if e, ok := s.Withdrawable(t.ID); ok {
			l.Do(id, captain, group.Withdraw{Table: t.ID, Entry: e})
		}
	case n < 16:
		c := captain
		c.Person = t.Players[0].ID
		l.Do(id, c, group.TakeRecorder{Table: t.ID, Confirm: true})
	default:
		if len(t.Players) > 0 && l.rng.IntN(2) == 0 {
			captain.Person = t.Players[0].ID
		}
		l.Do(id, captain, l.entry(t))
	}
}

// entry is something that a captain may enter.
func (l *Log) entry(t coordinator.Table) events.CommandBody {
	p := t.Players[l.rng.IntN(len(t.Players))].ID
	few := l.rng.IntN(4) + 1
	switch l.rng.IntN(22) {
	case 0, 1:
		phases := []lotr.Phase{lotr.PhaseQuest, lotr.PhaseTravel, lotr.PhaseEncounter, lotr.PhaseCombat, lotr.PhaseRefresh}
		return lotr.BeginPhase{Table: t.ID, Phase: phases[l.rng.IntN(len(phases))]}
	case 2:
		return lotr.ChangeThreat{Table: t.ID, Player: p, By: l.rng.IntN(5) - 2, Note: "a card"}
	case 3:
		return lotr.ChangeThreat{Table: t.ID, By: -1}
	case 4, 5, 6:
		return lotr.RevealCard{Table: t.ID, Card: l.card("")}
	case 7:
		return lotr.AddEnemy{Table: t.ID, Card: l.card("enemy"), Player: p}
	case 8:
		return lotr.AddLocation{Table: t.ID, Card: l.card("location")}
	case 9:
		return lotr.Engage{Table: t.ID, Enemy: l.enemy(t), Player: p}
	case 10:
		return lotr.CheckEngagement{Table: t.ID}
	case 11:
		return lotr.Travel{Table: t.ID, Location: l.location(t)}
	case 12:
		return lotr.ResolveQuest{Table: t.ID, Willpower: l.rng.IntN(20)}
	case 13, 14:
		return lotr.PlaceProgress{Table: t.ID, By: few + 2}
	case 15:
		return lotr.ExploreLocation{Table: t.ID, Location: l.location(t)}
	case 16:
		return lotr.DamageEnemy{Table: t.ID, Enemy: l.enemy(t), By: few * 2}
	case 17:
		return lotr.DestroyEnemy{Table: t.ID, Hand: &lotr.Card{Name: "Wild Warg", Kind: "enemy", HitPoints: 2}}
	case 18:
		return lotr.TypeSiege{Table: t.ID, Item: max(1, len(t.Scored)), Siege: few}
	case 19:
		return l.archery(t)
	default:
		return l.rarer(t, p, few)
	}
}

func (l *Log) rarer(t coordinator.Table, p events.PersonID, few int) events.CommandBody {
	hero := ""
	if hs := heroesOf(t, p); len(hs) > 0 {
		hero = hs[0].Title
	}
	switch l.rng.IntN(12) {
	case 0, 9:
		return lotr.DamageCharacter{Table: t.ID, Player: p, Character: hero, By: 1}
	case 1:
		return lotr.DamageCharacter{Table: t.ID, Player: p, Character: "an ally", By: 1}
	case 2, 10:
		return lotr.UsePower{Table: t.ID, Player: p}
	case 3, 4:
		return lotr.ProgressPower{Table: t.ID, By: few * 9}
	case 11:
		return lotr.DestroyCharacter{Table: t.ID, Player: p, Character: hero}
	case 5:
		return lotr.ReturnToStaging{Table: t.ID, Enemy: l.enemy(t)}
	case 6:
		return lotr.RemoveCard{Table: t.ID, Enemy: l.enemy(t), Note: "an event"}
	case 7:
		return lotr.DamageCharacter{Table: t.ID, Player: p, Character: lotr.HostName, By: 1}
	default:
		return lotr.PassFirstPlayer{Table: t.ID, Player: p}
	}
}

func heroesOf(t coordinator.Table, p events.PersonID) []rules.Hero {
	for _, one := range t.Players {
		if one.ID == p {
			return one.Heroes
		}
	}
	return nil
}

// archery assigns what is due to the first heroes that stand.
func (l *Log) archery(t coordinator.Table) events.CommandBody {
	for _, p := range t.Players {
		for _, h := range p.Heroes {
			if !p.Out && !h.Dead {
				return lotr.AssignArchery{Table: t.ID, Hits: []lotr.Hit{{Player: p.ID, Character: "an ally", Damage: max(1, t.Archery)}}}
			}
		}
	}
	return lotr.AssignArchery{Table: t.ID, NoMore: true}
}

func (l *Log) enemy(t coordinator.Table) int {
	if len(t.Enemies) == 0 {
		return 1
	}
	return t.Enemies[l.rng.IntN(len(t.Enemies))].Number
}

func (l *Log) location(t coordinator.Table) int {
	if len(t.Locations) == 0 {
		return 1
	}
	return t.Locations[l.rng.IntN(len(t.Locations))].Number
}

var cards = map[string][]string{
	"enemy":    {"Host of Dol Guldur", "Mirkwood Olog-hai", "Amon Lanc Archer", "Dol Guldur Marauder", "Battle Warg"},
	"location": {"Gate of Dol Guldur", "The Sorcerer's Tower", "Dungeon Door", "Blackened Woods"},
	"":         {"Fastness of Mirkwood", "Fear and Despair", "Battle Warg", "The Shadow Road", "Dol Guldur Marauder", "Servant of Sauron"},
}

func (l *Log) card(kind string) string { return cards[kind][l.rng.IntN(len(cards[kind]))] }

// answer answers one of the open steps as its table may.
func (l *Log) answer(id events.StreamID, s coordinator.State) {
	l.t.Helper()
	for _, st := range s.Queue {
		if st.State != coordinator.StepOpen {
			continue
		}
		var may []group.Option
		for _, o := range st.Options {
			if o.Allowed {
				may = append(may, o)
			}
		}
		o := may[l.rng.IntN(len(may))]
		b := group.ResolveStep{Table: st.Table, Step: st.ID, Choice: o.Choice}
		l.target(&b, o.Needs, s)
		l.Do(id, events.Actor{Role: events.RoleCaptain, Group: id.Group, Table: st.Table, Person: st.Decides}, b)
		return
	}
}

// target fills in what an answer needs.
func (l *Log) target(b *group.ResolveStep, needs string, s coordinator.State) {
	at := s.Tables[l.rng.IntN(len(s.Tables))]
	switch needs {
	case "table":
		b.AtTable = at.ID
	case "player", "card-player":
		b.Player = at.Players[l.rng.IntN(len(at.Players))].ID
		if own, ok := s.Table(b.Table); ok && needs == "card-player" && len(own.Lorien) > 0 {
			b.Give, b.From = own.Lorien[0].Card, own.Lorien[0].Player
		}
	case "enemy":
		b.AtTable, b.Card = at.ID, "Battle Warg"
	}
}

// official does what organisers and judges do.
func (l *Log) official(id events.StreamID, s coordinator.State, t coordinator.Table) {
	l.t.Helper()
	n := l.rng.IntN(30)
	p := t.Players[l.rng.IntN(len(t.Players))]
	switch l.rng.IntN(10) {
	case 0:
		if l.Do(id, Organiser, group.Pause{Reason: "lunch"}) == nil {
			l.Must(id, Judge, group.Resume{})
		}
	case 1:
		l.Do(id, Judge, lotr.Rule{Reason: "miscounted", Verdict: group.VerdictCorrected, City: &n})
	case 2:
		l.Do(id, Judge, lotr.Rule{Reason: "the dial was wrong", Verdict: group.VerdictCorrected, Tables: []lotr.TableRuling{{
			Table: t.ID, Players: []lotr.PlayerRuling{{Player: p.ID, Threat: &n, Reinstate: p.Out}},
		}}})
	case 3:
		l.Do(id, Judge, lotr.Rule{Reason: "a card was overlooked", Verdict: group.VerdictCorrected, Tables: []lotr.TableRuling{{
			Table: t.ID, Siege: &lotr.SiegeRuling{Round: max(1, s.Round-l.rng.IntN(2)), Total: n / 3},
		}}})
	case 4:
		few := n / 4
		l.Do(id, Judge, lotr.Rule{Reason: "tokens fell off", Verdict: group.VerdictCorrected, Tables: []lotr.TableRuling{{
			Table: t.ID, Progress: &n, Lieutenant: &few,
		}}})
	case 5:
		l.Do(id, Organiser, group.PostNotice{Text: fmt.Sprintf("notice %d", n)})
	case 6:
		l.Do(id, Organiser, group.AdmitPlayer{
			Seat:      group.Seat{Player: events.PersonID(fmt.Sprintf("p-%d", 60+l.rng.IntN(20))), Table: t.ID, Heroes: []group.Hero{{Title: fmt.Sprintf("Gimli %d", l.n), Threat: 11, HitPoints: 5}}},
			RaiseCity: n%2 == 0, Reason: "arrived late",
		})
	case 7:
		l.Do(id, Organiser, group.DropPlayer{Player: p.ID, How: group.DropHandOver, Heir: events.PersonID(fmt.Sprintf("p-%d", 80+l.rng.IntN(20))), Reason: "had to leave"})
	case 8:
		l.Do(id, Judge, lotr.Rule{Reason: "the wrong button", Verdict: group.VerdictCorrected, Tables: []lotr.TableRuling{{
			Table: t.ID, Stage: []string{"3B", "3D", "3F", "3H"}[n%4],
		}}})
	default:
		l.Do(id, Judge, group.ForceEndRound{Table: t.ID, Round: s.Round, Reason: "out of time"})
	}
}
