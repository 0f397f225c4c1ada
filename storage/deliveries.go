package storage

import (
	"context"
	"slices"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// ClaimDelivery takes the tenant's place, on one of the surfaces, that has been behind its log longest, or nothing.
func (d *DB) ClaimDelivery(ctx context.Context, tenant assistant.TenantID, surfaces []assistant.Surface, lease time.Duration) (assistant.DeliveryClaim, bool, error) {
	if len(surfaces) == 0 {
		return assistant.DeliveryClaim{}, false, nil
	}
	c := assistant.DeliveryClaim{Tenant: tenant, Token: assistant.NewID[assistant.ClaimToken](d.ids)}
	args := []any{tenant, c.Token, lease}
	for _, s := range surfaces {
		args = append(args, s)
	}
	err := d.in(ctx, mode{tenant: tenant, lazy: true}, func(t *tx) error {
		c.PlaceID = ""
		among := ` and o.surface in (` + list(4, len(surfaces)) + `)`
		t.one([]any{&c.PlaceID, &c.Conversation, &c.Place.Surface, &c.Place.Space, &c.Place.Channel, &c.Place.Thread, &c.Shown, &c.More},
			`update places set token = $2, lease_until = :after($3), ready_at = null
			where id = (select id from places where tenant_id = $1 and ready_at <= :now and token is null
			               and surface in (`+list(4, len(surfaces))+`)
			             order by ready_at limit 1 :skip)
			returning id, conversation_id, surface, space, channel, thread, shown, `+otherReady("places", among), slices.Clone(args)...)
		return nil
	})
	if err != nil {
		return assistant.DeliveryClaim{}, false, named(err, "claim a place of tenant %s", tenant)
	}
	if c.PlaceID == "" {
		return assistant.DeliveryClaim{}, false, nil
	}
	return c, true, nil
}

// RenewDelivery makes the lease longer. [assistant.ErrFenced] means that the work has to end.
func (d *DB) RenewDelivery(ctx context.Context, c assistant.DeliveryClaim, lease time.Duration) error {
	return named(d.renew(ctx, "places", c.Tenant, string(c.PlaceID), c.Token, lease), "renew claim of place %s", c.PlaceID)
}

const placeHeld = `from places where id = $1 and tenant_id = $2 and token = $3 and lease_until > :now`

// Undelivered reads what the place has not been shown: the slots that new messages touch, each whole, in the order in
// which they first appeared.
func (d *DB) Undelivered(ctx context.Context, c assistant.DeliveryClaim) (assistant.Undelivered, error) {
	var out assistant.Undelivered
	var ms []assistant.Message
	var shown map[assistant.Slot]assistant.Delivery
	err := d.in(ctx, mode{tenant: c.Tenant, read: true}, func(t *tx) error {
		out, shown = assistant.Undelivered{}, map[assistant.Slot]assistant.Delivery{}
		t.drafts(c, &out.Drafts) // before the log's end: what answers them is not overlooked
		t.need(assistant.ErrFenced, []any{&out.Upto},
			`select coalesce((select seq from assistant_conversations where id = conversation_id), 0) `+placeHeld,
			c.PlaceID, c.Tenant, null(c.Token))
		const touched = `(select t.slot from assistant_messages t where t.conversation_id = $1 and t.seq > $2 and t.slot <> '')`
		t.each(collect(&ms), `select `+messageColumns+` from assistant_messages g
			where g.conversation_id = $1 and g.tenant_id = $3 and g.slot <> '' and g.slot in `+touched+` order by g.seq`,
			c.Conversation, c.Shown, c.Tenant)
		t.each(func(scan func(...any) error) error {
			var d assistant.Delivery
			err := scan(&d.Slot, &d.Ref, &d.Hash, &d.Nonce, &d.Withheld)
			shown[d.Slot] = d
			return err
		}, `select slot, ref, hash, nonce, withheld from deliveries where place_id = $4 and tenant_id = $3 and slot in `+touched,
			c.Conversation, c.Shown, c.Tenant, c.PlaceID)
		return nil
	})
	if err != nil {
		return assistant.Undelivered{}, named(err, "read what place %s is behind", c.PlaceID)
	}
	out.Slots = slots(ms, shown, out.Upto)
	return out, nil
}

// slots groups messages, leaving out what came after the end was read.
func slots(ms []assistant.Message, shown map[assistant.Slot]assistant.Delivery, upto int64) []assistant.SlotWork {
	var out []assistant.SlotWork
	at := map[assistant.Slot]int{}
	for _, m := range ms {
		if m.Seq > upto {
			break
		}
		i, ok := at[m.Slot]
		if !ok {
			i = len(out)
			at[m.Slot] = i
			out = append(out, assistant.SlotWork{Slot: m.Slot, Delivery: shown[m.Slot]})
		}
		out[i].Messages = append(out[i].Messages, m)
	}
	return out
}

// deliver queues recording what a place has been shown, behind its claim; a delivery of nothing is forgotten. The place's row is locked first; each record
// looks for the claim once more, so that nothing is written without it even before the lock's answer is read.
func (t *tx) deliver(c assistant.DeliveryClaim, ds []assistant.Delivery) {
	var one int64
	t.need(assistant.ErrFenced, []any{&one}, `select 1 `+placeHeld+` :locked`, c.PlaceID, c.Tenant, null(c.Token))
	t.checked = false
	for _, d := range ds {
		if d == (assistant.Delivery{Slot: d.Slot}) {
			t.exec(`delete from deliveries where place_id = (select id `+placeHeld+`) and slot = $4`, c.PlaceID, c.Tenant, null(c.Token), d.Slot)
			continue
		}
		t.exec(`insert into deliveries (place_id, slot, tenant_id, ref, hash, nonce, withheld, begun, posted_at, updated_at)
			select id, $4, tenant_id, $5, $6, $7, $8, cast($9 as bigint), case when cast($9 as bigint) > 0 then coalesce($10, :now) end, :now `+placeHeld+`
			on conflict (place_id, slot) do update set ref = excluded.ref, hash = excluded.hash, nonce = excluded.nonce,
				withheld = excluded.withheld, posted_at = coalesce(deliveries.posted_at, excluded.posted_at),
				begun = case when deliveries.begun > 0 then deliveries.begun else excluded.begun end,
				updated_at = excluded.updated_at`, c.PlaceID, c.Tenant, null(c.Token), d.Slot, d.Ref, d.Hash, d.Nonce, d.Withheld, d.Begun, d.At)
	}
}

// Intend records, durably and before it is posted, what is about to be posted: a post whose answer is lost can then be
// looked up by its nonce instead of being repeated.
func (d *DB) Intend(ctx context.Context, c assistant.DeliveryClaim, ds []assistant.Delivery) error {
	err := d.in(ctx, mode{tenant: c.Tenant}, func(t *tx) error {
		t.deliver(c, ds)
		return nil
	})
	return named(err, "intend for place %s", c.PlaceID)
}

// ReleaseDelivery records what was shown, moves the cursor to upto and gives the place back. It stays ready when the log
// went on meanwhile, but not before wait is over; ready says that it does, and at once.
func (d *DB) ReleaseDelivery(ctx context.Context, c assistant.DeliveryClaim, shown []assistant.Delivery, upto int64, wait time.Duration) (ready bool, err error) {
	err = d.in(ctx, mode{tenant: c.Tenant, lazy: true}, func(t *tx) error {
		t.deliver(c, shown)
		t.one([]any{&ready}, `update places set token = null, lease_until = null, shown = case when shown < $4 then $4 else shown end,
				ready_at = case when ready_at is not null
					or $4 < (select seq from assistant_conversations where id = conversation_id)
					then :after($5) else null end
			where id = $1 and tenant_id = $2 and token = $3 and lease_until > :now returning ready_at is not null`,
			c.PlaceID, c.Tenant, null(c.Token), upto, wait)
		return nil
	})
	return ready && wait == 0, named(err, "release place %s", c.PlaceID)
}
