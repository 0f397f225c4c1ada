package workspace_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/workspace"
)

// changed is a call of a tool that changes something, and what people read of it.
type changed struct {
	arguments string
	shows     string // a line of its preview
	says      string // of what was done
}

// changes are calls of each tool that changes something.
func changes() map[string][]changed {
	return map[string][]changed{
		"create_task": {
			{`{"title": "Order the sign", "project_id": "Relaunch"}`, "Title:  -> Order the sign", "Created the task “Order the sign” in “Relaunch”"},
			{`{"title": "A", "project_id": "relaunch", "description": "b", "status": "idea", "priority": "critical", "due_date": "2026-12-24", "assignee_ids": ["me", "sarah"], "labels": ["web", "ads"]}`, "Assigned to:  -> Olga, Sarah Miller", "Created the task “A” in “Relaunch”"},
		},
		"update_task": {
			{`{"task_id": "logo", "due_date": "2026-12-24"}`, "Due: 2026-11-20 -> 2026-12-24", "Changed the task “Draw the logo” in “Relaunch”"},
			{`{"task_id": "logo", "title": "Draw it", "description": "Blue", "priority": "low", "labels": ["a", "b"]}`, "Priority: high -> low", "Changed the task “Draw it” in “Relaunch”"},
			{`{"task_id": "logo", "due_date": "none", "status": "in_review"}`, "Status: in progress -> in review", "Changed the task “Draw the logo” in “Relaunch”"},
		},
		"complete_task":   {{`{"task_id": "logo"}`, "Status: in progress -> done", "Marked the task “Draw the logo” in “Relaunch” as done"}},
		"assign_task":     {{`{"task_id": "logo", "assignee_id": "me"}`, "Assigned to: Sarah Miller -> Olga", "Assigned the task “Draw the logo” in “Relaunch”"}, {`{"task_id": "logo", "assignee_id": "none"}`, "Assigned to: Sarah Miller -> ", "Assigned the task"}},
		"create_blocker":  {{`{"task_id": "form", "title": "No texts"}`, "Task:  -> Write the form", "Noted the blocker “No texts” in “Relaunch”"}, {`{"project_id": "Relaunch", "title": "No budget", "priority": "high", "description": "x"}`, "Priority:  -> high", "Noted the blocker"}},
		"resolve_blocker": {{`{"blocker_id": "logo waits", "resolution": "The pictures came"}`, "Resolution:  -> The pictures came", "Resolved the blocker “The logo waits” in “Relaunch”"}, {`{"blocker_id": "Draw the logo"}`, "Status: open -> resolved", "Resolved the blocker"}},
		"create_document": {{`{"project_id": "Relaunch", "title": "Notes", "content": "# A", "document_type": "report", "status": "in_review"}`, "Content:  -> # A", "Created the document “Notes” in “Relaunch”"}},
		"update_document": {{`{"document_id": "logo brief", "title": "The brief", "content": "It is red", "status": "approved"}`, "Content: The logo is blue -> It is red", "Changed the document “The brief” in “Relaunch”"}},
		"link_document_to_task": {
			{`{"document_id": "logo brief", "task_id": "form"}`, "Link:  -> related to it", "Linked the document “The logo brief” to a task"},
			{`{"document_id": "logo brief", "task_id": "logo", "link_type": "deliverable"}`, "Link: a reference for it -> its deliverable", "Linked the document"},
		},
		"add_comment":     {{`{"task_id": "logo", "content": "Looks good"}`, "Content:  -> Looks good", "Commented in “Relaunch”: “Looks good”"}, {`{"document_id": "logo brief", "content": "Too short"}`, "Content:  -> Too short", "Commented in"}},
		"create_project":  {{`{"name": "Garden"}`, "Seen by:  -> its owner alone", "Created the project “Garden”"}, {`{"name": "Shop", "scope": "ORGANIZATION", "parent_id": "Relaunch", "project_type": "data_analysis", "description": "x", "start_date": "2026-01-01", "target_end_date": "2026-12-31", "color": "#3B82F6", "emoji": "🌻"}`, "Part of:  -> Relaunch", "Created the project “Shop”"}},
		"update_project":  {{`{"project_id": "Relaunch", "name": "Launch", "status": "on_hold", "target_end_date": "2026-12-31", "description": "x", "project_type": "data_analysis", "start_date": "2026-01-01", "color": "#3B82F6", "emoji": "🌻"}`, "Status: active -> on hold", "Changed the project “Launch”"}},
		"archive_project": {{`{"project_id": "Relaunch", "reason": "It is over"}`, "Reason:  -> It is over", "Archived the project “Relaunch”"}},
	}
}

// act is a use of a tool that changes something.
func (o *office) act(who assistant.Person, tool, arguments, key string) (tools.Tool, tools.Call) {
	o.t.Helper()
	if err := o.registry.Validate(tool, json.RawMessage(arguments)); err != nil {
		o.t.Fatalf("%s: %v", tool, err)
	}
	one, _ := o.registry.Get(tool)
	return one, tools.Call{Tenant: who.Tenant, Conversation: "c", Asker: who, Arguments: json.RawMessage(arguments), Audience: alone{who}, Key: key}
}

// kept is everything that Olga sees, without when and how often it was changed.
type kept struct {
	Projects  []workspace.Project
	Tasks     []workspace.Task
	Blockers  []workspace.Blocker
	Documents []workspace.Document
	Comments  []workspace.Comment
	Links     []workspace.Link
}

func (o *office) kept() kept {
	o.t.Helper()
	ctx, v := o.t.Context(), viewer(o.olga)
	k := kept{
		Projects:  must[[]workspace.Project](o.t)(o.Projects(ctx, v, workspace.ProjectsWanted{Statuses: workspace.ProjectStatuses(), Limit: 100})),
		Tasks:     must[[]workspace.Task](o.t)(o.Tasks(ctx, v, workspace.TasksWanted{Limit: 100})),
		Blockers:  must[[]workspace.Blocker](o.t)(o.Blockers(ctx, v, workspace.BlockersWanted{Statuses: workspace.BlockerStatuses(), Limit: 100})),
		Documents: must[[]workspace.Document](o.t)(o.Documents(ctx, v, workspace.DocumentsWanted{Limit: 100})),
	}
	for i, d := range k.Documents {
		k.Documents[i] = must[[]workspace.Document](o.t)(o.Documents(ctx, v, workspace.DocumentsWanted{ID: d.ID, Limit: 1}))[0]
		k.Comments = append(k.Comments, must[[]workspace.Comment](o.t)(o.Comments(ctx, v, workspace.CommentsWanted{Document: d.ID, Limit: 100}))...)
		k.Links = append(k.Links, must[[]workspace.Link](o.t)(o.Links(ctx, v, "", d.ID))...)
	}
	for _, one := range k.Tasks {
		k.Comments = append(k.Comments, must[[]workspace.Comment](o.t)(o.Comments(ctx, v, workspace.CommentsWanted{Task: one.ID, Limit: 100}))...)
	}
	return k
}

// same compares what is kept, whatever its versions and moments are.
func same(a, b kept) string {
	return cmp.Diff(a, b, cmpopts.EquateEmpty(), cmpopts.IgnoreFields(workspace.Project{}, "Version", "Updated"), cmpopts.IgnoreFields(workspace.Task{}, "Version", "Updated", "Completed"),
		cmpopts.IgnoreFields(workspace.Blocker{}, "Version", "Updated", "Resolved"), cmpopts.IgnoreFields(workspace.Document{}, "Version", "Updated"),
		cmpopts.SortSlices(func(a, b workspace.Project) bool { return a.ID < b.ID }), cmpopts.SortSlices(func(a, b workspace.Task) bool { return a.ID < b.ID }),
		cmpopts.SortSlices(func(a, b workspace.Blocker) bool { return a.ID < b.ID }), cmpopts.SortSlices(func(a, b workspace.Document) bool { return a.ID < b.ID }),
		cmpopts.SortSlices(func(a, b workspace.Comment) bool { return a.ID < b.ID }), cmpopts.SortSlices(func(a, b workspace.Link) bool { return a.Task < b.Task }))
}

// lines are a preview's fields, as people read them.
func lines(p assistant.Preview) (out []string) {
	for _, f := range p.Fields {
		out = append(out, f.Name+": "+f.Old+" -> "+f.New)
	}
	return out
}

// TestWhatAToolChangesIsShownDoneOnceAndTakenBack goes through every tool that changes something: its preview changes nothing and says what
// it would, what is done then is that, once for a key and found by it, and taking it back leaves what was there before.
func TestWhatAToolChangesIsShownDoneOnceAndTakenBack(t *testing.T) {
	o := newOffice(t)
	all := changes()
	for _, tool := range o.registry.All() {
		if tool.Class == assistant.ClassQuery {
			continue
		}
		given := map[string]bool{}
		if len(all[tool.Name]) == 0 {
			t.Errorf("%s is not tried", tool.Name)
		}
		for i, c := range all[tool.Name] {
			t.Run(tool.Name, func(t *testing.T) { o.tried(t, c, tool.Name+"/"+string(rune('a'+i))) })
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

func (o *office) tried(t *testing.T, c changed, key string) {
	t.Helper()
	name, _, _ := strings.Cut(key, "/")
	tool, call := o.act(o.olga, name, c.arguments, key)
	before := o.kept()
	p, err := tool.Preview(t.Context(), call)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(lines(p), c.shows) || p.State == "" || p.Wanted == "" || p.Entity.Type == "" {
		t.Errorf("it shows %q of %+v, and not %q", lines(p), p.Entity, c.shows)
	}
	if d := same(before, o.kept()); d != "" {
		t.Errorf("its preview changes something: %s", d)
	}
	if _, found, err := tool.Recover(t.Context(), call); found || err != nil {
		t.Errorf("it is done before it is: %v", err)
	}
	call.Approved = p.State
	r, err := tool.Run(t.Context(), call)
	if err != nil || !strings.HasPrefix(r.Result.Summary.String(), c.says) {
		t.Fatalf("it says %q, want %q: %v", r.Result.Summary, c.says, err)
	}
	if _, err := o.registry.Fitting(name, r.Result); err != nil {
		t.Errorf("its result does not fit its schema: %v", err)
	}
	after := o.kept()
	if same(before, after) == "" {
		t.Error("nothing has changed")
	}
	again, err := tool.Run(t.Context(), call)
	found, there, err2 := tool.Recover(t.Context(), call)
	if d := cmp.Diff(r, again) + cmp.Diff(r, found) + same(after, o.kept()); d != "" || err != nil || !there || err2 != nil {
		t.Errorf("the same key: %s %v %v", d, err, err2)
	}
	if sight, said, err := tool.Verify(t.Context(), call, r); sight != assistant.SightAsWritten || said.IsZero() || err != nil {
		t.Errorf("%s %s: %v", sight, said, err)
	}
	for range 2 {
		if err := tool.Undo(t.Context(), call, r); err != nil {
			t.Fatal(err)
		}
		if d := same(before, o.kept()); d != "" {
			t.Errorf("taken back, there is left: %s", d)
		}
	}
	if sight, _, err := tool.Verify(t.Context(), call, r); sight != assistant.SightDifferent || err != nil {
		t.Errorf("what is taken back is %s: %v", sight, err)
	}
}

// TestNothingIsChangedOverWhatWasNotSeen: whoever approved an older state is asked again.
func TestNothingIsChangedOverWhatWasNotSeen(t *testing.T) {
	o := newOffice(t)
	for name, arguments := range map[string]string{
		"update_task": `{"task_id": "logo", "title": "Mine"}`, "complete_task": `{"task_id": "logo"}`, "assign_task": `{"task_id": "logo", "assignee_id": "me"}`,
	} {
		tool, call := o.act(o.olga, name, arguments, name)
		p := must[assistant.Preview](t)(tool.Preview(t.Context(), call))
		call.Approved = p.State
		logo := must[[]workspace.Task](t)(o.Tasks(t.Context(), viewer(o.olga), workspace.TasksWanted{ID: o.logo.ID, Limit: 1}))[0]
		logo.Description += "."
		must[workspace.Task](t)(o.UpdateTask(t.Context(), viewer(o.sarah), "", logo))
		before := o.kept()
		if _, err := tool.Run(t.Context(), call); !errors.Is(err, assistant.ErrMoved) {
			t.Errorf("%s: %v", name, err)
		}
		if d := same(before, o.kept()); d != "" {
			t.Errorf("%s has written over it: %s", name, d)
		}
	}
}

// TestTakingBackLeavesWhatOthersChangedSince: the same field stays with them, and another one stays, too, while ours is put back.
func TestTakingBackLeavesWhatOthersChangedSince(t *testing.T) {
	o := newOffice(t)
	tool, call := o.act(o.olga, "update_task", `{"task_id": "logo", "title": "Mine", "priority": "low"}`, "k")
	r := must[assistant.Receipt](t)(tool.Run(t.Context(), call))
	now := func() workspace.Task {
		return must[[]workspace.Task](t)(o.Tasks(t.Context(), viewer(o.sarah), workspace.TasksWanted{ID: o.logo.ID, Limit: 1}))[0]
	}
	k := now()
	k.Title = "Sarah's"
	must[workspace.Task](t)(o.UpdateTask(t.Context(), viewer(o.sarah), "", k))
	err := tool.Undo(t.Context(), call, r)
	if p := assistant.ProblemOf(err); !strings.Contains(p.Message.String(), "“Sarah's” was changed since (title)") || now().Title != "Sarah's" || now().Priority != workspace.PriorityLow {
		t.Errorf("%v; it is %+v", err, now())
	}
	k = now()
	k.Title, k.Description = "Mine", "Sarah's words"
	must[workspace.Task](t)(o.UpdateTask(t.Context(), viewer(o.sarah), "", k))
	if err := tool.Undo(t.Context(), call, r); err != nil || now().Title != "Draw the logo" || now().Priority != workspace.PriorityHigh || now().Description != "Sarah's words" {
		t.Errorf("%v; it is %+v", err, now())
	}

	tool, call = o.act(o.olga, "create_task", `{"project_id": "Relaunch", "title": "New"}`, "n")
	r = must[assistant.Receipt](t)(tool.Run(t.Context(), call))
	comment, on := o.act(o.sarah, "add_comment", `{"task_id": "New", "content": "I do it"}`, "c")
	must[assistant.Receipt](t)(comment.Run(t.Context(), on))
	if p := assistant.ProblemOf(tool.Undo(t.Context(), call, r)); !strings.Contains(p.Message.String(), "Something belongs to “New” by now") {
		t.Errorf("%q", p.Message)
	}
}

// TestNobodyChangesWhatTheyDoNotSee tries each tool on what is Olga's alone.
func TestNobodyChangesWhatTheyDoNotSee(t *testing.T) {
	o := newOffice(t)
	theirs := func(find string) string {
		r := must[assistant.Result](t)(o.use(o.olga, "search_content", `{"query": "canary", "types": ["`+find+`"]}`))
		return titles(t, r, "results", "entity_id")[0]
	}
	replace := strings.NewReplacer(`"relaunch"`, `"`+theirs("project")+`"`, `"Relaunch"`, `"`+theirs("project")+`"`, `"logo"`, `"`+theirs("task")+`"`, `"form"`, `"`+theirs("task")+`"`,
		`"logo waits"`, `"`+theirs("blocker")+`"`, `"Draw the logo"`, `"`+theirs("blocker")+`"`, `"logo brief"`, `"`+theirs("document")+`"`)
	before, tried := o.kept(), 0
	for name, calls := range changes() {
		for _, c := range calls {
			arguments := replace.Replace(c.arguments)
			if arguments == c.arguments {
				continue // it names nothing
			}
			tried++
			tool, call := o.act(o.sarah, name, arguments, name)
			_, err := tool.Preview(t.Context(), call)
			_, err2 := tool.Run(t.Context(), call)
			if !errors.Is(err, assistant.ErrNotFound) || !errors.Is(err2, assistant.ErrNotFound) {
				t.Errorf("%s %s: %v, %v", name, arguments, err, err2)
			}
		}
	}
	if d := same(before, o.kept()); d != "" || tried < 20 {
		t.Errorf("%d tried: %s", tried, d)
	}
}

// TestAChangeThatDoesNotFitSaysWhatDoes: the field, what it allows, and that nothing was changed.
func TestAChangeThatDoesNotFitSaysWhatDoes(t *testing.T) {
	o := newOffice(t)
	before := o.kept()
	for _, c := range []struct{ tool, arguments, says string }{
		{"update_task", `{"task_id": "logo", "due_date": "Friday"}`, "“due_date” has to be a day such as 2026-12-31."},
		{"update_task", `{"task_id": ""}`, "Several may be meant by “”"},
		{"update_task", `{"task_id": "logo"}`, "It is so already: nothing of “Draw the logo” would change."},
		{"update_task", `{"task_id": "logo", "labels": ["a, b"]}`, "“a, b” holds a comma, which stands between labels."},
		{"create_task", `{"title": "x"}`, "It is not said in which project."},
		{"create_task", `{"title": " ", "project_id": "Relaunch"}`, "“title” is missing."},
		{"create_task", `{"title": "` + strings.Repeat("x", 301) + `", "project_id": "Relaunch"}`, "“title” is longer than 300 characters."},
		{"assign_task", `{"task_id": "logo", "assignee_id": "Nobody"}`, "There is nobody here who is called so."},
		{"assign_task", `{"task_id": "logo", "assignee_id": ""}`, "It is not said who is to do it."},
		{"archive_project", `{"project_id": ""}`, "It is not said what is to be changed."},
		{"add_comment", `{"content": "x"}`, "A comment stands on one task or on one document."},
		{"add_comment", `{"task_id": "logo", "document_id": "brief", "content": "x"}`, "A comment stands on one task or on one document."},
		{"create_project", `{"name": "x", "color": "blue"}`, "“color” has to be a color such as #3B82F6."},
		{"create_project", `{"name": "x", "start_date": "2026-02-01", "target_end_date": "2026-01-01"}`, "The project would end on 2026-01-01, before it starts on 2026-02-01."},
	} {
		tool, call := o.act(o.olga, c.tool, c.arguments, "k")
		for _, use := range []func() error{
			func() error { _, err := tool.Preview(t.Context(), call); return err },
			func() error { _, err := tool.Run(t.Context(), call); return err },
		} {
			if p := assistant.ProblemOf(use()); !strings.HasPrefix(p.Message.String(), c.says) || p.Recovery.IsZero() {
				t.Errorf("%s %s: %q %q", c.tool, c.arguments, p.Message, p.Recovery)
			}
		}
	}
	if d := same(before, o.kept()); d != "" {
		t.Error(d)
	}
}

// TestWhatIsOnesOwnIsNotMadeWhereOthersRead: a project of one's own would be shown to everybody by its card.
func TestWhatIsOnesOwnIsNotMadeWhereOthersRead(t *testing.T) {
	o := newOffice(t)
	tool, call := o.act(o.olga, "create_project", `{"name": "Surprise"}`, "k")
	call.Audience = open{}
	if _, err := tool.Preview(t.Context(), call); !strings.HasPrefix(assistant.ProblemOf(err).Message.String(), "Others read along here") {
		t.Errorf("%v", err)
	}
	tool, call = o.act(o.olga, "update_task", `{"task_id": "Canary task", "title": "x"}`, "k")
	call.Audience = open{}
	if _, err := tool.Preview(t.Context(), call); !errors.Is(err, assistant.ErrNotFound) {
		t.Errorf("%v", err)
	}
}

// TestAPlanMayNameWhatItMakesItself: what an earlier step makes is named before it is there.
func TestAPlanMayNameWhatItMakesItself(t *testing.T) {
	o := newOffice(t)
	for name, arguments := range map[string]string{
		"create_task": `{"title": "x", "project_id": {"$from": "project", "field": "id"}}`, "assign_task": `{"task_id": {"$from": "task", "field": "id"}, "assignee_id": "me"}`,
		"add_comment": `{"task_id": {"$from": "task", "field": "id"}, "content": "x"}`, "complete_task": `{"task_id": {"$from": "task", "field": "id"}}`,
	} {
		tool, _ := o.registry.Get(name)
		p, err := tool.Preview(t.Context(), tools.Call{Tenant: o.olga.Tenant, Conversation: "c", Asker: o.olga, Audience: alone{o.olga}, Arguments: json.RawMessage(arguments)})
		if err != nil || p.Wanted != "" || len(p.Fields) == 0 {
			t.Errorf("%s: %+v, %v", name, p, err)
		}
	}
}
