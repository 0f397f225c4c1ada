package slack

import (
	"context"
	"errors"
	"log/slog"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/slack/blocks"
)

// closing are the refusals that are not about what was to be shown: of the place, of the message, of the app. Showing it
// otherwise would be refused just the same.
func closing(code string) bool {
	switch code {
	case "channel_not_found", "not_in_channel", "is_archived", "is_inactive", "thread_not_found", "user_not_found", "user_not_in_channel",
		"account_inactive", "token_revoked", "org_login_required", "ekm_access_denied", "team_access_not_granted", "access_denied",
		"missing_scope", "no_permission", "not_allowed_token_type", "two_factor_setup_required", "team_not_found", "team_added_to_org",
		"restricted_action", "restricted_action_read_only_channel", "restricted_action_thread_only_channel", "restricted_action_non_threadable_channel",
		"restricted_action_thread_locked", "cannot_reply_to_message", "cannot_dm_bot", "user_disabled", "messages_tab_disabled", "user_is_restricted",
		"message_not_found", "cant_update_message", "edit_window_closed", "expired_trigger_id", "trigger_expired", "exchanged_trigger_id", "unknown_method":
		return true
	default:
		return false
	}
}

// unchangeable tells whether Slack refuses because of the message that was to be changed: the card has to be posted anew.
// One that somebody took away is posted anew for what people wait for alone.
func unchangeable(err error, c bots.Card) bool {
	no, ok := errors.AsType[*bots.RefusedError](err)
	if !ok {
		return false
	}
	switch no.Reason {
	case "cant_update_message", "edit_window_closed":
		return true
	case "message_not_found":
		return c.Settled()
	default:
		return false
	}
}

// ladder sends a look, of at most so many units where it is without blocks. What Slack refuses for good is sent as words, and
// where it refuses these, a line that says so. A draft is not told of: what it becomes is.
func (b *Bot) ladder(ctx context.Context, w *workspace, p assistant.Place, l blocks.Message, most int, send func(blocks.Message) error) error {
	err := send(l)
	if no, ok := errors.AsType[*bots.RefusedError](err); ok && !no.Closed {
		return b.less(ctx, w, p, l, most, no, send)
	}
	return err
}

// less goes down the ladder from a look that is refused.
func (b *Bot) less(ctx context.Context, w *workspace, p assistant.Place, l blocks.Message, most int, no *bots.RefusedError, send func(blocks.Message) error) error {
	panel := b.panel(ctx, w, p)
	rungs := []struct {
		how bots.Outcome
		l   blocks.Message
	}{{bots.OutcomePlain, l.Plainly(panel, most)}, {bots.OutcomeTold, blocks.Message{Text: blocks.Escape(bots.Told("Slack", panel), blocks.LimitText)}}}
	if l.Draft {
		rungs = rungs[:1]
	}
	for _, r := range rungs {
		lerr := send(r.l)
		if lerr == nil {
			b.Log.WarnContext(ctx, "slack refused how a message is drawn", slog.String("tenant", string(w.tenant)), slog.String("shown", string(r.how)), slog.String("reason", no.Reason))
			return &bots.LesserError{How: r.how, Reason: no.Reason}
		}
		if again, refused := errors.AsType[*bots.RefusedError](lerr); !refused || again.Closed {
			return lerr
		}
	}
	return no
}

// panel is where the conversation of a place can be read; "" where its people cannot open the panel.
func (b *Bot) panel(ctx context.Context, w *workspace, p assistant.Place) string {
	if w.renderer.PublicURL == "" {
		return ""
	}
	if b.Threads != nil {
		if id, err := b.Threads.ConversationAt(ctx, w.tenant, p); err == nil {
			return w.renderer.PublicURL + "/c/" + string(id)
		}
	}
	return w.renderer.PublicURL
}

// drop takes a message away that cannot become what it should; where that does not succeed it stays.
func (b *Bot) drop(ctx context.Context, w *workspace, p assistant.Place, ts string) {
	if _, _, err := w.client.DeleteMessageContext(ctx, p.Channel, ts); err != nil {
		b.Log.WarnContext(ctx, "slack draft not taken back", slog.Any("err", b.answered(ctx, w, "chat.delete", err)))
	}
}
