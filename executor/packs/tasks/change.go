package tasks

import (
	"context"
	"fmt"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background"
)

// mostOfTenant is how many tasks one is looked for among.
const mostOfTenant = 500

func nouns() []string { return []string{"task", "reminder", "reminders", "schedule", "schedules"} }

// named looks for a task by its id or title.
func (p pack) named(ctx context.Context, c tools.Call, task string, who assistant.Person) (assistant.BackgroundTask, error) {
	all, err := p.book.Backgrounds(ctx, c.Tenant, "", mostOfTenant)
	if err != nil {
		return assistant.BackgroundTask{}, err
	}
	found := background.Called(all, who, task)
	switch len(found) {
	case 0:
		return assistant.BackgroundTask{}, assistant.BadInput(assistant.Say("I know no automation of yours called “%s”.", task), assistant.Say("Say “list my tasks” to see them."))
	case 1:
		return found[0], nil
	default:
		return assistant.BackgroundTask{}, whichOf(found)
	}
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
		Name: string(TaskList), Label: "List the automations",
		Description: "Lists the background tasks of whoever asks. Changes nothing.",
		Class:       assistant.ClassQuery, Effect: assistant.EffectNone, Idempotent: true, Answers: true, Arguments: tools.Arguments[Listed](), Examples: listedTasks(), Result: tools.Fields[Tasks](),
		Run: func(ctx context.Context, c tools.Call) (assistant.Receipt, error) {
			if c.Asker.ID == "" {
				return assistant.Receipt{}, assistant.BadInput(assistant.Say("I do not know whose automations you mean."), assistant.Say("Ask me in a conversation."))
			}
			all, err := p.book.Backgrounds(ctx, c.Tenant, c.Asker.ID, mostOfTenant)
			if err != nil {
				return assistant.Receipt{}, err
			}
			found := tasksIn(all)
			summary := assistant.Say("You have %d automations", len(found))
			switch len(found) {
			case 0:
				summary = assistant.Say("You have no automations")
			case 1:
				summary = assistant.Say("You have 1 automation")
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
		Name: string(TaskHistory), Label: "Show what an automation did",
		Description: "Shows the last times that a background task was due. Changes nothing.",
		Class:       assistant.ClassQuery, Effect: assistant.EffectNone, Idempotent: true, Answers: true, Arguments: tools.Arguments[Named](), Result: tools.Fields[Runs](),
		Run: func(ctx context.Context, c tools.Call) (assistant.Receipt, error) {
			if c.Asker.ID == "" {
				return assistant.Receipt{}, assistant.BadInput(assistant.Say("I do not know whose automations you mean."), assistant.Say("Ask me in a conversation."))
			}
			a, err := tools.Read[Named](c)
			if err != nil {
				return assistant.Receipt{}, err
			}
			b, err := p.meant(ctx, c, a.Task, c.Asker)
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
