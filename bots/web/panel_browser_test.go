package web_test

import (
	"cmp"
	"context"
	"fmt"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	gocmp "github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web"
	"github.com/aisteam/aisteam/internal/browser"
)

// tab is an open panel.
type tab struct {
	t   *testing.T
	ctx context.Context //nolint:containedctx // a chromedp tab is its context
	dir string          // where pictures are kept; "" where nobody wants any
}

// openTab opens a page in a window of its own, as somebody who has signed in.
func openTab(t *testing.T, server *httptest.Server, path string) tab {
	t.Helper()
	b := tab{t: t, ctx: browser.New(t), dir: os.Getenv("AISTEAM_SCREENSHOTS")}
	b.signsIn(server)
	b.opens(server.URL + path)
	return b
}

// opens opens an address, waits until its scripts are at work, and looks at it: a window of the test before that closes only now leaves another one
// in front, and a page that nobody looks at hears no news and no keys.
func (b tab) opens(address string) {
	b.t.Helper()
	if err := browser.Open(b.ctx, address); err != nil {
		b.t.Fatal(err)
	}
	if _, err := chromedp.Call(b.ctx, page.BringToFront, cdp.Empty{}); err != nil {
		b.t.Fatal(err)
	}
}

// signsIn gives the window a session. The login as people see it is [TestSigningInAgainComesBackToWhereOneWas]'s.
func (b tab) signsIn(server *httptest.Server) {
	b.t.Helper()
	for _, c := range signIn(b.t, server.Config.Handler, url.Values{"token": {token}}, bare).Result().Cookies() {
		if _, err := chromedp.Call(b.ctx, network.SetCookie, network.SetCookieParams{URL: server.URL, Name: c.Name, Value: c.Value, HTTPOnly: &c.HttpOnly, SameSite: network.CookieSameSiteLax}); err != nil {
			b.t.Fatal(err)
		}
	}
}

func (b tab) do(steps ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		b.t.Fatalf("%v\n%s", err, b.shows())
	}
}

// await looks until the script is true, across whatever the page loads meanwhile.
func (b tab) await(script string) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		ok, err := chromedp.Run(ctx, chromedp.Evaluate[bool]("Boolean("+script+")"))
		if err == nil && ok {
			return
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			b.t.Fatalf("never came true: %s (%v)\n%s", script, err, b.shows())
		}
	}
}

// shows is what stands on the page, for whoever asks why a test fails, and where its picture is.
func (b tab) shows() string {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, time.Minute)
	defer cancel()
	stands, err := chromedp.Run(ctx, chromedp.Evaluate[string]("`${location.href}, ${document.visibilityState}: ${(document.body?.innerText ?? \"\").slice(0, 4000)}`"))
	if err != nil {
		return fmt.Sprintf("the page cannot be asked: %v", err)
	}
	return stands + "\n" + b.picture("stuck-"+b.t.Name())
}

// hears tells a page news until it shows them: what is written just now may be lost on the way, as while a page calls a second time because the
// first call is not answered yet, and is said again by what comes next.
func (b tab) hears(w *world, n assistant.News, shown string) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for {
		w.publish(n)
		if ok, err := chromedp.Run(ctx, chromedp.Evaluate[bool]("Boolean("+shown+")")); err == nil && ok {
			return
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			b.t.Fatalf("never heard: %s\n%s", shown, b.shows())
		}
	}
}

func (b tab) js(script string) {
	b.t.Helper()
	if _, err := chromedp.Run(b.ctx, chromedp.Evaluate[chromedp.Void](script)); err != nil {
		b.t.Fatalf("%s: %v", script, err)
	}
}

// shoot takes a picture for whoever wants them.
func (b tab) shoot(name string) {
	b.t.Helper()
	if b.dir != "" {
		b.picture(name)
	}
}

// picture takes a picture, and gives the file.
func (b tab) picture(name string) string {
	b.t.Helper()
	at := filepath.Join(cmp.Or(b.dir, filepath.Join(os.TempDir(), "aisteam-pictures")), name+".png")
	if err := browser.Screenshot(b.ctx, at); err != nil {
		b.t.Errorf("no picture: %v", err)
	}
	return at
}

func (b tab) size(width, height int64, phone bool) {
	b.t.Helper()
	var options []chromedp.EmulateViewportOption
	if phone {
		options = append(options, chromedp.EmulateMobile, chromedp.EmulateTouch)
	}
	b.do(chromedp.EmulateViewport(width, height, options...))
}

func TestPanelShowsEveryCardInLightDarkAndOnAPhone(t *testing.T) {
	w := newWorld(t)
	for _, title := range []string{"Compare three booking tools", "Home page audit", "Footer phone number"} {
		w.start(title)
	}
	s := tell(w, "")
	server := w.serve(t, func(c *web.Config) { c.Rehearsal = rehearses })
	b := openTab(t, server, "/c/"+string(s.conversation))
	b.size(1280, 2600, false)
	b.await(`document.querySelectorAll("article.slot").length > 10`)
	b.await(`document.querySelector("#activity .activity")`)
	for _, kind := range []string{"user", "answer", "thinking", "plan", "approval", "clarification", "run", "error"} {
		b.await(`document.querySelector("article.slot.` + kind + `")`)
	}
	b.await(`document.querySelector("article.slot.run details.peek .read").textContent.includes("The page has no description. Write one.")`)
	b.js(`document.documentElement.dataset.theme = "light"; document.getElementById("scroll").scrollTop = 0`)
	b.shoot("panel-light-top")
	b.js(`document.querySelector("article.slot.error").scrollIntoView({block: "center"})`)
	b.shoot("panel-light-middle")
	b.js(`document.getElementById("scroll").scrollTop = 1e6`)
	b.shoot("panel-light-end")
	b.js(`document.documentElement.dataset.theme = "dark"`)
	b.shoot("panel-dark-end")
	b.js(`document.getElementById("scroll").scrollTop = 0; document.querySelectorAll(".thinking, .peek, .long").forEach(d => d.open = true)`)
	b.shoot("panel-dark-top-open")
	b.js(`delete document.documentElement.dataset.theme`)
	b.size(390, 1500, true)
	b.js(`document.getElementById("scroll").scrollTop = 0; document.querySelectorAll(".thinking, .peek, .long").forEach(d => d.open = false)`)
	b.shoot("panel-phone-top")
	b.js(`document.getElementById("scroll").scrollTop = 1e6`)
	b.shoot("panel-phone-end")
	b.await(`document.documentElement.scrollWidth <= 390`)
	b.js(`document.getElementById("drawer").click()`)
	b.await(`getComputedStyle(document.querySelector(".side")).display === "flex"`)
	b.shoot("panel-phone-drawer")
	b.size(1280, 900, false)
	b.do(chromedp.Navigate(server.URL + "/"))
	b.await(`document.querySelector(".examples button")`)
	b.do(chromedp.Click(chromedp.CSS("#picker > summary")), chromedp.Focus(chromedp.CSS("#agents input:checked")), chromedp.KeyEvent(kb.ArrowDown))
	b.await(`document.getElementById("picker").open && document.querySelector("#asked .name").textContent !== "Hans"`)
	b.await(`document.getElementById("text").placeholder.includes(document.querySelector("#asked .name").textContent)`)
	b.await(`document.querySelector("#agents input:checked").closest("label").dataset.examples.startsWith(document.querySelector(".examples button").value)`)
	b.shoot("panel-start")
	b.do(chromedp.KeyEvent(kb.Escape))
	b.await(`!document.getElementById("picker").open`)
	b.do(chromedp.Navigate(server.URL + "/settings"))
	b.shoot("settings")
}

func TestPanelApprovesByKeyboard(t *testing.T) {
	w := newWorld(t)
	s := tell(w, "")
	b := openTab(t, w.serve(t), "/c/"+string(s.conversation))
	id := "slot-approval-" + string(s.approval)
	b.await(`document.getElementById("` + id + `-approve")`)
	b.do(chromedp.Focus(chromedp.ID(id+"-approve")), chromedp.KeyEvent(kb.Enter))
	b.await(`document.querySelector("#` + id + ` .state.approved")`)
	b.await(`document.activeElement.id === "` + id + `"`)
	act := w.lastAct(t)
	want := assistant.ApprovalDecided{Approval: s.approval, Verdict: assistant.VerdictApproved}
	if gocmp.Diff(assistant.Body(want), act.Body) != "" || act.Person != w.owner.ID {
		t.Errorf("got %+v by %s, want %+v by the owner", act.Body, act.Person, want)
	}
}

func TestPanelFollowsAConversation(t *testing.T) {
	w := newWorld(t)
	b := openTab(t, w.serve(t), "/")
	b.do(chromedp.SendKeys(chromedp.CSS("#text"), "Hello\u000d"))
	b.await(`location.pathname.startsWith("/c/")`)
	b.await(`document.querySelector("article.slot.user")?.textContent.includes("Hello")`)
	b.await(`document.querySelector("#activity")?.textContent.includes("Thinking")`)
	c := w.conversations[0].ID
	eventually(t, "the page to listen", func() bool { return w.listening(c) > 0 })
	b.hears(w, activityNews(c, assistant.ActivityRouting), `document.querySelector("#activity").textContent.includes("Routing")`)
	b.hears(w, draftNews(c, "Good morning to y"), `document.querySelector("#draft").textContent.includes("Good morning to")`)
	// The draft shows its author.
	b.await(`document.querySelector("#draft strong").textContent === "Web Engineer Nico" && document.querySelector("#draft .avatar.execution svg")`)
	b.shoot("panel-draft")
	said := w.log[c][0]
	w.add(c, assistant.Message{Author: assistant.AuthorAssistant, Agent: assistant.Chief, Kind: assistant.KindThinking, Content: "Greeting", Cause: said.ID, Body: assistant.Thought{Phase: assistant.PhaseRouting}})
	w.add(c, assistant.Message{Author: assistant.AuthorAssistant, Agent: assistant.Chief, Kind: assistant.KindMessage, Content: "Good **morning**", Body: assistant.Said{}})
	b.await(`document.querySelector("article.slot.answer strong:nth-of-type(1)") && document.querySelector("article.slot.answer .prose strong").textContent === "morning"`)
	b.await(`document.querySelector("#draft").textContent === ""`)
	w.settle(said.ID, c)
	b.await(`document.querySelector("#activity").textContent === ""`)

	b.js(`document.querySelector("details.thinking").open = true`)
	w.add(c, assistant.Message{Author: assistant.AuthorAssistant, Agent: assistant.Chief, Kind: assistant.KindThinking, Content: "Checking the time", Cause: said.ID, Body: assistant.Thought{Phase: assistant.PhaseRouting}})
	b.await(`document.querySelectorAll("details.thinking[open] li").length === 2`)
	b.do(chromedp.SendKeys(chromedp.CSS("#text"), "And\u000d"))
	b.await(`document.querySelectorAll("article.slot.user").length === 2`)
	b.await(`document.querySelector("#text").value === "" && document.activeElement.id === "text"`)
	order, err := chromedp.Run(b.ctx, chromedp.Evaluate[[]int](`[...document.querySelectorAll("#feed > article")].map(a => Number(a.dataset.seq))`))
	if err != nil {
		t.Fatal(err)
	}
	for i := 1; i < len(order); i++ {
		if order[i] <= order[i-1] {
			t.Errorf("the feed is out of order: %v", order)
		}
	}
}

func TestPanelAnswersAskedQuestionsAndRequestsChanges(t *testing.T) {
	w := newWorld(t)
	s := tell(w, "")
	b := openTab(t, w.serve(t), "/c/"+string(s.conversation))
	ask := "slot-ask-" + string(s.ask)
	b.await(`document.getElementById("` + ask + `-answer")`)
	b.js(`document.querySelectorAll("#` + ask + ` input[type=radio]")[1].click()`)
	b.do(chromedp.SendKeys(chromedp.ID(ask+"-q-1"), "hard water\u000d"))
	b.await(`document.querySelector("#` + ask + ` .state.answered")`)
	answered, ok := w.lastAct(t).Body.(assistant.Answered)
	if !ok || answered.Values["audience"] != "builders" || answered.Values["angle"] != "hard water" {
		t.Errorf("got %+v", w.lastAct(t).Body)
	}
	plan := "slot-plan-" + string(s.plan) + "-2"
	b.js(`document.querySelector("#` + plan + ` details.adjust").open = true`)
	b.do(chromedp.SendKeys(chromedp.ID(plan+"-note"), "Drop step 3"), chromedp.Click(chromedp.ID(plan+"-changes")))
	b.await(`document.querySelector("#` + plan + ` .state.superseded")`)
	want := assistant.PlanDecided{Plan: s.plan, Version: 2, Verdict: assistant.VerdictChanges, Note: "Drop step 3"}
	if got := w.lastAct(t).Body; got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}
