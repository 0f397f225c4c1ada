package queue

import (
	"context"
	"encoding/json"
	"log/slog"
	"strings"
	"sync"
	"time"

	"github.com/redis/go-redis/v9"

	"github.com/aisteam/aisteam/assistant"
)

const (
	earful  = 32          // news that may wait in one listener's channel before the next is dropped
	standby = time.Second // how long Listen waits for the subscription to stand
)

// ears are the process's listeners. They share one subscription, which stands while there is any of them.
type ears struct {
	mu     sync.Mutex
	open   map[assistant.ConversationID]map[chan assistant.News]struct{}
	count  int
	pubsub *redis.PubSub
	stands chan struct{} // closed when Redis has confirmed the subscription
}

// Listen implements [Queue]. Once it has returned, news are not missed for being early, unless Redis is away. The channel
// is closed when ctx has ended. After an interruption a listener gets news without content, and had better look at the log.
func (q *Redis) Listen(ctx context.Context, c assistant.ConversationID) <-chan assistant.News {
	ch := make(chan assistant.News, earful)
	stands := q.listen(context.WithoutCancel(ctx), c, ch)
	context.AfterFunc(ctx, func() { q.ears.drop(c, ch) })

	timer := time.NewTimer(standby)
	defer timer.Stop()
	select {
	case <-stands:
	case <-timer.C:
	case <-ctx.Done():
	}
	return ch
}

// listen adds a listener, and with the first one subscribes, for longer than the first one stays.
func (q *Redis) listen(ctx context.Context, c assistant.ConversationID, ch chan assistant.News) (stands <-chan struct{}) {
	e := &q.ears
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.open == nil {
		e.open = make(map[assistant.ConversationID]map[chan assistant.News]struct{})
	}
	if e.open[c] == nil {
		e.open[c] = make(map[chan assistant.News]struct{})
	}
	e.open[c][ch] = struct{}{}
	e.count++
	if e.pubsub == nil {
		e.pubsub, e.stands = q.client.Subscribe(ctx), make(chan struct{})
		go q.follow(ctx, e.pubsub, e.stands)
	}
	return e.stands
}

// drop removes a listener, and with the last one the subscription.
func (e *ears) drop(c assistant.ConversationID, ch chan assistant.News) {
	e.mu.Lock()
	defer e.mu.Unlock()
	delete(e.open[c], ch)
	if len(e.open[c]) == 0 {
		delete(e.open, c)
	}
	close(ch)
	if e.count--; e.count == 0 {
		_ = e.pubsub.Close() // ends follow
		e.pubsub = nil
	}
}

// follow hands out what a subscription brings until it is closed. go-redis restores it after an interruption.
func (q *Redis) follow(ctx context.Context, p *redis.PubSub, stands chan struct{}) {
	// When it fails, go-redis has remembered the channel all the same and subscribes when it can.
	_ = p.Subscribe(ctx, q.channel())
	first := true
	for m := range p.ChannelWithSubscriptions(redis.WithChannelSize(256)) {
		switch m := m.(type) {
		case *redis.Subscription:
			if first {
				close(stands)
				first = false
			} else {
				q.ears.wake()
			}
		case *redis.Message:
			id, raw, _ := strings.Cut(m.Payload, "\n")
			q.tell(assistant.ConversationID(id), raw)
		}
	}
}

func (q *Redis) tell(c assistant.ConversationID, raw string) {
	e := &q.ears
	e.mu.Lock()
	defer e.mu.Unlock()
	if len(e.open[c]) == 0 {
		return
	}
	var n assistant.News
	if err := json.Unmarshal([]byte(raw), &n); err != nil {
		q.cfg.Log.Warn("decode news", slog.String("conversation", string(c)), slog.Any("err", err))
		return
	}
	for ch := range e.open[c] {
		hand(ch, n)
	}
}

// wake tells every listener that it may have missed something.
func (e *ears) wake() {
	e.mu.Lock()
	defer e.mu.Unlock()
	for c, chs := range e.open {
		for ch := range chs {
			hand(ch, assistant.News{Conversation: c})
		}
	}
}

// hand drops the news when the listener is behind: it has others to read, each of which makes it look at the log.
func hand(ch chan assistant.News, n assistant.News) {
	select {
	case ch <- n:
	default:
	}
}
