package config

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
)

// ReadFile reads a configuration file: one JSON object whose keys are the names of the flags, in
// which lines that begin with // are comments. Values come back as text, as on a command line. All
// keys that are not known are named in one error.
func ReadFile(path string) (map[string]any, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("configuration file: %w", err)
	}
	values, err := parseFile(b)
	if err != nil {
		return nil, fmt.Errorf("configuration file %s: %w", path, err)
	}
	return values, nil
}

func parseFile(b []byte) (map[string]any, error) {
	dec := json.NewDecoder(bytes.NewReader(stripComments(b)))
	dec.UseNumber()
	var raw map[string]any
	if err := dec.Decode(&raw); err != nil {
		return nil, fmt.Errorf("want one JSON object, lines that begin with // are comments: %w", err)
	}
	if dec.More() {
		return nil, fmt.Errorf("there is more than one JSON object")
	}
	known := map[string]bool{}
	for _, s := range Settings() {
		known[s.Key] = true
	}
	var problems Problems
	for _, key := range slices.Sorted(maps.Keys(raw)) {
		if !known[key] {
			problems = append(problems, Problem{Key: key, Given: fmt.Sprint(raw[key]), Want: "a key that is known" + nearest(key)})
			continue
		}
		text, err := asText(raw[key])
		if err != nil {
			problems = append(problems, Problem{Key: key, Given: fmt.Sprint(raw[key]), Want: err.Error()})
			continue
		}
		raw[key] = text
	}
	if len(problems) > 0 {
		return nil, problems
	}
	return raw, nil
}

// asText writes a JSON value as it would stand on a command line.
func asText(v any) (string, error) {
	switch v := v.(type) {
	case string:
		return v, nil
	case bool, json.Number:
		return fmt.Sprint(v), nil
	case []any:
		parts := make([]string, len(v))
		for i, e := range v {
			s, ok := e.(string)
			if !ok || strings.Contains(s, ",") {
				return "", fmt.Errorf("a list of texts without commas")
			}
			parts[i] = s
		}
		return strings.Join(parts, ","), nil
	}
	return "", fmt.Errorf("a text, a number, true or false, or a list of texts")
}

// stripComments empties the lines that begin with //, keeping line numbers.
func stripComments(b []byte) []byte {
	lines := bytes.Split(b, []byte("\n"))
	for i, l := range lines {
		if bytes.HasPrefix(bytes.TrimSpace(l), []byte("//")) {
			lines[i] = nil
		}
	}
	return bytes.Join(lines, []byte("\n"))
}

// nearest proposes the known key that is closest to a misspelt one.
func nearest(key string) string {
	best, name := 4, ""
	for _, s := range Settings() {
		if d := distance(key, s.Key); d < best {
			best, name = d, s.Key
		}
	}
	if name == "" {
		return ""
	}
	return "; did you mean " + name + "?"
}

// distance is the number of letters to add, drop or replace to get from a to b.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diag := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			diag, row[j+1] = row[j+1], min(row[j]+1, row[j+1]+1, diag+cost)
		}
	}
	return row[len(b)]
}
