package console

import (
	"net/http"

	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/dashboards/deps"
	"github.com/muster-events/muster/dashboards/internal/site"
	"github.com/muster-events/muster/events"
)

// proof adds the routes of what is signed, if anything is.
func (p pages) proof() {
	if p.Proofs != nil {
		p.Handle("POST /console/{gathering}/sign", p.sign)
	}
}

// POST /console/{gathering}/sign: signs the log as it is now.
func (p pages) sign(w http.ResponseWriter, r *http.Request) error {
	g, err := site.Gathering(r)
	if err != nil {
		return err
	}
	me, err := p.Need(r, g, events.RoleOrganiser, events.RoleJudge)
	if err != nil {
		return err
	}
	if no := me.May(access.Sign, g, access.Object{}); no != nil {
		return no
	}
	if _, err := p.Proofs.Sign(r.Context(), g); err != nil {
		return err
	}
	return site.To(w, r, homeOf(me, g)+"?done=signed")
}

// mayBundle tells whether a session may take the bundle of a gathering away.
func mayBundle(me access.Session, g events.GatheringID) bool {
	return me.May(access.Export, g, access.Object{}) == nil
}

func logPath(g events.GatheringID) string { return "/log/" + string(g) }

// saysSigned says after a click what is signed.
func saysSigned(c *deps.Checkpoint) string {
	if c == nil {
		return ""
	}
	return "Everything recorded so far is signed: checkpoint " + c.Fingerprint + "."
}
