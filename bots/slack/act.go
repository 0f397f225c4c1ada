package slack

import (
	"context"
	"errors"
	"log/slog"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/slack/blocks"
	"github.com/aisteam/aisteam/bots/slack/payload"
)

const (
	noteAgain  = "I could not save that just now. Nothing has happened; please try again in a moment."
	noteGone   = "I do not know this any more. Nothing has happened."
	noteClosed = "This question is closed already."
	noteForm   = "I could not open the form. You can also just answer in this thread."
	noteEmpty  = "Please answer at least one question."
)

// clicked is a click in the workspace that it was made in.
type clicked struct {
	payload.Click
	at *workspace
}

// interaction takes a click or a form.
func (b *Bot) interaction(ctx context.Context, raw []byte) payload.Answer {
	i, err := payload.ReadInteraction(raw)
	if err != nil {
		return payload.Malformed()
	}
	enterprise := b.place(ctx, &i)
	w, err := b.workspaceIn(ctx, enterprise, i.Team.ID)
	switch {
	case errors.Is(err, assistant.ErrNotFound):
		return b.stranger(ctx, i.Team.ID)
	case err != nil:
		return b.unavailable(ctx, err)
	}
	c := clicked{Click: i.Read(), at: w}
	switch c.Kind {
	case payload.ClickAct:
		return b.reply(c, b.act(ctx, c, c.Body))
	case payload.ClickRate:
		return b.rate(ctx, c)
	case payload.ClickOption:
		return b.reply(c, b.pick(ctx, c))
	case payload.ClickForm, payload.ClickEdit, payload.ClickAbout, payload.ClickRead:
		return b.reply(c, b.open(ctx, c))
	case payload.ClickAnswers, payload.ClickChanges:
		return b.submit(ctx, c)
	case payload.ClickAsked:
		return b.asked(ctx, c)
	case payload.ClickSite, payload.ClickRole:
		return b.openSettings(ctx, c)
	case payload.ClickSaved:
		return b.saveSite(ctx, c)
	case payload.ClickRoled:
		return b.saveRole(ctx, c)
	case payload.ClickIgnored:
		return payload.Answer{Outcome: bots.AckIgnored}
	default:
		return payload.Answer{Outcome: bots.AckIgnored}
	}
}

// act tells the inbox. It returns what the person alone should read: "" when the act took effect.
func (b *Bot) act(ctx context.Context, c clicked, body assistant.Body) string {
	out, err := b.Inbox.Act(ctx, assistant.Act{Tenant: c.at.tenant, From: b.whole(ctx, c.From), Body: body, Key: c.Key})
	switch {
	case errors.Is(err, assistant.ErrNotFound):
		return noteGone
	case err != nil:
		b.Log.ErrorContext(ctx, "slack click not stored", slog.Any("err", err))
		return noteAgain
	case out.Done:
		return ""
	default:
		return out.Note
	}
}

// question reads the clarification a click is about.
func (b *Bot) question(ctx context.Context, c clicked) (assistant.Clarification, string) {
	q, _, _, open, err := b.Questions.Clarification(ctx, c.at.tenant, c.Subject.Ask)
	switch {
	case errors.Is(err, assistant.ErrNotFound):
		return q, noteGone
	case err != nil:
		b.Log.ErrorContext(ctx, "slack question not read", slog.Any("err", err))
		return q, noteAgain
	case !open:
		return q, noteClosed
	default:
		return q, ""
	}
}

// pick answers a question with one of its options.
func (b *Bot) pick(ctx context.Context, c clicked) string {
	q, note := b.question(ctx, c)
	if note != "" {
		return note
	}
	answer, ok := c.Option(q)
	if !ok {
		return noteGone
	}
	return b.act(ctx, c, answer)
}

// open shows a form, here and now: the trigger does not outlive the click by more than three seconds.
func (b *Bot) open(ctx context.Context, c clicked) string {
	view := blocks.ChangesForm(c.Subject, c.Where)
	switch c.Kind { //nolint:exhaustive // the other clicks open nothing
	case payload.ClickAbout:
		view = blocks.AboutForm(c.About, c.Where)
	case payload.ClickForm:
		q, note := b.question(ctx, c)
		if note != "" {
			return note
		}
		view = blocks.AnswersForm(q, c.Where)
	case payload.ClickRead:
		a, err := b.Questions.Approval(ctx, c.at.tenant, c.Subject.Approval)
		switch {
		case errors.Is(err, assistant.ErrNotFound):
			return noteGone
		case err != nil:
			b.Log.ErrorContext(ctx, "slack approval not read", slog.Any("err", err))
			return noteAgain
		}
		view = blocks.WholeView(a.Approval, b.hosts.Of(ctx, c.at.tenant))
	}
	if _, err := c.at.client.OpenViewContext(ctx, c.Trigger, view); err != nil {
		b.formFailed(ctx, c.at, b.answered(ctx, c.at, "views.open", err))
		return noteForm
	}
	return ""
}

// reply acknowledges a click, and only then tells the person what did not take effect.
func (b *Bot) reply(c clicked, note string) payload.Answer {
	if note == "" {
		return payload.Answer{Outcome: bots.AckTaken}
	}
	return payload.Answer{Outcome: bots.AckRefused, Then: func(ctx context.Context) { b.whisper(ctx, c, note) }}
}

// submit takes a form. What did not take effect is said in the form's place; what could not be stored keeps it open.
func (b *Bot) submit(ctx context.Context, c clicked) payload.Answer {
	body, first := c.Body, blocks.BlockChanges
	if c.Kind == payload.ClickAnswers {
		q, note := b.question(ctx, c)
		first = blocks.FirstInput(q)
		if note == "" {
			answer := blocks.ReadAnswers(q, c.Fields)
			if len(q.Questions) > 0 && !q.Answers(answer.Values) {
				return respond(slackapi.NewErrorsViewSubmissionResponse(map[string]string{first: noteEmpty}), bots.AckRefused)
			}
			body = answer
		}
		if note == noteAgain {
			return respond(slackapi.NewUpdateViewSubmissionResponse(blocks.NoteView(note)), bots.AckUnavailable)
		}
		if note != "" {
			return respond(slackapi.NewUpdateViewSubmissionResponse(blocks.NoteView(note)), bots.AckRefused)
		}
	}
	switch note := b.act(ctx, c, body); note {
	case "":
		return payload.Answer{Outcome: bots.AckTaken}
	case noteAgain:
		return respond(slackapi.NewErrorsViewSubmissionResponse(map[string]string{first: note}), bots.AckUnavailable)
	default:
		return respond(slackapi.NewUpdateViewSubmissionResponse(blocks.NoteView(note)), bots.AckRefused)
	}
}

// asked takes the form of a question about a message. What could not be stored keeps it open.
func (b *Bot) asked(ctx context.Context, c clicked) payload.Answer {
	c.In.Tenant = c.at.tenant
	c.In.From = b.whole(ctx, c.In.From)
	var err error
	if c.In.Before, err = b.before(ctx, c.at, c.In, c.About.TS, true); err != nil {
		b.Log.ErrorContext(ctx, "slack question not stored", slog.Any("err", err))
		return respond(slackapi.NewErrorsViewSubmissionResponse(map[string]string{blocks.BlockAbout: noteAgain}), bots.AckUnavailable)
	}
	a := b.receive(ctx, c.at, c.In)
	if a.Status != 0 {
		return respond(slackapi.NewErrorsViewSubmissionResponse(map[string]string{blocks.BlockAbout: noteAgain}), a.Outcome)
	}
	return a
}

func respond(v *slackapi.ViewSubmissionResponse, outcome bots.Ack) payload.Answer {
	return payload.Answer{Payload: v, Outcome: outcome}
}
