package slack

import (
	"context"
	"errors"
	"fmt"
	"strings"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

var _ bots.Writer = (*Bot)(nil)

// Write implements [bots.Writer]: in a direct message by one of Slack's own streams, for as long as Slack lets it live, and
// elsewhere by a message that is edited.
func (b *Bot) Write(ctx context.Context, p assistant.Place, so bots.AnswerCard, ref, nonce string) (string, error) {
	w, err := b.workspace(ctx, p.Space)
	if err != nil {
		return "", &bots.RefusedError{Reason: "not_installed", Err: err}
	}
	switch {
	case ref == "" && streams(p):
		return b.startStream(ctx, w, p, streamed(so))
	case ref == "":
		return b.say(ctx, w, p, b.drawing(ctx, w).draft(so), draftOf(nonce))
	}
	if done, err := b.appendStream(ctx, w, p, ref, streamed(so)); done || err != nil {
		return ref, err
	}
	if err := w.pace.edit(p.Channel, ref, false); err != nil {
		return ref, err
	}
	return ref, b.look(ctx, w, p, ref, b.drawing(ctx, w).draft(so), draftOf(nonce))
}

// Finish implements [bots.Writer].
func (b *Bot) Finish(ctx context.Context, p assistant.Place, ref string, c bots.Card, nonce string) (string, error) {
	w, err := b.workspace(ctx, p.Space)
	if err != nil {
		return "", &bots.RefusedError{Reason: "not_installed", Err: err}
	}
	looks, with := b.drawing(ctx, w).messages(c)
	if len(looks) == 0 {
		return "", &bots.RefusedError{Reason: "not_drawn", Err: fmt.Errorf("slack does not draw %T", c)}
	}
	if err := b.stopStream(ctx, w, p, ref); err != nil {
		return "", err
	}
	if err := w.pace.edit(p.Channel, ref, true); err != nil {
		return "", err
	}
	if err := b.look(ctx, w, p, ref, looks[0], draftOf(nonce)); err != nil {
		return "", err
	}
	if len(looks)+len(with) > 1 {
		_, err = b.postAll(ctx, w, p, c, looks, with, nonce)
	}
	if err == nil {
		b.busy(ctx, w, p, c)
	}
	return ref, err
}

// draftOf marks what is being written. It counts as the first message of the card that it becomes.
func draftOf(nonce string) mark { return mark{Nonce: nonce, Part: 1, Of: 1} }

// look makes a message look so, and marks it: a stream has no mark of its own.
func (b *Bot) look(ctx context.Context, w *workspace, p assistant.Place, ref string, l look, m mark) error {
	l = l.named()
	update := func() error {
		_, _, _, err := w.client.UpdateMessageContext(ctx, p.Channel, ref,
			slackapi.MsgOptionText(l.text, false), slackapi.MsgOptionBlocks(l.blocks...),
			slackapi.MsgOptionMetadata(slackapi.SlackMetadata{EventType: metadataType, EventPayload: m.payload()}))
		return err
	}
	err := update()
	if said, ok := errors.AsType[slackapi.SlackErrorResponse](err); ok && said.Err == "streaming_state_conflict" {
		// Another replica began it.
		if err := b.endStream(ctx, w, p, ref); err != nil {
			return err
		}
		err = update()
	}
	return b.answered(w, "chat.update", err)
}

// draft draws an answer that is still being written: what there is of it, or as much as fits. What JSON escapes takes more
// room than the text.
func (r renderer) draft(so bots.AnswerCard) look {
	all, notes := streamed(so), contextLine(speaker(so.Agent), "is still writing…", rehearsed(so))
	return fit(3, func(detail int) look {
		text := "…"
		if pieces := bots.SplitMarkdown(all, (limitDraft+100)*(detail+1)/4); len(pieces) > 0 {
			text = pieces[0] // a fence that is still open is closed
		}
		return look{text: plain(text), blocks: []slackapi.Block{slackapi.NewMarkdownBlock("", text), notes}}
	})
}

func rehearsed(so bots.AnswerCard) string {
	if so.Rehearsal {
		return origins(so)
	}
	return ""
}

const limitDraft = limitMarkdown - 1000

// streamed is the text of a draft. As an answer grows, what it was before stays its beginning.
func streamed(so bots.AnswerCard) string {
	text := harmless(strings.TrimSpace(so.Text))
	if bots.Width(text) > limitDraft {
		text = strings.TrimSuffix(bots.Clip(text, limitDraft), "…")
	}
	return text
}
