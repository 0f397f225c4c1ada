package storagetest

import (
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// writes says something in the panel: a new conversation where none is given, instead of an earlier message where one is.
func (w *world) writes(c assistant.ConversationID, text string, instead assistant.MessageID) assistant.Message {
	w.t.Helper()
	return w.wordsAt(assistant.Inbound{
		Tenant: w.tenant, Place: assistant.Place{Surface: assistant.SurfaceWeb}, Person: w.owner.ID, Conversation: c, Text: text, Replaces: instead,
	})
}

// came says what came of a message.
func came(of assistant.Message, m assistant.Message) assistant.Message {
	m.Cause = of.ID
	return m
}

// what is said anew names the first version, whichever of them the person said it instead of.
func saidAnew(_ *testing.T, w *world) {
	first := w.writes("", "What does it cost?", "")
	second := w.writes(first.Conversation, "What does it cost?", first.ID)
	third := w.writes(first.Conversation, "What does it cost in Toronto?", second.ID)
	for _, m := range []assistant.Message{second, third} {
		equal(w, m.Body, assistant.Body(assistant.Said{Replaces: first.ID}))
	}
}

// only what the same person said in the same conversation, in their own words, can be said anew.
func saidAnewByNobodyElse(_ *testing.T, w *world) {
	mine := w.writes("", "mine", "")
	c, _ := w.claim()
	w.ok(w.Mailboxes.Append(w.ctx, c, batch(answer("an answer"))))
	said, elsewhere := w.say("1.0", "hello"), w.writes("", "elsewhere", "")
	for name, instead := range map[string]assistant.MessageID{
		"another person's": said.Message, "of another conversation": elsewhere.ID, "the assistant's": w.log(mine.Conversation)[1].ID, "nobody's": id[assistant.MessageID](w),
	} {
		in := assistant.Inbound{
			Tenant: w.tenant, Place: assistant.Place{Surface: assistant.SurfaceWeb}, Person: w.owner.ID, Conversation: mine.Conversation, Text: name, Key: name, Replaces: instead,
		}
		_, err := w.Intake.Receive(w.ctx, in)
		w.is(err, assistant.ErrNotTheirs)
		in.Replaces = "1"
		_, err = w.Intake.Receive(w.ctx, in)
		w.is(err, assistant.ErrNotFound)
	}
	equal(w, contents(w.log(mine.Conversation)), []string{"mine", "an answer"})
}

// words that nobody has read yet decide nothing once others are said instead; what was read stays as it was.
func saidAnewIsNoDecision(_ *testing.T, w *world) {
	yes := w.writes("", "yes", "")
	c, mail := w.claim()
	revised := func(m assistant.Message) bool {
		s, err := w.Mailboxes.Situation(w.ctx, c, m)
		w.ok(err)
		return s.Revised
	}
	equal(w, revised(yes), false)
	no := w.writes(yes.Conversation, "no", yes.ID)
	equal(w, []bool{revised(yes), revised(no)}, []bool{true, false})
	w.ok(w.Settle(w.ctx, c, mail[0].ID, assistant.Batch{}))
	w.ok(w.Mailboxes.Release(w.ctx, c, false))
	c, mail = w.claim()
	w.ok(w.Settle(w.ctx, c, mail[0].ID, assistant.Batch{}))
	w.writes(yes.Conversation, "maybe", no.ID)
	equal(w, revised(no), false)
}

// replacedIsNotRead: models read the newest version, and of older ones only those that led to more than words.
func replacedIsNotRead(_ *testing.T, w *world) {
	first := w.writes("", "first", "")
	c, _ := w.claim()
	read := func(about assistant.Message) []string {
		s, err := w.Mailboxes.Situation(w.ctx, c, about)
		w.ok(err)
		return contents(s.Recent)
	}
	w.ok(w.Mailboxes.Append(w.ctx, c, batch(came(first, answer("one")))))
	second := w.writes(first.Conversation, "second", first.ID)
	equal(w, read(second), []string{"second"})
	w.ok(w.Mailboxes.Append(w.ctx, c, batch(came(second, answer("two")))))
	third := w.writes(first.Conversation, "third", first.ID)
	equal(w, read(third), []string{"third"})
	equal(w, read(second), []string{"two", "second"}) // what is at hand comes last
	q := assistant.Clarification{ID: id[assistant.ClarificationID](w), Stage: assistant.StageProject}
	w.ok(w.Mailboxes.Append(w.ctx, c, batch(came(second, system(assistant.Asked{Clarification: q})))))
	equal(w, read(third), []string{"second", "two", "third"})
}

// an answer whose question is further up than the window is not read where its question was said anew.
func replacedFurtherUpIsNotRead(_ *testing.T, w *world) {
	first := w.writes("", "first", "")
	c, _ := w.claim()
	w.ok(w.Mailboxes.Append(w.ctx, c, batch(came(first, answer("one")))))
	w.writes(first.Conversation, "second", first.ID)
	var late []string
	for range assistant.WindowOfModels - 3 {
		w.ok(w.Mailboxes.Append(w.ctx, c, batch(answer("more"))))
		late = append(late, "more")
	}
	last := w.writes(first.Conversation, "last", "")
	s, err := w.Mailboxes.Situation(w.ctx, c, last)
	w.ok(err)
	equal(w, contents(s.Recent), append(append([]string{"second"}, late...), "last"))
}
