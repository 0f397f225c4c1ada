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

// agentSessions queues where agents' sessions stand now, with what is new of what their models were given and gave, sealed
// where there is a key. A message that is there already stays as it is: who comes again after a crash writes nothing twice.
func (t *tx) agentSessions(h head, sessions []assistant.AgentSession) error {
	for _, s := range newestOf(sessions) {
		spent, err := asJSON(s.Spent)
		if err != nil {
			return err
		}
		sql, args := insertion(`agent_chat_sessions`,
			column{`id`, s.ID}, column{`tenant_id`, h.tenant}, column{`conversation_id`, h.conversation}, column{`agent_id`, s.Agent},
			column{`project_id`, null(s.Project)}, column{`requested_by`, null(s.RequestedBy)}, column{`cause_id`, null(s.Cause)},
			column{`status`, s.Status}, column{`run_id`, null(s.Run)}, column{`spent`, spent}, column{`team`, s.Team}, column{`created_at`, rightNow}, column{`updated_at`, rightNow})
		t.must(assistant.ErrNotFound, sql+`
			on conflict (id) do update set status = excluded.status, run_id = excluded.run_id, spent = excluded.spent, team = excluded.team, updated_at = excluded.updated_at
			where agent_chat_sessions.tenant_id = excluded.tenant_id and agent_chat_sessions.conversation_id = excluded.conversation_id`, args...)
		for some := range slices.Chunk(s.Messages, sessionMessagesAtOnce) {
			t.agentMessages(h, s.ID, some)
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
			out[i].Status, out[i].Run, out[i].Spent, out[i].Team = s.Status, s.Run, s.Spent, s.Team
			out[i].Messages = slices.Concat(out[i].Messages, s.Messages)
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

// AgentSession gives an agent's session with all of its messages; false where there is none. One whose messages no key opens any
// more is [assistant.ErrNotFound]: nobody can go on with it.
func (d Calls) AgentSession(ctx context.Context, tenant assistant.TenantID, id assistant.AgentSessionID) (assistant.AgentSession, bool, error) {
	var s assistant.AgentSession
	if err := valid(id); err != nil {
		return s, false, nil //nolint:nilerr // nothing has such an id
	}
	var spent []byte
	var found *stmt
	err := d.in(ctx, mode{tenant: tenant, read: true}, func(t *tx) error {
		s = assistant.AgentSession{}
		found = t.one([]any{&s.ID, &s.Conversation, &s.Agent, &s.Project, &s.RequestedBy, &s.Cause, &s.Status, &s.Run, &spent, &s.Team},
			`select id, conversation_id, agent_id, project_id, coalesce((select coalesce(q.merged_into, q.id) from persons q where q.id = requested_by), requested_by),
				cause_id, status, run_id, spent, team from agent_chat_sessions where id = $1 and tenant_id = $2`, id, tenant)
		t.each(func(scan func(...any) error) error {
			var m assistant.AgentMessage
			var body string
			err := scan(&m.Seq, &m.From, &body)
			m.Body = json.RawMessage(body)
			s.Messages = append(s.Messages, m)
			return err
		}, `select seq, sender, content from agent_chat_messages where session_id = $1 and tenant_id = $2 order by seq`, id, tenant)
		return nil
	})
	if err == nil && found.rows > 0 {
		err = d.openedSession(tenant, &s, spent)
	}
	if err != nil {
		return assistant.AgentSession{}, false, named(err, "read the agent's session %s", id)
	}
	return s, found.rows > 0, nil
}

// NewestSession gives the session that was begun last in a conversation; false where there is none. As for [Calls.AgentSession].
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

func (d *ledger) openedSession(tenant assistant.TenantID, s *assistant.AgentSession, spent []byte) error {
	if err := json.Unmarshal(spent, &s.Spent); err != nil {
		return fmt.Errorf("decode what it has spent: %w", err)
	}
	for i, m := range s.Messages {
		body, err := d.seals.open(string(m.Body), agentMessagePlace(tenant, s.ID, m.Seq))
		if err != nil {
			return fmt.Errorf("open message %d: %w: %w", m.Seq, err, assistant.ErrNotFound)
		}
		s.Messages[i].Body = json.RawMessage(body)
	}
	return nil
}
