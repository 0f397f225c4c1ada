package storage_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/servers"
	"github.com/aisteam/aisteam/internal/tablekit"
	"github.com/aisteam/aisteam/storage"
)

// connect looks at a database as its superuser.
func connect(t *testing.T, url string) *pgx.Conn {
	t.Helper()
	return tablekit.Connect(t, servers.Superuser(url))
}

// Every table of the catalogue, so that a new one cannot be forgotten.
func TestEveryTableIsUnderRowLevelSecurity(t *testing.T) {
	c := connect(t, servers.Postgres(t))
	open := tablekit.Texts(t, c, `select c.relname::text from pg_class c join pg_namespace n on n.oid = c.relnamespace
		where c.relkind in ('r', 'p') and n.nspname = 'public' and c.relname not like '%\_db\_version'
		  and not (c.relrowsecurity and c.relforcerowsecurity)`)
	if len(open) > 0 {
		t.Errorf("no forced row level security on %v", open)
	}
	for _, table := range tablekit.Tables(t, c) {
		nullable := tablekit.Texts(t, c, `select is_nullable::text from information_schema.columns
			where table_schema = 'public' and table_name = $1 and column_name = 'tenant_id'`, table)
		want := []string{"NO"}
		if table == "assistant_agent_definitions" {
			want = []string{"YES"}
		}
		if !slices.Equal(nullable, want) {
			t.Errorf("%s: tenant_id nullable %v, want %v", table, nullable, want)
		}
	}
	for _, role := range []string{"aisteam_app", "aisteam_engine"} {
		if got := tablekit.Texts(t, c, `select rolname::text from pg_roles where rolname = $1 and (rolsuper or rolbypassrls or rolcanlogin)`, role); len(got) > 0 {
			t.Errorf("%s may do too much", role)
		}
		if got := tablekit.Texts(t, c, `select tablename::text from pg_tables where tableowner = $1`, role); len(got) > 0 {
			t.Errorf("%s owns %v", role, got)
		}
	}
}

// Every table, every verb, as the wrong tenant and as none: nothing.
func TestTheWrongTenantSeesAndChangesNothing(t *testing.T) {
	url := servers.Postgres(t)
	c := connect(t, url)
	mine, theirs := "01900000-0000-7000-8000-000000000001", "01900000-0000-7000-8000-000000000002"
	all := tablekit.Tables(t, c)
	fill(t, c, all, theirs)
	for _, table := range all {
		for _, tenant := range []string{mine, ""} {
			t.Run(table+" as "+tenant, func(t *testing.T) {
				stranger(t, connect(t, url), table, tenant, theirs)
			})
		}
		if n := tablekit.Texts(t, c, `select count(*)::text from `+table+` where tenant_id = '`+theirs+`'`); !slices.Equal(n, []string{"1"}) {
			t.Errorf("%s: %v rows are left of 1", table, n)
		}
	}
}

// fill puts one row of the tenant into every table, made up from the catalogue.
func fill(t *testing.T, c *pgx.Conn, all []string, tenant string) {
	t.Helper()
	tablekit.Run(t, c, `set session_replication_role = replica`) // rows that refer to nothing are enough here
	for _, table := range all {
		for _, check := range tablekit.Texts(t, c, `select conname::text from pg_constraint where contype = 'c' and conrelid = $1::text::regclass`, table) {
			tablekit.Run(t, c, fmt.Sprintf(`alter table %s drop constraint %s`, table, check)) // what is made up need not make sense
		}
		cols, vals := []string{}, []string{}
		for _, def := range tablekit.Texts(t, c, `select column_name || ' ' || udt_name from information_schema.columns
			where table_schema = 'public' and table_name = $1 and is_nullable = 'NO' and column_default is null
			  and is_identity = 'NO'`, table) {
			col, typ, _ := strings.Cut(def, " ")
			cols, vals = append(cols, col), append(vals, madeUp(col, typ, tenant))
		}
		if !slices.Contains(cols, "tenant_id") {
			cols, vals = append(cols, "tenant_id"), append(vals, "'"+tenant+"'")
		}
		tablekit.Run(t, c, fmt.Sprintf(`insert into %s (%s) values (%s)`, table, strings.Join(cols, ","), strings.Join(vals, ",")))
	}
	tablekit.Run(t, c, `set session_replication_role = origin`)
}

func madeUp(col, typ, tenant string) string {
	switch {
	case col == "tenant_id":
		return "'" + tenant + "'"
	case col == "status":
		return "'completed'"
	case typ == "uuid":
		return "gen_random_uuid()"
	case typ == "jsonb":
		return "'{}'"
	case typ == "timestamptz":
		return "now()"
	case typ == "bool":
		return "false"
	case typ == "bytea":
		return "''"
	case strings.HasPrefix(typ, "int"):
		return "1"
	default:
		return "'x'"
	}
}

func stranger(t *testing.T, c *pgx.Conn, table, tenant, theirs string) {
	t.Helper()
	tablekit.Run(t, c, `set role aisteam_app`)
	tablekit.Run(t, c, `select set_config('app.tenant_id', $1, false)`, tenant)
	if got := tablekit.Texts(t, c, `select tenant_id::text from `+table+` where tenant_id is not null`); len(got) > 0 {
		t.Errorf("sees rows of %v", got)
	}
	if n := tablekit.Run(t, c, `update `+table+` set tenant_id = tenant_id`); n != 0 {
		t.Errorf("updates %d rows", n)
	}
	if n := tablekit.Run(t, c, `delete from `+table); n != 0 {
		t.Errorf("deletes %d rows", n)
	}
	for _, whose := range []string{"'" + theirs + "'", "null"} {
		_, err := c.Exec(t.Context(), `insert into `+table+` (tenant_id) values (`+whose+`)`)
		if err == nil || !strings.Contains(err.Error(), "row-level security") {
			t.Errorf("inserts for tenant %s: %v", whose, err)
		}
	}
}

// The engine's role wakes and starts; it may read nothing that people say, and of each table only what that takes.
func TestTheEngineSeesNoMessages(t *testing.T) {
	c := connect(t, servers.Postgres(t))
	may := tablekit.Texts(t, c, `select table_name || ': ' || string_agg(column_name, ' ' order by column_name) from information_schema.role_column_grants
		where grantee = 'aisteam_engine' and privilege_type = 'SELECT' and table_name not like '%\_db\_version' and table_name <> 'assistant_agent_definitions'
		group by table_name order by 1`)
	const claimed = ": id lease_until ready_at tenant_id token"
	want := []string{
		"assistant_conversations" + claimed, "assistant_runs: conversation_id id status tenant_id updated_at",
		"assistant_tasks: id lease_until ready_at run_id tenant_id token", "connections: kind project_id sealed_by tenant_id", "hooks: id old_hash old_until sealed_by tenant_id token_hash", "pending_actions: created_at run_id status tenant_id", "places" + claimed,
		"platform_ai_settings: id revision sealed_by tenant_id",
		"project_credentials: project_id sealed_by tenant_id",
		"reaches: id sealed_by tenant_id",
		"recordings: created_at id",
		"replicas: beat_at id lived",
		"setup_parts: id sealed_by tenant_id",
		"slack_installs: app_id enterprise_id revoked_at sealed_by team_id tenant_id token_at",
		"spaces: parent space surface tenant_id", "tenants: created_at name tenant_id",
		"timers: again_at conversation_id due_at fails id kind ref tenant_id version",
	}
	if d := cmp.Diff(want, may); d != "" {
		t.Errorf("what the engine reads (-want +got):\n%s", d)
	}
}

// A whole table read seems immensely dear where the planner is to take the indexes; that is no reason to compile.
func TestNothingIsCompiledToReadASmallTable(t *testing.T) {
	cfg := config()
	cfg.DatabaseURL = servers.Postgres(t)
	plans, err := storage.Explained(t.Context(), open(t, cfg), `select lived from replicas where lived < 1`)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range plans {
		if strings.Contains(p, "JIT") {
			t.Errorf("compiled:\n%s", p)
		}
	}
}

func TestAPostgresThatIsBehindIsRefused(t *testing.T) {
	cfg := config()
	cfg.DatabaseURL = servers.EmptyPostgres(t)
	if _, err := storage.Open(t.Context(), cfg); err == nil || !strings.Contains(err.Error(), "aisteam migrate") {
		t.Fatalf("opened, or refused without a way on: %v", err)
	}
	for range 2 {
		if err := storage.Migrate(t.Context(), cfg); err != nil {
			t.Fatal(err)
		}
	}
	if err := open(t, cfg).Health.Ready(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// The address's user need not be a superuser: owning the database and being allowed to create roles is enough.
func TestAnOwnerWhoMayCreateRolesMigratesAndServes(t *testing.T) {
	empty := servers.EmptyPostgres(t)
	c := connect(t, empty)
	parsed, err := pgx.ParseConfig(empty)
	if err != nil {
		t.Fatal(err)
	}
	owner := "owner_of_" + parsed.Database
	tablekit.Run(t, c, `create role `+owner+` login createrole`)
	tablekit.Run(t, c, `grant aisteam_app, aisteam_engine to `+owner) // made for the other tests already; who makes them has them
	tablekit.Run(t, c, `alter database `+parsed.Database+` owner to `+owner)
	t.Cleanup(func() {
		for _, sql := range []string{`reassign owned by ` + owner + ` to postgres`, `drop owned by ` + owner, `drop role ` + owner} {
			if _, err := c.Exec(context.Background(), sql); err != nil {
				t.Errorf("%s: %v", sql, err)
			}
		}
	})
	cfg := config()
	cfg.DatabaseURL = strings.Replace(empty, "postgres://aisteam_owner@", "postgres://"+owner+"@", 1)
	if err := storage.Migrate(t.Context(), cfg); err != nil {
		t.Fatal(err)
	}
	db := open(t, cfg)
	tenant, person, err := db.Tenants.Bootstrap(t.Context(), assistant.Seed{Tenant: assistant.Tenant{Name: "Home"}, Owner: assistant.Person{Name: "Olga"}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Intake.Receive(t.Context(), assistant.Inbound{Tenant: tenant.ID, Person: person.ID, Place: assistant.Place{Surface: assistant.SurfaceWeb}, Text: "hi"}); err != nil {
		t.Fatal(err)
	}
	w, err := db.Timers.Sweep(t.Context(), 0)
	if err != nil || len(w.Turns) != 1 {
		t.Fatalf("swept %+v: %v", w, err)
	}
}
