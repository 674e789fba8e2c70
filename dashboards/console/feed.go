package console

import (
	"net/http"

	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/dashboards/deps"
	"github.com/muster-events/muster/dashboards/internal/site"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/projections/words"
)

// feedRoutes adds the routes of the token of the feed.
func (p pages) feedRoutes() {
	if p.Integrators == nil {
		return
	}
	p.Handle("GET /console/{gathering}/feed/{action}", p.askFeed)
	p.Handle("POST /console/{gathering}/feed/{action}", p.doFeed)
}

func feedPath(g events.GatheringID) string { return "/console/" + string(g) + "/feed" }

// madeToken is a token that was just made, or why it was not.
type madeToken struct{ token, problem string }

// feedOf adds what the page says of the feed.
func (p pages) feedOf(c *call, v *Webhooks, made madeToken) error {
	if p.Integrators == nil {
		return nil
	}
	t, err := p.Integrators.FeedToken(c.r.Context(), c.g)
	if err != nil {
		return err
	}
	v.Feed, v.Token, v.FeedProblem = &t, made.token, made.problem
	v.FeedSays = "A token was made"
	if t.By != "" && t.By != events.Organiser {
		v.FeedSays += " by " + c.player(t.By)
	}
	v.FeedSays += " at " + t.Made.Local().Format("15:04 on 2 January 2006") + ". It was shown once; whoever has lost it needs a new one."
	return nil
}

// feedCall reads what the pages need, for those who may make tokens.
func (p pages) feedCall(w http.ResponseWriter, r *http.Request) (*call, error) {
	c, err := p.outgoingCall(w, r)
	if err != nil {
		return nil, err
	}
	if no := c.me.May(access.FeedTokens, c.g, access.Object{}); no != nil {
		return nil, no
	}
	return c, nil
}

// GET /console/{gathering}/feed/{action}
func (p pages) askFeed(w http.ResponseWriter, r *http.Request) error {
	c, err := p.feedCall(w, r)
	if err != nil {
		return err
	}
	f := Form{Action: r.URL.Path, Back: hooksPath(c.g), ID: site.NewID(), Danger: true}
	switch r.PathValue("action") {
	case "renew":
		f.Title, f.Submit = "A new token of the feed", "Make a new one"
		f.Says = []string{"The token that programs have now is dead at once, and those that read by it are cut off until they have the new one. They go on from where they were."}
	case "revoke":
		f.Title, f.Submit = "Revoke the token of the feed", "Revoke it"
		f.Says = []string{"The token is dead at once, and programs that read by it are cut off. A new one can be made at any time."}
	default:
		return deps.ErrNotFound
	}
	f.Page = page(f.Title, c.me, crumbs(c.me, c.info, "Webhooks", hooksPath(c.g), f.Title)...)
	return p.Page(w, r, FormPage(f))
}

// POST /console/{gathering}/feed/{action}: what makes a token answers with it, as it is shown once.
func (p pages) doFeed(w http.ResponseWriter, r *http.Request) error {
	c, err := p.feedCall(w, r)
	if err != nil {
		return err
	}
	switch r.PathValue("action") {
	case "make", "renew":
		token, err := p.Integrators.MakeFeedToken(r.Context(), c.g, c.me.Person, events.CommandID(r.FormValue("id")))
		if err != nil {
			again := retry(err)
			if again == "" {
				return err
			}
			return p.showWebhooks(c, emptyHook(), madeToken{problem: words.Upper(again)})
		}
		w.Header().Set("Cache-Control", "no-store")
		return p.showWebhooks(c, emptyHook(), madeToken{token: token})
	case "revoke":
		if err := p.Integrators.RevokeFeedToken(r.Context(), c.g); err != nil {
			return err
		}
		return site.To(w, r, hooksPath(c.g)+"?done=revoked")
	}
	return deps.ErrNotFound
}
