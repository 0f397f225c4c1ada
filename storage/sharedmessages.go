package storage

import (
	"context"
	"slices"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

// shownWithWords is in whose message a place is shown, "" for one of its own.
const shownWithWords = `coalesce(cast(shown_with as text), '')`

// gather queues finding the direct message that the action can join: one sent to the account recently, which has arrived or is on
// its way, has something open, and has room. Two conversations that look at the same moment are serialized.
func (t *tx) gather(due assistant.Timer, p assistant.Place, with *assistant.PlaceID) {
	actions := func(at string) string {
		return `select count(*) from pending_actions a join places m on m.conversation_id = a.conversation_id and m.tenant_id = a.tenant_id
			where a.tenant_id = $1 and ` + onPlace(`a`, `m`) + ` and ` + at
	}
	*with = ""
	t.exec(`insert into turns (tenant_id, thing, free_at) values ($1, $2, :now) on conflict (tenant_id, thing) do update set free_at = excluded.free_at`,
		due.Tenant, "call:"+string(p.Surface)+"/"+p.Space+"/"+p.Channel)
	t.each(func(scan func(...any) error) error { return scan(with) }, `select o.id from places o
		where o.tenant_id = $1 and o.surface = $2 and o.space = $3 and o.channel = $4 and o.thread <> $5 and o.thread like 'approval:%'
			and o.shown_with is null and o.created_at > :before($6)
			and not exists (select 1 from deliveries d where d.place_id = o.id and d.slot = o.thread and d.withheld)
			and (`+actions(`(m.id = o.id or m.shown_with = o.id) and a.status = 'pending'`)+`) > 0
			and (`+actions(`(m.id = o.id or m.shown_with = o.id)`)+`) + (select count(*) from pending_actions a where a.tenant_id = $1 and a.conversation_id = $7
				and $5 in ('approval:' || cast(a.id as text), 'approval:' || cast(a.run_id as text))) <= $8
		order by o.created_at desc, o.id desc limit 1`,
		due.Tenant, p.Surface, p.Space, p.Channel, p.Thread, assistant.GatheredWithin, due.Conversation, assistant.GatheredMost)
}

// onPlace is the condition that an action may stand on the card that a place of direct messages was made for.
func onPlace(action, place string) string {
	return place + `.thread in ('approval:' || cast(` + action + `.id as text), 'approval:' || cast(` + action + `.run_id as text))`
}

// shownWith queues that what a place was made for is shown in another's message, which is drawn anew. One that has shown something
// by itself goes on to.
func (t *tx) shownWith(tenant assistant.TenantID, p assistant.Place, with assistant.PlaceID) {
	t.exec(`update places set shown_with = $2, ready_at = null where tenant_id = $1 and surface = $3 and space = $4 and channel = $5 and thread = $6
			and token is null and shown_with is null and not gathers and not exists (select 1 from deliveries d where d.place_id = places.id)`,
		tenant, with, p.Surface, p.Space, p.Channel, p.Thread)
	t.exec(`update places set gathers = true, ready_at = coalesce(ready_at, :now) where id = $1 and tenant_id = $2
			and exists (select 1 from places m where m.shown_with = places.id)`, with, tenant)
}

// alsoThere queues counting what else waits in the direct messages that show what a due timer would remind of.
func (t *tx) alsoThere(due assistant.Timer, a *assistant.Summons) {
	t.one([]any{&a.Reminded.More}, `select count(distinct a.id) from places p
		join places o on o.tenant_id = $2 and o.id <> p.id and (o.id = coalesce(p.shown_with, p.id) or o.shown_with = coalesce(p.shown_with, p.id))
		join pending_actions a on a.conversation_id = o.conversation_id and a.tenant_id = $2 and a.status = 'pending' and `+onPlace(`a`, `o`)+`
		where p.conversation_id = $1 and p.tenant_id = $2 and p.thread = $3 and `+inDirect(`p`), due.Conversation, due.Tenant, a.Reminded.Subject())
}

// gathered queues reading everything that is in the direct message of a place, in the order it arrived.
func (t *tx) gathered(c assistant.DeliveryClaim, to *[]assistant.Gathered, shown *assistant.Delivery) {
	*to, *shown = nil, assistant.Delivery{}
	var last assistant.PlaceID
	t.each(func(scan func(...any) error) error {
		var at assistant.PlaceID
		m, err := scanMessage(scan, &shown.Ref, &shown.Hash, &shown.Nonce, &shown.Withheld, &at)
		if err != nil {
			return err
		}
		if at != last {
			*to, last = append(*to, assistant.Gathered{Slot: m.Slot}), at
		}
		one := &(*to)[len(*to)-1]
		one.Messages = append(one.Messages, m)
		return nil
	}, `select `+messageColumns+`, d.ref, d.hash, d.nonce, coalesce(d.withheld, false), p.id
		from places p
		join places o on o.id = $1
		join assistant_messages g on g.conversation_id = p.conversation_id and g.tenant_id = p.tenant_id and g.slot = p.thread
		left join deliveries d on d.place_id = o.id and d.slot = o.thread
		where p.tenant_id = $2 and (p.id = o.id or p.shown_with = o.id) order by p.created_at, p.id, g.seq`, c.PlaceID, c.Tenant)
}

// wantedBy reads which background task wants each of them.
func (t *tx) wantedBy(ctx context.Context, tenant assistant.TenantID, all []assistant.Gathered) error {
	for i := range all {
		for _, m := range all[i].Messages {
			if b, ok := m.Body.(assistant.ApprovalRequested); ok && b.Approval.Run != "" {
				t.one([]any{&all[i].Task}, `select coalesce((select b.title from `+t.starts.rows+` b where b.tenant_id = $1 and b.id = `+startOfRun(`$2`)+`), '')`, tenant, b.Approval.Run)
				break
			}
		}
	}
	return t.flush(ctx)
}

// withGathered puts what stands in a place's direct message in the stead of what the place is behind in with its own slot.
func withGathered(slots []assistant.SlotWork, c assistant.DeliveryClaim, all []assistant.Gathered, shown assistant.Delivery) []assistant.SlotWork {
	own := assistant.SlotWork{Slot: assistant.Slot(c.Place.Thread), Delivery: shown, Gathered: all}
	if shown != (assistant.Delivery{}) {
		own.Delivery.Slot = own.Slot
	}
	for _, g := range all {
		if g.Slot == own.Slot {
			own.Messages = g.Messages
		}
	}
	out := slices.DeleteFunc(slots, func(s assistant.SlotWork) bool { return s.Slot == own.Slot })
	return append(out, own)
}

// Gathered lists the actions in the direct message of a place, in order, or returns [assistant.ErrNotFound] if there are none.
func (d Decisions) Gathered(ctx context.Context, tenant assistant.TenantID, at assistant.PlaceID) ([]assistant.ApprovalRecord, error) {
	var out []assistant.ApprovalRecord
	var cards []assistant.Slot
	err := d.in(ctx, mode{tenant: tenant, read: true, given: valid(at)}, func(t *tx) error {
		cards = nil
		t.each(tables.Into(&cards, func(s *assistant.Slot) []any { return []any{s} }), `select thread from places where tenant_id = $2 and (id = $1 or shown_with = $1)`, at, tenant)
		t.approvals(&out, `a.tenant_id = $2 and exists (select 1 from places m where m.tenant_id = $2 and m.conversation_id = a.conversation_id
			and (m.id = $1 or m.shown_with = $1) and `+onPlace(`a`, `m`)+`)`, at, tenant)
		return nil
	})
	out = slices.DeleteFunc(out, func(a assistant.ApprovalRecord) bool { return !slices.Contains(cards, a.Slot()) })
	if err == nil && len(out) == 0 {
		err = assistant.ErrNotFound
	}
	return out, named(err, "list what stands in the direct message %s", at)
}
