package orchestrator

import (
	"context"
	"sync"
	"time"

	"github.com/aisteam/aisteam/orchestrator/queue"
)

// graceful gives the context that work in hand runs under: it ends a grace period after ctx does.
func graceful(ctx context.Context, grace time.Duration) (context.Context, context.CancelFunc) {
	work, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(grace, cancel) })
	return work, func() { stop(); cancel() }
}

// merge gives the tokens of Redis and of this process's sweeper until ctx ends.
func merge(ctx context.Context, sources ...<-chan queue.Token) <-chan queue.Token {
	out := make(chan queue.Token)
	var wg sync.WaitGroup
	for _, source := range sources {
		wg.Go(func() {
			for {
				select {
				case <-ctx.Done():
					return
				case token, ok := <-source:
					if !ok {
						return
					}
					select {
					case out <- token:
					case <-ctx.Done():
						return
					}
				}
			}
		})
	}
	go func() { wg.Wait(); close(out) }()
	return out
}
