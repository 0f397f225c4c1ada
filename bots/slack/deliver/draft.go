package deliver

import (
	"context"
	"errors"
	"fmt"
	"time"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/slack/blocks"
	"github.com/aisteam/aisteam/bots/slack/install"
	"github.com/aisteam/aisteam/bots/slack/workspace"
)

var _ bots.Writer = (*Drafts)(nil)

// Drafts shows answers while they are being written, and makes them the card in the end.
type Drafts struct {
	spaces    *install.Registry
	posts     *Posts
	sender    *Sender
	indicator *Indicator
	drawings  *Drawings
	Now       func() time.Time
	streams   *bots.Memory[string, sentStream] // by channel and timestamp
	refused   bots.Misses                      // channels where Slack takes no stream
}

// NewDrafts returns drafts that become cards of o.
func NewDrafts(o *Posts, now func() time.Time) *Drafts {
	return &Drafts{
		spaces: o.Spaces, posts: o, sender: o.Sender, indicator: o.Indicator, drawings: o.Drawings, Now: now,
		streams: bots.NewMemory[string, sentStream](streamLimit),
	}
}

// Write implements [bots.Writer]: in a direct message by one of Slack's own streams, for as long as Slack lets it live, and
// elsewhere by a message that is edited.
func (d *Drafts) Write(ctx context.Context, p assistant.Place, so bots.AnswerCard, ref, nonce string) (string, error) {
	w, err := d.spaces.Workspace(ctx, p.Space)
	if err != nil {
		return "", workspace.NotThere(err)
	}
	text := d.drawings.Of(ctx, w).Streamed(so)
	switch {
	case ref == "" && streams(p) && text == "":
		return "", &bots.LaterError{After: w.Pace.MoreEvery} // there is no word yet
	case ref == "" && streams(p) && d.refused.Of(p.Channel) == 0 && !w.Lacks(methodStart):
		ts, err := d.startStream(ctx, w, p, text)
		switch no, refused := errors.AsType[*bots.RefusedError](err); {
		case refused && no.Reason == workspace.UnknownMethod:
			return d.sketch(ctx, w, p, so, nonce)
		case refused && !no.Closed:
			d.refused.Miss(p.Channel) // from now on it is a message that is edited
			return d.sketch(ctx, w, p, so, nonce)
		}
		return ts, err
	case ref == "":
		return d.sketch(ctx, w, p, so, nonce)
	}
	if done, err := d.appendStream(ctx, w, p, ref, text); done || err != nil {
		return ref, err
	}
	if err := w.Pace.Edit(p.Channel, ref, false); err != nil {
		return ref, err
	}
	var less bots.Lesser
	return less.Take(ref, d.update(ctx, w, p, ref, d.drawings.Of(ctx, w).Draft(so), draftOf(nonce)))
}

// sketch begins a message that is edited while the answer is being written.
func (d *Drafts) sketch(ctx context.Context, w *workspace.Workspace, p assistant.Place, so bots.AnswerCard, nonce string) (string, error) {
	var less bots.Lesser // it is only a draft
	return less.Take(d.sender.say(ctx, w, p, d.drawings.Of(ctx, w).Draft(so), draftOf(nonce)))
}

// Finish implements [bots.Writer]. A draft that cannot become the card is taken away, so that the card is posted in its place.
func (d *Drafts) Finish(ctx context.Context, p assistant.Place, ref string, c bots.Card, nonce string) (string, error) {
	w, err := d.spaces.Workspace(ctx, p.Space)
	if err != nil {
		return "", workspace.NotThere(err)
	}
	looks, with := d.drawings.Of(ctx, w).Messages(c)
	if len(looks) == 0 {
		return "", &bots.RefusedError{Reason: "not_drawn", Closed: true, Err: fmt.Errorf("slack does not draw %T", c)}
	}
	var less bots.Lesser
	err = d.stopStream(ctx, w, p, ref)
	if err == nil {
		err = w.Pace.Edit(p.Channel, ref, true)
	}
	if err == nil {
		_, err = less.Take("", d.update(ctx, w, p, ref, looks[0], draftOf(nonce)))
	}
	if no, refused := errors.AsType[*bots.RefusedError](err); refused {
		if no.Reason != "message_not_found" {
			d.sender.drop(ctx, w, p, ref)
		}
		d.posts.Threads.lost(p, nonce)
	}
	if err != nil {
		return "", err
	}
	if len(looks)+len(with) > 1 {
		if _, err = less.Take(d.posts.postAll(ctx, w, p, c, looks, with, nonce)); err != nil {
			return ref, err
		}
	}
	d.indicator.busy(ctx, w, p, c)
	return ref, less.Left()
}

// draftOf marks what is being written. It counts as the first message of the card that it becomes.
func draftOf(nonce string) mark { return mark{Nonce: nonce, Part: 1, Of: 1} }

// update makes a message look so, and marks it: a stream has no mark of its own.
func (d *Drafts) update(ctx context.Context, w *workspace.Workspace, p assistant.Place, ref string, l blocks.Message, m mark) error {
	send := func(l blocks.Message) error {
		if bots.Width(l.Text) > blocks.LimitEdited+50 {
			return &bots.RefusedError{Reason: "msg_too_long", Err: errors.New("longer than an edit may be")}
		}
		return unstreamed(ctx, w, p, ref, func() error {
			_, _, _, err := w.Client.UpdateMessageContext(ctx, p.Channel, ref, append(l.Named().Options(true),
				slackapi.MsgOptionMetadata(slackapi.SlackMetadata{EventType: metadataType, EventPayload: m.payload()}))...)
			return err
		})
	}
	if l.Draft {
		return d.sender.ladder(ctx, w, p, l, blocks.LimitEdited, send)
	}
	err := send(l)
	if no, ok := errors.AsType[*bots.RefusedError](err); ok && !no.Closed && bots.Width(l.Words()) < blocks.LimitEdited-300 {
		return d.sender.less(ctx, w, p, l, blocks.LimitEdited, no, send)
	}
	return err // longer words have room where the card is posted anew
}
