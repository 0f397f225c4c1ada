package storage

import (
	"cmp"
	"context"
	"encoding/json"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

// mostWritten bounds how many of somebody's messages are looked at, newest first.
const mostWritten = 400

// Grounds returns what allows opening an address: the tenant's projects, and what the person who asks has written themselves in the
// conversation. If nobody is present, the prompt of the background task, which its owner wrote, takes the place of their messages:
// events in its conversation are nobody's own words.
func (d Conversations) Grounds(ctx context.Context, of assistant.GroundsOf) (assistant.Grounds, error) {
	var out assistant.Grounds
	err := d.in(ctx, mode{tenant: of.Tenant, read: true, given: cmp.Or(optional(of.Conversation), optional(of.Person), optional(of.Background), optional(of.Run))}, func(t *tx) error {
		out = assistant.Grounds{}
		t.projectsOf(of.Tenant, &out.Projects)
		switch {
		case of.Unasked:
			t.prompts(of, &out.Said)
		case of.Person != "" && of.Conversation != "":
			t.written(of, &out.Said)
		}
		return nil
	})
	return out, named(err, "read who wrote what in conversation %s", of.Conversation)
}

// prompts queues reading the prompt of the background task, which is known or is the one that the run came of.
func (t *tx) prompts(of assistant.GroundsOf, to *[]string) {
	t.each(tables.Into(to, func(prompt *string) []any { return []any{prompt} }), `select b.words from `+t.starts.rows+` b where b.tenant_id = $1 and b.id = coalesce($2, `+startOfRun(`$3`)+`)`, of.Tenant, null(of.Background), null(of.Run))
}

// written queues reading a person's own words. What they have taken back or changed does not count, only what stands there.
func (t *tx) written(of assistant.GroundsOf, to *[]string) {
	t.each(func(scan func(...any) error) error {
		var m assistant.Message
		var typ string
		var body []byte
		if err := scan(&m.Content, &typ, &body); err != nil {
			return err
		}
		var err error
		m.Body, err = assistant.DecodeBody(typ, body)
		*to = append(*to, ownWords(m)...)
		return err
	}, `select g.content, g.body_type, g.body from assistant_messages g where g.conversation_id = $1 and g.tenant_id = $2 and g.author = 'user'
		and not (g.revised and g.body_type = 'said') and g.body_type in ('said', 'revised', 'answered', 'run_started', 'plan_decided', 'approval_decided')
		and `+tables.Survivor(`g.person_id`)+` = (select coalesce(q.merged_into, q.id) from persons q where q.id = $3)
		order by g.seq desc limit $4`, of.Conversation, of.Tenant, of.Person, mostWritten)
}

// ownWords returns what a person wrote themselves in a message. What a background task says in their name, what was there before,
// what they pressed, what a form already held and which options they picked do not count.
func ownWords(m assistant.Message) []string {
	switch b := m.Body.(type) { //nolint:gochecksumtype // the others hold nothing that somebody wrote
	case assistant.Said:
		if b.Background == "" && !b.Before && b.Pressed == nil {
			return []string{m.Content}
		}
	case assistant.Revised:
		if !b.Deleted {
			return []string{m.Content}
		}
	case assistant.Answered:
		return []string{b.Text}
	case assistant.PlanDecided:
		return []string{b.Note}
	case assistant.ApprovalDecided:
		return []string{b.Note}
	case assistant.RunStarted: // a person who asks for a single task writes its parameters
		var out []string
		for _, k := range b.Tasks {
			out = append(out, texts(k.Parameters)...)
		}
		return out
	}
	return nil
}

// texts are the strings of a JSON value.
func texts(raw json.RawMessage) []string {
	var given any
	if json.Unmarshal(raw, &given) != nil {
		return nil
	}
	return textsIn(given)
}

func textsIn(v any) []string {
	var out []string
	switch v := v.(type) {
	case string:
		out = append(out, v)
	case []any:
		for _, one := range v {
			out = append(out, textsIn(one)...)
		}
	case map[string]any:
		for _, one := range v {
			out = append(out, textsIn(one)...)
		}
	}
	return out
}
