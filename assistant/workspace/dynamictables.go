package workspace

import "slices"

// DynamicTable says what a question about a table may be made of, by the names that tools take.
type DynamicTable struct {
	Name       string
	Columns    []Column            // of every row
	Includes   map[string][]Column // what a row tells besides, where it is asked for
	Groups     map[string][]Column // by what rows are counted, and what tells of a group
	Filters    []string
	Orders     []string // columns that rows are ordered by; the first is the table's own order
	Bounds     []string // columns of which there is a least and a most
	Statuses   []string
	Priorities []string
}

// DynamicTables lists the tables, in their order.
func DynamicTables() []DynamicTable {
	return []DynamicTable{
		ofProjects(), ofTasks(), ofBlockers(), ofDocuments(), ofComments(), ofTeams(), ofTeamMembers(), ofProjectMembers(), ofUsers("users"),
		ofUsers("organization_members"),
		{Name: "organizations", Columns: named("id", "name"), Orders: []string{"name"}},
	}
}

// NotKept are tables that people may look for and that no workspace has.
func NotKept() []string { return []string{"journal_entries", "departments"} }

// DynamicTableOf is the table of a name.
func DynamicTableOf(name string) (DynamicTable, bool) {
	all := DynamicTables()
	at := slices.IndexFunc(all, func(t DynamicTable) bool { return t.Name == name })
	if at < 0 {
		return DynamicTable{}, false
	}
	return all[at], true
}

// withProject is what rows tell of their project.
func withProject() []Column { return named("project_id", "project") }

func ofProjects() DynamicTable {
	return DynamicTable{
		Name: "projects", Columns: slices.Concat(named("id", "name", "description", "project_type", "scope", "status"), days("start_date", "target_end_date"),
			moments("created_at", "updated_at")),
		Includes: map[string][]Column{"owner": named("owner_id", "owner"), "team": named("team_id", "team"), "parent": named("parent_id", "parent")},
		Groups: map[string][]Column{
			"status": named("status"), "project_type": named("project_type"), "scope": named("scope"), "owner": named("owner_id", "owner"), "team": named("team_id", "team"),
		},
		Filters: []string{"status", "project_id", "project_name", "created_by_me", "updated_after", "created_after", "search"},
		Orders:  []string{"updated_at", "created_at", "name", "status", "start_date", "target_end_date"},
		Bounds:  []string{"start_date", "target_end_date", "created_at", "updated_at"}, Statuses: texts(ProjectStatuses()),
	}
}

func ofTasks() DynamicTable {
	return DynamicTable{
		Name: "tasks", Columns: slices.Concat(named("id", "title", "description", "status", "priority"), days("due_date"), flags("is_overdue", "is_stalled"),
			moments("created_at", "updated_at", "completed_at")),
		Includes: map[string][]Column{
			"project": withProject(), "creator": named("creator_id", "creator"), "assignee": lists("assignee_ids", "assignees"), "labels": lists("labels"),
		},
		Groups: map[string][]Column{
			"status": named("status"), "priority": named("priority"), "due_date": days("due_date"), "project": withProject(), "creator": named("creator_id", "creator"),
			"assignee": named("assignee_id", "assignee"), "label": named("label"),
		},
		Filters: []string{
			"status", "priority", "project_id", "project_name", "assignee_name", "assigned_to_me", "created_by_me", "due_before", "due_after", "updated_after",
			"created_after", "is_overdue", "is_stalled", "exclude_done", "search",
		},
		Orders: []string{"due_date", "priority", "status", "title", "project", "created_at", "updated_at", "completed_at"},
		Bounds: []string{"due_date", "created_at", "updated_at", "completed_at"}, Statuses: texts(TaskStatuses()), Priorities: texts(Priorities()),
	}
}

func ofBlockers() DynamicTable {
	return DynamicTable{
		Name: "blockers", Columns: slices.Concat(named("id", "title", "description", "status", "priority", "resolution"), moments("created_at", "updated_at", "resolved_at")),
		Includes: map[string][]Column{"project": withProject(), "task": named("task_id", "task"), "reporter": named("reporter_id", "reporter")},
		Groups: map[string][]Column{
			"status": named("status"), "priority": named("priority"), "project": withProject(), "task": named("task_id", "task"), "reporter": named("reporter_id", "reporter"),
		},
		Filters: []string{
			"status", "priority", "project_id", "project_name", "assignee_name", "assigned_to_me", "created_by_me", "updated_after", "created_after", "exclude_done", "search",
		},
		Orders: []string{"created_at", "priority", "status", "title", "project", "updated_at", "resolved_at"},
		Bounds: []string{"created_at", "updated_at", "resolved_at"}, Statuses: texts(BlockerStatuses()), Priorities: texts(Priorities()),
	}
}

func ofDocuments() DynamicTable {
	return DynamicTable{
		Name: "documents", Columns: slices.Concat(named("id", "title", "document_type", "status"), moments("created_at", "updated_at")),
		Includes: map[string][]Column{"project": withProject(), "author": named("author_id", "author")},
		Groups: map[string][]Column{
			"status": named("status"), "document_type": named("document_type"), "project": withProject(), "author": named("author_id", "author"),
		},
		Filters: []string{"status", "project_id", "project_name", "created_by_me", "updated_after", "created_after", "search"},
		Orders:  []string{"updated_at", "created_at", "title", "status", "project"},
		Bounds:  []string{"created_at", "updated_at"}, Statuses: texts(DocumentStatuses()),
	}
}

func ofComments() DynamicTable {
	return DynamicTable{
		Name: "comments", Columns: slices.Concat(named("id", "content"), moments("created_at")),
		Includes: map[string][]Column{
			"project": withProject(), "author": named("author_id", "author"), "task": named("task_id", "task"), "document": named("document_id", "document"),
		},
		Groups: map[string][]Column{
			"project": withProject(), "author": named("author_id", "author"), "task": named("task_id", "task"), "document": named("document_id", "document"),
		},
		Filters: []string{"project_id", "project_name", "created_by_me", "created_after", "search"},
		Orders:  []string{"created_at", "project"}, Bounds: []string{"created_at"},
	}
}

func ofTeams() DynamicTable {
	return DynamicTable{
		Name: "teams", Columns: named("id", "name", "description"), Includes: map[string][]Column{"members": lists("members")},
		Filters: []string{"search"}, Orders: []string{"name"},
	}
}

func ofTeamMembers() DynamicTable {
	return DynamicTable{
		Name: "team_members", Columns: named("team_id", "team", "member_id", "member"),
		Groups:  map[string][]Column{"team": named("team_id", "team"), "member": named("member_id", "member")},
		Filters: []string{"search"}, Orders: []string{"team", "member"},
	}
}

func ofProjectMembers() DynamicTable {
	return DynamicTable{
		Name: "project_members", Columns: named("project_id", "project", "member_id", "member"),
		Groups:  map[string][]Column{"project": withProject(), "member": named("member_id", "member")},
		Filters: []string{"project_id", "project_name", "search"}, Orders: []string{"project", "member"},
	}
}

func ofUsers(name string) DynamicTable {
	return DynamicTable{
		Name: name, Columns: named("id", "name", "role"), Groups: map[string][]Column{"role": named("role")},
		Filters: []string{"search"}, Orders: []string{"name", "role"},
	}
}

func columns(kind ColumnKind, names []string) []Column {
	var out []Column
	for _, n := range names {
		out = append(out, Column{n, kind})
	}
	return out
}

func named(names ...string) []Column   { return columns(ColumnText, names) }
func days(names ...string) []Column    { return columns(ColumnDay, names) }
func moments(names ...string) []Column { return columns(ColumnMoment, names) }
func flags(names ...string) []Column   { return columns(ColumnFlag, names) }
func lists(names ...string) []Column   { return columns(ColumnList, names) }

func texts[T ~string](all []T) []string {
	var out []string
	for _, one := range all {
		out = append(out, string(one))
	}
	return out
}
