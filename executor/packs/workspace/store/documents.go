package store

import (
	"context"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
	"github.com/aisteam/aisteam/assistant/workspace"
)

// Documents lists documents, the last changed first. Only of one that is asked for by its id the content is read.
func (s Workspace) Documents(ctx context.Context, v workspace.Viewer, q workspace.DocumentsWanted) (out []workspace.Document, err error) {
	err = s.read(ctx, v, func(t tables.Tx) error { return documents(t, v, q, &out) })
	return out, wrap(err, "list documents")
}

func documents(t tables.Tx, v workspace.Viewer, q workspace.DocumentsWanted, to *[]workspace.Document) error {
	*to = nil
	s, content := visible(v), `''`
	byID(s, `x.id`, q.ID)
	byID(s, `x.project_id`, q.Project)
	if q.ID != "" {
		content = `x.content`
	} else if q.Project == "" {
		s.and(`w.status <> ?`, string(workspace.ProjectArchived))
	}
	if q.Task != "" {
		s.bad = s.bad || !assistant.ValidID(string(q.Task))
		s.and(`exists (select 1 from workspace_links l where l.document_id = x.id and l.task_id = ?)`, string(q.Task))
	}
	among(s, `x.document_type`, q.Types)
	among(s, `x.status`, q.Statuses)
	s.words(`x.words`, q.Words)
	if s.bad {
		return assistant.ErrNotFound
	}
	t.Each(tables.Into(to, func(d *workspace.Document) []any {
		return []any{&d.ID, &d.Project, &d.ProjectName, &d.Title, &d.Type, &d.Status, &d.Content, &d.Author, &d.AuthorName, &d.Created, &d.Updated, &d.Version}
	}), `select x.id, x.project_id, w.name, x.title, x.document_type, x.status, `+content+`, coalesce(pp.id, x.author_id), pp.name, x.created_at, x.updated_at, x.version
		from workspace_documents x join workspace_projects w on w.id = x.project_id`+people(`x.author_id`)+`
		where `+s.where.String()+` order by x.updated_at desc, x.id desc`+s.most(q.Limit), s.args...)
	return nil
}

// CreateDocument puts a document into a project. A known key gives the document that has it.
func (s Workspace) CreateDocument(ctx context.Context, v workspace.Viewer, key string, d workspace.Document) (workspace.Document, error) {
	return create(ctx, s, v, key, d, ofDocuments())
}

// UpdateDocument writes a document over the version that it names. Its project and its author stay.
func (s Workspace) UpdateDocument(ctx context.Context, v workspace.Viewer, key string, d workspace.Document) (workspace.Document, error) {
	return update(ctx, s, v, key, d, ofDocuments())
}

// RemoveDocument takes back a document that was made and that nothing belongs to.
func (s Workspace) RemoveDocument(ctx context.Context, v workspace.Viewer, key string, id workspace.DocumentID, version int) error {
	return remove(ctx, s, v, key, string(id), version, ofDocuments())
}

func ofDocuments() noun[workspace.Document] {
	return noun[workspace.Document]{
		entity: workspace.EntityDocument, table: `workspace_documents`, from: `from workspace_documents x join workspace_projects w on w.id = x.project_id`,
		wrong: workspace.Document.Wrong,
		facts: func(d workspace.Document) facts {
			return facts{string(d.ID), d.Project, d.Version, d.Title, d.Fields()}
		},
		enter: func(t tables.Tx, v workspace.Viewer, d workspace.Document) error { return into(t, v, d.Project) },
		among: `project_id = $3`, within: func(_ workspace.Viewer, d workspace.Document) string { return string(d.Project) },
		insert: func(_ context.Context, t tables.Tx, v workspace.Viewer, id, key string, d workspace.Document) error {
			t.Exec(`insert into workspace_documents (id, tenant_id, project_id, key, title, document_type, status, content, words, author_id, created_at, updated_at, version)
				values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, :now, :now, 1)`,
				id, v.Tenant, string(d.Project), key, d.Title, string(d.Type), string(d.Status), d.Content, searched(d.Title, d.Content), v.Person)
			return nil
		},
		update: func(_ context.Context, t tables.Tx, _ workspace.Viewer, _, d workspace.Document) error {
			t.Exec(`update workspace_documents set title = $2, document_type = $3, status = $4, content = $5, words = $6, updated_at = :now, version = version + 1 where id = $1`,
				string(d.ID), d.Title, string(d.Type), string(d.Status), d.Content, searched(d.Title, d.Content))
			return nil
		},
		load: func(ctx context.Context, t tables.Tx, v workspace.Viewer, id string) (workspace.Document, error) {
			var all []workspace.Document
			if err := documents(t, v, workspace.DocumentsWanted{ID: workspace.DocumentID(id), Limit: 1}, &all); err != nil {
				return workspace.Document{}, err
			}
			return only(ctx, t, &all)
		},
		kept: `exists (select 1 from workspace_comments where document_id = $1) or exists (select 1 from workspace_links where document_id = $1)`,
	}
}
