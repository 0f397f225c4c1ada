package store

import (
	"cmp"
	"context"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

const columns = `b.id, b.tenant_id, b.owner_id, b.conversation_id, b.project_id, b.kind, b.title, b.prompt, b.schedule, b.zone, b.overlap, b.silent,
	b.ends_at, b.times_left, b.told_in, b.status, b.reason, b.failures, b.created_at, b.updated_at,
	(select w.due_at from timers w where w.tenant_id = b.tenant_id and w.kind = 'background' and w.ref = b.id and w.version = 0)`

func dests(b *assistant.BackgroundTask) []any {
	return []any{
		&b.ID, &b.Tenant, &b.Owner, &b.Conversation, &b.Project, &b.Kind, &b.Title, &b.Prompt, &b.Schedule, &b.Zone, &b.Overlap, &b.Silent,
		&b.Ends, &b.Left, &b.Told, &b.Status, &b.Reason, &b.Failures, &b.MadeAt, &b.UpdatedAt, &b.Due,
	}
}

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

// Background gives a background task.
func (d Tasks) Background(ctx context.Context, tenant assistant.TenantID, id assistant.BackgroundID) (assistant.BackgroundTask, error) {
	var b assistant.BackgroundTask
	err := d.reads(ctx, tenant, valid(id), func(t *tx) error {
		t.need(assistant.ErrNotFound, dests(&b), `select `+columns+` from background_tasks b where b.id = $1 and b.tenant_id = $2`, id, tenant)
		return nil
	})
	return b, named(err, "read background task %s", id)
}

// BackgroundByKey gives the background task made with a key.
func (d Tasks) BackgroundByKey(ctx context.Context, tenant assistant.TenantID, key string) (assistant.BackgroundTask, bool, error) {
	var b assistant.BackgroundTask
	var found *bool
	err := d.reads(ctx, tenant, nil, func(t *tx) error {
		found = t.one(dests(&b), `select `+columns+` from background_tasks b where b.tenant_id = $1 and b.key = $2`, tenant, key)
		return nil
	})
	return b, err == nil && *found, named(err, "find background task")
}

// Backgrounds lists background tasks, those that are not over first, then the newest: a person's own, all of the tenant's with
// owner "".
func (d Tasks) Backgrounds(ctx context.Context, tenant assistant.TenantID, owner assistant.PersonID, limit int) ([]assistant.BackgroundTask, error) {
	var out []assistant.BackgroundTask
	err := d.reads(ctx, tenant, optional(owner), func(t *tx) error {
		out = nil
		args, of := []any{tenant, limit}, ""
		if owner != "" {
			args, of = append(args, owner), ` and b.owner_id = $3`
		}
		t.Each(tables.Into(&out, dests), `select `+columns+` from background_tasks b where b.tenant_id = $1`+of+`
			order by case when b.status in ('active', 'paused') then 0 else 1 end, b.id desc limit $2`, args...)
		return nil
	})
	return out, named(err, "list background tasks")
}

// ChangeBackground pauses, resumes, cancels or runs a task in the name of its owner or an admin; next is when one is due that is
// resumed, or waits again. What has been done already is no error. A task of somebody else's is [assistant.ErrNotYourTask].
func (d Tasks) ChangeBackground(ctx context.Context, tenant assistant.TenantID, by assistant.PersonID, id assistant.BackgroundID,
	change assistant.BackgroundChange, next time.Time,
) (assistant.BackgroundTask, error) {
	var b assistant.BackgroundTask
	err := d.writes(ctx, tenant, cmp.Or(valid(id), valid(by)), func(t *tx) error {
		var actor assistant.Person
		var now time.Time
		t.living(tenant, by, &actor)
		t.need(assistant.ErrNotFound, append(dests(&b), &now), `select `+columns+`, :now from background_tasks b
			where b.id = $1 and b.tenant_id = $2 :locked`, id, tenant)
		if err := t.Flush(ctx); err != nil {
			return err
		}
		if !b.May(actor) {
			return assistant.ErrNotYourTask
		}
		if change == assistant.BackgroundNow {
			if err := t.mayBegin(ctx, b); err != nil {
				return err
			}
		}
		return t.changeBackground(&b, change, next, now)
	})
	if err != nil {
		return assistant.BackgroundTask{}, named(err, "%s background task %s", change, id)
	}
	return b, nil
}

// mayBegin tells whether one more task of its owner may begin now: what has begun within a minute counts, whatever began it, and so
// does what is due and not taken up yet. The owner's row is held, so that no two count at once.
func (t *tx) mayBegin(ctx context.Context, b assistant.BackgroundTask) error {
	var held assistant.PersonID
	var begun, due int
	t.need(assistant.ErrNotFound, []any{&held}, `select id from persons where id = $1 and tenant_id = $2 :locked`, b.Owner, b.Tenant)
	t.one([]any{&begun}, `select count(*) from background_runs w join background_tasks o on o.id = w.task_id
		where w.tenant_id = $1 and w.started_at > :before($3) and w.message_id is not null and o.owner_id = $2`, b.Tenant, b.Owner, time.Minute)
	t.one([]any{&due}, `select count(*) from timers x join background_tasks o on o.id = x.ref
		where x.tenant_id = $1 and x.kind = 'background' and x.due_at <= :now and o.owner_id = $2 and o.id <> $3`, b.Tenant, b.Owner, b.ID)
	if err := t.Flush(ctx); err != nil {
		return err
	}
	if begun+due >= assistant.BackgroundStarts {
		return assistant.ErrBackgroundStarts
	}
	return nil
}

func (t *tx) changeBackground(b *assistant.BackgroundTask, change assistant.BackgroundChange, next, now time.Time) error {
	was := b.Status
	switch {
	case change == assistant.BackgroundCancel:
		b.Status, b.Reason, next = assistant.BackgroundCancelled, "", time.Time{}
		if was.Ended() {
			return nil
		}
	case !b.Ends.IsZero() && next.IsZero() && (change == assistant.BackgroundResume && was == assistant.BackgroundPaused || change == assistant.BackgroundBack && was == assistant.BackgroundCancelled):
		return assistant.ErrBackgroundEnded
	case change == assistant.BackgroundBack && was == assistant.BackgroundCancelled:
		b.Status, b.Failures = assistant.BackgroundActive, 0
	case was.Ended():
		return assistant.ErrBackgroundOver
	case change == assistant.BackgroundPause:
		b.Status, b.Reason, next = assistant.BackgroundPaused, "", time.Time{}
	case change == assistant.BackgroundResume && was == assistant.BackgroundPaused:
		b.Status, b.Reason, b.Failures = assistant.BackgroundActive, "", 0
	case change == assistant.BackgroundNow && was == assistant.BackgroundActive:
		next = now
	case change == assistant.BackgroundNow:
		return assistant.ErrBackgroundPaused
	case change == assistant.BackgroundLater && was == assistant.BackgroundActive && !b.Due.IsZero() && !b.Due.After(now):
	default:
		return nil // it goes on already
	}
	t.Exec(`update background_tasks set status = $3, reason = '', failures = $4, updated_at = :now where id = $1 and tenant_id = $2`,
		b.ID, b.Tenant, b.Status, b.Failures)
	t.next(*b, next)
	b.Due = next
	return nil
}
