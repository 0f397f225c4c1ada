package storagetest

import (
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// takenBackIsGone: what somebody takes back is neither read, listed, found nor recorded any more, with its edits and its files, and an
// edit that comes late brings nothing back. What others said stays.
func takenBackIsGone(_ *testing.T, w *world) {
	file := w.keep("secret.txt", "hunter2zebra")
	in := w.slack("1.0")
	in.Key, in.ExternalID, in.Text, in.Files = "Ev1", "1.1", "my password is hunter2zebra\nplease keep it", []assistant.File{file.File()}
	said, err := w.Intake.Receive(w.ctx, in)
	w.ok(err)
	stays := w.say("1.0", "what about the zebracrossing?")
	revise := func(key string, change assistant.Change, text string) {
		in.Key, in.Change, in.Text, in.Files = key, change, text, nil
		_, err := w.Intake.Receive(w.ctx, in)
		w.ok(err)
	}
	revise("Ev2", assistant.ChangeEdited, "my password was hunter2zebra")
	c, mail := w.claim()
	of := assistant.Recorded{Conversation: c.Conversation, Cause: mail[0].Message.ID}
	recorded := func(n int) {
		w.ok(w.Mailboxes.Append(w.ctx, c, assistant.Batch{Recording: &assistant.Recording{Recorded: of, Part: n, Body: []byte("hunter2zebra")}}))
	}
	recorded(0)
	found := func(text string) int {
		all, err := w.Conversations.SearchConversations(w.ctx, w.tenant, "", text, 10)
		w.ok(err)
		return len(all)
	}
	title := func() string {
		one, err := w.Conversations.Conversation(w.ctx, w.tenant, c.Conversation)
		w.ok(err)
		return one.Title
	}
	equal(w, []any{found("hunter2"), title()}, []any{1, "My password is hunter2zebra"})

	revise("Ev3", assistant.ChangeDeleted, "")
	recorded(1) // of the turn that is at work on it
	revise("Ev4", assistant.ChangeEdited, "it is hunter2zebra still")
	equal(w, []any{found("hunter2"), found("zebracrossing"), title()}, []any{0, 1, ""})
	for _, m := range w.log(said.Conversation) {
		raw, err := assistant.EncodeBody(m.Body)
		w.ok(err)
		if strings.Contains(m.Content+string(raw), "hunter2") || strings.Contains(string(raw), "secret.txt") {
			w.t.Errorf("the log has %q, %s", m.Content, raw)
		}
		if m.ID == stays.Message {
			equal(w, m.Content, "what about the zebracrossing?")
		}
	}
	parts, err := w.Recordings.Recording(w.ctx, w.tenant, of)
	w.ok(err)
	equal(w, len(parts), 0)
	_, err = w.Files.File(w.ctx, w.tenant, file.ID)
	w.is(err, assistant.ErrNotFound)
	w.say("1.0", "the next words")
	equal(w, title(), "The next words")
}
