package storage

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

// approvalColumns show a pending approval whose time is over as what it is, also while the sweeper is behind.
func approvalColumns() string {
	return `a.body, a.conversation_id, ` + stoodAt(`a`) + `,
	case when a.status = 'pending' and a.expires_at <= :now then 'expired' else a.status end, a.decided_by, a.decided_at, a.note, :now, `
}

func (t *tx) approvals(to *[]assistant.ApprovalRecord, where string, args ...any) *stmt {
	*to = nil
	return t.each(func(scan func(...any) error) error {
		var r assistant.ApprovalRecord
		var body []byte
		var by assistant.PersonID
		if err := scan(&body, &r.Conversation, &r.Seq, &r.Status, &r.DecidedBy, &r.DecidedAt, &r.Note, &r.ReadAt, &by); err != nil {
			return err
		}
		if err := json.Unmarshal(body, &r.Approval); err != nil {
			return fmt.Errorf("decode approval: %w", err)
		}
		if by != "" {
			r.RequestedBy = by
		}
		*to = append(*to, r)
		return nil
	}, `select `+approvalColumns()+tables.Survivor(`a.user_id`)+` from pending_actions a where `+where+` order by a.created_at, a.id`, args...)
}

// notExpired leaves out what has expired, even if the sweeper is late.
const notExpired = ` and (expires_at is null or expires_at > :now)`

// Approvals lists the tenant's pending approvals, oldest first.
func (d Decisions) Approvals(ctx context.Context, tenant assistant.TenantID) ([]assistant.ApprovalRecord, error) {
	var out []assistant.ApprovalRecord
	err := d.in(ctx, mode{tenant: tenant, read: true}, func(t *tx) error {
		t.approvals(&out, `a.tenant_id = $1 and a.status = 'pending'`+notExpired, tenant)
		return nil
	})
	if err == nil {
		err = d.whoSaidYes(ctx, tenant, out)
	}
	return out, named(err, "list approvals")
}

// Approval gives an approval, pending or decided.
func (d Decisions) Approval(ctx context.Context, tenant assistant.TenantID, id assistant.ApprovalID) (assistant.ApprovalRecord, error) {
	var out []assistant.ApprovalRecord
	err := d.in(ctx, mode{tenant: tenant, read: true, given: valid(id)}, func(t *tx) error {
		t.approvals(&out, `a.id = $1 and a.tenant_id = $2`, id, tenant).must = assistant.ErrNotFound
		return nil
	})
	if err == nil {
		err = d.whoSaidYes(ctx, tenant, out)
	}
	if err != nil {
		return assistant.ApprovalRecord{}, named(err, "find approval %s", id)
	}
	return out[0], nil
}

// Plan gives a version of a plan with its state and its conversation; version 0 gives the newest.
func (d Decisions) Plan(ctx context.Context, tenant assistant.TenantID, id assistant.PlanID, version int) (assistant.Plan, assistant.PlanStatus, assistant.ConversationID, error) {
	var p assistant.Plan
	var status assistant.PlanStatus
	var conversation assistant.ConversationID
	var by assistant.PersonID
	var body []byte
	err := d.in(ctx, mode{tenant: tenant, read: true, given: valid(id)}, func(t *tx) error {
		t.need(assistant.ErrNotFound, []any{&body, &status, &conversation, &by}, `select body,
			case when status = 'proposed' and expires_at <= :now then 'expired' else status end, conversation_id, `+tables.Survivor(`requested_by`)+` from agent_plans
			where id = $1 and tenant_id = $2 and version > 0 and (version = $3 or $3 = 0) order by version desc limit 1`, id, tenant, version)
		return nil
	})
	if err == nil {
		err = json.Unmarshal(body, &p)
	}
	if by != "" {
		p.RequestedBy = by
	}
	return p, status, conversation, named(err, "find version %d of plan %s", version, id)
}

// Clarification returns a question, the conversation it was asked in, whom it is for, and whether it is still open.
func (d Decisions) Clarification(ctx context.Context, tenant assistant.TenantID, id assistant.ClarificationID) (
	c assistant.Clarification, conv assistant.ConversationID, askedOf assistant.PersonID, open bool, err error,
) {
	var body []byte
	var status string
	err = d.in(ctx, mode{tenant: tenant, read: true, given: valid(id)}, func(t *tx) error {
		t.need(assistant.ErrNotFound, []any{&body, &conv, &askedOf, &status},
			`select body, conversation_id, `+tables.Survivor(`asked_of`)+`,
				case when expires_at <= :now then 'expired' else status end from clarifications where id = $1 and tenant_id = $2`, id, tenant)
		return nil
	})
	if err == nil {
		err = json.Unmarshal(body, &c)
	}
	return c, conv, askedOf, status == "open", named(err, "find clarification %s", id)
}
