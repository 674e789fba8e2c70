package vocabulary_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/muster-events/muster/events"
	"github.com/muster-events/muster/events/vocabulary"
)

var update = flag.Bool("update", false, "write the golden files that are missing; those that exist stay as they are")

const golden = "testdata/golden"

const howTo = "to add one: go test ./events/vocabulary -update, look at the file, and commit it. " +
	"A golden file is what logs hold: it is never changed; a field that was added later and means nothing when it is absent " +
	"is shown in a further file, <type>+2.json; any other change is a new version with an upcaster"

// files returns the golden files of a type, the oldest first.
func files(typ string) []string {
	out := []string{filepath.Join(golden, typ+".json")}
	for n := 2; ; n++ {
		path := filepath.Join(golden, fmt.Sprintf("%s+%d.json", typ, n))
		if _, err := os.Stat(path); err != nil {
			return out
		}
		out = append(out, path)
	}
}

// typeOf is the reverse of files.
func typeOf(path string) string {
	name := strings.TrimSuffix(filepath.Base(path), ".json")
	typ, _, _ := strings.Cut(name, "+")
	return typ
}

// Every type has a golden file, which decodes to today's struct and encodes back to the same bytes.
// Files of older versions stay, and must decode.
func TestGolden(t *testing.T) {
	all := vocabulary.All()
	types := append(all.EventTypes(), all.CommandTypes()...)
	for _, typ := range types {
		t.Run(typ, func(t *testing.T) {
			for _, path := range files(typ) {
				want, err := os.ReadFile(path)
				if errors.Is(err, os.ErrNotExist) && *update {
					want = writeGolden(t, all, typ, path)
				} else if err != nil {
					t.Fatalf("type %s has no golden file; %s", typ, howTo)
				}
				got, err := json.Marshal(decode(t, all, typ, want))
				if err != nil {
					t.Fatal(err)
				}
				if got = append(got, '\n'); !bytes.Equal(got, want) {
					t.Errorf("%s is stored differently now; %s\ngot  %swant %s", typ, howTo, got, want)
				}
			}
		})
	}
}

// Nothing lies in the folder that the catalogue cannot read.
func TestGoldenFilesAreAllKnown(t *testing.T) {
	all := vocabulary.All()
	files, err := filepath.Glob(filepath.Join(golden, "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no golden files: %v", err)
	}
	for _, path := range files {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		decode(t, all, typeOf(path), b)
	}
}

// A filled value must show every field, or the golden file proves little.
func TestGoldenFilesShowEveryField(t *testing.T) {
	all := vocabulary.All()
	for _, typ := range append(all.EventTypes(), all.CommandTypes()...) {
		zero, ok := all.Zero(typ)
		if !ok {
			t.Fatalf("no Go type behind %s", typ)
		}
		shown := files(typ)
		missing := notShown(t, all, typ, reflect.TypeOf(zero), shown)
		if len(missing) > 0 && *update {
			path := filepath.Join(golden, fmt.Sprintf("%s+%d.json", typ, len(shown)+1))
			writeGolden(t, all, typ, path)
			missing = notShown(t, all, typ, reflect.TypeOf(zero), files(typ))
		}
		for _, field := range missing {
			t.Errorf("%s: field %s is not filled in any golden file; %s", typ, field, howTo)
		}
	}
}

// notShown returns the fields of a type that no golden file fills.
func notShown(t *testing.T, all *events.Catalogue, typ string, of reflect.Type, paths []string) []string {
	t.Helper()
	filled := map[string]bool{}
	for _, path := range paths {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatalf("type %s has no golden file; %s", typ, howTo)
		}
		v := reflect.ValueOf(decode(t, all, typ, b))
		for i := range v.NumField() {
			if !v.Field(i).IsZero() {
				filled[of.Field(i).Name] = true
			}
		}
	}
	var missing []string
	for i := range of.NumField() {
		if !filled[of.Field(i).Name] {
			missing = append(missing, of.Field(i).Name)
		}
	}
	return missing
}

func decode(t *testing.T, all *events.Catalogue, typ string, b []byte) any {
	t.Helper()
	data := json.RawMessage(bytes.TrimSuffix(b, []byte("\n")))
	var v any
	var err error
	if slices.Contains(all.CommandTypes(), typ) {
		v, err = all.DecodeCommand(typ, data)
	} else if v, err = all.Decode(events.Event{Type: typ, Data: data}); err != nil {
		var older error
		if v, older = all.DecodeCommand(typ, data); older == nil {
			err = nil
		}
	}
	if err != nil {
		t.Fatalf("golden file of %s: %v", typ, err)
	}
	return v
}

func writeGolden(t *testing.T, all *events.Catalogue, typ, path string) []byte {
	t.Helper()
	zero, _ := all.Zero(typ)
	v := reflect.New(reflect.TypeOf(zero)).Elem()
	(&filler{}).fill(v, "")
	b, err := json.Marshal(v.Interface())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(golden, 0o755); err != nil {
		t.Fatal(err)
	}
	b = append(b, '\n')
	if err := os.WriteFile(path, b, 0o644); err != nil {
		t.Fatal(err)
	}
	return b
}

// A filler gives every field a value that is not zero, the same at each run.
type filler struct{ n int64 }

func (f *filler) fill(v reflect.Value, name string) {
	f.n++
	switch v.Kind() {
	case reflect.String:
		v.SetString(f.text(v, name))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(f.n)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(uint64(f.n))
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		f.fill(v.Elem(), name)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		for i := range 2 {
			f.fill(v.Index(i), name)
		}
	case reflect.Array:
		for i := range v.Len() {
			f.fill(v.Index(i), name)
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		f.fill(key, name)
		f.fill(value, name)
		v.SetMapIndex(key, value)
	case reflect.Struct:
		for i := range v.NumField() {
			f.fill(v.Field(i), strings.ToLower(v.Type().Field(i).Name))
		}
	default:
		panic(fmt.Sprintf("field %s of kind %s: teach the filler what to put there", name, v.Kind()))
	}
}

// text returns an id where the type is one, and otherwise a text with letters beyond ASCII and with
// signs that JSON escapes.
func (f *filler) text(v reflect.Value, name string) string {
	switch v.Interface().(type) {
	case events.CommandID:
		return fmt.Sprintf("01900000-0000-7000-8000-%012x", f.n)
	case events.GatheringID, events.GroupID, events.TableID, events.PersonID, events.DeviceID:
		return fmt.Sprintf("%s-%d", strings.ToLower(strings.TrimSuffix(v.Type().Name(), "ID")), f.n)
	}
	return fmt.Sprintf("%s %d: Lórien & <\"Amon Dîn\">", name, f.n)
}
