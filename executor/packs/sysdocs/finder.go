package sysdocs

import (
	"regexp"
	"strings"

	"github.com/aisteam/aisteam/agents/search"
)

// How much the texts of a page tell of it.
const (
	titleTells   = 4
	headingTells = 2
	aboutTells   = 2
	textTells    = 1
	termTells    = 2 // what a piece explains
)

// leastFound is how much of what was looked for a page has to do with at least. Less is chance: one word of many, or one that looks alike.
const leastFound = 0.2

// finder ranks the pages, and within each its paragraphs and entries.
type finder struct {
	all    []page
	whole  *search.Index
	pieces *search.Index
	of     []place // where the pieces stand, by their numbers
}

// place is a piece of a page, by their numbers.
type place struct{ page, piece int }

// found is a page in which something was found, and where.
type found struct {
	page
	piece
}

func newFinder(all []page) *finder {
	f := &finder{all: all}
	var whole, pieces []search.Document
	for i, p := range all {
		d := search.Document{{Words: p.slug, Weight: headingTells}, {Words: p.title, Weight: titleTells}, {Words: p.about, Weight: aboutTells}}
		under := ""
		for j, one := range p.pieces {
			if one.under != under {
				under = one.under
				d = append(d, search.Text{Words: under, Weight: headingTells})
			}
			text := search.Text{Words: plain(one.text), Weight: textTells}
			d = append(d, text)
			pieces = append(pieces, search.Document{{Words: under, Weight: textTells}, {Words: term(one.text), Weight: termTells}, text})
			f.of = append(f.of, place{i, j})
		}
		whole = append(whole, d)
	}
	f.whole, f.pieces = search.New(whole), search.New(pieces)
	return f
}

// find gives the pages of a category that have to do with the words, those first that have most; "" is every category. Each shows the piece
// that has most to do with them, or what the page is about, where only its title has.
func (f *finder) find(words string, of Category, most int) []found {
	best := map[int]int{}
	for _, hit := range f.pieces.Rank(words) {
		at := f.of[hit.Document]
		if _, better := best[at.page]; !better {
			best[at.page] = at.piece
		}
	}
	var out []found
	for _, hit := range f.whole.Rank(words) {
		p := f.all[hit.Document]
		if hit.Score < leastFound || len(out) == most {
			break
		}
		if of != "" && p.category != of {
			continue
		}
		shown := piece{text: p.about}
		if at, has := best[hit.Document]; has {
			shown = p.pieces[at]
		}
		shown.text = plain(shown.text)
		out = append(out, found{p, shown})
	}
	return out
}

// term is what an entry explains that begins with it: “Overdue: a task …”. Other pieces have none.
func term(text string) string {
	const longest = 40 // bytes
	before, _, explained := strings.Cut(text, ": ")
	if !explained || len(before) > longest {
		return ""
	}
	return before
}

// plain is a text without the addresses of its links: an excerpt stands apart from the pages to which they lead.
func plain(text string) string {
	return regexp.MustCompile(`\[([^\]]+)\]\([^)]+\)`).ReplaceAllString(text, "$1")
}
