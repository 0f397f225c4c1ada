package main

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/aisteam/aisteam/internal/browser"
	"github.com/aisteam/aisteam/internal/sampled"
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
			// The form around the text shows the frame.
			p.when("its place is to be seen", `getComputedStyle(document.activeElement).outlineStyle !== "none" || getComputedStyle(document.activeElement).boxShadow !== "none" || document.activeElement.matches("#compose:focus-within #text")`)
			return
		}
		p.do("go on", chromedp.KeyEvent(kb.Tab))
	}
	p.failed()
	p.t.Fatalf("the keyboard does not reach %s", selector)
}

func (p *panel) enter(selector string) {
	p.t.Helper()
	p.tabTo(selector)
	p.do("press Enter at "+selector, chromedp.KeyEvent(kb.Enter))
}

// TestTheFirstHourByKeyboardAlone asks, answers a form, chooses a way, approves, lets the words go live, stops, takes back,
// changes the settings, has another plan changed and rejects it, attaches a file, searches, makes and pauses a background task, and
// touches no mouse.
func TestTheFirstHourByKeyboardAlone(t *testing.T) {
	t.Parallel()
	sampled.InTurn(t, "first hours", 1, 2)
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
	p.enter(`button[value="stop"]`)
	p.sees("stopping")
	on.release("create_page")
	p.sees("was stopped")
	p.enter(`button[id$="-undo"]`)
	p.sees("I have taken back")
	p.enter(`.places a[href="/settings"]`)
	p.when("the settings are there", `location.pathname === "/settings" && document.readyState === "complete"`)
	p.tabTo(`section[id^=project-] input[name=language]`)
	p.do("change it", chromedp.KeyEvent("German"))
	p.enter(`section[id^=project-] .actions button.primary`)
	p.when("it is saved", `document.querySelector(".notice.good")?.textContent.includes("Saved")`)
	p.enter(`.places a[href="/"]`)
	p.when("the panel is there", `location.pathname === "/" && document.activeElement.id === "text"`)
	p.do("ask for another", chromedp.KeyEvent("Please create a new webpage called Prices."), chromedp.KeyEvent(kb.Enter))
	p.sees("What should people search for to find it?")
	p.enter(".card.ask.open button.primary")
	p.sees("Which way do you want to go?")
	p.enter(".card.ask.open button.primary")
	p.sees("Approve and start")
	p.enter(`.card.plan.proposed .adjust summary`)
	p.tabTo(`.card.plan.proposed .adjust textarea`)
	p.do("ask for a change", chromedp.KeyEvent("Call the page Fees"))
	p.enter(`.card.plan.proposed button[id$="-changes"]`)
	p.when("the plan is changed", `document.querySelector(".card.plan.proposed .changes")?.textContent.includes("Fees")`)
	p.enter(`.card.plan.proposed button[id$="-reject"]`)
	p.when("the plan is rejected", `!document.querySelector(".card.plan.proposed") && [...document.querySelectorAll(".card.plan")].pop().textContent.includes("rejected")`)
	p.attaches("prices.txt", "One visit costs 80 dollars.")
	p.tabTo("#sought")
	p.do("search", chromedp.KeyEvent("homeowners"))
	p.when("what was said is found", `document.querySelector("#past").textContent.includes("homeowners")`)
	p.enter(`.places a[href="/settings"]`)
	p.enter(`.places a[href="/tasks"]`)
	p.when("the tasks are there", `location.pathname === "/tasks" && document.readyState === "complete"`)
	p.tabTo(`#new-task textarea[name=prompt]`)
	p.do("say what", chromedp.KeyEvent("look at the home page"))
	p.tabTo(`#new-task input[name=when]`)
	p.do("say when", chromedp.KeyEvent("every weekday at 9"))
	p.enter(`#new-task button`)
	p.when("the task is made", `document.querySelector(".notice.good")?.textContent.includes("The automation is created.")`)
	p.enter(`form[action$="/pause"] button`)
	p.when("the task is paused", `document.querySelector(".notice.good")?.textContent.includes("The automation is paused.")`)
}

// attaches opens the dialog for files by keyboard, chooses a file in it, and sends it with a word.
func (p *panel) attaches(name, words string) {
	p.t.Helper()
	file := filepath.Join(p.t.TempDir(), name)
	if err := os.WriteFile(file, []byte(words), 0o600); err != nil {
		p.t.Fatal(err)
	}
	opened, err := browser.Choosing(p.ctx)
	if err != nil {
		p.t.Fatal(err)
	}
	p.enter("#files")
	select {
	case of := <-opened:
		if err := browser.Choose(p.ctx, of, file); err != nil {
			p.t.Fatal(err)
		}
	case <-time.After(patience):
		p.t.Fatal("the keyboard opens no dialog for files")
	}
	p.when("what is to be sent is listed", `document.querySelector("#chosen").textContent.includes("`+name+`")`)
	p.tabTo("#text")
	p.do("send it", chromedp.KeyEvent("Thanks"), chromedp.KeyEvent(kb.Enter))
	p.when("the file stands with the words", `[...document.querySelectorAll("#feed .turn.mine")].some(m => m.textContent.includes("`+name+`"))`)
}
