package storage

import (
	"context"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

// KeepModelFact stores what is known of a model now and replaces the last fact of that kind.
func (d Failures) KeepModelFact(ctx context.Context, tenant assistant.TenantID, f assistant.ModelFact) error {
	err := d.in(ctx, mode{tenant: tenant}, func(t *tx) error {
		t.exec(`insert into model_facts (tenant_id, provider, model, what, detail, at) values ($1, $2, $3, $4, $5, :now)
			on conflict (tenant_id, provider, model, what) do update set detail = excluded.detail, at = excluded.at`,
			tenant, tables.Clean(f.Provider), tables.Clean(f.Model), f.What, tables.Clean(f.Detail))
		return nil
	})
	return named(err, "keep what is known of a model")
}

// ModelFacts are all that is known of models, newest first.
func (d Failures) ModelFacts(ctx context.Context, tenant assistant.TenantID) ([]assistant.ModelFact, error) {
	var out []assistant.ModelFact
	err := d.in(ctx, mode{tenant: tenant, read: true}, func(t *tx) error {
		out = nil
		t.each(tables.Into(&out, func(f *assistant.ModelFact) []any { return []any{&f.Provider, &f.Model, &f.What, &f.Detail, &f.At} }), `select provider, model, what, detail, at from model_facts where tenant_id = $1 order by at desc, provider, model, what`, tenant)
		return nil
	})
	return out, named(err, "list what is known of models")
}

// Operator returns the admin who is told about the installation: the owner if they can be sent something, else the first admin who
// can, else the owner, who reads it on the panel.
func (d Failures) Operator(ctx context.Context, tenant assistant.TenantID) (assistant.Operator, error) {
	var o assistant.Operator
	err := d.in(ctx, mode{tenant: tenant, read: true}, func(t *tx) error {
		t.need(assistant.ErrNotFound, []any{&o.Person, &o.Language}, `select p.id, p.language from persons p join tenants o on o.tenant_id = p.tenant_id
			where p.tenant_id = $1 and `+tables.Role+` = 'admin' and p.merged_into is null
			order by case when exists (select 1 from identities i where i.tenant_id = $1 and i.person_id = p.id and i.surface in ('slack', 'discord')) then 0 else 1 end,
				case when p.id = o.owner then 0 else 1 end, p.created_at, p.id limit 1`, tenant)
		return nil
	})
	return o, named(err, "find who is told of the installation")
}

// TellOfModel tells an admin something about a model, in a conversation of theirs about it, and queues sending it to them. It
// returns false if that was already told.
func (d Failures) TellOfModel(ctx context.Context, tenant assistant.TenantID, to assistant.PersonID, n assistant.ModelNotice) (told bool, err error) {
	err = d.in(ctx, mode{tenant: tenant, given: valid(to)}, func(t *tx) error {
		told, err = t.tellOfModel(ctx, tenant, to, n)
		return err
	})
	return told, named(err, "tell of a model")
}

func (t *tx) tellOfModel(ctx context.Context, tenant assistant.TenantID, to assistant.PersonID, n assistant.ModelNotice) (bool, error) {
	h := head{tenant: tenant}
	var reader assistant.Person
	t.living(tenant, to, &reader)
	first := t.exec(`insert into model_notices (tenant_id, provider, model, key, said_at) values ($1, $2, $3, $4, :now)
		on conflict (tenant_id, provider, model, key) do nothing`, tenant, tables.Clean(n.Provider), tables.Clean(n.Model), tables.Clean(n.Key))
	t.one([]any{&h.conversation}, `select c.id from model_notices n join assistant_conversations c on c.id = n.conversation_id and c.tenant_id = n.tenant_id
		where n.tenant_id = $1 and n.provider = $2 and n.model = $3 and c.user_id = $4 order by n.said_at desc, n.key limit 1`, tenant, tables.Clean(n.Provider), tables.Clean(n.Model), to)
	if err := t.flush(ctx); err != nil || first.rows == 0 {
		return false, err
	}
	if h.conversation == "" {
		h.conversation = assistant.NewID[assistant.ConversationID](t.ids)
		t.exec(`insert into assistant_conversations (id, tenant_id, user_id, title, started_at, updated_at) values ($1, $2, $3, $4, :now, :now)`,
			h.conversation, tenant, to, tables.Clean(n.Title))
	}
	t.exec(`update model_notices set conversation_id = $5 where tenant_id = $1 and provider = $2 and model = $3 and key = $4`,
		tenant, tables.Clean(n.Provider), tables.Clean(n.Model), tables.Clean(n.Key), h.conversation)
	t.lock(&h)
	if err := t.flush(ctx); err != nil {
		return false, err
	}
	ms, err := t.append(&h, []entry{{message: assistant.Message{
		ID: assistant.NewID[assistant.MessageID](t.ids), Tenant: tenant, Conversation: h.conversation, Author: assistant.AuthorAssistant, Agent: assistant.Chief,
		Kind: assistant.KindMessage, Key: "model/" + n.Provider + "/" + n.Model + "/" + n.Key, Content: n.Words, Body: assistant.Said{Topic: assistant.TopicFailures, Code: true},
	}}}, map[string]bool{})
	if err != nil {
		return false, err
	}
	t.tells(ms[0], 0, to)
	return true, nil
}
