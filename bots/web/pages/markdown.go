package pages

import (
	"bytes"
	"html/template"

	"github.com/microcosm-cc/bluemonday"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
)

// Markdown turns an agent's Markdown into HTML that can do nothing but look like something: no raw HTML, no images, no
// classes, and links that tell the other side nothing.
type Markdown struct {
	parse goldmark.Markdown
	allow *bluemonday.Policy
}

// NewMarkdown makes one.
func NewMarkdown() Markdown {
	p := bluemonday.NewPolicy()
	p.AllowElements("p", "br", "hr", "h1", "h2", "h3", "h4", "h5", "h6", "strong", "em", "del", "code", "pre", "blockquote",
		"ul", "ol", "li", "table", "thead", "tbody", "tr", "th", "td")
	p.AllowAttrs("start").Matching(bluemonday.Integer).OnElements("ol")
	p.AllowAttrs("align").Matching(bluemonday.CellAlign).OnElements("th", "td")
	p.AllowAttrs("href").OnElements("a")
	p.AllowURLSchemes("http", "https", "mailto")
	p.AllowRelativeURLs(true)
	p.RequireParseableURLs(true)
	p.RequireNoFollowOnLinks(true)
	p.RequireNoReferrerOnLinks(true)
	p.AddTargetBlankToFullyQualifiedLinks(true)
	return Markdown{parse: goldmark.New(goldmark.WithExtensions(extension.GFM)), allow: p}
}

// HTML never fails: what cannot be read as Markdown is shown as it is.
func (m Markdown) HTML(text string) template.HTML {
	var b bytes.Buffer
	if err := m.parse.Convert([]byte(text), &b); err != nil {
		return template.HTML("<p>" + template.HTMLEscapeString(text) + "</p>") //nolint:gosec // escaped
	}
	return template.HTML(m.allow.SanitizeBytes(b.Bytes())) //nolint:gosec // sanitised
}
