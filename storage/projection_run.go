package storage

import (
	"fmt"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

func (t *tx) runStarted(m assistant.Message, b assistant.RunStarted) error {
	r := b.Run
	kept, err := asJSON(runNotes{Heard: b.Heard})
	if err != nil {
		return err
	}
	t.insert(`assistant_runs`,
		column{`id`, r.ID}, column{`tenant_id`, m.Tenant}, column{`conversation_id`, m.Conversation}, column{`project_id`, null(r.Project)},
		column{`plan_id`, null(r.Plan)}, column{`plan_version`, r.PlanVersion}, column{`created_by`, r.CreatedBy},
		column{`requested_by`, null(r.RequestedBy)}, column{`approved_by`, null(r.ApprovedBy)}, column{`title`, tables.Clean(r.Title)},
		column{`status`, r.Status}, column{`unseen`, r.Unseen}, column{`seq`, m.Seq}, column{`session_id`, null(r.Session)},
		column{`metadata`, kept}, column{`created_at`, rightNow}, column{`updated_at`, rightNow})
	if r.Plan != "" {
		t.planned(m, r)
	}
	for _, k := range b.Tasks {
		if err := t.insertTask(m, r, k); err != nil {
			return err
		}
	}
	return nil
}

// planned queues assigning the model calls that made a plan to the run that comes of it: those of every turn that stored part of
// the plan.
func (t *tx) planned(m assistant.Message, r assistant.Run) {
	t.exec(`update model_calls set run_id = $1 where tenant_id = $2 and run_id is null and key in (
			select cast(g.cause as text) || n.name from assistant_messages g cross join (`+ordinals(tables.ModelCallsLooked)+`) n
			where g.conversation_id = $3 and g.tenant_id = $2 and g.cause is not null and g.body_type in ($4, $5) and cast(g.body as text) like '%' || $6 || '%')`,
		r.ID, m.Tenant, m.Conversation, assistant.Briefed{}.Type(), assistant.PlanProposed{}.Type(), string(r.Plan))
}

// ordinals are the names of the first calls of models of a turn, in SQL.
func ordinals(n int) string {
	var out strings.Builder
	for i := range n {
		if i > 0 {
			out.WriteString(" union all ")
		}
		out.WriteString(`select '/model-` + ordinal(i+1) + `' as name`)
	}
	return out.String()
}

func (t *tx) insertTask(m assistant.Message, r assistant.Run, k assistant.Task) error {
	preview, err := optionalJSON(k.Preview)
	if err != nil {
		return err
	}
	status := k.Status
	if status == "" {
		status = assistant.TaskOpen
	}
	t.insert(`assistant_tasks`,
		column{`id`, k.ID}, column{`tenant_id`, m.Tenant}, column{`run_id`, r.ID}, column{`conversation_id`, m.Conversation},
		column{`project_id`, null(k.Project)}, column{`parent_task_id`, null(k.Parent)}, column{`step_key`, k.Key}, column{`step_group`, k.Group},
		column{`sequence_order`, k.Order}, column{`created_by`, k.Owner}, column{`status`, status}, column{`task_type`, k.Type},
		column{`parameters`, orObject(k.Parameters)}, column{`summary`, tables.Clean(k.Summary)}, column{`effect`, k.Effect}, column{`preview`, preview},
		column{`is_reversible_by_system`, k.Reversible}, column{`irreversible_confirmed_at`, k.ConfirmedAt}, column{`approved_hash`, k.ApprovedHash}, column{`definition`, k.Definition}, column{`team`, k.Team},
		column{`attempt`, k.Attempt}, column{`created_at`, rightNow}, column{`updated_at`, rightNow})
	return nil
}

func optionalJSON[T any](v *T) (any, error) {
	if v == nil {
		return nil, nil // an absent value is stored as null
	}
	return asJSON(v)
}

func (t *tx) groupStarted(m assistant.Message, b assistant.GroupStarted) { t.changeTasks(m, b.Run) }

func (t *tx) taskStarted(m assistant.Message, b assistant.TaskStarted) {
	t.needed(assistant.ErrStopped, t.changeTasks(m, b.Run, column{`attempt`, b.Attempt}))
}

func (t *tx) taskWaiting(m assistant.Message, b assistant.TaskWaiting) {
	t.changeTasks(m, b.Run, column{`approval_id`, null(b.Approval)})
}

func (t *tx) taskFinished(m assistant.Message, b assistant.TaskFinished) error {
	if !b.Status.Ended() {
		return fmt.Errorf("task %s finished as %q", b.Task, b.Status)
	}
	result, err := asJSON(b.Result)
	if err != nil {
		return err
	}
	problem, err := optionalJSON(b.Problem)
	if err != nil {
		return err
	}
	changed := t.changeTasks(m, b.Run, column{`result`, result}, column{`problem`, problem}, column{`undone`, false}, column{`alone`, false})
	if b.LeavesOut() {
		t.needed(assistant.ErrDecided, changed) // somebody has begun it, and the words that leave it out are read anew
	}
	return nil
}

// runFinished stores a run's end. What of it has not begun ends with it.
func (t *tx) runFinished(m assistant.Message, b assistant.RunFinished) error {
	result, err := asJSON(assistant.Result{NotDone: assistant.NotDoneBefore})
	if err != nil {
		return err
	}
	t.changeRun(m, b.Run)
	t.changeTasks(m, b.Run, column{`result`, result})
	if b.Status == assistant.RunFailed {
		t.failed(m.Tenant, runWords(`$2`), b.Run)
	}
	return nil
}

func (t *tx) stopRequested(m assistant.Message, b assistant.StopRequested) {
	t.exists(`assistant_runs`, string(b.Run), m)
	if b.Task != "" {
		t.taskStopRequested(m, b)
		return
	}
	t.needed(assistant.ErrDecided, t.changeRun(m, b.Run))
	t.changeTasks(m, b.Run)
	t.exec(`delete from timers where tenant_id = $1 and kind in ($2, $3)
		and ref in (select id from pending_actions where run_id = $4 and status = 'pending')`,
		m.Tenant, assistant.TimerApproval, assistant.TimerApproval.Reminder(), b.Run)
	t.exec(`update pending_actions set status = 'withdrawn', decided_by = $3, decided_at = :now
		where run_id = $1 and conversation_id = $2 and status = 'pending'`, b.Run, m.Conversation, null(m.Person))
}

// taskStopRequested stores that a task is to be left out, which needs a run that goes on and a task that has not ended.
func (t *tx) taskStopRequested(m assistant.Message, b assistant.StopRequested) {
	t.exists(`assistant_tasks`, string(b.Task), m)
	var one int64
	t.need(assistant.ErrDecided, []any{&one}, `select 1 from assistant_runs
		where id = $1 and conversation_id = $2 and status in ('planning', 'running')`, b.Run, m.Conversation)
	t.needed(assistant.ErrDecided, t.changeTasks(m, b.Run))
}

// retryRequested stores a retry, which needs a failed task, or one that an ended run has left undone: a stopped run has ended once
// nothing of it is in hand and its stop is handled. The tasks forget the approvals they waited for; where one is needed it is
// requested again.
func (t *tx) retryRequested(m assistant.Message, b assistant.RetryRequested) {
	t.exists(`assistant_runs`, string(b.Run), m)
	const over = `k.status = 'cancelled' and r.status in ('completed', 'failed', 'cancelled')`
	open, which := `(k.status = 'failed' or `+over+` and not k.stop_asked and coalesce(k.result ->> 'notDone', '') <> $5)`, string(assistant.NotDoneLeftOut)
	if b.Task != "" {
		t.exists(`assistant_tasks`, string(b.Task), m)
		open, which = `k.id = $5 and (k.status = 'failed' or `+over+`)`, string(b.Task)
	}
	var one int64
	t.need(assistant.ErrDecided, []any{&one},
		`select 1 from assistant_tasks k join assistant_runs r on r.id = k.run_id
		where k.run_id = $1 and k.conversation_id = $2 and `+open+`
			and (r.status <> 'cancelled' or not exists (select 1 from assistant_tasks h where h.run_id = $1 and (h.status = 'in_progress' or h.token is not null))
				and not exists (select 1 from mail l join assistant_messages g on g.id = l.message_id
					where l.tenant_id = $3 and l.conversation_id = $2 and g.body_type = $4)) limit 1`,
		b.Run, m.Conversation, m.Tenant, assistant.StopRequested{}.Type(), which)
	t.needed(assistant.ErrStopped, t.changeRun(m, b.Run))
	t.changeTasks(m, b.Run)
	if b.Task != "" {
		t.exec(`update assistant_tasks set alone = true where id = $1 and run_id = $2 and conversation_id = $3`, b.Task, b.Run, m.Conversation)
	}
}

func (t *tx) undoRequested(m assistant.Message, b assistant.UndoRequested) {
	t.exists(`assistant_runs`, string(b.Run), m)
	var one int64
	t.need(assistant.ErrDecided, []any{&one}, `select 1 from assistant_runs
		where id = $1 and conversation_id = $2 and status in ('completed', 'failed', 'cancelled')`, b.Run, m.Conversation)
	if b.Task != "" {
		t.need(assistant.ErrNotFound, []any{&one},
			`select 1 from assistant_tasks where id = $1 and run_id = $2 and conversation_id = $3`, b.Task, b.Run, m.Conversation)
	}
}

// taskSentBack opens a task anew whose change people want otherwise, with those that write for it.
func (t *tx) taskSentBack(m assistant.Message, b assistant.TaskSentBack) error {
	back, err := asJSON(b.Back)
	if err != nil {
		return err
	}
	t.changeTasks(m, b.Run)
	for _, r := range b.Rewritten {
		t.exec(`update assistant_tasks set parameters = $4 where id = $1 and run_id = $2 and conversation_id = $3`, r.Task, b.Run, m.Conversation, orObject(r.Parameters))
	}
	t.exec(`update assistant_tasks set sent_back = $4 where id = $1 and run_id = $2 and conversation_id = $3`, b.Task, b.Run, m.Conversation, back)
	return nil
}

func (t *tx) undone(m assistant.Message, b assistant.Undone) {
	t.changeTasks(m, b.Run, column{`undone`, true})
}

func (t *tx) approvalRequested(m assistant.Message, a assistant.Approval) error {
	body, err := asJSON(a)
	if err != nil {
		return err
	}
	was, is := map[string]string{}, map[string]string{}
	for _, f := range a.Preview.Fields {
		was[f.Name], is[f.Name] = f.Old, f.New
	}
	oldState, err := asJSON(was)
	if err != nil {
		return err
	}
	newState, err := asJSON(is)
	if err != nil {
		return err
	}
	t.insert(`pending_actions`,
		column{`id`, a.ID}, column{`tenant_id`, m.Tenant}, column{`conversation_id`, m.Conversation}, column{`run_id`, null(a.Run)},
		column{`task_id`, null(a.Task)}, column{`tool_name`, a.Tool}, column{`tool_input`, orObject(a.Arguments)}, column{`entity_type`, entityOf(a)},
		column{`entity_id`, null(a.Task)}, column{`old_state`, oldState}, column{`new_state`, newState}, column{`expires_at`, a.ExpiresAt},
		column{`user_id`, null(a.RequestedBy)}, column{`body`, body}, column{`shown`, a.Preview.State}, column{`hash`, a.Hash},
		column{`irreversible`, a.Irreversible}, column{`seq`, m.Seq}, column{`needed`, a.Rule.Count()}, column{`created_at`, rightNow})
	t.setTimers(m, assistant.TimerApproval, string(a.ID), a.ExpiresAt, tables.UnaskedRun(`$9`), null(a.Run))
	return nil
}

func entityOf(a assistant.Approval) string {
	if a.Task != "" {
		return "task"
	}
	return "tool"
}

func (t *tx) approvalDecided(m assistant.Message, b assistant.ApprovalDecided) error {
	status, ok := b.Verdict.ApprovalStatus()
	if !ok {
		return fmt.Errorf("verdict %q is not one on approvals", b.Verdict)
	}
	t.exists(`pending_actions`, string(b.Approval), m)
	if b.Hash != "" && status == assistant.ApprovalApproved {
		var one int64
		t.need(assistant.ErrMoved, []any{&one}, `select 1 from pending_actions
			where id = $1 and conversation_id = $2 and (hash in ($3, '') or status <> 'pending')`, b.Approval, m.Conversation, b.Hash)
	}
	if status == assistant.ApprovalApproved {
		if err := t.lastYes(m, b); err != nil {
			return err
		}
	}
	// Stopping a run has withdrawn what was asked for it; that its card is told so too is no second decision.
	t.must(assistant.ErrDecided, `update pending_actions set status = $3, decided_by = coalesce($4, decided_by), decided_at = :now, note = $5
		where id = $1 and conversation_id = $2 and (status = 'pending' or status = 'withdrawn' and $3 = 'withdrawn')`+inTime(b.Verdict)+counted(status),
		b.Approval, m.Conversation, status, null(m.Person), tables.Clean(b.Note))
	t.dropTimer(m, assistant.TimerApproval, string(b.Approval), 0)
	switch {
	case b.Changed():
		t.changeTask(m, b)
	case status == assistant.ApprovalApproved:
		t.approveTask(m, b.Approval)
		if b.Standing != nil {
			return t.approvedForGood(m, b.Approval, *b.Standing)
		}
	}
	return nil
}

// shownDefinition is the definition of the tool that people were asked about.
const shownDefinition = `coalesce(body ->> 'definition', '') as definition`

// changeTask releases the approval's task with the arguments that the person wants, bound to them. What cannot be undone is bound to
// nothing: it is asked about once more, as it would be done now.
func (t *tx) changeTask(m assistant.Message, b assistant.ApprovalDecided) {
	t.exec(`update assistant_tasks set ready_at = coalesce(ready_at, :now), updated_at = :now, parameters = $3,
			approved_hash = case when a.irreversible then '' else $4 end, definition = a.definition
		from (select task_id, irreversible, `+shownDefinition+` from pending_actions where id = $1 and conversation_id = $2) as a
		where assistant_tasks.id = a.task_id and conversation_id = $2 and status in ('open', 'in_progress')`,
		b.Approval, m.Conversation, orObject(b.Arguments), b.Bound)
}

// approveTask releases the approval's task, bound to the hash of what was shown. An approval from before there were hashes has
// nothing to bind to, so its task asks again.
func (t *tx) approveTask(m assistant.Message, id assistant.ApprovalID) {
	t.exec(`update assistant_tasks set ready_at = coalesce(ready_at, :now), updated_at = :now, approved_hash = a.bound, definition = a.definition,
			irreversible_confirmed_at = case when a.irreversible then :now else irreversible_confirmed_at end
		from (select task_id, coalesce(nullif(hash, ''), shown) as bound, irreversible, `+shownDefinition+` from pending_actions where id = $1 and conversation_id = $2) as a
		where assistant_tasks.id = a.task_id and conversation_id = $2 and status in ('open', 'in_progress')`, id, m.Conversation)
}
