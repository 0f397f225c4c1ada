package web_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// TestConversationsGoIntoFoldersAndAwayWithoutScripts: by forms and links alone, each with the words for it, and back; the search finds
// what is put away.
func TestConversationsGoIntoFoldersAndAwayWithoutScripts(t *testing.T) {
	w := newWorld(t)
	taxes, tea := w.start("Taxes"), w.start("Tea")
	h := w.surface(t)
	in := cookie(t, h)
	sends := func(c assistant.ConversationID, fields ...string) int {
		code, _, _ := fill(t, h, in, "/panel/conversations/"+string(c), fields...)
		return code
	}
	lists := func(path string, want ...string) string {
		t.Helper()
		page := call(t, h, "GET", path, "", in).Body.String()
		var got []string
		for _, one := range pastOf(page) {
			if one == "Taxes" || one == "Tea" {
				got = append(got, one)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s lists %q, not %q", path, got, want)
		}
		return page
	}
	if page := lists("/", "Tea", "Taxes"); strings.Contains(page, `class="filters"`) {
		t.Error("there is something to choose before there is a folder")
	}
	const folder = `Büro & <b>"Rest"`
	in1 := "/?" + url.Values{"folder": {folder}}.Encode()
	if got := []int{sends(taxes, "do", "folder", "folder", folder), sends(tea, "do", "archive")}; !slices.Equal(got, []int{303, 303}) {
		t.Fatalf("answered %d", got)
	}
	lists("/", "Taxes")
	page := lists(in1, "Taxes")
	for _, want := range []string{`<bdi>Büro &amp; &lt;b&gt;&#34;Rest&#34;</bdi>`, `href="/?archived=1"`, `href="/c/` + string(taxes) + `?folder=B%C3%BCro&#43;%26`, `data-query="folder=B%C3%BCro`} {
		if !strings.Contains(page, want) {
			t.Errorf("no %s in %.6000s", want, page)
		}
	}
	lists("/?archived=1", "Tea")
	lists("/?q=Te", "Tea")
	lists("/c/"+string(taxes)+"?archived=1", "Tea")
	if page := lists("/c/"+string(tea), "Taxes"); !strings.Contains(page, "This conversation is in your archive.") {
		t.Error("an archived conversation does not say so")
	}
	sends(tea, "do", "unarchive")
	sends(taxes, "do", "folder", "folder", " ")
	lists("/", "Tea", "Taxes")
	if page := lists(in1); !strings.Contains(page, "Nothing is in this folder.") {
		t.Error("an empty folder does not say so")
	}
	if page := lists("/?archived=1"); !strings.Contains(page, "Nothing is in your archive.") {
		t.Error("an empty archive does not say so")
	}
	if got := sends(taxes, "do", "folder", "folder", strings.Repeat("x", 61)); got != http.StatusBadRequest {
		t.Errorf("a folder with a long name is answered %d", got)
	}
}
