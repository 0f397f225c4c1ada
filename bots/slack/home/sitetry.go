package home

import (
	"context"
	"errors"
	"log/slog"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/slack/blocks"
	"github.com/aisteam/aisteam/bots/slack/payload"
	"github.com/aisteam/aisteam/bots/slack/workspace"
	"github.com/aisteam/aisteam/bots/view"
	"github.com/aisteam/aisteam/projects"
)

const (
	noteTrying = "I am trying the connection …"
	titleTried = "Connection"
)

// TrySite tries a connection as it is kept. The window opens at once, since Slack waits for no site, and says then what came of it.
func (h *Home) TrySite(ctx context.Context, c workspace.Click) payload.Answer {
	note := assistant.Say(noteNoSites)
	if h.Projects != nil {
		note = h.onlyAdmins(ctx, c)
	}
	in := h.words(ctx, c.From)
	window := blocks.NoteView(in.Tell(note), in)
	if note.IsZero() {
		window = blocks.Window(in.Say(titleTried), in.Say(noteTrying), in)
	}
	opened, err := c.At.Client.OpenViewContext(ctx, c.Trigger, *window)
	if err != nil {
		h.Log.WarnContext(ctx, "slack form not opened", slog.Any("err", c.At.Answered(ctx, "views.open", err)))
		return payload.Answer{Outcome: bots.AckRefused}
	}
	if !note.IsZero() {
		return payload.Answer{Outcome: bots.AckRefused}
	}
	return payload.Answer{Outcome: bots.AckTaken, Then: func(ctx context.Context) {
		_, err := c.At.Client.UpdateViewContext(ctx, *blocks.Window(in.Say(titleTried), in.Tell(h.tried(ctx, c)), in), "", "", opened.ID)
		if err := c.At.Answered(ctx, "views.update", err); err != nil {
			h.Log.WarnContext(ctx, "slack window not updated", slog.Any("err", err))
		}
	}}
}

// tried tells the person who clicked how the try went.
func (h *Home) tried(ctx context.Context, c workspace.Click) assistant.Sentence {
	by, err := h.actor(ctx, c)
	var p assistant.Project
	if err == nil {
		p, err = h.Projects.Project(ctx, c.At.Tenant, c.Subject.Project)
	}
	var found assistant.Sentence
	if err == nil {
		found, err = h.Projects.Try(ctx, by, p, c.Subject.Kind, projects.Change{})
	}
	if err == nil {
		return found
	}
	return h.explained(ctx, err)
}

// explained turns an error about a site into words for the person who clicked.
func (h *Home) explained(ctx context.Context, err error) assistant.Sentence {
	if wrong, ok := errors.AsType[*assistant.FieldError](err); ok {
		return wrong.Message
	}
	if trouble, ok := errors.AsType[*assistant.Trouble](err); ok {
		return trouble.Problem.Whole()
	}
	switch {
	case errors.Is(err, assistant.ErrNotFound):
		return assistant.Say(view.NoteGone)
	case errors.Is(err, assistant.ErrNotAdmin):
		return assistant.Say(noteAdmins)
	}
	h.Log.ErrorContext(ctx, "slack site not worked on", slog.Any("err", err))
	return assistant.Say(view.NoteAgain)
}
