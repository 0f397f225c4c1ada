package slack

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/slack/blocks"
	"github.com/aisteam/aisteam/bots/slack/payload"
)

// metadataType marks our messages, so that a lost one can be found again. Everybody in the workspace can read metadata:
// it carries the nonce and nothing else.
const metadataType = "aisteam"

// Hash implements [bots.Surface].
func (b *Bot) Hash(c bots.Card) string {
	l, ok := b.renderer.Render(c)
	if !ok {
		return ""
	}
	return l.With(bots.Made(c)).Hash()
}

// Post implements [bots.Surface].
func (b *Bot) Post(ctx context.Context, p assistant.Place, c bots.Card, nonce string) (string, error) {
	w, err := b.workspace(ctx, p.Space)
	if err != nil {
		return "", notThere(err)
	}
	looks, with := b.drawing(ctx, w).Messages(c)
	switch {
	case len(looks) == 0:
		return "", &bots.RefusedError{Reason: "not_drawn", Closed: true, Err: fmt.Errorf("slack does not draw %T", c)}
	case len(looks)+len(with) > 1:
		return b.postAll(ctx, w, p, c, looks, with, nonce)
	}
	var less bots.Lesser
	ts, err := less.Take(b.say(ctx, w, p, looks[0], mark{Nonce: nonce, due: b.slotted(p)}))
	if err != nil {
		return "", err
	}
	b.busy(ctx, w, p, c)
	return ts, less.Left()
}

// Allows implements [bots.Paced]: Slack takes about a post a second in a channel, from all of an app's processes together.
func (b *Bot) Allows(p assistant.Place) assistant.Pace {
	return b.home.pace.slots(p.Space, p.Channel)
}

// slotted tells whether what is posted to a place has had its slot: the courier takes one where there are any.
func (b *Bot) slotted(p assistant.Place) bool { return b.Allows(p).Thing != "" }

// PostedAt implements [bots.Dater]: Slack's ids of messages are times.
func (*Bot) PostedAt(ref string) time.Time {
	return payload.Moment(ref[strings.LastIndexByte(ref, ',')+1:])
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

// say posts one message.
func (b *Bot) say(ctx context.Context, w *workspace, p assistant.Place, l blocks.Message, m mark) (string, error) {
	_, ts, err := b.sayIn(ctx, w, p, l, m)
	return ts, err
}

// sayIn is say, and tells the channel that it was posted to: of a user's id that is the one of direct messages.
func (b *Bot) sayIn(ctx context.Context, w *workspace, p assistant.Place, l blocks.Message, m mark) (channel, ts string, err error) {
	turn := w.pace.post
	if m.due {
		turn = w.pace.posted
	}
	if err := turn(p.Channel); err != nil {
		return "", "", err
	}
	b.shown(p)
	err = b.ladder(ctx, w, p, l, blocks.LimitPosted, func(l blocks.Message) error {
		options := append(l.Named().Options(false),
			slackapi.MsgOptionDisableLinkUnfurl(), slackapi.MsgOptionDisableMediaUnfurl(),
			slackapi.MsgOptionMetadata(slackapi.SlackMetadata{EventType: metadataType, EventPayload: m.payload()}))
		if p.Thread != "" {
			options = append(options, slackapi.MsgOptionTS(p.Thread))
		}
		var err error
		channel, ts, err = w.client.PostMessageContext(ctx, p.Channel, options...)
		return b.answered(ctx, w, "chat.postMessage", err)
	})
	return channel, ts, err
}

// Edit implements [bots.Surface]. The metadata stays as the post left it.
func (b *Bot) Edit(ctx context.Context, p assistant.Place, ref string, c bots.Card) error {
	w, err := b.workspace(ctx, p.Space)
	if err != nil {
		return notThere(err)
	}
	looks, _ := b.drawing(ctx, w).Messages(c) // the words of the others do not change, and files stay
	if len(looks) == 0 {
		return &bots.RefusedError{Reason: "not_drawn", Closed: true, Err: fmt.Errorf("slack does not draw %T", c)}
	}
	if err := w.pace.edit(p.Channel, ref, c.Settled()); err != nil {
		return err
	}
	var less bots.Lesser
	_, err = less.Take("", b.change(ctx, w, p, ref, looks[0]))
	if unchangeable(err, c) {
		return &bots.MovedError{Err: err}
	}
	if err != nil {
		return err
	}
	b.busy(ctx, w, p, c)
	return less.Left()
}

// change edits one message.
func (b *Bot) change(ctx context.Context, w *workspace, p assistant.Place, ts string, l blocks.Message) error {
	return b.ladder(ctx, w, p, l, blocks.LimitEdited, func(l blocks.Message) error {
		_, _, _, err := w.client.UpdateMessageContext(ctx, p.Channel, ts, l.Named().Options(true)...)
		return b.answered(ctx, w, "chat.update", err)
	})
}

// Find implements [bots.Surface]: it reads the thread back and looks for the nonce.
func (b *Bot) Find(ctx context.Context, p assistant.Place, nonce string) (string, bool, error) {
	w, err := b.workspace(ctx, p.Space)
	if err != nil {
		return "", false, notThere(err)
	}
	there, of, err := b.posted(ctx, w, p, nonce)
	if err != nil || len(there) < max(1, of) {
		return "", false, err
	}
	return there[min(of, 1)], true, nil
}

// posted reads the thread back for the messages of a nonce: their timestamps by part, 0 for a card in one message, and of
// how many they are.
func (b *Bot) posted(ctx context.Context, w *workspace, p assistant.Place, nonce string) (there map[int]string, of int, err error) {
	if err := w.pace.hold("conversations.replies"); err != nil {
		return nil, 0, err
	}
	const pages = 50
	cursor, shared := "", ""
	there = map[int]string{}
	for range pages {
		ms, more, next, err := w.client.GetConversationRepliesContext(ctx, &slackapi.GetConversationRepliesParameters{
			ChannelID: p.Channel, Timestamp: p.Thread, Limit: 200, Cursor: cursor, IncludeAllMetadata: true,
		})
		if said, ok := errors.AsType[slackapi.SlackErrorResponse](err); ok && said.Err == "thread_not_found" {
			return there, 0, nil
		}
		if err != nil {
			return nil, 0, b.answered(ctx, w, "conversations.replies", err)
		}
		for _, m := range ms {
			k, marked := markOf(m)
			switch {
			case marked && k.Nonce == nonce:
				there[k.Part], of = m.Timestamp, max(of, k.Of)
			case !marked && bots.IsDraft(nonce) && there[1] == "" && unmarked(m, w.who(), p):
				there[1], of = m.Timestamp, max(of, 1)
			}
			if m.User == w.who().user || m.BotID != "" {
				for _, f := range m.Files {
					if strings.Contains(f.Name, fileTag(nonce)) {
						shared = m.Timestamp
					}
				}
			}
		}
		if !more || next == "" {
			break
		}
		cursor = next
	}
	if shared != "" {
		there[max(of, 2)] = shared // the files are the last message of a card
	}
	return there, of, nil
}

// Status shows what the assistant is doing right now under the thread. It is best effort: what fails is logged and
// forgotten, and it takes two seconds at most. text is the words after the app's name; "" chooses them by the activity.
func (b *Bot) Status(ctx context.Context, p assistant.Place, a assistant.Activity, text string) {
	const method = "assistant.threads.setStatus"
	w, err := b.workspace(ctx, p.Space)
	if err != nil || p.Thread == "" || w.pace.hold(method) != nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	if w.agent.Load() && strings.HasPrefix(p.Channel, "D") && a != assistant.ActivityNone {
		b.session(ctx, w, p, slackapi.AgentSessionStatusProcessing)
		return
	}
	if text == "" {
		text = activityText(a)
	}
	err = w.client.SetAssistantThreadsStatusContext(ctx, slackapi.AssistantThreadsSetStatusParameters{
		ChannelID: p.Channel, ThreadTS: p.Thread, Status: bots.Clip(bots.OneLine(text), 100),
	})
	if err := b.answered(ctx, w, method, err); err != nil {
		b.Log.DebugContext(ctx, "status not shown", slog.Any("err", err))
	}
}

func activityText(a assistant.Activity) string {
	switch a {
	case assistant.ActivityThinking:
		return "is thinking…"
	case assistant.ActivityRouting:
		return "is deciding who should handle this…"
	case assistant.ActivityPlanning:
		return "is planning…"
	case assistant.ActivityExecuting:
		return "is at work…"
	case assistant.ActivityValidating:
		return "is checking the result…"
	case assistant.ActivityNone:
		return ""
	default:
		return ""
	}
}
