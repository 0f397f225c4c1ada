package clean

import (
	"encoding/json"
	"html"
	"slices"
	"strings"

	"github.com/aisteam/aisteam/executor/blocks"
)

// mark stands for a comment while the HTML around it is cleaned; it means nothing to anybody.
const mark = "\ue0a1"

// blocks cleans a fragment in WordPress's blocks, and tells whether it is one. Its comments stay where they are of blocks that
// hold words and pictures, and say nothing that could run: other blocks are filled by the site when the page is shown, from
// attributes that are a program's input. Where any of that is in doubt no comment stays. What is left fits together.
func (p *Policy) blocks(fragment string) (string, bool) {
	d := blocks.Parse(fragment)
	if !d.HasBlocks() || strings.Contains(fragment, mark) {
		return "", false
	}
	var comments []string
	marked, ok := markAll(d.Nodes, &comments)
	if !ok {
		return "", false
	}
	parts := strings.Split(p.html(marked), mark)
	if len(parts) != len(comments)+1 { // one stood in what was left out
		return "", false
	}
	var b strings.Builder
	b.WriteString(parts[0])
	for i, part := range parts[1:] {
		b.WriteString(comments[i] + part)
	}
	return b.String(), true
}

// markAll is the nodes with a mark for each comment, and the comments.
func markAll(nodes []blocks.Node, comments *[]string) (string, bool) {
	var b strings.Builder
	for _, n := range nodes {
		if n.HTML() {
			b.WriteString(n.Open)
			continue
		}
		if !ofWords(n.Name) || n.Void() || !harmless(n.Attributes) {
			return "", false
		}
		*comments = append(*comments, comment(n.Name, n.Attributes))
		inner, ok := markAll(n.Inner, comments)
		if !ok {
			return "", false
		}
		*comments = append(*comments, "<!-- /wp:"+strings.TrimPrefix(n.Name, "core/")+" -->")
		b.WriteString(mark + inner + mark)
	}
	return b.String(), true
}

// comment writes the beginning of a block anew.
func comment(name, attributes string) string {
	if attributes = strings.TrimSpace(attributes); attributes != "" {
		attributes += " "
	}
	return "<!-- wp:" + strings.TrimPrefix(name, "core/") + " " + attributes + "-->"
}

// ofWords tells whether what visitors see of a block is the HTML in it, and nothing else.
func ofWords(name string) bool {
	switch name {
	case "core/paragraph", "core/heading", "core/list", "core/list-item", "core/quote", "core/pullquote", "core/preformatted", "core/verse", "core/code",
		"core/group", "core/columns", "core/column", "core/buttons", "core/button", "core/image", "core/gallery", "core/table", "core/separator",
		"core/spacer", "core/media-text", "core/details", "core/html", "core/freeform":
		return true
	}
	return false
}

// harmless tells whether attributes are JSON without markup, programs and addresses that run. They stand in a comment, which
// ends for a browser at its first -->.
func harmless(attributes string) bool {
	if attributes == "" {
		return true
	}
	var all map[string]any
	return json.Unmarshal([]byte(attributes), &all) == nil && !strings.ContainsAny(attributes, "<>") && harmlessValue(all)
}

func harmlessValue(v any) bool {
	switch v := v.(type) {
	case string:
		address := strings.ToLower(strings.Join(strings.FieldsFunc(html.UnescapeString(v), func(r rune) bool { return r <= ' ' }), ""))
		scheme, _, is := strings.Cut(address, ":")
		runs := is && (strings.Contains(scheme, "script") || scheme == "data")
		return !runs && !strings.ContainsAny(v, "<>[") && !strings.Contains(v, "--")
	case []any:
		return !slices.ContainsFunc(v, func(in any) bool { return !harmlessValue(in) })
	case map[string]any:
		for name, in := range v {
			if !harmlessValue(name) || strings.HasPrefix(strings.ToLower(name), "on") || !harmlessValue(in) {
				return false
			}
		}
	}
	return true
}
