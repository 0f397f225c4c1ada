package blocks_test

import (
	"strings"
	"testing"

	"github.com/aisteam/aisteam/bots/slack/blocks"
	"github.com/aisteam/aisteam/internal/cardkit"
)

// reread reads a button's value and writes it again.
func reread(value string) (string, bool) {
	s, ok := blocks.ReadSubject(value)
	return s.String(), ok
}

// FuzzValues reads buttons' values: what can be read reads the same when it is written again, and as small.
func FuzzValues(f *testing.F) {
	for _, s := range []string{`{"p":"x","v":2}`, `{"c":"x","q":1,"o":3}`, `{"m":"x","g":true}`, `null`, `[]`, `{"v":1e9}`, `{"P":"x"}`, ``} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, value string) {
		again, ok := reread(value)
		if !ok {
			return
		}
		if third, ok := reread(again); !ok || third != again {
			t.Errorf("%q becomes %q and then %q", value, again, third)
		}
	})
}

// FuzzText takes foreign words out and in: within their bound, without force, and as they were.
func FuzzText(f *testing.F) {
	for _, s := range []string{"a <@U1> & <!channel> b", "<https://x|y>", "&amp;lt;", "<", "<<>>", "<!date^1^{date}|x>", "\xff\u202e\u200d", "<mailto:a@b|a@b>"} {
		f.Add(s, uint8(40))
	}
	f.Fuzz(func(t *testing.T, s string, n uint8) {
		limit := int(n) + 10
		out := blocks.Escape(s, limit)
		if cardkit.Width(out) > limit || strings.ContainsAny(out, "<>") {
			t.Errorf("%q at %d is %q", s, limit, out)
		}
		if safe := blocks.Harmless(s); strings.Contains(safe, "<!channel") || strings.Contains(safe, "<@U") || strings.Contains(safe, "<!subteam^") {
			t.Errorf("%q pages", safe)
		}
		_ = blocks.Spoken(s, "UBOT")
		plain := strings.ToValidUTF8(s, "�")
		if back := blocks.Spoken(blocks.Escape(s, 1<<20), "UBOT"); back != strings.TrimSpace(plain) && !strings.Contains(s, "&") {
			t.Errorf("%q goes out and comes back as %q", s, back)
		}
	})
}
