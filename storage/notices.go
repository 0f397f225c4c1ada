package storage

import (
	"context"
	"slices"
	"strconv"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

// noticesKept is how long the panel's inbox lists what a person was told.
const noticesKept = 90 * 24 * time.Hour

// tells queues that somebody is to be told a message where they want to hear of it, the number of those who are.
func (t *tx) tells(m assistant.Message, number int, who assistant.PersonID) {
	t.exec(`insert into timers (tenant_id, conversation_id, kind, ref, version, due_at, person_id) values ($1, $2, $3, $4, $5, :now, $6)
		on conflict (tenant_id, kind, ref, version) do nothing`, m.Tenant, m.Conversation, assistant.TimerTold, m.ID, number, who)
}

// tellsOwner queues it for the owner of what started the work that a message came of, where they want to hear of some topic elsewhere
// than in its conversation; nothing where it came of none.
func (t *tx) tellsOwner(m assistant.Message) {
	words, of := `$5`, null(m.Cause)
	if m.Run != "" {
		words, of = runWords(`$5`), m.Run
	}
	t.exec(`insert into timers (tenant_id, conversation_id, kind, ref, version, due_at, person_id)
		select $1, $2, $3, $4, 0, :now, p.id from `+t.starts.rows+` b join persons p on p.tenant_id = b.tenant_id and p.id = `+tables.Survivor(`b.owner_id`)+` and p.elsewhere
		where b.tenant_id = $1 and b.id = `+startOf(words)+`
		on conflict (tenant_id, kind, ref, version) do nothing`, m.Tenant, m.Conversation, assistant.TimerTold, m.ID, of)
}

// toldTo is a message that somebody is to be told, with who that is.
type toldTo struct {
	message []assistant.Message
	person  assistant.PersonID
}

func (t *tx) toldTo(due assistant.Timer, to *toldTo) {
	t.one([]any{&to.person}, `select person_id from timers where id = $1 and tenant_id = $2 and due_at = $3 and person_id is not null`, due.ID, due.Tenant, due.DueAt)
	t.each(collect(&to.message), `select `+messageColumns+` from assistant_messages g where g.id = $1 and g.conversation_id = $2 and g.tenant_id = $3`,
		due.Ref, due.Conversation, due.Tenant)
}

// Telling gives what a due timer is to tell somebody, and how that was tried so far; [assistant.ErrNotFound] where there is nothing
// to tell any more.
func (d Timers) Telling(ctx context.Context, due assistant.Timer) (assistant.Telling, error) {
	var a assistant.Telling
	err := d.in(ctx, mode{tenant: due.Tenant, read: true}, func(t *tx) error {
		a = assistant.Telling{}
		var to toldTo
		t.toldTo(due, &to)
		if err := t.flush(ctx); err != nil {
			return err
		}
		if len(to.message) == 0 || to.person == "" {
			return assistant.ErrNotFound
		}
		m := to.message[0]
		a.Topic, a.Slot, a.Beside, a.To.Person = assistant.TopicOf(m), assistant.SlotOf(m), m.Cause == "", to.person
		t.callsOf(due, a.Slot, &a.Calls)
		switch a.Topic {
		case assistant.TopicDecisions:
			return t.awaiting(ctx, due, m, &a)
		case assistant.TopicPeople:
			return t.wanted(ctx, due, &a)
		case assistant.TopicResults, assistant.TopicFailures, assistant.TopicDigests:
		}
		t.addressee(due, &a.To)
		return t.flush(ctx)
	})
	return a, named(err, "look for what %s is to be told", due.Ref)
}

// Tell takes the next step to tell somebody something: sends it, keeps it for the panel's inbox, or both, and sets when to look
// again. It does nothing where another replica has taken the timer: taken is false then.
func (d Timers) Tell(ctx context.Context, due assistant.Timer, step assistant.TellStep) (taken bool, err error) {
	err = d.in(ctx, mode{tenant: due.Tenant}, func(t *tx) error {
		taken = false
		h := head{tenant: due.Tenant, conversation: due.Conversation}
		var to toldTo
		t.lock(&h)
		t.toldTo(due, &to)
		moved := t.moveTimer(due, step.Next)
		if err := t.flush(ctx); err != nil {
			return err
		}
		if taken = moved.rows > 0; !taken || len(to.message) == 0 || to.person == "" {
			return nil
		}
		m := to.message[0]
		if step.Call != nil {
			t.directPlace(due, assistant.DirectPlace(*step.Call, assistant.SlotOf(m)), m.Seq)
		}
		if step.Keep {
			t.notice(m, to.person)
		}
		return nil
	})
	return taken, named(err, "tell somebody of %s", due.Ref)
}

// notice queues storing for the panel's inbox what a person is told, according to their present settings, and deletes old entries.
func (t *tx) notice(m assistant.Message, who assistant.PersonID) {
	t.exec(`delete from notices where tenant_id = $1 and person_id = $2 and created_at < :before($3)`, m.Tenant, who, noticesKept)
	t.exec(`insert into notices (tenant_id, person_id, message_id, conversation_id, topic, created_at) values ($1, $2, $3, $4, $5, :now)
		on conflict (person_id, message_id) do nothing`, m.Tenant, who, m.ID, m.Conversation, assistant.TopicOf(m))
}

// Notices lists what a person was told outside its conversation, or asked not to be told anywhere, newest first.
func (d People) Notices(ctx context.Context, tenant assistant.TenantID, id assistant.PersonID, limit int) ([]assistant.Notice, error) {
	var out []assistant.Notice
	err := d.in(ctx, mode{tenant: tenant, read: true, given: valid(id)}, func(t *tx) error {
		var ms []assistant.Message
		out = nil
		from := ` from notices n join assistant_messages g on g.id = n.message_id and g.conversation_id = n.conversation_id
			where n.tenant_id = $1 and ` + tables.Survivor(`n.person_id`) + ` = $2 order by n.created_at desc, n.message_id limit $3`
		t.each(tables.Into(&out, func(n *assistant.Notice) []any { return []any{&n.Topic, &n.Conversation, &n.Title} }), `select n.topic, n.conversation_id, (select c.title from assistant_conversations c where c.id = n.conversation_id)`+from, tenant, id, limit)
		t.each(collect(&ms), `select `+messageColumns+from, tenant, id, limit)
		if err := t.flush(ctx); err != nil {
			return err
		}
		for i := range out {
			out[i].Message = ms[i]
		}
		return nil
	})
	return out, named(err, "list what person %s was told", id)
}

// awaiting reads how a person may be told that something waits for their decision: where they are reached when they are not
// looking. A chat shows its cards to its own members; a person to whom the matter was handed gets a direct message as well, if they
// can be sent one.
func (t *tx) awaiting(ctx context.Context, due assistant.Timer, m assistant.Message, a *assistant.Telling) error {
	of, about := awaits(m, due)
	var w waitingFor
	var chats, handed int
	if err := t.waitingFor(of, about, &w); err != nil {
		return err
	}
	t.one([]any{&chats}, `select count(*) from places h where h.conversation_id = $1 and h.tenant_id = $2 and h.surface in ('slack', 'discord') and not `+inDirect(`h`),
		due.Conversation, due.Tenant)
	t.handedTo(about, of, a.To.Person, &handed)
	t.addressee(due, &a.To)
	if err := t.flush(ctx); err != nil {
		return err
	}
	if !w.open {
		return assistant.ErrNotFound
	}
	a.Beside, a.Until = chats == 0 || handed > 0, w.b.ExpiresAt
	if handed == 0 {
		a.To.Accounts = slices.DeleteFunc(a.To.Accounts, func(i assistant.Identity) bool { return !i.Surface.Away() })
	}
	return nil
}

// awaits is what a message has put before people, as its timers name it.
func awaits(m assistant.Message, due assistant.Timer) (assistant.TimerKind, assistant.Timer) {
	switch b := m.Body.(type) { //nolint:gochecksumtype // nothing else waits for a decision
	case assistant.PlanProposed:
		due.Ref, due.Version = string(b.Plan.ID), b.Plan.Version
		return assistant.TimerPlan, due
	case assistant.ApprovalRequested:
		due.Ref, due.Version = string(b.Approval.ID), 0
		return assistant.TimerApproval, due
	case assistant.Asked:
		due.Ref, due.Version = string(b.Clarification.ID), 0
		return assistant.TimerClarification, due
	}
	return "", due
}

// reachedAway is the condition that a person of the tenant $1 is told things while they look at nothing.
func reachedAway(who string) string {
	return `exists (select 1 from reaches r where r.tenant_id = $1 and r.code is null and ` + ofPerson(`r.person_id`, who) + `)`
}

// reachedByMessage is the condition that they have an account to which direct messages go.
func reachedByMessage(who string) string {
	return `exists (select 1 from identities i where i.tenant_id = $1 and i.surface in ('slack', 'discord') and ` + ofPerson(`i.person_id`, who) + `)`
}

// announces queues a timer by which somebody is told what was put before people at a position, where they are reached. Which of the timers of
// that message it is, the number says, an expression of SQL.
func (t *tx) announces(due assistant.Timer, number, reached string, p assistant.PersonID, seq int64) {
	t.exec(`insert into timers (tenant_id, conversation_id, kind, ref, version, due_at, person_id)
		select $1, $2, $3, m.id, `+number+`, :now, $4 from assistant_messages m where m.conversation_id = $2 and m.tenant_id = $1 and m.seq = $5 and (`+reached+`)
		on conflict (tenant_id, kind, ref, version) do nothing`, due.Tenant, due.Conversation, assistant.TimerTold, p, seq)
}

// Announce has those told of what waits for them who are reached while they look at nothing, each by a timer of their own, and lets the due
// timer come again. It does nothing where what waits has been settled meanwhile, or where another replica has moved the timer.
func (d Timers) Announce(ctx context.Context, due assistant.Timer, who []assistant.PersonID, next time.Time) error {
	of, err := reminds(due)
	if err == nil {
		err = valid(who...)
	}
	if err != nil {
		return named(err, "announce %s", due.Ref)
	}
	err = d.in(ctx, mode{tenant: due.Tenant}, func(t *tx) error {
		h := head{tenant: due.Tenant, conversation: due.Conversation}
		var w waitingFor
		t.lock(&h)
		moved := t.moveTimer(due, next)
		if err := t.waitingFor(of, due, &w); err != nil {
			return err
		}
		if err := t.flush(ctx); err != nil || moved.rows == 0 || !w.open {
			return err
		}
		for i, p := range who {
			t.announces(due, strconv.Itoa(i), reachedAway(`$4`), p, w.seq)
		}
		return nil
	})
	return named(err, "announce %s %s", of, due.Ref)
}
