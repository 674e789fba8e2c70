package words

import (
	"fmt"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/lotr"
)

// ofPieces says what happens with objectives, side quests and tokens.
func ofPieces(_ Context, e events.Payload) (Phrase, bool) {
	switch e := e.(type) {
	case lotr.ObjectiveEntered:
		return objective(e), true
	case lotr.ObjectiveMoved:
		return moved(e), true
	case lotr.CardFlipped:
		return Phrase{Subject: e.From, Major: true, Does: "turns over: " + e.Card.Name}, true
	case lotr.TokensPlaced:
		return Phrase{Does: tokens(e)}, true
	case lotr.VictoryGained:
		return Phrase{Subject: e.Card.Name, Major: true, Does: "goes to the victory display" + victory(e.Card.Victory)}, true
	case lotr.VictoryReturned:
		return Phrase{Subject: e.Card.Name, Major: true, Does: "leaves the victory display again"}, true
	case lotr.SideQuestEntered:
		return Phrase{Subject: e.Card.Name, Does: "is a side quest in the staging area now"}, true
	case lotr.QuestChosen:
		if e.SideQuest == 0 {
			return Phrase{Acted: true, Does: "chose the main quest as the current quest"}, true
		}
		return Phrase{Acted: true, Does: "chose " + e.Card + " as the current quest"}, true
	case lotr.SideQuestDefeated:
		return Phrase{Subject: e.Card.Name, Major: true, Does: "is defeated: it goes to the victory display" + victory(e.Card.Victory)}, true
	case lotr.ObjectiveHandedOver:
		return Phrase{Subject: Person(e.Player), Major: true, Does: "gave " + e.Card.Name + " to " + Person(e.ToPlayer)}, true
	default:
		return Phrase{}, false
	}
}

func victory(points int) string {
	if points == 0 {
		return ""
	}
	return fmt.Sprintf(" (Victory %d)", points)
}

func objective(e lotr.ObjectiveEntered) Phrase {
	p := Phrase{Subject: e.Card.Name, Does: "entered the staging area"}
	switch {
	case e.Character != "":
		p.Does = "entered play, attached to " + e.Character + " of " + Person(e.Player)
	case e.Player != "":
		p.Does = "entered play under the control of " + Person(e.Player)
	case e.On.Kind != "":
		p.Does = "entered play, attached to " + kind(e.On.Kind)
	}
	return p
}

func moved(e lotr.ObjectiveMoved) Phrase {
	switch {
	case e.Character != "":
		return Phrase{Subject: e.Card, Does: "is attached to " + e.Character + " of " + Person(e.Player) + " now"}
	case e.Player != "":
		return Phrase{Subject: Person(e.Player), Major: true, Does: "has " + e.Card + " now"}
	case e.On.Kind != "":
		return Phrase{Subject: e.Card, Does: "is attached to " + kind(e.On.Kind) + " now"}
	default:
		return Phrase{Subject: e.Card, Does: "is free in the staging area"}
	}
}

// kind names a kind of card with its article, "an enemy".
func kind(k string) string {
	switch k {
	case lotr.KindEnemy, lotr.KindObjective:
		return "an " + k
	case lotr.KindSideQuest:
		return "a side quest"
	case "":
		return "a card"
	default:
		return "a " + k
	}
}

func tokens(e lotr.TokensPlaced) string {
	what := map[string]string{
		lotr.TokenResource: "resource", lotr.TokenDamage: "damage", lotr.TokenProgress: "progress",
	}[e.Token]
	many := what
	if e.Token == lotr.TokenResource {
		many = "resources"
	}
	if what == "" {
		what, many = "token", "tokens"
	}
	says := fmt.Sprintf("%s on %s (now %d)", count(e.By, what, many), e.Card, e.Now)
	if e.By < 0 {
		says = fmt.Sprintf("%s off %s (now %d)", count(-e.By, what, many), e.Card, e.Now)
	}
	if e.Why == "" || e.Why == lotr.WhyEntry {
		return says
	}
	return says + because(e.Why)
}

// ofStages says what happens with the stages of the main quest, and what comes of the table's game.
func ofStages(c Context, e events.Payload) (Phrase, bool) {
	switch e := e.(type) {
	case lotr.StageDefeated:
		return Phrase{Subject: c.Team(e.Table), Major: true, Does: "defeated stage " + e.Stage + brackets(e.Name)}, true
	case lotr.ProgressLost:
		return Phrase{Does: fmt.Sprintf("%d progress is lost", e.By) + because(e.Why)}, true
	case lotr.TableWon:
		return Phrase{Subject: c.Team(e.Table), Major: true, Does: "has won" + because(e.Reason)}, true
	case lotr.TableLost:
		return Phrase{Subject: c.Team(e.Table), Major: true, Does: "has lost" + because(e.Reason)}, true
	case lotr.LossPending:
		does := "has lost when the round ends, unless Mount Doom is won before"
		if e.Certain {
			does = "has lost when the round ends: Mount Doom cannot be won any more"
		}
		return Phrase{Subject: c.Team(e.Table), Major: true, Does: does + because(e.Reason)}, true
	case lotr.OutcomeTakenBack:
		if e.Was == "won" {
			return Phrase{Subject: c.Team(e.Table), Major: true, Does: "has not won after all: the result was taken back"}, true
		}
		return Phrase{Subject: c.Team(e.Table), Major: true, Does: "has not lost after all: the loss was taken back"}, true
	case lotr.FactNoted:
		return Phrase{Does: "noted for the campaign: " + Fact(e)}, true
	case lotr.CardDrawn:
		return Phrase{Major: true, Does: fmt.Sprintf("drawn at random from %s: %s", count(len(e.From), "card", "cards"), plain(e.Card)) + brackets(e.Why)}, true
	default:
		return Phrase{}, false
	}
}

// Fact says a fact for the campaign log.
func Fact(e lotr.FactNoted) string {
	says := Upper(plain(e.Fact))
	if e.N != 0 {
		says += fmt.Sprintf(" %d", e.N)
	}
	if e.Player != "" {
		says += " of " + Person(e.Player)
	}
	return says + because(e.Text)
}

// ofEpic says what happens in The Mountain of Fire’s epic mode.
func ofEpic(c Context, e events.Payload) (Phrase, bool) {
	switch e := e.(type) {
	case lotr.EyePlaced:
		return Phrase{Major: true, Does: "The Eye of Sauron looks at " + c.Team(e.Table)}, true
	case lotr.EyeMoved:
		does := "turns from " + c.Team(e.From) + " to " + c.Team(e.To)
		if len(e.Nazgul) > 0 {
			does += "; " + List(e.Nazgul) + " went along"
		}
		return Phrase{Subject: "The Eye of Sauron", Major: true, Does: does}, true
	case lotr.EyeHeld:
		return Phrase{
			Subject: Person(e.Player), Major: true,
			Does: fmt.Sprintf("held The Eye of Sauron at %s for %d threat of each player there", c.Team(e.Table), e.Price),
		}, true
	default:
		return Phrase{}, false
	}
}
