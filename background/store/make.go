package store

import (
	"cmp"
	"context"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

// MakeBackground makes a background task, or gives the one that the key has made before; where that is somebody else's or has other
// words, it is [assistant.ErrKeyUsed]. Where a run makes it, it belongs to
// whoever asked for the run, and tells its results in the run's conversation; a run that a background task brought about makes
// none. Guests have none, and a person and a tenant have so many.
func (d Tasks) MakeBackground(ctx context.Context, tenant assistant.TenantID, o assistant.BackgroundOrder) (assistant.BackgroundTask, error) {
	b := o.Task
	given := cmp.Or(optional(o.Run), optional(b.Project), tables.Storable(o.Key, b.Schedule, b.Zone, o.Tell.Space, o.Tell.ID, o.Tell.Name))
	if o.Hook != nil {
		given = cmp.Or(given, tables.Storable(o.Hook.Rules.Watch.Channel.Space, o.Hook.Rules.Watch.Channel.ID))
	}
	err := d.writes(ctx, tenant, given, func(t *tx) error { return d.make(ctx, t, tenant, o, &b) })
	if err != nil {
		return assistant.BackgroundTask{}, named(err, "make background task")
	}
	return b, nil
}

func (d Tasks) make(ctx context.Context, t *tx, tenant assistant.TenantID, o assistant.BackgroundOrder, to *assistant.BackgroundTask) error {
	b := o.Task
	b.Tenant = tenant
	var stored assistant.BackgroundTask
	var unasked bool
	// The tenant's row is locked first: whoever comes second counts the first one's task, or finds it.
	t.lockPeople(tenant)
	found := t.one(dests(&stored), `select `+columns+` from background_tasks b where b.tenant_id = $1 and b.key = $2`, tenant, o.Key)
	if o.Run != "" {
		t.need(assistant.ErrNotFound, []any{&b.Owner, &b.Conversation, &unasked}, `select `+tables.Survivor(`r.requested_by`)+`, r.conversation_id,
				`+tables.UnaskedRun(`r.id`)+`
			from assistant_runs r where r.id = $1 and r.tenant_id = $2`, o.Run, tenant)
	}
	if err := t.Flush(ctx); err != nil {
		return err
	}
	switch {
	case *found && o.Run == "" && (stored.Owner != b.Owner || stored.Prompt != tables.Clean(b.Prompt)):
		return assistant.ErrKeyUsed
	case *found:
		*to = stored
		return nil
	case unasked:
		return assistant.ErrBackgroundNested
	}
	if err := valid(b.Conversation); err != nil {
		return err
	}
	if err := valid(b.Owner); err != nil {
		return err
	}
	if err := t.mayHaveBackground(ctx, b); err != nil {
		return err
	}
	if err := t.mayWatch(ctx, tenant, o.Hook); err != nil {
		return err
	}
	if err := t.toldIn(ctx, &b, o.Tell); err != nil {
		return err
	}
	b.ID, b.Status = assistant.BackgroundID(t.NewID()), assistant.BackgroundActive
	b.Title, b.Prompt = tables.Clean(b.Title), tables.Clean(b.Prompt)
	*to = b
	t.need(assistant.ErrNotFound, []any{&to.MadeAt, &to.UpdatedAt}, `insert into background_tasks (id, tenant_id, key, owner_id, conversation_id, project_id,
			kind, title, prompt, schedule, zone, overlap, silent, ends_at, times_left, told_in, status, created_at, updated_at)
		select $1, $2, $3, $4, c.id, (select id from projects where id = $6 and tenant_id = $2 and deleted_at is null),
			$7, $8, $9, $10, $11, $12, $13, $14, $15, $16, 'active', :now, :now
		from assistant_conversations c where c.id = $5 and c.tenant_id = $2 returning created_at, updated_at`,
		b.ID, tenant, o.Key, b.Owner, b.Conversation, null(b.Project), b.Kind, b.Title, b.Prompt, b.Schedule, b.Zone, b.Overlap, b.Silent, b.Ends, b.Left, b.Told)
	t.Exec(`update assistant_conversations set language = $3 where id = $1 and tenant_id = $2 and language = '' and seq = 0`, b.Conversation, tenant, o.Language)
	t.next(b, b.Due)
	if o.Hook != nil {
		if err := d.insertHook(t, b, *o.Hook); err != nil {
			return err
		}
	}
	if len(o.Allows) == 0 {
		return nil
	}
	var owner assistant.Person
	t.living(tenant, b.Owner, &owner)
	if err := t.Flush(ctx); err != nil {
		return err
	}
	return t.allow(b, owner, "", o.Allows)
}

// toldIn makes a task tell what comes of it in a channel, where one is named. The people of the tenant are locked.
func (t *tx) toldIn(ctx context.Context, b *assistant.BackgroundTask, in assistant.Channel) (err error) {
	if in.ID != "" {
		b.Told = in.Called()
		b.Conversation, err = t.Channel(ctx, in, b.Owner)
	}
	return err
}

// mayHaveBackground refuses guests, and more tasks than there may be. The tenant is locked.
func (t *tx) mayHaveBackground(ctx context.Context, b assistant.BackgroundTask) error {
	var owner assistant.Person
	var own, all int
	t.living(b.Tenant, b.Owner, &owner)
	t.one([]any{&own, &all}, `select count(case when owner_id = $2 then 1 end), count(*) from background_tasks
		where tenant_id = $1 and status in ('active', 'paused')`, b.Tenant, b.Owner)
	if err := t.Flush(ctx); err != nil {
		return err
	}
	switch {
	case owner.Role == assistant.RoleGuest:
		return assistant.ErrBackgroundGuest
	case own >= assistant.BackgroundsOfPerson:
		return assistant.ErrBackgroundsOwn
	case all >= assistant.BackgroundsOfTenant:
		return assistant.ErrBackgroundsAll
	}
	return nil
}

// next queues setting when a task is due next; zero takes that away.
func (t *tx) next(b assistant.BackgroundTask, due time.Time) {
	if due.IsZero() {
		t.Exec(`delete from timers where tenant_id = $1 and kind = $2 and ref = $3`, b.Tenant, assistant.TimerBackground, b.ID)
		return
	}
	t.due(b.Tenant, b.Conversation, assistant.TimerBackground, string(b.ID), due)
}
