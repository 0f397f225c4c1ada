package store

import (
	"maps"
	"strconv"

	"github.com/aisteam/aisteam/assistant/tables"
	"github.com/aisteam/aisteam/assistant/workspace"
)

// source is what a table of a question is read from. What is in a project comes with that as w, so that its sight is asked.
type source struct {
	from    string                            // with the row as x
	alone   func(workspace.Viewer) *selection // the sight of what is in no project; nil for what is
	key     []string
	terms   map[string]term // by the names of columns
	task    string          // the task whose assignees are meant
	creator string
	done    string // the status of what is over
	words   string // what is searched; "" for the name that a term gives
	called  string // the person or team that is searched by name
}

// term is how a column is read.
type term struct {
	sql  string
	join string                                                            // what it needs besides
	of   func(*selection, workspace.Viewer, workspace.DynamicQuery) string // instead of sql
}

func sources() map[string]source {
	users := source{
		from:  `persons p`,
		alone: func(v workspace.Viewer) *selection { return wantedMembers(v, workspace.MembersWanted{}) },
		key:   []string{`p.id`}, called: `p.id`,
		terms: map[string]term{"id": {sql: `p.id`}, "name": {sql: `p.name`}, "role": {sql: tables.Role}},
	}
	return map[string]source{
		"projects": sourceProjects(), "tasks": sourceTasks(), "blockers": sourceBlockers(), "documents": sourceDocuments(), "comments": sourceComments(),
		"teams": {
			from: `workspace_teams x`, alone: inTenant, key: []string{`x.id`}, called: `x.id`,
			terms: plain("id", "name", "description"),
		},
		"team_members": {
			from: joined(`team_id`, `workspace_team_members`) + ` join workspace_teams tm on tm.id = x.team_id`, alone: inTenant,
			key: []string{`x.team_id`, `x.member_id`}, called: `x.member_id`,
			terms: and(plain("team_id", "member_id", "member"), map[string]term{"team": {sql: `tm.name`}}),
		},
		"project_members": {
			from: joined(`project_id`, `workspace_project_members`) + ` join workspace_projects w on w.id = x.project_id`,
			key:  []string{`x.project_id`, `x.member_id`}, called: `x.member_id`,
			terms: and(plain("member_id", "member"), ofProject()),
		},
		"users": users, "organization_members": users,
		"organizations": {
			from: `tenants x`, alone: inTenant, key: []string{`x.tenant_id`},
			terms: map[string]term{"id": {sql: `x.tenant_id`}, "name": {sql: `x.name`}},
		},
	}
}

// inTenant begins a selection of rows x that everybody in the organisation sees who is no guest.
func inTenant(v workspace.Viewer) *selection {
	s := &selection{args: []any{v.Tenant, v.Person}}
	s.where.WriteString(`x.tenant_id = $1 and ` + member(`$2`))
	return s
}

// joined are who belongs to what, as x: each person once, who they have become by now.
func joined(column, table string) string {
	return `(select distinct m.tenant_id, m.` + column + `, coalesce(pp.id, m.member_id) as member_id, pp.name as member from ` + table + ` m` + people(`m.member_id`) + `
		where m.tenant_id = $1 and pp.left_at is null) x`
}

func sourceProjects() source {
	parent := func(column string) term {
		return term{of: func(_ *selection, v workspace.Viewer, _ workspace.DynamicQuery) string {
			return `(select ` + column + ` from workspace_projects w where w.id = x.parent_id and ` + seen(v) + `)` // it may be one that they do not see
		}}
	}
	return source{
		from: `workspace_projects x join workspace_projects w on w.id = x.id`, key: []string{`x.id`}, creator: `x.owner_id`, words: `x.words`,
		terms: and(plain("id", "name", "project_type", "scope", "status", "start_date", "target_end_date", "created_at", "updated_at", "team_id"),
			somebody("owner", `x.owner_id`), map[string]term{
				"description": long(`x.description`), "team": {sql: `tm.name`, join: ` left join workspace_teams tm on tm.id = x.team_id`},
				"parent_id": parent(`w.id`), "parent": parent(`w.name`),
			}),
	}
}

func sourceTasks() source {
	const (
		assigned = ` left join (select distinct a.task_id, coalesce(pa.id, a.member_id) as member_id, pa.name from workspace_assignees a
			left join persons oa on oa.id = a.member_id left join persons pa on pa.id = coalesce(oa.merged_into, oa.id) where a.tenant_id = $1) ga on ga.task_id = x.id`
		labeled = ` left join workspace_labels gl on gl.task_id = x.id`
	)
	return source{
		from: `workspace_tasks x join workspace_projects w on w.id = x.project_id`, key: []string{`x.id`}, task: `x.id`, creator: `x.creator_id`,
		done: string(workspace.TaskDone), words: `x.words`,
		terms: and(plain("id", "title", "status", "priority", "due_date", "created_at", "updated_at", "completed_at"), ofProject(), somebody("creator", `x.creator_id`),
			map[string]term{
				"description": long(`x.description`),
				"is_overdue": {of: func(s *selection, _ workspace.Viewer, q workspace.DynamicQuery) string {
					return `(` + s.overdue(q.Today) + `)`
				}},
				"is_stalled": {of: func(s *selection, _ workspace.Viewer, _ workspace.DynamicQuery) string {
					return `(` + s.stalled() + `)`
				}},
				"assignee_id": {sql: `ga.member_id`, join: assigned}, "assignee": {sql: `ga.name`, join: assigned}, "label": {sql: `gl.label`, join: labeled},
			}),
	}
}

func sourceBlockers() source {
	return source{
		from: `workspace_blockers x join workspace_projects w on w.id = x.project_id`, key: []string{`x.id`}, task: `x.task_id`, creator: `x.reporter_id`,
		done: string(workspace.BlockerResolved), words: `x.words`,
		terms: and(plain("id", "title", "status", "priority", "created_at", "updated_at", "resolved_at"), ofProject(), ofTask(), somebody("reporter", `x.reporter_id`),
			map[string]term{"description": long(`x.description`), "resolution": long(`x.resolution`)}),
	}
}

func sourceDocuments() source {
	return source{
		from: `workspace_documents x join workspace_projects w on w.id = x.project_id`, key: []string{`x.id`}, creator: `x.author_id`, words: `x.words`,
		terms: and(plain("id", "title", "document_type", "status", "created_at", "updated_at"), ofProject(), somebody("author", `x.author_id`)),
	}
}

func sourceComments() source {
	const document = ` left join workspace_documents d on d.id = x.document_id and d.project_id = x.project_id`
	return source{
		from: `workspace_comments x join workspace_projects w on w.id = x.project_id`, key: []string{`x.id`}, creator: `x.author_id`, words: `x.words`,
		terms: and(plain("id", "created_at"), ofProject(), ofTask(), somebody("author", `x.author_id`), map[string]term{
			"content": long(`x.content`), "document_id": {sql: `d.id`, join: document}, "document": {sql: `d.title`, join: document},
		}),
	}
}

// plain are columns that are called on the row as tools call them.
func plain(names ...string) map[string]term {
	out := map[string]term{}
	for _, n := range names {
		out[n] = term{sql: `x.` + n}
	}
	return out
}

func ofProject() map[string]term {
	return map[string]term{"project_id": {sql: `w.id`}, "project": {sql: `w.name`}}
}

// ofTask is the task of a row, which is one of the same project.
func ofTask() map[string]term {
	const join = ` left join workspace_tasks k on k.id = x.task_id and k.project_id = x.project_id`
	return map[string]term{"task_id": {sql: `k.id`, join: join}, "task": {sql: `k.title`, join: join}}
}

// somebody is a person of a row, who they have become by now.
func somebody(called, column string) map[string]term {
	join := people(column)
	return map[string]term{called + "_id": {sql: `coalesce(pp.id, ` + column + `)`, join: join}, called: {sql: `pp.name`, join: join}}
}

// long is how a text begins, with one character more than is told, which says that it goes on.
func long(column string) term {
	return term{sql: `substr(` + column + `, 1, ` + strconv.Itoa(workspace.DynamicText+1) + `)`}
}

func and(all ...map[string]term) map[string]term {
	out := map[string]term{}
	for _, some := range all {
		maps.Copy(out, some)
	}
	return out
}
