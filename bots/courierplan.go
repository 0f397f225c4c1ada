package bots

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/aisteam/aisteam/assistant"
)

// parcel is one slot's card on its way.
type parcel struct {
	slot  assistant.SlotWork
	card  Card
	hash  string
	d     assistant.Delivery
	since int64                // the log before the slot's first message that the place has not been shown
	fresh bool                 // a post that has not been tried before
	draft assistant.Slot       // what it takes over was written under this slot; "" when it takes over nothing
	tells []assistant.Delivery // of slots that have no post of their own, since this one says what they say
}

// gone marks the hash of a look that the platform refused for good.
const gone = "gone:"

// plan reads what is new, draws it, and makes the coming posts' nonces durable.
func (b *batch) plan(ctx context.Context) error {
	u, err := b.behind(ctx)
	if err != nil {
		return err
	}
	names, err := b.names(ctx, u)
	if err != nil {
		return err
	}
	b.drafts = u.Drafts
	for _, s := range u.Slots {
		p, ok := b.parcel(ctx, s, names)
		if c, reminds := p.card.(ReminderCard); !ok || b.elsewhere(p) || reminds && (p.d.Ref != "" || c.passed(u, b.Now())) {
			continue
		}
		b.adopt(&p)
		b.parcels = append(b.parcels, p)
	}
	slices.SortStableFunc(b.parcels, func(x, y parcel) int { return cmp.Compare(firstSeq(x.slot), firstSeq(y.slot)) })
	b.join()
	if err := b.intend(ctx); err != nil {
		return err
	}
	b.upto = u.Upto
	return nil
}

// intend makes the nonces of the coming posts durable.
func (b *batch) intend(ctx context.Context) error {
	var intended []assistant.Delivery
	for i := range b.parcels {
		if p := &b.parcels[i]; p.fresh {
			p.d = assistant.Delivery{Slot: p.slot.Slot, Hash: p.hash, Nonce: nonce(b.claim.PlaceID, p.slot.Slot)}
			intended = append(intended, p.d)
		}
	}
	if len(intended) == 0 {
		return nil
	}
	pace := b.pace()
	wait, err := b.Store.Intend(ctx, b.claim, intended, pace)
	if err != nil {
		return fmt.Errorf("intend posts to place %s: %w", b.claim.PlaceID, err)
	}
	if b.slot, b.claim.Paced = wait, 0; wait > 0 {
		b.claim.Paced = pace.Posts
	}
	return nil
}

// pace is what the coming posts take slots of. Those whose slots have come need none, and take along what has come to be said
// meanwhile, which others then wait for.
func (b *batch) pace() assistant.Pace {
	paced, ok := b.Surface.(Paced)
	if !ok {
		return assistant.Pace{}
	}
	p := paced.Allows(b.claim.Place)
	for _, x := range b.parcels {
		if x.fresh && !x.aside() {
			p.Posts++
		}
	}
	if b.claim.Paced > 0 {
		const all = 1 << 20
		p.Posts, p.Burst = p.Posts-b.claim.Paced, all
	}
	if p.Posts <= 0 {
		return assistant.Pace{}
	}
	return p
}

// behind is what the place has not been shown: what came with the claim, or else what is read now.
func (b *batch) behind(ctx context.Context) (assistant.Undelivered, error) {
	if b.claim.Behind != nil {
		return *b.claim.Behind, nil
	}
	u, err := b.Store.Undelivered(ctx, b.claim)
	if err != nil {
		return u, fmt.Errorf("read undelivered of place %s: %w", b.claim.PlaceID, err)
	}
	return u, nil
}

// parcel draws a slot; it gives false where the place shows it already, or never will.
func (b *batch) parcel(ctx context.Context, s assistant.SlotWork, names Names) (parcel, bool) {
	card, ok := Fold(s.Slot, s.Messages, names)
	if s.Gathered != nil {
		card, ok = FoldGathered(b.claim.PlaceID, s.Gathered, names)
	}
	if _, direct := b.claim.Place.Direct(); direct {
		card = Privately(card)
	}
	if !ok {
		return parcel{}, false
	}
	hash := b.Surface.Hash(ctx, b.claim.Place, card)
	d := s.Delivery
	if hash == "" || d.Hash == gone+hash || d.Hash == told+hash || d.Ref != "" && d.Hash == hash {
		return parcel{}, false
	}
	p := parcel{slot: s, card: card, hash: hash, d: d, since: b.claim.Shown, fresh: d.Ref == "" && d.Nonce == ""}
	for _, m := range s.Messages {
		if m.Seq > b.claim.Shown {
			p.since = m.Seq - 1
			break
		}
	}
	if s.Gathered != nil {
		p.since = min(p.since, beforeShown(b.claim))
	}
	return p, true
}

func firstSeq(s assistant.SlotWork) int64 {
	if len(s.Messages) == 0 {
		return 0
	}
	return s.Messages[0].Seq
}
