package app

import (
	"context"
	"errors"
	"fmt"
	"sync"
)

// stack remembers what was started, to stop it in reverse. Only one goroutine uses it, besides the
// parts that report a failure.
type stack struct {
	stops []func() error
	once  sync.Once
	fails chan error
}

// failed yields the failure of a part that should have run on.
func (s *stack) failed() chan error {
	s.once.Do(func() { s.fails = make(chan error, 1) })
	return s.fails
}

// push remembers how to stop a part.
func (s *stack) push(stop func() error) { s.stops = append(s.stops, stop) }

// run runs a part until it is stopped. A part that ends earlier has failed.
func (s *stack) run(name string, part func(context.Context) error) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	failed := s.failed()
	go func() {
		err := part(ctx)
		if ctx.Err() == nil {
			if err == nil {
				err = errors.New("it ended by itself")
			}
			err = fmt.Errorf("%s: %w", name, err)
			select {
			case failed <- err:
			default: // another part has failed before
			}
		}
		done <- err
	}()
	s.push(func() error {
		cancel()
		if err := <-done; err != nil && !errors.Is(err, context.Canceled) {
			return fmt.Errorf("stop %s: %w", name, err)
		}
		return nil
	})
}

// stop stops everything, the latest first.
func (s *stack) stop() error {
	var errs []error
	for i := len(s.stops) - 1; i >= 0; i-- {
		errs = append(errs, s.stops[i]())
	}
	s.stops = nil
	return errors.Join(errs...)
}
