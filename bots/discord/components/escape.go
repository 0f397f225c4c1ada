package components

import (
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/aisteam/aisteam/bots"
)

// Discord's limits, in UTF-16 units where a text is meant (Discord does not say which unit it counts; this is the
// strictest), with room to spare.
const (
	limitTotal      = 3900 // of 4,000, over all texts of a message
	limitComponents = 36   // of 40, counted with their nesting
	LimitContent    = 1900 // of 2,000
	limitButton     = 78   // of 80
	LimitOption     = 100
	limitLabel      = 45
	LimitThread     = 90 // of 100
)

// special are the characters that Discord may read as markup.
const special = "\\*_~`|<>[]()#-+@:"

// Escape makes foreign text show as it is, at most n units long: nothing in it is read as markup, as a mention or as an
// emoji. Addresses stay whole, so that they can still be opened.
func Escape(s string, n int) string {
	s = strings.ToValidUTF8(s, "�")
	var b strings.Builder
	used, before := 0, ' '
	for len(s) > 0 {
		piece, rest := nextPiece(before, s)
		before, _ = utf8.DecodeLastRuneInString(s[:len(s)-len(rest)])
		w := bots.Width(piece)
		if used+w > n-1 && (rest != "" || used+w > n) {
			b.WriteString("…")
			break
		}
		b.WriteString(piece)
		used += w
		s = rest
	}
	return b.String()
}

// nextPiece takes one character, escaped, or a whole address.
func nextPiece(before rune, s string) (piece, rest string) {
	if a := address(s); a != "" {
		return a, s[len(a):]
	}
	r, size := utf8.DecodeRuneInString(s)
	if strings.ContainsRune("#-+:", r) && !marks(r, before, s[size:]) {
		return string(r), s[size:]
	}
	return escaped(r), s[size:]
}

// marks tells whether a character that only means something in its place stands in one: a heading, small print or a list
// where a word begins, an emoji's name after a colon.
func marks(r, before rune, after string) bool {
	if r == ':' {
		return after != "" && strings.IndexByte(after, ':') > 0 && after[0] != ' '
	}
	return before == ' ' || before == '\n' || before == '-'
}

func escaped(r rune) string {
	switch {
	case r == '@':
		return "@\u200b" // an escape does not take the colour out of @everyone
	case r < 0x80 && strings.ContainsRune(special, r) && r != '(' && r != ')':
		return "\\" + string(r)
	default:
		return string(r)
	}
}

// address is the web address that the text begins with, "" when it begins with none that may be shown as it is.
func address(s string) string {
	if !strings.HasPrefix(s, "https://") && !strings.HasPrefix(s, "http://") {
		return ""
	}
	end := strings.IndexFunc(s, func(r rune) bool {
		return r <= ' ' || r > '~' || strings.ContainsRune("<>\"'`|*\\^{}[]()@", r)
	})
	if end < 0 {
		end = len(s)
	}
	if end > 500 || end <= len("https://") {
		return ""
	}
	return s[:end]
}

// Line is foreign text on one line.
func Line(s string, n int) string { return Escape(bots.OneLine(s), n) }

// moment is a time that each reader sees in their own zone.
func moment(t time.Time, style string) string {
	if t.IsZero() {
		return ""
	}
	return "<t:" + strconv.FormatInt(t.Unix(), 10) + ":" + style + ">"
}

func itoa[N int | int64](n N) string { return strconv.FormatInt(int64(n), 10) }
