package receive

import (
	"strings"

	"github.com/aisteam/aisteam/bots"
)

// spoken turns an incoming message's text into what the person meant to say: without the mention of the bot, and with
// names instead of ids.
func spoken(s string, me self, names map[string]string) string {
	return strings.TrimSpace(bots.Bracketed(s, func(ref string) string { return mentioned(ref, me, names) }))
}

// mentioned reads what stands between < and >.
func mentioned(ref string, me self, names map[string]string) string {
	switch {
	case me.role != "" && ref == "@&"+me.role:
		return ""
	case strings.HasPrefix(ref, "@&"), strings.HasPrefix(ref, "#"):
		return ref
	case strings.HasPrefix(ref, "@"):
		id := strings.TrimPrefix(ref[1:], "!")
		if id == me.user && me.user != "" {
			return ""
		}
		if name := names[id]; name != "" {
			return "@" + name
		}
		return "@" + id
	case strings.HasPrefix(ref, ":"), strings.HasPrefix(ref, "a:"):
		parts := strings.Split(strings.TrimPrefix(ref, "a"), ":")
		if len(parts) == 3 {
			return ":" + parts[1] + ":"
		}
	case strings.HasPrefix(ref, "http://"), strings.HasPrefix(ref, "https://"):
		return ref
	}
	return "<" + ref + ">"
}
