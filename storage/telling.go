package storage

import (
	"context"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

// noticesKept is for how long the panel's inbox lists what somebody was told.
const noticesKept = 90 * 24 * time.Hour

// tells queues that somebody is to be told a message where they want to hear of it.
func (t *tx) tells(m assistant.Message, who assistant.PersonID) {
	t.exec(`insert into timers (tenant_id, conversation_id, kind, ref, version, due_at, person_id) values ($1, $2, $3, $4, 0, :now, $5)
		on conflict (tenant_id, kind, ref, version) do nothing`, m.Tenant, m.Conversation, assistant.TimerTold, m.ID, who)
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
		t.addressee(due, &a.To)
		t.callsOf(due, a.Slot, &a.Calls)
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

// notice queues keeping for the panel's inbox what somebody is told, by what they want to hear now, and forgetting what is old.
func (t *tx) notice(m assistant.Message, who assistant.PersonID) {
	t.exec(`delete from notices where tenant_id = $1 and person_id = $2 and created_at < :before($3)`, m.Tenant, who, noticesKept)
	t.exec(`insert into notices (tenant_id, person_id, message_id, conversation_id, topic, created_at) values ($1, $2, $3, $4, $5, :now)
		on conflict (person_id, message_id) do nothing`, m.Tenant, who, m.ID, m.Conversation, assistant.TopicOf(m))
}

// Notices lists what somebody was told elsewhere than in its conversation, or wanted to hear nowhere, the newest first.
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
