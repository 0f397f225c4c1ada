package web_test

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"github.com/aisteam/aisteam/bots/web"
)

// drawnBy lists how everything that is seen looks, element by element, with the style of the cards or without it.
const drawnBy = `(with_ => {
	document.querySelector('link[href*="/assets/cards.css"]').sheet.disabled = !with_;
	return [...document.querySelectorAll("body, body *")].filter(e => e.checkVisibility()).flatMap(e => ["", "::before", "::after", "::placeholder"].map(part => {
		const look = getComputedStyle(e, part);
		return e.tagName + "#" + e.id + "." + e.className + part + " " + [...look].map(name => name + ":" + look.getPropertyValue(name)).join(";");
	}));
})`

// TestAnEmptyPanelNeedsNoStyleOfCards: what a first look has in its page is all that an empty panel shows. The rest comes after it is
// painted, and changes nothing of it.
func TestAnEmptyPanelNeedsNoStyleOfCards(t *testing.T) {
	w := newWorld(t)
	w.start("Compare three booking tools")
	tell(w, "")
	server := w.serve(t, func(c *web.Config) { c.Rehearsal = rehearses })
	b := openTab(t, server, "/")
	// Signing in has shown a page already: the look is taken out of what the browser keeps.
	if _, err := chromedp.Call(b.ctx, network.SetCookie, network.SetCookieParams{Name: "look", Value: "none", URL: server.URL}); err != nil {
		t.Fatal(err)
	}
	b.do(chromedp.Navigate(server.URL + "/"))
	b.await(`document.querySelector('link[href*="/assets/cards.css"]')?.sheet && document.querySelectorAll("style").length === 1`)
	b.await(`document.querySelector("#waits a") && document.querySelector(".rehearsal") && document.querySelector(".welcome") && document.querySelector("#past .what")`)
	for name, look := range map[string]func(){
		"light": func() { b.size(1280, 900, false) },
		"dark":  func() { b.size(1280, 900, false); b.js(`document.documentElement.dataset.theme = "dark"`) },
		"phone": func() { b.size(390, 844, true) },
		"phone's list": func() {
			b.size(390, 844, true)
			b.js(`document.getElementById("drawer").checked = true`)
		},
	} {
		look()
		changed, err := chromedp.Run(b.ctx, chromedp.Evaluate[[]string](`(() => { const without = `+drawnBy+`(false), rest = `+drawnBy+`(true); return without.filter((l, i) => l !== rest[i]).concat(without.length > 100 && without.length === rest.length ? [] : ["not as many"]); })()`))
		if err != nil {
			t.Fatal(err)
		}
		for _, one := range changed {
			element, _, _ := strings.Cut(one, " ")
			t.Errorf("%s: %s looks otherwise once the style of cards is there", name, element)
		}
		b.js(`document.documentElement.removeAttribute("data-theme"); document.getElementById("drawer").checked = false`)
	}
}
