package web_test

import (
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
)

func TestThePageOfEvents(t *testing.T) {
	w := eventful(t)
	in := cookie(t, w)
	send := func(path string, fields url.Values) string {
		t.Helper()
		got := call(t, w, "POST", path, fields.Encode(), in, func(r *http.Request) { r.Header.Set("Content-Type", "application/x-www-form-urlencoded") })
		if got.Code == http.StatusSeeOther {
			got = call(t, w, "GET", got.Header().Get("Location"), "", in)
		}
		return got.Body.String()
	}
	if page := send("/hooks", url.Values{"key": {"k"}, "prompt": {"look at it"}, "filter": {"payload."}}); !strings.Contains(page, "I cannot read the expression of the filter") || !strings.Contains(page, "look at it") {
		t.Errorf("%s", page)
	}
	fields := url.Values{"key": {"k"}, "prompt": {"look at <b>it</b>"}, "sender": {"none"}, "filter": {"payload.a == 1"}, "window": {"0"}}
	page := send("/hooks", fields)
	address := html.UnescapeString(regexp.MustCompile(`https://team\.example/api/hooks/[^"]+`).FindString(page))
	id := regexp.MustCompile(`/tasks/([0-9a-f-]{36})/hook`).FindStringSubmatch(page)[1]
	if address == "" || !strings.Contains(page, "Shown this once") || strings.Contains(page, "<b>it") {
		t.Fatalf("%s", page)
	}
	if again := send("/hooks", fields); strings.Contains(again, "/api/hooks/") || !strings.Contains(again, id) {
		t.Errorf("the address is shown again: %s", again)
	}
	w.tell(address, `{"a":1,"text":"<script>alert(1)</script>"}`)
	w.tell(address, `{"a":2}`)
	at := "/tasks/" + id + "/hook"
	shown := call(t, w, "GET", at, "", in)
	if page := shown.Body.String(); shown.Code != http.StatusOK || !strings.Contains(page, "<strong>taken</strong>") || !strings.Contains(page, "not let through by the filter") ||
		strings.Contains(page, "<script>alert") || strings.Contains(page, "/api/hooks/") || shown.Header().Get("Cache-Control") != "no-store" {
		t.Errorf("%d %s", shown.Code, page)
	}
	event := regexp.MustCompile(`name="event" value="([0-9a-f-]+)"`).FindStringSubmatch(shown.Body.String())[1]
	for _, step := range []struct {
		path   string
		fields url.Values
		want   string
	}{
		{"/again", url.Values{"event": {event}}, "The event is told again."},
		{"", url.Values{"sender": {"github"}, "filter": {"true"}, "window": {"1m"}}, "Its rules are changed."},
		{"", url.Values{"sender": {"github"}, "minute": {"many"}}, "events a minute"},
		{"/token", nil, "The secret to sign with"},
		{"/end", nil, "It has none, so nothing begins it."},
	} {
		if page := send(at+step.path, step.fields); !strings.Contains(page, step.want) {
			t.Errorf("%s: %s", step.path, page)
		}
	}
	if page := call(t, w, "GET", "/tasks", "", in).Body.String(); !strings.Contains(page, at) {
		t.Errorf("the page of tasks does not lead to it: %s", page)
	}
	if got := call(t, w, "GET", "/tasks/"+nobodys()+"/hook", "", in); got.Code != http.StatusNotFound {
		t.Errorf("%d", got.Code)
	}
}
