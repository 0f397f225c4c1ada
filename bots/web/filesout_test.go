package web_test

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/aisteam/aisteam/assistant"
)

func TestAnAnswersCardLinksItsFilesAndShowsItsPictures(t *testing.T) {
	w := newWorld(t)
	c := w.start("files")
	kept := func(name, kind string, size int) assistant.File {
		k := assistant.KeptFile{ID: assistant.MadeID(w.tenant.ID, name), Name: name, Type: kind, Bytes: make([]byte, size)}
		return k.File()
	}
	csv, picture, html := kept("tickets.csv", "text/csv", 2100), kept("plan.png", "image/png", 3<<20), kept(`"><script>alert(1)</script>.html`, "text/html", 9)
	w.add(c, assistant.Message{
		Author: assistant.AuthorAssistant, Agent: assistant.FileAgent, Kind: assistant.KindMessage, Content: "Here they are.",
		Body: assistant.Said{Files: []assistant.File{csv, picture, html, {Name: "run.js", Type: "image/png", URL: "javascript:alert(2)"}}},
	})
	h := w.surface(t)
	got := call(t, h, "GET", "/c/"+string(c), "", cookie(t, h))
	page := got.Body.String()
	if got.Code != http.StatusOK {
		t.Fatal(got.Code)
	}
	list := regexp.MustCompile(`(?s)<ul class="files">.*?</ul>`).FindString(page)
	hrefs := regexp.MustCompile(`href="([^"]*)"`).FindAllStringSubmatch(list, -1)
	var links []string
	for _, m := range hrefs {
		links = append(links, m[1])
	}
	if d := cmp.Diff([]string{csv.URL, picture.URL, html.URL}, links); d != "" {
		t.Errorf("%s\n%s", d, list)
	}
	if n := strings.Count(list, "<img "); n != 1 || !strings.Contains(list, `<img src="`+picture.URL+`"`) {
		t.Errorf("%d pictures: %s", n, list)
	}
	for _, words := range []string{"tickets.csv", "2 KB", "3.0 MB", "9 bytes", "run.js"} {
		if !strings.Contains(list, words) {
			t.Errorf("it does not say %q", words)
		}
	}
	harmless(t, "the card", strings.ReplaceAll(list, `<img src="`+picture.URL+`"`, "<i"))
}
