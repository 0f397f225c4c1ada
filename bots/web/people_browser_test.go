package web_test

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/aisteam/aisteam/assistant"
)

// TestSomebodyIsInvitedInABrowser goes the way of an admin who makes a link and of whoever follows it, with the keyboard alone.
func TestSomebodyIsInvitedInABrowser(t *testing.T) {
	w := newWorld(t)
	h := w.serve(t, withLoad(w))
	script := axe(t)
	w.join("Maya Okafor", assistant.RoleApprover)
	b := openTab(t, h, "/people")
	b.await(`document.querySelector("#invite input[name=name]")`)
	b.js(`document.querySelector("#invite input[name=name]").focus()`)
	b.do(chromedp.KeyEvent("Anna Berg"), chromedp.KeyEvent(kb.Tab), chromedp.KeyEvent("a"), chromedp.KeyEvent(kb.Tab), chromedp.KeyEvent(kb.Enter))
	b.await(`document.querySelector("#link-once")?.value.includes("/join?invitation=")`)
	b.await(`document.activeElement.matches("#invite .notice")`) // where whoever listens hears it
	b.everyLook("people-invited", script)
	b.do(chromedp.KeyEvent(kb.Tab))
	b.await(`document.activeElement.id === "link-once"`)
	b.js(`location.href = document.getElementById("link-once").value`)
	b.await(`document.querySelector("form[action='/join'] #name")?.value === "Anna Berg"`)
	b.js(`document.querySelector("form[action='/join'] button").focus()`)
	b.do(chromedp.KeyEvent(kb.Enter))
	b.await(`document.querySelector("#compose textarea") && location.pathname === "/"`)
	if s := w.sessions[len(w.sessions)-1]; s.Name != "Anna Berg" {
		t.Errorf("%s is signed in", s.Name)
	}
	b.do(chromedp.Navigate(h.URL + "/people"))
	b.await(`document.querySelector("#people-title")?.textContent === "You" || document.querySelector("#people-title")?.textContent === "Everybody"`)
	b.do(chromedp.Navigate(h.URL + "/sessions"))
	b.await(`document.querySelector("#elsewhere button")`)
	b.js(`document.querySelector("#elsewhere button").click()`)
	b.await(`document.querySelector("#link-once")?.value.includes("/?code=")`)
	b.everyLook("sessions-elsewhere", script)
}

func TestOperationsAreReadByEverybody(t *testing.T) {
	w := newWorld(t)
	busy(w)
	h := w.serve(t, withLoad(w))
	b := openTab(t, h, "/operations")
	b.do(chromedp.Navigate(h.URL + "/operations?runs=all"))
	b.await(`document.querySelectorAll("#runs li").length === 2`)
	b.js(`document.querySelector("#runs form button").click()`)
	eventually(t, "the run to be told to stop", func() bool {
		w.mu.Lock()
		defer w.mu.Unlock()
		return len(w.acts) > 0
	})
	b.await(`location.pathname + location.hash === "/operations#runs"`)
}

// everyLook holds a page against the rules in a view that has its turn, or in each, and takes its pictures.
func (b tab) everyLook(name, script string) {
	b.t.Helper()
	b.size(1280, 900, false)
	b.seen(name, script, inTurn(b.t, name))
	b.settled("light")
}
