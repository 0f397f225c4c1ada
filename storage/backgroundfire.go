package storage

import (
	"context"
	"strings"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// FireBackground takes up a due time of a background task, once, whoever else tries to: its words enter its conversation as its
// owner's, with mail, and the timer of the next time is set, in one transaction. A task that cannot go on is paused, and its
// conversation told so; what the last time left at work may keep this one from beginning.
func (d Backgrounds) FireBackground(ctx context.Context, f assistant.Firing) (assistant.Fired, error) {
	var out assistant.Fired
	err := valid(string(f.Due.Conversation), f.Due.Ref)
	if err == nil {
		err = d.in(ctx, mode{tenant: f.Due.Tenant}, func(t *tx) (err error) {
			out = assistant.Fired{}
			h := head{tenant: f.Due.Tenant, conversation: f.Due.Conversation}
			s := firing{Firing: f}
			taken := t.lookAtFiring(&h, &s)
			if err := t.flush(ctx); err != nil || taken.rows == 0 {
				return err
			}
			out.Taken = true
			out.Messages, err = t.fire(ctx, &h, &s)
			return err
		})
	}
	if err != nil {
		return assistant.Fired{}, named(err, "fire background task %s", f.Due.Ref)
	}
	return out, nil
}

// firing is what is known of a due time before it is taken up.
type firing struct {
	assistant.Firing
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
// The statement it gives takes the timer away.
func (t *tx) lookAtFiring(h *head, s *firing) (taken *stmt) {
	tenant, id := s.Due.Tenant, s.Due.Ref
	t.lock(h)
	t.need(assistant.ErrNotFound, append(backgroundDests(&s.task), &s.deleted), `select `+backgroundColumns+`,
			exists (select 1 from projects j where j.id = b.project_id and j.deleted_at is not null)
		from background_tasks b where b.id = $1 and b.tenant_id = $2 and b.conversation_id = $3 :locked`, id, tenant, s.Due.Conversation)
	taken = t.exec(`delete from timers where id = $1 and tenant_id = $2 and kind = $3 and due_at = $4`, s.Due.ID, tenant, s.Due.Kind, s.Due.DueAt)
	t.one(personDests(&s.owner), `select `+personColumns+livingPerson(`(select b.owner_id from background_tasks b where b.id = $2)`), tenant, id)
	l := &s.last
	t.each(func(scan func(...any) error) error {
		l.happened = true
		return scan(&l.message, &l.due, &l.outcome, &l.working, &l.gathers, &l.plan, &l.version, &l.tokens, &l.micros)
	}, `select w.message_id, w.due_at, w.outcome, `+backgroundWorking()+`, `+backgroundGathers+`,
			(select p.id from agent_plans p where p.unasked = w.message_id and p.version > 0 and p.status = 'proposed' order by p.version desc limit 1),
			coalesce((select max(p.version) from agent_plans p where p.unasked = w.message_id and p.version > 0 and p.status = 'proposed'), 0),
			`+backgroundCost(`tokens`)+`, `+backgroundCost(`micros`)+`
		from background_runs w join background_tasks b on b.id = w.task_id
		where w.task_id = $1 and w.tenant_id = $2 and w.message_id is not null order by w.due_at desc limit 1`, id, tenant)
	t.one([]any{&s.settings, &s.tokens, &s.cost}, `select n.settings, cast(coalesce(sum(w.tokens), 0) as bigint), cast(coalesce(sum(w.micros), 0) as bigint)
		from tenants n left join background_runs w on w.tenant_id = n.tenant_id and w.started_at > :before($2)
			and not (w.task_id = $3 and w.due_at = (select max(x.due_at) from background_runs x where x.task_id = $3 and x.message_id is not null))
		where n.tenant_id = $1 group by n.tenant_id`, tenant, 24*time.Hour, id)
	t.lost(s)
	return taken
}

// What became of the due time w of the task b, as far as it is not over: by a plan, or by an agent that proposes as it goes.
func backgroundWorking() string {
	return `(exists (select 1 from mail m where m.message_id = w.message_id)
		or exists (select 1 from assistant_runs r where r.status in ('planning', 'running') and r.id in (` + runsOf(`w.message_id`) + `)))`
}

const backgroundGathers = `exists (select 1 from agent_plans p where p.unasked = w.message_id and p.version = 0 and p.status in ('gathering', 'choosing'))`

func backgroundWaits() string {
	return `(exists (select 1 from agent_plans p where p.unasked = w.message_id and p.version > 0 and p.status = 'proposed')
		or exists (select 1 from pending_actions a where a.status = 'pending' and a.run_id in (` + runsOf(`w.message_id`) + `)))`
}

// How many of a turn's model calls, and of an agent's steps, are counted.
const (
	modelCallsLooked = 16
	stepsLooked      = 8
)

// backgroundCost is what the due time w cost: the model calls of its turn, those of the agent who went on in later turns, and
// those of the runs that came of it.
func backgroundCost(what string) string {
	sum := `c.micros`
	if what == "tokens" {
		sum = tokensSpent(`c`)
	}
	return `(select cast(coalesce(sum(u.cost), 0) as bigint) from (
			select c.key, ` + sum + ` as cost from model_calls c where c.tenant_id = w.tenant_id and c.key in (` + keysOf(`w.message_id`, "model", modelCallsLooked) + `)
			union
			select c.key, ` + sum + ` from agent_chat_sessions s join model_calls c on c.tenant_id = s.tenant_id
				and c.key in (` + keysOf(`s.id`, "step", stepsLooked) + `) where s.cause_id = w.message_id
			union
			select c.key, ` + sum + ` from model_calls c where c.tenant_id = w.tenant_id and c.run_id in (` + runsOf(`w.message_id`) + `)) u)`
}

// keysOf are the keys of the first calls of a turn, or of an agent's session.
func keysOf(id, call string, n int) string {
	var keys strings.Builder
	for i := range n {
		if i > 0 {
			keys.WriteString(", ")
		}
		keys.WriteString(`cast(` + id + ` as text) || '/` + call + `-` + ordinal(i+1) + `'`)
	}
	return keys.String()
}

// fire decides what becomes of a due time whose timer is taken, and queues it.
func (t *tx) fire(ctx context.Context, h *head, s *firing) ([]assistant.Message, error) {
	b := &s.task
	switch {
	case b.Status == assistant.BackgroundPaused && s.burst == nil && (b.Reason == assistant.WhyLeft || b.Reason == assistant.WhyRole || b.Reason == assistant.WhyOutside):
		return t.pausedSaid(ctx, h, s, b.Reason) // it was paused when its owner's rights ended, and is said now
	case b.Status != assistant.BackgroundActive:
		return nil, nil
	}
	if s.last.happened {
		t.exec(`update background_runs set tokens = $4, micros = $5 where task_id = $1 and due_at = $2 and tenant_id = $3`,
			b.ID, s.last.due, b.Tenant, s.last.tokens, s.last.micros)
		if s.last.outcome != assistant.BackgroundFailed {
			b.Failures = 0
		}
	}
	if why := s.pauses(); why != "" {
		t.exec(`update background_tasks set status = 'paused', reason = $3, updated_at = :now where id = $1 and tenant_id = $2`, b.ID, b.Tenant, why)
		return t.pausedSaid(ctx, h, s, why)
	}
	skipped, replaces, err := s.skips()
	if err != nil {
		return nil, err
	}
	var stops []assistant.RunID
	if replaces && s.last.working {
		t.each(func(scan func(...any) error) error {
			var id assistant.RunID
			err := scan(&id)
			stops = append(stops, id)
			return err
		}, `select r.id from assistant_runs r where r.tenant_id = $1 and r.status in ('planning', 'running') and r.id in (`+runsOf(`$2`)+`)`, b.Tenant, s.last.message)
		if err := t.flush(ctx); err != nil {
			return nil, err
		}
	}
	return t.begins(h, s, skipped, replaces, stops)
}

// begins queues a due time: its words, or that it is left out, and the next one. Where it replaces the last one, that has put up a plan,
// or has runs to be stopped, or is still being thought about and makes way when it reads the words.
func (t *tx) begins(h *head, s *firing, skipped string, replaces bool, stops []assistant.RunID) ([]assistant.Message, error) {
	b := s.task
	var entries []entry
	outcome, note := assistant.BackgroundOutcome(""), skipped
	var message any
	if skipped != "" {
		outcome = assistant.BackgroundSkipped
	} else {
		m := b.Says(s.Due.DueAt)
		if replaces {
			entries, note = s.replaced(stops)
			m = b.SaysInstead(s.Due.DueAt)
		}
		m.ID = assistant.NewID[assistant.MessageID](t.ids)
		entries, message = append(entries, entry{message: m, mail: true}), m.ID
		if s.burst != nil {
			entries = s.burst.told(entries)
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
		entries = append(entries, entry{message: b.Over(s.Due.DueAt, s.Ends)})
	}
	ms, err := t.append(h, entries, map[string]bool{})
	if err != nil {
		return nil, err
	}
	t.exec(`insert into background_runs (tenant_id, task_id, due_at, started_at, outcome, note, message_id) values ($1, $2, $3, :now, $4, $5, $6)`,
		b.Tenant, b.ID, s.Due.DueAt, outcome, note, message)
	t.exec(`update background_tasks set status = $3, failures = $4, reason = $5, times_left = $6, updated_at = :now where id = $1 and tenant_id = $2`,
		b.ID, b.Tenant, status, b.Failures, why, b.Left)
	if !s.Next.IsZero() {
		t.backgroundDue(b, s.Next)
	}
	return ms, nil
}

// replaced is what ends the last time, and what is noted of it.
func (s *firing) replaced(stops []assistant.RunID) (entries []entry, note string) {
	note = assistant.NoteReplace
	if s.last.working {
		note = assistant.NoteStopped
	}
	var ms []assistant.Message
	if s.last.plan != "" {
		ms = append(ms, s.task.Withdraws(s.last.plan, s.last.version))
	}
	for _, run := range stops {
		ms = append(ms, s.task.Stops(run))
	}
	for _, m := range ms {
		entries = append(entries, entry{message: m, mail: m.Facts().Mail})
	}
	return entries, note
}

// pauses says why a task cannot go on; "" where it can.
func (s *firing) pauses() string {
	switch {
	case s.burst != nil && s.burst.itself:
		return assistant.WhyItself
	case s.task.Failures >= assistant.BackgroundFailures:
		return assistant.WhyFailed
	case s.owner.Left:
		return assistant.WhyLeft
	case s.owner.ID == "" || s.owner.Role == assistant.RoleGuest:
		return assistant.WhyRole
	case s.deleted:
		return assistant.WhyProject
	case s.lost:
		return assistant.WhyPlace
	default:
		return ""
	}
}

// skips says why a due time is left out, "" where it is not, and whether it takes the place of what the last one put up. What is
// due once is never left out.
func (s *firing) skips() (why string, replaces bool, err error) {
	if s.burst != nil && s.burst.atWork >= assistant.HookAtWork {
		return assistant.NoteManyAtWork, false, nil
	}
	waits := s.last.gathers || s.last.plan != ""
	if (s.last.working || waits) && s.task.Overlap != assistant.OverlapQueue {
		if s.task.Overlap != assistant.OverlapReplace || s.last.gathers {
			return assistant.NoteBusy, false, nil
		}
		replaces = true
	}
	if s.task.Kind == assistant.BackgroundOnce {
		return "", replaces, nil
	}
	bounds, err := assistant.ReadSettings(s.settings)
	if err != nil {
		return "", false, err
	}
	bounds.DailyTokens, bounds.DailyCents = assistant.Share(bounds.DailyTokens), assistant.Share(bounds.DailyCents)
	if spent := (assistant.Spending{Tokens: s.tokens + s.last.tokens, Micros: s.cost + s.last.micros, Bounds: bounds}); spent.Bounded() && spent.Over() {
		return assistant.NoteBudget, false, nil
	}
	return "", replaces, nil
}

// BackgroundRuns lists the times that a task was due, the newest first.
func (d Backgrounds) BackgroundRuns(ctx context.Context, tenant assistant.TenantID, id assistant.BackgroundID, limit int) ([]assistant.BackgroundRun, error) {
	var out []assistant.BackgroundRun
	err := valid(id)
	if err == nil {
		err = d.in(ctx, mode{tenant: tenant, read: true}, func(t *tx) error {
			out = nil
			t.each(func(scan func(...any) error) error {
				var r assistant.BackgroundRun
				err := scan(&r.Task, &r.Due, &r.At, &r.Outcome, &r.Note, &r.Message, &r.Tokens, &r.Micros)
				out = append(out, r)
				return err
			}, `select w.task_id, w.due_at, w.started_at, case when w.outcome <> '' then w.outcome when `+backgroundGathers+` or `+backgroundWaits()+` then 'waiting'
					when `+backgroundWorking()+` then 'working' else 'ran' end, w.note, w.message_id,
					`+backgroundCost(`tokens`)+`, `+backgroundCost(`micros`)+`
				from background_runs w where w.task_id = $1 and w.tenant_id = $2 order by w.due_at desc limit $3`, id, tenant, limit)
			return nil
		})
	}
	return out, named(err, "list runs of background task %s", id)
}

// backgroundFailed queues noting that what a background task began has failed; after some in a row its timer is due at once, so
// that it is paused and says so.
func (t *tx) backgroundFailed(tenant assistant.TenantID, words string, args ...any) {
	args = append([]any{tenant}, args...)
	of := `(select w.task_id from background_runs w where w.tenant_id = $1 and w.message_id = ` + words + `)`
	t.exec(`update background_tasks set failures = failures + 1 where tenant_id = $1 and id in `+of+`
		and exists (select 1 from background_runs w where w.tenant_id = $1 and w.message_id = `+words+` and w.outcome = '')`, args...)
	t.exec(`update background_runs set outcome = 'failed' where tenant_id = $1 and outcome = '' and message_id = `+words, args...)
	t.exec(`update timers set due_at = :now where tenant_id = $1 and kind = 'background' and ref in (select b.id from background_tasks b
		where b.id in `+of+` and b.failures >= `+ordinal(assistant.BackgroundFailures)+`)`, args...)
}
