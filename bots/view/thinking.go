package view

import (
	"strings"

	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/wording"
)

func thoughts(c bots.ThinkingCard, w wording.Words) View {
	v := View{Kind: Thoughts, Tone: Quiet, Label: w.Say(LabelThinking), Handoffs: lines(c.Handoffs), Aloud: strings.Join(c.Handoffs, "\n")}
	n := len(c.Lines)
	if n == 0 {
		return v
	}
	v.Thinking = Thinking{In: w, Of: strings.TrimPrefix(string(c.Slot), "thinking:"), Newest: bots.OneLine(c.Lines[n-1].Text), Groups: []ThoughtGroup{{Lines: c.Lines}}}
	if v.Aloud == "" {
		v.Aloud = w.Say("Thinking: %s", c.Lines[n-1].Text)
	}
	return v
}

// runThinking is a run's thinking, by step group and agent. The newest line announces it.
func runThinking(c bots.RunCard, w wording.Words) Thinking {
	t, newest := Thinking{In: w, Of: string(c.Run), Named: true}, bots.ThinkingLine{}
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
