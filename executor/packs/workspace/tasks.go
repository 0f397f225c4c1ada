package workspace

import (
	"context"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/workspace"
)

// GetTasks are the arguments of get_tasks.
type GetTasks struct {
	Project  string   `json:"project_id,omitempty" jsonschema:"only those of this project, by its id or name"`
	Status   []string `json:"status,omitempty" jsonschema:"only those in one of these states"`
	Priority []string `json:"priority,omitempty" jsonschema:"only those of one of these priorities"`
	Assignee string   `json:"assignee_id,omitempty" jsonschema:"only those that are assigned to this person, by their id or name; me for whoever asks"`
	Label    string   `json:"label,omitempty" jsonschema:"only those with this label"`
	Search   string   `json:"search,omitempty" jsonschema:"words in their title or description"`
	Overdue  bool     `json:"is_overdue,omitempty" jsonschema:"only those whose day is over and that are not done"`
	Stalled  bool     `json:"is_stalled,omitempty" jsonschema:"only those in progress that nobody has changed for 7 days or more"`
	Days     int      `json:"due_within_days,omitempty" jsonschema:"only those that are due today or within so many days, and not done"`
	Open     bool     `json:"exclude_done,omitempty" jsonschema:"without those that are done"`
	Limit    int      `json:"limit,omitempty" jsonschema:"how many at most"`
}

// TasksFound are the fields of the result of get_tasks.
type TasksFound struct {
	Tasks []TaskRow `json:"tasks"`
}

func (p pack) tasks() tools.Tool {
	return query(p, tools.Tool{
		Name: string(TaskTasks), Label: "List tasks of projects", Nouns: []string{"task", "tasks"}, Examples: tasksAsked(),
		Description: "Lists the tasks of the workspace's projects that the person who asks can see, what is due first: by project, status, priority, assignee, label or words, overdue, " +
			"stalled, or due soon. Changes nothing.",
	}, map[string]bound{
		"status": among(workspace.TaskStatuses()), "priority": among(workspace.Priorities()), "limit": upTo(most, usual), "due_within_days": upTo(365, 0),
	}, func(ctx context.Context, a asked, in GetTasks) (out answer[TasksFound], err error) {
		project, err := p.findProject(ctx, a, in.Project)
		if err != nil {
			return out, err
		}
		who, err := p.findMember(ctx, a, in.Assignee)
		if err != nil {
			return out, err
		}
		n := or(in.Limit, usual)
		all, err := p.Tasks(ctx, a.viewer, workspace.TasksWanted{
			Project: project.ID, Statuses: typed[workspace.TaskStatus](in.Status), Priorities: typed[workspace.Priority](in.Priority), Assignee: who.Person,
			Label: in.Label, Words: in.Search, Overdue: in.Overdue, Stalled: in.Stalled, Upcoming: in.Days, Open: in.Open, Today: a.today, Limit: n,
		})
		if err != nil {
			return out, err
		}
		return answer[TasksFound]{tasksSaid(len(all), n), TasksFound{rows(a, all, taskRow)}}, nil
	})
}

func tasksSaid(found, limit int) assistant.Sentence {
	switch found {
	case 0:
		return assistant.Say("There is no such task")
	case 1:
		return assistant.Say("There is 1 task")
	case limit:
		return assistant.Say("These are the first %d tasks", limit)
	}
	return assistant.Say("There are %d tasks", found)
}

// GetTask are the arguments of get_task_details.
type GetTask struct {
	Task string `json:"task_id" jsonschema:"the task's id, or its title"`
}

// TaskFound are the fields of the result of get_task_details.
type TaskFound struct {
	Task      TaskRow       `json:"task"`
	Text      string        `json:"description,omitempty" jsonschema:"its whole description"`
	Comments  []CommentRow  `json:"comments,omitempty" jsonschema:"the newest first"`
	Blockers  []BlockerRow  `json:"blockers,omitempty" jsonschema:"the open ones"`
	Documents []DocumentRow `json:"documents,omitempty"`
}

func (p pack) task() tools.Tool {
	return query(p, tools.Tool{
		Name: string(TaskTask), Label: "Look at a task", Nouns: []string{"task"}, Examples: taskAsked(),
		Description: "Tells of one task of the workspace: what it is, whom it is assigned to, what was commented on it, what holds it up and " +
			"which documents belong to it. Changes nothing.",
	}, nil, func(ctx context.Context, a asked, in GetTask) (out answer[TaskFound], err error) {
		one, err := p.findTask(ctx, a, in.Task)
		if err != nil {
			return out, err
		}
		found := TaskFound{Task: taskRow(a, one), Text: one.Description}
		if p.discussed != nil {
			all, err := p.discussed.Comments(ctx, a.viewer, workspace.CommentsWanted{Task: one.ID, Limit: usual})
			if err != nil {
				return out, err
			}
			found.Comments = rows(a, all, commentRow)
		}
		blockers, err := p.openBlockers(ctx, a, workspace.BlockersWanted{Task: one.ID, Limit: usual})
		if err != nil {
			return out, err
		}
		found.Blockers = rows(a, blockers, blockerRow)
		if found.Documents, err = p.documentsOf(ctx, a, one.ID); err != nil {
			return out, err
		}
		says := assistant.Say("“%s” in “%s”: %s, priority %s", one.Title, one.ProjectName, taskStatus(one.Status), priority(one.Priority))
		if len(one.Assignees) > 0 {
			says = assistant.Say("%s, assigned to %s", says, names(one.Assignees))
		}
		if one.Due != "" {
			says = assistant.Say("%s, due on %s", says, string(one.Due))
		}
		return answer[TaskFound]{says, found}, nil
	})
}

// documentsOf are the documents of a task, with what they are to it.
func (p pack) documentsOf(ctx context.Context, a asked, task workspace.TaskID) ([]DocumentRow, error) {
	if p.written == nil || p.linked == nil {
		return nil, nil
	}
	all, err := p.written.Documents(ctx, a.viewer, workspace.DocumentsWanted{Task: task, Limit: usual})
	if err != nil {
		return nil, err
	}
	links, err := p.linked.Links(ctx, a.viewer, task, "")
	if err != nil {
		return nil, err
	}
	is := map[string]workspace.LinkType{}
	for _, l := range links {
		is[string(l.Document)] = l.Type
	}
	out := rows(a, all, documentRow)
	for i := range out {
		out[i].Link = string(is[out[i].ID])
	}
	return out, nil
}
