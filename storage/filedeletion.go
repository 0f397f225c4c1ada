package storage

import (
	"cmp"
	"context"

	"github.com/aisteam/aisteam/assistant"
)

// senderOf joins the person that a file's sender has become.
const senderOf = ` from files f left join persons p
	on p.tenant_id = f.tenant_id and p.id = (select coalesce(q.merged_into, q.id) from persons q where q.id = f.person_id)`

// KeptFiles lists the kept files that a person may delete, without their bytes and the newest first: an admin all of the
// tenant's, others what they sent.
func (d Files) KeptFiles(ctx context.Context, tenant assistant.TenantID, by assistant.PersonID, limit int) ([]assistant.KeptFile, error) {
	var out []assistant.KeptFile
	err := d.in(ctx, mode{tenant: tenant, read: true, given: valid(by)}, func(t *tx) error {
		out = nil
		var me assistant.Person
		t.living(tenant, by, &me)
		if err := t.flush(ctx); err != nil {
			return err
		}
		t.each(func(scan func(...any) error) error {
			k := assistant.KeptFile{Tenant: tenant}
			err := scan(&k.ID, &k.Conversation, &k.Person, &k.Sender, &k.Name, &k.Type, &k.Size, &k.At)
			out = append(out, k)
			return err
		}, `select f.id, f.conversation_id, p.id, p.name, f.name, f.type, f.size, f.created_at`+senderOf+`
			where f.tenant_id = $1 and f.deleted_at is null and (p.id = $2 or $3 = 'admin')
			order by f.created_at desc, f.id desc limit $4`, tenant, me.ID, me.Role, limit)
		return nil
	})
	return out, named(err, "list files")
}

// DeleteFile takes away a kept file's bytes, in the name of whoever sent it or an admin; somebody else gets
// [assistant.ErrNotYourFile]. Its name stays, so that what is kept again under its id is not kept. One that is deleted already is
// [assistant.ErrNotFound].
func (d Files) DeleteFile(ctx context.Context, tenant assistant.TenantID, by assistant.PersonID, id assistant.FileID) error {
	err := d.in(ctx, mode{tenant: tenant, given: cmp.Or(valid(by), valid(id))}, func(t *tx) error {
		var me assistant.Person
		var sender assistant.PersonID
		t.living(tenant, by, &me)
		t.need(assistant.ErrNotFound, []any{&sender}, `select p.id`+senderOf+` where f.tenant_id = $1 and f.id = $2 and f.deleted_at is null`, tenant, id)
		if err := t.flush(ctx); err != nil {
			return err
		}
		if sender != me.ID && me.Role != assistant.RoleAdmin {
			return assistant.ErrNotYourFile
		}
		t.must(assistant.ErrNotFound, `update files set bytes = $3, size = 0, sha256 = '', deleted_at = :now
			where tenant_id = $1 and id = $2 and deleted_at is null`, tenant, id, []byte{})
		return nil
	})
	return named(err, "delete file %s", id)
}

// DeletedFiles tells which of the files were deleted.
func (d Files) DeletedFiles(ctx context.Context, tenant assistant.TenantID, ids []assistant.FileID) (map[assistant.FileID]bool, error) {
	gone := map[assistant.FileID]bool{}
	args := []any{tenant}
	for _, id := range ids {
		if assistant.ValidID(string(id)) {
			args = append(args, string(id))
		}
	}
	if len(args) == 1 {
		return gone, nil
	}
	err := d.in(ctx, mode{tenant: tenant, read: true}, func(t *tx) error {
		clear(gone)
		t.each(func(scan func(...any) error) error {
			var id assistant.FileID
			err := scan(&id)
			gone[id] = true
			return err
		}, `select id from files where tenant_id = $1 and deleted_at is not null and id in (`+list(2, len(args)-1)+`)`, args...)
		return nil
	})
	return gone, named(err, "look for deleted files")
}
