package pages

import (
	_ "embed"
	"regexp"
	"strings"

	"github.com/microcosm-cc/bluemonday"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/aisteam/aisteam/assistant"
)

// drawnStyle is how every drawn page looks: as on paper, whatever the panel looks like.
//
//go:embed assets/drawn.css
var drawnStyle string

// drawer draws pages of sites as documents for a frame, in which no script runs and nothing is requested.
type drawer struct{ allow *bluemonday.Policy }

func newDrawer() drawer {
	p := bluemonday.NewPolicy()
	p.AllowElements("h1", "h2", "h3", "h4", "h5", "h6", "p", "br", "hr", "div", "section", "article", "aside", "main", "header", "footer", "ul", "ol", "li", "dl", "dt", "dd",
		"blockquote", "pre", "code", "strong", "b", "em", "i", "u", "s", "del", "ins", "small", "mark", "sub", "sup", "figure", "figcaption",
		"table", "caption", "thead", "tbody", "tfoot", "tr", "th", "td")
	p.AllowAttrs("class").Matching(regexp.MustCompile(`^image$`)).OnElements("span")
	p.AllowAttrs("dir").Matching(bluemonday.Direction).Globally()
	p.AllowTables()
	return drawer{p}
}

// document is the whole of a drawn page. Its policy and its frame hold the browser back if the cleaning ever let something through.
func (d drawer) document(p assistant.Drawn) string {
	return `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src ` + allowed([]byte(drawnStyle)) + `; form-action 'none'; base-uri 'none'">` +
		`<style>` + drawnStyle + `</style><body dir="auto"><div class="title">` + html.EscapeString(p.Title) + `</div>` + d.content(p.HTML)
}

// content is the page's content with links that lead nowhere, and a word for each image. What cannot be read is left out.
func (d drawer) content(text string) string {
	nodes, err := html.ParseFragment(strings.NewReader(text), &html.Node{Type: html.ElementNode, Data: "div", DataAtom: atom.Div})
	if err != nil {
		return ""
	}
	var b strings.Builder
	for _, n := range nodes {
		inert(n)
		if err := html.Render(&b, n); err != nil {
			return ""
		}
	}
	return d.allow.Sanitize(b.String())
}

// inert makes placeholders of images, and words of links.
func inert(n *html.Node) {
	for in := range n.Descendants() {
		plain(in)
	}
	plain(n)
}

func plain(n *html.Node) {
	switch {
	case n.Type != html.ElementNode || n.Namespace != "":
	case n.DataAtom == atom.A:
		n.Data, n.DataAtom, n.Attr = "u", atom.U, nil
	case n.DataAtom == atom.Img:
		words := strings.TrimSpace("🖼 " + alt(n))
		n.Data, n.DataAtom, n.Attr = "span", atom.Span, []html.Attribute{{Key: "class", Val: "image"}}
		n.AppendChild(&html.Node{Type: html.TextNode, Data: words})
	}
}

// alt returns the alternative text of an image.
func alt(n *html.Node) string {
	for _, a := range n.Attr {
		if a.Key == "alt" {
			return a.Val
		}
	}
	return ""
}
