package planning

import (
	"fmt"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// Decision is how a plan was approved.
type Decision struct {
	By     assistant.PersonID
	At     time.Time
	In     assistant.ConversationID
	Team   string // the hash of the team that begins it
	Unseen bool   // what is written on the way is to be published without being shown first
}

// Build makes the run and its tasks of an approved plan, stage 9. What the plan showed is what was approved: a task's
// ApprovedHash is of its tool, its parameters and the states its preview was of. What hangs on texts that nobody has
// written yet is not approved with the plan, unless that was wished and everything in the plan can be undone; and an
// irreversible step still has to be confirmed on its own. A plan that is not the one its hash is of was never shown:
// that is [assistant.ErrMoved].
func Build(p assistant.Plan, ids *assistant.IDs, d Decision) (assistant.Run, []assistant.Task, error) {
	if hash, err := assistant.PlanHash(p); err != nil || hash != p.Hash {
		return assistant.Run{}, nil, fmt.Errorf("build plan %s version %d: %w", p.ID, p.Version, assistant.ErrMoved)
	}
	unseen := d.Unseen && p.MayGoUnseen()
	run := assistant.Run{
		ID: assistant.NewID[assistant.RunID](ids), Conversation: d.In, Project: p.Project, Plan: p.ID, PlanVersion: p.Version,
		CreatedBy: assistant.Chief, RequestedBy: p.RequestedBy, ApprovedBy: d.By, Unseen: unseen, Title: p.Title,
		Status: assistant.RunRunning, CreatedAt: d.At, UpdatedAt: d.At,
	}
	tasks := make([]assistant.Task, 0, len(p.Steps))
	for i, s := range p.Steps {
		task, err := taskFor(p, s, i+1, run, ids, d)
		if err != nil {
			return assistant.Run{}, nil, err
		}
		tasks = append(tasks, task)
	}
	return run, tasks, nil
}

// taskFor is the task of an approved step in a run.
func taskFor(p assistant.Plan, s assistant.Step, order int, run assistant.Run, ids *assistant.IDs, d Decision) (assistant.Task, error) {
	approved, err := approvedHash(s, d.Unseen && p.MayGoUnseen())
	if err != nil {
		return assistant.Task{}, fmt.Errorf("build step %s of plan %s: %w", s.Key, p.ID, err)
	}
	named := ""
	if p.Several() {
		named = p.NameOf(s)
	}
	return assistant.Task{
		ID: assistant.NewID[assistant.TaskID](ids), Run: run.ID, Conversation: d.In, Project: p.ProjectOf(s), ProjectName: named,
		Key: s.Key, Group: s.Group, Order: order, Owner: s.Owner, Status: assistant.TaskOpen, Type: s.Type,
		Parameters: s.Parameters, Summary: s.Summary, Said: s.Said, Reversible: s.Effect != assistant.EffectIrreversible,
		Effect: s.Effect, Preview: undrawn(s.Preview), ApprovedHash: approved, Definition: s.Definition, Team: d.Team, CreatedAt: d.At, UpdatedAt: d.At,
	}, nil
}

// undrawn is what a task keeps of its step's preview: the plan has drawn the page, and no card of a run does.
func undrawn(p *assistant.Preview) *assistant.Preview {
	if p == nil {
		return nil
	}
	kept := p.Undrawn()
	return &kept
}

// approvedHash is what deciding on the plan has decided of the step; "" for nothing.
func approvedHash(s assistant.Step, unseen bool) (string, error) {
	switch {
	case s.Preview == nil || s.Preview.State == "":
		return "", nil
	case s.Shown():
		return assistant.ConsentHash(assistant.Bound(s.Type, s.Definition), s.Tried.Arguments, *s.Preview)
	case !assistant.Unfinished(s.Parameters):
		return assistant.ConsentHash(assistant.Bound(s.Type, s.Definition), s.Parameters, *s.Preview)
	case unseen:
		return assistant.UnseenHash(assistant.Bound(s.Type, s.Definition), s.Parameters, *s.Preview)
	default:
		return "", nil
	}
}
