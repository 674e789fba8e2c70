package desk

import "github.com/muster-events/muster/events"

// Reasons for correcting what is kept about a person. They are a closed set, so that nobody writes a name
// into the log, which forgets nothing.
const (
	WhyMisspelt   = "misspelt"   // it was taken down wrongly
	WhyChanged    = "changed"    // the person is called, or reached, otherwise now
	WhyAsked      = "asked"      // the person wishes it so
	WhyUnsuitable = "unsuitable" // it was no name to show to others
)

// Whys returns every reason for a correction, in the order in which people are offered them.
func Whys() []string { return []string{WhyMisspelt, WhyChanged, WhyAsked, WhyUnsuitable} }

// CorrectPerson records that another name or contact is kept for a person than before; neither is in it.
// Role: organiser, system; the phone of a tournament's player its own contact. Also after the gathering has
// ended, until it is sealed.
type CorrectPerson struct {
	Person     events.PersonID `json:"person"`
	Commitment events.Hash     `json:"commitment"`        // to what is kept now, as that of [Person]
	Name       bool            `json:"name,omitempty"`    // the name is another
	Contact    bool            `json:"contact,omitempty"` // the contact is another, or is kept no longer
	Why        string          `json:"why"`               // a Why… constant
}

// PersonCorrected says that another name or contact is kept for a person; see [CorrectPerson].
type PersonCorrected struct {
	Person     events.PersonID `json:"person"`
	Commitment events.Hash     `json:"commitment"`
	Name       bool            `json:"name,omitempty"`
	Contact    bool            `json:"contact,omitempty"`
	Why        string          `json:"why"`
}

// CommandType implements events.CommandBody.
func (CorrectPerson) CommandType() string { return "desk.correct-person.v1" }

// EventType implements events.Payload.
func (PersonCorrected) EventType() string { return "desk.person-corrected.v1" }
