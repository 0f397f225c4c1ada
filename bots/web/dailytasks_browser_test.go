package web_test

import (
	"fmt"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/internal/sampled"
)

// errand is something that people do every day: what they press and fill in, from a page on, and how they know that it is done.
type errand struct {
	name  string
	from  string
	steps []move
	says  string                                // what the page says then; "" where it is a message that tells
	did   func(w *world, b assistant.Body) bool // the message that was sent; nil where the page tells
}

// move is one step: something is pressed, or filled in.
type move struct {
	at   string // a selector
	fill string // "" where it is pressed
}

func press(at string) move { return move{at: at} }

func fillIn(at, words string) move { return move{at, words} }

// to goes to a page of the navigation.
func to(page string) move {
	return press(`.places a[href="` + page + `"], .tabs a[href="` + page + `"], .subpages a[href="` + page + `"]`)
}

// errands are those that the story's world has something for.
func errands(w *world, s story, colleague assistant.PersonID) []errand {
	talk := "/c/" + string(s.conversation)
	verdict := func(want assistant.Verdict) func(*world, assistant.Body) bool {
		return func(_ *world, b assistant.Body) bool {
			got, ok := b.(assistant.ApprovalDecided)
			return ok && got.Approval == s.approval && got.Verdict == want
		}
	}
	removing := `#person-` + string(colleague)
	return []errand{
		{name: "find what waits", from: "/", steps: []move{to("/waiting")}, says: "Replace the price list on /services"},
		{name: "approve an action", from: talk, steps: []move{press("#slot-approval-" + string(s.approval) + "-approve")}, did: verdict(assistant.VerdictApproved)},
		{name: "reject an action", from: talk, steps: []move{press("#slot-approval-" + string(s.approval) + "-reject")}, did: verdict(assistant.VerdictRejected)},
		{
			name: "answer a question", from: talk, steps: []move{fillIn(`#slot-ask-`+string(s.ask)+` [name="q.angle"]`, "hard water"), press("#slot-ask-" + string(s.ask) + "-answer")},
			did: func(_ *world, b assistant.Body) bool {
				got, ok := b.(assistant.Answered)
				return ok && got.Values["angle"] == "hard water"
			},
		},
		{
			name: "change a plan", from: talk,
			steps: []move{press(`#slot-plan-` + string(s.plan) + `-2 .adjust > summary`), fillIn(`#slot-plan-`+string(s.plan)+`-2 [name="note"]`, "Drop step 3"), press("#slot-plan-" + string(s.plan) + "-2-changes")},
			did: func(_ *world, b assistant.Body) bool {
				got, ok := b.(assistant.PlanDecided)
				return ok && got.Verdict == assistant.VerdictChanges && got.Note == "Drop step 3"
			},
		},
		{
			name: "stop a run", from: talk, steps: []move{press("#slot-run-" + string(s.running) + "-stop")},
			did: func(_ *world, b assistant.Body) bool {
				got, ok := b.(assistant.StopRequested)
				return ok && got.Run == s.running
			},
		},
		{name: "ask for something", from: "/", steps: []move{fillIn("#text", "What is open on Sunday?"), press("#send")}, says: "What is open on Sunday?"},
		{name: "rename a conversation", from: talk, steps: []move{press(".menu > summary"), fillIn("#name", "The shop"), press(`button[value="rename"]`)}, says: "The shop"},
		{
			name: "make an automation for 9 in Toronto", from: "/",
			steps: []move{to("/tasks"), fillIn(`#new-task [name="prompt"]`, "check the site"), fillIn(`#new-task [name="when"]`, "every weekday at 9 in Toronto"), press(`#new-task button.primary`)}, says: "The automation is created.",
		},
		{name: "pause an automation", from: "/tasks", steps: []move{press(`form[action$="/pause"] button`)}, says: "The automation is paused."},
		{name: "see what failed", from: "/", steps: []move{to("/work"), press(`.filters a[href="/work?runs=failed"]`)}, says: "Create the page on the shop"},
		{name: "see what a run did", from: "/work?runs=all", steps: []move{press(`#runs a[href$="/timeline"]`)}, says: "From beginning to end"},
		{name: "invite somebody", from: "/", steps: []move{to("/people"), fillIn(`#invite [name="name"]`, "Mia"), press("#invite button.primary")}, says: "Send it to nobody else"},
		{name: "remove a person", from: "/people", steps: []move{press(removing + ` [action$="/remove"] button`), press("#removing button.danger")}, says: "The person is removed"},
		{name: "set one's time zone", from: "/", steps: []move{to("/settings"), fillIn("#zone-of", "Toronto"), press("#zone button")}, says: "America/Toronto, as you have chosen."},
		{name: "look through files", from: "/", steps: []move{to("/files")}, says: "Files"},
		{name: "sign out", from: "/", steps: []move{press(`form[action="/logout"] button`)}, says: "Sign in to the panel"},
	}
}

const mostSteps = 4 // of any errand

// ways are how somebody does it: without scripts forms and links are all that there is, and the width of the window makes no difference.
func ways() []string {
	out := []string{"without scripts"}
	for _, width := range []string{"1440", "768", "390"} {
		for _, theme := range []string{"light", "dark"} {
			for _, by := range []string{"mouse", "keyboard", "touch"} {
				out = append(out, width+" "+theme+" "+by)
			}
		}
	}
	return out
}

// TestErrandsOfADayTakeFewSteps: each is done with the mouse, the keyboard, by touch and without scripts, at three widths, light and dark.
// A change tries one way of each, drawn by its commit.
func TestErrandsOfADayTakeFewSteps(t *testing.T) {
	type point struct {
		errand int
		way    string
	}
	w, _, s, _ := everyPage(t)
	var points []point
	names := errands(w, s, "")
	for i := range names {
		for _, way := range ways() {
			points = append(points, point{i, way})
		}
	}
	for _, p := range sampled.Of(t, points, len(names)) {
		t.Run(names[p.errand].name+", "+p.way, func(t *testing.T) {
			w, server, s, _ := everyPage(t)
			colleague := w.join("Tess", assistant.RoleMember)
			one := errands(w, s, colleague.ID)[p.errand]
			do := one.seen
			if p.way == "without scripts" {
				do = one.plainly
			}
			steps, took := do(t, w, server, p.way)
			t.Logf("%-38s %-20s %d steps, %d ms", one.name, p.way, steps, took.Milliseconds())
			if steps > mostSteps {
				t.Errorf("%s takes %d steps", one.name, steps)
			}
		})
	}
}

// plainly does it by links and forms alone.
func (e errand) plainly(t *testing.T, w *world, server *httptest.Server, _ string) (steps int, took time.Duration) {
	t.Helper()
	b := withoutScripts(t, server)
	b.open(e.from)
	b.press("form[action='/login'] button", map[string]string{"token": token})
	fill, began := map[string]string{}, time.Now()
	for _, m := range e.steps {
		at := b.page.Find(m.at).First()
		switch steps++; {
		case at.Length() == 0:
			t.Fatalf("nothing is there: %s at %s", m.at, b.at)
		case m.fill != "":
			fill[at.AttrOr("name", "")] = m.fill
		case at.Is("summary"): // it unfolds without anything being sent
		case at.Is("a"):
			b.open(at.AttrOr("href", ""))
		default:
			b.press(m.at, fill)
		}
	}
	if e.did != nil && !e.did(w, w.lastAct(t).Body) || e.says != "" && !strings.Contains(b.page.Text(), e.says) {
		t.Errorf("it is not done: %d at %s, %s", b.status, b.at, b.page.Find("main").Text())
	}
	return steps, time.Since(began)
}

// seen does it in Chromium.
func (e errand) seen(t *testing.T, w *world, server *httptest.Server, way string) (steps int, took time.Duration) {
	t.Helper()
	var width int64
	var theme, by string
	if _, err := fmt.Sscan(way, &width, &theme, &by); err != nil {
		t.Fatal(err)
	}
	b := openTab(t, server, "/")
	b.size(width, 900, by == "touch")
	b.prefers(theme, "no-preference")
	b.do(chromedp.Navigate(server.URL + e.from))
	began := time.Now()
	for _, m := range e.steps {
		b.await(`document.readyState === "complete" && document.querySelector(` + strconv.Quote(m.at) + `)`)
		if !b.finds(m.at) { // on a phone it is in the menu
			b.hand(by, `label[for="drawer"]`)
			steps++
			b.await(finding(m.at))
		}
		b.hand(by, m.at)
		if m.fill != "" {
			// While the page still moves a tap may miss the field: whoever sees no cursor taps again.
			field := `document.querySelector(` + strconv.Quote(m.at) + `)`
			b.await(`document.activeElement === ` + field + ` || (` + field + `.focus(), false)`)
			b.js(`document.activeElement.select?.()`)
			b.do(chromedp.KeyEvent(m.fill))
		}
		steps++
	}
	if e.did == nil {
		b.await(`document.body.innerText.includes(` + strconv.Quote(e.says) + `)`)
		return steps, time.Since(began)
	}
	eventually(t, e.name, func() bool {
		w.mu.Lock()
		defer w.mu.Unlock()
		return len(w.acts) > 0 && e.did(w, w.acts[len(w.acts)-1].Body)
	})
	return steps, time.Since(began)
}

// finding is the first element of a selector that is seen.
func finding(at string) string {
	return `[...document.querySelectorAll(` + strconv.Quote(at) + `)].find(e => e.checkVisibility({ visibilityProperty: true }))`
}

func (b tab) finds(at string) bool {
	b.t.Helper()
	there, err := chromedp.Run(b.ctx, chromedp.Evaluate[bool]("Boolean("+finding(at)+")"))
	if err != nil {
		b.t.Fatal(err)
	}
	return there
}

// hand presses an element, or comes to a field, by one of the ways.
func (b tab) hand(by, at string) {
	b.t.Helper()
	b.await(finding(at))
	if by == "keyboard" {
		script := `(e => { e = e.control?.id === "drawer" ? e.control : e; e.focus(); return document.activeElement === e && (e.matches("input:not([type=checkbox]), textarea") ? "" : e.matches("[type=checkbox]") ? " " : "\r") })(` + finding(at) + `)`
		key, err := chromedp.Run(b.ctx, chromedp.Evaluate[string](script))
		if err != nil {
			b.t.Fatalf("%s is not reached by keys: %v", at, err)
		}
		if key != "" {
			b.do(chromedp.KeyEvent(key))
		}
		return
	}
	spot, err := chromedp.Run(b.ctx, chromedp.Evaluate[[]float64](`(e => { e.scrollIntoView({ block: "center", behavior: "instant" }); const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2] })(`+finding(at)+`)`))
	if err != nil || len(spot) != 2 {
		b.t.Fatalf("%s: %v %v", at, spot, err)
	}
	if by == "touch" {
		for _, one := range []input.DispatchTouchEventParams{
			{Type: input.DispatchTouchEventTypeTouchStart, TouchPoints: []*input.TouchPoint{{X: spot[0], Y: spot[1]}}}, {Type: input.DispatchTouchEventTypeTouchEnd, TouchPoints: []*input.TouchPoint{}},
		} {
			if _, err := chromedp.Call(b.ctx, input.DispatchTouchEvent, one); err != nil {
				b.t.Fatal(err)
			}
		}
		return
	}
	b.do(chromedp.MouseClickXY(spot[0], spot[1]))
}
