package links

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/idna"
	"golang.org/x/net/publicsuffix"
)

// dotted are names with dots, in whichever way Markdown writes one.
var dotted = regexp.MustCompile(`(?i)[\p{L}\p{N}](?:[\p{L}\p{N}-]|` + dots + `[\p{L}\p{N}-])*` + dots + `[\p{L}\p{N}-]+`)

const dots = `(?:\\?\.|&#0*46;|&#x0*2e;|&period;)`

var dot = regexp.MustCompile(`(?i)` + dots)

// domains finds the names in words that a platform makes links of by itself ("evil.example/x") and that do not lead to the
// hosts: from, to, and what stands there instead, which reads the same and is no link. An address of mail stays.
func (l linker) domains(text string) []change {
	if !mayName(text) {
		return nil
	}
	var out []change
	for _, at := range dotted.FindAllStringIndex(text, -1) {
		from, to := at[0], at[1]
		name := dot.ReplaceAllString(text[from:to], ".")
		mail := from > 1 && text[from-1] == '@' && text[from-2] > ' '
		if mail || !isDomain(name) || l.allowed("http://"+strings.TrimRight(name, "-")) {
			continue
		}
		out = append(out, change{from, to, dot.ReplaceAllString(text[from:to], "${0}\u200b")})
	}
	return out
}

// mayName tells whether there can be such a name: with a dot that something follows, or a character by its number. Most words have
// none, and looking for what is dotted is dear.
func mayName(text string) bool {
	if strings.IndexByte(text, '&') >= 0 {
		return true
	}
	for i := 1; i < len(text)-1; i++ {
		if c := text[i+1]; text[i] == '.' && (c == '-' || c >= utf8.RuneSelf || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9') {
			return true
		}
	}
	return false
}

// isDomain tells whether one of a name's parts, besides the first, ends the names of hosts. Which one a platform stops at is
// its own affair.
func isDomain(name string) bool {
	for _, part := range strings.Split(name, ".")[1:] {
		part = strings.ToLower(strings.Trim(part, "-"))
		switch part {
		case "example", "test", "local", "localhost", "internal", "onion", "invalid":
			return true
		case "":
			continue
		}
		latin := strings.IndexFunc(part, func(r rune) bool { return r >= utf8.RuneSelf }) // words of other scripts follow without a space
		if ends(part) || latin > 0 && ends(part[:latin]) {
			return true
		}
	}
	return false
}

// ends tells whether hosts are registered below a name.
func ends(part string) bool {
	ascii, err := idna.ToASCII(part)
	if err != nil {
		return false
	}
	_, icann := publicsuffix.PublicSuffix("x." + ascii)
	return icann
}

// broken is words without the force of such names.
func (l linker) broken(words string) string {
	if !strings.ContainsAny(words, ".&") {
		return words
	}
	var b strings.Builder
	at := 0
	for _, c := range l.domains(words) {
		b.WriteString(words[at:c.from] + c.with)
		at = c.to
	}
	return b.String() + words[at:]
}
