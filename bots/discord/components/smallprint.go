package components

import (
	"strings"
	"time"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots/view"
	"github.com/aisteam/aisteam/wording"
)

// facts are facts as small print; each reader sees a moment in their own zone, or how far off it is.
func facts(fs []view.Fact) []string {
	var out []string
	for _, f := range fs {
		out = append(out, fact(f))
	}
	return out
}

func fact(f view.Fact) string {
	out, style := sign(f.Sign)+Line(f.Text, 300), "f"
	if f.Ahead {
		style = "R"
	}
	if !f.At.IsZero() {
		out += " " + moment(f.At, style)
	}
	return out
}

// Expires says when it does; "" where it does not.
func Expires(w wording.Words, t time.Time) string { return fact(view.Expires(w, t)) }

// sign is a sign as Discord shows it, with a space behind it.
func sign(s view.Sign) string {
	out := s.Mark().Picture
	if out == "" {
		return ""
	}
	return out + " "
}

func colour(t view.Tone) int {
	switch t {
	case view.Waiting:
		return colourWaiting
	case view.Working:
		return colourWorking
	case view.Good:
		return colourGood
	case view.Bad:
		return colourBad
	case view.Quiet:
		return colourQuiet
	default:
		return colourQuiet
	}
}

// mostWhole is how much a card holds of text that must be shown in full; package outward keeps such text shorter.
const mostWhole = 2000

// fieldDiff shows what a field is and what it becomes.
func fieldDiff(f assistant.Field, n int) string {
	if f.Whole {
		n = mostWhole
	}
	s := "**" + Line(f.Name, 60) + "**"
	if f.Old != "" {
		s += "\n➖ " + Line(f.Old, n)
	}
	if f.New != "" {
		s += "\n➕ " + Line(f.New, n)
	}
	return s
}

// warnings returns the warnings, one per line.
func warnings(in wording.Words, all []string, most, n int) string {
	var out []string
	for i, w := range all {
		if i == most {
			out = append(out, sign(view.Warned)+view.Count(in, len(all)-i, view.MoreWarnings))
			break
		}
		out = append(out, sign(view.Warned)+Line(w, n))
	}
	return strings.Join(out, "\n")
}
