package examples

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// most bounds what is read of a request, in words: nobody asks a rehearsal for more.
const most = 300

// maxQuoted is how long words in quotation marks may be, in bytes.
const maxQuoted = 1200

// token is a word of a request, a mark, or words in quotation marks.
type token struct {
	from, to int // of the request
	kind     kind
	word     string // folded; of a phrase, the word that it stands for
	inner    string // of quoted words, what stands between the marks
	known    bool   // it is a word of the vocabulary, and no misspelt one
	count    int    // of how many pieces of the request it is made
}

// pieces are the folded words of a phrase; one that ends with an apostrophe is elided.
func pieces(said string) []string {
	var out []string
	for word := range strings.FieldsSeq(said) {
		if strings.HasSuffix(word, "'") {
			out = append(out, folded(word))
			continue
		}
		for _, t := range parts(word, 0, len(word)) {
			out = append(out, t.word)
		}
	}
	return out
}

// cut cuts a request into words, marks and quotations.
func cut(request string) []token {
	var out []token
	for at := 0; at < len(request) && len(out) < most; {
		r, n := utf8.DecodeRuneInString(request[at:])
		switch {
		case r == '\n':
			out, at = append(out, token{from: at, to: at + n, kind: ending}), at+n
		case unicode.IsSpace(r):
			at += n
		default:
			if end, inner := quotation(request, at); end > 0 {
				out, at = append(out, token{from: at, to: end, kind: quoted, inner: inner}), end
				continue
			}
			end := at + strings.IndexFunc(request[at:]+" ", unicode.IsSpace)
			if i := strings.IndexAny(request[at+n:end], `“”„«»"`); i >= 0 {
				end = at + n + i
			}
			out, at = append(out, spelled(request, at, end)...), end
		}
	}
	return out
}

// quotation is where words in quotation marks that begin at a place end, and the words; 0 where none begin.
func quotation(text string, at int) (end int, inner string) {
	open, n := utf8.DecodeRuneInString(text[at:])
	closing := map[rune]string{'“': "”“\"", '„': "“”\"", '"': "\"”", '«': "»", '\'': "'"}[open]
	if closing == "" || open == '\'' && at > 0 && !unicode.IsSpace(rune(text[at-1])) {
		return 0, ""
	}
	rest := text[at+n : min(len(text), at+n+maxQuoted)]
	i := strings.IndexAny(rest, closing+"\n")
	if i <= 0 || rest[i] == '\n' || strings.TrimSpace(rest[:i]) == "" {
		return 0, ""
	}
	_, m := utf8.DecodeRuneInString(rest[i:])
	if next, _ := utf8.DecodeRuneInString(rest[i+m:]); open == '\'' && (unicode.IsLetter(next) || unicode.IsDigit(next)) {
		return 0, ""
	}
	return at + n + i + m, strings.TrimSpace(rest[:i])
}

// spelled are the words of a run of characters without a blank: an address whole, a name with its hyphens apart, l'audit as two.
func spelled(text string, from, to int) []token {
	var out []token
	for from < to {
		r, n := utf8.DecodeRuneInString(text[from:to])
		if inWord(r) || strings.ContainsRune("€$£#@", r) {
			break
		}
		out, from = append(out, marked(text, from, from+n, r)), from+n
	}
	end := to
	var after []token
	for end > from {
		r, n := utf8.DecodeLastRuneInString(text[from:end])
		if inWord(r) || strings.ContainsRune("€$£%/", r) {
			break
		}
		after, end = append([]token{marked(text, end-n, end, r)}, after...), end-n
	}
	if from < end {
		out = append(out, parts(text, from, end)...)
	}
	return append(out, after...)
}

func inWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) }

func marked(text string, from, to int, r rune) token {
	k := mark
	if strings.ContainsRune(".!?;¿¡", r) {
		k = ending
	}
	return token{from: from, to: to, kind: k, word: text[from:to]}
}

// parts cuts a word at hyphens between letters, and behind what French elides.
func parts(text string, from, to int) []token {
	whole := token{from: from, to: to, word: folded(text[from:to]), inner: text[from:to]}
	if strings.Contains(whole.word, "://") || strings.ContainsAny(whole.word, "0123456789@") {
		return []token{whole}
	}
	for i, r := range text[from:to] {
		at, n := from+i, utf8.RuneLen(r)
		switch {
		case n < 0 || i == 0 || at+n >= to:
			continue
		case r == '-' || r == '‑':
			return append(parts(text, from, at), parts(text, at+n, to)...)
		case (r == '\'' || r == '’') && elided(folded(text[from:at])):
			return append([]token{{from: from, to: at + n, word: folded(text[from:at]) + "'"}}, parts(text, at+n, to)...)
		}
	}
	return []token{whole}
}

func elided(before string) bool {
	const letters = "ldjqnscmt"
	return before == "qu" || len(before) == 1 && strings.Contains(letters, before)
}
