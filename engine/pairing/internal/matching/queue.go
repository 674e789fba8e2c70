package matching

// event is something that happens when the rise reaches at: an edge loses its slack, or the value of
// an inner blossom falls to 0. It may be out of date when its turn comes.
type event struct {
	at      Weight
	id      int32 // edge, or blossom
	blossom bool
}

// eventQueue is a binary heap, earliest first.
type eventQueue []event

func (q *eventQueue) push(e event) {
	h := append(*q, e)
	i := len(h) - 1
	for i > 0 {
		up := (i - 1) / 2
		if !e.at.Less(&h[up].at) {
			break
		}
		h[i] = h[up]
		i = up
	}
	h[i] = e
	*q = h
}

func (q *eventQueue) pop() event {
	h := *q
	first, last := h[0], h[len(h)-1]
	h = h[:len(h)-1]
	*q = h
	if len(h) == 0 {
		return first
	}
	i := 0
	for {
		c := 2*i + 1
		if c >= len(h) {
			break
		}
		if c+1 < len(h) && h[c+1].at.Less(&h[c].at) {
			c++
		}
		if !h[c].at.Less(&last.at) {
			break
		}
		h[i] = h[c]
		i = c
	}
	h[i] = last
	return first
}
