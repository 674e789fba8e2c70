package matching

// Levels is the number of criteria in a weight.
const Levels = 10

// Weight is what an edge costs: one number for each criterion, the most important first. Weights
// are compared in that order and added entry by entry. Entries of an edge's weight are 0 or more
// and at most [MaxEntry].
type Weight [Levels]int64

// MaxEntry is the greatest entry of an edge's weight. With at most [MaxVertices] vertices an
// alternating sum of doubled weights over every edge of a path stays under 2⁵⁶.
const (
	MaxEntry    = 1 << 39
	MaxVertices = 1 << 15
)

// Compare returns −1, 0 or 1 as w is less than, equal to or greater than v.
func (w *Weight) Compare(v *Weight) int {
	for i := range w {
		if w[i] != v[i] {
			if w[i] < v[i] {
				return -1
			}
			return 1
		}
	}
	return 0
}

// Less tells whether w comes before v.
func (w *Weight) Less(v *Weight) bool {
	for i := range w {
		if w[i] != v[i] {
			return w[i] < v[i]
		}
	}
	return false
}

// Sign returns −1, 0 or 1 as w is less than, equal to or greater than zero.
func (w *Weight) Sign() int {
	for _, x := range w {
		if x < 0 {
			return -1
		}
		if x > 0 {
			return 1
		}
	}
	return 0
}

// Add adds v to w.
func (w *Weight) Add(v *Weight) {
	for i := range w {
		w[i] += v[i]
	}
}

// Sub takes v from w.
func (w *Weight) Sub(v *Weight) {
	for i := range w {
		w[i] -= v[i]
	}
}

// minus returns w−v and leaves both as they are.
func (w Weight) minus(v *Weight) *Weight {
	w.Sub(v)
	return &w
}

// addTwice adds 2v to w; subTwice takes it away.
func (w *Weight) addTwice(v *Weight) {
	for i := range w {
		w[i] += 2 * v[i]
	}
}

func (w *Weight) subTwice(v *Weight) {
	for i := range w {
		w[i] -= 2 * v[i]
	}
}

// halve divides by 2; every entry is even.
func (w *Weight) halve() {
	for i := range w {
		w[i] >>= 1
	}
}
