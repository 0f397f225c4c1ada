package storage

import (
	"context"
	"slices"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// otherReady is the column by which a claiming statement says whether the tenant ($1) has another row that is ready and unclaimed.
// It is as of before the statement: a row that others claim at the same moment costs a look in vain, and for a row that becomes
// ready later its writer gives a hint.
func otherReady(table, more string) string {
	return `exists (select 1 from ` + table + ` o where o.tenant_id = $1 and o.ready_at <= :now and o.token is null` + more + `
		and o.id <> ` + table + `.id)`
}

// Claim takes the tenant's conversation that has waited longest, with its oldest mails in order, or nothing. Taking a mail
// counts: Mail.Attempt says how often it had been taken before.
func (d Mailboxes) Claim(ctx context.Context, tenant assistant.TenantID, lease time.Duration) (assistant.Claim, []assistant.Mail, bool, error) {
	c := assistant.Claim{Tenant: tenant, Token: d.token()}
	var mails []assistant.Mail
	err := d.in(ctx, mode{tenant: tenant, lazy: true}, func(t *tx) error {
		c.Conversation, mails = "", nil
		t.one([]any{&c.Conversation, new(string), &c.More}, `update assistant_conversations set token = $2, lease_until = :after($3), ready_at = null
			where id = (select id from assistant_conversations
			             where tenant_id = $1 and ready_at <= :now and token is null
			             order by ready_at limit 1 :skip)
			returning id, :keep, `+otherReady("assistant_conversations", ""), tenant, c.Token, lease)
		held, args, err := kept(ctx, t, tenant, &c.Conversation)
		if err != nil {
			return err
		}
		// Separate statements, so that they see everything that was committed before the claim.
		t.exec(`update mail set attempt = attempt + 1 where tenant_id = $1 and id in (
			select id from mail where conversation_id = `+held+` order by id limit `+ordinal(assistant.MailsOfClaim)+`)`, slices.Clone(args)...)
		t.each(func(scan func(...any) error) error {
			var m assistant.Mail
			var err error
			m.Message, err = scanMessage(scan, &m.ID, &m.Attempt)
			m.Attempt--
			mails = append(mails, m)
			return err
		}, `select `+messageColumns+`, l.id, l.attempt from mail l join assistant_messages g on g.id = l.message_id
			where l.conversation_id = `+held+` and l.tenant_id = $1 order by l.id limit `+ordinal(assistant.MailsOfClaim), args...)
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

// kept returns the expression by which the statements after a claiming one, which has ":keep", refer to the claimed id, and
// their arguments, the tenant first. On Postgres the id is in a setting of the transaction, null if nothing was claimed, so that
// all of them go out in one round trip.
func kept[ID ~string](ctx context.Context, t *tx, tenant assistant.TenantID, id *ID) (expr string, args []any, err error) {
	if kept := t.d.kept(); kept != "" {
		return kept, []any{tenant}, nil
	}
	err = t.flush(ctx)
	return `$2`, []any{tenant, null(*id)}, err
}

// renew extends the lease of one claim. [assistant.ErrFenced] means that the claim is lost and its work has to end.
func (d *ledger) renew(ctx context.Context, table string, tenant assistant.TenantID, id string, token assistant.ClaimToken, lease time.Duration) error {
	return d.in(ctx, mode{tenant: tenant, lazy: true}, func(t *tx) error {
		t.must(assistant.ErrFenced, `update `+table+` set lease_until = :after($4)
			where id = $1 and tenant_id = $2 and token = $3 and lease_until > :now`, id, tenant, null(token), lease)
		return nil
	})
}

// RenewAll extends the leases of the claims of conversations, and returns those that are lost.
func (d Mailboxes) RenewAll(ctx context.Context, held []assistant.Claim, lease time.Duration) ([]assistant.Claim, error) {
	lost, err := renewAll(ctx, d.ledger, "assistant_conversations", held, lease, func(c assistant.Claim) (assistant.TenantID, string, assistant.ClaimToken) {
		return c.Tenant, string(c.Conversation), c.Token
	})
	return lost, named(err, "renew the claims of %d conversations", len(held))
}

// RenewTasks extends the leases of the claims of tasks, and returns those that are lost.
func (d Tasks) RenewTasks(ctx context.Context, held []assistant.TaskClaim, lease time.Duration) ([]assistant.TaskClaim, error) {
	lost, err := renewAll(ctx, d.ledger, "assistant_tasks", held, lease, func(c assistant.TaskClaim) (assistant.TenantID, string, assistant.ClaimToken) {
		return c.Tenant, string(c.Task), c.Token
	})
	return lost, named(err, "renew the claims of %d tasks", len(held))
}

const mostRenewed = 1024 // in one statement

// renewAll renews in one statement that skips locked rows, so that it never waits for a row while it holds others. A second
// statement renews the skipped ones.
func renewAll[C any](ctx context.Context, d *ledger, table string, held []C, lease time.Duration, of func(C) (assistant.TenantID, string, assistant.ClaimToken)) ([]C, error) {
	for _, how := range []string{":skip", ":locked"} {
		renewed := map[string]string{}
		for some := range slices.Chunk(held, mostRenewed) {
			if err := d.renewed(ctx, table, how, lease, ids(some, of), renewed); err != nil {
				return nil, err
			}
		}
		held = slices.DeleteFunc(slices.Clone(held), func(c C) bool {
			_, id, token := of(c)
			return renewed[id] == string(token)
		})
		if len(held) == 0 {
			break
		}
	}
	return held, nil
}

// ids returns the tenants, ids and tokens of the claims, filled up with the last one to one of a few lengths, so that there are
// only a few different statements to prepare.
func ids[C any](held []C, of func(C) (assistant.TenantID, string, assistant.ClaimToken)) (args []any) {
	n := 1
	for n < len(held) {
		n *= 4
	}
	args = make([]any, 3*n)
	for i := range n {
		args[i], args[n+i], args[2*n+i] = of(held[min(i, len(held)-1)])
	}
	return args
}

// renewed renews the living claims, and notes their tokens by id. The lists of ids and tokens are matched without regard to
// pairs: a token is drawn for one claim, so an id and a token found in the same row belong together.
func (d *ledger) renewed(ctx context.Context, table, how string, lease time.Duration, args []any, to map[string]string) error {
	n := len(args) / 3
	return d.in(ctx, mode{engine: true, lazy: true}, func(t *tx) error {
		t.each(func(scan func(...any) error) error {
			var id, token string
			err := scan(&id, &token)
			to[id] = token
			return err
		}, `update `+table+` set lease_until = :after($1) where id in (
				select id from `+table+` where tenant_id in (`+list(2, n)+`) and id in (`+list(2+n, n)+`) and token in (`+list(2+2*n, n)+`) and lease_until > :now `+how+`)
			returning id, token`, append([]any{lease}, args...)...)
		return nil
	})
}

// Release gives up the claim. more says that the mailbox may not be empty; mail that arrived during the hold has marked the
// conversation as ready by itself.
func (d Mailboxes) Release(ctx context.Context, c assistant.Claim, more bool) error {
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

// Newer lists the mail of a conversation in hand that came after one, oldest first: what is said while its turn is at work.
func (d Mailboxes) Newer(ctx context.Context, c assistant.Claim, after int64) ([]assistant.Mail, error) {
	var mails []assistant.Mail
	err := d.in(ctx, mode{tenant: c.Tenant, read: true}, func(t *tx) error {
		mails = nil
		t.each(func(scan func(...any) error) error {
			var m assistant.Mail
			var err error
			m.Message, err = scanMessage(scan, &m.ID, &m.Attempt)
			mails = append(mails, m)
			return err
		}, `select `+messageColumns+`, l.id, l.attempt from mail l join assistant_messages g on g.id = l.message_id
			where l.conversation_id = $1 and l.tenant_id = $2 and l.id > $3
			  and exists (select 1 from assistant_conversations h where h.id = $1 and h.tenant_id = $2 and h.token = $4 and h.lease_until > :now)
			order by l.id limit `+ordinal(assistant.MailsOfClaim), c.Conversation, c.Tenant, after, null(c.Token))
		return nil
	})
	return mails, named(err, "read newer mail of conversation %s", c.Conversation)
}
