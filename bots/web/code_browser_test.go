package web_test

import (
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// TestCodeHasColoursItsLanguageAndItsOwnCopy: the button stands within the block, and the colours are ones that everybody can read.
func TestCodeHasColoursItsLanguageAndItsOwnCopy(t *testing.T) {
	w := newWorld(t)
	c := w.start("A snippet")
	w.add(c, assistant.Message{Author: assistant.AuthorAssistant, Agent: assistant.WebEngineer, Kind: assistant.KindMessage, Body: assistant.Said{}, Content: "Put this into the footer:\n\n```html\n<!-- hours -->\n<p class=\"hours\" onclick=\"call('555-0199')\">Open from nine &amp; on Saturdays, which is a line that is longer than a phone is wide</p>\n```\n\nAnd this into the theme:\n\n```php\n<?php\nfunction hours(int $day): string {\n\treturn $day === 6 ? 'ten' : 'nine'; // Saturday\n}\n```\n\n```\nno language\n```"})
	b := openTab(t, w.serve(t), "/c/"+string(c))
	b.await(`document.querySelectorAll(".prose figure").length === 3 && document.querySelectorAll(".prose figure button").length === 3`)
	b.await(`[...document.querySelectorAll(".prose figcaption")].map((e) => e.textContent).join() === "HTML,PHP"`)
	within := `[...document.querySelectorAll(".prose figure button")].every((button) => {
		const b = button.getBoundingClientRect(), f = button.closest("figure").getBoundingClientRect();
		return b.top >= f.top && b.right <= f.right && b.bottom <= f.bottom && b.left >= f.left && button.nextElementSibling.matches("pre");
	})`
	b.await(within)
	b.await(`new Set([...document.querySelectorAll(".prose pre span")].map((e) => getComputedStyle(e).color)).size >= 3`)
	b.accessible("code", axe(t))
	b.shoot("code")
	b.size(390, 844, true)
	b.await(within)
	b.await(`document.documentElement.scrollWidth <= innerWidth`)
	b.shoot("code-phone")
	b.js(`document.documentElement.dataset.theme = "dark"`)
	b.holds("code in the dark", colours)
	b.shoot("code-dark")
}
