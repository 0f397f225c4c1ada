package main

import (
	"html"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestTheTourOfAFreshInstallEndsWithARequestThatWorks: it is offered at the first look, also after a restart, and not any more once it has ended. The
// request at its end is the one of the script services.txtar, which plays it to its end.
func TestTheTourOfAFreshInstallEndsWithARequestThatWorks(t *testing.T) {
	t.Parallel()
	k := newChild(t)
	k.startReady()
	owner := newSteward(t, k)
	offered := func() bool { return strings.Contains(owner.gets("/"), `href="/?tour=1"`) }
	for range 2 {
		if !offered() {
			t.Error("it is not offered until it ends")
		}
	}
	k.kill()
	k.startReady()
	for n, path := range []string{"/", "/", "/", "/waiting", "/tasks", "/settings"} {
		if page := owner.gets(path + "?tour=" + string(rune('1'+n))); !strings.Contains(page, "Step "+string(rune('1'+n))+" of 6") {
			t.Errorf("step %d is not on %s", n+1, path)
		}
	}
	if code, _ := owner.sends("/panel/tour", url.Values{"to": {"/?tour=try"}}); code != http.StatusSeeOther || offered() {
		t.Errorf("ended: %d, and it is offered: %v", code, offered())
	}
	m := regexp.MustCompile(`form="compose" name="example" value="([^"]*)" formnovalidate>[^<]*</button>\s*<button[^>]*data-end`).FindStringSubmatch(owner.gets("/?tour=try"))
	script, err := os.ReadFile("testdata/script/services.txtar")
	if err != nil || m == nil || !strings.Contains(string(script), "\nsay "+html.UnescapeString(m[1])) {
		t.Fatalf("%v: the request is %q", err, m)
	}
	if code, page := owner.sends("/panel/messages", url.Values{"example": {html.UnescapeString(m[1])}, "key": {"0195d7c0-0000-7000-8000-000000000001"}, "text": {""}}); code != http.StatusSeeOther {
		t.Errorf("it is sent: %d %.300s", code, page)
	}
}
