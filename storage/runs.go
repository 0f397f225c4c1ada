package storage

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/aisteam/aisteam/assistant"
)

const runColumns = `r.id, r.conversation_id, r.project_id, r.plan_id, r.plan_version, r.created_by,
	coalesce((select coalesce(q.merged_into, q.id) from persons q where q.id = r.requested_by), r.requested_by), r.approved_by,
	r.title, r.status, r.unseen, r.created_at, r.updated_at, r.seq, r.session_id`

func scanRun(scan func(...any) error) (assistant.Run, error) {
	var r assistant.Run
	err := scan(&r.ID, &r.Conversation, &r.Project, &r.Plan, &r.PlanVersion, &r.CreatedBy, &r.RequestedBy, &r.ApprovedBy,
		&r.Title, &r.Status, &r.Unseen, &r.CreatedAt, &r.UpdatedAt, &r.Seq, &r.Session)
	return r, err
}

const taskColumns = `k.id, k.run_id, k.conversation_id, k.project_id, k.parent_task_id, k.step_key, k.step_group, k.sequence_order,
	k.created_by, k.status, k.task_type, k.parameters, k.summary, k.is_reversible_by_system, k.irreversible_confirmed_at, k.effect,
	k.preview, k.approval_id, k.approved_hash, k.attempt, k.result, k.problem, k.created_at, k.updated_at,
	k.ready_at is not null or k.token is not null, k.undone, k.sent_back, k.definition, k.team, k.stop_asked, k.alone`

func scanTask(scan func(...any) error) (assistant.Task, error) {
	var k assistant.Task
	var parameters, preview, result, problem, back []byte
	err := scan(&k.ID, &k.Run, &k.Conversation, &k.Project, &k.Parent, &k.Key, &k.Group, &k.Order,
		&k.Owner, &k.Status, &k.Type, &parameters, &k.Summary, &k.Reversible, &k.ConfirmedAt, &k.Effect,
		&preview, &k.Approval, &k.ApprovedHash, &k.Attempt, &result, &problem, &k.CreatedAt, &k.UpdatedAt,
		&k.Released, &k.Undone, &back, &k.Definition, &k.Team, &k.Stopping, &k.Alone)
	if err != nil {
		return k, err
	}
	k.Parameters = parameters
	if k.Preview, err = maybe[assistant.Preview](preview); err != nil {
		return k, err
	}
	if k.Result, err = maybe[assistant.Result](result); err != nil {
		return k, err
	}
	if k.SentBack, err = maybe[assistant.SentBack](back); err != nil {
		return k, err
	}
	k.Problem, err = maybe[assistant.Problem](problem)
	return k, err
}

// maybe decodes JSON that may be absent.
func maybe[T any](raw []byte) (*T, error) {
	if len(raw) == 0 {
		return nil, nil // absent is what was kept
	}
	v := new(T)
	if err := json.Unmarshal(raw, v); err != nil {
		return nil, fmt.Errorf("decode %T: %w", v, err)
	}
	return v, nil
}

func (t *tx) tasks(to *[]assistant.Task, where string, args ...any) {
	*to = nil
	t.each(func(scan func(...any) error) error {
		k, err := scanTask(scan)
		*to = append(*to, k)
		return err
	}, `select `+taskColumns+` from assistant_tasks k where `+where+` order by k.created_at, k.sequence_order, k.id`, args...)
}

// Run gives a run with its tasks, in order.
func (d Runs) Run(ctx context.Context, tenant assistant.TenantID, id assistant.RunID) (assistant.RunView, error) {
	var v assistant.RunView
	err := d.in(ctx, mode{tenant: tenant, read: true, given: valid(id)}, func(t *tx) error {
		s := t.each(func(scan func(...any) error) (err error) {
			v.Run, err = scanRun(scan)
			return err
		}, `select `+runColumns+` from assistant_runs r where r.id = $1 and r.tenant_id = $2`, id, tenant)
		s.must = assistant.ErrNotFound
		t.tasks(&v.Tasks, `k.run_id = $1 and k.tenant_id = $2`, id, tenant)
		return nil
	})
	return v, named(err, "find run %s", id)
}

// Runs lists a conversation's runs with their tasks, oldest first.
func (d Runs) Runs(ctx context.Context, tenant assistant.TenantID, id assistant.ConversationID) ([]assistant.RunView, error) {
	var views []assistant.RunView
	var tasks []assistant.Task
	err := d.in(ctx, mode{tenant: tenant, read: true, given: valid(id)}, func(t *tx) error {
		views = nil
		t.owned(`assistant_conversations`, string(id), tenant)
		t.each(func(scan func(...any) error) error {
			r, err := scanRun(scan)
			views = append(views, assistant.RunView{Run: r})
			return err
		}, `select `+runColumns+` from assistant_runs r where r.conversation_id = $1 and r.tenant_id = $2
			order by r.created_at, r.id`, id, tenant)
		t.tasks(&tasks, `k.conversation_id = $1 and k.tenant_id = $2`, id, tenant)
		return nil
	})
	return withTasks(views, tasks), named(err, "list runs of conversation %s", id)
}

// Ongoing lists the tenant's runs that have not ended, with their tasks, newest first. A place with a surface leaves only
// the runs of its channel, one with a thread only those of that thread.
func (d Runs) Ongoing(ctx context.Context, tenant assistant.TenantID, in assistant.Place, limit int) ([]assistant.RunView, error) {
	var views []assistant.RunView
	var tasks []assistant.Task
	err := d.in(ctx, mode{tenant: tenant, read: true}, func(t *tx) error {
		views, tasks = nil, nil
		t.each(func(scan func(...any) error) error {
			r, err := scanRun(scan)
			views = append(views, assistant.RunView{Run: r})
			return err
		}, `select `+runColumns+` from assistant_runs r
			where r.tenant_id = $1 and r.status in ('planning', 'running') and ($2 = '' or r.conversation_id in (
				select p.conversation_id from places p where p.tenant_id = $1 and p.surface = $2 and p.space = $3
				   and p.channel = $4 and ($5 = '' or p.thread = $5)))
			order by r.id desc limit $6`, tenant, in.Surface, in.Space, in.Channel, in.Thread, limit)
		if err := t.flush(ctx); err != nil || len(views) == 0 {
			return err
		}
		args := []any{tenant}
		for _, v := range views {
			args = append(args, v.Run.ID)
		}
		t.tasks(&tasks, `k.tenant_id = $1 and k.run_id in (`+list(2, len(views))+`)`, args...)
		return nil
	})
	return withTasks(views, tasks), named(err, "list ongoing runs")
}

// GoingOn lists a conversation's runs that have not ended, with their tasks, oldest first: what a stop is about.
func (d Runs) GoingOn(ctx context.Context, tenant assistant.TenantID, id assistant.ConversationID) ([]assistant.RunView, error) {
	var views []assistant.RunView
	var tasks []assistant.Task
	err := d.in(ctx, mode{tenant: tenant, read: true, given: valid(id)}, func(t *tx) error {
		views = nil
		t.each(func(scan func(...any) error) error {
			r, err := scanRun(scan)
			views = append(views, assistant.RunView{Run: r})
			return err
		}, `select `+runColumns+` from assistant_runs r where r.conversation_id = $1 and r.tenant_id = $2
			and r.status in ('planning', 'running') order by r.created_at, r.id`, id, tenant)
		t.tasks(&tasks, `k.tenant_id = $2 and k.run_id in (select r.id from assistant_runs r where r.conversation_id = $1 and r.tenant_id = $2
			and r.status in ('planning', 'running'))`, id, tenant)
		return nil
	})
	return withTasks(views, tasks), named(err, "list ongoing runs of conversation %s", id)
}

// withTasks puts tasks to their runs.
func withTasks(views []assistant.RunView, tasks []assistant.Task) []assistant.RunView {
	for i, v := range views {
		for _, k := range tasks {
			if k.Run == v.Run.ID {
				views[i].Tasks = append(views[i].Tasks, k)
			}
		}
	}
	return views
}
