package web_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// TestWhoeverHasDecidedIsToldSo: who pressed yes, as the one whose yes it took or as the first of several, and presses again, is told what
// became of it and not that there is no such action. For others there is none.
func TestWhoeverHasDecidedIsToldSo(t *testing.T) {
	w := newWorld(t)
	h := w.surface(t)
	mia, otto := w.join("Mia", assistant.RoleMember), w.join("Otto", assistant.RoleMember)
	hers, his := w.as(t, mia), w.as(t, otto)
	w.note = "It has been decided before."
	for name, by := range map[string]func(*assistant.ApprovalRecord){
		"the one whose yes it took": func(a *assistant.ApprovalRecord) { a.DecidedBy = mia.ID },
		"the first of two": func(a *assistant.ApprovalRecord) {
			a.DecidedBy, a.Yeses = w.owner.ID, []assistant.Yes{{Person: mia.ID}, {Person: w.owner.ID}}
		},
	} {
		a := assistant.Approval{ID: assistant.NewID[assistant.ApprovalID](w.ids), Title: assistant.Say("Contact"), RequestedBy: w.owner.ID, Rule: &assistant.ApprovalRule{People: []assistant.PersonID{mia.ID}}, ExpiresAt: w.now().Add(time.Hour)}
		w.add(w.start("Salaries of everybody"), assistant.Message{Author: assistant.AuthorAssistant, Kind: assistant.KindMessage, Body: assistant.ApprovalRequested{Approval: a}})
		decided := w.approvals[a.ID]
		decided.Status = assistant.ApprovalApproved
		by(&decided)
		w.approvals[a.ID] = decided
		again := func(in func(*http.Request)) int {
			return call(t, h, "POST", "/api/approvals/"+string(a.ID), `{"decision":"approved"}`, in).Code
		}
		if got := []int{again(hers), again(his)}; got[0] != http.StatusConflict || got[1] != http.StatusNotFound {
			t.Errorf("%s, and somebody else: %v", name, got)
		}
	}
}

// TestWhatWaitsInTheirOwnConversationIsShownToThemWhole: also what a rule has others decide on; of what waits elsewhere nothing is shown.
func TestWhatWaitsInTheirOwnConversationIsShownToThemWhole(t *testing.T) {
	w := newWorld(t)
	h := w.surface(t)
	mia := w.join("Mia", assistant.RoleMember)
	hers, secretly := w.start("Opening hours"), w.start("Salaries of everybody")
	w.add(hers, assistant.Message{Author: assistant.AuthorUser, Person: mia.ID, Kind: assistant.KindMessage, Content: "hello", Body: assistant.Said{}})
	cards := map[assistant.ConversationID]string{}
	for c, title := range map[assistant.ConversationID]string{hers: "Change the hours", secretly: "Change the payroll"} {
		id := assistant.NewID[assistant.ApprovalID](w.ids)
		cards[c] = `<article id="slot-approval-` + string(id) + `"`
		w.add(c, assistant.Message{Author: assistant.AuthorAssistant, Kind: assistant.KindMessage, Body: assistant.ApprovalRequested{Approval: assistant.Approval{
			ID: id, Tool: "update_page", Title: assistant.Verbatim(title), RequestedBy: mia.ID, Hash: "h", Rule: &assistant.ApprovalRule{People: []assistant.PersonID{w.owner.ID}}, ExpiresAt: w.now().Add(time.Hour),
		}}})
	}
	page := call(t, h, "GET", "/waiting", "", w.as(t, mia)).Body.String()
	if !strings.Contains(page, cards[hers]) || strings.Contains(page, cards[secretly]) || strings.Contains(page, "payroll") {
		t.Error(page)
	}
}
