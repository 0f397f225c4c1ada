package tasks_test

import (
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/executor/packs/tasks"
)

// TestWhatATaskMayDoWithoutAskingIsShownAndWarnedOf before it is made: nothing that warns is done by a standing approval, and what is
// approved is approved with what it allows.
func TestWhatATaskMayDoWithoutAskingIsShownAndWarnedOf(t *testing.T) {
	made := tool(t, tasks.TaskRecurring, sunday())
	got, err := made.Fix(t.Context(), olga(`{"prompt":"check it","schedule":"daily","allow":"it may create tickets without asking, at most 5 until Friday"}`))
	if err != nil || !strings.Contains(string(got), "it may create_tickets without asking, at most 5 times, until 2026-11-27T22:59:00Z") {
		t.Fatalf("%s: %v", got, err)
	}
	shown, err := made.Preview(t.Context(), olga(string(got)))
	if err != nil || len(shown.Warnings) != 1 || !strings.Contains(shown.Warnings[0].String(), "create tickets") && !strings.Contains(shown.Warnings[0].String(), "create_tickets") {
		t.Errorf("%+v: %v", shown, err)
	}
	if last := shown.Fields[len(shown.Fields)-1]; last.Name != "Without asking" || !strings.Contains(last.New, "5 times at most, until Fri 27 Nov 2026, 23:59 CET") {
		t.Errorf("it is shown as %+v", last)
	}
	more, err := made.Preview(t.Context(), olga(strings.Replace(string(got), "at most 5", "at most 6", 1)))
	if err != nil || more.Wanted == shown.Wanted {
		t.Errorf("what allows more is not the same: %v", err)
	}
	later := tool(t, tasks.TaskRecurring, sunday().Add(7*24*time.Hour))
	if _, err := later.Preview(t.Context(), olga(string(got))); err == nil {
		t.Error("what was over before anybody approved it is allowed")
	}
}
