package home

import (
	"context"
	"errors"
	"log/slog"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/slack/blocks"
	"github.com/aisteam/aisteam/bots/slack/payload"
	"github.com/aisteam/aisteam/bots/slack/workspace"
	"github.com/aisteam/aisteam/bots/tasklist"
	"github.com/aisteam/aisteam/bots/view"
)

// tasks draws somebody's background tasks; nothing where they may have none.
func (h *Home) tasks(ctx context.Context, w *workspace.Workspace, from assistant.Identity, r blocks.Renderer) ([]slackapi.Block, error) {
	all, has, err := h.BackgroundTasks(ctx, w, from, r)
	if err != nil || !has {
		return nil, err
	}
	return r.Tasks(all), nil
}

// BackgroundTasks gives somebody's background tasks; false where they may have none.
func (h *Home) BackgroundTasks(ctx context.Context, w *workspace.Workspace, from assistant.Identity, r blocks.Renderer) ([]view.BackgroundTask, bool, error) {
	if h.Tasks == nil {
		return nil, false, nil
	}
	return h.Tasks.List(ctx, tasklist.Asker{Tenant: w.Tenant, From: h.People.Whole(ctx, from), In: r.In})
}

func (h *Home) taskAsker(ctx context.Context, c workspace.Click) tasklist.Asker {
	return tasklist.Asker{Tenant: c.At.Tenant, From: h.People.Whole(ctx, c.From), In: h.words(ctx, c.From)}
}

// ChangeTask does what a button of a task says. What keeps it from it is shown in a window: a home has no room for private words.
func (h *Home) ChangeTask(ctx context.Context, c workspace.Click) payload.Answer {
	if h.Tasks == nil {
		return payload.Answer{Outcome: bots.AckIgnored}
	}
	if _, err := h.Tasks.Change(ctx, h.taskAsker(ctx, c), c.Subject.Background, c.Subject.Change); err != nil {
		note, outcome := h.taskNote(ctx, c, err)
		return h.taskWindow(ctx, c, note, outcome)
	}
	return payload.Answer{Outcome: bots.AckTaken, Then: func(ctx context.Context) { h.Show(ctx, c.At, c.From) }}
}

// OpenTask opens the form for changing a task, or shows what it did.
func (h *Home) OpenTask(ctx context.Context, c workspace.Click) payload.Answer {
	if h.Tasks == nil {
		return payload.Answer{Outcome: bots.AckIgnored}
	}
	a := h.taskAsker(ctx, c)
	opened, err := h.taskView(ctx, c, a)
	if err != nil {
		note, outcome := h.taskNote(ctx, c, err)
		return h.taskWindow(ctx, c, note, outcome)
	}
	return h.opened(ctx, c, opened, bots.AckTaken)
}

// taskView is what a press on a task opens.
func (h *Home) taskView(ctx context.Context, c workspace.Click, a tasklist.Asker) (slackapi.ModalViewRequest, error) {
	if c.Kind == blocks.PressTaskPast {
		t, history, err := h.Tasks.Show(ctx, a, c.Subject.Background)
		return blocks.TaskHistory(t, history, a.In), err
	}
	form, err := h.Tasks.Form(ctx, a, c.Subject.Background)
	return blocks.TaskForm(c.Subject.Background, form, a.In), err
}

// ReadTask shows how the form was read, to be agreed to; what cannot be is said beside its field.
func (h *Home) ReadTask(ctx context.Context, c workspace.Click) payload.Answer {
	if h.Tasks == nil {
		return payload.Answer{Outcome: bots.AckIgnored}
	}
	a := h.taskAsker(ctx, c)
	form, err := h.Tasks.Form(ctx, a, c.Subject.Background)
	if err != nil {
		note, outcome := h.taskNote(ctx, c, err)
		return payload.Respond(slackapi.NewUpdateViewSubmissionResponse(blocks.NoteView(note, a.In)), outcome)
	}
	at := ""
	wrong := func(note string, outcome bots.Ack) payload.Answer {
		return payload.Respond(slackapi.NewErrorsViewSubmissionResponse(map[string]string{blocks.Room().Named(form, at): note}), outcome)
	}
	shown, read, err := h.Tasks.Read(ctx, a, c.Subject.Background, c.Fields.Given(form))
	if field, is := errors.AsType[*assistant.FieldError](err); is {
		at = field.Key
	}
	if err != nil {
		return wrong(h.taskNote(ctx, c, err))
	}
	v, fits := blocks.TaskReading(c.Subject.Background, read.Was, read.Edit.String(), shown, a.In)
	if !fits {
		return wrong(a.In.Say(view.NoteEditTooLong), bots.AckRefused)
	}
	return payload.Respond(slackapi.NewUpdateViewSubmissionResponse(&v), bots.AckTaken)
}

// RewriteTask changes a task as it was read and shown.
func (h *Home) RewriteTask(ctx context.Context, c workspace.Click) payload.Answer {
	edit, ok := background.ParseEdit(c.Edit)
	if h.Tasks == nil || !ok {
		return payload.Answer{Outcome: bots.AckIgnored}
	}
	a := h.taskAsker(ctx, c)
	if err := h.Tasks.Rewrite(ctx, a, c.Subject.Background, c.Was, edit); err != nil {
		note, outcome := h.taskNote(ctx, c, err)
		return payload.Respond(slackapi.NewUpdateViewSubmissionResponse(blocks.NoteView(note, a.In)), outcome)
	}
	return payload.Answer{Outcome: bots.AckTaken, Then: func(ctx context.Context) { h.Show(ctx, c.At, c.From) }}
}

// taskNote turns an error into words for the person who pressed.
func (h *Home) taskNote(ctx context.Context, c workspace.Click, err error) (string, bots.Ack) {
	note, outcome, told := tasklist.Note(err, h.words(ctx, c.From))
	if !told {
		h.Log.ErrorContext(ctx, "slack background task not changed", slog.Any("err", err))
	}
	return note, outcome
}

// taskWindow tells the person who pressed something in a window.
func (h *Home) taskWindow(ctx context.Context, c workspace.Click, note string, outcome bots.Ack) payload.Answer {
	return h.opened(ctx, c, *blocks.NoteView(note, h.words(ctx, c.From)), outcome)
}

func (h *Home) opened(ctx context.Context, c workspace.Click, v slackapi.ModalViewRequest, outcome bots.Ack) payload.Answer {
	if _, err := c.At.Client.OpenViewContext(ctx, c.Trigger, v); err != nil {
		h.Log.WarnContext(ctx, "slack form not opened", slog.Any("err", c.At.Answered(ctx, "views.open", err)))
		return payload.Answer{Outcome: bots.AckRefused}
	}
	return payload.Answer{Outcome: outcome}
}

// Hush pauses a person's direct messages, and says until when.
func (h *Home) Hush(ctx context.Context, c workspace.Click) (string, bots.Ack) {
	if h.Tasks == nil {
		return "", bots.AckIgnored
	}
	note, err := h.Tasks.Hush(ctx, h.taskAsker(ctx, c), background.HushFor(c.Subject.Hush))
	if err != nil {
		return h.taskNote(ctx, c, err)
	}
	return note, bots.AckTaken
}
