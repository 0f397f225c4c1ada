package storagetest

import (
	"slices"

	"github.com/aisteam/aisteam/assistant"
)

// overview compares what is read in one trip with what the separate verbs return.
func (w *world) overview(look assistant.Look) {
	w.t.Helper()
	got, err := w.Conversations.Overview(w.ctx, w.tenant, look)
	w.ok(err)
	pinned, newest, err := w.Conversations.ListedConversations(w.ctx, w.tenant, look.By, look.Listing, look.Past, look.Lines)
	w.ok(err)
	equal(w, [][]assistant.ConversationLine{got.Pinned, got.Newest}, [][]assistant.ConversationLine{pinned, newest})
	settings, err := w.Tenants.Settings(w.ctx, w.tenant)
	w.ok(err)
	equal(w, got.Settings, settings)
	projects, err := w.Projects.Projects(w.ctx, w.tenant)
	w.ok(err)
	for i, p := range projects {
		projects[i] = assistant.Project{ID: p.ID, Tenant: p.Tenant, Name: p.Name, Domain: p.Domain, At: p.At}
	}
	equal(w, got.Projects, projects)
	waiting, err := w.Decisions.Pending(w.ctx, w.tenant)
	w.ok(err)
	if look.By != "" {
		var of []assistant.ConversationID
		for _, p := range waiting {
			of = append(of, p.Conversation)
		}
		took, err := w.Conversations.MayAct(w.ctx, w.tenant, look.By, of)
		w.ok(err)
		waiting = slices.DeleteFunc(waiting, func(p assistant.Pending) bool { return !took[p.Conversation] })
	}
	if len(waiting) > 0 || len(got.Waiting) > 0 {
		equal(w, got.Waiting, waiting)
	}
	if look.Open == "" {
		return
	}
	open, err := w.Conversations.Conversation(w.ctx, w.tenant, look.Open)
	w.ok(err)
	equal(w, got.Open.Conversation, open)
	if look.Entries == 0 {
		equal(w, []int{len(got.Log.Messages), len(got.Slots)}, []int{0, 0})
		return
	}
	page, err := w.Conversations.Messages(w.ctx, w.tenant, look.Open, look.Before, look.Entries)
	w.ok(err)
	equal(w, got.Log, page)
	if n := len(page.Messages); n > 0 {
		slots, err := w.Conversations.SlotsWithin(w.ctx, w.tenant, look.Open, page.Messages[0].Seq, page.Messages[n-1].Seq)
		w.ok(err)
		equal(w, got.Slots, slots)
	}
}

// lookAgain looks at a conversation with stretches of every length, as everybody who might.
func (w *world) lookAgain(c assistant.ConversationID, as ...assistant.PersonID) {
	w.t.Helper()
	for _, who := range append(as, "") {
		w.overview(assistant.Look{By: who, Lines: 10})
		for _, before := range []int64{0, 1, 2, 4} {
			for _, entries := range []int{0, 1, 2, 3, 100} {
				w.overview(assistant.Look{By: who, Open: c, Lines: 2, Before: before, Entries: entries})
			}
		}
	}
}
