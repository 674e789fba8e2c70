package words

import (
	"fmt"
	"strings"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
)

// ofHooks says what happened to the webhooks of a gathering, and to what could not be carried on.
func ofHooks(e events.Payload) (Phrase, bool) {
	switch e := e.(type) {
	case desk.WebhookRegistered:
		return Phrase{Acted: true, Does: "registered the webhook " + hook(e.Webhook)}, true
	case desk.WebhookChanged:
		return Phrase{Acted: true, Does: hookChanged(e)}, true
	case desk.WebhookRemoved:
		return Phrase{Acted: true, Does: "removed the webhook " + hook(e.Webhook)}, true
	case desk.LetterDiscarded:
		return Phrase{Acted: true, Does: letterDiscarded(e)}, true
	default:
		return Phrase{}, false
	}
}

func hook(w desk.Webhook) string {
	says := string(w.ID) + " at " + w.Origin + ": " + List(w.Kinds)
	if w.Names {
		says += ", with names"
	}
	return says
}

func hookChanged(e desk.WebhookChanged) string {
	var says []string
	switch {
	case e.Now.Paused && !e.Was.Paused:
		says = append(says, "paused it")
	case !e.Now.Paused && e.Was.Paused:
		says = append(says, "let it go on")
	}
	if e.Now.Origin != e.Was.Origin {
		says = append(says, "moved it to "+e.Now.Origin)
	} else if e.Address {
		says = append(says, "gave it another address there")
	}
	if was, now := List(e.Was.Kinds), List(e.Now.Kinds); was != now {
		says = append(says, "has it told "+now+" instead of "+was)
	}
	switch {
	case e.Now.Names && !e.Was.Names:
		says = append(says, "sends names along")
	case !e.Now.Names && e.Was.Names:
		says = append(says, "sends no names any more")
	}
	if e.Secret {
		says = append(says, "gave it a new secret")
	}
	if len(says) == 0 {
		says = append(says, "left it as it was")
	}
	return fmt.Sprintf("changed the webhook %s at %s (%s)%s", e.Now.ID, e.Was.Origin, strings.Join(says, ", "), because(e.Reason))
}

func letterDiscarded(e desk.LetterDiscarded) string {
	to := ""
	if e.Letter.Webhook != "" {
		to = " to the webhook " + string(e.Letter.Webhook)
	}
	return fmt.Sprintf("gave up what the process %s could not carry on%s, number %d of %s%s", e.Letter.Handler, to, e.Letter.Position, e.Letter.Stream, because(e.Reason))
}
