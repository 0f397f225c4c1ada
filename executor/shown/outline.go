package shown

import (
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"github.com/aisteam/aisteam/executor/clean"
)

// Outline is content as plain text that keeps its structure: headings, paragraphs, lists, tables, with where links lead and
// what images load.
func Outline(content string) string {
	o := &outliner{}
	for z := html.NewTokenizer(strings.NewReader(content)); ; {
		switch kind := z.Next(); kind {
		case html.ErrorToken:
			o.flush()
			return strings.TrimSpace(o.out.String())
		case html.TextToken:
			o.line.WriteString(string(z.Text()))
		case html.StartTagToken, html.SelfClosingTagToken:
			o.start(z.Token())
		case html.EndTagToken:
			name, _ := z.TagName()
			o.end(string(name))
		case html.CommentToken, html.DoctypeToken:
		}
	}
}

// outliner writes a line per block.
type outliner struct {
	out   strings.Builder
	line  strings.Builder
	mark  string // before the line: "# ", "- "
	lists []int  // the next number of each list that is open; 0 where it has none
	link  string
}

func (o *outliner) flush() {
	words := clean.Legible(o.line.String())
	o.line.Reset()
	if words == "" || words == "|" {
		return
	}
	if o.out.Len() > 0 {
		o.out.WriteByte('\n')
		if !strings.HasPrefix(strings.TrimSpace(o.mark), "-") && !strings.HasSuffix(o.mark, ". ") && !strings.HasPrefix(words, "|") {
			o.out.WriteByte('\n')
		}
	}
	o.out.WriteString(o.mark + words)
	o.mark = ""
}

func (o *outliner) start(t html.Token) {
	switch t.Data {
	case "h1", "h2", "h3", "h4", "h5", "h6":
		o.flush()
		o.mark = strings.Repeat("#", int(t.Data[1]-'0')) + " "
	case "ul":
		o.flush()
		o.lists = append(o.lists, 0)
	case "ol":
		o.flush()
		o.lists = append(o.lists, 1)
	case "li":
		o.flush()
		o.mark = "- "
		if n := len(o.lists); n > 0 {
			if at := &o.lists[n-1]; *at > 0 {
				o.mark = strconv.Itoa(*at) + ". "
				*at++
			}
			o.mark = strings.Repeat("  ", min(n-1, 8)) + o.mark
		}
	case "td", "th":
		o.line.WriteString(" | ")
	case "a":
		o.link = Attr(t, "href")
	case "img":
		o.line.WriteString(" [image: " + Attr(t, "alt") + ", " + Address(Attr(t, "src")) + "] ")
	case "br":
		o.line.WriteByte(' ')
	default:
		if !Inline(t.Data) {
			o.flush()
			if t.Data != "p" {
				o.mark = ""
			}
		}
	}
}

func (o *outliner) end(tag string) {
	switch tag {
	case "a":
		if o.link != "" {
			o.line.WriteString(" (" + Address(o.link) + ")")
		}
		o.link = ""
	case "td", "th":
	case "ul", "ol":
		o.flush()
		o.mark = ""
		if n := len(o.lists); n > 0 {
			o.lists = o.lists[:n-1]
		}
	default:
		if !Inline(tag) {
			o.flush()
			o.mark = ""
		}
	}
}
