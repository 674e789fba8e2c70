// Package index holds a table that grows with every commit of a stream and is still a value.
package index

import (
	"cmp"
	"iter"
	"slices"
)

// Index is a growing table of keys and values that is a value: With returns another one and leaves
// the receiver as it is. It is made of sorted runs, each at least twice as long as the next, so that
// a stream of n commits costs O(n log n) in all and a lookup O(log² n). The zero Index is empty.
type Index[K cmp.Ordered, V any] struct {
	runs [][]pair[K, V] // never written after they were made; newer runs come later and win
}

type pair[K cmp.Ordered, V any] struct {
	key   K
	value V
}

// Get returns the latest value of a key.
func (x Index[K, V]) Get(key K) (V, bool) {
	for i := len(x.runs) - 1; i >= 0; i-- {
		if at, ok := find(x.runs[i], key); ok {
			return x.runs[i][at].value, true
		}
	}
	var none V
	return none, false
}

func find[K cmp.Ordered, V any](run []pair[K, V], key K) (int, bool) {
	return slices.BinarySearchFunc(run, key, func(p pair[K, V], k K) int { return cmp.Compare(p.key, k) })
}

// With returns the index with the value of a key set.
func (x Index[K, V]) With(key K, value V) Index[K, V] {
	run := []pair[K, V]{{key, value}}
	n := len(x.runs)
	for n > 0 && len(x.runs[n-1]) < 2*len(run) {
		run = merge(x.runs[n-1], run)
		n--
	}
	runs := make([][]pair[K, V], n, n+1)
	copy(runs, x.runs)
	return Index[K, V]{runs: append(runs, run)}
}

// merge returns the pairs of both runs in order; of a key in both, the newer one's.
func merge[K cmp.Ordered, V any](older, newer []pair[K, V]) []pair[K, V] {
	out := make([]pair[K, V], 0, len(older)+len(newer))
	for len(older) > 0 && len(newer) > 0 {
		switch c := cmp.Compare(older[0].key, newer[0].key); {
		case c < 0:
			out, older = append(out, older[0]), older[1:]
		case c > 0:
			out, newer = append(out, newer[0]), newer[1:]
		default:
			older = older[1:]
		}
	}
	return append(append(out, older...), newer...)
}

// All yields every key with its latest value, in order of the keys.
func (x Index[K, V]) All() iter.Seq2[K, V] {
	var one []pair[K, V]
	for _, run := range x.runs {
		one = merge(one, run)
	}
	return func(yield func(K, V) bool) {
		for _, p := range one {
			if !yield(p.key, p.value) {
				return
			}
		}
	}
}
