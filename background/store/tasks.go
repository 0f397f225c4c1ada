package store

import (
	"context"

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

// inOrder is the order in which background tasks are listed.
const inOrder = ` order by case when b.status in ('active', 'paused') then 0 else 1 end, b.id desc`

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
		t.Each(tables.Into(&out, dests), `select `+columns+` from background_tasks b where b.tenant_id = $1`+of+inOrder+` limit $2`, args...)
		return nil
	})
	return out, named(err, "list background tasks")
}
