package main

import (
	"go/ast"
	"strings"
	"unicode"
)

// speaking are the words that make a condition one about who may, when, what exactly, or how much. A name speaks if it is composed
// of one of them.
const speaking = `
	role tenant owner owners person people member members guest admin approver author requester requested delegate
	group groups capacity may allowed allows lets right rights permit project place conversation session standing secret token scope
	now before after until expires expired expiry deadline lease ttl late age idle ended ends over revoked left gone merged
	hash bound version state status verdict effect class direct irreversible reversible staged warnings kind attempt
	max most least longest shortest limit limits budget count used many tries enough`

// checking are the words of functions that look whether something may be. Where one of these is called and its error ends the way,
// the call is a guard, although the condition itself speaks of nothing but an error.
const checking = `may allow allowed allows permit admit refuse check lets`

// vocabulary is a set of words.
type vocabulary map[string]bool

func words(list string) vocabulary {
	out := vocabulary{}
	for w := range strings.FieldsSeq(list) {
		out[w] = true
	}
	return out
}

// has tells whether one of the words that the name is put together from is in the vocabulary.
func (v vocabulary) has(name string) bool {
	for _, w := range apart(name) {
		if v[w] {
			return true
		}
	}
	return false
}

// in tells whether a name anywhere in the expression has one of the words.
func (v vocabulary) in(n ast.Node) (found bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && v.has(id.Name) {
			found = true
		}
		return !found
	})
	return found
}

// apart splits a name into its words: MayBeGiven is may, be, given.
func apart(name string) (out []string) {
	runes := []rune(name)
	from := 0
	for i := 1; i <= len(runes); i++ {
		ends := i == len(runes) || unicode.IsUpper(runes[i]) && (!unicode.IsUpper(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1]))
		if ends {
			out = append(out, strings.ToLower(string(runes[from:i])))
			from = i
		}
	}
	return out
}
