package storage

import (
	"cmp"
	"context"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

// lineColumns are a conversation's as a list shows it, in the order of scanLine.
const lineColumns = conversationColumns + `, c.pinned_at is not null, exists (select 1 from assistant_runs r where r.conversation_id = c.id and r.status = 'running' and not (` + runWaits + `)),
	exists (select 1 from assistant_runs r where r.conversation_id = c.id and r.status = 'running' and ` + runWaits + `)`

// runWaits is of a run r what [assistant.RunView.Waits] is.
const runWaits = `exists (select 1 from assistant_tasks k where k.run_id = r.id and k.status = 'open' and k.approval_id is not null)
	and not exists (select 1 from assistant_tasks k where k.run_id = r.id and (k.status = 'in_progress'
		or (k.ready_at is not null or k.token is not null) and k.status not in ('completed', 'failed', 'cancelled')))`

func scanLine(l *assistant.ConversationLine) []any {
	return append(conversationDests(&l.Conversation), &l.Pinned, &l.Working, &l.Waiting)
}

// ListedConversations lists the conversations that began before the given one and are neither pinned nor removed, newest first.
// Without a given one it lists from the newest, with the pinned ones in front, last pinned first. If a person is named, only
// conversations that they are a member of are listed.
func (d Conversations) ListedConversations(ctx context.Context, tenant assistant.TenantID, who assistant.PersonID, listing assistant.Listing, before assistant.ConversationID, limit int) (pinned, newest []assistant.ConversationLine, err error) {
	first := before == ""
	if first {
		before = afterAll
	}
	if err := cmp.Or(valid(before), optional(who)); err != nil {
		return nil, nil, named(err, "list conversations before %s", before)
	}
	err = d.in(ctx, mode{tenant: tenant, read: true}, func(t *tx) error {
		pinned, newest = nil, nil
		if first {
			listed, args := inListing(listing, []any{tenant, limit, null(who)})
			t.lines(&pinned, `c.tenant_id = $1 and c.pinned_at is not null and c.removed_at is null and `+memberOf(`$3`)+listed+` order by c.pinned_at desc limit $2`, args...)
		}
		listed, args := inListing(listing, []any{tenant, before, limit, null(who)})
		t.lines(&newest, `c.tenant_id = $1 and c.id < $2 and c.pinned_at is null and c.removed_at is null and `+memberOf(`$4`)+listed+` order by c.id desc limit $3`, args...)
		return nil
	})
	return pinned, newest, named(err, "list conversations")
}

func (t *tx) lines(to *[]assistant.ConversationLine, where string, args ...any) {
	t.each(tables.Into(to, scanLine), `select `+lineColumns+` from assistant_conversations c where `+where, args...)
}

// ChangeConversation names a conversation, pins it or takes it out of lists; what the change does not name stays. Only the person
// it was begun for and admins may take it out; others get [assistant.ErrNotRemover].
func (d Conversations) ChangeConversation(ctx context.Context, tenant assistant.TenantID, id assistant.ConversationID, change assistant.ConversationChange) error {
	err := d.in(ctx, mode{tenant: tenant, given: cmp.Or(valid(id), optional(change.By))}, func(t *tx) error {
		t.owned(`assistant_conversations`, string(id), tenant)
		if change.Removed != nil {
			t.takesFromAll(id, tenant, change.By)
		}
		if change.Title != "" {
			t.exec(`update assistant_conversations set title = $3 where id = $1 and tenant_id = $2`, id, tenant, change.Title)
		}
		for _, mark := range []struct {
			column string
			set    *bool
		}{{`pinned_at`, change.Pinned}, {`removed_at`, change.Removed}} {
			switch {
			case mark.set == nil:
			case *mark.set:
				t.exec(`update assistant_conversations set `+mark.column+` = :now where id = $1 and tenant_id = $2`, id, tenant)
			default:
				t.exec(`update assistant_conversations set `+mark.column+` = null where id = $1 and tenant_id = $2`, id, tenant)
			}
		}
		return nil
	})
	return named(err, "change conversation %s", id)
}

// hitsRead is how many messages are looked at for the conversations that a search gives.
const hitsRead = 300

// SearchConversations finds conversations where every word of a text begins a word of the title or of one message. Matching titles
// come first, then the most recently said. If a person is named, only conversations that they are a member of are searched.
func (d Conversations) SearchConversations(ctx context.Context, tenant assistant.TenantID, who assistant.PersonID, text string, limit int) ([]assistant.ConversationFound, error) {
	words := d.dialect.words(text)
	if words == "" {
		return nil, nil
	}
	if err := optional(who); err != nil {
		return nil, named(err, "search conversations")
	}
	var titled, said []assistant.ConversationFound
	err := d.in(ctx, mode{tenant: tenant, read: true}, func(t *tx) error {
		titled, said = nil, nil
		var byTitle []assistant.ConversationLine
		t.lines(&byTitle, `c.tenant_id = $1 and c.removed_at is null and lower(c.title) like $2 escape '!' and `+memberOf(`$4`)+` order by c.id desc limit $3`, tenant, containing(text), limit, null(who))
		t.each(tables.Into(&said, func(f *assistant.ConversationFound) []any {
			return append(scanLine(&f.ConversationLine), &f.Text, &f.Slot, &f.At)
		}), `select `+lineColumns+`, g.content, g.slot, g.seq `+d.dialect.worded(`$2`, `$4`)+` and g.tenant_id = $1 and c.removed_at is null and `+memberOf(`$4`)+d.dialect.latest()+` limit $3`,
			tenant, words, hitsRead, null(who))
		if err := t.flush(ctx); err != nil {
			return err
		}
		for _, l := range byTitle {
			titled = append(titled, assistant.ConversationFound{ConversationLine: l})
		}
		return nil
	})
	return merged(append(titled, said...), limit), named(err, "search conversations")
}

// merged keeps one of each conversation, the first, with the first text that was found in it.
func merged(all []assistant.ConversationFound, limit int) []assistant.ConversationFound {
	var out []assistant.ConversationFound
	at := map[assistant.ConversationID]int{}
	for _, f := range all {
		if i, known := at[f.ID]; known {
			if out[i].Text == "" {
				out[i].Text, out[i].Slot, out[i].At = f.Text, f.Slot, f.At
			}
			continue
		}
		if len(out) < limit {
			at[f.ID] = len(out)
			out = append(out, f)
		}
	}
	return out
}

// containing is the pattern of what has a text in it, in small letters.
func containing(text string) string {
	return "%" + strings.NewReplacer("!", "!!", "%", "!%", "_", "!_").Replace(strings.ToLower(strings.TrimSpace(text))) + "%"
}
