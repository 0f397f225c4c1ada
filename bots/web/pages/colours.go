package pages

import (
	"html"
	"strings"
	"time"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/lexers"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"
)

const (
	mostColoured = 8 << 10 // bytes of a block: what takes words apart is not quick, and answers come from models
	mostLanguage = 24      // characters of a language's name

	colouredWithin = 100 * time.Millisecond // a block that takes longer has no colours
)

// blocks draws code in a block that names its language, with its words in as few classes as a reader tells apart.
type blocks struct{}

// RegisterFuncs implements renderer.NodeRenderer.
func (blocks) RegisterFuncs(r renderer.NodeRendererFuncRegisterer) {
	r.Register(ast.KindFencedCodeBlock, drawBlock)
	r.Register(ast.KindCodeBlock, drawBlock)
}

func drawBlock(w util.BufWriter, source []byte, n ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	language := ""
	if fenced, ok := n.(*ast.FencedCodeBlock); ok {
		language = string(fenced.Language(source))
	}
	var text strings.Builder
	for i := range n.Lines().Len() {
		line := n.Lines().At(i)
		text.Write(line.Value(source))
	}
	_, err := w.WriteString(block(language, text.String()))
	return ast.WalkSkipChildren, err
}

func block(language, text string) string {
	lexer := lexers.Get(language)
	if lexer != nil {
		language = lexer.Config().Name
	}
	out := strings.Builder{}
	out.WriteString("<figure>")
	if language != "" && len(language) <= mostLanguage {
		out.WriteString("<figcaption>" + html.EscapeString(language) + "</figcaption>")
	}
	// What scrolls can be reached by keys.
	out.WriteString("<pre tabindex=\"0\"><code>")
	if lexer == nil || len(text) > mostColoured || !coloured(&out, lexer, text) {
		out.WriteString(html.EscapeString(text))
	}
	out.WriteString("</code></pre></figure>\n")
	return out.String()
}

// coloured writes the text in its colours. Where it cannot in time, or would change the text, nothing is written.
func coloured(out *strings.Builder, lexer chroma.Lexer, text string) (whole bool) {
	defer func() {
		if recover() != nil { // by which lexers tell their errors
			whole = false
		}
	}()
	next, err := lexer.Tokenise(&chroma.TokeniseOptions{State: "root"}, text)
	if err != nil {
		return false
	}
	late := time.NewTimer(colouredWithin)
	defer late.Stop()
	var d drawnCode
	for t := next(); t != chroma.EOF; t = next() {
		select {
		case <-late.C:
			return false
		default:
			d.add(kindOf(t.Type), t.Value)
		}
	}
	d.flush()
	if d.read.String() != text {
		return false
	}
	out.WriteString(d.html.String())
	return true
}

// drawnCode is code as far as it is drawn. What stands together in one colour is one element.
type drawnCode struct {
	html, read, run strings.Builder
	kind            string // of the run
}

func (d *drawnCode) add(kind, text string) {
	if kind != d.kind {
		d.flush()
		d.kind = kind
	}
	d.run.WriteString(text)
}

func (d *drawnCode) flush() {
	text := d.run.String()
	d.run.Reset()
	d.read.WriteString(text)
	word := html.EscapeString(text)
	if d.kind != "" && text != "" {
		word = `<span class="` + d.kind + `">` + word + "</span>"
	}
	d.html.WriteString(word)
}

// kindOf is the class of a token, "" for what has no colour of its own.
func kindOf(t chroma.TokenType) string {
	switch {
	case t == chroma.GenericInserted:
		return "i"
	case t == chroma.GenericDeleted:
		return "d"
	case t.InCategory(chroma.Comment):
		return "c"
	case t.InCategory(chroma.Keyword), t == chroma.NameTag:
		return "k"
	case t.InCategory(chroma.Literal):
		return "s"
	case t == chroma.NameAttribute, t == chroma.NameFunction, t == chroma.NameClass, t == chroma.NameBuiltin:
		return "n"
	default:
		return ""
	}
}
