package store

import (
	"context"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
	"github.com/aisteam/aisteam/assistant/workspace"
)

// Comments lists the comments on a task or a document, the newest first.
func (s Workspace) Comments(ctx context.Context, v workspace.Viewer, q workspace.CommentsWanted) (out []workspace.Comment, err error) {
	err = s.read(ctx, v, func(t tables.Tx) error { return comments(t, v, q, &out) })
	return out, wrap(err, "list comments")
}

func comments(t tables.Tx, v workspace.Viewer, q workspace.CommentsWanted, to *[]workspace.Comment) error {
	*to = nil
	s := visible(v)
	byID(s, `x.id`, q.ID)
	byID(s, `x.task_id`, q.Task)
	byID(s, `x.document_id`, q.Document)
	if s.bad || q.ID == "" && q.Task == "" && q.Document == "" {
		return assistant.ErrNotFound
	}
	t.Each(tables.Into(to, func(c *workspace.Comment) []any {
		return []any{&c.ID, &c.Project, &c.Task, &c.Document, &c.Author, &c.AuthorName, &c.Content, &c.Created}
	}), `select x.id, x.project_id, x.task_id, x.document_id, coalesce(pp.id, x.author_id), pp.name, x.content, x.created_at
		from workspace_comments x join workspace_projects w on w.id = x.project_id`+people(`x.author_id`)+`
		where `+s.where.String()+` order by x.created_at desc, x.id desc`+s.most(q.Limit), s.args...)
	return nil
}

// AddComment writes a comment on a task or a document. A known key gives the comment that has it.
func (s Workspace) AddComment(ctx context.Context, v workspace.Viewer, key string, c workspace.Comment) (workspace.Comment, error) {
	return create(ctx, s, v, key, c, ofComments())
}

// RemoveComment takes back a comment. Nobody changes one, so it has one version.
func (s Workspace) RemoveComment(ctx context.Context, v workspace.Viewer, key string, id workspace.CommentID) error {
	return remove(ctx, s, v, key, string(id), 1, ofComments())
}

func ofComments() noun[workspace.Comment] {
	return noun[workspace.Comment]{
		entity: workspace.EntityComment, table: `workspace_comments`, from: `from workspace_comments x join workspace_projects w on w.id = x.project_id`,
		wrong: workspace.Comment.Wrong,
		facts: func(c workspace.Comment) facts {
			return facts{string(c.ID), c.Project, 1, opening(c.Content), []workspace.Field{{Name: "content", Value: c.Content}}}
		},
		enter: func(t tables.Tx, v workspace.Viewer, c workspace.Comment) error { return into(t, v, c.Project) },
		among: `project_id = $3`, within: func(_ workspace.Viewer, c workspace.Comment) string { return string(c.Project) },
		insert: func(ctx context.Context, t tables.Tx, v workspace.Viewer, id, key string, c workspace.Comment) error {
			if err := heldUp(ctx, t, v, c.Project, c.Task); err != nil {
				return err
			}
			if c.Document != "" {
				if !assistant.ValidID(string(c.Document)) {
					return assistant.ErrNotFound
				}
				tables.Need(t, assistant.ErrNotFound, []any{new(string)}, `select d.id from workspace_documents d where d.tenant_id = $1 and d.project_id = $2 and d.id = $3`,
					v.Tenant, string(c.Project), string(c.Document))
			}
			t.Exec(`insert into workspace_comments (id, tenant_id, project_id, task_id, document_id, key, author_id, content, words, created_at)
				values ($1, $2, $3, $4, $5, $6, $7, $8, $9, :now)`,
				id, v.Tenant, string(c.Project), orNull(c.Task), orNull(c.Document), key, v.Person, c.Content, searched(c.Content))
			return nil
		},
		load: func(ctx context.Context, t tables.Tx, v workspace.Viewer, id string) (workspace.Comment, error) {
			var all []workspace.Comment
			if err := comments(t, v, workspace.CommentsWanted{ID: workspace.CommentID(id), Limit: 1}, &all); err != nil {
				return workspace.Comment{}, err
			}
			return only(ctx, t, &all)
		},
		kept: `1 = 0 and cast($1 as text) is null`,
	}
}

// opening is how a comment begins, which stands for it in the feed.
func opening(content string) string {
	const most = 80
	if runes := []rune(content); len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return content
}
