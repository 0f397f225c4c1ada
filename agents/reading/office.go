package reading

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/aisteam/aisteam/assistant"
)

// parts is an unpacked office file: a zip of XML. What it unpacks to is bounded over all parts together.
type parts struct {
	zip  *zip.Reader
	room int64
}

func unpack(data []byte) (*parts, error) {
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, fmt.Errorf("open zip: %w", err)
	}
	return &parts{zip: z, room: maxUnpacked}, nil
}

// part is one of them while it is read.
type part struct {
	io.Reader
	of *parts
}

// Read implements io.Reader; what it gives counts against the room of all parts.
func (p part) Read(b []byte) (int, error) {
	n, err := p.Reader.Read(b)
	if p.of.room -= int64(n); p.of.room < 0 {
		return 0, trouble(nil, assistant.Say("it unpacks to far more than a document holds"), assistant.Say("Please attach the part that matters, or plain text."))
	}
	return n, err
}

// dialect is how the words of one dialect of XML are told from the rest.
type dialect struct {
	text   func(element string) bool // its characters are words
	breaks func(element string) bool // it ends a line
	tab    func(element string) bool
}

// words reads the words of one part. Tokens are read one by one: nesting costs what encoding/xml keeps, a name a level.
func (p *parts) words(f *zip.File, l dialect, w *words) error {
	in, err := f.Open()
	if err != nil {
		return fmt.Errorf("open %s: %w", f.Name, err)
	}
	defer in.Close()
	decoder := xml.NewDecoder(part{in, p})
	var open []string
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read %s: %w", f.Name, err)
		}
		switch t := token.(type) {
		case xml.StartElement:
			if open = append(open, t.Name.Local); len(open) > maxNesting {
				return fmt.Errorf("%s nests deeper than %d", f.Name, maxNesting)
			}
			if l.tab(t.Name.Local) {
				err = w.write("\t")
			}
		case xml.EndElement:
			open = open[:max(0, len(open)-1)]
			if l.breaks(t.Name.Local) {
				err = w.line()
			}
		case xml.CharData:
			if slices.ContainsFunc(open[max(0, len(open)-8):], l.text) {
				err = w.write(string(t))
			}
		}
		if err != nil {
			return err
		}
	}
}

const maxNesting = 1000

func oneOf(names ...string) func(string) bool {
	return func(name string) bool { return slices.Contains(names, name) }
}

// readWord gives the paragraphs of a Word file, tables and lists included.
func readWord(data []byte, w *words, _ *Document) error {
	p, err := unpack(data)
	if err != nil {
		return err
	}
	l := dialect{text: oneOf("t"), breaks: oneOf("p", "br", "tr"), tab: oneOf("tab")}
	for _, f := range p.zip.File {
		if f.Name == "word/document.xml" || f.Name == "word/footnotes.xml" {
			if err := p.words(f, l, w); err != nil {
				return err
			}
		}
	}
	return nil
}

// readSlides gives the words of a presentation, slide by slide.
func readSlides(data []byte, w *words, _ *Document) error {
	p, err := unpack(data)
	if err != nil {
		return err
	}
	slides := map[int]*zip.File{}
	var order []int
	for _, f := range p.zip.File {
		name, ok := strings.CutPrefix(f.Name, "ppt/slides/slide")
		n, err := strconv.Atoi(strings.TrimSuffix(name, ".xml"))
		if ok && err == nil && slides[n] == nil {
			slides[n], order = f, append(order, n)
		}
	}
	slices.Sort(order)
	l := dialect{text: oneOf("t"), breaks: oneOf("p", "br", "tr"), tab: oneOf("tab")}
	for _, n := range order {
		if err := w.write("Slide " + strconv.Itoa(n) + "\n"); err != nil {
			return err
		}
		if err := p.words(slides[n], l, w); err != nil {
			return err
		}
	}
	return nil
}

// readOpenDocument gives the paragraphs of an OpenDocument text.
func readOpenDocument(data []byte, w *words, _ *Document) error {
	p, err := unpack(data)
	if err != nil {
		return err
	}
	for _, f := range p.zip.File {
		if path.Clean(f.Name) == "content.xml" {
			return p.words(f, dialect{text: oneOf("p", "h"), breaks: oneOf("p", "h", "line-break"), tab: oneOf("tab")}, w)
		}
	}
	return errors.New("there is no content.xml")
}
