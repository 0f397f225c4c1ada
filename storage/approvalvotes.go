package storage

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

// yeses queues reading who has said yes to approvals, in order. where is a condition on approval_yeses y.
func (t *tx) yeses(each func(assistant.Yes), where string, args ...any) {
	t.each(func(scan func(...any) error) error {
		var y assistant.Yes
		var as []byte
		var voice assistant.PersonID
		if err := scan(&y.Approval, &y.Person, &as, &y.At, &voice); err != nil {
			return err
		}
		if err := json.Unmarshal(as, &y.As); err != nil {
			return fmt.Errorf("decode by what right somebody decided: %w", err)
		}
		y.As.For = voice
		each(y)
		return nil
	}, `select y.approval_id, `+tables.Survivor(`y.person_id`)+`, y.capacity, y.said_at, case when y.voice_id is null then null else `+tables.Survivor(`y.voice_id`)+` end from approval_yeses y where `+where+` order by y.said_at, y.person_id`, args...)
}

// whoSaidYes fills in who has said yes to those approvals that have a rule about who decides. It reads nothing if none has.
func (d *ledger) whoSaidYes(ctx context.Context, tenant assistant.TenantID, as []assistant.ApprovalRecord) error {
	ruled := func(a assistant.ApprovalRecord) bool { return a.Rule != nil }
	if !slices.ContainsFunc(as, ruled) {
		return nil
	}
	return d.in(ctx, mode{tenant: tenant, read: true}, func(t *tx) error {
		for i := range as {
			if a := &as[i]; ruled(*a) {
				a.Yeses = nil
				t.yeses(func(y assistant.Yes) { a.Yeses = append(a.Yeses, y) }, `y.approval_id = $1 and y.tenant_id = $2`, a.ID, tenant)
			}
		}
		return nil
	})
}

// saidYes queues keeping a person's yes. Whoever has said it before, by whichever of their accounts or by another person's mouth, is
// [assistant.ErrDecided], and so is another voice of theirs.
func (t *tx) saidYes(m assistant.Message, id assistant.ApprovalID, as assistant.Capacity) error {
	capacity, err := asJSON(as)
	if err != nil {
		return err
	}
	t.inStead(m, as.For)
	t.must(assistant.ErrDecided, `insert into approval_yeses (tenant_id, approval_id, person_id, capacity, said_at, voice_id)
		select $1, $2, $3, $4, :now, $5 from (select 1 as one) o where not exists (select 1 from approval_yeses y
			where y.approval_id = $2 and y.tenant_id = $1 and (`+tables.Survivor(`$3`)+` in (`+bothOfYes()+`) or `+tables.Survivor(`coalesce($5, $3)`)+` in (`+bothOfYes()+`)))`,
		m.Tenant, id, null(m.Person), capacity, null(as.For))
	return nil
}

// bothOfYes are who said the yes y and in whose stead.
func bothOfYes() string {
	return tables.Survivor(`y.person_id`) + `, ` + tables.Survivor(`coalesce(y.voice_id, y.person_id)`)
}

// yesesOf counts the people who have said yes to the approval given as the statement's first argument. A yes does not count if it
// shares a person with an earlier one, as in package approvals.
func yesesOf() string {
	return `(select count(*) from approval_yeses y where y.approval_id = $1 and not exists (select 1 from approval_yeses e where e.approval_id = $1
		and (e.said_at < y.said_at or e.said_at = y.said_at and e.person_id < y.person_id)
		and (` + tables.Survivor(`e.person_id`) + ` in (` + bothOfYes() + `) or ` + tables.Survivor(`coalesce(e.voice_id, e.person_id)`) + ` in (` + bothOfYes() + `))))`
}

// approvalBacked stores one yes of several. One that would be the last is [assistant.ErrCounted]: it decides, and is said otherwise.
func (t *tx) approvalBacked(m assistant.Message, b assistant.ApprovalBacked) error {
	t.exists(`pending_actions`, string(b.Approval), m)
	var one int64
	t.need(assistant.ErrMoved, []any{&one}, `select 1 from pending_actions
		where id = $1 and conversation_id = $2 and (hash = $3 or status <> 'pending')`, b.Approval, m.Conversation, b.Hash)
	t.need(assistant.ErrDecided, []any{&one}, `select 1 from pending_actions where id = $1 and conversation_id = $2 and status = 'pending'`+notExpired,
		b.Approval, m.Conversation)
	if b.As == nil {
		return fmt.Errorf("approval %s is backed by nobody's right", b.Approval)
	}
	if err := t.saidYes(m, b.Approval, *b.As); err != nil {
		return err
	}
	t.need(assistant.ErrCounted, []any{&one}, `select 1 from pending_actions where id = $1 and conversation_id = $2 and needed > `+yesesOf(),
		b.Approval, m.Conversation)
	return nil
}

// lastYes queues keeping the yes by which an approval is decided. Where more are needed still it is [assistant.ErrCounted].
func (t *tx) lastYes(m assistant.Message, b assistant.ApprovalDecided) error {
	if b.As == nil {
		return nil // no rule says who; a decision that needs several yeses is refused anyway
	}
	if err := t.saidYes(m, b.Approval, *b.As); err != nil {
		return err
	}
	var one int64
	t.need(assistant.ErrCounted, []any{&one}, `select 1 from pending_actions where id = $1 and conversation_id = $2 and needed <= `+yesesOf(),
		b.Approval, m.Conversation)
	return nil
}

// counted is the condition that an approval has the yeses that it takes.
func counted(v assistant.ApprovalStatus) string {
	if v != assistant.ApprovalApproved {
		return ""
	}
	return ` and (needed <= 1 or needed <= ` + yesesOf() + `)`
}
