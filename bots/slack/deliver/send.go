package deliver

import (
	"context"
	"errors"
	"log/slog"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/slack/blocks"
	"github.com/aisteam/aisteam/bots/slack/workspace"
)

// conversations tells which conversation is at a place.
type conversations interface {
	// ConversationAt returns the conversation bound to the place, [assistant.ErrNotFound] if there is none.
	ConversationAt(ctx context.Context, t assistant.TenantID, p assistant.Place) (assistant.ConversationID, error)
}

// Sender posts and edits single messages, as well as Slack takes them.
type Sender struct {
	Threads   conversations
	Indicator *Indicator
	Log       *slog.Logger
}

// say posts one message.
func (s *Sender) say(ctx context.Context, w *workspace.Workspace, p assistant.Place, l blocks.Message, m mark) (string, error) {
	_, ts, err := s.sayIn(ctx, w, p, l, m)
	return ts, err
}

// sayIn is say, and tells the channel that it was posted to: of a user's id that is the one of direct messages.
func (s *Sender) sayIn(ctx context.Context, w *workspace.Workspace, p assistant.Place, l blocks.Message, m mark) (channel, ts string, err error) {
	turn := w.Pace.Post
	if m.due {
		turn = w.Pace.Posted
	}
	if err := turn(p.Channel); err != nil {
		return "", "", err
	}
	s.Indicator.shown(p)
	err = s.ladder(ctx, w, p, l, blocks.LimitPosted, func(l blocks.Message) error {
		options := append(l.Named().Options(false),
			slackapi.MsgOptionDisableLinkUnfurl(), slackapi.MsgOptionDisableMediaUnfurl(),
			slackapi.MsgOptionMetadata(slackapi.SlackMetadata{EventType: metadataType, EventPayload: m.payload()}))
		if p.Thread != "" {
			options = append(options, slackapi.MsgOptionTS(p.Thread))
		}
		var err error
		channel, ts, err = w.Client.PostMessageContext(ctx, p.Channel, options...)
		return w.Answered(ctx, "chat.postMessage", err)
	})
	return channel, ts, err
}

// sayInto is sayIn, for what has to take a refusal as it comes.
func (s *Sender) sayInto(ctx context.Context, w *workspace.Workspace, p assistant.Place, l blocks.Message, m mark, to *string) (ts string, err error) {
	*to, ts, err = s.sayIn(ctx, w, p, l, m)
	return ts, err
}

// change edits one message.
func (s *Sender) change(ctx context.Context, w *workspace.Workspace, p assistant.Place, ts string, l blocks.Message) error {
	return s.ladder(ctx, w, p, l, blocks.LimitEdited, func(l blocks.Message) error {
		return unstreamed(ctx, w, p, ts, func() error {
			_, _, _, err := w.Client.UpdateMessageContext(ctx, p.Channel, ts, l.Named().Options(true)...)
			return err
		})
	})
}

// ladder sends a look, of at most so many units if it has no blocks. If Slack refuses it for good, ladder sends plain words, and if
// it refuses those, one line that says so. A refused draft is not reported, since its final form will be.
func (s *Sender) ladder(ctx context.Context, w *workspace.Workspace, p assistant.Place, l blocks.Message, most int, send func(blocks.Message) error) error {
	err := send(l)
	if no, ok := errors.AsType[*bots.RefusedError](err); ok && !no.Closed {
		return s.less(ctx, w, p, l, most, no, send)
	}
	return err
}

// less goes down the ladder from a look that is refused.
func (s *Sender) less(ctx context.Context, w *workspace.Workspace, p assistant.Place, l blocks.Message, most int, no *bots.RefusedError, send func(blocks.Message) error) error {
	panel := s.panel(ctx, w, p)
	rungs := []struct {
		how bots.Outcome
		l   blocks.Message
	}{{bots.OutcomePlain, l.Plainly(panel, most)}, {bots.OutcomeTold, l.Told(panel)}}
	if l.Draft {
		rungs = rungs[:1]
	}
	for _, r := range rungs {
		lerr := send(r.l)
		if lerr == nil {
			s.Log.WarnContext(ctx, "slack refused how a message is drawn", slog.String("tenant", string(w.Tenant)), slog.String("shown", string(r.how)), slog.String("reason", no.Reason))
			return &bots.LesserError{How: r.how, Reason: no.Reason}
		}
		if again, refused := errors.AsType[*bots.RefusedError](lerr); !refused || again.Closed {
			return lerr
		}
	}
	return no
}

// panel is where the conversation of a place can be read; "" where its people cannot open the panel.
func (s *Sender) panel(ctx context.Context, w *workspace.Workspace, p assistant.Place) string {
	at := w.Panel.Now().URL
	if at == "" {
		return ""
	}
	if s.Threads != nil {
		if id, err := s.Threads.ConversationAt(ctx, w.Tenant, p); err == nil {
			return at + "/c/" + string(id)
		}
	}
	return at
}

// drop takes a message away that cannot become what it should; where that does not succeed it stays.
func (s *Sender) drop(ctx context.Context, w *workspace.Workspace, p assistant.Place, ts string) {
	if _, _, err := w.Client.DeleteMessageContext(ctx, p.Channel, ts); err != nil {
		s.Log.WarnContext(ctx, "slack draft not taken back", slog.Any("err", w.Answered(ctx, "chat.delete", err)))
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

// unchangeable tells whether Slack refuses because of the message to be edited, so the card must be posted anew. A deleted message
// is posted anew only if people wait for it.
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
