package follow

import (
	"context"
	"slices"

	"github.com/aisteam/aisteam/assistant"
)

// Work is what a turn reads of the runs that it set going.
type Work interface {
	Run(ctx context.Context, t assistant.TenantID, id assistant.RunID) (assistant.RunView, error)
}

// turn is everything that comes of one message: what its handling said, the runs that this started or resumed, and what those say.
// It is over when everything left has ended or waits for a person.
type turn struct {
	all  *Watches
	work Work
	open []assistant.MessageID // of it, and not known to be handled
	of   []assistant.MessageID // all of it
	runs []assistant.RunID
}

// Turn follows a conversation from a message until nothing that came of it is at work, and tells whether that happened before ctx
// ended. A turn is short, so a caller who was allowed to ask may hear the answer.
func (w *Watches) Turn(ctx context.Context, got assistant.Received, work Work, each func(Moment) error) (bool, error) {
	t := &turn{all: w, work: work, open: []assistant.MessageID{got.Message}, of: []assistant.MessageID{got.Message}}
	var done bool
	f := w.Follower(got.Conversation, got.Seq)
	f.Each = func(ctx context.Context, m Moment) (bool, error) {
		t.hear(m.Messages)
		if err := each(m); err != nil {
			return false, err
		}
		if m.Messages != nil || m.News != nil || !t.over(ctx) {
			return true, nil
		}
		// What was said while that was looked at belongs to it, and may have begun something.
		before := f.after
		if more, err := f.gain(ctx); err != nil || !more {
			return more, err
		}
		done = f.after == before && !f.stale
		return !done, nil
	}
	err := f.run(ctx)
	return done, err
}

// hear takes what of the log came of the message. What others say meanwhile is a turn of its own.
func (t *turn) hear(ms []assistant.Message) {
	for _, m := range ms {
		if !slices.Contains(t.of, m.Cause) && (m.Run == "" || !slices.Contains(t.runs, m.Run)) {
			continue
		}
		t.of, t.open = append(t.of, m.ID), append(t.open, m.ID)
		if m.Run != "" && !slices.Contains(t.runs, m.Run) {
			t.runs = append(t.runs, m.Run)
		}
	}
}

// over tells whether nothing of the turn is at work. What storage cannot tell is asked again at the next tick.
func (t *turn) over(ctx context.Context) bool {
	for len(t.open) > 0 {
		settled, err := t.all.Settled(ctx, t.open[0])
		if err != nil || !settled {
			return false
		}
		t.open = t.open[1:]
	}
	for _, id := range t.runs {
		view, err := t.work.Run(ctx, t.all.tenant, id)
		if err != nil || view.AtWork() {
			return false
		}
	}
	return true
}
