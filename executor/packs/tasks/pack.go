package tasks

import (
	"context"
	"errors"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background"
	"github.com/aisteam/aisteam/background/hooks"
)

// Book keeps background tasks.
type Book interface {
	// MakeBackground makes one, or gives the one that the key has made before.
	MakeBackground(ctx context.Context, t assistant.TenantID, o assistant.BackgroundOrder) (assistant.BackgroundTask, error)
	BackgroundByKey(ctx context.Context, t assistant.TenantID, key string) (assistant.BackgroundTask, bool, error)
	Backgrounds(ctx context.Context, t assistant.TenantID, owner assistant.PersonID, limit int) ([]assistant.BackgroundTask, error)
	BackgroundRuns(ctx context.Context, t assistant.TenantID, id assistant.BackgroundID, limit int) ([]assistant.BackgroundRun, error)
	// ChangeBackground changes one in the name of its owner or an admin.
	ChangeBackground(ctx context.Context, t assistant.TenantID, by assistant.PersonID, id assistant.BackgroundID, change assistant.BackgroundChange, next time.Time) (assistant.BackgroundTask, error)
}

// Costs tell what like tasks have cost.
type Costs interface {
	BackgroundCosts(ctx context.Context, t assistant.TenantID, prompt string) (assistant.BackgroundCosts, error)
}

// The task types of the pack.
const (
	TaskRecurring assistant.TaskType = "create_recurring"
	TaskOneShot   assistant.TaskType = "create_one_shot"
	TaskPause     assistant.TaskType = "pause_task"
	TaskResume    assistant.TaskType = "resume_task"
	TaskCancel    assistant.TaskType = "cancel_task"
	TaskSet       assistant.TaskType = "set_task"
	TaskEdit      assistant.TaskType = "edit_task"
	TaskRunNow    assistant.TaskType = "run_task_now"
	TaskList      assistant.TaskType = "list_tasks"
	TaskHistory   assistant.TaskType = "task_history"
)

// pack is what the tools work on.
type pack struct {
	book     Book
	costs    Costs
	rewrites background.Rewriting
	channels hooks.Channels
	permits  background.Permits
	fitting  Fitting
	now      func() time.Time
}

// Pack says what the pack is, before anything that it works on is open.
func Pack() tools.Pack {
	return tools.Pack{Name: "tasks", Templates: templates(), Work: "is to be done later or again and again", Needs: []llm.Need{needToFit()}}
}

// Tools returns the pack's tools. Without channels nothing that happens in one begins a task; without a
// model nobody is asked whether a task's work can be done.
func Tools(book Book, costs Costs, rewrites background.Rewriting, channels hooks.Channels, permits background.Permits, fitting Fitting, now func() time.Time) ([]tools.Tool, error) {
	if book == nil || costs == nil || rewrites == nil || permits == nil || now == nil {
		return nil, errors.New("tasks pack: a book, what is known of costs, who may allow and a clock are needed")
	}
	p := pack{book, costs, rewrites, channels, permits, fitting, now}
	recurring := tools.Arguments[Recurring]()
	if recurring == nil || recurring.Properties["overlap"] == nil {
		return nil, errors.New("tasks pack: create_recurring has no schema")
	}
	recurring.Properties["overlap"].Enum = overlaps()
	trigger, ok := p.trigger()
	if !ok {
		return nil, errors.New("tasks pack: create_event_trigger has no schema")
	}
	return []tools.Tool{p.recurring(recurring), p.oneShot(), trigger, p.pause(), p.resume(), p.cancel(), p.runNow(), p.set(), p.edit(), p.list(), p.history()}, nil
}

// overlaps are the ways to go on while the time before is at work.
func overlaps() []any {
	return []any{string(assistant.OverlapSkip), string(assistant.OverlapQueue), string(assistant.OverlapReplace)}
}

func (p pack) recurring(schema *jsonschema.Schema) tools.Tool {
	t := p.making(TaskRecurring, "Make a recurring task", schema)
	t.Description = "Makes a background task that does something again and again, at set times. Its results are told in this conversation, or in a channel that is named. " +
		"It asks for approval of what it wants to change each time."
	t.Examples = again()
	t.Fix, t.Preview, t.Run = p.fixRecurring, p.previewRecurring, p.runRecurring
	return t
}

func (p pack) oneShot() tools.Tool {
	t := p.making(TaskOneShot, "Make a reminder, or a task for later", tools.Arguments[OneShot]())
	t.Description = "Makes a background task that does something once, at a later time: a reminder, a check. Its result is told in this conversation, or in a channel that is named."
	t.Examples = once()
	t.Fix, t.Preview, t.Run = p.fixOneShot, p.previewOneShot, p.runOneShot
	return t
}

// making is what the tools that make a task have in common.
func (p pack) making(name assistant.TaskType, label string, schema *jsonschema.Schema) tools.Tool {
	return tools.Tool{
		Name: string(name), Label: label, Class: assistant.ClassAction, Effect: assistant.EffectReversible, Idempotent: true, Standing: true,
		Arguments: schema, Result: tools.Fields[Made](), Subject: tools.About("title", "prompt"), Title: "title",
		Topic:   tools.Topic{Agent: assistant.DeliveryLead, About: "automations", Words: []string{"reminder", "reminders"}},
		Recover: p.recover, Verify: p.verify, Undo: p.undo,
	}
}
