package blocks

import (
	"cmp"
	"html"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/split"
)

// Slack's limits, in UTF-16 units where a text is meant (Slack does not say which unit it counts; this is the strictest).
const (
	LimitText     = 3900  // top-level text; 4,000 is refused on an edit
	LimitSection  = 2900  // of 3,000
	limitMarkdown = 11500 // of 12,000, and leaves room for the rest of the message
	limitBlocks   = 13000 // all blocks of a message, as JSON
	mostBlocks    = 50    // of a message
	LimitButton   = 75
	LimitTitle    = 150
	LimitOption   = 75
)

// Escape makes foreign text safe inside mrkdwn and at most n units long. Slack reads markup only through & < and >, so
// escaping them also takes the force out of <!channel> and of mentions. An entity is never cut.
func Escape(s string, n int) string {
	s = strings.ToValidUTF8(s, "�")
	var b strings.Builder
	used, fits := 0, bots.Width(s)+4*strings.Count(s, "&")+3*(strings.Count(s, "<")+strings.Count(s, ">")) <= n
	for _, r := range s {
		t := escaped(r)
		if used += bots.Width(t); !fits && used > n-1 {
			b.WriteString("…")
			break
		}
		b.WriteString(t)
	}
	return b.String()
}

func escaped(r rune) string {
	switch r {
	case '&':
		return "&amp;"
	case '<':
		return "&lt;"
	case '>':
		return "&gt;"
	default:
		return string(r)
	}
}

// harmless disarms Slack's own markup in Markdown, such as mentions that page people, without touching what merely looks like HTML.
func harmless(s string) string {
	s = strings.ToValidUTF8(s, "�")
	var b strings.Builder
	for {
		i := strings.IndexByte(s, '<')
		if i < 0 {
			b.WriteString(s)
			return b.String()
		}
		b.WriteString(s[:i+1])
		s = s[i+1:]
		if pages(s) {
			b.WriteString("\u200b")
		}
	}
}

// pages tells whether what follows a "<" is a mention, a channel or one of Slack's special words.
func pages(s string) bool {
	if len(s) > 1 && (s[0] == '@' || s[0] == '#') {
		return s[1] >= 'A' && s[1] <= 'Z'
	}
	for _, word := range []string{"!channel", "!here", "!everyone", "!group", "!subteam^", "!date^"} {
		if strings.HasPrefix(s, word) {
			return true
		}
	}
	return false
}

// cutMarkdown shortens Markdown to n units, where it is best divided. It tells whether something was cut.
func cutMarkdown(s string, n int) (string, bool) {
	if bots.Width(s) <= n {
		return s, false
	}
	return split.Markdown(s, n)[0], true
}

// Plain turns Markdown into what a screen reader should read aloud, at the length that a top-level text may have: the
// words, without Slack's markup coming alive. It is never empty, since Slack would read the blocks in its own way then.
func Plain(s string) string { return cmp.Or(Escape(strings.TrimSpace(s), LimitText), "–") }

// date is a moment that each reader sees in their own zone.
func date(t time.Time) string {
	return "<!date^" + itoa(t.Unix()) + "^{date_short_pretty} {time}|" + t.UTC().Format("2 Jan 15:04") + " UTC>"
}

// Spoken turns an incoming message's text into what the person meant to say: without the mention of the bot, with names
// and addresses instead of Slack's markup, and unescaped.
func Spoken(text, me string) string {
	return strings.TrimSpace(html.UnescapeString(bots.Bracketed(text, func(ref string) string { return reference(ref, me) })))
}

// reference reads what stands between < and >.
func reference(ref, me string) string {
	target, label, _ := strings.Cut(ref, "|")
	switch {
	case target == "@"+me && me != "":
		return ""
	case strings.HasPrefix(target, "@"), strings.HasPrefix(target, "#"):
		return target[:1] + cmp.Or(label, target[1:])
	case strings.HasPrefix(target, "!"):
		word, _, _ := strings.Cut(target[1:], "^")
		return cmp.Or(label, "@"+word)
	case strings.Contains(target, ":"):
		address := strings.TrimPrefix(target, "mailto:")
		if label == "" || label == address || strings.HasSuffix(address, "://"+label) {
			return address
		}
		return label + " (" + address + ")"
	default:
		return "<" + ref + ">"
	}
}

// Mentioned are the users that an incoming text mentions by their id alone, each once, but for the bot.
func Mentioned(text, me string) []string {
	var out []string
	bots.Bracketed(text, func(ref string) string {
		if user, is := strings.CutPrefix(ref, "@"); is && user != "" && user != me && !strings.Contains(user, "|") && !slices.Contains(out, user) {
			out = append(out, user)
		}
		return ""
	})
	return out
}

// SameWords tells whether an incoming text equals a known one, whatever the people it mentions were called then.
func SameWords(text, me, known string) bool {
	words := regexp.QuoteMeta(Spoken(text, me))
	for _, user := range Mentioned(text, me) {
		words = strings.ReplaceAll(words, regexp.QuoteMeta("@"+user), "@[^\n]+")
	}
	same, err := regexp.MatchString("^(?:"+words+")$", known)
	return err == nil && same
}

// Mentions tells whether the text mentions the user.
func Mentions(text, user string) bool {
	return user != "" && (strings.Contains(text, "<@"+user+">") || strings.Contains(text, "<@"+user+"|"))
}
