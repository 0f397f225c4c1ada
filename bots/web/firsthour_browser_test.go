package web_test

import (
	"slices"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/browser"
)

// firstHour is a conversation in which a plan replaces something, a draft was written, and an answer failed.
func firstHour(w *world) assistant.ConversationID {
	c := w.start("The first hour")
	say := func(m assistant.Message) assistant.Message {
		m.Author, m.Agent = assistant.AuthorAssistant, assistant.Chief
		return w.add(c, m)
	}
	replaces := &assistant.Preview{State: "s", Fields: []assistant.Field{{Name: "h1", Old: "Old", New: "New"}}}
	adds := &assistant.Preview{State: "s", Fields: []assistant.Field{{Name: "h1", New: "New"}}}
	say(assistant.Message{Kind: assistant.KindMessage, Body: assistant.PlanProposed{Plan: assistant.Plan{
		ID: assistant.NewID[assistant.PlanID](w.ids), Version: 1, Title: "Change", Steps: []assistant.Step{
			{Key: "a", Group: "A", Owner: assistant.WebEngineer, Summary: "Change it", Effect: assistant.EffectReversible, Preview: replaces},
			{Key: "b", Group: "A", Owner: assistant.WebEngineer, Summary: "Add it", Effect: assistant.EffectReversible, Preview: adds},
		},
	}}})
	run := assistant.Run{ID: assistant.NewID[assistant.RunID](w.ids), Conversation: c, Title: "Write", Status: assistant.RunRunning, RequestedBy: w.owner.ID}
	task := assistant.Task{ID: assistant.NewID[assistant.TaskID](w.ids), Run: run.ID, Key: "draft", Group: "A", Type: "draft_content", Summary: "Write the words", Owner: assistant.CreativeLead}
	for _, b := range []assistant.Body{
		assistant.RunStarted{Run: run, Tasks: []assistant.Task{task}},
		assistant.TaskFinished{Run: run.ID, Task: task.ID, Status: assistant.TaskCompleted, Result: assistant.Result{Summary: assistant.Verbatim("84 words"), Read: "Clean water, wherever your well is."}},
		assistant.RunFinished{Run: run.ID, Status: assistant.RunCompleted},
	} {
		say(assistant.Message{Kind: assistant.KindStatus, Run: run.ID, Body: b})
	}
	asked := w.add(c, assistant.Message{Author: assistant.AuthorUser, Person: w.owner.ID, Kind: assistant.KindMessage, Content: "Please audit it", Body: assistant.Said{}})
	say(assistant.Message{Kind: assistant.KindMessage, Cause: asked.ID, Body: assistant.Failed{Problem: assistant.Problem{
		Side: assistant.SideExecution, Message: assistant.Say("The model has a fault."), Recovery: assistant.Say("Try again later."), Retry: true,
	}}})
	return c
}

// TestTheFirstHourShowsWhatItIsAboutAndAWayOn: what replaces something is red, a draft can be read, what failed is asked again by a
// button, a form is left by one, and who signs out elsewhere takes no words along.
func TestTheFirstHourShowsWhatItIsAboutAndAWayOn(t *testing.T) {
	w := newWorld(t)
	s := tell(w, "")
	c := firstHour(w)
	server := w.serve(t)
	b := openTab(t, server, "/c/"+string(c))
	eventually(t, "the page to listen", func() bool { return w.listening(c) == 1 })
	b.js(`window.shade = (kind) => getComputedStyle(document.querySelector(".plan .badge." + kind)).color.match(/\d+/g).map(Number)`)
	b.await(`shade("replaces")[0] > shade("replaces")[1] && shade("reversible")[1] > shade("reversible")[0]`)          // red, and green
	b.js(`for (const fold of ["work", "peek"]) document.querySelector(".run details." + fold + " > summary").click()`) // wherever they stand: the page may still move
	b.await(`[...document.querySelectorAll(".run .peek .read")].some(r => r.checkVisibility() && r.textContent === "Clean water, wherever your well is.")`)
	b.shoot("firsthour-light")
	b.do(chromedp.Click(chromedp.CSS(".card.error button")))
	b.await(`document.querySelectorAll("article.slot.user").length === 2`)
	if got := heard(w); len(got) != 1 || got[0] != "Please audit it" {
		t.Errorf("heard %q", got)
	}
	b.js(`location.href = "/c/` + string(s.conversation) + `"`)
	b.await(`document.getElementById("slot-ask-` + string(s.ask) + `-leave")`)
	b.do(chromedp.Click(chromedp.ID("slot-ask-" + string(s.ask) + "-leave")))
	eventually(t, "the form is left", func() bool {
		w.mu.Lock()
		defer w.mu.Unlock()
		return slices.ContainsFunc(w.acts, func(a assistant.Act) bool {
			left, answered := a.Body.(assistant.Answered)
			return answered && left.Clarification == s.ask && left.Text == "Never mind"
		})
	})

	b.types("important words")
	other := tab{t: t, ctx: browser.Another(b.ctx, t), dir: b.dir}
	other.do(chromedp.Navigate(server.URL + "/sessions"))
	other.js(`document.querySelector('form[action="/logout"]').requestSubmit()`)
	other.await(`document.getElementById("token")`)
	b.types("\r")
	b.await(`document.getElementById("token")`)
	b.do(chromedp.SendKeys(chromedp.ID("token"), token+"\r"))
	b.await(`location.pathname === "/c/` + string(s.conversation) + `" && document.getElementById("text")?.value === "important words"`)
}
