package examples

import (
	"github.com/aisteam/aisteam/assistant"
)

// said are a request's tokens as a language has them: each longest phrase of it is one.
func (v vocabulary) said(all []token) []token {
	words := make([]string, len(all))
	for i, t := range all {
		words[i] = t.word
		if t.kind != plain {
			words[i] = "\x00"
		}
	}
	var out []token
	for i := 0; i < len(all); {
		t := all[i]
		t.count = 1
		if p, ok := v.meant(words[i:], all[i:]); ok && t.kind == plain {
			t.to, t.count = all[i+len(p.words)-1].to, len(p.words)
			t.kind, t.known = p.means.kind, true
			if p.means.word != "" {
				t.word = p.means.word
			}
		} else if t.kind == plain {
			t.word = v.nearest(t.word)
		}
		out, i = append(out, t), i+t.count
	}
	return out
}

// meant is the longest phrase that the words begin with, of those that stand for what they are.
func (v vocabulary) meant(words []string, all []token) (phrase, bool) {
	for _, p := range v.phrases[words[0]] {
		if len(p.words) <= len(words) && equal(p.words, words[:len(p.words)]) && v.stands(p, all) {
			return p, true
		}
	}
	return phrase{}, false
}

// stands tells whether a phrase is meant as what it is: “about this” points at something, unless it goes on with what that is.
func (v vocabulary) stands(p phrase, all []token) bool {
	n := len(p.words)
	if p.means.kind != this || n == 1 || n == len(all) || all[n].kind != plain {
		return true
	}
	if alone, ok := v.longest(p.words[:1]); ok && alone.means.kind == this {
		return true
	}
	next, ok := v.longest(wordsOf(all[n:]))
	return ok && next.means.kind != plain
}

func wordsOf(all []token) []string {
	var out []string
	for _, t := range all[:min(len(all), mostWithin)] {
		out = append(out, t.word)
	}
	return out
}

// spoken are a request's tokens in every language.
func spoken(request string) map[assistant.Language][]token {
	all := cut(request)
	out := map[assistant.Language][]token{}
	for l, v := range vocabularies() {
		out[l] = v.said(all)
	}
	return out
}
