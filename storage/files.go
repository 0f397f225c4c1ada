package storage

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
)

const filesRoom = 2 << 30

// SaveFile keeps a file's bytes under its id. An id that is known keeps what it has. Where the tenant's files take up all
// the room there is, the error says so; files that are saved at the same time may go a little beyond it.
func (d Files) SaveFile(ctx context.Context, k assistant.KeptFile) error {
	err := cmp.Or(valid(k.ID), optional(k.Conversation), optional(k.Person))
	if err == nil {
		sum := sha256.Sum256(k.Bytes)
		err = d.in(ctx, mode{tenant: k.Tenant}, func(t *tx) error {
			var taken int64
			t.owned(`assistant_conversations`, string(k.Conversation), k.Tenant)
			t.one([]any{&taken}, `select cast(coalesce(sum(size), 0) as bigint) from files where tenant_id = $1 and id <> $2`, k.Tenant, k.ID)
			if err := t.flush(ctx); err != nil {
				return err
			}
			if taken+int64(len(k.Bytes)) > d.room {
				return assistant.NoFilesRoom(d.room)
			}
			t.exec(`insert into files (id, tenant_id, conversation_id, name, type, size, sha256, bytes, person_id, created_at)
				values ($1, $2, $3, $4, $5, $6, $7, $8, $9, :now) on conflict (tenant_id, id) do nothing`,
				k.ID, k.Tenant, null(k.Conversation), tables.Clean(k.Name), tables.Clean(k.Type), int64(len(k.Bytes)), hex.EncodeToString(sum[:]), k.Bytes, null(k.Person))
			return nil
		})
	}
	return named(err, "save file %s", k.ID)
}

// File gives a kept file with its bytes. One that was deleted is [assistant.ErrNotFound].
func (d Files) File(ctx context.Context, tenant assistant.TenantID, id assistant.FileID) (assistant.KeptFile, error) {
	k := assistant.KeptFile{ID: id, Tenant: tenant}
	err := d.in(ctx, mode{tenant: tenant, read: true, given: valid(id)}, func(t *tx) error {
		t.need(assistant.ErrNotFound, []any{&k.Conversation, &k.Person, &k.Name, &k.Type, &k.SHA256, &k.Bytes, &k.At},
			`select conversation_id, `+tables.Survivor(`person_id`)+`, name, type, sha256, bytes, created_at from files where tenant_id = $1 and id = $2 and deleted_at is null`, tenant, id)
		return nil
	})
	return k, named(err, "read file %s", id)
}

// FilesWent puts a person's files that are of no conversation yet into one: a first message's files come before it. Others' stay
// where they are.
func (d Files) FilesWent(ctx context.Context, tenant assistant.TenantID, by assistant.PersonID, to assistant.ConversationID, ids []assistant.FileID) error {
	err := d.in(ctx, mode{tenant: tenant, given: cmp.Or(valid(by), valid(to))}, func(t *tx) error {
		t.owned(`assistant_conversations`, string(to), tenant)
		args := []any{tenant, by, to}
		for _, id := range ids {
			if assistant.ValidID(string(id)) {
				args = append(args, string(id))
			}
		}
		if len(args) > 3 {
			t.exec(`update files set conversation_id = $3 where tenant_id = $1 and person_id = $2 and conversation_id is null
				and id in (`+list(4, len(args)-3)+`)`, args...)
		}
		return nil
	})
	return named(err, "place %d files in conversation %s", len(ids), to)
}

// DropFiles takes a person's files away that are of no conversation, as if they had never come: the message that they came with was not
// taken. Others stay.
func (d Files) DropFiles(ctx context.Context, tenant assistant.TenantID, by assistant.PersonID, ids []assistant.FileID) error {
	err := d.in(ctx, mode{tenant: tenant, given: valid(by)}, func(t *tx) error {
		args := []any{tenant, by}
		for _, id := range ids {
			if assistant.ValidID(string(id)) {
				args = append(args, string(id))
			}
		}
		if len(args) > 2 {
			t.exec(`delete from files where tenant_id = $1 and person_id = $2 and conversation_id is null and id in (`+list(3, len(args)-2)+`)`, args...)
		}
		return nil
	})
	return named(err, "drop %d files", len(ids))
}

// filesRead adds what was read in the files of the window's messages. The words of files are long: most windows have none,
// and pay nothing here.
func (d *ledger) filesRead(ctx context.Context, c assistant.Claim, s *assistant.Situation) error {
	args := []any{c.Conversation, c.Tenant}
	for _, m := range s.Recent {
		if said, ok := m.Body.(assistant.Said); ok {
			for i := range said.Files[:min(len(said.Files), assistant.MaxFiles)] {
				args = append(args, assistant.ReadKey(m.ID, i+1))
			}
		}
	}
	if len(args) == 2 {
		return nil
	}
	return d.in(ctx, mode{tenant: c.Tenant, read: true}, func(t *tx) error {
		s.Files = nil
		t.each(func(scan func(...any) error) error {
			m, err := scanMessage(scan)
			if b, ok := m.Body.(assistant.FileRead); ok {
				s.Files = append(s.Files, b)
			}
			return err
		}, `select `+messageColumns+` from assistant_messages g where g.conversation_id = $1 and g.tenant_id = $2
			and g.key in (`+list(3, len(args)-2)+`) order by g.seq`, slices.Clone(args)...)
		return nil
	})
}
