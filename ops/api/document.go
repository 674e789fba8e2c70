package api

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/muster-events/muster/ops/auth"
)

// Names of the ways to say who asks, in the document.
const (
	sessionScheme = "session"
	tokenScheme   = "integrator"
)

// about is the first page of the document.
func about() string {
	return fmt.Sprintf(`Organise games played at several tables at once, tournaments and leagues: log in, join a table, send commands, follow what happens.

## Who asks
A session comes from POST /login (the organiser's key), /join (the code of a table or of the judges) or by entering a tournament, and lives in a cookie. Without one everything that is public can be read. Programs that read the feed send the gathering's token instead: Authorization: Bearer. Posts that a browser sends for another site are refused with 403.

## Commands
Whatever is changed is changed by commands, each with a UUID made by the sender. Sending a command again under the same id is harmless for ever: it is answered as the first time. A batch is applied in order up to the first refusal; what was accepted before it stays.

## Errors
Every error is application/problem+json (RFC 9457): title, status, detail (a sentence for people: what was wrong, and what would be right) and code (stable, for programs). A refusal by a rule names its source. The status tells what to do:

- 401 log in first; 403 this session may not do that; 404 there is no such thing
- 409 refused by a rule, or not now: somebody has to act
- 408, 413, 415, 422 the request itself is wrong: errors lists every field
- 429 and 503 try again after the seconds in Retry-After; a command under the same id
- 500 the program is wrong; the detail has a number to quote

## Limits
- wrong keys, codes and tokens: %d a minute from one device and %d from one address, then growing delays of up to %s; right ones cost nothing
- one code opens %d sessions a minute, one tournament takes %d entries by phone a minute
- bodies: 64 KiB, decks 1 MiB, files of players and results 2 MiB; fields and query parameters that are not known are refused
- streams and feeds: %d boards and views at once, %d seconds to take what is sent; feeds as said there
- the operator may bound connections, in all and from one address

## Following
Routes that end in /stream are server-sent events with the newest view, for screens. The feed of a gathering has every event once and in order, for programs.`,
		auth.DeviceTriesPerMinute, auth.AddressTriesPerMinute, auth.MaxDeviceDelay,
		auth.CodeJoinsPerMinute, auth.EntriesPerMinute, MaxStreams, int(writeDeadline.Seconds()))
}

// document completes what the operations have said of themselves: who may ask, tags, examples, and every
// error that an operation can be answered with.
func (a *API) document(d *huma.OpenAPI) {
	d.Info.Description = about()
	d.Components.SecuritySchemes = map[string]*huma.SecurityScheme{
		sessionScheme: {Type: "apiKey", In: "cookie", Name: "muster-session", Description: "from POST /login, /join or by entering a tournament; __Host-muster-session over HTTPS"},
		tokenScheme:   {Type: "http", Scheme: "bearer", Description: "the token of a gathering's integrators, which an organiser makes"},
	}
	problem := d.Components.Schemas.Schema(problemType, true, "")
	tags := map[string]bool{}
	for _, path := range d.Paths {
		for _, o := range operations(path) {
			o.Tags = []string{tagOf(o.Path)}
			tags[o.Tags[0]] = true
			if o.Security == nil {
				o.Security = []map[string][]string{{}, {sessionScheme: {}}}
			}
			for _, p := range o.Parameters {
				exampleOf(p)
			}
			for _, status := range errorsOf(o) {
				o.Responses[strconv.Itoa(status)] = &huma.Response{
					Description: meaning[status],
					Headers:     headersOf(status),
					Content:     map[string]*huma.MediaType{problemJSON: {Schema: problem, Example: problemExample(status)}},
				}
			}
			for _, status := range answersToo(o) { // what was accepted of a batch, or a report, comes with the refusal
				o.Responses[strconv.Itoa(status)].Content["application/json"] = o.Responses["200"].Content["application/json"]
			}
			delete(o.Responses, "default")
			if ex, ok := bodies[o.OperationID]; ok && o.RequestBody != nil {
				for _, m := range o.RequestBody.Content {
					m.Example = ex
				}
			}
		}
	}
	for _, t := range tagOrder {
		if tags[t.Name] {
			d.Tags = append(d.Tags, &t)
		}
	}
}

// operations returns the operations of a path.
func operations(p *huma.PathItem) []*huma.Operation {
	return slices.DeleteFunc([]*huma.Operation{p.Get, p.Post, p.Put, p.Delete, p.Patch}, func(o *huma.Operation) bool { return o == nil })
}

var tagOrder = []huma.Tag{
	{Name: "sessions", Description: "who asks"},
	{Name: "gatherings", Description: "gatherings, people, rosters, codes, the end and the seal"},
	{Name: "groups", Description: "games: boards, histories, decks, commands"},
	{Name: "campaigns", Description: "logs of campaigns"},
	{Name: "tournaments", Description: "tournaments, the phones of their players, exports and imports"},
	{Name: "leagues", Description: "leagues and the convention board"},
	{Name: "webhooks", Description: "other servers that are told what happens, and what could not be carried on"},
	{Name: "feed", Description: "every event, for programs"},
	{Name: "proofs", Description: "what is proven about a log, and the files that prove it"},
	{Name: "catalogue", Description: "what ships with the program"},
}

// tagOf sorts an operation by the first noun of its path that says what it is about.
func tagOf(path string) string {
	for _, t := range []struct{ part, tag string }{
		{"/feed", "feed"},
		{"/log/", "proofs"},
		{"/bundle", "proofs"},
		{"/checkpoints", "proofs"},
		{"/tournaments", "tournaments"},
		{"/leagues", "leagues"},
		{"/convention", "leagues"},
		{"/campaigns", "campaigns"},
		{"/groups", "groups"},
		{"/webhooks", "webhooks"},
		{"/letters", "webhooks"},
		{"/dead-letters", "webhooks"},
		{"/gatherings", "gatherings"},
		{"/decks", "catalogue"},
		{"/scenarios", "catalogue"},
		{"/league-rulesets", "catalogue"},
	} {
		if strings.Contains(path, t.part) {
			return t.tag
		}
	}
	return "sessions"
}

// meaning says what each status of an error means here.
var meaning = map[int]string{
	http.StatusBadRequest:            "the request is not well formed",
	http.StatusUnauthorized:          "a key, code or token is missing or wrong",
	http.StatusForbidden:             "this session may not do that",
	http.StatusNotFound:              "there is no such thing",
	http.StatusRequestTimeout:        "the body took too long",
	http.StatusConflict:              "refused: a rule forbids it, or it cannot be done now",
	http.StatusRequestEntityTooLarge: "the body is too large",
	http.StatusUnsupportedMediaType:  "the body is of a type that is not taken",
	http.StatusUnprocessableEntity:   "something in the request cannot be",
	http.StatusTooManyRequests:       "too often; try again after the seconds in Retry-After",
	http.StatusInternalServerError:   "the program is wrong; the detail has a number to quote",
	http.StatusServiceUnavailable:    "not at this moment; send the same request again after the seconds in Retry-After",
}

// errorsOf lists the statuses of errors that an operation can be answered with.
func errorsOf(o *huma.Operation) []int {
	out := []int{http.StatusUnprocessableEntity, http.StatusInternalServerError, http.StatusServiceUnavailable}
	if strings.Contains(o.Path, "{") {
		out = append(out, http.StatusNotFound)
	}
	if o.Method != http.MethodGet {
		out = append(out, http.StatusForbidden, http.StatusConflict)
	}
	if o.RequestBody != nil {
		out = append(out, http.StatusBadRequest, http.StatusRequestTimeout, http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType)
	}
	if slices.ContainsFunc(o.Parameters, func(p *huma.Param) bool { return p.Name == "view" }) {
		out = append(out, http.StatusForbidden)
	}
	return append(out, also[o.OperationID]...)
}

// answersToo lists the statuses of errors that come with the body of an answer.
func answersToo(o *huma.Operation) []int {
	switch {
	case strings.HasSuffix(o.OperationID, "-commands"):
		return []int{http.StatusForbidden, http.StatusConflict, http.StatusUnprocessableEntity, http.StatusInternalServerError, http.StatusServiceUnavailable}
	case o.OperationID == "declare-deck":
		return []int{http.StatusConflict}
	case o.OperationID == "import-league-results", o.OperationID == "import-league-players":
		return []int{http.StatusConflict, http.StatusUnprocessableEntity}
	}
	return nil
}

// also lists what errorsOf cannot tell from the form of an operation.
var also = map[string][]int{
	"login":                  {http.StatusUnauthorized, http.StatusTooManyRequests},
	"join":                   {http.StatusUnauthorized, http.StatusTooManyRequests},
	"enter-tournament":       {http.StatusUnauthorized, http.StatusTooManyRequests},
	"join-tournament":        {http.StatusUnauthorized, http.StatusTooManyRequests},
	"feed":                   {http.StatusUnauthorized, http.StatusForbidden, http.StatusConflict, http.StatusTooManyRequests},
	"get-feed-token":         {http.StatusForbidden},
	"list-codes":             {http.StatusForbidden},
	"list-player-codes":      {http.StatusForbidden},
	"get-person":             {http.StatusForbidden},
	"list-duplicates":        {http.StatusForbidden},
	"get-tournament-history": {http.StatusForbidden},
	"get-league-history":     {http.StatusForbidden},
	"list-webhooks":          {http.StatusForbidden},
	"list-letters":           {http.StatusForbidden},
	"get-proof-file":         {http.StatusForbidden, http.StatusConflict},
	"get-bundle":             {http.StatusForbidden},
}

func headersOf(status int) map[string]*huma.Param {
	if status != http.StatusTooManyRequests && status != http.StatusServiceUnavailable {
		return nil
	}
	return map[string]*huma.Param{"Retry-After": {Description: "seconds", Schema: &huma.Schema{Type: huma.TypeInteger}}}
}
