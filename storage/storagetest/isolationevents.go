package storagetest

import "github.com/aisteam/aisteam/assistant"

// strangersEvents: no event of another tenant's is anybody's.
func (w *world) strangersEvents(other assistant.TenantID, c assistant.ConversationID) {
	w.t.Helper()
	w.strangersHooks(other)
	w.strangersChannels(other, c)
}

// strangersChannels: nobody looks at, or rules, another tenant's channels.
func (w *world) strangersChannels(other assistant.TenantID, c assistant.ConversationID) {
	w.t.Helper()
	ch, admin := w.watched(), assistant.Actor{Person: w.owner.ID}
	_, err := w.Hooks.RuleChannel(w.ctx, w.tenant, admin, assistant.ChannelRule{Channel: ch, Allowed: true})
	w.ok(err)
	_, err = w.watches(assistant.HappenedJoin, ch)
	w.ok(err)
	_, err = w.Hooks.RuleChannel(w.ctx, other, admin, assistant.ChannelRule{Conversation: c, Allowed: true})
	if err == nil {
		w.t.Fatal("a stranger ruled a channel")
	}
	hooks, err := w.Hooks.Watching(w.ctx, other, assistant.Watch{Kind: assistant.HappenedJoin, Channel: ch})
	w.ok(err)
	listed, err := w.Hooks.EventChannels(w.ctx, other)
	w.ok(err)
	equal(w, []int{len(hooks), len(listed), len(w.looking(assistant.HappenedJoin, ch))}, []int{0, 0, 1})
}
