package site

import (
	"html"
	"strings"

	nethtml "golang.org/x/net/html"

	"github.com/aisteam/aisteam/executor/blocks"
	"github.com/aisteam/aisteam/executor/shown"
)

// written is cleaned HTML as blocks of the editor, for a page that has blocks. What is in blocks already stays so; what has
// no block of its own becomes the block that takes any HTML.
func written(fragment string) []blocks.Node {
	var out []blocks.Node
	d := blocks.Parse(fragment)
	if !d.Whole() {
		d = blocks.Document{Nodes: []blocks.Node{blocks.HTML(d.Bare())}}
	}
	for _, n := range d.Nodes {
		if n.HTML() {
			out = append(out, asBlocks(n.Open)...)
		} else {
			out = append(out, n)
		}
	}
	return out
}

// InBlocks is cleaned HTML as blocks of the editor, parted as the editor does.
func InBlocks(fragment string) string { return writtenText(fragment) }

// writtenText is the blocks' text, parted as the editor does.
func writtenText(fragment string) string {
	return blocks.Document{Nodes: spaced(written(fragment))}.String()
}

func spaced(nodes []blocks.Node) []blocks.Node {
	var out []blocks.Node
	for i, n := range nodes {
		if i > 0 {
			out = append(out, blocks.HTML("\n\n"))
		}
		out = append(out, n)
	}
	return out
}

func asBlocks(fragment string) []blocks.Node {
	var out []blocks.Node
	var loose strings.Builder // words and inline elements that stand in no paragraph
	flush := func() {
		if words := strings.TrimSpace(loose.String()); words != "" {
			out = append(out, lines("paragraph", "", "<p>"+words+"</p>"))
		}
		loose.Reset()
	}
	at := 0
	for _, e := range elements(fragment) {
		if e.depth > 0 {
			continue
		}
		loose.WriteString(fragment[at:e.start])
		at = e.end
		raw := fragment[e.start:e.end]
		if shown.Inline(e.tag) || e.tag == "br" {
			loose.WriteString(raw)
			continue
		}
		flush()
		if n := asBlock(e, fragment[e.start:e.inner], fragment[e.inner:e.innerEnd], raw); n.Name != "" {
			out = append(out, n)
		}
	}
	loose.WriteString(fragment[at:])
	flush()
	return out
}

// lines is a block whose HTML stands on a line of its own, as the editor writes it.
func lines(name, attributes string, inner ...string) blocks.Node {
	return blocks.Make(name, attributes, blocks.HTML("\n"+strings.Join(inner, "")+"\n"))
}

// asBlock is an element as a block. An element with attributes that the block would not write itself is kept as HTML.
func asBlock(e element, tag, inner, raw string) blocks.Node {
	bare := tag == "<"+e.tag+">"
	switch level := e.level(); {
	case bare && e.tag == "p":
		if strings.TrimSpace(inner) == "" {
			return blocks.Node{}
		}
		return lines("paragraph", "", "<p>"+strings.TrimSpace(inner)+"</p>")
	case level > 0 && (bare || e.id != "" && tag == "<"+e.tag+` id="`+html.EscapeString(e.id)+`">`):
		attributes := ""
		if level != 2 {
			attributes = `{"level":` + e.tag[1:] + `}`
		}
		return lines("heading", attributes, tag+strings.TrimSpace(inner)+"</"+e.tag+">")
	case bare && (e.tag == "ul" || e.tag == "ol"):
		if list, ok := asList(e.tag, inner); ok {
			return list
		}
	case bare && e.tag == "blockquote":
		nodes := []blocks.Node{blocks.HTML("\n<blockquote class=\"wp-block-quote\">")}
		nodes = append(append(nodes, spaced(asBlocks(inner))...), blocks.HTML("</blockquote>\n"))
		return blocks.Make("quote", "", nodes...)
	case e.tag == "hr":
		return lines("separator", "", `<hr class="wp-block-separator has-alpha-channel-opacity"/>`)
	case bare && e.tag == "pre":
		return lines("preformatted", "", `<pre class="wp-block-preformatted">`+inner+"</pre>")
	case e.tag == "img":
		if figure, ok := asImage(raw); ok {
			return lines("image", "", figure)
		}
	}
	return lines("html", "", raw)
}

// asImage is the figure of an image that says nothing but its address and what is on it.
func asImage(raw string) (string, bool) {
	z := nethtml.NewTokenizer(strings.NewReader(raw))
	z.Next()
	t := z.Token()
	for _, a := range t.Attr {
		if a.Key != "src" && a.Key != "alt" {
			return "", false
		}
	}
	return `<figure class="wp-block-image"><img src="` + html.EscapeString(shown.Attr(t, "src")) + `" alt="` + html.EscapeString(shown.Attr(t, "alt")) + `"/></figure>`, shown.Attr(t, "src") != ""
}

// asList is a list whose items are words, or words and then another list.
func asList(tag, inner string) (blocks.Node, bool) {
	var items []blocks.Node
	at := 0
	all := elements(inner)
	for i, e := range all {
		if e.depth > 0 {
			continue
		}
		item, ok := asItem(inner[e.inner:e.innerEnd])
		if !ok || e.tag != "li" || inner[all[i].start:e.inner] != "<li>" || strings.TrimSpace(inner[at:e.start]) != "" {
			return blocks.Node{}, false
		}
		at = e.end
		items = append(items, item)
	}
	if len(items) == 0 || strings.TrimSpace(inner[at:]) != "" {
		return blocks.Node{}, false
	}
	attributes := ""
	if tag == "ol" {
		attributes = `{"ordered":true}`
	}
	nodes := append([]blocks.Node{blocks.HTML("\n<" + tag + ">")}, spaced(items)...)
	return blocks.Make("list", attributes, append(nodes, blocks.HTML("</"+tag+">\n"))...), true
}

func asItem(inner string) (blocks.Node, bool) {
	for _, e := range elements(inner) {
		switch {
		case e.depth > 0 || shown.Inline(e.tag) || e.tag == "br":
		case (e.tag == "ul" || e.tag == "ol") && strings.TrimSpace(inner[e.end:]) == "" && inner[e.start:e.inner] == "<"+e.tag+">":
			list, ok := asList(e.tag, inner[e.inner:e.innerEnd])
			return blocks.Make("list-item", "", blocks.HTML("\n<li>"+strings.TrimSpace(inner[:e.start])), list, blocks.HTML("</li>\n")), ok
		default:
			return blocks.Node{}, false
		}
	}
	return lines("list-item", "", "<li>"+strings.TrimSpace(inner)+"</li>"), true
}
