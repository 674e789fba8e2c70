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
	fieldText   = "text"
	fieldArea   = "area"
	fieldNumber = "number"
	fieldSelect = "select"
	fieldRadio  = "radio"
	fieldChecks = "checks" // several of the options
	fieldHidden = "hidden"
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
}

// Choice is one of the answers to a field.
type Choice struct {
	Value, Text, Why string
	Off              bool // shown, but cannot be chosen
}

// refill puts what was typed back into the fields.
func (f *Form) refill(r *http.Request) {
	for i, field := range f.Fields {
		if v, ok := r.Form[field.Name]; ok && field.Kind != fieldChecks && len(v) > 0 {
			f.Fields[i].Value = v[0]
		}
	}
}

func reasonField(label string) Field {
	return Field{Kind: fieldArea, Name: "reason", Label: label, Help: "It is recorded, and shown to the tables.", Max: 400}
}

// SampleFields returns a field of every kind, for the gallery.
func SampleFields(long, rtl string) []Field {
	choices := []Choice{{Value: "a", Text: long, Why: "has ended the round", Off: true}, {Value: "b", Text: rtl}}
	return []Field{
		{Kind: fieldRadio, Name: "table", Label: "Table", Options: choices}, {Kind: fieldChecks, Name: "tables", Label: "Only at these tables", Help: "None ticked: all", Options: choices},
		{Kind: fieldSelect, Name: "player", Label: "Player", Options: choices, Optional: true}, {Kind: fieldNumber, Name: "n", Label: "Siege value", Max: 99},
		{Kind: fieldText, Name: "name", Label: "Name", Value: rtl, Max: 80}, reasonField("Why"), {Kind: fieldHidden, Name: "round", Value: "7"},
	}
}
