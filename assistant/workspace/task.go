package workspace

import (
	"slices"
	"strings"
	"time"
)

// TaskID names a task.
type TaskID string

// Task is a piece of work in a project.
type Task struct {
	ID          TaskID
	Project     ProjectID
	ProjectName string // as stored with the project; not written
	Title       string
	Description string
	Status      TaskStatus
	Priority    Priority
	Due         Date
	Assignees   []Member
	Labels      []string // sorted, each of them once
	Created     time.Time
	Updated     time.Time
	Completed   time.Time // zero while it is not done
	Version     int       // counts its changes, from 1 on
}

// TaskStatus is how far a task is.
type TaskStatus string

// The states of tasks, in their order.
const (
	TaskIdea       TaskStatus = "idea"
	TaskTodo       TaskStatus = "todo"
	TaskInProgress TaskStatus = "in_progress"
	TaskInReview   TaskStatus = "in_review"
	TaskDone       TaskStatus = "done"
)

// TaskStatuses lists them in their order.
func TaskStatuses() []TaskStatus {
	return []TaskStatus{TaskIdea, TaskTodo, TaskInProgress, TaskInReview, TaskDone}
}

// Priority says how much a task or a blocker matters.
type Priority string

// The priorities, the least first.
const (
	PriorityLow      Priority = "low"
	PriorityMedium   Priority = "medium"
	PriorityHigh     Priority = "high"
	PriorityCritical Priority = "critical"
)

// Priorities lists them, the least first.
func Priorities() []Priority {
	return []Priority{PriorityLow, PriorityMedium, PriorityHigh, PriorityCritical}
}

// Fields are what people may change of it, by the names that tools take.
func (t Task) Fields() []Field {
	var who []string
	for _, m := range t.Assignees {
		who = append(who, string(m.Person))
	}
	slices.Sort(who)
	return []Field{
		{"title", t.Title},
		{"description", t.Description},
		{"status", string(t.Status)},
		{"priority", string(t.Priority)},
		{"due_date", string(t.Due)},
		{"assignee_ids", strings.Join(who, ", ")},
		{"labels", strings.Join(t.Labels, ", ")},
	}
}
