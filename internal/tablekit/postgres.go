package tablekit

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/aisteam/aisteam/internal/servers"
	"github.com/aisteam/aisteam/storage"
)

// tryPostgres brings the tables to a database of before, and compares it with a fresh one.
func (p Part) tryPostgres(t *testing.T) {
	t.Helper()
	fresh, updated := storage.Config{DatabaseURL: servers.EmptyPostgres(t)}, storage.Config{DatabaseURL: servers.EmptyPostgres(t)}
	if err := storage.Migrate(t.Context(), config(updated)); err != nil {
		t.Fatal(err)
	}
	c := Connect(t, servers.Superuser(updated.DatabaseURL))
	before := Tables(t, c)
	serves := storage.Config{DatabaseURL: servers.Service(updated.DatabaseURL)}
	if _, err := storage.Open(t.Context(), config(serves, p.Pack)); err == nil || !strings.Contains(err.Error(), "aisteam migrate") || !strings.Contains(err.Error(), p.Pack.Name) {
		t.Errorf("without the tables it is opened, or refused without a way on: %v", err)
	}
	worlds := p.landed(t, serves, "postgres", func(text string) { Run(t, c, text) })
	for _, m := range []storage.Config{fresh, updated} { // of the latter there is nothing left to do
		if err := storage.Migrate(t.Context(), config(m, p.Pack)); err != nil {
			t.Fatal(err)
		}
	}
	if d := cmp.Diff(schema(t, Connect(t, servers.Superuser(fresh.DatabaseURL))), schema(t, c)); d != "" {
		t.Errorf("the schema of a fresh database and of one that was there (-fresh +updated):\n%s", d)
	}
	l := open(t, config(serves, p.Pack))
	defer l.close(t)
	p.read(t, l, worlds)
	p.laws(t, l)
	w := l.world(t)
	kept := p.Fixture(t, w)
	p.apart(t, w, kept)
	own := slices.DeleteFunc(Tables(t, c), func(table string) bool { return slices.Contains(before, table) })
	own = append(own, p.Adopted...)
	for _, table := range own {
		policies(t, c, table)
		hold(t, Connect(t, servers.Superuser(updated.DatabaseURL)), table, w)
	}
}

// schema is what the catalogue says of columns, indexes, policies and rights.
func schema(t *testing.T, c *pgx.Conn) []string {
	t.Helper()
	return Texts(t, c, `select concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default) from information_schema.columns where table_schema = 'public'
		union all select indexdef from pg_indexes where schemaname = 'public'
		union all select concat_ws(' ', tablename, policyname, permissive, roles, cmd, qual, with_check) from pg_policies where schemaname = 'public'
		union all select concat_ws(' ', table_name, grantee, privilege_type) from information_schema.role_table_grants where table_schema = 'public' order by 1`)
}

// policies looks at what has to hold on a table of a pack.
func policies(t *testing.T, c *pgx.Conn, table string) {
	t.Helper()
	const forced = `select relname::text from pg_class where oid = $1::text::regclass and relrowsecurity and relforcerowsecurity`
	if len(Texts(t, c, forced, table)) == 0 {
		t.Errorf("no forced row level security on %s", table)
	}
	const column = `select is_nullable::text from information_schema.columns where table_schema = 'public' and table_name = $1 and column_name = $2`
	if got := Texts(t, c, column, table, "tenant_id"); !slices.Equal(got, []string{"NO"}) {
		t.Errorf("%s: tenant_id nullable %v", table, got)
	}
	if got := Texts(t, c, column, table, "person_id"); len(got) > 0 && !slices.Equal(got, []string{"NO"}) {
		t.Errorf("%s: person_id nullable %v", table, got)
	}
	const policy = `select permissive from pg_policies where tablename = $1 and policyname = $2`
	if got := Texts(t, c, policy, table, "by_tenant"); len(got) == 0 {
		t.Errorf("%s: no policy by_tenant", table)
	}
	if got := Texts(t, c, policy, table, "by_person"); private(t, c, table) && !slices.Equal(got, []string{"RESTRICTIVE"}) {
		t.Errorf("%s names a person, and its policy by_person is %v", table, got)
	}
}

// private tells whether the rows of a table are one person's each.
func private(t *testing.T, c *pgx.Conn, table string) bool {
	t.Helper()
	return len(Texts(t, c, `select column_name::text from information_schema.columns where table_schema = 'public' and table_name = $1 and column_name = 'person_id'`, table)) > 0
}

// hold goes around the store's verbs: what the fixture has made is there for its owner, and the database itself keeps it from everybody else.
func hold(t *testing.T, c *pgx.Conn, table string, w *World) {
	t.Helper()
	own := private(t, c, table)
	Run(t, c, `set role aisteam_app`)
	as := func(who Who) {
		Run(t, c, `select set_config('app.tenant_id', $1, false), set_config('app.person_id', $2, false)`, string(who.Tenant), string(who.Person))
	}
	strangers := map[string]Who{"another tenant": w.Stranger, "nobody": {}, "the owner in another tenant": {w.Stranger.Tenant, w.Person}}
	if own {
		strangers["a colleague"], strangers["no person"] = w.Colleague, Who{Tenant: w.Tenant}
	}
	of, values, whose := `(tenant_id)`, `('`+string(w.Tenant)+`')`, ` where tenant_id = '`+string(w.Tenant)+`'`
	if own {
		of, values = `(tenant_id, person_id)`, `('`+string(w.Tenant)+`', '`+string(w.Person)+`')`
		whose += ` and person_id = '` + string(w.Person) + `'`
	}
	for who, stranger := range strangers {
		as(stranger)
		for _, did := range []string{`select tenant_id from ` + table, `update ` + table + ` set tenant_id = tenant_id`, `delete from ` + table} {
			if n := Run(t, c, did+whose); n != 0 {
				t.Errorf("%s as %s: %d rows", did, who, n)
			}
		}
		if _, err := c.Exec(t.Context(), `insert into `+table+` `+of+` values `+values); err == nil || !strings.Contains(err.Error(), "row-level security") {
			t.Errorf("%s as %s inserts: %v", table, who, err)
		}
	}
	as(w.Who)
	if n := Run(t, c, `select 1 from `+table+whose); n == 0 {
		t.Errorf("the fixture keeps nothing in %s, or its owner cannot see it", table)
	}
}
