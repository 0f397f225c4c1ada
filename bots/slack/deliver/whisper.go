package deliver

import (
	"context"
	"errors"
	"log/slog"
	"time"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/slack/blocks"
	"github.com/aisteam/aisteam/bots/slack/workspace"
)

// privateWait is how long a private word waits for Slack at most: the person has clicked, and looks.
const privateWait = 3 * time.Second

// Voice tells one person something that nobody else reads.
type Voice struct {
	Sender *Sender
	Calls  *workspace.Refusals
	Log    *slog.Logger
}

// Whisper tells one person something in the thread, and directly where Slack does not take it there.
func (v *Voice) Whisper(ctx context.Context, w *workspace.Workspace, who assistant.Identity, where blocks.Origin, note string) {
	if where.Channel == "" {
		return
	}
	options := []slackapi.MsgOption{slackapi.MsgOptionText(blocks.Plain(note), false)}
	if where.Thread != "" {
		options = append(options, slackapi.MsgOptionTS(where.Thread))
	}
	send := func() error {
		_, err := w.Client.PostEphemeralContext(ctx, where.Channel, who.External, options...)
		return w.Answered(ctx, "chat.postEphemeral", err)
	}
	err := send()
	if later, ok := errors.AsType[*bots.LaterError](err); ok && later.After <= privateWait && rest(ctx, later.After) {
		err = send()
	}
	no, refused := errors.AsType[*bots.RefusedError](err)
	if refused && isUser(who.External) {
		directly := assistant.Place{Surface: assistant.SurfaceSlack, Space: who.Space, Channel: who.External}
		_, _, err = v.Sender.sayIn(ctx, w, directly, blocks.Message{Text: blocks.Plain(note)}, mark{})
	}
	if err == nil {
		return
	}
	v.Log.WarnContext(ctx, "slack private word not delivered", slog.Any("err", err))
	code := "no answer"
	if refused {
		code = no.Reason
	}
	v.Calls.Failed(ctx, w.Tenant, assistant.Failure{
		Place: assistant.Place{Space: who.Space, Channel: where.Channel, Thread: where.Thread},
		What:  "private word", Code: code, Outcome: string(bots.OutcomeGivenUp),
	})
}

// FormFailed notes a form that Slack did not open; the person is told in a private word.
func (v *Voice) FormFailed(ctx context.Context, w *workspace.Workspace, err error) {
	v.Log.WarnContext(ctx, "slack form not opened", slog.Any("err", err))
	if no, ok := errors.AsType[*bots.RefusedError](err); ok && !no.Closed {
		v.Calls.Failed(ctx, w.Tenant, assistant.Failure{Place: assistant.Place{Space: w.Who().Team}, What: "form", Code: no.Reason, Outcome: string(bots.OutcomeTold)})
	}
}

// rest waits; false says that there was no time to.
func rest(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}
