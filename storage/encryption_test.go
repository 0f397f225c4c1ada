package storage_test

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/internal/servers"
	"github.com/aisteam/aisteam/internal/tablekit"
	"github.com/aisteam/aisteam/storage"
)

func keyOf(b byte) []byte { return bytes.Repeat([]byte{b}, 32) }

// ledger is an address of storage, and a look past its verbs.
type ledger struct {
	t    *testing.T
	cfg  storage.Config
	raw  func(query string) []string
	site assistant.Project
	by   assistant.Actor // the owner
}

// onBoth runs a test on a ledger of each database.
func onBoth(t *testing.T, test func(*testing.T, *ledger)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) {
		l := &ledger{t: t, cfg: config()}
		l.cfg.Dir = t.TempDir()
		l.raw = func(query string) []string {
			db, err := sql.Open("sqlite", "file:"+filepath.Join(l.cfg.Dir, "aisteam.db"))
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close() // it was only read
			return liteTexts(t, db, query)
		}
		test(t, l)
	})
	t.Run("postgres", func(t *testing.T) {
		l := &ledger{t: t, cfg: config()}
		l.cfg.DatabaseURL = servers.Postgres(t)
		l.raw = func(query string) []string { return tablekit.Texts(t, connect(t, l.cfg.DatabaseURL), query) }
		test(t, l)
	})
}

// with opens the ledger with keys, lets something be done and closes it.
func (l *ledger) with(do func(db *storage.DB, tenant assistant.TenantID), keys ...[]byte) {
	l.t.Helper()
	l.cfg.SecretKeys = keys
	db, err := storage.Open(l.t.Context(), l.cfg)
	if err != nil {
		l.t.Fatal(err)
	}
	l.site = assistant.Project{ID: "01900000-0000-7000-8000-0000000000aa", Name: "Shop", Slug: "shop", Connections: []assistant.Connection{site.WordPress("https://shop.example", "editor")}}
	tenant, owner, err := db.Tenants.Bootstrap(l.t.Context(), assistant.Seed{
		Tenant: assistant.Tenant{Name: "Home"}, Owner: assistant.Person{Name: "Olga"}, Projects: []assistant.Project{l.site},
	})
	if err != nil {
		l.t.Fatal(err)
	}
	l.by = assistant.Actor{Person: owner.ID}
	do(db, tenant.ID)
	if err := db.Close(); err != nil {
		l.t.Fatal(err)
	}
}

// save keeps a password and an install's tokens.
func (l *ledger) save(db *storage.DB, tenant assistant.TenantID) {
	l.t.Helper()
	l.site.Tenant = tenant
	if err := db.Projects.SaveProject(l.t.Context(), l.by, l.site, assistant.Secrets{site.KindWordPress: "abcd EFGH"}); err != nil {
		l.t.Fatal(err)
	}
	in := assistant.Install{Team: "T1", App: "A1", Tokens: assistant.Tokens{Access: "xoxe-1", Refresh: "refresh-1", Life: time.Hour}}
	if _, err := db.Installs.SaveInstall(l.t.Context(), in); err != nil {
		l.t.Fatal(err)
	}
}

// reads that what was saved is what is read.
func (l *ledger) reads(db *storage.DB, tenant assistant.TenantID) {
	l.t.Helper()
	secret, err := db.Projects.Secret(l.t.Context(), tenant, l.site.ID, site.KindWordPress)
	if err != nil || secret != "abcd EFGH" {
		l.t.Errorf("read back %q: %v", string(secret), err)
	}
	in, _, err := db.Installs.InstallOf(l.t.Context(), "", "T1")
	if err != nil || in.Tokens.Access != "xoxe-1" || in.Tokens.Refresh != "refresh-1" {
		l.t.Errorf("read back %+v: %v", in.Tokens, err)
	}
}

// kept are the secrets as they stand in the tables.
func (l *ledger) kept() []string {
	return l.raw(`select secret from connections union all select token from slack_installs union all select refresh_token from slack_installs`)
}

func (l *ledger) sealed() {
	l.t.Helper()
	kept := l.kept()
	if len(kept) != 3 {
		l.t.Fatalf("%d secrets", len(kept))
	}
	for _, s := range kept {
		if !strings.HasPrefix(s, "sealed1:") {
			l.t.Errorf("kept as %q", s)
		}
	}
}

func TestAPasswordIsSealedWithTheKey(t *testing.T) {
	onBoth(t, func(_ *testing.T, l *ledger) {
		l.with(l.save, keyOf(1))
		l.sealed()
		l.with(l.reads, keyOf(1))
	})
}

func TestWhatWasKeptBeforeThereWasAKeyIsSealedAtTheNextStart(t *testing.T) {
	onBoth(t, func(_ *testing.T, l *ledger) {
		l.with(l.save)
		l.with(l.reads, keyOf(1))
		l.sealed()
		l.with(l.reads, keyOf(1))
	})
}

// A key is replaced by putting the new one in front; after one start the old one is needed no more.
func TestTheFirstKeySealsAndAllOpen(t *testing.T) {
	onBoth(t, func(t *testing.T, l *ledger) {
		l.with(l.save, keyOf(1))
		l.with(l.reads, keyOf(2), keyOf(1))
		l.with(l.reads, keyOf(2))
		before := l.kept()
		l.with(l.reads, keyOf(2), keyOf(3))
		if after := l.kept(); strings.Join(after, "\n") != strings.Join(before, "\n") {
			t.Error("what the first key had sealed was sealed again")
		}
	})
}

func TestAWrongKeyIsRefusedAtStartAndNamed(t *testing.T) {
	onBoth(t, func(t *testing.T, l *ledger) {
		l.with(l.save, keyOf(1))
		before := l.kept()
		for _, keys := range [][][]byte{nil, {keyOf(2)}, {keyOf(2), keyOf(3)}} {
			l.cfg.SecretKeys = keys
			db, err := storage.Open(t.Context(), l.cfg)
			if err == nil {
				_ = db.Close()
				t.Errorf("with %d other keys it opens", len(keys))
			} else if !strings.Contains(err.Error(), "AISTEAM_SECRET_KEY") || strings.Contains(err.Error(), "abcd") {
				t.Error(err)
			}
		}
		if after := l.kept(); strings.Join(after, "\n") != strings.Join(before, "\n") {
			t.Error("a refused start changed secrets")
		}
		l.with(l.reads, keyOf(1))
	})
}

// What only looks sealed would keep the service from starting, and no password at all is nothing to seal.
func TestAPasswordThatLooksSealedIsNotTaken(t *testing.T) {
	onBoth(t, func(t *testing.T, l *ledger) {
		save := func(db *storage.DB, tenant assistant.TenantID, password string) error {
			l.site.Tenant = tenant
			return db.Projects.SaveProject(t.Context(), l.by, l.site, assistant.Secrets{site.KindWordPress: assistant.Secret(password)})
		}
		l.with(func(db *storage.DB, tenant assistant.TenantID) {
			if err := save(db, tenant, "sealed1:looks so"); !errors.Is(err, assistant.ErrUnstorable) {
				t.Errorf("without a key: %v", err)
			}
			if err := save(db, tenant, ""); err != nil {
				t.Error(err)
			}
		})
		l.with(func(db *storage.DB, tenant assistant.TenantID) {
			if err := save(db, tenant, "sealed1:looks so"); err != nil {
				t.Errorf("with one: %v", err)
			}
			if got, err := db.Projects.Secret(t.Context(), tenant, l.site.ID, site.KindWordPress); err != nil || got != "sealed1:looks so" {
				t.Errorf("read back %q: %v", string(got), err)
			}
		}, keyOf(1))
		l.with(func(*storage.DB, assistant.TenantID) {}, keyOf(1))
	})
}

// More than are looked for at once, by several replicas that start together.
func TestReplicasThatStartTogetherSealEverySecretOnce(t *testing.T) {
	const n = 230
	l := &ledger{t: t, cfg: config()}
	l.cfg.DatabaseURL = servers.Postgres(t)
	ids := make([]assistant.ProjectID, n)
	var home assistant.TenantID
	l.with(func(db *storage.DB, tenant assistant.TenantID) {
		home = tenant
		for i := range ids {
			ids[i] = assistant.ProjectID(fmt.Sprintf("01900000-0000-7000-8000-%012d", i+1))
			p := assistant.Project{ID: ids[i], Tenant: tenant, Name: "Site", Slug: fmt.Sprintf("site-%d", i), Connections: l.site.Connections}
			if err := db.Projects.SaveProject(t.Context(), l.by, p, assistant.Secrets{site.KindWordPress: assistant.Secret(p.ID)}); err != nil {
				t.Fatal(err)
			}
		}
	})
	l.cfg.SecretKeys = [][]byte{keyOf(1)}
	var all sync.WaitGroup
	for range 3 {
		all.Go(func() {
			db, err := storage.Open(t.Context(), l.cfg)
			if err != nil {
				t.Error(err)
				return
			}
			defer db.Close() // it was only read
			for _, id := range ids {
				if got, err := db.Projects.Secret(t.Context(), home, id, site.KindWordPress); err != nil || string(got) != string(id) {
					t.Errorf("%s: %q, %v", id, string(got), err)
				}
			}
		})
	}
	all.Wait()
	if plain := tablekit.Texts(t, connect(t, l.cfg.DatabaseURL), `select secret from connections where secret <> '' and secret not like 'sealed1:%'`); len(plain) > 0 {
		t.Errorf("%d are not sealed", len(plain))
	}
}

// A password that is moved to another project opens nowhere there.
func TestASealedPasswordOpensForItsProjectAlone(t *testing.T) {
	l := &ledger{t: t, cfg: config()}
	l.cfg.DatabaseURL = servers.Postgres(t)
	l.with(l.save, keyOf(1))
	l.with(func(db *storage.DB, tenant assistant.TenantID) {
		other := assistant.Project{ID: "01900000-0000-7000-8000-0000000000ab", Tenant: tenant, Name: "Other", Slug: "other"}
		if err := db.Projects.SaveProject(t.Context(), l.by, other, nil); err != nil {
			t.Fatal(err)
		}
		tablekit.Run(t, connect(t, l.cfg.DatabaseURL), `insert into connections (project_id, tenant_id, kind, gives, secret)
			select $1::uuid, tenant_id, kind, gives, secret from connections`, other.ID)
		if got, err := db.Projects.Secret(t.Context(), tenant, other.ID, site.KindWordPress); err == nil {
			t.Errorf("another project's password opened: %q", string(got))
		}
	}, keyOf(1))
}

// What a model answered is sealed too; an answer that no key opens is as none, so that the model is asked again.
func TestAModelsAnswerIsSealedWithTheKey(t *testing.T) {
	onBoth(t, func(t *testing.T, l *ledger) {
		call := assistant.ModelCall{Key: "turn/1", Response: []byte(`{"text":"what somebody wrote"}`)}
		record := func(key string) func(*storage.DB, assistant.TenantID) {
			return func(db *storage.DB, tenant assistant.TenantID) {
				_, err := db.Intake.Receive(t.Context(), assistant.Inbound{
					Tenant: tenant, Place: assistant.Place{Surface: assistant.SurfaceSlack, Channel: "C", Thread: key}, Text: "hi",
					From: assistant.Identity{Surface: assistant.SurfaceSlack, External: "U"},
				})
				if err != nil {
					t.Fatal(err)
				}
				c, _, found, err := db.Mailboxes.Claim(t.Context(), tenant, time.Minute)
				if err != nil || !found {
					t.Fatal(found, err)
				}
				call.Key = key
				if err := db.Mailboxes.Append(t.Context(), c, assistant.Batch{ModelCalls: []assistant.ModelCall{call}}); err != nil {
					t.Fatal(err)
				}
			}
		}
		reads := func(want ...bool) func(*storage.DB, assistant.TenantID) {
			return func(db *storage.DB, tenant assistant.TenantID) {
				for i, key := range []string{"old", "new"} {
					got, found, err := db.Calls.ModelCall(t.Context(), tenant, key)
					if err != nil || found != want[i] || found && !bytes.Equal(got.Response, call.Response) {
						t.Errorf("%s: %v %s %v", key, found, got.Response, err)
					}
				}
			}
		}
		l.with(record("old"))
		l.with(record("new"), keyOf(1))
		query := `select cast(response as text) from model_calls where key = 'new'`
		if l.cfg.DatabaseURL != "" {
			query = `select convert_from(response, 'UTF8') from model_calls where key = 'new'`
		}
		kept := l.raw(query)
		if len(kept) != 1 || !strings.HasPrefix(kept[0], "sealed1:") {
			t.Errorf("kept as %q", kept)
		}
		l.with(reads(true, true), keyOf(1))
		l.with(reads(true, true), keyOf(2), keyOf(1))
		l.with(reads(true, false), keyOf(2))
	})
}
