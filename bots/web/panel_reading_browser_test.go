package web_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/browser"
)

// long adds so many messages of three lines to a conversation.
func long(w *world, c assistant.ConversationID, n int) {
	for i := range n {
		w.add(c, assistant.Message{
			Author: assistant.AuthorUser, Person: w.owner.ID, Kind: assistant.KindMessage, Body: assistant.Said{},
			Content: fmt.Sprintf("Message %d\nof a long\nconversation", i+1),
		})
	}
}

func TestALinkToACardScrollsTheFeedAndNothingElse(t *testing.T) {
	w := newWorld(t)
	s := tell(w, "")
	long(w, s.conversation, 130)
	b := openTab(t, w.serve(t), "/")
	at := "slot-plan-" + string(s.plan) + "-2"
	b.js(`location.href = "/c/` + string(s.conversation) + `#` + at + `"`)
	b.await(`document.getElementById("` + at + `")`) // it stands before the newest hundred: more is fetched
	b.await(`(() => { const r = document.getElementById("` + at + `").getBoundingClientRect(); return r.top < innerHeight && r.bottom > 0; })()`)
	b.await(`document.scrollingElement.scrollTop === 0 && document.querySelector(".side").getBoundingClientRect().top === 0 && document.body.scrollTop === 0`)
	b.await(`document.documentElement.scrollHeight <= innerHeight`)
	b.await(`document.querySelector("main").scrollTop === 0 && document.body.scrollTop === 0`)
}

func TestShowEarlierKeepsTheReadersPlace(t *testing.T) {
	w := newWorld(t)
	c := w.start("Long")
	long(w, c, 260)
	b := openTab(t, w.serve(t), "/c/"+string(c))
	b.await(`document.querySelectorAll("article.slot").length === 100`)
	b.js(`document.getElementById("scroll").scrollTop = 0`)
	b.await(`document.getElementById("scroll").scrollTop === 0`)
	b.js(`window.first = document.querySelector("article.slot"); window.was = first.getBoundingClientRect().top; document.querySelector("#more a").click()`)
	b.await(`document.querySelectorAll("article.slot").length === 200`)
	b.await(`Math.abs(first.getBoundingClientRect().top - was) < 60`)
	b.await(`new Set([...document.querySelectorAll("article.slot")].map(a => a.id)).size === 200`)
}

var earlier = regexp.MustCompile(`<div class="more" id="more"><a class="button small" href="([^"]*)"`)

func TestEarlierMessagesAreAPageWithoutScripts(t *testing.T) {
	w := newWorld(t)
	c := w.start("Long")
	long(w, c, 150)
	h := w.surface(t)
	in := cookie(t, h)
	page := call(t, h, "GET", "/c/"+string(c), "", in).Body.String()
	m := earlier.FindStringSubmatch(page)
	if m == nil {
		t.Fatal("no way to what is earlier")
	}
	got := call(t, h, "GET", m[1], "", in)
	body := got.Body.String()
	if got.Code != http.StatusOK || !strings.HasPrefix(got.Header().Get("Content-Type"), "text/html") || !strings.Contains(body, "Message 50\n") ||
		strings.Contains(body, "Message 51\n") || !strings.Contains(body, `<a class="button small" href="/c/`+string(c)+`">`) {
		t.Errorf("%s: %d %s\n%.3000s", m[1], got.Code, got.Header().Get("Content-Type"), body)
	}
	if strings.Contains(body, "sse-connect") {
		t.Error("a page of the past is no live page")
	}
}

func TestEveryConversationCanBeReached(t *testing.T) {
	w := newWorld(t)
	for i := range 95 {
		w.start(fmt.Sprintf("Conversation number %d.", i+1))
	}
	h := w.surface(t)
	in := cookie(t, h)
	var list strings.Builder
	at := "/"
	for range 5 {
		page := call(t, h, "GET", at, "", in).Body.String()
		list.WriteString(page)
		m := regexp.MustCompile(`<a class="button small" id="older" href="([^"]*)"`).FindStringSubmatch(page)
		if m == nil {
			break
		}
		at = strings.ReplaceAll(m[1], "&amp;", "&")
	}
	seen := list.String()
	for i := range 95 {
		if want := fmt.Sprintf("Conversation number %d.", i+1); strings.Count(seen, want) != 1 {
			t.Errorf("%q stands %d times in the list", want, strings.Count(seen, want))
		}
	}
}

func TestThePanelHasEveryConversationAtHand(t *testing.T) {
	w := newWorld(t)
	for i := range 95 {
		w.start(fmt.Sprintf("Conversation number %d.", i+1))
	}
	b := openTab(t, w.serve(t), "/")
	for range 2 {
		b.await(`document.getElementById("older")?.["htmx-internal-data"]`) // the scripts are at work
		b.js(`window.n = document.querySelectorAll("#past li:not(.since)").length; document.getElementById("older").click()`)
		b.await(`document.querySelectorAll("#past li:not(.since)").length > window.n`)
	}
	b.await(`document.querySelectorAll("#past li:not(.since)").length === 95 && !document.getElementById("older")`)
	b.do(chromedp.Click(chromedp.CSS("#past li:last-child a")))
	b.await(`location.pathname.startsWith("/c/") && document.title.startsWith("Conversation number 1.")`)
}

// TestAConversationIsPrintedAsWideAsThePaper: without what is pressed and what stands beside it, and to its end.
func TestAConversationIsPrintedAsWideAsThePaper(t *testing.T) {
	w := newWorld(t)
	c := w.start("Paper")
	for range 40 {
		w.add(c, said(strings.Repeat("Words that somebody wants to have on paper. ", 8)))
	}
	b := openTab(t, w.serve(t), "/c/"+string(c))
	b.await(`document.querySelectorAll("article.slot").length >= 40`)
	if err := browser.Print(b.ctx); err != nil {
		t.Fatal(err)
	}
	b.await(`document.getElementById("feed").getBoundingClientRect().width > innerWidth * 0.85`)
	b.await(`document.documentElement.scrollHeight > 4000`)
	b.await(`[...document.querySelectorAll(".top, .side, .tabs, .actions, #text")].every(e => e.getClientRects().length === 0)`)
}
