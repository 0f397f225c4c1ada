package store

import (
	"cmp"
	"context"
	"strconv"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

// starts implements [tables.Starts].
type starts struct{}

// Rows implements [tables.Starts].
func (starts) Rows() string {
	return `select b.id, b.tenant_id, b.owner_id, b.title, b.prompt as words, b.status in ('active', 'paused') as lives, b.kind <> 'one_shot' as again,
		exists (select 1 from hooks h where h.task_id = b.id) as hooked from background_tasks b`
}

// Ended implements [tables.Starts]: the addresses of their hooks are good for nothing any more, and their tasks pause, and say so. Of who
// has left they wait for somebody to take them over.
func (starts) Ended(t tables.Tx, tenant assistant.TenantID, who assistant.PersonID, where string) {
	theirs := func(column string) string { return tables.Survivor(column) + ` = $2 and ` + where }
	t.Exec(`update hooks set token_hash = null, token_at = null, old_hash = null, old_until = null, revision = revision + 1, updated_at = :now
		where tenant_id = $1 and task_id in (select b.id from background_tasks b where b.tenant_id = $1 and `+theirs(`b.owner_id`)+`)`, tenant, who)
	pause(t, `tenant_id = $1 and status = 'active' and `+theirs(`owner_id`), []any{tenant, who},
		`case when exists (select 1 from persons l where l.id = $2 and l.left_at is not null) then $3 else $4 end`, assistant.WhyLeft, assistant.WhyRole)
}

// pause queues pausing tasks, and that they say so. The reason is an expression whose own arguments come after those of where.
func pause(t tables.Tx, where string, args []any, reason string, own ...any) {
	t.Exec(`insert into timers (tenant_id, conversation_id, kind, ref, version, due_at)
		select tenant_id, conversation_id, 'background', id, 0, :now from background_tasks where `+where+`
		on conflict (tenant_id, kind, ref, version) do update set due_at = excluded.due_at`, args...)
	t.Exec(`update background_tasks set status = 'paused', reason = `+reason+`, updated_at = :now where `+where, append(args, own...)...)
}

// Linked implements [tables.Starts].
func (starts) Linked(t tables.Tx, tenant assistant.TenantID, from, into assistant.PersonID) {
	t.Exec(`update background_tasks set owner_id = $3 where owner_id = $2 and tenant_id = $1`, tenant, from, into)
}

// Failed implements [tables.Starts]. After some failures in a row the timer is due at once, so that the task is paused and says so.
func (starts) Failed(t tables.Tx, words string, args ...any) {
	of := `(select w.task_id from background_runs w where w.tenant_id = $1 and w.message_id = ` + words + `)`
	t.Exec(`update background_tasks set failures = failures + 1 where tenant_id = $1 and id in `+of+`
		and exists (select 1 from background_runs w where w.tenant_id = $1 and w.message_id = `+words+` and w.outcome = '')`, args...)
	t.Exec(`update background_runs set outcome = 'failed' where tenant_id = $1 and outcome = '' and message_id = `+words, args...)
	t.Exec(`update timers set due_at = :now where tenant_id = $1 and kind = 'background' and ref in (select b.id from background_tasks b
		where b.id in `+of+` and b.failures >= `+strconv.Itoa(assistant.BackgroundFailures)+`)`, args...)
}

// Done implements [tables.Starts].
func (starts) Done(t tables.Tx, tenant assistant.TenantID, who assistant.PersonID, lately time.Duration, to *assistant.DayDone) {
	tables.One(t, new(bool), []any{&to.Due, &to.Failed}, `select count(*), coalesce(sum(case when w.outcome = 'failed' then 1 else 0 end), 0)
		from background_runs w join background_tasks b on b.id = w.task_id and b.tenant_id = w.tenant_id
		where w.tenant_id = $1 and w.started_at > :before($2) and ($3 or `+tables.Survivor(`b.owner_id`)+` = $4)`, tenant, lately, who == "", null(who))
}

// LeftChannel pauses the background tasks of somebody, a person or whoever an account is of, that begin with what happens in a channel:
// they are in it no more. The tasks say so. Of accounts that nobody has, nothing is paused.
func (d Tasks) LeftChannel(ctx context.Context, tenant assistant.TenantID, who assistant.Actor, c assistant.Channel) error {
	err := d.writes(ctx, tenant, cmp.Or(optional(who.Person), tables.Storable(c.Space, c.ID), tables.Storable(who.From.Space, who.From.External)), func(t *tx) error {
		person := who.Person
		if person == "" {
			found := t.one([]any{&person}, `select person_id from identities where tenant_id = $1 and surface = $2 and space = $3 and external_id = $4`,
				tenant, who.From.Surface, who.From.Space, who.From.External)
			if err := t.Flush(ctx); err != nil || !*found {
				return err
			}
		}
		watches := `tenant_id = $1 and status = 'active' and ` + tables.Survivor(`owner_id`) + ` = ` + tables.Survivor(`$2`) + ` and id in (select h.task_id from hooks h
			where h.tenant_id = $1 and h.happening <> '' and h.surface = $3 and h.space = $4 and h.channel = $5)`
		pause(t, watches, []any{tenant, person, c.Surface, c.Space, c.ID}, `$6`, assistant.WhyOutside)
		return nil
	})
	return named(err, "pause what looks at a channel")
}
