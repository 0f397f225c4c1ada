package tasks

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/aisteam/aisteam/agents/examples"
	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background"
	"github.com/aisteam/aisteam/wording"
)

// holds says what the person who asks has, for the form of a tool.
type holds func(context.Context, tools.Call) (tools.Held, error)

// owned is a tool that changes an automation of whoever asks, at once: when it works, what it is called, whether it goes on. What it does,
// what it may do without asking and who reads of it is asked about first, by edit_task.
func owned(name assistant.TaskType, label, description string, arguments *jsonschema.Schema, words []examples.Example, h holds, run func(context.Context, tools.Call) (assistant.Receipt, error)) tools.Tool {
	return tools.Tool{
		Name: string(name), Label: label, Description: description, Class: assistant.ClassOwn, Effect: assistant.EffectNone, Idempotent: true, Answers: true,
		Arguments: arguments, Subject: tools.About("task"), Examples: words, Holds: h, Run: run,
	}
}

func (p pack) pause() tools.Tool {
	return owned(TaskPause, "Pause an automation", "Pauses a background task of the person who asks until it is resumed.", tools.Arguments[Named](), paused(), p.listed(is(assistant.BackgroundActive)),
		func(ctx context.Context, c tools.Call) (assistant.Receipt, error) {
			return p.changes(ctx, c, assistant.BackgroundPause)
		})
}

func (p pack) resume() tools.Tool {
	return owned(TaskResume, "Resume an automation", "Lets a paused background task of the person who asks go on, from its next time, or brings back a cancelled one that they name.", tools.Arguments[Named](), resumed(), p.listed(is(assistant.BackgroundPaused)),
		func(ctx context.Context, c tools.Call) (assistant.Receipt, error) {
			return p.changes(ctx, c, assistant.BackgroundResume)
		})
}

func (p pack) cancel() tools.Tool {
	return owned(TaskCancel, "Cancel an automation", "Ends a background task of the person who asks.", tools.Arguments[Named](), cancelled(), p.listed(alive),
		func(ctx context.Context, c tools.Call) (assistant.Receipt, error) {
			return p.changes(ctx, c, assistant.BackgroundCancel)
		})
}

// changes does one thing to the automation that a call means, and says how it is taken back.
func (p pack) changes(ctx context.Context, c tools.Call, change assistant.BackgroundChange) (assistant.Receipt, error) {
	a, err := tools.Read[Named](c)
	if err != nil {
		return assistant.Receipt{}, err
	}
	b, err := p.theirs(ctx, c, a.Task, change == assistant.BackgroundResume)
	if err != nil {
		return assistant.Receipt{}, err
	}
	if b.Status == assistant.BackgroundCancelled && change == assistant.BackgroundResume {
		change = assistant.BackgroundBack
	}
	if b, err = p.book.ChangeBackground(ctx, c.Tenant, c.Asker.ID, b.ID, change, background.Resumed(b, p.now())); err != nil {
		return assistant.Receipt{}, err
	}
	w := wording.In(c.Language)
	back := w.Say("resume the automation %s", b.Title)
	if b.Status == assistant.BackgroundActive {
		back = w.Say("pause the automation %s", b.Title)
	}
	return told(w, w.Say("The automation “%s” is %s now.", b.Title, w.Label(string(b.Status))), back), nil
}

// told is the receipt of what was changed, with the words that take it back.
func told(w wording.Words, said, back string) assistant.Receipt {
	return assistant.Receipt{Result: assistant.Result{Summary: assistant.Verbatim(said + " " + w.Say("Say “%s” to take that back.", back))}}
}

// theirs is the automation of whoever asks that is meant: the one that they name, or the newest that tells its results in this
// conversation, or the only one that they have. Where over is true, one that was cancelled can be named, too.
func (p pack) theirs(ctx context.Context, c tools.Call, task string, over bool) (assistant.BackgroundTask, error) {
	all, err := p.book.Backgrounds(ctx, c.Tenant, c.Asker.ID, mostOfTenant)
	if err != nil {
		return assistant.BackgroundTask{}, fmt.Errorf("read whose automation it is: %w", err)
	}
	if task == "" {
		return oneOf(all, c)
	}
	found := background.Called(all, c.Asker, task)
	if len(found) == 0 && over {
		found = background.Cancelled(all, task)
		found = found[:min(len(found), 1)]
	}
	switch len(found) {
	case 0:
		return assistant.BackgroundTask{}, assistant.BadInput(assistant.Say("I know no automation of yours called “%s”.", task), assistant.Say("Say “list my tasks” to see them."))
	case 1:
		return found[0], nil
	default:
		return assistant.BackgroundTask{}, whichOf(found)
	}
}

// oneOf is the automation that is spoken of where none is named.
func oneOf(all []assistant.BackgroundTask, c tools.Call) (assistant.BackgroundTask, error) {
	if b, ok := background.Spoken(all, c.Asker.ID, c.Conversation); ok {
		return b, nil
	}
	switch theirs := background.Theirs(all, c.Asker.ID); len(theirs) {
	case 0:
		return assistant.BackgroundTask{}, assistant.BadInput(assistant.Say("You have no automation."), assistant.Say("Say what is to be done and when, and it is made after you have seen how it is read."))
	case 1:
		return theirs[0], nil
	default:
		return assistant.BackgroundTask{}, whichOf(theirs)
	}
}

const mostNamed = 5

// whichOf asks which of somebody's automations is meant.
func whichOf(theirs []assistant.BackgroundTask) error {
	var titles []string
	for _, b := range theirs[:min(len(theirs), mostNamed)] {
		titles = append(titles, "“"+b.Title+"”")
	}
	return assistant.BadInput(assistant.Say("Which of your automations do you mean: %s? Nothing was changed.", strings.Join(titles, ", ")), assistant.Say("Name the one by its whole title, or change it on the panel."))
}

// runNow lets an automation begin at once, beside its schedule. No automation wakes itself or another: nobody has asked just now.
func (p pack) runNow() tools.Tool {
	return owned(TaskRunNow, "Run an automation now",
		"Lets a background task of the person who asks begin at once, once, beside its schedule. What it wants to change then is asked about as always.", tools.Arguments[Named](), startedNow(), p.listed(is(assistant.BackgroundActive)), p.runRunNow)
}

// runRunNow begins it once for a call: whoever makes the call again after a crash finds that it has begun since.
func (p pack) runRunNow(ctx context.Context, c tools.Call) (assistant.Receipt, error) {
	a, err := tools.Read[Named](c)
	if err != nil {
		return assistant.Receipt{}, err
	}
	b, err := p.theirs(ctx, c, a.Task, false)
	if err != nil {
		return assistant.Receipt{}, err
	}
	last, err := p.book.BackgroundRuns(ctx, c.Tenant, b.ID, 1)
	if err != nil {
		return assistant.Receipt{}, fmt.Errorf("look when an automation began: %w", err)
	}
	if begun := len(last) > 0 && last[0].At.After(c.Began); !begun {
		if _, err = p.book.ChangeBackground(ctx, c.Tenant, c.Asker.ID, b.ID, assistant.BackgroundNow, time.Time{}); err != nil {
			return assistant.Receipt{}, err
		}
	}
	w := wording.In(c.Language)
	said := w.Say("“%s” begins now, beside its schedule.", b.Title)
	if b.Kind == assistant.BackgroundOnce {
		said = w.Say("“%s” begins now instead of later.", b.Title)
	}
	return assistant.Receipt{Result: assistant.Result{Summary: assistant.Verbatim(said)}}, nil
}
