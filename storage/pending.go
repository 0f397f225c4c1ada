package storage

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// failureWaits is how long a failed run is shown among what waits where nobody looks at it.
const failureWaits = 14 * 24 * time.Hour

// pendingColumns are what it takes to tell of something that waits, in the order of scanPending. rest begins with "from".
func pendingColumns(kind assistant.PendingKind, body, by, since, until, of, rest string) string {
	return `select '` + string(kind) + `', ` + body + `, w.conversation_id, ` + by + `, ` + since + `, ` + until + `, ` + of + `, w.id,
		coalesce((select c.title from assistant_conversations c where c.id = w.conversation_id), '') ` + rest
}

// Pending lists all that waits for a person in the tenant: plans, questions, approvals and runs that failed, the oldest first. What
// has expired does not wait, whether it has been swept or not.
func (d Decisions) Pending(ctx context.Context, tenant assistant.TenantID) ([]assistant.Pending, error) {
	const waits = ` and (w.expires_at is null or w.expires_at > :now)`
	var out []assistant.Pending
	err := d.in(ctx, mode{tenant: tenant, read: true}, func(t *tx) error {
		out = nil
		t.each(func(scan func(...any) error) error {
			p, err := scanPending(scan)
			out = append(out, p)
			return err
		}, pendingColumns(assistant.PendingPlan, `w.body`, survivor(`w.requested_by`), `w.created_at`, `w.expires_at`, `''`, `from agent_plans w
				where w.tenant_id = $1 and w.version > 0 and w.status = 'proposed'`+waits)+` union all `+
			pendingColumns(assistant.PendingQuestion, `w.body`, survivor(`w.asked_of`), `w.created_at`, `w.expires_at`,
				`coalesce((select b.title from agent_plans b where b.id = w.plan_id and b.version = 0 and b.tenant_id = $1), '')`, `from clarifications w
				where w.tenant_id = $1 and w.status = 'open'`+waits)+` union all `+
			pendingColumns(assistant.PendingApproval, `w.body`, survivor(`w.user_id`), `w.created_at`, `w.expires_at`, `''`, `from pending_actions w
				where w.tenant_id = $1 and w.status = 'pending'`+waits)+` union all `+
			pendingColumns(assistant.PendingFailed, `w.metadata`, survivor(`w.requested_by`), `w.updated_at`, `null`, `w.title`, `from assistant_runs w
				where w.tenant_id = $1 and w.status = 'failed' and w.updated_at > :before($2) and (w.noticed_at is null or w.noticed_at < w.updated_at)`),
			tenant, failureWaits)
		return nil
	})
	slices.SortStableFunc(out, func(a, b assistant.Pending) int {
		if c := a.Since.Compare(b.Since); c != 0 {
			return c
		}
		return strings.Compare(a.Ref, b.Ref)
	})
	return out, named(err, "list what waits")
}

func scanPending(scan func(...any) error) (assistant.Pending, error) {
	var p assistant.Pending
	var body []byte
	var of string // the title of the plan that a question is about, or of a run
	err := scan(&p.Kind, &body, &p.Conversation, &p.RequestedBy, &p.Since, &p.Until, &of, &p.Ref, &p.Thread)
	if err != nil {
		return p, err
	}
	switch p.Kind {
	case assistant.PendingPlan:
		var b assistant.Plan
		err = json.Unmarshal(body, &b)
		p.Version, p.Title, p.Why = b.Version, b.Title, b.Goal
	case assistant.PendingQuestion:
		var b assistant.Clarification
		err = json.Unmarshal(body, &b)
		p.Title = b.Title(of)
		if len(b.Questions) > 0 {
			p.Why = b.Questions[0].Text
		}
	case assistant.PendingApproval:
		var b assistant.Approval
		err = json.Unmarshal(body, &b)
		p.Card, p.Title, p.Why = b.Card(), b.Title, b.Why
	case assistant.PendingFailed:
		p.Title = of
	}
	if err != nil {
		return p, fmt.Errorf("decode %s: %w", p.Kind, err)
	}
	return p, nil
}

// NoticeRun says that a person has looked at a run: where it has failed, it does not wait for one any more.
func (d Runs) NoticeRun(ctx context.Context, tenant assistant.TenantID, id assistant.RunID) error {
	err := valid(id)
	if err == nil {
		err = d.in(ctx, mode{tenant: tenant}, func(t *tx) error {
			t.must(assistant.ErrNotFound, `update assistant_runs set noticed_at = :now where id = $1 and tenant_id = $2`, id, tenant)
			return nil
		})
	}
	return named(err, "notice run %s", id)
}
