package budget_test

import (
	"context"
	"io"
	"net/http"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/aisteam/aisteam/internal/browser"
	"github.com/aisteam/aisteam/internal/servers"
	"github.com/aisteam/aisteam/storage"
)

const (
	pressRounds = 50                     // of five presses each
	pressLimit  = 100 * time.Millisecond // from a press to the paint of what comes of it, at p95
)

// TestAPressIsPaintedAtOnce measures, in a real browser against the whole product on each database, how long it takes from a press to the
// paint of what it brings about: a card that opens, a plan that is approved, something that is put aside, a conversation that is opened,
// and a message that is sent. Beside each press stands one on a page that is empty, of a server that does nothing.
func TestAPressIsPaintedAtOnce(t *testing.T) {
	if !*panelSpeed {
		t.Skip("a measurement of two minutes: -panel")
	}
	t.Run("sqlite", func(t *testing.T) { presses(t, storage.Config{Dir: t.TempDir()}) })
	t.Run("postgres", func(t *testing.T) { presses(t, storage.Config{DatabaseURL: servers.Postgres(t)}) })
}

func presses(t *testing.T, c storage.Config) {
	s := open(t, c, false)
	p := &panel{t: t, Ledger: s.ledger}
	p.serve(s.Inbox, s.queue)
	s.asksFor(2*pressRounds + 1)
	f := finger{t: t, tab: p.tab(t), took: map[string][]time.Duration{}}
	keeps(f.tab, t, true)
	if err := browser.OnEachPage(f.tab, pressed); err != nil {
		t.Fatal(err)
	}
	for i := range pressRounds {
		words := "How is round " + strconv.Itoa(i) + " going?"
		f.open(p.server.URL + nearly)
		f.press("a press on an empty page", `#ask`, `document.getElementById("said").textContent`)
		f.leave("a form on an empty page", `#go`)

		f.open(p.server.URL + "/waiting")
		f.press("open a card", `.item summary`, `document.querySelector(".item details").open`)
		f.press("approve", `.item form.decide button.primary`, `!document.querySelector(".item form.decide").closest(".item").matches(":first-child")`)

		f.open(p.server.URL + "/waiting")
		f.press("open a card", `.item summary`, `document.querySelector(".item details").open`)
		f.leave("put aside", `.item form[action="/panel/waiting/aside"] button`)

		f.open(p.server.URL + "/")
		f.leave("open a conversation", `#past li:nth-of-type(`+strconv.Itoa(2+i%20)+`) a`)
		f.do(chromedp.SendKeys(chromedp.CSS(`#text`), words))
		f.press("send", `#send`, `[...document.querySelectorAll("article.user .plain")].some((said) => said.textContent === "`+words+`")`)
	}
	f.tell("a press on an empty page", "open a card", "approve", "send")
	f.tell("a form on an empty page", "put aside", "open a conversation")
}

// asksFor has plans proposed, each in a thread of its own.
func (s *shop) asksFor(plans int) {
	s.t.Helper()
	for range plans {
		s.say(pageWish)
	}
	for patience := time.Now(); ; {
		all, err := s.db.Decisions.Pending(s.t.Context(), s.tenant)
		switch {
		case err != nil:
			s.t.Fatal(err)
		case len(all) >= plans:
			return
		case time.Since(patience) > 2*time.Minute:
			s.t.Fatalf("%d of %d plans were proposed", len(all), plans)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// pressed lets a page say how long it takes from a click to the frame in which what the click was for is painted. Where another page is
// what comes of it, the click is known to that page.
const pressed = `window.pressing = (shows) => {
	window.took = 0;
	addEventListener("click", (e) => {
		sessionStorage.setItem("pressed", performance.timeOrigin + e.timeStamp);
		const look = () => {
			if (!shows()) return;
			seen.disconnect();
			requestAnimationFrame(() => {
				const drawn = new MessageChannel();
				drawn.port1.onmessage = () => { window.took = performance.now() - e.timeStamp; };
				drawn.port2.postMessage(0);
			});
		};
		const seen = new MutationObserver(look);
		seen.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
	}, { capture: true, once: true });
};
window.came = () => {
	const drawn = performance.getEntriesByName("first-contentful-paint")[0];
	return window.left || !drawn ? 0 : performance.timeOrigin + drawn.startTime - Number(sessionStorage.getItem("pressed"));
};`

// finger presses things in a tab, and keeps how long each took to show.
type finger struct {
	t    *testing.T
	tab  context.Context //nolint:containedctx // a chromedp tab is its context
	took map[string][]time.Duration
}

func (f finger) do(steps ...chromedp.Action[chromedp.Void]) {
	f.t.Helper()
	ctx, cancel := context.WithTimeout(f.tab, time.Minute)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		f.t.Fatal(err)
	}
}

func (f finger) open(address string) {
	f.t.Helper()
	if err := browser.Open(f.tab, address); err != nil {
		f.t.Fatal(err)
	}
}

// press presses something that changes the page, and measures until what it shows is painted.
func (f finger) press(what, selector, shows string) {
	f.t.Helper()
	f.do(chromedp.Evaluate[chromedp.Void](`pressing(() => `+shows+`)`), chromedp.Click(chromedp.CSS(selector)))
	f.kept(what, `window.took`)
}

// leave presses something that leads to another page, and measures until that is painted; its scripts are at work then.
func (f finger) leave(what, selector string) {
	f.t.Helper()
	f.do(chromedp.Evaluate[chromedp.Void](`window.left = true; pressing(() => false)`), chromedp.Click(chromedp.CSS(selector)))
	f.kept(what, `window.came()`)
	f.kept("", `!document.querySelector("script[src*='all.js']") || window.htmx && document.readyState === "complete" ? 1 : 0`)
}

// kept waits until the page says how many milliseconds something took.
func (f finger) kept(what, script string) {
	f.t.Helper()
	ctx, cancel := context.WithTimeout(f.tab, time.Minute)
	defer cancel()
	for {
		ms, err := chromedp.Run(ctx, chromedp.Evaluate[float64](script))
		if err == nil && ms > 0 {
			if what != "" {
				f.took[what] = append(f.took[what], time.Duration(ms*float64(time.Millisecond)))
			}
			return
		}
		if ctx.Err() != nil {
			f.t.Fatalf("%s: nothing came of it: %v", what, err)
		}
	}
}

// tell prints what presses took beside those of the same run that nothing can be quicker than.
func (f finger) tell(floor string, all ...string) {
	f.t.Helper()
	at := func(what string, percent int) time.Duration {
		slices.Sort(f.took[what])
		return f.took[what][len(f.took[what])*percent/100]
	}
	const ms = 100 * time.Microsecond
	f.t.Logf("%-26s p50 %v, p95 %v (n=%d)", floor, at(floor, 50).Round(ms), at(floor, 95).Round(ms), len(f.took[floor]))
	for _, what := range all {
		p95 := at(what, 95)
		f.t.Logf("%-26s p50 %v, p95 %v (n=%d), which is %.1fx at p50 and %.1fx at p95", what, at(what, 50).Round(ms), p95.Round(ms), len(f.took[what]),
			float64(at(what, 50))/float64(at(floor, 50)), float64(p95)/float64(at(floor, 95)))
		if p95 > pressLimit {
			f.t.Errorf("from a press to the paint of “%s” it takes %v at p95, more than %v", what, p95, pressLimit)
		}
	}
}

// What stands beside the panel on its server: a page on which there is nothing, and one that has nothing but what is pressed.
const (
	nothing  = "/bare/there"
	nearly   = "/bare/"
	bareHead = `<!doctype html><html lang="en"><title>A page</title>`
)

// beside serves the bare pages beside a surface: what nothing on this server can be quicker than.
func beside(surface http.Handler) http.Handler {
	mux := http.NewServeMux()
	page := func(body string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			_, _ = io.WriteString(w, bareHead+body)
		}
	}
	mux.HandleFunc("GET "+nearly+"{$}", page(`<p id="said"></p><form method="post" action="/bare/go"><button id="go">Go</button></form>
		<button id="ask" onclick="fetch('/bare/ask', { method: 'POST', body: 'x=1' }).then((got) => got.text()).then((text) => { document.getElementById('said').textContent = text })">Ask</button>`))
	mux.HandleFunc("POST /bare/ask", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "done") })
	mux.HandleFunc("POST /bare/go", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, nothing, http.StatusSeeOther) })
	mux.HandleFunc("GET "+nothing, page(`<p>There</p>`))
	mux.Handle("/", surface)
	return mux
}
