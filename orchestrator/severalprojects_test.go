package orchestrator_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/servers"
	"github.com/aisteam/aisteam/storage"
)

// bothSites adds a second project, and shows a plan of Anna's that pins a note on each.
func (h *house) bothSites() (plan assistant.Plan, second assistant.ProjectID) {
	h.t.Helper()
	second = assistant.NewID[assistant.ProjectID](h.ids)
	h.ok(h.db.Projects.SaveProject(h.t.Context(), h.me(), assistant.Project{ID: second, Tenant: h.tenant, Name: "Brightwater", Slug: "brightwater"}, nil))
	plan = assistant.Plan{
		ID: assistant.NewID[assistant.PlanID](h.ids), Version: 1, Project: h.project, ProjectName: "Aquaverter", Title: "Opening hours", RequestedBy: h.anna,
		ExpiresAt: time.Now().Add(time.Hour).UTC().Truncate(time.Microsecond),
	}
	for i, key := range []string{"home", "away"} {
		parameters := json.RawMessage(`{"text":"hours ` + key + `"}`)
		s := assistant.Step{
			Key: key, Group: "A", Owner: assistant.WebEngineer, Type: "pin_note", Summary: "Note the hours " + key, Effect: assistant.EffectReversible,
			Parameters: parameters, Preview: &assistant.Preview{Title: assistant.Say("Pin a note"), State: "board", Wanted: string(parameters)},
		}
		if i == 1 {
			s.Project, s.ProjectName = second, "Brightwater"
		}
		plan.Steps = append(plan.Steps, s)
	}
	var err error
	plan.Hash, err = assistant.PlanHash(plan)
	h.ok(err)
	h.post(assistant.PlanProposed{Plan: plan})
	return plan, second
}

// me is the owner, who may change settings.
func (h *house) me() assistant.Actor { return assistant.Actor{Person: h.owner} }

// TestEachProjectOfAPlanHasItsOwnApprovers: who decides is asked per step. Whoever decides on one project decides nothing on the other,
// which is said, and nothing is done there meanwhile; and what was done on both is taken back on both.
func TestEachProjectOfAPlanHasItsOwnApprovers(t *testing.T) {
	t.Run("sqlite", func(t *testing.T) { hasItsOwnApprovers(t, storage.Config{Dir: servers.Embedded(t)}) })
	t.Run("postgres", func(t *testing.T) { hasItsOwnApprovers(t, storage.Config{DatabaseURL: servers.Postgres(t)}) })
}

func hasItsOwnApprovers(t *testing.T, on storage.Config) {
	h := newHouseOn(t, pinning(), on)
	plan, second := h.bothSites()
	for project, who := range map[assistant.ProjectID]string{h.project: "UBEN", second: "UCLEO"} {
		h.ok(h.db.Policies.SavePolicy(t.Context(), h.tenant, h.owner, assistant.Policy{Project: project, Rule: assistant.ApprovalRule{People: []assistant.PersonID{h.person(who).ID}}}))
	}
	if note := h.act(approved(plan)); note != "" {
		t.Fatal(note)
	}
	here, there := h.asksFor("hours home"), h.asksFor("hours away")
	if !slices.Equal(here.Rule.People, []assistant.PersonID{h.person("UBEN").ID}) || !slices.Equal(there.Rule.People, []assistant.PersonID{h.person("UCLEO").ID}) {
		t.Fatalf("asked are %+v and %+v", here.Rule, there.Rule)
	}
	if note := h.by("UBEN", yes(there)); !strings.Contains(note, "it is laid down who approves") {
		t.Errorf("who decides on the other project reads %q", note)
	}
	if note := h.by("UBEN", yes(here)); note != "" {
		t.Fatal(note)
	}
	awaits(h, func(b assistant.TaskFinished) bool { return b.Task == here.Task && b.Status == assistant.TaskCompleted })
	if got := h.crowd.pinned(); !slices.Equal(got, []string{"hours home"}) {
		t.Errorf("before the other project's approver has decided %q was pinned", got)
	}
	if note := h.by("UCLEO", yes(there)); note != "" {
		t.Fatal(note)
	}
	run := awaits(h, anyOf[assistant.RunFinished]).Run
	h.says("Note the hours away (on Brightwater)")
	calls, err := h.db.Calls.Calls(t.Context(), h.tenant, run)
	h.ok(err)
	for _, c := range calls {
		if want := map[assistant.TaskID]assistant.ProjectID{here.Task: h.project, there.Task: second}[c.Task]; c.Project != want {
			t.Errorf("a call of %s is logged for the project %s, want %s", c.Task, c.Project, want)
		}
	}
	if note := h.act(assistant.UndoRequested{Run: run}); note != "" {
		t.Fatal(note)
	}
	for _, u := range awaits(h, anyOf[assistant.Undone]).Tasks {
		if u.Problem != nil {
			t.Errorf("%s is not taken back: %s", u.Summary, u.Problem.Message)
		}
	}
}

// TestAProjectIsNotTakenAwayWhileAStepWorksOnIt, though the run is another project's.
func TestAProjectIsNotTakenAwayWhileAStepWorksOnIt(t *testing.T) {
	h := newHouseOf(t, pinning())
	_, second := h.bothSites()
	use, err := h.db.Projects.ProjectUse(t.Context(), h.tenant, second)
	h.ok(err)
	if use.Plans != 1 {
		t.Errorf("a plan that waits and works on it is not counted: %+v", use)
	}
}
