package bots

import (
	"context"
	"log/slog"
	"time"
)

// shut marks the hash of a look that a place was not shown since it was closed.
const shut = "shut:"

// What could not be shown in a closed place waits until somebody opens it. New items are retried sooner: at once when something is
// said there, else after a quarter of the time they have waited. After a week retries stop.
const (
	opensWithin  = 7 * 24 * time.Hour
	opensSoonest = time.Minute
	opensLatest  = time.Hour
)

// waits tells whether a refused parcel waits for its place to be opened. A reminder goes to a person, and comes again elsewhere.
func (b *batch) waits(p parcel, no *RefusedError) bool {
	return no.Opens && !p.aside() && b.waited(p) < opensWithin
}

// waited is how long a parcel has been there to be shown.
func (b *batch) waited(p parcel) time.Duration {
	var since time.Time
	for _, m := range messagesOf(p.slot) {
		if since.IsZero() || m.At.Before(since) {
			since = m.At
		}
	}
	return b.Now().Sub(since)
}

// keep puts a parcel off until its place is open again. It counts as withheld meanwhile, so that people are called elsewhere, and words
// decide on nothing that nobody could see.
func (b *batch) keep(ctx context.Context, p parcel, no *RefusedError) {
	b.heldFrom([]parcel{p})
	if b.closed == nil {
		b.closed, b.claim.Closes = no, true
		b.opens = min(max(b.waited(p)/4, opensSoonest), opensLatest)
	}
	if p.slot.Delivery.Hash != shut+p.hash {
		b.Log.WarnContext(ctx, "delivery waits for its place to be opened", b.at(p), slog.String("reason", no.Reason))
		b.note(ctx, p, OutcomeLater, no.Reason)
	}
	if p.fresh || p.draft != "" { // it was certainly not posted, so that nobody need look for it; a draft is still to be taken over
		p.d.Ref, p.d.Nonce = "", ""
	}
	p.d.Hash, p.d.Withheld = shut+p.hash, true
	b.record(p.d)
}

// rests is how long the place rests after the batch.
func (b *batch) rests() time.Duration {
	if b.wait == 0 && b.closed != nil {
		return b.opens
	}
	return b.wait
}
