package storage_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/ledgerkit"
	"github.com/aisteam/aisteam/storage"
)

// TestWhatNobodyCameBackForStaysSpentForItsDay: what a process that died had put aside may have been paid, so it is not free again before
// midnight; what is put aside by the living counts on both sides of midnight.
func TestWhatNobodyCameBackForStaysSpentForItsDay(t *testing.T) {
	day := time.Date(2026, 11, 24, 0, 0, 0, 0, time.UTC)
	now := day.Add(9 * time.Hour)
	db := ledgerkit.Open(t, storage.Config{Now: func() time.Time { return now }})
	set := assistant.DefaultSettings()
	set.DailyCents = 10
	if err := db.Tenants.SaveSettings(t.Context(), db.Tenant, db.Owner.ID, set); err != nil {
		t.Fatal(err)
	}
	reserve := func() {
		t.Helper()
		if s, err := db.Spending.Reserve(t.Context(), db.Tenant, "", assistant.NewID[assistant.ReserveID](db.IDs), 60_000); err != nil || s.Reserve == "" {
			t.Fatalf("%+v, %v", s, err)
		}
	}
	look := func(at time.Duration, micros, reserved int64) {
		t.Helper()
		now = day.Add(at)
		s, err := db.Spending.Spending(t.Context(), db.Tenant, "")
		if d := cmp.Diff([]int64{micros, reserved}, []int64{s.Micros, s.Reserved}); d != "" || err != nil {
			t.Errorf("at %s: %v (-want +got):\n%s", now, err, d)
		}
	}
	reserve()
	look(10*time.Hour, 0, 60_000)
	look(12*time.Hour, 60_000, 0)
	now = day.Add(23*time.Hour + 30*time.Minute)
	reserve()
	look(23*time.Hour+40*time.Minute, 60_000, 60_000)
	look(24*time.Hour+10*time.Minute, 0, 60_000)
	look(26*time.Hour, 0, 0)
}
