package main

import (
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
)

// panelWorld is a person at the panel whose browser runs no scripts: what is not answered is sent again, as it was.
type panelWorld struct {
	tb     testing.TB
	child  *child
	client *http.Client
	at     string // the conversation's address
	page   string // as it was read last
}

func newPanelWorld(tb testing.TB, k *child) *panelWorld {
	tb.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		tb.Fatal(err)
	}
	return &panelWorld{tb: tb, child: k, client: &http.Client{Jar: jar, Timeout: patience}}
}

// onPanel tells a story in the panel.
func onPanel(play func(w *panelWorld, alive func())) func(testing.TB, ...string) scene {
	return func(tb testing.TB, env ...string) scene {
		tb.Helper()
		w := newPanelWorld(tb, newChild(tb, env...))
		shown := func() string {
			w.reads()
			return w.words()
		}
		return scene{w.child, func(alive func()) { play(w, alive) }, shown, func() []string { return nil }}
	}
}

// ticketFlow is the conversation that makes a ticket without a plan: one card, a click, and the agent goes on.
func (w *panelWorld) ticketFlow(alive func()) {
	w.tb.Helper()
	w.enters(alive)
	w.sends("/panel/messages", url.Values{"text": {ticketWish}, "key": {"01a206d3-0000-7000-8000-000000000001"}}, alive)
	card := regexp.MustCompile(`name="about" value="approval"><input type="hidden" name="approval" value="([0-9a-f-]+)"`)
	w.sees("the card that asks", alive, func() bool { return card.MatchString(w.page) })
	w.sends("/panel/presses", url.Values{"about": {"approval"}, "approval": {card.FindStringSubmatch(w.page)[1]}, "decision": {"approved"}}, alive)
	w.sees("the answer", alive, func() bool { return strings.Contains(w.words(), "Its number is 1.") })
	w.sees("the finished run", alive, func() bool { return strings.Contains(w.page, `value="undo"`) })
}

func (w *panelWorld) enters(alive func()) {
	w.tb.Helper()
	eventually(w.tb, patience, "the person is let in", func() bool {
		alive()
		_, ok := w.asks(http.MethodPost, "/login", url.Values{"token": {testToken}})
		return ok
	})
}

// opens goes to a page.
func (w *panelWorld) opens(path string) {
	w.tb.Helper()
	if _, ok := w.asks(http.MethodGet, path, nil); !ok {
		w.tb.Fatalf("%s is not there", path)
	}
}

// find finds in the page that was read last.
func (w *panelWorld) find(selector string) *goquery.Selection {
	w.tb.Helper()
	doc, err := goquery.NewDocumentFromReader(strings.NewReader(w.page))
	if err != nil {
		w.tb.Fatal(err)
	}
	return doc.Find(selector)
}

// submits sends a form of the page as it stands there, but for what is filled in: names and values.
func (w *panelWorld) submits(selector string, filled ...string) {
	w.tb.Helper()
	form := w.find(selector).First()
	path, there := form.Attr("action")
	if !there {
		w.tb.Fatalf("there is no form %s on\n%s", selector, w.page)
	}
	values := url.Values{}
	form.Find("input[name], textarea[name]").Each(func(_ int, s *goquery.Selection) {
		_, checked := s.Attr("checked")
		switch s.AttrOr("type", "") {
		case "file":
		case "radio", "checkbox":
			if checked {
				values.Add(s.AttrOr("name", ""), s.AttrOr("value", "on"))
			}
		default:
			values.Add(s.AttrOr("name", ""), s.AttrOr("value", s.Text()))
		}
	})
	form.Find("select[name]").Each(func(_ int, s *goquery.Selection) {
		values.Add(s.AttrOr("name", ""), s.Find("option[selected]").AddSelection(s.Find("option")).First().AttrOr("value", ""))
	})
	for i := 0; i+1 < len(filled); i += 2 {
		values.Set(filled[i], filled[i+1])
	}
	w.sends(path, values, calm)
}

// says writes into the box for messages.
func (w *panelWorld) says(text string) { w.tb.Helper(); w.submits("#compose", "text", text) }

// sends posts a form until it is answered.
func (w *panelWorld) sends(path string, form url.Values, alive func()) {
	w.tb.Helper()
	eventually(w.tb, patience, path+" is taken", func() bool {
		alive()
		at, ok := w.asks(http.MethodPost, path, form)
		if ok && strings.HasPrefix(at, "/c/") {
			w.at = at
		}
		return ok
	})
}

func (w *panelWorld) sees(what string, alive func(), so func() bool) {
	w.tb.Helper()
	met := until(w.tb.Context(), patience, func() bool {
		alive()
		return w.reads() && so()
	})
	if met != nil {
		w.tb.Fatalf("the panel never showed %s:\n%s", what, w.words())
	}
}

// reads loads the conversation's page.
func (w *panelWorld) reads() bool {
	_, ok := w.asks(http.MethodGet, w.at, nil)
	return ok
}

// asks gives where a request has led; the page of a process that is dying is not taken. A decision that was taken already is.
func (w *panelWorld) asks(method, path string, form url.Values) (at string, ok bool) {
	w.tb.Helper()
	req, err := http.NewRequestWithContext(w.tb.Context(), method, w.child.url(path), strings.NewReader(form.Encode()))
	if err != nil {
		w.tb.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.Header.Set("Origin", w.child.url(""))
	res, err := w.client.Do(req)
	if err != nil {
		return "", false
	}
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != http.StatusOK && res.StatusCode != http.StatusConflict {
		return "", false
	}
	w.page = string(raw)
	return res.Request.URL.Path, true
}

var (
	unseen = regexp.MustCompile(`(?s)<(script|style|time|template)\b.*?</(script|style|time|template)>|<[^>]*>`)
	spaces = regexp.MustCompile(`\s*\n\s*`)
)

// words is what the feed says.
func (w *panelWorld) words() string {
	_, feed, _ := strings.Cut(w.page, `id="feed"`)
	feed, _, _ = strings.Cut(feed, `id="compose"`)
	return spaces.ReplaceAllString(unseen.ReplaceAllString("<"+feed, ""), "\n")
}
