package slack

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"time"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
)

const (
	noteAgain  = "I could not save that just now. Nothing has happened; please try again in a moment."
	noteGone   = "I do not know this any more. Nothing has happened."
	noteClosed = "This question is closed already."
	noteForm   = "I could not open the form. You can also just answer in this thread."
	noteEmpty  = "Please answer at least one question."
)

// serveInteraction takes a click or a form. It returns the outcome for the metrics.
func (b *Bot) serveInteraction(ctx context.Context, w http.ResponseWriter, body []byte) string {
	c, err := readInteraction(body, b.who())
	if err != nil {
		http.Error(w, "malformed", http.StatusBadRequest)
		return "malformed"
	}
	switch c.kind {
	case clickAct:
		return b.reply(ctx, w, c, b.act(ctx, c, c.body))
	case clickOption:
		return b.reply(ctx, w, c, b.pick(ctx, c))
	case clickForm, clickEdit:
		return b.reply(ctx, w, c, b.open(ctx, c))
	case clickAnswers, clickChanges:
		return b.submit(ctx, w, c)
	case clickIgnored:
		return "ignored"
	default:
		return "ignored"
	}
}

// act tells the inbox. It returns what the person alone should read: "" when the act took effect.
func (b *Bot) act(ctx context.Context, c click, body assistant.Body) string {
	out, err := b.Inbox.Act(ctx, assistant.Act{Tenant: b.Tenant, From: c.from, Body: body, Key: c.key})
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
	q, _, _, open, err := b.Questions.Clarification(ctx, b.Tenant, c.subject.Ask)
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
	view := changesForm(c.subject, c.where)
	if c.kind == clickForm {
		q, note := b.question(ctx, c)
		if note != "" {
			return note
		}
		view = answersForm(q, c.where)
	}
	if _, err := b.client.OpenViewContext(ctx, c.trigger, view); err != nil {
		b.Log.WarnContext(ctx, "slack form not opened", slog.Any("err", b.answered("views.open", err)))
		return noteForm
	}
	return ""
}

// reply acknowledges a click, and only then tells the person what did not take effect.
func (b *Bot) reply(ctx context.Context, w http.ResponseWriter, c click, note string) string {
	w.Header().Set("Content-Length", "0")
	w.WriteHeader(http.StatusOK)
	if note == "" {
		return "taken"
	}
	_ = http.NewResponseController(w).Flush() // where it cannot be flushed, Slack waits a little longer
	b.whisper(context.WithoutCancel(ctx), c, note)
	return "refused"
}

// whisper tells one person something in the thread.
func (b *Bot) whisper(ctx context.Context, c click, note string) {
	if c.where.Channel == "" {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	options := []slackapi.MsgOption{slackapi.MsgOptionText(plain(note), false)}
	if c.where.Thread != "" {
		options = append(options, slackapi.MsgOptionTS(c.where.Thread))
	}
	if _, err := b.client.PostEphemeralContext(ctx, c.where.Channel, c.from.External, options...); err != nil {
		b.Log.WarnContext(ctx, "slack private word not delivered", slog.Any("err", b.answered("chat.postEphemeral", err)))
	}
}

// submit takes a form. What did not take effect is said in the form's place; what could not be stored keeps it open.
func (b *Bot) submit(ctx context.Context, w http.ResponseWriter, c click) string {
	body, first := c.body, blockChanges
	if c.kind == clickAnswers {
		q, note := b.question(ctx, c)
		first = firstInput(q)
		if note == "" {
			answer := c.answers(q)
			if len(answer.Values) == 0 && len(q.Questions) > 0 && !defaults(q) {
				return respond(w, slackapi.NewErrorsViewSubmissionResponse(map[string]string{first: noteEmpty}), "refused")
			}
			body = answer
		}
		if note == noteAgain {
			return respond(w, slackapi.NewUpdateViewSubmissionResponse(noteView(note)), "unavailable")
		}
		if note != "" {
			return respond(w, slackapi.NewUpdateViewSubmissionResponse(noteView(note)), "refused")
		}
	}
	switch note := b.act(ctx, c, body); note {
	case "":
		w.WriteHeader(http.StatusOK)
		return "taken"
	case noteAgain:
		return respond(w, slackapi.NewErrorsViewSubmissionResponse(map[string]string{first: note}), "unavailable")
	default:
		return respond(w, slackapi.NewUpdateViewSubmissionResponse(noteView(note)), "refused")
	}
}

// firstInput is the block of the first question's input, where a form shows what is wrong.
func firstInput(q assistant.Clarification) string {
	if len(q.Questions) > 0 && len(q.Questions[0].Options) > 0 && len(q.Questions[0].Options) <= 100 {
		return blockChoice + "0"
	}
	return blockOwn + "0"
}

// defaults tells whether every question may be left to the assistant.
func defaults(q assistant.Clarification) bool {
	for _, question := range q.Questions {
		if question.Default == "" {
			return false
		}
	}
	return true
}

func respond(w http.ResponseWriter, v *slackapi.ViewSubmissionResponse, outcome string) string {
	w.Header().Set("Content-Type", "application/json")
	if err := json.NewEncoder(w).Encode(v); err != nil {
		return "unavailable"
	}
	return outcome
}

// serveCommand answers the slash command. Slash commands do not work in threads, so all it can do is say how to talk.
func (b *Bot) serveCommand(_ context.Context, w http.ResponseWriter, _ []byte) string {
	w.Header().Set("Content-Type", "application/json")
	err := json.NewEncoder(w).Encode(map[string]string{
		"response_type": "ephemeral",
		"text": "Mention me in a channel, or write me a direct message, and I answer in the thread. " +
			"I plan bigger work with you first and change nothing before you approve. " +
			"In a thread where we talk already, just reply.",
	})
	if err != nil {
		return "unavailable"
	}
	return "taken"
}
