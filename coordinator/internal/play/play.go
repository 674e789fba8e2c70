// Package play makes up what the people of a group might enter next: captains who play on, make
// mistakes and take things back, and now and then an organiser or a judge. It is for tests; the same
// state and generator give the same entry.
package play

import (
	"math/rand/v2"

	"github.com/muster-events/muster/coordinator"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// Group is the group that captains say they are of.
const Group = events.GroupID("evening")

// Players makes entries up. The zero Players plays without mistakes or officials.
type Players struct {
	Mistakes  int // of a hundred entries, how many are meant to be wrong
	Officials int // of a hundred entries, how many come from an organiser or a judge
	// LastRound is from when on threat rises so fast that the game ends; 0: 12.
	LastRound int
	// Aims is how many of a hundred entries at a table bring it nearer to winning its scenario. Attack
	// on Dol Guldur has none of them.
	Aims int
}

// Next returns an entry for a group in play, and who makes it. It returns nil when there is nothing
// to enter, which cannot be in a group that has not ended.
func (p Players) Next(s coordinator.State, rng *rand.Rand) (events.Actor, events.CommandBody) {
	if s.Paused {
		return official(rng), group.Resume{}
	}
	if rng.IntN(100) < p.Officials {
		if a, b := p.official(s, rng); b != nil {
			return a, b
		}
	}
	if rng.IntN(100) < p.Mistakes {
		return p.mistake(s, rng)
	}
	for _, i := range rng.Perm(len(s.Tables)) {
		t := s.Tables[i]
		if b := p.entry(s, t, rng); b != nil {
			return captain(t.ID), b
		}
	}
	return events.Actor{}, nil
}

func captain(t events.TableID) events.Actor {
	return events.Actor{Role: events.RoleCaptain, Group: Group, Table: t}
}

func official(rng *rand.Rand) events.Actor {
	if rng.IntN(2) == 0 {
		return events.Actor{Role: events.RoleJudge}
	}
	return events.Actor{Role: events.RoleOrganiser}
}

// entry returns what a table may enter; nil if it has to wait.
func (p Players) entry(s coordinator.State, t coordinator.Table, rng *rand.Rand) events.CommandBody {
	switch {
	case s.Scenario != dolGuldur:
		return p.gameEntry(s, t, rng)
	case s.Phase == coordinator.PhaseEnding:
		return p.answer(s, t, rng)
	case s.Phase != coordinator.PhasePlaying || t.Ended >= s.Round:
		return nil
	}
	last := p.LastRound
	if last == 0 {
		last = 12
	}
	if s.Round >= last && rng.IntN(2) == 0 {
		return lotr.ChangeThreat{Table: t.ID, By: 9, Note: "the shadow grows"}
	}
	if rng.IntN(3) == 0 {
		return p.end(s, t, rng)
	}
	return moves[rng.IntN(len(moves))](s, t, rng)
}

const dolGuldur = "attack-on-dol-guldur"

// end brings the table's round to its end, what is open first.
func (p Players) end(s coordinator.State, t coordinator.Table, rng *rand.Rand) events.CommandBody {
	if b := opened(t, rng); b != nil {
		return b
	}
	if t.Archery > 0 {
		return lotr.AssignArchery{Table: t.ID, Hits: []lotr.Hit{{Player: somebody(t, rng), Character: "Guard", Damage: t.Archery}}}
	}
	for i, item := range t.Scored {
		if item.Siege == nil {
			return lotr.TypeSiege{Table: t.ID, Item: i + 1, Siege: rng.IntN(5)}
		}
	}
	for _, pl := range t.Players {
		if pl.Threat < 0 && !pl.Out {
			to := 20 + rng.IntN(20)
			return lotr.ChangeThreat{Table: t.ID, Player: pl.ID, To: &to}
		}
	}
	return group.EndRound{Table: t.ID, Round: s.Round}
}

// somebody returns a player of the table who is in the game.
func somebody(t coordinator.Table, rng *rand.Rand) events.PersonID {
	in := t.TurnOrder()
	if len(in) == 0 {
		return "nobody"
	}
	return in[rng.IntN(len(in))]
}

type move func(coordinator.State, coordinator.Table, *rand.Rand) events.CommandBody

var cards = []string{
	"Host of Dol Guldur", "Mirkwood Olog-hai", "Beast of Taur-nu-Fuin", "Amon Lanc Archer", "Dol Guldur Marauder",
	"Battle Warg", "Gate of Dol Guldur", "Dungeon Door", "Forest Battleground", "Power Sevenfold", "Fastness of Mirkwood",
}

var moves = []move{
	func(_ coordinator.State, t coordinator.Table, rng *rand.Rand) events.CommandBody {
		return lotr.ChangeThreat{Table: t.ID, Player: somebody(t, rng), By: 1 - 5*rng.IntN(2)}
	},
	func(_ coordinator.State, t coordinator.Table, rng *rand.Rand) events.CommandBody {
		return lotr.RevealCard{Table: t.ID, Card: cards[rng.IntN(len(cards))]}
	},
	func(_ coordinator.State, t coordinator.Table, rng *rand.Rand) events.CommandBody {
		return lotr.DestroyEnemy{Table: t.ID, Card: cards[rng.IntN(6)]}
	},
	func(_ coordinator.State, t coordinator.Table, rng *rand.Rand) events.CommandBody {
		return lotr.DestroyEnemy{Table: t.ID, Hand: &lotr.Card{Name: "Orc from another box", Kind: "enemy"}}
	},
	func(_ coordinator.State, t coordinator.Table, rng *rand.Rand) events.CommandBody {
		return lotr.ExploreLocation{Table: t.ID, Card: cards[6+rng.IntN(3)]}
	},
	func(_ coordinator.State, t coordinator.Table, rng *rand.Rand) events.CommandBody {
		return lotr.PlaceProgress{Table: t.ID, By: 1 + rng.IntN(12), Direct: true}
	},
	func(_ coordinator.State, t coordinator.Table, rng *rand.Rand) events.CommandBody {
		if len(t.Enemies) == 0 {
			return lotr.BeginPhase{Table: t.ID, Phase: lotr.PhaseCombat}
		}
		return lotr.DamageEnemy{Table: t.ID, Enemy: t.Enemies[rng.IntN(len(t.Enemies))].Number, By: 1 + rng.IntN(9)}
	},
	func(_ coordinator.State, t coordinator.Table, rng *rand.Rand) events.CommandBody {
		return lotr.ResolveQuest{Table: t.ID, Willpower: rng.IntN(20)}
	},
	func(_ coordinator.State, t coordinator.Table, rng *rand.Rand) events.CommandBody {
		return lotr.BeginPhase{Table: t.ID, Phase: phases[rng.IntN(len(phases))]}
	},
	func(s coordinator.State, t coordinator.Table, rng *rand.Rand) events.CommandBody {
		if id, ok := s.Withdrawable(t.ID); ok {
			return group.Withdraw{Table: t.ID, Entry: id}
		}
		return lotr.ProgressPower{Table: t.ID, By: 1 + rng.IntN(10)}
	},
	func(_ coordinator.State, t coordinator.Table, rng *rand.Rand) events.CommandBody {
		return lotr.DamageCharacter{Table: t.ID, Player: somebody(t, rng), Character: "Guard", By: 1}
	},
}

var phases = []lotr.Phase{lotr.PhasePlanning, lotr.PhaseQuest, lotr.PhaseTravel, lotr.PhaseEncounter, lotr.PhaseCombat, lotr.PhaseRefresh}

// answer answers the table's open step, or enters what its effect does.
func (p Players) answer(s coordinator.State, t coordinator.Table, rng *rand.Rand) events.CommandBody {
	for _, st := range s.Queue {
		if st.State != coordinator.StepOpen || st.Table != t.ID {
			continue
		}
		if rng.IntN(8) == 0 {
			return lotr.AddEnemy{Table: t.ID, Card: cards[rng.IntN(6)], Player: somebody(t, rng)}
		}
		if len(t.Lorien) > 0 && rng.IntN(6) == 0 {
			l := t.Lorien[rng.IntN(len(t.Lorien))]
			return lotr.DamageCharacter{Table: t.ID, Player: l.Player, Character: lotr.HostName, By: 3}
		}
		if rng.IntN(12) == 0 {
			if id, ok := s.Withdrawable(t.ID); ok {
				return group.Withdraw{Table: t.ID, Entry: id}
			}
			return lotr.ChangeThreat{Table: t.ID, By: 1, Note: "an effect"}
		}
		return reply(s, t, st, rng)
	}
	return nil
}

// reply gives one of the allowed answers with the targets that it needs.
func reply(s coordinator.State, t coordinator.Table, st coordinator.Step, rng *rand.Rand) events.CommandBody {
	var allowed []group.Option
	for _, o := range st.Options {
		if o.Allowed {
			allowed = append(allowed, o)
		}
	}
	if len(allowed) == 0 {
		return nil
	}
	o := allowed[rng.IntN(len(allowed))]
	at := s.Tables[rng.IntN(len(s.Tables))]
	cmd := group.ResolveStep{Table: t.ID, Step: st.ID, Choice: o.Choice}
	switch o.Needs {
	case "player", "card-player":
		cmd.Player = somebody(at, rng)
	case "player-number":
		cmd.Player, cmd.N = somebody(t, rng), 1
	case "table":
		cmd.AtTable = at.ID
	case "enemy":
		cmd.AtTable, cmd.Card = at.ID, cards[rng.IntN(6)]
		if len(at.Enemies) > 0 && rng.IntN(2) == 0 {
			cmd.Card, cmd.Enemy = "", at.Enemies[rng.IntN(len(at.Enemies))].Number
		}
	}
	return cmd
}
