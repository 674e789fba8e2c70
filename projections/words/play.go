package words

import (
	"fmt"
	"strings"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/lotr"
)

// ofOpen says what opens and closes at a table: Peril, guards, the checklist, what a card offers.
func ofOpen(c Context, e events.Payload) (Phrase, bool) {
	switch e := e.(type) {
	case lotr.PerilBegan:
		return Phrase{Does: "Peril: only " + Person(e.Player) + " acts until " + e.Card + " is resolved"}, true
	case lotr.PerilEnded:
		return Phrase{Subject: Person(e.Player), Does: "resolved " + e.Card}, true
	case lotr.GuardDue:
		return Phrase{Subject: e.Card, Does: "is guarded: its guard (" + e.Kinds + ") is to be found"}, true
	case lotr.GuardFound:
		if e.On.Kind == "" {
			return Phrase{Subject: e.Card, Does: "is free: no card is left that could guard it" + discarded(e)}, true
		}
		return Phrase{Does: fmt.Sprintf("%s is guarded by the %s that was found", e.Card, e.On.Kind) + discarded(e)}, true
	case lotr.TriggerDue:
		return Phrase{Subject: e.Card, Does: "to do: " + e.Says}, true
	case lotr.TriggerDone:
		return Phrase{Subject: e.Card, Does: "done: " + e.Says}, true
	case lotr.OptionTaken:
		says := "used at " + c.Team(e.Table) + ": " + e.Says
		if e.N > 0 {
			says += fmt.Sprintf(" (%d)", e.N)
		}
		if e.Player != "" {
			return Phrase{Subject: Person(e.Player), Does: says}, true
		}
		return Phrase{Acted: true, Does: says}, true
	default:
		return Phrase{}, false
	}
}

func discarded(e lotr.GuardFound) string {
	if e.Discarded == 0 {
		return ""
	}
	return " (" + count(e.Discarded, "card", "cards") + " discarded on the way)"
}

// ofTests says how Fortitude tests go.
func ofTests(_ Context, e events.Payload) (Phrase, bool) {
	switch e := e.(type) {
	case lotr.TestsDue:
		return Phrase{Subject: e.Card, Does: "calls for a Fortitude test of " + People(e.Players)}, true
	case lotr.TestBegan:
		who := "nobody"
		if len(e.Heroes) > 0 {
			who = List(e.Heroes)
		}
		return Phrase{
			Subject: Person(e.Player),
			Does:    fmt.Sprintf("began a Fortitude test: %s with willpower %d, %s to discard", who, e.Willpower, count(e.Cards, "card", "cards")) + brackets(e.Card),
		}, true
	case lotr.TestCounted:
		return Phrase{Acted: true, Does: "counted " + count(e.Icons, "Eye", "Eyes") + " in " + count(len(e.Cards), "card", "cards")}, true
	case lotr.TestRaised:
		return Phrase{Subject: Person(e.Player), Does: raised(e)}, true
	case lotr.TestResolved:
		verb := "failed"
		if e.Passed {
			verb = "passed"
		}
		return Phrase{
			Subject: Person(e.Player), Major: true,
			Does: fmt.Sprintf("%s the Fortitude test: willpower %d against %s", verb, e.Willpower, count(e.Icons, "Eye", "Eyes")),
		}, true
	default:
		return Phrase{}, false
	}
}

func raised(e lotr.TestRaised) string {
	var by []string
	if e.WillpowerBy != 0 {
		by = append(by, fmt.Sprintf("willpower %s (now %d)", Signed(e.WillpowerBy), e.Willpower))
	}
	if e.IconsBy != 0 {
		by = append(by, fmt.Sprintf("Eyes %s (now %d)", Signed(e.IconsBy), e.Icons))
	}
	says := "acted in the test"
	if e.By != "" {
		says = "used " + e.By + " in the test"
	}
	if len(by) == 0 {
		return says
	}
	return says + ": " + List(by)
}

// ofCharacters says what happens with heroes, allies, contracts and The One Ring.
func ofCharacters(_ Context, e events.Payload) (Phrase, bool) {
	switch e := e.(type) {
	case lotr.AllyEntered:
		return Phrase{Subject: e.Name, Does: "entered play under the control of " + Person(e.Player)}, true
	case lotr.CharacterLeft:
		p := Phrase{Does: e.Character + " of " + Person(e.Player) + " left play" + because(e.Why)}
		if e.Hero {
			p.Does += " (" + count(e.HeroesUp, "hero", "heroes") + " left)"
			p.Major = true
		}
		return p, true
	case lotr.HeroEntered:
		return Phrase{Subject: e.Title, Major: true, Does: "joined " + Person(e.Player) + because(e.Why)}, true
	case lotr.HeroPassed:
		return Phrase{Subject: e.Hero, Does: "goes with the first player token from " + Person(e.From) + " to " + Person(e.To)}, true
	case lotr.CharacterExhausted:
		if e.Ready {
			return Phrase{Does: e.Character + " of " + Person(e.Player) + " readied"}, true
		}
		return Phrase{Does: e.Character + " of " + Person(e.Player) + " exhausted"}, true
	case lotr.EliminationChanged:
		return Phrase{Subject: Person(e.Player), Does: fmt.Sprintf("elimination level %d to %d", e.From, e.To)}, true
	case lotr.ContractFlipped:
		return Phrase{
			Subject: Person(e.Player), Major: true,
			Does: fmt.Sprintf("turned %s to side %s with %s", e.Contract, e.Side, count(e.Unique, "unique character", "unique characters")),
		}, true
	case lotr.RingPut:
		return ringPut(e), true
	case lotr.RingLost:
		return Phrase{Subject: Person(e.Player), Major: true, Does: "lost The One Ring" + because(e.Why)}, true
	case lotr.DeckDeclared:
		return deck(e), true
	default:
		return Phrase{}, false
	}
}

func ringPut(e lotr.RingPut) Phrase {
	p := Phrase{Subject: Person(e.Player), Does: "has The One Ring on " + e.Hero}
	if len(e.Removed) > 0 {
		p.Does += "; the copies of " + People(e.Removed) + " leave the game"
	}
	return p
}

func deck(e lotr.DeckDeclared) Phrase {
	n := 0
	for _, c := range e.Cards {
		n += c.Copies
	}
	says := fmt.Sprintf("plays the deck “%s” (%s)", e.Name, count(n, "card", "cards"))
	if len(e.Unknown) > 0 {
		says += ", not known: " + List(e.Unknown)
	}
	return Phrase{Subject: Person(e.Player), Does: says}
}

// ofFights says what attacks come to.
func ofFights(_ Context, e events.Payload) (Phrase, bool) {
	switch e := e.(type) {
	case lotr.EnemyAttacked:
		return attacked(e), true
	case lotr.EnemyFought:
		names := make([]string, len(e.Attackers))
		for i, a := range e.Attackers {
			names[i] = a.Name
		}
		return Phrase{
			Does: fmt.Sprintf("%s attacked %s: attack %d against defense %d, %d damage", firstOr(List(names), "nobody"), e.Card, e.Attack, e.Defense, e.Damage),
		}, true
	default:
		return Phrase{}, false
	}
}

func attacked(e lotr.EnemyAttacked) Phrase {
	says := fmt.Sprintf("attacked %s with %d, ", Person(e.Player), e.Attack)
	if e.Defender.Name == "" {
		says += "undefended"
	} else {
		says += fmt.Sprintf("%s defended with %d", e.Defender.Name, e.Defense)
	}
	switch {
	case e.Phantom && e.Damage > 0:
		says += fmt.Sprintf(": threat %s instead of damage", Signed(e.Damage))
	default:
		says += fmt.Sprintf(": %d damage", e.Damage)
	}
	return Phrase{Subject: e.Card, Does: says}
}

func firstOr(s, other string) string {
	if s == "" {
		return other
	}
	return s
}

// plain makes a code readable: "the-one-ring" is "the one ring".
func plain(code string) string { return strings.ReplaceAll(code, "-", " ") }
