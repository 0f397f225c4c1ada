package servers_test

import (
	"testing"

	"github.com/aisteam/aisteam/internal/servers"
)

// What a test leaves in a database that is used again is gone, also what a rule would keep and where numbers went on.
func TestAnEmptiedDatabaseIsAsNew(t *testing.T) {
	const counted = `select coalesce(sum((xpath('/row/n/text()', query_to_xml(format('select count(*) as n from %I', tablename), false, true, '')))[1]::text::int), 0)::text
		from pg_tables where schemaname = 'public' and tablename not like '%\_db\_version'`
	const next = `select pg_get_serial_sequence('mail', 'id')::text || coalesce(nextval(pg_get_serial_sequence('mail', 'id')), 0)`
	var used, first, again string
	t.Run("one", func(t *testing.T) {
		used = servers.EmptiedPostgres(t)
		if got := ask(t, servers.Superuser(used), counted); got != "0" {
			t.Fatalf("%s rows in a new database", got)
		}
		first = ask(t, servers.Superuser(used), next)
		ask(t, servers.Superuser(used), `with made as (insert into tenants (tenant_id, name) values (gen_random_uuid(), 'left') returning name) select name from made`)
	})
	t.Run("another", func(t *testing.T) {
		url := servers.EmptiedPostgres(t)
		if url != used {
			t.Fatalf("another database: %s", url)
		}
		if got := ask(t, servers.Superuser(url), counted); got != "0" {
			t.Errorf("%s rows in an emptied database", got)
		}
		again = ask(t, servers.Superuser(url), next)
	})
	if first != again {
		t.Errorf("numbers go on: %s, then %s", first, again)
	}
}
