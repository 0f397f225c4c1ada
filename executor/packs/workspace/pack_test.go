package workspace_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/workspace"
	packworkspace "github.com/aisteam/aisteam/executor/packs/workspace"
	"github.com/aisteam/aisteam/executor/packs/workspace/store"
	"github.com/aisteam/aisteam/internal/ledgerkit"
	"github.com/aisteam/aisteam/storage"
)

// office is a ledger with a workspace in it, of which Olga sees everything, and Sarah what is not Olga's alone.
type office struct {
	store.Workspace

	t           *testing.T
	registry    *tools.Registry
	olga, sarah assistant.Person
	relaunch    workspace.Project
	logo        workspace.Task
	brief       workspace.Document
}

func noon() time.Time { return time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC) }

func newOffice(t *testing.T) *office {
	t.Helper()
	o := emptyOffice(t)
	o.fill()
	return o
}

func emptyOffice(t *testing.T) *office {
	t.Helper()
	l := ledgerkit.Open(t, storage.Config{})
	sarah, err := l.People.PersonFor(t.Context(), l.Tenant, assistant.Identity{Surface: assistant.SurfaceSlack, Space: "T1", External: "U1", Name: "Sarah Miller"})
	if err != nil {
		t.Fatal(err)
	}
	s := store.New(l.Packs)
	all, err := packworkspace.Tools(s, noon)
	if err != nil {
		t.Fatal(err)
	}
	r, err := tools.NewRegistry(all...)
	if err != nil {
		t.Fatal(err)
	}
	return &office{Workspace: s, t: t, registry: r, olga: l.Owner, sarah: sarah}
}

func must[T any](t *testing.T) func(T, error) T {
	return func(one T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return one
	}
}

func viewer(p assistant.Person) workspace.Viewer {
	return workspace.Viewer{Tenant: p.Tenant, Person: p.ID}
}

func (o *office) fill() {
	ctx, v := o.t.Context(), viewer(o.olga)
	o.relaunch = must[workspace.Project](o.t)(o.CreateProject(ctx, v, "p", workspace.Project{
		Name: "Relaunch", Type: workspace.ProjectGeneral, Scope: workspace.ScopeOrganization, Status: workspace.ProjectActive,
	}))
	private := must[workspace.Project](o.t)(o.CreateProject(ctx, v, "q", workspace.Project{
		Name: "Canary", Description: "Relaunch", Type: workspace.ProjectGeneral, Scope: workspace.ScopePersonal, Status: workspace.ProjectActive,
	}))
	who := []workspace.Member{{Person: o.sarah.ID}}
	o.logo = o.task(o.relaunch, "Draw the logo", workspace.TaskInProgress, "2026-11-20", who)
	o.task(o.relaunch, "Write the form", workspace.TaskTodo, "2026-12-01", nil)
	o.task(o.relaunch, "Buy the domain", workspace.TaskDone, "2026-11-01", who)
	hidden := o.task(private, "Canary task", workspace.TaskTodo, "2026-11-01", nil)
	for in, task := range map[workspace.ProjectID]workspace.Task{o.relaunch.ID: o.logo, private.ID: hidden} {
		name := map[bool]string{true: "The logo", false: "Canary text"}[in == o.relaunch.ID]
		must[workspace.Blocker](o.t)(o.CreateBlocker(ctx, v, "b"+string(in), workspace.Blocker{
			Project: in, Task: task.ID, Title: name + " waits", Status: workspace.BlockerOpen, Priority: workspace.PriorityHigh,
		}))
		d := must[workspace.Document](o.t)(o.CreateDocument(ctx, v, "d"+string(in), workspace.Document{
			Project: in, Title: name + " brief", Content: name + " is blue", Type: workspace.DocumentGeneral, Status: workspace.DocumentDraft,
		}))
		if in == o.relaunch.ID {
			o.brief = d
		}
		must[workspace.Link](o.t)(o.LinkDocument(ctx, v, "", workspace.Link{Document: d.ID, Task: task.ID, Type: workspace.LinkReference}))
		must[workspace.Comment](o.t)(o.AddComment(ctx, v, "c"+string(in), workspace.Comment{Project: in, Task: task.ID, Content: name + " it is"}))
	}
}

func (o *office) task(in workspace.Project, title string, status workspace.TaskStatus, due workspace.Date, who []workspace.Member) workspace.Task {
	o.t.Helper()
	return must[workspace.Task](o.t)(o.CreateTask(o.t.Context(), viewer(o.olga), title, workspace.Task{
		Project: in.ID, Title: title, Status: status, Priority: workspace.PriorityHigh, Due: due, Assignees: who, Labels: []string{"web"},
	}))
}

// open is a conversation in a channel, where anybody may read along.
type open struct{}

func (open) Readers(context.Context, assistant.TenantID, assistant.ConversationID) (assistant.Readers, error) {
	return assistant.Readers{Open: true}, nil
}

// alone is a conversation of one person with the assistant.
type alone struct{ who assistant.Person }

func (a alone) Readers(context.Context, assistant.TenantID, assistant.ConversationID) (assistant.Readers, error) {
	return assistant.Readers{People: []assistant.Person{a.who}}, nil
}

// use calls a tool as somebody, in a conversation of theirs.
func (o *office) use(who assistant.Person, tool, arguments string) (assistant.Result, error) {
	o.t.Helper()
	return o.useIn(alone{who}, who, tool, arguments)
}

func (o *office) useIn(in tools.Audience, who assistant.Person, tool, arguments string) (assistant.Result, error) {
	o.t.Helper()
	if err := o.registry.Validate(tool, json.RawMessage(arguments)); err != nil {
		o.t.Fatal(err)
	}
	one, _ := o.registry.Get(tool)
	r, err := one.Run(o.t.Context(), tools.Call{
		Tenant: who.Tenant, Conversation: "c", Asker: who, Arguments: json.RawMessage(arguments), Audience: in,
	})
	return r.Result, err
}

// titles are what the rows of a list in a result are called.
func titles(t *testing.T, r assistant.Result, list, field string) []string {
	t.Helper()
	var rows []map[string]any
	if err := json.Unmarshal(r.Fields[list], &rows); err != nil {
		t.Fatalf("%s of %s: %v", list, r.Fields, err)
	}
	var out []string
	for _, row := range rows {
		text, _ := row[field].(string)
		out = append(out, text)
	}
	slices.Sort(out)
	return out
}

// calls are what each tool is called with, and what then stands in its result.
func (o *office) calls() map[string][]struct{ arguments, list, field, want string } {
	id := func(s string) string { return `"` + s + `"` }
	type call = struct{ arguments, list, field, want string }
	return map[string][]call{
		"get_projects": {
			{`{"search": "relaunch"}`, "projects", "name", "Canary,Relaunch"},
			{`{"scope": "ORGANIZATION", "limit": 1}`, "projects", "name", "Relaunch"},
			{`{"status": ["archived"]}`, "projects", "name", ""},
			{`{"project_type": "general"}`, "projects", "name", "Canary,Relaunch"},
			{`{"parent_id": "Relaunch"}`, "projects", "name", ""},
		},
		"get_project_details": {
			{`{"project_id": "relaunch"}`, "tasks", "title", "Draw the logo,Write the form"},
			{`{"project_id": ` + id(string(o.relaunch.ID)) + `}`, "blockers", "title", "The logo waits"},
			{`{"project_id": "relaunch"}`, "members", "name", "Olga,Sarah Miller"},
		},
		"get_tasks": {
			{`{}`, "tasks", "title", "Buy the domain,Canary task,Draw the logo,Write the form"},
			{`{"project_id": "Relaunch", "exclude_done": true}`, "tasks", "title", "Draw the logo,Write the form"},
			{`{"is_overdue": true}`, "tasks", "title", "Canary task,Draw the logo"},
			{`{"due_within_days": 7}`, "tasks", "title", "Write the form"},
			{`{"is_stalled": true}`, "tasks", "title", ""},
			{`{"assignee_id": "sarah"}`, "tasks", "title", "Buy the domain,Draw the logo"},
			{`{"assignee_id": "me"}`, "tasks", "title", ""},
			{`{"status": ["done"], "priority": ["high"]}`, "tasks", "title", "Buy the domain"},
			{`{"label": "web", "search": "form", "limit": 100}`, "tasks", "title", "Write the form"},
		},
		"get_task_details": {
			{`{"task_id": "logo"}`, "comments", "content", "The logo it is"}, {`{"task_id": ` + id(string(o.logo.ID)) + `}`, "documents", "link_type", "reference"}, {`{"task_id": "logo"}`, "blockers", "status", "open"},
		},
		"get_blockers": {
			{`{}`, "blockers", "title", "Canary text waits,The logo waits"},
			{`{"project_id": "Relaunch"}`, "blockers", "task", "Draw the logo"},
			{`{"status": ["resolved"]}`, "blockers", "title", ""},
			{`{"task_id": "logo", "limit": 1}`, "blockers", "title", "The logo waits"},
		},
		"get_documents": {
			{`{"search": "blue"}`, "documents", "title", "Canary text brief,The logo brief"}, {`{"project_id": "Relaunch", "document_type": "general", "status": ["draft"], "limit": 5}`, "documents", "title", "The logo brief"},
		},
		"get_document_details": {{`{"document_id": "logo brief"}`, "", "content", "The logo is blue"}, {`{"document_id": ` + id(string(o.brief.ID)) + `}`, "", "content", "The logo is blue"}},
		"search_content": {
			{`{"query": "LOGO"}`, "results", "entity_type", "blocker,comment,document,task"},
			{`{"query": "canary", "types": ["task"], "limit": 3}`, "results", "title", "Canary task"},
			{`{"query": "logo", "project_id": "Relaunch", "types": ["document"]}`, "results", "excerpt", "The logo is blue"},
		},
		"get_attention_summary": {
			{`{}`, "overdue", "title", "Canary task,Draw the logo"},
			{`{"days": 3, "limit": 5}`, "upcoming", "title", ""},
			{`{"project_id": "Relaunch"}`, "open_blockers", "title", "The logo waits"},
			{`{"user_id": "me"}`, "overdue", "title", ""},
		},
		"get_team_members":  {{`{}`, "members", "name", "Olga,Sarah Miller"}, {`{"search": "sarah", "limit": 5}`, "members", "name", "Sarah Miller"}, {`{"project_id": "Canary"}`, "members", "name", "Olga"}},
		"get_user_workload": {{`{"user_id": "Sarah"}`, "tasks", "title", "Draw the logo"}, {`{"user_id": "Sarah", "include_completed": true}`, "completed", "title", "Buy the domain"}, {`{}`, "tasks", "title", ""}},
		"get_collaborators": {{`{}`, "members", "name", "Sarah Miller"}, {`{"project_id": "Relaunch"}`, "members", "name", "Olga,Sarah Miller"}, {`{"user_id": "Sarah"}`, "members", "name", "Olga"}},
		"get_team_activity": {
			{`{"activity_types": ["project"], "days": 30, "limit": 100}`, "activity", "title", "Canary,Relaunch"},
			{`{"user_id": "Sarah"}`, "activity", "title", ""},
			{`{"project_id": "Relaunch", "activity_types": ["blocker"]}`, "activity", "title", "The logo waits"},
		},
		"dynamic_query": {
			{`{"table": "tasks", "status": ["todo", "in_progress"], "priority": ["high"], "order_by": "title", "direction": "desc", "limit": 5}`, "rows", "title", "Canary task,Draw the logo,Write the form"},
			{`{"table": "tasks", "project_id": "Relaunch", "due_before": "2026-11-27", "exclude_done": true, "include": ["assignee", "project"]}`, "rows", "project", "Relaunch"},
			{`{"table": "tasks", "project_name": "launch", "due_after": "2026-11-27", "created_by_me": true}`, "rows", "title", "Write the form"},
			{`{"table": "tasks", "assignee_name": "sarah", "is_overdue": true, "search": "LOGO"}`, "rows", "title", "Draw the logo"},
			{`{"table": "tasks", "assigned_to_me": true}`, "rows", "title", ""},
			{`{"table": "tasks", "is_stalled": true}`, "rows", "title", ""},
			{`{"table": "tasks", "aggregate": "min", "column": "due_date", "group_by": ["project"]}`, "rows", "min_due_date", "2026-11-01,2026-11-01"},
			{`{"table": "tasks", "group_by": ["assignee"], "exclude_done": true}`, "rows", "assignee", ",Sarah Miller"},
			{`{"table": "documents", "updated_after": "2020-01-31", "created_after": "2020-01-31T10:00:00Z"}`, "rows", "title", "Canary text brief,The logo brief"},
			{`{"table": "users"}`, "rows", "name", "Olga,Sarah Miller"},
		},
		"get_recent_activity": {{`{"exclude_own": true}`, "activity", "title", ""}, {`{"hours": 168, "limit": 1}`, "activity", "action", "created"}},
	}
}

func TestEachToolFindsWhatIsThere(t *testing.T) {
	o := newOffice(t)
	calls := o.calls()
	for _, tool := range o.registry.All() {
		if tool.Class != assistant.ClassQuery {
			continue
		}
		if len(calls[tool.Name]) == 0 {
			t.Errorf("%s is not tried", tool.Name)
		}
		given := map[string]bool{}
		for _, c := range calls[tool.Name] {
			r, err := o.use(o.olga, tool.Name, c.arguments)
			if err != nil {
				t.Errorf("%s %s: %v", tool.Name, c.arguments, err)
				continue
			}
			if _, err := o.registry.Fitting(tool.Name, r); err != nil {
				t.Errorf("%s %s: its result does not fit its schema: %v", tool.Name, c.arguments, err)
			}
			got := r.Fields.Text(c.field)
			if c.list != "" {
				got = strings.Join(titles(t, r, c.list, c.field), ",")
			}
			if got != c.want || r.Summary.IsZero() {
				t.Errorf("%s %s finds %q, want %q; it says %q", tool.Name, c.arguments, got, c.want, r.Summary)
			}
			var arguments map[string]any
			if err := json.Unmarshal([]byte(c.arguments), &arguments); err != nil {
				t.Fatal(err)
			}
			for name := range arguments {
				given[name] = true
			}
		}
		for name := range tool.Arguments.Properties {
			if !given[name] && name != "team_id" {
				t.Errorf("%s: nobody tries %s", tool.Name, name)
			}
		}
	}
}

// TestNobodyIsToldWhatTheyMayNotSee: what is one person's alone is in no result for a colleague, nor where others read along.
func TestNobodyIsToldWhatTheyMayNotSee(t *testing.T) {
	o := newOffice(t)
	for tool, calls := range o.calls() {
		for _, c := range calls {
			for where, use := range map[string]func() (assistant.Result, error){
				"a colleague":  func() (assistant.Result, error) { return o.use(o.sarah, tool, c.arguments) },
				"in a channel": func() (assistant.Result, error) { return o.useIn(open{}, o.olga, tool, c.arguments) },
				"with a third": func() (assistant.Result, error) { return o.useIn(alone{o.sarah}, o.olga, tool, c.arguments) },
			} {
				r, err := use()
				raw, _ := json.Marshal(r)
				told := string(raw)
				if err != nil {
					told = assistant.ProblemOf(err).Message.String()
				}
				asked := strings.Contains(c.arguments, "anary")
				if strings.Contains(told, "Canary") && !asked || strings.Contains(told, "Canary t") {
					t.Errorf("%s %s tells %s: %s", tool, c.arguments, where, told)
				}
			}
		}
	}
	r, err := o.useIn(open{}, o.olga, "get_projects", `{}`)
	if err != nil || !strings.Contains(r.Summary.String(), "Others read along") {
		t.Errorf("%q: %v", r.Summary, err)
	}
}

// TestWhatDoesNotFitIsRefusedBeforeItRuns tries each argument of each tool at the bounds that its schema says, and beyond them.
func TestWhatDoesNotFitIsRefusedBeforeItRuns(t *testing.T) {
	all, err := packworkspace.Tools(store.Workspace{}, noon)
	if err != nil {
		t.Fatal(err)
	}
	bounded := 0
	for _, tool := range all {
		least := map[string]any{}
		for _, name := range tool.Arguments.Required {
			least[name] = "x"
			if few := tool.Arguments.Properties[name].Enum; few != nil {
				least[name] = few[0]
			}
		}
		fits := func(name string, value any) bool {
			with := map[string]any{name: value}
			for k, v := range least {
				if k != name {
					with[k] = v
				}
			}
			raw, _ := json.Marshal(with)
			return tools.Validate(tool, raw) == nil
		}
		for name, s := range tool.Arguments.Properties {
			of := func(v any) any { return v }
			if s.Items != nil {
				s, of = s.Items, func(v any) any { return []any{v} }
			}
			switch {
			case s.Maximum != nil:
				bounded++
				if !fits(name, of(*s.Minimum)) || !fits(name, of(*s.Maximum)) || fits(name, of(*s.Minimum-1)) || fits(name, of(*s.Maximum+1)) || fits(name, of("5")) {
					t.Errorf("%s: the bounds of %s do not hold", tool.Name, name)
				}
			case s.Enum != nil:
				bounded++
				for _, one := range s.Enum {
					if !fits(name, of(one)) {
						t.Errorf("%s: %s cannot be %v", tool.Name, name, one)
					}
				}
				if fits(name, of("whatever")) {
					t.Errorf("%s: %s can be anything", tool.Name, name)
				}
			}
			if fits(name, of(map[string]any{})) {
				t.Errorf("%s: %s can be an object", tool.Name, name)
			}
		}
		if fits("unknown", 1) {
			t.Errorf("%s takes what it does not know", tool.Name)
		}
	}
	if bounded < 20 {
		t.Errorf("only %d arguments have bounds", bounded)
	}
}

func TestNamesAreResolvedOrAskedAbout(t *testing.T) {
	o := newOffice(t)
	o.task(o.relaunch, "Draw the logo again", workspace.TaskTodo, "", nil)
	if r, err := o.use(o.olga, "get_task_details", `{"task_id": "draw the logo"}`); err != nil || !strings.Contains(r.Summary.String(), "assigned to Sarah Miller") {
		t.Errorf("the one that is called just so: %q, %v", r.Summary, err)
	}
	for arguments, want := range map[string]string{
		`{"task_id": "logo"}`:                          "Several may be meant by “logo”: “Draw the logo”, “Draw the logo again”.",
		`{"task_id": "garden"}`:                        "There is no such task that you can see here.",
		`{"task_id": "` + string(o.relaunch.ID) + `"}`: "There is no such task that you can see here.",
	} {
		_, err := o.use(o.olga, "get_task_details", arguments)
		if p := assistant.ProblemOf(err); p.Message.String() != want || p.Recovery.IsZero() {
			t.Errorf("%s: %q %q", arguments, p.Message, p.Recovery)
		}
	}
	for tool, arguments := range map[string]string{
		"get_project_details": `{"project_id": "x"}`, "get_document_details": `{"document_id": "x"}`, "get_user_workload": `{"user_id": "x"}`, "get_team_members": `{"team_id": "x"}`,
	} {
		if _, err := o.use(o.olga, tool, arguments); assistant.ProblemOf(err).Recovery.IsZero() {
			t.Errorf("%s: %v", tool, err)
		}
	}
	if _, err := o.use(assistant.Person{Tenant: o.olga.Tenant}, "get_tasks", `{}`); assistant.ProblemOf(err).Message.String() != "I do not know who asks for this." {
		t.Errorf("%v", err)
	}
	team := must[workspace.Team](t)(o.CreateTeam(t.Context(), viewer(o.olga), "team", workspace.Team{Name: "Web design", Members: []workspace.Member{{Person: o.sarah.ID}}}))
	for _, said := range []string{"design", string(team.ID)} {
		r, err := o.use(o.olga, "get_team_members", `{"team_id": "`+said+`"}`)
		if err != nil || !slices.Equal(titles(t, r, "members", "name"), []string{"Sarah Miller"}) {
			t.Errorf("%s: %v, %v", said, r.Fields, err)
		}
	}
}

// TestAQuestionIsAnsweredInASentence: a question that is put together says what it has found, and one that cannot be asked what could be.
func TestAQuestionIsAnsweredInASentence(t *testing.T) {
	o := newOffice(t)
	for arguments, want := range map[string]string{
		`{"table": "tasks"}`:                                                 "Found in tasks: 4",
		`{"table": "tasks", "limit": 2}`:                                     "There is more in tasks; these are the first 2",
		`{"table": "tasks", "aggregate": "count", "is_overdue": true}`:       "Counted in tasks: 2",
		`{"table": "tasks", "aggregate": "max", "column": "due_date"}`:       "In tasks, max_due_date is 2026-12-01",
		`{"table": "tasks", "search": "garden"}`:                             "Nothing was found in tasks",
		`{"table": "blockers", "aggregate": "max", "column": "resolved_at"}`: "Nothing was found in blockers",
	} {
		if r, err := o.use(o.olga, "dynamic_query", arguments); err != nil || r.Summary.String() != want {
			t.Errorf("%s: %q, %v", arguments, r.Summary, err)
		}
	}
	for arguments, want := range map[string]string{
		`{"table": "journal_entries"}`:                                    "The workspace keeps no “journal_entries”. There are: projects, tasks, ",
		`{"table": "teams", "is_stalled": true}`:                          "“is_stalled” narrows no teams. What does: search.",
		`{"table": "blockers", "status": ["done"]}`:                       "“status” has to be one of: open, in_progress, resolved.",
		`{"table": "tasks", "order_by": "id; drop table"}`:                "“order_by” has to be one of: due_date, priority, ",
		`{"table": "tasks", "updated_after": "yesterday"}`:                "“updated_after” has to be a day such as 2026-12-31.",
		`{"table": "tasks", "due_before": "2026-02-30"}`:                  "“due_before” has to be a day such as 2026-12-31.",
		`{"table": "tasks", "project_id": "Nowhere at all"}`:              "There is no such project that you can see here.",
		`{"table": "organizations", "include": ["project"]}`:              "“include” has to be one of: –.",
		`{"table": "comments", "aggregate": "min", "column": "due_date"}`: "“column” has to be one of: created_at.",
	} {
		_, err := o.use(o.olga, "dynamic_query", arguments)
		if p := assistant.ProblemOf(err); err == nil || !strings.HasPrefix(p.Message.String(), want) || p.Recovery.IsZero() {
			t.Errorf("%s: %q %q", arguments, p.Message, p.Recovery)
		}
	}
}

// little is a store that knows projects and tasks, and nothing else.
type little struct{ packworkspace.Store }

func TestAStoreThatIsAbleToDoLessHasFewerTools(t *testing.T) {
	some, err := packworkspace.Tools(little{store.Workspace{}}, noon)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, tool := range some {
		names = append(names, tool.Name)
	}
	slices.Sort(names)
	want := []string{"get_attention_summary", "get_collaborators", "get_project_details", "get_projects", "get_task_details", "get_tasks", "get_team_members", "get_user_workload"}
	if d := cmp.Diff(want, names); d != "" {
		t.Error(d)
	}
	if _, err := packworkspace.Tools(nil, noon); err == nil {
		t.Error("it works on nothing")
	}
}
