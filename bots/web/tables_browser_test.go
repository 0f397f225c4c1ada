package web_test

import (
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// TestNoCellOfATableBreaksAWordOnAPhone: a table that is too wide scrolls by itself, and the page does not.
func TestNoCellOfATableBreaksAWordOnAPhone(t *testing.T) {
	w := newWorld(t)
	c := w.start("Models")
	w.add(c, assistant.Message{Author: assistant.AuthorAssistant, Agent: assistant.Chief, Kind: assistant.KindMessage, Body: assistant.Said{}, Content: "| Model | Description | Monthly | Whole price | Warranty |\n|---|---|---:|---:|---|\n| AquaSoft 20 | Softener for households | $89/month | $1,149 | ten years |\n| AquaPure 5 | Filter beneath the sink | $19/month | $249 | five years |\n\n- [x] looked up\n- [ ] asked for"})
	b := openTab(t, w.serve(t), "/c/"+string(c))
	b.size(390, 844, true)
	b.await(`document.querySelectorAll(".prose td").length === 10`)
	b.await(`[...document.querySelectorAll(".prose th, .prose td")].every((cell) => {
		const text = cell.firstChild, words = [...text.data.matchAll(/\S+/g)], range = document.createRange();
		return words.every((word) => { range.setStart(text, word.index); range.setEnd(text, word.index + word[0].length); return range.getClientRects().length === 1; });
	})`)
	b.await(`document.documentElement.scrollWidth <= innerWidth && document.querySelector(".prose table").getBoundingClientRect().right <= innerWidth`)
	b.await(`getComputedStyle(document.querySelector(".prose td[align=right]")).textAlign.endsWith("right")`)
	b.shoot("table-phone")
	b.js(`document.documentElement.dataset.theme = "dark"`)
	b.shoot("table-phone-dark")
	b.size(1280, 900, false)
	b.shoot("table-dark")
}
