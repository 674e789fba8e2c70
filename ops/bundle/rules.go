package bundle

import (
	"fmt"
	"strings"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// Rules is a second opinion about the coordinator's decisions: it follows the events of one group with a
// few rules of its own, written without the decider, so that a mistake in the decider is not
// repeated by the check. It looks at the round barrier, the order of the effects at the end of a round,
// the stages that teams go to, the city strength, the Eye of Sauron and the end of the game.
type Rules struct {
	id      events.StreamID
	seen    map[events.CommandID]events.Position
	tables  []events.TableID
	round   int
	ended   map[events.TableID]bool
	settled map[events.TableID]bool // tables whose own game is won or lost
	closed  bool                    // the barrier of round is closed
	started bool
	over    string // "won", "lost" or "abandoned"
	queue   []group.Step
	done    map[string]bool
	city    int
	eye     events.TableID
	dol     bool // Attack on Dol Guldur in the epic mode: there is a city strength
}

// Citations of the rules that are followed.
const (
	ruleBarrier = "nobody starts a round before every table of the group has ended the one before (Attack on Dol Guldur and The Mountain of Fire, \"Playing Epic Multiplayer Mode\")"
	ruleOrder   = "effects at the end of a round resolve in alphabetical order of their stages (Attack on Dol Guldur, \"Playing Epic Multiplayer Mode\")"
	ruleCity    = "the city strength is one number for all tables, lowered and raised by what is recorded, and never below 0 (Attack on Dol Guldur, \"City Strength\")"
	ruleStart   = "the city strength begins at 5 and 5 more for each player (Attack on Dol Guldur, \"City Strength\")"
	ruleVictory = "the players win when the city strength is 0 and no Lieutenant is left (Attack on Dol Guldur, \"City Strength\")"
	ruleEye     = "the Eye of Sauron is at one table and moves from there (The Mountain of Fire, \"Playing Epic Multiplayer Mode\")"
	ruleOver    = "a group that has a result takes only rulings (reliability, I9)"
	ruleOnce    = "a command is recorded once in a stream"
)

func newRules(id events.StreamID) *Rules {
	return &Rules{
		id: id, seen: map[events.CommandID]events.Position{}, ended: map[events.TableID]bool{},
		settled: map[events.TableID]bool{}, done: map[string]bool{},
	}
}

// A broken rule.
type broken struct{ rule, expected, found, event string }

// follow follows one commit and notes what breaks a rule; of a desk's stream it collects the people.
func (s *Rules) follow(out *Report, r events.Recorded, payloads []events.Payload, people map[events.PersonID]events.Hash) {
	out.count(PartRules, 1)
	id := r.Stream
	bad := func(b *broken) {
		if b != nil {
			out.bad(Finding{
				Part: PartRules, Position: r.Position, Stream: &id, Version: r.Version, Event: b.event,
				Rule: b.rule, Expected: b.expected, Found: b.found,
			})
		}
	}
	if at, twice := s.seen[r.Command.ID]; twice {
		bad(&broken{ruleOnce, "a new command", fmt.Sprintf("command %s, which commit %d holds", r.Command.ID, at), r.Command.Type})
	}
	s.seen[r.Command.ID] = r.Position
	ruled := r.Command.Actor.Role == events.RoleOrganiser || r.Command.Actor.Role == events.RoleJudge
	for _, p := range payloads {
		switch p := p.(type) {
		case desk.PeopleRegistered:
			for _, one := range p.People {
				people[one.ID] = one.Commitment
			}
		case desk.PersonCorrected:
			people[p.Person] = p.Commitment
		case desk.PersonForgotten:
			people[p.Person] = events.Hash{}
		}
		if id.Kind == events.KindGroup {
			bad(s.event(p, ruled))
		}
	}
}

// event follows one event of a group; ruled says that an official gave the command.
func (s *Rules) event(e events.Payload, ruled bool) *broken {
	typ := e.EventType()
	if b := s.afterTheEnd(e, ruled); b != nil {
		b.event = typ
		return b
	}
	b := s.rounds(e)
	if b == nil {
		b = s.effects(e)
	}
	if b == nil {
		b = s.strength(e)
	}
	if b == nil {
		b = s.eyeOf(e)
	}
	if b != nil {
		b.event = typ
	}
	return b
}

func (s *Rules) afterTheEnd(e events.Payload, ruled bool) *broken {
	if _, ok := e.(group.GroupReopened); ok {
		s.over = ""
		return nil
	}
	if s.over == "" || ruled {
		return nil
	}
	switch e.(type) {
	case group.RoundStarted, group.TableEndedRound, lotr.ThreatChanged, lotr.StageProgressed, lotr.CityStrengthReduced, lotr.EnemyDestroyed:
		return &broken{rule: ruleOver, expected: "nothing more in play", found: "play after the group was " + s.over}
	}
	return nil
}

func (s *Rules) rounds(e events.Payload) *broken {
	switch e := e.(type) {
	case group.GroupOpened:
		for _, t := range e.Tables {
			s.tables = append(s.tables, t.ID)
		}
	case group.GroupStarted:
		s.started = true
	case group.RoundStarted:
		was, fresh := s.round, s.round == 0 && s.started
		closed := s.closed
		s.round, s.closed = e.Round, false
		clear(s.ended)
		if e.Round != was+1 {
			return &broken{rule: ruleBarrier, expected: fmt.Sprintf("round %d", was+1), found: fmt.Sprintf("round %d started", e.Round)}
		}
		if !fresh && !closed {
			return &broken{rule: ruleBarrier, expected: fmt.Sprintf("the end of round %d first", was), found: fmt.Sprintf("round %d started while round %d was being played", e.Round, was)}
		}
	case group.TableEndedRound:
		s.ended[e.Table] = true
		if e.Round != s.round {
			return &broken{rule: ruleBarrier, expected: fmt.Sprintf("round %d", s.round), found: fmt.Sprintf("%s ended round %d", e.Table, e.Round)}
		}
	case group.RoundEnded:
		s.closed, s.queue = true, e.Steps
		var open []string
		for _, t := range s.tables {
			if !s.ended[t] && !s.settled[t] {
				open = append(open, string(t))
			}
		}
		if len(open) > 0 {
			return &broken{rule: ruleBarrier, expected: "every table to end the round first", found: "the round ended while " + strings.Join(open, ", ") + " had not ended it"}
		}
	case lotr.TableWon:
		s.settled[e.Table] = true
	case lotr.TableLost:
		s.settled[e.Table] = true
	case lotr.OutcomeTakenBack:
		delete(s.settled, e.Table)
	case group.GroupWon:
		s.over = "won"
		if s.dol && s.city != 0 {
			return &broken{rule: ruleVictory, expected: "the group to play on", found: fmt.Sprintf("the group won at city strength %d", s.city)}
		}
	case group.GroupLost:
		s.over = "lost"
	case group.GroupAbandoned:
		s.over = "abandoned"
	}
	return nil
}

// effects follows the queue of the end of a round: no Forced effect of a stage resolves before that of
// a stage that comes first in the alphabet.
func (s *Rules) effects(e events.Payload) *broken {
	switch e := e.(type) {
	case group.RoundEnded:
		last := ""
		for _, st := range e.Steps {
			if st.Kind != group.StepForced {
				continue
			}
			if st.Stage < last {
				return &broken{rule: ruleOrder, expected: "the effect of stage " + st.Stage + " before that of " + last, found: "a queue with " + last + " before " + st.Stage}
			}
			last = st.Stage
		}
	case group.StepsAdded:
		s.queue = append(s.queue[:len(s.queue):len(s.queue)], e.Steps...)
	case group.StepResolved:
		s.done[e.Step] = true
		if e.Skipped {
			return nil
		}
		return s.inTurn(e.Step)
	}
	return nil
}

func (s *Rules) inTurn(step string) *broken {
	var stage string
	for _, st := range s.queue {
		if st.ID == step && st.Kind == group.StepForced {
			stage = st.Stage
		}
	}
	if stage == "" {
		return nil
	}
	for _, st := range s.queue {
		if st.Kind == group.StepForced && st.Stage < stage && !s.done[st.ID] {
			return &broken{rule: ruleOrder, expected: "the effect of stage " + st.Stage + " first", found: "the effect of stage " + stage + " resolved"}
		}
	}
	return nil
}

func (s *Rules) strength(e events.Payload) *broken {
	switch e := e.(type) {
	case lotr.CityStrengthSet:
		s.dol, s.city = true, e.Strength
		if want := 5 + 5*e.Players; e.Strength != want {
			return &broken{rule: ruleStart, expected: fmt.Sprintf("%d for %d players", want, e.Players), found: fmt.Sprint(e.Strength)}
		}
	case lotr.CityStrengthReduced:
		shares := 0
		for _, sh := range e.Shares {
			shares += sh.Siege
		}
		if len(e.Shares) > 0 && shares != e.By {
			s.city = e.Strength
			return &broken{rule: ruleCity, expected: fmt.Sprintf("the %d that the tables' shares add up to", shares), found: fmt.Sprintf("%d dealt", e.By)}
		}
		return s.changed(e.From, max(e.From-e.By, 0), e.Strength)
	case lotr.CityStrengthRaised:
		return s.changed(e.From, e.From+e.By, e.Strength)
	case lotr.CityStrengthRestated:
		return s.changed(e.From, e.Strength, e.Strength)
	}
	return nil
}

// changed follows one change of the city strength.
func (s *Rules) changed(from, want, strength int) *broken {
	was := s.city
	s.city = strength
	switch {
	case from != was:
		return &broken{rule: ruleCity, expected: fmt.Sprintf("a change from %d", was), found: fmt.Sprintf("one from %d", from)}
	case strength != want || strength < 0:
		return &broken{rule: ruleCity, expected: fmt.Sprint(max(want, 0)), found: fmt.Sprint(strength)}
	}
	return nil
}

func (s *Rules) eyeOf(e events.Payload) *broken {
	switch e := e.(type) {
	case lotr.EyePlaced:
		s.eye = e.Table
	case lotr.EyeMoved:
		was := s.eye
		s.eye = e.To
		if e.From != was || e.To == e.From {
			return &broken{rule: ruleEye, expected: fmt.Sprintf("a move from %s to another table", was), found: fmt.Sprintf("one from %s to %s", e.From, e.To)}
		}
	}
	return nil
}
