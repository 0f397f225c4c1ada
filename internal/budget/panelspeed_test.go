package budget_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"database/sql"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"github.com/aisteam/aisteam/internal/browser"
	"github.com/aisteam/aisteam/storage"
)

var panelSpeed = flag.Bool("panel", false, "measure the panel in a real browser; docs/recorded/panel.txt is what it says")

const (
	panelWeight  = 48 << 10 // bytes over the wire, of an empty panel
	firstWeight  = 60 << 10 // of all that a browser is sent the first time
	secondWeight = 10 << 10 // the second time
	paintLimit   = 1.2      // of a static page of that size
	openLimit    = 1.3      // of a conversation of 50 messages
	viewLimit    = 10       // commits that a view of a page may take at p95
	inboxLimit   = 30       // of what waits: up to 25 cards with their forms, drawn anew each time
)

// TestThePanelIsAsQuickAsASmallPage measures what an empty panel takes over the wire, when it first paints against a static page of
// that size, how a conversation of 10,000 messages opens against one of 50, and what a page view takes of the server, against a
// commit of the same run.
func TestThePanelIsAsQuickAsASmallPage(t *testing.T) {
	if !*panelSpeed {
		t.Skip("a measurement of a minute: -panel")
	}
	p := openPanel(t, storage.Config{Dir: t.TempDir()})
	few, many := p.talk(50), p.talk(10_000)
	size := p.weigh()
	commits := p.commits()
	p.within(commits, viewLimit, "the empty panel", "/")
	p.within(commits, viewLimit, "50 messages", "/c/"+string(few))
	p.within(commits, viewLimit, "10,000 messages", "/c/"+string(many))
	tab := p.tab(t)
	p.visits(tab)
	p.compare(tab, "first paint of the empty panel", p.server.URL+"/", "an empty page", p.server.URL+nothing, "paint", paintLimit)
	static := serveStatic(t, size)
	p.compare(tab, "first paint of the empty panel", p.server.URL+"/", "a static page of that size", static, "paint", paintLimit)
	p.compare(tab, "10,000 messages open", p.server.URL+"/c/"+string(many), "50 messages", p.server.URL+"/c/"+string(few), "load", openLimit)
	p = openPanel(t, storage.Config{Dir: t.TempDir()}) // with no unanswered message
	commits = p.commits()
	for range 10 {
		p.proposes(p.talk(1))
	}
	p.within(commits, inboxLimit, "10 plans that wait", "/waiting")
	for _, room := range []string{"/settings", "/people", "/sessions", "/files", "/approvals", "/operations"} {
		p.within(commits, viewLimit, room, room)
	}
	for range 20 {
		p.proposes(p.talk(1))
	}
	p.within(commits, inboxLimit, "30 plans that wait", "/waiting")
}

// within views a page many times, and a commit after each: a machine is quicker in one second than in the next. It tells what a view
// takes at p95.
func (p *panel) within(commits func() time.Duration, limit int, what, path string) time.Duration {
	p.t.Helper()
	var took, floor []time.Duration
	for range 400 {
		took, floor = append(took, p.serves(path)), append(floor, commits())
	}
	slices.Sort(took)
	slices.Sort(floor)
	commit, p95 := floor[len(floor)/2], took[len(took)*95/100]
	p.t.Logf("a view of %s: p50 %v, p95 %v, which is %.1f commits of %v", what, took[len(took)/2].Round(time.Microsecond), p95.Round(time.Microsecond), float64(p95)/float64(commit), commit.Round(time.Microsecond))
	if float64(p95) > float64(limit)*float64(commit) {
		p.t.Errorf("a view of %s takes %v at p95, more than %d commits", what, p95, limit)
	}
	return p95
}

// unread is where an answer goes that nobody reads. What is measured is the server: nothing of it is copied or kept.
type unread struct {
	header http.Header
	status int
}

func (u *unread) Header() http.Header { return u.header }

func (u *unread) WriteHeader(status int) { u.status = status }

func (u *unread) Write(text []byte) (int, error) { return len(text), nil }

// serves is how long the server takes for a page.
func (p *panel) serves(path string) time.Duration {
	p.t.Helper()
	r, w := p.request(path), &unread{header: http.Header{}, status: http.StatusOK}
	began := time.Now()
	p.handler.ServeHTTP(w, r)
	took := time.Since(began)
	if w.status != http.StatusOK {
		p.t.Fatalf("%s: %d", path, w.status)
	}
	return took
}

// tab is a tab of a browser that is signed in and keeps nothing.
func (p *panel) tab(t *testing.T) context.Context {
	p.t.Helper()
	tab := browser.New(t)
	keeps(tab, p.t, false)
	for _, c := range p.cookies {
		if _, err := chromedp.Call(tab, network.SetCookie, network.SetCookieParams{Name: c.Name, Value: c.Value, URL: p.server.URL}); err != nil {
			p.t.Fatal(err)
		}
	}
	return tab
}

// keeps sets whether a tab keeps what it was given.
func keeps(tab context.Context, tb testing.TB, so bool) {
	tb.Helper()
	if _, err := chromedp.Call(tab, network.SetCacheDisabled, network.SetCacheDisabledParams{CacheDisabled: !so}); err != nil {
		tb.Fatal(err)
	}
}

// visits prints what a browser is sent by the empty panel the first time and the second, headers with it.
func (p *panel) visits(tab context.Context) {
	p.t.Helper()
	var mu sync.Mutex
	var bytes, requests int
	asked, counting := map[network.RequestID]string{}, true
	err := chromedp.Listen(tab, func(ev any) {
		mu.Lock()
		defer mu.Unlock()
		switch e := ev.(type) {
		case *network.EventRequestWillBeSent:
			asked[e.RequestID] = e.Request.URL
		case *network.EventLoadingFinished:
			if counting && e.EncodedDataLength > 0 {
				bytes, requests = bytes+int(e.EncodedDataLength), requests+1
				p.t.Logf("%6d bytes %s", int(e.EncodedDataLength), strings.TrimPrefix(asked[e.RequestID], p.server.URL))
			}
		}
	})
	if err != nil {
		p.t.Fatal(err)
	}
	keeps(tab, p.t, true)
	for _, one := range []struct {
		what        string
		most, asked int
	}{{"a first visit", firstWeight, 8}, {"a second visit", secondWeight, 8}} {
		mu.Lock()
		bytes, requests = 0, 0
		mu.Unlock()
		if err := browser.Open(tab, p.server.URL+"/"); err != nil {
			p.t.Fatal(err)
		}
		if _, err := chromedp.Run(tab, chromedp.Evaluate[int](`fetch("/manifest.webmanifest?all-else-has-come").then((got) => got.status)`, chromedp.EvalAwaitPromise)); err != nil {
			p.t.Fatal(err)
		}
		mu.Lock()
		p.t.Logf("%s: %d bytes in %d requests over the wire, one of them the measurement's own; at most %d in %d are wanted", one.what, bytes, requests, one.most, one.asked)
		if bytes > one.most || requests > one.asked+1 {
			p.t.Errorf("%s takes %d bytes in %d requests", one.what, bytes, requests)
		}
		mu.Unlock()
	}
	keeps(tab, p.t, false)
	mu.Lock()
	counting = false
	mu.Unlock()
}

// kept are the files that a page names for later: what is asked for where somebody is mentioned, and what it keeps once it is there.
var kept = regexp.MustCompile(`data-(mentions|kept)="[^"]*"`)

var named = regexp.MustCompile(`"(/assets/[^"#]+)[^"]*"`)

// weigh prints what an empty panel takes over the wire, file by file.
func (p *panel) weigh() (total int) {
	p.t.Helper()
	fetch := func(path string) (int, string, []byte) {
		r, err := http.NewRequestWithContext(p.t.Context(), http.MethodGet, p.server.URL+path, http.NoBody)
		if err != nil {
			p.t.Fatal(err)
		}
		r.Header.Set("Accept-Encoding", "gzip") // said by us, it is not unpacked
		r.Header.Set("Accept", "text/html")
		for _, c := range p.cookies {
			r.AddCookie(c)
		}
		got, err := http.DefaultTransport.RoundTrip(r)
		if err != nil {
			p.t.Fatal(err)
		}
		defer got.Body.Close()
		raw, err := io.ReadAll(got.Body)
		if err != nil || got.StatusCode != http.StatusOK {
			p.t.Fatalf("%s: %s, %v", path, got.Status, err)
		}
		return len(raw), got.Header.Get("Content-Encoding"), raw
	}
	_, _, packed := fetch("/")
	unpacked, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		p.t.Fatal(err)
	}
	body, err := io.ReadAll(unpacked)
	if err != nil {
		p.t.Fatal(err)
	}
	files := []string{"/"}
	for _, m := range named.FindAllStringSubmatch(kept.ReplaceAllString(string(body), ""), -1) {
		// The style of cards is named twice, and asked for once: by a script, or where there are none.
		if file := strings.ReplaceAll(m[1], "&amp;", "&"); !slices.Contains(files, file) {
			files = append(files, file)
		}
	}
	for _, path := range files {
		n, packed, _ := fetch(path)
		name, _, _ := strings.Cut(path, "?")
		p.t.Logf("%6d bytes %-4s %s", n, packed, name)
		total += n
	}
	p.t.Logf("%6d bytes in %d requests; at most %d are wanted", total, len(files), panelWeight)
	if total > panelWeight {
		p.t.Errorf("an empty panel takes %d bytes", total)
	}
	return total
}

// commits measures what nothing that is kept can be faster than: one row of a bare table, flushed to the disk as what people say is. It
// is the floor that the bench has, on the database that is measured here.
func (p *panel) commits() func() time.Duration {
	p.t.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.Join(p.t.TempDir(), "floor.db")+"?_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)")
	if err != nil {
		p.t.Fatal(err)
	}
	p.t.Cleanup(func() { _ = db.Close() }) // it was only a floor
	db.SetMaxOpenConns(1)
	if _, err := db.ExecContext(p.t.Context(), `create table floor (n integer primary key, text text)`); err != nil {
		p.t.Fatal(err)
	}
	return func() time.Duration {
		began := time.Now()
		if _, err := db.ExecContext(p.t.Context(), `insert into floor (text) values ('a row of about the size of a short message')`); err != nil {
			p.t.Fatal(err)
		}
		return time.Since(began)
	}
}

// serveStatic serves one page of so many bytes, which is words alone.
func serveStatic(t *testing.T, size int) string {
	var b bytes.Buffer
	b.WriteString(`<!doctype html><html lang="en"><meta charset="utf-8"><title>A page</title><style>body{font:16px sans-serif;max-width:47rem;margin:auto}</style><h1>A page</h1>`)
	for i := 0; b.Len() < size; i++ {
		fmt.Fprintf(&b, "<p>Line %d, about the length of what people usually write to one another.</p>\n", i)
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write(b.Bytes()[:size])
	}))
	t.Cleanup(server.Close)
	return server.URL
}

const rounds = 40

// compare opens two pages in turn, each without anything kept, and holds the middle of the one against that of the other.
func (p *panel) compare(tab context.Context, what, one, than, other, moment string, limit float64) {
	p.t.Helper()
	took := map[string][]float64{}
	for i := range rounds + 3 {
		for _, at := range []string{one, other} {
			ms := p.opens(tab, at, moment)
			if i >= 3 { // both are measured warm
				took[at] = append(took[at], ms)
			}
		}
	}
	// Browsers round these times to a few milliseconds, so that the one in the middle jumps: the mean of the middle half does not.
	middle := func(at string) float64 {
		slices.Sort(took[at])
		half, sum := took[at][len(took[at])/4:len(took[at])*3/4], 0.0
		for _, ms := range half {
			sum += ms
		}
		return sum / float64(len(half))
	}
	ratio := middle(one) / middle(other)
	p.t.Logf("%s: %.1f ms; %s: %.1f ms; %.2fx (middle half of %d, aim %.1fx)", what, middle(one), than, middle(other), ratio, rounds, limit)
	if ratio > limit {
		p.t.Errorf("%s takes %.2f times what %s takes", what, ratio, than)
	}
}

// opens opens a page and tells how many milliseconds it took to its first paint, or until it was loaded whole.
func (p *panel) opens(tab context.Context, address, moment string) float64 {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(tab, 30*time.Second)
	defer cancel()
	script := map[string]string{
		"paint": `performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0`,
		"load":  `performance.getEntriesByType("navigation")[0]?.loadEventEnd ?? 0`,
	}[moment]
	// Somebody who comes for the first time has kept nothing, and nothing says otherwise.
	if moment == "paint" {
		if _, err := chromedp.Call(ctx, network.DeleteCookies, network.DeleteCookiesParams{Name: "look", URL: address}); err != nil {
			p.t.Fatal(err)
		}
	}
	if err := chromedp.Do(ctx, chromedp.Navigate(address)); err != nil {
		p.t.Fatal(err)
	}
	for {
		ms, err := chromedp.Run(ctx, chromedp.Evaluate[float64](script))
		if err != nil {
			p.t.Fatal(err)
		}
		if ms > 0 {
			return ms
		}
	}
}
