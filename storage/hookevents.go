package storage

import (
	"context"
	"strconv"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// What keys begin with: those of senders, and those under which what was refused is counted.
const (
	eventKey = "e:"
	notedKey = "n:"
)

// TakeEvent takes an event that passed the hook's rules, once: it is stored, alone or with those it is told together with, and is
// due when their window ends, in one transaction. What became of it is its outcome; one that is not stored wrote nothing. The
// rules must be those of that revision, or it is [assistant.ErrFenced], and they are to be asked again.
func (d Hooks) TakeEvent(ctx context.Context, tenant assistant.TenantID, e assistant.HookEvent, revision int) (assistant.HookEvent, error) {
	out := e
	err := valid(e.Hook)
	if err == nil {
		err = storable(e.Key, e.Group)
	}
	if err == nil {
		err = d.in(ctx, mode{tenant: tenant, retry: true}, func(t *tx) error {
			out = e
			return t.takeEvent(ctx, tenant, &out, revision)
		})
	}
	if err == errCrowded { //nolint:errorlint // it is ours, and rolls back
		out, err = e, nil
		out.Outcome = assistant.HookLimited
	}
	if err != nil {
		return assistant.HookEvent{}, named(err, "take event of hook %s", e.Hook)
	}
	return out, nil
}

// errCrowded rolls back an event that would be one start too many.
var errCrowded = named(assistant.ErrTooMuch, "too many starts of a hook wait")

// hookNow is a hook as an event finds it.
type hookNow struct {
	conversation assistant.ConversationID
	status       assistant.BackgroundStatus
	revision     int
	window       int64
	waiting      int
	now          time.Time
}

func (t *tx) takeEvent(ctx context.Context, tenant assistant.TenantID, e *assistant.HookEvent, revision int) error {
	var h hookNow
	var known assistant.HookEventID
	t.need(assistant.ErrNotFound, []any{&h.conversation, &h.status, &h.revision, &h.window, &h.waiting, &h.now}, `select b.conversation_id, b.status, h.revision, h.window_us,
			(select count(*) from hook_bursts k where k.hook_id = h.id and k.fired_at is null), :now`+hookFrom+` where h.id = $1 and h.tenant_id = $2`, e.Hook, tenant)
	if e.Key != "" {
		t.one([]any{&known}, `select id from hook_events where hook_id = $1 and tenant_id = $2 and key = $3`, e.Hook, tenant, eventKey+e.Key)
	}
	if err := t.flush(ctx); err != nil {
		return err
	}
	e.Tenant, e.At = tenant, h.now
	switch {
	case known != "":
		e.ID, e.Outcome = known, assistant.HookReplayed
		return nil
	case h.status.Ended():
		e.Outcome = assistant.HookOver
		return nil
	case h.status != assistant.BackgroundActive:
		e.Outcome = assistant.HookPaused
		return nil
	case h.revision != revision:
		return assistant.ErrFenced
	}
	e.ID = assistant.NewID[assistant.HookEventID](t.ids)
	burst, count, err := t.joinBurst(ctx, *e, h)
	if err != nil {
		return err
	}
	e.Outcome = assistant.HookCoalesced
	if count == 1 {
		e.Outcome = assistant.HookAccepted
	}
	t.insertEvent(*e, burst, count)
	return nil
}

// joinBurst adds an event to those that it is told together with, or begins with it.
func (t *tx) joinBurst(ctx context.Context, e assistant.HookEvent, h hookNow) (id string, count int, err error) {
	name, due := string(e.ID), h.now
	if window := microseconds(h.window); window > 0 && !e.Alone {
		start := h.now.UnixMicro() / h.window * h.window
		name, due = e.Group+"/"+strconv.FormatInt(start, 10), time.UnixMicro(start+h.window).UTC()
	}
	if e.Last {
		due = h.now
	}
	for {
		got := t.one([]any{&id, &count}, `insert into hook_bursts (id, tenant_id, hook_id, name, grouping, last, created_at) values ($1, $2, $3, $4, $5, $6, :now)
			on conflict (hook_id, name) do update set count = hook_bursts.count + 1, last = hook_bursts.last or excluded.last
			where hook_bursts.fired_at is null returning id, count`, t.ids.New(), e.Tenant, e.Hook, name, clean(e.Group), e.Last)
		if err := t.flush(ctx); err != nil {
			return "", 0, err
		}
		if got.rows > 0 {
			break
		}
		name += "/" + string(e.ID) // they have been told already: it came with the end of their window
	}
	switch {
	case count > 1 && e.Last:
		t.exec(`update timers set due_at = :now where tenant_id = $1 and kind = $2 and ref = $3`, e.Tenant, assistant.TimerHook, id)
	case count > 1:
	case h.waiting >= assistant.HookWaiting:
		return "", 0, errCrowded
	default:
		t.timer(assistant.Message{Tenant: e.Tenant, Conversation: h.conversation}, assistant.TimerHook, id, 0, due)
	}
	return id, count, nil
}

// insertEvent queues the row of an event. Of many that are told together the payloads of the first ones are kept.
func (t *tx) insertEvent(e assistant.HookEvent, burst string, count int) {
	var key any
	if e.Key != "" {
		key = eventKey + e.Key
	}
	if count > assistant.HookToldMost {
		e.Payload = ""
	}
	t.exec(`insert into hook_events (id, tenant_id, hook_id, key, kind, payload, size, outcome, note, burst_id, received_at)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, :now)`,
		e.ID, e.Tenant, e.Hook, key, clean(e.Kind), clean(e.Payload), e.Size, e.Outcome, clean(e.Note), burst)
}

// NoteEvent notes an event that the task is not told of. Those of a minute to which the same happened are one, with how many they
// were and the last of them: nobody fills the database by being refused.
func (d Hooks) NoteEvent(ctx context.Context, tenant assistant.TenantID, e assistant.HookEvent) error {
	err := valid(e.Hook)
	if err == nil {
		err = d.in(ctx, mode{tenant: tenant, lazy: true}, func(t *tx) error {
			var now time.Time
			t.need(assistant.ErrNotFound, []any{&now}, `select :now from hooks where id = $1 and tenant_id = $2`, e.Hook, tenant)
			if err := t.flush(ctx); err != nil {
				return err
			}
			key := notedKey + string(e.Outcome) + "/" + now.UTC().Format("2006-01-02T15:04")
			t.exec(`insert into hook_events (id, tenant_id, hook_id, key, kind, payload, size, outcome, note, received_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, :now)
				on conflict (hook_id, key) do update set times = hook_events.times + 1, kind = excluded.kind, payload = excluded.payload, size = excluded.size,
					note = excluded.note, received_at = excluded.received_at`,
				t.ids.New(), tenant, e.Hook, key, clean(e.Kind), clean(e.Payload), e.Size, e.Outcome, clean(e.Note))
			t.forgetEvents(tenant, e.Hook)
			return nil
		})
	}
	return named(err, "note event of hook %s", e.Hook)
}

// forgetEvents queues taking away what is too old to be asked for, or to be sent again by anybody.
func (t *tx) forgetEvents(tenant assistant.TenantID, hook assistant.HookID) {
	t.exec(`delete from hook_events where hook_id = $1 and tenant_id = $2 and received_at < :before($3)`, hook, tenant, assistant.HookEventsKept)
	t.exec(`delete from hook_bursts where hook_id = $1 and tenant_id = $2 and fired_at < :before($3)
		and not exists (select 1 from hook_events e where e.burst_id = hook_bursts.id)`, hook, tenant, assistant.HookEventsKept)
}

const eventColumns = `e.id, e.tenant_id, e.hook_id, e.kind, e.payload, e.size, e.outcome, e.note, e.times, k.message_id, e.received_at`

func eventDests(e *assistant.HookEvent) []any {
	return []any{&e.ID, &e.Tenant, &e.Hook, &e.Kind, &e.Payload, &e.Size, &e.Outcome, &e.Note, &e.Times, &e.Message, &e.At}
}

// HookEvents lists the last events that the hook of a task was told of, the newest first.
func (d Hooks) HookEvents(ctx context.Context, tenant assistant.TenantID, task assistant.BackgroundID, limit int) ([]assistant.HookEvent, error) {
	var out []assistant.HookEvent
	err := valid(task)
	if err == nil {
		err = d.in(ctx, mode{tenant: tenant, read: true}, func(t *tx) error {
			out = nil
			t.each(func(scan func(...any) error) error {
				var e assistant.HookEvent
				err := scan(eventDests(&e)...)
				out = append(out, e)
				return err
			}, `select `+eventColumns+` from hook_events e left join hook_bursts k on k.id = e.burst_id
				where e.tenant_id = $2 and e.hook_id = (select h.id from hooks h where h.task_id = $1 and h.tenant_id = $2)
				order by e.received_at desc, e.id desc limit $3`, task, tenant, limit)
			return nil
		})
	}
	return out, named(err, "list events of background task %s", task)
}

// HookEvent gives one event that the hook of a task was told of.
func (d Hooks) HookEvent(ctx context.Context, tenant assistant.TenantID, task assistant.BackgroundID, id assistant.HookEventID) (assistant.HookEvent, error) {
	var e assistant.HookEvent
	err := valid(string(task), string(id))
	if err == nil {
		err = d.in(ctx, mode{tenant: tenant, read: true}, func(t *tx) error {
			t.need(assistant.ErrNotFound, eventDests(&e), `select `+eventColumns+` from hook_events e left join hook_bursts k on k.id = e.burst_id
				where e.id = $3 and e.tenant_id = $2 and e.hook_id = (select h.id from hooks h where h.task_id = $1 and h.tenant_id = $2)`, task, tenant, id)
			return nil
		})
	}
	return e, named(err, "read event %s", id)
}
