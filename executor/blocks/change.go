package blocks

import (
	"slices"
	"strings"
)

// Path leads to a node: its place in the document, then in the block there, and so on.
type Path []int

// Walk calls visit for every node, outer ones first, with the way to it.
func (d Document) Walk(visit func(at Path, n Node)) { walk(d.Nodes, nil, visit) }

func walk(nodes []Node, above Path, visit func(Path, Node)) {
	for i, n := range nodes {
		at := append(slices.Clone(above), i)
		visit(at, n)
		walk(n.Inner, at, visit)
	}
}

// At is the node that the path leads to.
func (d Document) At(p Path) (n Node, found bool) {
	nodes := d.Nodes
	for _, i := range p {
		if i < 0 || i >= len(nodes) {
			return Node{}, false
		}
		n, nodes = nodes[i], nodes[i].Inner
	}
	return n, len(p) > 0
}

// Siblings are the nodes among which the path's last one stands.
func (d Document) Siblings(p Path) []Node {
	if len(p) < 2 {
		return d.Nodes
	}
	above, _ := d.At(p[:len(p)-1])
	return above.Inner
}

// Replace is the document with the node of the path replaced. All else stays as it is.
func (d Document) Replace(p Path, by ...Node) Document {
	d.Nodes = replaced(d.Nodes, p, by)
	return d
}

func replaced(nodes []Node, p Path, by []Node) []Node {
	if len(p) == 0 || p[0] < 0 || p[0] >= len(nodes) {
		return nodes
	}
	if len(p) == 1 {
		return slices.Concat(nodes[:p[0]], by, nodes[p[0]+1:])
	}
	out := slices.Clone(nodes)
	out[p[0]].Inner = replaced(out[p[0]].Inner, p[1:], by)
	return out
}

// Reads tells whether the document, printed, is read as the blocks it is made of: nothing that was put in is a comment of the
// grammar itself.
func (d Document) Reads() bool {
	again := Parse(d.String())
	return again.Whole() && same(merged(d.Nodes), again.Nodes)
}

func same(a, b []Node) bool {
	return slices.EqualFunc(a, b, func(a, b Node) bool {
		return a.Name == b.Name && a.Open == b.Open && a.Close == b.Close && same(merged(a.Inner), b.Inner)
	})
}

// merged has HTML that stands side by side as one.
func merged(nodes []Node) []Node {
	var out []Node
	for _, n := range nodes {
		switch k := len(out); {
		case n.HTML() && n.Open == "":
		case n.HTML() && k > 0 && out[k-1].HTML():
			out[k-1].Open += n.Open
		default:
			out = append(out, n)
		}
	}
	return out
}

// Bare is the document without the comments of its blocks.
func (d Document) Bare() string {
	var out strings.Builder
	d.Walk(func(_ Path, n Node) {
		if n.HTML() {
			out.WriteString(n.Open)
		}
	})
	return out.String()
}

// Make is a block with that content. Attributes are JSON, or "" for none.
func Make(name, attributes string, inner ...Node) Node {
	if attributes != "" {
		attributes += " "
	}
	return Node{
		Name: "core/" + name, Attributes: attributes,
		Open: "<!-- wp:" + name + " " + attributes + "-->", Inner: inner, Close: "<!-- /wp:" + name + " -->",
	}
}

// HTML is HTML in no block.
func HTML(text string) Node { return Node{Open: text} }
