package events

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"sync"
)

// Payload is the data of one event. Implementations are plain structs used by value.
type Payload interface {
	// EventType is the written-out name with its version, "group.round-started.v1".
	EventType() string
}

// CommandBody is the data of one command. Implementations are plain structs used by value.
type CommandBody interface {
	// CommandType is the written-out name with its version, "group.end-round.v1".
	CommandType() string
}

// An Upcaster turns a stored payload of one version into the next. It is pure and mechanical: it
// moves, renames and fills in, it never judges. Chains run v1→v2→v3 while reading.
type Upcaster func(old json.RawMessage) (json.RawMessage, error)

// An Entry declares one payload or command type with the history of its versions.
type Entry struct {
	name   string // "group.round-started", without the version
	newest int
	ups    []Upcaster // ups[i] turns version i+1 into i+2
	event  func(json.RawMessage) (Payload, error)
	cmd    func(json.RawMessage) (CommandBody, error)
	zero   any
}

// DeclareEvent declares the payload type T. T's EventType names the newest version; ups holds one
// upcaster for each older version, oldest first.
func DeclareEvent[T Payload](ups ...Upcaster) Entry {
	var zero T
	e := Entry{ups: ups, zero: zero}
	e.name, e.newest = splitType(zero.EventType())
	e.event = func(b json.RawMessage) (Payload, error) {
		var v T
		if err := json.Unmarshal(b, &v); err != nil {
			return nil, err
		}
		return v, nil
	}
	return e
}

// DeclareCommand declares the command type T in the same way as [DeclareEvent].
func DeclareCommand[T CommandBody](ups ...Upcaster) Entry {
	var zero T
	e := Entry{ups: ups, zero: zero}
	e.name, e.newest = splitType(zero.CommandType())
	e.cmd = func(b json.RawMessage) (CommandBody, error) {
		var v T
		if err := decodeStrictly(b, &v); err != nil {
			return nil, err
		}
		return v, nil
	}
	return e
}

// strict decodes one value after another and takes no unknown field.
type strict struct {
	in  bytes.Reader
	dec *json.Decoder
}

// stricts are kept because a decoder takes room for much more than a command.
var stricts = sync.Pool{New: func() any {
	s := new(strict)
	s.dec = json.NewDecoder(&s.in)
	s.dec.DisallowUnknownFields()
	return s
}}

func decodeStrictly(b []byte, v any) error {
	s := stricts.Get().(*strict)
	s.in.Reset(b)
	if err := s.dec.Decode(v); err != nil {
		return err // the decoder may have bytes left and is not used again
	}
	if _, err := s.dec.Token(); !errors.Is(err, io.EOF) {
		return errors.New("more than one JSON value")
	}
	s.in.Reset(nil)
	stricts.Put(s)
	return nil
}

func splitType(t string) (string, int) {
	i := strings.LastIndex(t, ".v")
	if i < 0 {
		panic(fmt.Sprintf("type name %q has no version", t))
	}
	n := 0
	for _, c := range t[i+2:] {
		if c < '0' || c > '9' || n > 1000 {
			return t, 0
		}
		n = n*10 + int(c-'0')
	}
	return t[:i], n
}

// Catalogue knows every event and command type with all versions ever written. It is immutable and
// safe for concurrent use.
type Catalogue struct {
	events, commands map[string]Entry
}

// NewCatalogue returns a catalogue of the entries. It panics if a type is declared twice or the
// number of upcasters does not fit the newest version: the program itself is wrong then.
func NewCatalogue(entries ...Entry) *Catalogue {
	c := &Catalogue{events: map[string]Entry{}, commands: map[string]Entry{}}
	for _, e := range entries {
		c.add(e)
	}
	return c
}

func (c *Catalogue) add(e Entry) {
	if e.newest < 1 || len(e.ups) != e.newest-1 {
		panic(fmt.Sprintf("type %s.v%d has %d upcasters, want %d", e.name, e.newest, len(e.ups), e.newest-1))
	}
	m := c.events
	if e.cmd != nil {
		m = c.commands
	}
	if _, twice := m[e.name]; twice {
		panic("type " + e.name + " is declared twice")
	}
	m[e.name] = e
}

// Merge returns a catalogue of everything in cs.
func Merge(cs ...*Catalogue) *Catalogue {
	out := NewCatalogue()
	for _, c := range cs {
		for _, e := range c.events {
			out.add(e)
		}
		for _, e := range c.commands {
			out.add(e)
		}
	}
	return out
}

// upcast brings data of the named type up to the newest version.
func upcast(m map[string]Entry, typ string, data json.RawMessage) (Entry, json.RawMessage, error) {
	if !strings.Contains(typ, ".v") {
		return Entry{}, nil, &UnknownTypeError{Type: typ}
	}
	name, v := splitType(typ)
	e, ok := m[name]
	if !ok || v < 1 || v > e.newest {
		return Entry{}, nil, &UnknownTypeError{Type: typ}
	}
	if trimmed := bytes.TrimLeft(data, " \t\r\n"); len(trimmed) == 0 || trimmed[0] != '{' {
		return Entry{}, nil, fmt.Errorf("data of %s is not a JSON object", typ)
	}
	for ; v < e.newest; v++ {
		var err error
		if data, err = e.ups[v-1](data); err != nil {
			return Entry{}, nil, fmt.Errorf("upcast %s from version %d: %w", name, v, err)
		}
	}
	return e, data, nil
}

// Decode returns the payload of e as today's type, upcast if it is old. Fields it does not know are
// tolerated. It returns an [*UnknownTypeError] if the type or its version is not known.
func (c *Catalogue) Decode(e Event) (Payload, error) {
	entry, data, err := upcast(c.events, e.Type, e.Data)
	if err != nil {
		return nil, err
	}
	p, err := entry.event(data)
	if err != nil {
		return nil, fmt.Errorf("decode %s: %w", e.Type, err)
	}
	return p, nil
}

// DecodeCommand returns the body of a command as today's type. A field it does not know is an
// error, so that a misspelt one does not vanish. It returns an [*UnknownTypeError] if the type or
// its version is not known.
func (c *Catalogue) DecodeCommand(typ string, data json.RawMessage) (CommandBody, error) {
	entry, data, err := upcast(c.commands, typ, data)
	if err != nil {
		return nil, err
	}
	b, err := entry.cmd(data)
	if err != nil {
		return nil, fmt.Errorf("decode %s: %w", typ, err)
	}
	return b, nil
}

// DecodeAll returns the payloads of all events of a recorded commit, in order. Errors carry its
// position.
func (c *Catalogue) DecodeAll(r Recorded) ([]Payload, error) {
	out := make([]Payload, len(r.Events))
	for i, e := range r.Events {
		p, err := c.Decode(e)
		if err != nil {
			var unknown *UnknownTypeError
			if errors.As(err, &unknown) {
				return nil, &UnknownTypeError{Type: e.Type, Position: r.Position}
			}
			return nil, &CorruptError{Stream: r.Stream, Position: r.Position, Problem: err.Error()}
		}
		out[i] = p
	}
	return out, nil
}

// Encode returns the stored form of a payload.
func Encode(p Payload) (Event, error) {
	b, err := json.Marshal(p)
	if err != nil {
		return Event{}, fmt.Errorf("encode %s: %w", p.EventType(), err)
	}
	return Event{Type: p.EventType(), Data: b}, nil
}

// EncodeAll returns the stored form of all payloads, in order.
func EncodeAll(ps []Payload) ([]Event, error) {
	out := make([]Event, len(ps))
	for i, p := range ps {
		e, err := Encode(p)
		if err != nil {
			return nil, err
		}
		out[i] = e
	}
	return out, nil
}

// EventTypes returns the newest name of every event type, sorted.
func (c *Catalogue) EventTypes() []string { return typeNames(c.events) }

// CommandTypes returns the newest name of every command type, sorted.
func (c *Catalogue) CommandTypes() []string { return typeNames(c.commands) }

// Zero returns the zero value of the Go type behind the newest name of an event or command type,
// and whether there is one.
func (c *Catalogue) Zero(typ string) (any, bool) {
	name, v := splitType(typ)
	for _, m := range []map[string]Entry{c.events, c.commands} {
		if e, ok := m[name]; ok && e.newest == v {
			return reflect.New(reflect.TypeOf(e.zero)).Elem().Interface(), true
		}
	}
	return nil, false
}

func typeNames(m map[string]Entry) []string {
	out := make([]string, 0, len(m))
	for name, e := range m {
		out = append(out, fmt.Sprintf("%s.v%d", name, e.newest))
	}
	slices.Sort(out)
	return out
}
