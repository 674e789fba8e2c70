package season

import "sync/atomic"

// Grown is how many places of a list are taken that several values may share. Seasons are values: two that
// come from one may both add something. The first takes the place behind the list, and others copy.
type Grown struct{ n atomic.Int64 }

// Added returns a list with one more at its end, and what is to be kept with the list and given with it the next time. What was handed out is
// not changed: a place behind the end of a list is taken once. So a long list is copied seldom, and not with
// every event.
func Added[T any](list []T, g *Grown, one T) ([]T, *Grown) {
	n := int64(len(list))
	if g != nil && cap(list) > len(list) && g.n.CompareAndSwap(n, n+1) {
		return append(list, one), g
	}
	const least = 16
	out := make([]T, len(list), max(least, len(list)+len(list)/2))
	copy(out, list)
	g = &Grown{}
	g.n.Store(n + 1)
	return append(out, one), g
}
