package api

import (
	"net/http"
	"reflect"

	"github.com/danielgtaylor/huma/v2"
)

var problemType = reflect.TypeFor[Problem]()

// params are examples of parameters by name.
var params = map[string]any{
	"gathering": "spring", "group": "red", "campaign": "saga", "tournament": "cup", "league": "winter", "table": "rivendell", "person": "p-7", "player": "p-7",
	"session": "week-1", "entrant": 7, "webhook": "score-board", "number": 12, "scenario": "attack-on-dol-guldur", "name": "Ana",
	"at": 120, "before": 120, "limit": 50, "dry": true, "Last-Event-ID": "120", "Authorization": "Bearer muster_feed_…",
	"reason": "from the paper slips of week 1", "previewed": "b2c6e0a4", "printed": "core-leadership", "threat": 29, "id": "0197a3b0-7c1e-7000-8000-0123456789ab", "follow": false,
}

// exampleOf gives a parameter an example if it says none itself.
func exampleOf(p *huma.Param) {
	if p.Example != nil || len(p.Examples) > 0 {
		return
	}
	if p.Schema != nil && len(p.Schema.Examples) > 0 {
		p.Example = p.Schema.Examples[0]
		return
	}
	if ex, ok := params[p.Name]; ok {
		p.Example = ex
		return
	}
	if p.Schema != nil && p.Schema.Default != nil {
		p.Example = p.Schema.Default
	} else if p.Schema != nil && len(p.Schema.Enum) > 0 {
		p.Example = p.Schema.Enum[0]
	}
}

const exampleID = "0197a3b0-7c1e-7000-8000-0123456789ab"

// batch is an example of commands.
func batch(kind string, data map[string]any) map[string]any {
	return map[string]any{"commands": []any{map[string]any{"id": exampleID, "type": kind, "data": data}}}
}

// bodies are examples of what is sent, by operation.
var bodies = map[string]any{
	"login":           map[string]any{"key": "7K2M9-QX4TD-0WZ3H-R8B5N"},
	"join":            map[string]any{"code": "4TD 0WZ3", "name": "Ana"},
	"open-gathering":  map[string]any{"id": "spring", "name": "Spring Siege"},
	"register-people": map[string]any{"people": []any{map[string]any{"name": "Ana", "contact": "ana@example.org"}, map[string]any{"name": "ムスタ"}}},
	"correct-person":  map[string]any{"name": "Анна", "why": "misspelt"},
	"import-roster":   "name,group,table\nAna,red,rivendell\n",
	"declare-deck":    "Aragorn\nTheodred\n3 Steward of Gondor\n",

	"desk-commands":     batch("desk.end-gathering.v1", map[string]any{}),
	"group-commands":    batch("lotr.change-threat.v1", map[string]any{"table": "rivendell", "by": 2}),
	"campaign-commands": batch("campaign.open.v1", map[string]any{"name": "Saga", "players": []any{map[string]any{"player": "p-1"}}}),

	"tournament-commands":        batch("tournament.pair-round.v1", map[string]any{"round": 2}),
	"preview-tournament-command": map[string]any{"type": "tournament.reopen.v1", "data": map[string]any{"reason": "a result was missing"}},
	"enter-tournament":           map[string]any{"id": exampleID, "name": "Ana"},
	"join-tournament":            map[string]any{"code": "4TD0WZ3"},

	"import-into-tournament": map[string]any{"text": "name\nAna\nムスタ\n", "source": "the list of the shop"},

	"import-league-results": "player,place\nAna,1\nムスタ,2\n",
	"import-league-players": "name\nAna\nムスタ\n",
	"register-webhook":      map[string]any{"url": "https://scores.example.org/muster", "kinds": []any{"pairings", "results"}},
	"change-webhook":        map[string]any{"kinds": []any{"results"}, "paused": true, "reason": "their server moves tonight"},
	"discard-letter":        map[string]any{"reason": "it was recorded by hand"},

	"try-what-if": map[string]any{"at": 120, "commands": []any{map[string]any{
		"type": "lotr.rule.v1", "role": "judge", "data": map[string]any{"reason": "the siege was counted twice", "verdict": "corrected", "city": 41},
	}}},
	"league-commands":        batch("league.plan-session.v1", map[string]any{"session": map[string]any{"id": "week-1", "name": "Week 1"}}),
	"preview-league-command": map[string]any{"type": "league.reopen-season.v1", "data": map[string]any{"reason": "a result was missing"}},
}

// problemExamples are examples of problems by status.
var problemExamples = map[int]Problem{
	http.StatusBadRequest:            {Code: "malformed", Detail: "invalid character '}' looking for beginning of value"},
	http.StatusUnauthorized:          {Code: "not-let-in", Detail: "no open table has that code; compare it with the card on the table, seven characters"},
	http.StatusForbidden:             {Code: "not-allowed", Detail: "a spectator may not do this; ask an organiser or a judge"},
	http.StatusNotFound:              {Code: "not-found", Detail: "there is no such gathering, group or table"},
	http.StatusRequestTimeout:        {Code: "too-slow", Detail: "request body read timeout"},
	http.StatusConflict:              {Code: "gathering-over", Detail: "the gathering Spring Siege has ended; nothing can be changed"},
	http.StatusRequestEntityTooLarge: {Code: "too-large", Detail: "request body is too large limit=65536 bytes"},
	http.StatusUnsupportedMediaType:  {Code: "unsupported-type", Detail: "unknown content type: text/plain"},
	http.StatusUnprocessableEntity: {
		Code: "malformed", Detail: "validation failed: expected number <= 500 (query.limit)",
		Errors: []Misfit{{Message: "expected number <= 500", Location: "query.limit"}},
	},
	http.StatusTooManyRequests:     {Code: "too-many-tries", Detail: "that was wrong too often; wait 16s and look at the card again"},
	http.StatusInternalServerError: {Code: "internal", Detail: "something went wrong in the program; tell the operator the number 4f2a-91"},
	http.StatusServiceUnavailable:  {Code: "busy", Detail: "too much is being entered for spring/g/red at this moment; the same entry will be tried again"},
}

func problemExample(status int) Problem {
	p := problemExamples[status]
	p.Title, p.Status = http.StatusText(status), status
	return p
}
