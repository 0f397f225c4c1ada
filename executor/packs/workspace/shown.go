package workspace

import (
	"context"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/workspace"
)

// fieldName is a field's name for people.
func fieldName(field string) string {
	names := map[string]string{
		"title": "Title", "name": "Name", "description": "Description", "status": "Status", "priority": "Priority", "due_date": "Due", "assignee_ids": "Assigned to",
		"labels": "Labels", "task_id": "Task", "resolution": "Resolution", "document_type": "Type", "project_type": "Type", "content": "Content", "scope": "Seen by",
		"team_id": "Team", "parent_id": "Part of", "start_date": "Start", "target_end_date": "End", "color": "Color", "emoji": "Emoji", "reason": "Reason", "link_type": "Link",
	}
	if name, known := names[field]; known {
		return name
	}
	return field
}

// shown is what becomes of a field, as people read it: people, tasks and projects by name, states in words.
func (p pack) shown(ctx context.Context, a asked, d workspace.Difference) (assistant.Field, error) {
	f := assistant.Field{Name: fieldName(d.Name), Key: d.Name, Old: d.Old, New: d.New}
	switch d.Name {
	case "status", "priority", "scope", "link_type":
		return f.Saying(inWords(d.Name, d.Old), inWords(d.Name, d.New)), nil
	case "description", "content", "resolution":
		f.Whole = true
	case "assignee_ids":
		all, err := p.Members(ctx, a.viewer, workspace.MembersWanted{Limit: mostPeople})
		if err != nil {
			return f, err
		}
		called := map[string]string{}
		for _, m := range all {
			called[string(m.Person)] = m.Name
		}
		f.Old, f.New = calledSo(called, d.Old), calledSo(called, d.New)
	case "task_id", "parent_id", "team_id":
		return p.named(ctx, a, f)
	}
	return f, nil
}

// named has a field name what it refers to by what that is called.
func (p pack) named(ctx context.Context, a asked, f assistant.Field) (assistant.Field, error) {
	for _, id := range []*string{&f.Old, &f.New} {
		if *id == "" || !assistant.ValidID(*id) {
			continue
		}
		var err error
		switch f.Key {
		case "task_id":
			var one workspace.Task
			one, err = p.findTask(ctx, a, *id)
			*id = one.Title
		case "parent_id":
			var one workspace.Project
			one, err = p.findProject(ctx, a, *id)
			*id = one.Name
		default:
			var one workspace.Team
			one, err = p.findTeam(ctx, a, *id)
			*id = one.Name
		}
		if err != nil {
			return f, err
		}
	}
	return f, nil
}

// calledSo are ids as the names of those who have them. Who is not there any more is somebody.
func calledSo(called map[string]string, ids string) string {
	if ids == "" {
		return ""
	}
	var out []string
	for id := range strings.SplitSeq(ids, ", ") {
		name := called[id]
		if name == "" {
			name = "?"
		}
		out = append(out, name)
	}
	return strings.Join(out, ", ")
}

// inWords is a value that is one of a few, as people read it.
func inWords(field, value string) assistant.Sentence {
	switch value {
	case "":
		return assistant.Sentence{}
	case string(workspace.ScopePersonal):
		return assistant.Say("its owner alone")
	case string(workspace.ScopeTeam):
		return assistant.Say("the team")
	case string(workspace.ScopeOrganization):
		return assistant.Say("everybody")
	case string(workspace.BlockerOpen):
		return assistant.Say("open")
	case string(workspace.BlockerResolved):
		return assistant.Say("resolved")
	case string(workspace.ProjectActive):
		return assistant.Say("active")
	case string(workspace.ProjectCompleted):
		return assistant.Say("completed")
	case string(workspace.ProjectOnHold):
		return assistant.Say("on hold")
	case string(workspace.ProjectArchived):
		return assistant.Say("archived")
	case string(workspace.LinkDeliverable):
		return assistant.Say("its deliverable")
	case string(workspace.LinkReference):
		return assistant.Say("a reference for it")
	case string(workspace.LinkRelated):
		return assistant.Say("related to it")
	}
	if field == "priority" {
		return priority(workspace.Priority(value))
	}
	if words := documentStatus(workspace.DocumentStatus(value)); words.String() != value {
		return words
	}
	return taskStatus(workspace.TaskStatus(value))
}

// told is an entry of the feed as the sentence that says it was done.
func told(e workspace.Event) assistant.Sentence {
	switch e.Action {
	case workspace.ActionDone:
		return assistant.Say("Marked the task “%s” in “%s” as done", e.Title, e.ProjectName)
	case workspace.ActionResolved:
		return assistant.Say("Resolved the blocker “%s” in “%s”", e.Title, e.ProjectName)
	case workspace.ActionArchived:
		return assistant.Say("Archived the project “%s”", e.Title)
	case workspace.ActionLinked:
		return assistant.Say("Linked the document “%s” to a task", e.Title)
	case workspace.ActionUnlinked:
		return assistant.Say("The document “%s” is linked to the task no more", e.Title)
	case workspace.ActionAssigned:
		return assistant.Say("Assigned the task “%s” in “%s”", e.Title, e.ProjectName)
	case workspace.ActionCreated:
		return created(e)
	case workspace.ActionUpdated, workspace.ActionRemoved:
	}
	switch e.Type {
	case workspace.EntityTask:
		return assistant.Say("Changed the task “%s” in “%s”", e.Title, e.ProjectName)
	case workspace.EntityBlocker:
		return assistant.Say("Changed the blocker “%s” in “%s”", e.Title, e.ProjectName)
	case workspace.EntityDocument:
		return assistant.Say("Changed the document “%s” in “%s”", e.Title, e.ProjectName)
	case workspace.EntityProject, workspace.EntityComment:
	}
	return assistant.Say("Changed the project “%s”", e.Title)
}

func created(e workspace.Event) assistant.Sentence {
	switch e.Type {
	case workspace.EntityTask:
		return assistant.Say("Created the task “%s” in “%s”", e.Title, e.ProjectName)
	case workspace.EntityBlocker:
		return assistant.Say("Noted the blocker “%s” in “%s”", e.Title, e.ProjectName)
	case workspace.EntityDocument:
		return assistant.Say("Created the document “%s” in “%s”", e.Title, e.ProjectName)
	case workspace.EntityComment:
		return assistant.Say("Commented in “%s”: “%s”", e.ProjectName, e.Title)
	case workspace.EntityProject:
	}
	return assistant.Say("Created the project “%s”", e.Title)
}
