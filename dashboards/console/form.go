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
	Submit  string
	Action  string // path it is sent to
	Back    string
	ID      string // of the command it sends
	Problem string // why it was not accepted
	Page    layout.Page
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
	for i, field := range f.Fields {
		switch v := r.Form[field.Name]; {
		case field.Kind == FieldChecks:
			f.Fields[i].Checked = v
		case len(v) > 0:
			f.Fields[i].Value = v[0]
		}
	}
}

func reasonField(label string) Field {
	return Field{Kind: FieldArea, Name: "reason", Label: label, Help: "It is recorded, and shown to the tables.", Max: 400}
}
