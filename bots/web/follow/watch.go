package follow

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

const (
	rereadEvery = time.Second // what lost news may cost at most
	earful      = 8           // drafts and activities that may wait for one stream before the next is let go
)

// Watches looks at the conversations that streams follow: however many streams there are, one question a second tells which of
// all these logs have grown, and what one has gained is read once.
//
//	first stream ──▶ watched ──news or a longer log──▶ read once, shared ──▶ watched ──last stream gone──▶ nothing
type Watches struct {
	history History
	news    News
	tenant  assistant.TenantID

	mu   sync.Mutex
	open map[assistant.ConversationID]*watch
	stop context.CancelFunc // ends the looking, while anything is watched
}

// History reads logs.
type History interface {
	MessagesAfter(ctx context.Context, t assistant.TenantID, id assistant.ConversationID, seq int64, limit int) ([]assistant.Message, error)
	// Heads gives the seq of the newest message of each of the conversations that the tenant has.
	Heads(ctx context.Context, t assistant.TenantID, ids []assistant.ConversationID) (map[assistant.ConversationID]int64, error)
	Settled(ctx context.Context, t assistant.TenantID, id assistant.MessageID) (bool, error)
}

// News gives the news of one conversation until ctx ends. Missing some is normal.
type News interface {
	Listen(ctx context.Context, c assistant.ConversationID) <-chan assistant.News
}

// New makes what streams follow conversations by; it starts nothing. Without news they go by the clock alone.
func New(history History, news News, tenant assistant.TenantID) *Watches {
	return &Watches{history: history, news: news, tenant: tenant}
}

// Settled tells whether a message's mail has been handled. A message without mail has nothing to wait for.
func (w *Watches) Settled(ctx context.Context, id assistant.MessageID) (bool, error) {
	done, err := w.history.Settled(ctx, w.tenant, id)
	if errors.Is(err, assistant.ErrNotFound) {
		return true, nil
	}
	return done, err
}

// watch is one conversation that somebody follows.
type watch struct {
	all  *Watches
	id   assistant.ConversationID
	look chan struct{} // has something when the log may have grown
	stop context.CancelFunc

	mu    sync.Mutex
	ears  map[chan assistant.News]struct{} // of those who follow it
	head  int64                            // of the log, as far as it was looked at; -1: not yet
	from  int64                            // shared is all that the log has after this seq, up to head
	gains []assistant.Message              // shared: nobody changes it
	moved chan struct{}                    // closed when head moves on
}

// follow begins to watch a conversation for one more stream. Whoever follows it leaves it when done.
func (w *Watches) follow(ctx context.Context, id assistant.ConversationID) (of *watch, news chan assistant.News) {
	news = make(chan assistant.News, earful)
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.open == nil {
		w.open = map[assistant.ConversationID]*watch{}
	}
	if of = w.open[id]; of != nil {
		of.mu.Lock()
		defer of.mu.Unlock()
		of.ears[news] = struct{}{}
		return of, news
	}
	of = &watch{
		all: w, id: id, look: make(chan struct{}, 1), head: -1, ears: map[chan assistant.News]struct{}{news: {}}, moved: make(chan struct{}),
	}
	// It goes on for others when this stream ends.
	if len(w.open) == 0 {
		looking, stop := context.WithCancel(context.WithoutCancel(ctx))
		w.stop = stop
		go w.run(looking)
	}
	watching, stop := context.WithCancel(context.WithoutCancel(ctx))
	w.open[id], of.stop = of, stop
	go of.run(watching)
	return of, news
}

// leave ends following. The last one ends the watch.
func (o *watch) leave(news chan assistant.News) {
	o.all.mu.Lock()
	defer o.all.mu.Unlock()
	o.mu.Lock()
	defer o.mu.Unlock()
	delete(o.ears, news)
	if len(o.ears) > 0 {
		return
	}
	o.stop()
	delete(o.all.open, o.id)
	if len(o.all.open) == 0 {
		o.all.stop()
	}
}

// run looks once a second which of the logs have grown: news may be lost.
func (w *Watches) run(ctx context.Context) {
	tick := time.NewTicker(rereadEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			w.lookAll(ctx)
		}
	}
}

// lookAll wakes the Watches whose logs have grown. Storage may be away for a while; the next tick looks again.
func (w *Watches) lookAll(ctx context.Context) {
	w.mu.Lock()
	all := make(map[assistant.ConversationID]*watch, len(w.open))
	ids := make([]assistant.ConversationID, 0, len(w.open))
	for id, o := range w.open {
		all[id], ids = o, append(ids, id)
	}
	w.mu.Unlock()
	heads, err := w.history.Heads(ctx, w.tenant, ids)
	if err != nil {
		return
	}
	for id, head := range heads {
		if head > all[id].seen() {
			all[id].wake()
		}
	}
}

func (o *watch) seen() int64 {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.head
}

func (o *watch) wake() {
	select {
	case o.look <- struct{}{}:
	default: // it is about to look
	}
}

// run hands out the news of the conversation, and reads what its log gains.
func (o *watch) run(ctx context.Context) {
	var news <-chan assistant.News
	if o.all.news != nil {
		news = o.all.news.Listen(ctx, o.id)
	}
	for o.read(ctx); ; {
		select {
		case <-ctx.Done():
			return
		case <-o.look:
			o.read(ctx)
		case n, open := <-news:
			switch {
			case !open:
				news = nil
			case n.Draft == "" && n.Activity == "":
				o.read(ctx)
			default:
				o.tell(n)
			}
		}
	}
}

// tell hands on what may be lost: who is behind is told by the log.
func (o *watch) tell(n assistant.News) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for ear := range o.ears {
		select {
		case ear <- n:
		default:
		}
	}
}

// read reads what the log has gained. The first time it only finds out where the log ends: who follows has read up to there.
func (o *watch) read(ctx context.Context) {
	from := o.seen()
	if from < 0 {
		heads, err := o.all.history.Heads(ctx, o.all.tenant, []assistant.ConversationID{o.id})
		if head, ok := heads[o.id]; err == nil && ok {
			o.move(head, head, nil)
		}
		return
	}
	for {
		ms, err := o.all.history.MessagesAfter(ctx, o.all.tenant, o.id, from, stretch)
		if err != nil || len(ms) == 0 {
			return
		}
		last := ms[len(ms)-1].Seq
		o.move(from, last, ms)
		if len(ms) < stretch {
			return
		}
		from = last
	}
}

func (o *watch) move(from, head int64, gains []assistant.Message) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.from, o.head, o.gains = from, head, gains
	close(o.moved)
	o.moved = make(chan struct{})
}

// since tells what the log has gained after a seq. whole is false where that is more than is shared, and has to be read.
// moved is closed when there may be more.
func (o *watch) since(seq int64) (gains []assistant.Message, whole bool, moved <-chan struct{}) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if seq >= o.head {
		return nil, true, o.moved
	}
	if seq < o.from {
		return nil, false, o.moved
	}
	for i, m := range o.gains {
		if m.Seq > seq {
			return o.gains[i:], true, o.moved
		}
	}
	return nil, true, o.moved
}
