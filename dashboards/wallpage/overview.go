package wallpage

import (
	"context"
	"net/http"
	"slices"
	"time"

	"github.com/a-h/templ"

	"github.com/muster-events/muster/dashboards/internal/live"
	"github.com/muster-events/muster/dashboards/internal/site"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/projections/wall"
)

// dolGuldur is the title of the scenario that needs no mention in the overview.
const dolGuldur = "Attack on Dol Guldur"

// PageSize is how many groups an overview shows at a time.
const PageSize = 12

// pagesOf cuts the groups into pages.
func pagesOf(cards []wall.Card) [][]wall.Card {
	return slices.Collect(slices.Chunk(cards, PageSize))
}

// cardsClass makes few cards large.
func cardsClass(n int) string {
	switch {
	case n <= 4:
		return "cards-few"
	case n <= 6:
		return "cards-some"
	}
	return ""
}

func stateWord(state string) string {
	switch state {
	case wall.TeamPlaying:
		return "playing"
	case wall.TeamEnded:
		return "ended the round"
	case wall.TeamTurn:
		return "its turn"
	case wall.TeamSetup:
		return "not started"
	case wall.TeamOver:
		return "over"
	}
	return "waiting"
}

// setupLink is the address of the test card in another scale.
func setupLink(l Look, scale string) string {
	return "/wall/setup?theme=" + l.Theme + "&scale=" + scale
}

// all reads what the wall of a gathering shows: its name and groups.
func (p pages) all(ctx context.Context, g events.GatheringID) (string, uint64, wall.All, error) {
	info, err := p.Reader.Gathering(ctx, g)
	if err != nil {
		return "", 0, wall.All{}, err
	}
	boards, err := p.Reader.Boards(ctx, g)
	if err != nil {
		return "", 0, wall.All{}, err
	}
	return info.Name, uint64(info.Position), wall.Overview(boards, p.Now()), nil
}

// GET /wall/{gathering}?theme=…&scale=…
func (p pages) overview(w http.ResponseWriter, r *http.Request) error {
	g, err := site.Gathering(r)
	if err != nil {
		return err
	}
	name, _, v, err := p.all(r.Context(), g)
	if err != nil {
		return err
	}
	return p.Page(w, r, OverviewPage(name, v, lookOf(r), "/sse/wall/"+string(g), p.LastSigned(g)))
}

// overviewRefresh is how often an overview is drawn without a change: waits grow.
const overviewRefresh = 15 * time.Second

// GET /sse/wall/{gathering}
func (p pages) overviewStream(w http.ResponseWriter, r *http.Request) error {
	g, err := site.Gathering(r)
	if err != nil {
		return err
	}
	if _, err := p.Reader.Gathering(r.Context(), g); err != nil {
		return err
	}
	p.Hub.Serve(w, r, live.Topic{
		Key: "overview/" + string(g), Page: "overview", Refresh: overviewRefresh,
		Changed: func() <-chan struct{} { return p.Reader.Changed(g, "") }, Also: []func() <-chan struct{}{p.Signed(g)},
		Render: func(ctx context.Context) (uint64, []byte, error) {
			name, at, v, err := p.all(ctx, g)
			if err != nil {
				return 0, nil, err
			}
			b, err := site.Bytes(ctx, templ.Join(Overview(name, v), Seal(p.LastSigned(g))))
			return at, b, err
		},
	})
	return nil
}
