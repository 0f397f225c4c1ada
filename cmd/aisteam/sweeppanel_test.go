package main

import (
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"regexp"
	"strings"
	"testing"
)

// panelWorld is a person at the panel whose browser runs no scripts: what is not answered is sent again, as it was.
type panelWorld struct {
	tb     testing.TB
	child  *child
	client *http.Client
	at     string // the conversation's address
	page   string // as it was read last
}

// onPanel tells a story in the panel.
func onPanel(play func(w *panelWorld, alive func())) func(testing.TB, ...string) scene {
	return func(tb testing.TB, env ...string) scene {
		tb.Helper()
		jar, err := cookiejar.New(nil)
		if err != nil {
			tb.Fatal(err)
		}
		w := &panelWorld{tb: tb, child: newChild(tb, env...), client: &http.Client{Jar: jar, Timeout: patience}}
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
	eventually(w.tb, patience, "the person is let in", func() bool {
		alive()
		_, ok := w.asks(http.MethodPost, "/login", url.Values{"token": {testToken}})
		return ok
	})
	w.sends("/panel/messages", url.Values{"text": {ticketWish}, "key": {"01a206d3-0000-7000-8000-000000000001"}}, alive)
	card := regexp.MustCompile(`action="(/panel/approvals/[0-9a-f-]+)"`)
	w.sees("the card that asks", alive, func() bool { return card.MatchString(w.page) })
	w.sends(card.FindStringSubmatch(w.page)[1], url.Values{"decision": {"approved"}}, alive)
	w.sees("the answer", alive, func() bool { return strings.Contains(w.words(), "Its number is 1.") })
	w.sees("the finished run", alive, func() bool { return strings.Contains(w.page, `/undo"`) })
}

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
