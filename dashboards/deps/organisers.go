package deps

import "net/http"

// Organisers lets organisers say who they are; [Deps].Auth is one, if they can. Errors are for people.
type Organisers interface {
	// OrganiserAs logs the browser in as organiser if the key is right, as the person of a name; an empty
	// name is none. Rate limited.
	OrganiserAs(w http.ResponseWriter, r *http.Request, key, name string) error
	// SayName gives the organiser's session of a request the name of whoever uses it.
	SayName(w http.ResponseWriter, r *http.Request, name string) error
}
