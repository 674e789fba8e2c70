package tournament

import (
	"context"
	"crypto/sha256"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/google/uuid"

	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/coordinator/roster/alike"
	"github.com/muster-events/muster/dashboards/console"
	"github.com/muster-events/muster/dashboards/deps"
	"github.com/muster-events/muster/dashboards/internal/layout"
	"github.com/muster-events/muster/dashboards/internal/site"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
	log "github.com/muster-events/muster/events/tournament"
	"github.com/muster-events/muster/projections/catalog"
	"github.com/muster-events/muster/projections/person"
	view "github.com/muster-events/muster/projections/tournament"
)

// people adds the routes about who is in a tournament.
func (p pages) people() {
	const at = "/console/{gathering}/tournaments/{tournament}"
	p.Handle("GET "+at+"/duplicates", p.duplicatesPage)
	p.Handle("POST "+at+"/duplicates", p.apart)
	p.Handle("GET "+at+"/entrants/{entrant}", p.entrantPage)
	p.Handle("GET "+at+"/entrants/{entrant}/erase", p.eraseForm)
	p.Handle("POST "+at+"/entrants/{entrant}/erase", p.erase)
	if p.Intake != nil {
		p.Handle("GET "+at+"/import", p.importForm)
		p.Handle("POST "+at+"/import", p.takeIn)
	}
}

// pairs remembers which entries of a tournament are alike, as comparing hundreds takes a moment. It keeps
// numbers only, no names: those are erased on request.
type pairs struct {
	mu sync.Mutex
	by map[events.StreamID]comparison
}

type comparison struct {
	of   [sha256.Size]byte // who was compared
	made []like
}

type like struct {
	a, b    int // numbers of entrants
	reasons []alike.Reason
}

// mostCompared bounds how many tournaments are remembered.
const mostCompared = 64

func (c *pairs) of(id events.StreamID, people []alike.Person) []like {
	key := sha256.Sum256(fmt.Appendf(nil, "%#v", people))
	c.mu.Lock()
	known, ok := c.by[id]
	c.mu.Unlock()
	if ok && known.of == key {
		return known.made
	}
	var made []like
	for _, x := range alike.Pairs(people) {
		made = append(made, like{x.A.N, x.B.N, x.Reasons})
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.by == nil || len(c.by) >= mostCompared {
		c.by = map[events.StreamID]comparison{}
	}
	c.by[id] = comparison{key, made}
	return made
}

// Pair are two entries that may be one person.
type Pair struct {
	A, B    view.Entrant
	Reasons []alike.Reason
}

// duplicates are the entries that may be one person and of which nobody has said that they are two.
func (p pages) duplicates(v Shown, info catalog.Gathering) []Pair {
	var people []alike.Person
	for _, e := range v.Entrants {
		if e.Into == 0 && !slices.Contains(info.Forgotten, e.Player) {
			people = append(people, alike.Person{ID: e.Player, N: e.N, Name: v.Person(e.Player), Code: e.Code, Club: e.Club})
		}
	}
	var out []Pair
	for _, x := range p.compared.of(events.Tournament(v.Gathering, v.ID), people) {
		if !v.KeptApart(x.a, x.b) {
			out = append(out, Pair{v.Entrants[x.a-1], v.Entrants[x.b-1], x.reasons})
		}
	}
	return out
}

// Duplicates is the page of entries that may be one person.
type Duplicates struct {
	Desk
	Merged []view.Entrant // entries that were merged into another
}

// GET /console/{gathering}/tournaments/{tournament}/duplicates
func (p pages) duplicatesPage(w http.ResponseWriter, r *http.Request) error {
	d, err := p.deskOf(r)
	if err != nil {
		return err
	}
	return p.showDuplicates(w, r, d)
}

func (p pages) showDuplicates(w http.ResponseWriter, r *http.Request, d Desk) error {
	v := Duplicates{Desk: d}
	for _, e := range d.Entrants {
		if e.Into != 0 {
			v.Merged = append(v.Merged, e)
		}
	}
	v.Desk.Page = d.under("Duplicates")
	return p.Page(w, r, DuplicatesPage(v))
}

// under is a page below the desk of a tournament.
func (d Desk) under(title string) layout.Page {
	return officialsPage(d.Me, d.Info, title, layout.Link{To: deskPath(d.Gathering, d.ID), Text: d.View.Name}, layout.Link{Text: title})
}

// POST /console/{gathering}/tournaments/{tournament}/duplicates: two entries are two people, or no longer.
func (p pages) apart(w http.ResponseWriter, r *http.Request) error {
	d, err := p.deskOf(r)
	if err != nil {
		return err
	}
	c := &call{pages: p, Desk: d, r: r}
	body := log.KeepApart{A: c.argument("a"), B: c.argument("b"), Undo: r.FormValue("undo") != ""}
	if err := p.Send(r, d.Me, events.Tournament(d.Gathering, d.ID), 0, body); err != nil {
		if d.Problem = d.again(err); d.Problem == "" {
			return err
		}
		return p.showDuplicates(w, r, d)
	}
	return site.To(w, r, deskPath(d.Gathering, d.ID)+"/duplicates")
}

// To is the address of a page below the desk.
func (s Shown) To(rest string) string { return deskPath(s.Gathering, s.ID) + rest }

// state says in a few words where an entrant is.
func (d Desk) state(e view.Entrant) string {
	says := entrantState(d, e)
	if e.Waiting && e.Into == 0 && !e.Dropped {
		place, of := d.queue(e.N)
		says = fmt.Sprintf("waits, %d of %d", place, of)
	}
	if n := len(games(d.Shown, e.N)); n > 0 {
		says += fmt.Sprintf(", %d rounds", n)
		if n == 1 {
			says = strings.TrimSuffix(says, "s")
		}
	}
	return says
}

// queue is the place of an entrant on the waiting list, and how many are on it.
func (s Shown) queue(n int) (place, of int) {
	for _, e := range s.Entrants {
		if e.Waiting && e.Into == 0 && !e.Dropped {
			if of++; e.N == n {
				place = of
			}
		}
	}
	return place, of
}

// waitingList are those who wait, the first of the list first.
func (s Shown) waitingList() []view.Entrant {
	var out []view.Entrant
	for _, e := range s.Entrants {
		if e.Waiting && e.Into == 0 && !e.Dropped {
			out = append(out, e)
		}
	}
	return out
}

// deskSpace is the name space of the ids of commands that buttons of the desk send.
var deskSpace = uuid.MustParse("3b7f3a1e-9c55-5e0b-8f0e-5d1c9a7e4420")

// Press is the id of the command that a button of the desk sends: the same until something happens, so that
// a button pressed twice, or by two officials at once, is one command.
func (s Shown) Press(what string) string {
	return uuid.NewSHA1(deskSpace, fmt.Appendf(nil, "%s/%s %d %s", s.Gathering, s.ID, s.Version, what)).String()
}

// EntrantDesk is the page of an entrant for officials.
type EntrantDesk struct {
	Desk
	Entrant view.Entrant
	Contact string // for organisers
	MaySee  bool   // the session may see how people are reached
	Erased  bool
	History person.History
	Games   []game
}

// entrantAt reads the page of the entrant that the path names.
func (p pages) entrantAt(r *http.Request) (EntrantDesk, error) {
	d, err := p.deskOf(r)
	if err != nil {
		return EntrantDesk{}, err
	}
	e, ok := d.entrantOf(r.PathValue("entrant"))
	if !ok {
		return EntrantDesk{}, deps.ErrNotFound
	}
	v := EntrantDesk{Desk: d, Entrant: e, Games: games(d.Shown, e.N), Erased: slices.Contains(d.Info.Forgotten, e.Player)}
	if d.Me.May(access.ReadContact, d.Gathering, access.Object{}) == nil {
		v.MaySee, v.Contact = true, p.People.Contact(d.Gathering, e.Player)
	}
	v.History, err = p.history(r, d.Gathering, e.Player)
	v.Desk.Page = d.under(d.Person(e.Player))
	return v, err
}

// history is what a person took part in beside this tournament; empty if nobody knows.
func (p pages) history(r *http.Request, g events.GatheringID, who events.PersonID) (person.History, error) {
	if p.Persons == nil {
		return person.History{}, nil
	}
	return p.Persons.Person(r.Context(), g, who)
}

// GET /console/{gathering}/tournaments/{tournament}/entrants/{entrant}
func (p pages) entrantPage(w http.ResponseWriter, r *http.Request) error {
	v, err := p.entrantAt(r)
	if err != nil {
		return err
	}
	return p.Page(w, r, EntrantPage(v))
}

// mayErase tells whether the session may erase names.
func (v EntrantDesk) mayErase() bool {
	return !v.Erased && v.Me.May(access.Give(desk.ForgetPerson{}.CommandType()), v.Gathering, access.Object{}) == nil
}

// eraseFormOf asks before a name is erased.
func (v EntrantDesk) eraseFormOf(id, problem string) console.Form {
	name := v.Person(v.Entrant.Player)
	return console.Form{
		Title: "Erase " + name, Danger: true, Submit: "Erase name and contact", ID: id, Problem: problem,
		Says: []string{
			"Name and contact are erased everywhere and cannot be brought back. The log stays as it is and still proves itself: it never held them.",
			"What people typed themselves is not looked through: reasons, messages, names of groups, teams and decks. Copies and bundles with names that were made before still hold the name.",
			"Pages and exports say “Player” and a number from now on. Results, club and short code stay, as they are part of the log.",
		},
		Fields: []console.Field{{Kind: console.FieldText, Name: "name", Label: "Type the name to confirm", Help: name, Max: 80}},
		Action: v.To(fmt.Sprintf("/entrants/%d/erase", v.Entrant.N)), Back: v.To(fmt.Sprintf("/entrants/%d", v.Entrant.N)),
		Page: v.under("Erase " + name),
	}
}

// GET /console/{gathering}/tournaments/{tournament}/entrants/{entrant}/erase
func (p pages) eraseForm(w http.ResponseWriter, r *http.Request) error {
	v, err := p.entrantAt(r)
	if err != nil {
		return err
	}
	if !v.mayErase() {
		return mayNot()
	}
	return p.Page(w, r, console.FormPage(v.eraseFormOf(site.NewID(), "")))
}

func mayNot() error {
	return &site.Problem{Status: http.StatusForbidden, Title: "You may not do that", Says: "Only an organiser does it. Ask one."}
}

// POST /console/{gathering}/tournaments/{tournament}/entrants/{entrant}/erase
func (p pages) erase(w http.ResponseWriter, r *http.Request) error {
	v, err := p.entrantAt(r)
	if err != nil {
		return err
	}
	if !v.mayErase() {
		return mayNot()
	}
	if strings.TrimSpace(r.FormValue("name")) != v.Person(v.Entrant.Player) {
		return p.Page(w, r, console.FormPage(v.eraseFormOf(r.FormValue("id"), "That is not the name: type "+v.Person(v.Entrant.Player))))
	}
	if err := p.People.Forget(r.Context(), v.Gathering, v.Me.Actor(), v.Entrant.Player); err != nil {
		return err
	}
	p.untilErased(r.Context(), v.Gathering, v.Entrant.Player)
	return site.To(w, r, v.To(fmt.Sprintf("/entrants/%d", v.Entrant.N)))
}

// untilErased waits a moment until pages know that a name is erased.
func (p pages) untilErased(ctx context.Context, g events.GatheringID, who events.PersonID) {
	ctx, cancel := context.WithTimeout(ctx, site.Wait)
	defer cancel()
	for {
		changed := p.Reader.Changed(g, "")
		info, err := p.Reader.Gathering(ctx, g)
		if err != nil || slices.Contains(info.Forgotten, who) {
			return
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return
		}
	}
}
