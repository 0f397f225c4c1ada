package web_test

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background"
	"github.com/aisteam/aisteam/bots/web"
	"github.com/aisteam/aisteam/internal/ledgerkit"
)

func (w *world) EndTour(_ context.Context, _ assistant.TenantID, id assistant.PersonID) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !slices.Contains(w.toured, id) {
		w.toured = append(w.toured, id)
	}
	return w.away
}

// around shows people around.
func around(w *world) func(*web.Config) { return func(c *web.Config) { c.Tour = w } }

// withTasks is a panel with automations.
func withTasks(w *world, db *ledgerkit.DB) func(*web.Config) {
	return func(c *web.Config) {
		c.Tasks = &background.Desk{Store: db.Verbs, Lists: db.Verbs, Rewrites: db.Verbs, Starts: db.Verbs, Now: w.now}
	}
}

// TestTheTourIsOfferedUntilItEnds: to each person by themselves, on the page without a conversation alone; whoever puts it away, at its beginning, in
// between or at its end, is not offered it again. It goes on where they were, and leads nowhere else.
func TestTheTourIsOfferedUntilItEnds(t *testing.T) {
	w := newWorld(t)
	talk := w.start("Hello")
	h := w.surface(t, around(w))
	robin, ada := cookie(t, h), w.as(t, w.join("Ada", assistant.RoleMember))
	offered := func(in func(*http.Request), path string) bool {
		return strings.Contains(call(t, h, "GET", path, "", in).Body.String(), `href="/?tour=1"`)
	}
	for _, in := range []func(*http.Request){robin, ada} {
		if !offered(in, "/") || offered(in, "/c/"+string(talk)) || offered(in, "/waiting") {
			t.Error("it is not offered on the first page alone")
		}
	}
	for to, leads := range map[string]string{
		"": "/", "/": "/", "/tasks": "/tasks", "/waiting": "/waiting", "/people": "/people", "/?tour=try": "/?tour=try",
		"/operations": "/", "https://evil.example": "/", "//evil.example": "/", "/?tour=3": "/",
	} {
		if code, at, _ := fill(t, h, ada, "/panel/tour", "to", to); code != http.StatusSeeOther || at != leads {
			t.Errorf("ended at %q: %d to %q", to, code, at)
		}
	}
	if offered(ada, "/") || !offered(robin, "/") {
		t.Error("it is offered again, or is ended for somebody else")
	}
	if page := call(t, h, "GET", "/?tour=1", "", ada).Body.String(); !strings.Contains(page, "Step 1 of 6") {
		t.Error("whoever wants to see it again cannot")
	}
	bare := w.surface(t)
	in := cookie(t, bare)
	if page := call(t, bare, "GET", "/?tour=1", "", in).Body.String(); strings.Contains(page, "tour") {
		t.Error("it is shown where there is none")
	}
	if code, _, _ := fill(t, bare, in, "/panel/tour"); code != http.StatusNotFound {
		t.Errorf("it is ended where there is none: %d", code)
	}
}

// TestTheTourHasSixStepsForEverybody: on the pages that they may use, without scripts, and then a request that is sent with one press. A step that is
// none, or of another page, is no step.
func TestTheTourHasSixStepsForEverybody(t *testing.T) {
	for role, last := range map[assistant.Role]string{assistant.RoleAdmin: "/settings", assistant.RoleApprover: "/people", assistant.RoleMember: "/people"} {
		w, db, _ := agenda(t)
		server := w.serve(t, around(w), withTasks(w, db))
		b := withoutScripts(t, server)
		b.in(w, w.join("Ada", role))
		b.open("/")
		b.follow(`.notice a[href="/?tour=1"]`)
		for n, path := range []string{"/", "/", "/", "/waiting", "/tasks", last} {
			b.shows("Step " + string(rune('1'+n)) + " of 6")
			strip := b.page.Find(`.tour[role="dialog"][autofocus]`)
			if strip.Length() != 1 || b.at.Path != path || strings.Count(strip.Find("#tour-says").Text(), ".") != 1 || b.page.Find("[autofocus]").Not("dialog *").Length() != 1 {
				t.Fatalf("%s: step %d is at %s: %q", role, n+1, b.at, strip.Text())
			}
			if plan := b.page.Find("fieldset[disabled] #tour-plan").Length(); (plan == 1) != (n == 2) {
				t.Errorf("%s: step %d has %d plans", role, n+1, plan)
			}
			if back := strip.Find("a").First(); n > 0 && !strings.HasSuffix(back.AttrOr("href", ""), "tour="+string(rune('0'+n))) {
				t.Errorf("%s: step %d leads back to %s", role, n+1, back.AttrOr("href", ""))
			}
			if n < 5 {
				b.follow(".tour a.next")
			}
		}
		b.press(".tour button.primary", nil)
		b.shows("That was the tour")
		b.press(`.tour button[name="example"]`, nil)
		if said := heard(w); len(said) != 1 || said[0] != "Please create a new webpage called Services" || !strings.HasPrefix(b.at.Path, "/c/") {
			t.Errorf("%s: one press sends %q, and leads to %s", role, said, b.at)
		}
		b.open("/")
		if b.page.Find(`a[href="/?tour=1"]`).Length() > 0 {
			t.Errorf("%s: it is offered again", role)
		}
		for _, wrong := range []string{"/?tour=0", "/?tour=7", "/?tour=x", "/?tour=4", "/waiting?tour=1", "/tasks?tour=try", "/work?tour=4"} {
			if b.open(wrong); b.page.Find(".tour").Length() > 0 {
				t.Errorf("%s: %s is a step", role, wrong)
			}
		}
	}
}

// in signs somebody in.
func (b *plainBrowser) in(w *world, p assistant.Person) {
	b.t.Helper()
	secret := w.ids.Secret()
	if _, err := w.StartSession(b.t.Context(), w.tenant.ID, p.ID, secret, assistant.Browser{}); err != nil {
		b.t.Fatal(err)
	}
	b.client.Jar.SetCookies(b.at, []*http.Cookie{{Name: "aisteam_session", Value: secret}})
}

// TestTheTourIsWalkedByKeyboard: on a screen and on a phone's. Each step has the focus, what it points at is in sight with a frame around it, and
// nothing covers anything. Escape ends it.
func TestTheTourIsWalkedByKeyboard(t *testing.T) {
	const (
		onStep = `document.readyState === "complete" && document.activeElement === document.querySelector(".tour") && document.querySelector("#tour-title").textContent.includes("Step %n of 6")`
		framed = `(() => {
			const strip = document.querySelector(".tour").getBoundingClientRect();
			const at = [...document.querySelectorAll("#compose, #picker > summary, #tour-plan, .places a, .tabs a")].filter((e) => getComputedStyle(e).outlineWidth === "3px" && e.checkVisibility() && e.getBoundingClientRect().width);
			return strip.top >= 0 && strip.bottom <= innerHeight && at.length > 0 && at.some((e) => {
				const box = e.getBoundingClientRect();
				return box.top < innerHeight && (box.top >= strip.bottom - 1 || box.bottom <= strip.top + 1 || box.right <= strip.left);
			});
		})()`
	)
	for _, size := range []struct {
		width, height int64
		phone         bool
	}{{1280, 900, false}, {390, 844, true}} {
		w, db, _ := agenda(t)
		b := openTab(t, w.serve(t, around(w), withTasks(w, db)), "/")
		b.size(size.width, size.height, size.phone)
		b.await(`document.querySelector('a[href="/?tour=1"]')`)
		b.js(`document.querySelector('a[href="/?tour=1"]').focus()`)
		b.do(chromedp.KeyEvent(kb.Enter))
		for n := 1; n <= 6; n++ {
			b.await(strings.ReplaceAll(onStep, "%n", string(rune('0'+n))))
			if n < 6 || !size.phone { // on a phone, the last page is within its menu
				b.await(framed)
			}
			b.await(`document.documentElement.scrollWidth <= innerWidth`)
			if n == 3 || n == 6 {
				b.accessible("tour "+string(rune('0'+n)), axe(t))
			}
			b.shoot("tour-" + b.t.Name() + "-" + string(rune('0'+n)) + map[bool]string{true: "-phone", false: ""}[size.phone])
			tabs := 2 // back, then on
			if n == 1 {
				tabs = 1
			}
			for range tabs {
				b.do(chromedp.KeyEvent(kb.Tab))
			}
			b.do(chromedp.KeyEvent(kb.Enter))
		}
		b.await(`document.readyState === "complete" && document.activeElement === document.querySelector(".tour") && location.search === "?tour=try"`)
		b.shoot("tour-try" + map[bool]string{true: "-phone", false: ""}[size.phone])
		b.do(chromedp.KeyEvent(kb.Tab), chromedp.KeyEvent(kb.Enter))
		b.await(`location.pathname.startsWith("/c/")`)
		if said := heard(w); len(said) != 1 {
			t.Errorf("it sends %q", said)
		}
	}
	w := newWorld(t)
	b := openTab(t, w.serve(t, around(w)), "/waiting")
	b.js(`location.href = "/waiting?tour=4"`)
	b.await(strings.ReplaceAll(onStep, "%n", "4"))
	b.do(chromedp.KeyEvent(kb.Escape))
	b.await(`location.pathname === "/waiting" && !document.querySelector(".tour")`)
	if len(w.toured) != 1 {
		t.Error("Escape does not end it for good")
	}
}
