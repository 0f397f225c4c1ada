package pages

import (
	"bytes"
	"html/template"
	"regexp"

	"github.com/microcosm-cc/bluemonday"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	east "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"
)

// Markdown turns an agent's Markdown into HTML that can do nothing but look like something: no raw HTML, no images, no
// classes but those of code's colours, and links that tell the other side nothing.
type Markdown struct {
	parse goldmark.Markdown
	allow *bluemonday.Policy
}

// NewMarkdown makes one.
func NewMarkdown() Markdown {
	p := bluemonday.NewPolicy()
	p.AllowElements("p", "br", "hr", "h1", "h2", "h3", "h4", "h5", "h6", "strong", "em", "del", "code", "pre", "blockquote",
		"ul", "ol", "li", "table", "thead", "tbody", "tr", "th", "td")
	p.AllowElements("figure", "figcaption")
	p.AllowAttrs("class").Matching(regexp.MustCompile(`^[cdikns]$`)).OnElements("span")
	p.AllowAttrs("tabindex").Matching(regexp.MustCompile(`^0$`)).OnElements("pre")
	p.AllowAttrs("start").Matching(bluemonday.Integer).OnElements("ol")
	p.AllowAttrs("align").Matching(bluemonday.CellAlign).OnElements("th", "td")
	p.AllowAttrs("href").OnElements("a")
	p.AllowURLSchemes("http", "https", "mailto")
	p.AllowRelativeURLs(true)
	p.RequireParseableURLs(true)
	p.RequireNoFollowOnLinks(true)
	p.RequireNoReferrerOnLinks(true)
	p.AddTargetBlankToFullyQualifiedLinks(true)
	parse := goldmark.New(
		goldmark.WithExtensions(extension.Linkify, extension.Strikethrough, extension.TaskList, extension.NewTable(extension.WithTableCellAlignMethod(extension.TableCellAlignAttribute))),
		goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(ticks{}, beforeTheirs), util.Prioritized(blocks{}, beforeTheirs))),
	)
	return Markdown{parse: parse, allow: p}
}

const beforeTheirs = 100 // the extension's own renderer has 500, goldmark's 1000, and the smaller number wins

// ticks draws the boxes of task lists as text: nothing in an answer can be filled in.
type ticks struct{}

// RegisterFuncs implements renderer.NodeRenderer.
func (ticks) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(east.KindTaskCheckBox, func(w util.BufWriter, _ []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
		box, ok := n.(*east.TaskCheckBox)
		if !ok || !entering {
			return ast.WalkContinue, nil
		}
		sign := "☐ "
		if box.IsChecked {
			sign = "☑ "
		}
		_, err := w.WriteString(sign)
		return ast.WalkContinue, err
	})
}

// HTML never fails: what cannot be read as Markdown is shown as it is.
func (m Markdown) HTML(text string) template.HTML {
	var b bytes.Buffer
	if err := m.parse.Convert([]byte(text), &b); err != nil {
		return template.HTML("<p>" + template.HTMLEscapeString(text) + "</p>") // escaped
	}
	return template.HTML(m.allow.SanitizeBytes(b.Bytes())) // sanitised
}
