package storagetest

import (
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// channelProjects: what begins in a channel that is about a project is about it, too, in threads as well.
func channelProjects(_ *testing.T, w *world) {
	c, _ := w.held() // in a thread of a channel of Slack
	about := func(in assistant.Inbound) assistant.ProjectID {
		w.t.Helper()
		got, err := w.Intake.Receive(w.ctx, in)
		w.ok(err)
		conversation, err := w.Conversations.Conversation(w.ctx, w.tenant, got.Conversation)
		w.ok(err)
		return conversation.Project
	}
	second := w.slack("channel-2")
	second.Place.Thread = "another thread"
	equal(w, about(second), assistant.ProjectID(""))
	w.is(w.act(c.Conversation, assistant.ChannelBound{Project: id[assistant.ProjectID](w)}), assistant.ErrNotFound)
	w.ok(w.act(c.Conversation, assistant.ChannelBound{Project: w.site.ID}))

	second.Key, second.ExternalID = "channel-3", "channel-3"
	equal(w, about(second), w.site.ID) // it was about nothing
	third := w.slack("channel-4")
	third.Place.Thread, third.Before = "a third thread", "anna: hello"
	equal(w, about(third), w.site.ID)
	elsewhere := w.slack("channel-5")
	elsewhere.Place.Channel, elsewhere.Place.Thread = "C9", "x"
	equal(w, about(elsewhere), assistant.ProjectID(""))

	forum := w.slack("channel-6")
	forum.Place, forum.Under = assistant.Place{Surface: assistant.SurfaceDiscord, Space: "G1", Channel: "thread-1"}, "parent"
	got, err := w.Intake.Receive(w.ctx, forum)
	w.ok(err)
	w.ok(w.act(got.Conversation, assistant.ChannelBound{Project: w.site.ID}))
	beside := w.slack("channel-7")
	beside.Place, beside.Under = assistant.Place{Surface: assistant.SurfaceDiscord, Space: "G1", Channel: "thread-2"}, "parent"
	equal(w, about(beside), w.site.ID)

	w.ok(w.act(c.Conversation, assistant.ChannelBound{}))
	fourth := w.slack("channel-8")
	fourth.Place.Thread = "a fourth thread"
	equal(w, about(fourth), assistant.ProjectID(""))
}
