package storage

import (
	"context"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

// ClaimDraft takes the conversation's place on the surface, to show it an answer that is still being written; shown is
// what it has been shown of it. It takes nothing once the answer is in the log, while somebody else shows the place
// something, and while the log has something for it.
func (d Deliveries) ClaimDraft(ctx context.Context, of assistant.Draft, surface assistant.Surface, lease time.Duration) (
	c assistant.DeliveryClaim, shown assistant.Delivery, ok bool, err error,
) {
	if err = valid(of.Cause); err != nil {
		return c, shown, false, named(err, "claim a place for a draft")
	}
	c = assistant.DeliveryClaim{Tenant: of.Tenant, Conversation: of.Conversation, Token: d.token()}
	c.Place.Surface, shown.Slot = surface, of.Slot()
	err = d.in(ctx, mode{tenant: of.Tenant, lazy: true}, func(t *tx) error {
		c.PlaceID, shown = "", assistant.Delivery{Slot: of.Slot()}
		t.one([]any{&c.PlaceID, &c.Place.Space, &c.Place.Channel, &c.Place.Thread, &c.Language, &c.Shown},
			`update places set token = $5, lease_until = :after($6)
			where id = (select p.id from places p where p.tenant_id = $1 and p.conversation_id = $2 and p.surface = $3
			               and not `+inDirect(`p`)+` and not p.pulls and p.token is null and (p.ready_at is null or p.ready_at > :now)
			               and exists (select 1 from mail m where m.conversation_id = $2 and m.tenant_id = $1 and m.message_id = $4)
			             order by p.created_at limit 1 :skip)
			returning id, space, channel, thread, `+spokenThere+`, shown`, of.Tenant, of.Conversation, surface, of.Cause, c.Token, lease)
		t.one([]any{&shown.Ref, &shown.Hash, &shown.Nonce}, `select d.ref, d.hash, d.nonce from deliveries d join places p on p.id = d.place_id
			where p.conversation_id = $1 and p.tenant_id = $2 and p.token = $3 and d.slot = $4`,
			of.Conversation, of.Tenant, c.Token, shown.Slot)
		return nil
	})
	return c, shown, err == nil && c.PlaceID != "", named(err, "claim a place for a draft in conversation %s", of.Conversation)
}

// ReleaseDraft records what was shown of a draft and gives the place back as it was; ready says that there is something to
// deliver.
func (d Deliveries) ReleaseDraft(ctx context.Context, c assistant.DeliveryClaim, shown assistant.Delivery) (ready bool, err error) {
	err = d.in(ctx, mode{tenant: c.Tenant, lazy: true}, func(t *tx) error {
		t.deliver(c, []assistant.Delivery{shown})
		t.need(assistant.ErrFenced, []any{&ready}, `update places set token = null, lease_until = null
			where id = $1 and tenant_id = $2 and token = $3 and lease_until > :now
			returning ready_at is not null and ready_at <= :now`, c.PlaceID, c.Tenant, null(c.Token))
		t.guarded() // by the claim
		return nil
	})
	return ready, named(err, "release place %s after a draft", c.PlaceID)
}

// drafts queues reading what a place has been shown of answers whose turn is over.
func (t *tx) drafts(c assistant.DeliveryClaim, to *[]assistant.Delivery) {
	t.each(tables.Into(to, func(d *assistant.Delivery) []any { return []any{&d.Slot, &d.Ref, &d.Hash, &d.Nonce} }), `select d.slot, d.ref, d.hash, d.nonce from deliveries d where d.place_id = $1 and d.tenant_id = $2 and d.slot like 'draft:%'
			and not exists (select 1 from mail m where m.conversation_id = $3 and 'draft:' || cast(m.message_id as text) = d.slot)
		order by d.slot`, c.PlaceID, c.Tenant, c.Conversation)
}
