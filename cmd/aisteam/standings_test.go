package main

import (
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/ledgerkit"
	"github.com/aisteam/aisteam/storage"
)

// answering is a platform that says how accounts stand.
type answering struct {
	says  map[string]assistant.Standing
	away  error
	asked int
}

func (d *answering) Standing(_ context.Context, of assistant.Identity) (assistant.Standing, error) {
	d.asked++
	return d.says[of.External], d.away
}

// TestWhoLeavesWithoutAWordIsFoundWithinADay: each account on which something hangs is asked about once a day; a platform that is away
// ends nothing, and is asked again.
func TestWhoLeavesWithoutAWordIsFoundWithinADay(t *testing.T) {
	at := time.Now()
	db := ledgerkit.Open(t, storage.Config{Now: func() time.Time { return at }})
	who := assistant.Identity{Surface: assistant.SurfaceSlack, Space: "T1", External: "U1", Name: "Ada"}
	ada, err := db.People.PersonFor(t.Context(), db.Tenant, who)
	if err != nil {
		t.Fatal(err)
	}
	if err := db.People.SetRole(t.Context(), db.Tenant, db.Owner.ID, ada.ID, assistant.RoleApprover); err != nil {
		t.Fatal(err)
	}
	s := &server{}
	s.db, s.log = db.Verbs, slog.New(slog.DiscardHandler)
	platform := &answering{says: map[string]assistant.Standing{"U1": assistant.StandingGone}, away: errors.New("slack is away")}
	role := func() assistant.Role {
		p, err := db.People.Person(t.Context(), db.Tenant, ada.ID)
		if err != nil {
			t.Fatal(err)
		}
		return p.Role
	}
	sweep := func() error { return s.askStandingsOn(t.Context(), db.Tenant, assistant.SurfaceSlack, platform) }
	if err := sweep(); err == nil || role() != assistant.RoleApprover {
		t.Errorf("away: %v, and Ada is %s", err, role())
	}
	platform.away, platform.says["U1"] = nil, assistant.StandingMember
	for range 2 {
		if err := sweep(); err != nil || role() != assistant.RoleApprover {
			t.Errorf("there: %v, and Ada is %s", err, role())
		}
	}
	if platform.asked != 2 {
		t.Errorf("asked %d times in a day", platform.asked)
	}
	platform.says["U1"], at = assistant.StandingGone, at.Add(24*time.Hour)
	if err := sweep(); err != nil || role() != assistant.RoleGuest {
		t.Errorf("gone: %v, and Ada is %s", err, role())
	}
}
