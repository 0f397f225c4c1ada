package bots

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// post shows a parcel's card anew, in its place. A reminder goes to the account of the person it is for, where the surface
// can call one and an account is known.
func (b *batch) post(ctx context.Context, p *parcel) (ref string, err error) {
	c, ok := p.card.(ReminderCard)
	pager, can := b.Surface.(Pager)
	if _, direct := b.claim.Place.Direct(); !ok || !can || b.Accounts == nil || c.For == "" || direct {
		return b.Surface.Post(ctx, b.claim.Place, p.card, p.d.Nonce) //nolint:wrapcheck // the caller says what it was for
	}
	to, err := b.Accounts.Account(ctx, b.claim.Tenant, c.For, b.Kind, b.claim.Place.Space)
	if errors.Is(err, assistant.ErrNotFound) { // somebody who is known elsewhere alone
		return b.Surface.Post(ctx, b.claim.Place, p.card, p.d.Nonce) //nolint:wrapcheck // as above
	}
	if err != nil {
		return "", &LaterError{After: time.Second, Err: fmt.Errorf("find whom to remind: %w", err)}
	}
	return pager.Remind(ctx, b.claim.Place, c, to, p.d.Nonce, !p.fresh) //nolint:wrapcheck // as above
}
