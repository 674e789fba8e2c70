package console

import (
	"net/http"

	"github.com/muster-events/muster/dashboards/internal/layout"
)

// Form is a page that says what will change and asks for what that needs.
type Form struct {
	Title   string
	Says    []string // what will change
	Danger  bool     // cannot be taken back
	Fields  []Field
	Parts   []Part // fields that belong together, after the others
	Submit  string
	Action  string // path it is sent to
	Back    string
	ID      string // of the command it sends
	Problem string // why it was not accepted
	Page    layout.Page
}

// Part is a part of a form with a heading.
type Part struct {
	Title  string
	Says   string
	Class  string // for the page's style, which may hide it where it has no meaning
	Closed bool   // opened by who needs it
	Fields []Field
}

// Kinds of field.
const (
	FieldText   = "text"
	FieldArea   = "area"
	FieldNumber = "number"
	FieldSelect = "select"
	FieldRadio  = "radio"
	FieldChecks = "checks" // several of the options
	FieldHidden = "hidden"
)

// Field is one thing that a form asks for.
type Field struct {
	Kind     string
	Name     string
	Label    string
	Help     string
	Value    string
	Max      int // characters of a text, greatest number
	Optional bool
	Options  []Choice
	Checked  []string // values of the options that are ticked, of FieldChecks
}

// Choice is one of the answers to a field.
type Choice struct {
	Value, Text, Why string
	Off              bool // shown, but cannot be chosen
}

// Refill puts what was typed back into the fields.
func (f *Form) Refill(r *http.Request) { f.refill(r) }

// refill puts what was typed back into the fields.
func (f *Form) refill(r *http.Request) {
	refill(r, f.Fields)
	for _, p := range f.Parts {
		refill(r, p.Fields)
	}
}

func refill(r *http.Request, fields []Field) {
	for i, field := range fields {
		switch v := r.Form[field.Name]; {
		case field.Kind == FieldChecks:
			fields[i].Checked = v
		case len(v) > 0:
			fields[i].Value = v[0]
		}
	}
}

func reasonField(label string) Field {
	return Field{Kind: FieldArea, Name: "reason", Label: label, Help: "It is recorded, and shown to the tables.", Max: 400}
}
