package web_test

import (
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/aisteam/aisteam/assistant"
)

// TestVersionsTakeEachOthersPlaceAsTheyCome: asked again, edited, gone through, and what was being typed is still there afterwards.
func TestVersionsTakeEachOthersPlaceAsTheyCome(t *testing.T) {
	w := newWorld(t)
	c := w.start("Prices")
	first := w.writes(c, "What does it cost?", "")
	w.answers(c, first, "Ten euros.")
	b := openTab(t, w.serve(t), "/c/"+string(c))
	b.size(1440, 900, false)
	eventually(t, "the page to listen", func() bool { return w.listening(c) == 1 })
	sight := `[...document.querySelectorAll("#feed > article:not([hidden])")].map((s) => s.querySelector(".plain, .prose")?.textContent.trim()).join("|")`
	b.js(`document.querySelector(".answer [id$=-again]").click()`)
	b.await(sight + ` === "What does it cost?"`)
	second := w.log[c][2].ID
	w.settle(second, c)
	w.answers(c, second, "Ten euros, or eleven dollars.")
	b.await(sight + ` === "What does it cost?|Ten euros, or eleven dollars."`)
	b.await(`document.querySelector("article.user:not([hidden]) .versions").textContent === "‹2/2"`)
	b.shoot("versions-light")
	b.js(`document.querySelector("article.user:not([hidden]) [data-version]").click()`)
	b.await(sight + ` === "What does it cost?|Ten euros." && document.activeElement.textContent === "›"`)
	b.js(`document.activeElement.click()`)
	b.await(sight + ` === "What does it cost?|Ten euros, or eleven dollars."`)

	b.types("a half thought")
	b.js(`document.querySelector("article.user:not([hidden]) [data-edits]").click()`)
	b.await(`document.getElementById("text").value === "What does it cost?" && !document.getElementById("editing").hidden`)
	b.shoot("versions-editing")
	b.size(390, 844, true)
	b.shoot("versions-editing-phone")
	b.size(1440, 900, false)
	b.js(`document.querySelector("#editing a").click()`)
	b.await(`document.getElementById("text").value === "a half thought" && document.getElementById("editing").hidden`)
	b.js(`document.querySelector("article.user:not([hidden]) [data-edits]").click()`)
	b.types(" In Toronto.")
	b.do(chromedp.Click(chromedp.ID("send")))
	b.await(sight + ` === "What does it cost? In Toronto."`)
	b.await(`document.getElementById("text").value === "a half thought" && document.getElementById("replaces").value === ""`)
	if got := w.inbound; len(got) != 2 || got[0].Replaces != first || got[1].Replaces != second {
		t.Errorf("heard %+v", got)
	}
	b.js(`location.hash = "slot-said-` + string(first) + `"`)
	b.await(sight + ` === "What does it cost?|Ten euros." && document.getElementById("slot-said-` + string(first) + `").matches(".sought")`)

	// What leads to work is in sight again, with its words.
	third := w.log[c][len(w.log[c])-1].ID
	w.add(c, assistant.Message{Author: assistant.AuthorAssistant, Agent: assistant.WebEngineer, Kind: assistant.KindMessage, Cause: second, Body: assistant.ApprovalRequested{Approval: assistant.Approval{
		ID: assistant.NewID[assistant.ApprovalID](w.ids), Tool: "update_content_block", Title: assistant.Say("Change the price list"), RequestedBy: w.owner.ID, Hash: "h",
	}}})
	w.answers(c, third, "Fifteen.")
	b.await(`document.querySelectorAll("#feed > article:not([hidden])").length === 5 && ` + sight + `.startsWith("What does it cost?|Ten euros, or eleven dollars.|")`)
}

// TestADraftStandsWithItsQuestion: what is said meanwhile comes below it, and stays there when the answer has come, which is where it
// was being read.
func TestADraftStandsWithItsQuestion(t *testing.T) {
	w := newWorld(t)
	c := w.start("Prices")
	waits := func(m assistant.MessageID) assistant.MessageID {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.unsettled[m] = true
		return m
	}
	first := waits(w.writes(c, "What does it cost?", ""))
	b := openTab(t, w.serve(t), "/c/"+string(c))
	b.size(1440, 900, false)
	eventually(t, "the page to listen", func() bool { return w.listening(c) == 1 })
	order := `[...document.querySelectorAll("article.slot, .draft")].filter((s) => s.textContent.trim()).map((s) => s.querySelector(".plain, .prose").textContent.trim()).join("|")`
	b.hears(w, assistant.News{Conversation: c, Activity: assistant.ActivityThinking, Draft: "Ten ", Agent: assistant.Chief, Cause: first}, order+` === "What does it cost?|Ten"`)
	waits(w.writes(c, "And tomorrow?", ""))
	b.await(order + ` === "What does it cost?|Ten|And tomorrow?"`)
	b.hears(w, assistant.News{Conversation: c, Activity: assistant.ActivityThinking, Draft: "Ten euros ", Agent: assistant.Chief, Cause: first}, order+` === "What does it cost?|Ten euros|And tomorrow?"`)
	b.shoot("draft-light")
	w.answers(c, first, "Ten euros.")
	b.await(order + ` === "What does it cost?|Ten euros.|And tomorrow?" && document.getElementById("draft").parentElement.matches(".below")`)
}
