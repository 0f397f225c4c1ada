package store

import (
	"context"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
	"github.com/aisteam/aisteam/assistant/workspace"
)

// Links lists what the documents that a task is linked to are to it, and what a document is to tasks; both only as far as the viewer sees both.
func (s Workspace) Links(ctx context.Context, v workspace.Viewer, task workspace.TaskID, document workspace.DocumentID) (out []workspace.Link, err error) {
	err = s.read(ctx, v, func(t tables.Tx) error {
		out = nil
		from := visible(v)
		byID(from, `l.task_id`, task)
		byID(from, `l.document_id`, document)
		if from.bad || task == "" && document == "" {
			return assistant.ErrNotFound
		}
		t.Each(tables.Into(&out, func(l *workspace.Link) []any { return []any{&l.Document, &l.Title, &l.Task, &l.TaskTitle, &l.Type} }),
			`select l.document_id, x.title, l.task_id, k.title, l.link_type from workspace_links l join workspace_documents x on x.id = l.document_id
			join workspace_projects w on w.id = l.project_id join workspace_tasks k on k.id = l.task_id
			where `+from.where.String()+` and `+seesTask(v)+` order by l.document_id, l.task_id`, from.args...)
		return nil
	})
	return out, wrap(err, "list links")
}

// seesTask is the condition that the viewer sees the project of the task k, too.
func seesTask(v workspace.Viewer) string {
	return `k.project_id in (select w.id from workspace_projects w where ` + visible(v).where.String() + `)`
}

// LinkDocument makes a document something to a task, whatever it was to it before, and gives that: a link without a type where it was nothing.
// A link without a type takes it away.
func (s Workspace) LinkDocument(ctx context.Context, v workspace.Viewer, key string, l workspace.Link) (was workspace.Link, err error) {
	if l.Type != "" {
		err = l.Wrong()
	}
	if err == nil {
		err = s.write(ctx, v, func(t tables.Tx) error {
			found, err := link(ctx, t, v, key, l)
			if err == nil {
				was = found
			}
			return err
		})
	}
	return was, wrap(err, "link document")
}

func link(ctx context.Context, t tables.Tx, v workspace.Viewer, key string, l workspace.Link) (workspace.Link, error) {
	was := workspace.Link{Document: l.Document, Task: l.Task}
	if !assistant.ValidID(string(l.Task)) {
		return was, workspace.ErrTask
	}
	s := visible(v)
	byID(s, `x.id`, l.Document)
	if s.bad || l.Document == "" {
		return was, assistant.ErrNotFound
	}
	var project workspace.ProjectID
	var found bool
	tables.Need(t, assistant.ErrNotFound, []any{&project, &l.Title}, `select w.id, x.title `+ofDocuments().from+` where `+s.where.String()+` :locked`, s.args...)
	tables.Need(t, workspace.ErrTask, []any{new(string)}, `select k.id from workspace_tasks k where k.id = $3 and `+seesTask(v), v.Tenant, v.Person, string(l.Task))
	tables.One(t, &found, []any{&was.Type}, `select link_type from workspace_links where document_id = $1 and task_id = $2`, string(l.Document), string(l.Task))
	if err := t.Flush(ctx); err != nil || was.Type == l.Type {
		return was, err
	}
	if done, err := ofDocuments().done(ctx, t, v, key, string(l.Document)); done || err != nil {
		return was, err
	}
	did := workspace.ActionLinked
	if l.Type == "" {
		did = workspace.ActionUnlinked
		t.Exec(`delete from workspace_links where document_id = $1 and task_id = $2`, string(l.Document), string(l.Task))
	} else {
		t.Exec(`insert into workspace_links (tenant_id, project_id, document_id, task_id, link_type) values ($1, $2, $3, $4, $5)
			on conflict (document_id, task_id) do update set link_type = excluded.link_type`, v.Tenant, string(project), string(l.Document), string(l.Task), string(l.Type))
	}
	return was, happened(t, v, key, workspace.Event{
		Project: project, Type: workspace.EntityDocument, Entity: string(l.Document), Action: did, Title: l.Title,
		Changes: []workspace.Difference{{Name: "link_type", Old: string(was.Type), New: string(l.Type)}, {Name: "task_id", Old: string(l.Task), New: string(l.Task)}},
	})
}
