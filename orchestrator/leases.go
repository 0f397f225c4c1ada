package orchestrator

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// keeper renews all claims of a kind that this process holds, with one statement every third of the lease. When a claim is
// found dead, its work's context ends with [assistant.ErrFenced] as its cause: whatever it does next could not be written
// anyway.
type keeper[C comparable] struct {
	lease time.Duration
	renew func(ctx context.Context, held []C, lease time.Duration) (lost []C, err error)

	mu   sync.Mutex
	held map[C]context.CancelCauseFunc
}

func newKeeper[C comparable](lease time.Duration, renew func(context.Context, []C, time.Duration) ([]C, error)) *keeper[C] {
	return &keeper[C]{lease: lease, renew: renew, held: map[C]context.CancelCauseFunc{}}
}

// hold runs work while its claim is renewed.
func (k *keeper[C]) hold(ctx context.Context, c C, work func(context.Context) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	k.mu.Lock()
	k.held[c] = cancel
	k.mu.Unlock()
	defer k.release(c)
	return work(ctx)
}

// release ends renewing a claim that is about to be given back: not to find it is no loss then.
func (k *keeper[C]) release(c C) {
	k.mu.Lock()
	defer k.mu.Unlock()
	delete(k.held, c)
}

// run renews until ctx ends.
func (k *keeper[C]) run(ctx context.Context) {
	tick := time.NewTicker(k.lease / 3)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			k.round(ctx)
		}
	}
}

func (k *keeper[C]) round(ctx context.Context) {
	k.mu.Lock()
	held := slices.Collect(maps.Keys(k.held))
	k.mu.Unlock()
	if len(held) == 0 {
		return
	}
	// A database that is away is no reason to stop: the lease may still be alive when it is back.
	lost, err := k.renew(ctx, held, k.lease)
	if err != nil {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, c := range lost {
		if cancel := k.held[c]; cancel != nil {
			cancel(assistant.ErrFenced)
		}
	}
}

// abandoned tells whether an error means that the work is somebody else's now, or that we are going down: there is nothing
// to write and nobody to tell.
func abandoned(ctx context.Context, err error) bool {
	return errors.Is(err, assistant.ErrFenced) || ctx.Err() != nil
}
