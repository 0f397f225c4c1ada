package storage

import (
	"cmp"
	"context"
	"slices"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

const conversationColumns = `c.id, c.tenant_id, c.user_id, c.title, c.current_agent, c.project_id, c.language, c.seq, c.started_at, c.updated_at`

func conversationDests(c *assistant.Conversation) []any {
	return []any{&c.ID, &c.Tenant, &c.Person, &c.Title, &c.Agent, &c.Project, &c.Language, &c.Seq, &c.StartedAt, &c.UpdatedAt}
}

// Conversations lists the tenant's conversations, newest first.
func (d Conversations) Conversations(ctx context.Context, tenant assistant.TenantID, limit int) ([]assistant.Conversation, error) {
	return d.ConversationsBefore(ctx, tenant, "", "", limit)
}

// afterAll is after every id.
const afterAll = "ffffffff-ffff-ffff-ffff-ffffffffffff"

// ConversationsBefore gives those that began before one of them, newest first; of all where it names none. Where somebody is named
// it gives those that they are members of.
func (d Conversations) ConversationsBefore(ctx context.Context, tenant assistant.TenantID, who assistant.PersonID, before assistant.ConversationID, limit int) ([]assistant.Conversation, error) {
	if before == "" {
		before = afterAll
	}
	if err := cmp.Or(valid(before), optional(who)); err != nil {
		return nil, named(err, "list conversations before %s", before)
	}
	var out []assistant.Conversation
	err := d.in(ctx, mode{tenant: tenant, read: true}, func(t *tx) error {
		out = nil
		t.each(tables.Into(&out, conversationDests), `select `+conversationColumns+` from assistant_conversations c where c.tenant_id = $1 and c.id < $2 and `+memberOf(`$4`)+` order by c.id desc limit $3`, tenant, before, limit, null(who))
		return nil
	})
	return out, named(err, "list conversations")
}

// Conversation gives a conversation of the tenant.
func (d Conversations) Conversation(ctx context.Context, tenant assistant.TenantID, id assistant.ConversationID) (assistant.Conversation, error) {
	var c assistant.Conversation
	err := d.in(ctx, mode{tenant: tenant, read: true, given: valid(id)}, func(t *tx) error {
		t.need(assistant.ErrNotFound, conversationDests(&c),
			`select `+conversationColumns+` from assistant_conversations c where c.id = $1 and c.tenant_id = $2`, id, tenant)
		return nil
	})
	return c, named(err, "find conversation %s", id)
}

// ConversationOf tells which conversation a message is of.
func (d Conversations) ConversationOf(ctx context.Context, tenant assistant.TenantID, id assistant.MessageID) (assistant.ConversationID, error) {
	var out assistant.ConversationID
	err := d.in(ctx, mode{tenant: tenant, read: true, given: valid(id)}, func(t *tx) error {
		t.need(assistant.ErrNotFound, []any{&out},
			`select conversation_id from assistant_messages where id = $1 and tenant_id = $2`, id, tenant)
		return nil
	})
	return out, named(err, "find the conversation of message %s", id)
}

// StartConversation makes an empty conversation, or gives the one that the key has begun before; no key begins one each time.
func (d Conversations) StartConversation(ctx context.Context, tenant assistant.TenantID, b assistant.Beginning) (assistant.Conversation, error) {
	b.Agent = cmp.Or(b.Agent, assistant.Chief)
	var c assistant.Conversation
	err := d.in(ctx, mode{tenant: tenant, retry: b.Key != "", given: cmp.Or(optional(b.Person), optional(b.Project), tables.Storable(b.Key))}, func(t *tx) error {
		id := assistant.NewID[assistant.ConversationID](t.ids)
		t.owned(`persons`, string(b.Person), tenant)
		t.owned(livingProjects, string(b.Project), tenant)
		begun := t.one(conversationDests(&c), `select `+conversationColumns+` from assistant_conversations c where $2 <> '' and c.id in (
			select conversation_id from places where tenant_id = $1 and surface = $3 and space = '' and channel = $2 and thread = '')`, tenant, b.Key, assistant.SurfaceWeb)
		if err := t.flush(ctx); err != nil || begun.rows > 0 {
			return err
		}
		t.exec(`insert into assistant_conversations (id, tenant_id, user_id, title, current_agent, project_id, started_at, updated_at)
			values ($1, $2, $3, $4, $5, $6, :now, :now)`, id, tenant, null(b.Person), tables.Clean(b.Title), b.Agent, null(b.Project))
		if b.Key != "" {
			t.exec(`insert into places (id, tenant_id, conversation_id, surface, space, channel, thread, pulls, under, created_at)
				values ($1, $2, $3, $4, '', $5, '', $6, '', :now)`, t.ids.New(), tenant, id, assistant.SurfaceWeb, b.Key, true)
		}
		if b.Person != "" {
			t.join(tenant, id, b.Person, memberAsked)
		}
		t.one(conversationDests(&c), `select `+conversationColumns+` from assistant_conversations c where c.id = $1`, id)
		return nil
	})
	return c, named(err, "start conversation")
}

// owned queues finding a row of the tenant, where one is named.
func (t *tx) owned(table, id string, tenant assistant.TenantID) {
	if id != "" {
		t.need(assistant.ErrNotFound, []any{new(int64)}, `select 1 from `+table+` where id = $1 and tenant_id = $2`, id, tenant)
	}
}

// Focus selects a conversation's agent and project. An empty one leaves what is selected.
func (d Conversations) Focus(ctx context.Context, tenant assistant.TenantID, id assistant.ConversationID,
	agent assistant.AgentID, project assistant.ProjectID,
) error {
	err := d.in(ctx, mode{tenant: tenant, given: cmp.Or(valid(id), optional(project))}, func(t *tx) error {
		t.owned(livingProjects, string(project), tenant)
		t.must(assistant.ErrNotFound, `update assistant_conversations set
				current_agent = case when $3 <> '' then $3 else current_agent end, project_id = coalesce($4, project_id)
			where id = $1 and tenant_id = $2`, id, tenant, string(agent), null(project))
		return nil
	})
	return named(err, "focus conversation %s", id)
}

// Messages returns the messages right before a seq, or the newest ones when before is 0.
func (d Conversations) Messages(ctx context.Context, tenant assistant.TenantID, id assistant.ConversationID, before int64, limit int) (assistant.Page, error) {
	if before <= 0 {
		before = 1 << 62
	}
	var ms []assistant.Message
	err := d.listed(ctx, tenant, id, &ms, `g.seq < $3 order by g.seq desc limit $4`, before, limit+1)
	if err != nil {
		return assistant.Page{}, err
	}
	p := assistant.Page{HasMore: len(ms) > limit}
	if p.HasMore {
		ms = ms[:limit]
	}
	slices.Reverse(ms)
	p.Messages = ms
	if len(ms) > 0 {
		p.Before = ms[0].Seq
	}
	return p, nil
}

// MessagesAfter gives what follows a seq, oldest first.
func (d Conversations) MessagesAfter(ctx context.Context, tenant assistant.TenantID, id assistant.ConversationID, seq int64, limit int) ([]assistant.Message, error) {
	var ms []assistant.Message
	err := d.listed(ctx, tenant, id, &ms, `g.seq > $3 order by g.seq limit $4`, seq, limit)
	return ms, err
}

// headsAtOnce bounds the ids in one statement.
const headsAtOnce = 500

// Heads gives the seq of the newest message of each of the conversations that the tenant has: 0 where nothing was said yet.
func (d Conversations) Heads(ctx context.Context, tenant assistant.TenantID, ids []assistant.ConversationID) (map[assistant.ConversationID]int64, error) {
	heads := make(map[assistant.ConversationID]int64, len(ids))
	err := d.in(ctx, mode{tenant: tenant, read: true}, func(t *tx) error {
		clear(heads)
		for some := range slices.Chunk(ids, headsAtOnce) {
			args := []any{tenant}
			for _, id := range some {
				if assistant.ValidID(string(id)) {
					args = append(args, string(id))
				}
			}
			if len(args) == 1 {
				continue
			}
			t.each(func(scan func(...any) error) error {
				var id assistant.ConversationID
				var seq int64
				err := scan(&id, &seq)
				heads[id] = seq
				return err
			}, `select id, seq from assistant_conversations where tenant_id = $1 and id in (`+list(2, len(args)-1)+`)`, args...)
		}
		return nil
	})
	return heads, named(err, "read the heads of %d conversations", len(ids))
}

// SlotMessages gives the messages of one slot, oldest first.
func (d Conversations) SlotMessages(ctx context.Context, tenant assistant.TenantID, id assistant.ConversationID, slot assistant.Slot) ([]assistant.Message, error) {
	if slot == "" {
		return nil, nil
	}
	var ms []assistant.Message
	err := d.listed(ctx, tenant, id, &ms, `g.slot <> '' and g.slot = $3 order by g.seq`, slot)
	return ms, err
}

// SlotsWithin gives all messages, oldest first, of the slots that have a message in a stretch of the log, however far back or on
// they go.
func (d Conversations) SlotsWithin(ctx context.Context, tenant assistant.TenantID, id assistant.ConversationID, from, to int64) ([]assistant.Message, error) {
	var ms []assistant.Message
	err := d.listed(ctx, tenant, id, &ms, `g.slot <> '' and g.slot in (
		select s.slot from assistant_messages s where s.conversation_id = $1 and s.tenant_id = $2 and s.seq between $3 and $4 and s.slot <> ''
	) order by g.seq + 0`, from, to) // not by the index of seq: that would read the whole conversation
	return ms, err
}

// listed reads messages of a conversation that must exist.
func (d Conversations) listed(ctx context.Context, tenant assistant.TenantID, id assistant.ConversationID,
	to *[]assistant.Message, rest string, args ...any,
) error {
	err := d.in(ctx, mode{tenant: tenant, read: true, given: valid(id)}, func(t *tx) error {
		t.owned(`assistant_conversations`, string(id), tenant)
		t.each(collect(to), `select `+messageColumns+` from assistant_messages g
			where g.conversation_id = $1 and g.tenant_id = $2 and `+rest, append([]any{id, tenant}, args...)...)
		return nil
	})
	return named(err, "list messages of conversation %s", id)
}

// Settled tells whether a message's mail has been handled. It is true for one that never was mail.
func (d Conversations) Settled(ctx context.Context, tenant assistant.TenantID, id assistant.MessageID) (bool, error) {
	var waits bool
	err := d.in(ctx, mode{tenant: tenant, read: true, given: valid(id)}, func(t *tx) error {
		t.need(assistant.ErrNotFound, []any{&waits},
			`select exists (select 1 from mail l where l.message_id = g.id and l.tenant_id = $2)
			   from assistant_messages g where g.id = $1 and g.tenant_id = $2`, id, tenant)
		return nil
	})
	return err == nil && !waits, named(err, "look for mail of message %s", id)
}
