package orchestrator

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/aisteam/aisteam/approvals"
	"github.com/aisteam/aisteam/assistant"
)

// How many timers speak one after the other before what else there is gets its turn. Finding whose turn it is costs a look at
// everything that is due: few looks for many.
const timersPerSweep = 256

// timers turns what has come due into messages: that time is over, that something waits still, what a background task wants done. What is said of a timer is
// said here; storage knows the rows.
type timers struct {
	ledger    ledger
	store     intake
	agenda    agenda
	calls     calls
	approvals approvalCards
	hints     hints
	now       func() time.Time
	random    *rand.Rand
}

// approvalCards is where it is looked up which card an approval stands on.
type approvalCards interface {
	Approval(ctx context.Context, t assistant.TenantID, id assistant.ApprovalID) (assistant.ApprovalRecord, error)
}

// speak posts what is due, the tenants by turns; more says that there is something left. Several replicas may see the same: the
// first decision wins, and the first reminder.
func (s timers) speak(ctx context.Context) (more bool, err error) {
	due, err := s.ledger.DueTimers(ctx, timersPerSweep)
	if err != nil {
		return false, fmt.Errorf("read due timers: %w", err)
	}
	s.apart(due)
	return len(due) == timersPerSweep, s.each(ctx, due)
}

// apart brings conversations into an order of this replica's own: those that found the same do not all wait for the same row, one
// after the other. What is due in one conversation stays in order.
func (s timers) apart(due []assistant.Timer) {
	rank := make(map[assistant.ConversationID]int64, len(due))
	for _, t := range due {
		if _, known := rank[t.Conversation]; !known {
			rank[t.Conversation] = s.random.Int64()
		}
	}
	slices.SortStableFunc(due, func(a, b assistant.Timer) int { return cmp.Compare(rank[a.Conversation], rank[b.Conversation]) })
}

// each lets every one of them speak: one that cannot keeps none of the others, now or the next time.
func (s timers) each(ctx context.Context, due []assistant.Timer) error {
	var failed []error
	for _, t := range due {
		var err error
		_, reminds := t.Kind.Reminds()
		switch {
		case t.Kind == assistant.TimerBackground:
			err = s.fire(ctx, t)
		case t.Kind == assistant.TimerHook:
			err = s.fireHook(ctx, t)
		case t.Kind == assistant.TimerTold:
			err = s.tell(ctx, t)
		case reminds:
			err = s.remind(ctx, t)
		default:
			err = s.expire(ctx, t)
		}
		if err != nil && ctx.Err() == nil {
			err = errors.Join(err, s.ledger.PutOff(ctx, t))
		}
		failed = append(failed, err)
	}
	return errors.Join(failed...)
}

// expire lets time decide what nobody has decided.
func (s timers) expire(ctx context.Context, t assistant.Timer) error {
	m := expiry(t)
	if b, ok := m.Body.(assistant.ApprovalDecided); ok {
		a, err := s.approvals.Approval(ctx, t.Tenant, b.Approval)
		if err != nil && !errors.Is(err, assistant.ErrNotFound) {
			return fmt.Errorf("expire %s %s: %w", t.Kind, t.Ref, err)
		}
		b.Card = a.Card()
		m.Body = b
	}
	_, err := s.store.Post(ctx, m)
	if err != nil && !errors.Is(err, assistant.ErrDecided) {
		return fmt.Errorf("expire %s %s: %w", t.Kind, t.Ref, err)
	}
	s.hints.mail(ctx, t.Tenant)
	return nil
}

// remind reminds whoever was asked; before it is time for that, it has them told elsewhere. It is no mail: nobody has to answer it but them.
// A timer that was left behind goes without a word.
func (s timers) remind(ctx context.Context, t assistant.Timer) error {
	a, err := s.calls.Summons(ctx, t)
	if err != nil && !errors.Is(err, assistant.ErrNotFound) {
		return fmt.Errorf("remind: %w", err)
	}
	if a.Unasked && a.Owner.Person != "" {
		return s.call(ctx, t, a)
	}
	if early := t.DueAt.Before(a.RemindAt.Add(-assistant.CallAfter)); early && !t.DueAt.Before(a.OpenedAt) { // else somebody has moved it up
		return s.announce(ctx, t, a)
	}
	about, err := s.reminders(ctx, t, a)
	if err != nil {
		return err
	}
	said, err := s.ledger.Remind(ctx, t, about...)
	if err != nil {
		return fmt.Errorf("remind: %w", err)
	}
	s.hints.appended(ctx, t.Tenant, t.Conversation, said)
	return nil
}

// remindedAtOnce bounds how many people are called about one action.
const remindedAtOnce = 5

// reminders are for whoever was asked. Where a rule says who decides, they are for those whose yes counts and who have not said it;
// where none of them is known, since it takes somebody of a group, for nobody in particular.
func (s timers) reminders(ctx context.Context, t assistant.Timer, a assistant.Summons) ([]assistant.Message, error) {
	if a.Rule == nil && len(a.Delegations) == 0 {
		return []assistant.Message{reminder(t, a.Reminded, a.Run)}, nil
	}
	set, err := s.store.Settings(ctx, t.Tenant)
	if err != nil {
		return nil, fmt.Errorf("read who may decide: %w", err)
	}
	if a.Rule == nil {
		return s.remindersInStead(t, a, set), nil
	}
	b := a.Reminded
	b.Rule, b.Asker = a.Rule, b.Person
	for _, y := range a.Yeses {
		b.Yeses = append(b.Yeses, y.Person)
	}
	on := approvals.On{Rule: a.Rule, Settings: set, RequestedBy: b.Asker, ExpiresAt: b.ExpiresAt, Now: t.DueAt} // the database's clock says that it is that moment
	who := approvals.Awaited(a.Deciders, a.Delegations, on, a.Yeses)
	if len(who) == 0 {
		who = []assistant.PersonID{""}
	}
	var out []assistant.Message
	for _, p := range who[:min(len(who), remindedAtOnce)] {
		b.Person = p
		m := reminder(t, b, a.Run)
		m.Key += "/" + string(p)
		out = append(out, m)
	}
	return out, nil
}

// remindersInStead are for whoever was asked and for whoever may decide in their stead.
func (s timers) remindersInStead(t assistant.Timer, a assistant.Summons, set assistant.Settings) []assistant.Message {
	out := []assistant.Message{reminder(t, a.Reminded, a.Run)}
	if of, _ := t.Kind.Reminds(); of == assistant.TimerClarification {
		return out
	}
	b := a.Reminded
	on := approvals.On{Settings: set, RequestedBy: b.Person, ExpiresAt: b.ExpiresAt, Now: s.now()}
	for _, g := range a.Delegations {
		to := approvals.Who{Person: assistant.Person{ID: g.Delegate, Role: assistant.RoleMember}, For: []assistant.Delegation{g}}
		if g.Person == a.Reminded.Person && approvals.May(to, on) {
			b.Person, b.Asker = g.Delegate, a.Reminded.Person
			m := reminder(t, b, a.Run)
			m.Key += "/" + string(g.Delegate)
			out = append(out, m)
		}
	}
	return out
}

// reminder is what a due timer reminds of, in words.
func reminder(t assistant.Timer, b assistant.Reminded, run assistant.RunID) assistant.Message {
	of, _ := t.Kind.Reminds()
	return assistant.Message{
		Tenant: t.Tenant, Conversation: t.Conversation, Author: assistant.AuthorSystem, Kind: assistant.KindStatus,
		Key: fmt.Sprintf("reminded/%s/%s/%d", of, t.Ref, t.Version), Content: b.Words(), Body: b, Run: run,
	}
}

// expiry is what a due timer decides, in words.
func expiry(t assistant.Timer) assistant.Message {
	m := assistant.Message{
		Tenant: t.Tenant, Conversation: t.Conversation, Author: assistant.AuthorSystem, Kind: assistant.KindStatus,
		Key: fmt.Sprintf("expired/%s/%s/%d", t.Kind, t.Ref, t.Version), Content: "Nobody decided in time, so nothing was done.",
	}
	switch t.Kind {
	case assistant.TimerPlan:
		m.Body = assistant.PlanDecided{Plan: assistant.PlanID(t.Ref), Version: t.Version, Verdict: assistant.VerdictExpired}
	case assistant.TimerApproval:
		m.Body = assistant.ApprovalDecided{Approval: assistant.ApprovalID(t.Ref), Verdict: assistant.VerdictExpired}
	case assistant.TimerClarification:
		m.Content = "Nobody answered in time, so I have put this aside."
		m.Body = assistant.Answered{Clarification: assistant.ClarificationID(t.Ref), Withdrawn: true}
	case assistant.TimerBackground, assistant.TimerHook, assistant.TimerTold: // it begins something, or tells it, and ends nothing
	}
	return m
}
