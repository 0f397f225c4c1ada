package web_test

import (
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/aisteam/aisteam/assistant"
)

// slowly holds every message back until the gate is open.
func slowly(w *world) (gate chan struct{}) {
	gate = make(chan struct{})
	w.turn = func(m assistant.Message) {
		if _, said := m.Body.(assistant.Said); said {
			<-gate
		}
	}
	return gate
}

func (b tab) types(text string) {
	b.t.Helper()
	b.do(chromedp.SendKeys(chromedp.CSS("#text"), text))
}

func heard(w *world) []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	var out []string
	for _, in := range w.inbound {
		out = append(out, in.Text)
	}
	return out
}

func TestTheFirstMessageKeepsTheFocusAndWhatIsTypedMeanwhile(t *testing.T) {
	w := newWorld(t)
	gate := slowly(w)
	b := openTab(t, w.serve(t), "/")
	b.types("Hello\r")
	b.await(`document.querySelector("#send").disabled`)
	b.types("and one more")
	close(gate)
	b.await(`location.pathname.startsWith("/c/")`)
	b.await(`document.activeElement.id === "text" && document.getElementById("text").value === "and one more"`)
	b.await(`document.querySelector("article.slot.user").textContent.includes("Hello")`)
}

func TestWordsTypedWhileASendIsUnderWayStay(t *testing.T) {
	w := newWorld(t)
	gate := slowly(w)
	b := openTab(t, w.serve(t), "/c/"+string(w.start("Words")))
	b.types("First\r")
	b.await(`document.querySelector("#send").disabled`)
	b.types("Second")
	b.js(`const f = new File(["x"], "later.txt"), d = new DataTransfer(); d.items.add(f); document.getElementById("files").files = d.files; document.getElementById("files").dispatchEvent(new Event("change", {bubbles: true}))`)
	gate <- struct{}{}
	b.await(`!document.querySelector("#send").disabled`)
	b.await(`document.getElementById("text").value === "Second" && document.getElementById("files").files.length === 1`)
	b.js(`document.querySelector("#chosen button").click()`)
	b.types("\r")
	b.await(`document.querySelector("#send").disabled`)
	b.types("Third\r") // sent as soon as the second is taken
	close(gate)
	b.await(`document.querySelectorAll("article.slot.user").length === 3 && document.getElementById("text").value === ""`)
	if got := heard(w); len(got) != 3 || got[0] != "First" || got[1] != "Second" || got[2] != "Third" {
		t.Errorf("heard %q", got)
	}
}

func TestWhatIsTypedOutlivesAReload(t *testing.T) {
	w := newWorld(t)
	s := tell(w, "")
	b := openTab(t, w.serve(t), "/c/"+string(s.conversation))
	note := "slot-plan-" + string(s.plan) + "-2-note"
	b.types("half a thought")
	b.js(`document.querySelector("#slot-plan-` + string(s.plan) + `-2 details.adjust").open = true`)
	b.do(chromedp.SendKeys(chromedp.ID(note), "drop step"), chromedp.Reload())
	b.await(`document.getElementById("text")?.value === "half a thought"`)
	b.await(`document.getElementById("` + note + `").value === "drop step" && document.getElementById("` + note + `").closest("details").open`)
	b.types("\r")
	b.await(`document.getElementById("text").value === "" && document.getElementById("feed").textContent.includes("half a thought")`)
	b.await(`!document.querySelector("#send").disabled`)
	b.do(chromedp.Reload())
	b.await(`document.readyState === "complete" && document.getElementById("text")`)
	b.await(`document.getElementById("text").value === "" && document.getElementById("` + note + `").value === "drop step"`)
}

func TestWhatIsTypedOutlivesANewDrawingOfItsCard(t *testing.T) {
	w := newWorld(t)
	s := tell(w, "")
	b := openTab(t, w.serve(t), "/c/"+string(s.conversation))
	own := "slot-ask-" + string(s.ask) + "-q-1"
	b.await(`document.getElementById("` + own + `")`)
	eventually(t, "the page to listen", func() bool { return w.listening(s.conversation) > 0 })
	b.do(chromedp.SendKeys(chromedp.ID(own), "hard wa"))
	b.js(`document.getElementById("slot-ask-` + string(s.ask) + `").dataset.old = "yes"`)
	w.mu.Lock()
	question := w.asks[s.ask]
	w.mu.Unlock()
	w.add(s.conversation, assistant.Message{Author: assistant.AuthorAssistant, Agent: assistant.Chief, Kind: assistant.KindMessage, Body: assistant.Asked{Clarification: question.clarification}})
	b.await(`!document.getElementById("slot-ask-` + string(s.ask) + `").dataset.old`)
	b.await(`document.getElementById("` + own + `").value === "hard wa" && document.activeElement.id === "` + own + `"`)
}

func TestSigningInAgainComesBackToWhereOneWas(t *testing.T) {
	w := newWorld(t)
	c := w.start("Words")
	b := openTab(t, w.serve(t), "/c/"+string(c))
	b.types("important words")
	w.mu.Lock()
	w.sessions = nil
	w.mu.Unlock()
	b.types("\r")
	b.await(`document.getElementById("token")`)
	b.do(chromedp.SendKeys(chromedp.ID("token"), token+"\r"))
	b.await(`location.pathname === "/c/` + string(c) + `" && document.getElementById("text")?.value === "important words"`)
	if got := heard(w); len(got) != 0 {
		t.Errorf("nobody was signed in, and %q was taken", got)
	}
}
