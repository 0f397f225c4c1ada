package pages_test

import (
	"html"
	"regexp"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/bots/web/pages"
)

// TestCodeIsColouredAndNamesItsLanguage: by classes alone, since no style may stand in a page, and as the very text that it was.
func TestCodeIsColouredAndNamesItsLanguage(t *testing.T) {
	tag := regexp.MustCompile(`<[^>]*>`)
	for name, c := range map[string]struct {
		text, caption string
		want          []string
	}{
		"go":                {"```go\nfunc main() { // \"<b>\"\n\tprint(\"a&b\", 1)\n}\n```", "Go", []string{`<span class="k">func</span>`, `<span class="c">// &#34;&lt;b&gt;&#34;`, `<span class="s">&#34;a&amp;b&#34;</span>`}},
		"names":             {"```python\nclass Shop:\n\tdef sell(self):\n\t\tprint(len(self))\n```", "Python", []string{`<span class="n">Shop</span>`, `<span class="n">sell</span>`, `<span class="n">print</span>`}},
		"html":              {"```html\n<a href=\"x\" onclick=\"y()\">z</a>\n```", "HTML", []string{`<span class="k">a</span>`, `<span class="n">href</span>`}},
		"a difference":      {"```diff\n-old\n+new\n```", "Diff", []string{`<span class="d">-old`, `<span class="i">+new`}},
		"nobody's language": {"```klingon\nqapla' <i>\n```", "klingon", []string{"<pre tabindex=\"0\"><code>qapla&#39; &lt;i&gt;\n</code></pre>"}},
		"none":              {"```\nfunc\n```", "", []string{"<figure><pre tabindex=\"0\"><code>func\n</code></pre></figure>"}},
		"indented":          {"    func\n", "", []string{"<figure><pre tabindex=\"0\"><code>func\n</code></pre></figure>"}},
		"what is very long": {"```go\n" + strings.Repeat("func\n", 4000) + "```", "Go", []string{"<pre tabindex=\"0\"><code>func\nfunc\n"}},
		"a hostile name":    {"```\"><script>alert(1)</script>\nx\n```", "", []string{"<code>x\n</code>"}},
	} {
		got := string(pages.NewMarkdown().HTML(c.text))
		for _, want := range c.want {
			if !strings.Contains(html.UnescapeString(got), html.UnescapeString(want)) {
				t.Errorf("%s: no %s in %s", name, want, got[:min(len(got), 600)])
			}
		}
		if c.caption != "" && !strings.Contains(got, "<figcaption>"+c.caption+"</figcaption>") {
			t.Errorf("%s: does not name %s: %s", name, c.caption, got[:min(len(got), 600)])
		}
		_, code, _ := strings.Cut(got, "<code>")
		code, _, _ = strings.Cut(code, "</code>")
		lines := strings.SplitAfter(c.text, "\n")
		if strings.HasPrefix(c.text, "```") && html.UnescapeString(tag.ReplaceAllString(code, "")) != strings.Join(lines[1:len(lines)-1], "") {
			t.Errorf("%s: it is another text: %q", name, code)
		}
		if strings.Contains(got, "style=") || strings.Contains(got, "<script") || strings.Contains(got, "<b>") {
			t.Errorf("%s: %s", name, got)
		}
	}
}
