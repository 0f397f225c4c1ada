package slack

import (
	"context"
	"errors"
	"log/slog"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/slack/blocks"
)

const (
	noteAgain  = "I could not save that just now. Nothing has happened; please try again in a moment."
	noteGone   = "I do not know this any more. Nothing has happened."
	noteClosed = "This question is closed already."
	noteForm   = "I could not open the form. You can also just answer in this thread."
	noteEmpty  = "Please answer at least one question."
)

// interaction takes a click or a form.
func (b *Bot) interaction(ctx context.Context, raw []byte) answer {
	i, err := readInteraction(raw)
	if err != nil {
		return malformed()
	}
	enterprise := b.place(ctx, &i)
	w, err := b.workspaceIn(ctx, enterprise, i.Team.ID)
	switch {
	case errors.Is(err, assistant.ErrNotFound):
		return b.stranger(ctx, i.Team.ID)
	case err != nil:
		return b.unavailable(ctx, err)
	}
	c := i.read()
	c.at = w
	switch c.kind {
	case clickAct:
		return b.reply(c, b.act(ctx, c, c.body))
	case clickRate:
		return b.rate(ctx, c)
	case clickOption:
		return b.reply(c, b.pick(ctx, c))
	case clickForm, clickEdit, clickAbout, clickRead:
		return b.reply(c, b.open(ctx, c))
	case clickAnswers, clickChanges:
		return b.submit(ctx, c)
	case clickAsked:
		return b.asked(ctx, c)
	case clickSite, clickRole:
		return b.openSettings(ctx, c)
	case clickSaved:
		return b.saveSite(ctx, c)
	case clickRoled:
		return b.saveRole(ctx, c)
	case clickIgnored:
		return answer{outcome: bots.AckIgnored}
	default:
		return answer{outcome: bots.AckIgnored}
	}
}

// act tells the inbox. It returns what the person alone should read: "" when the act took effect.
func (b *Bot) act(ctx context.Context, c click, body assistant.Body) string {
	out, err := b.Inbox.Act(ctx, assistant.Act{Tenant: c.at.tenant, From: b.whole(ctx, c.from), Body: body, Key: c.key})
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
func (b *Bot) question(ctx context.Context, c click) (assistant.Clarification, string) {
	q, _, _, open, err := b.Questions.Clarification(ctx, c.at.tenant, c.subject.Ask)
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
func (b *Bot) pick(ctx context.Context, c click) string {
	q, note := b.question(ctx, c)
	if note != "" {
		return note
	}
	answer, ok := c.option(q)
	if !ok {
		return noteGone
	}
	return b.act(ctx, c, answer)
}

// open shows a form, here and now: the trigger does not outlive the click by more than three seconds.
func (b *Bot) open(ctx context.Context, c click) string {
	view := blocks.ChangesForm(c.subject, c.where)
	switch c.kind { //nolint:exhaustive // the other clicks open nothing
	case clickAbout:
		view = blocks.AboutForm(c.about, c.where)
	case clickForm:
		q, note := b.question(ctx, c)
		if note != "" {
			return note
		}
		view = blocks.AnswersForm(q, c.where)
	case clickRead:
		a, err := b.Questions.Approval(ctx, c.at.tenant, c.subject.Approval)
		switch {
		case errors.Is(err, assistant.ErrNotFound):
			return noteGone
		case err != nil:
			b.Log.ErrorContext(ctx, "slack approval not read", slog.Any("err", err))
			return noteAgain
		}
		view = blocks.WholeView(a.Approval, b.hosts.Of(ctx, c.at.tenant))
	}
	if _, err := c.at.client.OpenViewContext(ctx, c.trigger, view); err != nil {
		b.formFailed(ctx, c.at, b.answered(ctx, c.at, "views.open", err))
		return noteForm
	}
	return ""
}

// reply acknowledges a click, and only then tells the person what did not take effect.
func (b *Bot) reply(c click, note string) answer {
	if note == "" {
		return answer{outcome: bots.AckTaken}
	}
	return answer{outcome: bots.AckRefused, then: func(ctx context.Context) { b.whisper(ctx, c, note) }}
}

// submit takes a form. What did not take effect is said in the form's place; what could not be stored keeps it open.
func (b *Bot) submit(ctx context.Context, c click) answer {
	body, first := c.body, blocks.BlockChanges
	if c.kind == clickAnswers {
		q, note := b.question(ctx, c)
		first = blocks.FirstInput(q)
		if note == "" {
			answer := blocks.ReadAnswers(q, c.fields)
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
		return answer{outcome: bots.AckTaken}
	case noteAgain:
		return respond(slackapi.NewErrorsViewSubmissionResponse(map[string]string{first: note}), bots.AckUnavailable)
	default:
		return respond(slackapi.NewUpdateViewSubmissionResponse(blocks.NoteView(note)), bots.AckRefused)
	}
}

// asked takes the form of a question about a message. What could not be stored keeps it open.
func (b *Bot) asked(ctx context.Context, c click) answer {
	c.in.Tenant = c.at.tenant
	c.in.From = b.whole(ctx, c.in.From)
	var err error
	if c.in.Before, err = b.before(ctx, c.at, c.in, c.about.TS, true); err != nil {
		b.Log.ErrorContext(ctx, "slack question not stored", slog.Any("err", err))
		return respond(slackapi.NewErrorsViewSubmissionResponse(map[string]string{blocks.BlockAbout: noteAgain}), bots.AckUnavailable)
	}
	a := b.receive(ctx, c.at, c.in)
	if a.status != 0 {
		return respond(slackapi.NewErrorsViewSubmissionResponse(map[string]string{blocks.BlockAbout: noteAgain}), a.outcome)
	}
	return a
}

func respond(v *slackapi.ViewSubmissionResponse, outcome bots.Ack) answer {
	return answer{payload: v, outcome: outcome}
}
