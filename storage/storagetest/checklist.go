package storagetest

import (
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
)

// checklist: each of the first steps is reported once it is done, and none after an admin dismissed the checklist.
func checklist(_ *testing.T, w *world) {
	told := func() *assistant.Checklist {
		w.t.Helper()
		seen, err := w.Conversations.Overview(w.ctx, w.tenant, assistant.Look{Checklist: true})
		w.ok(err)
		return seen.Checklist
	}
	is := func(want assistant.Checklist) {
		w.t.Helper()
		if got := told(); got == nil || *got != want {
			w.t.Errorf("done is %+v, want %+v", got, want)
		}
	}
	is(assistant.Checklist{})
	w.ok(w.Projects.SaveProject(w.ctx, w.me(), w.wordpress("https://flowers.example"), assistant.Secrets{site.KindWordPress: "p"}))
	is(assistant.Checklist{Connected: true})

	made, _ := w.invite(assistant.Invitation{Name: "Maya", Role: assistant.RoleApprover})
	is(assistant.Checklist{Connected: true, Invited: true})
	w.ok(w.Invitations.Uninvite(w.ctx, w.tenant, w.owner.ID, made.ID))
	is(assistant.Checklist{Connected: true})

	said := w.say("1.0", "hello") // by somebody who was not here before
	is(assistant.Checklist{Connected: true, Invited: true})
	reply := answer("good morning")
	reply.Tenant, reply.Conversation = w.tenant, said.Conversation
	_, err := w.Intake.Post(w.ctx, reply)
	w.ok(err)
	is(assistant.Checklist{Connected: true, Invited: true, Answered: true})

	w.is(w.Tenants.PutChecklistAway(w.ctx, w.tenant, w.somebody("Ben")), assistant.ErrNotAdmin)
	is(assistant.Checklist{Connected: true, Invited: true, Answered: true})
	for range 2 { // the button was pressed twice
		w.ok(w.Tenants.PutChecklistAway(w.ctx, w.tenant, w.owner.ID))
		if got := told(); got != nil {
			w.t.Errorf("it was put away, and tells %+v", got)
		}
	}
	seen, err := w.Conversations.Overview(w.ctx, w.tenant, assistant.Look{})
	w.ok(err)
	equal(w, seen.Checklist == nil, true)
}
