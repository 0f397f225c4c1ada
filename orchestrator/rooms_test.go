package orchestrator_test

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// TestWhoIsSignedInActsOnlyInTheirRooms: by no verb of the inbox does anybody who is signed in come into a conversation of others, and
// nothing of what they tried makes it theirs. Whoever presses where a platform has let them in is a member from then on.
func TestWhoIsSignedInActsOnlyInTheirRooms(t *testing.T) {
	h := newHouse(t)
	ben, err := h.db.People.PersonFor(t.Context(), h.tenant, account("UBEN"))
	h.ok(err)
	done, err := h.executes(h.anna, "create_page", `{"slug":"services","html":"<p>Pools</p>"}`)
	h.ok(err)
	run, err := h.db.Runs.Run(t.Context(), h.tenant, done.Run)
	h.ok(err)
	there := run.Run.Conversation
	h.conversation = there
	awaits(h, func(b assistant.Said) bool { return b.Final }) // nothing of the run is said after that
	may := func() bool {
		got, err := h.db.Conversations.MayAct(t.Context(), h.tenant, ben.ID, []assistant.ConversationID{there})
		h.ok(err)
		return got[there]
	}
	log := func() int {
		page, err := h.db.Conversations.Messages(t.Context(), h.tenant, there, 0, 100)
		h.ok(err)
		return len(page.Messages)
	}
	before := log()
	for name, does := range map[string]func() error{
		"says": func() error {
			_, err := h.Receive(t.Context(), assistant.Inbound{Tenant: h.tenant, Person: ben.ID, Conversation: there, Text: "hello", Key: "k", Place: assistant.Place{Surface: assistant.SurfaceWeb, Channel: string(there)}})
			return err
		},
		"undoes": func() error {
			_, err := h.Act(t.Context(), assistant.Act{Tenant: h.tenant, Person: ben.ID, Body: assistant.UndoRequested{Run: done.Run}})
			return err
		},
		"stops": func() error {
			_, err := h.Act(t.Context(), assistant.Act{Tenant: h.tenant, Person: ben.ID, Body: assistant.StopRequested{Run: done.Run}})
			return err
		},
		"invites himself": func() error {
			_, err := h.Act(t.Context(), assistant.Act{Tenant: h.tenant, Person: ben.ID, Conversation: there, Body: assistant.MemberAdded{Person: ben.ID}})
			return err
		},
		"takes out whose it is": func() error {
			_, err := h.Act(t.Context(), assistant.Act{Tenant: h.tenant, Person: ben.ID, Conversation: there, Body: assistant.MemberRemoved{Person: h.anna}})
			return err
		},
		"invites himself from a platform": func() error {
			_, err := h.Act(t.Context(), assistant.Act{Tenant: h.tenant, From: account("UBEN"), Conversation: there, Body: assistant.MemberAdded{Person: ben.ID}})
			return err
		},
		"executes": func() error {
			_, err := h.tasks.Execute(t.Context(), assistant.ExecuteRequest{
				Tenant: h.tenant, Person: ben.ID, Conversation: there, Project: h.project, Agent: assistant.WebEngineer, Type: "create_page", Key: "k",
				Parameters: json.RawMessage(`{"slug":"his","html":"<p>Mine</p>"}`),
			})
			return err
		},
	} {
		if err := does(); !errors.Is(err, assistant.ErrNotFound) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if log() != before || may() {
		t.Errorf("there are %d new messages; it is his: %t", log()-before, may())
	}
	_, err = h.Act(t.Context(), assistant.Act{Tenant: h.tenant, From: account("UBEN"), Body: assistant.StopRequested{Run: done.Run}})
	h.ok(err)
	if !may() {
		t.Error("whoever is there is no member")
	}
}
