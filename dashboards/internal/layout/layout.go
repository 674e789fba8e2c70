// Package layout is what every page looks like around its content: head, navigation, notices of
// errors, icons.
package layout

import (
	"context"
	"time"

	"github.com/muster-events/muster/dashboards/assets"
)

// Page is a page around its content.
type Page struct {
	Title   string
	Theme   string // "dark", "light"; empty: as the browser prefers
	Class   string // of the html element
	Scripts []string
	Styles  []string
	Crumbs  []Link // the way here; the last one is this page
	Nav     []Link
	Who     string // as whom the reader is here, "Organiser"; empty: a spectator
}

// Link is a link of a navigation.
type Link struct {
	To, Text string
	Here     bool // this very page
}

type nowKey struct{}

// WithNow returns a context in which a page says what time it is at the server, so that its clocks are
// right on a phone whose own clock is wrong.
func WithNow(ctx context.Context, now time.Time) context.Context {
	return context.WithValue(ctx, nowKey{}, now)
}

// nowOf writes the server's time for scripts; empty: it is not known.
func nowOf(ctx context.Context) string {
	now, ok := ctx.Value(nowKey{}).(time.Time)
	if !ok {
		return ""
	}
	return now.UTC().Format(time.RFC3339Nano)
}

// Problem is an error as its page shows it.
type Problem struct {
	Title, Says, Source, Quote string
	Back                       string // path to go back to; empty: the front page
}

func styles(p Page) []string { return urls(append([]string{"base.css"}, p.Styles...)) }

func scripts(p Page) []string { return urls(p.Scripts) }

func urls(entries []string) []string {
	out := make([]string, len(entries))
	for i, e := range entries {
		out[i] = assets.URL(e)
	}
	return out
}
