package site

import (
	"fmt"
	"strings"

	"github.com/aisteam/aisteam/executor/blocks"
	"github.com/aisteam/aisteam/executor/clean"
	"github.com/aisteam/aisteam/executor/shown"
)

// A page that WordPress's editor keeps in blocks is changed by its blocks: one of them, and nothing around it.

// blockPart is a block that people can name.
type blockPart struct {
	at    blocks.Path
	node  blocks.Node
	kind  string // as people call it: paragraph, heading, list item
	name  string // the kind, with its number where there are several: "paragraph 2"
	id    string // of its element
	words string // that people read in it
	level int    // of a heading
}

// blockParts lists a page's blocks in the order in which they stand. HTML between blocks is one too: the editor calls it classic.
func blockParts(d blocks.Document) []blockPart {
	var out []blockPart
	count := map[string]int{}
	d.Walk(func(at blocks.Path, n blocks.Node) {
		p := blockPart{at: at, node: n, kind: kindOf(n.Name)}
		if n.HTML() {
			if len(at) > 1 || strings.TrimSpace(n.Open) == "" {
				return // the frame of the block around it
			}
			p.kind = kindClassic
		}
		p.words = strings.Join(shown.Words(n.String()), " ")
		for _, e := range elements(ownHTML(n)) {
			if e.depth == 0 && p.id == "" {
				p.id = e.id
			}
			if p.kind == kindHeading && p.level == 0 {
				p.level = e.level()
			}
		}
		count[p.kind]++
		p.name = fmt.Sprintf("%s %d", p.kind, count[p.kind])
		out = append(out, p)
	})
	for i := range out {
		if count[out[i].kind] == 1 {
			out[i].name = out[i].kind
		}
	}
	return out
}

// The kinds that are changed, and how people call HTML in no block.
const (
	kindParagraph = "paragraph"
	kindHeading   = "heading"
	kindList      = "list"
	kindItem      = "list item"
	kindButton    = "button"
	kindPre       = "preformatted"
	kindVerse     = "verse"
	kindHTML      = "html"
	kindClassic   = "classic"
)

func kindOf(name string) string {
	return strings.ReplaceAll(strings.TrimPrefix(name, "core/"), "-", " ")
}

// ownHTML is the HTML of a block without that of the blocks in it.
func ownHTML(n blocks.Node) string {
	if n.HTML() {
		return n.Open
	}
	var b strings.Builder
	for _, in := range n.Inner {
		if in.HTML() {
			b.WriteString(in.Open)
		}
	}
	return b.String()
}

// shown names the part with its first words.
func (p blockPart) shown() string {
	text := []rune(clean.Legible(p.words))
	switch {
	case len(text) == 0:
		return p.name
	case len(text) > 40:
		return p.name + " (“" + strings.TrimSpace(string(text[:40])) + "…”)"
	}
	return p.name + " (“" + string(text) + "”)"
}

const maxNamed = 40

// listedBlocks names blocks for a reader who has to choose.
func listedBlocks(parts []blockPart) string {
	var out []string
	for _, p := range parts {
		if len(out) == maxNamed {
			return strings.Join(out, ", ") + fmt.Sprintf(" and %d more", len(parts)-maxNamed)
		}
		out = append(out, p.shown())
	}
	return strings.Join(out, ", ")
}

// meant lists the parts that a name may mean: more than one only if the name is ambiguous.
func meant(d blocks.Document, parts []blockPart, name string) []blockPart {
	name = plain(name)
	var out []blockPart
	fits := func(test func(blockPart) bool) []blockPart {
		out = nil
		for _, p := range parts {
			if test(p) {
				out = append(out, p)
			}
		}
		return out
	}
	id := strings.TrimPrefix(name, "#")
	tests := []func(blockPart) bool{
		func(p blockPart) bool { return p.id != "" && p.id == id },
		func(p blockPart) bool { return strings.EqualFold(p.name, name) },
	}
	if strings.EqualFold(name, "h1") {
		tests = []func(blockPart) bool{func(p blockPart) bool { return p.kind == kindHeading && p.level == 1 }}
	}
	for _, test := range tests {
		if found := fits(test); len(found) > 0 {
			return found
		}
	}
	if strings.EqualFold(name, "intro") {
		return beforeHeading(parts)
	}
	if headings := fits(func(p blockPart) bool { return p.kind == kindHeading && strings.EqualFold(plain(p.words), name) }); len(headings) == 1 {
		return under(d, parts, headings[0])
	} else if len(headings) > 1 {
		return headings
	}
	if found := fits(func(p blockPart) bool { return strings.EqualFold(plain(p.words), name) && takesWords(p.kind) }); len(found) > 0 {
		return found
	}
	return fits(func(p blockPart) bool { return strings.EqualFold(p.kind, name) })
}

// beforeHeading are the outermost blocks before the first heading of all.
func beforeHeading(parts []blockPart) []blockPart {
	var out []blockPart
	for _, p := range parts {
		if p.kind == kindHeading {
			for len(out) > 0 && within(p.at, out[len(out)-1].at) {
				out = out[:len(out)-1]
			}
			break
		}
		if len(out) == 0 || !within(p.at, out[len(out)-1].at) {
			out = append(out, p)
		}
	}
	return out
}

// within tells whether a path leads into what another one leads to.
func within(inner, outer blocks.Path) bool {
	if len(inner) <= len(outer) {
		return false
	}
	for i := range outer {
		if inner[i] != outer[i] {
			return false
		}
	}
	return true
}

// under returns the blocks below a heading: its siblings up to the next one that is, or contains, a heading of its level or above.
func under(d blocks.Document, parts []blockPart, heading blockPart) []blockPart {
	siblings := d.Siblings(heading.at)
	last := len(heading.at) - 1
	var out []blockPart
	for i := heading.at[last] + 1; i < len(siblings); i++ {
		at := append(append(blocks.Path{}, heading.at[:last]...), i)
		var it blockPart
		for _, p := range parts {
			same := len(p.at) == len(at) && !within(p.at, at) && equal(p.at, at)
			if (same || within(p.at, at)) && p.kind == kindHeading && p.level <= heading.level {
				return out
			}
			if same {
				it = p
			}
		}
		if it.kind != "" {
			out = append(out, it)
		}
	}
	return out
}

func equal(a, b blocks.Path) bool {
	for i := range a {
		if i >= len(b) || a[i] != b[i] {
			return false
		}
	}
	return len(a) == len(b)
}
