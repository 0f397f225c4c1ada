package workspace

import (
	"cmp"
	"context"
	"strings"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/workspace"
)

// none stands for nothing, where something that is there is to be taken away.
const none = "none"

func ofTasks(p pack, w TaskKeeper) kind[workspace.Task] {
	return kind[workspace.Task]{
		entity: workspace.EntityTask, wrong: workspace.Task.Wrong, with: workspace.Task.With,
		of: func(k workspace.Task) thing {
			return thing{string(k.ID), k.Project, k.ProjectName, k.Title, k.Version, k.Fields()}
		},
		load: func(ctx context.Context, a asked, t took) (workspace.Task, error) {
			return p.findTask(ctx, a, t.Entity)
		},
		create: w.CreateTask, update: w.UpdateTask,
		remove: func(ctx context.Context, v workspace.Viewer, key, id string, version int) error {
			return w.RemoveTask(ctx, v, key, workspace.TaskID(id), version)
		},
	}
}

// CreateTask are the arguments of create_task.
type CreateTask struct {
	Project     string   `json:"project_id,omitempty" jsonschema:"the project that it is put into, by its id or name; may be left out where there is one"`
	Title       string   `json:"title" jsonschema:"what is to be done, in a few words"`
	Description string   `json:"description,omitempty" jsonschema:"the details"`
	Status      string   `json:"status,omitempty" jsonschema:"how far it is"`
	Priority    string   `json:"priority,omitempty" jsonschema:"how much it matters"`
	Due         string   `json:"due_date,omitempty" jsonschema:"the day by which it is to be done, as 2026-12-31"`
	Assignees   []string `json:"assignee_ids,omitempty" jsonschema:"who does it, by their ids or names; me for whoever asks"`
	Labels      []string `json:"labels,omitempty" jsonschema:"words by which it is found, without commas"`
}

// UpdateTask are the arguments of update_task.
type UpdateTask struct {
	Task        string   `json:"task_id" jsonschema:"the task's id, or its title"`
	Title       string   `json:"title,omitempty" jsonschema:"what it is called from now on"`
	Description string   `json:"description,omitempty" jsonschema:"what its details are from now on; none for no details"`
	Status      string   `json:"status,omitempty" jsonschema:"how far it is now"`
	Priority    string   `json:"priority,omitempty" jsonschema:"how much it matters now"`
	Due         string   `json:"due_date,omitempty" jsonschema:"the day by which it is to be done from now on, as 2026-12-31; none for no day"`
	Labels      []string `json:"labels,omitempty" jsonschema:"all of its labels from now on"`
}

// CompleteTask are the arguments of complete_task.
type CompleteTask struct {
	Task string `json:"task_id" jsonschema:"the task's id, or its title"`
}

// AssignTask are the arguments of assign_task.
type AssignTask struct {
	Task     string `json:"task_id" jsonschema:"the task's id, or its title"`
	Assignee string `json:"assignee_id" jsonschema:"who does it from now on, instead of whoever did until now, by their id or name; me for whoever asks, none for nobody"`
}

func (p pack) taskActions(w TaskKeeper) []tools.Tool {
	kind, states := ofTasks(p, w), map[string]bound{"status": among(workspace.TaskStatuses()), "priority": among(workspace.Priorities())}
	return []tools.Tool{
		write(p, kind, tools.Tool{
			Name: string(TaskCreateTask), Label: "Create a task in a project", Examples: taskCreated(), Title: "title", Subject: tools.About("title"),
			Nouns: []string{"task", "tasks"}, Verbs: []string{"add", "plan"},
			Description: "Creates a task in a project of the workspace. Its result has the fields id, title and project_id.",
		}, states, p.createTask),
		write(p, kind, tools.Tool{
			Name: string(TaskUpdateTask), Label: "Change a task of a project", Subject: tools.About("task_id"), Nouns: []string{"task", "deadline"}, Verbs: []string{"move", "reschedule", "rename"},
			Description: "Changes a task of the workspace: its title, description, status, priority, day or labels. What is left out stays as it is.",
		}, states, p.updateTask),
		write(p, kind, tools.Tool{
			Name: string(TaskCompleteTask), Label: "Mark a task as done", Examples: taskCompleted(), Subject: tools.About("task_id"), Nouns: []string{"task"}, Verbs: []string{"complete", "finish"},
			Description: "Marks a task of the workspace as done.",
		}, nil, func(ctx context.Context, a asked, in CompleteTask) (wanted[workspace.Task], error) {
			was, err := p.findTask(ctx, a, in.Task)
			is := was
			is.Status = workspace.TaskDone
			return wanted[workspace.Task]{was: was, is: is}, err
		}),
		write(p, kind, tools.Tool{
			Name: string(TaskAssignTask), Label: "Assign a task", Examples: taskAssigned(), Subject: tools.About("task_id"), Nouns: []string{"task", "assignee"}, Verbs: []string{"assign", "delegate"},
			Description: "Assigns a task of the workspace to a person, instead of whoever it was assigned to.",
		}, nil, p.assignTask),
	}
}

func (p pack) createTask(ctx context.Context, a asked, in CreateTask) (out wanted[workspace.Task], err error) {
	project, err := p.projectFor(ctx, a, in.Project)
	if err != nil {
		return out, err
	}
	out.makes = true
	out.is = workspace.Task{
		Project: project.ID, ProjectName: project.Name, Title: in.Title, Description: in.Description, Due: workspace.Date(in.Due), Labels: in.Labels,
		Status: workspace.TaskStatus(cmp.Or(in.Status, string(workspace.TaskTodo))), Priority: workspace.Priority(cmp.Or(in.Priority, string(workspace.PriorityMedium))),
	}
	for _, said := range in.Assignees {
		who, err := p.findMember(ctx, a, said)
		if err != nil {
			return out, err
		}
		out.is.Assignees = append(out.is.Assignees, who)
	}
	return out, nil
}

func (p pack) updateTask(ctx context.Context, a asked, in UpdateTask) (out wanted[workspace.Task], err error) {
	if out.was, err = p.findTask(ctx, a, in.Task); err != nil {
		return out, err
	}
	out.is = out.was
	out.is.Title = cmp.Or(in.Title, out.is.Title)
	out.is.Status = workspace.TaskStatus(cmp.Or(in.Status, string(out.is.Status)))
	out.is.Priority = workspace.Priority(cmp.Or(in.Priority, string(out.is.Priority)))
	out.is.Description = said(in.Description, out.is.Description)
	out.is.Due = said(workspace.Date(in.Due), out.is.Due)
	if in.Labels != nil {
		out.is.Labels = in.Labels
	}
	return out, nil
}

// said is what a field becomes: what an argument says, or what it was where that is left out.
func said[T ~string](argument, was T) T {
	switch {
	case argument == "":
		return was
	case strings.EqualFold(strings.TrimSpace(string(argument)), none):
		return ""
	}
	return argument
}

func (p pack) assignTask(ctx context.Context, a asked, in AssignTask) (out wanted[workspace.Task], err error) {
	if out.was, err = p.findTask(ctx, a, in.Task); err != nil {
		return out, err
	}
	out.is = out.was
	out.is.Assignees = nil
	if strings.EqualFold(in.Assignee, none) {
		return out, nil
	}
	who, err := p.findMember(ctx, a, in.Assignee)
	if err == nil && who.Person == "" && !a.later(in.Assignee) {
		err = assistant.BadInput(assistant.Say("It is not said who is to do it."), assistant.Say("Nothing was changed. Name somebody who takes part in the project."))
	}
	out.is.Assignees = []workspace.Member{who}
	return out, err
}
