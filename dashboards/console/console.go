package console

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/coordinator/roster"
	"github.com/muster-events/muster/dashboards/deps"
	"github.com/muster-events/muster/dashboards/internal/site"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
	"github.com/muster-events/muster/events/group"
	"github.com/muster-events/muster/projections/catalog"
)

type pages struct{ *site.Site }

// Register adds the routes.
func Register(s *site.Site) {
	p := pages{s}
	s.Handle("GET /console", p.list)
	s.Handle("POST /console/gatherings", p.open)
	s.Handle("POST /console/name", p.sayName)
	s.Handle("GET /console/{gathering}", p.gathering)
	s.Handle("GET /judge/{gathering}", p.judge)
	s.Handle("GET /sse/console/{gathering}", p.gatheringStream)
	s.Handle("GET /console/{gathering}/setup", p.setup)
	s.Handle("POST /console/{gathering}/groups", p.makeGroups)
	s.Handle("POST /console/{gathering}/roster", p.roster)
	s.Handle("POST /console/{gathering}/import", p.importWaiting)
	s.Handle("GET /console/{gathering}/do/{action}", p.askGathering)
	s.Handle("POST /console/{gathering}/do/{action}", p.doGathering)
	s.Handle("GET /console/{gathering}/groups/{group}", p.group)
	s.Handle("GET /sse/group/{gathering}/{group}", p.groupStream)
	s.Handle("GET /console/{gathering}/groups/{group}/do/{action}", p.ask)
	s.Handle("POST /console/{gathering}/groups/{group}/do/{action}", p.do)
	s.Handle("GET /console/{gathering}/groups/{group}/rule", p.ruleForm)
	s.Handle("POST /console/{gathering}/groups/{group}/rule", p.rule)
	s.Handle("GET /print/{gathering}/cards", p.cards)
	s.Handle("GET /qr", p.qr)
	p.campaigns()
	p.deckRoutes()
	p.outgoing()
	p.people()
	p.proof()
}

// List is the list of gatherings.
type List struct {
	Gatherings []catalog.Gathering
	ID         string // of the command that the form sends
	Problem    string
	Name       string // typed before
	Address    string
	Me         access.Session
	Who        string // what the organiser has typed as their name and that is none
	WhoProblem string
}

// GET /console
func (p pages) list(w http.ResponseWriter, r *http.Request) error {
	if p.Auth.Session(r).Role != events.RoleOrganiser {
		return site.To(w, r, "/console/login")
	}
	return p.showList(w, r, List{ID: site.NewID()})
}

func (p pages) showList(w http.ResponseWriter, r *http.Request, v List) error {
	list, err := p.Reader.Gatherings(r.Context())
	if err != nil {
		return err
	}
	v.Gatherings, v.Address, v.Me = list, p.BaseURL(), p.Auth.Session(r)
	return p.Page(w, r, ListPage(v))
}

// POST /console/name: the console asks an organiser once who they are.
func (p pages) sayName(w http.ResponseWriter, r *http.Request) error {
	if _, err := p.Need(r, "", events.RoleOrganiser); err != nil {
		return err
	}
	as, ok := p.Auth.(deps.Organisers)
	if !ok {
		return deps.ErrNotFound
	}
	name := strings.TrimSpace(r.PostFormValue("name"))
	if err := as.SayName(w, r, name); err != nil {
		return p.showList(w, r, List{ID: site.NewID(), Who: name, WhoProblem: err.Error()})
	}
	return site.To(w, r, "/console")
}

// POST /console/gatherings
func (p pages) open(w http.ResponseWriter, r *http.Request) error {
	me, err := p.Need(r, "", events.RoleOrganiser)
	if err != nil {
		return err
	}
	name, err := cleanName(r.FormValue("name"), "The name of the gathering")
	if err != nil {
		return p.showList(w, r, List{ID: r.FormValue("id"), Problem: says(err), Name: r.FormValue("name")})
	}
	g, err := p.freeID(r.Context(), name, events.CommandID(r.FormValue("id")))
	if err != nil {
		return err
	}
	open := desk.OpenGathering{Name: name, Settings: settingsOf(r)}
	if err := p.Send(r, me, events.Desk(g), 0, open); err != nil {
		return err
	}
	return site.To(w, r, "/console/"+string(g)+"/setup")
}

// settingsOf reads the rulings that a gathering can choose.
func settingsOf(r *http.Request) group.Settings {
	s := group.Settings{MayStay: r.FormValue("maystay") == "yes"}
	if r.FormValue("wincheck") == group.WinStrict {
		s.WinCheck = group.WinStrict
	}
	return s
}

// reserved are paths that an id must not hide.
var reserved = []string{"login", "gatherings", "setup", "name"}

// freeID makes the id of a new gathering from its name. If a gathering of that id is there, a
// number is added; the same form (same command) sent twice is the same gathering, though, and finds
// its first answer under the first id, so the id of the form is part of a taken one's number.
func (p pages) freeID(ctx context.Context, name string, form events.CommandID) (events.GatheringID, error) {
	base := slug(name, "gathering")
	if slices.Contains(reserved, base) {
		base += "-1"
	}
	info, err := p.Reader.Gathering(ctx, events.GatheringID(base))
	switch {
	case errors.Is(err, deps.ErrNotFound):
		return events.GatheringID(base), nil
	case err != nil:
		return "", err
	case info.Name == name && p.Now().Sub(info.OpenedAt) < site.Wait:
		return info.ID, nil // a double tap: the command's id settles it
	}
	tail := strings.ReplaceAll(string(form), "-", "")
	return events.GatheringID(clipID(base, events.MaxIDLen-7) + "-" + tail[max(0, len(tail)-6):]), nil
}

// slug turns a name into an id: "Autumn Muster '26" → "autumn-muster-26". A name without a letter
// or digit of the alphabet becomes the fallback.
func slug(name, fallback string) string {
	var b strings.Builder
	for _, c := range norm.NFD.String(strings.ToLower(name)) {
		switch {
		case c >= 'a' && c <= 'z' || c >= '0' && c <= '9':
			b.WriteRune(c)
		case unicode.Is(unicode.Mn, c): // an accent
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
	}
	s := clipID(strings.Trim(b.String(), "-"), events.MaxIDLen)
	if s == "" {
		return fallback
	}
	return s
}

func clipID(s string, n int) string {
	if len(s) > n {
		s = s[:n]
	}
	return strings.Trim(s, "-")
}

// cleanName checks a name that somebody typed, by the rules of package roster.
func cleanName(s, label string) (string, error) {
	name, err := roster.CleanName(s)
	if err != nil {
		return "", site.Malformed(label + ": " + err.Error())
	}
	return name, nil
}

// says returns what an error tells a person.
func says(err error) string {
	var p *site.Problem
	if errors.As(err, &p) {
		return p.Says
	}
	return err.Error()
}

func seed() uint64 {
	var b [8]byte
	_, _ = rand.Read(b[:]) // never fails
	return binary.LittleEndian.Uint64(b[:])
}

// may says whether a session may give a command about a group of a gathering.
func may(me access.Session, g events.GatheringID, grp events.GroupID, commandType string) bool {
	return me.May(access.Give(commandType), g, access.Object{Group: grp}) == nil
}

// count writes a number with its noun.
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// short writes how long ago something was: "3 s", "12 min", "2 h".
func short(d time.Duration) string {
	switch {
	case d < time.Minute:
		return fmt.Sprintf("%d s", int(max(d, 0)/time.Second))
	case d < 2*time.Hour:
		return fmt.Sprintf("%d min", int(d/time.Minute))
	}
	return fmt.Sprintf("%d h", int(d/time.Hour))
}

// stamp writes a time for scripts; empty if there is none.
func stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}

// isolated wraps a name for use inside a sentence, so that one that runs from right to left turns
// nothing around it.
func isolated(name string) string { return "\u2068" + name + "\u2069" }
