package storage

import (
	"fmt"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
	"github.com/aisteam/aisteam/assistant/titles"
)

// project queues what a message changes in the state tables. The lock on the conversation keeps its state from changing
// meanwhile.
func (t *tx) project(m assistant.Message) error {
	switch b := m.Body.(type) {
	case assistant.Said:
		t.said(m, b)
		return nil
	case assistant.Revised:
		t.revised(m, b)
		return nil
	case assistant.Briefed:
		return t.briefed(m, b.Brief)
	case assistant.Asked:
		return t.asked(m, b.Clarification)
	case assistant.Answered:
		t.answered(m, b)
		return nil
	case assistant.PlanProposed:
		return t.planProposed(m, b)
	case assistant.PlanDecided:
		return t.planDecided(m, b)
	case assistant.RunStarted:
		return t.runStarted(m, b)
	case assistant.GroupStarted:
		t.groupStarted(m, b)
		return nil
	case assistant.TaskStarted:
		t.taskStarted(m, b)
		return nil
	case assistant.TaskWaiting:
		t.taskWaiting(m, b)
		return nil
	case assistant.TaskFinished:
		return t.taskFinished(m, b)
	case assistant.RunFinished:
		return t.runFinished(m, b)
	case assistant.ApprovalRequested:
		return t.approvalRequested(m, b.Approval)
	case assistant.ApprovalDecided:
		return t.approvalDecided(m, b)
	case assistant.ApprovalBacked:
		return t.approvalBacked(m, b)
	case assistant.ChannelBound:
		return t.channelBound(m, b)
	case assistant.StopRequested:
		t.stopRequested(m, b)
		return nil
	case assistant.RetryRequested:
		t.retryRequested(m, b)
		return nil
	case assistant.UndoRequested:
		t.undoRequested(m, b)
		return nil
	case assistant.RedirectRequested:
		t.redirectRequested(m, b)
		return nil
	case assistant.RunRedirected:
		return t.runRedirected(m, b)
	case assistant.TaskSentBack:
		return t.taskSentBack(m, b)
	case assistant.Undone:
		t.undone(m, b)
		return nil
	case assistant.Rated:
		t.rated(m, b)
		return nil
	case assistant.MemberAdded:
		return t.memberAdded(m, b)
	case assistant.MemberRemoved:
		t.memberRemoved(m, b)
		return nil
	case assistant.Failed:
		t.failed(m.Tenant, `$2`, null(m.Cause))
		t.tellsOwner(m)
		return nil
	case assistant.Thought, assistant.Routed, assistant.ActivityChanged, assistant.FileRead, assistant.Reminded:
		return nil
	}
	return fmt.Errorf("body %T is not known here", m.Body)
}

func (t *tx) said(m assistant.Message, b assistant.Said) {
	switch {
	case m.Author == assistant.AuthorUser:
		t.exec(`update assistant_conversations set title = $2 where id = $1 and title = ''`, m.Conversation, titles.Of(tables.Clean(m.Content)))
	case b.Topic != "" && m.Cause != "":
		t.tellsOwner(m)
	}
}

// rated only checks that the rated message is in this conversation: ratings are read from the log.
func (t *tx) rated(m assistant.Message, b assistant.Rated) {
	var one int64
	t.need(assistant.ErrNotFound, []any{&one}, `select 1 from assistant_messages
		where id = $1 and conversation_id = $2 and tenant_id = $3 and author = $4`,
		b.Message, m.Conversation, m.Tenant, assistant.AuthorAssistant)
}

// setTimer queues the timers for what the message has opened: its expiry, and the reminder before. Where somebody is told while they look at
// nothing, the reminder comes due for that first.
func (t *tx) setTimer(m assistant.Message, kind assistant.TimerKind, ref string, version int, due time.Time) {
	if due.IsZero() {
		return
	}
	t.timer(m, kind, ref, version, due)
	if at, ok := assistant.RemindAt(m.At, due); ok {
		t.reminds(m, kind, ref, version, at, ``)
	}
}

// reminds queues the timer of a reminder. Further cases, over args from $8 on, say when it comes due sooner.
func (t *tx) reminds(m assistant.Message, kind assistant.TimerKind, ref string, version int, at time.Time, cases string, args ...any) {
	args = append([]any{m.Tenant, m.Conversation, kind.Reminder(), ref, version, at, m.At.Add(assistant.CallAfter)}, args...)
	t.exec(`insert into timers (tenant_id, conversation_id, kind, ref, version, due_at) values ($1, $2, $3, $4, $5,
			case `+cases+` when `+reachable+` then cast($7 as timestamptz) else cast($6 as timestamptz) end)
		on conflict (tenant_id, kind, ref, version) do update set due_at = excluded.due_at`, args...)
}

// setTimerUnasked is setTimer for work that nobody asked for and whose place nobody watches: the people who decide are called at
// once.
func (t *tx) setTimerUnasked(m assistant.Message, kind assistant.TimerKind, ref string, version int, due time.Time) {
	t.setTimer(m, kind, ref, version, due)
	if !due.IsZero() {
		t.timer(m, kind.Reminder(), ref, version, m.At)
	}
}

// setTimers is setTimer for what is called for at once where the condition over args, from $9 on, says that nobody waits for it.
func (t *tx) setTimers(m assistant.Message, kind assistant.TimerKind, ref string, due time.Time, unasked string, args ...any) {
	if due.IsZero() {
		return
	}
	t.timer(m, kind, ref, 0, due)
	if at, ok := assistant.RemindAt(m.At, due); ok {
		t.reminds(m, kind, ref, 0, at, `when `+unasked+` then cast($8 as timestamptz)`, append([]any{m.At}, args...)...)
	}
}

func (t *tx) timer(m assistant.Message, kind assistant.TimerKind, ref string, version int, due time.Time) {
	t.exec(`insert into timers (tenant_id, conversation_id, kind, ref, version, due_at) values ($1, $2, $3, $4, $5, $6)
		on conflict (tenant_id, kind, ref, version) do update set due_at = excluded.due_at`,
		m.Tenant, m.Conversation, kind, ref, version, due)
}

// dropTimer queues the removal of both timers.
func (t *tx) dropTimer(m assistant.Message, kind assistant.TimerKind, ref string, version int) {
	t.exec(`delete from timers where tenant_id = $1 and kind in ($2, $3) and ref = $4 and version = $5`,
		m.Tenant, kind, kind.Reminder(), ref, version)
}

func (t *tx) briefed(m assistant.Message, b assistant.Brief) error {
	body, err := asJSON(b)
	if err != nil {
		return err
	}
	sql, args := insertion(`agent_plans`,
		column{`id`, b.Plan}, column{`version`, spelled(`0`)}, column{`tenant_id`, m.Tenant}, column{`conversation_id`, m.Conversation},
		column{`project_id`, null(b.Project)}, column{`requested_by`, null(b.RequestedBy)}, column{`title`, tables.Clean(b.Title)}, column{`goal`, tables.Clean(b.Goal)},
		column{`status`, b.Status}, column{`body`, body}, column{`unasked`, null(b.Unasked)}, column{`created_at`, rightNow}, column{`updated_at`, rightNow})
	t.must(assistant.ErrNotFound, sql+`
		on conflict (id, version) do update set project_id = excluded.project_id, title = excluded.title, goal = excluded.goal,
			status = excluded.status, body = excluded.body, updated_at = excluded.updated_at
		where agent_plans.conversation_id = excluded.conversation_id`, args...)
	return nil
}

// asked stores a clarification. Its addressee is, in this order: the one the message names, the plan's requester, the author
// of the message that led to it, the person who started the conversation.
func (t *tx) asked(m assistant.Message, c assistant.Clarification) error {
	body, err := asJSON(c)
	if err != nil {
		return err
	}
	t.exec(`insert into clarifications (id, tenant_id, conversation_id, plan_id, stage, body, expires_at, created_at, updated_at, asked_of, seq)
		values ($1, $2, $3, $4, $5, $6, $7, :now, :now, coalesce($8,
			(select requested_by from agent_plans where id = $9 and version = 0),
			(select person_id from assistant_messages where id = $10 and conversation_id = $11),
			(select user_id from assistant_conversations where id = $11)), $12)`,
		c.ID, m.Tenant, m.Conversation, null(c.Plan), c.Stage, body, c.ExpiresAt,
		null(m.Person), null(c.Plan), null(m.Cause), m.Conversation, m.Seq)
	t.setTimers(m, assistant.TimerClarification, string(c.ID), c.ExpiresAt, tables.UnaskedPlan(`(select c.plan_id from clarifications c where c.id = $9)`), c.ID)
	return nil
}

func (t *tx) answered(m assistant.Message, b assistant.Answered) {
	status, verdict := "answered", assistant.VerdictApproved
	if b.Withdrawn {
		status, verdict = "withdrawn", assistant.VerdictWithdrawn
	}
	t.exists(`clarifications`, string(b.Clarification), m)
	t.must(assistant.ErrDecided, `update clarifications set status = $3, answered_by = $4, updated_at = :now
		where id = $1 and conversation_id = $2 and status = 'open'`+inTime(verdict), b.Clarification, m.Conversation, status, null(m.Person))
	t.dropTimer(m, assistant.TimerClarification, string(b.Clarification), 0)
}

// exists queues the check that the message's subject is in the message's conversation.
func (t *tx) exists(table, id string, m assistant.Message) {
	var one int64
	t.need(assistant.ErrNotFound, []any{&one},
		`select 1 from `+table+` where id = $1 and conversation_id = $2 and tenant_id = $3`, id, m.Conversation, m.Tenant)
}

func (t *tx) planProposed(m assistant.Message, b assistant.PlanProposed) error {
	p, status, decided := b.Plan, assistant.PlanOpen, any(nil)
	if b.AtOnce {
		if status, decided = assistant.PlanApproved, rightNow; !p.MayStartAtOnce() {
			return fmt.Errorf("plan %s version %d starts without a yes that it needs", p.ID, p.Version)
		}
	}
	body, err := asJSON(p)
	if err != nil {
		return err
	}
	t.exec(`update agent_plans set status = $3, updated_at = :now
		where id = $1 and conversation_id = $2 and version > 0 and status = 'proposed'`, p.ID, m.Conversation, assistant.PlanSuperseded)
	t.exec(`update agent_plans set status = $3, updated_at = :now
		where id = $1 and conversation_id = $2 and version = 0 and status in ('gathering', 'choosing')`,
		p.ID, m.Conversation, assistant.PlanOpen)
	t.exec(`delete from timers where tenant_id = $1 and kind in ($2, $3) and ref = $4`,
		m.Tenant, assistant.TimerPlan, assistant.TimerPlan.Reminder(), p.ID)
	t.insert(`agent_plans`,
		column{`id`, p.ID}, column{`version`, p.Version}, column{`tenant_id`, m.Tenant}, column{`conversation_id`, m.Conversation},
		column{`project_id`, null(p.Project)}, column{`requested_by`, null(p.RequestedBy)}, column{`title`, tables.Clean(p.Title)}, column{`goal`, tables.Clean(p.Goal)},
		column{`status`, status}, column{`body`, body}, column{`hash`, p.Hash}, column{`expires_at`, p.ExpiresAt}, column{`seq`, m.Seq},
		column{`unasked`, null(p.Unasked)}, column{`decided_at`, decided}, column{`created_at`, rightNow}, column{`updated_at`, rightNow})
	switch {
	case b.AtOnce:
		return nil
	case p.Unasked != "":
		t.setTimerUnasked(m, assistant.TimerPlan, string(p.ID), p.Version, p.ExpiresAt)
	default:
		t.setTimer(m, assistant.TimerPlan, string(p.ID), p.Version, p.ExpiresAt)
	}
	return nil
}

func (t *tx) planDecided(m assistant.Message, b assistant.PlanDecided) error {
	status, ok := b.Verdict.PlanStatus()
	if !ok {
		return fmt.Errorf("verdict %q is not one on plans", b.Verdict)
	}
	var one int64
	t.need(assistant.ErrNotFound, []any{&one}, `select 1 from agent_plans
		where id = $1 and version = $2 and conversation_id = $3 and tenant_id = $4 and version > 0`,
		b.Plan, b.Version, m.Conversation, m.Tenant)
	t.inStead(m, b.For)
	if b.Hash != "" && status == assistant.PlanApproved {
		t.need(assistant.ErrMoved, []any{&one}, `select 1 from agent_plans
			where id = $1 and version = $2 and conversation_id = $3 and (hash = $4 or status <> 'proposed')`,
			b.Plan, b.Version, m.Conversation, b.Hash)
	}
	t.must(assistant.ErrDecided, `update agent_plans set status = $4, note = $5, decided_by = $6, decided_at = :now, updated_at = :now
		where id = $1 and version = $2 and conversation_id = $3 and status = 'proposed'`+inTime(b.Verdict),
		b.Plan, b.Version, m.Conversation, status, tables.Clean(b.Note), null(m.Person))
	t.dropTimer(m, assistant.TimerPlan, string(b.Plan), b.Version)
	return nil
}

// inTime is the condition that a subject has not expired. It holds even if the sweeper has not got to it yet.
func inTime(v assistant.Verdict) string {
	if !v.ByPeople() {
		return ""
	}
	return notExpired
}
