package console

import (
	"net/http"

	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/dashboards/internal/layout"
	"github.com/muster-events/muster/dashboards/internal/site"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/projections/catalog"
)

// Official returns the session of an organiser or judge of the gathering that a request names, and the
// gathering. Errors: those of site.Gathering and site.Site.Need, and of the read models.
func Official(s *site.Site, r *http.Request) (access.Session, catalog.Gathering, error) {
	g, err := site.Gathering(r)
	if err != nil {
		return access.Session{}, catalog.Gathering{}, err
	}
	me, err := s.Need(r, g, events.RoleOrganiser, events.RoleJudge)
	if err != nil {
		return me, catalog.Gathering{}, err
	}
	info, err := s.Reader.Gathering(r.Context(), g)
	return me, info, err
}

// BelowList is a page of the console below one of its lists: "tournaments" or "leagues", under the name that
// it has for people. way leads on from the list; its last step is the page itself.
func BelowList(me access.Session, info catalog.Gathering, list, name, title string, way ...layout.Link) layout.Page {
	out := layout.Page{Title: title, Scripts: []string{"console.js"}, Styles: []string{"console.css", "tournament.css"}, Who: site.Who(me), Nav: Tabs(me, info.ID, list)}
	home := layout.Link{To: "/console/" + string(info.ID), Text: info.Name}
	if me.Role == events.RoleJudge {
		home.To = "/judge/" + string(info.ID)
	} else {
		out.Crumbs = append(out.Crumbs, layout.Link{To: "/console", Text: "Console"})
	}
	out.Crumbs = append(out.Crumbs, home, layout.Link{To: "/console/" + string(info.ID) + "/" + list, Text: name})
	out.Crumbs = append(out.Crumbs, way...)
	out.Crumbs[len(out.Crumbs)-1].Here = true
	return out
}
