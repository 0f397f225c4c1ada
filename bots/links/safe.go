package links

import (
	"cmp"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	gmtext "github.com/yuin/goldmark/text"

	"github.com/aisteam/aisteam/bots"
)

// Safe returns Markdown whose links lead only to the given hosts and show where they lead. Models repeat what pages and people have
// told them, so nobody vouches for an address in their text. An address on another host stays readable as code, which no platform
// turns into a link, and is never hidden behind other words. A link to an allowed host whose words look like another host's address
// shows its host beside them. Schemes other than http, https and mail are dropped.
//
// A host allows itself alone, on any port; one that begins with a dot allows its subdomains.
func Safe(markdown string, hosts []string) string {
	if !strings.ContainsAny(markdown, ":[.&") {
		return markdown
	}
	l := linker{hosts: hosts}
	read := linksIn([]byte(markdown))
	out := l.rewritten(read, markdown, 0)
	if out != markdown {
		read = linksIn([]byte(out))
	}
	if l.live(read, out) {
		return l.broken(deadLinks.Replace(out))
	}
	return out
}

// deadLinks breaks everything that could become a link. It is for text whose links are still live after rewriting.
//
//nolint:gochecknoglobals // it is a constant
var deadLinks = strings.NewReplacer("](", "]\u200b(", "][", "]\u200b[", "]:", "]\u200b:", "://", ":\u200b//", "www.", "www\u200b.", "WWW.", "WWW\u200b.", "<", "<\u200b")

type linker struct{ hosts []string }

// reader parses Markdown as the platforms do. It is read-only and safe for concurrent use.
var reader = sync.OnceValue(func() parser.Parser {
	return goldmark.New(goldmark.WithExtensions(extension.Table, extension.Strikethrough, extension.Linkify)).Parser()
})

func linksIn(src []byte) ast.Node { return reader().Parse(gmtext.NewReader(src)) }

// change is a stretch of the source and what stands there instead.
type change struct {
	from, to int
	with     string
}

func (l linker) rewrite(text string, depth int) string {
	return l.rewritten(linksIn([]byte(text)), text, depth)
}

// rewritten is the text that has been read, with what becomes of its nodes.
func (l linker) rewritten(read ast.Node, text string, depth int) string {
	src := []byte(text)
	var changes []change
	_ = ast.Walk(read, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		for _, c := range l.wordsOf(n, src) {
			changes = added(changes, c)
		}
		c, ok := l.change(n, src, depth)
		if !ok {
			if n.Kind() == ast.KindCodeSpan {
				return ast.WalkSkipChildren, nil
			}
			return ast.WalkContinue, nil
		}
		changes = added(changes, c)
		return ast.WalkSkipChildren, nil
	})
	var b strings.Builder
	at := 0
	for _, c := range changes {
		b.WriteString(text[at:c.from] + c.with)
		at = c.to
	}
	return b.String() + text[at:]
}

func added(cs []change, c change) []change {
	if c.to > c.from && (len(cs) == 0 || c.from >= cs[len(cs)-1].to) {
		return append(cs, c)
	}
	return cs
}

// words finds the addresses that Markdown makes no link of and a platform might.
func (l linker) words(seg gmtext.Segment, src []byte) []change {
	var out, whole []change
	for at := seg.Start; at < seg.Stop; {
		i := strings.Index(string(src[at:seg.Stop]), "://")
		if i < 0 {
			break
		}
		from, to := at+i, at+i+len("://")
		for from > at && !strings.ContainsRune(addressEnds, rune(src[from-1])) {
			from--
		}
		for to < len(src) && !strings.ContainsRune(addressEnds, rune(src[to])) {
			to++
		}
		address := string(src[from:to])
		whole = append(whole, change{from: from, to: to})
		if !l.allowed(address) {
			out = append(out, change{from, to, asCode(address)})
		}
		at = to
	}
	for _, c := range l.domains(string(src[seg.Start:seg.Stop])) {
		c.from, c.to = c.from+seg.Start, c.to+seg.Start
		if !slices.ContainsFunc(whole, func(w change) bool { return c.from < w.to && w.from < c.to }) {
			out = append(out, c)
		}
	}
	slices.SortFunc(out, func(a, b change) int { return cmp.Compare(a.from, b.from) })
	return out
}

// wordsOf are the changes of what a node says in words of its own. What looks like HTML is words to every platform, and what
// looks like code in it is none.
func (l linker) wordsOf(n ast.Node, src []byte) []change {
	var tags []gmtext.Segment
	switch n := n.(type) {
	case *ast.Text:
		return l.words(n.Segment, src)
	case *ast.RawHTML:
		tags = n.Segments.Sliced(0, n.Segments.Len())
	case *ast.HTMLBlock:
		tags = n.Lines().Sliced(0, n.Lines().Len())
	}
	var out []change
	for _, seg := range tags {
		text := string(src[seg.Start:seg.Stop])
		if safe := SafeWords(text, l.hosts); safe != text {
			out = append(out, change{seg.Start, seg.Stop, safe})
		}
	}
	return out
}

// addressEnds are the characters that an address in words ends at.
const addressEnds = " \t\n<>|\"'()[]*_`"

// change returns a node's replacement, or false if it stays.
func (l linker) change(n ast.Node, src []byte, depth int) (change, bool) {
	switch n := n.(type) {
	case *ast.AutoLink:
		return l.bare(n, src)
	case *ast.Link:
		return l.link(n.Pos(), string(n.Destination), src, depth)
	case *ast.Image:
		return l.link(n.Pos(), string(n.Destination), src, depth)
	case *ast.RawHTML:
		if n.Segments.Len() > 0 {
			return tags(n.Segments.At(0).Start, n.Segments.At(n.Segments.Len()-1).Stop, src)
		}
	case *ast.HTMLBlock:
		if lines := n.Lines(); lines.Len() > 0 {
			return tags(lines.At(0).Start, max(lines.At(lines.Len()-1).Stop, n.ClosureLine.Stop), src)
		}
	case *ast.LinkReferenceDefinition: // what refers to it has become a link of its own
		if lines := n.Lines(); lines.Len() > 0 {
			return change{from: lines.At(0).Start, to: lines.At(lines.Len() - 1).Stop}, true
		}
	}
	return change{}, false
}

// tags takes the force of addresses in HTML, which no platform draws and some make links of.
func tags(from, to int, src []byte) (change, bool) {
	html := string(src[from:to])
	dead := deadLinks.Replace(html)
	return change{from, to, dead}, strings.Contains(html, "://") || strings.Contains(strings.ToLower(html), "www.")
}

func (l linker) bare(n *ast.AutoLink, src []byte) (change, bool) {
	address := string(n.Label(src))
	at := n.Pos()
	if at < 0 || n.AutoLinkType == ast.AutoLinkEmail || l.allowed(string(n.URL(src))) {
		return change{}, false
	}
	// The position of one that the parser found in words may be before it.
	i := strings.Index(string(src[at:]), address)
	if i < 0 {
		return change{}, false
	}
	from, to := at+i, at+i+len(address)
	if from > 0 && src[from-1] == '<' && to < len(src) && src[to] == '>' {
		from, to = from-1, to+1
	}
	return change{from, to, asCode(address)}, true
}

// link rewrites a link or an image, which becomes a link.
func (l linker) link(at int, to string, src []byte, depth int) (change, bool) {
	label, end, ok := linkSource(src, at)
	if !ok {
		return change{}, false
	}
	if depth < 3 {
		label = l.rewrite(label, depth+1)
	}
	words := strings.TrimSpace(strings.Trim(label, "*_~` "))
	u, err := url.Parse(to)
	switch {
	case err == nil && u.Scheme == "mailto":
		return change{at, end, label + " (" + asCode(u.Opaque) + ")"}, true
	case err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https":
		return change{at, end, label}, true
	case !l.allowed(to) && (words == "" || words == to || words == u.Host || words == strings.TrimPrefix(to, u.Scheme+"://")):
		return change{at, end, asCode(to)}, true
	case !l.allowed(to):
		return change{at, end, label + " (" + asCode(to) + ")"}, true
	}
	shown := "[" + firstWords(label, to) + "](<" + strings.NewReplacer("<", "%3C", ">", "%3E", "|", "%7C").Replace(to) + ">)"
	if !strings.ContainsAny(to, " ()|<>") {
		shown = "[" + firstWords(label, to) + "](" + to + ")"
	}
	if host := hostIn(words); host != "" && host != strings.ToLower(u.Hostname()) {
		shown += " (" + u.Hostname() + ")"
	}
	return change{at, end, shown}, true
}

func firstWords(label, to string) string {
	if strings.TrimSpace(label) == "" {
		return to
	}
	return label
}

// hostIn is the host of words that look like an address.
func hostIn(words string) string {
	_, rest, found := strings.Cut(words, "://")
	if !found {
		rest = words
	}
	host, _, _ := strings.Cut(rest, "/")
	if strings.ContainsAny(host, " \t\n") || !strings.Contains(strings.Trim(host, "."), ".") {
		return ""
	}
	return strings.ToLower(host)
}

// allowed tells whether an address leads to an allowed host.
func (l linker) allowed(address string) bool {
	u, err := url.Parse(address)
	if err != nil || u.User != nil || u.Scheme != "http" && u.Scheme != "https" || strings.ContainsAny(address, "\\\n\t ") {
		return false
	}
	host := strings.ToLower(u.Hostname())
	return host != "" && slices.ContainsFunc(l.hosts, func(h string) bool {
		h = strings.ToLower(h)
		return host == h || strings.HasPrefix(h, ".") && strings.HasSuffix(host, h)
	})
}

// live tells whether the text still holds a link that is not allowed.
func (l linker) live(read ast.Node, text string) bool {
	found := false
	src := []byte(text)
	_ = ast.Walk(read, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		found = found || len(l.wordsOf(n, src)) > 0
		switch n := n.(type) {
		case *ast.CodeSpan:
			return ast.WalkSkipChildren, nil
		case *ast.AutoLink:
			found = found || n.AutoLinkType != ast.AutoLinkEmail && !l.allowed(string(n.URL(src)))
		case *ast.Link:
			found = found || !l.allowed(string(n.Destination))
		case *ast.Image:
			found = true
		}
		return ast.WalkContinue, nil
	})
	return found
}

// asCode shows an address so that people can read and copy it, but not click it.
func asCode(address string) string {
	return "`" + bots.Clip(strings.NewReplacer("`", "%60", "|", "%7C", "\n", "", "\u200b", "").Replace(address), 500) + "`"
}

// linkSource reads the source of a link that the parser has found: what stands in its brackets, and where it ends.
func linkSource(src []byte, at int) (label string, end int, ok bool) {
	if at < 0 || at >= len(src) {
		return "", 0, false
	}
	if src[at] == '!' {
		at++
	}
	stop := closing(src, at, '[', ']')
	if stop < 0 {
		return "", 0, false
	}
	label, end = string(src[at+1:stop]), stop+1
	if end < len(src) && src[end] == '(' {
		if to := closing(src, end, '(', ')'); to >= 0 {
			return label, to + 1, true
		}
	}
	if end < len(src) && src[end] == '[' {
		if to := closing(src, end, '[', ']'); to >= 0 {
			return label, to + 1, true
		}
	}
	return label, end, true
}

// closing is where the bracket at a position is closed. Code, titles and addresses in angle brackets may hold others.
func closing(src []byte, at int, opens, closes byte) int {
	if at >= len(src) || src[at] != opens {
		return -1
	}
	depth := 0
	for i := at; i < len(src); i++ {
		switch c := src[i]; {
		case c == '\\':
			i++
		case c == opens:
			depth++
		case c == closes:
			if depth--; depth == 0 {
				return i
			}
		case c == '`' && opens == '[', (c == '"' || c == '\'') && opens == '(' && i > 0 && (src[i-1] == ' ' || src[i-1] == '\n'):
			if end := strings.IndexByte(string(src[i+1:]), c); end >= 0 {
				i += end + 1
			}
		case c == '<' && opens == '(' && i == at+1:
			if end := strings.IndexByte(string(src[i:]), '>'); end >= 0 {
				i += end
			}
		}
	}
	return -1
}
