package outward

import (
	"net/url"
	"regexp"
	"strings"
)

// said is an address that somebody wrote. Without a scheme either one is meant.
type said struct {
	url    *url.URL
	scheme bool
}

// means tells whether it is the address: the same host, the same path and query. TLS in place of none is no other address.
func (s said) means(u *url.URL) bool {
	return sameHost(s.url, u) && s.url.EscapedPath() == u.EscapedPath() && s.url.RawQuery == u.RawQuery &&
		(!s.scheme || s.url.Scheme == u.Scheme || u.Scheme == "https" && s.url.Port() == "")
}

// mostSaid bounds how many readings of the addresses of a text there are.
const mostSaid = 400

// written finds the addresses that a text names, each as it stands there and without the punctuation of the sentence around it.
// What is quoted in it is somebody else's.
func written(text string) []said {
	var out []said
	for line := range strings.Lines(text) {
		if strings.HasPrefix(strings.TrimSpace(line), ">") {
			continue
		}
		for word := range strings.FieldsFuncSeq(line, apart) {
			for part := range strings.SplitSeq(word, "](") {
				if len(out) < mostSaid {
					out = append(out, readings(part)...)
				}
			}
		}
	}
	return out
}

// apart tells of what never stands within an address as people write it.
func apart(r rune) bool { return strings.ContainsRune(" \t\r\n\u00a0<>|\"“”„«»‹›`", r) }

// bare is an address without its scheme: a name of two parts at least, whose last has letters.
var bare = regexp.MustCompile(`^(?:[\pL\pN](?:[\pL\pN-]*[\pL\pN])?\.)+(?:\pL{2,}|(?i:xn--[a-z0-9-]+))(?::\d{1,5})?(?:[/?].*)?$`)

func readings(word string) []said {
	word = strings.TrimLeft(word, "([{'‘*_~")
	lower := strings.ToLower(word)
	scheme := false
	for _, begin := range []string{"https://", "http://"} {
		if i := strings.Index(lower, begin); i >= 0 && !scheme {
			word, scheme = word[i:], true
		}
	}
	var out []said
	for {
		if scheme {
			if u, err := Parse(word); err == nil {
				out = append(out, said{u, true})
			}
		} else if bare.MatchString(word) {
			if u, err := Parse("https://" + word); err == nil {
				out = append(out, said{u, false})
			}
		}
		shorter := strings.TrimRight(word, ".,;:!?)]}'’*_~…")
		if i := len(word) - 1; len(word) > len(shorter) {
			for i > 0 && word[i]&0xc0 == 0x80 {
				i-- // the beginning of a letter of several bytes
			}
			shorter = word[:i]
		}
		if shorter == word || shorter == "" {
			return out
		}
		word = shorter
	}
}
