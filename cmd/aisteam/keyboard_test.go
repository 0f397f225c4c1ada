package main

import (
	"strconv"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// tabTo goes on with Tab until the place of the keyboard is at what the selector finds.
func (p *panel) tabTo(selector string) {
	p.t.Helper()
	p.when(selector+" is there", `[...document.querySelectorAll(`+strconv.Quote(selector)+`)].some(e => e.checkVisibility())`)
	const most = 200 // things that can be reached on a page
	for range most {
		at, err := chromedp.Run(p.ctx, chromedp.Evaluate[bool](`document.activeElement.matches(`+strconv.Quote(selector)+`)`))
		if err != nil {
			p.t.Fatal(err)
		}
		if at {
			p.when("its place is to be seen", `getComputedStyle(document.activeElement).outlineStyle !== "none" || getComputedStyle(document.activeElement).boxShadow !== "none"`)
			return
		}
		p.do("go on", chromedp.KeyEvent(kb.Tab))
	}
	p.picture("failed")
	p.t.Fatalf("the keyboard does not reach %s", selector)
}

func (p *panel) enter(selector string) {
	p.t.Helper()
	p.tabTo(selector)
	p.do("press Enter at "+selector, chromedp.KeyEvent(kb.Enter))
}

// TestTheFirstHourByKeyboardAlone asks, answers a form, chooses a way, approves, lets the words go live, stops, takes back,
// changes the settings, rejects another plan and searches, and touches no mouse.
func TestTheFirstHourByKeyboardAlone(t *testing.T) {
	on := newStage(t)
	k := newChild(t, on.env())
	k.startReady()
	p := openPanel(t, k)
	p.when("one can write at once", `document.activeElement.id === "text"`)
	p.do("ask", chromedp.KeyEvent("Please create a new webpage called Services."), chromedp.KeyEvent(kb.Enter))
	p.sees("What should people search for to find it?")
	p.tabTo(".card.ask.open input:not([type=radio])")
	p.do("answer", chromedp.KeyEvent("homeowners"))
	p.enter(".card.ask.open button.primary")
	p.sees("Which way do you want to go?")
	p.tabTo(".card.ask.open input[type=radio]")
	p.do("choose", chromedp.KeyEvent(kb.ArrowDown), chromedp.KeyEvent(kb.ArrowUp))
	p.enter(".card.ask.open button.primary")
	p.sees("Approve and start")
	on.hold("create_page")
	p.enter(".card.plan.proposed button.primary")
	p.sees("Nobody has read it yet")
	p.enter(".card.approval.pending button.primary")
	on.held("create_page")
	p.enter(`form[action$="/stop"] button`)
	p.sees("stopping")
	on.release("create_page")
	p.sees("was stopped")
	p.enter(`form[action$="/undo"] button[id$="-undo"]`)
	p.sees("I have taken back")
	p.enter(`.bar a[href="/settings"]`)
	p.when("the settings are there", `location.pathname === "/settings" && document.readyState === "complete"`)
	p.tabTo(`section[id^=project-] input[name=language]`)
	p.do("change it", chromedp.KeyEvent("German"))
	p.enter(`section[id^=project-] .actions button.primary`)
	p.when("it is saved", `document.querySelector(".notice.good")?.textContent.includes("Saved")`)
	p.enter(`.rooms a[href="/"]`)
	p.when("the panel is there", `location.pathname === "/" && document.activeElement.id === "text"`)
	p.do("ask for another", chromedp.KeyEvent("Please create a new webpage called Prices."), chromedp.KeyEvent(kb.Enter))
	p.sees("What should people search for to find it?")
	p.enter(".card.ask.open button.primary")
	p.sees("Which way do you want to go?")
	p.enter(".card.ask.open button.primary")
	p.sees("Approve and start")
	p.enter(`.card.plan.proposed button[id$="-reject"]`)
	p.when("the plan is rejected", `!document.querySelector(".card.plan.proposed") && document.querySelector(".card.plan").textContent.includes("rejected")`)
	p.tabTo("#sought")
	p.do("search", chromedp.KeyEvent("homeowners"))
	p.when("what was said is found", `document.querySelector("#past").textContent.includes("homeowners")`)
}
