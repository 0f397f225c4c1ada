package web_test

import (
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// TestARunStandsBelowWhatWasAskedBeforeIt: what an agent proposes has its run as soon as it asks, and is shown once there was a yes. While
// all that is left of a run waits for a decision, its card says for whom and since when, and not that it runs.
func TestARunStandsBelowWhatWasAskedBeforeIt(t *testing.T) {
	w := newWorld(t)
	c := w.start("A ticket")
	run := assistant.Run{ID: assistant.NewID[assistant.RunID](w.ids), Conversation: c, Title: "Create a ticket", Status: assistant.RunRunning, RequestedBy: w.owner.ID, Session: "s"}
	task := func(key string) assistant.Task {
		return assistant.Task{ID: assistant.NewID[assistant.TaskID](w.ids), Run: run.ID, Conversation: c, Key: key, Group: "A", Owner: assistant.WebEngineer, Type: "create_ticket", Status: assistant.TaskOpen, Summary: key}
	}
	first, second := task("first"), task("second")
	ask := func(of assistant.Task) assistant.Approval {
		return assistant.Approval{ID: assistant.NewID[assistant.ApprovalID](w.ids), Run: run.ID, Task: of.ID, Title: assistant.Verbatim("Create " + of.Key), RequestedBy: w.owner.ID, ExpiresAt: w.now().AddDate(0, 0, 1)}
	}
	asked, again := ask(first), ask(second)
	say := func(b assistant.Body) {
		w.add(c, assistant.Message{Author: assistant.AuthorAssistant, Agent: assistant.Chief, Kind: assistant.KindStatus, Run: run.ID, Body: b})
	}
	for _, b := range []assistant.Body{
		assistant.RunStarted{Run: run, Tasks: []assistant.Task{first, second}},
		assistant.ApprovalRequested{Approval: asked},
		assistant.TaskWaiting{Run: run.ID, Task: first.ID, Approval: asked.ID},
		assistant.ApprovalDecided{Approval: asked.ID, Verdict: assistant.VerdictApproved},
		assistant.TaskStarted{Run: run.ID, Task: first.ID, Attempt: 2},
	} {
		say(b)
	}
	h := w.surface(t)
	in := cookie(t, h)
	page := func() (whole, runCard string) {
		whole = call(t, h, "GET", "/c/"+string(c), "", in).Body.String()
		_, card, found := strings.Cut(whole, `<article id="slot-run-`)
		if !found {
			t.Fatal(whole)
		}
		card, _, _ = strings.Cut(card, "</article>")
		return whole, card
	}
	whole, card := page()
	if at := strings.Index(whole, `<article id="slot-approval-`); at < 0 || at > strings.Index(whole, `<article id="slot-run-`) {
		t.Errorf("the run stands above what was asked before it: %s", whole)
	}
	if !strings.Contains(card, ">running<") || strings.Contains(card, "waits for") {
		t.Errorf("it is at work, and says %s", card)
	}
	say(assistant.TaskFinished{Run: run.ID, Task: first.ID, Status: assistant.TaskCompleted})
	say(assistant.ApprovalRequested{Approval: again})
	say(assistant.TaskWaiting{Run: run.ID, Task: second.ID, Approval: again.ID})
	if _, card := page(); !strings.Contains(card, "waits for you since <time") || strings.Contains(card, ">running<") {
		t.Errorf("it waits, and says %s", card)
	}
}
