package storage

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// head is the end of a conversation's log, held by a lock on the conversation's row.
type head struct {
	tenant       assistant.TenantID
	conversation assistant.ConversationID
	seq          int64
	now          time.Time // the transaction's, by the clock that decides
	gives        *bool     // the claim goes back with the append; what it points to then says that mail came meanwhile
	shows        *showing  // places claimed along with the append; nil if nobody wants them
}

// entry is a message on its way into the log.
type entry struct {
	message assistant.Message
	mail    bool // it also goes into the conversation's mailbox
}

// lock queues the lock on the conversation. Every transaction that appends takes it first.
func (t *tx) lock(h *head) {
	t.need(assistant.ErrNotFound, []any{&h.seq, &h.now},
		`select seq, :now from assistant_conversations where id = $1 and tenant_id = $2 :locked`, h.conversation, h.tenant)
}

// fence queues the lock for the holder of a claim, and looks up which of the keys are in the log already. The answer stays
// true: the keys of a turn are written by its holder alone, and an earlier holder has committed by now or never will.
func (t *tx) fence(c assistant.Claim, h *head, ms []assistant.Message) map[string]bool {
	*h = head{tenant: c.Tenant, conversation: c.Conversation}
	found := map[string]bool{}
	args := []any{c.Conversation, c.Tenant, null(c.Token)}
	for _, m := range ms {
		if m.Key != "" {
			args = append(args, m.Key)
		}
	}
	keys := []string{`''`}
	for i := range args[3:] {
		keys = append(keys, `coalesce((select g.key from assistant_messages g where `+byKey(i+4)+`), '')`)
	}
	var all string
	s := t.each(func(scan func(...any) error) error {
		err := scan(&h.seq, &h.now, &all)
		for key := range strings.SplitSeq(all, between) {
			found[key] = true
		}
		return err
	}, `select seq, :now, `+strings.Join(keys, ` || '`+between+`' || `)+` from assistant_conversations
		where id = $1 and tenant_id = $2 and token = $3 and lease_until > :now :locked`, args...)
	t.needed(assistant.ErrFenced, s)
	return found
}

// between separates keys; no key contains it.
const between = "\x1f"

// byKey finds one message of the conversation $1. Each key is looked up by itself: a plan for a list of them that is made while
// conversations are short reads all of one that has become long.
func byKey(n int) string { return `g.conversation_id = $1 and g.key = $` + strconv.Itoa(n) }

// known queues the lookup of which keys the conversation's log has already.
func (t *tx) known(conversation assistant.ConversationID, ms []assistant.Message) map[string]bool {
	found := map[string]bool{}
	args := []any{conversation}
	var each []string
	for _, m := range ms {
		if m.Key != "" {
			args = append(args, m.Key)
			each = append(each, `select g.key from assistant_messages g where `+byKey(len(args)))
		}
	}
	if len(each) > 0 {
		t.each(func(scan func(...any) error) error {
			var key string
			err := scan(&key)
			found[key] = true
			return err
		}, strings.Join(each, ` union all `), args...)
	}
	return found
}

// append queues the entries whose keys are new: their rows, projections and mail, and the wake of the places that are behind.
// The conversation must be locked. h is moved to the new end; a claim that h releases is over.
func (t *tx) append(h *head, entries []entry, known map[string]bool) ([]assistant.Message, error) {
	var ms []assistant.Message
	var mail []assistant.MessageID
	for _, e := range entries {
		if e.message.Key != "" && known[e.message.Key] {
			continue
		}
		m := t.complete(e.message, *h)
		known[m.Key] = true
		h.seq++
		m.Seq = h.seq
		ms = append(ms, m)
		if e.mail {
			mail = append(mail, m.ID)
		}
	}
	if len(ms) == 0 {
		if h.gives != nil {
			t.one([]any{h.gives}, `update assistant_conversations set token = null, lease_until = null where id = $1 and tenant_id = $2
				returning ready_at is not null`, h.conversation, h.tenant)
		}
		return nil, nil
	}
	if err := t.insertMessages(ms); err != nil {
		return nil, err
	}
	for _, m := range ms {
		if err := t.project(m); err != nil {
			return nil, fmt.Errorf("project %s: %w", m.Body.Type(), err)
		}
	}
	t.advance(*h, mail)
	if h.shows != nil {
		t.takePlaces(*h)
	} else {
		t.wakePlaces(h.tenant, h.conversation)
	}
	return ms, nil
}

// advance queues the conversation's new end, and the mail.
func (t *tx) advance(h head, mail []assistant.MessageID) {
	sql := `update assistant_conversations set seq = $3, updated_at = :now`
	if len(mail) > 0 {
		sql += `, ready_at = coalesce(ready_at, :now)`
	}
	if h.gives != nil {
		sql += `, token = null, lease_until = null`
	}
	sql += ` where id = $1 and tenant_id = $2`
	if h.gives != nil {
		t.one([]any{h.gives}, sql+` returning ready_at is not null`, h.conversation, h.tenant, h.seq)
	} else {
		t.exec(sql, h.conversation, h.tenant, h.seq)
	}
	for _, id := range mail {
		t.exec(`insert into mail (tenant_id, conversation_id, message_id, at) values ($1, $2, $3, :now)`,
			h.tenant, h.conversation, id)
	}
}

// wokenAt is when a place is shown what is new. What rests, rests; a closed place is tried again, since somebody may have opened it.
const wokenAt = `case when closed then :now else coalesce(ready_at, :now) end`

// wakePlaces queues the wake of the places that are now behind. Ready ones are updated as well: the update then waits for a
// concurrent claim of the place and marks it afterwards.
func (t *tx) wakePlaces(tenant assistant.TenantID, c assistant.ConversationID) *stmt {
	return t.exec(`update places set ready_at = `+wokenAt+` where conversation_id = $1 and tenant_id = $2 and not pulls`,
		c, tenant)
}

// Post appends a message from outside any claim, projects it and, where it is mail, puts it in its conversation's mailbox. A key that is
// known in the conversation returns the stored message and writes nothing. What the message decides may have been decided
// before ([assistant.ErrDecided]), be stopped ([assistant.ErrStopped]) or not exist ([assistant.ErrNotFound]).
func (d Intake) Post(ctx context.Context, m assistant.Message) (assistant.Message, error) {
	if err := postable(m); err != nil {
		return assistant.Message{}, named(err, "post")
	}
	var out assistant.Message
	err := d.in(ctx, mode{tenant: m.Tenant}, func(t *tx) error {
		h := head{tenant: m.Tenant, conversation: m.Conversation}
		t.lock(&h)
		var stored []assistant.Message
		if m.Key != "" {
			t.each(collect(&stored), `select `+messageColumns+` from assistant_messages g
				where g.conversation_id = $1 and g.tenant_id = $2 and g.key = $3`, m.Conversation, m.Tenant, m.Key)
		}
		if err := t.flush(ctx); err != nil {
			return err
		}
		if len(stored) > 0 {
			out = stored[0]
			return nil
		}
		ms, err := t.append(&h, []entry{{message: m, mail: m.Facts().Mail}}, map[string]bool{})
		if err != nil {
			return err
		}
		out = ms[0]
		return nil
	})
	if err != nil {
		return assistant.Message{}, named(err, "post to conversation %s", m.Conversation)
	}
	return out, nil
}

func postable(m assistant.Message) error {
	if err := valid(m.Tenant); err != nil {
		return err
	}
	if err := valid(m.Conversation); err != nil {
		return err
	}
	if err := optional(m.Person); err != nil {
		return err
	}
	if f := m.Facts(); f.Acts {
		return valid(f.Subject)
	}
	return nil
}

// Append adds a batch in the middle of the work, behind the conversation's claim.
func (d Mailboxes) Append(ctx context.Context, c assistant.Claim, b assistant.Batch) error {
	if b.Empty() {
		return nil
	}
	_, err := d.claimed(ctx, c, assistant.Settling{Batch: b}, false)
	return named(err, "append to conversation %s", c.Conversation)
}

// SettleAll ends the work on the mails that one batch answers: in one transaction and behind the claim, it adds the batch and takes
// the mails out of the mailbox. If a mail is already gone, it adds what is new of the batch and reports no error. With Last it also
// gives back the claim; Ready then says that mail arrived meanwhile, so somebody should be woken. If Shows asks for it, the
// conversation's unclaimed places are claimed too, each with what it has yet to show.
func (d Mailboxes) SettleAll(ctx context.Context, c assistant.Claim, s assistant.Settling) (assistant.Settled, error) {
	done, err := d.claimed(ctx, c, s, true)
	return done, named(err, "settle %d mails of conversation %s", len(s.Mails), c.Conversation)
}

func (d *ledger) claimed(ctx context.Context, c assistant.Claim, s assistant.Settling, settles bool) (assistant.Settled, error) {
	var ready bool
	var shows *showing
	err := d.in(ctx, mode{tenant: c.Tenant}, func(t *tx) error {
		var h head
		known := t.fence(c, &h, s.Batch.Messages)
		if s.Last {
			h.gives = &ready
		}
		if settles {
			shows = &showing{surfaces: s.Shows, lease: s.Lease, token: d.token()}
			h.shows = shows
		}
		if err := t.flush(ctx); err != nil {
			return err
		}
		if _, err := t.append(&h, unmailed(s.Batch.Messages), known); err != nil {
			return err
		}
		t.modelCalls(h, s.Batch.ModelCalls)
		if err := t.agentSessions(h, s.Batch.Sessions); err != nil {
			return err
		}
		t.recording(h, s.Batch.Recording)
		if len(s.Mails) > 0 {
			args := []any{c.Conversation, c.Tenant}
			for _, id := range s.Mails {
				args = append(args, id)
			}
			t.exec(`delete from mail where conversation_id = $1 and tenant_id = $2 and id in (`+list(3, len(s.Mails))+`)`, args...)
		}
		return nil
	})
	return assistant.Settled{Ready: ready, Places: shows.claims(), Behind: shows.left()}, err
}

func unmailed(ms []assistant.Message) []entry {
	out := make([]entry, len(ms))
	for i, m := range ms {
		out[i] = entry{message: m}
	}
	return out
}
