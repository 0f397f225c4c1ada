package deliver

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"time"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/slack/blocks"
	"github.com/aisteam/aisteam/bots/slack/workspace"
)

// Progress shows executors at work as one of Slack's own streams, a line for each with its state. Slack takes streams in direct messages; a
// run that has ended, and what stands in a channel, is a card like any other.
//
//	post ──▶ stream ──a task moves on──▶ append ──▶ … ──the run ends, or four minutes──▶ stop ──▶ the card, by an edit
type Progress struct {
	now     func() time.Time
	streams *bots.Memory[string, sentProgress] // by channel and timestamp
	refused bots.Misses                        // channels where Slack takes no such stream
}

// NewProgress returns a Progress that knows of no stream yet.
func NewProgress(now func() time.Time) *Progress {
	return &Progress{now: now, streams: bots.NewMemory[string, sentProgress](streamLimit)}
}

// sentProgress is a stream of tasks that this process has begun, as Slack has it.
type sentProgress struct {
	blocks.Progress

	nonce string
	begun time.Time
}

// begin shows a card as a stream. done is false where it is to be posted as a card.
func (o *Posts) begin(ctx context.Context, w *workspace.Workspace, p assistant.Place, c bots.Card, nonce string) (ts string, done bool, err error) {
	if o.Progress == nil || !streams(p) || w.Lacks(methodStart) || o.Progress.refused.Of(p.Channel) > 0 {
		return "", false, nil
	}
	so, ok := o.Drawings.Of(ctx, w).Progress(c)
	if !ok {
		return "", false, nil
	}
	if err := w.Pace.Hold(methodStart); err != nil {
		return "", true, err
	}
	if err := w.Pace.Post(p.Channel); err != nil {
		return "", true, err
	}
	o.Indicator.shown(p)
	_, ts, err = w.Client.StartStreamContext(ctx, p.Channel, slackapi.MsgOptionTS(p.Thread), slackapi.MsgOptionTaskDisplayMode(slackapi.TaskDisplayModePlan),
		slackapi.MsgOptionChunks(so.Chunks(blocks.Progress{}, nonce)...))
	if err = w.Answered(ctx, methodStart, err); err != nil {
		no, refused := errors.AsType[*bots.RefusedError](err)
		if refused && no.Reason == workspace.UnknownMethod {
			return "", false, nil // that is remembered already
		}
		if refused && !no.Closed {
			o.Log.InfoContext(ctx, "slack takes no stream of tasks", slog.String("tenant", string(w.Tenant)), slog.String("reason", no.Reason))
			o.Progress.refused.Miss(p.Channel)
			return "", false, nil
		}
		return "", true, err
	}
	o.Progress.streams.Keep(p.Channel+"/"+ts, sentProgress{so, nonce, o.Progress.now()})
	o.Indicator.busy(ctx, w, p, c)
	return ts, true, nil
}

// goesOn appends what is new of a card to its stream. done is false where the message is to be edited: it is no stream, or none any more.
func (o *Posts) goesOn(ctx context.Context, w *workspace.Workspace, p assistant.Place, ts string, c bots.Card) (done bool, err error) {
	const method = "chat.appendStream"
	if o.Progress == nil {
		return false, nil
	}
	key := p.Channel + "/" + ts
	sent, known := o.Progress.streams.Of(key)
	if !known {
		return false, nil
	}
	so, ok := o.Drawings.Of(ctx, w).Progress(c)
	if !ok || o.Progress.now().Sub(sent.begun) > streamFor {
		return false, o.over(ctx, w, p, ts)
	}
	news := so.Chunks(sent.Progress, sent.nonce)
	if len(news) == 0 {
		return true, nil
	}
	if err := w.Pace.More(p.Channel, ts); err != nil {
		return false, err
	}
	_, _, err = w.Client.AppendStreamContext(ctx, p.Channel, ts, slackapi.MsgOptionChunks(news...))
	if streamOver(err) {
		o.Progress.streams.Forget(key)
		return false, nil
	}
	if err = w.Answered(ctx, method, err); err != nil {
		if _, refused := errors.AsType[*bots.RefusedError](err); refused { // it may have been appended: from here on all is shown
			return false, o.over(ctx, w, p, ts)
		}
		return false, err
	}
	sent.Progress = so
	o.Progress.streams.Keep(key, sent)
	return true, nil
}

// over ends a stream of this process; what it shows stays, to be edited.
func (o *Posts) over(ctx context.Context, w *workspace.Workspace, p assistant.Place, ts string) error {
	err := endStream(ctx, w, p, ts)
	if err == nil {
		o.Progress.streams.Forget(p.Channel + "/" + ts)
	}
	return err
}

// streamOf is the nonce of a stream of tasks that stands in a message, "" for any other message: Slack takes no mark for a stream, so the
// ids of its tasks carry it.
func streamOf(m slackapi.Message) string {
	for _, b := range m.Blocks.BlockSet {
		switch b := b.(type) {
		case *slackapi.PlanBlock:
			for _, t := range b.Tasks {
				if nonce, _, ok := strings.Cut(t.TaskID, blocks.ProgressGap); ok {
					return nonce
				}
			}
		case *slackapi.TaskCardBlock:
			if nonce, _, ok := strings.Cut(b.TaskID, blocks.ProgressGap); ok {
				return nonce
			}
		}
	}
	return ""
}
