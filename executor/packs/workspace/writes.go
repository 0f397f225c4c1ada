package workspace

import (
	"context"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant/workspace"
)

// What a store lets be changed. Each write names the key of the call that it is done for, under which the feed tells of it: what a key has
// done is done once. A change is written over the version that it names, else it is refused with [assistant.ErrMoved].

// TaskKeeper is a store whose tasks are written.
type TaskKeeper interface {
	CreateTask(ctx context.Context, v workspace.Viewer, key string, k workspace.Task) (workspace.Task, error)
	UpdateTask(ctx context.Context, v workspace.Viewer, key string, k workspace.Task) (workspace.Task, error)
	RemoveTask(ctx context.Context, v workspace.Viewer, key string, id workspace.TaskID, version int) error
}

// BlockerKeeper is a store whose blockers are written.
type BlockerKeeper interface {
	CreateBlocker(ctx context.Context, v workspace.Viewer, key string, b workspace.Blocker) (workspace.Blocker, error)
	UpdateBlocker(ctx context.Context, v workspace.Viewer, key string, b workspace.Blocker) (workspace.Blocker, error)
	RemoveBlocker(ctx context.Context, v workspace.Viewer, key string, id workspace.BlockerID, version int) error
}

// DocumentKeeper is a store whose documents are written.
type DocumentKeeper interface {
	CreateDocument(ctx context.Context, v workspace.Viewer, key string, d workspace.Document) (workspace.Document, error)
	UpdateDocument(ctx context.Context, v workspace.Viewer, key string, d workspace.Document) (workspace.Document, error)
	RemoveDocument(ctx context.Context, v workspace.Viewer, key string, id workspace.DocumentID, version int) error
}

// LinkKeeper is a store in which documents are linked to tasks.
type LinkKeeper interface {
	LinkDocument(ctx context.Context, v workspace.Viewer, key string, l workspace.Link) (was workspace.Link, err error)
}

// CommentKeeper is a store in which tasks and documents are commented on.
type CommentKeeper interface {
	AddComment(ctx context.Context, v workspace.Viewer, key string, c workspace.Comment) (workspace.Comment, error)
	RemoveComment(ctx context.Context, v workspace.Viewer, key string, id workspace.CommentID) error
}

// ProjectKeeper is a store whose projects are written.
type ProjectKeeper interface {
	CreateProject(ctx context.Context, v workspace.Viewer, key string, p workspace.Project) (workspace.Project, error)
	UpdateProject(ctx context.Context, v workspace.Viewer, key string, p workspace.Project) (workspace.Project, error)
	RemoveProject(ctx context.Context, v workspace.Viewer, key string, id workspace.ProjectID, version int) error
}

// actions are the tools that change what the store lets be changed. What was done is found in the feed, so that without one there are none.
func (p pack) actions(s Store) []tools.Tool {
	var out []tools.Tool
	if p.recorded == nil {
		return nil
	}
	if w, can := s.(TaskKeeper); can {
		out = append(out, p.taskActions(w)...)
	}
	if w, can := s.(BlockerKeeper); can && p.blocked != nil {
		out = append(out, p.blockerActions(w)...)
	}
	if w, can := s.(DocumentKeeper); can && p.written != nil {
		out = append(out, p.documentActions(w)...)
	}
	if w, can := s.(LinkKeeper); can && p.written != nil && p.linked != nil {
		out = append(out, p.linkDocument(w))
	}
	if w, can := s.(CommentKeeper); can && p.discussed != nil {
		out = append(out, p.addComment(w))
	}
	if w, can := s.(ProjectKeeper); can {
		out = append(out, p.projectActions(w)...)
	}
	return out
}
