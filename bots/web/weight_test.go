package web_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"
)

// What an empty panel takes over the wire: its page, and every file that the page names.
func TestAnEmptyPanelIsLight(t *testing.T) {
	h := newWorld(t).surface(t)
	in := cookie(t, h)
	compressed := func(r *http.Request) { r.Header.Set("Accept-Encoding", "gzip") }
	page := call(t, h, "GET", "/", "", in, compressed)
	if page.Header().Get("Content-Encoding") != "gzip" {
		t.Errorf("the page comes as it is: %v", page.Header())
	}
	total := page.Body.Len()
	text := call(t, h, "GET", "/", "", in).Body.String()
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
	const most, mostAsked = 50 << 10, 8
	t.Logf("%d bytes in %d requests", total, len(counted)+1)
	if len(counted) >= mostAsked {
		t.Errorf("an empty panel asks for %d files", len(counted))
	}
	if total > most {
		t.Errorf("an empty panel takes %d bytes", total)
	}
}
