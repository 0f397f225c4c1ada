package orchestrator

import (
	"context"
	"sync"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// scribe writes what tasks have to say into their conversations' logs, one transaction of a conversation at a time: what comes
// while one is on its way goes into the next, all of it together. So the siblings of a large group do not queue at their
// conversation's row, and a task alone waits for nobody.
type scribe struct {
	store taskClaims
	hints hints
	lease time.Duration // of the claims that are written behind: nothing takes longer

	all      sync.WaitGroup // those who write
	mu       sync.Mutex
	taskHost map[assistant.ConversationID]*pile
}

// pile is what waits to be written while somebody writes.
type pile struct{ next []*paper }

// paper is one task's write on its way.
type paper struct {
	assistant.TaskWrite

	done chan error
}

func newScribe(b taskClaims, h hints, lease time.Duration) *scribe {
	return &scribe{store: b, hints: h, lease: lease, taskHost: map[assistant.ConversationID]*pile{}}
}

// write returns when the write is committed, or why it was not. After ctx has ended it may still be.
func (s *scribe) write(ctx context.Context, w assistant.TaskWrite) error {
	p := &paper{TaskWrite: w, done: make(chan error, 1)}
	id := w.Claim.Conversation
	s.mu.Lock()
	if busy := s.taskHost[id]; busy != nil {
		busy.next = append(busy.next, p)
	} else {
		s.taskHost[id] = &pile{}
		s.all.Go(func() { s.run(context.WithoutCancel(ctx), id, []*paper{p}) })
	}
	s.mu.Unlock()
	select {
	case err := <-p.done:
		return err
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// run writes until nothing waits.
func (s *scribe) run(ctx context.Context, id assistant.ConversationID, now []*paper) {
	for len(now) > 0 {
		s.commit(ctx, now)
		s.mu.Lock()
		if now, s.taskHost[id].next = s.taskHost[id].next, nil; len(now) == 0 {
			delete(s.taskHost, id)
		}
		s.mu.Unlock()
	}
}

// commit writes all of them together. Where that cannot be, each goes alone: one that is fenced or stopped keeps nobody else
// from writing.
func (s *scribe) commit(ctx context.Context, ps []*paper) {
	ctx, cancel := context.WithTimeout(ctx, s.lease)
	defer cancel()
	ws := make([]assistant.TaskWrite, len(ps))
	for i, p := range ps {
		ws[i] = p.TaskWrite
	}
	if err := s.store.WriteTasks(ctx, ws); err == nil || len(ps) == 1 {
		if err == nil {
			s.tell(ctx, ws)
		}
		for _, p := range ps {
			p.done <- err
		}
		return
	}
	for _, p := range ps {
		s.commit(ctx, []*paper{p})
	}
}

// tell hints for what was written: once, however many tasks it was.
func (s *scribe) tell(ctx context.Context, ws []assistant.TaskWrite) {
	var ms []assistant.Message
	ends := false
	for _, w := range ws {
		ms, ends = append(ms, w.Batch.Messages...), ends || w.Ends
	}
	claim := ws[0].Claim
	s.hints.appended(ctx, claim.Tenant, claim.Conversation, ms)
	if ends {
		s.hints.mail(ctx, claim.Tenant)
	}
}
