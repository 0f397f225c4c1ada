package web_test

import (
	"context"
	"net/http/httptest"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web"
)

// TestWhatIsHeardWhereIsChosenOnAPage: for each topic, and kept as it was chosen; decisions have no way to be turned off.
func TestWhatIsHeardWhereIsChosenOnAPage(t *testing.T) {
	w, db, h := agenda(t)
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	b := openTab(t, server, "/notifications")
	b.await(`document.querySelectorAll("fieldset select").length === 4`)
	b.await(`document.querySelectorAll('[name="where-decisions"] option').length === 6 && document.querySelectorAll('[name="where-results"] option').length === 7`)
	b.js(`document.querySelector('[name="where-results"]').value = "nowhere"; document.querySelector('[name="where-failures"]').value = "panel"; document.querySelector('form[action="/notifications/hearing"] button').click()`)
	b.await(`document.querySelector(".notice.good") && document.querySelector('[name="where-results"]').value === "nowhere"`)
	kept, err := db.People.Hearing(t.Context(), w.tenant.ID, w.owner.ID)
	if err != nil || len(kept.Where) != 2 || kept.Where[assistant.TopicFailures] != assistant.HearPanel {
		t.Errorf("%+v %v", kept, err)
	}
	b.js(`document.getElementById("hearing-title").scrollIntoView()`)
	b.everyLook("hearing", axe(t))
}

// heardBy is what people were told.
type heardBy map[assistant.PersonID][]assistant.Notice

func (k heardBy) Notices(_ context.Context, _ assistant.TenantID, id assistant.PersonID, _ int) ([]assistant.Notice, error) {
	return k[id], nil
}

// TestTheInboxListsWhatWasToldElsewhere: what somebody turned off is still there, leads to where it stands, and is text alone.
func TestTheInboxListsWhatWasToldElsewhere(t *testing.T) {
	w := newWorld(t)
	tell(w, "")
	c := w.start("Check the home page")
	m := assistant.Message{ID: "m1", Conversation: c, At: w.now(), Content: "It still says <b>Services</b>."}
	lost := assistant.Message{ID: "m2", Conversation: c, At: w.now(), Content: "I have paused the automation “Audit”: it failed three times in a row.", Body: assistant.Said{}}
	m.Body = assistant.Said{}
	told := heardBy{w.owner.ID: {
		{Topic: assistant.TopicFailures, Conversation: c, Message: lost}, {Topic: assistant.TopicResults, Conversation: c, Title: "Check the home page", Message: m},
	}, "somebody": {{Topic: assistant.TopicDigests, Conversation: c, Message: m}}}
	b := openTab(t, w.serve(t, func(c *web.Config) { c.Notices = told }), "/waiting")
	b.await(`document.querySelectorAll("#told li").length === 2 && document.querySelector("#told").innerText.includes("It still says <b>Services</b>.")`)
	b.await(`document.querySelector("#told li:last-child a").getAttribute("href").startsWith("/c/` + string(c) + `#")`)
	b.js(`document.getElementById("told").scrollIntoView()`)
	b.everyLook("told", axe(t))
}
