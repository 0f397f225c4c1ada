package executor_test

import (
	"slices"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/executor"
)

// TestCallsOfSeveralProjectsAreTakenBackAndLookedAtOnTheirs: newest first over all of them, each on the project that it was made for.
func TestCallsOfSeveralProjectsAreTakenBackAndLookedAtOnTheirs(t *testing.T) {
	w := &world{}
	b := newBench(t, w.tool())
	second := b.work.Project
	second.ID = "project-2"
	foreign := b.work.Project
	foreign.ID, foreign.Tenant = "project-3", "tenant-2"
	of := func(p assistant.ProjectID) func(*assistant.ToolCall) {
		return func(c *assistant.ToolCall) { c.Project = p }
	}
	calls := []assistant.ToolCall{call("a", 1), call("b", 2, of("project-2")), call("c", 3, of("project-3")), call("d", 4, of("project-4"))}
	whose := executor.Whose{Tenant: tenant, Project: b.work.Project, Projects: []assistant.Project{b.work.Project, second, foreign}}

	_, undone := b.exec.Undo(t.Context(), whose, calls)

	if want := []assistant.CallID{"call-b", "call-a"}; !slices.Equal(undone, want) {
		t.Errorf("taken back %q, want %q: neither another tenant's project nor one that is unknown is worked on", undone, want)
	}
}
