package storagetest

import (
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// agentSessions: an agent's session is found as it was kept, step by step; what is there already stays as it is, and nobody else
// finds it.
func agentSessions(_ *testing.T, w *world) {
	c, mail := w.held()
	cause := mail.Message
	s := assistant.AgentSession{
		ID: assistant.SessionOf(cause.ID), Conversation: c.Conversation, Agent: assistant.DeliveryLead, RequestedBy: cause.Person, Cause: cause.ID,
		Status: assistant.SessionWorking, Spent: assistant.Spent{Steps: 1, Queries: 2},
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
	s.Status, s.Spent.Steps, s.Run = assistant.SessionWaiting, 2, id[assistant.RunID](w)
	write(s, assistant.AgentMessage{Seq: 0, From: assistant.FromFrame, Body: []byte(`{"system":"another"}`)}, second)

	got, found, err := w.Calls.AgentSession(w.ctx, w.tenant, s.ID)
	w.ok(err)
	s.Messages = []assistant.AgentMessage{first, second}
	equal(w, found, true)
	equal(w, got, s)

	w.ok(w.Mailboxes.Release(w.ctx, c, false))
	w.is(w.Mailboxes.Append(w.ctx, c, assistant.Batch{Sessions: []assistant.AgentSession{s}}), assistant.ErrFenced)
}

// sessionOf is a session that the words begin.
func sessionOf(words assistant.Message) assistant.AgentSession {
	return assistant.AgentSession{
		ID: assistant.SessionOf(words.ID), Agent: assistant.DeliveryLead, RequestedBy: words.Person, Cause: words.ID, Status: assistant.SessionWorking,
		Messages: []assistant.AgentMessage{{From: assistant.FromFrame, Body: []byte(`{}`)}},
	}
}
