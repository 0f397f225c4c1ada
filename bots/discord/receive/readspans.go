package receive

import (
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/discord/rest"
)

// readSpan is a stretch of a channel that was read back: everything after a message, up to another.
type readSpan struct{ after, upTo string }

// readSpans remembers how far each channel was read back, whichever session asked for it.
type readSpans struct {
	of *bots.Memory[string, readSpan] // by channel
}

func newReadSpans() readSpans { return readSpans{of: bots.NewMemory[string, readSpan](rest.Kept)} }

// since returns the message after which something may have been missed in a channel: the given one, or a newer one up to which the
// channel was read back from there. A span read from a later message on says nothing about the gap before it.
func (r readSpans) since(channel, id string) string {
	if was, ok := r.of.Of(channel); ok && !rest.Newer(was.after, id) && rest.Newer(was.upTo, id) {
		return was.upTo
	}
	return id
}

// keep notes that a channel was read back after a message, up to another.
func (r readSpans) keep(channel, after, upTo string) {
	r.of.Change(channel, func(was readSpan, known bool) readSpan {
		now := readSpan{after, upTo}
		if !known {
			return now
		}
		older, newer := was, now
		if rest.Newer(was.after, now.after) {
			older, newer = now, was
		}
		switch {
		case !rest.Newer(newer.after, older.upTo) && rest.Newer(newer.upTo, older.upTo):
			return readSpan{older.after, newer.upTo}
		case !rest.Newer(newer.after, older.upTo):
			return older
		case rest.Newer(now.upTo, was.upTo):
			return now
		}
		return was
	})
}
