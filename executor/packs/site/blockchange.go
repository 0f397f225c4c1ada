package site

import (
	"slices"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/executor/blocks"
	"github.com/aisteam/aisteam/executor/clean"
)

// changed returns a page in blocks with the named block changed, and the new content as it appears there. Everything else stays
// byte for byte. A name that is ambiguous, or a block that is not made of words, is refused with the list of what there is.
func changed(d blocks.Document, a UpdateContentBlock, fragment string) (next, put string, err error) {
	if !d.Whole() {
		return "", "", assistant.BadInput(assistant.Say("The page /%s is kept in blocks that do not fit together (%s), so I leave it alone: any change could shift what stands in what.", a.Slug, d.Wrong),
			assistant.Say("Please open the page in WordPress's editor, let it repair the page, and save it."))
	}
	parts := blockParts(d)
	found := meant(d, parts, a.Block)
	switch {
	case len(found) == 0:
		if next, put, ok := inClassic(d, a, fragment); ok {
			return next, put, nil
		}
		return "", "", assistant.BadInput(assistant.Say("The page /%s has no block called “%s”.", a.Slug, a.Block), assistant.Say("Please name one of its blocks: %s.", listedBlocks(parts)))
	case len(found) > 1:
		return "", "", assistant.BadInput(assistant.Say("“%s” means %d blocks of the page /%s, and I change one at a time.", a.Block, len(found), a.Slug),
			assistant.Say("Please name one of them: %s.", listedBlocks(found)))
	}
	p := found[0]
	by, refusal := p.with(a.Text, fragment)
	if refusal != "" {
		return "", "", assistant.BadInput(assistant.Say("The block “%s” of the page /%s %s.", p.name, a.Slug, refusal), assistant.Say("Please name another one, or change this one in WordPress's editor: %s.", listedBlocks(parts)))
	}
	out := d.Replace(p.at, by...)
	if !out.Reads() {
		return "", "", assistant.BadInput(assistant.Say("The new content of “%s” would be read as other blocks than it is made of, so I left the page as it is.", p.name), assistant.Say("Please give it as plain words."))
	}
	return out.String(), blocks.Document{Nodes: by}.String(), nil
}

// inClassic changes the part of that name where exactly one piece of HTML between the blocks has it.
func inClassic(d blocks.Document, a UpdateContentBlock, fragment string) (next, put string, ok bool) {
	if strings.EqualFold(plain(a.Block), "intro") {
		return "", "", false
	}
	for i, n := range d.Nodes {
		if !n.HTML() {
			continue
		}
		at, fit := locate(n.Open, a.Block)
		if fit == 0 {
			continue
		}
		if fit > 1 || ok {
			return "", "", false
		}
		put = replacement(a.Text, blocks.Parse(fragment).Bare(), at)
		next, ok = d.Replace(blocks.Path{i}, blocks.HTML(n.Open[:at.from]+put+n.Open[at.to:])).String(), true
	}
	return next, put, ok
}

// takesWords tells whether blocks of the kind are words, so that they can be named by them and changed.
func takesWords(kind string) bool {
	switch kind {
	case kindParagraph, kindHeading, kindItem, kindButton, kindPre, kindVerse, kindClassic:
		return true
	}
	return false
}

// with is what the block becomes, or why it is not changed here, as the rest of a sentence.
func (p blockPart) with(text, fragment string) (by []blocks.Node, refusal string) {
	switch p.kind {
	case kindParagraph, kindHeading, kindItem, kindButton, kindPre, kindVerse:
		return p.wordsWith(text, fragment)
	case kindList:
		return p.listWith(text, fragment)
	case kindClassic, kindHTML:
		if text != "" {
			fragment = clean.Paragraphs(text)
		}
		return p.htmlWith(blocks.Parse(fragment).Bare()), ""
	case "shortcode":
		return nil, "is a shortcode that a plugin reads, and no words"
	}
	switch {
	case p.node.Void():
		return nil, "is filled by the site when the page is shown, so there are no words to change"
	case holdsBlocks(p.node):
		return nil, "holds other blocks"
	}
	return nil, "is of a kind that I do not write"
}

func holdsBlocks(n blocks.Node) bool {
	for _, in := range n.Inner {
		if !in.HTML() {
			return true
		}
	}
	return false
}

// htmlWith keeps the spaces around the HTML.
func (p blockPart) htmlWith(fragment string) []blocks.Node {
	old := ownHTML(p.node)
	body := strings.TrimSpace(old)
	lead, trail, _ := strings.Cut(old, body)
	put := blocks.HTML(lead + strings.TrimSpace(fragment) + trail)
	if p.node.HTML() {
		return []blocks.Node{put}
	}
	n := p.node
	n.Inner = []blocks.Node{put}
	return []blocks.Node{n}
}

// wordsWith puts words into the one element that the block is; its comment and its tag stay as they are. A paragraph may
// become several blocks, the first of them in its place.
func (p blockPart) wordsWith(text, fragment string) (by []blocks.Node, refusal string) {
	e, html, ok := p.wrapper()
	if !ok {
		return nil, "is built in a way that I do not know"
	}
	inner := func(words string) blocks.Node {
		n := p.node
		n.Inner = []blocks.Node{blocks.HTML(html[:e.inner] + words + html[e.innerEnd:])}
		return n
	}
	if text != "" {
		paragraphs := strings.Split(strings.TrimSpace(strings.ReplaceAll(text, "\r\n", "\n")), "\n\n")
		if p.kind != kindParagraph || len(paragraphs) == 1 {
			return []blocks.Node{inner(clean.Text(plain(text)))}, ""
		}
		fragment = clean.Paragraphs(text)
	}
	made := written(fragment)
	if len(made) > 0 && sameKind(made[0], p.kind) {
		if first, from, ok := (blockPart{node: made[0], kind: p.kind}).wrapper(); ok {
			made[0] = inner(strings.TrimSpace(from[first.inner:first.innerEnd]))
		}
	}
	switch {
	case len(made) == 0:
		return nil, "would be empty"
	case p.kind == kindParagraph, len(made) == 1 && sameKind(made[0], p.kind):
		return spaced(made), ""
	case len(made) == 1 && made[0].Name == "core/paragraph":
		words, from, ok := (blockPart{node: made[0], kind: kindParagraph}).wrapper()
		if ok {
			return []blocks.Node{inner(strings.TrimSpace(from[words.inner:words.innerEnd]))}, ""
		}
	}
	return nil, "takes a line of words, and no paragraphs or lists"
}

func sameKind(n blocks.Node, kind string) bool { return kindOf(n.Name) == kind }

// wrapper is the element that holds the block's words, and the block's HTML.
func (p blockPart) wrapper() (e element, html string, ok bool) {
	html = ownHTML(p.node)
	if holdsBlocks(p.node) || p.node.Close == "" {
		return e, html, false
	}
	tags := map[string]string{kindParagraph: "p", kindItem: "li", kindButton: "a", kindPre: "pre", kindVerse: "pre"}
	n := 0
	for _, it := range elements(html) {
		if it.tag == tags[p.kind] || p.kind == kindHeading && it.level() > 0 {
			e = it
			n++
		}
	}
	return e, html, n == 1 && e.innerEnd < e.end && (p.kind == kindButton || e.depth == 0)
}

// listWith makes the items anew, in the list's own tag: as blocks where its items are blocks.
func (p blockPart) listWith(text, fragment string) (by []blocks.Node, refusal string) {
	frame, ok := p.frame()
	if !ok {
		return nil, "is built in a way that I do not know"
	}
	if text != "" {
		fragment = itemsOf(text)
	}
	made := written(fragment)
	if len(made) != 1 || made[0].Name != "core/list" {
		return nil, "takes a list: a line for each item, or HTML of one list"
	}
	n, fresh := p.node, made[0]
	if !holdsBlocks(n) && len(n.Inner) > 0 && strings.Contains(ownHTML(n), "<li") {
		n.Inner = []blocks.Node{blocks.HTML(frame[0] + bareItems(fresh) + frame[1])} // as it was written before items were blocks
		return []blocks.Node{n}, ""
	}
	n.Inner = slices.Concat([]blocks.Node{blocks.HTML(frame[0])}, fresh.Inner[1:len(fresh.Inner)-1], []blocks.Node{blocks.HTML(frame[1])})
	return []blocks.Node{n}, ""
}

// frame is a list's own start and end tag, with what stands around them.
func (p blockPart) frame() (out [2]string, ok bool) {
	if len(p.node.Inner) == 0 || !p.node.Inner[0].HTML() || !p.node.Inner[len(p.node.Inner)-1].HTML() {
		return out, false
	}
	first, last := p.node.Inner[0].Open, p.node.Inner[len(p.node.Inner)-1].Open
	end := strings.LastIndex(last, "</")
	tag := elements(first)
	if end < 0 || len(tag) == 0 || tag[0].tag != "ul" && tag[0].tag != "ol" {
		return out, false
	}
	return [2]string{first[:tag[0].inner], last[end:]}, true
}

func bareItems(list blocks.Node) string {
	var b strings.Builder
	for _, in := range list.Inner[1 : len(list.Inner)-1] {
		b.WriteString(strings.TrimSpace(blocks.Document{Nodes: []blocks.Node{in}}.Bare()))
	}
	return b.String()
}

// itemsOf is a list of the lines, without the signs that people put before them.
func itemsOf(text string) string {
	var b strings.Builder
	b.WriteString("<ul>")
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(strings.TrimLeft(strings.TrimSpace(line), "-*•– ")); line != "" {
			b.WriteString("<li>" + clean.Text(line) + "</li>")
		}
	}
	return b.String() + "</ul>"
}
