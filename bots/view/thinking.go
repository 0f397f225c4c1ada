package view

import (
	"slices"
	"strings"

	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/wording"
)

// Thinking is thinking, collapsed by default.
type Thinking struct {
	In     wording.Words
	Of     string // the id of the turn or the run
	Newest string
	Groups []ThoughtGroup
	Named  bool // each line is said with its agent
}

// ThoughtGroup is the thinking of one step group; "" where there is only one.
type ThoughtGroup struct {
	Title string
	Lines []bots.ThinkingLine
}

// Len counts the entries.
func (t Thinking) Len() int {
	n := 0
	for _, g := range t.Groups {
		n += len(g.Lines)
	}
	return n
}

// Count counts the entries in words.
func (t Thinking) Count() string { return Count(t.In, t.Len(), Entries) }

// Last are the newest lines of the last group, at most n.
func (t Thinking) Last(n int) []bots.ThinkingLine {
	if len(t.Groups) == 0 {
		return nil
	}
	lines := t.Groups[len(t.Groups)-1].Lines
	return lines[max(0, len(lines)-n):]
}

func (t Thinking) says() bool { return t.Len() > 0 }

func (t Thinking) safe(s safe) Section {
	t.Newest, t.Groups = s.words(t.Newest), slices.Clone(t.Groups)
	for i := range t.Groups {
		g := &t.Groups[i]
		g.Title, g.Lines = s.words(g.Title), slices.Clone(g.Lines)
		for j := range g.Lines {
			g.Lines[j].Text = s.words(g.Lines[j].Text)
		}
	}
	return t
}

func thoughts(c bots.ThinkingCard, w wording.Words) View {
	v := View{Kind: Thoughts, Tone: Quiet, Label: w.Say(LabelThinking), Aloud: strings.Join(c.Handoffs, "\n")}
	add(&v, texts(Handing, lines(c.Handoffs))...)
	n := len(c.Lines)
	if n == 0 {
		return v
	}
	add(&v, Thinking{In: w, Of: strings.TrimPrefix(string(c.Slot), "thinking:"), Newest: bots.OneLine(c.Lines[n-1].Text), Groups: []ThoughtGroup{{Lines: c.Lines}}})
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
