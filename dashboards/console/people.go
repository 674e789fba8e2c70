package console

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/muster-events/muster/coordinator/access"
	"github.com/muster-events/muster/coordinator/roster"
	"github.com/muster-events/muster/coordinator/roster/alike"
	"github.com/muster-events/muster/dashboards/deps"
	"github.com/muster-events/muster/dashboards/internal/site"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
	"github.com/muster-events/muster/projections/catalog"
	"github.com/muster-events/muster/projections/words"
)

// people adds the routes of everybody whom a gathering knows.
func (p pages) people() {
	p.Handle("GET /console/{gathering}/people", p.peopleList)
	p.Handle("GET /console/{gathering}/people/{person}", p.askPerson)
	p.Handle("POST /console/{gathering}/people/{person}", p.doPerson)
}

// People is the page of everybody whom a gathering knows.
type People struct {
	Me   access.Session
	Info catalog.Gathering
	List []Known
	Find string // what was looked for
	Done string
}

// Known is a person on that page.
type Known struct {
	ID            events.PersonID
	Number        int // in order of registration, from 1
	Name, Contact string
	Erased        bool
}

// PersonPath is the page on which an organiser corrects a name or contact; after it comes the page that led
// there.
func PersonPath(g events.GatheringID, id events.PersonID, back string) string {
	at := "/console/" + string(g) + "/people/" + string(id)
	if back != "" {
		at += "?back=" + back
	}
	return at
}

// MayCorrect tells whether a session corrects names in a gathering, and the gathering still takes it.
func MayCorrect(me access.Session, info catalog.Gathering) bool {
	return !info.Sealed && me.Role == events.RoleOrganiser && me.May(access.Give(desk.CorrectPerson{}.CommandType()), info.ID, access.Object{}) == nil
}

// GET /console/{gathering}/people?find=…
func (p pages) peopleList(w http.ResponseWriter, r *http.Request) error {
	c, err := p.outgoingCall(w, r)
	if err != nil {
		return err
	}
	v := People{Me: c.me, Info: c.info, Find: strings.TrimSpace(r.FormValue("find"))}
	if r.FormValue("done") == "corrected" {
		v.Done = "It is corrected, and every page says so now."
	}
	want := roster.NameKey(v.Find)
	for i, id := range c.info.People {
		k := Known{ID: id, Number: i + 1, Name: c.player(id), Erased: slices.Contains(c.info.Forgotten, id)}
		if !k.Erased {
			k.Contact = p.People.Contact(c.g, id)
		}
		if v.Find == "" || strings.Contains(roster.NameKey(k.Name), want) || strings.Contains(roster.NameKey(k.Contact), want) {
			v.List = append(v.List, k)
		}
	}
	return p.Page(w, r, PeoplePage(v))
}

// personCall reads the person that a path names.
func (p pages) personCall(w http.ResponseWriter, r *http.Request) (*call, events.PersonID, error) {
	c, err := p.outgoingCall(w, r)
	if err != nil {
		return nil, "", err
	}
	id := events.PersonID(r.PathValue("person"))
	if !slices.Contains(c.info.People, id) {
		return nil, "", deps.ErrNotFound
	}
	switch {
	case slices.Contains(c.info.Forgotten, id):
		return nil, "", &site.Problem{Status: http.StatusConflict, Title: "Nothing is kept", Says: c.player(id) + " was erased at their request: there is nothing to correct, and it cannot be brought back."}
	case c.info.Sealed:
		return nil, "", &site.Problem{Status: http.StatusConflict, Title: "The gathering is sealed", Says: "Nothing of it changes any more. A name can still be erased."}
	}
	return c, id, nil
}

// GET /console/{gathering}/people/{person}
func (p pages) askPerson(w http.ResponseWriter, r *http.Request) error {
	c, id, err := p.personCall(w, r)
	if err != nil {
		return err
	}
	return p.showPerson(c, id, nil, "")
}

// whySaid says the reasons for a correction as people choose them.
var whySaid = map[string]string{
	desk.WhyMisspelt:   "It was taken down wrongly",
	desk.WhyChanged:    "It has changed",
	desk.WhyAsked:      "They ask for it",
	desk.WhyUnsuitable: "It is not suitable to be shown",
}

func (p pages) showPerson(c *call, id events.PersonID, like []alike.Match, problem string) error {
	f := Form{
		Title: "Correct " + c.player(id), Submit: "Correct it", Action: PersonPath(c.g, id, ""), Back: c.wayBack(), ID: site.NewID(), Problem: problem,
		Says: []string{
			"Every page, phone and wall shows it at once, for what is over too. What was there before is erased; the log keeps that you have corrected it, when and why, and neither the old nor the new.",
		},
		Fields: []Field{
			{Kind: FieldText, Name: "name", Label: "Name", Value: c.player(id), Max: roster.MaxNameLen},
			{Kind: FieldText, Name: "contact", Label: "How to reach them", Value: p.People.Contact(c.g, id), Max: roster.MaxContactLen, Optional: true, Help: "Only organisers see it. Empty: nothing is kept."},
		},
	}
	why := Field{Kind: FieldRadio, Name: "why", Label: "Why", Value: desk.WhyMisspelt}
	for _, w := range desk.Whys() {
		why.Options = append(why.Options, Choice{Value: w, Text: whySaid[w]})
	}
	f.Fields = append(f.Fields, why)
	also, err := p.sameAs(c, id)
	if err != nil {
		return err
	}
	if len(also.Options) > 0 {
		f.Fields = append(f.Fields, also)
	}
	f.Page = page(f.Title, c.me, crumbs(c.me, c.info, "People", peoplePath(c.g), c.player(id))...)
	if c.r.Method == http.MethodPost {
		f.refill(c.r)
	}
	if len(like) > 0 {
		f.Fields = append(f.Fields, alikeField(like, c.r.FormValue("name")))
	}
	return p.Page(c.w, c.r, FormPage(f))
}

func peoplePath(g events.GatheringID) string { return "/console/" + string(g) + "/people" }

// wayBack is the page that led to the form, on this server; else the list of people.
func (c *call) wayBack() string {
	if to := c.r.FormValue("back"); strings.HasPrefix(to, "/console/"+string(c.g)+"/") && !strings.ContainsAny(to, "\\\r\n") && !strings.Contains(to, "//") {
		return to
	}
	return peoplePath(c.g)
}

// sameAs lists entries that were found to be the same person: what they are called is corrected with it if
// it was the same.
func (p pages) sameAs(c *call, id events.PersonID) (Field, error) {
	f := Field{Kind: FieldChecks, Name: "also", Label: "Found to be the same person; correct the name there too"}
	if p.Persons == nil {
		return f, nil
	}
	h, err := p.Persons.Person(c.r.Context(), c.g, id)
	if err != nil {
		return f, err
	}
	for _, other := range append(slices.Clone(h.Also), h.Into) {
		if other == "" || slices.Contains(c.info.Forgotten, other) {
			continue
		}
		f.Options = append(f.Options, Choice{Value: string(other), Text: c.player(other), Why: fmt.Sprintf("person %d", slices.Index(c.info.People, other)+1)})
		if roster.NameKey(c.player(other)) == roster.NameKey(c.player(id)) {
			f.Checked = append(f.Checked, string(other))
		}
	}
	return f, nil
}

// alikeField asks whether a name is meant that others nearly have.
func alikeField(like []alike.Match, name string) Field {
	const most = 5
	var who []string
	for _, m := range like[:min(len(like), most)] {
		who = append(who, m.Person.Name+": "+m.Reasons[0].Says)
	}
	f := Field{Kind: FieldChecks, Name: "sure", Label: "Others are called nearly so", Options: []Choice{{Value: name, Text: "They are somebody else; the name is right"}}}
	f.Help = strings.Join(who, ". ") + "."
	if n := len(like) - most; n > 0 {
		f.Help += fmt.Sprintf(" And %d more.", n)
	}
	return f
}

// POST /console/{gathering}/people/{person}
func (p pages) doPerson(w http.ResponseWriter, r *http.Request) error {
	c, id, err := p.personCall(w, r)
	if err != nil {
		return err
	}
	name, contact := r.FormValue("name"), r.FormValue("contact")
	if clean, err := roster.CleanName(name); err == nil && clean != c.player(id) && r.FormValue("sure") != name {
		others := slices.DeleteFunc(p.People.Like(c.g, id, name), func(m alike.Match) bool { return slices.Contains(r.Form["also"], string(m.Person.ID)) })
		if len(others) > 0 {
			return p.showPerson(c, id, others, "Others are called nearly so. Look at the end of the page, then correct it.")
		}
	}
	also, err := p.sameAs(c, id)
	if err != nil {
		return err
	}
	at, err := p.People.Correct(r.Context(), c.g, c.me.Actor(), id, roster.Correction{Name: &name, Contact: &contact, Why: r.FormValue("why")})
	for _, o := range also.Options {
		if err != nil || !slices.Contains(r.Form["also"], o.Value) {
			continue
		}
		var next events.Position
		next, err = p.People.Correct(r.Context(), c.g, c.me.Actor(), events.PersonID(o.Value), roster.Correction{Name: &name, Why: r.FormValue("why")})
		at = max(at, next)
	}
	if err != nil {
		if again := retry(err); again != "" {
			return p.showPerson(c, id, nil, words.Upper(again))
		}
		return err
	}
	p.Await(r.Context(), c.g, at)
	to := c.wayBack()
	if to == peoplePath(c.g) {
		to += "?done=corrected"
	}
	return site.To(w, r, to)
}
