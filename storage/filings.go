package storage

import (
	"cmp"
	"context"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

// FileConversation changes in which of a person's folders a conversation is and whether they have archived it. What the change does
// not name stays, and other people's lists are untouched.
func (d Conversations) FileConversation(ctx context.Context, tenant assistant.TenantID, who assistant.PersonID, id assistant.ConversationID, change assistant.FilingChange) error {
	err := d.in(ctx, mode{tenant: tenant, given: cmp.Or(valid(id), valid(who))}, func(t *tx) error {
		t.owned(`assistant_conversations`, string(id), tenant)
		t.owned(`persons`, string(who), tenant)
		if err := t.flush(ctx); err != nil {
			return err
		}
		t.exec(`insert into assistant_conversation_filings (tenant_id, person_id, conversation_id) values ($1, $2, $3)
			on conflict (person_id, conversation_id) do nothing`, tenant, who, id)
		const mine = ` where tenant_id = $1 and person_id = $2 and conversation_id = $3`
		if change.Folder != nil {
			t.exec(`update assistant_conversation_filings set folder = $4`+mine, tenant, who, id, tables.Clean(*change.Folder))
		}
		switch {
		case change.Archived == nil:
		case *change.Archived:
			t.exec(`update assistant_conversation_filings set archived_at = coalesce(archived_at, :now)`+mine, tenant, who, id)
		default:
			t.exec(`update assistant_conversation_filings set archived_at = null`+mine, tenant, who, id)
		}
		return nil
	})
	return named(err, "file conversation %s", id)
}

// inListing is the condition by which a listing has the conversations c, with the arguments that it needs behind those there are.
func inListing(l assistant.Listing, args []any) (string, []any) {
	args = append(args, null(l.Of))
	filed := `select f.conversation_id from assistant_conversation_filings f where f.person_id = $` + ordinal(len(args))
	switch {
	case l.Archived:
		return ` and c.id in (` + filed + ` and f.archived_at is not null)`, args
	case l.Folder != "":
		args = append(args, l.Folder)
		return ` and c.id in (` + filed + ` and f.archived_at is null and f.folder <> '' and f.folder = $` + ordinal(len(args)) + `)`, args
	default:
		return ` and not exists (` + filed + ` and f.conversation_id = c.id and f.archived_at is not null)`, args
	}
}

// filingsSQL reads, as the overview's other rows are read, the folders of somebody, whether they have put anything away, and where
// they keep one conversation. The tenant is $1.
func filingsSQL(who, open string) string {
	const row, of = `, null, null, null, null, null, `, ` from assistant_conversation_filings f where f.tenant_id = $1 and f.person_id = `
	return `select 'folder'` + row + `'', f.tenant_id, f.folder` + of + who + ` and f.folder <> '' and f.archived_at is null group by f.tenant_id, f.folder
		union all select 'archive'` + row + `'', s.tenant_id, '' from tenants s where s.tenant_id = $1 and exists (select 1` + of + who + ` and f.archived_at is not null)
		union all select 'filed'` + row + `case when f.archived_at is null then '' else 'archived' end, f.conversation_id, f.folder` + of + who + ` and f.conversation_id = ` + open
}

// mergeFilings queues moving a person's folders to the person they have become, whose own filings win.
func (t *tx) mergeFilings(tenant assistant.TenantID, from, into assistant.PersonID) {
	t.exec(`insert into assistant_conversation_filings (tenant_id, person_id, conversation_id, folder, archived_at)
		select tenant_id, $3, conversation_id, folder, archived_at from assistant_conversation_filings where tenant_id = $1 and person_id = $2
		on conflict (person_id, conversation_id) do nothing`, tenant, from, into)
	t.exec(`delete from assistant_conversation_filings where tenant_id = $1 and person_id = $2`, tenant, from)
}
