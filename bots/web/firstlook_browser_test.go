package web_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"github.com/aisteam/aisteam/bots/web"
	"github.com/aisteam/aisteam/internal/browser"
)

// drawnBy lists how everything that is seen looks, element by element, with the style of the cards or without it; of what stands before and
// after an element, whether there is any.
const drawnBy = `(with_ => {
	document.querySelector('link[href*="/assets/cards.css"]').sheet.disabled = !with_;
	return [...document.querySelectorAll("body, body *")].filter(e => e.checkVisibility()).flatMap(e => ["", "::before", "::after", ...(e.placeholder ? ["::placeholder"] : [])].map(part => {
		const look = getComputedStyle(e, part), there = part === "" || part === "::placeholder" || look.content !== "none";
		return e.tagName + "#" + e.id + "." + e.className + part + " " + (there ? [...look].map(name => name + ":" + look.getPropertyValue(name)).join(";") : "none");
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

// TestTheSecondPageFetchesNoLook: what stood in the first page is kept as files by the time somebody goes on.
func TestTheSecondPageFetchesNoLook(t *testing.T) {
	server := newWorld(t).serve(t)
	b := openTab(t, server, "/")
	if _, err := chromedp.Call(b.ctx, network.SetCacheDisabled, network.SetCacheDisabledParams{CacheDisabled: false}); err != nil {
		t.Fatal(err)
	}
	if _, err := chromedp.Call(b.ctx, network.SetCookie, network.SetCookieParams{Name: "look", Value: "none", URL: server.URL}); err != nil {
		t.Fatal(err)
	}
	const fetched = `performance.getEntriesByType("resource").filter((e) => /\/(panel\.css|theme\.js)/.test(e.name))`
	b.do(chromedp.Navigate(server.URL + "/"))
	b.await(`document.querySelectorAll("style").length === 1 && ` + fetched + `.filter((e) => e.responseEnd > 0).length === 2`)
	b.do(chromedp.Navigate(server.URL + "/settings"))
	b.await(`!document.querySelector("style") && ` + fetched + `.length === 2`)
	b.await(fetched + `.every((e) => e.transferSize === 0)`)
}

// TestAMessageThatIsSentBeforeTheScriptsAreReadLeavesTheBoxInHand: a first look is painted before they are, and whoever is quicker than they
// are goes on typing in the conversation that has begun.
func TestAMessageThatIsSentBeforeTheScriptsAreReadLeavesTheBoxInHand(t *testing.T) {
	w := newWorld(t)
	panel := w.surface(t)
	server := httptest.NewServer(http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, ".js") {
			http.NotFound(out, r) // they are on their way
			return
		}
		panel.ServeHTTP(out, r)
	}))
	t.Cleanup(server.Close)
	t.Cleanup(server.CloseClientConnections)
	b := tab{t: t, ctx: browser.New(t)}
	b.signsIn(server)
	b.do(chromedp.Navigate(server.URL + "/"))
	b.await(`document.readyState === "complete"`)
	b.hand("mouse", ".examples button")
	b.await(`location.pathname.startsWith("/c/") && document.activeElement?.id === "text"`)
}
