package bots

import (
	"context"
	"fmt"
	"strings"

	"github.com/aisteam/aisteam/assistant"
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

// Summary is the outlook in a sentence.
func (o Outlook) Summary() string {
	running, waits := "Nothing is running", "nothing waits for your decision."
	if n := len(o.Runs); n > 0 {
		running = counted(n, "run is", "runs are") + " at work"
	}
	if n := len(o.Waits); n > 0 {
		verb := " wait for a decision."
		if n == 1 {
			verb = " waits for a decision."
		}
		waits = o.kinds() + verb
	}
	return running + ", and " + waits
}

// kinds counts what waits by what it is: "1 plan and 2 actions".
func (o Outlook) kinds() string {
	var parts []string
	for _, k := range []struct {
		kind     assistant.PendingKind
		one, all string
	}{
		{assistant.PendingPlan, "plan", "plans"},
		{assistant.PendingQuestion, "question", "questions"},
		{assistant.PendingApproval, "action", "actions"},
		{assistant.PendingFailed, "failed run", "failed runs"},
	} {
		n := 0
		for _, w := range o.Waits {
			if w.Kind == k.kind {
				n++
			}
		}
		if n > 0 {
			parts = append(parts, counted(n, k.one, k.all))
		}
	}
	if last := len(parts) - 1; last > 0 {
		return strings.Join(parts[:last], ", ") + " and " + parts[last]
	}
	return strings.Join(parts, "")
}

// PendingWords says what kind of thing waits: "A plan".
func PendingWords(k assistant.PendingKind) string {
	switch k {
	case assistant.PendingPlan:
		return "A plan"
	case assistant.PendingQuestion:
		return "A question"
	case assistant.PendingFailed:
		return "A failed run"
	default:
		return "An action"
	}
}

func counted(n int, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, more)
}
