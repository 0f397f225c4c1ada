package tablekit_test

import (
	"context"
	"os"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
	"github.com/aisteam/aisteam/internal/tablekit"
)

// notes is a pack with a table that is everybody's and one whose rows are one person's each. The product knows nothing of it.
func notes() tables.Pack { return tables.Pack{Name: "notes", Migrations: os.DirFS("testdata/notes")} }

type note struct {
	ID, Content string
	At          time.Time
}

// shelf is the pack's store.
type shelf struct{ db tables.DB }

// Write notes something about a topic, once for each key.
func (s shelf) Write(ctx context.Context, who tablekit.Who, key, topic, content string) (n note, err error) {
	return n, s.db.Within(ctx, who.Write(), func(t tables.Tx) error {
		var there, found bool
		n = note{}
		tables.One(t, &there, []any{new(assistant.PersonID)}, `select id from persons where id = $1 and tenant_id = $2`, who.Person, who.Tenant)
		tables.One(t, &found, []any{&n.ID, &n.Content, &n.At}, `select id, content, created_at from notes
			where tenant_id = $1 and `+tables.Owned(`person_id`, `$2`)+` and key = $3`, who.Tenant, who.Person, key)
		if err := t.Flush(ctx); err != nil || found {
			return err
		}
		if !there {
			return assistant.ErrNotFound
		}
		n.ID = t.NewID()
		tables.One(t, &found, []any{&n.Content, &n.At}, `insert into notes (id, tenant_id, person_id, key, content, created_at) values ($1, $2, $3, $4, $5, :now)
			returning content, created_at`, n.ID, who.Tenant, who.Person, key, content)
		t.Exec(`insert into note_topics (tenant_id, name) values ($1, $2) on conflict do nothing`, who.Tenant, topic)
		return nil
	})
}

// Notes lists what somebody has noted.
func (s shelf) Notes(ctx context.Context, who tablekit.Who) (out []note, err error) {
	return out, s.db.Within(ctx, who.Read(), func(t tables.Tx) error {
		out = nil
		t.Each(func(scan func(...any) error) error {
			var n note
			err := scan(&n.ID, &n.Content, &n.At)
			out = append(out, n)
			return err
		}, `select id, content, created_at from notes where tenant_id = $1 and `+tables.Owned(`person_id`, `$2`)+` order by id`, who.Tenant, who.Person)
		return nil
	})
}

// Forget takes a note away.
func (s shelf) Forget(ctx context.Context, who tablekit.Who, id string) error {
	return s.db.Within(ctx, who.Write(), func(t tables.Tx) error {
		t.Must(assistant.ErrNotFound, nil, `delete from notes where id = $3 and tenant_id = $1 and `+tables.Owned(`person_id`, `$2`), who.Tenant, who.Person, id)
		return nil
	})
}

// Topics lists what notes of a tenant are about.
func (s shelf) Topics(ctx context.Context, tenant assistant.TenantID) (out []string, err error) {
	return out, s.db.Within(ctx, tables.Scope{Tenant: tenant, Reads: true}, func(t tables.Tx) error {
		out = nil
		t.Each(func(scan func(...any) error) error {
			var name string
			err := scan(&name)
			out = append(out, name)
			return err
		}, `select name from note_topics where tenant_id = $1 order by name`, tenant)
		return nil
	})
}
