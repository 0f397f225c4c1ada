package main

import (
	"net/http"
	"strconv"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/aisteam/aisteam/internal/browser"
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
		p.when("nothing stands out", `document.documentElement.scrollWidth <= innerWidth`)
		p.picture(name + "-" + look.name)
	}
	p.do("look as before", chromedp.EmulateViewport(1280, 757))
	p.when("the colours are as before", `(delete document.documentElement.dataset.theme, true)`)
}

// another is the panel in a browser of somebody else's, who opens an address.
func (p *panel) another(address string) *panel {
	p.t.Helper()
	q := &panel{t: p.t, ctx: browser.New(p.t), dir: p.dir}
	q.do("open "+address, chromedp.Navigate(address))
	return q
}

// TestTheWalkOfANewcomer goes the way of a first hour, from the first start to a page that somebody else has let go live, an audit,
// and what was done taken back.
func TestTheWalkOfANewcomer(t *testing.T) {
	k := newChild(t)
	k.startReady()
	p := openPanel(t, k)
	p.looks("newcomer-1-start")
	p.click(`.examples button[value*="webpage called Services"]`)
	p.sees("What should people search for to find it?")
	p.looks("newcomer-2-questions")
	p.click(`.card.ask.open button.primary`)
	p.sees("Which way do you want to go?")
	p.click(`.card.ask.open button.primary`)
	p.sees("Approve and start")
	p.looks("newcomer-3-plan")

	p.do("ask somebody in", chromedp.Navigate(k.url("/people")))
	p.do("name her", chromedp.SendKeys(chromedp.CSS(`#invite input[name=name]`), "Maya Okafor"))
	p.do("make her an approver", chromedp.Evaluate[chromedp.Void](`document.querySelector("#invite select").value = "approver"; undefined`))
	p.click(`#invite button.primary`)
	p.when("the link is there", `document.querySelector("#link-once")`)
	p.looks("newcomer-4-invitation")
	link, err := chromedp.Run(p.ctx, chromedp.Evaluate[string](`document.querySelector("#link-once").value`))
	if err != nil {
		t.Fatal(err)
	}
	maya := p.another(link)
	maya.click(`form[action="/join"] button`)
	maya.when("she is in", `document.querySelector("#waits a")`)
	maya.do("look at what waits", chromedp.Navigate(k.url("/waiting")))
	maya.looks("newcomer-5-needs-her")
	maya.click(`.card.plan button.primary`)
	maya.do("look again", chromedp.Navigate(k.url("/waiting")))
	until := `document.querySelector(".card.approval.pending button.primary") || (location.reload(), false)`
	maya.when("the finished text waits", until)
	maya.click(`.card.approval.pending button.primary`)

	p.do("go back to the conversation", chromedp.Navigate(k.url("/")))
	p.click(`#past a`)
	p.sees("1 step can be undone")
	p.when("it says who has decided", `document.querySelector("#feed").textContent.includes("Maya Okafor")`)
	p.looks("newcomer-6-published")
	if status, _, _ := get(t.Context(), k.url("/sites/aquaverter/services")); status != http.StatusOK {
		t.Errorf("the page answers %d", status)
	}
	p.do("look at the operations", chromedp.Navigate(k.url("/operations?runs=all")))
	p.when("the run is there", `document.querySelector("#runs li strong")`)
	p.looks("newcomer-7-operations")
	p.do("look at the settings", chromedp.Navigate(k.url("/settings")))
	p.when("they say that no model is set", `document.querySelector("#setup-model")?.textContent.includes("GEMINI_API_KEY")`)
	p.looks("newcomer-8-settings")
	p.do("go back", chromedp.Navigate(k.url("/")))
	p.click(`#past a`)
	p.say("undo")
	p.sees("I have taken back")
	if status, _, _ := get(t.Context(), k.url("/sites/aquaverter/services")); status != http.StatusNotFound {
		t.Errorf("after undo the page answers %d", status)
	}
}
