package bundle

import (
	"fmt"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
)

// commitment is what the log holds of a person.
func (p Person) commitment() events.Hash { return desk.Commit(p.Salt, p.Name, p.Contact) }

// people compares the names in the bundle with what the log has committed to.
func (v *verifier) people(committed map[events.PersonID]events.Hash) {
	if !v.f.Manifest.People {
		return
	}
	b, err := v.f.read(peopleName, maxPeople)
	if err != nil {
		v.report.bad(Finding{Part: PartPeople, Found: err.Error()})
		return
	}
	var list []Person
	if err := strictJSON(b, &list); err != nil {
		v.report.bad(Finding{Part: PartPeople, Found: fmt.Sprintf("%s that cannot be read: %v", peopleName, err)})
		return
	}
	seen := map[events.PersonID]bool{}
	for _, p := range list {
		v.report.count(PartPeople, 1)
		want, known := committed[p.Person]
		switch {
		case seen[p.Person]:
			v.report.bad(Finding{Part: PartPeople, Found: fmt.Sprintf("%s twice", clip(string(p.Person))), Expected: "every person once"})
		case !known:
			v.report.bad(Finding{Part: PartPeople, Found: fmt.Sprintf("a name for %s", clip(string(p.Person))), Expected: "names of people that the log knows"})
		case want.IsZero():
			v.report.bad(Finding{Part: PartPeople, Found: fmt.Sprintf("a name for %s, who was forgotten on request", p.Person), Expected: "no name"})
		case p.commitment() != want:
			v.report.bad(Finding{Part: PartPeople, Found: fmt.Sprintf("another name, contact or salt for %s than the log committed to", p.Person), Expected: "the one that was registered"})
		}
		seen[p.Person] = true
	}
}
