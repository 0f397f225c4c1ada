package orchestrator

import (
	"context"
	"sync"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/orchestrator/queue"
)

// againEvery is how soon a tenant that was turned away is hinted for again, though none of its own work has ended: another
// replica may have room for it, or others may have left room here.
const againEvery = 250 * time.Millisecond

// crew works off a kind's tokens, each in a lane of its tenant. A token whose tenant has its share is ended at once, so that
// nobody waits behind it, and is owed to the tenant: it is issued again when one of the tenant's own ends, and else four
// times a second, which is no busy loop and starves nobody.
type crew struct {
	kind  queue.Kind
	queue queue.Queue
	waits ledger
	lanes *lanes
	size  int

	mu   sync.Mutex
	owed map[assistant.TenantID]int
}

// newCrew gives a crew of which one tenant alone may keep so many busy.
func newCrew(k queue.Kind, q queue.Queue, l ledger, share int) *crew {
	return &crew{kind: k, queue: q, waits: l, lanes: newLanes(share), size: 2 * share, owed: map[assistant.TenantID]int{}}
}

// run works until the tokens end, which they do with intake. do works for a token's tenant once, under ctx, and says whether
// there is more to do for it.
func (c *crew) run(ctx, intake context.Context, tokens <-chan queue.Token, do func(queue.Token) bool) {
	var all sync.WaitGroup
	for range c.size {
		all.Go(func() {
			for token := range tokens {
				c.take(ctx, token, do)
			}
		})
	}
	all.Go(func() { c.again(intake) })
	all.Wait()
}

// take works on one token. The order at the end matters: the token is done before the look for more, or the wake of a
// tenant at its cap of tokens would be lost.
func (c *crew) take(ctx context.Context, token queue.Token, do func(queue.Token) bool) {
	if !c.lanes.enter(token.Tenant) {
		c.owe(token.Tenant)
		c.done(ctx, token)
		return
	}
	more := do(token)
	c.lanes.leave(token.Tenant)
	finish(ctx, c.queue, c.waits, token, c.pay(token.Tenant) || more)
}

// done ends a token that nothing was done for.
func (c *crew) done(ctx context.Context, token queue.Token) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	_, _ = c.queue.Done(ctx, token) // the count heals by itself when this is lost
}

// owe notes a token that is to be issued again. More than the crew could take at once are not worth keeping: the sweeper
// finds what waits.
func (c *crew) owe(t assistant.TenantID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.owed[t] = min(c.owed[t]+1, c.size)
}

// pay tells whether a token is owed to the tenant, which is then to be issued.
func (c *crew) pay(t assistant.TenantID) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	owed := c.owed[t] > 0
	if c.owed[t]--; c.owed[t] <= 0 {
		delete(c.owed, t)
	}
	return owed
}

// again issues a token to everybody who is owed one, until ctx ends.
func (c *crew) again(ctx context.Context) {
	tick := time.NewTicker(againEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		for _, t := range c.debts() {
			if c.pay(t) {
				bounded, cancel := context.WithTimeout(ctx, hintPatience)
				_ = c.queue.Hint(bounded, c.kind, t) // the sweeper finds what waits
				cancel()
			}
		}
	}
}

func (c *crew) debts() []assistant.TenantID {
	c.mu.Lock()
	defer c.mu.Unlock()
	out := make([]assistant.TenantID, 0, len(c.owed))
	for t := range c.owed {
		out = append(out, t)
	}
	return out
}
