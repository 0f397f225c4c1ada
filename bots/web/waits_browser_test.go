package web_test

import (
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// TestARunThatWaitsForAPersonSaysSo: its card, and the line below that else says who is at work; nothing moves there.
func TestARunThatWaitsForAPersonSaysSo(t *testing.T) {
	w := newWorld(t)
	c := w.start("Prices")
	run := assistant.Run{ID: assistant.NewID[assistant.RunID](w.ids), Conversation: c, Title: "Prices", Status: assistant.RunRunning, RequestedBy: w.owner.ID}
	task := func(summary string, status assistant.TaskStatus, approval assistant.ApprovalID) assistant.Task {
		return assistant.Task{ID: assistant.NewID[assistant.TaskID](w.ids), Run: run.ID, Conversation: c, Key: summary, Group: "A", Owner: assistant.WebEngineer, Type: "create_page", Status: status, Summary: summary, Approval: approval}
	}
	tasks := []assistant.Task{
		task("Write the words", assistant.TaskCompleted, ""), task("Put them online", assistant.TaskOpen, assistant.NewID[assistant.ApprovalID](w.ids)), task("Check the page", assistant.TaskOpen, ""),
	}
	w.add(c, assistant.Message{Author: assistant.AuthorAssistant, Agent: assistant.Chief, Kind: assistant.KindStatus, Run: run.ID, Body: assistant.RunStarted{Run: run, Tasks: tasks}})
	b := openTab(t, w.serve(t), "/c/"+string(c))
	b.await(`document.querySelector("#activity")?.textContent.includes("Waiting: a decision is needed before the tasks go on") && !document.querySelector("#activity .dots")`)
	b.await(`document.querySelector(".card.run > details > summary .state.waiting")?.textContent === "waits for an approval"`)
	b.shoot("waits")
}
