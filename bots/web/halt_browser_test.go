package web_test

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/aisteam/aisteam/assistant"
)

// TestAnAnswerThatIsWrittenIsStoppedByAButtonAndByEscape: both are there only meanwhile, and say the word that people may say, too.
func TestAnAnswerThatIsWrittenIsStoppedByAButtonAndByEscape(t *testing.T) {
	for name, press := range map[string]func(b tab){
		"the button": func(b tab) { b.do(chromedp.Click(chromedp.ID("halt"))) },
		"Escape":     func(b tab) { b.do(chromedp.Focus(chromedp.ID("text")), chromedp.KeyEvent(kb.Escape)) },
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			c := w.start("Hours")
			b := openTab(t, w.serve(t), "/c/"+string(c))
			eventually(t, "the page to listen", func() bool { return w.listening(c) > 0 })
			b.await(`document.getElementById("halt").offsetParent === null`)
			asked := assistant.NewID[assistant.MessageID](w.ids)
			w.mu.Lock()
			w.unsettled[asked] = true // until it is answered: a page that looks for itself would find that nothing is written
			w.mu.Unlock()
			w.add(c, assistant.Message{ID: asked, Author: assistant.AuthorUser, Person: w.owner.ID, Kind: assistant.KindMessage, Content: "When do you open?", Body: assistant.Said{}})
			b.hears(w, draftNews(c, "We open at nine, and on Sat"), `document.querySelector("#draft .draft") && !document.getElementById("halt").hidden`)
			b.shoot("halt")
			b.size(390, 844, true)
			b.shoot("halt-phone")
			press(b)
			eventually(t, "the word", func() bool {
				w.mu.Lock()
				defer w.mu.Unlock()
				return len(w.inbound) == 1 && w.inbound[0].Text == "stop" && w.inbound[0].Conversation == c
			})
			b.await(`document.getElementById("halt").hidden`)
			b.await(`document.getElementById("text").value === ""`)
		})
	}
}
