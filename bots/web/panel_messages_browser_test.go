package web_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/aisteam/aisteam/assistant"
)

func answerOf(text string, at time.Time) assistant.Message {
	return assistant.Message{Author: assistant.AuthorAssistant, Agent: assistant.Chief, Kind: assistant.KindMessage, Content: text, Body: assistant.Said{}, At: at}
}

func TestMessagesAreCopiedWrittenAnewAndAskedOnceMore(t *testing.T) {
	w := newWorld(t)
	c := w.start("Prices")
	now := time.Now()
	asked := w.add(c, assistant.Message{Author: assistant.AuthorUser, Person: w.owner.ID, Kind: assistant.KindMessage, Content: "What does it cost?", Body: assistant.Said{}, At: now.Add(-72 * time.Hour)})
	answer := answerOf("Ten euros.\n\n```\ncurl example.com\n```", now)
	answer.Cause = asked.ID
	w.add(c, answer)
	b := openTab(t, w.serve(t), "/c/"+string(c))
	b.size(1280, 900, false)
	b.await(`document.querySelectorAll("#feed > .day").length === 2 && document.querySelector("#feed > .day:last-of-type").textContent === "Today"`)
	b.await(`document.querySelector("#feed").children[0].matches(".day") && document.querySelector("#feed").children[2].matches(".day")`)
	b.js(`navigator.clipboard.writeText = async (text) => { window.copied = text; }; document.querySelector(".answer [data-copies]").click()`)
	b.await(`window.copied.startsWith("Ten euros.") && document.querySelector(".answer .tools [data-copies]").textContent === "Copied"`)
	b.js(`document.querySelector(".prose [data-copies=code]").click()`)
	b.await(`window.copied === "curl example.com"`)
	b.types("a half thought")
	b.js(`document.querySelector(".user [data-edits]").click()`)
	b.await(`document.getElementById("text").value === "What does it cost?" && document.activeElement.id === "text"`)
	b.js(`document.querySelector(".answer").classList.remove("fresh"); document.querySelector(".answer [id$=-again]").focus()`)
	b.shoot("messages-light")
	b.js(`document.documentElement.dataset.theme = "dark"`)
	b.shoot("messages-dark")
	b.size(390, 844, true)
	b.shoot("messages-phone")
	b.js(`document.querySelector(".answer [id$=-again]").click()`)
	b.await(`document.querySelectorAll("article.slot.user").length === 2`)
	b.await(`document.getElementById("text").value === "What does it cost?"`) // what is being written stays
	b.js(`document.querySelector("#editing a").click()`)
	b.await(`document.getElementById("text").value === "a half thought"`)
	if got := heard(w); len(got) != 1 || got[0] != "What does it cost?" {
		t.Errorf("heard %q", got)
	}
}

func TestWhatCameBelowIsSaid(t *testing.T) {
	w := newWorld(t)
	c := w.start("Long")
	long(w, c, 60)
	b := openTab(t, w.serve(t), "/c/"+string(c))
	b.size(1280, 900, false)
	eventually(t, "the page to listen", func() bool { return w.listening(c) == 1 })
	b.js(`document.getElementById("scroll").scrollTop = 0`)
	b.await(`document.getElementById("scroll").scrollTop === 0 && !pinned && document.getElementById("newer").hidden`)
	w.add(c, answerOf("Here it is.", time.Now()))
	b.await(`!document.getElementById("newer").hidden && document.getElementById("scroll").scrollTop === 0`)
	b.shoot("newer-light")
	b.js(`document.getElementById("newer").click()`)
	b.await(`document.getElementById("newer").hidden && document.querySelector("article.answer").getBoundingClientRect().bottom <= innerHeight`)
}

// TestALongRunIsSaidInFewWords: who hears the page is told where a run stands, and is not read its cards at each of its steps.
func TestALongRunIsSaidInFewWords(t *testing.T) {
	const most = 600 // characters that the whole run may say
	w := newWorld(t)
	c := w.start("Prices")
	b := openTab(t, w.serve(t), "/c/"+string(c))
	eventually(t, "the page to listen", func() bool { return w.listening(c) == 1 })
	b.js(`window.spokenWords = ""; new MutationObserver((all) => { for (const m of all) for (const el of document.querySelectorAll("[role=status], [role=alert], [aria-live]:not([aria-live=off]), [role=log]")) if (el.contains(m.target)) spokenWords += el.textContent.trim() + "\n"; }).observe(document.body, {childList: true, characterData: true, subtree: true})`)
	run := assistant.Run{ID: assistant.NewID[assistant.RunID](w.ids), Conversation: c, Title: "Eleven pages", Status: assistant.RunRunning}
	var tasks []assistant.Task
	for i := range 11 {
		tasks = append(tasks, assistant.Task{
			ID: assistant.NewID[assistant.TaskID](w.ids), Run: run.ID, Order: i + 1, Group: "A", Owner: assistant.WebEngineer, Summary: fmt.Sprintf("Create the page number %d", i+1), Status: assistant.TaskOpen,
		})
	}
	add := func(body assistant.Body) {
		w.add(c, assistant.Message{Author: assistant.AuthorAssistant, Agent: assistant.Chief, Kind: assistant.KindStatus, Run: run.ID, Body: body})
	}
	add(assistant.RunStarted{Run: run, Tasks: tasks})
	b.await(`document.querySelector("article.slot.run")`)
	for _, a := range []assistant.Activity{assistant.ActivityPlanning, assistant.ActivityExecuting} {
		w.publish(assistant.News{Conversation: c, Activity: a})
	}
	for i, task := range tasks {
		add(assistant.TaskStarted{Run: run.ID, Task: task.ID, Attempt: 1})
		add(assistant.TaskFinished{Run: run.ID, Task: task.ID, Status: assistant.TaskCompleted, Result: assistant.Result{Summary: assistant.Verbatim("Created it")}})
		b.await(fmt.Sprintf(`document.querySelectorAll("li.task.completed").length === %d`, i+1))
	}
	add(assistant.RunFinished{Run: run.ID, Status: assistant.RunCompleted})
	w.add(c, answerOf("All eleven pages are there.", time.Now()))
	b.await(`document.getElementById("aloud").textContent.includes("All eleven pages are there.")`)
	b.await(`spokenWords.includes("Eleven pages")`)
	b.await(fmt.Sprintf(`spokenWords.length < %d`, most))
}

func TestTheBrowserNotifiesOncePerDecisionWhereItIsAllowed(t *testing.T) {
	w := newWorld(t)
	c := w.start("Prices")
	b := openTab(t, w.serve(t), "/")
	b.js(`window.shown = []; window.asked = 0; window.Notification = class { static permission = "default"; static async requestPermission() { asked++; return Notification.permission = "granted"; } constructor(title, o) { this.tag = o.tag; this.body = o.body; shown.push(this); } close() { this.closed = true; } }; notify.offer()`)
	b.await(`window.asked === 0 && !document.getElementById("notify").hidden`)
	b.shoot("notify-light")
	b.do(chromedp.Click(chromedp.ID("notify")))
	b.await(`window.asked === 1 && document.getElementById("notify").hidden`)
	b.js(`Object.defineProperty(document, "hidden", {configurable: true, value: true})`)
	approval := assistant.Approval{ID: assistant.NewID[assistant.ApprovalID](w.ids), Tool: "update_content_block", Title: assistant.Say("Change the price list"), RequestedBy: w.owner.ID, ExpiresAt: w.now().Add(time.Hour), Hash: "h"}
	w.add(c, assistant.Message{Author: assistant.AuthorAssistant, Agent: assistant.WebEngineer, Kind: assistant.KindMessage, Body: assistant.ApprovalRequested{Approval: approval}})
	b.js(`now.look()`)
	b.await(`shown.length === 1 && shown[0].body.includes("Change the price list") && document.title.startsWith("(1)")`)
	b.js(`now.look()`)
	w.add(c, assistant.Message{Author: assistant.AuthorUser, Person: w.owner.ID, Kind: assistant.KindStatus, Body: assistant.ApprovalDecided{Approval: approval.ID, Verdict: assistant.VerdictApproved}})
	b.js(`setTimeout(() => now.look(), 300)`)
	b.await(`shown.length === 1 && shown[0].closed && !document.title.startsWith("(")`)
}
