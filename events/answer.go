package events

// Answer is what the sender of an accepted command learns.
type Answer struct {
	Version  Version  `json:"version"`  // of the commit that holds the command
	Position Position `json:"position"` // of that commit
	// Duplicate is set when the command had been accepted before; nothing was appended this time.
	Duplicate bool     `json:"duplicate,omitempty"`
	Events    []string `json:"events"` // types of the events it produced
}
