// Package setup keeps the parts of the installation that an admin may set while it runs, such as the way to Slack, and lets each run as it is
// set (decision 0062).
//
// A [Desk] is where an admin tries a part and sets it; a [Source] looks what is set, on every replica; a [Part] is what serves by it:
//
//	set or changed ─▶ opened ─▶ serves, and runs ─▶ set anew, or taken away ─▶ its run ends ─▶ the next one runs
package setup

import (
	"context"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"github.com/aisteam/aisteam/assistant"
)

// Part is whatever runs with the settings of one part of the installation. It is made anew when they change: callers that hold the
// old one go on with it, and later callers get the new one.
type Part[T any] struct {
	key  assistant.SetupKey
	open func(assistant.PartSettings) (*T, error)
	run  func(context.Context, *T) error
	now  atomic.Pointer[opened[T]]
}

// opened is what was made from settings; nil if nothing is set.
type opened[T any] struct {
	serves *T
	over   chan struct{} // closed once something else serves
}

// New returns a part that nothing is set of. open starts nothing; run serves until its context ends.
func New[T any](key assistant.SetupKey, open func(assistant.PartSettings) (*T, error), run func(context.Context, *T) error) *Part[T] {
	p := &Part[T]{key: key, open: open, run: run}
	p.now.Store(&opened[T]{over: make(chan struct{})})
	return p
}

// Now is what serves; nil if nothing is set.
func (p *Part[T]) Now() *T { return p.now.Load().serves }

// Key says which part it is.
func (p *Part[T]) Key() assistant.SetupKey { return p.key }

// Take serves by other settings from now on. What nothing can be made of serves nobody, and neither does what was there before. It is called
// by one at a time.
func (p *Part[T]) Take(set assistant.PartSettings) error {
	next := &opened[T]{over: make(chan struct{})}
	var err error
	if set.Set() {
		next.serves, err = p.open(set)
	}
	close(p.now.Swap(next).over)
	return err
}

// Run lets what serves run until ctx ends. When something else serves, the run of what did ends first.
func (p *Part[T]) Run(ctx context.Context) error {
	for ctx.Err() == nil {
		if err := p.runs(ctx, p.now.Load()); err != nil {
			return err
		}
	}
	return nil
}

func (p *Part[T]) runs(ctx context.Context, o *opened[T]) error {
	within, cancel := context.WithCancel(ctx)
	defer cancel()
	g, within := errgroup.WithContext(within)
	if o.serves != nil {
		g.Go(func() error { return p.run(within, o.serves) })
	}
	g.Go(func() error {
		select {
		case <-o.over:
		case <-within.Done():
		}
		cancel()
		return nil
	})
	return g.Wait()
}
