package main

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/aisteam/aisteam/executor/blocks"
)

// told is a block as a parser of WordPress's tells it.
type told struct {
	Name       string  `json:"name"`
	Attributes string  `json:"attributes"` // JSON, in base64
	Content    []piece `json:"content"`
}

// piece is HTML, or a block in it.
type piece struct {
	html  string
	block *told
}

// UnmarshalJSON reads HTML in base64, or a block.
func (p *piece) UnmarshalJSON(raw []byte) error {
	if len(raw) > 0 && raw[0] == '{' {
		return json.Unmarshal(raw, &p.block)
	}
	var text string
	if err := json.Unmarshal(raw, &text); err != nil {
		return err
	}
	html, err := base64.StdEncoding.DecodeString(text)
	p.html = string(html)
	return err
}

// form writes what a parser tells so that two tellings can be compared.
func form(all []told) (string, error) {
	var b strings.Builder
	for _, t := range all {
		if err := t.write(&b, 0); err != nil {
			return "", err
		}
	}
	return b.String(), nil
}

func (t told) write(b *strings.Builder, depth int) error {
	raw, err := base64.StdEncoding.DecodeString(t.Attributes)
	if err != nil {
		return fmt.Errorf("attributes of %s: %w", t.Name, err)
	}
	fmt.Fprintf(b, "%*s%q %s\n", depth, "", t.Name, canonical(raw))
	for _, p := range t.Content {
		if p.block == nil {
			fmt.Fprintf(b, "%*s%q\n", depth+1, "", p.html)
			continue
		}
		if err := p.block.write(b, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// canonical is JSON in one form: PHP knows lists and maps as one thing, and numbers are written in several ways.
func canonical(raw []byte) string {
	var v any
	if err := json.Unmarshal(raw, &v); err != nil {
		return "null"
	}
	out, err := json.Marshal(keyed(v))
	if err != nil {
		return "null"
	}
	return string(out)
}

func keyed(v any) any {
	switch v := v.(type) {
	case []any:
		out := map[string]any{}
		for i, in := range v {
			out[strconv.Itoa(i)] = keyed(in)
		}
		return out
	case map[string]any:
		for k, in := range v {
			v[k] = keyed(in)
		}
	}
	return v
}

// dialect is in what WordPress's two parsers differ.
type dialect struct{ zeroIsNothing bool } // for PHP the text 0 is empty

func (d dialect) nothing(html string) bool { return html == "" || d.zeroIsNothing && html == "0" }

// tell says how WordPress reads the document, from how we do. What is never closed it tells once for each level, the
// innermost first, each with all that follows.
func (d dialect) tell(doc blocks.Document) []told {
	var out []told
	nodes := doc.Nodes
	var never []blocks.Node
	if n := len(nodes); n > 0 && unclosed(nodes[n-1]) {
		never, nodes = nodes[n-1:], nodes[:n-1]
		if n > 1 && nodes[n-2].HTML() {
			never, nodes = doc.Nodes[n-2:], nodes[:n-2]
		}
	}
	for _, n := range nodes {
		out = append(out, d.one(n, false))
	}
	return append(out, d.endless(never)...)
}

func unclosed(n blocks.Node) bool { return !n.HTML() && !n.Void() && n.Close == "" }

func freeform(html string) told {
	return told{Content: []piece{{html: html}}, Attributes: base64.StdEncoding.EncodeToString([]byte("{}"))}
}

func (d dialect) one(n blocks.Node, nested bool) told {
	if n.HTML() {
		return freeform(n.Open)
	}
	out := head(n)
	var last string
	out.Content, last = d.inner(n.Inner)
	if nested && !n.Void() || !d.nothing(last) {
		out.Content = append(out.Content, piece{html: last})
	}
	return out
}

func head(n blocks.Node) told {
	attributes := n.Attributes
	if attributes == "" {
		attributes = "{}"
	}
	return told{Name: n.Name, Attributes: base64.StdEncoding.EncodeToString([]byte(attributes))}
}

// inner is what stands in a block up to the last block in it, and the HTML after that.
func (d dialect) inner(nodes []blocks.Node) (out []piece, last string) {
	for _, n := range nodes {
		if n.HTML() {
			last = n.Open
			continue
		}
		if !d.nothing(last) {
			out = append(out, piece{html: last})
		}
		in := d.one(n, true)
		out, last = append(out, piece{block: &in}), ""
	}
	return out, last
}

// endless tells what is never closed: a block, and the HTML right before it where there is any.
func (d dialect) endless(nodes []blocks.Node) []told {
	if len(nodes) == 0 {
		return nil
	}
	n := nodes[len(nodes)-1]
	closed, deeper := n.Inner, []blocks.Node(nil)
	if k := len(closed); k > 0 && unclosed(closed[k-1]) {
		deeper, closed = closed[k-1:], closed[:k-1]
	}
	var tail strings.Builder
	end := len(closed)
	for end > 0 && closed[end-1].HTML() {
		end--
	}
	for _, in := range n.Inner[end:] {
		tail.WriteString(in.String())
	}
	self := head(n)
	self.Content, _ = d.inner(closed[:end])
	if !d.nothing(tail.String()) {
		self.Content = append(self.Content, piece{html: tail.String()})
	}
	if len(deeper) > 0 && end < len(closed) {
		deeper = slices.Concat(closed[len(closed)-1:], deeper)
	}
	out := d.endless(deeper)
	if len(nodes) > 1 {
		out = append(out, freeform(nodes[0].Open))
	}
	return append(out, self)
}
