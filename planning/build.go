package planning

import (
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// Build makes the run and its tasks of an approved plan, stage 9. What the plan showed is what was approved: a task's
// ApprovedHash is the state its preview was of, and an irreversible one still has to be confirmed on its own.
func Build(p assistant.Plan, ids *assistant.IDs, now time.Time, approvedBy assistant.PersonID, in assistant.ConversationID) (assistant.Run, []assistant.Task) {
	run := assistant.Run{
		ID: assistant.NewID[assistant.RunID](ids), Conversation: in, Project: p.Project, Plan: p.ID, PlanVersion: p.Version,
		CreatedBy: assistant.Chief, RequestedBy: p.RequestedBy, ApprovedBy: approvedBy, Title: p.Title,
		Status: assistant.RunRunning, CreatedAt: now, UpdatedAt: now,
	}
	tasks := make([]assistant.Task, 0, len(p.Steps))
	for i, s := range p.Steps {
		t := assistant.Task{
			ID: assistant.NewID[assistant.TaskID](ids), Run: run.ID, Conversation: in, Project: p.Project,
			Key: s.Key, Group: s.Group, Order: i + 1, Owner: s.Owner, Status: assistant.TaskOpen, Type: s.Type,
			Parameters: s.Parameters, Summary: s.Summary, Reversible: s.Effect != assistant.EffectIrreversible,
			Effect: s.Effect, Preview: s.Preview, CreatedAt: now, UpdatedAt: now,
		}
		if s.Preview != nil {
			t.ApprovedHash = s.Preview.State
		}
		tasks = append(tasks, t)
	}
	return run, tasks
}
