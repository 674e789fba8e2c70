package console

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/dashboards/deps"
	"github.com/muster-events/muster/dashboards/internal/site"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
	"github.com/muster-events/muster/projections/catalog"
	"github.com/muster-events/muster/projections/words"
)

// failsAlert is how long a webhook may take nothing before the console points at it.
const failsAlert = 5 * time.Minute

// outgoing adds the routes of webhooks and of what could not be carried on.
func (p pages) outgoing() {
	if p.Outgoing == nil {
		return
	}
	p.Handle("GET /console/{gathering}/webhooks", p.webhooks)
	p.Handle("POST /console/{gathering}/webhooks", p.registerWebhook)
	p.Handle("GET /console/{gathering}/webhooks/{webhook}/{action}", p.askWebhook)
	p.Handle("POST /console/{gathering}/webhooks/{webhook}/{action}", p.doWebhook)
	p.feedRoutes()
	p.Handle("GET /console/{gathering}/letters", p.letters)
	p.Handle("POST /console/{gathering}/letters/{number}/retry", p.retryLetter)
	p.Handle("GET /console/{gathering}/letters/{number}/discard", p.askLetter)
	p.Handle("POST /console/{gathering}/letters/{number}/discard", p.discardLetter)
}

// Webhooks is the page of a gathering's webhooks.
type Webhooks struct {
	Me      access.Session
	Info    catalog.Gathering
	List    []deps.Webhook
	Form    Form // registers one
	Letters int
	Done    string
	Now     time.Time
	ID      string // of the commands that the buttons send
	// Feed is the token of the feed; nil: there is no feed. FeedSays is who made it when, and Token the token
	// itself, which was just made.
	Feed                         *catalog.FeedToken
	FeedSays, Token, FeedProblem string
}

// Letters is the page of what could not be carried on.
type Letters struct {
	Me      access.Session
	Info    catalog.Gathering
	List    []deps.Letter
	More    bool
	Done    string
	Problem string
}

// kindsSaid says each kind of what a webhook is told.
var kindsSaid = map[string]string{
	desk.HookPairings: "Pairings: published, changed or withdrawn",
	desk.HookResults:  "Results of tournaments and leagues, as they stand",
	desk.HookRounds:   "Rounds: begun, paused, out of time, over",
	desk.HookEnds:     "Ends of tournaments, sessions, seasons, groups and the gathering",
}

func kindsField(chosen []string) Field {
	f := Field{Kind: FieldChecks, Name: "kinds", Label: "What it is told", Checked: chosen}
	for _, k := range desk.HookKinds() {
		f.Options = append(f.Options, Choice{Value: k, Text: kindsSaid[k]})
	}
	return f
}

func namesField(on bool) Field {
	f := Field{
		Kind: FieldChecks, Name: "names", Label: "Names", Options: []Choice{{Value: "yes", Text: "Send the names of players along"}},
		Help: "Otherwise it is told numbers only. Contacts are never sent. A name that was sent cannot be erased there from here.",
	}
	if on {
		f.Checked = []string{"yes"}
	}
	return f
}

// hookSettings reads the fields of a webhook.
func hookSettings(r *http.Request) deps.WebhookSettings {
	return deps.WebhookSettings{URL: strings.TrimSpace(r.FormValue("url")), Kinds: r.Form["kinds"], Names: r.FormValue("names") == "yes"}
}

func hooksPath(g events.GatheringID) string   { return "/console/" + string(g) + "/webhooks" }
func lettersPath(g events.GatheringID) string { return "/console/" + string(g) + "/letters" }

// outgoingCall reads what the pages need, for organisers only.
func (p pages) outgoingCall(w http.ResponseWriter, r *http.Request) (*call, error) {
	g, err := site.Gathering(r)
	if err != nil {
		return nil, err
	}
	me, err := p.Need(r, g, events.RoleOrganiser)
	if err != nil {
		return nil, err
	}
	info, err := p.Reader.Gathering(r.Context(), g)
	return &call{pages: p, w: w, r: r, me: me, info: info, g: g}, err
}

// hooksDone says what was just done.
var hooksDone = map[string]string{
	"registered": "The webhook is registered. Give its secret to whoever checks the messages, and send a test.",
	"change":     "The webhook is changed.",
	"pause":      "The webhook is paused; what there is to tell waits.",
	"resume":     "The webhook goes on.",
	"secret":     "The webhook has a new secret. For a day messages are signed by the old one, too.",
	"test":       "A test is on its way. Look at this page again in a moment to see what came of it.",
	"retry":      "What waits is tried now.",
	"remove":     "The webhook is removed.",
	"revoked":    "The token of the feed is revoked. Programs that read by it are cut off.",
}

// GET /console/{gathering}/webhooks
func (p pages) webhooks(w http.ResponseWriter, r *http.Request) error {
	c, err := p.outgoingCall(w, r)
	if err != nil {
		return err
	}
	return p.showWebhooks(c, emptyHook(), madeToken{})
}

func emptyHook() Form { return Form{ID: site.NewID(), Fields: hookFields("", desk.HookKinds(), false)} }

func hookFields(url string, kinds []string, names bool) []Field {
	return []Field{
		{Kind: FieldText, Name: "url", Label: "Address", Value: url, Max: 2000, Help: "Beginning with https://. The log keeps only the part before its path."},
		kindsField(kinds), namesField(names),
	}
}

func (p pages) showWebhooks(c *call, f Form, made madeToken) error {
	list, err := p.Outgoing.Webhooks(c.r.Context(), c.g)
	if err != nil {
		return err
	}
	letters, _, err := p.Outgoing.Letters(c.r.Context(), c.g)
	if err != nil {
		return err
	}
	f.Action, f.Back = hooksPath(c.g), hooksPath(c.g)
	v := Webhooks{
		Me: c.me, Info: c.info, List: list, Form: f, Letters: len(letters), Now: p.Now(), ID: site.NewID(),
		Done: hooksDone[c.r.URL.Query().Get("done")],
	}
	if err := p.feedOf(c, &v, made); err != nil {
		return err
	}
	return p.Page(c.w, c.r, WebhooksPage(v))
}

// POST /console/{gathering}/webhooks
func (p pages) registerWebhook(w http.ResponseWriter, r *http.Request) error {
	c, err := p.outgoingCall(w, r)
	if err != nil {
		return err
	}
	form := events.CommandID(r.FormValue("id"))
	if _, err := p.Outgoing.RegisterWebhook(r.Context(), c.g, c.me.Actor(), form, hookSettings(r)); err != nil {
		again := retry(err)
		if again == "" {
			return err
		}
		f := Form{ID: r.FormValue("id"), Problem: again, Fields: hookFields("", nil, false)}
		f.refill(r)
		return p.showWebhooks(c, f, madeToken{})
	}
	return site.To(w, r, hooksPath(c.g)+"?done=registered")
}

// hookCall reads the webhook that a path names.
func (p pages) hookCall(w http.ResponseWriter, r *http.Request) (*call, deps.Webhook, error) {
	c, err := p.outgoingCall(w, r)
	if err != nil {
		return nil, deps.Webhook{}, err
	}
	list, err := p.Outgoing.Webhooks(r.Context(), c.g)
	if err != nil {
		return nil, deps.Webhook{}, err
	}
	i := slices.IndexFunc(list, func(h deps.Webhook) bool { return string(h.ID) == r.PathValue("webhook") && !h.Every })
	if i < 0 {
		return nil, deps.Webhook{}, deps.ErrNotFound
	}
	return c, list[i], nil
}

// GET /console/{gathering}/webhooks/{webhook}/{action}
func (p pages) askWebhook(w http.ResponseWriter, r *http.Request) error {
	c, h, err := p.hookCall(w, r)
	if err != nil {
		return err
	}
	return p.showHookForm(c, h, site.NewID(), "")
}

func (p pages) showHookForm(c *call, h deps.Webhook, id, problem string) error {
	var f Form
	switch c.r.PathValue("action") {
	case "change":
		f = Form{Title: "Change the webhook", Submit: "Change it", Fields: hookFields(h.URL, h.Kinds, h.Names)}
	case "remove":
		f = Form{Title: "Remove the webhook", Submit: "Remove it", Danger: true, Says: []string{
			fmt.Sprintf("Nothing more is told to %s, and %s deleted.", h.Origin, waits(h.Waiting)), "Its address and its secret are erased. The log keeps that it was there.",
		}}
	default:
		return deps.ErrNotFound
	}
	f.Action, f.Back, f.ID, f.Problem = c.r.URL.Path, hooksPath(c.g), id, problem
	f.Page = page(f.Title, c.me, crumbs(c.me, c.info, "Webhooks", hooksPath(c.g), f.Title)...)
	if problem != "" {
		f.refill(c.r)
	}
	return p.Page(c.w, c.r, FormPage(f))
}

func waits(n int) string {
	if n == 1 {
		return "the message that waits for it is"
	}
	return fmt.Sprintf("the %d messages that wait for it are", n)
}

// POST /console/{gathering}/webhooks/{webhook}/{action}
func (p pages) doWebhook(w http.ResponseWriter, r *http.Request) error {
	c, h, err := p.hookCall(w, r)
	if err != nil {
		return err
	}
	action := r.PathValue("action")
	if err := p.actOnHook(c, h, action); err != nil {
		if again := retry(err); again != "" && (action == "change" || action == "remove") {
			return p.showHookForm(c, h, r.FormValue("id"), again)
		}
		return err
	}
	return site.To(w, r, hooksPath(c.g)+"?done="+action)
}

func (p pages) actOnHook(c *call, h deps.Webhook, action string) error {
	ctx, form, as := c.r.Context(), events.CommandID(c.r.FormValue("id")), deps.WebhookSettings{Kinds: h.Kinds, Names: h.Names, Paused: h.Paused}
	change := func(s deps.WebhookSettings) error {
		return p.Outgoing.ChangeWebhook(ctx, c.g, c.me.Actor(), form, h.ID, s)
	}
	switch action {
	case "change":
		s := hookSettings(c.r)
		s.Paused = h.Paused
		return change(s)
	case "pause", "resume":
		as.Paused = action == "pause"
		return change(as)
	case "secret":
		as.NewSecret = true
		return change(as)
	case "test":
		return p.Outgoing.TestWebhook(ctx, c.g, h.ID)
	case "retry":
		return p.Outgoing.RetryWebhook(ctx, c.g, h.ID)
	case "remove":
		return p.Outgoing.RemoveWebhook(ctx, c.g, c.me.Actor(), form, h.ID)
	}
	return deps.ErrNotFound
}

// GET /console/{gathering}/letters
func (p pages) letters(w http.ResponseWriter, r *http.Request) error {
	c, err := p.outgoingCall(w, r)
	if err != nil {
		return err
	}
	return p.showLetters(c, "")
}

func (p pages) showLetters(c *call, problem string) error {
	list, more, err := p.Outgoing.Letters(c.r.Context(), c.g)
	if err != nil {
		return err
	}
	v := Letters{Me: c.me, Info: c.info, List: list, More: more, Problem: problem}
	switch c.r.URL.Query().Get("done") {
	case "retry":
		v.Done = "It is carried on."
	case "discard":
		v.Done = "It is given up; the log keeps the reason."
	}
	return p.Page(c.w, c.r, LettersPage(v))
}

func letterNumber(r *http.Request) (uint64, error) {
	n, err := strconv.ParseUint(r.PathValue("number"), 10, 64)
	if err != nil {
		return 0, deps.ErrNotFound
	}
	return n, nil
}

// POST /console/{gathering}/letters/{number}/retry
func (p pages) retryLetter(w http.ResponseWriter, r *http.Request) error {
	c, err := p.outgoingCall(w, r)
	if err != nil {
		return err
	}
	n, err := letterNumber(r)
	if err != nil {
		return err
	}
	if err := p.Outgoing.RetryLetter(r.Context(), c.g, n); err != nil {
		if again := retry(err); again != "" {
			return p.showLetters(c, words.Upper(again))
		}
		return err
	}
	return site.To(w, r, lettersPath(c.g)+"?done=retry")
}

// GET /console/{gathering}/letters/{number}/discard
func (p pages) askLetter(w http.ResponseWriter, r *http.Request) error {
	c, err := p.outgoingCall(w, r)
	if err != nil {
		return err
	}
	return p.showDiscard(c, site.NewID(), "")
}

func (p pages) showDiscard(c *call, id, problem string) error {
	n, err := letterNumber(c.r)
	if err != nil {
		return err
	}
	list, _, err := p.Outgoing.Letters(c.r.Context(), c.g)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(list, func(l deps.Letter) bool { return l.Number == n })
	if i < 0 {
		return p.showLetters(c, "Somebody has dealt with it already, or it was carried on.")
	}
	f := Form{
		Title: "Give it up", Submit: "Give it up", Danger: true, Action: c.r.URL.Path, Back: lettersPath(c.g), ID: id, Problem: problem,
		Says: []string{letterTitle(list[i]) + ": " + list[i].Reason, "It is not carried on. What the log says stays as it is."},
	}
	reason := reasonField("Why")
	reason.Help = "The log of the gathering keeps it."
	f.Fields = []Field{reason}
	f.Page = page(f.Title, c.me, crumbs(c.me, c.info, "Not carried on", lettersPath(c.g), f.Title)...)
	if problem != "" {
		f.refill(c.r)
	}
	return p.Page(c.w, c.r, FormPage(f))
}

// POST /console/{gathering}/letters/{number}/discard
func (p pages) discardLetter(w http.ResponseWriter, r *http.Request) error {
	c, err := p.outgoingCall(w, r)
	if err != nil {
		return err
	}
	n, err := letterNumber(r)
	if err != nil {
		return err
	}
	reason, err := site.Field(r, "reason", "The reason", 400)
	if err == nil {
		err = p.Outgoing.DiscardLetter(r.Context(), c.g, c.me.Actor(), events.CommandID(r.FormValue("id")), n, reason)
	}
	if err != nil {
		if again := retry(err); again != "" {
			return p.showDiscard(c, r.FormValue("id"), again)
		}
		return err
	}
	return site.To(w, r, lettersPath(c.g)+"?done=discard")
}

// handlersSaid says what each part of the program was to do.
var handlersSaid = map[string]string{
	"live":     "Publish for screens and integrations",
	"campaign": "Write the result into the log of its campaign",
	"league":   "Score it in its league",
	"clock":    "Set the clock of a round",
	"due":      "Call the time",
	"webhook":  "Find out whom to tell",
	"delivery": "Tell a webhook",
}

// letterTitle says what a letter was to do.
func letterTitle(l deps.Letter) string {
	says := handlersSaid[l.Handler]
	if says == "" {
		says = l.Handler
	}
	if l.Webhook != "" {
		says += " (" + string(l.Webhook) + ")"
	}
	return says
}

// outgoingAlerts are what somebody should see to: what could not be carried on, and webhooks that take
// nothing.
func (p pages) outgoingAlerts(ctx context.Context, g events.GatheringID, now time.Time) []Alert {
	if p.Outgoing == nil {
		return nil
	}
	var out []Alert
	if list, more, err := p.Outgoing.Letters(ctx, g); err == nil && len(list) > 0 {
		says := count(len(list), "thing was", "things were")
		if more {
			says = "More than " + says
		}
		last := list[len(list)-1]
		out = append(out, Alert{To: lettersPath(g), Says: says + " not carried on; the latest: " + letterTitle(last) + ": " + last.Reason})
	}
	hooks, err := p.Outgoing.Webhooks(ctx, g)
	if err != nil {
		return out
	}
	for _, h := range hooks {
		if !h.FailsFrom.IsZero() && !h.Paused && now.Sub(h.FailsFrom) >= failsAlert {
			out = append(out, Alert{To: hooksPath(g), Says: fmt.Sprintf("The webhook at %s has taken nothing for %s: %s", h.Origin, short(now.Sub(h.FailsFrom)), h.Says)})
		}
	}
	return out
}
