package storage

import (
	"cmp"
	"context"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
	"github.com/aisteam/aisteam/assistant/titles"
)

// Receive takes what a person said, changed or took back, once: it binds the place to its conversation (a new one where
// there is none), finds or makes the person, appends the message and puts it in the mailbox. A key that was accepted before
// is answered with what was stored then, and nothing is written; where somebody who is signed in sends something else with it, that is
// [assistant.ErrKeyUsed]. A message can replace only one of the same person there: all others are
// [assistant.ErrNotTheirs]. An edit of something never said here is
// [assistant.ErrNotFound], as are another tenant's ids. What can never be stored as it is, a key that is no text or what
// breaks a constraint, is [assistant.ErrUnstorable].
func (d Intake) Receive(ctx context.Context, in assistant.Inbound) (assistant.Received, error) {
	return d.receive(ctx, in, nil)
}

func (d Intake) receive(ctx context.Context, in assistant.Inbound, takes *taking) (assistant.Received, error) {
	if err := receivable(in); err != nil {
		return assistant.Received{}, named(err, "receive")
	}
	var out assistant.Received
	err := d.in(ctx, mode{tenant: in.Tenant, retry: true}, func(t *tx) error {
		r, err := t.recognise(ctx, in)
		if err != nil {
			return err
		}
		r.takes = takes.anew(d.ledger)
		if r.known {
			out = r.Received
			return nil
		}
		out = t.receive(in, &r)
		if !r.begun && in.Before != "" {
			if err := t.before(in, out); err != nil {
				return err
			}
		}
		return t.finish(in, &r, &out)
	})
	if err != nil {
		return assistant.Received{}, named(err, "receive")
	}
	return out, nil
}

func receivable(in assistant.Inbound) error {
	if err := valid(in.Tenant); err != nil {
		return err
	}
	if err := optional(in.Conversation); err != nil {
		return err
	}
	if err := optional(in.Person); err != nil {
		return err
	}
	if err := optional(in.Project); err != nil {
		return err
	}
	if err := optional(in.Replaces); err != nil {
		return err
	}
	if err := valid(in.Mentions...); err != nil {
		return err
	}
	return tables.Storable(in.Key, in.ExternalID, in.Place.Space, in.Place.Channel, in.Place.Thread, in.Under, in.From.Space, in.From.External)
}

// reception is what is known before anything is written.
type reception struct {
	assistant.Received
	known   bool
	bound   bool // the place is bound already
	begun   bool // the conversation was there already
	counted bool // it is begun with the message
	subject assistant.MessageID
	words   string              // of the subject, as they are by now
	first   assistant.MessageID // version of the message that is replaced; "" where none is
	had     seen                // of the account, where it was known
	takes   *taking
}

// binds tells whether the inbound's place leads to its conversation. People who fetch the log themselves start as many
// conversations as they like unless their surface names a channel or a thread.
func binds(p assistant.Place) bool {
	return !p.Surface.Pulls() || p.Channel != "" || p.Thread != ""
}

// recognise reads what the rest builds on. What others may insert until then is guarded by unique keys; the loser of such a race
// starts again from here.
func (t *tx) recognise(ctx context.Context, in assistant.Inbound) (reception, error) {
	var r reception
	var stored assistant.Received
	var bound, given assistant.ConversationID
	var said string
	t.lookAround(in, &r, &stored, &said, &bound)
	if in.Conversation != "" {
		t.one([]any{&given}, `select id from assistant_conversations where id = $1 and tenant_id = $2`, in.Conversation, in.Tenant)
	}
	revises := in.Change != assistant.ChangeSaid && in.Change != ""
	if revises {
		t.lookSubject(in, &r)
	}
	if in.Replaces != "" {
		t.lookVersion(in, &r)
	}
	if err := t.flush(ctx); err != nil {
		return r, err
	}
	r.bound, r.Conversation = bound != "", bound
	if in.Conversation != "" {
		r.Conversation = given
	}
	r.begun = r.Conversation != ""
	switch {
	case in.Key != "" && stored.Message != "" && in.Person != "" && !repeats(in, r.Person, stored, said):
		return r, assistant.ErrKeyUsed
	case in.Key != "" && stored.Message != "":
		stored.Known = true
		r.Received, r.known = stored, true
	case in.Person != "" && r.Person == "", in.Conversation != "" && given == "", revises && r.subject == "":
		return r, assistant.ErrNotFound
	case in.Replaces != "" && r.first == "":
		return r, assistant.ErrNotTheirs
	case in.Change == assistant.ChangeEdited && r.words != "" && r.words == tables.Clean(in.Text):
		// Platforms tell of one edit twice, and of links that they unfurl: it says what is known.
		r.Message, r.known, r.Known = r.subject, true, true
	}
	return r, nil
}

// repeats tells whether somebody who is signed in sends again what they sent with the key before. What platforms send has keys that
// they make themselves, and may have been edited in between.
func repeats(in assistant.Inbound, who assistant.PersonID, stored assistant.Received, said string) bool {
	return stored.Person == who && said == tables.Clean(in.Text) && (in.Conversation == "" || stored.Conversation == in.Conversation)
}

// lookAround queues looking for the key, for who speaks and for the place, in one row.
func (t *tx) lookAround(in assistant.Inbound, r *reception, stored *assistant.Received, said *string, bound *assistant.ConversationID) {
	p := in.Place
	args := []any{in.Tenant, in.Key, p.Surface, p.Space, p.Channel, p.Thread, binds(p)}
	who, from := `i.person_id, i.name, p.name, p.zone, i.guest_at is not null, p.language, coalesce(p.zone_chosen, false)`,
		`left join identities i on i.tenant_id = $1 and i.surface = $8 and i.space = $9 and i.external_id = $10
		left join persons p on p.id = i.person_id`
	if in.Person != "" {
		who, from = `coalesce(p.merged_into, p.id), '', '', '', false, p.language, false`, `left join persons p on p.id = $8 and p.tenant_id = $1`
		args = append(args, in.Person)
	} else {
		args = append(args, in.From.Surface, in.From.Space, in.From.External)
	}
	t.one([]any{
		&stored.Conversation, &stored.Message, &stored.Person, &stored.Seq, said, bound,
		&r.Person, &r.had.account, &r.had.name, &r.had.zone, &r.had.guest, &r.had.language, &r.had.placed,
	}, `select g.conversation_id, g.id, `+tables.Survivor(`g.person_id`)+`, coalesce(g.seq, 0), coalesce(g.content, ''), w.conversation_id, `+who+`
		from (select 1 as one) o
		left join accepted a on a.tenant_id = $1 and a.key = $2
		left join assistant_messages g on g.id = a.message_id
		left join places w on w.tenant_id = $1 and w.surface = $3 and w.space = $4 and w.channel = $5 and w.thread = $6 and $7
		`+from, args...)
}

// lookSubject finds the message that an edit or a removal is about, and its words as they are by now.
func (t *tx) lookSubject(in assistant.Inbound, r *reception) {
	p := in.Place
	t.one([]any{&r.subject, &r.words}, `select g.id, (select o.content from assistant_messages o
			where o.conversation_id = g.conversation_id and o.tenant_id = $1 and o.slot = g.slot order by o.seq desc limit 1)
		from assistant_messages g where g.tenant_id = $1 and g.external_id = $2 and g.conversation_id in (
			select conversation_id from places
			 where tenant_id = $1 and surface = $3 and space = $4 and channel = $5 and thread = $6
			union select id from assistant_conversations where tenant_id = $1 and id = $7)
		order by g.seq limit 1`, in.Tenant, in.ExternalID, p.Surface, p.Space, p.Channel, p.Thread, null(in.Conversation))
}

// receive queues what has to exist before the message: the person, the conversation, the place.
func (t *tx) receive(in assistant.Inbound, r *reception) assistant.Received {
	switch {
	case r.Person == "":
		r.Person = t.makePerson(in.Tenant, in.From).ID
	case in.Person == "":
		t.refresh(in.Tenant, r.Person, in.From, r.had)
	}
	if r.Conversation == "" {
		t.begin(in, r)
	}
	switch {
	case !r.begun:
		t.join(in.Tenant, r.Conversation, r.Person, memberAsked)
	case in.Person == "": // a platform decides whom it lets in; a person who is signed in was a member before
		t.join(in.Tenant, r.Conversation, r.Person, memberThere)
	}
	if !r.bound && binds(in.Place) {
		p := in.Place
		t.exec(`insert into places (id, tenant_id, conversation_id, surface, space, channel, thread, pulls, under, created_at)
			values ($1, $2, $3, $4, $5, $6, $7, $8, $9, :now)`, t.ids.New(), in.Tenant, r.Conversation,
			p.Surface, p.Space, p.Channel, p.Thread, p.Surface.Pulls(), in.Under)
	}
	return assistant.Received{
		Conversation: r.Conversation, Person: r.Person, Message: assistant.NewID[assistant.MessageID](t.ids),
	}
}

// begin queues the conversation that a message begins, which counts the message at once unless something goes before it.
func (t *tx) begin(in assistant.Inbound, r *reception) {
	r.Conversation = assistant.NewID[assistant.ConversationID](t.ids)
	if in.Before != "" {
		t.exec(`insert into assistant_conversations (id, tenant_id, user_id, started_at, updated_at, project_id) values ($1, $2, $3, :now, :now, `+inChannel(4)+`)`,
			append([]any{r.Conversation, in.Tenant, r.Person}, channel(in)...)...)
		return
	}
	r.counted = true
	columns, values := `, ready_at`, `, :now`
	args := []any{r.Conversation, in.Tenant, r.Person, titles.Of(tables.Clean(in.Text)), null(in.Project), string(cmp.Or(in.Language, r.had.language, in.From.Language))}
	if r.takes != nil {
		r.takes.claimed = true
		columns, values = `, token, lease_until`, `, $7, :after($8)`
		args = append(args, r.takes.token, r.takes.lease)
	}
	project := inChannel(len(args) + 1)
	args = append(args, channel(in)...)
	if in.Agent != "" {
		args = append(args, in.Agent)
		columns, values = columns+`, current_agent`, values+`, $`+ordinal(len(args))
	}
	t.exec(`insert into assistant_conversations (id, tenant_id, user_id, started_at, updated_at, seq, title, project_id, language`+columns+`)
		values ($1, $2, $3, :now, :now, 1, $4, coalesce((select id from projects where id = $5 and tenant_id = $2 and deleted_at is null), `+project+`), $6`+values+`)`, args...)
}

// before queues storing what was said in the place earlier, as one message without an author. The conversation's log starts with
// it, and it is no mail.
func (t *tx) before(in assistant.Inbound, out assistant.Received) error {
	m := assistant.Message{
		ID: assistant.NewID[assistant.MessageID](t.ids), Tenant: in.Tenant, Conversation: out.Conversation, At: in.At,
		Author: assistant.AuthorUser, Kind: assistant.KindMessage, Content: in.Before, Body: assistant.Said{Before: true},
	}
	m.Key, m.Slot = assistant.BeforeKey+string(m.ID), assistant.SlotOf(m)
	t.exec(`update assistant_conversations set seq = seq + 1 where id = $1 and tenant_id = $2`, out.Conversation, in.Tenant)
	row, err := messageRow(m)
	if err != nil {
		return err
	}
	t.exec(insertInboundSQL, append(row, seenAt(in)...)...)
	return nil
}

// finish queues the message. The conversation's row comes first of what is shared, so seq order is commit order.
func (t *tx) finish(in assistant.Inbound, r *reception, out *assistant.Received) error {
	m := inboundMessage(in, r, out)
	if r.counted {
		out.Seq = 1
	} else {
		t.count(in, m, r, out)
	}
	m.As = saidAs(in)
	row, err := messageRow(m)
	if err != nil {
		return err
	}
	if row = append(row, seenAt(in)...); r.takes == nil {
		t.exec(insertInboundSQL, row...)
	} else {
		r.takes.message(t, row)
	}
	if in.Key != "" {
		t.exec(`insert into accepted (tenant_id, key, conversation_id, message_id, at) values ($1, $2, $3, $4, :now)`,
			in.Tenant, in.Key, out.Conversation, out.Message)
	}
	if r.takes == nil {
		t.exec(`insert into mail (tenant_id, conversation_id, message_id, at, halts) values ($1, $2, $3, :now, $4)`,
			in.Tenant, out.Conversation, out.Message, in.Halts)
	} else {
		r.takes.box(t, in, *out)
		if r.counted {
			r.takes.read(t, m, *out)
		}
	}
	switch b := m.Body.(type) { //nolint:gochecksumtype // people send nothing else
	case assistant.Revised:
		t.revised(m, b)
	case assistant.Said:
		for i, who := range b.Mentions {
			t.mentions(m, i, who)
		}
	}
	if r.first != "" {
		t.supersede(in)
	}
	return nil // nobody is woken: the place has seen what was said there
}

// count queues making the conversation one message longer, and ready.
func (t *tx) count(in assistant.Inbound, m assistant.Message, r *reception, out *assistant.Received) {
	ready, claimed := `ready_at = coalesce(ready_at, :now)`, `false`
	title := titles.Of(tables.Clean(m.Content))
	if r.subject != "" {
		title = "" // new words for old ones name nothing: they may be of what was taken back
	}
	args := []any{out.Conversation, in.Tenant, title, string(in.Agent), null(in.Project), string(in.Language), string(cmp.Or(r.had.language, in.From.Language))}
	took := new(bool)
	if takes := r.takes; takes != nil {
		ready, claimed, took = idleTaken, `coalesce(token = $8, false)`, &takes.claimed
		args = append(args, takes.token, takes.lease)
	}
	t.need(assistant.ErrNotFound, []any{&out.Seq, took}, `update assistant_conversations set seq = seq + 1, updated_at = :now, `+ready+`,
			title = case when title = '' then $3 else title end,
			current_agent = case when $4 <> '' then $4 else current_agent end,
			project_id = coalesce((select id from projects where id = $5 and tenant_id = $2 and deleted_at is null), project_id),
			language = case when $6 <> '' then $6 when language = '' then $7 else language end
		where id = $1 and tenant_id = $2 returning seq, `+claimed, args...)
	t.guarded() // the row is there: it was seen, or is made in front
}

// seenAt is where the words stood: insertInboundSQL keeps with them the place that a courier shows, or else what the person's
// own client says that it had drawn.
func seenAt(in assistant.Inbound) []any {
	p := in.Place
	var drawn any
	if in.Seen > 0 {
		drawn = in.Seen
	}
	return []any{p.Surface, p.Space, p.Channel, p.Thread, drawn}
}

// insertInboundSQL takes a message's seq from its conversation, which the same transaction has just moved on.
const insertInboundSQL = `insert into assistant_messages (id, tenant_id, conversation_id, seq, key, author, agent_id, person_id, kind,
		content, body_type, body, slot, cause, run_id, created_at, private, metadata, external_id, seen, place_id)
	values ($1, $2, $3, coalesce((select seq from assistant_conversations where id = $3), $4), $5, $6, $7, $8, $9,
		$10, $11, $12, $13, $14, $15, coalesce($16, :now), $17, $18, $19,
		$24, (select id from places where tenant_id = $2 and surface = $20 and space = $21 and channel = $22 and thread = $23 and not pulls))`

func inboundMessage(in assistant.Inbound, r *reception, out *assistant.Received) assistant.Message {
	m := assistant.Message{
		ID: out.Message, Tenant: in.Tenant, Conversation: out.Conversation, Key: in.Key, At: in.At,
		Author: assistant.AuthorUser, Person: out.Person, Kind: assistant.KindMessage, Content: in.Text,
		Body: assistant.Said{Files: in.Files, ExternalID: in.ExternalID, Replaces: r.first, Mentions: in.Mentions},
	}
	if m.Key == "" {
		m.Key = string(m.ID)
	}
	if r.subject != "" {
		m.Kind = assistant.KindStatus
		m.Body = assistant.Revised{Message: r.subject, Deleted: in.Change == assistant.ChangeDeleted}
	}
	if in.Change == assistant.ChangeDeleted {
		m.Content = ""
	}
	m.Slot = assistant.SlotOf(m)
	return m
}
