package split

import (
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	gmtext "github.com/yuin/goldmark/text"

	"github.com/aisteam/aisteam/bots"
)

// Markdown divides Markdown into pieces of at most units (see [bots.Width]; 100 is the least that makes sense), each well
// formed by itself and none without words. It cuts between blocks where it can. What is longer than a piece is divided by
// what it is: code is fenced again in each piece, a table repeats its header, a list goes on by its items, text is cut
// between sentences or words and never within a link or a span of code that fits. No word is lost.
//
// Where nothing else helps (an address longer than a piece, lists within lists without end) it cuts where it has to, or
// shows the source as code.
func Markdown(text string, units int) []string {
	text = strings.ReplaceAll(strings.ToValidUTF8(text, "�"), "\r\n", "\n")
	return splitter{units: max(units, leastUnits)}.divide(text)
}

const (
	leastUnits = 100
	mostDepth  = 6 // of lists and quotations within one another
)

// splitter divides what stands within lists and quotations too: there every line takes `per` units more.
type splitter struct{ units, per, depth int }

func (s splitter) fits(text string) bool {
	text = strings.Trim(text, "\n")
	return bots.Width(text)+s.per*(1+strings.Count(text, "\n")) <= s.units
}

// within is the splitter for what stands deeper by so many units on each line.
func (s splitter) within(per int) splitter {
	return splitter{units: s.units, per: s.per + per, depth: s.depth + 1}
}

// tight tells whether so little room is left that structure cannot be kept.
func (s splitter) tight() bool { return s.depth > mostDepth || s.per*3 > s.units }

func (s splitter) divide(text string) []string {
	text = strings.Trim(text, "\n")
	if strings.TrimSpace(text) == "" {
		return nil
	}
	if s.fits(text) && !strings.Contains(text, "```") && !strings.Contains(text, "~~~") {
		return []string{text}
	}
	src := []byte(text)
	p := packer{splitter: s}
	for _, b := range sections(src) {
		b.text = closed(b, src)
		if s.fits(b.text) {
			p.add(b.text, true)
			continue
		}
		p.addAll(s.section(b, src))
	}
	return p.done()
}

// part is a block with its source: whole lines, with what follows up to the next block.
type part struct {
	node     ast.Node
	from, to int
	text     string
}

// sections are the outermost blocks.
func sections(src []byte) []part {
	doc := goldmark.New(goldmark.WithExtensions(extension.Table, extension.Strikethrough, extension.Linkify)).Parser().Parse(gmtext.NewReader(src))
	var out []part
	var starts []int
	for n := doc.FirstChild(); n != nil; n = n.NextSibling() {
		at := n.Pos()
		if n.Kind().String() == "Table" && n.FirstChild() != nil {
			at = n.FirstChild().Pos() // the table's own is that of the text right above it
		}
		if at < 0 || at > len(src) {
			continue // a definition without a place: it is in the source of the block before
		}
		at = lineStart(src, at)
		if len(starts) > 0 && at <= starts[len(starts)-1] {
			continue
		}
		out, starts = append(out, part{node: n}), append(starts, at)
	}
	if len(out) == 0 {
		return []part{{to: len(src), text: string(src)}}
	}
	starts[0] = 0
	for i := range out {
		end := len(src)
		if i+1 < len(starts) {
			end = starts[i+1]
		}
		out[i].from, out[i].to, out[i].text = starts[i], end, string(src[starts[i]:end])
	}
	return out
}

func lineStart(src []byte, at int) int {
	for at > 0 && src[at-1] != '\n' {
		at--
	}
	return at
}

// packer fills pieces.
type packer struct {
	splitter
	pieces []string
	now    string
	apart  bool // what comes next does not follow in the source
}

// add puts something whole into the piece, or begins the next one with it. follows says that it stands right after what was
// added before.
func (p *packer) add(text string, follows bool) {
	after := func(now string) string {
		if now != "" && (p.apart || !follows) {
			return strings.TrimRight(now, "\n") + "\n\n" + text
		}
		return now + text
	}
	both, at := after(p.now), headsAt(p.now)
	switch headed := after(p.now[at:]); {
	case p.now == "" || p.fits(both):
		p.now = both
	case at > 0 && at < len(p.now) && p.fits(headed):
		p.now = p.now[:at]
		p.flush()
		p.now = headed
	default:
		p.flush()
		p.now = text
	}
	p.apart = false
}

// headsAt is where the headings begin that a piece ends with: they go along with what they head.
func headsAt(piece string) int {
	at := len(piece)
	for at > 0 {
		from := strings.LastIndexByte(strings.TrimRight(piece[:at], "\n"), '\n') + 1
		line := strings.TrimRight(piece[from:at], "\n")
		bare := strings.TrimLeft(line, " ")
		rest := strings.TrimLeft(bare, "#")
		if n := len(bare) - len(rest); n == 0 || n > 6 || len(line)-len(bare) > 3 || rest != "" && rest[0] != ' ' {
			return at
		}
		at = from
	}
	return at
}

// addAll puts in what was divided. Only its last piece may be followed by something.
func (p *packer) addAll(pieces []string) {
	for i, piece := range pieces {
		if i == 0 || i == len(pieces)-1 {
			p.add(piece, false)
		} else {
			p.flush()
			p.now = piece
		}
		if i < len(pieces)-1 {
			p.flush()
		}
	}
	p.apart = true
}

func (p *packer) flush() {
	if text := strings.Trim(p.now, "\n"); strings.TrimSpace(text) != "" {
		p.pieces = append(p.pieces, text)
	}
	p.now = ""
}

func (p *packer) done() []string {
	p.flush()
	return p.pieces
}
