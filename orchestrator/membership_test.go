package orchestrator_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// TestSomebodyIsInvitedIntoAConversation: whoever acts in it lets a colleague in, which the log says once, however often it is pressed, and
// takes them out again. It may be done over and over.
func TestSomebodyIsInvitedIntoAConversation(t *testing.T) {
	h := newHouse(t)
	anna, err := h.db.People.Person(t.Context(), h.tenant, h.anna)
	h.ok(err)
	ben, err := h.db.People.PersonFor(t.Context(), h.tenant, account("UBEN"))
	h.ok(err)
	c, err := h.db.Conversations.StartConversation(t.Context(), h.tenant, assistant.Beginning{Person: h.anna, Title: "The prices"})
	h.ok(err)
	act := func(by assistant.PersonID, b assistant.Body) error {
		out, err := h.Act(t.Context(), assistant.Act{Tenant: h.tenant, Person: by, Conversation: c.ID, Body: b})
		if err == nil && (!out.Done || out.Message == "") {
			t.Errorf("%s: %+v", b.Type(), out)
		}
		return err
	}
	may := func() bool {
		got, err := h.db.Conversations.MayAct(t.Context(), h.tenant, ben.ID, []assistant.ConversationID{c.ID})
		h.ok(err)
		return got[c.ID]
	}
	for range 2 {
		h.ok(act(h.anna, assistant.MemberAdded{Person: ben.ID, Title: c.Title}))
		if err := act(h.anna, assistant.MemberAdded{Person: ben.ID}); !errors.Is(err, assistant.ErrMember) {
			t.Errorf("he is invited twice: %v", err)
		}
		_, err := h.Receive(t.Context(), assistant.Inbound{
			Tenant: h.tenant, Person: ben.ID, Conversation: c.ID, Text: "hello", Key: h.ids.New(), Place: assistant.Place{Surface: assistant.SurfaceWeb, Channel: string(c.ID)},
		})
		h.ok(err)
		h.ok(act(h.anna, assistant.MemberRemoved{Person: ben.ID}))
		if err := act(ben.ID, assistant.MemberRemoved{Person: ben.ID}); !errors.Is(err, assistant.ErrNotFound) || may() {
			t.Errorf("he takes part still: %v", err)
		}
	}
	h.ok(act(h.anna, assistant.MemberAdded{Person: ben.ID}))
	h.ok(act(ben.ID, assistant.MemberRemoved{Person: ben.ID}))
	page, err := h.db.Conversations.Messages(t.Context(), h.tenant, c.ID, 0, 100)
	h.ok(err)
	var said []string
	for _, m := range page.Messages {
		switch m.Body.(type) { //nolint:gochecksumtype // nobody comes or goes by the rest
		case assistant.MemberAdded, assistant.MemberRemoved:
			if said = append(said, m.Content); m.Says().String() != m.Content {
				t.Errorf("“%s” is not kept as a sentence", m.Content)
			}
		}
	}
	in, out, left := anna.Name+" invited "+ben.Name+".", anna.Name+" took "+ben.Name+" out of the conversation.", ben.Name+" left the conversation."
	if want := []string{in, out, in, out, in, left}; !slices.Equal(said, want) {
		t.Errorf("the log says %q", said)
	}
}

// TestWhomWordsMentionIsChecked: those of the team are kept, each once and as who they are, and nobody else; the words are taken whoever
// stands beside them.
func TestWhomWordsMentionIsChecked(t *testing.T) {
	h := newHouse(t)
	ben, err := h.db.People.PersonFor(t.Context(), h.tenant, account("UBEN"))
	h.ok(err)
	guest := account("UGUS")
	guest.Standing = assistant.StandingGuest
	gus, err := h.db.People.PersonFor(t.Context(), h.tenant, guest)
	h.ok(err)
	c, err := h.db.Conversations.StartConversation(t.Context(), h.tenant, assistant.Beginning{Person: h.anna})
	h.ok(err)
	got, err := h.Receive(t.Context(), assistant.Inbound{
		Tenant: h.tenant, Person: h.anna, Conversation: c.ID, Text: "hello", Key: h.ids.New(), Place: assistant.Place{Surface: assistant.SurfaceWeb, Channel: string(c.ID)},
		Mentions: []assistant.PersonID{ben.ID, gus.ID, h.anna, ben.ID, assistant.NewID[assistant.PersonID](h.ids), "x"},
	})
	h.ok(err)
	page, err := h.db.Conversations.Messages(t.Context(), h.tenant, c.ID, 0, 100)
	h.ok(err)
	for _, m := range page.Messages {
		if said, ok := m.Body.(assistant.Said); ok && m.ID == got.Message && !slices.Equal(said.Mentions, []assistant.PersonID{ben.ID}) {
			t.Errorf("%q are kept", said.Mentions)
		}
	}
}
