package wordpress_test

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant/site"
)

// shelf is a site with so many long pages, of which it gives as many at once as it is asked for.
func shelf(pages, size int) func(http.ResponseWriter, *http.Request) {
	return func(w http.ResponseWriter, r *http.Request) {
		q := r.URL.Query()
		few, _ := strconv.Atoi(q.Get("per_page"))
		part, _ := strconv.Atoi(q.Get("page"))
		first := max(part-1, 0) * few
		if first >= pages && part > 1 {
			w.WriteHeader(http.StatusBadRequest)
			fmt.Fprint(w, `{"code":"rest_post_invalid_page_number","message":"beyond the end","data":{"status":400}}`)
			return
		}
		var out []string
		for i := first; i < min(first+few, pages); i++ {
			out = append(out, fmt.Sprintf(`{"id":%d,"status":"publish","title":{"raw":"Page %d"},"content":{"raw":"%s"}}`, i+1, i+1, strings.Repeat("x", size)))
		}
		fmt.Fprintf(w, "[%s]", strings.Join(out, ","))
	}
}

// TestAListOfLongPagesIsReadInParts: a site whose pages are long is told of as one whose pages are short.
func TestAListOfLongPagesIsReadInParts(t *testing.T) {
	for _, c := range []struct{ pages, size, requests int }{{100, 10, 1}, {100, 200_000, 11}, {60, 200_000, 8}, {57, 200_000, 7}, {130, 100_000, 11}} {
		f := &fake{answer: shelf(c.pages, c.size)}
		p := serve(t, f)
		all, err := sites().Entries.Entries(t.Context(), p, site.EntryPage, site.Query{}, "list the pages")
		if err != nil || len(all) != min(c.pages, 100) || len(f.asked) != c.requests {
			t.Errorf("%+v: %d of them, %d requests, %v", c, len(all), len(f.asked), err)
		}
		for i, e := range all {
			if e.ID != strconv.Itoa(i+1) {
				t.Fatalf("%+v: the entry at %d is %s", c, i, e.ID)
			}
		}
	}
	p := serve(t, &fake{answer: shelf(3, 5<<20)})
	_, err := sites().Entries.Entries(t.Context(), p, site.EntryPage, site.Query{}, "list the pages")
	if got := problem(t, err); !strings.Contains(got.Message.String(), "more than 8 MB at once") || !strings.Contains(got.Recovery.String(), "one very large page") {
		t.Errorf("%+v", got)
	}
}

// TestAnAnswerAboutAnotherPageIsNotBelieved: a write that is answered with another number may have happened, and is no success.
func TestAnAnswerAboutAnotherPageIsNotBelieved(t *testing.T) {
	old := page
	old.ID = "7"
	for name, id := range map[string][2]string{"reading": {"9", "7"}, "writing": {"7", "9"}} {
		written := 0
		p := serve(t, &fake{answer: func(w http.ResponseWriter, r *http.Request) {
			n := id[0]
			if r.Method == http.MethodPost {
				written++
				n = id[1]
			}
			fmt.Fprintf(w, `{"id":%s,"slug":"services","status":"publish","title":{"raw":"Services"},"content":{"raw":"<p>Hello</p>"}}`, n)
		}})
		_, err := sites().Pages.Write(t.Context(), p, old, old.Hash())
		if got := problem(t, err); !strings.Contains(got.Message.String(), "does not speak like WordPress") || written != map[string]int{"reading": 0, "writing": 1}[name] {
			t.Errorf("%s: %+v, %d writes", name, got, written)
		}
	}
}
