package storage

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// ClaimDelivery takes the tenant's place, on one of the surfaces, that has been behind its log longest, or nothing. What it is
// behind comes with it, unless something is being written there, which [Deliveries.Undelivered] then reads in its order.
func (d Deliveries) ClaimDelivery(ctx context.Context, tenant assistant.TenantID, surfaces []assistant.Surface, lease time.Duration) (assistant.DeliveryClaim, bool, error) {
	if len(surfaces) == 0 {
		return assistant.DeliveryClaim{}, false, nil
	}
	c := assistant.DeliveryClaim{Tenant: tenant, Token: d.token()}
	args := []any{tenant, c.Token, lease}
	for _, s := range surfaces {
		args = append(args, s)
	}
	var drafts bool
	var upto int64
	var work []owed
	err := d.in(ctx, mode{tenant: tenant, lazy: true}, func(t *tx) error {
		c.PlaceID, c.Behind, c.With = "", nil, ""
		among := ` and o.surface in (` + list(4, len(surfaces)) + `)`
		t.one([]any{
			&c.PlaceID, &c.Conversation, &c.Place.Surface, &c.Place.Space, &c.Place.Channel, &c.Place.Thread, &c.Language, &c.Shown, &c.Paced, &c.Closed, &c.More, &drafts, &upto, &c.Gathers, &c.With, new(string),
		}, `update places set token = $2, lease_until = :after($3), ready_at = null
			where id = (select id from places where tenant_id = $1 and ready_at <= :now and token is null
			               and surface in (`+list(4, len(surfaces))+`)
			             order by ready_at limit 1 :skip)
			returning id, conversation_id, surface, space, channel, thread, `+spokenThere+`, shown, paced, closed, `+otherReady("places", among)+`,
				exists (select 1 from deliveries d where d.place_id = places.id and d.slot like 'draft:%'),
				coalesce((select seq from assistant_conversations c where c.id = places.conversation_id), 0), gathers, `+shownWithWords+`, :keep`, slices.Clone(args)...)
		held, args, err := kept(ctx, t, tenant, &c.PlaceID)
		if err != nil {
			return err
		}
		t.behind(held, args, &work)
		return nil
	})
	if err != nil {
		return assistant.DeliveryClaim{}, false, named(err, "claim a place of tenant %s", tenant)
	}
	if c.PlaceID == "" {
		return assistant.DeliveryClaim{}, false, nil
	}
	if !drafts && !c.Gathers {
		c.Behind = &assistant.Undelivered{Upto: upto, Slots: slots(work, upto)}
	}
	return c, true, nil
}

// RenewDelivery makes the lease longer. [assistant.ErrFenced] means that the work has to end.
func (d Deliveries) RenewDelivery(ctx context.Context, c assistant.DeliveryClaim, lease time.Duration) error {
	return named(d.renew(ctx, "places", c.Tenant, string(c.PlaceID), c.Token, lease), "renew claim of place %s", c.PlaceID)
}

// spokenThere is the language of the conversation of a place.
const spokenThere = `coalesce((select language from assistant_conversations c where c.id = places.conversation_id), '')`

const placeHeld = `from places where id = $1 and tenant_id = $2 and token = $3 and lease_until > :now`

// Undelivered reads what the place has not been shown: the slots that new messages touch, each whole, in the order in
// which they first appeared.
func (d Deliveries) Undelivered(ctx context.Context, c assistant.DeliveryClaim) (assistant.Undelivered, error) {
	var out assistant.Undelivered
	var work []owed
	var together []assistant.Gathered
	var shown assistant.Delivery
	err := d.in(ctx, mode{tenant: c.Tenant, read: true}, func(t *tx) error {
		out = assistant.Undelivered{}
		t.drafts(c, &out.Drafts) // before the log's end: what answers them is not overlooked
		t.need(assistant.ErrFenced, []any{&out.Upto},
			`select coalesce((select seq from assistant_conversations where id = conversation_id), 0) `+placeHeld,
			c.PlaceID, c.Tenant, null(c.Token))
		t.behind(`$2`, []any{c.Tenant, c.PlaceID}, &work)
		if !c.Gathers {
			return nil
		}
		t.gathered(c, &together, &shown)
		if err := t.flush(ctx); err != nil {
			return err
		}
		return t.wantedBy(ctx, c.Tenant, together)
	})
	if err != nil {
		return assistant.Undelivered{}, named(err, "read what place %s is behind", c.PlaceID)
	}
	out.Slots = slots(work, out.Upto)
	if c.Gathers {
		out.Slots = withGathered(out.Slots, c, together, shown)
	}
	return out, nil
}

// owed is a message of a slot that a place is behind in, with what it has been shown of the slot.
type owed struct {
	message assistant.Message
	shown   assistant.Delivery
}

// behind queues reading the slots that a place is behind in, whole. The place's id is the expression held, over args of which
// the tenant is the first.
func (t *tx) behind(held string, args []any, to *[]owed) {
	*to = nil
	of := func(column string) string { return `(select w.` + column + ` from places w where w.id = ` + held + `)` }
	t.each(func(scan func(...any) error) error {
		var o owed
		var err error
		o.message, err = scanMessage(scan, &o.shown.Ref, &o.shown.Hash, &o.shown.Nonce, &o.shown.Withheld)
		if o.shown != (assistant.Delivery{}) {
			o.shown.Slot = o.message.Slot
		}
		*to = append(*to, o)
		return err
	}, `select `+messageColumns+`, d.ref, d.hash, d.nonce, coalesce(d.withheld, false) from assistant_messages g
			left join deliveries d on d.place_id = `+held+` and d.slot = g.slot
		where g.conversation_id = `+of(`conversation_id`)+` and g.tenant_id = $1 and g.slot <> '' and g.slot in (
			select t.slot from assistant_messages t where t.conversation_id = `+of(`conversation_id`)+` and t.seq > `+of(`shown`)+` and t.slot <> '')
		order by g.seq`, args...)
}

// slots groups messages, leaving out what came after the end was read.
func slots(work []owed, upto int64) []assistant.SlotWork {
	var out []assistant.SlotWork
	at := map[assistant.Slot]int{}
	for _, o := range work {
		m := o.message
		if m.Seq > upto {
			break
		}
		i, ok := at[m.Slot]
		if !ok {
			i = len(out)
			at[m.Slot] = i
			out = append(out, assistant.SlotWork{Slot: m.Slot, Delivery: o.shown})
		}
		out[i].Messages = append(out[i].Messages, m)
	}
	return out
}

// deliver queues recording what a place has been shown, behind its claim; a delivery of nothing is forgotten. The first
// statement locks the place's row, and each looks for the claim, so that nothing is written without it even before the
// lock's answer is read.
func (t *tx) deliver(c assistant.DeliveryClaim, ds []assistant.Delivery) {
	var gone, there []assistant.Delivery
	for _, d := range ds {
		if d == (assistant.Delivery{Slot: d.Slot}) {
			gone = append(gone, d)
		} else {
			there = append(there, d)
		}
	}
	held := []any{c.PlaceID, c.Tenant, null(c.Token)}
	if len(there) > 0 {
		t.must(assistant.ErrFenced, recordSQL(len(there), ``), append(held[:3:3], recorded(there)...)...)
	}
	if len(gone) > 0 {
		if len(there) == 0 {
			var one int64
			t.need(assistant.ErrFenced, []any{&one}, `select 1 `+placeHeld+` :locked`, held...)
		}
		for _, d := range gone {
			held = append(held, d.Slot)
		}
		t.exec(`delete from deliveries where place_id = (select id `+placeHeld+`) and slot in (`+list(4, len(gone))+`)`, held...)
	}
	t.guarded() // by the claim
}

const recordFields = 7

// recordSQL is a statement that records n deliveries, on a condition besides.
func recordSQL(n int, where string) string {
	var b strings.Builder
	b.WriteString(`with v (slot, ref, hash, nonce, withheld, begun, at) as (values `)
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteByte('(')
		for j, kind := range [recordFields]string{"text", "text", "text", "text", "boolean", "bigint", "timestamptz"} {
			if j > 0 {
				b.WriteByte(',')
			}
			fmt.Fprintf(&b, "cast($%d as %s)", 4+i*recordFields+j, kind)
		}
		b.WriteByte(')')
	}
	b.WriteString(`) insert into deliveries (place_id, slot, tenant_id, ref, hash, nonce, withheld, begun, posted_at, updated_at)
		select p.id, v.slot, p.tenant_id, v.ref, v.hash, v.nonce, v.withheld, v.begun,
			case when v.begun > 0 then coalesce(v.at, :now) end, :now
		from places p, v where p.id = $1 and p.tenant_id = $2 and p.token = $3 and p.lease_until > :now` + where + ` :locked
		on conflict (place_id, slot) do update set ref = excluded.ref, hash = excluded.hash, nonce = excluded.nonce,
			withheld = excluded.withheld, posted_at = coalesce(deliveries.posted_at, excluded.posted_at),
			begun = case when deliveries.begun > 0 then deliveries.begun else excluded.begun end,
			updated_at = excluded.updated_at`)
	return b.String()
}

func recorded(ds []assistant.Delivery) []any {
	args := make([]any, 0, len(ds)*recordFields)
	for _, d := range ds {
		args = append(args, d.Slot, d.Ref, d.Hash, d.Nonce, d.Withheld, d.Begun, d.At)
	}
	return args
}

// opened queues trying again the other closed places of a place's channel: somebody has opened it.
func (t *tx) opened(c assistant.DeliveryClaim) {
	t.exec(`update places set ready_at = :now where tenant_id = $1 and surface = $2 and space = $3 and channel = $4 and closed and token is null and ready_at is not null`,
		c.Tenant, c.Place.Surface, c.Place.Space, c.Place.Channel)
}

// toldOnce is the condition that a place is one where people are told once, and were: whatever comes of it is shown elsewhere.
const toldOnce = `(surface in ('push', 'mail') and exists (select 1 from deliveries d where d.place_id = places.id and d.slot = places.thread and (d.ref <> '' or d.withheld)))`

// OpenSpace makes ready whatever waits to be tried again in a space: its token is good, or another.
func (d Deliveries) OpenSpace(ctx context.Context, tenant assistant.TenantID, surface assistant.Surface, space string) error {
	err := d.in(ctx, mode{tenant: tenant}, func(t *tx) error {
		t.openSpace(tenant, surface, space)
		return nil
	})
	return named(err, "open the places of space %s", space)
}

// openSpace queues trying again what waits in a space, or in those of an organisation.
func (t *tx) openSpace(tenant assistant.TenantID, surface assistant.Surface, space string) {
	t.exec(`update places set ready_at = :now where tenant_id = $1 and surface = $2 and token is null and ready_at > :now
		and (space = $3 or space in (select s.space from spaces s where s.tenant_id = $1 and s.surface = $2 and s.parent = $3))`, tenant, surface, space)
}

// Intend records, durably and before it is posted, what is about to be posted: a post whose answer is lost can then be
// looked up by its nonce instead of being repeated. The posts take their slots in the pace; while the first of those has not
// come nothing is intended, and wait says how long that is. The slots stay theirs when the place is released for as long.
func (d Deliveries) Intend(ctx context.Context, c assistant.DeliveryClaim, ds []assistant.Delivery, p assistant.Pace) (wait time.Duration, err error) {
	var free, now time.Time
	err = d.in(ctx, mode{tenant: c.Tenant}, func(t *tx) error {
		if p.Thing == "" {
			t.deliver(c, ds)
			return nil
		}
		held := []any{c.PlaceID, c.Tenant, null(c.Token)}
		t.need(assistant.ErrFenced, []any{&free, &now}, `insert into turns (tenant_id, thing, free_at) select tenant_id, $4, :after($5) `+placeHeld+` :locked
			on conflict (tenant_id, thing) do update set free_at = case when turns.free_at > :now
				then turns.free_at + (excluded.free_at - :now) else excluded.free_at end
			returning free_at, :now`, append(held[:3:3], p.Thing, time.Duration(p.Posts)*p.Every)...)
		n := 3 + recordFields*len(ds)
		t.exec(recordSQL(len(ds), fmt.Sprintf(` and not exists (select 1 from turns f where f.tenant_id = $2 and f.thing = $%d and f.free_at > :after($%d))`, n+1, n+2)),
			append(append(held, recorded(ds)...), p.Thing, p.Span())...)
		t.guarded() // by the claim
		return nil
	})
	if p.Thing != "" {
		wait = max(0, free.Add(-p.Span()).Sub(now))
	}
	return wait, named(err, "intend for place %s", c.PlaceID)
}

// ReleaseDelivery records what was shown, moves the cursor to upto and gives the place back. It stays ready when the log
// went on meanwhile, but not before wait is over, unless it is closed: what is new is tried there once. ready says that it does, and at
// once.
func (d Deliveries) ReleaseDelivery(ctx context.Context, c assistant.DeliveryClaim, shown []assistant.Delivery, upto int64, wait time.Duration) (ready bool, err error) {
	err = d.in(ctx, mode{tenant: c.Tenant, lazy: true}, func(t *tx) error {
		t.deliver(c, shown)
		t.need(assistant.ErrFenced, []any{&ready}, `update places set token = null, lease_until = null, shown = case when shown < $4 then $4 else shown end, paced = $6, closed = $7,
				pulls = pulls or `+toldOnce+`,
				ready_at = case when $7 and ready_at is not null then :now when ready_at is not null
					or $4 < (select seq from assistant_conversations where id = conversation_id)
					then :after($5) else null end
			where id = $1 and tenant_id = $2 and token = $3 and lease_until > :now returning ready_at is not null and ready_at <= :now`,
			c.PlaceID, c.Tenant, null(c.Token), upto, wait, c.Paced, c.Closes)
		if c.Closed && !c.Closes {
			t.opened(c)
		}
		if c.With != "" { // what became of it is shown there
			t.exec(`update places set ready_at = coalesce(ready_at, :now) where id = $1 and tenant_id = $2`, c.With, c.Tenant)
		}
		t.guarded() // by the claim
		return nil
	})
	return ready || c.With != "" && wait == 0, named(err, "release place %s", c.PlaceID)
}
