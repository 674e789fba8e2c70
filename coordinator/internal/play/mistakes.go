package play

import (
	"math/rand/v2"

	"github.com/muster-events/muster/coordinator"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// mistake returns an entry that is mostly refused: out of turn, for another table, in another
// round, by somebody who may not. Some are accepted by chance.
func (p Players) mistake(s coordinator.State, rng *rand.Rand) (events.Actor, events.CommandBody) {
	t := s.Tables[rng.IntN(len(s.Tables))]
	other := s.Tables[rng.IntN(len(s.Tables))]
	a := captain(t.ID)
	switch rng.IntN(10) {
	case 0:
		return a, group.EndRound{Table: t.ID, Round: s.Round + 1 - 2*rng.IntN(2)}
	case 1:
		return a, group.EndRound{Table: other.ID, Round: s.Round}
	case 2:
		return a, group.EndRound{Table: t.ID, Round: s.Round}
	case 3: // any step, any choice
		if len(s.Queue) == 0 {
			return a, group.ResolveStep{Table: t.ID, Step: "1-forced-3b", Choice: group.ChoicePay}
		}
		st := s.Queue[rng.IntN(len(s.Queue))]
		choices := []string{group.ChoicePay, group.ChoicePayBonus, group.ChoiceSuffer, group.ChoicePass, "3B", "3D", "3F", "3H", group.ChoiceDone}
		return a, group.ResolveStep{Table: t.ID, Step: st.ID, Choice: choices[rng.IntN(len(choices))]}
	case 4:
		return a, lotr.DamageEnemy{Table: t.ID, Enemy: 900, By: 1}
	case 5:
		zero := 0
		return a, lotr.Rule{Reason: "we say so", Verdict: group.VerdictCorrected, City: &zero}
	case 6:
		return a, group.Withdraw{Table: t.ID, Entry: "00000000-0000-7000-8000-000000000001"}
	case 7:
		return events.Actor{Role: events.RoleSpectator}, group.EndRound{Table: t.ID, Round: s.Round}
	case 8:
		return a, group.StartGroup{}
	default:
		return a, lotr.PlaceProgress{Table: t.ID, By: 5000}
	}
}

// official returns what an organiser or a judge may do; nil if nothing fits.
func (p Players) official(s coordinator.State, rng *rand.Rand) (events.Actor, events.CommandBody) {
	t := s.Tables[rng.IntN(len(s.Tables))]
	boss, judge := events.Actor{Role: events.RoleOrganiser}, events.Actor{Role: events.RoleJudge}
	n := rng.IntN(30)
	rule := func(r lotr.TableRuling) events.CommandBody {
		r.Table = t.ID
		return lotr.Rule{Reason: "a mistake was found", Verdict: group.VerdictCorrected, Tables: []lotr.TableRuling{r}}
	}
	switch rng.IntN(10) {
	case 0:
		return judge, group.Pause{Reason: "a question"}
	case 1:
		return judge, lotr.Rule{Reason: "the tracker was wrong", Verdict: group.VerdictCorrected, City: &n}
	case 2:
		return judge, rule(lotr.TableRuling{Progress: &n})
	case 3:
		return judge, rule(lotr.TableRuling{Siege: &lotr.SiegeRuling{Round: 1 + rng.IntN(s.Round+1), Total: n}})
	case 4:
		return judge, rule(lotr.TableRuling{Players: []lotr.PlayerRuling{{Player: somebody(t, rng), Threat: &n}}})
	case 5:
		if s.Phase == coordinator.PhasePlaying && rng.IntN(3) == 0 {
			return boss, group.ForceEndRound{Table: t.ID, Round: s.Round, Reason: "time"}
		}
	case 6:
		if t.PlayersIn() > 1 && rng.IntN(4) == 0 {
			return boss, group.DropPlayer{Player: somebody(t, rng), How: group.DropEliminate, Reason: "train"}
		}
	case 7:
		heir := events.PersonID("heir-" + string(rune('a'+rng.IntN(26))))
		return boss, group.DropPlayer{Player: somebody(t, rng), How: group.DropHandOver, Heir: heir, Reason: "train"}
	case 8:
		late := events.PersonID("late-" + string(rune('a'+rng.IntN(26))))
		threat := 20
		return boss, group.AdmitPlayer{Seat: group.Seat{Player: late, Table: t.ID, Threat: &threat}, RaiseCity: rng.IntN(2) == 0, Reason: "late train"}
	default:
		return judge, group.PostNotice{Text: "Ten minutes to go"}
	}
	return boss, nil
}
