package words

import (
	"fmt"
	"strings"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/campaign"
)

// ofCampaign says what goes into a campaign's log.
func ofCampaign(_ Context, e events.Payload) (Phrase, bool) {
	switch e := e.(type) {
	case campaign.CampaignOpened:
		return Phrase{Acted: true, Major: true, Does: "opened the campaign “" + e.Name + "” for " + count(len(e.Players), "player", "players")}, true
	case campaign.HeroesRecorded:
		return Phrase{Subject: Person(e.Player), Does: "plays with " + firstOr(heroes(e.Heroes), "no heroes yet")}, true
	case campaign.HeroChanged:
		return Phrase{Subject: Person(e.Player), Does: "replaced " + e.From + " by " + e.To.Title + brackets(e.Waived)}, true
	case campaign.HeroTaken:
		p := Phrase{Subject: Person(e.Player), Does: "no longer plays " + e.Title + ": the campaign has its own"}
		if len(e.Moved) > 0 {
			p.Does += "; " + List(e.Moved) + " went over"
		}
		return p, true
	case campaign.PenaltyRaised:
		return Phrase{Subject: Person(e.Player), Does: fmt.Sprintf("threat penalty %s (now %d)", Signed(e.By), e.Penalty) + because(e.Why)}, true
	case campaign.HeroFell:
		return Phrase{Subject: e.Title, Major: true, Does: "of " + Person(e.Player) + " is among the fallen"}, true
	case campaign.FallenRemoved:
		return Phrase{Subject: e.Title, Does: "is no longer among the fallen" + because(e.Why)}, true
	default:
		return ofCampaignGames(e)
	}
}

func ofCampaignGames(e events.Payload) (Phrase, bool) {
	switch e := e.(type) {
	case campaign.PoolGained:
		return Phrase{Major: true, Does: "earned: " + poolCard(e.Card) + because(e.Why)}, true
	case campaign.PoolLost:
		return Phrase{Does: strings.TrimSpace(e.Kind+" "+e.Name) + " leaves the campaign pool" + because(e.Why)}, true
	case campaign.FactKept:
		if e.N < 0 {
			return Phrase{Does: "the note “" + plain(e.Fact) + "” is taken away" + because(e.Why)}, true
		}
		return Phrase{Does: fmt.Sprintf("noted: %s %d", plain(e.Fact), e.N) + because(e.Why)}, true
	case campaign.GameBegun:
		return Phrase{Acted: true, Major: true, Does: "began " + scenarios(e.Scenarios)}, true
	case campaign.GameCancelled:
		return Phrase{Acted: true, Does: "did not play " + scenarios(e.Scenarios) + " after all" + because(e.Reason)}, true
	case campaign.GameRecorded:
		return gameRecorded(e), true
	case campaign.CampaignEnded:
		return Phrase{Major: true, Does: "the campaign is " + wonOrLost(e.Won) + fmt.Sprintf(", score %d", e.Score)}, true
	default:
		return ofCampaignCorrections(e)
	}
}

func ofCampaignCorrections(e events.Payload) (Phrase, bool) {
	switch e := e.(type) {
	case campaign.LogCorrected:
		return Phrase{Acted: true, Major: true, Does: "corrected the campaign log" + because(e.Reason)}, true
	case campaign.ResultCorrected:
		return Phrase{Major: true, Does: Scenario(e.Scenario) + " was " + wonOrLost(e.Won)}, true
	case campaign.CampaignReopened:
		return Phrase{Acted: true, Major: true, Does: "took the end of the campaign back"}, true
	case campaign.ScoreCorrected:
		return Phrase{Does: fmt.Sprintf("the score of %s is %d", Scenario(e.Scenario), e.Score)}, true
	case campaign.PlayerCorrected:
		return Phrase{Subject: Person(e.Now.Player), Does: fmt.Sprintf("has %s and a threat penalty of %d", firstOr(heroes(e.Now.Heroes), "no heroes"), e.Now.Penalty)}, true
	case campaign.FallenCorrected:
		return Phrase{Does: "the fallen are " + firstOr(List(e.Now), "none")}, true
	default:
		return Phrase{}, false
	}
}

func heroes(hs []campaign.Hero) string {
	titles := make([]string, len(hs))
	for i, h := range hs {
		titles[i] = h.Title
	}
	return List(titles)
}

func poolCard(c campaign.PoolCard) string {
	says := strings.TrimSpace(c.Kind + " " + c.Name)
	switch {
	case c.Hero != "":
		says += " on " + c.Hero
	case c.Player != "":
		says += " of " + Person(c.Player)
	}
	return says
}

func scenarios(keys []string) string {
	titles := make([]string, len(keys))
	for i, k := range keys {
		titles[i] = Scenario(k)
	}
	return firstOr(List(titles), "the next game")
}

func gameRecorded(e campaign.GameRecorded) Phrase {
	says := Scenario(e.Scenario) + " was " + wonOrLost(e.Won)
	if e.Score != nil {
		says += fmt.Sprintf(", score %d", *e.Score)
	}
	return Phrase{Major: true, Does: says}
}

func wonOrLost(won bool) string {
	if won {
		return "won"
	}
	return "lost"
}
