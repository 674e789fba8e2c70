package access_test

import (
	"testing"

	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/campaign"
	"github.com/muster-events/muster/events/desk"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/events/league"
	"github.com/muster-events/muster/events/lotr"
	"github.com/muster-events/muster/events/tournament"
)

// who may give each command. C: captain of the table, c: captain of another table of the group,
// g: captain of a table with the same id in another group, t: the player whose entry in a tournament it
// is or who sits at the table, u: another player of it, v: that player's session of another tournament, O organiser, J judge, S spectator,
// P the program itself.
var rights = map[string]string{
	"desk.open-gathering.v1":  "OP",
	"desk.register-people.v1": "OP",
	"desk.correct-person.v1":  "OtvP",
	"desk.forget-person.v1":   "OP",
	"desk.renew-code.v1":      "OP",
	"desk.end-gathering.v1":   "OP",
	"desk.seal-gathering.v1":  "O",
	"desk.record-repair.v1":   "P",

	"desk.register-webhook.v1": "O",
	"desk.change-webhook.v1":   "OP",
	"desk.remove-webhook.v1":   "O",
	"desk.discard-letter.v1":   "O",

	"group.open.v1":            "OP",
	"group.seat-players.v1":    "OCP",
	"group.unseat-player.v1":   "OP",
	"group.start.v1":           "OP",
	"group.end-round.v1":       "OJC",
	"group.force-end-round.v1": "OJ",
	"group.resolve-step.v1":    "OJC",
	"group.withdraw.v1":        "OJC",
	"group.pause.v1":           "OJ",
	"group.resume.v1":          "OJ",
	"group.abandon.v1":         "O",
	"group.admit-player.v1":    "O",
	"group.drop-player.v1":     "O",
	"group.take-recorder.v1":   "C",
	"group.register-key.v1":    "C",
	"group.post-notice.v1":     "OJP",
	"group.countersign.v1":     "OJ",
	"group.dispute-ruling.v1":  "OJ",
	"group.flag-entry.v1":      "OJC",
	"group.take-back-flag.v1":  "OJC",
	"group.resolve-flag.v1":    "OJ",

	"lotr.assign-dol-guldur.v1": "OP",
	"lotr.begin-phase.v1":       "OJC",
	"lotr.change-threat.v1":     "OJC",
	"lotr.pass-first-player.v1": "OJC",
	"lotr.reveal-card.v1":       "OJC",
	"lotr.add-enemy.v1":         "OJC",
	"lotr.add-location.v1":      "OJC",
	"lotr.engage.v1":            "OJC",
	"lotr.check-engagement.v1":  "OJC",
	"lotr.return-to-staging.v1": "OJC",
	"lotr.remove-card.v1":       "OJC",
	"lotr.travel.v1":            "OJC",
	"lotr.resolve-quest.v1":     "OJC",
	"lotr.place-progress.v1":    "OJC",
	"lotr.explore-location.v1":  "OJC",
	"lotr.damage-enemy.v1":      "OJC",
	"lotr.destroy-enemy.v1":     "OJC",
	"lotr.assign-archery.v1":    "OJC",
	"lotr.damage-character.v1":  "OJC",
	"lotr.destroy-character.v1": "OJC",
	"lotr.player-out.v1":        "OJC",
	"lotr.use-power.v1":         "OJC",
	"lotr.progress-power.v1":    "OJC",
	"lotr.type-siege.v1":        "OJC",
	"lotr.resolve-reveal.v1":    "OJC",
	"lotr.place-tokens.v1":      "OJC",
	"lotr.add-objective.v1":     "OJC",
	"lotr.move-objective.v1":    "OJC",
	"lotr.choose-quest.v1":      "OJC",
	"lotr.begin-test.v1":        "OJC",
	"lotr.count-icons.v1":       "OJC",
	"lotr.raise-test.v1":        "OJC",
	"lotr.resolve-test.v1":      "OJC",
	"lotr.find-guard.v1":        "OJC",
	"lotr.enter-ally.v1":        "OJC",
	"lotr.leave-play.v1":        "OJC",
	"lotr.exhaust-character.v1": "OJC",
	"lotr.enemy-attack.v1":      "OJC",
	"lotr.player-attack.v1":     "OJC",
	"lotr.tick-trigger.v1":      "OJC",
	"lotr.take-option.v1":       "OJC",
	"lotr.advance-stage.v1":     "OJC",
	"lotr.flip-card.v1":         "OJC",
	"lotr.flip-contract.v1":     "OJC",
	"lotr.call-loss.v1":         "OJC",
	"lotr.put-ring.v1":          "OJC",
	"lotr.declare-deck.v1":      "OJC",
	"lotr.rule.v1":              "OJ",

	"campaign.open.v1":          "OP",
	"campaign.record-heroes.v1": "OP",
	"campaign.change-hero.v1":   "OP",
	"campaign.begin-game.v1":    "OP",
	"campaign.record-result.v1": "OP",
	"campaign.cancel-game.v1":   "OJ",
	"campaign.earn-card.v1":     "OJ",
	"campaign.choose-finale.v1": "O",
	"campaign.correct-log.v1":   "OJ",

	"league.open.v1":            "OP",
	"league.enter-players.v1":   "OP",
	"league.change-player.v1":   "O",
	"league.drop-player.v1":     "O",
	"league.return-player.v1":   "O",
	"league.merge-players.v1":   "O",
	"league.plan-session.v1":    "OP",
	"league.link-source.v1":     "OP",
	"league.unlink-source.v1":   "O",
	"league.record-results.v1":  "OJ",
	"league.score-source.v1":    "P",
	"league.correct-result.v1":  "OJ",
	"league.freeze-session.v1":  "O",
	"league.reopen-session.v1":  "OJ",
	"league.cancel-session.v1":  "O",
	"league.change-rules.v1":    "O",
	"league.freeze-board.v1":    "O",
	"league.reveal-next.v1":     "O",
	"league.thaw-board.v1":      "O",
	"league.end-season.v1":      "O",
	"league.reopen-season.v1":   "OJ",
	"league.finalise-season.v1": "O",
	"league.seal-season.v1":     "O",
	"league.undo-mark.v1":       "OJ",

	"tournament.open.v1":           "OP",
	"tournament.change-rules.v1":   "OP",
	"tournament.register.v1":       "OtP",
	"tournament.edit-entrant.v1":   "OP",
	"tournament.admit-waiting.v1":  "OP",
	"tournament.check-in.v1":       "OJtP",
	"tournament.drop.v1":           "OJtP",
	"tournament.return.v1":         "OJP",
	"tournament.mark-no-show.v1":   "OJP",
	"tournament.grant-bye.v1":      "OP",
	"tournament.merge-entrants.v1": "OP",
	"tournament.part-entrants.v1":  "OP",
	"tournament.keep-apart.v1":     "OJ",
	"tournament.renumber.v1":       "OP",
	"tournament.start.v1":          "OP",
	"tournament.pair-round.v1":     "OJP",
	"tournament.change-pairing.v1": "OJP",
	"tournament.lock-table.v1":     "OJP",
	"tournament.pair-again.v1":     "OJP",
	"tournament.publish-round.v1":  "OJP",
	"tournament.start-round.v1":    "OJP",
	"tournament.undo-round.v1":     "OJP",
	"tournament.pause-clock.v1":    "OJP",
	"tournament.resume-clock.v1":   "OJP",
	"tournament.extend-clock.v1":   "OJP",
	"tournament.call-time.v1":      "OJP",
	"tournament.enter-result.v1":   "OJtP",
	"tournament.confirm-result.v1": "OJt",
	"tournament.reject-result.v1":  "OJt",
	"tournament.correct-result.v1": "OJ",
	"tournament.link-group.v1":     "OJP",
	"tournament.import-round.v1":   "OP",
	"tournament.make-cut.v1":       "OP",
	"tournament.freeze.v1":         "OP",
	"tournament.end.v1":            "OP",
	"tournament.thaw.v1":           "OP",
	"tournament.finalise.v1":       "OP",
	"tournament.seal.v1":           "OP",
	"tournament.reopen.v1":         "O",
	"tournament.overrule.v1":       "OJ",
}

var actors = map[byte]events.Actor{
	'O': {Role: events.RoleOrganiser},
	'J': {Role: events.RoleJudge},
	'C': {Role: events.RoleCaptain, Group: "evening", Table: "rivendell"},
	'c': {Role: events.RoleCaptain, Group: "evening", Table: "lorien"},
	'g': {Role: events.RoleCaptain, Group: "morning", Table: "rivendell"},
	't': {Role: events.RoleCaptain, Group: "evening", Person: "p-1"},
	'u': {Role: events.RoleCaptain, Group: "evening", Person: "p-2"},
	'v': {Role: events.RoleCaptain, Group: "morning", Person: "p-1"},
	'e': {Role: events.RoleCaptain}, // a session that names no table
	'S': {Role: events.RoleSpectator},
	'-': {}, // no role at all
	'?': {Role: "auditor"},
	'P': {Role: events.RoleSystem},
}

// Case 19: another table's captain and a spectator are refused with a reason, whatever a page showed.
func TestWhoMayGiveEachCommand(t *testing.T) {
	cat := events.Merge(desk.Catalogue(), group.Catalogue(), lotr.Catalogue(), campaign.Catalogue(), league.Catalogue(), tournament.Catalogue())
	for _, typ := range cat.CommandTypes() {
		want, listed := rights[typ]
		if !listed {
			t.Errorf("%s is not in the table of rights", typ)
			continue
		}
		for letter, actor := range actors {
			may := false
			for i := range len(want) {
				may = may || want[i] == letter
			}
			got := access.May(actor, access.Give(typ), access.Object{Group: "evening", Table: "rivendell", Person: "p-1"})
			if (got == nil) != may {
				t.Errorf("%s as %c: got refusal %v, want allowed %v", typ, letter, got, may)
			}
			if got != nil && (got.Says == "" || got.Code != engine.CodeNotAllowed && got.Code != engine.CodeOtherTable) {
				t.Errorf("%s as %c: refusal %+v says too little", typ, letter, got)
			}
		}
	}
	if n := len(cat.CommandTypes()); n != len(rights) {
		t.Errorf("the table of rights has %d commands, the catalogue %d", len(rights), n)
	}
}

func TestACaptainOfAnotherTableIsToldSo(t *testing.T) {
	on := access.Object{Group: "evening", Table: "rivendell"}
	got := access.May(actors['c'], access.Give("group.end-round.v1"), on)
	if got == nil || got.Code != engine.CodeOtherTable {
		t.Fatalf("got %v, want code %s", got, engine.CodeOtherTable)
	}
	// No object at all must not match a captain without a table.
	if got := access.May(actors['e'], access.Give("group.end-round.v1"), access.Object{}); got == nil {
		t.Error("a captain without a table may end the round of no table")
	}
}

func TestWhatIsNotListedIsRefused(t *testing.T) {
	for letter, actor := range actors {
		if access.May(actor, "group.delete-everything", access.Object{}) == nil {
			t.Errorf("%c may do something that is not listed", letter)
		}
	}
}

func TestReading(t *testing.T) {
	for letter, actor := range actors {
		if letter != '?' && access.May(actor, access.ReadBoard, access.Object{Group: "evening"}) != nil {
			t.Errorf("%c may not look at a board", letter)
		}
		for _, official := range []access.Action{access.ReadFeed, access.Sign, access.WhatIf} {
			if got := access.May(actor, official, access.Object{}); (got == nil) != (letter == 'O' || letter == 'J') {
				t.Errorf("%s as %c: got %v", official, letter, got)
			}
		}
		for _, private := range []access.Action{access.ReadCodes, access.ReadContact, access.Export, access.Import, access.ReadHooks, access.Letters, access.FeedTokens} {
			if got := access.May(actor, private, access.Object{}); (got == nil) != (letter == 'O') {
				t.Errorf("%s as %c: got %v", private, letter, got)
			}
		}
	}
}

func TestASessionIsForOneGathering(t *testing.T) {
	judge := access.Session{Role: events.RoleJudge, Gathering: "spring"}
	if got := judge.May(access.Give("lotr.rule.v1"), "spring", access.Object{Group: "evening"}); got != nil {
		t.Errorf("own gathering: %v", got)
	}
	if judge.May(access.Give("lotr.rule.v1"), "autumn", access.Object{Group: "evening"}) == nil {
		t.Error("a judge may rule at another gathering")
	}
	if got := judge.May(access.ReadBoard, "autumn", access.Object{}); got != nil {
		t.Errorf("reading elsewhere: %v", got)
	}
	organiser := access.Session{Role: events.RoleOrganiser}
	if got := organiser.May(access.Give("group.open.v1"), "autumn", access.Object{Group: "evening"}); got != nil {
		t.Errorf("organiser: %v", got)
	}
	if (access.Session{}).May(access.Give("group.pause.v1"), "spring", access.Object{}) == nil {
		t.Error("nobody in particular may pause a group")
	}
}
