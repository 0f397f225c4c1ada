package web_test

import (
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/aisteam/aisteam/assistant"
)

// TestAnAnswerThatTheStreamHasOvertakenDoesNotTurnACardBack: the card is drawn as it stood when the press was taken, and comes after what
// the stream has drawn since.
func TestAnAnswerThatTheStreamHasOvertakenDoesNotTurnACardBack(t *testing.T) {
	w := newWorld(t)
	s := tell(w, "")
	next := w.surface(t)
	late, came := make(chan struct{}), make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/panel/presses" {
			next.ServeHTTP(rw, r)
			return
		}
		kept := httptest.NewRecorder()
		next.ServeHTTP(kept, r)
		close(came)
		<-late
		maps.Copy(rw.Header(), kept.Header())
		rw.WriteHeader(kept.Code)
		_, _ = rw.Write(kept.Body.Bytes())
	}))
	t.Cleanup(server.Close)
	t.Cleanup(server.CloseClientConnections)
	b := openTab(t, server, "/c/"+string(s.conversation))
	card := `document.getElementById("slot-run-` + string(s.finished) + `")`
	b.await(card + `?.querySelector("button[value='undo']")`)
	b.js(card + `.querySelector("button[value='undo']").click()`)
	<-came
	w.add(s.conversation, assistant.Message{Author: assistant.AuthorAssistant, Kind: assistant.KindStatus, Run: s.finished, Body: assistant.Undone{Run: s.finished, Tasks: []assistant.UndoneTask{{Task: s.undoable, Summary: "Create the page"}}}})
	b.await(card + `.querySelector(".undone")`)
	close(late)
	b.await(`performance.getEntriesByType("resource").some((e) => e.name.endsWith("/presses")) && new Promise((then) => setTimeout(() => then(true), 300))`)
	b.await(`!` + card + `.innerText.includes("taking back")`)
	b.await(card + `.querySelector(".undone")`)
}

// TestASearchHitInALongConversationIsArrivedAt: however far back it is, it is in view and marked, on the page that search leads to.
func TestASearchHitInALongConversationIsArrivedAt(t *testing.T) {
	w := newWorld(t)
	c := w.start("Numbers")
	for i := range 500 {
		w.add(c, assistant.Message{Author: assistant.AuthorUser, Person: w.owner.ID, Kind: assistant.KindMessage, Content: fmt.Sprintf("Message number %d.", i), Body: assistant.Said{}})
	}
	b := openTab(t, w.serve(t), "/")
	for _, n := range []string{"113", "7"} {
		b.js(`document.getElementById("sought").value = ""`)
		b.do(chromedp.Focus(chromedp.ID("sought")), chromedp.SendKeys(chromedp.ID("sought"), "number "+n+"."))
		b.await(`document.querySelectorAll("#past a").length === 1 && document.querySelector("#past .snippet")?.textContent.includes("number ` + n + `.")`)
		b.do(chromedp.Click(chromedp.CSS("#past a")))
		b.await(`document.querySelector("article.slot.sought")?.textContent.includes("Message number ` + n + `.")`)
		b.await(`(() => { const at = document.querySelector("article.slot.sought").getBoundingClientRect(); return at.top > 0 && at.bottom < innerHeight })()`)
		b.await(`location.hash.startsWith("#slot-") && location.search.includes("before")`)
		b.shoot("sought-" + n)
	}
}
