package web_test

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/aisteam/aisteam/assistant"
)

// cutLine lets requests through but for those that a test cuts off: before the surface has heard them, or after.
type cutLine struct {
	mu     sync.Mutex
	before func(*http.Request) bool
	after  func(*http.Request) bool
	status int // what is answered instead of before; 0 is silence
	next   http.Handler
}

func (c *cutLine) cuts(before, after func(*http.Request) bool, status int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.before, c.after, c.status = before, after, status
}

// ServeHTTP implements http.Handler.
func (c *cutLine) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c.mu.Lock()
	before, after, status := c.before, c.after, c.status
	c.mu.Unlock()
	if before != nil && before(r) {
		if status == 0 {
			panic(http.ErrAbortHandler)
		}
		w.WriteHeader(status)
		return
	}
	if after != nil && after(r) {
		c.next.ServeHTTP(httptest.NewRecorder(), r)
		panic(http.ErrAbortHandler)
	}
	c.next.ServeHTTP(w, r)
}

func sends(r *http.Request) bool   { return r.URL.Path == "/panel/messages" }
func streams(r *http.Request) bool { return strings.HasSuffix(r.URL.Path, "/stream") }

// serveCut serves the world over a line that can be cut.
func (w *world) serveCut(t *testing.T) (*cutLine, *httptest.Server) {
	t.Helper()
	line := &cutLine{next: w.surface(t)}
	server := httptest.NewServer(line)
	t.Cleanup(server.Close)
	t.Cleanup(server.CloseClientConnections)
	return line, server
}

// TestWhatIsNotKnownToBeTakenIsSentUntilItIs: the words are on the page meanwhile, whoever goes on typing is not held up, and what
// was taken without an answer is taken once.
func TestWhatIsNotKnownToBeTakenIsSentUntilItIs(t *testing.T) {
	for name, c := range map[string]struct {
		before, after bool
		status        int
	}{"nobody is there": {before: true}, "a gateway answers": {before: true, status: http.StatusBadGateway}, "the answer is lost": {after: true}} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			line, server := w.serveCut(t)
			b := openTab(t, server, "/c/"+string(w.start("Words")))
			on := func(yes bool) func(*http.Request) bool {
				return func(r *http.Request) bool { return yes && sends(r) }
			}
			line.cuts(on(c.before), on(c.after), c.status)
			b.types("First\r")
			b.await(`document.querySelector("#unsent .bubble")?.textContent === "First" && document.getElementById("text").value === ""`)
			b.types("Second\r")
			b.types("and a thi")
			b.await(`document.querySelectorAll("#unsent .bubble").length === 2`)
			b.do(chromedp.Reload())
			b.await(`document.querySelectorAll("#unsent .bubble").length === 2 && document.getElementById("text").value === "and a thi"`)
			line.cuts(nil, nil, 0)
			b.await(`document.getElementById("unsent").hidden && document.querySelectorAll("article.slot.user").length === 2`)
			if got := heard(w); !slices.Equal(got, []string{"First", "Second"}) {
				t.Errorf("heard %q", got)
			}
			b.await(`document.getElementById("text").value === "and a thi"`)
		})
	}
}

// TestWhatIsSentBeforeTheConversationIsThereGoesIntoIt: the page of a conversation takes a while to come.
func TestWhatIsSentBeforeTheConversationIsThereGoesIntoIt(t *testing.T) {
	w := newWorld(t)
	line, server := w.serveCut(t)
	b := openTab(t, server, "/")
	line.cuts(nil, sends, 0)
	b.types("First\r")
	b.await(`document.querySelector("#unsent .bubble")`)
	b.types("Second\rThird\r")
	line.cuts(nil, nil, 0)
	b.await(`location.pathname.startsWith("/c/") && document.querySelectorAll("article.slot.user").length === 3`)
	if got := heard(w); !slices.Equal(got, []string{"First", "Second", "Third"}) || len(w.conversations) != 1 {
		t.Errorf("heard %q in %d conversations", got, len(w.conversations))
	}
}

func TestWhatIsRefusedComesBackIntoTheBox(t *testing.T) {
	w := newWorld(t)
	line, server := w.serveCut(t)
	b := openTab(t, server, "/c/"+string(w.start("Words")))
	line.cuts(sends, nil, http.StatusServiceUnavailable)
	b.types("First\rSecond\rThi")
	b.await(`document.querySelectorAll("#unsent .bubble").length === 2`)
	line.cuts(sends, nil, http.StatusTooManyRequests)
	b.await(`document.getElementById("text").value === "First\nSecond\nThi" && document.getElementById("unsent").hidden`)
	line.cuts(nil, nil, 0)
	b.types("rd\r")
	b.await(`document.querySelectorAll("article.slot.user").length === 1`)
	if got := heard(w); len(got) != 1 || strings.ReplaceAll(got[0], "\r", "") != "First\nSecond\nThird" {
		t.Errorf("heard %q", got)
	}
}

// TestALineThatIsCutIsTakenUpAtOnce: whatever cut it, the page says so meanwhile and goes on from where it was.
func TestALineThatIsCutIsTakenUpAtOnce(t *testing.T) {
	w := newWorld(t)
	c := w.start("Line")
	line, server := w.serveCut(t)
	b := openTab(t, server, "/c/"+string(c))
	told := 0
	goesOn := func(status int) time.Duration {
		t.Helper()
		eventually(t, "the page to listen", func() bool { return w.listening(c) == 1 })
		b.await(`document.getElementById("lost").hidden`)
		line.cuts(streams, nil, status)
		server.CloseClientConnections()
		b.await(`!document.getElementById("lost").hidden`)
		w.add(c, assistant.Message{Author: assistant.AuthorAssistant, Agent: assistant.Chief, Kind: assistant.KindMessage, Content: "Meanwhile", Body: assistant.Said{}})
		told++
		line.cuts(nil, nil, 0)
		back := time.Now()
		b.await(`document.querySelectorAll("article.slot.answer").length === ` + strconv.Itoa(told))
		return time.Since(back)
	}
	for _, status := range []int{0, http.StatusServiceUnavailable, http.StatusBadGateway} {
		const atOnce, tries = 3 * time.Second, 5 // a machine that is busy is slow now and then, and a page that waits always is
		best := goesOn(status)
		for n := 1; n < tries && best > atOnce; n++ {
			best = min(best, goesOn(status))
		}
		if best > atOnce {
			t.Errorf("%d: back after %v at best", status, best)
		}
	}
	if n := w.listening(c); n != 1 {
		t.Errorf("%d streams are open", n)
	}
}

// TestWhatCameWhileTheLineWasCutStandsAsOnANewPage: an answer and the words that its turn has not heard come with one piece then, and in
// the order of the log, in which the words are before the answer.
func TestWhatCameWhileTheLineWasCutStandsAsOnANewPage(t *testing.T) {
	w := newWorld(t)
	c := w.start("Prices")
	first := w.writes(c, "What does it cost?", "")
	line, server := w.serveCut(t)
	b := openTab(t, server, "/c/"+string(c))
	eventually(t, "the page to listen", func() bool { return w.listening(c) == 1 })
	line.cuts(streams, nil, 0)
	server.CloseClientConnections()
	b.await(`!document.getElementById("lost").hidden`)
	w.writes(c, "And tomorrow?", "")
	second := w.writes(c, "And the day after?", "")
	w.answers(c, first, "Ten euros.")
	w.answers(c, second, "Twelve.")
	line.cuts(nil, nil, 0)
	order := `[...document.querySelectorAll("article.slot")].map((s) => s.querySelector(".plain, .prose")?.textContent.trim()).join("|")`
	const want = "What does it cost?|Ten euros.|And tomorrow?|And the day after?|Twelve."
	b.await(`document.querySelectorAll("article.slot.answer").length === 2 && !document.querySelector("article.slot:empty")`)
	for range 2 {
		if shown, err := chromedp.Run(b.ctx, chromedp.Evaluate[string](order)); err != nil || shown != want {
			t.Errorf("the page shows %s, %v", shown, err)
		}
		b.do(chromedp.Reload())
		b.await(`document.querySelectorAll("article.slot.answer").length === 2`)
	}
}

// TestALineThatOpensAndEndsAtOnceIsNotCalledInARush: a gateway may open every stream and hang up; whoever is called has a rest between.
func TestALineThatOpensAndEndsAtOnceIsNotCalledInARush(t *testing.T) {
	w := newWorld(t)
	c := w.start("Line")
	const calls = 8
	at := make(chan time.Time, calls)
	surface := w.surface(t)
	server := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		if !streams(r) {
			surface.ServeHTTP(rw, r)
			return
		}
		select {
		case at <- time.Now():
		default:
		}
		rw.Header().Set("Content-Type", "text/event-stream")
		_, _ = rw.Write([]byte(": here\n\n"))
	}))
	t.Cleanup(server.Close)
	t.Cleanup(server.CloseClientConnections)
	openTab(t, server, "/c/"+string(c))
	first := <-at
	last := first
	for range calls - 1 {
		last = <-at
	}
	if took := last.Sub(first); took < (calls-2)*100*time.Millisecond { // the first may be followed at once
		t.Errorf("%d calls within %v", calls, took)
	}
}
