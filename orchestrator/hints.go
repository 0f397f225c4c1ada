package orchestrator

import (
	"context"
	"slices"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/metrics"
	"github.com/aisteam/aisteam/orchestrator/queue"
)

// hintPatience bounds what a lost Redis may cost the path of a message; the sweeper makes up for what is not hinted.
const hintPatience = 300 * time.Millisecond

// hints tells other workers, couriers and listeners what a committed batch made ready. Hints may be lost: they are counted,
// and nothing else comes of it.
type hints struct {
	queue    queue.Queue
	surfaces Surfaces // nil: nothing is delivered
	meter    *metrics.Metrics
}

// hint tells whether Redis took it.
func (h hints) hint(ctx context.Context, k queue.Kind, t assistant.TenantID) bool {
	err := h.queue.Hint(ctx, k, t)
	if err != nil {
		h.meter.HintLost(metrics.Queue(k))
	}
	return err == nil
}

// appended hints for messages that have just been committed.
func (h hints) appended(ctx context.Context, t assistant.TenantID, c assistant.ConversationID, ms []assistant.Message) {
	h.settled(ctx, t, c, ms, true)
}

// settled is appended where it is known whether they leave a place behind that somebody has to be told of.
func (h hints) settled(ctx context.Context, t assistant.TenantID, c assistant.ConversationID, ms []assistant.Message, behind bool) {
	if len(ms) == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), hintPatience)
	defer cancel()
	h.meter.Appended("", ms)
	for range min(released(ms), tasksAtOnce) {
		if !h.hint(ctx, queue.Tasks, t) {
			return
		}
	}
	if behind && h.delivers() && !h.hint(ctx, queue.Deliveries, t) {
		return
	}
	_ = h.queue.Publish(ctx, assistant.News{Tenant: t, Conversation: c})
}

// delivers tells whether any surface shows places what is new as it comes.
func (h hints) delivers() bool {
	return h.surfaces != nil && slices.ContainsFunc(h.surfaces.Deliverers(), func(d Deliverer) bool {
		kind, _ := d.Shows()
		return !kind.Away()
	})
}

// mail hints that a conversation of the tenant has mail.
func (h hints) mail(ctx context.Context, t assistant.TenantID) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), hintPatience)
	defer cancel()
	h.hint(ctx, queue.Turns, t)
}

// place hints for a place that is behind.
func (h hints) place(ctx context.Context, t assistant.TenantID) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), hintPatience)
	defer cancel()
	h.hint(ctx, queue.Deliveries, t)
}

// heard tells whoever is at work on the conversation that something was said in it.
func (h hints) heard(ctx context.Context, t assistant.TenantID, c assistant.ConversationID) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), hintPatience)
	defer cancel()
	_ = h.queue.Publish(ctx, assistant.News{Tenant: t, Conversation: c})
}

// activity moves the indicator of everybody who is looking at the conversation.
func (h hints) activity(ctx context.Context, t assistant.TenantID, c assistant.ConversationID, a assistant.Activity) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), hintPatience)
	defer cancel()
	_ = h.queue.Publish(ctx, assistant.News{Tenant: t, Conversation: c, Activity: a})
}

// released counts the tasks that messages make ready.
func released(ms []assistant.Message) int {
	n := 0
	for _, m := range ms {
		n += m.Facts().Releases
	}
	return n
}
