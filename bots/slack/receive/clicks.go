package receive

import (
	"context"
	"errors"
	"log/slog"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/slack/blocks"
	"github.com/aisteam/aisteam/bots/slack/deliver"
	"github.com/aisteam/aisteam/bots/slack/home"
	"github.com/aisteam/aisteam/bots/slack/ingest"
	"github.com/aisteam/aisteam/bots/slack/install"
	"github.com/aisteam/aisteam/bots/slack/payload"
	"github.com/aisteam/aisteam/bots/slack/people"
	"github.com/aisteam/aisteam/bots/slack/workspace"
	"github.com/aisteam/aisteam/bots/view"
	"github.com/aisteam/aisteam/projects"
)

// Questions gives what stands behind the buttons of questions and approvals; buttons carry only ids.
type Questions interface {
	// Clarification returns it with its conversation, whom it asks, and whether an answer is still wanted.
	Clarification(ctx context.Context, t assistant.TenantID, id assistant.ClarificationID) (c assistant.Clarification, conv assistant.ConversationID, askedOf assistant.PersonID, open bool, err error)
	// Approval returns it with where it stands.
	Approval(ctx context.Context, t assistant.TenantID, id assistant.ApprovalID) (assistant.ApprovalRecord, error)
}

// Clicks takes buttons that are pressed and forms that are sent.
type Clicks struct {
	Spaces    *install.Registry
	People    *people.People
	Inbox     bots.Inbox
	Questions Questions
	Hosts     *projects.Hosts
	Voice     *deliver.Voice
	Home      *home.Home
	Ingest    *ingest.Ingest
	Log       *slog.Logger
}

const (
	noteForm  = "I could not open the form. You can also just answer in this thread."
	noteEmpty = "Please answer at least one question."
)

// interaction takes a click or a form.
func (k *Clicks) interaction(ctx context.Context, raw []byte) payload.Answer {
	i, err := payload.ReadInteraction(raw)
	if err != nil {
		return payload.Malformed()
	}
	enterprise := k.Spaces.WorkspaceOf(ctx, &i)
	w, err := k.Spaces.WorkspaceIn(ctx, enterprise, i.Team.ID)
	switch {
	case errors.Is(err, assistant.ErrNotFound):
		return stranger(ctx, k.Log, i.Team.ID)
	case err != nil:
		return payload.Unavailable(ctx, k.Log, err)
	}
	c := workspace.Click{Click: i.Read(), At: w}
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
		return k.Home.TrySite(ctx, c)
	case payload.ClickSiteDeleted:
		return k.Home.DeleteSite(ctx, c)
	case payload.ClickSite, payload.ClickSiteDelete, payload.ClickRole:
		return k.Home.OpenSettings(ctx, c)
	case payload.ClickSaved:
		return k.Home.SaveSite(ctx, c)
	case payload.ClickRoled:
		return k.Home.SaveRole(ctx, c)
	case payload.ClickIgnored:
		return payload.Answer{Outcome: bots.AckIgnored}
	default:
		return payload.Answer{Outcome: bots.AckIgnored}
	}
}

// act tells the inbox. It returns what the person alone should read: "" when the act took effect.
func (k *Clicks) act(ctx context.Context, c workspace.Click, body assistant.Body) string {
	out, err := k.Inbox.Act(ctx, assistant.Act{Tenant: c.At.Tenant, From: k.People.Whole(ctx, c.From), Body: body, Key: c.Key})
	switch {
	case errors.Is(err, assistant.ErrNotFound):
		return view.NoteGone
	case err != nil:
		k.Log.ErrorContext(ctx, "slack click not stored", slog.Any("err", err))
		return view.NoteAgain
	case out.Done:
		return ""
	default:
		return out.Note
	}
}

// question reads the clarification a click is about.
func (k *Clicks) question(ctx context.Context, c workspace.Click) (assistant.Clarification, string) {
	q, _, _, open, err := k.Questions.Clarification(ctx, c.At.Tenant, c.Subject.Ask)
	switch {
	case errors.Is(err, assistant.ErrNotFound):
		return q, view.NoteGone
	case err != nil:
		k.Log.ErrorContext(ctx, "slack question not read", slog.Any("err", err))
		return q, view.NoteAgain
	case !open:
		return q, view.NoteClosed
	default:
		return q, ""
	}
}

// pick answers a question with one of its options.
func (k *Clicks) pick(ctx context.Context, c workspace.Click) string {
	q, note := k.question(ctx, c)
	if note != "" {
		return note
	}
	answer, ok := c.Option(q)
	if !ok {
		return view.NoteGone
	}
	return k.act(ctx, c, answer)
}

// open shows a form, here and now: the trigger does not outlive the click by more than three seconds.
func (k *Clicks) open(ctx context.Context, c workspace.Click) string {
	form := blocks.ChangesForm(c.Subject, c.Where)
	switch c.Kind { //nolint:exhaustive // the other clicks open nothing
	case payload.ClickAbout:
		form = blocks.AboutForm(c.About, c.Where)
	case payload.ClickForm:
		q, note := k.question(ctx, c)
		if note != "" {
			return note
		}
		form = blocks.AnswersForm(q, c.Where)
	case payload.ClickRead:
		a, err := k.Questions.Approval(ctx, c.At.Tenant, c.Subject.Approval)
		switch {
		case errors.Is(err, assistant.ErrNotFound):
			return view.NoteGone
		case err != nil:
			k.Log.ErrorContext(ctx, "slack approval not read", slog.Any("err", err))
			return view.NoteAgain
		}
		form = blocks.WholeView(a.Approval, k.Hosts.Of(ctx, c.At.Tenant))
	}
	if _, err := c.At.Client.OpenViewContext(ctx, c.Trigger, form); err != nil {
		k.Voice.FormFailed(ctx, c.At, c.At.Answered(ctx, "views.open", err))
		return noteForm
	}
	return ""
}

// reply acknowledges a click, and only then tells the person what did not take effect.
func (k *Clicks) reply(c workspace.Click, note string) payload.Answer {
	if note == "" {
		return payload.Answer{Outcome: bots.AckTaken}
	}
	return payload.Answer{Outcome: bots.AckRefused, Then: func(ctx context.Context) { k.Voice.Whisper(ctx, c.At, c.From, c.Where, note) }}
}

// submit takes a form. What did not take effect is said in the form's place; what could not be stored keeps it open.
func (k *Clicks) submit(ctx context.Context, c workspace.Click) payload.Answer {
	body, first := c.Body, blocks.BlockChanges
	if c.Kind == payload.ClickAnswers {
		q, note := k.question(ctx, c)
		first = blocks.FirstInput(q)
		if note == "" {
			answer := blocks.ReadAnswers(q, c.Fields)
			if len(q.Questions) > 0 && !q.Answers(answer.Values) {
				return payload.Respond(slackapi.NewErrorsViewSubmissionResponse(map[string]string{first: noteEmpty}), bots.AckRefused)
			}
			body = answer
		}
		if note == view.NoteAgain {
			return payload.Respond(slackapi.NewUpdateViewSubmissionResponse(blocks.NoteView(note)), bots.AckUnavailable)
		}
		if note != "" {
			return payload.Respond(slackapi.NewUpdateViewSubmissionResponse(blocks.NoteView(note)), bots.AckRefused)
		}
	}
	switch note := k.act(ctx, c, body); note {
	case "":
		return payload.Answer{Outcome: bots.AckTaken}
	case view.NoteAgain:
		return payload.Respond(slackapi.NewErrorsViewSubmissionResponse(map[string]string{first: note}), bots.AckUnavailable)
	default:
		return payload.Respond(slackapi.NewUpdateViewSubmissionResponse(blocks.NoteView(note)), bots.AckRefused)
	}
}

// asked takes the form of a question about a message. What could not be stored keeps it open.
func (k *Clicks) asked(ctx context.Context, c workspace.Click) payload.Answer {
	c.In.Tenant = c.At.Tenant
	c.In.From = k.People.Whole(ctx, c.In.From)
	var err error
	if c.In.Before, err = k.Ingest.Before(ctx, c.At, c.In, c.About.TS, true); err != nil {
		k.Log.ErrorContext(ctx, "slack question not stored", slog.Any("err", err))
		return payload.Respond(slackapi.NewErrorsViewSubmissionResponse(map[string]string{blocks.BlockAbout: view.NoteAgain}), bots.AckUnavailable)
	}
	a := k.Ingest.Receive(ctx, c.At, c.In)
	if a.Status != 0 {
		return payload.Respond(slackapi.NewErrorsViewSubmissionResponse(map[string]string{blocks.BlockAbout: view.NoteAgain}), a.Outcome)
	}
	return a
}
