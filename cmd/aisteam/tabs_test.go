package main

import (
	"context"
	"flag"
	"fmt"
	mrand "math/rand/v2"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/internal/browser"
	"github.com/aisteam/aisteam/internal/sampled"
)

// Five minutes, with a kill every twenty seconds, stand in docs/recorded/tabs.txt.
var (
	tabsFor    = flag.Duration("tabs", 5*time.Second, "how long somebody types in twelve tabs on a bad line")
	tabsKilled = flag.Duration("tabs-killed", 2*time.Second, "how often the server is killed meanwhile")
	tabsSeed   = flag.Uint64("tabs-seed", 7, "of what fails")
)

const (
	tabsAll  = 12
	tabsFew  = 7                      // with each change: more than a browser has connections to a server
	tabsWide = 2                      // tabs in windows of their own, which are always looked at; of the others one at a time
	backIn   = 3 * time.Second        // of its return a tab is to be current
	failing  = 0.1                    // of all requests
	awayFor  = 500 * time.Millisecond // the server, at least
)

// TestNothingTypedIsLostInTwelveTabsOnABadLine: twelve tabs on 3G, seven with each change, a tenth of all requests failing, the server killed again and
// again while somebody types. Nothing that was typed is lost, nothing is there twice, and every tab is current soon after its
// return: the server's, where it is looked at, or its own.
func TestNothingTypedIsLostInTwelveTabsOnABadLine(t *testing.T) {
	t.Parallel()
	sampled.InTurn(t, "long stories", 0, 3)
	k := newChild(t)
	k.startReady()
	road := newBadRoad(t, k, *tabsSeed, failing)
	d := &desk{t: t, k: k, road: road, chance: mrand.New(mrand.NewPCG(*tabsSeed, 1)), started: time.Now(), measured: *tabsFor >= time.Minute, count: tabsFew}
	if sampled.All() || d.measured {
		d.count = tabsAll
	}
	d.signIn()
	d.open()
	stop := d.killing()
	for end := time.Now().Add(*tabsFor); time.Now().Before(end); {
		d.visit(d.tabs[d.turn()])
	}
	stop()
	for some := range slices.Chunk(d.tabs, 3) { // each takes one of the connections that a browser has to a server
		var all sync.WaitGroup
		for _, b := range some {
			all.Go(func() { d.finish(b) })
		}
		all.Wait()
	}
	d.report()
}

// desk is somebody with many tabs.
type desk struct {
	t       *testing.T
	k       *child
	road    *badRoad
	client  *http.Client // signed in, on a good line
	tabs    []*deskTab
	chance  *mrand.Rand
	started time.Time
	count   int // of the tabs
	visits  int
	reloads int
	news    int

	measured bool // it takes long enough to tell how quick it is

	mu      sync.Mutex
	returns []comeback
	kills   int // begun

	byServer, bySelf []time.Duration // that tabs took to be current
}

// comeback is the server's: when, and what then stood in each conversation.
type comeback struct {
	at    time.Time
	stood map[string][]string
}

// deskTab is one of the tabs.
type deskTab struct {
	*panel

	number       int
	conversation string
	typed        []string // messages that were sent
	half         string   // of the next, as far as it is typed
	checked      int      // of the comebacks
	shown        time.Time
}

// recorder notes when each card comes, and lets the tab be hidden: a window without a screen is always in front.
const recorder = `
window.cameAt = {};
const noted = () => { for (const a of document.querySelectorAll("#feed > article[id^=slot-]")) if (a.textContent.trim()) cameAt[a.id] ??= Date.now(); };
new MutationObserver(noted).observe(document, {childList: true, subtree: true});
Object.defineProperty(document, "hidden", {configurable: true, get: () => { try { return sessionStorage.getItem("shown") !== "yes" } catch (e) { return true } }});
`

func (d *desk) signIn() {
	jar, err := cookiejar.New(nil)
	if err != nil {
		d.t.Fatal(err)
	}
	d.client = &http.Client{Jar: jar, Timeout: patience}
	res, err := d.client.PostForm(d.k.url("/login"), url.Values{"token": {testToken}})
	if err != nil {
		d.t.Fatal(err)
	}
	_ = res.Body.Close()
}

// page is a page of the panel, on a good line.
func (d *desk) page(path string) string {
	d.t.Helper()
	var body string
	err := until(d.t.Context(), patience, func() bool {
		req, err := http.NewRequestWithContext(d.t.Context(), http.MethodGet, d.k.url(path), http.NoBody)
		if err != nil {
			return false
		}
		res, err := d.client.Do(req)
		if err != nil {
			return false
		}
		defer res.Body.Close()
		body = readAll(res.Body)
		return res.StatusCode == http.StatusOK
	})
	if err != nil {
		d.t.Errorf("%s: %v", path, err)
	}
	return body
}

// open opens the tabs and begins a conversation in each.
func (d *desk) open() {
	first := browser.NewFor(d.t, *tabsFor+browser.Patience)
	for i := range d.count {
		ctx := first
		if i > 0 {
			ctx = browser.Another(first, d.t)
		}
		b := &deskTab{panel: &panel{t: d.t, ctx: ctx}, number: i}
		for _, err := range []error{browser.OnEachPage(ctx, recorder), browser.ThirdGeneration.Set(ctx)} {
			if err != nil {
				d.t.Fatal(err)
			}
		}
		d.tabs = append(d.tabs, b)
	}
	d.tabs[0].signsIn(d.k)
	var all sync.WaitGroup
	for _, b := range d.tabs {
		all.Go(func() {
			d.load(b, "/")
			b.types(b.next(d.words()) + "\r")
			if until(b.ctx, patience, func() bool {
				if b.is(`location.protocol === "chrome-error:"`) { // its page was lost on the way
					_ = chromedp.Do(b.ctx, chromedp.Reload())
				}
				return b.is(`location.pathname.startsWith("/c/")`)
			}) != nil {
				d.t.Errorf("the conversation of tab %d never began", b.number)
			}
			d.load(b, "")
			b.conversation = strings.TrimPrefix(b.text(`location.pathname`), "/c/")
		})
	}
	all.Wait()
	for _, b := range d.tabs[:tabsWide] {
		b.show(true)
	}
}

// load goes to an address, or to the same again, until it is there whole, as somebody does who sees that it is not.
func (d *desk) load(b *deskTab, path string) {
	whole := `!window.leaving && document.readyState === "complete" && document.getElementById("text") && typeof typing === "object" && performance.getEntriesByType("resource").every(e => e.initiatorType === "fetch" || e.initiatorType === "xmlhttprequest" || e.responseStatus === 200)`
	err := until(b.ctx, patience, func() bool {
		ctx, cancel := context.WithTimeout(b.ctx, 10*time.Second)
		defer cancel()
		var err error
		switch {
		case path != "":
			err = chromedp.Do(ctx, chromedp.Navigate(d.road.URL+path))
		case !b.is(whole):
			err = chromedp.Do(ctx, chromedp.Reload())
		}
		return err == nil && b.is(whole)
	})
	if err != nil {
		d.t.Errorf("tab %d does not load: %v", b.number, err)
	}
}

func (b *deskTab) is(script string) bool {
	ok, err := chromedp.Run(b.ctx, chromedp.Evaluate[bool]("Boolean("+script+")"))
	return err == nil && ok
}

func (b *deskTab) text(script string) string {
	out, err := chromedp.Run(b.ctx, chromedp.Evaluate[string](script))
	if err != nil {
		b.t.Fatalf("tab %d: %s: %v", b.number, script, err)
	}
	return out
}

// words are what is typed next.
func (d *desk) words() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	all := []string{"the ferry", "a lamp", "green paint", "on the quay", "seven ropes", "by noon", "an old map", "two boats"}
	return all[d.chance.IntN(len(all))] + " " + all[d.chance.IntN(len(all))]
}

// next is the next message of the tab.
func (b *deskTab) next(words string) string {
	text := fmt.Sprintf("t%02dm%03d %s", b.number, len(b.typed), words)
	b.typed = append(b.typed, text)
	return text
}

func (b *deskTab) types(text string) {
	b.t.Helper()
	b.do("type", chromedp.SendKeys(chromedp.CSS("#text"), text))
}

func (b *deskTab) show(yes bool) {
	b.shown = time.Time{}
	if yes {
		b.shown = time.Now()
	}
	b.do("show it or hide it", chromedp.Evaluate[chromedp.Void](`sessionStorage.setItem("shown", "`+map[bool]string{true: "yes", false: "no"}[yes]+`"); document.dispatchEvent(new Event("visibilitychange"))`))
}

// turn is the tab that is looked at next.
func (d *desk) turn() int {
	d.visits++
	return d.visits % d.count
}

// visit looks at a tab, types there and leaves it.
func (d *desk) visit(b *deskTab) {
	wide := b.number < tabsWide
	var stood []string
	from, kills := time.Now(), 0
	if !wide {
		kills = d.killed()
		stood = b.lacks(cards(d.page("/c/" + b.conversation)))
		from = time.Now()
		b.show(true)
	}
	if b.half == "" {
		b.half = b.next(d.words())
		b.types(b.half[:len(b.half)/2])
	}
	if d.visits%7 == 0 {
		b.do("reload", chromedp.Evaluate[chromedp.Void](`window.leaving = true; location.reload()`))
		d.reloads++
		d.load(b, "")
		stood = nil
	}
	if d.visits%3 != 0 {
		b.types(b.half[len(b.half)/2:] + "\r" + b.next(d.words()) + "\r")
		b.half = ""
	}
	if !wide {
		// Where the server went away meanwhile, its return counts.
		if took, ok := b.current(stood, from); ok && len(stood) > 0 && kills == d.killed() {
			d.bySelf = append(d.bySelf, took)
		}
	}
	for _, one := range append(slices.Clone(d.tabs[:tabsWide]), b) {
		d.sawComebacks(one)
	}
	if !wide {
		b.show(false)
	}
}

func (d *desk) killed() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.kills
}

// lacks are the cards of these that the tab does not have yet.
func (b *deskTab) lacks(all []string) []string {
	return strings.Fields(b.text(strconv.Quote(strings.Join(all, " ")) + `.split(" ").filter(id => !document.getElementById(id)).join(" ")`))
}

// sawComebacks waits until a tab that is looked at has what stood there as the server came back.
func (d *desk) sawComebacks(b *deskTab) {
	d.mu.Lock()
	all := d.returns[b.checked:]
	b.checked = len(d.returns)
	d.mu.Unlock()
	for _, r := range all {
		if b.shown.IsZero() || b.shown.After(r.at) {
			continue
		}
		if took, ok := b.current(r.stood[b.conversation], r.at); ok && took > 0 {
			d.byServer = append(d.byServer, took)
		}
	}
}

// current waits until the cards are there, and tells how long after a moment the last of them came. It is not known where the page
// was loaded meanwhile.
func (b *deskTab) current(stood []string, from time.Time) (time.Duration, bool) {
	b.t.Helper()
	list := strconv.Quote(strings.Join(stood, " "))
	b.when("the tab is current", list+`.split(" ").every(id => !id || window.cameAt?.[id])`)
	last, err := chromedp.Run(b.ctx, chromedp.Evaluate[[]float64](`[performance.timeOrigin, Math.max(0, ...`+list+`.split(" ").map(id => cameAt[id] ?? 0))]`))
	if err != nil {
		b.t.Fatal(err)
	}
	if time.UnixMilli(int64(last[0])).After(from) {
		return 0, false
	}
	return max(0, time.UnixMilli(int64(last[1])).Sub(from)), true
}

var cardOf = regexp.MustCompile(`<article id="(slot-[^"]+)"`)

func cards(page string) []string {
	var out []string
	for _, m := range cardOf.FindAllStringSubmatch(page, -1) {
		out = append(out, m[1])
	}
	return out
}

// killing kills the server at intervals until it is told to stop, and leaves it running. While the server is down nobody is told
// anything; as soon as it is up every conversation gets a message from another person.
func (d *desk) killing() (stop func()) {
	ending := make(chan struct{})
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for {
			select {
			case <-ending:
				return
			case <-time.After(*tabsKilled):
			}
			d.mu.Lock()
			d.kills++
			d.mu.Unlock()
			d.k.kill()
			<-time.After(awayFor)
			d.k.startReady()
			d.cameBack()
		}
	}()
	return func() { close(ending); <-ended }
}

func (d *desk) cameBack() {
	r := comeback{at: time.Now(), stood: map[string][]string{}}
	d.news++
	var all sync.WaitGroup
	var mu sync.Mutex
	for _, b := range d.tabs {
		all.Go(func() {
			d.post(b.conversation, fmt.Sprintf("news %d", d.news))
			stood := cards(d.page("/c/" + b.conversation))
			mu.Lock()
			defer mu.Unlock()
			r.stood[b.conversation] = stood
		})
	}
	all.Wait()
	d.mu.Lock()
	defer d.mu.Unlock()
	d.returns = append(d.returns, r)
}

// post says something in a conversation from elsewhere.
func (d *desk) post(conversation, text string) {
	form := url.Values{"conversation": {conversation}, "text": {text}, "key": {text + conversation}}
	req, err := http.NewRequestWithContext(d.t.Context(), http.MethodPost, d.k.url("/panel/messages"), strings.NewReader(form.Encode()))
	if err != nil {
		d.t.Error(err)
		return
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.Header.Set("HX-Request", "true")
	res, err := d.client.Do(req)
	if err != nil {
		d.t.Error(err)
		return
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		d.t.Errorf("a message from elsewhere answers %d: %s", res.StatusCode, readAll(res.Body))
	}
}

// finish sends what is still typed, and holds the tab and its conversation against what was typed there.
func (d *desk) finish(b *deskTab) {
	b.show(true)
	if b.half != "" {
		b.types(b.half[len(b.half)/2:] + "\r")
		b.half = ""
	}
	b.when("everything is sent", `!sessionStorage.getItem("typed:" + location.pathname + ":outbox") && document.getElementById("text").value === "" && document.getElementById("unsent").hidden`)
	said := d.said(b.conversation)
	if diff := cmp.Diff(b.typed, said); diff != "" {
		d.t.Errorf("tab %d: typed and said differ (-typed +said):\n%s", b.number, diff)
	}
	var fresh, shown []string
	if until(b.ctx, patience, func() bool { // answers may still come, to both
		fresh = cards(d.page("/c/" + b.conversation))
		shown = strings.Fields(b.text(`[...document.querySelectorAll("#feed > article[id^=slot-]")].map(a => a.id).join(" ")`))
		i := slices.Index(shown, fresh[0])
		return i >= 0 && slices.Equal(shown[i:], fresh)
	}) != nil {
		d.t.Errorf("tab %d shows %v, a new page %v", b.number, shown, fresh)
	}
	b.show(false)
}

// said returns what the person who types said in a conversation.
func (d *desk) said(conversation string) []string {
	d.t.Helper()
	var out []string
	before := ""
	for {
		var page struct {
			Messages   []entry
			PrevCursor *string
		}
		api{d.t, d.k}.call(http.MethodGet, "/api/conversations/"+conversation+"/messages?limit=200"+before, nil, &page)
		var some []string
		for _, m := range page.Messages {
			if m.Role == "user" && strings.HasPrefix(m.Content, "t") {
				some = append(some, m.Content)
			}
		}
		out = append(some, out...)
		if page.PrevCursor == nil {
			return out
		}
		before = "&before=" + *page.PrevCursor
	}
}

func (d *desk) report() {
	traffic, share := d.road.report()
	messages, letters := 0, 0
	for _, b := range d.tabs {
		messages += len(b.typed)
		letters += len(strings.Join(b.typed, ""))
	}
	d.t.Logf("%d tabs on 3G (300 ms, 1.6 Mbit/s down, 0.75 up), %d of them always looked at, seed %d, for %v; the server killed %d times",
		d.count, tabsWide, *tabsSeed, time.Since(d.started).Round(time.Second), d.kills)
	d.t.Log(traffic)
	d.t.Logf("%d messages of %d letters were typed over %d visits, with %d reloads in the middle of one: each is there once, in its order", messages, letters, d.visits, d.reloads)
	for _, one := range []struct {
		what string
		took []time.Duration
	}{{"after the server's return", d.byServer}, {"after the tab's return", d.bySelf}} {
		slices.Sort(one.took)
		if len(one.took) == 0 {
			if d.measured { // a short run may end before anybody has looked
				d.t.Errorf("no tab was seen to be current %s", one.what)
			}
			continue
		}
		most := one.took[len(one.took)-1]
		d.t.Logf("current %s: %d times, p50 %v, p95 %v, at most %v", one.what, len(one.took),
			one.took[len(one.took)/2].Round(time.Millisecond), one.took[len(one.took)*95/100].Round(time.Millisecond), most.Round(time.Millisecond))
		if d.measured && most > backIn { // what else the machine does is a large part of a short run
			d.t.Errorf("a tab was current %v %s", most, one.what)
		}
	}
	if d.measured && share < failing/2 || share == 0 || d.kills == 0 {
		d.t.Errorf("%.1f%% of the requests have failed, and the server was killed %d times", 100*share, d.kills)
	}
}
