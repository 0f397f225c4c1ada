// Package titles names a conversation by the first request made in it, in a few words, without asking a model.
//
// A title is a part of what was said, as it stands there; only its first letter may have become a capital, and what was cut off at its
// end is an ellipsis. Storage relies on that: it finds a title in words that somebody takes back, and takes it away with them.
package titles

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	longest  = 48 // characters of a title
	shortest = 12 // characters that a sentence needs to be a title without the next one
)

// Of is what a conversation is called by a text: its first line that asks for something, without the greeting, the politeness and
// whatever follows the first sentence. It is empty where the text only greets, so that the next text names the conversation.
func Of(text string) string {
	for line := range strings.Lines(text) {
		line = strings.TrimLeftFunc(line, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("#*>-–—•`_~|=", r) })
		request, asked := withoutOpening(strings.TrimSpace(line))
		if !strings.ContainsFunc(request, says) {
			continue
		}
		title := shortened(request)
		if asked { // “Can you …?” without its first words is no question
			title = strings.TrimRight(title, "?!¿ ")
		}
		return capital(title)
	}
	return ""
}

// says tells whether a character can be what a title is about: a letter, a digit or a picture.
func says(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.Is(unicode.So, r)
}

// shortened is the first sentence of a line, and of a long one its first words.
func shortened(line string) string {
	line = firstSentence(line)
	if utf8.RuneCountInString(line) <= longest {
		return line
	}
	end := cut(line, longest-1)
	if space := strings.LastIndexFunc(line[:end], unicode.IsSpace); space >= end/2 {
		end = space
	}
	return strings.TrimRightFunc(line[:end], func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",;:.–—-(", r) }) + "…"
}

// firstSentence is a line up to where its first sentence ends. An exclamation or a question keeps its mark.
func firstSentence(line string) string {
	for at, r := range line {
		rest := line[at+utf8.RuneLen(r):]
		if !strings.ContainsRune(".!?;:。!?؟", r) || utf8.RuneCountInString(line[:at]) < shortest {
			continue
		}
		next, _ := utf8.DecodeRuneInString(rest)
		if next != utf8.RuneError && !unicode.IsSpace(next) && r < 0x3000 {
			continue // 9.30, example.org, 10:15
		}
		if r == '.' && abbreviates(line[:at]) {
			continue
		}
		if strings.ContainsRune("!?!?؟", r) {
			return line[:len(line)-len(rest)]
		}
		return line[:at]
	}
	return strings.TrimRight(line, ".,;: ")
}

// abbreviates tells whether a point after a text belongs to its last word, as in “no. 5”, “z. B.” or “the 3. May”.
func abbreviates(text string) bool {
	word := text[strings.LastIndexFunc(text, unicode.IsSpace)+1:]
	return utf8.RuneCountInString(word) < 3 || !strings.ContainsFunc(word, unicode.IsLetter)
}

// cut is where a text of more characters ends with its first n, or earlier where that would tear one apart: accents, the parts of a
// family, the two letters of a flag.
func cut(text string, n int) int {
	end, last, flags := 0, 0, 0
	for at, r := range text {
		if n == 0 {
			end = at
			break
		}
		n--
		joined := flags%2 == 1 && flag(r) || joins(r) || strings.HasSuffix(text[:at], joiner)
		if !joined {
			last = at
		}
		if flags++; !flag(r) {
			flags = 0
		}
	}
	next, _ := utf8.DecodeRuneInString(text[end:])
	if joins(next) || strings.HasSuffix(text[:end], joiner) || flags%2 == 1 && flag(next) {
		return last
	}
	return end
}

const joiner = "\u200d"

// joins tells whether a character only changes the one before it.
func joins(r rune) bool {
	return unicode.In(r, unicode.Mn, unicode.Me, unicode.Mc, unicode.Variation_Selector) || string(r) == joiner || r >= 0x1f3fb && r <= 0x1f3ff
}

// flag tells whether a character is one of the two letters of a flag.
func flag(r rune) bool { return r >= 0x1f1e6 && r <= 0x1f1ff }

// capital is a title with a capital first letter, where its first word is written as one writes words.
func capital(title string) string {
	first, size := utf8.DecodeRuneInString(title)
	word, _, _ := strings.Cut(title, " ")
	if strings.ContainsAny(word, "./@_") || strings.ContainsFunc(word, unicode.IsUpper) || strings.ContainsFunc(word, unicode.IsDigit) {
		return title
	}
	return string(unicode.ToUpper(first)) + title[size:]
}
