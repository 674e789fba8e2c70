package play

import (
	"encoding/json"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
)

// maxWords bounds what [Words] returns.
const maxWords = 500

// Words returns every string, name and number of a JSON document once, in order: the ids, names and
// numbers that mean something in a game. It returns nil for what is no document.
func Words(doc []byte) []any {
	var tree any
	if json.Unmarshal(doc, &tree) != nil {
		return nil
	}
	seen := map[any]bool{}
	var out []any
	var walk func(any)
	walk = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			for _, k := range keys(v) {
				walk(k)
				walk(v[k])
			}
		case []any:
			for _, e := range v {
				walk(e)
			}
		case string, float64:
			if !seen[v] && len(out) < maxWords {
				seen[v], out = true, append(out, v)
			}
		}
	}
	walk(tree)
	return out
}

func keys(m map[string]any) []string { return slices.Sorted(maps.Keys(m)) }

// Twist changes a value or two of a JSON document: to one of words, or to one at, beyond or far beyond
// every limit. What is no document stays as it is.
func Twist(doc []byte, rng *rand.Rand, words []any) []byte {
	var tree any
	if json.Unmarshal(doc, &tree) != nil {
		return doc
	}
	for range 1 + rng.IntN(8)/5 {
		tree = twist(tree, rng, words, 1)
	}
	out, err := json.Marshal(tree)
	if err != nil {
		return doc
	}
	return out
}

var extremes = []any{
	-1e18, -1000.0, -100.0, -99.0, -1.0, 0.0, 1.0, 2.0, 3.0, 49.0, 50.0, 98.0, 99.0, 100.0, 999.0, 1000.0, 1e9, 9e18, 0.5,
	"", " ", "x", "\x00", "{p-1}", "e\u0301", "﷽", strings.Repeat("long ", 3000), nil, true, false,
	[]any{},
	map[string]any{},
}

func twist(v any, rng *rand.Rand, words []any, depth int) any {
	if rng.IntN(12) == 0 || depth > 6 {
		return pick(rng, words)
	}
	switch v := v.(type) {
	case map[string]any:
		return twistObject(v, rng, words, depth)
	case []any:
		return twistList(v, rng, words, depth)
	default:
		return pick(rng, words)
	}
}

func twistObject(v map[string]any, rng *rand.Rand, words []any, depth int) any {
	if len(v) == 0 {
		return v
	}
	k := keys(v)[rng.IntN(len(v))]
	if rng.IntN(8) == 0 {
		delete(v, k)
	} else {
		v[k] = twist(v[k], rng, words, depth+1)
	}
	return v
}

func twistList(v []any, rng *rand.Rand, words []any, depth int) any {
	switch {
	case len(v) == 0:
		return []any{pick(rng, words)}
	case rng.IntN(6) == 0:
		return append(v, v[rng.IntN(len(v))]) // named twice
	case rng.IntN(9) == 0:
		for len(v) < 300 {
			v = append(v, v...)
		}
		return v
	}
	i := rng.IntN(len(v))
	v[i] = twist(v[i], rng, words, depth+1)
	return v
}

func pick(rng *rand.Rand, words []any) any {
	if len(words) == 0 || rng.IntN(3) == 0 {
		return extremes[rng.IntN(len(extremes))]
	}
	return words[rng.IntN(len(words))]
}
