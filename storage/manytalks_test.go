package storage_test

import (
	"database/sql"
	"path/filepath"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/storage"
)

const (
	fewSaid, muchSaid = 1, 100 // messages of somebody else in each conversation
	talks             = 300
)

// What somebody's pages and searches take does not grow with what others have said where they took no part.
func TestWhatOthersSaidMakesNobodysPagesSlower(t *testing.T) {
	took := map[string]map[int]time.Duration{}
	for _, said := range []int{fewSaid, muchSaid} {
		db, tenant, ben := amongOthers(t, said)
		for what, read := range map[string]func() (int, error){
			"the list": func() (int, error) {
				_, lines, err := db.Conversations.ListedConversations(t.Context(), tenant, ben, assistant.Listing{}, "", 10)
				return len(lines), err
			},
			"the page": func() (int, error) {
				o, err := db.Conversations.Overview(t.Context(), tenant, assistant.Look{By: ben, Lines: 10})
				return len(o.Newest), err
			},
			"a search of everybody's": func() (int, error) {
				found, err := db.Conversations.SearchConversations(t.Context(), tenant, "", "invoices", 1)
				return len(found) - 1, err
			},
		} {
			if took[what] == nil {
				took[what] = map[int]time.Duration{}
			}
			took[what][said] = quickest(t, read)
		}
	}
	for what, of := range took {
		t.Logf("%s: %s where others said %d messages, %s where they said %d", what, of[fewSaid], talks*fewSaid, of[muchSaid], talks*muchSaid)
		if of[muchSaid] > 8*of[fewSaid] {
			t.Errorf("%s takes %s where others said little, %s where they said much", what, of[fewSaid], of[muchSaid])
		}
	}
}

// quickest is what a reading takes where nothing is in its way; it finds nothing.
func quickest(t *testing.T, read func() (int, error)) time.Duration {
	t.Helper()
	best := time.Hour
	for range 9 {
		start := time.Now()
		n, err := read()
		best = min(best, time.Since(start))
		if err != nil || n != 0 {
			t.Fatalf("found %d, %v", n, err)
		}
	}
	return best
}

// amongOthers is somebody who said nothing yet where somebody else said much.
func amongOthers(t *testing.T, said int) (*storage.DB, assistant.TenantID, assistant.PersonID) {
	t.Helper()
	cfg := config()
	cfg.Dir = t.TempDir()
	db := open(t, cfg)
	tenant, olga, err := db.Tenants.Bootstrap(t.Context(), assistant.Seed{Tenant: assistant.Tenant{Name: "Home"}, Owner: assistant.Person{Name: "Olga"}})
	if err != nil {
		t.Fatal(err)
	}
	beside, err := sql.Open("sqlite", filepath.Join(cfg.Dir, "aisteam.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = beside.Close() })
	const ben = assistant.PersonID("01a20000-0000-7000-8000-000000000001")
	for _, step := range []string{
		`insert into persons (id, tenant_id, name, created_at) values ('` + string(ben) + `', $1, 'Ben', 0)`,
		`with recursive n(i) as (select 1 union all select i + 1 from n where i < $4)
			insert into assistant_conversations (id, tenant_id, user_id, title, seq, started_at, updated_at)
			select printf('01a20000-0001-7000-8000-%012x', i), $1, $2, 'A talk', $3, 0, 0 from n`,
		`with recursive n(i) as (select 1 union all select i + 1 from n where i < $3)
			insert into assistant_messages (id, tenant_id, conversation_id, seq, key, author, person_id, kind, content, created_at, body_type, body)
			select printf('01a20000-0002-7%03x-8000-%s', i, substr(c.id, 25)), $1, c.id, i, 'k' || i, 'user', $2, 'message', 'About the invoices', 0, 'said', '{}'
			from n, assistant_conversations c`,
	} {
		if _, err := beside.ExecContext(t.Context(), step, tenant.ID, olga.ID, said, talks); err != nil {
			t.Fatal(err)
		}
	}
	return db, tenant.ID, ben
}
