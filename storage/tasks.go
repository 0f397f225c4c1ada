package storage

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

// ClaimTasks takes as many of the tenant's tasks as there are, up to most, those that have been ready longest, with what doing
// them needs. more says that there are more.
func (d Tasks) ClaimTasks(ctx context.Context, tenant assistant.TenantID, most int, lease time.Duration) (got []assistant.ClaimedTask, more bool, err error) {
	token := d.token()
	var set assistant.Settings
	var rules ruling
	err = d.in(ctx, mode{tenant: tenant, lazy: true}, func(t *tx) error {
		got, more, rules = nil, false, ruling{yeses: map[assistant.ApprovalID][]assistant.Yes{}}
		t.each(func(scan func(...any) error) error {
			c := assistant.TaskClaim{Tenant: tenant, Token: token}
			err := scan(&c.Task, &c.Conversation, &rules.set, &rules.stands)
			got = append(got, assistant.ClaimedTask{Claim: c})
			return err
		}, `with first as materialized (
				select id from assistant_tasks
				 where tenant_id = $1 and ready_at <= :now and token is null and status in ('open', 'in_progress') and `+notPlanning+`
				 order by ready_at, sequence_order limit $4 :skip)
			update assistant_tasks set token = $2, lease_until = :after($3), ready_at = null where id in (select id from first)
			returning id, conversation_id, exists (select 1 from approval_policies p where p.tenant_id = $1),
				exists (select 1 from standing_yeses s where s.tenant_id = $1 and s.ended_at is null)`, tenant, token, lease, most)
		if err := t.flush(ctx); err != nil || len(got) == 0 {
			return err
		}
		// Statements of their own: they see what was committed before the claim.
		t.one([]any{&more}, `select exists (select 1 from assistant_tasks where tenant_id = $1 and ready_at <= :now and token is null
			and status in ('open', 'in_progress') and `+notPlanning+`)`, tenant)
		t.settings(tenant, &set)
		t.rulings(tenant, &rules)
		t.works(tenant, got)
		if !rules.stands {
			return nil
		}
		return t.speakers(ctx, tenant, got)
	})
	if err != nil {
		return nil, false, named(err, "claim tasks of tenant %s", tenant)
	}
	for i := range got {
		got[i].Work.Settings = set
		rules.tell(&got[i].Work)
	}
	slices.SortFunc(got, func(a, b assistant.ClaimedTask) int { return cmp.Compare(a.Work.Task.Order, b.Work.Task.Order) })
	return got, more, nil
}

// notPlanning is the condition that the run of a task is not being changed: until that is decided, nothing of it is taken in hand.
const notPlanning = `not exists (select 1 from assistant_runs r where r.id = assistant_tasks.run_id and r.status = 'planning')`

// works queues reading the tasks that were claimed: what belongs to several of them is read once.
func (t *tx) works(tenant assistant.TenantID, got []assistant.ClaimedTask) {
	args, at := []any{tenant}, map[assistant.TaskID]*assistant.TaskWork{}
	for i := range got {
		args = append(args, got[i].Claim.Task)
		at[got[i].Claim.Task] = &got[i].Work
		got[i].Work.Results = map[string]assistant.Result{}
	}
	held := list(2, len(got))
	t.each(func(scan func(...any) error) error {
		var unasked bool
		var of assistant.BackgroundID
		k, err := scanTask(func(to ...any) error { return scan(append(to, &unasked, &of)...) })
		if w := at[k.ID]; w != nil {
			w.Task, w.Unasked, w.Background = k, unasked, of
		}
		return err
	}, `select `+taskColumns+`, `+tables.UnaskedRun(`k.run_id`)+`,
			(select b.id from `+t.starts.rows+` b where b.id = `+startOfRun(`k.run_id`)+` and b.again and b.lives) from assistant_tasks k where k.tenant_id = $1 and k.id in (`+held+`)`, slices.Clone(args)...)
	each := func(run assistant.RunID, set func(*assistant.TaskWork)) {
		for _, w := range at {
			if w.Task.Run == run {
				set(w)
			}
		}
	}
	runs := `(select h.run_id from assistant_tasks h where h.tenant_id = $1 and h.id in (` + held + `))`
	t.each(func(scan func(...any) error) error {
		who := assistant.Person{Tenant: tenant}
		r, err := scanRun(func(to ...any) error { return scan(append(to, &who.Name, &who.Role, &who.Zone, &who.Left)...) })
		if who.ID = r.RequestedBy; who.ID == "" {
			who = assistant.Person{}
		}
		each(r.ID, func(w *assistant.TaskWork) { w.Run, w.Asker = r, who })
		return err
	}, `select `+runColumns+`, coalesce(p.name, ''), coalesce(`+tables.Role+`, ''), coalesce(p.zone, ''), p.left_at is not null
		from assistant_runs r left join persons p on p.tenant_id = r.tenant_id and p.id = (select coalesce(q.merged_into, q.id) from persons q where q.id = r.requested_by)
		where r.id in `+runs, slices.Clone(args)...)
	named := `(select coalesce(h.project_id, r.project_id) from assistant_tasks h join assistant_runs r on r.id = h.run_id
		 where h.id in (` + held + `))`
	of := func(p assistant.ProjectID, set func(*assistant.Project)) {
		for _, w := range at {
			if cmp.Or(w.Task.Project, w.Run.Project) == p {
				set(&w.Project)
			}
		}
	}
	t.projects(func(p assistant.Project, c *assistant.Connection) {
		of(p.ID, func(to *assistant.Project) {
			if to.ID != p.ID {
				*to = p
			}
			if c != nil {
				to.Connections = append(to.Connections, *c)
			}
		})
	}, `projects j`, `j.tenant_id = $1 and j.id in `+named, slices.Clone(args)...)
	t.each(func(scan func(...any) error) error {
		var run assistant.RunID
		var key string
		var raw []byte
		if err := scan(&run, &key, &raw); err != nil {
			return err
		}
		r, err := maybe[assistant.Result](raw)
		if r != nil {
			each(run, func(w *assistant.TaskWork) { w.Results[key] = *r })
		}
		return err
	}, `select k.run_id, k.step_key, k.result from assistant_tasks k where k.status = 'completed' and k.result is not null
		and k.run_id in `+runs, args...)
}

// ReleaseTask gives the task back for somebody else to take.
func (d Tasks) ReleaseTask(ctx context.Context, c assistant.TaskClaim) error {
	err := d.in(ctx, mode{tenant: c.Tenant, lazy: true}, func(t *tx) error {
		t.must(assistant.ErrFenced, `update assistant_tasks set token = null, lease_until = null, ready_at = coalesce(ready_at, :now)
			where id = $1 and tenant_id = $2 and token = $3`, c.Task, c.Tenant, null(c.Token))
		return nil
	})
	return named(err, "release task %s", c.Task)
}

// Halted tells whether no effect of the task may start any more: its run does not go on, it is to be left out, or somebody has said stop in its conversation
// and nobody has handled it yet.
func (d Tasks) Halted(ctx context.Context, c assistant.TaskClaim) (bool, error) {
	var halted bool
	err := d.in(ctx, mode{tenant: c.Tenant, read: true}, func(t *tx) error {
		t.halted(c, &halted)
		return nil
	})
	return halted, named(err, "look for a stop of task %s", c.Task)
}

// halted queues looking whether a task is halted.
func (t *tx) halted(c assistant.TaskClaim, so *bool) {
	t.one([]any{so}, `select exists (select 1 from mail l where l.conversation_id = $1 and l.tenant_id = $2 and l.halts)
		or exists (select 1 from assistant_tasks k join assistant_runs r on r.id = k.run_id where k.id = $3 and k.tenant_id = $2 and (r.status not in ('running', 'planning') or k.stop_asked))`,
		c.Conversation, c.Tenant, c.Task)
}

// heldTask queues locking the task for the holder of its claim. The conversation is locked before.
func (t *tx) heldTask(c assistant.TaskClaim) {
	var one int64
	t.need(assistant.ErrFenced, []any{&one}, `select 1 from assistant_tasks
		where id = $1 and tenant_id = $2 and conversation_id = $3 and token = $4 and lease_until > :now :locked`,
		c.Task, c.Tenant, c.Conversation, null(c.Token))
}

// heldTasks queues locking the tasks that are written for, and reading how their runs stand and which are to be left out. fenced then tells whether a claim of them
// has ended.
func (t *tx) heldTasks(first assistant.TaskClaim, ws []assistant.TaskWrite, runs map[assistant.RunID]assistant.RunStatus, stopping map[assistant.TaskID]bool) (fenced func() bool) {
	held := map[assistant.TaskID]assistant.ClaimToken{}
	args := []any{first.Conversation, first.Tenant}
	for _, w := range ws {
		args = append(args, w.Claim.Task)
	}
	t.each(func(scan func(...any) error) error {
		var id assistant.TaskID
		var token assistant.ClaimToken
		var run assistant.RunID
		var status assistant.RunStatus
		var stops bool
		err := scan(&id, &token, &run, &status, &stops)
		held[id], runs[run], stopping[id] = token, status, stops
		return err
	}, `select id, token, run_id, coalesce((select r.status from assistant_runs r where r.id = assistant_tasks.run_id), ''), stop_asked
		from assistant_tasks where conversation_id = $1 and tenant_id = $2 and id in (`+list(3, len(ws))+`)
		and token is not null and lease_until > :now order by id :locked`, args...)
	return func() bool {
		return slices.ContainsFunc(ws, func(w assistant.TaskWrite) bool { return w.Claim.Token == "" || held[w.Claim.Task] != w.Claim.Token })
	}
}

// dropTasks queues giving back the claims of those that have ended.
func (t *tx) dropTasks(first assistant.TaskClaim, ws []assistant.TaskWrite) {
	args := []any{first.Tenant}
	for _, w := range ws {
		if w.Ends {
			args = append(args, w.Claim.Task)
		}
	}
	if ended := len(args) - 1; ended > 0 {
		t.exec(`update assistant_tasks set token = null, lease_until = null where tenant_id = $1 and id in (`+list(2, ended)+`)`, args...)
	}
}

// WriteTasks writes what several tasks of one conversation have come to, in one transaction behind all of their claims: all of
// it or, where a single one cannot be written, nothing. What ends or parks a task is mail for the supervisor.
func (d Tasks) WriteTasks(ctx context.Context, ws []assistant.TaskWrite) error {
	ws = slices.DeleteFunc(slices.Clone(ws), func(w assistant.TaskWrite) bool { return !w.Ends && w.Batch.Empty() })
	if len(ws) == 0 {
		return nil
	}
	first := ws[0].Claim
	for _, w := range ws {
		if w.Claim.Tenant != first.Tenant || w.Claim.Conversation != first.Conversation {
			return fmt.Errorf("write for %d tasks: they are of several conversations", len(ws))
		}
	}
	err := d.in(ctx, mode{tenant: first.Tenant}, func(t *tx) error { return t.writeTasks(ctx, first, ws) })
	return named(err, "write for %d tasks, of which %s is the first", len(ws), first.Task)
}

func (t *tx) writeTasks(ctx context.Context, first assistant.TaskClaim, ws []assistant.TaskWrite) error {
	h := head{tenant: first.Tenant, conversation: first.Conversation}
	t.lock(&h) // for the order of the log
	var ms []assistant.Message
	for _, w := range ws {
		ms = append(ms, w.Batch.Messages...)
	}
	runs, stopping := map[assistant.RunID]assistant.RunStatus{}, map[assistant.TaskID]bool{}
	fenced := t.heldTasks(first, ws, runs, stopping)
	known := t.known(first.Conversation, ms)
	if err := t.flush(ctx); err != nil {
		return err
	}
	if fenced() {
		return assistant.ErrFenced
	}
	entries := unmailed(ms)
	for i, e := range entries {
		waits, _ := e.message.Body.(assistant.TaskWaiting)
		entries[i].mail = assistant.TakesTurn(e.message, runs[e.message.Facts().Run]) || stopping[waits.Task] && e.message.Facts().Mail
	}
	if _, err := t.append(&h, entries, known); err != nil {
		return err
	}
	for _, w := range ws {
		t.modelCalls(h, w.Batch.ModelCalls)
		t.recording(h, w.Batch.Recording)
		if err := t.agentSessions(h, w.Batch.Sessions); err != nil {
			return err
		}
		if w.Call != nil {
			if err := t.settleCall(w.Claim.Tenant, *w.Call); err != nil {
				return err
			}
		}
	}
	t.dropTasks(first, ws)
	return nil
}
