package links

import (
	"regexp"
	"strings"
	"unicode"
)

// SafeWords is [Safe] for text that is not Markdown, which platforms nevertheless look for addresses in: one that does
// not lead to the hosts is broken up invisibly, so that it can be read and is no link. Text that has been through it is not
// changed by it again.
func SafeWords(text string, hosts []string) string {
	if !strings.Contains(text, "://") && !strings.Contains(text, ".") {
		return text
	}
	l := linker{hosts: hosts}
	var b strings.Builder
	for len(text) > 0 {
		end := strings.IndexFunc(text, endsAddress)
		if end < 0 {
			end = len(text)
		}
		b.WriteString(l.word(text[:end]))
		text = text[end:]
		rest := strings.TrimLeftFunc(text, endsAddress)
		b.WriteString(text[:len(text)-len(rest)])
		text = rest
	}
	return b.String()
}

// endsAddress tells whether no address goes on behind the character, on any platform.
func endsAddress(r rune) bool {
	return unicode.IsSpace(r) || unicode.IsControl(r) || strings.ContainsRune("<>|\"()[]{}“”„‘’«»", r)
}

var worldWide = regexp.MustCompile(`(?i)(www)\.`)

// word takes the force of a word that is an address, or holds one, of another host.
func (l linker) word(w string) string {
	if !strings.Contains(w, "://") && !worldWide.MatchString(w) {
		return l.broken(w)
	}
	const around = ".,;:!?'…*_~`"
	bare := strings.Trim(w, around)
	from, _, found := strings.Cut(bare, "://")
	scheme := len(from)
	for found && scheme > 0 && isScheme(from[scheme-1]) {
		scheme--
	}
	switch {
	case !found && !strings.Contains(w, "://") && l.allowed("http://"+bare):
		return w
	case found && strings.Count(w, "://") == 1 && l.allowed(bare[scheme:]):
		return w
	}
	return l.broken(worldWide.ReplaceAllString(strings.ReplaceAll(w, "://", ":\u200b//"), "$1\u200b."))
}

func isScheme(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '+' || c == '-' || c == '.'
}
