package receive

import (
	"context"
	"errors"
	"log/slog"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/click"
	"github.com/aisteam/aisteam/bots/ownsettings"
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
	"github.com/aisteam/aisteam/wording"
)

// Questions gives what stands behind the buttons of questions and approvals; buttons carry only ids.
type Questions interface {
	click.Questions
	// Approval returns it with where it stands.
	Approval(ctx context.Context, t assistant.TenantID, id assistant.ApprovalID) (assistant.ApprovalRecord, error)
}

// Threads tells which conversation a place is of.
type Threads interface {
	// ConversationAt returns the conversation bound to the place, [assistant.ErrNotFound] if there is none.
	ConversationAt(ctx context.Context, t assistant.TenantID, p assistant.Place) (assistant.ConversationID, error)
}

// Clicks takes buttons that are pressed and forms that are sent.
type Clicks struct {
	Spaces    *install.Registry
	People    *people.People
	Questions Questions
	Threads   Threads
	Taker     *click.Taker
	Hosts     *projects.Hosts
	Voice     *deliver.Voice
	Home      *home.Home
	Ingest    *ingest.Ingest
	Settings  *ownsettings.Settings // nil: people set nothing by forms
	Log       *slog.Logger
}

const noteForm = "I could not open the form. You can also just answer in this thread."

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
	case click.ThenNote:
		return k.reply(c, k.act(ctx, c, c.Body))
	case click.ThenRate:
		return k.rate(ctx, c)
	case click.ThenPick:
		return k.reply(c, k.Taker.Pick(ctx, k.by(ctx, c), c.Subject.Ask, c.Subject.Question, c.Subject.Option))
	case click.ThenAnswers, click.ThenChanges, payload.ClickAbout, click.ThenWhole, click.ThenRewrite, click.ThenStanding:
		return k.reply(c, k.open(ctx, c))
	case payload.ClickAnswers, payload.ClickChanges, payload.ClickRewritten, payload.ClickStanding:
		return k.submit(ctx, c)
	case payload.ClickAsked:
		return k.asked(ctx, c)
	case blocks.PressSiteTry:
		return k.Home.TrySite(ctx, c)
	case payload.ClickSiteDeleted:
		return k.Home.DeleteSite(ctx, c)
	case blocks.PressSite, blocks.PressSiteDelete, blocks.PressRole:
		return k.Home.OpenSettings(ctx, c)
	case payload.ClickSaved:
		return k.Home.SaveSite(ctx, c)
	case payload.ClickRoled:
		return k.Home.SaveRole(ctx, c)
	case payload.ClickSetting:
		return k.chooseSetting(ctx, c)
	case payload.ClickSet:
		return k.set(ctx, c)
	case click.ThenHush:
		return k.hush(ctx, c)
	case blocks.PressTask:
		return k.Home.ChangeTask(ctx, c)
	case blocks.PressTaskEdit, blocks.PressTaskPast:
		return k.Home.OpenTask(ctx, c)
	case payload.ClickTaskWords:
		return k.Home.ReadTask(ctx, c)
	case payload.ClickTaskSo:
		return k.Home.RewriteTask(ctx, c)
	case click.ThenNothing:
		return payload.Answer{Outcome: bots.AckIgnored}
	default:
		return payload.Answer{Outcome: bots.AckIgnored}
	}
}

// by returns the person who clicked, with everything Slack says of them.
func (k *Clicks) by(ctx context.Context, c workspace.Click) click.By {
	return click.By{Tenant: c.At.Tenant, From: k.People.Whole(ctx, c.From), Key: c.Key}
}

// act tells the inbox. It returns what the person alone should read: "" when the act took effect.
func (k *Clicks) act(ctx context.Context, c workspace.Click, body assistant.Body) string {
	return k.Taker.Act(ctx, k.by(ctx, c), body)
}

// open shows a form, here and now: the trigger does not outlive the click by more than three seconds.
func (k *Clicks) open(ctx context.Context, c workspace.Click) string {
	by := k.by(ctx, c)
	if note := people.Outsider(by.From); note != "" && c.Kind != payload.ClickAbout { // a form for what they may not do
		return note
	}
	opened := func(f assistant.Form, in wording.Words) slackapi.ModalViewRequest {
		return blocks.Modal(f, blocks.FormState{Subject: c.Subject, Origin: c.Where}, in)
	}
	form := opened(view.ChangesForm(), by.Words())
	switch c.Kind { //nolint:exhaustive // the other clicks open nothing
	case payload.ClickAbout:
		form = blocks.AboutForm(c.About, c.Where, by.Words())
	case click.ThenAnswers:
		q, in, note := k.Taker.Form(ctx, by, c.Subject.Ask)
		if note != "" {
			return note
		}
		form = opened(view.AnswersForm(q), in)
	case click.ThenWhole, click.ThenRewrite, click.ThenStanding:
		a, note := k.approval(ctx, c)
		if note != "" {
			return note
		}
		switch c.Kind {
		case click.ThenRewrite:
			form = opened(view.ArgumentsForm(a), by.Words())
		case click.ThenStanding:
			form = opened(view.StandingForm(a, by.Words()), by.Words())
		default:
			form = blocks.WholeView(a, k.Hosts.Of(ctx, c.At.Tenant), by.Words())
		}
	}
	if _, err := c.At.Client.OpenViewContext(ctx, c.Trigger, form); err != nil {
		k.Voice.FormFailed(ctx, c.At, c.At.Answered(ctx, "views.open", err))
		return noteForm
	}
	return ""
}

// approval reads the approval that a click is about, for people who may see its conversation, by the same rule as deciding:
// everybody whom Slack lets into its place may, except people from outside the workspace, who may be in a shared channel.
func (k *Clicks) approval(ctx context.Context, c workspace.Click) (a assistant.Approval, note string) {
	if note := people.Outsider(k.People.Whole(ctx, c.From)); note != "" {
		return a, note
	}
	found, err := k.Questions.Approval(ctx, c.At.Tenant, c.Subject.Approval)
	switch {
	case errors.Is(err, assistant.ErrNotFound):
		return a, view.NoteGone
	case err != nil:
		k.Log.ErrorContext(ctx, "slack approval not read", slog.Any("err", err))
		return a, view.NoteAgain
	}
	at, err := k.Threads.ConversationAt(ctx, c.At.Tenant, assistant.Place{Surface: assistant.SurfaceSlack, Space: c.At.Who().Team, Channel: c.Where.Channel, Thread: c.Where.Thread})
	switch {
	case errors.Is(err, assistant.ErrNotFound): // a reminder, which was sent to them alone
		return found.Approval, ""
	case err != nil:
		k.Log.ErrorContext(ctx, "slack approval not read", slog.Any("err", err))
		return a, view.NoteAgain
	case at != found.Conversation:
		return a, view.NoteGone
	}
	return found.Approval, ""
}

// rewritten takes the form for what an action is to be done with. It gives the block that a note is about, "" where the
// form could not be read.
func (k *Clicks) rewritten(ctx context.Context, c workspace.Click) (block, note string) {
	a, note := k.approval(ctx, c)
	if note != "" {
		return "", note
	}
	form := view.ArgumentsForm(a)
	body, wrong, fits := click.Rewritten(a, c.Fields.Given(form))
	if block = blocks.Room().Named(form, wrong); !fits {
		return block, click.NoteUnfit
	}
	return block, k.act(ctx, c, body)
}

// forGood takes the form for how long the like of an action is approved. It gives the block that a note is about, as rewritten does.
func (k *Clicks) forGood(ctx context.Context, c workspace.Click) (block, note string) {
	a, note := k.approval(ctx, c)
	if note != "" {
		return "", note
	}
	form := view.StandingForm(a, wording.Words{})
	block = blocks.Room().Named(form, "")
	body, err := click.Standing(a.ID, a.Hash, c.Fields.Given(form))
	if err != nil {
		return block, click.NoteUnfit
	}
	return block, k.act(ctx, c, body)
}

// reply acknowledges a click, and only then tells the person what did not take effect.
func (k *Clicks) reply(c workspace.Click, note string) payload.Answer {
	if note == "" {
		return payload.Answer{Outcome: bots.AckTaken}
	}
	return payload.Answer{Outcome: bots.AckRefused, Then: func(ctx context.Context) { k.whisper(ctx, c, note) }}
}

// whisper tells the person alone, in the language of their account what is a sentence of ours.
func (k *Clicks) whisper(ctx context.Context, c workspace.Click, note string) {
	k.Voice.Whisper(ctx, c.At, c.From, c.Where, k.by(ctx, c).Words().Label(note))
}

// submit takes a form. What did not take effect is said in the form's place; what was left empty and what could not be stored keep it
// open.
func (k *Clicks) submit(ctx context.Context, c workspace.Click) payload.Answer {
	var note string
	by := k.by(ctx, c)
	first, read := view.FieldChanges, true // the form's questions, so that errors can be shown beside them
	switch c.Kind {
	case payload.ClickAnswers:
		var q assistant.Clarification
		q, note = k.Taker.Answer(ctx, by, c.Subject.Ask, blocks.Room(), c.Fields.Sent)
		first, read = blocks.Room().Named(view.AnswersForm(q), ""), q.ID != ""
	case payload.ClickRewritten:
		first, note = k.rewritten(ctx, c)
		read = first != ""
	case payload.ClickStanding:
		first, note = k.forGood(ctx, c)
		read = first != ""
	default:
		note = k.Taker.Act(ctx, by, c.Body)
	}
	said := by.Words().Label(note)
	switch {
	case note == "":
		return payload.Answer{Outcome: bots.AckTaken}
	case note == view.NoteEmpty, note == click.NoteUnfit:
		return payload.Respond(slackapi.NewErrorsViewSubmissionResponse(map[string]string{first: said}), bots.AckRefused)
	case note == view.NoteAgain && read:
		return payload.Respond(slackapi.NewErrorsViewSubmissionResponse(map[string]string{first: said}), bots.AckUnavailable)
	case note == view.NoteAgain:
		return payload.Respond(slackapi.NewUpdateViewSubmissionResponse(blocks.NoteView(said, by.Words())), bots.AckUnavailable)
	default:
		return payload.Respond(slackapi.NewUpdateViewSubmissionResponse(blocks.NoteView(said, by.Words())), bots.AckRefused)
	}
}

// asked takes the form of a question about a message. What could not be stored keeps it open.
func (k *Clicks) asked(ctx context.Context, c workspace.Click) payload.Answer {
	c.In.Tenant = c.At.Tenant
	c.In.From = k.People.Whole(ctx, c.In.From)
	again := wording.In(c.In.From.Language).Say(view.NoteAgain)
	var err error
	if c.In.Before, err = k.Ingest.Before(ctx, c.At, c.In, c.About.TS, true); err != nil {
		k.Log.ErrorContext(ctx, "slack question not stored", slog.Any("err", err))
		return payload.Respond(slackapi.NewErrorsViewSubmissionResponse(map[string]string{blocks.FieldAbout: again}), bots.AckUnavailable)
	}
	a := k.Ingest.Receive(ctx, c.At, c.In)
	if a.Status != 0 {
		return payload.Respond(slackapi.NewErrorsViewSubmissionResponse(map[string]string{blocks.FieldAbout: again}), a.Outcome)
	}
	return a
}
