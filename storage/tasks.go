package storage

import (
	"context"
	"slices"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// ClaimTask takes the tenant's task that has been ready longest, with what doing it needs, or nothing.
func (d *DB) ClaimTask(ctx context.Context, tenant assistant.TenantID, lease time.Duration) (assistant.TaskClaim, assistant.TaskWork, bool, error) {
	c := assistant.TaskClaim{Tenant: tenant, Token: d.token()}
	var w assistant.TaskWork
	err := d.in(ctx, mode{tenant: tenant, lazy: true}, func(t *tx) error {
		c.Task, w = "", assistant.TaskWork{Results: map[string]assistant.Result{}}
		t.one([]any{&c.Task, &c.Conversation, new(string)}, `update assistant_tasks set token = $2, lease_until = :after($3), ready_at = null
			where id = (select id from assistant_tasks
			             where tenant_id = $1 and ready_at <= :now and token is null and status in ('open', 'in_progress')
			             order by ready_at limit 1 :skip)
			returning id, conversation_id, :keep`, tenant, c.Token, lease)
		held, args, err := kept(ctx, t, tenant, &c.Task)
		if err != nil {
			return err
		}
		t.settings(tenant, &w.Settings)
		t.work(held, args, &w)
		return nil
	})
	if err != nil {
		return assistant.TaskClaim{}, assistant.TaskWork{}, false, named(err, "claim a task of tenant %s", tenant)
	}
	if c.Task == "" {
		return assistant.TaskClaim{}, assistant.TaskWork{}, false, nil
	}
	return c, w, true, nil
}

// work queues reading the task that was claimed.
func (t *tx) work(held string, args []any, w *assistant.TaskWork) {
	run := `(select h.run_id from assistant_tasks h where h.tenant_id = $1 and h.id = ` + held + `)`
	t.each(func(scan func(...any) error) (err error) {
		w.Task, err = scanTask(scan)
		return err
	}, `select `+taskColumns+` from assistant_tasks k where k.tenant_id = $1 and k.id = `+held, slices.Clone(args)...)
	t.each(func(scan func(...any) error) (err error) {
		w.Run, err = scanRun(scan)
		return err
	}, `select `+runColumns+` from assistant_runs r where r.id = `+run, slices.Clone(args)...)
	t.each(func(scan func(...any) error) (err error) {
		w.Project, err = scanProject(scan)
		return err
	}, `select `+projectColumns+` from projects j where j.tenant_id = $1 and j.id = (
		select coalesce(h.project_id, r.project_id) from assistant_tasks h join assistant_runs r on r.id = h.run_id
		 where h.id = `+held+`)`, slices.Clone(args)...)
	t.each(func(scan func(...any) error) error {
		var key string
		var raw []byte
		if err := scan(&key, &raw); err != nil {
			return err
		}
		r, err := maybe[assistant.Result](raw)
		if r != nil {
			w.Results[key] = *r
		}
		return err
	}, `select k.step_key, k.result from assistant_tasks k where k.status = 'completed' and k.result is not null
		and k.run_id = `+run, args...)
}

// RenewTask makes the lease longer. [assistant.ErrFenced] means that the work has to end.
func (d *DB) RenewTask(ctx context.Context, c assistant.TaskClaim, lease time.Duration) error {
	return named(d.renew(ctx, "assistant_tasks", c.Tenant, string(c.Task), c.Token, lease), "renew claim of task %s", c.Task)
}

// ReleaseTask gives the task back for somebody else to take.
func (d *DB) ReleaseTask(ctx context.Context, c assistant.TaskClaim) error {
	err := d.in(ctx, mode{tenant: c.Tenant, lazy: true}, func(t *tx) error {
		t.must(assistant.ErrFenced, `update assistant_tasks set token = null, lease_until = null, ready_at = coalesce(ready_at, :now)
			where id = $1 and tenant_id = $2 and token = $3`, c.Task, c.Tenant, null(c.Token))
		return nil
	})
	return named(err, "release task %s", c.Task)
}

// fenceTask queues locking the conversation, for the order of its log, and then the task for the holder of its claim.
func (t *tx) fenceTask(c assistant.TaskClaim, h *head) {
	*h = head{tenant: c.Tenant, conversation: c.Conversation}
	t.lock(h)
	t.heldTask(c)
}

func (t *tx) heldTask(c assistant.TaskClaim) {
	var one int64
	t.need(assistant.ErrFenced, []any{&one}, `select 1 from assistant_tasks
		where id = $1 and tenant_id = $2 and conversation_id = $3 and token = $4 and lease_until > :now :locked`,
		c.Task, c.Tenant, c.Conversation, null(c.Token))
}

// AppendTask adds a batch in the middle of the task, behind its claim.
func (d *DB) AppendTask(ctx context.Context, c assistant.TaskClaim, b assistant.Batch) error {
	if b.Empty() {
		return nil
	}
	err := d.in(ctx, mode{tenant: c.Tenant}, func(t *tx) error {
		return t.taskBatch(ctx, c, b)
	})
	return named(err, "append for task %s", c.Task)
}

// taskBatch queues a task worker's batch. What ends or parks the task is mail for the supervisor.
func (t *tx) taskBatch(ctx context.Context, c assistant.TaskClaim, b assistant.Batch) error {
	var h head
	t.fenceTask(c, &h)
	known := t.known(c.Conversation, b.Messages)
	if err := t.flush(ctx); err != nil {
		return err
	}
	entries := unmailed(b.Messages)
	for i, e := range entries {
		_, finished := e.message.Body.(assistant.TaskFinished)
		_, waiting := e.message.Body.(assistant.TaskWaiting)
		entries[i].mail = finished || waiting
	}
	if _, err := t.append(&h, entries, known); err != nil {
		return err
	}
	t.modelCalls(h, b.ModelCalls)
	return nil
}

// SettleTask ends the work on a task: it writes what became of the call, adds the batch, wakes the supervisor and drops
// the claim, in one transaction behind the claim.
func (d *DB) SettleTask(ctx context.Context, c assistant.TaskClaim, call *assistant.ToolCall, b assistant.Batch) error {
	err := d.in(ctx, mode{tenant: c.Tenant}, func(t *tx) error {
		if err := t.taskBatch(ctx, c, b); err != nil {
			return err
		}
		if call != nil {
			if err := t.settleCall(c.Tenant, *call); err != nil {
				return err
			}
		}
		t.exec(`update assistant_tasks set token = null, lease_until = null where id = $1 and tenant_id = $2 and token = $3`,
			c.Task, c.Tenant, c.Token)
		return nil
	})
	return named(err, "settle task %s", c.Task)
}
