package demo_test

import (
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/workspace"
	"github.com/aisteam/aisteam/executor/packs/workspace/demo"
	"github.com/aisteam/aisteam/executor/packs/workspace/store"
	"github.com/aisteam/aisteam/internal/ledgerkit"
	"github.com/aisteam/aisteam/storage"
)

func TestTheDemoIsFilledOnceAndGoesAwayWhole(t *testing.T) {
	l := ledgerkit.Open(t, storage.Config{})
	s := store.New(l.Packs)
	v := workspace.Viewer{Tenant: l.Tenant, Person: l.Owner.ID}
	today := workspace.DateOf(time.Now().UTC())
	c := demo.Config{
		Ago: func(d time.Duration) demo.Store { return store.Ago(s, d) }, Viewer: v, People: []assistant.PersonID{l.Owner.ID}, Today: today,
	}
	for range 2 {
		if _, err := demo.Fill(t.Context(), c); err != nil {
			t.Fatal(err)
		}
	}
	q := workspace.TotalsWanted{Today: today, Days: workspace.UpcomingDays}
	got, err := s.Totals(t.Context(), v, q)
	if err != nil || got.Tasks != 34 || got.Overdue < 5 || got.Stalled < 4 || got.Upcoming < 8 || got.OpenBlockers < 4 {
		t.Errorf("%+v: %v", got, err)
	}
	if n, err := s.Clear(t.Context(), v, demo.Key); err != nil || n != 6 {
		t.Errorf("%d, %v", n, err)
	}
	got, err = s.Totals(t.Context(), v, q)
	if all, perr := s.Projects(t.Context(), v, workspace.ProjectsWanted{Statuses: workspace.ProjectStatuses(), Limit: 9}); err != nil || perr != nil || got.Tasks+got.OpenBlockers+len(all) != 0 {
		t.Errorf("left: %+v, %+v: %v, %v", got, all, err, perr)
	}
}
