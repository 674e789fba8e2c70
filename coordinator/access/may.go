package access

import (
	"fmt"
	"strings"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
)

// Action names what somebody wants to do. Giving a command is the action named like the command's
// type without its version, see [Give]; the other actions are the constants below.
type Action string

// Actions that are not commands.
const (
	ReadBoard   Action = "read.board"      // boards, walls, histories, lists of gatherings and groups
	ReadCodes   Action = "read.codes"      // join codes of tables and judges
	ReadContact Action = "read.contact"    // how a person can be reached
	Export      Action = "read.export"     // a gathering's log as a file
	Import      Action = "import.roster"   // a list of players: people, groups and seats
	ReadFeed    Action = "read.feed"       // every event of a gathering, also what nobody is shown yet
	FeedTokens  Action = "make.feed-token" // make, renew and revoke the token by which programs read the feed
	ReadHooks   Action = "read.webhooks"   // addresses of webhooks, and how they are doing
	Letters     Action = "retry.letters"   // see what process managers could not carry on, and have it tried again
	Sign        Action = "sign.log"        // have the head of a gathering's log signed at once
	WhatIf      Action = "read.what-if"    // see what other entries would have come to: it shows draws to come
)

// Give returns the action of giving a command of a type: Give("group.end-round.v1") is
// "group.end-round".
func Give(commandType string) Action {
	if i := strings.LastIndex(commandType, ".v"); i >= 0 {
		return Action(commandType[:i])
	}
	return Action(commandType)
}

// Object is what an action is about. The zero Object is the gathering as a whole.
type Object struct {
	Group events.GroupID // empty: no group
	Table events.TableID // empty: no table
	// Person is whose entry in a tournament it is about, or who sits at the table that it is about;
	// empty: nobody in particular.
	Person events.PersonID
}

// A scope says how far a role's right to an action goes.
type scope int

const (
	no       scope = iota
	ownTable       // captains: their own table in their own group
	ownEntry       // players of a tournament: their own entry, and the table that they sit at
	ownSelf        // players of a tournament: what is kept about themselves
	anything
)

// rights of the roles that may do something to a log, by action. What is not listed nobody may do.
type rights struct{ organiser, judge, captain, spectator, system scope }

var (
	byOrganiser = rights{organiser: anything, system: anything}
	byOfficials = rights{organiser: anything, judge: anything}
	byTable     = rights{organiser: anything, judge: anything, captain: ownTable}
	byStaff     = rights{organiser: anything, judge: anything, system: anything}
	byPlayer    = rights{organiser: anything, judge: anything, captain: ownEntry, system: anything}
	byEverybody = rights{anything, anything, anything, anything, anything}
)

var allowed = map[Action]rights{
	ReadBoard:   byEverybody,
	ReadCodes:   {organiser: anything},
	ReadContact: {organiser: anything},
	Export:      {organiser: anything},
	Import:      {organiser: anything},
	ReadFeed:    byOfficials,
	FeedTokens:  {organiser: anything},
	ReadHooks:   {organiser: anything},
	Letters:     {organiser: anything},
	Sign:        byOfficials,
	WhatIf:      byOfficials,

	"desk.open-gathering":  byOrganiser,
	"desk.register-people": byOrganiser,
	"desk.correct-person":  {organiser: anything, captain: ownSelf, system: anything},
	"desk.forget-person":   byOrganiser,
	"desk.renew-code":      byOrganiser,
	"desk.end-gathering":   byOrganiser,
	"desk.seal-gathering":  {organiser: anything},
	"desk.record-repair":   {system: anything},

	"desk.register-webhook": {organiser: anything},
	"desk.change-webhook":   byOrganiser,
	"desk.remove-webhook":   {organiser: anything},
	"desk.discard-letter":   {organiser: anything},

	"group.open":            byOrganiser,
	"group.seat-players":    {organiser: anything, captain: ownTable, system: anything},
	"group.unseat-player":   byOrganiser,
	"group.start":           byOrganiser,
	"group.end-round":       byTable,
	"group.force-end-round": byOfficials,
	"group.resolve-step":    byTable,
	"group.withdraw":        byTable,
	"group.pause":           byOfficials,
	"group.resume":          byOfficials,
	"group.abandon":         {organiser: anything},
	"group.admit-player":    {organiser: anything},
	"group.drop-player":     {organiser: anything},
	"group.take-recorder":   {captain: ownTable},
	"group.register-key":    {captain: ownTable},
	"group.post-notice":     {organiser: anything, judge: anything, system: anything},
	"group.countersign":     byOfficials,
	"group.dispute-ruling":  byOfficials,
	"group.flag-entry":      byTable,
	"group.take-back-flag":  byTable,
	"group.resolve-flag":    byOfficials,

	"campaign.open":          byOrganiser,
	"campaign.record-heroes": byOrganiser,
	"campaign.change-hero":   byOrganiser,
	"campaign.begin-game":    byOrganiser,
	"campaign.cancel-game":   byOfficials,
	"campaign.record-result": byOrganiser,
	"campaign.earn-card":     byOfficials,
	"campaign.choose-finale": {organiser: anything},
	"campaign.correct-log":   byOfficials,

	"league.open":            byOrganiser,
	"league.enter-players":   byOrganiser,
	"league.change-player":   {organiser: anything},
	"league.drop-player":     {organiser: anything},
	"league.return-player":   {organiser: anything},
	"league.merge-players":   {organiser: anything},
	"league.plan-session":    byOrganiser,
	"league.link-source":     byOrganiser,
	"league.unlink-source":   {organiser: anything},
	"league.record-results":  byOfficials,
	"league.score-source":    {system: anything},
	"league.correct-result":  byOfficials,
	"league.freeze-session":  {organiser: anything},
	"league.reopen-session":  byOfficials,
	"league.cancel-session":  {organiser: anything},
	"league.change-rules":    {organiser: anything},
	"league.freeze-board":    {organiser: anything},
	"league.reveal-next":     {organiser: anything},
	"league.thaw-board":      {organiser: anything},
	"league.end-season":      {organiser: anything},
	"league.reopen-season":   byOfficials,
	"league.finalise-season": {organiser: anything},
	"league.seal-season":     {organiser: anything},
	"league.undo-mark":       byOfficials,

	"tournament.open":           byOrganiser,
	"tournament.change-rules":   byOrganiser,
	"tournament.register":       {organiser: anything, captain: ownEntry, system: anything},
	"tournament.edit-entrant":   byOrganiser,
	"tournament.admit-waiting":  byOrganiser,
	"tournament.check-in":       byPlayer,
	"tournament.drop":           byPlayer,
	"tournament.return":         byStaff,
	"tournament.mark-no-show":   byStaff,
	"tournament.grant-bye":      byOrganiser,
	"tournament.merge-entrants": byOrganiser,
	"tournament.part-entrants":  byOrganiser,
	"tournament.keep-apart":     byOfficials,
	"tournament.renumber":       byOrganiser,
	"tournament.start":          byOrganiser,
	"tournament.pair-round":     byStaff,
	"tournament.change-pairing": byStaff,
	"tournament.lock-table":     byStaff,
	"tournament.pair-again":     byStaff,
	"tournament.publish-round":  byStaff,
	"tournament.start-round":    byStaff,
	"tournament.undo-round":     byStaff,
	"tournament.pause-clock":    byStaff,
	"tournament.resume-clock":   byStaff,
	"tournament.extend-clock":   byStaff,
	"tournament.call-time":      byStaff,
	"tournament.enter-result":   byPlayer,
	"tournament.confirm-result": {organiser: anything, judge: anything, captain: ownEntry},
	"tournament.reject-result":  {organiser: anything, judge: anything, captain: ownEntry},
	"tournament.correct-result": byOfficials,
	"tournament.link-group":     byStaff,
	"tournament.import-round":   byOrganiser,
	"tournament.make-cut":       byOrganiser,
	"tournament.freeze":         byOrganiser,
	"tournament.end":            byOrganiser,
	"tournament.thaw":           byOrganiser,
	"tournament.finalise":       byOrganiser,
	"tournament.seal":           byOrganiser,
	"tournament.reopen":         {organiser: anything},
	"tournament.overrule":       byOfficials,

	"lotr.assign-dol-guldur": byOrganiser,
	"lotr.begin-phase":       byTable,
	"lotr.change-threat":     byTable,
	"lotr.pass-first-player": byTable,
	"lotr.reveal-card":       byTable,
	"lotr.add-enemy":         byTable,
	"lotr.add-location":      byTable,
	"lotr.engage":            byTable,
	"lotr.check-engagement":  byTable,
	"lotr.return-to-staging": byTable,
	"lotr.remove-card":       byTable,
	"lotr.travel":            byTable,
	"lotr.resolve-quest":     byTable,
	"lotr.place-progress":    byTable,
	"lotr.explore-location":  byTable,
	"lotr.damage-enemy":      byTable,
	"lotr.destroy-enemy":     byTable,
	"lotr.assign-archery":    byTable,
	"lotr.damage-character":  byTable,
	"lotr.destroy-character": byTable,
	"lotr.player-out":        byTable,
	"lotr.use-power":         byTable,
	"lotr.progress-power":    byTable,
	"lotr.type-siege":        byTable,
	"lotr.resolve-reveal":    byTable,
	"lotr.place-tokens":      byTable,
	"lotr.add-objective":     byTable,
	"lotr.move-objective":    byTable,
	"lotr.choose-quest":      byTable,
	"lotr.begin-test":        byTable,
	"lotr.count-icons":       byTable,
	"lotr.raise-test":        byTable,
	"lotr.resolve-test":      byTable,
	"lotr.find-guard":        byTable,
	"lotr.enter-ally":        byTable,
	"lotr.leave-play":        byTable,
	"lotr.exhaust-character": byTable,
	"lotr.enemy-attack":      byTable,
	"lotr.player-attack":     byTable,
	"lotr.tick-trigger":      byTable,
	"lotr.take-option":       byTable,
	"lotr.advance-stage":     byTable,
	"lotr.flip-card":         byTable,
	"lotr.flip-contract":     byTable,
	"lotr.call-loss":         byTable,
	"lotr.put-ring":          byTable,
	"lotr.declare-deck":      byTable,
	"lotr.rule":              byOfficials,
}

func (r rights) of(role events.Role) scope {
	switch role {
	case events.RoleOrganiser:
		return r.organiser
	case events.RoleJudge:
		return r.judge
	case events.RoleCaptain:
		return r.captain
	case events.RoleSpectator:
		return r.spectator
	case events.RoleSystem:
		return r.system
	default:
		return no
	}
}

// May says whether an actor may do something: nil if so, else a refusal that says why not, with
// engine.CodeNotAllowed for a role that may not and engine.CodeOtherTable for a captain of another
// table or group. What is not expressly allowed is refused. An empty role is a spectator. Whether a
// judge or captain is of the right gathering is [Session.May]'s part, since actors do not name one.
func May(actor events.Actor, do Action, on Object) *engine.Refusal {
	if actor.Role == "" {
		actor.Role = events.RoleSpectator
	}
	switch allowed[do].of(actor.Role) {
	case anything:
		return nil
	case ownTable:
		if actor.Group != "" && actor.Table != "" && actor.Group == on.Group && actor.Table == on.Table {
			return nil
		}
		return otherTable(actor, on)
	case ownEntry:
		if actor.Group != "" && actor.Person != "" && actor.Group == on.Group && actor.Person == on.Person {
			return nil
		}
		return otherEntry(actor)
	case ownSelf:
		if actor.Table == "" && actor.Person != "" && actor.Person == on.Person { // a table's code does not say who somebody is
			return nil
		}
		return &engine.Refusal{Code: engine.CodeNotAllowed, Says: "only the phone of a player of a tournament changes how that player is reached; ask an organiser"}
	default:
		return &engine.Refusal{Code: engine.CodeNotAllowed, Says: notAllowed(actor.Role, do)}
	}
}

func otherTable(actor events.Actor, on Object) *engine.Refusal {
	says := fmt.Sprintf("this phone enters for table %s of %s only", actor.Table, actor.Group)
	if actor.Table == "" || actor.Group == "" {
		says = "this captain's session names no table; join again with the table's code"
	} else if on.Table != "" && on.Table.Validate() == nil {
		says += fmt.Sprintf("; table %s has its own captain and code", on.Table)
	}
	return &engine.Refusal{Code: engine.CodeOtherTable, Says: says}
}

func otherEntry(actor events.Actor) *engine.Refusal {
	says := fmt.Sprintf("this phone is {%s}'s in %s and enters for nobody else and at no other table; ask a judge", actor.Person, actor.Group)
	if actor.Person == "" || actor.Group == "" {
		says = "this session names no player of a tournament; register, or join again with the player's code"
	}
	return &engine.Refusal{Code: engine.CodeOtherTable, Says: says}
}

func notAllowed(role events.Role, do Action) string {
	r, known := allowed[do]
	if !known {
		return fmt.Sprintf("nobody may do %q here", do)
	}
	var who []string
	for _, role := range []events.Role{events.RoleOrganiser, events.RoleJudge, events.RoleCaptain} {
		if r.of(role) != no {
			who = append(who, names[role])
		}
	}
	if len(who) == 0 {
		return fmt.Sprintf("%s may not do this", names[role])
	}
	return fmt.Sprintf("%s may not do this; ask %s", names[role], strings.Join(who, " or "))
}

var names = map[events.Role]string{
	events.RoleOrganiser: "an organiser",
	events.RoleJudge:     "a judge",
	events.RoleCaptain:   "the table's captain",
	events.RoleSpectator: "a spectator",
	events.RoleSystem:    "the program itself",
}

// May is [May] for a session, and refuses a judge or captain of another gathering.
func (s Session) May(do Action, in events.GatheringID, on Object) *engine.Refusal {
	bound := s.Role == events.RoleJudge || s.Role == events.RoleCaptain
	if bound && do != ReadBoard && s.Gathering != in {
		return &engine.Refusal{
			Code: engine.CodeNotAllowed,
			Says: fmt.Sprintf("this session is for gathering %s; join %s with a code of its own", s.Gathering, in),
		}
	}
	return May(s.Actor(), do, on)
}
