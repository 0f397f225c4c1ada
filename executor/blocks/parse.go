package blocks

import "strings"

// Node is a block, or HTML that stands between blocks.
type Node struct {
	Name       string // such as core/paragraph; "" for HTML
	Attributes string // of a block, as they are written: JSON and the spaces after it, or "" for none
	Open       string // the comment that begins a block, as it is written; of HTML, the HTML
	Inner      []Node // what stands between a block's comments
	Close      string // the comment that ends a block; "" where it needs none, or has none
}

// Void tells whether the block is one comment alone, which the site fills when the page is shown.
func (n Node) Void() bool { return n.Name != "" && strings.HasSuffix(n.Open, "/-->") }

// HTML tells whether the node is HTML in no block of its own.
func (n Node) HTML() bool { return n.Name == "" }

// String is the node as it is written.
func (n Node) String() string {
	var b strings.Builder
	n.print(&b)
	return b.String()
}

func (n Node) print(b *strings.Builder) {
	b.WriteString(n.Open)
	for _, in := range n.Inner {
		in.print(b)
	}
	b.WriteString(n.Close)
}

// Document is a text, read.
type Document struct {
	Nodes []Node
	Wrong string // why the comments do not fit together, as the rest of a sentence; "" where they do
}

// Whole tells whether every block that begins ends, and the other way round, by the same name.
func (d Document) Whole() bool { return d.Wrong == "" }

// HasBlocks tells whether there is any block.
func (d Document) HasBlocks() bool {
	for _, n := range d.Nodes {
		if !n.HTML() {
			return true
		}
	}
	return false
}

// String is the text, byte for byte.
func (d Document) String() string {
	var b strings.Builder
	for _, n := range d.Nodes {
		n.print(&b)
	}
	return b.String()
}

// maxDepth bounds how deep blocks are nested. People's pages have a dozen levels.
const maxDepth = 256

// reader reads one text.
type reader struct {
	text    string
	endless int // up to where attributes are known to have no end
	open    []Node
	done    []Node // of the outermost level
	wrong   string
}

// Parse reads the text. As in WordPress, an end without a beginning makes HTML of all that follows, an end closes whatever
// is open, and what is open at the end ends there.
func Parse(text string) Document {
	r := &reader{text: text, endless: -1}
	at := 0
	for {
		t, found := r.next(at)
		if !found {
			break
		}
		if t.closes && !t.void && len(r.open) == 0 {
			r.complain("it ends a “" + short(t.name) + "” that never began")
			break
		}
		r.html(text[at:t.from])
		raw := text[t.from:t.to]
		at = t.to
		switch {
		case t.void:
			r.add(Node{Name: t.name, Attributes: t.attributes, Open: raw})
		case t.closes:
			if last := r.open[len(r.open)-1].Name; last != t.name {
				r.complain("it ends a “" + short(t.name) + "” where a “" + short(last) + "” is open")
			}
			r.close(raw)
		default:
			if len(r.open) >= maxDepth {
				r.complain("its blocks stand in one another without end")
			}
			r.open = append(r.open, Node{Name: t.name, Attributes: t.attributes, Open: raw})
		}
	}
	r.html(text[at:])
	for len(r.open) > 0 {
		r.complain("it begins a “" + short(r.open[len(r.open)-1].Name) + "” that never ends")
		r.close("")
	}
	return Document{Nodes: r.done, Wrong: r.wrong}
}

func (r *reader) complain(of string) {
	if r.wrong == "" {
		r.wrong = of
	}
}

func (r *reader) html(text string) {
	if text != "" {
		r.add(Node{Open: text})
	}
}

func (r *reader) add(n Node) {
	if len(r.open) == 0 {
		r.done = append(r.done, n)
		return
	}
	last := &r.open[len(r.open)-1]
	last.Inner = append(last.Inner, n)
}

func (r *reader) close(raw string) {
	n := r.open[len(r.open)-1]
	r.open = r.open[:len(r.open)-1]
	n.Close = raw
	r.add(n)
}

func short(name string) string { return strings.TrimPrefix(name, "core/") }
