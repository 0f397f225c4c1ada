package storage

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

// Remind takes a due timer that reminds of something away, and appends the reminders, one for each who is reminded. It says nothing
// where what waits has been settled meanwhile, or where another replica has taken the timer; and of a card, nothing that has been
// said of it since the action was put there.
func (d Timers) Remind(ctx context.Context, due assistant.Timer, reminders ...assistant.Message) (said []assistant.Message, err error) {
	of, err := reminds(due)
	if err != nil {
		return nil, err
	}
	err = d.in(ctx, mode{tenant: due.Tenant}, func(t *tx) error {
		said = nil
		h := head{tenant: due.Tenant, conversation: due.Conversation}
		var w waitingFor
		told := make([]int, len(reminders))
		t.lock(&h)
		taken := t.exec(`delete from timers where id = $1 and tenant_id = $2 and kind = $3`, due.ID, due.Tenant, due.Kind)
		if err := t.waitingFor(of, due, &w); err != nil {
			return err
		}
		if of == assistant.TimerApproval {
			for i, m := range reminders {
				t.one([]any{&told[i]}, toldOfCard, due.Ref, due.Tenant, due.Conversation, assistant.SlotOf(m))
			}
		}
		if err := t.flush(ctx); err != nil || taken.rows == 0 || !w.open {
			return err
		}
		var entries []entry
		for i, m := range reminders {
			if told[i] == 0 {
				entries = append(entries, entry{message: m})
			}
		}
		said, err = t.append(&h, entries, map[string]bool{})
		return err
	})
	if err != nil {
		return nil, named(err, "remind of %s %s", of, due.Ref)
	}
	return said, nil
}

// toldOfCard counts what was said under a slot since an action was put there: actions that stand on one card are reminded of
// together.
const toldOfCard = `select count(*) from assistant_messages m join pending_actions a on a.conversation_id = m.conversation_id and a.tenant_id = m.tenant_id
	where a.id = $1 and m.tenant_id = $2 and m.conversation_id = $3 and m.slot = $4 and m.seq > coalesce(a.seq, 0)`

// reminds is the kind of what a timer reminds of.
func reminds(due assistant.Timer) (assistant.TimerKind, error) {
	of, ok := due.Kind.Reminds()
	if !ok {
		return "", fmt.Errorf("a timer of kind %q reminds of nothing", due.Kind)
	}
	return of, named(valid(string(due.Conversation), due.Ref), "remind of %s %s", of, due.Ref)
}

// waitingFor is what is open still, as it is stored.
type waitingFor struct {
	open    bool
	unasked bool // a background task has put it there
	seq     int64
	opened  time.Time
	said    time.Time // when it was put before people
	body    []byte
	plan    string // the title of the plan that a question is about
	b       assistant.Reminded
}

// waitingFor queues checking whether the subject of a timer still waits, and for whom. It locks the conversation so that the
// subject is not settled meanwhile.
func (t *tx) waitingFor(of assistant.TimerKind, due assistant.Timer, w *waitingFor) error {
	var sql string
	switch of {
	case assistant.TimerPlan:
		sql = `select body, ` + tables.Survivor(`p.requested_by`) + `, expires_at, '', unasked is not null, coalesce(seq, 0), created_at, ` + saidAt(`p.seq`) + ` from agent_plans p
			where id = $1 and conversation_id = $2 and tenant_id = $3 and version = $4 and status = 'proposed' and expires_at > :now`
	case assistant.TimerApproval:
		sql = `select body, ` + tables.Survivor(`a.user_id`) + `, expires_at, '', ` + tables.UnaskedRun(`a.run_id`) + `, coalesce(seq, 0), created_at, ` + saidAt(`a.seq`) + ` from pending_actions a
			where id = $1 and conversation_id = $2 and tenant_id = $3 and $4 = 0 and status = 'pending' and expires_at > :now`
	case assistant.TimerClarification:
		sql = `select body, ` + tables.Survivor(`c.asked_of`) + `, expires_at,
				coalesce((select title from agent_plans where id = c.plan_id and version = 0 and tenant_id = $3), ''),
				` + tables.UnaskedPlan(`c.plan_id`) + `, coalesce(seq, 0), created_at, ` + saidAt(`c.seq`) + ` from clarifications c
			where id = $1 and conversation_id = $2 and tenant_id = $3 and $4 = 0 and status = 'open' and expires_at > :now`
	default:
		return fmt.Errorf("a timer of kind %q is not known here", due.Kind)
	}
	*w = waitingFor{}
	t.each(func(scan func(...any) error) error {
		w.open = true
		return scan(&w.body, &w.b.Person, &w.b.ExpiresAt, &w.plan, &w.unasked, &w.seq, &w.opened, &w.said)
	}, sql, due.Ref, due.Conversation, due.Tenant, due.Version)
	return nil
}

// saidAt is when the message at a position of the conversation $2 was said, or just now where that is not known.
func saidAt(seq string) string {
	return `coalesce((select g.created_at from assistant_messages g where g.conversation_id = $2 and g.tenant_id = $3 and g.seq = ` + seq + `), :now)`
}

// rule returns the rule about who decides on an action that waits, or nil if nobody has set one.
func (w waitingFor) rule(of assistant.TimerKind) (*assistant.ApprovalRule, error) {
	if of != assistant.TimerApproval {
		return nil, nil // no rule is the rule of those who have set none
	}
	var a assistant.Approval
	err := json.Unmarshal(w.body, &a)
	return a.Rule, named(err, "decode approval")
}

// reminder is what waits, as a reminder names it, and the run that it is about.
func (w waitingFor) reminder(of assistant.TimerKind, due assistant.Timer) (assistant.Reminded, assistant.RunID, error) {
	b := w.b
	switch of {
	case assistant.TimerPlan:
		var p assistant.Plan
		err := json.Unmarshal(w.body, &p)
		b.Plan, b.Version, b.Title = p.ID, due.Version, p.Title
		return b, "", named(err, "decode plan")
	case assistant.TimerApproval:
		var a assistant.Approval
		err := json.Unmarshal(w.body, &a)
		b.Approval, b.Card, b.Title = a.ID, a.Card(), a.Title.String()
		return b, a.Run, named(err, "decode approval")
	default:
		var c assistant.Clarification
		err := json.Unmarshal(w.body, &c)
		b.Clarification, b.Title, b.Escalated = c.ID, c.Title(w.plan), c.Escalated
		return b, "", named(err, "decode clarification")
	}
}
