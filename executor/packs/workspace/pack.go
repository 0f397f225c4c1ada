package workspace

import (
	"context"
	"errors"
	"time"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/workspace"
)

// Store is where a workspace is kept: the tables of this pack, or a tracker elsewhere. It tells a viewer only what they may see.
// What else a store can do it says by the interfaces beside this one; tools for what it cannot do are not there.
type Store interface {
	Projects(ctx context.Context, v workspace.Viewer, q workspace.ProjectsWanted) ([]workspace.Project, error)
	Tasks(ctx context.Context, v workspace.Viewer, q workspace.TasksWanted) ([]workspace.Task, error)
	Members(ctx context.Context, v workspace.Viewer, q workspace.MembersWanted) ([]workspace.Member, error)
	Totals(ctx context.Context, v workspace.Viewer, q workspace.TotalsWanted) (workspace.Totals, error)
}

// Blocked is a store that knows what holds work up.
type Blocked interface {
	Blockers(ctx context.Context, v workspace.Viewer, q workspace.BlockersWanted) ([]workspace.Blocker, error)
}

// Written is a store with documents.
type Written interface {
	Documents(ctx context.Context, v workspace.Viewer, q workspace.DocumentsWanted) ([]workspace.Document, error)
}

// Linked is a store that knows which documents belong to which tasks.
type Linked interface {
	Links(ctx context.Context, v workspace.Viewer, task workspace.TaskID, document workspace.DocumentID) ([]workspace.Link, error)
}

// Discussed is a store with comments.
type Discussed interface {
	Comments(ctx context.Context, v workspace.Viewer, q workspace.CommentsWanted) ([]workspace.Comment, error)
}

// Recorded is a store with a feed of what was done.
type Recorded interface {
	Events(ctx context.Context, v workspace.Viewer, q workspace.EventsWanted) ([]workspace.Event, error)
}

// Searched is a store that finds words in what it keeps.
type Searched interface {
	Search(ctx context.Context, v workspace.Viewer, q workspace.HitsWanted) ([]workspace.Hit, error)
}

// Teamed is a store that knows teams.
type Teamed interface {
	Teams(ctx context.Context, v workspace.Viewer) ([]workspace.Team, error)
}

// Queried is a store that answers questions which are put together from parts.
type Queried interface {
	Query(ctx context.Context, v workspace.Viewer, q workspace.DynamicQuery) (workspace.DynamicRows, error)
}

// The task types of the pack.
const (
	TaskProjects      assistant.TaskType = "get_projects"
	TaskProject       assistant.TaskType = "get_project_details"
	TaskTasks         assistant.TaskType = "get_tasks"
	TaskTask          assistant.TaskType = "get_task_details"
	TaskBlockers      assistant.TaskType = "get_blockers"
	TaskDocuments     assistant.TaskType = "get_documents"
	TaskDocument      assistant.TaskType = "get_document_details"
	TaskSearch        assistant.TaskType = "search_content"
	TaskAttention     assistant.TaskType = "get_attention_summary"
	TaskMembers       assistant.TaskType = "get_team_members"
	TaskTeamActivity  assistant.TaskType = "get_team_activity"
	TaskWorkload      assistant.TaskType = "get_user_workload"
	TaskCollaborators assistant.TaskType = "get_collaborators"
	TaskActivity      assistant.TaskType = "get_recent_activity"
	TaskQuery         assistant.TaskType = "dynamic_query"

	TaskCreateTask     assistant.TaskType = "create_task"
	TaskUpdateTask     assistant.TaskType = "update_task"
	TaskCompleteTask   assistant.TaskType = "complete_task"
	TaskAssignTask     assistant.TaskType = "assign_task"
	TaskCreateBlocker  assistant.TaskType = "create_blocker"
	TaskResolveBlocker assistant.TaskType = "resolve_blocker"
	TaskCreateDocument assistant.TaskType = "create_document"
	TaskUpdateDocument assistant.TaskType = "update_document"
	TaskLinkDocument   assistant.TaskType = "link_document_to_task"
	TaskAddComment     assistant.TaskType = "add_comment"
	TaskCreateProject  assistant.TaskType = "create_project"
	TaskUpdateProject  assistant.TaskType = "update_project"
	TaskArchiveProject assistant.TaskType = "archive_project"
)

// pack is what the tools work on, and which of the abilities there are.
type pack struct {
	Store

	blocked   Blocked
	written   Written
	linked    Linked
	discussed Discussed
	recorded  Recorded
	searched  Searched
	teamed    Teamed
	now       func() time.Time
}

// Pack says what the pack is, before anything that it works on is open.
func Pack() tools.Pack { return tools.Pack{Name: "workspace"} }

// Tools returns the pack's tools, as far as the store is able to do what they need.
func Tools(s Store, now func() time.Time) ([]tools.Tool, error) {
	if s == nil || now == nil {
		return nil, errors.New("workspace pack: a store and a clock are needed")
	}
	p := pack{Store: s, now: now}
	p.blocked, _ = s.(Blocked)
	p.written, _ = s.(Written)
	p.linked, _ = s.(Linked)
	p.discussed, _ = s.(Discussed)
	p.recorded, _ = s.(Recorded)
	p.searched, _ = s.(Searched)
	p.teamed, _ = s.(Teamed)
	out := []tools.Tool{p.projects(), p.project(), p.tasks(), p.task(), p.attention(), p.members(), p.workload(), p.collaborators()}
	if p.blocked != nil {
		out = append(out, p.blockers())
	}
	if p.written != nil {
		out = append(out, p.documents(), p.document())
	}
	if p.searched != nil {
		out = append(out, p.search())
	}
	if p.recorded != nil {
		out = append(out, p.teamActivity(), p.activity())
	}
	if q, can := s.(Queried); can {
		out = append(out, p.dynamic(q))
	}
	return append(out, p.actions(s)...), nil
}
