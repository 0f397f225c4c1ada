package web_test

import (
	"fmt"
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// TestATabThatNobodyLooksAtHoldsNoConnection: a browser holds six connections to one server, and a stream takes one of them.
func TestATabThatNobodyLooksAtHoldsNoConnection(t *testing.T) {
	w := newWorld(t)
	c := w.start("Tab")
	w.add(c, assistant.Message{Author: assistant.AuthorAssistant, Agent: assistant.Chief, Kind: assistant.KindMessage, Content: "Before", Body: assistant.Said{}})
	b := openTab(t, w.serve(t), "/c/"+string(c))
	eventually(t, "the page to listen", func() bool { return w.listening(c) == 1 })
	b.hide(true)
	eventually(t, "a page nobody looks at to be quiet", func() bool { return w.listening(c) == 0 })
	for _, text := range []string{"While you were away", "And more"} {
		w.add(c, assistant.Message{Author: assistant.AuthorAssistant, Agent: assistant.Chief, Kind: assistant.KindMessage, Content: text, Body: assistant.Said{}})
	}
	b.hide(false)
	b.await(`[...document.querySelectorAll("article.slot.answer .prose")].map(p => p.textContent.trim()).join() === "Before,While you were away,And more"`)
	eventually(t, "the page to listen again", func() bool { return w.listening(c) == 1 })
	b.hide(true)
	b.hide(false)
	w.add(c, assistant.Message{Author: assistant.AuthorAssistant, Agent: assistant.Chief, Kind: assistant.KindMessage, Content: "A glance away", Body: assistant.Said{}})
	b.await(`document.getElementById("feed").textContent.includes("A glance away")`)
	if n := w.listening(c); n != 1 {
		t.Errorf("%d streams are open", n)
	}
}

// hide puts the tab behind others, or before them. A window without a screen is always in front, so its page is told.
func (b tab) hide(hidden bool) {
	b.t.Helper()
	b.js(fmt.Sprintf(`Object.defineProperty(document, "hidden", {configurable: true, value: %v}); document.dispatchEvent(new Event("visibilitychange"))`, hidden))
}
