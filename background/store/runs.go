package store

import (
	"context"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

// BackgroundRuns lists the times that a task was due, the newest first.
func (d Tasks) BackgroundRuns(ctx context.Context, tenant assistant.TenantID, id assistant.BackgroundID, limit int) ([]assistant.BackgroundRun, error) {
	var out []assistant.BackgroundRun
	err := d.reads(ctx, tenant, valid(id), func(t *tx) error {
		out = nil
		t.Each(tables.Into(&out, func(r *assistant.BackgroundRun) []any {
			return []any{&r.Task, &r.Due, &r.At, &r.Outcome, &r.Note, &r.Message, &r.Tokens, &r.Micros}
		}), `select w.task_id, w.due_at, w.started_at, case when w.outcome <> '' then w.outcome when `+tables.Gathers(`w.message_id`)+` or `+tables.Waits(`w.message_id`)+` then 'waiting'
				when `+tables.Working(`w.message_id`)+` then 'working' else 'ran' end, w.note, w.message_id,
				`+costs(tables.Spent(`c`))+`, `+costs(`c.micros`)+`
			from background_runs w where w.task_id = $1 and w.tenant_id = $2 order by w.due_at desc limit $3`, id, tenant, limit)
		return nil
	})
	return out, named(err, "list runs of background task %s", id)
}
