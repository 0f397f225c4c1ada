package shown

import (
	"fmt"
	"strings"

	"golang.org/x/net/html"
)

// Change returns what people read of a change of HTML: the words around the first difference.
func Change(old, next string) (before, after string) {
	before, after = around(Words(old), Words(next))
	if before == after {
		return "", "the same words, built differently"
	}
	return before, after
}

const shownWords = 60

// around cuts two texts down to where they begin to differ, with how long they are.
func around(before, after []string) (cutBefore, cutAfter string) {
	same := 0
	for same < len(before) && same < len(after) && before[same] == after[same] {
		same++
	}
	from := max(0, same-6)
	return cut(before, from), cut(after, from)
}

func cut(text []string, from int) string {
	if len(text) == 0 {
		return ""
	}
	to := min(len(text), from+shownWords)
	out := strings.Join(text[min(from, to):to], " ")
	if from > 0 {
		out = "… " + out
	}
	if to < len(text) {
		out += fmt.Sprintf(" … (%d words in all)", len(text))
	}
	return out
}

// Words are the words people read in HTML.
func Words(content string) []string {
	z := html.NewTokenizer(strings.NewReader(content))
	var b strings.Builder
	for {
		switch z.Next() {
		case html.ErrorToken:
			return strings.Fields(b.String())
		case html.TextToken:
			b.Write(z.Text())
		case html.StartTagToken, html.EndTagToken, html.SelfClosingTagToken:
			if name, _ := z.TagName(); !Inline(string(name)) {
				b.WriteByte(' ')
			}
		case html.CommentToken, html.DoctypeToken:
		}
	}
}

// Inline tells whether an element stands within a line of words.
func Inline(tag string) bool {
	switch tag {
	case "a", "b", "strong", "i", "em", "span", "code", "small", "mark", "sub", "sup", "abbr":
		return true
	}
	return false
}
