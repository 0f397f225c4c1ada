package blocks

import (
	"strings"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/view"
)

// small is facts on one grey line.
func small(facts []view.Fact) slackapi.Block {
	var out []string
	for _, f := range facts {
		out = append(out, fact(f))
	}
	return ContextLine(out...)
}

// fact is a fact in mrkdwn; each reader sees its moment in their own zone.
func fact(f view.Fact) string {
	out := sign(f.Sign) + Escape(f.Text, 300)
	if !f.At.IsZero() {
		out += " " + date(f.At)
	}
	return out
}

// sign is Slack's name of a sign, with a space behind it.
func sign(s view.Sign) string {
	name := s.Mark().Name
	if name == "" {
		return ""
	}
	return ":" + name + ": "
}

// mostWhole is how much a section holds of text that must be shown in full; package outward keeps such text shorter.
const mostWhole = 2600

// fieldDiff shows what a field is and what it becomes.
func fieldDiff(f assistant.Field, n int) string {
	if f.Whole {
		n = mostWhole
	}
	s := "*" + Escape(bots.OneLine(f.Name), 100) + "*"
	if f.Old != "" {
		s += "\n:heavy_minus_sign: " + Escape(f.Old, n)
	}
	if f.New != "" {
		s += "\n:heavy_plus_sign: " + Escape(f.New, n)
	}
	return s
}

// webLink is words that lead to an address that people can open; "" if there is none.
func (r Renderer) webLink(to, words string) string {
	u := r.Link(to)
	if u == "" || bots.Width(u) > 1000 {
		return ""
	}
	return "<" + strings.ReplaceAll(Escape(u, 1200), "|", "%7C") + "|" + words + ">"
}
