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
	"github.com/aisteam/aisteam/projects"
)

const (
	noteAgain  = "I could not save that just now. Nothing has happened; please try again in a moment."
	noteGone   = "I do not know this any more. Nothing has happened."
	noteClosed = "This question is closed already."
	noteForm   = "I could not open the form. You can also just answer in this thread."
	noteEmpty  = "Please answer at least one question."
)

// clicks takes buttons that are pressed and forms that are sent.
type clicks struct {
	spaces    *registry
	people    *people
	Inbox     bots.Inbox
	Questions Questions
	hosts     *projects.Hosts
	voice     *voice
	apphome   *appHome
	ingest    *ingest
	Log       *slog.Logger
}

// clicked is a click in the workspace that it was made in.
type clicked struct {
	payload.Click
	at *workspace
}

// interaction takes a click or a form.
func (k *clicks) interaction(ctx context.Context, raw []byte) payload.Answer {
	i, err := payload.ReadInteraction(raw)
	if err != nil {
		return payload.Malformed()
	}
	enterprise := k.spaces.place(ctx, &i)
	w, err := k.spaces.workspaceIn(ctx, enterprise, i.Team.ID)
	switch {
	case errors.Is(err, assistant.ErrNotFound):
		return stranger(ctx, k.Log, i.Team.ID)
	case err != nil:
		return payload.Unavailable(ctx, k.Log, err)
	}
	c := clicked{Click: i.Read(), at: w}
	switch c.Kind {
	case payload.ClickAct:
		return k.reply(c, k.act(ctx, c, c.Body))
	case payload.ClickRate:
		return k.rate(ctx, c)
	case payload.ClickOption:
		return k.reply(c, k.pick(ctx, c))
	case payload.ClickForm, payload.ClickEdit, payload.ClickAbout, payload.ClickRead:
		return k.reply(c, k.open(ctx, c))
	case payload.ClickAnswers, payload.ClickChanges:
		return k.submit(ctx, c)
	case payload.ClickAsked:
		return k.asked(ctx, c)
	case payload.ClickSiteTry:
		return k.apphome.trySite(ctx, c)
	case payload.ClickSiteDeleted:
		return k.apphome.deleteSite(ctx, c)
	case payload.ClickSite, payload.ClickSiteDelete, payload.ClickRole:
		return k.apphome.openSettings(ctx, c)
	case payload.ClickSaved:
		return k.apphome.saveSite(ctx, c)
	case payload.ClickRoled:
		return k.apphome.saveRole(ctx, c)
	case payload.ClickIgnored:
		return payload.Answer{Outcome: bots.AckIgnored}
	default:
		return payload.Answer{Outcome: bots.AckIgnored}
	}
}

// act tells the inbox. It returns what the person alone should read: "" when the act took effect.
func (k *clicks) act(ctx context.Context, c clicked, body assistant.Body) string {
	out, err := k.Inbox.Act(ctx, assistant.Act{Tenant: c.at.tenant, From: k.people.whole(ctx, c.From), Body: body, Key: c.Key})
	switch {
	case errors.Is(err, assistant.ErrNotFound):
		return noteGone
	case err != nil:
		k.Log.ErrorContext(ctx, "slack click not stored", slog.Any("err", err))
		return noteAgain
	case out.Done:
		return ""
	default:
		return out.Note
	}
}

// question reads the clarification a click is about.
func (k *clicks) question(ctx context.Context, c clicked) (assistant.Clarification, string) {
	q, _, _, open, err := k.Questions.Clarification(ctx, c.at.tenant, c.Subject.Ask)
	switch {
	case errors.Is(err, assistant.ErrNotFound):
		return q, noteGone
	case err != nil:
		k.Log.ErrorContext(ctx, "slack question not read", slog.Any("err", err))
		return q, noteAgain
	case !open:
		return q, noteClosed
	default:
		return q, ""
	}
}

// pick answers a question with one of its options.
func (k *clicks) pick(ctx context.Context, c clicked) string {
	q, note := k.question(ctx, c)
	if note != "" {
		return note
	}
	answer, ok := c.Option(q)
	if !ok {
		return noteGone
	}
	return k.act(ctx, c, answer)
}

// open shows a form, here and now: the trigger does not outlive the click by more than three seconds.
func (k *clicks) open(ctx context.Context, c clicked) string {
	view := blocks.ChangesForm(c.Subject, c.Where)
	switch c.Kind { //nolint:exhaustive // the other clicks open nothing
	case payload.ClickAbout:
		view = blocks.AboutForm(c.About, c.Where)
	case payload.ClickForm:
		q, note := k.question(ctx, c)
		if note != "" {
			return note
		}
		view = blocks.AnswersForm(q, c.Where)
	case payload.ClickRead:
		a, err := k.Questions.Approval(ctx, c.at.tenant, c.Subject.Approval)
		switch {
		case errors.Is(err, assistant.ErrNotFound):
			return noteGone
		case err != nil:
			k.Log.ErrorContext(ctx, "slack approval not read", slog.Any("err", err))
			return noteAgain
		}
		view = blocks.WholeView(a.Approval, k.hosts.Of(ctx, c.at.tenant))
	}
	if _, err := c.at.client.OpenViewContext(ctx, c.Trigger, view); err != nil {
		k.voice.formFailed(ctx, c.at, c.at.answered(ctx, "views.open", err))
		return noteForm
	}
	return ""
}

// reply acknowledges a click, and only then tells the person what did not take effect.
func (k *clicks) reply(c clicked, note string) payload.Answer {
	if note == "" {
		return payload.Answer{Outcome: bots.AckTaken}
	}
	return payload.Answer{Outcome: bots.AckRefused, Then: func(ctx context.Context) { k.voice.whisper(ctx, c, note) }}
}

// submit takes a form. What did not take effect is said in the form's place; what could not be stored keeps it open.
func (k *clicks) submit(ctx context.Context, c clicked) payload.Answer {
	body, first := c.Body, blocks.BlockChanges
	if c.Kind == payload.ClickAnswers {
		q, note := k.question(ctx, c)
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
	switch note := k.act(ctx, c, body); note {
	case "":
		return payload.Answer{Outcome: bots.AckTaken}
	case noteAgain:
		return respond(slackapi.NewErrorsViewSubmissionResponse(map[string]string{first: note}), bots.AckUnavailable)
	default:
		return respond(slackapi.NewUpdateViewSubmissionResponse(blocks.NoteView(note)), bots.AckRefused)
	}
}

// asked takes the form of a question about a message. What could not be stored keeps it open.
func (k *clicks) asked(ctx context.Context, c clicked) payload.Answer {
	c.In.Tenant = c.at.tenant
	c.In.From = k.people.whole(ctx, c.In.From)
	var err error
	if c.In.Before, err = k.ingest.before(ctx, c.at, c.In, c.About.TS, true); err != nil {
		k.Log.ErrorContext(ctx, "slack question not stored", slog.Any("err", err))
		return respond(slackapi.NewErrorsViewSubmissionResponse(map[string]string{blocks.BlockAbout: noteAgain}), bots.AckUnavailable)
	}
	a := k.ingest.receive(ctx, c.at, c.In)
	if a.Status != 0 {
		return respond(slackapi.NewErrorsViewSubmissionResponse(map[string]string{blocks.BlockAbout: noteAgain}), a.Outcome)
	}
	return a
}

func respond(v *slackapi.ViewSubmissionResponse, outcome bots.Ack) payload.Answer {
	return payload.Answer{Payload: v, Outcome: outcome}
}
