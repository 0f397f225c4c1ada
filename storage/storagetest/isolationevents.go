package storagetest

import "github.com/aisteam/aisteam/assistant"

// strangersEvents: no event of another tenant's is anybody's.
func (w *world) strangersEvents(other assistant.TenantID, c assistant.ConversationID) {
	w.strangersLeaving(other)
	w.t.Helper()
	w.strangersHooks(other)
	w.strangersChannels(other, c)
	w.strangersAccounts(other)
}

// strangersAccounts: nobody lists the accounts of another tenant's people.
func (w *world) strangersAccounts(other assistant.TenantID) {
	w.t.Helper()
	p, err := w.People.PersonFor(w.ctx, w.tenant, w.slack("an account").From)
	w.ok(err)
	own, err := w.People.AccountsOf(w.ctx, w.tenant, p.ID)
	w.ok(err)
	theirs, err := w.People.AccountsOf(w.ctx, other, p.ID)
	w.ok(err)
	equal(w, []any{len(own), own[0].External, len(theirs)}, []any{1, w.slack("an account").From.External, 0})
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
