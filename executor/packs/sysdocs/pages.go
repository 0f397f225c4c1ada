package sysdocs

import (
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"strings"
)

//go:embed guide/*.md
var written embed.FS

// Category is what kind of page it is.
type Category string

// The categories.
const (
	Guide        Category = "guide"        // how it is used
	Architecture Category = "architecture" // how it is built
	DataModel    Category = "data_model"   // what it keeps
)

// Categories lists them in the order in which their pages are listed.
func Categories() []Category { return []Category{Guide, Architecture, DataModel} }

// page is one of the guide's.
type page struct {
	slug, title, about string
	category           Category
	text               string // all of it, as it is written
	pieces             []piece
}

// piece is a paragraph or an entry of a list, and the heading above it: what an excerpt shows.
type piece struct{ under, text string }

// pages reads the guide. A page that is not written as all are is an error.
func pages() ([]page, error) {
	files, err := fs.ReadDir(written, "guide")
	if err != nil {
		return nil, fmt.Errorf("read the guide: %w", err)
	}
	out := make([]page, 0, len(files))
	for _, f := range files {
		raw, err := fs.ReadFile(written, "guide/"+f.Name())
		if err != nil {
			return nil, fmt.Errorf("read the guide: %w", err)
		}
		p, err := readPage(strings.TrimSuffix(f.Name(), ".md"), string(raw))
		if err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	slices.SortStableFunc(out, func(a, b page) int {
		return slices.Index(Categories(), a.category) - slices.Index(Categories(), b.category)
	})
	return out, nil
}

// readPage reads a page as it is written.
func readPage(slug, text string) (page, error) {
	head, rest, _ := strings.Cut(strings.TrimSpace(text), "\n\n")
	title, titled := strings.CutPrefix(head, "# ")
	kind, body, _ := strings.Cut(rest, "\n\n")
	category, about, told := strings.Cut(joined(strings.TrimPrefix(kind, "*")), "*: ")
	p := page{slug: slug, title: title, about: about, category: Category(category), text: text}
	if !titled || !told || !slices.Contains(Categories(), p.category) {
		return page{}, fmt.Errorf("the page %s of the guide does not begin with its title, its category and what it is about", slug)
	}
	under := ""
	for block := range strings.SplitSeq(body, "\n\n") {
		if heading, is := strings.CutPrefix(block, "## "); is {
			under = heading
			continue
		}
		for _, text := range entries(block) {
			p.pieces = append(p.pieces, piece{under, text})
		}
	}
	return p, nil
}

// entries are those of a list, or the paragraph that the block is.
func entries(block string) []string {
	var out []string
	for line := range strings.Lines(block) {
		line, begins := strings.CutPrefix(line, "- ")
		if begins || len(out) == 0 {
			out = append(out, "")
		}
		out[len(out)-1] = joined(out[len(out)-1] + " " + line)
	}
	return out
}

// joined is a text on one line.
func joined(text string) string { return strings.Join(strings.Fields(text), " ") }
