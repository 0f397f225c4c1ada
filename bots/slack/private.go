package slack

import (
	"context"
	"errors"
	"log/slog"
	"time"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/slack/blocks"
)

// privateWait is how long a private word waits for Slack at most: the person has clicked, and looks.
const privateWait = 3 * time.Second

// voice tells one person something that nobody else reads.
type voice struct {
	sender *sender
	calls  *refusals
	Log    *slog.Logger
}

// whisper tells one person something in the thread, and directly where Slack does not take it there.
func (v *voice) whisper(ctx context.Context, c clicked, note string) {
	if c.Where.Channel == "" {
		return
	}
	options := []slackapi.MsgOption{slackapi.MsgOptionText(blocks.Plain(note), false)}
	if c.Where.Thread != "" {
		options = append(options, slackapi.MsgOptionTS(c.Where.Thread))
	}
	send := func() error {
		_, err := c.at.client.PostEphemeralContext(ctx, c.Where.Channel, c.From.External, options...)
		return c.at.answered(ctx, "chat.postEphemeral", err)
	}
	err := send()
	if later, ok := errors.AsType[*bots.LaterError](err); ok && later.After <= privateWait && rest(ctx, later.After) {
		err = send()
	}
	no, refused := errors.AsType[*bots.RefusedError](err)
	if refused && isUser(c.From.External) {
		directly := assistant.Place{Surface: assistant.SurfaceSlack, Space: c.From.Space, Channel: c.From.External}
		_, _, err = v.sender.sayIn(ctx, c.at, directly, blocks.Message{Text: blocks.Plain(note)}, mark{})
	}
	if err == nil {
		return
	}
	v.Log.WarnContext(ctx, "slack private word not delivered", slog.Any("err", err))
	code := "no answer"
	if refused {
		code = no.Reason
	}
	v.calls.failed(ctx, c.at.tenant, assistant.Failure{
		Place: assistant.Place{Space: c.From.Space, Channel: c.Where.Channel, Thread: c.Where.Thread},
		What:  "private word", Code: code, Outcome: string(bots.OutcomeGivenUp),
	})
}

// formFailed notes a form that Slack did not open; the person is told in a private word.
func (v *voice) formFailed(ctx context.Context, w *workspace, err error) {
	v.Log.WarnContext(ctx, "slack form not opened", slog.Any("err", err))
	if no, ok := errors.AsType[*bots.RefusedError](err); ok && !no.Closed {
		v.calls.failed(ctx, w.tenant, assistant.Failure{Place: assistant.Place{Space: w.who().team}, What: "form", Code: no.Reason, Outcome: string(bots.OutcomeTold)})
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
