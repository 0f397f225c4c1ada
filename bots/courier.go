package bots

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// Config is what a courier needs. Kind, Surface and Store must be set; the rest has defaults.
type Config struct {
	Kind     assistant.Surface
	Surface  Surface
	Store    DeliveryStore
	Drafts   DraftStore        // nil: answers are shown when they are whole
	People   Directory         // nil: people go unnamed
	Accounts Accounts          // nil: nobody is called who is reminded of something
	Failures Failures          // nil: what a platform refuses is in the log alone
	Roster   []assistant.Agent // the agents' names
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
	roster map[assistant.AgentID]assistant.Agent
}

// New returns a courier. It starts nothing: whoever hears that a tenant has something to deliver calls [Courier.Deliver].
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
	return &Courier{Config: c, people: newPeopleCache(c.People, c.Now), misses: newMissCount(), roster: NewNames(c.Roster, nil, assistant.Settings{}).Agents}
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
	more, rerr := c.Store.ReleaseDelivery(end, b.claim, b.shown, b.upto, b.wait)
	if rerr != nil {
		return false, errors.Join(err, fmt.Errorf("release place %s: %w", claim.PlaceID, rerr))
	}
	c.Shown(claim, b.upto)
	return more, err
}

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
	renewed time.Time
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

// send posts and edits in order. A post that is put off ends the batch, so that nothing overtakes it; an edit that is put
// off only holds the cursor back. Its error is the store's: what the platform does not answer is logged and tried again.
func (b *batch) send(ctx context.Context) error {
	b.unfinished(ctx)
	for i, p := range b.parcels {
		if err := b.renew(ctx); err != nil {
			b.heldFrom(b.parcels[i:])
			return err
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

// one brings one slot up to date.
func (b *batch) one(ctx context.Context, p parcel) error {
	ctx, cancel := context.WithTimeout(ctx, b.Lease/2)
	defer cancel()
	start := b.Now()
	out, err := b.deliver(ctx, &p)
	less, lesser := errors.AsType[*LesserError](err)
	switch {
	case lesser:
		out, err = less.How, nil
	case err != nil:
		out = outcomeOf(err)
	}
	b.Seen(out, b.Now().Sub(start))
	if lesser {
		b.note(ctx, p, less.How, less.Reason)
	}
	if refused, ok := errors.AsType[*RefusedError](err); ok {
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
