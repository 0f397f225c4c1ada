package store

import (
	"context"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
	"github.com/aisteam/aisteam/assistant/workspace"
)

// called is what parts of names stand for. It is found before the question is asked, since one of the databases knows the cases of ASCII alone.
type called struct {
	projects, assignees, found []string
}

// resolve finds what the names in a question stand for, among what the viewer sees.
func resolve(ctx context.Context, t tables.Tx, v workspace.Viewer, q workspace.DynamicQuery) (out called, err error) {
	if q.ProjectName != "" {
		s := visible(v)
		s.words(`w.words`, q.ProjectName)
		if out.projects, err = sayNamed(ctx, t, "project_name", q.ProjectName, `select w.id, w.name from workspace_projects w where `+s.where.String(), s.args); err != nil {
			return out, err
		}
	}
	if q.AssigneeName != "" {
		if out.assignees, err = peopleNamed(ctx, t, v, "assignee_name", q.AssigneeName); err != nil {
			return out, err
		}
	}
	from := sources()[q.Table]
	switch {
	case q.Words == "" || from.words != "":
	case q.Table == "teams":
		s := inTenant(v)
		out.found, err = sayNamed(ctx, t, "search", q.Words, `select x.id, x.name from workspace_teams x where `+s.where.String(), s.args)
	default:
		out.found, err = peopleNamed(ctx, t, v, "search", q.Words)
	}
	return out, err
}

// peopleNamed are the people of the organisation in whose names the words are; also who has left, since what was theirs is still there.
func peopleNamed(ctx context.Context, t tables.Tx, v workspace.Viewer, field, words string) ([]string, error) {
	s := inTenant(v)
	return sayNamed(ctx, t, field, words, `select x.id, x.name from persons x where x.merged_into is null and `+s.where.String(), s.args)
}

// sayNamed are the ids of what a query gives with names that have the words. Too many are refused.
func sayNamed(ctx context.Context, t tables.Tx, field, words, sql string, args []any) ([]string, error) {
	out := []string{}
	t.Each(func(scan func(...any) error) error {
		var id, name string
		if err := scan(&id, &name); err != nil {
			return err
		}
		if named(workspace.Member{Name: name}, words) {
			out = append(out, id)
		}
		return nil
	}, sql, args...)
	if err := t.Flush(ctx); err != nil {
		return nil, err
	}
	if len(out) > workspace.DynamicNamed {
		return nil, &assistant.FieldError{Key: field, Message: assistant.Say("More than %d are called so. Say more of the name.", workspace.DynamicNamed)}
	}
	return out, nil
}

// narrowed is the sight of a question's rows with all that narrows them.
func (f source) narrowed(v workspace.Viewer, q workspace.DynamicQuery, by called) *selection {
	var s *selection
	if f.alone != nil {
		s = f.alone(v)
	} else {
		s = visible(v)
		byID(s, `w.id`, q.Project)
		if q.Project == "" && (q.Table != "projects" || len(q.Statuses) == 0) {
			s.and(`w.status <> ?`, string(workspace.ProjectArchived))
		}
	}
	among(s, `x.status`, q.Statuses)
	among(s, `x.priority`, q.Priorities)
	if q.ProjectName != "" {
		s.isOneOf(`w.id`, by.projects)
	}
	if q.AssigneeName != "" {
		s.isOneOf(`exists (select 1 from workspace_assignees a join persons o on o.id = a.member_id where a.task_id = `+f.task+` and coalesce(o.merged_into, o.id)`, by.assignees, `)`)
	}
	if q.Mine {
		s.owned(`exists (select 1 from workspace_assignees a where a.task_id = `+f.task, `a.member_id`, v.Person)
	}
	if q.Own {
		s.and(tables.Owned(f.creator, `$2`))
	}
	f.dated(s, q)
	switch {
	case q.Words == "":
	case f.words != "":
		s.words(f.words, q.Words)
	default:
		s.isOneOf(f.called, by.found)
	}
	return s
}

// dated narrows by days, moments and what is over.
func (f source) dated(s *selection, q workspace.DynamicQuery) {
	if q.DueBefore != "" {
		s.and(`x.due_date <> '' and x.due_date < ?`, string(q.DueBefore))
	}
	if q.DueAfter != "" {
		s.and(`x.due_date > ?`, string(q.DueAfter))
	}
	if !q.UpdatedAfter.IsZero() {
		s.and(`x.updated_at >= ?`, q.UpdatedAfter)
	}
	if !q.CreatedAfter.IsZero() {
		s.and(`x.created_at >= ?`, q.CreatedAfter)
	}
	if q.Overdue {
		s.and(s.overdue(q.Today))
	}
	if q.Stalled {
		s.and(s.stalled())
	}
	if q.Open {
		s.and(`x.status <> ?`, f.done)
	}
}

// isOneOf narrows to some ids of a column; to nothing where there is none. How many there are is rounded up, so that few texts differ by it.
func (s *selection) isOneOf(column string, ids []string, after ...string) {
	if len(ids) == 0 {
		s.and(`1 = 0`)
		return
	}
	n := 1
	for n < len(ids) {
		n *= 2
	}
	args := make([]any, n)
	for i := range args {
		args[i] = ids[min(i, len(ids)-1)]
	}
	s.and(column+` in (?`+strings.Repeat(`, ?`, n-1)+`)`+strings.Join(after, ""), args...)
}
