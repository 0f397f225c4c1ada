package components

import (
	"fmt"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	east "github.com/yuin/goldmark/extension/ast"
	gmtext "github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/aisteam/aisteam/bots"
)

// markdown turns Markdown into Discord's dialect of it, a string for each block. Words are escaped, so that only what the
// parser has understood is markup; links show where they lead; tables become code, HTML and images become words.
func markdown(source string) []string {
	source = strings.ToValidUTF8(source, "�")
	src := []byte(source)
	doc := goldmark.New(goldmark.WithExtensions(extension.Table, extension.Strikethrough, extension.TaskList)).
		Parser().Parse(gmtext.NewReader(src))
	d := dialect{src: src}
	var out []string
	for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
		if s := strings.TrimRight(d.block(n), "\n "); strings.TrimSpace(s) != "" {
			out = append(out, s)
		}
	}
	return out
}

// dialect writes nodes of a document.
type dialect struct{ src []byte }

const everything = 1 << 30 // no limit: what is too long is cut by block

func (d dialect) block(n ast.Node) string {
	switch n := n.(type) {
	case *ast.Heading:
		return strings.Repeat("#", min(n.Level, 3)) + " " + bots.OneLine(d.inlines(n))
	case *ast.FencedCodeBlock:
		return fenced(string(n.Language(d.src)), d.lines(n))
	case *ast.CodeBlock:
		return fenced("", d.lines(n))
	case *ast.HTMLBlock:
		return Escape(d.lines(n), everything)
	case *ast.ThematicBreak:
		return "-# ———"
	case *ast.Blockquote:
		return prefixed("> ", "> ", d.blocks(n))
	case *ast.List:
		return d.list(n)
	case *east.Table:
		return fenced("", d.table(n))
	default:
		if n.Type() == ast.TypeBlock && n.FirstChild() != nil && n.FirstChild().Type() == ast.TypeBlock {
			return d.blocks(n)
		}
		return d.inlines(n)
	}
}

func (d dialect) blocks(n ast.Node) string {
	var parts []string
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		parts = append(parts, strings.TrimRight(d.block(c), "\n"))
	}
	return strings.Join(parts, "\n")
}

func (d dialect) list(l *ast.List) string {
	var items []string
	number := l.Start
	for c := l.FirstChild(); c != nil; c = c.NextSibling() {
		mark := "- "
		if l.IsOrdered() {
			mark = fmt.Sprintf("%d. ", number)
			number++
		}
		items = append(items, prefixed(mark, strings.Repeat(" ", len(mark)), d.blocks(c)))
	}
	return strings.Join(items, "\n")
}

func prefixed(first, others, s string) string {
	return first + strings.ReplaceAll(s, "\n", "\n"+others)
}

func (d dialect) lines(n ast.Node) string {
	var b strings.Builder
	for i := range n.Lines().Len() {
		seg := n.Lines().At(i)
		b.Write(seg.Value(d.src))
	}
	return strings.TrimRight(b.String(), "\n")
}

const fence = "```"

// fenced is a block of code. A fence within it is broken up, so that it cannot end the block.
func fenced(language, code string) string {
	language = strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '+' || r == '-' || r == '#' {
			return r
		}
		return -1
	}, language)
	return fence + language + "\n" + strings.ReplaceAll(code, fence, "`\u200b`\u200b`") + "\n" + fence
}

// inlines writes what is in a line. Neighbouring pieces of text are one: the parser cuts them in the middle of addresses.
func (d dialect) inlines(n ast.Node) string {
	var b strings.Builder
	var words []byte
	flush := func() {
		b.WriteString(Escape(string(words), everything))
		words = nil
	}
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		t, ok := c.(*ast.Text)
		if !ok {
			flush()
			b.WriteString(d.inline(c))
			continue
		}
		words = append(words, meant(t.Segment.Value(d.src))...)
		if t.HardLineBreak() || t.SoftLineBreak() {
			flush()
			b.WriteByte('\n')
		}
	}
	flush()
	return b.String()
}

// meant undoes Markdown's own escapes.
func meant(raw []byte) []byte {
	return util.ResolveEntityNames(util.ResolveNumericReferences(util.UnescapePunctuations(raw)))
}

func (d dialect) inline(n ast.Node) string {
	switch n := n.(type) {
	case *ast.String:
		return Escape(string(n.Value), everything)
	case *ast.CodeSpan:
		return "`" + strings.ReplaceAll(d.plain(n), "`", "ˋ") + "`"
	case *ast.Emphasis:
		mark := strings.Repeat("*", n.Level)
		return mark + d.inlines(n) + mark
	case *east.Strikethrough:
		return "~~" + d.inlines(n) + "~~"
	case *ast.AutoLink:
		return shown(string(n.URL(d.src)))
	case *ast.Link:
		return linked(d.inlines(n), string(n.Destination))
	case *ast.Image:
		return linked(d.inlines(n), string(n.Destination))
	case *ast.RawHTML:
		var b strings.Builder
		for i := range n.Segments.Len() {
			seg := n.Segments.At(i)
			b.Write(seg.Value(d.src))
		}
		return Escape(b.String(), everything)
	case *east.TaskCheckBox:
		if n.IsChecked {
			return "☑ "
		}
		return "☐ "
	default:
		return d.inlines(n)
	}
}

// linked shows a link's words and where it leads, so that nothing hides behind the words.
func linked(words, to string) string {
	a := shown(to)
	switch {
	case a == "" || words == a || words == to:
		return words
	case words == "":
		return a
	default:
		return words + " (" + a + ")"
	}
}

// shown is an address as text that Discord neither unfurls nor reads as anything else.
func shown(to string) string {
	if a := address(to); a != "" && a == to {
		return "<" + a + ">"
	}
	return Escape(to, 500)
}

// plain is the words of a node without markup.
func (d dialect) plain(n ast.Node) string {
	var b strings.Builder
	_ = ast.Walk(n, func(c ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering {
			switch c := c.(type) {
			case *ast.Text:
				b.Write(c.Segment.Value(d.src))
				if c.SoftLineBreak() || c.HardLineBreak() {
					b.WriteByte(' ')
				}
			case *ast.String:
				b.Write(c.Value)
			}
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}

// table is a table in columns of equal width; Discord has no tables.
func (d dialect) table(t *east.Table) string {
	var cells [][]string
	var widths []int
	for r := t.FirstChild(); r != nil; r = r.NextSibling() {
		var line []string
		for c := r.FirstChild(); c != nil; c = c.NextSibling() {
			s := bots.Clip(bots.OneLine(d.plain(c)), 40)
			if len(line) == len(widths) {
				widths = append(widths, 0)
			}
			widths[len(line)] = max(widths[len(line)], bots.Width(s))
			line = append(line, s)
		}
		cells = append(cells, line)
	}
	lines := make([]string, 0, len(cells))
	for _, c := range cells {
		var b strings.Builder
		for i, s := range c {
			b.WriteString(s + strings.Repeat(" ", widths[i]-bots.Width(s)+2))
		}
		lines = append(lines, strings.TrimRight(b.String(), " "))
	}
	return strings.Join(lines, "\n")
}
