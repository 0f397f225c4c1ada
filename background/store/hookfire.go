package store

import (
	"context"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

// hookBurst is events that are told together, as they are taken up.
type hookBurst struct {
	id      string
	hook    assistant.HookID
	count   int
	last    bool
	echoes  int
	events  []assistant.HookEvent // the first of them
	atWork  int                   // starts of the task
	lately  int                   // starts of all tasks of its owner that events began, in the last minute
	dueLast time.Time             // when the task was due last; zero where it never was
	itself  bool                  // it tells the task its own words, as the ones before it did
}

// FireHook tells a task of the events of its hook whose window is over, once, whoever else tries to: the task's words enter its
// conversation with the events as what was read in a file, in one transaction. What keeps a task from beginning by the clock
// keeps it from beginning by an event. Where a person's tasks have begun often lately, it is put off, and more events may come to it.
func (d Tasks) FireHook(ctx context.Context, due assistant.Timer) (assistant.Fired, error) {
	var out assistant.Fired
	err := d.writes(ctx, due.Tenant, valid(string(due.Conversation), due.Ref), func(t *tx) (err error) {
		out = assistant.Fired{}
		b := hookBurst{id: due.Ref}
		var task assistant.BackgroundID
		t.need(assistant.ErrNotFound, []any{&b.hook, &task}, `select k.hook_id, h.task_id from hook_bursts k join hooks h on h.id = k.hook_id
			where k.id = $1 and k.tenant_id = $2`, due.Ref, due.Tenant)
		if err := t.Flush(ctx); err != nil {
			return err
		}
		s := firing{Firing: assistant.Firing{Due: due}, burst: &b}
		s.Due.Ref = string(task)
		taken := t.lookAtFiring(&s)
		said := t.lookAtBurst(&s)
		if err := t.Flush(ctx); err != nil || !*taken {
			return err
		}
		if b.lately >= assistant.HookStarts && s.task.Status == assistant.BackgroundActive {
			t.due(due.Tenant, due.Conversation, assistant.TimerHook, b.id, s.now.Add(assistant.HookStartsLater))
			return nil
		}
		out.Taken = true
		out.Messages, err = t.fireHook(ctx, &s, *said)
		return err
	})
	if err != nil {
		return assistant.Fired{}, named(err, "fire hook events %s", due.Ref)
	}
	return out, nil
}

// saidLately is how many of the last entries of a conversation are compared with what events tell.
const saidLately = 40

// lookAtBurst queues locking the events that are told together: none is added any more. It gives what the task said lately.
func (t *tx) lookAtBurst(s *firing) *[]string {
	b, task, tenant := s.burst, s.Due.Ref, s.Due.Tenant
	said := new([]string)
	t.need(assistant.ErrNotFound, []any{&b.count, &b.last}, `select count, last from hook_bursts where id = $1 and tenant_id = $2 :locked`, b.id, tenant)
	t.need(assistant.ErrNotFound, []any{&b.echoes, &b.dueLast, &b.lately, &b.atWork}, `select h.echoes, (select max(w.due_at) from background_runs w where w.task_id = $2),
			(select count(*) from background_runs w where w.tenant_id = $3 and w.started_at > :before($4) and w.message_id is not null and w.task_id in (
				select o.id from background_tasks o where o.tenant_id = $3 and o.kind = 'event' and o.owner_id = (select m.owner_id from background_tasks m where m.id = $2))),
			(select count(*) from (select x.message_id from background_runs x where x.task_id = $2 and x.message_id is not null and x.outcome = ''
				order by x.due_at desc limit 50) w where `+tables.Working(`w.message_id`)+`)
		from hooks h where h.id = $1 and h.tenant_id = $3`, b.hook, task, tenant, time.Minute)
	b.events = nil
	t.Each(tables.Into(&b.events, func(e *assistant.HookEvent) []any { return []any{&e.Kind, &e.Payload, &e.At} }), `select kind, payload, received_at from hook_events where burst_id = $1 and tenant_id = $2 order by received_at, id limit $3`, b.id, tenant, assistant.HookToldMost)
	t.Each(tables.Into(said, func(text *string) []any { return []any{text} }), `select g.content from assistant_messages g where g.conversation_id = $1 and g.tenant_id = $2 and g.author = 'assistant' and g.kind = 'message'
		and g.seq > (select c.seq - $3 from assistant_conversations c where c.id = $1)`, s.Due.Conversation, tenant, saidLately)
	return said
}

// fireHook decides what becomes of events that are taken up, and queues it.
func (t *tx) fireHook(ctx context.Context, s *firing, said []string) ([]assistant.Message, error) {
	b := s.burst
	s.Due.DueAt = s.now
	if !b.dueLast.Before(s.now) {
		s.Due.DueAt = b.dueLast.Add(time.Microsecond) // each start is one of its own
	}
	b.echoes++
	if !b.quotes(said) {
		b.echoes = 0
	}
	b.itself = b.echoes >= assistant.HookEchoes
	ms, err := t.fire(ctx, s)
	if err != nil {
		return nil, err
	}
	told := begun(ms)
	t.Exec(`update hook_bursts set fired_at = :now, message_id = $3 where id = $1 and tenant_id = $2`, b.id, s.Due.Tenant, null(told))
	if b.itself {
		b.echoes = 0 // whoever lets it go on has seen to it
	}
	t.Exec(`update hooks set echoes = $3 where id = $1 and tenant_id = $2`, b.hook, s.Due.Tenant, b.echoes)
	switch {
	case told == "":
		t.Exec(`update hook_events set note = $3 where burst_id = $1 and tenant_id = $2`, b.id, s.Due.Tenant, s.dropped())
	case b.last:
		t.Exec(`update background_tasks set status = 'done', reason = $3, updated_at = :now where id = $1 and tenant_id = $2`, s.task.ID, s.Due.Tenant, assistant.WhyUntil)
	}
	t.forgetEvents(s.Due.Tenant, b.hook)
	return ms, nil
}

// begun is the message with which a task began; "" where it did not.
func begun(ms []assistant.Message) assistant.MessageID {
	for _, m := range ms {
		if b, ok := m.Body.(assistant.Said); ok && b.Background != "" {
			return m.ID
		}
	}
	return ""
}

// dropped says why events started nothing.
func (s *firing) dropped() string {
	if why, _, err := s.skips(); err == nil && why != "" && s.task.Status == assistant.BackgroundActive && s.pauses() == "" {
		return why
	}
	return assistant.NoteDropped
}

// quotes tells whether all the events tell what was said here lately.
func (b *hookBurst) quotes(said []string) bool {
	for _, e := range b.events {
		found := false
		for _, text := range said {
			found = found || e.Quotes(text)
		}
		if !found {
			return false
		}
	}
	return len(b.events) > 0
}

// told gives the words with which a task begins, the last of those that are said, the events that started it.
func (b *hookBurst) told(says []assistant.Message) []assistant.Message {
	last := &says[len(says)-1]
	about, truncated := assistant.HookTold(b.events, b.count)
	said, read := last.Told(about, truncated)
	*last = said
	return append(says, read)
}
