package examples

import (
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// How much it costs to take words for something: what costs least is meant. A word of a form costs nothing.
const (
	costSlip     = 3
	costArticle  = 1  // left out before a name
	costKept     = 15 // left out before words that stand as they are
	costWord     = 10 // in a slot
	costProper   = 5
	costKnown    = 8 // beside that, in a name: a word that requests are made of
	costQuoted   = 1
	costSentence = 40 // that goes on over a full stop
)

// Bounds of what fills a slot, in words.
const (
	mostWithin = 6  // a form goes on behind it
	mostName   = 14 // it ends the form
)

// span is what fills a slot: the tokens from one to another, what they say, and what it costs to take them for it.
type span struct {
	to    int
	value string
	cost  int
}

// name is the slot that it fills.
func (s Slot) name() string {
	if s.As != "" {
		return s.As
	}
	return s.Name
}

// written are values as the slot has them.
func (s Slot) written(values []string) []string {
	if !s.Title {
		return values
	}
	out := make([]string, len(values))
	for i, v := range values {
		r, n := utf8.DecodeRuneInString(v)
		out[i] = string(unicode.ToUpper(r)) + v[n:]
	}
	return out
}

// reader reads what can fill slots of a request in a language.
type reader struct {
	request string
	tokens  []token
	end     int
}

// spans are all that can fill a slot from a token on.
func (r reader) spans(s Slot, at int, last bool) []span {
	switch t := r.tokens[at]; s.Kind {
	case Number:
		if v := number(t); v != "" {
			return []span{{at + 1, v, costQuoted}}
		}
	case URL:
		if v := address(t); v != "" {
			return []span{{at + 1, v, costQuoted}}
		}
	case File:
		if v := fileName(t); v != "" {
			return []span{{at + 1, v, costQuoted}}
		}
	case When:
		return r.moment(at)
	case Choice:
		return r.choice(s, at)
	case Proper:
		return r.proper(at)
	case Whole:
		return r.whole(at)
	case Name, List, Text, Tags:
		return r.words(s, at, last)
	}
	return nil
}

// words are names, or words as they stand.
func (r reader) words(s Slot, at int, last bool) []span {
	first := r.tokens[at]
	if s.New && r.speaksOfSomebodys(at) {
		return nil
	}
	k := s.Kind
	if first.kind == quoted && k != List && k != Tags {
		out := []span{{at + 1, first.inner, costQuoted}}
		if k == Name {
			return out
		}
		return append(out, r.running(k, at, mostName)...)
	}
	if first.kind == mark || first.kind == ending {
		return nil
	}
	bound := mostWithin
	if last {
		bound = mostName
	}
	return r.running(k, at, bound)
}

// speaksOfSomebodys tells whether the noun before a token is something that somebody has: “my page”.
func (r reader) speaksOfSomebodys(at int) bool {
	for i := max(0, at-2); i < at; i++ {
		if t := r.tokens[i]; t.kind == article && t.word == owned {
			return true
		}
	}
	return false
}

// whole are all words from a token on, with the mark that ends them.
func (r reader) whole(at int) []span {
	to := r.tokens[r.end-1].to
	if r.end < len(r.tokens) && r.tokens[r.end].kind == ending {
		to = r.tokens[r.end].to
	}
	return []span{{r.end, strings.Trim(r.request[r.tokens[at].from:to], ": \t\r\n"), costWord}}
}

// running are the words from a token on, up to each of those that follow it.
func (r reader) running(k Kind, at, bound int) []span {
	var out []span
	cost, n := 0, 0
	for i := at; i < r.end; i++ {
		t := r.tokens[i]
		switch {
		case t.kind == ending && k != Text && i > at:
			return out
		case t.kind == ending:
			cost += costSentence
			continue
		case t.kind == mark && (k != Name || t.word == "-" || t.word == "&" || t.word == "'"):
			continue
		case t.kind == mark:
			return out
		}
		if n += t.count; n > bound && k == Name {
			return out
		}
		cost += costWord * t.count
		if t.known && t.kind == plain && k != Text {
			cost += costKnown
		}
		if t.kind == article && i == at && k == Name {
			cost += costArticle
		}
		if value := r.value(at, i+1); value != "" {
			out = append(out, span{i + 1, value, cost})
		}
	}
	return out
}

// value are the words of some tokens as they stand in the request.
func (r reader) value(from, to int) string {
	text := strings.Join(strings.Fields(r.request[r.tokens[from].from:r.tokens[to-1].to]), " ")
	return strings.Trim(text, " ,;:!")
}

// proper is a name that begins with a capital, and is no plural: people are asked for as Families.
func (r reader) proper(at int) []span {
	t := r.tokens[at]
	if t.kind != plain && t.kind != quoted {
		return nil
	}
	value := r.value(at, at+1)
	if t.kind == quoted {
		return []span{{at + 1, t.inner, costQuoted}}
	}
	if c, _ := utf8.DecodeRuneInString(value); !unicode.IsUpper(c) || strings.HasSuffix(value, "s") {
		return nil
	}
	return []span{{at + 1, value, costProper}}
}

// choice is one of the slot's values, in as many words as it has.
func (r reader) choice(s Slot, at int) []span {
	const longest = 4
	var out []span
	for i := at; i < min(at+longest, r.end); i++ {
		said := strings.Trim(folded(r.value(at, i+1)), `"“”„«» `)
		if value := s.Said(said); value != "" {
			out = append(out, span{i + 1, value, 0})
		}
	}
	return out
}

// Said is the value that somebody means with some words, "" for none; one slip is forgiven where nothing else is meant.
func (s Slot) Said(said string) string {
	said = folded(strings.TrimSpace(said))
	near := ""
	for _, words := range slices.Sorted(maps.Keys(s.Values)) {
		switch ok, exact := same(said, folded(words)); {
		case exact:
			return s.Values[words]
		case ok && len(said) > 4 && near == "":
			near = s.Values[words]
		}
	}
	return near
}
