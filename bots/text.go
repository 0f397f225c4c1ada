package bots

import (
	"strings"
	"unicode/utf16"
)

// Width is a text's length in UTF-16 units: platforms do not say which unit their limits count, and this is the strictest.
func Width(s string) int {
	n := 0
	for _, r := range s {
		n += utf16.RuneLen(r)
	}
	return n
}

// Clip shortens plain text to n units, with an ellipsis where something was cut.
func Clip(s string, n int) string {
	s = strings.ToValidUTF8(s, "�")
	if Width(s) <= n {
		return s
	}
	used := 1
	for i, r := range s {
		used += utf16.RuneLen(r)
		if used > n {
			return strings.TrimRight(s[:i], " \n\\") + "…"
		}
	}
	return s
}

// OneLine folds white space, for titles and labels.
func OneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// Bracketed is a text with what stands between < and > as read makes it: platforms write people, places and addresses so. A
// bracket that is not closed before the next one is a letter like any other.
func Bracketed(text string, read func(string) string) string {
	var b strings.Builder
	for {
		before, rest, opened := strings.Cut(text, "<")
		b.WriteString(before)
		if !opened {
			return b.String()
		}
		text = rest
		end := strings.IndexAny(text, "<>")
		if end < 0 || text[end] == '<' {
			b.WriteByte('<')
			continue
		}
		b.WriteString(read(text[:end]))
		text = text[end+1:]
	}
}
