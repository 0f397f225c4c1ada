package search

import (
	"cmp"
	"math"
	"slices"
)

// Document is what is looked for: its texts, by how much they tell of it.
type Document []Text

// Text is words of a document.
type Text struct {
	Words  string
	Weight float64 // of each of its words
}

// Bounds of what a document may say for itself.
const (
	mostTerms  = 400 // of a text
	mostWeight = 6.0 // of a word, however often and wherever it stands
)

// The constants of BM25: how soon a word that is repeated tells nothing more, and how much a long document counts for less.
const (
	saturation = 1.2
	lengthens  = 0.5
)

// Index is documents that can be looked for. It does not change once it is made and is safe for concurrent use.
type Index struct {
	documents int
	terms     map[string]int // by their stems
	spelled   []string       // the terms, by their numbers
	postings  [][]posting    // by term
	byGram    map[string][]int
	exact     bool  // a word stands for itself alone
	grams     []int // how many each term has
}

// posting is how much a document says a term: of BM25, all but what hangs on how rare the term is.
type posting struct {
	document int
	weight   float64
}

// New makes an index of the documents, which are known by their place.
func New(all []Document) *Index {
	x := &Index{documents: len(all), terms: map[string]int{}, byGram: map[string][]int{}}
	lengths, total := make([]float64, len(all)), 0.0
	for i, d := range all {
		lengths[i] = x.take(i, d)
		total += lengths[i]
	}
	average := max(total/float64(max(len(all), 1)), 1)
	for _, documents := range x.postings {
		for i, p := range documents {
			long := saturation * (1 - lengthens + lengthens*lengths[p.document]/average)
			documents[i].weight *= (saturation + 1) / (p.weight + long)
		}
	}
	return x
}

// NewExact makes an index in which a word that no document has is nothing that looks like it.
func NewExact(all []Document) *Index {
	x := New(all)
	x.exact = true
	return x
}

// take notes what a document says, and gives how much that is.
func (x *Index) take(i int, d Document) (length float64) {
	for _, text := range d {
		for _, term := range termsOf(text.Words, mostTerms) {
			t := x.learn(term)
			if n := len(x.postings[t]); n == 0 || x.postings[t][n-1].document != i {
				x.postings[t] = append(x.postings[t], posting{document: i})
			}
			p := &x.postings[t][len(x.postings[t])-1]
			more := min(text.Weight, mostWeight-p.weight)
			p.weight += more
			length += more
		}
	}
	return length
}

// learn gives the number of a term.
func (x *Index) learn(term string) int {
	if t, known := x.terms[term]; known {
		return t
	}
	t := len(x.spelled)
	x.terms[term], x.spelled, x.postings = t, append(x.spelled, term), append(x.postings, nil)
	own := grams(term)
	x.grams = append(x.grams, len(own))
	for _, g := range own {
		if all := x.byGram[g]; len(all) == 0 || all[len(all)-1] != t {
			x.byGram[g] = append(all, t)
		}
	}
	return t
}

// Hit is a document that was found.
type Hit struct {
	Document int
	Score    float64 // how much of what the words say it has to do with: 0 for nothing, about 1 for all of it
}

// mostAsked is how many words of a question are looked up; whoever pastes a page asks with its beginning.
const mostAsked = 60

// Rank gives the documents that have to do with the words, those first that have most. The order is the same each time.
func (x *Index) Rank(words string) []Hit {
	scores, asked, most := make([]float64, x.documents), map[string]bool{}, 0.0
	for _, term := range termsOf(words, mostAsked) {
		if asked[term] {
			continue
		}
		asked[term] = true
		all := x.alike(term)
		most += x.telling(all)
		for _, a := range all {
			rare := x.rarity(a.term)
			for _, p := range x.postings[a.term] {
				scores[p.document] += a.weight * rare * p.weight
			}
		}
	}
	var out []Hit
	for i, s := range scores {
		if s > 0 {
			out = append(out, Hit{i, s / most})
		}
	}
	slices.SortFunc(out, func(a, b Hit) int { return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.Document, b.Document)) })
	return out
}

// telling is the most that a word can say of a document, by the terms that it stands for. One that no document has says most.
func (x *Index) telling(all []near) float64 {
	rare := x.rare(0)
	if len(all) > 0 {
		rare = x.rarity(all[0].term)
	}
	return rare * (saturation + 1)
}

// rarity is how much a term tells documents apart.
func (x *Index) rarity(term int) float64 { return x.rare(len(x.postings[term])) }

// rare is how much a word tells documents apart that so many of them have.
func (x *Index) rare(documents int) float64 {
	has := float64(documents)
	return math.Log1p((float64(x.documents) - has + 0.5) / (has + 0.5))
}
