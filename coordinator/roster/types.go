// Package roster reads lists of players as organisers keep them, CSV or JSON, and says row by row
// what is wrong with them. It is pure; nothing is half imported.
package roster

// NewPerson is a name to register with a gathering.
type NewPerson struct {
	Name    string `json:"name"`
	Contact string `json:"contact,omitempty"`
}

// Correction is what is put right of somebody who is registered; nil leaves it as it is.
type Correction struct {
	Name    *string `json:"name,omitempty"`
	Contact *string `json:"contact,omitempty"` // empty: none is kept any more
	Why     string  `json:"why"`               // a Why… constant of events/desk
}

// Report is the outcome of an import.
type Report struct {
	Problems []Problem `json:"problems,omitempty"` // if there is any, nothing was imported
	People   int       `json:"people"`             // names read
	Groups   []Group   `json:"groups,omitempty"`   // what was or would be made
	Applied  bool      `json:"applied"`
}

// Problem is one thing that is wrong with a row.
type Problem struct {
	Row   int    `json:"row"`             // as in the file, the header is row 1
	Field string `json:"field,omitempty"` // column
	Says  string `json:"says"`            // what was found and what would be right
}

// Group is a group of the roster with its teams.
type Group struct {
	Name  string `json:"name"`
	Teams []Team `json:"teams"`
}

// Team is a team of the roster.
type Team struct {
	Name    string   `json:"name"`
	Players []string `json:"players"` // names, in the order of the file
}
