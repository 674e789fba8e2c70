package campaign_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"github.com/muster-events/muster/engine/lotr/campaign"
	"github.com/muster-events/muster/events"
	log "github.com/muster-events/muster/events/campaign"
)

// silent are the events that change nothing that a log says: others beside them do.
var silent = []string{log.LogCorrected{}.EventType()}

// Every event of a campaign is folded: applied to a log on which it means something, it changes it.
func TestEveryEventIsFolded(t *testing.T) {
	won := log.GameRecorded{Scenario: campaign.GreyCompany, Won: true}
	before := campaign.Log{}
	for _, e := range []events.Payload{
		log.CampaignOpened{Name: "Saga", Players: []log.Player{{Player: "p-1", Heroes: []log.Hero{{Title: "Gimli"}}}}, Fallen: []string{"Boromir"}, Pool: []log.PoolCard{{Name: "Sting", Kind: log.Boon}}},
		won,
	} {
		before = before.Evolve(e)
	}
	begun := before.Evolve(log.GameBegun{Scenarios: []string{campaign.SiegeGondor}})
	ended := before.Evolve(log.CampaignEnded{Choice: log.FinaleKeep})
	for _, c := range []struct {
		on campaign.Log
		e  events.Payload
	}{
		{campaign.Log{}, log.CampaignOpened{Name: "Saga"}},
		{before, log.HeroesRecorded{Player: "p-1", Heroes: []log.Hero{{Title: "Legolas"}}}},
		{before, log.HeroChanged{Player: "p-1", From: "Gimli", To: log.Hero{Title: "Legolas"}}},
		{before, log.HeroTaken{Player: "p-1", Title: "Gimli"}},
		{before, log.PenaltyRaised{Player: "p-1", By: 1, Penalty: 1}},
		{before, log.HeroFell{Player: "p-1", Title: "Gimli"}},
		{before, log.FallenRemoved{Title: "Boromir"}},
		{before, log.PoolGained{Card: log.PoolCard{Name: "Fear", Kind: log.Burden}}},
		{before, log.PoolLost{Name: "Sting", Kind: log.Boon}},
		{before, log.FactKept{Fact: "fleet", N: 3}},
		{before, log.GameBegun{Scenarios: []string{campaign.SiegeGondor}}},
		{begun, log.GameCancelled{}},
		{begun, log.GameRecorded{Scenario: campaign.SiegeGondor}},
		{before, log.ScoreCorrected{Scenario: campaign.GreyCompany, Score: 90}},
		{before, log.ResultCorrected{Scenario: campaign.GreyCompany}},
		{before, log.PlayerCorrected{Now: log.Player{Player: "p-1", Penalty: 4}}},
		{before, log.FallenCorrected{Now: []string{"Merry"}}},
		{before, log.CampaignEnded{Choice: log.FinaleKeep}},
		{ended, log.CampaignReopened{Was: log.FinaleKeep}},
		{before, log.LogCorrected{Reason: "why"}},
	} {
		typ := c.e.EventType()
		was, _ := json.Marshal(c.on)
		now := c.on.Evolve(c.e)
		if reflect.DeepEqual(now, c.on) != slices.Contains(silent, typ) {
			t.Errorf("%s: the log is %+v", typ, now)
		}
		if after, _ := json.Marshal(c.on); string(after) != string(was) {
			t.Errorf("%s wrote into the log that it was given: %s became %s", typ, was, after)
		}
		tried[typ] = true
	}
	for _, typ := range log.Catalogue().EventTypes() {
		if !tried[typ] {
			t.Errorf("%s is not tried here", typ)
		}
	}
}

var tried = map[string]bool{}

// Whatever stands in a stored event, in any order, the fold takes it.
func TestStoredEventsAreFoldedWhateverTheySay(t *testing.T) {
	cat := log.Catalogue()
	l := campaign.Log{}
	for range 2 {
		for _, typ := range cat.EventTypes() {
			data, err := os.ReadFile(filepath.Join("../../../events/vocabulary/testdata/golden", typ+".json"))
			if err != nil {
				t.Fatal(err)
			}
			e, err := cat.Decode(events.Event{Type: typ, Data: data})
			if err != nil {
				t.Fatal(err)
			}
			l = l.Evolve(e)
		}
	}
	if !l.Opened {
		t.Error("the log is not opened")
	}
}
