package storage_test

import (
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
	"github.com/aisteam/aisteam/assistant/tickets"
	"github.com/aisteam/aisteam/executor/packs/tickets/store"
	"github.com/aisteam/aisteam/internal/servers"
	"github.com/aisteam/aisteam/internal/tablekit"
	"github.com/aisteam/aisteam/storage"
)

// Who loses a race to insert the same row looks again, and finds it.
func TestATransactionOfAPackIsRunAgainAfterAConflict(t *testing.T) {
	ctx, db := t.Context(), onPostgres(t)
	home, _, err := db.Tenants.Bootstrap(ctx, assistant.Seed{Tenant: assistant.Tenant{Name: "Home"}, Owner: assistant.Person{Name: "Olga"}})
	if err != nil {
		t.Fatal(err)
	}
	runs := 0
	err = db.Packs.Within(ctx, tables.Scope{Tenant: home.ID}, func(tx tables.Tx) error {
		var found bool
		tables.One(tx, &found, []any{new(string)}, `select id from tickets where tenant_id = $1 and key = 'k'`, home.ID)
		if err := tx.Flush(ctx); err != nil || found {
			return err
		}
		runs++
		if _, err := store.New(db.Packs).CreateTicket(ctx, home.ID, "k", tickets.Ticket{Title: "quicker"}); err != nil {
			return err
		}
		tx.Exec(`insert into tickets (id, tenant_id, number, key, title) values ($1, $2, 100, 'k', 'slower')`, tx.NewID(), home.ID)
		return nil
	})
	if err != nil || runs != 1 {
		t.Errorf("it tried to insert %d times: %v", runs, err)
	}
}

// A database in which a pack has been taken further than this program knows is refused, and so are packs that cannot be told apart.
func TestPacksThatDoNotFitAreRefused(t *testing.T) {
	url := servers.Postgres(t)
	tablekit.Run(t, connect(t, url), `insert into tickets_db_version (version_id, is_applied) values (99, true)`)
	cfg := config()
	cfg.DatabaseURL = url
	for name, err := range map[string]error{"open": second(storage.Open(t.Context(), cfg)), "migrate": storage.Migrate(t.Context(), cfg)} {
		says(t, name, err, "pack tickets", "newer program")
	}
	for _, packs := range [][]tables.Pack{{store.Pack(), store.Pack()}, {{Name: "tickets"}}, {{Name: "no word", Migrations: store.Pack().Migrations}}} {
		cfg.Packs = packs
		says(t, "packs", second(storage.Open(t.Context(), cfg)), "a name of its own")
	}
}

func second[T any](_ T, err error) error { return err }

func says(t *testing.T, what string, err error, words ...string) {
	t.Helper()
	for _, word := range words {
		if err == nil || !strings.Contains(err.Error(), word) {
			t.Errorf("%s does not say %q: %v", what, word, err)
		}
	}
}
