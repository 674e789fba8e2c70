package console

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/dashboards/internal/qr"
	"github.com/muster-events/muster/dashboards/internal/site"
	"github.com/muster-events/muster/projections/catalog"
)

// Cards are the table cards of a gathering.
type Cards struct {
	Info    catalog.Gathering
	Cards   []Card
	Address string
}

// Card is what lies on a table: where to go and the code.
type Card struct {
	Team, Group, Code string
}

// GET /print/{gathering}/cards?group=…
func (p pages) cards(w http.ResponseWriter, r *http.Request) error {
	c, err := p.setupCall(w, r)
	if err != nil {
		return err
	}
	if no := c.me.May(access.ReadCodes, c.g, access.Object{}); no != nil {
		return no
	}
	boards, err := p.groupsOf(r, c.g)
	if err != nil {
		return err
	}
	v := Cards{Info: c.info, Address: p.BaseURL()}
	only := r.URL.Query().Get("group")
	for _, b := range boards {
		if b.Over() || only != "" && only != string(b.ID) {
			continue
		}
		for _, t := range b.Tables {
			code, err := p.Auth.TableCode(r.Context(), c.g, b.ID, t.ID)
			if err != nil {
				return err
			}
			v.Cards = append(v.Cards, Card{Team: t.Team, Group: b.Name, Code: code})
		}
	}
	return p.Page(w, r, CardsPage(v))
}

// GET /qr?code=…: the address that a code opens, as a picture; without a code the front page's. It
// draws nothing but addresses of this server.
func (p pages) qr(w http.ResponseWriter, r *http.Request) error {
	target := p.BaseURL() + "/"
	if code := r.URL.Query().Get("code"); code != "" {
		if len(code) > 20 || strings.Trim(code, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789*~$=-") != "" {
			return site.Malformed("that is not a code")
		}
		target = p.BaseURL() + "/join/" + code
	}
	svg, err := qr.SVG(target)
	if err != nil {
		return fmt.Errorf("draw a QR code of %s: %w", target, err)
	}
	w.Header().Set("Content-Type", "image/svg+xml")
	w.Header().Set("Cache-Control", "private, max-age=300")
	_, err = w.Write(svg)
	return err
}
