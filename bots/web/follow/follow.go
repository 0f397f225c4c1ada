package follow

import (
	"context"
	"errors"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

const stretch = 200 // messages read at once

// Moment is something that happened to a followed conversation: one of the fields, or neither when the log has been read
// to its end.
type Moment struct {
	Messages []assistant.Message // what the log has gained, oldest first
	News     *assistant.News     // an activity or a draft: it may never have been
}

// Follower gives one stream a conversation's log as it grows.
type Follower struct {
	all   *Watches
	id    assistant.ConversationID
	after int64 // the log up to here has been given
	Each  func(context.Context, Moment) (more bool, err error)
	Stays func() error                // called from time to time; returns why the caller may no longer be answered; nil: they may
	Sees  func(context.Context) error // returns why the caller may not see the conversation; called after a member was removed; nil: they may
	Left  func()                      // called when it ends with [ErrSignedOut]; may be nil
	stale bool                        // the log was not read to its end yet, or could not be
}

// Why a stream ends before its client goes.
var (
	ErrSignedOut = errors.New("the session is over")
	ErrChanged   = errors.New("whoever is signed in may see something else now") // a new request is answered by their new rights
)

// Follower follows a conversation from a position of its log on.
func (w *Watches) Follower(id assistant.ConversationID, after int64) *Follower {
	return &Follower{all: w, id: id, after: after}
}

// follow runs to the end of a stream. The answer has begun: a reader that has gone cannot be told.
func (f *Follower) follow(ctx context.Context) {
	if err := f.run(ctx); errors.Is(err, ErrSignedOut) && f.Left != nil {
		f.Left()
	}
}

// run gives what the log has after the position, then whatever it gains, until ctx ends or each wants no more. What
// storage cannot give is passed over: the next tick reads again.
func (f *Follower) run(ctx context.Context) error {
	of, news := f.all.follow(ctx, f.id)
	defer of.leave(news)
	tick := time.NewTicker(rereadEvery)
	defer tick.Stop()
	f.stale = true
	for ctx.Err() == nil {
		if err := f.stays(); err != nil {
			return err
		}
		moved, more, err := f.catchUp(ctx, of)
		if err != nil || !more {
			return err
		}
		if more, err := f.Each(ctx, Moment{}); err != nil || !more {
			return err
		}
		if more, err := f.wait(ctx, news, moved, tick.C); err != nil || !more {
			return err
		}
	}
	return nil
}

func (f *Follower) stays() error {
	if f.Stays == nil {
		return nil
	}
	return f.Stays()
}

// catchUp gives what the log has gained: what all who follow it share, or what has to be read for this stream alone.
func (f *Follower) catchUp(ctx context.Context, of *watch) (moved <-chan struct{}, more bool, err error) {
	gains, whole, moved := of.since(f.after)
	switch {
	case f.stale || !whole:
		more, err = f.gain(ctx)
	case len(gains) > 0:
		f.after = gains[len(gains)-1].Seq
		more, err = f.give(ctx, gains)
	default:
		more = true
	}
	return moved, more, err
}

// give sends what the log has gained, unless the caller was removed from the conversation meanwhile.
func (f *Follower) give(ctx context.Context, ms []assistant.Message) (bool, error) {
	if f.Sees != nil && assistant.TakenOut(ms) {
		if err := f.Sees(ctx); err != nil {
			return false, err
		}
	}
	return f.Each(ctx, Moment{Messages: ms})
}

// gain reads the log to its end.
func (f *Follower) gain(ctx context.Context) (bool, error) {
	for {
		ms, err := f.all.history.MessagesAfter(ctx, f.all.tenant, f.id, f.after, stretch)
		if f.stale = err != nil; err != nil || len(ms) == 0 {
			return true, nil //nolint:nilerr // storage may be down for a moment; the next tick reads again
		}
		f.after = ms[len(ms)-1].Seq
		if more, err := f.give(ctx, ms); err != nil || !more {
			return more, err
		}
		if len(ms) < stretch {
			return true, nil
		}
	}
}

// wait returns when the log may have grown. A draft says nothing about the log, and comes often; those that came before the log
// grew are given before it.
func (f *Follower) wait(ctx context.Context, news <-chan assistant.News, moved <-chan struct{}, tick <-chan time.Time) (bool, error) {
	for {
		select {
		case <-ctx.Done():
			return false, nil
		case <-tick:
			return f.heard(ctx, news)
		case <-moved:
			return f.heard(ctx, news)
		case n := <-news:
			if more, err := f.Each(ctx, Moment{News: &n}); err != nil || !more || n.Draft == "" {
				return more, err
			}
		}
	}
}

// heard gives the news that wait.
func (f *Follower) heard(ctx context.Context, news <-chan assistant.News) (bool, error) {
	for {
		select {
		case n := <-news:
			if more, err := f.Each(ctx, Moment{News: &n}); err != nil || !more {
				return more, err
			}
		default:
			return true, nil
		}
	}
}
