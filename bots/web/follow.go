package web

import (
	"context"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

const (
	rereadEvery = time.Second // what lost news may cost at most
	stretch     = 200         // messages read at once
)

// moment is something that happened to a followed conversation: one of the fields, or neither when the log has been read
// to its end.
type moment struct {
	messages []assistant.Message // what the log has gained, oldest first
	news     *bots.News          // an activity or a draft: it may never have been
}

// follower reads a conversation's log as it grows.
type follower struct {
	s     *Surface
	id    assistant.ConversationID
	after int64 // the log up to here has been given
	each  func(context.Context, moment) (more bool, err error)
	stays func() error // nil, or why nothing more is given: see [Surface.stays]
}

// run gives what the log has after the position, then whatever it gains, until ctx ends or each wants no more. What
// storage cannot give is passed over: the next tick reads again.
func (f *follower) run(ctx context.Context) error {
	var news <-chan bots.News
	if f.s.News != nil {
		news = f.s.News.Listen(ctx, f.id)
	}
	tick := time.NewTicker(rereadEvery)
	defer tick.Stop()
	for ctx.Err() == nil {
		if f.stays != nil {
			if err := f.stays(); err != nil {
				return err
			}
		}
		if more, err := f.gain(ctx); err != nil || !more {
			return err
		}
		if more, err := f.each(ctx, moment{}); err != nil || !more {
			return err
		}
		if more, err := f.wait(ctx, &news, tick.C); err != nil || !more {
			return err
		}
	}
	return nil
}

// gain reads the log to its end.
func (f *follower) gain(ctx context.Context) (bool, error) {
	for {
		ms, err := f.s.History.MessagesAfter(ctx, f.s.Tenant.ID, f.id, f.after, stretch)
		if err != nil || len(ms) == 0 {
			return true, nil //nolint:nilerr // storage may be away for a while; the next tick reads again
		}
		f.after = ms[len(ms)-1].Seq
		if more, err := f.each(ctx, moment{messages: ms}); err != nil || !more {
			return more, err
		}
		if len(ms) < stretch {
			return true, nil
		}
	}
}

// wait returns when the log may have grown. A draft says nothing about the log, and comes often.
func (f *follower) wait(ctx context.Context, news *<-chan bots.News, tick <-chan time.Time) (bool, error) {
	for {
		select {
		case <-ctx.Done():
			return false, nil
		case <-tick:
			return true, nil
		case n, open := <-*news:
			if !open {
				*news = nil
				continue
			}
			if n.Draft == "" && n.Activity == "" {
				return true, nil
			}
			if more, err := f.each(ctx, moment{news: &n}); err != nil || !more || n.Draft == "" {
				return more, err
			}
		}
	}
}

// followTurn follows a conversation from a message until that message's mail is handled, and tells whether it came to that
// before ctx ended. A turn is short: whoever may ask may hear the answer.
func (s *Surface) followTurn(ctx context.Context, got assistant.Received, each func(moment) error) (bool, error) {
	var done bool
	f := &follower{s: s, id: got.Conversation, after: got.Seq}
	f.each = func(ctx context.Context, m moment) (bool, error) {
		if err := each(m); err != nil {
			return false, err
		}
		if m.messages != nil || m.news != nil {
			return true, nil
		}
		settled, err := s.settled(ctx, got.Message)
		if err != nil || !settled {
			return true, nil //nolint:nilerr // as above: the next tick asks again
		}
		f.each = func(_ context.Context, m moment) (bool, error) { return true, each(m) }
		_, err = f.gain(ctx)
		done = true
		return false, err
	}
	err := f.run(ctx)
	return done, err
}
