package workspace

import (
	"strings"
	"time"

	"github.com/aisteam/aisteam/assistant/workspace"
)

// ProjectRow is a project in a result.
type ProjectRow struct {
	ID          string `json:"id"`
	Name        string `json:"name"`
	Emoji       string `json:"emoji,omitempty"`
	Status      string `json:"status"`
	Type        string `json:"project_type"`
	Scope       string `json:"scope"`
	Owner       string `json:"owner,omitempty"`
	Start       string `json:"start_date,omitempty"`
	End         string `json:"target_end_date,omitempty"`
	Description string `json:"description,omitempty"`
	Reason      string `json:"reason,omitempty" jsonschema:"why it was archived"`
	Updated     string `json:"updated_at"`
}

// TaskRow is a task in a result.
type TaskRow struct {
	ID          string   `json:"id"`
	Title       string   `json:"title"`
	Project     string   `json:"project"`
	ProjectID   string   `json:"project_id"`
	Status      string   `json:"status"`
	Priority    string   `json:"priority"`
	Due         string   `json:"due_date,omitempty"`
	Assignees   string   `json:"assignees,omitempty" jsonschema:"their names"`
	Labels      []string `json:"labels,omitempty"`
	Overdue     bool     `json:"is_overdue,omitempty" jsonschema:"its day is over and it is not done"`
	Stalled     bool     `json:"is_stalled,omitempty" jsonschema:"in progress, and unchanged for 7 days or more"`
	Description string   `json:"description,omitempty"`
	Updated     string   `json:"updated_at"`
}

// BlockerRow is a blocker in a result.
type BlockerRow struct {
	ID          string `json:"id"`
	Title       string `json:"title"`
	Project     string `json:"project"`
	Task        string `json:"task,omitempty" jsonschema:"the title of the task that it holds up"`
	TaskID      string `json:"task_id,omitempty"`
	Status      string `json:"status"`
	Priority    string `json:"priority"`
	Description string `json:"description,omitempty"`
	Resolution  string `json:"resolution,omitempty"`
	Created     string `json:"created_at"`
}

// DocumentRow is a document in a result, without its content.
type DocumentRow struct {
	ID      string `json:"id"`
	Title   string `json:"title"`
	Project string `json:"project"`
	Type    string `json:"document_type"`
	Status  string `json:"status"`
	Author  string `json:"author,omitempty"`
	Link    string `json:"link_type,omitempty" jsonschema:"what it is to the task"`
	Updated string `json:"updated_at"`
}

// CommentRow is a comment in a result.
type CommentRow struct {
	Author  string `json:"author"`
	Content string `json:"content"`
	Created string `json:"created_at"`
}

// MemberRow is a person in a result.
type MemberRow struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Role string `json:"role,omitempty"`
}

// EventRow is an entry of the feed in a result.
type EventRow struct {
	At      string `json:"at"`
	Actor   string `json:"actor"`
	Action  string `json:"action"`
	Type    string `json:"entity_type"`
	ID      string `json:"entity_id"`
	Title   string `json:"title"`
	Project string `json:"project"`
	Changes string `json:"changes,omitempty" jsonschema:"what became of which fields"`
}

const mostText = 400 // characters of a text in a list, and of a change

func projectRow(a asked, p workspace.Project) ProjectRow {
	return ProjectRow{
		ID: string(p.ID), Name: p.Name, Emoji: p.Emoji, Status: string(p.Status), Type: string(p.Type), Scope: string(p.Scope), Owner: p.OwnerName,
		Start: string(p.Start), End: string(p.End), Description: cut(p.Description), Reason: cut(p.Archived), Updated: a.at(p.Updated),
	}
}

func taskRow(a asked, k workspace.Task) TaskRow {
	return TaskRow{
		ID: string(k.ID), Title: k.Title, Project: k.ProjectName, ProjectID: string(k.Project), Status: string(k.Status), Priority: string(k.Priority),
		Due: string(k.Due), Assignees: names(k.Assignees), Labels: k.Labels, Overdue: k.Overdue(a.today), Stalled: k.Stalled(a.now),
		Description: cut(k.Description), Updated: a.at(k.Updated),
	}
}

func blockerRow(a asked, b workspace.Blocker) BlockerRow {
	return BlockerRow{
		ID: string(b.ID), Title: b.Title, Project: b.ProjectName, Task: b.TaskTitle, TaskID: string(b.Task), Status: string(b.Status), Priority: string(b.Priority),
		Description: cut(b.Description), Resolution: cut(b.Resolution), Created: a.at(b.Created),
	}
}

func documentRow(a asked, d workspace.Document) DocumentRow {
	return DocumentRow{
		ID: string(d.ID), Title: d.Title, Project: d.ProjectName, Type: string(d.Type), Status: string(d.Status), Author: d.AuthorName, Updated: a.at(d.Updated),
	}
}

func commentRow(a asked, c workspace.Comment) CommentRow {
	return CommentRow{Author: c.AuthorName, Content: cut(c.Content), Created: a.at(c.Created)}
}

func memberRow(_ asked, m workspace.Member) MemberRow {
	return MemberRow{ID: string(m.Person), Name: m.Name, Role: string(m.Role)}
}

func eventRow(a asked, e workspace.Event) EventRow {
	var changes []string
	for _, d := range e.Changes {
		changes = append(changes, d.Name+": "+cut(d.Old)+" → "+cut(d.New))
	}
	if e.Action == workspace.ActionCreated {
		changes = nil // all of it is new
	}
	return EventRow{
		At: a.at(e.At), Actor: e.ActorName, Action: string(e.Action), Type: string(e.Type), ID: e.Entity, Title: e.Title, Project: e.ProjectName,
		Changes: strings.Join(changes, "; "),
	}
}

// rows are things as a result has them.
func rows[T, R any](a asked, all []T, row func(asked, T) R) []R {
	out := make([]R, 0, len(all))
	for _, one := range all {
		out = append(out, row(a, one))
	}
	return out
}

// at is a moment by the clock of whoever asks.
func (a asked) at(t time.Time) string { return t.In(a.now.Location()).Format("2006-01-02 15:04") }

func names(all []workspace.Member) string {
	var out []string
	for _, m := range all {
		out = append(out, m.Name)
	}
	return strings.Join(out, ", ")
}

// cut is how a long text begins.
func cut(text string) string {
	if r := []rune(text); len(r) > mostText {
		return string(r[:mostText-1]) + "…"
	}
	return text
}
