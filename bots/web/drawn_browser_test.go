package web_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/aisteam/aisteam/assistant"
)

// foreign is a page that tries to run, to load, to send and to lead away.
const foreign = evil + `<h2>Services</h2><p onclick="steal()">We <b>dig</b> <a href="javascript:alert(1)">here</a></p><script>top.location='https://evil.example'</script>` +
	`<meta http-equiv="refresh" content="0;url=https://evil.example"><style>@import url(https://evil.example/x.css); body{background:url(https://evil.example/b.png)}</style>` +
	`<p style="background:url(https://evil.example/c.png)">styled</p><svg onload=alert(1)><image href="https://evil.example/d.png"/></svg><form action="https://evil.example"><input name=q></form>` +
	`<iframe src="https://evil.example"></iframe><link rel=stylesheet href="https://evil.example/e.css"><img src="https://evil.example/f.png" alt="A pool"><p dir="rtl">שלום</p><ul><li>One<li>Two</body></html><div><b>unclosed`

// drawing is a world in which a card draws a page before and after.
func drawing(w *world, d assistant.Drawing) assistant.ConversationID {
	c := w.start("Change the page")
	run := assistant.NewID[assistant.RunID](w.ids)
	w.add(c, assistant.Message{Author: assistant.AuthorAssistant, Kind: assistant.KindStatus, Run: run, Body: assistant.ApprovalRequested{Approval: assistant.Approval{
		ID: assistant.NewID[assistant.ApprovalID](w.ids), Run: run, Tool: "create_page", Title: assistant.Say("Replace the page /services"), RequestedBy: w.owner.ID, Hash: "h",
		Preview: assistant.Preview{Title: assistant.Say("Replace the page /services"), Target: "https://x.example/services", Fields: []assistant.Field{{Name: "Title", Old: "Services", New: "What we do"}}, Drawing: &d},
	}}})
	return c
}

func TestAPageIsDrawnBeforeAndAfter(t *testing.T) {
	w := newWorld(t)
	c := drawing(w, assistant.Drawing{
		Before: &assistant.Drawn{Title: "Services", HTML: `<h2>What we offer</h2><p>We build pools.</p><img src="/old.jpg" alt="Our yard"><p>Call us.</p>`, Cut: true},
		After:  &assistant.Drawn{Title: "What we do", HTML: `<h2>Pools, and all around them</h2><p>We build <b>and mend</b> pools. <a href="/contact">Ask us</a></p><img src="/pool.jpg" alt="A pool in a garden"><ul><li>Building</li><li>Mending</li></ul>`},
	})
	b := openTab(t, w.serve(t), "/c/"+string(c))
	b.await(`document.querySelector("details.drawing") && !document.querySelector("details.drawing").open`)
	b.await(`document.querySelector(".card.approval.pending .coming iframe").checkVisibility()`) // what will be seen stands first
	b.await(`document.querySelector(".coming").getBoundingClientRect().bottom < document.querySelector(".diff table").getBoundingClientRect().top`)
	b.shoot("coming-light")
	b.js(`document.querySelector("details.drawing > summary").focus()`)
	b.do(chromedp.KeyEvent("\r"))
	b.await(`[...document.querySelectorAll("details.drawing iframe")].filter(f => f.checkVisibility() && f.getAttribute("sandbox") === "").length === 2`)
	b.size(1280, 900, false)
	b.await(`(f => Math.abs(f[0].getBoundingClientRect().top - f[1].getBoundingClientRect().top) < 2)(document.querySelectorAll("details.drawing iframe"))`)
	b.seen("a drawn page", axe(t), inTurn(t, "a drawn page"))
	b.js(`document.querySelector(".card.approval").scrollIntoView()`)
	b.shoot("drawn-light")
	b.settled("dark")
	b.shoot("drawn-dark")
	b.size(390, 844, true)
	b.await(`(f => f[0].getBoundingClientRect().bottom < f[1].getBoundingClientRect().top)(document.querySelectorAll("details.drawing iframe"))`)
	b.settled("light")
	b.js(`document.querySelector("details.drawing").scrollIntoView()`)
	b.shoot("drawn-phone")
}

// TestADrawnPageDoesNothing reads what stands in the frames, as the browser does.
func TestADrawnPageDoesNothing(t *testing.T) {
	w := newWorld(t)
	c := drawing(w, assistant.Drawing{After: &assistant.Drawn{Title: "T" + evil, HTML: foreign}})
	h := w.surface(t)
	got := call(t, h, "GET", "/c/"+string(c), "", cookie(t, h)).Body.String()
	framed := frames(got)
	if len(framed) != 2 || framed[0] != framed[1] || !strings.Contains(got, "There is no page yet.") {
		t.Fatalf("%d frames in %s", len(framed), got)
	}
	head, page, ok := strings.Cut(framed[0], "</style>")
	if !ok || !strings.Contains(head, "default-src 'none'") {
		t.Errorf("nothing holds the browser back: %s", head)
	}
	harmless(t, "a drawn page", page)
	for _, bad := range []string{"<script", "<a ", "<meta", "<form", "<input", "<link", "<style", "<svg", "<iframe", "@import", "steal"} {
		if strings.Contains(page, bad) {
			t.Errorf("%s is in %s", bad, page)
		}
	}
	for _, good := range []string{"<h2>Services</h2>", "<b>dig</b>", `<span class="image">🖼 A pool</span>`, `<p dir="rtl">שלום</p>`, "<li>One</li>"} {
		if !strings.Contains(page, good) {
			t.Errorf("no %s in %s", good, page)
		}
	}
}
