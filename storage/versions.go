package storage

import (
	"cmp"
	"context"
	"slices"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

// lookVersion queues finding the first version of the message that is replaced. It has to be one that the same person wrote in the same
// conversation; what a background task said in their name is not.
func (t *tx) lookVersion(in assistant.Inbound, r *reception) {
	t.each(func(scan func(...any) error) error {
		var id assistant.MessageID
		var body []byte
		if err := scan(&id, &body); err != nil {
			return err
		}
		b, err := assistant.DecodeBody(assistant.Said{}.Type(), body)
		said, _ := b.(assistant.Said)
		if err == nil && said.Background == "" && !said.Before {
			r.first = cmp.Or(said.Replaces, id)
		}
		return err
	}, `select g.id, g.body from assistant_messages g
		where g.id = $1 and g.tenant_id = $2 and g.conversation_id = $3 and g.author = 'user' and g.body_type = 'said'
			and `+tables.Owned(`g.person_id`, `(select coalesce(p.merged_into, p.id) from persons p where p.id = $4 and p.tenant_id = $2)`),
		in.Replaces, in.Tenant, null(in.Conversation), null(in.Person))
}

// supersede queues marking the replaced message as changed while its turn has not ended: its words decide
// nothing any more.
func (t *tx) supersede(in assistant.Inbound) {
	t.exec(`update assistant_messages set revised = true where id = $1 and conversation_id = $2 and tenant_id = $3
		and exists (select 1 from mail l where l.message_id = $1 and l.tenant_id = $3)`, in.Replaces, in.Conversation, in.Tenant)
}

// replaced removes from a model's window the messages that have a newer version, with their answers. An exchange that led to more than
// words stays ([assistant.Exchanges.Replaced]).
func (d *ledger) replaced(ctx context.Context, c assistant.Claim, s *assistant.Situation) error {
	if !slices.ContainsFunc(s.Recent, replaces) {
		return nil
	}
	all := assistant.ExchangesOf(s.Recent)
	looked := unsure(s.Recent, all)
	if len(looked) == 0 {
		return nil
	}
	var came []assistant.Message
	err := d.in(ctx, mode{tenant: c.Tenant, read: true}, func(t *tx) error {
		these := `(` + list(3, len(looked)) + `)`
		t.each(collect(&came), `select `+messageColumns+` from assistant_messages g where g.conversation_id = $1 and g.tenant_id = $2 and (g.id in `+these+` or
			g.seq > (select min(f.seq) from assistant_messages f where f.id in `+these+`) and (g.body_type = 'thought' or g.cause in `+these+`))
			order by g.seq`, append([]any{c.Conversation, c.Tenant}, looked...)...)
		return nil
	})
	all.Add(came)
	s.Recent = slices.DeleteFunc(s.Recent, func(m assistant.Message) bool { return all.Replaced(m.Exchange()) })
	return err
}

func replaces(m assistant.Message) bool {
	said, ok := m.Body.(assistant.Said)
	return ok && said.Replaces != ""
}

// unsure are the exchanges that the window alone does not tell all of: those that seem to be replaced, which may have led to work, and
// those that began before the window.
func unsure(window []assistant.Message, all *assistant.Exchanges) (out []any) {
	within, asked := map[assistant.MessageID]bool{}, map[assistant.MessageID]bool{"": true}
	for _, m := range window {
		within[m.ID] = true
	}
	for _, m := range window {
		if of := m.Exchange(); !asked[of] && (all.Replaced(of) || !within[of]) {
			asked[of] = true
			out = append(out, of)
		}
	}
	return out
}
