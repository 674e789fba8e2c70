package sim

import (
	"container/heap"
	"context"
	"time"

	"github.com/muster-events/muster/ops/client"
)

// agenda is what people are going to do, by the minute of the occasion that they do it in. One
// goroutine goes through it, so that the same seed does the same things in the same order.
type agenda struct {
	now    float64 // minutes
	minute time.Duration
	due    appointments
	made   int
}

type appointment struct {
	at float64
	n  int // in the order they were made
	do func(context.Context) error
}

// in has something done in some minutes from now.
func (a *agenda) in(minutes float64, do func(context.Context) error) {
	a.made++
	heap.Push(&a.due, appointment{at: a.now + minutes, n: a.made, do: do})
}

// run goes through the agenda until nothing is left; a minute of it lasts as long as the agenda says.
func (a *agenda) run(ctx context.Context) error {
	for len(a.due) > 0 {
		next := heap.Pop(&a.due).(appointment)
		if wait := time.Duration((next.at - a.now) * float64(a.minute)); wait > 0 {
			if err := client.Wait(ctx, wait); err != nil {
				return err
			}
		}
		a.now = next.at
		if err := next.do(ctx); err != nil {
			return err
		}
	}
	return ctx.Err()
}

type appointments []appointment

// Len implements heap.Interface.
func (a appointments) Len() int { return len(a) }

// Less implements heap.Interface.
func (a appointments) Less(i, j int) bool {
	return a[i].at < a[j].at || a[i].at == a[j].at && a[i].n < a[j].n
}

// Swap implements heap.Interface.
func (a appointments) Swap(i, j int) { a[i], a[j] = a[j], a[i] }

// Push implements heap.Interface.
func (a *appointments) Push(x any) { *a = append(*a, x.(appointment)) }

// Pop implements heap.Interface.
func (a *appointments) Pop() any {
	last := len(*a) - 1
	out := (*a)[last]
	*a = (*a)[:last]
	return out
}
