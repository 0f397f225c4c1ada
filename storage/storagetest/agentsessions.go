package storagetest

import (
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// agentSessions: an agent's session is read as it was stored, step by step. What is already stored is not changed, and other
// tenants do not find it.
func agentSessions(_ *testing.T, w *world) {
	c, mail := w.held()
	cause := mail.Message
	s := assistant.AgentSession{
		ID: assistant.SessionOf(cause.ID), Conversation: c.Conversation, Agent: assistant.DeliveryLead, RequestedBy: cause.Person, Cause: cause.ID,
		Status: assistant.SessionWorking, Spent: assistant.Spent{Steps: 1, Queries: 2}, Team: "one",
	}
	if _, found, err := w.Calls.AgentSession(w.ctx, w.tenant, s.ID); found || err != nil {
		w.t.Fatalf("found before it was: %v", err)
	}
	first := assistant.AgentMessage{Seq: 0, From: assistant.FromFrame, Body: []byte(`{"system":"You are “Lena”."}`)}
	second := assistant.AgentMessage{Seq: 1, From: assistant.FromModel, Body: []byte(`{"state": {"a":  1}}`)}
	write := func(s assistant.AgentSession, ms ...assistant.AgentMessage) {
		s.Messages = ms
		w.ok(w.Mailboxes.Append(w.ctx, c, assistant.Batch{Sessions: []assistant.AgentSession{s}}))
	}
	write(s, first)
	s.Status, s.Spent.Steps, s.Run, s.Team = assistant.SessionWaiting, 2, id[assistant.RunID](w), "another"
	write(s, assistant.AgentMessage{Seq: 0, From: assistant.FromFrame, Body: []byte(`{"system":"another"}`)}, second)

	got, found, err := w.Calls.AgentSession(w.ctx, w.tenant, s.ID)
	w.ok(err)
	s.Messages = []assistant.AgentMessage{first, second}
	equal(w, found, true)
	equal(w, got, s)
	w.ok(w.Mailboxes.Append(w.ctx, c, assistant.Batch{Sessions: severalTimes(&s, 20)}))
	got, _, err = w.Calls.AgentSession(w.ctx, w.tenant, s.ID)
	w.ok(err)
	equal(w, got, s)
	newest, found, err := w.Calls.NewestSession(w.ctx, w.tenant, c.Conversation)
	w.ok(err)
	equal(w, found, true)
	equal(w, newest, s)
	_, found, err = w.Calls.NewestSession(w.ctx, w.tenant, id[assistant.ConversationID](w))
	w.ok(err)
	equal(w, found, false)

	w.ok(w.Mailboxes.Release(w.ctx, c, false))
	w.is(w.Mailboxes.Append(w.ctx, c, assistant.Batch{Sessions: []assistant.AgentSession{s}}), assistant.ErrFenced)
}

// severalTimes is a session as it goes on by a message at a time, whose newest state counts.
func severalTimes(s *assistant.AgentSession, n int) []assistant.AgentSession {
	out := make([]assistant.AgentSession, 0, n+1)
	for range n {
		m := assistant.AgentMessage{Seq: s.Next(), From: assistant.FromTools, Body: []byte(`{"said":"so"}`)}
		s.Messages, s.Spent.Steps = append(s.Messages, m), s.Spent.Steps+1
		now := *s
		now.Messages = []assistant.AgentMessage{m}
		out = append(out, now)
	}
	s.Status, s.Team = assistant.SessionDone, "a third"
	last := *s
	last.Messages = nil
	return append(out, last)
}

// sessionOf is a session that the words begin.
func sessionOf(words assistant.Message) assistant.AgentSession {
	return assistant.AgentSession{
		ID: assistant.SessionOf(words.ID), Agent: assistant.DeliveryLead, RequestedBy: words.Person, Cause: words.ID, Status: assistant.SessionWorking,
		Messages: []assistant.AgentMessage{{From: assistant.FromFrame, Body: []byte(`{}`)}},
	}
}

// newerMail: the holder of a conversation finds what was said in it since, oldest first, and nobody else does.
func newerMail(_ *testing.T, w *world) {
	w.say("1.0", "a")
	c, mail := w.claim()
	w.say("1.0", "b")
	w.say("1.0", "c")
	newer, err := w.Mailboxes.Newer(w.ctx, c, mail[0].ID)
	w.ok(err)
	equal(w, []any{len(newer), newer[0].Message.Content, newer[1].Message.Content}, []any{2, "b", "c"})
	newer, err = w.Mailboxes.Newer(w.ctx, c, newer[0].ID)
	w.ok(err)
	equal(w, len(newer), 1)
	w.ok(w.Mailboxes.Release(w.ctx, c, false))
	newer, err = w.Mailboxes.Newer(w.ctx, c, mail[0].ID)
	w.ok(err)
	equal(w, len(newer), 0)
}
