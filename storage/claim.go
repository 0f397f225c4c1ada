package storage

import (
	"context"
	"slices"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

const quantum = 16 // mails taken with one claim

// Claim takes the tenant's conversation that has waited longest, with its oldest mails in order, or nothing. Taking a mail
// counts: Mail.Attempt says how often it had been taken before.
func (d *DB) Claim(ctx context.Context, tenant assistant.TenantID, lease time.Duration) (assistant.Claim, []assistant.Mail, bool, error) {
	c := assistant.Claim{Tenant: tenant, Token: d.token()}
	var mails []assistant.Mail
	err := d.in(ctx, mode{tenant: tenant, lazy: true}, func(t *tx) error {
		c.Conversation, mails = "", nil
		t.one([]any{&c.Conversation, new(string)}, `update assistant_conversations set token = $2, lease_until = :after($3), ready_at = null
			where id = (select id from assistant_conversations
			             where tenant_id = $1 and ready_at <= :now and token is null
			             order by ready_at limit 1 :skip)
			returning id, :keep`, tenant, c.Token, lease)
		held, args, err := kept(ctx, t, tenant, &c.Conversation)
		if err != nil {
			return err
		}
		// Statements of their own: they see what was committed before the claim.
		t.exec(`update mail set attempt = attempt + 1 where tenant_id = $1 and id in (
			select id from mail where conversation_id = `+held+` order by id limit `+ordinal(quantum)+`)`, slices.Clone(args)...)
		t.each(func(scan func(...any) error) error {
			var m assistant.Mail
			var err error
			m.Message, err = scanMessage(scan, &m.ID, &m.Attempt)
			m.Attempt--
			mails = append(mails, m)
			return err
		}, `select `+messageColumns+`, l.id, l.attempt from mail l join assistant_messages g on g.id = l.message_id
			where l.conversation_id = `+held+` and l.tenant_id = $1 order by l.id limit `+ordinal(quantum), args...)
		return nil
	})
	if err != nil {
		return assistant.Claim{}, nil, false, named(err, "claim a conversation of tenant %s", tenant)
	}
	if c.Conversation == "" {
		return assistant.Claim{}, nil, false, nil
	}
	return c, mails, true, nil
}

// kept is how the statements after a claiming one, in which ":keep" stands, name what was claimed, and their arguments, of
// which the tenant is the first. On Postgres a setting of the transaction holds the id, so that they go out together with
// the claiming statement; it is null when nothing was claimed.
func kept[ID ~string](ctx context.Context, t *tx, tenant assistant.TenantID, id *ID) (expr string, args []any, err error) {
	if t.d.postgres {
		return `cast(nullif(current_setting('app.claimed', true), '') as uuid)`, []any{tenant}, nil
	}
	err = t.flush(ctx)
	return `$2`, []any{tenant, null(*id)}, err
}

// Renew makes the lease longer. [assistant.ErrFenced] means that the work has to end: somebody else goes on.
func (d *DB) Renew(ctx context.Context, c assistant.Claim, lease time.Duration) error {
	err := d.renew(ctx, "assistant_conversations", c.Tenant, string(c.Conversation), c.Token, lease)
	return named(err, "renew claim of conversation %s", c.Conversation)
}

func (d *DB) renew(ctx context.Context, table string, tenant assistant.TenantID, id string, token assistant.ClaimToken, lease time.Duration) error {
	return d.in(ctx, mode{tenant: tenant, lazy: true}, func(t *tx) error {
		t.must(assistant.ErrFenced, `update `+table+` set lease_until = :after($4)
			where id = $1 and tenant_id = $2 and token = $3 and lease_until > :now`, id, tenant, null(token), lease)
		return nil
	})
}

// Release gives the conversation back. more says that the mailbox may not be empty; mail that came during the hold has
// made the conversation ready by itself.
func (d *DB) Release(ctx context.Context, c assistant.Claim, more bool) error {
	ready := ""
	if more {
		ready = `, ready_at = coalesce(ready_at, :now)`
	}
	err := d.in(ctx, mode{tenant: c.Tenant, lazy: true}, func(t *tx) error {
		t.must(assistant.ErrFenced, `update assistant_conversations set token = null, lease_until = null`+ready+`
			where id = $1 and tenant_id = $2 and token = $3`, c.Conversation, c.Tenant, null(c.Token))
		return nil
	})
	return named(err, "release conversation %s", c.Conversation)
}
