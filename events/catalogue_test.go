package events_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/muster-events/muster/events"
)

// arrived went through three versions: "who" became "name", then the table was added.
type arrived struct {
	Name  string `json:"name"`
	Table string `json:"table"`
}

func (arrived) EventType() string { return "test.arrived.v3" }

type left struct{}

func (left) EventType() string { return "test.left.v1" }

type greet struct {
	Name string `json:"name"`
}

func (greet) CommandType() string { return "test.greet.v2" }

func rename(from, to string) events.Upcaster {
	return func(old json.RawMessage) (json.RawMessage, error) {
		var fields map[string]json.RawMessage
		if err := json.Unmarshal(old, &fields); err != nil {
			return nil, err
		}
		fields[to] = fields[from]
		delete(fields, from)
		return json.Marshal(fields)
	}
}

func atTheDoor(old json.RawMessage) (json.RawMessage, error) {
	var fields map[string]any
	if err := json.Unmarshal(old, &fields); err != nil {
		return nil, err
	}
	fields["table"] = "door"
	return json.Marshal(fields)
}

func catalogue() *events.Catalogue {
	return events.NewCatalogue(
		events.DeclareEvent[arrived](rename("who", "name"), atTheDoor),
		events.DeclareEvent[left](),
		events.DeclareCommand[greet](rename("who", "name")),
	)
}

func TestOldVersionsAreReadAsTodaysTypes(t *testing.T) {
	for typ, data := range map[string]string{
		"test.arrived.v1": `{"who":"p-1"}`,
		"test.arrived.v2": `{"name":"p-1"}`,
		"test.arrived.v3": `{"name":"p-1","table":"door","later":1}`,
	} {
		p, err := catalogue().Decode(events.Event{Type: typ, Data: json.RawMessage(data)})
		if err != nil || p != (arrived{Name: "p-1", Table: "door"}) {
			t.Errorf("%s: got %+v, %v", typ, p, err)
		}
	}
	for typ, data := range map[string]string{"test.greet.v1": `{"who":"p-1"}`, "test.greet.v2": `{"name":"p-1"}`} {
		c, err := catalogue().DecodeCommand(typ, json.RawMessage(data))
		if err != nil || c != (greet{Name: "p-1"}) {
			t.Errorf("%s: got %+v, %v", typ, c, err)
		}
	}
}

func TestWhatTheCatalogueDoesNotKnow(t *testing.T) {
	for _, typ := range []string{"test.arrived.v4", "test.arrived.v0", "test.arrived", "test.arrived.v", "test.arrived.vx", "test.arrived.v-1", "test.arrived.v99999999999", "test.greet.v1", ""} {
		var unknown *events.UnknownTypeError
		_, err := catalogue().Decode(events.Event{Type: typ, Data: json.RawMessage(`{}`)})
		if !errors.As(err, &unknown) || unknown.Type != typ {
			t.Errorf("event %q: got %v, want an UnknownTypeError", typ, err)
		}
	}
	for _, typ := range []string{"test.greet.v3", "test.left.v1"} {
		var unknown *events.UnknownTypeError
		if _, err := catalogue().DecodeCommand(typ, json.RawMessage(`{}`)); !errors.As(err, &unknown) {
			t.Errorf("command %q: got %v, want an UnknownTypeError", typ, err)
		}
	}
}

// What was wrong with one command, and how long it was, does not matter to the next.
func TestCommandsAreDecodedOneByOne(t *testing.T) {
	c := catalogue()
	long := strings.Repeat("x", 5000)
	for i := range 200 {
		want := strings.Repeat("n", i)
		got, err := c.DecodeCommand("test.greet.v2", json.RawMessage(`{"name":"`+want+`"} `))
		if err != nil || got != (greet{Name: want}) {
			t.Fatalf("command %d is decoded as %+v, %v", i, got, err)
		}
		bad := []string{`{"nam":"` + long + `"}`, `{"name":"` + long, `{"name":"a"}{"name":"` + long + `"}`, `{"name":1,"x":2}`, `{"name":"a"}]`}[i%5]
		if got, err := c.DecodeCommand("test.greet.v2", json.RawMessage(bad)); err == nil {
			t.Fatalf("%q is decoded as %+v", bad, got)
		}
		if got, err := c.DecodeCommand("test.greet.v2", json.RawMessage(`{}`)); err != nil || got != (greet{}) {
			t.Fatalf("a command without a name is decoded as %+v, %v", got, err)
		}
	}
}

func TestMalformedData(t *testing.T) {
	for _, data := range []string{``, `{`, `[]`, `null`, `{"name":1}`} {
		if _, err := catalogue().Decode(events.Event{Type: "test.arrived.v3", Data: json.RawMessage(data)}); err == nil {
			t.Errorf("event data %q is accepted", data)
		}
	}
	for _, data := range []string{``, `{`, `null`, `{"name":1}`, `{"nam":"misspelt"}`, `{"name":"a"}{"name":"b"}`, `{"name":"a"} x`} {
		if _, err := catalogue().DecodeCommand("test.greet.v2", json.RawMessage(data)); err == nil {
			t.Errorf("command data %q is accepted", data)
		}
	}
	if _, err := catalogue().Decode(events.Event{Type: "test.arrived.v1", Data: json.RawMessage(`{`)}); err == nil || !strings.Contains(err.Error(), "version 1") {
		t.Errorf("an upcaster's error does not name the version: %v", err)
	}
}

func TestErrorsOfACommitCarryItsPosition(t *testing.T) {
	r := events.Recorded{Commit: sample(), Position: 42}
	r.Events = []events.Event{{Type: "test.left.v1", Data: json.RawMessage(`{}`)}, {Type: "test.left.v2", Data: json.RawMessage(`{}`)}}
	var unknown *events.UnknownTypeError
	if _, err := catalogue().DecodeAll(r); !errors.As(err, &unknown) || unknown.Position != 42 {
		t.Errorf("got %v, want position 42", err)
	}
	r.Events[1] = events.Event{Type: "test.arrived.v3", Data: json.RawMessage(`{"name":1}`)}
	var corrupt *events.CorruptError
	if _, err := catalogue().DecodeAll(r); !errors.As(err, &corrupt) || corrupt.Position != 42 || corrupt.Stream != r.Stream {
		t.Errorf("got %v, want position 42", err)
	}
	r.Events[1] = events.Event{Type: "test.arrived.v3", Data: json.RawMessage(`{"name":"p-1","table":"t"}`)}
	got, err := catalogue().DecodeAll(r)
	if err != nil || !slices.Equal(got, []events.Payload{left{}, arrived{"p-1", "t"}}) {
		t.Errorf("got %v, %v", got, err)
	}
	again, err := events.EncodeAll(got)
	if err != nil || string(again[1].Data) != string(r.Events[1].Data) || again[1].Type != "test.arrived.v3" {
		t.Errorf("encoded again: %v, %v", again, err)
	}
}

func TestCatalogueLists(t *testing.T) {
	c := events.Merge(catalogue(), events.NewCatalogue())
	if got := c.EventTypes(); !slices.Equal(got, []string{"test.arrived.v3", "test.left.v1"}) {
		t.Errorf("events: %v", got)
	}
	if got := c.CommandTypes(); !slices.Equal(got, []string{"test.greet.v2"}) {
		t.Errorf("commands: %v", got)
	}
	if z, ok := c.Zero("test.arrived.v3"); !ok || z != (arrived{}) {
		t.Errorf("zero: %v, %v", z, ok)
	}
	if _, ok := c.Zero("test.arrived.v2"); ok {
		t.Error("an old version has no Go type")
	}
}

func TestCatalogueRefusesMistakesOfTheProgram(t *testing.T) {
	for what, build := range map[string]func(){
		"a type twice":         func() { events.NewCatalogue(events.DeclareEvent[left](), events.DeclareEvent[left]()) },
		"a missing upcaster":   func() { events.NewCatalogue(events.DeclareEvent[arrived](atTheDoor)) },
		"an upcaster too many": func() { events.NewCatalogue(events.DeclareEvent[left](atTheDoor)) },
		"merging twice":        func() { events.Merge(catalogue(), catalogue()) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", what)
				}
			}()
			build()
		}()
	}
}

func FuzzDecode(f *testing.F) {
	f.Add("test.arrived.v1", []byte(`{"who":"p-1"}`))
	f.Add("test.greet.v1", []byte(`{"who":"p-1"}`))
	f.Add("test.arrived.v", []byte(`null`))
	f.Fuzz(func(t *testing.T, typ string, data []byte) {
		if p, err := catalogue().Decode(events.Event{Type: typ, Data: data}); err == nil {
			e, err := events.Encode(p)
			if err != nil {
				t.Fatal(err)
			}
			again, err := catalogue().Decode(e)
			if err != nil || again != p {
				t.Fatalf("got %v, %v, want %v", again, err, p)
			}
		}
		_, _ = catalogue().DecodeCommand(typ, data)
	})
}
