package lotr

import (
	"testing"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/lotr"
)

// Source: facts/game-facts.md, "5.1 Round".
func TestPhases(t *testing.T) {
	run(t, []play{
		{name: "phases may be skipped forward", given: game(1, "3B"), when: lotr.BeginPhase{Table: tid, Phase: lotr.PhaseEncounter}, then: []events.Payload{phase(lotr.PhaseEncounter)}},
		{name: "the round does not go back", given: game(1, "3B", phase(lotr.PhaseTravel)), when: lotr.BeginPhase{Table: tid, Phase: lotr.PhaseQuest}, refused: "phase-over"},
		{name: "nor does a phase begin twice", given: game(1, "3B", phase(lotr.PhaseTravel)), when: lotr.BeginPhase{Table: tid, Phase: lotr.PhaseTravel}, refused: "phase-over"},
		{name: "no such phase", given: game(1, "3B"), when: lotr.BeginPhase{Table: tid, Phase: "siesta"}, refused: engine.CodeMalformed},
		{
			name:  "refresh raises every threat by 1 and passes the token to the left",
			given: game(2, "3B"),
			when:  lotr.BeginPhase{Table: tid, Phase: lotr.PhaseRefresh},
			then: []events.Payload{
				phase(lotr.PhaseRefresh), threat(p1, 21, 22, lotr.WhyRefresh), threat(p2, 28, 29, lotr.WhyRefresh), passed(p1, p2, "refresh"),
			},
		},
		{
			name:  "a player who is alone keeps the token",
			given: game(1, "3B"),
			when:  lotr.BeginPhase{Table: tid, Phase: lotr.PhaseRefresh},
			then:  []events.Payload{phase(lotr.PhaseRefresh), threat(p1, 21, 22, lotr.WhyRefresh)},
		},
		{
			name:  "a first player who goes out by the refresh passes the token at once, and then it passes to the left",
			given: game(3, "3B", threat(p1, 21, 49, lotr.WhyEntry)),
			when:  lotr.BeginPhase{Table: tid, Phase: lotr.PhaseRefresh},
			then: []events.Payload{
				phase(lotr.PhaseRefresh), threat(p1, 49, 50, lotr.WhyRefresh), out(p1, lotr.OutThreat, 50, 2), passed(p1, p2, "eliminated"),
				threat(p2, 28, 29, lotr.WhyRefresh), threat(p3, 29, 30, lotr.WhyRefresh), passed(p2, p3, "refresh"),
			},
		},
		{
			name:  "combat with no archers makes nothing due",
			given: game(1, "3B", enemyIn(1, "battle-warg")),
			when:  lotr.BeginPhase{Table: tid, Phase: lotr.PhaseCombat},
			then:  []events.Payload{phase(lotr.PhaseCombat)},
		},
		{
			name:    "refresh waits for archery",
			given:   game(1, "3B", phase(lotr.PhaseCombat), lotr.ArcheryDue{Table: tid, Total: 2}),
			when:    lotr.BeginPhase{Table: tid, Phase: lotr.PhaseRefresh},
			refused: "archery-open",
		},
		{
			name:    "combat with archers in play is not passed by",
			given:   game(1, "3B", enemyIn(1, "amon-lanc-archer")),
			when:    lotr.BeginPhase{Table: tid, Phase: lotr.PhaseRefresh},
			refused: "archery-open",
		},
		{
			name:  "archers that came after combat began deal nothing this round",
			given: game(1, "3B", phase(lotr.PhaseCombat), enemyIn(1, "amon-lanc-archer")),
			when:  lotr.BeginPhase{Table: tid, Phase: lotr.PhaseRefresh},
			then:  []events.Payload{phase(lotr.PhaseRefresh), threat(p1, 21, 22, lotr.WhyRefresh)},
		},
	})
}

func TestEndTableRound(t *testing.T) {
	c := contextOf(Context{})
	cairn := lotr.Card{Name: "Old Cairn", Kind: "location"}
	unknown := lotr.LocationExplored{Table: tid, Card: cairn, Item: 1}
	undeclared := lotr.TableSetUp{Table: tid, Stage: "1B", Players: []events.PersonID{p1}, FirstPlayer: p1, Threat: []int{-1}, Elimination: []int{50}}
	t.Run("the refresh is carried out if it was not", func(t *testing.T) {
		got, err := EndTableRound(c, fold(game(1, "3B")))
		if err != nil {
			t.Fatal(err)
		}
		same(t, got, []events.Payload{phase(lotr.PhaseRefresh), threat(p1, 21, 22, lotr.WhyRefresh)})
		table := foldOn(fold(game(1, "3B")), got)
		if got, err = EndTableRound(c, table); err != nil || len(got) != 0 {
			t.Errorf("a second time: %v, %v; want nothing", got, err)
		}
		table = EvolveTable(table, group.RoundStarted{Round: 6})
		if got, _ = EndTableRound(c, table); len(got) != 2 {
			t.Errorf("in the next round: %v, want the refresh again", got)
		}
	})
	for name, tc := range map[string]struct {
		given []events.Payload
		code  engine.Code
	}{
		"archery that is due":         {game(1, "3B", lotr.ArcheryDue{Table: tid, Total: 2}), "archery-open"},
		"archery that was passed by":  {game(1, "3B", enemyIn(1, "host-of-dol-guldur")), "archery-open"},
		"a siege value not known":     {game(1, "3B", unknown), "siege-unknown"},
		"a threat never declared":     {[]events.Payload{undeclared}, "threat-not-declared"},
		"the same after the refresh":  {[]events.Payload{undeclared, phase(lotr.PhaseRefresh)}, "threat-not-declared"},
		"a table that is not set up":  {nil, "not-set-up"},
		"siege unknown after refresh": {game(1, "3B", unknown, phase(lotr.PhaseRefresh)), "siege-unknown"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := EndTableRound(c, fold(tc.given))
			mustRefuse(t, err, tc.code)
		})
	}
	t.Run("the organiser's end leaves open what is open", func(t *testing.T) {
		got := Refresh(c, fold([]events.Payload{undeclared, lotr.ArcheryDue{Table: tid, Total: 2}}))
		same(t, got, []events.Payload{phase(lotr.PhaseRefresh)})
		if again := Refresh(c, fold([]events.Payload{undeclared, phase(lotr.PhaseRefresh)})); again != nil {
			t.Errorf("refresh twice: %v", again)
		}
	})
}
