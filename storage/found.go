package storage

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/aisteam/aisteam/assistant"
)

// lineColumns are a conversation's as a list shows it, in the order of scanLine.
const lineColumns = conversationColumns + `, c.pinned_at is not null, exists (select 1 from assistant_runs r where r.conversation_id = c.id and r.status = 'running')`

func scanLine(l *assistant.ConversationLine) []any {
	return append(conversationDests(&l.Conversation), &l.Pinned, &l.Working)
}

// ListedConversations gives those that began before one of them and are neither pinned nor removed, the newest first; of all where it
// names none, and then with the pinned ones in front, the one that was pinned last first. Where somebody is named, they are those
// that they took part in.
func (d Conversations) ListedConversations(ctx context.Context, tenant assistant.TenantID, who assistant.PersonID, before assistant.ConversationID, limit int) (pinned, newest []assistant.ConversationLine, err error) {
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
			t.lines(&pinned, `c.tenant_id = $1 and c.pinned_at is not null and c.removed_at is null and `+tookPart(`$3`)+` order by c.pinned_at desc limit $2`, tenant, limit, null(who))
		}
		t.lines(&newest, `c.tenant_id = $1 and c.id < $2 and c.pinned_at is null and c.removed_at is null and `+tookPart(`$4`)+` order by c.id desc limit $3`, tenant, before, limit, null(who))
		return nil
	})
	return pinned, newest, named(err, "list conversations")
}

func (t *tx) lines(to *[]assistant.ConversationLine, where string, args ...any) {
	t.each(func(scan func(...any) error) error {
		var l assistant.ConversationLine
		err := scan(scanLine(&l)...)
		*to = append(*to, l)
		return err
	}, `select `+lineColumns+` from assistant_conversations c where `+where, args...)
}

// tookPart holds the conversations c against whoever began them or said or did something in them, as anybody who has become them;
// nobody, a null, is no bound. Whoever only decided on what others asked for took no part: a rule may have named them, or another person.
// It asks a conversation for what is theirs alone: what others said there is most of it, and a list may ask all conversations.
func tookPart(who string) string {
	const theirs = `o.body_type not in ('plan_decided', 'approval_decided', 'approval_backed')`
	return strings.ReplaceAll(`(c.user_id = :who or :who is null or c.user_id in (select a.id from persons a where a.merged_into = :who)
		or exists (select 1 from assistant_messages o where o.conversation_id = c.id and o.person_id = :who and `+theirs+`)
		or exists (select 1 from persons a cross join assistant_messages o
			where a.merged_into = :who and o.conversation_id = c.id and o.person_id = a.id and `+theirs+`))`, `:who`, who)
}

// TookPart tells of some conversations in which of them somebody took part.
func (d Conversations) TookPart(ctx context.Context, tenant assistant.TenantID, who assistant.PersonID, ids []assistant.ConversationID) (map[assistant.ConversationID]bool, error) {
	out := map[assistant.ConversationID]bool{}
	err := valid(who)
	if err == nil {
		err = d.in(ctx, mode{tenant: tenant, read: true}, func(t *tx) error {
			clear(out)
			for some := range slices.Chunk(ids, headsAtOnce) {
				args := []any{tenant, who}
				for _, id := range some {
					if assistant.ValidID(string(id)) {
						args = append(args, string(id))
					}
				}
				if len(args) == 2 {
					continue
				}
				t.each(func(scan func(...any) error) error {
					var id assistant.ConversationID
					err := scan(&id)
					out[id] = true
					return err
				}, `select c.id from assistant_conversations c where c.tenant_id = $1 and `+tookPart(`$2`)+` and c.id in (`+list(3, len(args)-2)+`)`, args...)
			}
			return nil
		})
	}
	return out, named(err, "look who took part in %d conversations", len(ids))
}

// ChangeConversation names a conversation, pins it or takes it out of lists; what the change does not name stays.
func (d Conversations) ChangeConversation(ctx context.Context, tenant assistant.TenantID, id assistant.ConversationID, change assistant.ConversationChange) error {
	err := valid(id)
	if err == nil {
		err = d.in(ctx, mode{tenant: tenant}, func(t *tx) error {
			t.owned(`assistant_conversations`, string(id), tenant)
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
	}
	return named(err, "change conversation %s", id)
}

// hitsRead is how many messages are looked at for the conversations that a search gives.
const hitsRead = 300

// SearchConversations finds conversations in which every word of a text begins a word of one message or of the title: those
// whose titles have them first, then those in which it was said last. Where somebody is named, they took part in them.
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
		t.lines(&byTitle, `c.tenant_id = $1 and c.removed_at is null and lower(c.title) like $2 escape '!' and `+tookPart(`$4`)+` order by c.id desc limit $3`, tenant, containing(text), limit, null(who))
		t.each(func(scan func(...any) error) error {
			var f assistant.ConversationFound
			err := scan(append(scanLine(&f.ConversationLine), &f.Text, &f.Slot)...)
			said = append(said, f)
			return err
		}, `select `+lineColumns+`, g.content, g.slot `+d.dialect.worded(`$2`, `$4`)+` and g.tenant_id = $1 and c.removed_at is null and `+tookPart(`$4`)+d.dialect.latest()+` limit $3`,
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
				out[i].Text, out[i].Slot = f.Text, f.Slot
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
