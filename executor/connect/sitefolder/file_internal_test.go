package sitefolder

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// FuzzFiles reads pages' files as people may have edited them, and what is written reads the same: nothing in the front
// matter can end its comment.
func FuzzFiles(f *testing.F) {
	for _, s := range []string{
		"<!--aisteam\n{\"title\":\"X\"}\n-->\n<p>x</p>", "<!--aisteam\n{}\n-->\n", "<!--aisteam\n{\"title\":5}\n-->\n", "<!--aisteam\n{", "<p>by hand</p>", "", "<!--aisteam\n{}\n-->\n\n-->\n",
		"<!--aisteam\n{\"title\":\"-->\\n<script>\",\"previous\":{\"html\":\"\\n-->\\n\"}}\n-->\nx",
	} {
		f.Add([]byte(s), "Title\n-->\n<script>")
	}
	f.Fuzz(func(t *testing.T, raw []byte, title string) {
		r, err := parse(raw, "slug")
		if err != nil {
			return
		}
		if utf8.ValidString(title) {
			r.front.Title = title
		}
		again, err := encode(r.front, r.page.HTML)
		if err != nil {
			t.Fatal(err)
		}
		back, err := parse(again, "slug")
		if err != nil || back.page.HTML != r.page.HTML || back.front.Title != r.front.Title {
			t.Fatalf("%q reads back as %+v, %v", again, back, err)
		}
		a, err1 := json.Marshal(r.front)
		b, err2 := json.Marshal(back.front)
		if err1 != nil || err2 != nil || !bytes.Equal(a, b) {
			t.Error(cmp.Diff(string(a), string(b)))
		}
		if head, _, _ := strings.Cut(string(again), frontEnd); strings.Contains(head, ">") {
			t.Errorf("the comment may end early: %q", head)
		}
	})
}
