package site

import (
	"html"
	"strings"

	nethtml "golang.org/x/net/html"

	"github.com/aisteam/aisteam/executor/clean"
)

// The content of a page is changed by bytes, not by parsing it and writing it again: shortcodes, editor comments and the
// way somebody wrote the rest stay exactly as they are.

// element is an element of the content, by its place in the bytes.
type element struct {
	tag      string
	id       string
	depth    int
	start    int // of the start tag
	inner    int // after the start tag
	innerEnd int // before the end tag
	end      int // after the end tag
	text     string
}

func (e element) level() int {
	if len(e.tag) == 2 && e.tag[0] == 'h' && e.tag[1] >= '1' && e.tag[1] <= '6' {
		return int(e.tag[1] - '0')
	}
	return 0
}

// What is read of a page. Browsers nest no deeper either.
const (
	maxDepth   = 512
	maxHeading = 2000 // bytes of a heading, about
)

// elements lists the content's elements in order of their start. It forgives end tags that are missing.
func elements(content string) []element {
	z := nethtml.NewTokenizer(strings.NewReader(content))
	l := lister{count: map[string]int{}}
	at := 0
	for {
		kind := z.Next()
		if kind == nethtml.ErrorToken {
			break
		}
		from, to := at, at+len(z.Raw())
		at = to
		switch kind {
		case nethtml.StartTagToken, nethtml.SelfClosingTagToken:
			l.start(z.Token(), kind == nethtml.StartTagToken, from, to)
		case nethtml.EndTagToken:
			name, _ := z.TagName()
			if l.count[string(name)] == 0 {
				continue
			}
			for l.top().tag != string(name) {
				l.close(from, from)
			}
			l.close(from, to)
		case nethtml.TextToken:
			if l.headings > 0 {
				l.text(html.UnescapeString(string(z.Text())))
			}
		case nethtml.CommentToken, nethtml.DoctypeToken, nethtml.ErrorToken:
		}
	}
	for len(l.open) > 0 {
		l.close(at, at)
	}
	return l.all
}

// lister gathers elements as their tags come.
type lister struct {
	all      []element
	open     []int          // into all, outermost first
	count    map[string]int // of what is open, by tag
	headings int            // that are open
}

func (l *lister) top() *element { return &l.all[l.open[len(l.open)-1]] }

func (l *lister) start(t nethtml.Token, opens bool, from, to int) {
	if len(l.open) > 0 && clean.EndedBy(l.top().tag, t.Data) {
		l.close(from, from)
	}
	e := element{tag: t.Data, depth: len(l.open), start: from, inner: to, innerEnd: to, end: to}
	for _, a := range t.Attr {
		if a.Key == "id" {
			e.id = a.Val
		}
	}
	l.all = append(l.all, e)
	if !opens || clean.Void(t.Data) || len(l.open) >= maxDepth {
		return
	}
	l.open = append(l.open, len(l.all)-1)
	if l.count[e.tag]++; e.level() > 0 {
		l.headings++
	}
}

func (l *lister) close(innerEnd, end int) {
	e := l.top()
	e.innerEnd, e.end = innerEnd, end
	l.open = l.open[:len(l.open)-1]
	if l.count[e.tag]--; e.level() > 0 {
		l.headings--
	}
}

func (l *lister) text(words string) {
	for _, i := range l.open {
		if e := &l.all[i]; e.level() > 0 && len(e.text) < maxHeading {
			e.text += words
		}
	}
}

// span is the part of the content that a block's name means.
type span struct {
	from, to int
	words    bool // it takes words alone: a heading's own text
}

// locate finds the part that a name means. With how many fit, so that nobody guesses among several.
func locate(content, block string) (found span, fit int) {
	all := elements(content)
	name := strings.TrimSpace(block)
	switch strings.ToLower(name) {
	case "h1":
		for _, e := range all {
			if e.tag == "h1" {
				return span{e.inner, e.innerEnd, true}, 1
			}
		}
		return span{}, 0
	case "intro":
		return introOf(all, len(content)), 1
	}
	for i, e := range all {
		if id := strings.TrimPrefix(name, "#"); e.id != "" && e.id == id && takesContent(all, i) {
			return span{e.inner, e.innerEnd, e.level() > 0}, 1
		}
	}
	for i, e := range all {
		if e.level() > 0 && strings.EqualFold(plain(e.text), plain(name)) {
			found = span{from: e.end, to: sectionEnd(all, i, e.level(), len(content))}
			fit++
		}
	}
	return found, fit
}

// takesContent tells whether what is put into the element is content, and neither code, a drawing nor a form's value.
func takesContent(all []element, i int) bool {
	for j, e := range all[:i+1] {
		if j < i && (e.depth >= all[i].depth || e.innerEnd < all[i].end) {
			continue // it is not around it
		}
		switch e.tag {
		case "script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes", "noscript", "plaintext", "template", "svg",
			"math", "select", "option", "object", "canvas", "head":
			return false
		}
	}
	return !clean.Void(all[i].tag)
}

// introOf is what stands after the main heading, or at the beginning, up to the first section.
func introOf(all []element, end int) span {
	for i, e := range all {
		if e.tag == "h1" {
			return span{from: e.end, to: sectionEnd(all, i, 6, end)}
		}
	}
	for i, e := range all {
		if e.depth == 0 && (e.level() > 0 || holdsHeading(all, i, 6)) {
			return span{from: 0, to: e.start}
		}
	}
	return span{from: 0, to: end}
}

// sectionEnd is where the section of the heading ends: at the next sibling that is, or holds, a heading of its level or
// above, or where what both stand in ends.
func sectionEnd(all []element, heading, level, end int) int {
	h := all[heading]
	for i := heading - 1; i >= 0; i-- {
		if p := all[i]; p.depth == h.depth-1 && p.innerEnd >= h.end {
			end = p.innerEnd
			break
		}
	}
	for i := heading + 1; i < len(all) && all[i].start < end; i++ {
		e := all[i]
		if e.depth != h.depth {
			continue
		}
		if l := e.level(); (l > 0 && l <= level) || holdsHeading(all, i, level) {
			return e.start
		}
	}
	return end
}

func holdsHeading(all []element, outer, level int) bool {
	for i := outer + 1; i < len(all) && all[i].start < all[outer].innerEnd; i++ {
		if l := all[i].level(); l > 0 && l <= level {
			return true
		}
	}
	return false
}

// partsOf lists the names of the parts a page has.
func partsOf(content string) []string {
	var out []string
	for _, e := range elements(content) {
		if e.level() > 0 && plain(e.text) != "" {
			out = append(out, plain(e.text))
		}
	}
	return out
}

func plain(text string) string { return strings.Join(strings.Fields(text), " ") }
