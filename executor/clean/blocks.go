package clean

import (
	"encoding/json"
	"html"
	"slices"
	"strconv"
	"strings"

	"github.com/aisteam/aisteam/executor/blocks"
)

// The marks between which a comment's number stands while the HTML around it is cleaned; they mean nothing to anybody.
const markFrom, markTo = "\ue0a1", "\ue0a2"

// blocks cleans a fragment in WordPress's blocks, and tells whether it is one. Its comments stay where they fit together, are
// of blocks that hold words and pictures, and say nothing that could run: other blocks are filled by the site when the page is
// shown, from attributes that are a program's input. Where any of that is in doubt no comment stays.
func (p *Policy) blocks(fragment string) (string, bool) {
	d := blocks.Parse(fragment)
	if !d.HasBlocks() || strings.ContainsAny(fragment, markFrom+markTo) {
		return "", false
	}
	var comments []string
	mark := func(comment string) string {
		comments = append(comments, comment)
		return markFrom + strconv.Itoa(len(comments)-1) + markTo
	}
	marked, ok := markAll(d.Nodes, mark)
	if !ok {
		return "", false
	}
	cleaned := p.html(marked)
	whole, ok := unmarked(cleaned, comments)
	out := blocks.Parse(whole)
	return whole, ok && out.Whole() && slices.Equal(names(d), names(out))
}

// unmarked puts the comments back. Each has to be where it was among the others.
func unmarked(cleaned string, comments []string) (string, bool) {
	parts := strings.Split(cleaned, markFrom)
	if len(parts) != len(comments)+1 {
		return "", false
	}
	var b strings.Builder
	b.WriteString(parts[0])
	for i, part := range parts[1:] {
		n, rest, ok := strings.Cut(part, markTo)
		if !ok || n != strconv.Itoa(i) {
			return "", false
		}
		b.WriteString(comments[i] + rest)
	}
	return b.String(), true
}

func markAll(nodes []blocks.Node, mark func(string) string) (string, bool) {
	var b strings.Builder
	for _, n := range nodes {
		if n.HTML() {
			b.WriteString(n.Open)
			continue
		}
		if !ofWords(n.Name) || n.Void() || !harmless(n.Attributes) {
			return "", false
		}
		b.WriteString(mark(comment(n.Name, n.Attributes)))
		inner, ok := markAll(n.Inner, mark)
		if !ok {
			return "", false
		}
		b.WriteString(inner + mark("<!-- /wp:"+strings.TrimPrefix(n.Name, "core/")+" -->"))
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

func names(d blocks.Document) []string {
	var out []string
	d.Walk(func(at blocks.Path, n blocks.Node) {
		if !n.HTML() {
			out = append(out, strconv.Itoa(len(at))+n.Name)
		}
	})
	return out
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
