package storage_test

import (
	"database/sql"
	"path/filepath"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/storage"
)

const fewTalks, manyTalks = 300, 10_000

// What a list takes grows far less than how many conversations there are, in folders, put away or neither: of a folder and of the archive
// only the ids are read of all.
func TestTenThousandConversationsAreListedLikeAFew(t *testing.T) {
	took := map[string]map[int]time.Duration{}
	for _, n := range []int{fewTalks, manyTalks} {
		db, tenant, olga := filed(t, n)
		for what, listing := range map[string]assistant.Listing{
			"all": {Of: olga}, "a folder": {Of: olga, Folder: "spring"}, "the archive": {Of: olga, Archived: true},
		} {
			if took[what] == nil {
				took[what] = map[int]time.Duration{}
			}
			took[what][n] = quickest(t, func() (int, error) {
				o, err := db.Conversations.Overview(t.Context(), tenant, assistant.Look{Listing: listing, Lines: 41})
				return len(o.Newest) - 41, err
			})
		}
	}
	for what, of := range took {
		t.Logf("%s: %s of %d, %s of %d", what, of[fewTalks], fewTalks, of[manyTalks], manyTalks)
		if of[manyTalks] > 20*of[fewTalks] {
			t.Errorf("%s takes %s of %d conversations, %s of %d", what, of[fewTalks], fewTalks, of[manyTalks], manyTalks)
		}
	}
}

// filed is somebody with many conversations: of three, one is put away and one is in a folder.
func filed(t *testing.T, n int) (*storage.DB, assistant.TenantID, assistant.PersonID) {
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
	for _, step := range []string{
		`with recursive n(i) as (select 1 union all select i + 1 from n where i < $3)
			insert into assistant_conversations (id, tenant_id, user_id, title, started_at, updated_at)
			select printf('01a20000-0001-7000-8000-%012x', i), $1, $2, 'A talk', 0, 0 from n`,
		`insert into assistant_conversation_filings (tenant_id, person_id, conversation_id, folder, archived_at)
			select $1, $2, c.id, case when row_number() over (order by c.id) % 3 = 1 then 'spring' else '' end, case when row_number() over (order by c.id) % 3 = 2 then $3 end
			from assistant_conversations c`,
	} {
		if _, err := beside.ExecContext(t.Context(), step, tenant.ID, olga.ID, n); err != nil {
			t.Fatal(err)
		}
	}
	return db, tenant.ID, olga.ID
}
