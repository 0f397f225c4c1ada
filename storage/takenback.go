package storage

import (
	"github.com/aisteam/aisteam/assistant"
)

// revised queues the effects on the log of an edit or a retraction of a person's words.
func (t *tx) revised(m assistant.Message, b assistant.Revised) {
	t.exec(`update assistant_messages set revised = true where id = $1 and conversation_id = $2`, b.Message, m.Conversation)
	if b.Deleted {
		t.takenBack(m, b.Message)
		return
	}
	// An edit that comes behind the deletion brings nothing back.
	t.exec(`update assistant_messages set content = '' where id = $1 and content <> '' and exists (select 1 from assistant_messages o
		where o.conversation_id = $2 and o.slot = $3 and o.body_type = 'revised' and o.id <> $1 and `+t.d.deletes(`o.body`)+`)`, m.ID, m.Conversation, m.Slot)
}

// takenBack queues deleting what a person has retracted: the words and their edits, with their entries in the search index; the
// files sent with them; the conversation's title if it was made from them; and the records of turns that read them.
func (t *tx) takenBack(m assistant.Message, id assistant.MessageID) {
	words := `from assistant_messages g where g.conversation_id = $1 and g.tenant_id = $2 and g.slot = $3`
	args := []any{m.Conversation, m.Tenant, m.Slot}
	t.exec(`update assistant_conversations set title = '' where id = $1 and tenant_id = $2 and title <> '' and exists (
		select 1 `+words+` and (replace(g.content, `+titleStem+`, '') <> g.content or replace(g.content, substr(`+titleStem+`, 2), '') <> g.content))`, args...)
	t.exec(`update files set bytes = $4, size = 0, sha256 = '', deleted_at = :now where tenant_id = $2 and deleted_at is null and exists (
		select 1 `+words+` and cast(g.body as text) like '%' || cast($5 as text) || cast(files.id as text) || '"%')`, append(args, []byte{}, assistant.FilePath)...)
	t.exec(`delete from recordings where tenant_id = $2 and conversation_id = $1 and created_at >= (
		select min(g.created_at) from assistant_messages g where g.id = $3 and g.tenant_id = $2)`, m.Conversation, m.Tenant, id)
	t.exec(`update assistant_messages set content = '', body = `+t.d.without(`body`, `files`)+`
		where conversation_id = $1 and tenant_id = $2 and slot = $3`, args...)
}

// titleStem is what a title has of the words that it was made of; its first letter may have been a small one there ([titles.Of]).
const titleStem = `rtrim(assistant_conversations.title, '…')`

// notTakenBack holds while the message of an id has not been taken back; a null is none that could.
func (t *tx) notTakenBack(id string) string {
	return `not exists (select 1 from assistant_messages g join assistant_messages o on o.conversation_id = g.conversation_id and o.slot = g.slot
		and o.body_type = 'revised' and ` + t.d.deletes(`o.body`) + ` where g.revised and g.id = ` + id + `)`
}
