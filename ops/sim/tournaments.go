package sim

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/muster-events/muster/events"
)

// RunTournaments plays n tournaments, some at the same time, each with a seed and in a gathering of its own:
// the ids are that of the options with the number. It returns what came of those that were finished, in the
// order of their numbers, and what was entered in all; the error is the first thing of each that should not
// have been possible.
func RunTournaments(ctx context.Context, o TournamentOptions, n, workers int) ([]TournamentReport, Report, error) {
	start := time.Now()
	done, errs := make([]TournamentReport, n), make([]error, n)
	next := make(chan int)
	var wg sync.WaitGroup
	for range min(max(workers, 1), n) {
		wg.Go(func() {
			for i := range next {
				one := o
				one.Gathering = events.GatheringID(fmt.Sprintf("%s-%d", o.Gathering, i+1))
				one.Seed += uint64(i)
				if done[i], errs[i] = RunTournament(ctx, one); errs[i] != nil {
					errs[i] = fmt.Errorf("%s: %w", one.Gathering, errs[i])
				}
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	wg.Wait()
	sum := Report{Refused: map[string]int{}, Example: map[string]string{}}
	var finished []TournamentReport
	for i, r := range done {
		sum = sum.and(r.Report)
		if errs[i] == nil {
			finished = append(finished, r)
		}
	}
	sum.Took = time.Since(start)
	return finished, sum, errors.Join(errs...)
}

// and adds what was entered elsewhere; the time stays.
func (r Report) and(o Report) Report {
	r.Accepted, r.DoubleTaps, r.Resent = r.Accepted+o.Accepted, r.DoubleTaps+o.DoubleTaps, r.Resent+o.Resent
	r.Lost, r.Duplicates = r.Lost+o.Lost, r.Duplicates+o.Duplicates
	for code, n := range o.Refused {
		r.Refused[code] += n
		if r.Example[code] == "" {
			r.Example[code] = o.Example[code]
		}
	}
	r.Latencies = append(r.Latencies, o.Latencies...)
	slices.Sort(r.Latencies)
	return r
}
