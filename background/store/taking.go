package store

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strconv"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

// TakeEvent takes one event as [Hooks.TakeEvents] takes several.
func (d Tasks) TakeEvent(ctx context.Context, tenant assistant.TenantID, e assistant.HookEvent, revision int) (assistant.HookEvent, error) {
	out, err := d.TakeEvents(ctx, tenant, e.Hook, []assistant.HookEvent{e}, revision)
	if err != nil {
		return assistant.HookEvent{}, err
	}
	return out[0], nil
}

// TakeEvents takes events that passed the hook's rules, each once: it is stored, alone or with those it is told together with, and is
// due when their window ends, all in one transaction. What became of each is its outcome; one that is not stored wrote nothing. The
// rules must be those of that revision, or it is [assistant.ErrFenced] for all of them, and they are to be asked again.
func (d Tasks) TakeEvents(ctx context.Context, tenant assistant.TenantID, hook assistant.HookID, es []assistant.HookEvent, revision int) ([]assistant.HookEvent, error) {
	given := valid(hook)
	for _, e := range es {
		given = cmp.Or(given, tables.Storable(e.Key, e.Group))
	}
	var out []assistant.HookEvent
	err := d.writes(ctx, tenant, given, func(t *tx) error {
		out = slices.Clone(es)
		return t.takeEvents(ctx, tenant, hook, out, revision)
	})
	if err == errCrowded { //nolint:errorlint // it is ours, and rolls back
		return d.takeWithRoom(ctx, tenant, hook, es, revision)
	}
	return out, named(err, "take events of hook %s", hook)
}

// takeWithRoom takes each event alone, so that one that would be a start too many keeps none of the others out.
func (d Tasks) takeWithRoom(ctx context.Context, tenant assistant.TenantID, hook assistant.HookID, es []assistant.HookEvent, revision int) ([]assistant.HookEvent, error) {
	out := slices.Clone(es)
	if len(es) == 1 {
		out[0].Outcome = assistant.HookLimited
		return out, nil
	}
	for i, e := range es {
		one, err := d.TakeEvents(ctx, tenant, hook, []assistant.HookEvent{e}, revision)
		if err != nil {
			return nil, err
		}
		out[i] = one[0]
	}
	return out, nil
}

// errCrowded rolls back events of which one would be a start too many.
var errCrowded = named(assistant.ErrTooMuch, "too many starts of a hook wait")

// hookNow is a hook as events find it.
type hookNow struct {
	conversation assistant.ConversationID
	status       assistant.BackgroundStatus
	revision     int
	window       int64
	waiting      int
	now          time.Time
}

func (t *tx) takeEvents(ctx context.Context, tenant assistant.TenantID, hook assistant.HookID, es []assistant.HookEvent, revision int) error {
	var h hookNow
	t.need(assistant.ErrNotFound, []any{&h.conversation, &h.status, &h.revision, &h.window, &h.waiting, &h.now}, `select b.conversation_id, b.status, h.revision, h.window_us,
			(select count(*) from hook_bursts k where k.hook_id = h.id and k.fired_at is null), :now`+hookFrom+` where h.id = $1 and h.tenant_id = $2`, hook, tenant)
	known := make([]assistant.HookEventID, len(es))
	for i, e := range es {
		if e.Within > 0 { // what it is like has come before, longer ago: that one gives up its key
			t.Exec(`update hook_events set key = null where hook_id = $1 and tenant_id = $2 and key = $3 and received_at < :before($4)`, hook, tenant, eventKey+e.Key, e.Within)
		}
		if e.Key != "" {
			t.one([]any{&known[i]}, `select id from hook_events where hook_id = $1 and tenant_id = $2 and key = $3`, hook, tenant, eventKey+e.Key)
		}
	}
	if err := t.Flush(ctx); err != nil {
		return err
	}
	anew := map[string]*assistant.HookEvent{}
	var taken []*assistant.HookEvent
	for i := range es {
		e := &es[i]
		e.Hook, e.Tenant, e.At, e.ID = hook, tenant, h.now, known[i]
		before := anew[e.Key]
		switch {
		case e.ID != "":
			e.Outcome = assistant.HookReplayed
		case h.status.Ended():
			e.Outcome = assistant.HookOver
		case h.status != assistant.BackgroundActive:
			e.Outcome = assistant.HookPaused
		case h.revision != revision:
			return assistant.ErrFenced
		case e.Key != "" && before != nil:
			e.ID, e.Outcome = before.ID, assistant.HookReplayed
		default:
			e.ID = assistant.HookEventID(t.NewID())
			anew[e.Key] = e
			taken = append(taken, e)
		}
	}
	return t.storeEvents(ctx, h, taken)
}

// burst are events that are told together.
type burst struct {
	name   string
	due    time.Time
	last   bool
	events []*assistant.HookEvent
}

// burstsOf shares events out among those that they are told together with.
func burstsOf(h hookNow, es []*assistant.HookEvent) map[string]*burst {
	out := map[string]*burst{}
	for _, e := range es {
		name, due := string(e.ID), h.now
		if window := time.Duration(h.window) * time.Microsecond; window > 0 && !e.Alone {
			start := h.now.UnixMicro() / h.window * h.window
			name, due = e.Group+"/"+strconv.FormatInt(start, 10), time.UnixMicro(start+h.window).UTC()
		}
		if out[name] == nil {
			out[name] = &burst{name: name, due: due}
		}
		b := out[name]
		b.events = append(b.events, e)
		if e.Last {
			b.last, b.due = true, h.now
		}
	}
	return out
}

// storeEvents stores events that are new. Bursts are joined in the order of their names, so that no two transactions wait for each other.
func (t *tx) storeEvents(ctx context.Context, h hookNow, es []*assistant.HookEvent) error {
	bursts := burstsOf(h, es)
	for _, name := range slices.Sorted(maps.Keys(bursts)) {
		b := bursts[name]
		id, count, err := t.joinBurst(ctx, b, &h)
		if err != nil {
			return err
		}
		for i, e := range b.events {
			at := count - len(b.events) + i + 1
			e.Outcome = assistant.HookCoalesced
			if at == 1 {
				e.Outcome = assistant.HookAccepted
			}
			t.insertEvent(*e, id, at)
		}
	}
	return nil
}

// joinBurst adds events to those that they are told together with, or begins with them. count is how many these are then.
func (t *tx) joinBurst(ctx context.Context, b *burst, h *hookNow) (id string, count int, err error) {
	first, n := b.events[0], len(b.events)
	for name := b.name; ; name += "/" + string(first.ID) { // where they have been told already: these came with the end of their window
		got := t.one([]any{&id, &count}, `insert into hook_bursts (id, tenant_id, hook_id, name, grouping, last, count, created_at) values ($1, $2, $3, $4, $5, $6, $7, :now)
			on conflict (hook_id, name) do update set count = hook_bursts.count + excluded.count, last = hook_bursts.last or excluded.last
			where hook_bursts.fired_at is null returning id, count`, t.NewID(), first.Tenant, first.Hook, name, tables.Clean(first.Group), b.last, n)
		if err := t.Flush(ctx); err != nil {
			return "", 0, err
		}
		if *got {
			break
		}
	}
	switch {
	case count > n && b.last:
		t.Exec(`update timers set due_at = :now where tenant_id = $1 and kind = $2 and ref = $3`, first.Tenant, assistant.TimerHook, id)
	case count > n:
	case h.waiting >= assistant.HookWaiting:
		return "", 0, errCrowded
	default:
		h.waiting++
		t.due(first.Tenant, h.conversation, assistant.TimerHook, id, b.due)
	}
	return id, count, nil
}

// insertEvent queues the row of an event that is so many-th of its burst. Of many that are told together the payloads of the first
// ones are kept.
func (t *tx) insertEvent(e assistant.HookEvent, burst string, at int) {
	var key any
	if e.Key != "" {
		key = eventKey + e.Key
	}
	if at > assistant.HookToldMost {
		e.Payload = ""
	}
	t.Exec(`insert into hook_events (id, tenant_id, hook_id, key, kind, payload, size, outcome, note, burst_id, received_at)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, :now)`,
		e.ID, e.Tenant, e.Hook, key, tables.Clean(e.Kind), tables.Clean(e.Payload), e.Size, e.Outcome, tables.Clean(e.Note), burst)
}
