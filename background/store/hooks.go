package store

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

// hooksTable is where the secrets of hooks are kept.
const hooksTable = "hooks"

const hookColumns = `h.id, h.tenant_id, h.task_id, coalesce((select coalesce(q.merged_into, q.id) from persons q where q.id = b.owner_id), b.owner_id),
	b.conversation_id, b.title, b.status, h.scheme, h.filter, h.grouping, h.until, h.window_us, h.per_minute, h.repeat_us, h.revision,
	h.token_at, case when h.old_until > :now then h.old_until end, h.secret,
	h.happening, h.surface, h.space, h.channel, h.channel_name, b.created_at`

const hookFrom = ` from hooks h join background_tasks b on b.id = h.task_id and b.tenant_id = h.tenant_id`

// hookRow reads a hook.
type hookRow struct {
	assistant.Hook

	window int64
	repeat int64
	kept   string // its secret, sealed
}

func (r *hookRow) dests() []any {
	return []any{
		&r.ID, &r.Tenant, &r.Task, &r.Owner, &r.Conversation, &r.Title, &r.Status, &r.Rules.Scheme, &r.Rules.Filter, &r.Rules.Group, &r.Rules.Until,
		&r.window, &r.Rules.Minute, &r.repeat, &r.Revision, &r.TokenAt, &r.OldUntil, &r.kept,
		&r.Rules.Watch.Kind, &r.Rules.Watch.Channel.Surface, &r.Rules.Watch.Channel.Space, &r.Rules.Watch.Channel.ID, &r.Rules.Watch.Channel.Name, &r.Made,
	}
}

func (r *hookRow) hook() assistant.Hook {
	r.Rules.Window, r.Rules.Repeat, r.Signed = time.Duration(r.window)*time.Microsecond, time.Duration(r.repeat)*time.Microsecond, r.kept != ""
	return r.Hook
}

// hookHash is how a token is kept: who reads the table cannot use it. Whose it is, the token alone says.
func hookHash(token assistant.Secret) string {
	sum := sha256.Sum256([]byte("hook/" + string(token)))
	return hex.EncodeToString(sum[:])
}

// insertHook queues the hook of a task that is being made.
func (d Tasks) insertHook(t *tx, b assistant.BackgroundTask, o assistant.HookOrder) error {
	id, r, w := t.NewID(), o.Rules, o.Rules.Watch
	secret, err := d.db.Seal(hooksTable, b.Tenant, id, o.Secret)
	if err != nil {
		return err
	}
	var hash string
	if o.Token != "" {
		hash = hookHash(o.Token)
	}
	t.Exec(`insert into hooks (id, tenant_id, task_id, token_hash, token_at, scheme, secret, filter, grouping, until, window_us, per_minute, repeat_us,
			happening, surface, space, channel, channel_name, updated_at)
		values ($1, $2, $3, nullif($4, ''), case when $4 <> '' then :now end, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, :now)`,
		id, b.Tenant, b.ID, hash, r.Scheme, secret, r.Filter, r.Group, r.Until, r.Window, r.Minute, r.Repeat,
		w.Kind, w.Channel.Surface, w.Channel.Space, w.Channel.ID, w.Channel.Name)
	return nil
}

// Hook gives the hook of a background task.
func (d Tasks) Hook(ctx context.Context, tenant assistant.TenantID, task assistant.BackgroundID) (assistant.Hook, error) {
	var r hookRow
	err := d.reads(ctx, tenant, valid(task), func(t *tx) error {
		t.need(assistant.ErrNotFound, r.dests(), `select `+hookColumns+hookFrom+` where h.task_id = $1 and h.tenant_id = $2`, task, tenant)
		t.one([]any{&r.Replayed}, `select coalesce(sum(e.times), 0) from hook_events e join hooks h on h.id = e.hook_id
			where h.task_id = $1 and h.tenant_id = $2 and e.tenant_id = $2 and e.outcome = $3`, task, tenant, assistant.HookReplayed)
		return nil
	})
	return r.hook(), named(err, "read hook of background task %s", task)
}

// A token is as long as one that was made here.
const (
	tokenShortest = 26
	tokenLongest  = 64
)

// HookOfToken gives the hook that a token is good for, whosever it is, and the secret that its sender signs with. A token that
// nobody has is [assistant.ErrNotFound].
func (d Tasks) HookOfToken(ctx context.Context, token assistant.Secret) (assistant.Hook, assistant.Secret, error) {
	var r hookRow
	var secret assistant.Secret
	err := assistant.ErrNotFound
	if len(token) >= tokenShortest && len(token) <= tokenLongest {
		var id assistant.HookID
		err = d.db.Across(ctx, func(t tables.Tx, of *assistant.TenantID) error {
			tables.Need(t, assistant.ErrNotFound, []any{&id, of}, `select id, tenant_id from hooks where token_hash = $1 or old_hash = $1 and old_until > :now`, hookHash(token))
			return nil
		}, func(t tables.Tx, of assistant.TenantID) error {
			tables.Need(t, assistant.ErrNotFound, r.dests(), `select `+hookColumns+hookFrom+` where h.id = $1 and h.tenant_id = $2`, id, of)
			return nil
		})
	}
	if err == nil {
		secret, err = d.db.Open(hooksTable, r.Tenant, string(r.ID), r.kept)
	}
	return r.hook(), secret, named(err, "find hook")
}

// MintHookToken gives a hook a new token in the name of its task's owner; nobody else may. The token before stays good for as long
// as keep says. A hook whose sender signs is given the secret where it has none.
func (d Tasks) MintHookToken(ctx context.Context, tenant assistant.TenantID, by assistant.PersonID, task assistant.BackgroundID,
	token, secret assistant.Secret, keep time.Duration,
) (assistant.Hook, error) {
	return d.changeHook(ctx, tenant, by, task, "mint token", func(t *tx, r *hookRow, actor assistant.Person) error {
		if actor.ID != r.Owner || actor.Role == assistant.RoleGuest {
			return assistant.ErrNotYourHook
		}
		if r.Rules.Watch.Kind != "" {
			return assistant.ErrHookWatches
		}
		if r.Status.Ended() {
			return assistant.ErrBackgroundOver
		}
		if secret != "" && r.kept == "" {
			kept, err := d.db.Seal(hooksTable, tenant, string(r.ID), secret)
			if err != nil {
				return err
			}
			t.Exec(`update hooks set secret = $3 where id = $1 and tenant_id = $2`, r.ID, tenant, kept)
		}
		t.Exec(`update hooks set old_hash = case when $4 then token_hash end, old_until = case when $4 and token_hash is not null then :after($5) end,
				token_hash = $3, token_at = :now, revision = revision + 1, updated_at = :now where id = $1 and tenant_id = $2`,
			r.ID, tenant, hookHash(token), keep > 0, keep)
		return nil
	})
}

// EndHookTokens makes every token of a hook worthless, in the name of its task's owner or an admin.
func (d Tasks) EndHookTokens(ctx context.Context, tenant assistant.TenantID, by assistant.PersonID, task assistant.BackgroundID) (assistant.Hook, error) {
	return d.changeHook(ctx, tenant, by, task, "end tokens", func(t *tx, r *hookRow, _ assistant.Person) error {
		t.Exec(`update hooks set token_hash = null, token_at = null, old_hash = null, old_until = null, revision = revision + 1, updated_at = :now
			where id = $1 and tenant_id = $2`, r.ID, tenant)
		return nil
	})
}

// ChangeHook changes the rules of a hook in the name of its task's owner or an admin, and the secret that its sender signs with
// where one is given.
func (d Tasks) ChangeHook(ctx context.Context, tenant assistant.TenantID, by assistant.PersonID, task assistant.BackgroundID,
	rules assistant.HookRules, secret *assistant.Secret,
) (assistant.Hook, error) {
	return d.changeHook(ctx, tenant, by, task, "change", func(t *tx, r *hookRow, _ assistant.Person) error {
		if r.Status.Ended() {
			return assistant.ErrBackgroundOver
		}
		if r.Rules.Watch.Kind != "" {
			rules.Scheme, secret = assistant.HookPlatform, nil // what happens in a channel stays what starts it
		}
		kept := r.kept
		if secret != nil {
			var err error
			if kept, err = d.db.Seal(hooksTable, tenant, string(r.ID), *secret); err != nil {
				return err
			}
		}
		t.Exec(`update hooks set scheme = $3, secret = $4, filter = $5, grouping = $6, until = $7, window_us = $8, per_minute = $9, repeat_us = $10, revision = revision + 1,
				updated_at = :now where id = $1 and tenant_id = $2`,
			r.ID, tenant, rules.Scheme, kept, tables.Clean(rules.Filter), tables.Clean(rules.Group), tables.Clean(rules.Until), rules.Window, rules.Minute, rules.Repeat)
		return nil
	})
}

// changeHook lets change do something to the hook of a task, in the name of somebody who may.
func (d Tasks) changeHook(ctx context.Context, tenant assistant.TenantID, by assistant.PersonID, task assistant.BackgroundID, what string,
	change func(t *tx, r *hookRow, actor assistant.Person) error,
) (assistant.Hook, error) {
	var r hookRow
	err := d.writes(ctx, tenant, cmp.Or(valid(task), valid(by)), func(t *tx) error {
		r = hookRow{}
		var actor assistant.Person
		t.living(tenant, by, &actor)
		// The task's row is locked: two who change its hook do so one after the other.
		var one int64
		t.need(assistant.ErrNotFound, []any{&one}, `select 1 from background_tasks where id = $1 and tenant_id = $2 :locked`, task, tenant)
		t.need(assistant.ErrNoHook, r.dests(), `select `+hookColumns+hookFrom+` where h.task_id = $1 and h.tenant_id = $2`, task, tenant)
		if err := t.Flush(ctx); err != nil {
			return err
		}
		if !(assistant.BackgroundTask{Owner: r.Owner}).May(actor) {
			return assistant.ErrNotYourTask
		}
		if err := change(t, &r, actor); err != nil {
			return err
		}
		t.need(assistant.ErrNotFound, r.dests(), `select `+hookColumns+hookFrom+` where h.task_id = $1 and h.tenant_id = $2`, task, tenant)
		return nil
	})
	if err != nil {
		return assistant.Hook{}, named(err, "%s of the hook of background task %s", what, task)
	}
	return r.hook(), nil
}
