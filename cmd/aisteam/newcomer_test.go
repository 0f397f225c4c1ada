package main

import (
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/aisteam/aisteam/internal/browser"
	"github.com/aisteam/aisteam/internal/sampled"
	"github.com/aisteam/aisteam/internal/wordpresskit"
)

// looks takes the picture of a page in light, dark and on a phone.
func (p *panel) looks(name string) {
	p.t.Helper()
	p.looksFrom(name, 0, "")
}

// looksTall is looks through windows in which a whole answer has room, from the first of what the selector finds.
func (p *panel) looksTall(name, from string) {
	p.t.Helper()
	p.looksFrom(name, 720, from)
}

func (p *panel) looksFrom(name string, taller int64, from string) {
	p.t.Helper()
	for _, look := range []struct {
		name, theme   string
		width, height int64
		phone         bool
	}{{"light", "light", 1280, 800, false}, {"dark", "dark", 1280, 800, false}, {"phone", "light", 390, 844, true}} {
		var mode []chromedp.EmulateViewportOption
		if look.phone {
			mode = append(mode, chromedp.EmulateMobile)
		}
		p.do("look "+look.name, chromedp.EmulateViewport(look.width, look.height+taller, mode...))
		p.when("the colours are set", `(document.documentElement.dataset.theme = `+strconv.Quote(look.theme)+`, document.getAnimations().every(a => (a.cancel(), true)))`)
		if from != "" {
			p.when("it is looked at from its beginning", `(e => e && (e.scrollIntoView({block: "start", behavior: "instant"}), true))(document.querySelector(`+strconv.Quote("main "+from)+`))`)
		}
		p.when("nothing stands out", `document.documentElement.scrollWidth <= innerWidth && [...document.querySelectorAll(".card")].every(c => c.scrollWidth <= c.clientWidth)`)
		p.picture(name + "-" + look.name)
	}
	p.do("look as before", chromedp.EmulateViewport(1280, 757))
	p.when("the colours are as before", `(delete document.documentElement.dataset.theme, true)`)
}

// another is the panel in a browser of somebody else's, who opens an address.
func (p *panel) another(address string) *panel {
	p.t.Helper()
	q := &panel{t: p.t, ctx: browser.New(p.t), dir: p.dir}
	q.opens(address)
	return q
}

// atRest holds where no conversation is at work any more.
const atRest = `!document.querySelector("#past").innerText.includes("at work")`

// TestTheWalkOfANewcomer goes the way of a first hour: from the first start, with a model that is tried and a WordPress that is
// connected, to a page that somebody else has let go live there, an audit, one of its findings mended, and all of it taken back.
func TestTheWalkOfANewcomer(t *testing.T) {
	t.Parallel()
	sampled.InTurn(t, "first hours", 0, 2)
	blog := wordpresskit.ForTest(t)
	k := newcomer(t, "AI_PRIMARY_PROVIDER=") // as the environment of a first start says nothing
	k.startReady("AI_PRIMARY_PROVIDER=openai", "OPENAI_API_KEY=k", "OPENAI_MODEL=gpt-6.2-sol", "OPENAI_FAST_MODEL=gpt-6.2-sol", "OPENAI_BASE_URL="+newScriptedModel(t).URL)
	p := openPanel(t, k)
	p.looks("newcomer-1-start")
	p.triesTheModel(k)
	k.kill()
	k.startReady() // she goes on without one
	p.connects(k, blog)

	p.do("begin", chromedp.Navigate(k.url("/")))
	p.click(`.examples button[value*="webpage called Services"]`)
	p.sees("What should people search for to find it?")
	p.looks("newcomer-4-questions")
	p.click(`.card.ask.open button.primary`)
	p.sees("Which way do you want to go?")
	p.click(`.card.ask.open button.primary`)
	p.sees("Approve and start")
	p.looks("newcomer-5-plan")
	p.isHelpedBy(k, "Maya Okafor")
	p.do("go back to the conversation", chromedp.Navigate(k.url("/")))
	p.click(`#past a`)
	p.sees("1 step can be undone")
	p.when("it says who has decided", `document.querySelector("#feed").textContent.includes("Maya Okafor")`)
	p.when("it is over", atRest)
	p.looks("newcomer-8-published")
	page := p.address(`.run .result a[href^="` + blog.URL + `"]`)
	if status, words, _ := get(t.Context(), page); status != http.StatusOK || !strings.Contains(words, "Services") {
		t.Errorf("%s answers %d", page, status)
	}

	p.mends(page)
	p.do("look at the operations", chromedp.Navigate(k.url("/operations?runs=all")))
	p.when("the runs are there", `document.querySelectorAll("#runs li strong").length === 3`)
	p.looks("newcomer-12-operations")
	p.do("go back", chromedp.Navigate(k.url("/")))
	p.click(`#past a`)
	p.say("undo")
	p.sees("I have taken back")
	if _, words, _ := get(t.Context(), page); !strings.Contains(words, "Services") || strings.Contains(words, "begin here") {
		t.Error("what was mended stands after undo, or the page is gone")
	}
	p.when("the run that made the page is taken back by its button", `(document.querySelector('.card.run button[id$="-undo"]')?.click(), true)`)
	p.when("the page is taken back as well", `document.querySelector("#feed").innerText.split("I have taken back").length === 3`)
	p.looks("newcomer-13-taken-back")
	if status, _, _ := get(t.Context(), page); status != http.StatusNotFound {
		t.Errorf("after undo the page answers %d", status)
	}
}

// address is where a link leads.
func (p *panel) address(selector string) string {
	p.t.Helper()
	p.when(selector+" is there", `document.querySelector(`+strconv.Quote(selector)+`)`)
	at, err := chromedp.Run(p.ctx, chromedp.Evaluate[string](`document.querySelector(`+strconv.Quote(selector)+`).href`))
	if err != nil {
		p.t.Fatal(err)
	}
	return at
}

// triesTheModel presses the button that asks the model whether it is there.
func (p *panel) triesTheModel(k *child) {
	p.t.Helper()
	p.do("look at the settings", chromedp.Navigate(k.url("/settings")))
	p.when("the model is unfolded", `document.querySelector("#setup-model")?.setAttribute("open", "") === undefined`)
	p.click(`#try-model button`)
	p.when("it has answered", `document.querySelector("#setup-model .tried").textContent.includes("gpt-6.2-sol answered in")`)
	p.looks("newcomer-2-model")
}

// connects puts the project on a WordPress, after its connection was tried.
func (p *panel) connects(k *child, blog *wordpresskit.Site) {
	p.t.Helper()
	const form = `section[id^=project-] `
	p.do("look at the settings", chromedp.Navigate(k.url("/settings")))
	p.when("they say that no model is set", `document.querySelector("#setup-model")?.textContent.includes("No language model is connected yet")`)
	p.when("it is to be on WordPress", `(document.querySelector("`+form+`input[value=wordpress]").click(), true)`)
	p.do("say where it is", chromedp.SetValue(chromedp.CSS(form+`input[name="wordpress.url"]`), blog.URL),
		chromedp.SendKeys(chromedp.CSS(form+`input[name="wordpress.user"]`), blog.User),
		chromedp.SendKeys(chromedp.CSS(form+`input[name="wordpress.password"]`), "wrong wrong wrong"))
	p.click(form + `button[name=try]`)
	p.when("it is said that the password is wrong", `document.querySelector("`+form+`.tried .notice:not(.good)")`)
	p.do("give the right one", chromedp.SetValue(chromedp.CSS(form+`input[name="wordpress.password"]`), blog.Password))
	p.click(form + `button[name=try]`)
	p.when("it lets us in", `document.querySelector("`+form+`.tried .notice.good")?.textContent.includes("lets “`+blog.User+`” in")`)
	p.when("it is in view", `(document.querySelector("`+form+`.tried").scrollIntoView({block: "center", behavior: "instant"}), true)`)
	p.looks("newcomer-3-wordpress")
	p.click(form + `.actions button.primary`)
	p.when("it is saved", `document.querySelector(".notice.good")?.textContent.includes("Saved")`)
}

// isHelpedBy asks somebody in, who comes by the link, approves the plan that waits and lets the finished text go live.
func (p *panel) isHelpedBy(k *child, name string) {
	p.t.Helper()
	p.do("ask somebody in", chromedp.Navigate(k.url("/people")))
	p.do("name her", chromedp.SendKeys(chromedp.CSS(`#invite input[name=name]`), name))
	p.do("make her an approver", chromedp.Evaluate[chromedp.Void](`document.querySelector("#invite select").value = "approver"; undefined`))
	p.click(`#invite button.primary`)
	p.when("the link is there", `document.querySelector("#link-once")`)
	p.looks("newcomer-6-invitation")
	link, err := chromedp.Run(p.ctx, chromedp.Evaluate[string](`document.querySelector("#link-once").value`))
	if err != nil {
		p.t.Fatal(err)
	}
	q := p.another(link)
	q.click(`form[action="/join"] button`)
	q.when("she is in", `document.querySelector("#waits a")`)
	q.do("look at what waits", chromedp.Navigate(k.url("/waiting")))
	q.looks("newcomer-7-needs-her")
	q.click(`.card.plan button.primary`)
	q.do("look again", chromedp.Navigate(k.url("/waiting")))
	q.when("the finished text waits", `document.querySelector(".card.approval.pending button.primary") || (document.readyState === "complete" && location.reload(), false)`)
	q.click(`.card.approval.pending button.primary`)
}

// mends has the page audited, and mends what the report says of its links by the report's own button.
func (p *panel) mends(page string) {
	p.t.Helper()
	const finding = "The page links to nothing."
	p.say("Audit the Services page") // it changes nothing, so nobody has to say yes
	p.when("the report tells", `(r => r.length === 2 && r[1].textContent.includes("`+finding+`"))([...document.querySelectorAll(".report")])`)
	p.when("the newest report is marked", `([...document.querySelectorAll(".report")].pop().id = "newest-report", true)`)
	p.looksFrom("newcomer-9-audit", 0, "#newest-report")
	p.when("mending it is asked for", `([...document.querySelectorAll(".report form button")].pop().click(), true)`)
	p.sees("Which part of the page do you want to change for it?")
	p.do("say which", chromedp.SendKeys(chromedp.CSS(`.card.ask.open input[name="q.block"]`), "The next step"),
		chromedp.SendKeys(chromedp.CSS(`.card.ask.open input[name="q.text"]`), `<p>Talk to us: <a href="/">begin here</a>.</p>`))
	p.looks("newcomer-10-what-mends-it")
	p.click(`.card.ask.open button.primary`)
	p.click(`.card.plan.proposed button.primary`)
	p.when("it is audited again, and that is no longer found", `(r => r.length === 3 && !r[2].textContent.includes("`+finding+`") && r[2].textContent.includes("of 100"))([...document.querySelectorAll(".report")])`)
	p.sees("is finished: 2 steps done")
	p.when("it is over", atRest)
	p.looks("newcomer-11-mended")
	if _, words, _ := get(p.t.Context(), page); !strings.Contains(words, ">begin here</a>") {
		p.t.Errorf("the page does not lead on:\n%s", words)
	}
}
