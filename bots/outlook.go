package bots

import (
	"context"
	"fmt"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
	"github.com/aisteam/aisteam/wording/waits"
)

// Going reads what is at work and what waits for people in a tenant.
type Going interface {
	// Ongoing lists the runs that have not ended, newest first; only those in the place where it says one.
	Ongoing(ctx context.Context, t assistant.TenantID, in assistant.Place, limit int) ([]assistant.RunView, error)
	// Pending lists what waits for a person, plans and questions as well as approvals, oldest first.
	Pending(ctx context.Context, t assistant.TenantID) ([]assistant.Pending, error)
}

// Outlook is what a person may see of what is going on, the same on every surface: what they asked for themselves, and
// everything for approvers and admins. A guest sees nothing.
type Outlook struct {
	Person assistant.Person
	Runs   []assistant.RunView
	Waits  []assistant.Pending
}

const mostRuns = 100

// OutlookOf reads it.
func OutlookOf(ctx context.Context, from Going, t assistant.TenantID, p assistant.Person) (Outlook, error) {
	o := Outlook{Person: p}
	if p.Role == assistant.RoleGuest {
		return o, nil
	}
	var err error
	if o.Runs, err = RunsFor(ctx, from, t, p, assistant.Place{}); err != nil {
		return o, err
	}
	all, err := from.Pending(ctx, t)
	if err != nil {
		return o, fmt.Errorf("read what waits: %w", err)
	}
	o.Waits = assistant.PendingFor(p, all)
	return o, nil
}

// RunsFor reads the runs that a person may see; only those in the place where it says one.
func RunsFor(ctx context.Context, from Going, t assistant.TenantID, p assistant.Person, in assistant.Place) ([]assistant.RunView, error) {
	all, err := from.Ongoing(ctx, t, in, mostRuns)
	if err != nil {
		return nil, fmt.Errorf("read ongoing runs: %w", err)
	}
	var out []assistant.RunView
	for _, r := range all {
		if assistant.MaySee(p, r.Run.RequestedBy) {
			out = append(out, r)
		}
	}
	return out, nil
}

// Summary is the outlook in a sentence. What waits for a person is not at work.
func (o Outlook) Summary(w wording.Words) string {
	working := 0
	for _, r := range o.Runs {
		if !r.Waits() {
			working++
		}
	}
	return waits.Summary(w, working, o.Waits)
}
