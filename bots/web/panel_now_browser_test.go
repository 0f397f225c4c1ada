package web_test

import (
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// retitle names a conversation as a turn would.
func (w *world) retitle(t *testing.T, id assistant.ConversationID, title string) {
	t.Helper()
	_ = w.ChangeConversation(t.Context(), w.tenant.ID, id, assistant.ConversationChange{Title: title})
}

func TestTheListAndTheTitleFollowWhatHappens(t *testing.T) {
	w := newWorld(t)
	older := w.start("Older")
	here := w.start("First words")
	run := assistant.Run{ID: assistant.NewID[assistant.RunID](w.ids), Conversation: here, Title: "Prices", Status: assistant.RunRunning}
	b := openTab(t, w.serve(t), "/c/"+string(here))
	b.js(`window.same = "page"; window.kept = document.querySelector('#past li[data-line="` + string(older) + `"]')`)
	eventually(t, "the page to listen", func() bool { return w.listening(here) == 1 })
	line := `document.querySelector('#past li[data-line="` + string(here) + `"]')`
	w.add(here, assistant.Message{Author: assistant.AuthorAssistant, Kind: assistant.KindStatus, Run: run.ID, Body: assistant.RunStarted{Run: run}})
	b.await(line + `.querySelector(".tag")?.textContent === "at work"`)
	w.retitle(t, here, "Prices for spring")
	other := w.start("From Slack")
	w.add(here, assistant.Message{Author: assistant.AuthorAssistant, Kind: assistant.KindStatus, Run: run.ID, Body: assistant.RunFinished{Run: run.ID, Status: assistant.RunCompleted}})
	b.await(`!` + line + `.querySelector(".tag")`)
	b.await(line + `.textContent.includes("Prices for spring") && document.querySelector(".thread h1").textContent === "Prices for spring"`)
	b.await(`document.title === "Prices for spring · AISTEAM" && document.getElementById("name").value === "Prices for spring"`)
	b.await(`document.querySelector("#past li:not(.since)").dataset.line === "` + string(other) + `" && document.querySelectorAll("#past li:not(.since)").length === 3`)
	b.await(`window.same === "page" && window.kept.isConnected`) // nothing was loaded again, and what has not changed stayed

	// What waits elsewhere is counted in the title, also after somebody looked away.
	b.hide(true)
	w.add(other, assistant.Message{Author: assistant.AuthorAssistant, Agent: assistant.WebEngineer, Kind: assistant.KindMessage, Body: assistant.ApprovalRequested{Approval: assistant.Approval{
		ID: assistant.NewID[assistant.ApprovalID](w.ids), Tool: "update_content_block", Title: assistant.Say("Change the price list"), RequestedBy: w.owner.ID, Hash: "h",
	}}})
	gone := true
	if err := w.ChangeConversation(t.Context(), w.tenant.ID, older, assistant.ConversationChange{Removed: &gone, By: w.owner.ID}); err != nil {
		t.Fatal(err)
	}
	b.hide(false)
	b.await(`document.title === "(1) Prices for spring · AISTEAM" && document.querySelector('#past li[data-line="` + string(other) + `"] .tag.waits')`)
	b.await(`!window.kept.isConnected && document.querySelectorAll("#past li:not(.since)").length === 2`)
}
