package web_test

import (
	"encoding/json"
	"strconv"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/assistant/site"
)

func TestAnAuditIsAReportWithAWayToMendIt(t *testing.T) {
	w := newWorld(t)
	c := w.start("Audit the home page")
	run := assistant.Run{ID: assistant.NewID[assistant.RunID](w.ids), Conversation: c, Title: "Audit the home page", Status: assistant.RunRunning, RequestedBy: w.owner.ID}
	task := assistant.Task{ID: assistant.NewID[assistant.TaskID](w.ids), Run: run.ID, Key: "1", Group: "A", Type: "run_audit", Summary: "Audit the home page", Owner: assistant.GrowthLead, Status: assistant.TaskOpen}
	details, err := json.Marshal(site.Audit{URL: "https://aquaverter.ca/", Score: 72, Findings: []site.Finding{
		{Severity: site.SeverityNotice, Check: "links", Message: "A link says “click here”.", Advice: "Say where it leads."},
		{Severity: site.SeverityCritical, Check: "title", Message: "The page has no title.", Advice: "Write one."},
	}})
	if err != nil {
		t.Fatal(err)
	}
	say := func(b assistant.Body) {
		w.add(c, assistant.Message{Author: assistant.AuthorAssistant, Kind: assistant.KindStatus, Run: run.ID, Body: b})
	}
	say(assistant.RunStarted{Run: run, Tasks: []assistant.Task{task}})
	say(assistant.TaskStarted{Run: run.ID, Task: task.ID, Attempt: 1})
	say(assistant.TaskFinished{Run: run.ID, Task: task.ID, Status: assistant.TaskCompleted, Result: assistant.Result{
		Summary: assistant.Verbatim("Audited: 72 of 100"), Read: "- critical: The page has no title.", Details: details, Fields: assistant.ValuesOf(map[string]string{"url": "https://aquaverter.ca/", "score": "72"}),
	}})
	say(assistant.RunFinished{Run: run.ID, Status: assistant.RunCompleted})
	h := w.serve(t)
	b := openTab(t, h, "/c/"+string(c))
	b.await(`!document.querySelector(".run details.work").open && document.querySelector(".report .badge").textContent === "72 of 100"`)
	b.await(`document.querySelector(".finding").textContent.includes("The page has no title.")`)
	b.shoot("audit-light")
	b.js(`document.querySelector(".report form button").click()`)
	b.await(`document.querySelectorAll("article.slot.user").length === 1`)
	if got := w.inbound[0]; got.Conversation != c || got.Text != "Fix what the audit of https://aquaverter.ca/ found:\n- The page has no title. Write one.\n- A link says “click here”. Say where it leads." {
		t.Errorf("%+v", got)
	}
	b.js(`document.querySelector(".report form button").click()`)
	b.await(`!document.querySelector(".report form button").disabled`)
	if len(w.inbound) != 1 {
		t.Error("it was asked for twice")
	}
	for l, asks := range map[assistant.Language]string{
		assistant.German: "Beheben Sie, was die Prüfung von https://aquaverter.ca/ gefunden hat:", assistant.French: "Corrigez ce que l’audit de https://aquaverter.ca/ a trouvé",
		assistant.Spanish: "Corrija lo que la auditoría de https://aquaverter.ca/ ha encontrado:",
	} {
		w.mu.Lock()
		w.conversations[0].Language = l
		w.mu.Unlock()
		b.do(chromedp.Navigate(h.URL + "/c/" + string(c)))
		b.await(`document.querySelector(".report form input[name=text]")?.value.startsWith(` + strconv.Quote(asks) + `)`)
	}
}

func TestADecidedPlanFoldsToALine(t *testing.T) {
	w := newWorld(t)
	s := tell(w, "")
	b := openTab(t, w.serve(t), "/c/"+string(s.conversation))
	b.await(`document.querySelector(".plan.changes_requested details.folded, .plan:not(.proposed) details.folded") && !document.querySelector(".plan details.folded").open`)
	b.await(`document.querySelector(".plan.proposed form.decide")`)
	b.await(`document.querySelector(".plan details.folded").closest(".card").getBoundingClientRect().height < 140`)
	b.js(`document.querySelector(".plan details.folded summary").click()`)
	b.await(`document.querySelector(".plan details.folded ol")?.checkVisibility()`)
}
