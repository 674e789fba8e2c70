// Package access says who may do what. Roles come from sessions and connection credentials; a
// client cannot choose its own. It is pure.
package access

import "github.com/muster-events/muster/events"

// Session is who a browser or program acts as. The zero Session is a spectator.
type Session struct {
	ID        string             `json:"id"`
	Role      events.Role        `json:"role"`
	Gathering events.GatheringID `json:"gathering,omitempty"` // judges and captains: theirs; organisers: empty, all
	Group     events.GroupID     `json:"group,omitempty"`     // captains
	Table     events.TableID     `json:"table,omitempty"`     // captains
	Person    events.PersonID    `json:"person,omitempty"`    // if known
	Device    events.DeviceID    `json:"device,omitempty"`    // made when the session was
	// Name is what an organiser has said they are called; empty: they have not, and are [events.Organiser].
	Name string `json:"name,omitempty"`
}

// Actor returns who the session's commands are recorded under.
func (s Session) Actor() events.Actor {
	role := s.Role
	if role == "" {
		role = events.RoleSpectator
	}
	return events.Actor{Role: role, Person: s.Person, Group: s.Group, Table: s.Table}
}
