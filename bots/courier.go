package bots

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// Config is what a courier needs. Kind, Surface and Store must be set; the rest has defaults.
type Config struct {
	Kind     assistant.Surface
	Surface  Surface
	Store    DeliveryStore
	Drafts   DraftStore // nil: answers are shown when they are whole
	People   Directory  // nil: people go unnamed
	Team     Team       // nil: nobody looks whether there is somebody to decide
	Accounts Accounts   // nil: nobody is called who is reminded of something
	Failures Failures   // nil: what a platform refuses is in the log alone
	Roster   Roster     // the agents' names
	Log      *slog.Logger
	Now      func() time.Time
	Lease    time.Duration                            // of the claim on a place; 30 s
	Settle   time.Duration                            // how long a platform may still be at what it never answered; 5 s
	Seen     func(o Outcome, took time.Duration)      // metrics; nil for none
	Shown    func(d assistant.DeliveryClaim, n int64) // called after a release with the seq now shown; nil for none
}

// Courier keeps the places of one surface up to date with their conversations. It is safe for concurrent use.
type Courier struct {
	Config
	people *peopleCache
	misses *missCount
}

// New returns a courier. It starts nothing: the caller that hears of a tenant's deliveries calls [Courier.Deliver].
func New(c Config) *Courier {
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Lease <= 0 {
		c.Lease = 30 * time.Second
	}
	if c.Settle <= 0 {
		c.Settle = 5 * time.Second
	}
	if c.Seen == nil {
		c.Seen = func(Outcome, time.Duration) {}
	}
	if c.Shown == nil {
		c.Shown = func(assistant.DeliveryClaim, int64) {}
	}
	return &Courier{Config: c, people: newPeopleCache(c.People, c.Now), misses: newMissCount()}
}

// Deliver brings one place of the tenant up to date. did is false when none is behind; more says that the place's log went
// on meanwhile. A lost claim is not an error here: somebody else goes on from what was recorded.
func (c *Courier) Deliver(ctx context.Context, t assistant.TenantID) (did, more bool, err error) {
	show, _, err := c.Take(ctx, t)
	if err != nil || show == nil {
		return false, false, err
	}
	more, err = show(ctx)
	return true, more, err
}

// Take claims a place of the tenant that is behind, or gives nil. other says that the tenant has another one, which somebody
// else may take meanwhile. show brings the place up to date, as [Courier.Deliver] does, and has to be called.
func (c *Courier) Take(ctx context.Context, t assistant.TenantID) (show func(context.Context) (more bool, err error), other bool, err error) {
	claim, ok, err := c.Store.ClaimDelivery(ctx, t, []assistant.Surface{c.Kind}, c.Lease)
	if err != nil {
		return nil, false, fmt.Errorf("claim a place: %w", err)
	}
	if !ok {
		return nil, false, nil
	}
	return c.Given(claim), claim.More, nil
}

// Shows says which surface's places the courier shows, and how long it holds one at a time.
func (c *Courier) Shows() (of assistant.Surface, lease time.Duration) { return c.Kind, c.Lease }

// Given is what [Courier.Take] gives for a place that was claimed elsewhere in this process. It has to be called.
func (c *Courier) Given(claim assistant.DeliveryClaim) (show func(context.Context) (more bool, err error)) {
	return func(ctx context.Context) (bool, error) {
		more, err := c.show(ctx, claim)
		if errors.Is(err, assistant.ErrFenced) {
			c.Log.WarnContext(ctx, "delivery claim lost", slog.String("place", string(claim.PlaceID)))
			return false, nil
		}
		return more, err
	}
}

func (c *Courier) show(ctx context.Context, claim assistant.DeliveryClaim) (more bool, err error) {
	b := &batch{Courier: c, claim: claim, renewed: c.Now(), upto: claim.Shown}
	if claim.Gathers {
		b.upto = beforeShown(claim)
	}
	err = b.plan(ctx)
	if err == nil {
		err = b.send(ctx)
	}
	if errors.Is(err, assistant.ErrFenced) {
		return false, err
	}
	if err != nil {
		b.wait = max(b.wait, c.misses.next(claim.PlaceID))
	}
	// The claim goes back and what was shown is recorded even when the process is being stopped.
	end, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	more, rerr := c.Store.ReleaseDelivery(end, b.claim, b.shown, b.upto, b.rests())
	if rerr != nil {
		return false, errors.Join(err, fmt.Errorf("release place %s: %w", claim.PlaceID, rerr))
	}
	c.Shown(claim, b.upto)
	return more, err
}

// batch is one claim's work.
type batch struct {
	*Courier
	claim   assistant.DeliveryClaim
	parcels []parcel
	drafts  []assistant.Delivery // that nothing has taken over yet
	shown   []assistant.Delivery
	upto    int64
	wait    time.Duration
	slot    time.Duration // until the posts may be made; nothing is intended before
	closed  *RefusedError // why nothing is shown there until somebody opens it; nil where it is open
	opens   time.Duration // until it is tried again then
	renewed time.Time
}

// send posts and edits in order. A post that is put off ends the batch, so that nothing overtakes it; an edit that is put
// off only holds the cursor back. Its error is the store's: what the platform does not answer is logged and tried again.
func (b *batch) send(ctx context.Context) error {
	b.unfinished(ctx)
	for i, p := range b.parcels {
		if err := b.renew(ctx); err != nil {
			b.heldFrom(b.parcels[i:])
			return err
		}
		if b.closed != nil && b.waits(p, b.closed) {
			b.keep(ctx, p, b.closed)
			continue
		}
		if p.fresh && b.slot > 0 {
			b.Seen(OutcomeLater, 0)
			b.heldFrom(b.parcels[i:])
			b.wait = max(b.wait, b.slot)
			return nil
		}
		posting := p.d.Ref == "" && !p.aside()
		err := b.one(ctx, p)
		if err == nil {
			continue
		}
		if errors.Is(err, assistant.ErrFenced) {
			b.heldFrom(b.parcels[i:])
			return err
		}
		later, ok := errors.AsType[*LaterError](err)
		_, silent := errors.AsType[*SilentError](err)
		if !posting && !silent {
			b.heldFrom(b.parcels[i : i+1])
			if ok {
				b.wait = max(b.wait, p.rest(later))
			} else {
				b.wait = max(b.wait, min(b.misses.next(b.claim.PlaceID), failedRest))
				b.Log.WarnContext(ctx, "platform did not do what was asked", b.at(p), slog.Any("err", err))
			}
			continue
		}
		b.heldFrom(b.parcels[i:])
		b.untried(b.parcels[i+1:])
		if ok {
			b.wait = max(b.wait, later.After, time.Millisecond)
			return nil
		}
		b.wait = max(b.wait, b.misses.next(b.claim.PlaceID))
		if silent {
			b.wait = max(b.wait, b.Settle) // looked for sooner, a post on its way would be missed and made twice
		}
		b.Log.WarnContext(ctx, "platform did not answer", b.at(p), slog.Any("err", err))
		return nil
	}
	if b.wait == 0 {
		b.misses.clear(b.claim.PlaceID)
	}
	return nil
}

// at says in the log where a parcel goes.
func (b *batch) at(p parcel) slog.Attr {
	return slog.Group("delivery", slog.String("place", string(b.claim.PlaceID)), slog.String("slot", string(p.slot.Slot)))
}

// heldFrom keeps the cursor before what was not shown.
func (b *batch) heldFrom(ps []parcel) {
	for _, p := range ps {
		b.upto = min(b.upto, p.since)
	}
}

// How long a place rests at most for an edit that the platform has put off, or did not make: edits may be put off for minutes, and
// posts have an allowance of their own.
const (
	editRest   = 5 * time.Second
	failedRest = 15 * time.Second
)

// rest is how long a place rests for an edit, or a reminder, that was put off. What we put off ourselves is looked at again soon: the
// whole place rests, and an answer that comes meanwhile should not wait for a card's pace, nor for the platform's.
func (p parcel) rest(later *LaterError) time.Duration {
	after := max(later.After, time.Millisecond)
	switch {
	case p.aside():
		return min(after, asideWait)
	case later.Err == nil:
		return min(after, time.Second)
	default:
		return min(after, editRest)
	}
}

// untried takes back the intentions of posts that were not even tried, so that nobody need look for them.
func (b *batch) untried(ps []parcel) {
	for _, p := range ps {
		if p.fresh {
			b.record(assistant.Delivery{Slot: p.slot.Slot})
		}
	}
}

// renew keeps the claim alive: before a call whenever a third of the lease has gone, and no call may take longer than
// half of it.
func (b *batch) renew(ctx context.Context) error {
	if now := b.Now(); now.Sub(b.renewed) > b.Lease/3 {
		if err := b.Store.RenewDelivery(ctx, b.claim, b.Lease); err != nil {
			return fmt.Errorf("renew place %s: %w", b.claim.PlaceID, err)
		}
		b.renewed = now
	}
	return nil
}

// agents are those of a tenant by their ids.
func (c *Courier) agents(t assistant.TenantID) map[assistant.AgentID]assistant.Agent {
	return NewNames(c.Roster.Ever(t), nil, assistant.Settings{}).Agents
}
