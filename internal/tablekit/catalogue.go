package tablekit

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5"
)

// Connect looks at a Postgres as who is named in the address.
func Connect(t *testing.T, url string) *pgx.Conn {
	t.Helper()
	c, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return c
}

// Run does a statement, and gives how many rows it was about.
func Run(t *testing.T, c *pgx.Conn, sql string, args ...any) int64 {
	t.Helper()
	tag, err := c.Exec(t.Context(), sql, args...)
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return tag.RowsAffected()
}

// Texts gives the texts that a query finds.
func Texts(t *testing.T, c *pgx.Conn, sql string, args ...any) []string {
	t.Helper()
	rows, err := c.Query(t.Context(), sql, args...)
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	out, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return out
}

// Tables are the tables of tenants. Replicas serve every tenant, and their list says nothing of any.
func Tables(t *testing.T, c *pgx.Conn) []string {
	t.Helper()
	return Texts(t, c, `select c.relname::text from pg_class c join pg_namespace n on n.oid = c.relnamespace
		where c.relkind in ('r', 'p') and n.nspname = 'public' and c.relname not like '%\_db\_version' and c.relname <> 'replicas' order by 1`)
}
