package blocks

import "strings"

// token is a comment that begins, ends or is a block.
type token struct {
	from, to   int // in the text
	name       string
	attributes string // with the spaces after them, which WordPress takes for part of the JSON
	closes     bool
	void       bool
}

const commentStart, commentEnd = "<!--", "-->"

// next finds the next token at or after from. An attribute that is never finished is looked for once: the end that one
// comment did not find, no later one finds.
func (r *reader) next(from int) (token, bool) {
	for {
		i := strings.Index(r.text[from:], commentStart)
		if i < 0 {
			return token{}, false
		}
		if t, ok := r.token(from + i); ok {
			return t, true
		}
		from += i + 1
	}
}

// token reads the comment that starts at from, where it is one of the grammar:
//
//	<!-- [/]wp:[namespace/]name [{attributes}] [/]-->
func (r *reader) token(from int) (token, bool) {
	t := token{from: from}
	at := from + len(commentStart)
	if at = r.spaces(at); at < 0 {
		return t, false
	}
	if strings.HasPrefix(r.text[at:], "/") {
		t.closes = true
		at++
	}
	if !strings.HasPrefix(r.text[at:], "wp:") {
		return t, false
	}
	at += len("wp:")
	word := r.word(at)
	if word == "" {
		return t, false
	}
	at += len(word)
	t.name = "core/" + word
	if strings.HasPrefix(r.text[at:], "/") {
		name := r.word(at + 1)
		if name == "" {
			return t, false
		}
		t.name = word + "/" + name
		at += 1 + len(name)
	}
	if at = r.spaces(at); at < 0 {
		return t, false
	}
	if strings.HasPrefix(r.text[at:], "{") {
		end := r.attributesEnd(at)
		if end < 0 {
			return t, false
		}
		end = r.spaces(end)
		t.attributes, at = r.text[at:end], end
	}
	if strings.HasPrefix(r.text[at:], "/") {
		t.void = true
		at++
	}
	if !strings.HasPrefix(r.text[at:], commentEnd) {
		return t, false
	}
	t.to = at + len(commentEnd)
	return t, true
}

// word is the name that stands at from: a small letter, then small letters, digits, _ and -.
func (r *reader) word(from int) string {
	at := from
	for at < len(r.text) {
		c := r.text[at]
		letter := c >= 'a' && c <= 'z'
		if !letter && (at == from || (c < '0' || c > '9') && c != '_' && c != '-') {
			break
		}
		at++
	}
	return r.text[from:at]
}

// spaces returns the end of the run of spaces at from, or -1 if there is none.
func (r *reader) spaces(from int) int {
	at := from
	for at < len(r.text) && strings.IndexByte(" \t\n\v\f\r", r.text[at]) >= 0 {
		at++
	}
	if at == from {
		return -1
	}
	return at
}

// attributesEnd is after the first closing brace behind from that is followed by spaces and the comment's end; -1 where none is.
func (r *reader) attributesEnd(from int) int {
	if from <= r.endless {
		return -1
	}
	for at := from; ; {
		i := strings.IndexByte(r.text[at:], '}')
		if i < 0 {
			r.endless = len(r.text)
			return -1
		}
		at += i + 1
		end := r.spaces(at)
		if end < 0 {
			continue
		}
		if rest := r.text[end:]; strings.HasPrefix(rest, commentEnd) || strings.HasPrefix(rest, "/"+commentEnd) {
			return at
		}
		at = end
	}
}
