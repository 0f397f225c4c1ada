package reading

import (
	"bytes"
	stdutf16 "unicode/utf16"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
	"golang.org/x/text/encoding/charmap"
)

func readPlain(data []byte, w *words, _ *Document) error { return w.write(text(data)) }

// utf16 decodes pairs of bytes, low and high being their places in a pair.
func utf16(data []byte, low, high int) string {
	units := make([]uint16, 0, len(data)/2)
	for i := 0; i+1 < len(data); i += 2 {
		units = append(units, uint16(data[i+low])|uint16(data[i+high])<<8)
	}
	return string(stdutf16.Decode(units))
}

func windows1252(data []byte) string {
	out, err := charmap.Windows1252.NewDecoder().Bytes(data)
	if err != nil {
		return string(bytes.ToValidUTF8(data, []byte("?")))
	}
	return string(out)
}

// readHTML gives what a person would see of a page. The tokenizer keeps no tree, so that nesting costs nothing.
func readHTML(data []byte, w *words, _ *Document) error {
	z := html.NewTokenizer(bytes.NewReader([]byte(text(data))))
	hidden := atom.Atom(0) // the element whose content is not shown
	for {
		kind := z.Next()
		if kind == html.ErrorToken {
			return nil // its end: a tokenizer reads anything
		}
		token := z.Token()
		switch {
		case hidden != 0:
			if kind == html.EndTagToken && token.DataAtom == hidden {
				hidden = 0
			}
		case kind == html.StartTagToken && (token.DataAtom == atom.Script || token.DataAtom == atom.Style || token.DataAtom == atom.Template):
			hidden = token.DataAtom
		case kind == html.TextToken:
			if err := w.write(token.Data); err != nil {
				return err
			}
		case breaks(token.DataAtom):
			if err := w.line(); err != nil {
				return err
			}
		}
	}
}

// breaks tells whether an element stands on a line of its own.
func breaks(a atom.Atom) bool {
	switch a {
	case atom.P, atom.Br, atom.Div, atom.Li, atom.Tr, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Title, atom.Section,
		atom.Article, atom.Ul, atom.Ol, atom.Table, atom.Blockquote, atom.Pre, atom.Header, atom.Footer, atom.Dt, atom.Dd:
		return true
	default:
		return false
	}
}
