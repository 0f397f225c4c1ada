package store_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/tables"
	"github.com/aisteam/aisteam/assistant/workspace"
	"github.com/aisteam/aisteam/internal/tablekit"
)

const today = workspace.Date("2026-11-27")

// plenty is a workspace with some of everything, and what of it no list tells.
type plenty struct {
	mine, theirs, along office // along is mine, where others read along
	creator             map[workspace.TaskID]assistant.PersonID
	members             map[workspace.ProjectID][]assistant.PersonID // who were let take part
	projects            []workspace.Project
	of                  assistant.TenantID
	organization        string
}

// newPlenty makes it.
func newPlenty(t *testing.T, w *tablekit.World) *plenty {
	t.Helper()
	p := &plenty{
		mine: of(t, w, w.Who), theirs: of(t, w, w.Colleague), along: of(t, w, w.Who), of: w.Tenant,
		creator: map[workspace.TaskID]assistant.PersonID{}, members: map[workspace.ProjectID][]assistant.PersonID{},
	}
	p.along.Public = true
	p.write(w, `update persons set name = $2 where id = $1`, w.Person, "Olga Übel")
	p.write(w, `update persons set name = $2 where id = $1`, w.Colleague.Person, "sarah Miller")
	p.mine.ok(w.DB.Within(t.Context(), w.Read(), func(tx tables.Tx) error {
		tables.Need(tx, assistant.ErrNotFound, []any{&p.organization}, `select name from tenants where tenant_id = $1`, w.Tenant)
		return nil
	}))
	both, alone := p.mine.team("Both", w.Who, w.Colleague), p.mine.team("alone", w.Who)
	hidden := p.mine.project("Mine alone")
	team := func(of workspace.Team) func(*workspace.Project) {
		return func(p *workspace.Project) { p.Scope, p.Team = workspace.ScopeTeam, of.ID }
	}
	everybody := scoped(workspace.ScopeOrganization)
	p.projects = []workspace.Project{
		p.mine.project("Relaunch", everybody, func(p *workspace.Project) { p.Parent, p.Start, p.End = hidden.ID, "2026-01-01", "2026-12-31" }),
		p.theirs.project("Über uns", everybody, func(p *workspace.Project) { p.Description, p.Start = strings.Repeat("Relaunch ü ", 60), "2026-02-01" }),
		p.mine.project("team's", team(both)), p.mine.project("other team's", team(alone)), hidden,
		p.mine.project("old", everybody, func(p *workspace.Project) { p.Status = workspace.ProjectArchived }),
		p.mine.project("Taken part", func(p *workspace.Project) { p.Type, p.Status = workspace.ProjectDataAnalysis, workspace.ProjectOnHold }),
	}
	for i, who := range map[int][]assistant.PersonID{6: {w.Colleague.Person}, 0: {w.Person, w.Colleague.Person}, 4: {w.Person}} {
		for _, one := range who {
			p.mine.ok(p.mine.AddMember(t.Context(), p.mine.Viewer, p.projects[i].ID, one))
		}
		p.members[p.projects[i].ID] = who
	}
	for i := range 28 {
		p.fill(w, i)
	}
	return p
}

func (p *plenty) write(w *tablekit.World, sql string, args ...any) {
	p.mine.t.Helper()
	p.mine.ok(w.DB.Within(p.mine.ctx(), w.Write(), func(tx tables.Tx) error {
		tx.Exec(sql, args...)
		return nil
	}))
}

// fill puts the i-th task into a project, with what hangs on it.
func (p *plenty) fill(w *tablekit.World, i int) {
	in := p.projects[i%len(p.projects)]
	o := p.mine
	if i%3 == 0 && !slices.Contains([]int{3, 4}, i%len(p.projects)) {
		o = p.theirs
	}
	days := []workspace.Date{"", "2026-11-26", "2026-11-27", "2026-11-28", "2025-01-01", ""}
	k := o.task(in, fmt.Sprintf("%s %d", []string{"logo", "Form", "ÜBER", "shop_100%"}[i%4], i), func(k *workspace.Task) {
		k.Status, k.Priority = workspace.TaskStatuses()[i%5], workspace.Priorities()[(i/2)%4]
		k.Due, k.Description = days[i%len(days)], strings.Repeat("ö", (i%3)*300)
		if i%2 == 0 {
			k.Assignees = append(k.Assignees, workspace.Member{Person: w.Person})
		}
		if i%5 < 2 && !slices.Contains([]int{3, 4}, i%len(p.projects)) {
			k.Assignees = append(k.Assignees, workspace.Member{Person: w.Colleague.Person})
		}
		k.Labels = []string{"web", "Ärger"}[:i%3]
	})
	p.creator[k.ID] = o.Person
	p.write(w, `update workspace_tasks set updated_at = :before($2), created_at = :before($2) where id = $1`, string(k.ID), time.Duration(i)*13*time.Hour)
	if i%2 == 1 {
		return
	}
	on := k.ID
	if i%4 == 0 {
		on = ""
	}
	b := o.blocker(in, fmt.Sprint("waits ", i), on)
	if b.Status = workspace.BlockerStatuses()[(i/2)%3]; b.Status != workspace.BlockerOpen {
		_, err := o.UpdateBlocker(o.ctx(), o.Viewer, "", b)
		o.ok(err)
	}
	d := o.document(in, fmt.Sprint("Brief ", i), "It is about the LOGO")
	c := workspace.Comment{Project: in.ID, Task: k.ID, Content: "Soon über " + strings.Repeat("x", i*30)}
	if i%4 == 0 {
		c.Task, c.Document = "", d.ID
	}
	_, err := o.AddComment(o.ctx(), o.Viewer, fmt.Sprint("c", i), c)
	o.ok(err)
}

// fact is a row as the lists tell it, with what filters ask of it.
type fact struct {
	workspace.DynamicRow

	key       []string
	project   workspace.ProjectID
	in        string // the project's name
	archived  bool
	creator   assistant.PersonID
	assignees []workspace.Member
	words     string
}

// facts are the rows of a table that somebody sees, with every column that it has.
func (p *plenty) facts(o office, table string) []fact {
	var out []fact
	add := func(f fact, columns workspace.DynamicRow) {
		f.DynamicRow = workspace.DynamicRow{}
		for name, v := range columns {
			f.set(name, v)
		}
		if id, is := f.DynamicRow["id"].(string); is {
			f.key = []string{id}
		}
		out = append(out, f)
	}
	switch table {
	case "teams", "team_members":
		p.teamFacts(o, table, add)
		return out
	case "users", "organization_members":
		for _, m := range p.people(o) {
			add(fact{words: m.Name}, workspace.DynamicRow{"id": string(m.Person), "name": m.Name, "role": string(m.Role)})
		}
		return out
	case "organizations":
		add(fact{}, workspace.DynamicRow{"id": string(p.of), "name": p.organization})
		return out
	}
	all, err := o.Projects(o.ctx(), o.Viewer, workspace.ProjectsWanted{Statuses: workspace.ProjectStatuses(), Limit: 1000})
	o.ok(err)
	names := map[workspace.ProjectID]string{}
	for _, w := range all {
		names[w.ID] = w.Name
	}
	for _, w := range all {
		f := fact{project: w.ID, in: w.Name, archived: w.Status == workspace.ProjectArchived}
		if table == "projects" {
			f.creator, f.words = w.Owner, w.Name+"\n"+w.Description
			row := workspace.DynamicRow{
				"id": string(w.ID), "name": w.Name, "description": first(w.Description), "project_type": string(w.Type), "scope": string(w.Scope), "status": string(w.Status),
				"start_date": string(w.Start), "target_end_date": string(w.End), "created_at": w.Created, "updated_at": w.Updated,
				"owner_id": string(w.Owner), "owner": w.OwnerName, "team_id": string(w.Team), "team": p.teamName(o, w.Team),
			}
			if name, seen := names[w.Parent]; seen {
				row["parent_id"], row["parent"] = string(w.Parent), name
			}
			add(f, row)
			continue
		}
		p.within(o, table, f, add)
	}
	return out
}

// within adds the rows of one project.
func (p *plenty) within(o office, table string, f fact, add func(fact, workspace.DynamicRow)) {
	called := map[assistant.PersonID]string{}
	for _, m := range p.people(o) {
		called[m.Person] = m.Name
	}
	row := func(more workspace.DynamicRow) workspace.DynamicRow {
		more["project_id"], more["project"] = string(f.project), f.in
		return more
	}
	tasks, err := o.Tasks(o.ctx(), o.Viewer, workspace.TasksWanted{Project: f.project, Limit: 1000})
	o.ok(err)
	documents, err := o.Documents(o.ctx(), o.Viewer, workspace.DocumentsWanted{Project: f.project, Limit: 1000})
	o.ok(err)
	assigned := map[workspace.TaskID][]workspace.Member{}
	for _, k := range tasks {
		assigned[k.ID] = k.Assignees
	}
	switch table {
	case "tasks":
		for _, k := range tasks {
			one := f
			one.creator, one.assignees, one.words = p.creator[k.ID], k.Assignees, k.Title+"\n"+k.Description
			add(one, row(workspace.DynamicRow{
				"id": string(k.ID), "title": k.Title, "description": first(k.Description), "status": string(k.Status), "priority": string(k.Priority), "due_date": string(k.Due),
				"is_overdue": k.Overdue(today), "is_stalled": k.Stalled(time.Now()), "created_at": k.Created, "updated_at": k.Updated, "completed_at": k.Completed,
				"creator_id": string(one.creator), "creator": called[one.creator], "labels": k.Labels,
				"assignee_ids": list(k.Assignees, func(m workspace.Member) string { return string(m.Person) }),
				"assignees":    list(k.Assignees, func(m workspace.Member) string { return m.Name }),
			}))
		}
	case "blockers":
		all, err := o.Blockers(o.ctx(), o.Viewer, workspace.BlockersWanted{Project: f.project, Limit: 1000})
		o.ok(err)
		for _, b := range all {
			one := f
			one.creator, one.assignees, one.words = b.Reporter, assigned[b.Task], b.Title+"\n"+b.Description
			add(one, row(workspace.DynamicRow{
				"id": string(b.ID), "title": b.Title, "description": first(b.Description), "status": string(b.Status), "priority": string(b.Priority), "resolution": b.Resolution,
				"created_at": b.Created, "updated_at": b.Updated, "resolved_at": b.Resolved, "task_id": string(b.Task), "task": b.TaskTitle,
				"reporter_id": string(b.Reporter), "reporter": called[b.Reporter],
			}))
		}
	case "documents":
		for _, d := range documents {
			whole, err := o.Documents(o.ctx(), o.Viewer, workspace.DocumentsWanted{ID: d.ID, Limit: 1})
			o.ok(err)
			one := f
			one.creator, one.words = d.Author, d.Title+"\n"+whole[0].Content
			add(one, row(workspace.DynamicRow{
				"id": string(d.ID), "title": d.Title, "document_type": string(d.Type), "status": string(d.Status), "created_at": d.Created, "updated_at": d.Updated,
				"author_id": string(d.Author), "author": d.AuthorName,
			}))
		}
	case "comments":
		p.commentFacts(o, f, tasks, documents, func(one fact, more workspace.DynamicRow) { add(one, row(more)) })
	case "project_members":
		for _, who := range p.members[f.project] {
			one := f
			one.words, one.key = called[who], []string{string(f.project), string(who)}
			add(one, row(workspace.DynamicRow{"member_id": string(who), "member": called[who]}))
		}
	}
}

func (p *plenty) commentFacts(o office, f fact, tasks []workspace.Task, documents []workspace.Document, add func(fact, workspace.DynamicRow)) {
	on := map[string]workspace.CommentsWanted{}
	for _, k := range tasks {
		on[k.Title] = workspace.CommentsWanted{Task: k.ID, Limit: 1000}
	}
	for _, d := range documents {
		on[d.Title] = workspace.CommentsWanted{Document: d.ID, Limit: 1000}
	}
	for title, q := range on {
		all, err := o.Comments(o.ctx(), o.Viewer, q)
		o.ok(err)
		for _, c := range all {
			one := f
			one.creator, one.words = c.Author, c.Content
			more := workspace.DynamicRow{
				"id": string(c.ID), "content": first(c.Content), "created_at": c.Created, "author_id": string(c.Author), "author": c.AuthorName,
				"task_id": string(c.Task), "document_id": string(c.Document),
			}
			if c.Task != "" {
				more["task"] = title
			} else {
				more["document"] = title
			}
			add(one, more)
		}
	}
}

func (p *plenty) teamFacts(o office, table string, add func(fact, workspace.DynamicRow)) {
	all, err := o.Teams(o.ctx(), o.Viewer)
	o.ok(err)
	for _, team := range all {
		if table == "teams" {
			add(fact{words: team.Name}, workspace.DynamicRow{
				"id": string(team.ID), "name": team.Name, "description": team.Description, "members": list(team.Members, func(m workspace.Member) string { return m.Name }),
			})
			continue
		}
		for _, m := range team.Members {
			add(fact{words: m.Name, key: []string{string(team.ID), string(m.Person)}}, workspace.DynamicRow{
				"team_id": string(team.ID), "team": team.Name, "member_id": string(m.Person), "member": m.Name,
			})
		}
	}
}

func (p *plenty) people(o office) []workspace.Member {
	all, err := o.Members(o.ctx(), o.Viewer, workspace.MembersWanted{Limit: 1000})
	o.ok(err)
	return all
}

func (p *plenty) teamName(o office, id workspace.TeamID) string {
	all, err := o.Teams(o.ctx(), o.Viewer)
	o.ok(err)
	for _, one := range all {
		if one.ID == id {
			return one.Name
		}
	}
	return ""
}

// set keeps a value, unless it is not there.
func (f fact) set(name string, value any) {
	switch v := value.(type) {
	case string:
		if v == "" {
			return
		}
	case time.Time:
		if v.IsZero() {
			return
		}
	case []string:
		if len(v) == 0 {
			return
		}
	}
	f.DynamicRow[name] = value
}

func (f fact) text(name string) string {
	text, _ := f.DynamicRow[name].(string)
	return text
}

func (f fact) at(name string) time.Time {
	at, _ := f.DynamicRow[name].(time.Time)
	return at
}

// first is how a long text begins in a row, with one character that says that it goes on.
func first(text string) string {
	runes := []rune(text)
	return string(runes[:min(len(runes), workspace.DynamicText+1)])
}

func list[T any](all []T, of func(T) string) []string {
	var out []string
	for _, one := range all {
		out = append(out, of(one))
	}
	return out
}
