package main

import (
	"context"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/aisteam/aisteam/internal/browser"
)

// screenshotsVar names the folder that keeps the pictures; without it none are taken, but of where a test has failed.
const screenshotsVar = "AISTEAM_SCREENSHOTS"

// panel is the panel in a real Chromium.
type panel struct {
	t   *testing.T
	ctx context.Context //nolint:containedctx // a browser's tab is a context
	dir string          // that keeps the pictures; "" where nobody looks at them
}

func openPanel(t *testing.T, k *child) *panel {
	t.Helper()
	p := &panel{t: t, ctx: browser.New(t), dir: os.Getenv(screenshotsVar)}
	p.signsIn(k)
	p.when("the panel and its scripts are there", `document.readyState === "complete" && document.querySelector("#text")`)
	return p
}

// signsIn follows the link with the token, and agrees to what it shows.
func (p *panel) signsIn(k *child) {
	p.t.Helper()
	p.opens(k.url("/?token=" + testToken))
	p.when("the link is agreed to", `(window.agreed || (window.agreed = true, document.querySelector('form[action="/login"]')?.requestSubmit()), !document.querySelector('form[action="/login"]'))`)
}

// opens goes to an address for the first time.
func (p *panel) opens(address string) {
	p.t.Helper()
	if err := browser.Open(p.ctx, address); err != nil {
		p.failed()
		p.t.Fatal(err)
	}
}

func (p *panel) do(what string, steps ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		p.failed()
		p.t.Fatalf("%s: %v", what, err)
	}
}

func (p *panel) picture(name string) {
	p.t.Helper()
	if p.dir != "" {
		p.taken(p.dir, name)
	}
}

// failed takes the picture of where a test has failed, whoever the viewer is.
func (p *panel) failed() {
	p.t.Helper()
	dir := p.dir
	if dir == "" {
		dir = p.t.ArtifactDir()
	}
	p.taken(dir, "failed")
}

func (p *panel) taken(dir, name string) {
	p.t.Helper()
	if err := browser.Screenshot(p.ctx, filepath.Join(dir, name+".png")); err != nil {
		p.t.Errorf("picture %s: %v", name, err)
	}
}

// whole takes a picture in which all of the newest card of a kind and what follows it is to be seen, unfolded, buttons and
// all: the window grows for it.
func (p *panel) whole(name, kind string) {
	p.t.Helper()
	card := "[...document.querySelectorAll(" + strconv.Quote("#feed "+kind) + ")].pop()"
	p.when(kind+" is there", card)
	p.when("its text is unfolded", "("+card+`.querySelector("details.whole")?.setAttribute("open", ""), true)`)
	if p.dir == "" {
		return
	}
	height, err := chromedp.Run(p.ctx, chromedp.Evaluate[float64](`document.querySelector("#feed").lastElementChild.getBoundingClientRect().bottom - `+card+".getBoundingClientRect().top"))
	if err != nil {
		p.t.Fatal(err)
	}
	const around, usual = 280, 757 // the panel's head and the box for messages; a window of 900
	p.do("make room", chromedp.EmulateViewport(1280, min(max(int64(height)+around, usual), 3000)))
	p.when(kind+" is in view", "("+card+`.scrollIntoView({block: "start", behavior: "instant"}), true)`)
	p.picture(name)
	p.do("give the room back", chromedp.EmulateViewport(1280, usual))
}

// say types a message and sends it with Enter.
func (p *panel) say(text string) {
	p.t.Helper()
	p.when("the box is free", `!document.querySelector("#send").disabled`)
	p.do("say", chromedp.SendKeys(chromedp.CSS("#text"), text+"\r"))
}

// sees waits until the feed shows the text.
func (p *panel) sees(text string) {
	p.t.Helper()
	p.when("the feed shows "+text, `document.querySelector("#feed").innerText.includes(`+strconv.Quote(text)+`)`)
}

// when waits until a condition holds in the page.
func (p *panel) when(what, script string) {
	p.t.Helper()
	err := until(p.ctx, patience, func() bool {
		ok, err := chromedp.Run(p.ctx, chromedp.Evaluate[bool]("Boolean("+script+")"))
		return err == nil && ok
	})
	if err != nil {
		p.failed()
		p.t.Fatalf("%s: %v", what, err)
	}
}

// click clicks what the selector finds, wherever the page is scrolled to.
func (p *panel) click(selector string) {
	p.t.Helper()
	p.when(selector+" is there", `document.querySelector(`+strconv.Quote(selector)+`)`)
	p.do("click "+selector, chromedp.Click(chromedp.CSS(selector)))
}

// TestServicesPageInThePanel walks the whole road as a person does in a browser: questions with reasons, forks, the plan
// with groups and owners, approval, parallel tasks, the page at its address, Hans's summary, undo.
func TestServicesPageInThePanel(t *testing.T) {
	t.Parallel()
	on := newStage(t)
	k := newChild(t, on.env())
	k.startReady()
	p := openPanel(t, k)
	p.picture("1-welcome")
	p.say("Please create a new webpage called Services.")
	p.sees("Which language is it to be in?")
	p.sees("The words, and what search engines are told, follow from it.")
	p.picture("2-questions")
	p.say("English, for homeowners, found by water filters")
	p.sees("One simple page")
	p.picture("3-forks")
	p.click(`.slot:last-of-type input[type=radio]`)
	p.click(`.slot:last-of-type button.primary`)
	p.sees("Approve and start")
	p.sees("Creative Lead Mak")
	p.sees("Group B")
	p.whole("4-plan", ".card.plan")
	on.hold("draft_content")
	on.hold("draft_seo")
	p.do("approve by keyboard", chromedp.Focus(chromedp.CSS(`.card.plan.proposed button.primary`)), chromedp.KeyEvent("\r"))
	p.when("both tasks of group A are in progress at the same time", `document.querySelectorAll("[data-state=in_progress]").length === 2`)
	p.picture("5-parallel")
	on.release("draft_content")
	on.release("draft_seo")
	p.sees("Nobody has read it yet")
	if status, _, _ := get(t.Context(), k.url("/sites/aquaverter/services")); status != http.StatusNotFound {
		t.Errorf("before anybody has read it the page answers %d", status)
	}
	p.click(`.card.approval.pending details.whole summary`)
	p.whole("6-finished-text", ".card.approval")
	p.click(`.card.approval.pending button.primary`)
	p.sees("1 step can be undone")
	p.whole("7-published", ".card.run")

	status, page, err := get(t.Context(), k.url("/sites/aquaverter/services"))
	if err != nil || status != http.StatusOK || !strings.Contains(page, "<h1") {
		t.Errorf("the page answers %d, %v", status, err)
	}
	p.do("look at the page", chromedp.Navigate(k.url("/sites/aquaverter/services")))
	p.picture("8-page")
	p.do("go back", chromedp.NavigateBack())
	p.when("the panel is back", `document.querySelector("#feed")`)
	p.say("undo")
	p.sees("I have taken back")
	p.whole("9-undone", ".card.run")
	p.when("no summary says any more that it can be undone", `[...document.querySelectorAll("article.answer")].every((a) => !a.textContent.includes("an be undone"))`)
	if status, _, _ := get(t.Context(), k.url("/sites/aquaverter/services")); status != http.StatusNotFound {
		t.Errorf("after undo the page answers %d", status)
	}
}
