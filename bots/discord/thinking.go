package discord

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

// History reads what a conversation's log says of one visible thing.
type History interface {
	// SlotMessages gives the messages of one slot, oldest first.
	SlotMessages(ctx context.Context, t assistant.TenantID, id assistant.ConversationID, s assistant.Slot) ([]assistant.Message, error)
}

const (
	inlineThoughts = 5    // entries that stand on the card itself, behind a spoiler; more are shown on demand
	thoughtPage    = 3000 // units
)

// thinking draws the thinking of a turn.
func (r renderer) thinking(c bots.ThinkingCard) look {
	cs := handed(c.Handoffs)
	show := r.showThinking(verbThoughtTurn, verbLeafTurn, strings.TrimPrefix(string(c.Slot), "thinking:"), len(c.Lines))
	switch n := len(c.Lines); {
	case show != nil:
		cs = append(cs, text(thinkingHead(c.Lines[n-1].Text, n)), row(*show))
	case n > 0:
		lines := make([]string, n)
		for i, l := range c.Lines {
			lines[i] = "• " + line(l.Text, 300)
		}
		cs = append(cs, thinkingBox(c.Lines[n-1].Text, n, lines, 2000))
	}
	if len(cs) == 0 {
		cs = append(cs, small("💭 Thinking"))
	}
	return look{components: cs}
}

// handed says who took over from whom.
func handed(handoffs []string) []component {
	var cs []component
	for _, h := range handoffs[:min(len(handoffs), 5)] {
		cs = append(cs, small("➡️ "+line(h, 300)))
	}
	return cs
}

// showThinking is the button that opens much thinking; nil where there is little, or nothing to read it from. The id has
// to leave room for the verb and a page.
func (r renderer) showThinking(verb, leaf, id string, entries int) *component {
	if _, ok := readID(customID(verb, id)); !ok || !r.paged || entries <= inlineThoughts || len(customID(leaf, id, 1<<30)) > 100 {
		return nil
	}
	b := button(styleSecondary, "Show thinking", customID(verb, id))
	return &b
}

func thinkingHead(newest string, n int) string {
	return fmt.Sprintf("-# 💭 Thinking details · %s · %s", count(n, "entry", "entries"), line(newest, 150))
}

// thinkingBox is a little thinking behind a spoiler, the only thing Discord can open in place: a line that counts and
// previews the newest, and below it the newest lines, at most budget units in all.
func thinkingBox(newest string, n int, lines []string, budget int) component {
	head := thinkingHead(newest, n)
	first, used := len(lines), 0
	for first > 0 && used+bots.Width(lines[first-1])+4 <= budget {
		first--
		used += bots.Width(lines[first]) + 4
	}
	shown := lines[first:]
	if len(shown) == 0 {
		return text(head)
	}
	if first > 0 {
		shown = append([]string{fmt.Sprintf("%s before", count(first, "entry", "entries"))}, shown...)
	}
	return text(head + "\n||" + strings.Join(shown, "\n") + "||")
}

// thought shows the thinking to who asked, a page of it, as it is now.
func (b *Bot) thought(ctx context.Context, r request) reply {
	kind, leaf := "thinking:", verbLeafTurn
	if r.subject.verb == verbThoughtRun || r.subject.verb == verbLeafRun {
		kind, leaf = "run:", verbLeafRun
	}
	card, err := b.slot(ctx, r, assistant.Slot(kind+r.subject.id))
	if errors.Is(err, assistant.ErrNotFound) {
		return whisper(noteGone, bots.AckRefused)
	}
	if err != nil {
		b.Log.ErrorContext(ctx, "discord thinking not read", slog.Any("err", err))
		return whisper("I could not look that up just now. Please try again in a moment.", bots.AckUnavailable)
	}
	leaves := pages(thoughts(card), thoughtPage)
	if len(leaves) == 0 {
		return whisper("There is no thinking to show.", bots.AckRefused)
	}
	return leafed(r, leaves, leaf)
}

// leafed shows who asked a page, with buttons to the others.
func leafed(r request, leaves []string, leaf string) reply {
	at := min(r.subject.numbers[0], len(leaves)-1)
	cs := []component{text(leaves[at])}
	if len(leaves) > 1 {
		turn := func(label string, to int) component {
			c := button(styleSecondary, label, customID(leaf, r.subject.id, max(0, to)))
			c.Disabled = to < 0 || to == len(leaves)
			if c.Disabled {
				c.CustomID = customID(leaf, r.subject.id, len(leaves)+1+at) // ids are unique within a message
			}
			return c
		}
		cs = append(cs, small(fmt.Sprintf("page %d of %d", at+1, len(leaves))), row(turn("Earlier", at-1), turn("Later", at+1)))
	}
	answer := answerMessage
	if r.subject.verb == leaf {
		answer = answerUpdate
	}
	return reply{outcome: bots.AckTaken, response: response{answer, private{
		Flags: flagEphemeral | flagComponentsV2 | flagSuppressEmbeds, Mentions: nobody(), Components: cs,
	}}}
}

// private is what one person alone sees, of more than words.
type private struct {
	Flags      int         `json:"flags"`
	Mentions   mentions    `json:"allowed_mentions"`
	Components []component `json:"components"`
}

// slot draws what a slot of the conversation is now that the click comes from. Nobody reads another conversation's.
func (b *Bot) slot(ctx context.Context, r request, s assistant.Slot) (bots.Card, error) {
	if b.History == nil {
		return nil, assistant.ErrNotFound
	}
	at := place(r.guild, r.channel)
	id, err := b.Threads.ConversationAt(ctx, b.Tenant, at)
	if errors.Is(err, assistant.ErrNotFound) && r.root != "" {
		at.Thread = r.root
		id, err = b.Threads.ConversationAt(ctx, b.Tenant, at)
	}
	if err != nil {
		return nil, fmt.Errorf("find conversation: %w", err)
	}
	ms, err := b.History.SlotMessages(ctx, b.Tenant, id, s)
	if err != nil {
		return nil, fmt.Errorf("read slot: %w", err)
	}
	card, ok := bots.Fold(s, ms, bots.NewNames(b.Roster, nil, assistant.Settings{}))
	if !ok {
		return nil, assistant.ErrNotFound
	}
	return bots.SafeCard(card, b.hosts.Of(ctx, b.Tenant)), nil
}

// thoughts writes thinking as small print, by step group and agent where it is a run's.
func thoughts(c bots.Card) []string {
	var out []string
	add := func(head string, a bots.Speaker, ls []bots.ThinkingLine) {
		lines := []string{"-# **" + line(a.Called, 80) + "**"}
		if head != "" {
			lines = append([]string{"**" + line(head, 80) + "**"}, lines...)
		}
		for _, l := range ls {
			lines = append(lines, "-# • "+line(l.Text, 400))
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
