package web_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/web"
)

func from(address string) func(*http.Request) {
	return func(r *http.Request) {
		bare(r)
		r.RemoteAddr = address
	}
}

// guess shows a wrong token in the n-th of the ways there are.
func guess(t *testing.T, h http.Handler, n int, with ...func(*http.Request)) (status int, retry string) {
	t.Helper()
	wrong := "wrong" + strconv.Itoa(n)
	method, path, body := "GET", "/?token="+wrong, ""
	switch n % 4 {
	case 1:
		method, path, body = "POST", "/login", url.Values{"token": {wrong}}.Encode()
	case 2:
		path = "/?code=" + wrong
	case 3:
		path = "/api/agents"
		with = append(with, func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+wrong) })
	}
	got := call(t, h, method, path, body, with...)
	return got.Code, got.Header().Get("Retry-After")
}

func TestWrongTokensAndCodesAreThrottled(t *testing.T) {
	w := newWorld(t)
	at := time.Now()
	w.now = func() time.Time { return at }
	var log bytes.Buffer
	h := w.surface(t, func(c *web.Config) { c.Log = slog.New(slog.NewTextHandler(&log, nil)) })
	counts := map[int]int{}
	for i := range 200 {
		status, retry := guess(t, h, i, from("203.0.113.7:"+strconv.Itoa(1000+i)))
		if counts[status]++; status == http.StatusTooManyRequests && retry != "6" {
			t.Fatalf("come back in %q s", retry)
		}
	}
	if counts[http.StatusUnauthorized] != 10 || counts[http.StatusTooManyRequests] != 190 {
		t.Errorf("answered %v", counts)
	}
	right := func(address string) []int {
		return []int{
			signIn(t, h, url.Values{"token": {token}}, from(address)).Code,
			call(t, h, "GET", "/api/agents", "", from(address), func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+token) }).Code,
		}
	}
	if got := right("203.0.113.8:1"); got[0] != http.StatusSeeOther || got[1] != http.StatusOK {
		t.Errorf("the right token from elsewhere, while somebody guesses: %v", got)
	}
	if got := right("203.0.113.7:1"); got[0] != http.StatusTooManyRequests || got[1] != http.StatusTooManyRequests {
		t.Errorf("the right token is found by guessing on: %v", got)
	}
	if lines := strings.Count(log.String(), "wrong tokens or codes were shown"); lines != 1 || !strings.Contains(log.String(), "level=WARN") {
		t.Errorf("%d lines: %s", lines, log.String())
	}
	at = at.Add(time.Minute)
	if got := right("203.0.113.7:1"); got[0] != http.StatusSeeOther {
		t.Errorf("a minute later: %v", got)
	}
	if said := log.String(); strings.Count(said, "were shown") != 2 || !strings.Contains(said, "wrong=9 refused=192") || strings.Contains(said, "wrong1") {
		t.Errorf("a minute later the log says: %s", said)
	}
}

// Many addresses together do not get further, and are not remembered for ever.
func TestWrongTokensAreBoundedOverAllAddresses(t *testing.T) {
	w := newWorld(t)
	at := time.Now()
	w.now = func() time.Time { return at }
	h := w.surface(t, func(c *web.Config) { c.Log = slog.New(slog.DiscardHandler) })
	looked := 0
	for i := range 3000 {
		if status, _ := guess(t, h, 4*i, from(fmt.Sprintf("[2001:db8:%x::1]:9", i))); status == http.StatusUnauthorized {
			looked++
		}
	}
	if looked != 1000 {
		t.Errorf("%d were looked at", looked)
	}
	// What is right is let in meanwhile: nobody is shut out by the guesses of others.
	w.codes = map[string]assistant.PersonID{"a-code-nobody-would-guess": w.owner.ID}
	in := from("198.51.100.9:1")
	if got := []int{
		signIn(t, h, url.Values{"token": {token}}, in).Code, signIn(t, h, url.Values{"code": {"a-code-nobody-would-guess"}}, in).Code,
		call(t, h, "GET", "/api/agents", "", in, func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+token) }).Code,
	}; got[0] != http.StatusSeeOther || got[1] != http.StatusSeeOther || got[2] != http.StatusOK {
		t.Errorf("the right ones, while many guess: %v", got)
	}
	// One network of IPv6 is one address.
	at = at.Add(time.Hour)
	looked = 0
	for i := range 50 {
		if status, _ := guess(t, h, 4*i, from(fmt.Sprintf("[2001:db8::%x]:9", i+1))); status == http.StatusUnauthorized {
			looked++
		}
	}
	if looked != 10 {
		t.Errorf("%d of one network were looked at", looked)
	}
}

// Behind a proxy on the same machine or network it counts whom the proxy forwards for; from anywhere else, what a request
// says of itself counts for nothing.
func TestWrongTokensCountAgainstWhomAProxyForwardsFor(t *testing.T) {
	w := newWorld(t)
	h := w.surface(t, func(c *web.Config) { c.Log = slog.New(slog.DiscardHandler) })
	looked := func(address string) (n int) {
		for i := range 20 {
			status, _ := guess(t, h, 4*i, from(address), func(r *http.Request) {
				r.Header.Set("X-Forwarded-For", fmt.Sprintf("192.0.2.%d, 198.51.100.%d", i, i))
			})
			if status == http.StatusUnauthorized {
				n++
			}
		}
		return n
	}
	if proxied, direct := looked("10.0.0.2:99"), looked("203.0.113.9:99"); proxied != 20 || direct != 10 {
		t.Errorf("%d by a proxy, %d by one who says so", proxied, direct)
	}
}

func TestWhoIsRefusedIsNotListenedTo(t *testing.T) {
	h := newWorld(t).surface(t)
	for _, path := range []string{"/api/assistant/chat", "/panel/messages", "/settings/projects"} {
		if got := call(t, h, "POST", path, "a body", bare); got.Code != http.StatusUnauthorized || got.Header().Get("Connection") != "close" {
			t.Errorf("%s: %d, connection %q", path, got.Code, got.Header().Get("Connection"))
		}
	}
}
