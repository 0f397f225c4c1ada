package components

import (
	"fmt"
	"strings"

	"github.com/aisteam/aisteam/bots"
)

const (
	inlineThoughts = 5    // entries that stand on the card itself, behind a spoiler; more are shown on demand
	thoughtPage    = 3000 // units
)

// thinking draws the thinking of a turn.
func (r Renderer) thinking(c bots.ThinkingCard) Look {
	cs := handed(c.Handoffs)
	show := r.showThinking(VerbThoughtTurn, VerbLeafTurn, strings.TrimPrefix(string(c.Slot), "thinking:"), len(c.Lines))
	switch n := len(c.Lines); {
	case show != nil:
		cs = append(cs, Text(thinkingHead(c.Lines[n-1].Text, n)), row(*show))
	case n > 0:
		lines := make([]string, n)
		for i, l := range c.Lines {
			lines[i] = "• " + Line(l.Text, 300)
		}
		cs = append(cs, thinkingBox(c.Lines[n-1].Text, n, lines, 2000))
	}
	if len(cs) == 0 {
		cs = append(cs, small("💭 Thinking"))
	}
	return Look{Components: cs}
}

// handed says who took over from whom.
func handed(handoffs []string) []Component {
	var cs []Component
	for _, h := range handoffs[:min(len(handoffs), 5)] {
		cs = append(cs, small("➡️ "+Line(h, 300)))
	}
	return cs
}

// showThinking is the button that opens much thinking; nil where there is little, or nothing to read it from. The id has
// to leave room for the verb and a page.
func (r Renderer) showThinking(verb, leaf, id string, entries int) *Component {
	if _, ok := ReadID(CustomID(verb, id)); !ok || !r.Paged || entries <= inlineThoughts || len(CustomID(leaf, id, 1<<30)) > 100 {
		return nil
	}
	b := button(styleSecondary, "Show thinking", CustomID(verb, id))
	return &b
}

func thinkingHead(newest string, n int) string {
	return fmt.Sprintf("-# 💭 Thinking details · %s · %s", count(n, "entry", "entries"), Line(newest, 150))
}

// thinkingBox is a little thinking behind a spoiler, the only thing Discord can open in place: a line that counts and
// previews the newest, and below it the newest lines, at most budget units in all.
func thinkingBox(newest string, n int, lines []string, budget int) Component {
	head := thinkingHead(newest, n)
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
		shown = append([]string{fmt.Sprintf("%s before", count(first, "entry", "entries"))}, shown...)
	}
	return Text(head + "\n||" + strings.Join(shown, "\n") + "||")
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
func ThinkingPages(c bots.Card) []string { return pages(thoughts(c), thoughtPage) }

// thoughts writes thinking as small print, by step group and agent where it is a run's.
func thoughts(c bots.Card) []string {
	var out []string
	add := func(head string, a bots.Speaker, ls []bots.ThinkingLine) {
		lines := []string{"-# **" + Line(a.Called, 80) + "**"}
		if head != "" {
			lines = append([]string{"**" + Line(head, 80) + "**"}, lines...)
		}
		for _, l := range ls {
			lines = append(lines, "-# • "+Line(l.Text, 400))
		}
		out = append(out, strings.Join(lines, "\n"))
	}
	switch c := c.(type) {
	case bots.ThinkingCard:
		for i := 0; i < len(c.Lines); {
			j := i
			for j < len(c.Lines) && c.Lines[j].Agent.ID == c.Lines[i].Agent.ID {
				j++
			}
			add("", c.Lines[i].Agent, c.Lines[i:j])
			i = j
		}
	case bots.RunCard:
		for _, g := range c.Thinking {
			for i, a := range g.Agents {
				add([]string{g.Title, ""}[min(i, 1)], a.Agent, a.Lines)
			}
		}
	case bots.UserCard, bots.AnswerCard, bots.PlanCard, bots.ApprovalCard, bots.ClarificationCard, bots.ErrorCard, bots.ReminderCard:
	}
	return out
}
