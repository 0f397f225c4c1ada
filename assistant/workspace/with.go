package workspace

import (
	"strings"

	"github.com/aisteam/aisteam/assistant"
)

// With is the task with a field, named as tools do, of a value as [Task.Fields] gives it: it is how a change is taken back. A name that is none
// changes nothing.
func (t Task) With(name, value string) Task {
	switch name {
	case "title":
		t.Title = value
	case "description":
		t.Description = value
	case "status":
		t.Status = TaskStatus(value)
	case "priority":
		t.Priority = Priority(value)
	case "due_date":
		t.Due = Date(value)
	case "assignee_ids":
		t.Assignees = nil
		for _, id := range listed(value) {
			t.Assignees = append(t.Assignees, Member{Person: assistant.PersonID(id)})
		}
	case "labels":
		t.Labels = listed(value)
	}
	return t
}

// With is the blocker with a field of another value, as [Task.With] is.
func (b Blocker) With(name, value string) Blocker {
	switch name {
	case "title":
		b.Title = value
	case "description":
		b.Description = value
	case "status":
		b.Status = BlockerStatus(value)
	case "priority":
		b.Priority = Priority(value)
	case "task_id":
		b.Task = TaskID(value)
	case "resolution":
		b.Resolution = value
	}
	return b
}

// With is the document with a field of another value, as [Task.With] is.
func (d Document) With(name, value string) Document {
	switch name {
	case "title":
		d.Title = value
	case "document_type":
		d.Type = DocumentType(value)
	case "status":
		d.Status = DocumentStatus(value)
	case "content":
		d.Content = value
	}
	return d
}

// With is the project with a field of another value, as [Task.With] is.
func (p Project) With(name, value string) Project {
	switch name {
	case "name":
		p.Name = value
	case "description":
		p.Description = value
	case "project_type":
		p.Type = ProjectType(value)
	case "scope":
		p.Scope = Scope(value)
	case "team_id":
		p.Team = TeamID(value)
	case "parent_id":
		p.Parent = ProjectID(value)
	case "status":
		p.Status = ProjectStatus(value)
	case "start_date":
		p.Start = Date(value)
	case "target_end_date":
		p.End = Date(value)
	case "color":
		p.Color = value
	case "emoji":
		p.Emoji = value
	case "reason":
		p.Archived = value
	}
	return p
}

// listed are the entries of a field that is a list. None of them holds a comma.
func listed(value string) []string {
	if value == "" {
		return nil
	}
	return strings.Split(value, ", ")
}
