package workspace

import (
	"cmp"
	"context"
	"slices"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/workspace"
)

// CreateBlocker are the arguments of create_blocker.
type CreateBlocker struct {
	Project     string `json:"project_id,omitempty" jsonschema:"the project that it holds up, by its id or name; may be left out where task_id says it, or where there is one project"`
	Task        string `json:"task_id,omitempty" jsonschema:"the task that it holds up, by its id or title; the project as a whole when left out"`
	Title       string `json:"title" jsonschema:"what keeps the work from going on, in a few words"`
	Description string `json:"description,omitempty" jsonschema:"the details"`
	Priority    string `json:"priority,omitempty" jsonschema:"how much it matters"`
}

// ResolveBlocker are the arguments of resolve_blocker.
type ResolveBlocker struct {
	Blocker    string `json:"blocker_id" jsonschema:"the blocker's id or title, or the title of the task that it holds up"`
	Resolution string `json:"resolution,omitempty" jsonschema:"how it was resolved"`
}

func (p pack) blockerActions(w BlockerKeeper) []tools.Tool {
	kind := kind[workspace.Blocker]{
		entity: workspace.EntityBlocker, wrong: workspace.Blocker.Wrong, with: workspace.Blocker.With,
		of: func(b workspace.Blocker) thing {
			return thing{string(b.ID), b.Project, b.ProjectName, b.Title, b.Version, b.Fields()}
		},
		load: func(ctx context.Context, a asked, t took) (workspace.Blocker, error) {
			return p.findBlocker(ctx, a, t.Entity)
		},
		create: w.CreateBlocker, update: w.UpdateBlocker,
		remove: func(ctx context.Context, v workspace.Viewer, key, id string, version int) error {
			return w.RemoveBlocker(ctx, v, key, workspace.BlockerID(id), version)
		},
	}
	return []tools.Tool{
		write(p, kind, tools.Tool{
			Name: string(TaskCreateBlocker), Label: "Note a blocker", Examples: blockerCreated(), Title: "title", Subject: tools.About("title"), Nouns: []string{"blocker", "blockers"}, Verbs: []string{"block", "blocked"},
			Description: "Notes what keeps a project, or one of its tasks, from going on.",
		}, map[string]bound{"priority": among(workspace.Priorities())}, p.createBlocker),
		write(p, kind, tools.Tool{
			Name: string(TaskResolveBlocker), Label: "Resolve a blocker", Examples: blockerResolved(), Subject: tools.About("blocker_id"), Nouns: []string{"blocker"}, Verbs: []string{"resolve", "unblock"},
			Description: "Marks a blocker of the workspace as resolved, with how it was.",
		}, nil, func(ctx context.Context, a asked, in ResolveBlocker) (wanted[workspace.Blocker], error) {
			was, err := p.findBlocker(ctx, a, in.Blocker)
			is := was
			is.Status, is.Resolution = workspace.BlockerResolved, cmp.Or(in.Resolution, was.Resolution)
			return wanted[workspace.Blocker]{was: was, is: is}, err
		}),
	}
}

func (p pack) createBlocker(ctx context.Context, a asked, in CreateBlocker) (out wanted[workspace.Blocker], err error) {
	out.makes = true
	out.is = workspace.Blocker{
		Title: in.Title, Description: in.Description, Status: workspace.BlockerOpen,
		Priority: workspace.Priority(cmp.Or(in.Priority, string(workspace.PriorityMedium))),
	}
	if in.Task != "" {
		task, err := p.findTask(ctx, a, in.Task)
		if err != nil {
			return out, err
		}
		out.is.Task, out.is.TaskTitle, out.is.Project, out.is.ProjectName = task.ID, task.Title, task.Project, task.ProjectName
		return out, nil
	}
	project, err := p.projectFor(ctx, a, in.Project)
	out.is.Project, out.is.ProjectName = project.ID, project.Name
	return out, err
}

// CreateDocument are the arguments of create_document.
type CreateDocument struct {
	Project string `json:"project_id" jsonschema:"the project that it is put into, by its id or name"`
	Title   string `json:"title"`
	Type    string `json:"document_type,omitempty" jsonschema:"what kind of text it is"`
	Content string `json:"content,omitempty" jsonschema:"in Markdown"`
	Status  string `json:"status,omitempty" jsonschema:"how far it is"`
}

// UpdateDocument are the arguments of update_document.
type UpdateDocument struct {
	Document string `json:"document_id" jsonschema:"the document's id, or its title"`
	Title    string `json:"title,omitempty" jsonschema:"what it is called from now on"`
	Status   string `json:"status,omitempty" jsonschema:"how far it is now"`
	Content  string `json:"content,omitempty" jsonschema:"all that stands in it from now on, in Markdown"`
}

func (p pack) documentActions(w DocumentKeeper) []tools.Tool {
	kind, states := kind[workspace.Document]{
		entity: workspace.EntityDocument, wrong: workspace.Document.Wrong, with: workspace.Document.With,
		of: func(d workspace.Document) thing {
			return thing{string(d.ID), d.Project, d.ProjectName, d.Title, d.Version, d.Fields()}
		},
		load: func(ctx context.Context, a asked, t took) (workspace.Document, error) {
			return p.findDocument(ctx, a, t.Entity)
		},
		create: w.CreateDocument, update: w.UpdateDocument,
		remove: func(ctx context.Context, v workspace.Viewer, key, id string, version int) error {
			return w.RemoveDocument(ctx, v, key, workspace.DocumentID(id), version)
		},
	}, map[string]bound{"status": among(workspace.DocumentStatuses()), "document_type": among(workspace.DocumentTypes())}
	return []tools.Tool{
		write(p, kind, tools.Tool{
			Name: string(TaskCreateDocument), Label: "Create a document", Title: "title", Subject: tools.About("title"), Nouns: []string{"document", "documents"}, Verbs: []string{"write", "draft"},
			Description: "Creates a document in a project of the workspace, in Markdown. Its result has the fields id, title and project_id.",
		}, states, func(ctx context.Context, a asked, in CreateDocument) (wanted[workspace.Document], error) {
			project, err := p.projectFor(ctx, a, in.Project)
			return wanted[workspace.Document]{makes: true, is: workspace.Document{
				Project: project.ID, ProjectName: project.Name, Title: in.Title, Content: in.Content,
				Type: workspace.DocumentType(cmp.Or(in.Type, string(workspace.DocumentGeneral))), Status: workspace.DocumentStatus(cmp.Or(in.Status, string(workspace.DocumentDraft))),
			}}, err
		}),
		write(p, kind, tools.Tool{
			Name: string(TaskUpdateDocument), Label: "Change a document", Subject: tools.About("document_id"), Nouns: []string{"document"}, Verbs: []string{"rewrite", "edit"},
			Description: "Changes a document of the workspace: its title, its state, or all of its content. What is left out stays as it is.",
		}, states, func(ctx context.Context, a asked, in UpdateDocument) (wanted[workspace.Document], error) {
			was, err := p.findDocument(ctx, a, in.Document)
			is := was
			is.Title, is.Content = cmp.Or(in.Title, was.Title), cmp.Or(in.Content, was.Content)
			is.Status = workspace.DocumentStatus(cmp.Or(in.Status, string(was.Status)))
			return wanted[workspace.Document]{was: was, is: is}, err
		}),
	}
}

// LinkDocument are the arguments of link_document_to_task.
type LinkDocument struct {
	Document string `json:"document_id" jsonschema:"the document's id, or its title"`
	Task     string `json:"task_id" jsonschema:"the task's id, or its title"`
	Type     string `json:"link_type,omitempty" jsonschema:"what the document is to the task"`
}

func (p pack) linkDocument(w LinkKeeper) tools.Tool {
	return write(p, kind[workspace.Link]{
		entity: workspace.EntityDocument, wrong: func(l workspace.Link) error { return l.Wrong() },
		with: func(l workspace.Link, field, value string) workspace.Link {
			if field == "link_type" {
				l.Type = workspace.LinkType(value)
			}
			return l
		},
		of: func(l workspace.Link) thing {
			return thing{id: string(l.Document), title: l.Title, in: l.TaskTitle, version: 1 + slices.Index(workspace.LinkTypes(), l.Type), fields: []workspace.Field{{Name: "link_type", Value: string(l.Type)}}}
		},
		load: func(ctx context.Context, a asked, t took) (workspace.Link, error) {
			var task workspace.TaskID
			for _, d := range t.Changes {
				if d.Name == "task_id" {
					task = workspace.TaskID(d.New)
				}
			}
			return p.link(ctx, a, workspace.Link{Document: workspace.DocumentID(t.Entity), Task: task})
		},
		update: w.LinkDocument,
	}, tools.Tool{
		Name: string(TaskLinkDocument), Label: "Link a document to a task", Subject: tools.About("document_id"), Nouns: []string{"document", "link"}, Verbs: []string{"attach"},
		Description: "Links a document of the workspace to a task, as its deliverable, as a reference, or as related to it.",
	}, map[string]bound{"link_type": among(workspace.LinkTypes())}, func(ctx context.Context, a asked, in LinkDocument) (out wanted[workspace.Link], err error) {
		document, err := p.findDocument(ctx, a, in.Document)
		if err != nil {
			return out, err
		}
		task, err := p.findTask(ctx, a, in.Task)
		if err != nil {
			return out, err
		}
		out.was = workspace.Link{Document: document.ID, Title: document.Title, Task: task.ID, TaskTitle: task.Title}
		if document.ID != "" && task.ID != "" {
			if out.was, err = p.link(ctx, a, out.was); err != nil {
				return out, err
			}
		}
		out.is = out.was
		out.is.Type = workspace.LinkType(cmp.Or(in.Type, string(workspace.LinkRelated)))
		return out, nil
	})
}

// link is what a document is to a task: a link without a type where it is nothing to it.
func (p pack) link(ctx context.Context, a asked, l workspace.Link) (workspace.Link, error) {
	all, err := p.linked.Links(ctx, a.viewer, l.Task, l.Document)
	if err != nil || len(all) == 0 {
		return l, err
	}
	return all[0], nil
}

// AddComment are the arguments of add_comment.
type AddComment struct {
	Task     string `json:"task_id,omitempty" jsonschema:"the task that it is about, by its id or title; either this or document_id"`
	Document string `json:"document_id,omitempty" jsonschema:"the document that it is about, by its id or title"`
	Content  string `json:"content" jsonschema:"what it says"`
}

func (p pack) addComment(w CommentKeeper) tools.Tool {
	return write(p, kind[workspace.Comment]{
		entity: workspace.EntityComment, wrong: workspace.Comment.Wrong, with: func(c workspace.Comment, _, _ string) workspace.Comment { return c },
		of: func(c workspace.Comment) thing {
			fields := []workspace.Field{{Name: "content", Value: c.Content}}
			return thing{id: string(c.ID), project: c.Project, in: c.AuthorName, title: c.Content, version: 1, fields: fields}
		},
		load: func(ctx context.Context, a asked, t took) (workspace.Comment, error) {
			all, err := p.discussed.Comments(ctx, a.viewer, workspace.CommentsWanted{ID: workspace.CommentID(t.Entity), Limit: 1})
			if err == nil && len(all) == 0 {
				err = assistant.ErrNotFound
			}
			if err != nil {
				return workspace.Comment{}, err
			}
			return all[0], nil
		},
		create: w.AddComment,
		remove: func(ctx context.Context, v workspace.Viewer, key, id string, _ int) error {
			return w.RemoveComment(ctx, v, key, workspace.CommentID(id))
		},
	}, tools.Tool{
		Name: string(TaskAddComment), Label: "Comment on a task or a document", Examples: commented(), Subject: tools.About("task_id", "document_id"), Nouns: []string{"comment", "comments"}, Verbs: []string{"comment", "reply"},
		Description: "Writes a comment on a task or on a document of the workspace, as the person who asks.",
	}, nil, p.comments)
}

func (p pack) comments(ctx context.Context, a asked, in AddComment) (out wanted[workspace.Comment], err error) {
	if (in.Task == "") == (in.Document == "") {
		return out, assistant.BadInput(assistant.Say("A comment stands on one task or on one document."), assistant.Say("Nothing was changed. Name one of them."))
	}
	out.makes = true
	out.is = workspace.Comment{Content: in.Content}
	if in.Task != "" {
		task, err := p.findTask(ctx, a, in.Task)
		out.is.Task, out.is.Project, out.is.AuthorName = task.ID, task.Project, task.Title
		return out, err
	}
	document, err := p.findDocument(ctx, a, in.Document)
	out.is.Document, out.is.Project, out.is.AuthorName = document.ID, document.Project, document.Title
	return out, err
}
