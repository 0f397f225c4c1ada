package storage

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/aisteam/aisteam/assistant"
)

// agentSessions queues storing where agents' sessions are now, with what is new of what their models were given and gave, sealed if
// there is a key. A message that is already stored is left alone, so a retry after a crash writes nothing twice.
func (t *tx) agentSessions(h head, sessions []assistant.AgentSession) error {
	for _, s := range newestOf(sessions) {
		spent, err := asJSON(s.Spent)
		if err != nil {
			return err
		}
		sql, args := insertion(`agent_chat_sessions`,
			column{`id`, s.ID}, column{`tenant_id`, h.tenant}, column{`conversation_id`, h.conversation}, column{`agent_id`, s.Agent},
			column{`project_id`, null(s.Project)}, column{`requested_by`, null(s.RequestedBy)}, column{`cause_id`, null(s.Cause)},
			column{`status`, s.Status}, column{`run_id`, null(s.Run)}, column{`spent`, spent}, column{`team`, s.Team},
			column{`parent_id`, null(s.Parent)}, column{`parent_call`, s.Call}, column{`task_id`, null(s.Task)}, column{`tier`, s.Tier},
			column{`input_tokens`, s.Cost.Input}, column{`output_tokens`, s.Cost.Output}, column{`micros`, s.Cost.Micros}, column{`took_us`, s.Cost.Took},
			column{`outcome`, s.Outcome}, column{`planner_agent_id`, plannerOf(s)}, column{`executor_agent_id`, executorOf(s)},
			column{`created_at`, rightNow}, column{`updated_at`, rightNow})
		t.must(assistant.ErrNotFound, sql+`
			on conflict (id) do update set status = excluded.status, run_id = excluded.run_id, spent = excluded.spent, team = excluded.team,
				input_tokens = excluded.input_tokens, output_tokens = excluded.output_tokens, micros = excluded.micros, took_us = excluded.took_us,
				outcome = excluded.outcome, updated_at = excluded.updated_at
			where agent_chat_sessions.tenant_id = excluded.tenant_id and agent_chat_sessions.conversation_id = excluded.conversation_id`, args...)
		for some := range slices.Chunk(s.Messages, sessionMessagesAtOnce) {
			t.agentMessages(h, s.ID, some)
		}
		switch {
		case s.Parent != "":
			t.execution(h, s)
		case s.Status == assistant.SessionDone && s.Spent.Lent != (assistant.Budget{}):
			t.unanswered(h, s.ID)
		}
	}
	return nil
}

// sessionMessagesAtOnce is how many messages of a session one statement writes at most.
const sessionMessagesAtOnce = 16

// agentMessages queues messages of a session.
func (t *tx) agentMessages(h head, id assistant.AgentSessionID, ms []assistant.AgentMessage) {
	args := []any{h.tenant, id}
	rows := make([]string, 0, len(ms))
	for _, m := range ms {
		at := len(args)
		rows = append(rows, fmt.Sprintf(`($%d, $1, $2, $%d, $%d, $%d, :now)`, at+1, at+2, at+3, at+4))
		args = append(args, assistant.NewID[assistant.MessageID](t.ids), m.Seq, m.From, t.seals.seal(string(m.Body), agentMessagePlace(h.tenant, id, m.Seq)))
	}
	t.exec(`insert into agent_chat_messages (id, tenant_id, session_id, seq, sender, content, created_at)
		values `+strings.Join(rows, `, `)+` on conflict (session_id, seq) do nothing`, args...)
}

// newestOf has each session once, as it stands last, with the messages of all.
func newestOf(sessions []assistant.AgentSession) []assistant.AgentSession {
	out := make([]assistant.AgentSession, 0, len(sessions))
	for _, s := range sessions {
		if i := slices.IndexFunc(out, func(o assistant.AgentSession) bool { return o.ID == s.ID }); i >= 0 {
			s.Messages = slices.Concat(out[i].Messages, s.Messages)
			out[i] = s
			continue
		}
		out = append(out, s)
	}
	return out
}

// agentMessagePlace is where a message of an agent's session is kept.
func agentMessagePlace(tenant assistant.TenantID, id assistant.AgentSessionID, seq int) string {
	return strings.Join([]string{"agent_chat_messages", string(tenant), string(id), strconv.Itoa(seq)}, "\x00")
}

// AgentSession returns an agent's session with all of its messages, or false if there is none. It returns [assistant.ErrNotFound]
// if no key opens the messages any more, since the session cannot be continued then.
func (d Calls) AgentSession(ctx context.Context, tenant assistant.TenantID, id assistant.AgentSessionID) (assistant.AgentSession, bool, error) {
	if err := valid(id); err != nil {
		return assistant.AgentSession{}, false, nil //nolint:nilerr // nothing has such an id
	}
	var row agentSessionRow
	var ms []assistant.AgentMessage
	var found *stmt
	err := d.in(ctx, mode{tenant: tenant, read: true}, func(t *tx) error {
		row, ms = agentSessionRow{}, nil
		found = t.one(row.dests(), `select `+agentSessionColumns+` from agent_chat_sessions s where s.id = $1 and s.tenant_id = $2`, id, tenant)
		t.each(func(scan func(...any) error) error {
			var m assistant.AgentMessage
			var body string
			err := scan(&m.Seq, &m.From, &body)
			m.Body = json.RawMessage(body)
			ms = append(ms, m)
			return err
		}, `select seq, sender, content from agent_chat_messages where session_id = $1 and tenant_id = $2 order by seq`, id, tenant)
		return nil
	})
	var s assistant.AgentSession
	if err == nil && found.rows > 0 {
		if s, err = row.read(); err == nil {
			s.Messages, err = d.openedMessages(tenant, id, ms)
		}
	}
	if err != nil {
		return assistant.AgentSession{}, false, named(err, "read the agent's session %s", id)
	}
	return s, found.rows > 0, nil
}

// agentSessionColumns are of a session s, in the order in which [agentSessionRow.dests] takes them.
const agentSessionColumns = `s.id, s.conversation_id, s.agent_id, s.project_id,
	coalesce((select coalesce(q.merged_into, q.id) from persons q where q.id = s.requested_by), s.requested_by), s.cause_id, s.status, s.run_id, s.spent, s.team,
	s.parent_id, s.parent_call, s.task_id, s.tier, coalesce((select a.model from agents a where a.id = s.executor_agent_id), ''),
	s.input_tokens, s.output_tokens, s.micros, s.took_us, s.outcome`

// agentSessionRow is a session as it is read, without its messages.
type agentSessionRow struct {
	session assistant.AgentSession
	spent   []byte
	took    int64
}

func (r *agentSessionRow) dests() []any {
	s := &r.session
	return []any{
		&s.ID, &s.Conversation, &s.Agent, &s.Project, &s.RequestedBy, &s.Cause, &s.Status, &s.Run, &r.spent, &s.Team,
		&s.Parent, &s.Call, &s.Task, &s.Tier, &s.Model, &s.Cost.Input, &s.Cost.Output, &s.Cost.Micros, &r.took, &s.Outcome,
	}
}

func (r *agentSessionRow) read() (assistant.AgentSession, error) {
	r.session.Cost.Took = microseconds(r.took)
	if err := json.Unmarshal(r.spent, &r.session.Spent); err != nil {
		return r.session, fmt.Errorf("decode what it has spent: %w", err)
	}
	return r.session, nil
}

// NewestSession returns the session that was begun last in a conversation, or false if there is none. It fails as
// [Calls.AgentSession] does.
func (d Calls) NewestSession(ctx context.Context, tenant assistant.TenantID, c assistant.ConversationID) (assistant.AgentSession, bool, error) {
	if err := valid(c); err != nil {
		return assistant.AgentSession{}, false, nil //nolint:nilerr // nothing has such an id
	}
	var id assistant.AgentSessionID
	var found *stmt
	err := d.in(ctx, mode{tenant: tenant, read: true}, func(t *tx) error {
		found = t.one([]any{&id}, `select id from agent_chat_sessions where conversation_id = $1 and tenant_id = $2 and cause_id is not null
			order by created_at desc, id desc limit 1`, c, tenant)
		return nil
	})
	if err != nil || found.rows == 0 {
		return assistant.AgentSession{}, false, named(err, "find the newest session of %s", c)
	}
	return d.AgentSession(ctx, tenant, id)
}

// openedMessages are the messages of a session, as they were before they were sealed.
func (d *ledger) openedMessages(tenant assistant.TenantID, id assistant.AgentSessionID, ms []assistant.AgentMessage) ([]assistant.AgentMessage, error) {
	for i, m := range ms {
		body, err := d.seals.open(string(m.Body), agentMessagePlace(tenant, id, m.Seq))
		if err != nil {
			return nil, fmt.Errorf("open message %d: %w: %w", m.Seq, err, assistant.ErrNotFound)
		}
		ms[i].Body = json.RawMessage(body)
	}
	return ms, nil
}
