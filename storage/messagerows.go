package storage

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

// messageColumns are what scanMessage reads, of assistant_messages as g.
const messageColumns = messageColumnsIn + `, g.tenant_id, g.conversation_id`

// messageColumnsIn are what scanMessageIn reads: the same without the conversation.
const messageColumnsIn = `g.id, g.seq, g.key, g.author, g.agent_id, g.person_id, g.kind,
	g.content, g.body_type, g.body, g.slot, g.cause, g.run_id, g.created_at, g.private, case when g.place_id is null then coalesce(g.seen, g.seq - 1) else 0 end`

const messageColumnsRead = 16

// scanMessage reads a row of messageColumns, and whatever columns follow them.
func scanMessage(scan func(...any) error, more ...any) (assistant.Message, error) {
	var m assistant.Message
	err := scanMessageIn(&m, scan, append([]any{&m.Tenant, &m.Conversation}, more...)...)
	return m, err
}

// scanMessageIn reads a row of messageColumnsIn into a message of a conversation that is known, and whatever columns follow them.
func scanMessageIn(m *assistant.Message, scan func(...any) error, more ...any) error {
	var typ string
	var body, private []byte
	dests := append(make([]any, 0, messageColumnsRead+len(more)),
		&m.ID, &m.Seq, &m.Key, &m.Author, &m.Agent, &m.Person, &m.Kind,
		&m.Content, &typ, &body, &m.Slot, &m.Cause, &m.Run, &m.At, &private, &m.Seen,
	)
	if err := scan(append(dests, more...)...); err != nil {
		return err
	}
	var err error
	if m.Body, err = assistant.DecodeBody(typ, body); err != nil {
		return fmt.Errorf("message %s: %w", m.ID, err)
	}
	if _, said := m.Body.(assistant.Said); said && m.Author == assistant.AuthorUser {
		m.Seen = min(m.Seen, m.Seq-1)
	} else {
		m.Seen = 0
	}
	if len(private) > 2 {
		if err := json.Unmarshal(private, &m.Private); err != nil {
			return fmt.Errorf("message %s: decode private details: %w", m.ID, err)
		}
		m.As, m.Private = unpackAs(m.Private)
	}
	return nil
}

// collect gathers messages.
func collect(to *[]assistant.Message) func(func(...any) error) error {
	*to = nil
	return func(scan func(...any) error) error {
		m, err := scanMessage(scan)
		*to = append(*to, m)
		return err
	}
}

const messageFields = 19

// insertMessages queues the rows of messages that are complete.
func (t *tx) insertMessages(ms []assistant.Message) error {
	const chunk = 16 // keeps the number of different statements, and their size, small
	for len(ms) > 0 {
		n := min(chunk, len(ms))
		args := make([]any, 0, n*messageFields)
		for _, m := range ms[:n] {
			row, err := messageRow(m)
			if err != nil {
				return err
			}
			args = append(args, row...)
		}
		t.exec(insertMessagesSQL(n), args...)
		ms = ms[n:]
	}
	return nil
}

func insertMessagesSQL(n int) string {
	var b strings.Builder
	b.WriteString(`insert into assistant_messages (id, tenant_id, conversation_id, seq, key, author, agent_id, person_id, kind,
		content, body_type, body, slot, cause, run_id, created_at, private, metadata, external_id) values `)
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteByte('(')
		b.WriteString(list(i*messageFields+1, messageFields))
		b.WriteByte(')')
	}
	return b.String()
}

func messageRow(m assistant.Message) ([]any, error) {
	if m.Body == nil {
		return nil, fmt.Errorf("message %q has no body", m.Key)
	}
	body, err := assistant.EncodeBody(m.Body)
	if err != nil {
		return nil, err
	}
	details, err := packAs(m.As, m.Private)
	if err != nil {
		return nil, err
	}
	private := "{}"
	if len(details) > 0 {
		if private, err = asJSON(details); err != nil {
			return nil, err
		}
	}
	return []any{
		m.ID, m.Tenant, m.Conversation, m.Seq, m.Key, m.Author, m.Agent, null(m.Person), m.Kind,
		tables.Clean(m.Content), m.Body.Type(), cleanJSON(body), m.Slot, null(m.Cause), null(m.Run), m.At, private, "{}", externalOf(m),
	}, nil
}

func externalOf(m assistant.Message) any {
	if said, ok := m.Body.(assistant.Said); ok {
		return null(said.ExternalID)
	}
	return nil
}

// complete gives a message what is storage's to give.
func (t *tx) complete(m assistant.Message, h head) assistant.Message {
	m.Tenant, m.Conversation = h.tenant, h.conversation
	if m.ID == "" {
		m.ID = assistant.NewID[assistant.MessageID](t.ids)
	}
	if m.Key == "" {
		m.Key = string(m.ID)
	}
	if m.At.IsZero() {
		m.At = h.now
	}
	m.At = m.At.UTC().Truncate(time.Microsecond)
	if m.Slot == "" {
		m.Slot = assistant.SlotOf(m)
	}
	return m
}

// asJSON encodes a value for a JSON column.
func asJSON(v any) (string, error) {
	raw, err := json.Marshal(v)
	if err != nil {
		return "", fmt.Errorf("encode %T: %w", v, err)
	}
	return cleanJSON(raw), nil
}

// orObject returns the JSON as text, or an empty object if it is empty.
func orObject(raw json.RawMessage) string {
	if len(raw) == 0 {
		return "{}"
	}
	return cleanJSON(raw)
}

// cleanJSON replaces escaped NULs, which jsonb does not keep.
func cleanJSON(raw []byte) string {
	if !bytes.Contains(raw, []byte(`\u0000`)) {
		return string(raw)
	}
	var b strings.Builder
	for i := 0; i < len(raw); i++ {
		if raw[i] != '\\' || i+1 >= len(raw) {
			b.WriteByte(raw[i])
			continue
		}
		if bytes.HasPrefix(raw[i:], []byte(`\u0000`)) {
			b.WriteString(`\ufffd`)
			i += 5
			continue
		}
		b.Write(raw[i : i+2])
		i++
	}
	return b.String()
}

func ordinal(n int) string { return strconv.Itoa(n) }
