package storage

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

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
	r.Rules.Window, r.Rules.Repeat, r.Signed = microseconds(r.window), microseconds(r.repeat), r.kept != ""
	return r.Hook
}

// hookPlace is where the secret of a hook is kept.
func hookPlace(tenant assistant.TenantID, id assistant.HookID) string {
	return strings.Join([]string{"hooks", string(tenant), string(id), "secret"}, "\x00")
}

// hookHash is how a token is kept: who reads the table cannot use it. Whose it is, the token alone says.
func hookHash(token assistant.Secret) string {
	sum := sha256.Sum256([]byte("hook/" + string(token)))
	return hex.EncodeToString(sum[:])
}

// insertHook queues the hook of a task that is being made.
func (t *tx) insertHook(b assistant.BackgroundTask, o assistant.HookOrder) {
	id, r := assistant.NewID[assistant.HookID](t.ids), o.Rules
	var hash, at any
	if o.Token != "" {
		hash, at = hookHash(o.Token), rightNow
	}
	w := r.Watch
	t.insert(`hooks`,
		column{`id`, id}, column{`tenant_id`, b.Tenant}, column{`task_id`, b.ID}, column{`token_hash`, hash}, column{`token_at`, at},
		column{`scheme`, r.Scheme}, column{`secret`, t.seals.seal(string(o.Secret), hookPlace(b.Tenant, id))}, column{`filter`, clean(r.Filter)},
		column{`grouping`, clean(r.Group)}, column{`until`, clean(r.Until)}, column{`window_us`, r.Window}, column{`per_minute`, r.Minute},
		column{`happening`, w.Kind}, column{`surface`, w.Channel.Surface}, column{`space`, w.Channel.Space}, column{`channel`, w.Channel.ID},
		column{`channel_name`, clean(w.Channel.Name)}, column{`repeat_us`, r.Repeat}, column{`updated_at`, rightNow})
}

// Hook gives the hook of a background task.
func (d Hooks) Hook(ctx context.Context, tenant assistant.TenantID, task assistant.BackgroundID) (assistant.Hook, error) {
	var r hookRow
	err := valid(task)
	if err == nil {
		err = d.in(ctx, mode{tenant: tenant, read: true}, func(t *tx) error {
			t.need(assistant.ErrNotFound, r.dests(), `select `+hookColumns+hookFrom+` where h.task_id = $1 and h.tenant_id = $2`, task, tenant)
			t.one([]any{&r.Replayed}, `select coalesce(sum(e.times), 0) from hook_events e join hooks h on h.id = e.hook_id
				where h.task_id = $1 and h.tenant_id = $2 and e.tenant_id = $2 and e.outcome = $3`, task, tenant, assistant.HookReplayed)
			return nil
		})
	}
	return r.hook(), named(err, "read hook of background task %s", task)
}

// HookOfToken gives the hook that a token is good for, whosever it is, and the secret that its sender signs with. A token that
// nobody has is [assistant.ErrNotFound].
func (d Hooks) HookOfToken(ctx context.Context, token assistant.Secret) (assistant.Hook, assistant.Secret, error) {
	var r hookRow
	err := assistant.ErrNotFound
	if len(token) >= secretShortest && len(token) <= secretLongest {
		err = d.in(ctx, mode{engine: true, read: true}, func(t *tx) error {
			var tenant assistant.TenantID
			var id assistant.HookID
			t.need(assistant.ErrNotFound, []any{&id, &tenant}, `select id, tenant_id from hooks where token_hash = $1 or old_hash = $1 and old_until > :now`, hookHash(token))
			if err := t.flush(ctx); err != nil {
				return err
			}
			t.become(tenant)
			t.need(assistant.ErrNotFound, r.dests(), `select `+hookColumns+hookFrom+` where h.id = $1 and h.tenant_id = $2`, id, tenant)
			return nil
		})
	}
	var secret string
	if err == nil {
		secret, err = d.seals.open(r.kept, hookPlace(r.Tenant, r.ID))
	}
	return r.hook(), assistant.Secret(secret), named(err, "find hook")
}

// MintHookToken gives a hook a new token in the name of its task's owner; nobody else may. The token before stays good for as long
// as keep says. A hook whose sender signs is given the secret where it has none.
func (d Hooks) MintHookToken(ctx context.Context, tenant assistant.TenantID, by assistant.PersonID, task assistant.BackgroundID,
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
			t.exec(`update hooks set secret = $3 where id = $1 and tenant_id = $2`, r.ID, tenant, t.seals.seal(string(secret), hookPlace(tenant, r.ID)))
		}
		t.exec(`update hooks set old_hash = case when $4 then token_hash end, old_until = case when $4 and token_hash is not null then :after($5) end,
				token_hash = $3, token_at = :now, revision = revision + 1, updated_at = :now where id = $1 and tenant_id = $2`,
			r.ID, tenant, hookHash(token), keep > 0, keep)
		return nil
	})
}

// EndHookTokens makes every token of a hook worthless, in the name of its task's owner or an admin.
func (d Hooks) EndHookTokens(ctx context.Context, tenant assistant.TenantID, by assistant.PersonID, task assistant.BackgroundID) (assistant.Hook, error) {
	return d.changeHook(ctx, tenant, by, task, "end tokens", func(t *tx, r *hookRow, _ assistant.Person) error {
		t.exec(`update hooks set token_hash = null, token_at = null, old_hash = null, old_until = null, revision = revision + 1, updated_at = :now
			where id = $1 and tenant_id = $2`, r.ID, tenant)
		return nil
	})
}

// ChangeHook changes the rules of a hook in the name of its task's owner or an admin, and the secret that its sender signs with
// where one is given.
func (d Hooks) ChangeHook(ctx context.Context, tenant assistant.TenantID, by assistant.PersonID, task assistant.BackgroundID,
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
			if err := t.seals.keeps(*secret); err != nil {
				return err
			}
			kept = t.seals.seal(string(*secret), hookPlace(tenant, r.ID))
		}
		t.exec(`update hooks set scheme = $3, secret = $4, filter = $5, grouping = $6, until = $7, window_us = $8, per_minute = $9, repeat_us = $10, revision = revision + 1,
				updated_at = :now where id = $1 and tenant_id = $2`,
			r.ID, tenant, rules.Scheme, kept, clean(rules.Filter), clean(rules.Group), clean(rules.Until), rules.Window, rules.Minute, rules.Repeat)
		return nil
	})
}

// changeHook lets change do something to the hook of a task, in the name of somebody who may.
func (d Hooks) changeHook(ctx context.Context, tenant assistant.TenantID, by assistant.PersonID, task assistant.BackgroundID, what string,
	change func(t *tx, r *hookRow, actor assistant.Person) error,
) (assistant.Hook, error) {
	var r hookRow
	err := valid(task)
	if err == nil {
		err = valid(by)
	}
	if err == nil {
		err = d.in(ctx, mode{tenant: tenant}, func(t *tx) error {
			r = hookRow{}
			var actor assistant.Person
			t.living(tenant, by, &actor)
			// The task's row is locked: two who change its hook do so one after the other.
			var one int64
			t.need(assistant.ErrNotFound, []any{&one}, `select 1 from background_tasks where id = $1 and tenant_id = $2 :locked`, task, tenant)
			t.need(assistant.ErrNoHook, r.dests(), `select `+hookColumns+hookFrom+` where h.task_id = $1 and h.tenant_id = $2`, task, tenant)
			if err := t.flush(ctx); err != nil {
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
	}
	if err != nil {
		return assistant.Hook{}, named(err, "%s of the hook of background task %s", what, task)
	}
	return r.hook(), nil
}

// resealHooks brings the secrets of hooks under the first key.
func (d *DB) resealHooks(ctx context.Context) (changed int, err error) {
	type key struct {
		tenant assistant.TenantID
		id     assistant.HookID
	}
	for last := assistant.HookID(lowestID); ; {
		var found []key
		err := d.in(ctx, mode{engine: true, read: true}, func(t *tx) error {
			found = nil
			t.each(func(scan func(...any) error) error {
				var k key
				err := scan(&k.tenant, &k.id)
				found = append(found, k)
				return err
			}, `select tenant_id, id from hooks where sealed_by <> $1 and id > $2 order by id limit $3`, d.seals.label(), last, resealed)
			return nil
		})
		if err != nil || len(found) == 0 {
			return changed, err
		}
		for _, k := range found {
			err := d.in(ctx, mode{tenant: k.tenant}, func(t *tx) error {
				var kept string
				row := t.one([]any{&kept}, `select secret from hooks where id = $1 and tenant_id = $2 and sealed_by <> $3 :locked`, k.id, k.tenant, d.seals.label())
				if err := t.flush(ctx); err != nil || row.rows == 0 {
					return err
				}
				plain, err := d.seals.open(kept, hookPlace(k.tenant, k.id))
				if err != nil {
					return err
				}
				t.exec(`update hooks set secret = $3 where id = $1 and tenant_id = $2`, k.id, k.tenant, d.seals.seal(plain, hookPlace(k.tenant, k.id)))
				return nil
			})
			if err != nil {
				return changed, named(err, "secret of hook %s", k.id)
			}
			changed++
			last = k.id
		}
	}
}
