package config

import (
	"net/url"
	"slices"
	"strings"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events/desk"
	"github.com/muster-events/muster/ops/webhooks"
)

// Webhooks returns the endpoints of [Config.Webhook].
func (c Config) Webhooks() []webhooks.Fixed {
	var out []webhooks.Fixed
	for _, one := range c.Webhook {
		address, kinds, _ := strings.Cut(strings.TrimSpace(one), "#")
		if address == "" {
			continue
		}
		f := webhooks.Fixed{URL: address, Secret: c.WebhookSecret}
		if kinds != "" {
			f.Kinds = strings.Split(kinds, "+")
		}
		out = append(out, f)
	}
	return out
}

func (c Config) checkWebhooks(p *Problems) {
	all := c.Webhooks()
	seen := map[string]bool{}
	for _, f := range all {
		if err := webhooks.CheckURL(f.URL, c.WebhookPrivate); err != nil {
			p.add("webhook", hosted(f.URL), "an address that messages can be sent to: "+engine.AsRefusal(err).Says)
		}
		for _, k := range f.Kinds {
			if !slices.Contains(desk.HookKinds(), k) {
				p.add("webhook", hosted(f.URL)+"#"+strings.Join(f.Kinds, "+"), "after # one or more of "+strings.Join(desk.HookKinds(), "+"))
			}
		}
		if seen[f.URL] {
			p.add("webhook", hosted(f.URL), "each address once")
		}
		seen[f.URL] = true
	}
	if err := webhooks.CheckSecret(c.WebhookSecret); err != nil && (len(all) > 0 || c.WebhookSecret != "") {
		p.add("webhook-secret", "(not shown)", err.Error())
	}
}

// hosted shows an address without what may be a key in it.
func hosted(raw string) string {
	u, err := url.Parse(raw)
	if err != nil || u.Host == "" {
		return "(not an address)"
	}
	return u.Scheme + "://" + u.Host + "/…"
}
