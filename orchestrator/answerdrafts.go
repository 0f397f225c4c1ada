package orchestrator

import (
	"context"
	"log/slog"
	"strings"
	"sync"
	"time"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/orchestrator/queue"
)

// drafting carries answers that are still being written from the turns of this process to its couriers: the newest of each
// conversation, and nobody who writes ever waits for somebody who shows.
type drafting struct {
	mu     sync.Mutex
	newest map[assistant.ConversationID]assistant.Draft
	busy   map[assistant.ConversationID]bool // being shown: one edit at a time
	news   chan struct{}
}

func newDrafting() *drafting {
	return &drafting{
		newest: map[assistant.ConversationID]assistant.Draft{}, busy: map[assistant.ConversationID]bool{}, news: make(chan struct{}, 1),
	}
}

// offer puts the answer so far in the place of what was offered before.
func (d *drafting) offer(so assistant.Draft) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.newest[so.Conversation] = so
	d.wake()
}

// wake tells the loop to look. The caller holds the lock.
func (d *drafting) wake() {
	select {
	case d.news <- struct{}{}:
	default:
	}
}

// take gives what may be shown now. Whoever took something calls done.
func (d *drafting) take() []assistant.Draft {
	d.mu.Lock()
	defer d.mu.Unlock()
	var out []assistant.Draft
	for c, so := range d.newest {
		if !d.busy[c] {
			d.busy[c] = true
			delete(d.newest, c)
			out = append(out, so)
		}
	}
	return out
}

func (d *drafting) done(c assistant.ConversationID) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.busy, c)
	d.wake()
}

// run shows what is offered until ctx ends; what is being shown then is finished under work.
func (d *drafting) run(ctx, work context.Context, show func(context.Context, assistant.Draft)) {
	var g sync.WaitGroup
	defer g.Wait()
	for {
		select {
		case <-ctx.Done():
			return
		case <-d.news:
		}
		for _, so := range d.take() {
			g.Go(func() {
				defer d.done(so.Conversation)
				show(work, so)
			})
		}
	}
}

const (
	draftEvery = 100 * time.Millisecond // paces what is shown of an answer that is still being written
	nothingYet = "…"                    // stands where a draft was that is void
	draftAfter = time.Second            // how long it may be written before surfaces show it: quick answers come whole
)

// drafts publishes the answer so far. A draft may be lost; the answer itself may not.
func (m *models) drafts(ctx context.Context, t *turn, agent assistant.AgentID) func(string) {
	var text strings.Builder
	begun := m.clock()
	last := begun
	t.reads(assistant.Draft{})
	show := func(now time.Time, so string) {
		last = now
		if t.reads(t.draft(agent, so)); so == nothingYet {
			t.reads(assistant.Draft{})
		}
		if now.Sub(begun) >= draftAfter {
			m.drafting.offer(t.draft(agent, so))
		}
		ctx, cancel := context.WithTimeout(ctx, hintPatience)
		defer cancel()
		_ = m.queue.Publish(ctx, assistant.News{
			Tenant: t.claim.Tenant, Conversation: t.claim.Conversation, Activity: assistant.ActivityThinking, Draft: so, Agent: agent, Cause: t.cause().ID,
		})
	}
	return func(delta string) {
		now := m.clock()
		if delta == llm.Anew {
			if text.Reset(); last != begun {
				show(now, nothingYet)
			}
			return
		}
		if text.WriteString(delta); now.Sub(last) >= draftEvery {
			show(now, text.String())
		}
	}
}

// draft lets every surface show an answer that is still being written. What fails is let go: the answer itself comes.
func (c *Couriers) draft(ctx context.Context, so assistant.Draft) {
	for _, s := range c.surfaces.Deliverers() {
		more, err := s.Draft(ctx, so)
		if err != nil && !abandoned(ctx, err) {
			c.log.DebugContext(ctx, "draft not shown", slog.String("conversation", string(so.Conversation)), slog.Any("err", err))
		}
		if more {
			_ = c.queue.Hint(ctx, queue.Deliveries, so.Tenant)
		}
	}
}
