package storagetest

import (
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// watched is the channel that tests look at: the one in which the world's people talk.
func (w *world) watched() assistant.Channel {
	p := w.slack("watched").Place
	return assistant.Channel{Surface: p.Surface, Space: p.Space, ID: p.Channel, Name: "support"}
}

// watches asks for a task that begins with what happens in a channel.
func (w *world) watches(kind assistant.HappeningKind, c assistant.Channel) (assistant.BackgroundTask, error) {
	w.t.Helper()
	o := w.order(w.ids.New())
	o.Task.Kind, o.Task.Schedule, o.Task.Overlap, o.Task.Due = assistant.BackgroundEvent, "", assistant.OverlapQueue, time.Time{}
	o.Hook = &assistant.HookOrder{Rules: assistant.HookRules{Scheme: assistant.HookPlatform, Minute: 60, Watch: assistant.Watch{Kind: kind, Channel: c}}}
	return w.Backgrounds.MakeBackground(w.ctx, w.tenant, o)
}

func (w *world) looking(kind assistant.HappeningKind, c assistant.Channel) (out []assistant.BackgroundID) {
	w.t.Helper()
	hooks, err := w.Backgrounds.Watching(w.ctx, w.tenant, assistant.Watch{Kind: kind, Channel: c})
	w.ok(err)
	for _, h := range hooks {
		out = append(out, h.Task)
	}
	return out
}

// channelEvents: what happens in a channel starts tasks where an admin lets it, and pauses them where it may not any more.
func channelEvents(_ *testing.T, w *world) {
	held, _ := w.held() // in a thread of a channel of Slack
	c, admin := w.watched(), assistant.Actor{Person: w.owner.ID}
	_, err := w.watches(assistant.HappenedMessage, c)
	w.is(err, assistant.ErrChannelClosed)
	in := w.slack("a member's")
	in.From.External = "UMEMBER"
	member, err := w.People.PersonFor(w.ctx, w.tenant, in.From)
	w.ok(err)
	_, err = w.Backgrounds.RuleChannel(w.ctx, w.tenant, assistant.Actor{Person: member.ID}, assistant.ChannelRule{Conversation: held.Conversation, Allowed: true})
	w.is(err, assistant.ErrNotAdmin)
	web, err := w.Conversations.StartConversation(w.ctx, w.tenant, assistant.Beginning{Person: w.owner.ID})
	w.ok(err)
	_, err = w.Backgrounds.RuleChannel(w.ctx, w.tenant, admin, assistant.ChannelRule{Conversation: web.ID, Allowed: true})
	w.is(err, assistant.ErrNoChannel)

	ruled, err := w.Backgrounds.RuleChannel(w.ctx, w.tenant, admin, assistant.ChannelRule{Conversation: held.Conversation, Allowed: true})
	w.ok(err)
	equal(w, ruled, assistant.Channel{Surface: c.Surface, Space: c.Space, ID: c.ID})
	b, err := w.watches(assistant.HappenedMessage, c)
	w.ok(err)
	listed, err := w.Backgrounds.EventChannels(w.ctx, w.tenant)
	w.ok(err)
	equal(w, listed, []assistant.Channel{c})
	h, err := w.Backgrounds.Hook(w.ctx, w.tenant, b.ID)
	w.ok(err)
	equal(w, h.Rules.Watch, assistant.Watch{Kind: assistant.HappenedMessage, Channel: c})
	equal(w, w.looking(assistant.HappenedMessage, c), []assistant.BackgroundID{b.ID})
	equal(w, len(w.looking(assistant.HappenedFile, c)), 0)
	equal(w, len(w.looking(assistant.HappenedMessage, assistant.Channel{Surface: c.Surface, Space: c.Space, ID: "C0OTHER"})), 0)
	_, err = w.Backgrounds.MintHookToken(w.ctx, w.tenant, w.owner.ID, b.ID, hookToken, "", 0)
	w.is(err, assistant.ErrHookWatches)
	changed, err := w.Backgrounds.ChangeHook(w.ctx, w.tenant, w.owner.ID, b.ID, assistant.HookRules{Scheme: assistant.HookUnsigned, Minute: 5}, nil)
	w.ok(err)
	equal(w, []any{changed.Rules.Scheme, changed.Rules.Watch.Kind, changed.Rules.Minute}, []any{assistant.HookPlatform, assistant.HappenedMessage, 5})

	_, err = w.Backgrounds.RuleChannel(w.ctx, w.tenant, admin, assistant.ChannelRule{Channel: c})
	w.ok(err)
	status, why := w.standing(h)
	equal(w, []any{status, why, len(w.looking(assistant.HappenedMessage, c))}, []any{assistant.BackgroundPaused, assistant.WhyChannel, 0})
	_, err = w.Backgrounds.ChangeBackground(w.ctx, w.tenant, w.owner.ID, b.ID, assistant.BackgroundResume, time.Time{})
	w.ok(err)
	equal(w, len(w.looking(assistant.HappenedMessage, c)), 0) // it is active, but reports nothing
}
