package web

import (
	"context"
	"errors"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

const stretch = 200 // messages read at once

// moment is something that happened to a followed conversation: one of the fields, or neither when the log has been read
// to its end.
type moment struct {
	messages []assistant.Message // what the log has gained, oldest first
	news     *assistant.News     // an activity or a draft: it may never have been
}

// follower gives one stream a conversation's log as it grows.
type follower struct {
	s     *Surface
	id    assistant.ConversationID
	after int64 // the log up to here has been given
	each  func(context.Context, moment) (more bool, err error)
	stays func() error // nil, or why nothing more is given: see [Surface.stays]
	left  func()       // when stays has ended it; nil: nobody is told
	stale bool         // the log was not read to its end yet, or could not be
}

// follow runs to the end of a stream. The answer has begun: a reader that has gone cannot be told.
func (f *follower) follow(ctx context.Context) {
	if err := f.run(ctx); errors.Is(err, errSignedOut) && f.left != nil {
		f.left()
	}
}

// run gives what the log has after the position, then whatever it gains, until ctx ends or each wants no more. What
// storage cannot give is passed over: the next tick reads again.
func (f *follower) run(ctx context.Context) error {
	of, news := f.s.watches.follow(ctx, f.id)
	defer of.leave(news)
	tick := time.NewTicker(rereadEvery)
	defer tick.Stop()
	f.stale = true
	for ctx.Err() == nil {
		if f.stays != nil {
			if err := f.stays(); err != nil {
				return err
			}
		}
		moved, more, err := f.catchUp(ctx, of)
		if err != nil || !more {
			return err
		}
		if more, err := f.each(ctx, moment{}); err != nil || !more {
			return err
		}
		if more, err := f.wait(ctx, news, moved, tick.C); err != nil || !more {
			return err
		}
	}
	return nil
}

// catchUp gives what the log has gained: what all who follow it share, or what has to be read for this stream alone.
func (f *follower) catchUp(ctx context.Context, of *watch) (moved <-chan struct{}, more bool, err error) {
	gains, whole, moved := of.since(f.after)
	switch {
	case f.stale || !whole:
		more, err = f.gain(ctx)
	case len(gains) > 0:
		f.after = gains[len(gains)-1].Seq
		more, err = f.each(ctx, moment{messages: gains})
	default:
		more = true
	}
	return moved, more, err
}

// gain reads the log to its end.
func (f *follower) gain(ctx context.Context) (bool, error) {
	for {
		ms, err := f.s.History.MessagesAfter(ctx, f.s.Tenant.ID, f.id, f.after, stretch)
		if f.stale = err != nil; err != nil || len(ms) == 0 {
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

// wait returns when the log may have grown. A draft says nothing about the log, and comes often; those that came before the log
// grew are given before it.
func (f *follower) wait(ctx context.Context, news <-chan assistant.News, moved <-chan struct{}, tick <-chan time.Time) (bool, error) {
	for {
		select {
		case <-ctx.Done():
			return false, nil
		case <-tick:
			return f.heard(ctx, news)
		case <-moved:
			return f.heard(ctx, news)
		case n := <-news:
			if more, err := f.each(ctx, moment{news: &n}); err != nil || !more || n.Draft == "" {
				return more, err
			}
		}
	}
}

// heard gives the news that wait.
func (f *follower) heard(ctx context.Context, news <-chan assistant.News) (bool, error) {
	for {
		select {
		case n := <-news:
			if more, err := f.each(ctx, moment{news: &n}); err != nil || !more {
				return more, err
			}
		default:
			return true, nil
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
