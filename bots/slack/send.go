package slack

import (
	"context"
	"errors"
	"log/slog"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/slack/blocks"
)

// sender posts and edits single messages, as well as Slack takes them.
type sender struct {
	Threads   Threads
	indicator *indicator
	Log       *slog.Logger
}

// say posts one message.
func (s *sender) say(ctx context.Context, w *workspace, p assistant.Place, l blocks.Message, m mark) (string, error) {
	_, ts, err := s.sayIn(ctx, w, p, l, m)
	return ts, err
}

// sayIn is say, and tells the channel that it was posted to: of a user's id that is the one of direct messages.
func (s *sender) sayIn(ctx context.Context, w *workspace, p assistant.Place, l blocks.Message, m mark) (channel, ts string, err error) {
	turn := w.pace.post
	if m.due {
		turn = w.pace.posted
	}
	if err := turn(p.Channel); err != nil {
		return "", "", err
	}
	s.indicator.shown(p)
	err = s.ladder(ctx, w, p, l, blocks.LimitPosted, func(l blocks.Message) error {
		options := append(l.Named().Options(false),
			slackapi.MsgOptionDisableLinkUnfurl(), slackapi.MsgOptionDisableMediaUnfurl(),
			slackapi.MsgOptionMetadata(slackapi.SlackMetadata{EventType: metadataType, EventPayload: m.payload()}))
		if p.Thread != "" {
			options = append(options, slackapi.MsgOptionTS(p.Thread))
		}
		var err error
		channel, ts, err = w.client.PostMessageContext(ctx, p.Channel, options...)
		return w.answered(ctx, "chat.postMessage", err)
	})
	return channel, ts, err
}

// change edits one message.
func (s *sender) change(ctx context.Context, w *workspace, p assistant.Place, ts string, l blocks.Message) error {
	return s.ladder(ctx, w, p, l, blocks.LimitEdited, func(l blocks.Message) error {
		_, _, _, err := w.client.UpdateMessageContext(ctx, p.Channel, ts, l.Named().Options(true)...)
		return w.answered(ctx, "chat.update", err)
	})
}

// ladder sends a look, of at most so many units where it is without blocks. What Slack refuses for good is sent as words, and
// where it refuses these, a line that says so. A draft is not told of: what it becomes is.
func (s *sender) ladder(ctx context.Context, w *workspace, p assistant.Place, l blocks.Message, most int, send func(blocks.Message) error) error {
	err := send(l)
	if no, ok := errors.AsType[*bots.RefusedError](err); ok && !no.Closed {
		return s.less(ctx, w, p, l, most, no, send)
	}
	return err
}

// less goes down the ladder from a look that is refused.
func (s *sender) less(ctx context.Context, w *workspace, p assistant.Place, l blocks.Message, most int, no *bots.RefusedError, send func(blocks.Message) error) error {
	panel := s.panel(ctx, w, p)
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
			s.Log.WarnContext(ctx, "slack refused how a message is drawn", slog.String("tenant", string(w.tenant)), slog.String("shown", string(r.how)), slog.String("reason", no.Reason))
			return &bots.LesserError{How: r.how, Reason: no.Reason}
		}
		if again, refused := errors.AsType[*bots.RefusedError](lerr); !refused || again.Closed {
			return lerr
		}
	}
	return no
}

// panel is where the conversation of a place can be read; "" where its people cannot open the panel.
func (s *sender) panel(ctx context.Context, w *workspace, p assistant.Place) string {
	if w.panel == "" {
		return ""
	}
	if s.Threads != nil {
		if id, err := s.Threads.ConversationAt(ctx, w.tenant, p); err == nil {
			return w.panel + "/c/" + string(id)
		}
	}
	return w.panel
}

// drop takes a message away that cannot become what it should; where that does not succeed it stays.
func (s *sender) drop(ctx context.Context, w *workspace, p assistant.Place, ts string) {
	if _, _, err := w.client.DeleteMessageContext(ctx, p.Channel, ts); err != nil {
		s.Log.WarnContext(ctx, "slack draft not taken back", slog.Any("err", w.answered(ctx, "chat.delete", err)))
	}
}

// mark is what our messages carry as metadata, besides which message of how many it is when a card took several.
type mark struct {
	Nonce string
	Part  int
	Of    int
	due   bool // its slot in the channel's pace has come
}

func (m mark) payload() map[string]any {
	if m.Of == 0 {
		return map[string]any{"nonce": m.Nonce}
	}
	return map[string]any{"nonce": m.Nonce, "part": m.Part, "of": m.Of}
}

// markOf reads a message's mark.
func markOf(m slackapi.Message) (mark, bool) {
	payload := m.Metadata.EventPayload
	nonce, ok := payload["nonce"].(string)
	if !ok || m.Metadata.EventType != metadataType {
		return mark{}, false
	}
	part, _ := payload["part"].(float64)
	of, _ := payload["of"].(float64)
	return mark{Nonce: nonce, Part: int(part), Of: int(of)}, true
}

// metadataType marks our messages, so that a lost one can be found again. Everybody in the workspace can read metadata:
// it carries the nonce and nothing else.
const metadataType = "aisteam"

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
