package web_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// TestThePanelSaysThatNobodyHereCanDecide on the card and beside its reminder, from the moment on at which the last who could has left.
func TestThePanelSaysThatNobodyHereCanDecide(t *testing.T) {
	w := newWorld(t)
	h := w.surface(t)
	in := session(t, h)
	kim := w.join("Kim", assistant.RoleAdmin)
	c := w.start("The page")
	rule := &assistant.ApprovalRule{People: []assistant.PersonID{kim.ID}}
	a := assistant.Approval{ID: assistant.NewID[assistant.ApprovalID](w.ids), Tool: "create_page", Title: assistant.Say("Create the page"), RequestedBy: w.owner.ID, Rule: rule, ExpiresAt: w.now().Add(time.Hour)}
	w.add(c, assistant.Message{Author: assistant.AuthorAssistant, Kind: assistant.KindMessage, Body: assistant.ApprovalRequested{Approval: a}})
	w.add(c, assistant.Message{Author: assistant.AuthorSystem, Kind: assistant.KindStatus, Body: assistant.Reminded{Approval: a.ID, Title: a.Title.String(), Rule: rule, Asker: w.owner.ID, ExpiresAt: a.ExpiresAt}})
	page := func() int {
		return strings.Count(call(t, h, http.MethodGet, "/c/"+string(c), "", in).Body.String(), "Nobody here can decide this: yeses needed: 1, people who could give one: 0.")
	}
	if n := page(); n != 0 {
		t.Errorf("Kim is there, and it is said %d times that nobody is", n)
	}
	w.leaves(kim.ID)
	if n := page(); n != 2 {
		t.Errorf("Kim has left, and it is said %d times that nobody is there", n)
	}
}
