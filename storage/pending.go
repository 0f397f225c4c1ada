package storage

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/aisteam/aisteam/assistant"
)

// Pending lists all that waits for a person in the tenant, plans and questions as well as approvals, the oldest first. What
// has expired does not wait, whether it has been swept or not.
func (d Decisions) Pending(ctx context.Context, tenant assistant.TenantID) ([]assistant.Pending, error) {
	var out []assistant.Pending
	err := d.in(ctx, mode{tenant: tenant, read: true}, func(t *tx) error {
		out = nil
		for _, kind := range []struct {
			kind assistant.PendingKind
			sql  string
		}{
			{assistant.PendingPlan, `select w.body, w.conversation_id, ` + survivor(`w.requested_by`) + `, w.created_at, w.expires_at, '' from agent_plans w
				where w.tenant_id = $1 and w.version > 0 and w.status = 'proposed'`},
			{assistant.PendingQuestion, `select w.body, w.conversation_id, ` + survivor(`w.asked_of`) + `, w.created_at, w.expires_at,
				coalesce((select b.title from agent_plans b where b.id = w.plan_id and b.version = 0 and b.tenant_id = $1), '') from clarifications w
				where w.tenant_id = $1 and w.status = 'open'`},
			{assistant.PendingApproval, `select w.body, w.conversation_id, ` + survivor(`w.user_id`) + `, w.created_at, w.expires_at, '' from pending_actions w
				where w.tenant_id = $1 and w.status = 'pending'`},
		} {
			t.each(func(scan func(...any) error) error {
				p, err := scanPending(kind.kind, scan)
				out = append(out, p)
				return err
			}, kind.sql+` and (w.expires_at is null or w.expires_at > :now) order by w.created_at`, tenant)
		}
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

func scanPending(kind assistant.PendingKind, scan func(...any) error) (assistant.Pending, error) {
	p := assistant.Pending{Kind: kind}
	var body []byte
	var of string // the title of the plan that a question is about
	err := scan(&body, &p.Conversation, &p.RequestedBy, &p.Since, &p.Until, &of)
	if err != nil {
		return p, err
	}
	switch kind {
	case assistant.PendingPlan:
		var b assistant.Plan
		err = json.Unmarshal(body, &b)
		p.Ref, p.Version, p.Title, p.Why = string(b.ID), b.Version, b.Title, b.Goal
	case assistant.PendingQuestion:
		var b assistant.Clarification
		err = json.Unmarshal(body, &b)
		p.Ref, p.Title = string(b.ID), b.Title(of)
		if len(b.Questions) > 0 {
			p.Why = b.Questions[0].Text
		}
	case assistant.PendingApproval:
		var b assistant.Approval
		err = json.Unmarshal(body, &b)
		p.Ref, p.Title, p.Why = string(b.ID), b.Title, b.Why
	}
	if err != nil {
		return p, fmt.Errorf("decode %s: %w", kind, err)
	}
	return p, nil
}
