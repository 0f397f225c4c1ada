package store

import (
	"context"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

// FireBackground takes up a due time of a background task, once, whoever else tries to: its words enter its conversation as its
// owner's, with mail, and the timer of the next time is set, in one transaction. A task that cannot go on is paused, and its
// conversation told so; what the last time left at work may keep this one from beginning.
func (d Tasks) FireBackground(ctx context.Context, f assistant.Firing) (assistant.Fired, error) {
	var out assistant.Fired
	err := d.writes(ctx, f.Due.Tenant, valid(string(f.Due.Conversation), f.Due.Ref), func(t *tx) (err error) {
		out = assistant.Fired{}
		s := firing{Firing: f}
		taken := t.lookAtFiring(&s)
		if err := t.Flush(ctx); err != nil || !*taken {
			return err
		}
		out.Taken = true
		out.Messages, err = t.fire(ctx, &s)
		return err
	})
	if err != nil {
		return assistant.Fired{}, named(err, "fire background task %s", f.Due.Ref)
	}
	return out, nil
}

// firing is what is known of a due time before it is taken up.
type firing struct {
	assistant.Firing
	now     time.Time // of the transaction
	task    assistant.BackgroundTask
	owner   assistant.Person
	deleted bool // the task's project
	lost    bool // nothing that was told since it began last could be shown where it is told

	last struct { // time that it was due
		message  assistant.MessageID
		outcome  assistant.BackgroundOutcome
		due      time.Time
		working  bool
		plan     assistant.PlanID // that waits for a decision
		version  int
		gathers  bool // planning has questions open
		tokens   int64
		micros   int64
		happened bool
	}
	settings     []byte
	tokens, cost int64      // of background work in the last day, but for the last time
	burst        *hookBurst // what started it, where that was no clock
}

// lookAtFiring queues locking what a firing changes, conversation, task and timer in this order, and reading what it hangs on.
// It gives whether it was this replica that took the timer away.
func (t *tx) lookAtFiring(s *firing) (taken *bool) {
	tenant, id := s.Due.Tenant, s.Due.Ref
	t.Lock(s.Due.Conversation)
	t.need(assistant.ErrNotFound, append(dests(&s.task), &s.now, &s.deleted), `select `+columns+`, :now,
			exists (select 1 from projects j where j.id = b.project_id and j.deleted_at is not null)
		from background_tasks b where b.id = $1 and b.tenant_id = $2 and b.conversation_id = $3 :locked`, id, tenant, s.Due.Conversation)
	taken = t.one([]any{new(int64)}, `delete from timers where id = $1 and tenant_id = $2 and kind = $3 and due_at = $4 returning id`, s.Due.ID, tenant, s.Due.Kind, s.Due.DueAt)
	t.one(tables.PersonDests(&s.owner), `select `+tables.PersonColumns+tables.LivingPerson(`(select b.owner_id from background_tasks b where b.id = $2)`), tenant, id)
	l := &s.last
	t.Each(func(scan func(...any) error) error {
		l.happened = true
		return scan(&l.message, &l.due, &l.outcome, &l.working, &l.gathers, &l.plan, &l.version, &l.tokens, &l.micros)
	}, `select w.message_id, w.due_at, w.outcome, `+tables.Working(`w.message_id`)+`, `+tables.Gathers(`w.message_id`)+`,
			(select p.id`+tables.Proposed(`w.message_id`)+` order by p.version desc limit 1), coalesce((select max(p.version)`+tables.Proposed(`w.message_id`)+`), 0),
			`+costs(tables.Spent(`c`))+`, `+costs(`c.micros`)+`
		from background_runs w join background_tasks b on b.id = w.task_id
		where w.task_id = $1 and w.tenant_id = $2 and w.message_id is not null order by w.due_at desc limit 1`, id, tenant)
	t.one([]any{&s.settings, &s.tokens, &s.cost}, `select n.settings, cast(coalesce(sum(w.tokens), 0) as bigint), cast(coalesce(sum(w.micros), 0) as bigint)
		from tenants n left join background_runs w on w.tenant_id = n.tenant_id and w.started_at > :before($2)
			and not (w.task_id = $3 and w.due_at = (select max(x.due_at) from background_runs x where x.task_id = $3 and x.message_id is not null))
		where n.tenant_id = $1 group by n.tenant_id`, tenant, 24*time.Hour, id)
	t.lost(s)
	return taken
}

// costs is what the due time w cost.
func costs(of string) string { return tables.Cost(`w.tenant_id`, `w.message_id`, of) }

// fire decides what becomes of a due time whose timer is taken, and queues it.
func (t *tx) fire(ctx context.Context, s *firing) ([]assistant.Message, error) {
	b := &s.task
	switch {
	case b.Status == assistant.BackgroundPaused && s.burst == nil && (b.Reason == assistant.WhyLeft || b.Reason == assistant.WhyRole || b.Reason == assistant.WhyOutside):
		return t.pausedSaid(ctx, s, b.Reason) // it was paused when its owner's rights ended, and is said now
	case b.Status != assistant.BackgroundActive:
		return nil, nil
	}
	if s.last.happened {
		t.Exec(`update background_runs set tokens = $4, micros = $5 where task_id = $1 and due_at = $2 and tenant_id = $3`,
			b.ID, s.last.due, b.Tenant, s.last.tokens, s.last.micros)
		if s.last.outcome != assistant.BackgroundFailed {
			b.Failures = 0
		}
	}
	if why := s.pauses(); why != "" {
		t.Exec(`update background_tasks set status = 'paused', reason = $3, updated_at = :now where id = $1 and tenant_id = $2`, b.ID, b.Tenant, why)
		return t.pausedSaid(ctx, s, why)
	}
	skipped, replaces, err := s.skips()
	if err != nil {
		return nil, err
	}
	var stops []assistant.RunID
	if replaces && s.last.working {
		t.Each(tables.Into(&stops, func(id *assistant.RunID) []any { return []any{id} }), `select r.id from assistant_runs r where r.tenant_id = $1 and r.status in ('planning', 'running') and r.id in (`+tables.RunsOf(`$2`)+`)`, b.Tenant, s.last.message)
		if err := t.Flush(ctx); err != nil {
			return nil, err
		}
	}
	return t.begins(s, skipped, replaces, stops)
}

// begins queues a due time: its words, or that it is left out, and the next one. Where it replaces the last one, that has put up a plan,
// or has runs to be stopped, or is still being thought about and makes way when it reads the words.
func (t *tx) begins(s *firing, skipped string, replaces bool, stops []assistant.RunID) ([]assistant.Message, error) {
	b := s.task
	var says []assistant.Message
	outcome, note := assistant.BackgroundOutcome(""), skipped
	var message any
	if skipped != "" {
		outcome = assistant.BackgroundSkipped
	} else {
		m := b.Says(s.Due.DueAt)
		if replaces {
			says, note = s.replaced(stops)
			m = b.SaysInstead(s.Due.DueAt)
		}
		m.ID = assistant.MessageID(t.NewID())
		says, message = append(says, m), m.ID
		if s.burst != nil {
			says = s.burst.told(says)
		}
	}
	last := b.Kind == assistant.BackgroundRecurring && (s.Next.IsZero() && !b.Ends.IsZero() || b.Left == 1 && skipped == "")
	if b.Left > 0 && skipped == "" {
		b.Left--
	}
	status, why := b.Status, b.Reason
	if s.Next.IsZero() && b.Kind == assistant.BackgroundOnce {
		status = assistant.BackgroundDone
	}
	if last {
		status, why, s.Next = assistant.BackgroundDone, assistant.WhyUntil, time.Time{}
		says = append(says, b.Over(s.Due.DueAt))
	}
	ms, err := t.Append(b.Conversation, says...)
	if err != nil {
		return nil, err
	}
	t.Exec(`insert into background_runs (tenant_id, task_id, due_at, started_at, outcome, note, message_id) values ($1, $2, $3, :now, $4, $5, $6)`,
		b.Tenant, b.ID, s.Due.DueAt, outcome, note, message)
	t.Exec(`update background_tasks set status = $3, failures = $4, reason = $5, times_left = $6, updated_at = :now where id = $1 and tenant_id = $2`,
		b.ID, b.Tenant, status, b.Failures, why, b.Left)
	if !s.Next.IsZero() {
		t.next(b, s.Next)
	}
	return ms, nil
}

// replaced is what ends the last time, and what is noted of it.
func (s *firing) replaced(stops []assistant.RunID) (ms []assistant.Message, note string) {
	note = assistant.NoteReplace
	if s.last.working {
		note = assistant.NoteStopped
	}
	if s.last.plan != "" {
		ms = append(ms, s.task.Withdraws(s.last.plan, s.last.version))
	}
	for _, run := range stops {
		ms = append(ms, s.task.Stops(run))
	}
	return ms, note
}
