package words

import (
	"fmt"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/lotr"
)

func ofQuest(c Context, e events.Payload) (Phrase, bool) {
	switch e := e.(type) {
	case lotr.StageProgressed:
		return Phrase{Acted: e.Why == "quest" || e.Why == "entry", Subject: c.Team(e.Table), Does: progress(e.By, "stage "+e.Stage, e.Progress)}, true
	case lotr.StageEntered:
		return Phrase{Subject: c.Team(e.Table), Major: true, Does: "goes to stage " + e.Stage + " (" + e.Name + ")"}, true
	case lotr.StageResourcePlaced:
		return Phrase{Does: count(e.Resources, "resource", "resources") + " on stage " + e.Stage + " at " + c.Team(e.Table)}, true
	case lotr.QuestResolved:
		return quested(e), true
	case lotr.ProgressCapped:
		if e.Cap < 0 {
			return Phrase{Does: e.Card + " no longer limits the quest"}, true
		}
		return Phrase{Does: fmt.Sprintf("%s limits the quest to %d progress this round", e.Card, e.Cap)}, true
	case lotr.ArcheryDue:
		return Phrase{Does: fmt.Sprintf("archery: %d damage to assign", e.Total)}, true
	case lotr.ArcheryAssigned:
		return Phrase{Acted: true, Does: fmt.Sprintf("assigned %d archery damage", e.Total)}, true
	default:
		return Phrase{}, false
	}
}

func quested(e lotr.QuestResolved) Phrase {
	base := fmt.Sprintf("quested with willpower %d against threat %d: ", e.Willpower, e.Threat)
	switch e.Outcome {
	case "success":
		return Phrase{Acted: true, Does: base + fmt.Sprintf("success by %d", e.By)}
	case "failure":
		return Phrase{Acted: true, Does: base + fmt.Sprintf("failure by %d", e.By)}
	default:
		return Phrase{Acted: true, Does: base + "a tie"}
	}
}

func ofLorien(c Context, e events.Payload) (Phrase, bool) {
	switch e := e.(type) {
	case lotr.HostTaken:
		return Phrase{Subject: Person(e.Player), Major: true, Does: fmt.Sprintf("took control of Host of Lórien for %d progress", e.Paid)}, true
	case lotr.HostDamaged:
		return Phrase{Does: fmt.Sprintf("%s damage on Host of Lórien (now %d)", Signed(e.By), e.Damage)}, true
	case lotr.HostLost:
		return Phrase{Major: true, Does: "Host of Lórien left the game"}, true
	case lotr.PowerProgressed:
		return Phrase{Acted: e.Why == lotr.WhyEntry, Subject: c.Team(e.Table), Does: progress(e.By, lotr.PowerName, e.Progress)}, true
	case lotr.PowerTaken:
		return Phrase{Subject: Person(e.Player), Major: true, Does: fmt.Sprintf("keeps Power of Lórien for %d progress", e.Paid)}, true
	case lotr.PowerDiscarded:
		return Phrase{Does: "Power of Lórien was discarded at " + c.Team(e.Table)}, true
	case lotr.PowerUsed:
		return Phrase{Subject: Person(e.Player), Major: true, Does: "used Power of Lórien to cancel " + e.Card}, true
	case lotr.LorienHandedOver:
		return Phrase{Subject: Person(e.Player), Major: true, Does: fmt.Sprintf("gave %s to %s (%s)", Lorien(e.Card), Person(e.ToPlayer), c.Team(e.ToTable))}, true
	default:
		return Phrase{}, false
	}
}

func ofCity(c Context, e events.Payload) (Phrase, bool) {
	switch e := e.(type) {
	case lotr.DolGuldurAssigned:
		return Phrase{Subject: c.Team(e.Table), Does: "holds Dol Guldur"}, true
	case lotr.CityStrengthSet:
		return Phrase{Does: fmt.Sprintf("city strength set to %d for %s", e.Strength, count(e.Players, "player", "players"))}, true
	case lotr.CityStrengthReduced:
		return Phrase{Major: true, Does: City(e.From, e.Strength) + brackets(Reduced(c, e))}, true
	case lotr.CityStrengthRaised:
		return Phrase{Major: true, Does: City(e.From, e.Strength) + brackets(e.Why)}, true
	case lotr.CityStrengthRestated:
		return Phrase{Major: true, Does: restated(c, e) + because(e.Reason)}, true
	default:
		return Phrase{}, false
	}
}

// restated says what a ruling made of the city strength, or of what a table scored before that was
// taken off.
func restated(c Context, e lotr.CityStrengthRestated) string {
	scored := fmt.Sprintf("siege of %s in round %d corrected from %d to %d", c.Team(e.Table), e.Round, e.WasSiege, e.NowSiege)
	switch {
	case e.Table == "":
		return City(e.From, e.Strength) + " by a ruling"
	case e.From == e.Strength:
		return scored + " by a ruling"
	default:
		return City(e.From, e.Strength) + " by a ruling (" + scored + ")"
	}
}

// City says a change of the city strength, "city strength 33 to 27".
func City(from, to int) string { return fmt.Sprintf("city strength %d to %d", from, to) }

// Reduced says what lowered the city strength: every table's share, or the effect.
func Reduced(c Context, e lotr.CityStrengthReduced) string {
	if len(e.Shares) == 0 {
		if e.Table != "" {
			return fmt.Sprintf("−%d by the effect of %s’s stage", e.By, c.Team(e.Table))
		}
		return fmt.Sprintf("siege %d", e.By)
	}
	parts := make([]string, len(e.Shares))
	for i, s := range e.Shares {
		parts[i] = fmt.Sprintf("%s %d", c.Team(s.Table), s.Siege)
	}
	return fmt.Sprintf("siege %d: %s", e.By, List(parts))
}
