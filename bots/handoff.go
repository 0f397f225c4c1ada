package bots

import (
	"slices"

	"github.com/aisteam/aisteam/assistant"
)

// told marks the hash of a card that has no post of its own: another card says what it says.
const told = "told:"

// join lets an answer say who took over, where it is ready before that was posted: one post for one answer, and a channel
// takes few. More thinking than who answers and why stays a card of its own, which people can open.
//
//	thinking ──the answer is there, and neither is posted──▶ a line of the answer's post ──it grows──▶ a card of its own
//
// The thinking is recorded as told with the answer's post, not before: whoever goes on after a crash finds both as they were,
// and looks for the answer's post by its nonce.
func (b *batch) join() {
	kept := b.parcels[:0]
	for i, p := range b.parcels {
		if i+1 < len(b.parcels) && takes(&b.parcels[i+1], p) {
			continue
		}
		kept = append(kept, p)
	}
	b.parcels = slices.Clip(kept)
}

// takes tells whether a is the answer to the turn whose beginning p is, which it then says too.
func takes(a *parcel, p parcel) bool {
	c, answers := a.card.(AnswerCard)
	t, thinks := p.card.(ThinkingCard)
	if !answers || !thinks || c.Status || len(t.Lines) > 1 || !p.fresh || a.d.Ref != "" || causeOf(*a) == "" || causeOf(*a) != causeOf(p) {
		return false
	}
	c.Handoffs = t.Handoffs
	a.card, a.since = c, min(a.since, p.since)
	a.tells = append(a.tells, assistant.Delivery{Slot: p.slot.Slot, Hash: told + p.hash})
	return true
}

// causeOf returns the message that the parcel's turn answers, or "" if there is more than one.
func causeOf(p parcel) assistant.MessageID {
	if len(p.slot.Messages) == 0 {
		return ""
	}
	cause := p.slot.Messages[0].Cause
	for _, m := range p.slot.Messages {
		if m.Cause != cause {
			return ""
		}
	}
	return cause
}
