package config

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
)

// Setting describes one field of [Config].
type Setting struct {
	Key     string // of the flag and of the file
	Env     string // environment variable
	Default string // as text
	Group   string // heading it stands under
	Help    string // one or two sentences

	kind reflect.Kind
}

// Settings returns every setting in the order of [Config]'s fields.
func Settings() []Setting {
	t := reflect.TypeFor[Config]()
	out := make([]Setting, t.NumField())
	for i := range out {
		f := t.Field(i)
		out[i] = Setting{
			Key: f.Tag.Get("name"), Env: f.Tag.Get("env"), Default: f.Tag.Get("default"),
			Group: f.Tag.Get("group"), Help: f.Tag.Get("help"), kind: f.Type.Kind(),
		}
	}
	return out
}

// Sample returns a configuration file with every setting at its default, explained.
func Sample() []byte {
	var b strings.Builder
	b.WriteString("// Configuration of `muster serve --config FILE`, every setting at its default.\n")
	b.WriteString("// Lines that begin with // are comments. Flags and environment variables come first.\n{")
	group := ""
	settings := Settings()
	for i, s := range settings {
		if s.Group != group {
			group = s.Group
			fmt.Fprintf(&b, "\n  // --- %s ---\n", group)
		}
		fmt.Fprintf(&b, "\n  // %s\n  // (--%s, %s)\n  %q: %s", s.Help, s.Key, s.Env, s.Key, s.jsonDefault())
		if i < len(settings)-1 {
			b.WriteString(",")
		}
		b.WriteString("\n")
	}
	b.WriteString("}\n")
	return []byte(b.String())
}

// jsonDefault writes the default as the file's type for it.
func (s Setting) jsonDefault() string {
	switch {
	case s.kind == reflect.Slice && s.Default == "":
		return "[]"
	case s.kind == reflect.Bool, s.kind == reflect.Int:
		return s.Default
	}
	b, err := json.Marshal(s.Default)
	if err != nil {
		panic(err) // a string always encodes
	}
	return string(b)
}
