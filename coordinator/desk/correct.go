package desk

import (
	"slices"
	"strings"

	"github.com/muster-events/muster/engine"
	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/desk"
)

// correct records that another name or contact is kept. A player's own phone changes the contact only: under
// the name everybody knows them.
func (s State) correct(by events.Actor, b desk.CorrectPerson) (events.Payload, error) {
	was, known := s.people.Get(b.Person)
	switch {
	case !known:
		return nil, refuse(CodeUnknown, "nobody with the id %q is registered with this gathering", b.Person)
	case was.forgotten:
		return nil, refuse(CodeForgotten, "the name of %s was erased; nothing is kept of them any more", b.Person)
	case by.Role == events.RoleCaptain && b.Name:
		return nil, refuse(engine.CodeNotAllowed, "a phone changes only how its player is reached; an organiser corrects the name")
	case !b.Name && !b.Contact:
		return nil, refuse(engine.CodeMalformed, "neither the name nor the contact is another; say which is")
	case b.Commitment.IsZero() || b.Commitment == was.commitment:
		return nil, refuse(engine.CodeMalformed, "there is no new commitment to what is kept of %s", b.Person)
	case !slices.Contains(desk.Whys(), b.Why):
		return nil, refuse(engine.CodeMalformed, "the reason %q is none of %s", b.Why, strings.Join(desk.Whys(), ", "))
	}
	return desk.PersonCorrected(b), nil
}
