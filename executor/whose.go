package executor

import (
	"slices"

	"github.com/aisteam/aisteam/agents/team"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
)

// Whose says for whom something is done with the calls of an earlier run: undone, looked at, removed.
type Whose struct {
	Team         *team.Team // whose tools are used; nil for the executor's own
	Tenant       assistant.TenantID
	Conversation assistant.ConversationID
	Project      assistant.Project
	Projects     []assistant.Project // that calls of a run may be of besides
	Asker        assistant.Person    // who wants it, or who asked for the run if nobody is asking now
}

// ours tells whether the project is the tenant's, or there is none.
func (w Whose) ours() bool { return w.Project.ID == "" || w.Project.Tenant == w.Tenant }

// at is the same for the project of a call; false where that is none of theirs.
func (w Whose) at(id assistant.ProjectID) (Whose, bool) {
	if id == w.Project.ID {
		return w, w.ours()
	}
	i := slices.IndexFunc(w.Projects, func(p assistant.Project) bool { return p.ID == id })
	if i < 0 {
		return w, false
	}
	w.Project = w.Projects[i]
	return w, w.ours()
}

// call is the use of a tool for them.
func (w Whose) call(by *Executor) tools.Call {
	return tools.Call{Audience: by.audience, Tenant: w.Tenant, Conversation: w.Conversation, Project: w.Project, Asker: w.Asker, For: w.Asker.ID}
}

// of is the use of the tool of a call that was.
func (w Whose) of(by *Executor, was assistant.ToolCall) tools.Call {
	c := w.call(by)
	c.Task = assistant.Task{ID: was.Task, Run: was.Run, Project: was.Project, Type: assistant.TaskType(was.Tool)}
	c.Key, c.Arguments = was.Key, was.Arguments
	return c
}
