package web_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web"
)

// TestEveryPageStandsInTheSameShell: each page of the navigation lists the same pages, says which of them it is, by name and once, tells
// how much waits, and the bar of a phone and the palette lead to nothing that the reader may not use.
func TestEveryPageStandsInTheSameShell(t *testing.T) {
	l := newLodge(t)
	h := l.w.surface(t, l.rooms, func(c *web.Config) {
		c.Load, c.Works, c.Failures, c.Reaches, c.Devices = l.db.Verbs, l.db.Verbs, l.db.Verbs, l.db.Reaches, pushKey(t)
	})
	_, mia := l.join("Mia", assistant.RoleMember)
	for name, who := range map[string]struct {
		in    func(*http.Request)
		lacks string
	}{"an admin": {in: cookie(t, h)}, "a member": {in: mia, lacks: "/operations"}} {
		read := func(path string) *goquery.Document {
			rec := call(t, h, "GET", path, "", who.in)
			doc, err := goquery.NewDocumentFromReader(rec.Body)
			if err != nil || rec.Code != http.StatusOK {
				t.Fatalf("%s reads %s: %d, %v", name, path, rec.Code, err)
			}
			return doc
		}
		addresses := func(s *goquery.Selection) []string {
			return s.Map(func(_ int, a *goquery.Selection) string { return a.AttrOr("href", "") })
		}
		first := addresses(read("/").Find(".places a"))
		if slices.Contains(first, "/operations") == (who.lacks != "") || len(first) < 6 {
			t.Errorf("%s is led to %v", name, first)
		}
		for _, path := range first {
			doc := read(path)
			if got := addresses(doc.Find(".places > li > a")); !slices.Equal(got, first) {
				t.Errorf("%s is led from %s to %v, elsewhere to %v", name, path, got, first)
			}
			if here := doc.Find(".places > li > a[aria-current]"); here.Length() != 1 || here.AttrOr("href", "") != path {
				t.Errorf("%s says to %s that it is %v", path, name, addresses(here))
			}
			if n := doc.Find("h1").Length(); n != 1 {
				t.Errorf("%s has %d titles", path, n)
			}
			if doc.Find("#waits").AttrOr("data-count", "") != read("/").Find("#waits").AttrOr("data-count", "-") {
				t.Errorf("%s tells %s another number of what waits than the first page", path, name)
			}
			for _, to := range slices.Concat(addresses(doc.Find(".tabs a")), addresses(doc.Find("#palette a")), addresses(doc.Find(".subpages a"))) {
				page, _, _ := strings.Cut(to, "#")
				if page == "" { // something on the page itself
					continue
				}
				if rec := call(t, h, "GET", page, "", who.in); rec.Code != http.StatusOK {
					t.Errorf("%s leads %s to %s, which answers with %d", path, name, to, rec.Code)
				}
			}
		}
	}
}

// TestAPageThatIsNotThereLeadsOn: whoever mistypes an address reads so beside the same menu, in their language.
func TestAPageThatIsNotThereLeadsOn(t *testing.T) {
	l := newLodge(t)
	_, mia := l.join("Mia", assistant.RoleMember)
	for _, path := range []string{"/nowhere", "/c/01920000-0000-7000-8000-0000000000ff", "/runs/never/timeline"} {
		rec := call(t, l.h, "GET", path, "", mia, reading("de"))
		doc, err := goquery.NewDocumentFromReader(rec.Body)
		if err != nil || rec.Code != http.StatusNotFound || doc.Find("h1").Text() != "Diese Seite gibt es hier nicht." {
			t.Errorf("%s: %d, %q, %v", path, rec.Code, doc.Find("h1").Text(), err)
		}
		if menu := doc.Find(".places a"); menu.Length() < 6 || menu.Filter("[aria-current]").Length() > 0 {
			t.Errorf("%s stands beside a menu of %d", path, menu.Length())
		}
	}
}

// TestThePaletteGoesAnywhere: it opens by keys on every page, finds pages, what the page offers, and what was said, and presses nothing.
func TestThePaletteGoesAnywhere(t *testing.T) {
	w := newWorld(t)
	c := w.start("Compare three booking tools")
	s := tell(w, "")
	server := w.serve(t)
	b := openTab(t, server, "/people")
	open := func() {
		// Scripts may be read only after the page is painted: somebody presses the keys again then.
		b.await(`(document.getElementById("palette").open || document.dispatchEvent(new KeyboardEvent("keydown", {key: "k", ctrlKey: true, bubbles: true, cancelable: true}))) &&
			document.getElementById("palette").open && document.activeElement.id === "palette-text"`)
	}
	open()
	b.shoot("palette")
	b.do(chromedp.KeyEvent("who appr"))
	b.await(`document.querySelector('#palette li[aria-selected=true]')?.textContent.includes("Who approves")`)
	b.do(chromedp.KeyEvent(kb.Enter))
	b.await(`location.pathname === "/approvals" && document.readyState === "complete"`)
	open()
	b.do(chromedp.KeyEvent("booking"))
	b.await(`document.querySelector('#palette li[data-line="` + string(c) + `"]')`)
	b.do(chromedp.KeyEvent(kb.Enter))
	b.await(`location.pathname === "/c/` + string(c) + `"`)
	b.do(chromedp.Navigate(server.URL + "/c/" + string(s.conversation)))
	b.await(`document.getElementById("slot-approval-` + string(s.approval) + `-approve") && document.getElementById("palette")`)
	open()
	before := len(w.acts)
	b.do(chromedp.KeyEvent("reject"), chromedp.KeyEvent(kb.Enter))
	b.await(`!document.getElementById("palette").open && document.activeElement.matches("main button, main summary")`)
	if len(w.acts) != before {
		t.Error("the palette has decided something")
	}
	open()
	b.do(chromedp.KeyEvent(kb.Escape))
	b.await(`!document.getElementById("palette").open`)
}

// TestThePageOfWorkTellsOfAllThatWaits: of what waits it lists only what has not begun, and the part of the navigation is whole.
func TestThePageOfWorkTellsOfAllThatWaits(t *testing.T) {
	w := newWorld(t)
	tell(w, "")
	h := w.surface(t, withLoad(w))
	in := cookie(t, h)
	refs := func(path string) []string {
		doc, err := goquery.NewDocumentFromReader(call(t, h, "GET", path, "", in).Body)
		if err != nil {
			t.Fatal(err)
		}
		return doc.Find("#waits [data-ref]").Map(func(_ int, a *goquery.Selection) string { return a.AttrOr("data-ref", "") + " " + a.AttrOr("href", "") })
	}
	if want, got := refs("/"), refs("/work"); len(want) < 4 || !slices.Equal(want, got) {
		t.Errorf("what waits is %q, and the page of work tells of %q", want, got)
	}
}
