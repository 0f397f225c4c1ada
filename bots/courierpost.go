package bots

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// post shows a parcel's card anew, in its place. A reminder goes to the account of the person it is for, where the surface
// can call one and an account is known.
func (b *batch) post(ctx context.Context, p *parcel) (ref string, err error) {
	c, ok := p.card.(ReminderCard)
	pager, can := b.Surface.(Pager)
	if _, direct := b.claim.Place.Direct(); !ok || !can || b.Accounts == nil || c.For == "" || direct {
		return b.Surface.Post(ctx, b.claim.Place, p.card, p.d.Nonce)
	}
	to, err := b.Accounts.Account(ctx, b.claim.Tenant, c.For, b.Kind, b.claim.Place.Space)
	if errors.Is(err, assistant.ErrNotFound) { // somebody who is known elsewhere alone
		return b.Surface.Post(ctx, b.claim.Place, p.card, p.d.Nonce)
	}
	if err != nil {
		return "", &LaterError{After: time.Second, Err: fmt.Errorf("find whom to remind: %w", err)}
	}
	return pager.Remind(ctx, b.claim.Place, c, to, p.d.Nonce, !p.fresh)
}

// one brings one slot up to date.
func (b *batch) one(ctx context.Context, p parcel) error {
	ctx, cancel := context.WithTimeout(ctx, b.Lease/2)
	defer cancel()
	start := b.Now()
	out, err := b.deliver(ctx, &p)
	less, lesser := errors.AsType[*LesserError](err)
	refused, given := errors.AsType[*RefusedError](err)
	waits := given && b.waits(p, refused)
	switch {
	case waits:
		out = OutcomeLater
	case lesser:
		out, err = less.How, nil
	case err != nil:
		out = outcomeOf(err)
	}
	b.Seen(out, b.Now().Sub(start))
	if lesser {
		b.note(ctx, p, less.How, less.Reason)
	}
	if waits {
		b.keep(ctx, p, refused)
		return nil
	}
	if given {
		b.Log.WarnContext(ctx, "delivery given up", b.at(p), slog.String("reason", refused.Reason))
		b.note(ctx, p, OutcomeGivenUp, refused.Reason)
		p.d.Hash, p.d.Withheld = gone+p.hash, true
		b.settle(&p)
		return nil
	}
	return err
}

// deliver makes the place show a parcel. A [*LesserError] says that it does, otherwise.
func (b *batch) deliver(ctx context.Context, p *parcel) (Outcome, error) {
	out, err := b.bring(ctx, p)
	less, lesser := errors.AsType[*LesserError](err)
	if err != nil && !lesser {
		return "", err
	}
	p.d.Hash, p.d.Withheld = p.hash, false
	if lesser && less.How == OutcomeTold {
		p.d.Hash, p.d.Withheld = gone+p.hash, true // what it says has not been seen there
	}
	b.settle(p)
	return out, err
}

// bring posts, edits or finishes.
func (b *batch) bring(ctx context.Context, p *parcel) (Outcome, error) {
	var less Lesser
	out := OutcomeEdited
	if p.d.Ref == "" && !p.fresh {
		ref, found, err := b.Surface.Find(ctx, b.claim.Place, p.d.Nonce)
		if err != nil {
			return "", fmt.Errorf("find: %w", err)
		}
		if found {
			p.d.Ref, out = ref, OutcomeFound
			b.found(p)
		}
	}
	if p.d.Ref != "" && p.draft != "" {
		if _, err := less.Take("", b.finish(ctx, p)); err != nil {
			return "", err
		}
	}
	switch {
	case p.d.Ref == "":
		ref, err := less.Take(b.post(ctx, p))
		if _, later := errors.AsType[*LaterError](err); later && p.fresh {
			b.record(assistant.Delivery{Slot: p.slot.Slot}) // certainly not posted: the next try need not look for it
		}
		if err != nil {
			return "", fmt.Errorf("post: %w", err)
		}
		p.d.Ref, out = ref, OutcomePosted
	case p.draft == "" && p.d.Hash != p.hash:
		_, err := less.Take("", b.Surface.Edit(ctx, b.claim.Place, p.d.Ref, p.card))
		if _, moved := errors.AsType[*MovedError](err); moved {
			if _, err := less.Take("", b.anew(ctx, p)); err != nil {
				return "", err
			}
			out, err = OutcomePosted, nil
		}
		if err != nil {
			return "", fmt.Errorf("edit: %w", err)
		}
	}
	return out, less.Left()
}

// anew posts a card that went on in a new post, under a nonce of its own. The nonce is durable before the post, and stays
// so where the post is put off: the next try looks for it, and never for the post before.
func (b *batch) anew(ctx context.Context, p *parcel) error {
	p.d = assistant.Delivery{Slot: p.slot.Slot, Hash: p.hash, Nonce: nonce(b.claim.PlaceID, p.slot.Slot+"\nafter "+assistant.Slot(p.d.Ref))}
	if _, err := b.Store.Intend(ctx, b.claim, []assistant.Delivery{p.d}, assistant.Pace{}); err != nil {
		return fmt.Errorf("intend another post to place %s: %w", b.claim.PlaceID, err)
	}
	b.record(p.d)
	var less Lesser
	ref, err := less.Take(b.Surface.Post(ctx, b.claim.Place, p.card, p.d.Nonce))
	if err != nil {
		return fmt.Errorf("post anew: %w", err)
	}
	p.d.Ref = ref
	return less.Left()
}

// record notes what a slot's delivery is now, once per slot.
func (b *batch) record(d assistant.Delivery) {
	if i := slices.IndexFunc(b.shown, func(s assistant.Delivery) bool { return s.Slot == d.Slot }); i >= 0 {
		b.shown[i] = d
		return
	}
	b.shown = append(b.shown, d)
}
