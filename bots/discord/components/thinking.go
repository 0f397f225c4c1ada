package components

import (
	"fmt"
	"strings"

	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/view"
)

const (
	inlineThoughts = 5    // entries that stand on the card itself, behind a spoiler; more are shown on demand
	thoughtPage    = 3000 // units
)

// thinking draws thinking, that of a turn with the button that opens much of it: a run has it among its others.
func (d *drawing) thinking(t view.Thinking) {
	if d.bare {
		d.put(d.r.thought(d.Kind, t, 2000, 300))
		if show := d.r.showThinking(d.Kind, t); show != nil {
			d.put(row(*show))
		}
		return
	}
	if d.cut.thinking > 0 {
		d.put(d.r.thought(d.Kind, t, d.cut.thinking, 200))
	}
}

// showThinking is the button that opens much thinking; nil where there is little, or nothing to read it from. The id has
// to leave room for the verb and a page.
func (r Renderer) showThinking(on view.Kind, t view.Thinking) *Component {
	verb, leaf, id := VerbThoughtTurn, VerbLeafTurn, t.Of
	if on == view.Run {
		verb, leaf = VerbThoughtRun, VerbLeafRun
	}
	if _, ok := ReadID(CustomID(verb, id)); !ok || !r.Paged || t.Len() <= inlineThoughts || len(CustomID(leaf, id, 1<<30)) > 100 {
		return nil
	}
	b := button(styleSecondary, t.In.Say(view.LabelShowThinking), CustomID(verb, id))
	return &b
}

// thought is thinking: much of it a line that counts and previews the newest, since a button opens it, and a little behind a
// spoiler, the only thing Discord can open in place. The newest lines are shown, at most budget units in all.
func (r Renderer) thought(on view.Kind, t view.Thinking, budget, each int) Component {
	head := "-# 💭 " + t.In.Say(view.LabelThinking) + " · " + t.Count() + " · " + Line(t.Newest, 150)
	if r.showThinking(on, t) != nil {
		return Text(head)
	}
	lines := thoughtLines(t, each)
	first, used := len(lines), 0
	for first > 0 && used+bots.Width(lines[first-1])+4 <= budget {
		first--
		used += bots.Width(lines[first]) + 4
	}
	shown := lines[first:]
	if len(shown) == 0 {
		return Text(head)
	}
	if first > 0 {
		shown = append([]string{view.Before(t.In, first)}, shown...)
	}
	return Text(head + "\n||" + strings.Join(shown, "\n") + "||")
}

func thoughtLines(t view.Thinking, each int) []string {
	var out []string
	for _, g := range t.Groups {
		if g.Title != "" {
			out = append(out, "**"+Line(g.Title, 40)+"**")
		}
		for _, l := range g.Lines {
			who := ""
			if t.Named {
				who = "**" + Line(l.Agent.Called, 40) + "** "
			}
			out = append(out, "• "+who+Line(l.Text, each))
		}
	}
	return out
}

// Leaf shows one of several pages, with buttons to the others, whose ids have the verb.
func Leaf(leaves []string, at int, verb, id string) []Component {
	at = min(at, len(leaves)-1)
	cs := []Component{Text(leaves[at])}
	if len(leaves) > 1 {
		turn := func(label string, to int) Component {
			c := button(styleSecondary, label, CustomID(verb, id, max(0, to)))
			c.Disabled = to < 0 || to == len(leaves)
			if c.Disabled {
				c.CustomID = CustomID(verb, id, len(leaves)+1+at) // ids are unique within a message
			}
			return c
		}
		cs = append(cs, small(fmt.Sprintf("page %d of %d", at+1, len(leaves))), row(turn("Earlier", at-1), turn("Later", at+1)))
	}
	return cs
}

// ThinkingPages is all the thinking of a card, of a turn or of a run, page by page.
func (r Renderer) ThinkingPages(c bots.Card) []string {
	t, _ := view.Find[view.Thinking](view.Of(c, r.reader()))
	return leaves(spokenBy(t), thoughtPage)
}

// spokenBy writes thinking as small print, by step group and agent.
func spokenBy(t view.Thinking) []string {
	var out []string
	for _, g := range t.Groups {
		for i := 0; i < len(g.Lines); {
			lines := []string{"-# **" + Line(g.Lines[i].Agent.Called, 80) + "**"}
			if i == 0 && g.Title != "" {
				lines = append([]string{"**" + Line(g.Title, 80) + "**"}, lines...)
			}
			j := i
			for ; j < len(g.Lines) && g.Lines[j].Agent.ID == g.Lines[i].Agent.ID; j++ {
				lines = append(lines, "-# • "+Line(g.Lines[j].Text, 400))
			}
			out, i = append(out, strings.Join(lines, "\n")), j
		}
	}
	return out
}
