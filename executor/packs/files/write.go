package files

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"html"
	"path"
	"strconv"
	"strings"
	"unicode"

	"github.com/microcosm-cc/bluemonday"
	xhtml "golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/aisteam/aisteam/assistant"
)

// written puts the words into the form that the name's ending asks for.
func written(a WriteFile) (assistant.KeptFile, error) {
	k := assistant.KeptFile{Name: assistant.CleanName(a.Name)}
	kind := strings.ToLower(path.Ext(k.Name))
	if strings.TrimSuffix(k.Name, path.Ext(k.Name)) == "" {
		return k, assistant.BadInput(assistant.Say("A file needs a name."), assistant.Say("Give it a name such as notes.md."))
	}
	if len(a.Rows) > 0 && kind != ".csv" {
		return k, assistant.BadInput(assistant.Say("Only a .csv is made of rows."), assistant.Say("Name it .csv, or give its whole text."))
	}
	if strings.TrimSpace(a.Content) == "" && len(a.Rows) == 0 {
		return k, assistant.BadInput(assistant.Say("There is nothing to write into “%s”.", k.Name), assistant.Say("Say what is to stand in it."))
	}
	if err := small(k.Name, len(a.Content)); err != nil {
		return k, err
	}
	var err error
	switch text := legible(a.Content); kind {
	case ".md":
		k.Type, k.Bytes = "text/markdown", ended(text)
	case ".txt":
		k.Type, k.Bytes = "text/plain", ended(text)
	case ".csv":
		k.Type = "text/csv"
		k.Bytes, err = table(a.Rows, text)
	case ".json":
		k.Type = "application/json"
		k.Bytes, err = object(text)
	case ".html":
		k.Type, k.Bytes = "text/html", page(strings.TrimSuffix(k.Name, path.Ext(k.Name)), text)
	default:
		return k, assistant.BadInput(assistant.Say("I cannot write “%s”: I write .md, .txt, .csv, .json and .html files.", k.Name), assistant.Say("Ask for one of these."))
	}
	if err == nil {
		err = small(k.Name, len(k.Bytes))
	}
	return k, err
}

func small(name string, size int) error {
	if size <= assistant.MaxMadeBytes {
		return nil
	}
	return assistant.BadInput(assistant.Say("“%s” would be %s, and I write files of at most %s.", name,
		assistant.SizeWords(int64(size)), assistant.SizeWords(assistant.MaxMadeBytes)), assistant.Say("Ask for a part of it, or for several files."))
}

// legible is text without what is no text: control characters, and marks that turn the reading order around.
func legible(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n', r == '\t':
			return r
		case unicode.IsControl(r), unicode.Is(unicode.Bidi_Control, r):
			return -1
		default:
			return r
		}
	}, strings.ToValidUTF8(text, "�"))
}

func ended(text string) []byte { return []byte(strings.TrimRight(text, "\n") + "\n") }

// table writes rows, or reads them from the text and writes them again. Spreadsheets take a cell that begins like a formula
// for one, whoever wrote it, and run it: such a cell gets an apostrophe, which they take for "this is text".
func table(rows [][]string, text string) ([]byte, error) {
	if len(rows) == 0 {
		r := csv.NewReader(strings.NewReader(text))
		r.FieldsPerRecord = -1
		var err error
		if rows, err = r.ReadAll(); err != nil {
			return nil, assistant.BadInput(assistant.Say("The text is no CSV: a quote in it is not closed, or stands where none may."), assistant.Say("Give it as rows."))
		}
	}
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	for _, row := range rows {
		out := make([]string, len(row))
		for i, cell := range row {
			out[i] = harmless(legible(cell))
		}
		if err := w.Write(out); err != nil {
			return nil, fmt.Errorf("write csv: %w", err)
		}
	}
	w.Flush()
	return b.Bytes(), w.Error()
}

func harmless(cell string) string {
	if cell == "" || !strings.ContainsRune("=+-@\t", rune(cell[0])) {
		return cell
	}
	if _, err := strconv.ParseFloat(cell, 64); err == nil {
		return cell
	}
	return "'" + cell
}

func object(text string) ([]byte, error) {
	var b bytes.Buffer
	if err := json.Indent(&b, []byte(strings.TrimSpace(text)), "", "  "); err != nil {
		return nil, assistant.BadInput(assistant.Say("The text is no JSON: %s.", err.Error()), assistant.Say("Mend it, or ask for a .txt."))
	}
	return ended(b.String()), nil
}

// page is a whole document whose content holds nothing that runs and nothing that is loaded from elsewhere: people open it on
// their own machines, and nobody is to be told when they do.
func page(title, text string) []byte {
	safe := unlinked(readable().Sanitize(text))
	return []byte("<!DOCTYPE html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n<title>" + html.EscapeString(title) +
		"</title>\n</head>\n<body>\n" + strings.TrimSpace(safe) + "\n</body>\n</html>\n")
}

// unlinked replaces links by text that says where they lead: a reader of the file sees neither its author nor which links are
// allowed here.
func unlinked(safe string) string {
	var b strings.Builder
	href := ""
	for z := xhtml.NewTokenizer(strings.NewReader(safe)); ; {
		kind := z.Next()
		raw := string(z.Raw())
		switch kind {
		case xhtml.ErrorToken:
			return b.String()
		case xhtml.StartTagToken, xhtml.EndTagToken:
			token := z.Token()
			if token.DataAtom != atom.A {
				break
			}
			raw = ""
			for _, a := range token.Attr {
				if a.Key == "href" {
					href = a.Val
				}
			}
			if kind == xhtml.EndTagToken && href != "" {
				raw, href = " ("+html.EscapeString(href)+")", ""
			}
		case xhtml.TextToken, xhtml.SelfClosingTagToken, xhtml.CommentToken, xhtml.DoctypeToken:
		}
		b.WriteString(raw)
	}
}

// readable is what a document may hold: words, their structure, and links.
func readable() *bluemonday.Policy {
	p := bluemonday.NewPolicy().SkipElementsContent("title")
	p.AllowElements("h1", "h2", "h3", "h4", "h5", "h6", "p", "br", "hr", "div", "span", "section", "article", "header", "footer", "main",
		"blockquote", "pre", "code", "em", "strong", "b", "i", "u", "s", "small", "sub", "sup", "mark", "figure", "figcaption")
	p.AllowLists()
	p.AllowTables()
	p.AllowStandardURLs()
	p.AllowAttrs("href").OnElements("a")
	return p
}
