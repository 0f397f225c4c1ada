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

// finish ends a token's turn and hints again where more of its kind may be ready: what was worked on stayed ready (more),
// the tenant was refused a token meanwhile, or the token was the sweeper's and says nothing of how much there is.
func finish(ctx context.Context, q queue.Queue, l ledger, token queue.Token, more bool) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	refused, err := q.Done(ctx, token) // the count heals by itself when this is lost
	if more {
		_ = q.Hint(ctx, token.Kind, token.Tenant)
	}
	if err == nil && !refused && token.ID != "" {
		return
	}
	turns, tasks, deliveries, err := l.Waits(ctx, token.Tenant)
	if err != nil {
		return // the sweeper looks again within a second
	}
	if turns && token.Kind == queue.Turns || tasks && token.Kind == queue.Tasks || deliveries && token.Kind == queue.Deliveries {
		_ = q.Hint(ctx, token.Kind, token.Tenant)
	}
}
