package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/aisteam/aisteam/assistant"
)

func TestWhatNeedsYouIsDecidedWhereItStands(t *testing.T) {
	w := newWorld(t)
	s := tell(w, "")
	b := openTab(t, w.serve(t), "/waiting")
	b.size(1280, 2400, false)
	b.await(`document.querySelectorAll("article.slot").length >= 4 && document.title.startsWith("(") && document.title.includes("Needs you")`)
	for _, kind := range []string{"plan", "approval", "clarification", "run"} {
		b.await(`document.querySelector("article.slot.` + kind + `")`)
	}
	b.js(`document.documentElement.dataset.theme = "light"`)
	b.shoot("inbox-light")
	b.js(`document.documentElement.dataset.theme = "dark"`)
	b.shoot("inbox-dark")
	b.js(`delete document.documentElement.dataset.theme`)
	b.size(390, 1500, true)
	b.await(`document.documentElement.scrollWidth <= 390`)
	b.shoot("inbox-phone")
	b.size(1280, 1200, false)

	b.js(`window.count = Number(document.getElementById("waits").dataset.count)`)
	ask := `document.querySelector('[data-item="` + string(s.ask) + `"]`
	b.js(ask + ` form.questions button.primary').click()`)
	b.await(ask + ` .card.answered')`)
	b.await(`Number(document.getElementById("waits").dataset.count) === window.count - 1 && document.title.startsWith("(" + (window.count - 1) + ")")`)
	failed := `document.querySelector('[data-item="` + string(s.failed) + `"]`
	b.js(failed + ` form[action$="/leave"] button').click()`)
	b.await(`document.readyState === "complete" && document.querySelector("article.slot") && !` + failed + `')`)
	if !w.noticed[s.failed] {
		t.Error("nobody has looked at the run")
	}
}

func TestWhatNeedsYouIsDecidedByKeyboardAndSeveralAtOnce(t *testing.T) {
	w := newWorld(t)
	tell(w, "")
	for range 2 {
		w.add(w.start("Prices"), assistant.Message{Author: assistant.AuthorAssistant, Agent: assistant.WebEngineer, Kind: assistant.KindMessage, Body: assistant.ApprovalRequested{Approval: assistant.Approval{
			ID: assistant.NewID[assistant.ApprovalID](w.ids), Tool: "update_content_block", Title: assistant.Say("Change the price list"), RequestedBy: w.owner.ID, ExpiresAt: w.now().Add(time.Hour), Hash: "h",
		}}})
	}
	b := openTab(t, w.serve(t), "/waiting")
	b.await(`window.inboxKeys && document.querySelector(".item .pick")`)
	b.do(chromedp.KeyEvent("?"))
	b.await(`document.getElementById("keys").open`)
	b.shoot("keys")
	b.do(chromedp.KeyEvent(kb.Escape))
	b.await(`!document.getElementById("keys").open`)
	b.do(chromedp.KeyEvent("j"))
	b.await(`document.activeElement.matches("article.slot")`)
	b.js(`document.getElementById("pick-all").click()`)
	b.await(`document.getElementById("picked").textContent.includes("selected") && !document.getElementById("approve-picked").disabled`)
	b.js(`window.many = document.querySelectorAll(".item .pick").length; document.getElementById("approve-picked").click()`)
	b.await(`document.querySelectorAll(".item .pick:disabled").length === window.many && window.many > 0`)
	decided := 0
	w.mu.Lock()
	for _, act := range w.acts {
		switch body := act.Body.(type) { //nolint:gochecksumtype // the rest decide nothing
		case assistant.PlanDecided:
			if body.Verdict == assistant.VerdictApproved {
				decided++
			}
		case assistant.ApprovalDecided:
			decided++
			if w.approvals[body.Approval].Irreversible {
				t.Error("what cannot be taken back was decided with others")
			}
		}
	}
	w.mu.Unlock()
	if decided < 2 {
		t.Errorf("%d were decided", decided)
	}
}

func TestConversationsAreFoundNamedPinnedAndRemoved(t *testing.T) {
	w := newWorld(t)
	for _, title := range []string{"Compare three booking tools", "Home page audit", "Footer phone number"} {
		id := w.start(title)
		w.add(id, assistant.Message{Author: assistant.AuthorAssistant, Agent: assistant.Chief, Kind: assistant.KindMessage, Content: "What was found about " + title, Body: assistant.Said{}})
	}
	first := w.conversations[0].ID
	b := openTab(t, w.serve(t), "/c/"+string(first))
	b.size(1280, 900, false)
	b.await(`document.querySelectorAll("#past li:not(.since)").length === 3`)
	b.js(`document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "/", bubbles: true}))`)
	b.await(`document.activeElement.id === "sought"`)
	b.do(chromedp.SendKeys(chromedp.CSS("#sought"), "audit"))
	b.await(`document.querySelectorAll("#past li:not(.since)").length === 1 && document.querySelector("#past .snippet").textContent.includes("found about Home page audit")`)
	b.shoot("found-light")
	b.do(chromedp.SendKeys(chromedp.CSS("#sought"), " zebra"))
	b.await(`document.querySelector("#past .none").textContent.includes("audit zebra")`)
	b.js(`document.querySelector(".menu summary").click()`)
	b.shoot("conversation-menu")
	b.js(`document.getElementById("name").value = "Booking"; document.querySelector('.menu button[value="rename"]').click()`)
	b.await(`document.querySelector(".thread h1").textContent === "Booking"`)
	b.js(`document.querySelector('.menu button[value="pin"]').click()`)
	b.await(`document.querySelector("#past li:first-child").textContent.includes("Pinned: Booking")`)
	b.js(`document.querySelector('.menu button[value="remove"]').click()`)
	b.await(`document.querySelectorAll("#past li:not(.since)").length === 2 && document.querySelector(".notice.back")`)
	b.shoot("conversation-removed")
	b.js(`document.querySelector(".notice.back button").click()`)
	b.await(`document.querySelectorAll("#past li:not(.since)").length === 3 && document.querySelector(".thread h1")?.textContent === "Booking"`)
}

// Without scripts the list is searched and kept by forms alone.
func TestConversationsAreKeptWithoutScripts(t *testing.T) {
	w := newWorld(t)
	id := w.start("Compare three booking tools")
	w.start("Footer phone number")
	h := w.surface(t)
	in := cookie(t, h)
	if page := call(t, h, "GET", "/?q=booking", "", in).Body.String(); !strings.Contains(page, "/c/"+string(id)) || strings.Contains(page, "Footer phone number</span>") {
		t.Error("the search does not find it alone")
	}
	at := "/panel/conversations/" + string(id)
	for _, c := range []struct {
		form   url.Values
		status int
	}{
		{url.Values{"do": {"rename"}, "title": {"Booking"}}, http.StatusSeeOther},
		{url.Values{"do": {"rename"}, "title": {" "}}, http.StatusBadRequest},
		{url.Values{"do": {"rename"}, "title": {strings.Repeat("x", 121)}}, http.StatusBadRequest},
		{url.Values{"do": {"burn"}}, http.StatusBadRequest},
		{url.Values{"do": {"remove"}}, http.StatusSeeOther},
	} {
		if got := call(t, h, "POST", at, c.form.Encode(), in, asForm); got.Code != c.status {
			t.Errorf("%v: %d", c.form, got.Code)
		}
	}
	if got := call(t, h, "POST", "/panel/conversations/"+nobody, url.Values{"do": {"pin"}}.Encode(), in, asForm); got.Code != http.StatusNotFound {
		t.Errorf("another tenant's: %d", got.Code)
	}
	if !w.kept[id].removed || w.conversations[0].Title != "Booking" {
		t.Errorf("%+v %s", w.kept[id], w.conversations[0].Title)
	}
}
