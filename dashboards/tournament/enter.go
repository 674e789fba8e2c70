package tournament

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/coordinator/roster"
	"github.com/muster-events/muster/coordinator/roster/alike"
	"github.com/muster-events/muster/dashboards/internal/site"
	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	log "github.com/muster-events/muster/events/tournament"
)

// Enter is the form by which a phone enters a tournament.
type Enter struct {
	Shown
	Form    string // id of the command that it sends
	Typed   Entry
	Problem string
	Known   int      // the entrant who has that name or code already; 0: nobody
	Likely  []Likely // whom the name may be; the question is asked before anything is entered
	Mine    Likely   // who this phone is at the gathering already; empty: nobody
	Clubs   []string // to choose from
}

// Entry is what somebody types to enter.
type Entry struct{ Name, Code, Club, Contact string }

// Likely is somebody whom a name may be.
type Likely struct {
	Person events.PersonID
	N      int // number in the tournament; 0: not in it
	Name   string
	Club   string
}

// mostLikely bounds how many names are asked about.
const mostLikely = 5

// stranger stands for the person who is entering while it is looked whether they can be: an id that nobody
// has.
const stranger events.PersonID = "new"

// entries remembers who was made known by which form, so that a form that is sent twice enters one person.
type entries struct {
	mu    sync.Mutex
	by    map[string]events.PersonID
	order []string
}

// mostEntries bounds how many forms are remembered.
const mostEntries = 1000

// once returns the person of a form, whom make makes known if the form is new.
func (e *entries) once(form string, create func() (events.PersonID, error)) (events.PersonID, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if p, ok := e.by[form]; ok {
		return p, nil
	}
	p, err := create()
	if err != nil {
		return "", err
	}
	if e.by == nil {
		e.by = map[string]events.PersonID{}
	}
	if e.order = append(e.order, form); len(e.order) > mostEntries {
		delete(e.by, e.order[0])
		e.order = e.order[1:]
	}
	e.by[form] = p
	return p, nil
}

// entering prepares the form.
func (p pages) entering(r *http.Request, id string) (Enter, error) {
	v, err := p.open(r)
	if err != nil {
		return Enter{}, err
	}
	form := Enter{Shown: v, Form: id, Typed: Entry{
		Name: r.FormValue("name"), Code: strings.TrimSpace(r.FormValue("code")), Club: r.FormValue("club"), Contact: r.FormValue("contact"),
	}}
	for _, e := range v.Entrants {
		if e.Club != "" && !slices.Contains(form.Clubs, e.Club) {
			form.Clubs = append(form.Clubs, e.Club)
		}
	}
	slices.Sort(form.Clubs)
	if me := v.Me; me.Role == events.RoleCaptain && me.Gathering == v.Gathering && me.Person != "" && !v.plays() {
		form.Mine = Likely{Person: me.Person, Name: v.Person(me.Person)}
	}
	return form, nil
}

// GET /tournaments/{gathering}/{tournament}/enter
func (p pages) enterForm(w http.ResponseWriter, r *http.Request) error {
	form, err := p.entering(r, site.NewID())
	if err != nil {
		return err
	}
	if form.plays() {
		return site.To(w, r, form.Path("/me"))
	}
	return p.Page(w, r, EnterPage(form))
}

// POST /tournaments/{gathering}/{tournament}/enter
func (p pages) enter(w http.ResponseWriter, r *http.Request) error {
	form, err := p.entering(r, r.FormValue("id"))
	if err != nil {
		return err
	}
	if form.plays() {
		return site.To(w, r, form.Path("/me"))
	}
	who, err := p.enterAs(r, &form)
	if err != nil {
		if form.Problem = form.again(err); form.Problem == "" {
			return err
		}
	}
	if err != nil || who == "" {
		return p.Page(w, r, EnterPage(form))
	}
	if _, err := p.Players.Player(w, r, form.Gathering, form.ID, who); err != nil {
		return err
	}
	return site.To(w, r, form.Path("/me?done=entered"))
}

// enterAs enters whoever filled the form in and returns who that is; nobody if something has to be asked
// first, which the form says then.
func (p pages) enterAs(r *http.Request, form *Enter) (events.PersonID, error) {
	if form.Me.Role == events.RoleOrganiser || form.Me.Role == events.RoleJudge {
		return "", site.Malformed("This browser is an official’s. Enter people at the desk of the tournament.")
	}
	if err := p.Players.Entering(form.Gathering, form.ID); err != nil {
		return "", err
	}
	choice := events.PersonID(r.FormValue("who"))
	if choice == form.Mine.Person && choice != "" { // the phone is theirs
		return choice, p.registers(r, form, choice)
	}
	if err := form.Typed.clean(); err != nil {
		return "", err
	}
	if err := p.askWho(r, form, choice); err != nil || form.Known > 0 || len(form.Likely) > 0 {
		return "", err
	}
	if choice != "" && choice != stranger {
		return choice, p.registers(r, form, choice)
	}
	if err := p.couldEnter(r.Context(), form); err != nil {
		return "", err
	}
	who, err := p.entries.once(string(form.Gathering)+"/"+string(form.ID)+"/"+form.Form, func() (events.PersonID, error) {
		return p.Players.Newcomer(r.Context(), form.Gathering, roster.NewPerson{Name: form.Typed.Name, Contact: form.Typed.Contact})
	})
	if err != nil {
		return "", err
	}
	return who, p.registers(r, form, who)
}

// clean puts what was typed into the form in which it is kept.
func (e *Entry) clean() error {
	var err error
	if e.Name, err = roster.CleanName(e.Name); err != nil {
		return site.Malformed("Your name " + err.Error())
	}
	if strings.TrimSpace(e.Club) == "" {
		e.Club = ""
	} else if e.Club, err = roster.CleanName(e.Club); err != nil {
		return site.Malformed("The club or store " + err.Error())
	}
	if strings.TrimSpace(e.Contact) == "" {
		e.Contact = ""
	} else if e.Contact, err = roster.CleanContact(e.Contact); err != nil {
		return site.Malformed("How to reach you " + err.Error())
	}
	return nil
}

// askWho finds out whether the name or code is that of somebody else: of an entrant, whose code would be needed;
// or like that of somebody whom the gathering knows, which has to be asked. Only who is on that list can be
// chosen from it.
func (p pages) askWho(r *http.Request, form *Enter, choice events.PersonID) error {
	now, err := p.read(r.Context(), events.Tournament(form.Gathering, form.ID), true)
	if err != nil {
		return err
	}
	people, err := p.likely(r.Context(), now)
	if err != nil {
		return err
	}
	key := roster.NameKey(form.Typed.Name)
	for _, o := range people {
		switch {
		case o.N == 0:
		case form.Typed.Code != "" && strings.EqualFold(o.Code, form.Typed.Code):
			form.Known, form.Problem = o.N, fmt.Sprintf("The short code %s is %s’s. If that is you, use your code from the desk; if not, leave the short code out.", form.Typed.Code, o.Name)
		case roster.NameKey(o.Name) == key:
			form.Known, form.Problem = o.N, "Somebody of this name has entered already. If that is you, use your code; if not, add something to your name."
		}
		if form.Known > 0 {
			return nil
		}
	}
	matches := alike.Like(alike.Person{Name: form.Typed.Name, Code: form.Typed.Code, Club: form.Typed.Club}, people)
	switch {
	case choice == stranger:
		return nil
	case choice != "":
		if !slices.ContainsFunc(matches, func(m alike.Match) bool { return m.Person.ID == choice && m.Person.N == 0 }) {
			return site.Malformed("Somebody else has that name. Type your own.")
		}
		return nil
	}
	for _, m := range matches[:min(len(matches), mostLikely)] {
		form.Likely = append(form.Likely, Likely{Person: m.Person.ID, N: m.Person.N, Name: m.Person.Name, Club: m.Person.Club})
	}
	return nil
}

// likely are the people whom a name may be: the entrants, and whom the gathering knows beside them. Who has
// no name any more is nobody.
func (p pages) likely(ctx context.Context, v Shown) ([]alike.Person, error) {
	info, err := p.Reader.Gathering(ctx, v.Gathering)
	if err != nil {
		return nil, err
	}
	in := map[events.PersonID]bool{}
	var out []alike.Person
	for _, e := range v.Entrants {
		in[e.Player] = true
		if e.Into == 0 && !slices.Contains(info.Forgotten, e.Player) {
			out = append(out, alike.Person{ID: e.Player, N: e.N, Name: v.Person(e.Player), Code: e.Code, Club: e.Club})
		}
	}
	for _, id := range info.People {
		if !in[id] && !slices.Contains(info.Forgotten, id) {
			out = append(out, alike.Person{ID: id, Name: v.Person(id)})
		}
	}
	return out, nil
}

// player is the session that somebody enters with.
func (e Enter) player(who events.PersonID) access.Session {
	return access.Session{Role: events.RoleCaptain, Gathering: e.Gathering, Group: e.ID, Person: who}
}

func (e Enter) command(who events.PersonID) log.Register {
	return log.Register{Entrants: []log.Entrant{{Player: who, Code: e.Typed.Code, Club: e.Typed.Club}}}
}

// couldEnter refuses what the tournament would refuse, before a name becomes known.
func (p pages) couldEnter(ctx context.Context, form *Enter) error {
	data, err := json.Marshal(form.command(stranger))
	if err != nil {
		return err
	}
	_, err = p.Tournaments.Preview(ctx, events.Tournament(form.Gathering, form.ID), events.Command{
		ID: events.CommandID(site.NewID()), Type: log.Register{}.CommandType(), Data: data, Actor: form.player(stranger).Actor(),
	})
	if r := engine.AsRefusal(err); r != nil {
		said := *r
		said.Says = strings.ReplaceAll(r.Says, "{"+string(stranger)+"}", form.Typed.Name)
		return &said
	}
	return err
}

// registers enters a person by this phone.
func (p pages) registers(r *http.Request, form *Enter, who events.PersonID) error {
	return p.Send(r, form.player(who), events.Tournament(form.Gathering, form.ID), 0, form.command(who))
}
