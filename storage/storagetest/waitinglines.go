package storagetest

import (
	"slices"
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// waitingLines: a run that has nothing left to do but to wait for a person is not listed as at work, and as soon as something of it is in
// hand it is.
func waitingLines(_ *testing.T, w *world) {
	line := func(c assistant.ConversationID) (working, waiting bool) {
		_, newest, err := w.Conversations.ListedConversations(w.ctx, w.tenant, "", assistant.Listing{}, "", 10)
		w.ok(err)
		w.overview(assistant.Look{Lines: 10, Open: c})
		i := slices.IndexFunc(newest, func(l assistant.ConversationLine) bool { return l.ID == c })
		return newest[i].Working, newest[i].Waiting
	}
	is := func(c assistant.ConversationID, working, waiting bool) {
		w.t.Helper()
		a, b := line(c)
		equal(w, []bool{a, b}, []bool{working, waiting})
	}
	c, a := w.ruled(1)
	is(c.Conversation, false, true)
	w.ok(w.byPerson(c.Conversation, w.somebody("ann"), approvedBy(a)))
	w.startGroup(c, a.Run, assistant.Task{ID: a.Task, Group: "A"})
	is(c.Conversation, true, false)
	w.ok(w.act(c.Conversation, assistant.StopRequested{Run: a.Run}))
	is(c.Conversation, false, false)
}
