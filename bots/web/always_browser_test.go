package web_test

import (
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/aisteam/aisteam/assistant"
)

// TestWhatHoldsForItsLikeIsSaidBeforeItHolds: the first press says what for, how often and who takes it back, and decides nothing;
// for how long is chosen then; what is drawn anew meanwhile leaves the question open.
func TestWhatHoldsForItsLikeIsSaidBeforeItHolds(t *testing.T) {
	w := newWorld(t)
	c := w.start("Footer phone number")
	id := assistant.NewID[assistant.ApprovalID](w.ids)
	w.add(c, assistant.Message{Author: assistant.AuthorAssistant, Agent: assistant.WebEngineer, Kind: assistant.KindStatus, Body: assistant.ApprovalRequested{Approval: assistant.Approval{
		ID: id, Title: assistant.Say("Replace the phone number"), Standing: true, Like: assistant.Like{What: "Update a page", Where: "Footer"}, Hash: "h1", ExpiresAt: w.now().Add(time.Hour),
		Preview: assistant.Preview{Title: assistant.Say("Replace the phone number"), Fields: []assistant.Field{{Name: "phone", Old: "555-0100", New: "555-0199"}}},
	}}})
	b := openTab(t, w.serve(t), "/c/"+string(c))
	b.await(`document.querySelector("details.sure > summary")?.innerText === "Always approve…"`)
	b.await(`document.querySelector("details.sure > button").offsetParent === null || !document.querySelector("details.sure").open`)
	b.shoot("always-closed")
	b.do(chromedp.Click(`details.sure > summary`))
	b.await(`document.querySelector("details.sure").open && document.querySelector("details.sure").innerText.includes("20 times at most") && document.querySelector("details.sure").innerText.includes("can take it back at any time")`)
	b.await(`document.querySelector("details.sure > summary").innerText === "Not yet"`)
	w.mu.Lock()
	if acts := len(w.acts); acts != 0 {
		t.Errorf("the first press decided: %d acts", acts)
	}
	w.mu.Unlock()
	b.accessible("the question before what holds for its like", axe(t))
	b.shoot("always")
	b.size(390, 844, true)
	b.shoot("always-phone")
	b.do(chromedp.SetValue(`details.sure select[name=lasts]`, "week"), chromedp.Click(`details.sure > button`))
	eventually(t, "the decision", func() bool {
		w.mu.Lock()
		defer w.mu.Unlock()
		if len(w.acts) != 1 {
			return false
		}
		d, ok := w.acts[0].Body.(assistant.ApprovalDecided)
		return ok && d.Approval == id && d.Always && d.Lasts == assistant.LastsWeek && d.Verdict == assistant.VerdictApproved
	})
}
