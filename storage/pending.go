package storage

import (
	"cmp"
	"context"
	"encoding/json"
	"strings"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

// failureWaits is how long a failed run that nobody looks at is listed among what waits.
const failureWaits = 14 * 24 * time.Hour

// pendingColumns are what it takes to tell of something that waits, in the order of scanPending. rest begins with "from".
func pendingColumns(kind assistant.PendingKind, body, by, since, until, of, rest string) string {
	return `select '` + string(kind) + `', ` + body + `, w.conversation_id, ` + by + `, ` + since + `, ` + until + `, ` + of + `, w.id,
		coalesce((select c.title from assistant_conversations c where c.id = w.conversation_id), '') ` + rest
}

// waits is the condition that what is still undecided has not expired, either.
const waits = ` and (w.expires_at is null or w.expires_at > :now)`

// pendingSQL reads everything that waits in the tenant $1, with runs that failed within $2, restricted by a condition. What each is
// about is in its columns or comes from its body, see [ledger.tell]: there may be a thousand rows.
func (d *dialect) pendingSQL(of string) string {
	const none = `cast(null as jsonb)`
	plan := d.either(`jsonb_build_object`, `json_object`) + `('version', w.version, 'title', w.title, 'goal', w.goal)`
	return pendingColumns(assistant.PendingPlan, plan, tables.Survivor(`w.requested_by`), `w.created_at`, `w.expires_at`, `''`, `from agent_plans w
			where w.tenant_id = $1 and w.version > 0 and w.status = 'proposed'`+waits+of) + ` union all ` +
		pendingColumns(assistant.PendingQuestion, none, tables.Survivor(`w.asked_of`), `w.created_at`, `w.expires_at`,
			`coalesce((select b.title from agent_plans b where b.id = w.plan_id and b.version = 0 and b.tenant_id = $1), '')`, `from clarifications w
			where w.tenant_id = $1 and w.status = 'open'`+waits+of) + ` union all ` +
		pendingColumns(assistant.PendingApproval, none, tables.Survivor(`w.user_id`), `w.created_at`, `w.expires_at`, `''`, `from pending_actions w
			where w.tenant_id = $1 and w.status = 'pending'`+waits+of) + ` union all ` +
		pendingColumns(assistant.PendingFailed, none, tables.Survivor(`w.requested_by`), `w.updated_at`, `null`, `w.title`, `from assistant_runs w
			where w.tenant_id = $1 and w.status = 'failed' and w.updated_at > :before($2) and (w.noticed_at is null or w.noticed_at < w.updated_at)`+of) + deferredSQL() + handedSQL()
}

// Pending lists all that waits for a person in the tenant: plans, questions, approvals and runs that failed, oldest first. What
// has expired does not wait, whether it has been swept or not.
func (d Decisions) Pending(ctx context.Context, tenant assistant.TenantID) ([]assistant.Pending, error) {
	var rows pendingRows
	err := d.in(ctx, mode{tenant: tenant, read: true}, func(t *tx) error {
		rows = pendingRows{}
		t.each(func(scan func(...any) error) error {
			r, err := scanPending(scan)
			if err != nil {
				return err
			}
			return rows.take(r)
		}, t.d.pendingSQL(``), tenant, failureWaits)
		return nil
	})
	if err == nil {
		err = d.tell(ctx, tenant, &rows)
	}
	return rows.sorted(), named(err, "list what waits")
}

func oldestFirst(a, b assistant.Pending) int {
	return cmp.Or(a.Since.Compare(b.Since), strings.Compare(a.Ref, b.Ref))
}

// pendingRow is a row of something that waits.
type pendingRow struct {
	assistant.Pending

	body []byte
	of   string // the title of the plan that a question is about, or of a run
}

func scanPending(scan func(...any) error) (pendingRow, error) {
	var p pendingRow
	err := scan(&p.Kind, &p.body, &p.Conversation, &p.RequestedBy, &p.Since, &p.Until, &p.of, &p.Ref, &p.Thread)
	return p, err
}

// decode reads what the columns say of something that waits.
func (p *pendingRow) decode() error {
	p.Title = p.of
	if p.Kind == assistant.PendingFailed {
		p.Run = assistant.RunID(p.Ref)
	}
	if p.Kind != assistant.PendingPlan {
		return nil
	}
	var b struct {
		Version     int
		Title, Goal string
	}
	err := json.Unmarshal(p.body, &b)
	p.Plan, p.Version, p.Title, p.Why = assistant.PlanID(p.Ref), b.Version, b.Title, b.Goal
	return named(err, "decode %s %s", p.Kind, p.Ref)
}

// NoticeRun says that a person has looked at a run: where it has failed, it does not wait for one any more.
func (d Runs) NoticeRun(ctx context.Context, tenant assistant.TenantID, id assistant.RunID) error {
	err := d.in(ctx, mode{tenant: tenant, given: valid(id)}, func(t *tx) error {
		t.must(assistant.ErrNotFound, `update assistant_runs set noticed_at = :now where id = $1 and tenant_id = $2`, id, tenant)
		return nil
	})
	return named(err, "notice run %s", id)
}
