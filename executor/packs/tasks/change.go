package tasks

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
	"github.com/aisteam/aisteam/background"
)

// mostOfTenant is how many tasks one is looked for among.
const mostOfTenant = 500

func (p pack) pause() tools.Tool {
	t := p.changing(TaskPause, "Pause a background task", assistant.BackgroundPause, assistant.BackgroundResume)
	t.Description = "Pauses a background task until it is resumed."
	t.Verbs, t.Nouns = []string{"pause", "suspend"}, nouns()
	t.Examples = paused()
	return t
}

func (p pack) resume() tools.Tool {
	t := p.changing(TaskResume, "Resume a background task", assistant.BackgroundResume, assistant.BackgroundPause)
	t.Description = "Lets a paused background task go on, from its next time."
	t.Verbs, t.Nouns = []string{"resume", "continue", "unpause"}, nouns()
	t.Examples = resumed()
	return t
}

func (p pack) cancel() tools.Tool {
	t := p.changing(TaskCancel, "Cancel a background task", assistant.BackgroundCancel, assistant.BackgroundBack)
	t.Description = "Cancels a background task for good."
	t.Verbs, t.Nouns = []string{"cancel"}, nouns()
	t.Examples = cancelled()
	return t
}

func nouns() []string { return []string{"task", "reminder", "reminders", "schedule", "schedules"} }

// changing is a tool that does one thing to a task, and undoes it by another.
func (p pack) changing(name assistant.TaskType, label string, change, back assistant.BackgroundChange) tools.Tool {
	return tools.Tool{
		Name: string(name), Label: label, Class: assistant.ClassAction, Effect: assistant.EffectReversible, Idempotent: true, Standing: true,
		Arguments: tools.Arguments[Named](), Result: tools.Fields[Made](), Subject: tools.About("title", "task"), Fix: p.fixNamed,
		Preview: func(ctx context.Context, c tools.Call) (assistant.Preview, error) {
			return p.previewChange(ctx, c, label, change)
		},
		Run: func(ctx context.Context, c tools.Call) (assistant.Receipt, error) {
			return p.change(ctx, c, change, label)
		},
		Undo: func(ctx context.Context, c tools.Call, _ assistant.Receipt) error {
			_, err := p.change(ctx, c, back, label)
			return err
		},
	}
}

// fixNamed makes a title the task that whoever asks means by it.
func (p pack) fixNamed(ctx context.Context, c tools.Call) (json.RawMessage, error) {
	a, err := said[Named](c)
	if err != nil {
		return nil, err
	}
	b, err := p.find(ctx, c, c.Asker)
	if err != nil {
		return nil, err
	}
	a.Task, a.Title = string(b.ID), b.Title
	return written(a)
}

// find looks for the task that a call means, among those that its owner or an admin may change.
func (p pack) find(ctx context.Context, c tools.Call, who assistant.Person) (assistant.BackgroundTask, error) {
	a, err := tools.Read[Named](c)
	if err != nil {
		return assistant.BackgroundTask{}, err
	}
	return p.meant(ctx, c, a.Task, who)
}

// named looks for a task by its id or title.
func (p pack) named(ctx context.Context, c tools.Call, task string, who assistant.Person) (assistant.BackgroundTask, error) {
	all, err := p.book.Backgrounds(ctx, c.Tenant, "", mostOfTenant)
	if err != nil {
		return assistant.BackgroundTask{}, err
	}
	found := background.Called(all, who, task)
	switch len(found) {
	case 0:
		return assistant.BackgroundTask{}, assistant.BadInput(assistant.Say("I know no background task of yours called “%s”.", task), assistant.Say("Say “list my tasks” to see them."))
	case 1:
		return found[0], nil
	default:
		return assistant.BackgroundTask{}, assistant.BadInput(assistant.Say("%d of your background tasks are called like “%s”.", len(found), task), assistant.Say("Name the one by its whole title, or change it on the panel."))
	}
}

func (p pack) previewChange(ctx context.Context, c tools.Call, label string, change assistant.BackgroundChange) (assistant.Preview, error) {
	b, err := p.find(ctx, c, c.Asker)
	if err != nil {
		return assistant.Preview{}, err
	}
	becomes := map[assistant.BackgroundChange]assistant.BackgroundStatus{
		assistant.BackgroundPause: assistant.BackgroundPaused, assistant.BackgroundResume: assistant.BackgroundActive, assistant.BackgroundCancel: assistant.BackgroundCancelled,
	}[change]
	return assistant.Preview{
		Title: assistant.Label(label), Target: "the background task “" + b.Title + "”", Entity: assistant.Entity{Type: entityType, ID: string(b.ID)}, State: site.HashOf("background task", string(b.ID), string(b.Status)),
		Wanted: site.HashOf("background task", string(b.ID), string(becomes)), Fields: []assistant.Field{assistant.Field{Name: "Status", Key: "status"}.Saying(assistant.Label(string(b.Status)), assistant.Label(string(becomes)))},
	}, nil
}

// change does it in the name of whoever asked for the run.
func (p pack) change(ctx context.Context, c tools.Call, change assistant.BackgroundChange, label string) (assistant.Receipt, error) {
	who, err := p.asks(c)
	if err != nil {
		return assistant.Receipt{}, err
	}
	b, err := p.find(ctx, c, who)
	if err != nil {
		return assistant.Receipt{}, err
	}
	b, err = p.book.ChangeBackground(ctx, c.Tenant, who.ID, b.ID, change, background.Resumed(b, p.now()))
	if err != nil {
		return assistant.Receipt{}, err
	}
	r, err := receipt(b)
	r.Result.Summary = assistant.Say("%s: “%s” is %s now", assistant.Label(label), b.Title, assistant.Label(string(b.Status)))
	return r, err
}

// asks is whoever asks. Nobody's tasks are changed by nobody.
func (p pack) asks(c tools.Call) (assistant.Person, error) {
	if c.Asker.ID == "" {
		return assistant.Person{}, assistant.BadInput(assistant.Say("I do not know who asks for this."), assistant.Say("Ask me in a conversation."))
	}
	return c.Asker, nil
}

func (p pack) list() tools.Tool {
	return tools.Tool{
		Name: string(TaskList), Label: "List the background tasks",
		Description: "Lists the background tasks of whoever asks. Changes nothing.",
		Class:       assistant.ClassQuery, Effect: assistant.EffectNone, Idempotent: true, Answers: true, Arguments: tools.Arguments[Listed](), Examples: listedTasks(), Result: tools.Fields[Tasks](),
		Run: func(ctx context.Context, c tools.Call) (assistant.Receipt, error) {
			if c.Asker.ID == "" {
				return assistant.Receipt{}, assistant.BadInput(assistant.Say("I do not know whose background tasks you mean."), assistant.Say("Ask me in a conversation."))
			}
			all, err := p.book.Backgrounds(ctx, c.Tenant, c.Asker.ID, mostOfTenant)
			if err != nil {
				return assistant.Receipt{}, err
			}
			found := tasksIn(all)
			summary := assistant.Say("You have %d background tasks", len(found))
			switch len(found) {
			case 0:
				summary = assistant.Say("You have no background tasks")
			case 1:
				summary = assistant.Say("You have 1 background task")
			}
			return assistant.Receipt{Result: assistant.Result{Summary: summary, Fields: assistant.ValuesOf(Tasks{found})}}, nil
		},
	}
}

// tasksIn are those that are not over.
func tasksIn(all []assistant.BackgroundTask) []TaskListed {
	out := []TaskListed{}
	for _, b := range all {
		if b.Status.Ended() {
			continue
		}
		one := TaskListed{ID: string(b.ID), Title: b.Title, What: b.Prompt, Status: string(b.Status), When: background.When(b).String(), Told: b.Told}
		if !b.Due.IsZero() {
			one.Next = background.Moment(b, b.Due).String()
		}
		out = append(out, one)
	}
	return out
}

// toldHere refuses to tell of somebody else's task where people read it who may not see that.
func toldHere(ctx context.Context, c tools.Call, b assistant.BackgroundTask) error {
	if b.Owner == c.Asker.ID {
		return nil
	}
	readers, err := c.Readers(ctx)
	if err != nil {
		return fmt.Errorf("look who reads it: %w", err)
	}
	if !readers.Told(b.Owner) {
		return assistant.BadInput(assistant.Say("“%s” is somebody else's, and not everybody who reads this may see what it did.", assistant.Verbatim(b.Title)), assistant.Say("Ask me in a direct message, or look on the panel."))
	}
	return nil
}

func (p pack) history() tools.Tool {
	return tools.Tool{
		Name: string(TaskHistory), Label: "Show what a background task did",
		Description: "Shows the last times that a background task was due. Changes nothing.",
		Class:       assistant.ClassQuery, Effect: assistant.EffectNone, Idempotent: true, Answers: true, Arguments: tools.Arguments[Named](), Result: tools.Fields[Runs](),
		Run: func(ctx context.Context, c tools.Call) (assistant.Receipt, error) {
			if c.Asker.ID == "" {
				return assistant.Receipt{}, assistant.BadInput(assistant.Say("I do not know whose background tasks you mean."), assistant.Say("Ask me in a conversation."))
			}
			b, err := p.find(ctx, c, c.Asker)
			if err != nil {
				return assistant.Receipt{}, err
			}
			if err := toldHere(ctx, c, b); err != nil {
				return assistant.Receipt{}, err
			}
			const last = 20
			runs, err := p.book.BackgroundRuns(ctx, c.Tenant, b.ID, last)
			if err != nil {
				return assistant.Receipt{}, err
			}
			found := make([]RunListed, 0, len(runs))
			for _, r := range runs {
				found = append(found, RunListed{Due: background.Moment(b, r.Due).String(), Outcome: string(r.Outcome), Note: r.Note, Tokens: r.Tokens})
			}
			return assistant.Receipt{Result: assistant.Result{
				Summary: assistant.Say("“%s” was due %d times lately", b.Title, len(runs)), Fields: assistant.ValuesOf(Runs{found}),
			}}, nil
		},
	}
}
