package deliver

import (
	"context"
	"errors"
	"strings"
	"time"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/slack/workspace"
)

const methodStart = "chat.startStream"

const (
	streamFor   = 4 * time.Minute // Slack ends a stream after about five without a word
	streamLimit = 1000            // streams known at a time
)

// sentStream is a stream that this process has begun: what it has sent, since an append says only what is new. Another
// process, or this one after a restart, goes on by editing.
type sentStream struct {
	text  string
	begun time.Time
}

// streams tells whether a place takes Slack's own streams: outside of direct messages Slack shows one to a single person.
func streams(p assistant.Place) bool { return strings.HasPrefix(p.Channel, "D") && p.Thread != "" }

func (d *Drafts) startStream(ctx context.Context, w *workspace.Workspace, p assistant.Place, text string) (string, error) {
	if err := w.Pace.Hold(methodStart); err != nil {
		return "", err
	}
	if err := w.Pace.Post(p.Channel); err != nil {
		return "", err
	}
	d.indicator.shown(p)
	_, ts, err := w.Client.StartStreamContext(ctx, p.Channel, slackapi.MsgOptionTS(p.Thread), slackapi.MsgOptionMarkdownText(text))
	if err != nil {
		return "", w.Answered(ctx, methodStart, err)
	}
	d.streams.Keep(p.Channel+"/"+ts, sentStream{text: text, begun: d.Now()})
	return ts, nil
}

// appendStream sends what is new. done is false where the message is no stream, or none any more: it is to be edited then.
func (d *Drafts) appendStream(ctx context.Context, w *workspace.Workspace, p assistant.Place, ts, text string) (done bool, err error) {
	const method = "chat.appendStream"
	key := p.Channel + "/" + ts
	s, ok := d.streams.Of(key)
	if !ok {
		return false, nil
	}
	more, grows := strings.CutPrefix(text, s.text)
	switch {
	case !grows, d.Now().Sub(s.begun) > streamFor:
		return false, d.endStream(ctx, w, p, ts)
	case more == "":
		return true, nil
	}
	if err := w.Pace.More(p.Channel, ts); err != nil {
		return false, err
	}
	_, _, err = w.Client.AppendStreamContext(ctx, p.Channel, ts, slackapi.MsgOptionMarkdownText(more))
	if streamOver(err) {
		d.streams.Forget(key)
		return false, nil
	}
	if err = w.Answered(ctx, method, err); err != nil {
		if _, later := errors.AsType[*bots.LaterError](err); !later {
			err = errors.Join(err, d.endStream(ctx, w, p, ts)) // it may have been appended: from here on all is shown
		}
		return false, err
	}
	s.text = text
	d.streams.Keep(key, s)
	return true, nil
}

// stopStream ends a stream of this process; what it shows stays, to be edited.
func (d *Drafts) stopStream(ctx context.Context, w *workspace.Workspace, p assistant.Place, ts string) error {
	if _, ok := d.streams.Of(p.Channel + "/" + ts); !ok {
		return nil
	}
	return d.endStream(ctx, w, p, ts)
}

// endStream ends a stream, including one that another process began.
func (d *Drafts) endStream(ctx context.Context, w *workspace.Workspace, p assistant.Place, ts string) error {
	err := endStream(ctx, w, p, ts)
	if err == nil {
		d.streams.Forget(p.Channel + "/" + ts)
	}
	return err
}

// endStream ends a stream, whoever began it. One that has ended stays so.
func endStream(ctx context.Context, w *workspace.Workspace, p assistant.Place, ts string) error {
	const method = "chat.stopStream"
	if err := w.Pace.Hold(method); err != nil {
		return err
	}
	_, _, err := w.Client.StopStreamContext(ctx, p.Channel, ts)
	if streamOver(err) {
		err = nil
	}
	return w.Answered(ctx, method, err)
}

// unstreamed makes an update, of a message that may still be a stream: another process began that one, and this one ends it.
func unstreamed(ctx context.Context, w *workspace.Workspace, p assistant.Place, ts string, update func() error) error {
	err := update()
	if said, ok := errors.AsType[slackapi.SlackErrorResponse](err); ok && said.Err == "streaming_state_conflict" {
		if err := endStream(ctx, w, p, ts); err != nil {
			return err
		}
		err = update()
	}
	return w.Answered(ctx, "chat.update", err)
}

// unmarked tells whether a message is a stream whose beginning was not answered: ours, and without a mark, since Slack takes
// none for a stream. A place has one at most: nothing else is written there before it is over.
func unmarked(m slackapi.Message, me workspace.Identity, p assistant.Place) bool {
	ours := m.User == me.User && me.User != "" || m.BotID == me.Bot && me.Bot != ""
	return ours && streams(p) && m.Timestamp != p.Thread && len(m.Files) == 0 && m.Metadata.EventType == "" && streamOf(m) == ""
}

// streamOver tells whether Slack says that the message is no stream any more, or knows of none: then it is one to be edited.
func streamOver(err error) bool {
	said, ok := errors.AsType[slackapi.SlackErrorResponse](err)
	return ok && (said.Err == "message_not_in_streaming_state" || said.Err == workspace.UnknownMethod)
}
