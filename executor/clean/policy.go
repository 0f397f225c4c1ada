// Package clean is the one policy for HTML that we publish: words, structure, tables, images and links; nothing that runs,
// loads a frame, takes input or styles. Whatever wrote a fragment, a model, a person or a foreign page, passes it before it
// is shown for approval, so that what is approved is what goes out. What stood on a site before is not its business.
package clean

import (
	"html"
	"regexp"
	"strings"

	"github.com/microcosm-cc/bluemonday"
	xhtml "golang.org/x/net/html"
)

// Policy cleans fragments. It is safe for concurrent use.
type Policy struct{ policy *bluemonday.Policy }

// New returns the policy.
func New() *Policy {
	p := bluemonday.UGCPolicy()
	p.AllowElements("main", "header", "footer", "nav", "small", "mark", "time")
	p.AllowAttrs("class").Matching(regexp.MustCompile(`^[a-zA-Z0-9 _-]+$`)).Globally()
	p.AllowURLSchemes("tel")
	p.RequireNoFollowOnLinks(false)
	return &Policy{p}
}

// HTML returns the fragment without what may not be published. Its elements are closed and nothing in it closes what it
// has not opened, so that it changes nothing of what stands around it. Comments of WordPress's blocks stay, see [Policy.blocks];
// others do not. Cleaning what is clean changes nothing.
func (p *Policy) HTML(fragment string) string {
	if !strings.ContainsAny(fragment, "<>&\x00") {
		return fragment // words alone
	}
	if out, ok := p.blocks(fragment); ok {
		return out
	}
	return p.html(fragment)
}

func (p *Policy) html(fragment string) string { return closed(p.policy.Sanitize(fragment)) }

// Text is plain words as HTML that reads the same: nothing in them is markup, nor a shortcode that a site would run. Blank
// lines part paragraphs.
func Text(words string) string {
	words = strings.TrimSpace(strings.ReplaceAll(words, "\r\n", "\n"))
	if !strings.Contains(words, "\n") {
		return escaped(words)
	}
	return Paragraphs(words)
}

// Paragraphs is [Text] with every part in a paragraph, also where there is only one.
func Paragraphs(words string) string {
	var b strings.Builder
	for part := range strings.SplitSeq(strings.ReplaceAll(words, "\r\n", "\n"), "\n\n") {
		if part = strings.TrimSpace(part); part != "" {
			if b.Len() > 0 {
				b.WriteByte('\n')
			}
			b.WriteString("<p>" + strings.ReplaceAll(escaped(part), "\n", "<br>\n") + "</p>")
		}
	}
	return b.String()
}

func escaped(words string) string {
	return strings.NewReplacer("[", "&#91;", "]", "&#93;", "&#34;", `"`, "&#39;", "'").Replace(html.EscapeString(words))
}

// Line is words for a place that takes no markup but may print it as it is, such as a page's title: tags and what runs
// between them are left out, and what is left begins none.
func Line(words string) string {
	var b strings.Builder
	code := false
	for z := xhtml.NewTokenizer(strings.NewReader(strings.ReplaceAll(words, "\x00", ""))); ; {
		switch kind := z.Next(); kind {
		case xhtml.ErrorToken:
			line := strings.Join(strings.Fields(b.String()), " ")
			return regexp.MustCompile(`<+([a-zA-Z/!?])`).ReplaceAllString(line, "$1")
		case xhtml.TextToken:
			if !code {
				b.Write(z.Raw())
			}
		case xhtml.StartTagToken, xhtml.EndTagToken:
			name, _ := z.TagName()
			code = kind == xhtml.StartTagToken && (string(name) == "script" || string(name) == "style")
			b.WriteByte(' ')
		case xhtml.SelfClosingTagToken, xhtml.CommentToken, xhtml.DoctypeToken:
			b.WriteByte(' ')
		}
	}
}
