package search

import (
	"cmp"
	"slices"
	"strings"
)

// near is a term of the index that a word stands for, and how surely.
type near struct {
	term   int
	weight float64
}

const (
	mostAlike   = 4    // terms that one unknown word stands for
	leastAlike  = 0.45 // of the groups of letters, that two words share to be taken for one
	partLetters = 4    // of a word that is taken for a part of a compound
	unsure      = 0.7  // what a word that only looks alike counts for
)

// alike are the terms that a word stands for: the word itself, where documents have it, else those that look like it or are a part of it.
func (x *Index) alike(word string) []near {
	if t, known := x.terms[word]; known {
		return []near{{t, 1}}
	}
	own := grams(word)
	if x.exact || len(own) == 0 || len(word) < shortest {
		return nil
	}
	shared := map[int]int{}
	for _, g := range own {
		for _, t := range x.byGram[g] {
			shared[t]++
		}
	}
	var out []near
	for t, n := range shared {
		alike := 2 * float64(n) / float64(len(own)+x.grams[t])
		if part(word, x.spelled[t]) || part(x.spelled[t], word) {
			alike = max(alike, leastAlike+0.2)
		}
		if alike >= leastAlike {
			out = append(out, near{t, unsure * alike})
		}
	}
	slices.SortFunc(out, func(a, b near) int { return cmp.Or(cmp.Compare(b.weight, a.weight), cmp.Compare(a.term, b.term)) })
	return out[:min(len(out), mostAlike)]
}

// part tells whether a word begins or ends a compound: "formular" does "kontaktformular".
func part(word, compound string) bool {
	return len(word) >= partLetters && len(word) < len(compound) && (strings.HasPrefix(compound, word) || strings.HasSuffix(compound, word))
}
