package workspace_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/workspace"
)

// TestEachFieldCanBePutBack: what the fields of a thing are, another one becomes with each of them.
func TestEachFieldCanBePutBack(t *testing.T) {
	k := workspace.Task{
		Title: "a", Description: "b", Status: workspace.TaskDone, Priority: workspace.PriorityLow, Due: "2026-12-31", Labels: []string{"x", "y z"},
		Assignees: []workspace.Member{{Person: assistant.PersonID("p")}, {Person: assistant.PersonID("q")}},
	}
	b := workspace.Blocker{Title: "a", Description: "b", Status: workspace.BlockerOpen, Priority: workspace.PriorityLow, Task: "t", Resolution: "c"}
	d := workspace.Document{Title: "a", Type: workspace.DocumentReport, Status: workspace.DocumentDraft, Content: "c"}
	p := workspace.Project{
		Name: "a", Description: "b", Type: workspace.ProjectGeneral, Scope: workspace.ScopeTeam, Team: "t", Parent: "p", Status: workspace.ProjectOnHold,
		Start: "2026-01-01", End: "2026-12-31", Color: "#000000", Emoji: "x", Archived: "y",
	}
	var k2 workspace.Task
	var b2 workspace.Blocker
	var d2 workspace.Document
	var p2 workspace.Project
	for _, one := range []struct {
		fields []workspace.Field
		set    func(string, string)
		now    func() []workspace.Field
	}{{k.Fields(), func(name, value string) { k2 = k2.With(name, value) }, func() []workspace.Field { return k2.Fields() }}, {b.Fields(), func(name, value string) { b2 = b2.With(name, value) }, func() []workspace.Field { return b2.Fields() }}, {d.Fields(), func(name, value string) { d2 = d2.With(name, value) }, func() []workspace.Field { return d2.Fields() }}, {p.Fields(), func(name, value string) { p2 = p2.With(name, value) }, func() []workspace.Field { return p2.Fields() }}} {
		for _, f := range one.fields {
			if f.Value == "" {
				t.Errorf("%s is not tried", f.Name)
			}
			one.set(f.Name, f.Value)
		}
		if diff := cmp.Diff(one.fields, one.now()); diff != "" {
			t.Error(diff)
		}
	}
}
