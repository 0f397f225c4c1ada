package storage

import (
	"context"

	"github.com/aisteam/aisteam/assistant"
)

// What is kept of an executor beside its session: who works in it and who delegated (agents), and how the task that it does goes
// (agent_executions).

// plannerOf and executorOf name who works in an executor's session and who delegated its task; nobody in one that does no task.
func plannerOf(s assistant.AgentSession) any {
	if s.Parent == "" {
		return nil
	}
	return assistant.IdentityOf(s.Parent)
}

func executorOf(s assistant.AgentSession) any {
	if s.Parent == "" {
		return nil
	}
	return assistant.IdentityOf(s.ID)
}

// execution queues how an executor's session stands. The planner gets its identity with its first executor.
func (t *tx) execution(h head, s assistant.AgentSession) {
	if len(s.Messages) > 0 && s.Messages[0].Seq == 0 {
		t.exec(`insert into agents (id, tenant_id, agent_id, kind, status, created_at, updated_at)
			select $1, $2, p.agent_id, 'planner', 'active', :now, :now from agent_chat_sessions p where p.id = $3 and p.tenant_id = $2
			on conflict (id) do nothing`, plannerOf(s), h.tenant, s.Parent)
	}
	var ended any
	if s.Outcome != "" {
		ended = rightNow
	}
	identity, args := insertion(`agents`,
		column{`id`, executorOf(s)}, column{`tenant_id`, h.tenant}, column{`agent_id`, s.Agent}, column{`kind`, `executor`}, column{`model`, s.Model},
		column{`status`, s.Status}, column{`created_at`, rightNow}, column{`updated_at`, rightNow})
	t.exec(identity+` on conflict (id) do update set model = excluded.model, status = excluded.status, updated_at = excluded.updated_at
		where agents.tenant_id = excluded.tenant_id`, args...)
	row, args := insertion(`agent_executions`,
		column{`id`, assistant.ExecutionOf(s.ID)}, column{`tenant_id`, h.tenant}, column{`session_id`, s.ID}, column{`agent_id`, executorOf(s)},
		column{`task_id`, null(s.Task)}, column{`status`, s.Status}, column{`tokens`, s.Cost.Tokens()}, column{`micros`, s.Cost.Micros},
		column{`took_us`, s.Cost.Took}, column{`outcome`, s.Outcome}, column{`created_at`, rightNow}, column{`completed_at`, ended})
	t.exec(row+` on conflict (id) do update set status = excluded.status, tokens = excluded.tokens, micros = excluded.micros, took_us = excluded.took_us,
		outcome = excluded.outcome, completed_at = excluded.completed_at where agent_executions.tenant_id = excluded.tenant_id`, args...)
}

// unanswered queues ending the executors that wait for an answer of a planner who has ended without one.
func (t *tx) unanswered(h head, planner assistant.AgentSessionID) {
	t.exec(`update agent_chat_sessions set status = $3, outcome = $4, updated_at = :now where parent_id = $1 and tenant_id = $2 and status = $5`,
		planner, h.tenant, assistant.SessionStopped, assistant.OutcomeStopped, assistant.SessionWaiting)
	t.exec(`update agent_executions set status = $3, outcome = $4, completed_at = :now where tenant_id = $2 and outcome = ''
		and session_id in (select s.id from agent_chat_sessions s where s.parent_id = $1 and s.tenant_id = $2 and s.outcome = $4)`,
		planner, h.tenant, assistant.SessionStopped, assistant.OutcomeStopped)
}

// Executors gives the sessions of the executors that a planner's session has delegated to, the oldest first, without their messages.
func (d Calls) Executors(ctx context.Context, tenant assistant.TenantID, planner assistant.AgentSessionID) ([]assistant.AgentSession, error) {
	if err := valid(planner); err != nil {
		return nil, nil //nolint:nilerr // nothing has such an id
	}
	var out []assistant.AgentSession
	err := d.in(ctx, mode{tenant: tenant, read: true}, func(t *tx) error {
		out = nil
		t.each(func(scan func(...any) error) error {
			var row agentSessionRow
			if err := scan(row.dests()...); err != nil {
				return err
			}
			s, err := row.read()
			out = append(out, s)
			return err
		}, `select `+agentSessionColumns+` from agent_chat_sessions s where s.parent_id = $1 and s.tenant_id = $2 order by s.created_at, s.id`, planner, tenant)
		return nil
	})
	return out, named(err, "list the executors of session %s", planner)
}

// SaidTo gives what people have said to whoever does a task since its run began, in order: a line of the log passes their words on to it.
// halted is as of [Tasks.Halted].
func (d Tasks) SaidTo(ctx context.Context, c assistant.TaskClaim, since int64) (said []assistant.Message, halted bool, err error) {
	err = d.in(ctx, mode{tenant: c.Tenant, read: true}, func(t *tx) error {
		said = nil
		t.halted(c, &halted)
		t.each(func(scan func(...any) error) error {
			m, err := scanMessage(scan)
			said = append(said, m)
			return err
		}, `select `+messageColumns+` from assistant_messages l join assistant_messages g
				on g.conversation_id = l.conversation_id and g.tenant_id = l.tenant_id and cast(g.id as text) = l.body ->> 'heard'
			where l.conversation_id = $1 and l.tenant_id = $2 and l.seq > $3 and l.body_type = $4 and l.body ->> 'taskId' = $5 order by l.seq`,
			c.Conversation, c.Tenant, since, assistant.Thought{}.Type(), string(c.Task))
		return nil
	})
	return said, halted, named(err, "read what was said to task %s", c.Task)
}
