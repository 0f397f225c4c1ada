package components

import (
	"strings"

	"github.com/aisteam/aisteam/bots"
)

// Texts are the words of a look in order, without anything to press, to open or to look at.
func Texts(cs []Component) []string {
	var out []string
	for _, c := range cs {
		if c.Type == typeText && strings.TrimSpace(c.Content) != "" {
			out = append(out, c.Content)
		}
		out = append(out, Texts(c.Components)...)
	}
	return out
}

// Plainly is the look as words alone, with the way to decide where there was something to press.
func (l Look) Plainly(panel string) Look {
	end := ""
	if l.decide != "" {
		end = "\n" + Escape(l.decide, 400)
		if panel != "" {
			end += " " + l.in.Say("Or decide on the panel: %s", panel)
		}
	}
	if l.offers != "" {
		end += "\n" + Escape(l.offers, 600)
	}
	if len(l.Files) > 0 {
		end += "\n" + l.in.Say("The files could not be added here.")
		if panel != "" {
			end += " " + l.in.Say("Get them in the panel") + ": " + panel
		}
	}
	said := strings.Join(Texts(l.Components), "\n")
	note := l.in.Say("shown as plain words")
	if room := limitTotal - bots.Width(end) - 50; bots.Width(said) > room {
		said, note = bots.Clip(said, room), l.in.Say("shown as plain words, as many as fit")
	}
	out := Look{Components: []Component{Text(said + end), small(note)}, calls: l.calls, as: l.hash()}
	for i := range min(len(out.Components), len(l.Components)) {
		out.Components[i].ID = l.Components[i].ID // by which it is found again
	}
	return out
}

// Told is the line that stands for a look that is refused in every form.
func (l Look) Told(panel string) Look {
	out := Look{Components: []Component{Text(Escape(bots.Told(l.in, "Discord", panel), 600)), small(l.in.Say("refused"))}, as: l.hash()}
	for i := range min(len(out.Components), len(l.Components)) {
		out.Components[i].ID = l.Components[i].ID
	}
	return out
}
