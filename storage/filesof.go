package storage

import (
	"context"

	"github.com/aisteam/aisteam/assistant"
)

const maxFilesOf = 50

// FilesOf lists the files that the messages of a conversation name or that were made in it, newest first, without their bytes.
func (d Files) FilesOf(ctx context.Context, tenant assistant.TenantID, c assistant.ConversationID) ([]assistant.KeptFile, error) {
	var out []assistant.KeptFile
	err := d.in(ctx, mode{tenant: tenant, read: true, given: valid(c)}, func(t *tx) error {
		out = nil
		var said []assistant.Message
		t.each(collect(&said), `select `+messageColumns+` from assistant_messages g where g.conversation_id = $1 and g.tenant_id = $2
			and g.body_type = $3 and cast(g.body -> 'files' as text) like $4 order by g.seq desc limit $5`,
			c, tenant, assistant.Said{}.Type(), "%"+assistant.FilePath+"%", maxFilesOf)
		if err := t.flush(ctx); err != nil {
			return err
		}
		args := []any{tenant, c}
		for _, m := range said {
			for _, id := range m.KeptFiles() {
				args = append(args, id)
			}
		}
		named := ``
		if len(args) > 2 {
			named = ` or id in (` + list(3, len(args)-2) + `)`
		}
		t.each(func(scan func(...any) error) error {
			k := assistant.KeptFile{Tenant: tenant, Conversation: c}
			err := scan(&k.ID, &k.Name, &k.Type, &k.Size, &k.At)
			out = append(out, k)
			return err
		}, `select id, name, type, size, created_at from files where tenant_id = $1 and deleted_at is null and (conversation_id = $2`+named+`)
			order by created_at desc, id desc`, args...)
		return nil
	})
	return out, named(err, "list the files of conversation %s", c)
}
