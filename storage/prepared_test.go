package storage_test

import (
	"strconv"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/storage"
)

func embedded(t *testing.T) (*storage.DB, assistant.TenantID) {
	t.Helper()
	db := onSQLite(t)
	tenant, _, err := db.Tenants.Bootstrap(t.Context(), assistant.Seed{Tenant: assistant.Tenant{Name: "Home"}, Owner: assistant.Person{Name: "Olga"}})
	if err != nil {
		t.Fatal(err)
	}
	return db, tenant.ID
}

// What is said again is not parsed again: turn after turn the same statements serve.
func TestSQLiteParsesNothingTwice(t *testing.T) {
	db, tenant := embedded(t)
	var before int
	for n := range 12 {
		if err := turn(t.Context(), db, tenant, strconv.Itoa(n)); err != nil {
			t.Fatal(err)
		}
		_, prepared, err := storage.Writer(t.Context(), db)
		if err != nil {
			t.Fatal(err)
		}
		if n == 2 {
			before = prepared
		}
		if n > 2 && prepared != before || prepared == 0 {
			t.Fatalf("%d statements are prepared after turn %d, and %d were after turn 3", prepared, n+1, before)
		}
	}
}

// What somebody was told is on the disk by then. A claim may be forgotten with the power: every claim is void at a start.
func TestOnlyWhatMayBeForgottenIsNotWaitedFor(t *testing.T) {
	db, tenant := embedded(t)
	flushed := func(want int) {
		t.Helper()
		if got, _, err := storage.Writer(t.Context(), db); err != nil || got != want {
			t.Fatalf("synchronous is %d, want %d; %v", got, want, err)
		}
	}
	const full, normal = 2, 1
	receive := func(n string) {
		t.Helper()
		_, err := db.Intake.Receive(t.Context(), assistant.Inbound{
			Tenant: tenant, Key: n, Change: assistant.ChangeSaid, Text: "hello",
			Place: assistant.Place{Surface: assistant.SurfaceSlack, Space: "T", Channel: "C", Thread: n},
			From:  assistant.Identity{Surface: assistant.SurfaceSlack, Space: "T", External: "U"},
		})
		if err != nil {
			t.Fatal(err)
		}
		flushed(full)
	}
	receive("1")
	c, mail, err := claimed(t.Context(), db, tenant)
	if err != nil {
		t.Fatal(err)
	}
	flushed(normal)
	if _, err := db.Mailboxes.SettleAll(t.Context(), c, assistant.Settling{Mails: []int64{mail[0].ID}, Last: true}); err != nil {
		t.Fatal(err)
	}
	flushed(full)
	receive("2")
}
