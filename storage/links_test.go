package storage_test

import (
	"errors"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/servers"
	"github.com/aisteam/aisteam/internal/tablekit"
	"github.com/aisteam/aisteam/storage"
)

// pair is a tenant's owner and a member.
func pair(t *testing.T, db *storage.DB) (tenant assistant.TenantID, owner, member assistant.PersonID) {
	t.Helper()
	home, olga, err := db.Tenants.Bootstrap(t.Context(), assistant.Seed{Tenant: assistant.Tenant{Name: "Home"}, Owner: assistant.Person{Name: "Olga"}})
	if err != nil {
		t.Fatal(err)
	}
	anna, err := db.People.PersonFor(t.Context(), home.ID, assistant.Identity{Surface: assistant.SurfaceSlack, Space: "T1", External: "U1"})
	if err != nil {
		t.Fatal(err)
	}
	return home.ID, olga.ID, anna.ID
}

func TestACodeEndsAfterTenMinutesAndSoDoWrongTries(t *testing.T) {
	at := time.Now()
	cfg := config()
	cfg.Dir, cfg.Now = t.TempDir(), func() time.Time { return at }
	db := open(t, cfg)
	tenant, owner, member := pair(t, db)
	redeem := func(code string, want error) {
		t.Helper()
		if _, err := db.Links.RedeemLinkCode(t.Context(), tenant, member, code); !errors.Is(err, want) {
			t.Fatalf("got %v, want %v", err, want)
		}
	}
	old, err := db.Links.MakeLinkCode(t.Context(), tenant, owner)
	if err != nil || !old.Until.Equal(at.Add(10*time.Minute).Truncate(time.Microsecond)) {
		t.Fatalf("%v until %v", err, old.Until)
	}
	at = at.Add(10 * time.Minute)
	redeem(old.Code, assistant.ErrCode)
	for range 4 {
		redeem("ACDEFGHJ", assistant.ErrCode)
	}
	code, err := db.Links.MakeLinkCode(t.Context(), tenant, owner)
	if err != nil {
		t.Fatal(err)
	}
	redeem(code.Code, assistant.ErrTries)
	at = at.Add(10*time.Minute - time.Second)
	redeem(code.Code, assistant.ErrTries)
	at = at.Add(time.Second)
	if code, err = db.Links.MakeLinkCode(t.Context(), tenant, owner); err != nil {
		t.Fatal(err)
	}
	at = at.Add(10*time.Minute - time.Second)
	redeem(code.Code, nil)
}

// What is kept of a code cannot be entered, and time ends it by the database's clock.
func TestPostgresKeepsNoCodeThatCouldBeUsed(t *testing.T) {
	cfg := config()
	cfg.DatabaseURL = servers.Postgres(t)
	db := open(t, cfg)
	tenant, owner, member := pair(t, db)
	code, err := db.Links.MakeLinkCode(t.Context(), tenant, owner)
	if err != nil {
		t.Fatal(err)
	}
	c := connect(t, cfg.DatabaseURL)
	if kept := tablekit.Texts(t, c, `select hash from link_codes`); len(kept) != 1 || len(kept[0]) != 64 {
		t.Fatalf("kept %q of %q", kept, code.Code)
	}
	if n := tablekit.Run(t, c, `update link_codes set expires_at = expires_at - interval '10 minutes'`); n != 1 {
		t.Fatalf("%d codes", n)
	}
	if _, err := db.Links.RedeemLinkCode(t.Context(), tenant, member, code.Code); !errors.Is(err, assistant.ErrCode) {
		t.Fatalf("an old code: %v", err)
	}
}

// The token signs in whoever the owner has become.
func TestTheOwnerIsStillTheOwnerAfterLinking(t *testing.T) {
	cfg := config()
	cfg.Dir = t.TempDir()
	db := open(t, cfg)
	tenant, owner, member := pair(t, db)
	if err := db.People.SetRole(t.Context(), tenant, owner, member, assistant.RoleAdmin); err != nil {
		t.Fatal(err)
	}
	code, err := db.Links.MakeLinkCode(t.Context(), tenant, member)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Links.RedeemLinkCode(t.Context(), tenant, owner, code.Code); err != nil {
		t.Fatal(err)
	}
	if _, _, third := pair(t, db); third != member {
		t.Fatalf("the account leads to %s, not %s", third, member)
	}
	_, again, err := db.Tenants.Bootstrap(t.Context(), assistant.Seed{})
	if err != nil || again.ID != member {
		t.Fatalf("the owner is %+v: %v", again, err)
	}
	if err := db.People.SetRole(t.Context(), tenant, member, member, assistant.RoleMember); !errors.Is(err, assistant.ErrLastAdmin) {
		t.Fatalf("the row that is left counts as an admin: %v", err)
	}
}
