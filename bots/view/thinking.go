package view

import (
	"strings"

	"github.com/aisteam/aisteam/bots"
)

func thoughts(c bots.ThinkingCard) View {
	v := View{Kind: Thoughts, Tone: Quiet, Label: LabelThinking, Handoffs: lines(c.Handoffs), Aloud: strings.Join(c.Handoffs, "\n")}
	n := len(c.Lines)
	if n == 0 {
		return v
	}
	v.Thinking = Thinking{Of: strings.TrimPrefix(string(c.Slot), "thinking:"), Newest: bots.OneLine(c.Lines[n-1].Text), Groups: []ThoughtGroup{{Lines: c.Lines}}}
	if v.Aloud == "" {
		v.Aloud = "Thinking: " + c.Lines[n-1].Text
	}
	return v
}

// runThinking is a run's thinking, by step group and agent. The newest line announces it.
func runThinking(c bots.RunCard) Thinking {
	t, newest := Thinking{Of: string(c.Run), Named: true}, bots.ThinkingLine{}
	for _, g := range c.Thinking {
		out := ThoughtGroup{Title: bots.OneLine(g.Title)}
		for _, a := range g.Agents {
			for _, l := range a.Lines {
				l.Agent = a.Agent
				out.Lines = append(out.Lines, l)
				if !l.At.Before(newest.At) {
					newest = l
				}
			}
		}
		t.Groups = append(t.Groups, out)
	}
	t.Newest = bots.OneLine(newest.Text)
	return t
}
