package orchestrator

import (
	"context"
	"errors"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// hold runs work while renewing its claim every third of the lease. When the claim is found dead, work's context ends with
// [assistant.ErrFenced] as its cause: whatever it does next could not be written anyway.
func hold(ctx context.Context, lease time.Duration, renew func(context.Context) error, work func(context.Context) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	done := make(chan struct{})
	go func() {
		defer close(done)
		keep(ctx, lease, renew, cancel)
	}()
	err := work(ctx)
	cancel(nil)
	<-done
	return err
}

func keep(ctx context.Context, lease time.Duration, renew func(context.Context) error, cancel context.CancelCauseFunc) {
	tick := time.NewTicker(lease / 3)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			// A database that is away is no reason to stop: the lease may still be alive when it is back.
			if err := renew(ctx); errors.Is(err, assistant.ErrFenced) {
				cancel(assistant.ErrFenced)
				return
			}
		}
	}
}

// abandoned tells whether an error means that the work is somebody else's now, or that we are going down: there is nothing
// to write and nobody to tell.
func abandoned(ctx context.Context, err error) bool {
	return errors.Is(err, assistant.ErrFenced) || ctx.Err() != nil
}
