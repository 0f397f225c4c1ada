package store

import (
	"context"
	"slices"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
	"github.com/aisteam/aisteam/assistant/workspace"
)

// Search finds what contains all of the words, the last changed first. What is in archived projects is found, too.
func (s Workspace) Search(ctx context.Context, v workspace.Viewer, q workspace.HitsWanted) (out []workspace.Hit, err error) {
	err = s.read(ctx, v, func(t tables.Tx) error {
		out = nil
		from := visible(v)
		byID(from, `w.id`, q.Project)
		from.words(`x.words`, q.Words)
		if from.bad {
			return assistant.ErrNotFound
		}
		var all []string
		for _, of := range workspace.EntityTypes() {
			if len(q.Types) == 0 || slices.Contains(q.Types, of) {
				all = append(all, `select '`+string(of)+`' as kind, `+found(of)+` where `+from.where.String())
			}
		}
		t.Each(tables.Into(&out, func(h *workspace.Hit) []any {
			return []any{&h.Type, &h.ID, &h.Project, &h.ProjectName, &h.Title, &h.Text, &h.Updated}
		}), `select kind, id, project, called, title, said, at from (`+strings.Join(all, ` union all `)+`) f order by at desc, id desc`+from.most(q.Limit), from.args...)
		return nil
	})
	return out, wrap(err, "search")
}

// found is what is read of things of one kind.
func found(of workspace.EntityType) string {
	key, title, said, at := `x.project_id`, `x.title`, `x.description`, `x.updated_at`
	var table string
	switch of {
	case workspace.EntityTask:
		table = `workspace_tasks`
	case workspace.EntityProject:
		table, key, title = `workspace_projects`, `x.id`, `x.name`
	case workspace.EntityBlocker:
		table = `workspace_blockers`
	case workspace.EntityDocument:
		table, said = `workspace_documents`, `x.content`
	case workspace.EntityComment:
		table, title, said, at = `workspace_comments`, `''`, `x.content`, `x.created_at`
	}
	return `x.id as id, w.id as project, w.name as called, ` + title + ` as title, ` + said + ` as said, ` + at + ` as at from ` + table + ` x join workspace_projects w on w.id = ` + key
}
