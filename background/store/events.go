package store

import (
	"context"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

// What keys begin with: those of senders, and those under which what was refused is counted.
const (
	eventKey = "e:"
	notedKey = "n:"
)

// NoteEvent notes an event that the task is not told of. Those of a minute to which the same happened are one, with how many they
// were and the last of them: nobody fills the database by being refused.
func (d Tasks) NoteEvent(ctx context.Context, tenant assistant.TenantID, e assistant.HookEvent) error {
	err := d.within(ctx, tables.Scope{Tenant: tenant, Lazy: true}, valid(e.Hook), func(t *tx) error {
		var now time.Time
		t.need(assistant.ErrNotFound, []any{&now}, `select :now from hooks where id = $1 and tenant_id = $2`, e.Hook, tenant)
		if err := t.Flush(ctx); err != nil {
			return err
		}
		key := notedKey + string(e.Outcome) + "/" + now.UTC().Format("2006-01-02T15:04")
		t.Exec(`insert into hook_events (id, tenant_id, hook_id, key, kind, payload, size, outcome, note, received_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, :now)
			on conflict (hook_id, key) do update set times = hook_events.times + 1, kind = excluded.kind, payload = excluded.payload, size = excluded.size,
				note = excluded.note, received_at = excluded.received_at`,
			t.NewID(), tenant, e.Hook, key, tables.Clean(e.Kind), tables.Clean(e.Payload), e.Size, e.Outcome, tables.Clean(e.Note))
		t.forgetEvents(tenant, e.Hook)
		return nil
	})
	return named(err, "note event of hook %s", e.Hook)
}

// forgetEvents queues taking away what is too old to be asked for, or to be sent again by anybody. Of a signed delivery its key is kept
// longer than what it said: whoever captured it can wait.
func (t *tx) forgetEvents(tenant assistant.TenantID, hook assistant.HookID) {
	t.Exec(`delete from hook_events where hook_id = $1 and tenant_id = $2 and received_at < :before($3)
		and (key is null or key not like $4 or received_at < :before($5))`, hook, tenant, assistant.HookEventsKept, eventKey+assistant.DeliveryKey+"%", assistant.HookIDsKept)
	t.Exec(`update hook_events set kind = '', payload = '', note = '', burst_id = null
		where hook_id = $1 and tenant_id = $2 and received_at < :before($3) and burst_id is not null`, hook, tenant, assistant.HookEventsKept)
	t.Exec(`delete from hook_bursts where hook_id = $1 and tenant_id = $2 and fired_at < :before($3)
		and not exists (select 1 from hook_events e where e.burst_id = hook_bursts.id)`, hook, tenant, assistant.HookEventsKept)
}

const eventColumns = `e.id, e.tenant_id, e.hook_id, e.kind, e.payload, e.size, e.outcome, e.note, e.times, k.message_id, e.received_at`

func eventDests(e *assistant.HookEvent) []any {
	return []any{&e.ID, &e.Tenant, &e.Hook, &e.Kind, &e.Payload, &e.Size, &e.Outcome, &e.Note, &e.Times, &e.Message, &e.At}
}

// HookEvents lists the last events that the hook of a task was told of, the newest first.
func (d Tasks) HookEvents(ctx context.Context, tenant assistant.TenantID, task assistant.BackgroundID, limit int) ([]assistant.HookEvent, error) {
	var out []assistant.HookEvent
	err := d.reads(ctx, tenant, valid(task), func(t *tx) error {
		out = nil
		t.Each(tables.Into(&out, eventDests), `select `+eventColumns+` from hook_events e left join hook_bursts k on k.id = e.burst_id
			where e.tenant_id = $2 and e.hook_id = (select h.id from hooks h where h.task_id = $1 and h.tenant_id = $2)
			and e.received_at >= :before($4) order by e.received_at desc, e.id desc limit $3`, task, tenant, limit, assistant.HookEventsKept)
		return nil
	})
	return out, named(err, "list events of background task %s", task)
}

// HookEvent gives one event that the hook of a task was told of.
func (d Tasks) HookEvent(ctx context.Context, tenant assistant.TenantID, task assistant.BackgroundID, id assistant.HookEventID) (assistant.HookEvent, error) {
	var e assistant.HookEvent
	err := d.reads(ctx, tenant, valid(string(task), string(id)), func(t *tx) error {
		t.need(assistant.ErrNotFound, eventDests(&e), `select `+eventColumns+` from hook_events e left join hook_bursts k on k.id = e.burst_id
			where e.id = $3 and e.tenant_id = $2 and e.hook_id = (select h.id from hooks h where h.task_id = $1 and h.tenant_id = $2)`, task, tenant, id)
		return nil
	})
	return e, named(err, "read event %s", id)
}
