package web_test

import (
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/aisteam/aisteam/internal/browser"
)

// TestNobodyIsShutOutWithoutScripts holds every page as it stands where no script of its own has run against axe, wide and on a
// phone. Colours are those of the pages with scripts.
func TestNobodyIsShutOutWithoutScripts(t *testing.T) {
	script := axe(t)
	_, h, s, all := everyPage(t)
	b := openTab(t, h, "/")
	looks := func(path, status string, in views) {
		t.Helper()
		if err := browser.Plain(b.ctx, h.URL+path); err != nil {
			t.Fatal(err)
		}
		b.await(answered + status)
		if ran, err := chromedp.Run(b.ctx, chromedp.Evaluate[bool](`Boolean(window.htmx)`)); err != nil || ran {
			t.Fatalf("%s: scripts of the page have run, %v", path, err)
		}
		if in.wide {
			b.size(1280, 900, false)
			b.accessible("plain "+path, script)
		}
		if in.phone {
			b.size(390, 844, true)
			b.seenOnAPhone("plain "+path, script)
		}
	}
	pages := looked(all)
	in := eitherWay(t, pages)
	for _, one := range pages {
		looks(one.path, one.status, in[one.path])
	}
	looks("/c/"+string(s.conversation), is200, everyView())
	b.js(`document.querySelectorAll("details").forEach(d => d.open = true)`)
	b.accessible("plain, everything open", script)
}
