package web_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"
)

// What an empty panel takes over the wire: its page, and every file that the page names, but for those that a script fetches once they are
// wanted.
func TestAnEmptyPanelIsLight(t *testing.T) {
	w := newWorld(t)
	h := w.surface(t, around(w)) // the tour is offered, and none of its files asked for
	in := cookie(t, h)
	compressed := func(r *http.Request) { r.Header.Set("Accept-Encoding", "gzip") }
	page := call(t, h, "GET", "/", "", in, compressed)
	if page.Header().Get("Content-Encoding") != "gzip" {
		t.Errorf("the page comes as it is: %v", page.Header())
	}
	total := page.Body.Len()
	text := call(t, h, "GET", "/", "", in).Body.String()
	text = strings.ReplaceAll(text, `data-mentions="/assets/mentions.js`, "")
	counted := map[string]bool{}
	for _, m := range regexp.MustCompile(`"(/assets/[^"#]+)[^"]*"`).FindAllStringSubmatch(text, -1) {
		at := strings.ReplaceAll(m[1], "&amp;", "&")
		if counted[at] {
			continue
		}
		counted[at] = true
		got := call(t, h, "GET", at, "", in, compressed)
		if got.Code != http.StatusOK || !strings.Contains(got.Header().Get("Cache-Control"), "immutable") {
			t.Errorf("%s: %d, %s", at, got.Code, got.Header().Get("Cache-Control"))
		}
		if other := call(t, h, "GET", at+"0", "", in); strings.Contains(other.Header().Get("Cache-Control"), "immutable") {
			t.Errorf("%s is kept under a hash that it does not have", at)
		}
		total += got.Body.Len()
	}
	const most, mostAsked = 47 << 10, 8
	t.Logf("%d bytes in %d requests", total, len(counted)+1)
	if len(counted) >= mostAsked {
		t.Errorf("an empty panel asks for %d files", len(counted))
	}
	if total > most {
		t.Errorf("an empty panel takes %d bytes", total)
	}
}

// TestAPanelThatIsKeptTakesItsPageAlone: a browser that was here before asks for nothing but the page, since every file that the page names
// is kept under its address.
func TestAPanelThatIsKeptTakesItsPageAlone(t *testing.T) {
	h := newWorld(t).surface(t)
	in := cookie(t, h)
	first := call(t, h, "GET", "/", "", in, func(r *http.Request) { r.Header.Set("Accept", "text/html") })
	again := call(t, h, "GET", "/", "", in, func(r *http.Request) {
		r.Header.Set("Accept", "text/html")
		r.Header.Set("Accept-Encoding", "gzip")
		for _, c := range first.Result().Cookies() {
			r.AddCookie(c)
		}
	})
	const most = 10 << 10
	t.Logf("%d bytes", again.Body.Len())
	if again.Body.Len() > most || again.Body.Len() > first.Body.Len()/2 {
		t.Errorf("a second visit takes %d bytes, the first %d before they were packed", again.Body.Len(), first.Body.Len())
	}
	for _, m := range regexp.MustCompile(`"(/assets/[^"#]+)[^"]*"`).FindAllStringSubmatch(call(t, h, "GET", "/", "", in).Body.String(), -1) {
		at := strings.ReplaceAll(m[1], "&amp;", "&")
		if got := call(t, h, "GET", at, "", in); !strings.Contains(got.Header().Get("Cache-Control"), "immutable") {
			t.Errorf("%s is asked for again: %s", at, got.Header().Get("Cache-Control"))
		}
	}
}
