package blocks

import (
	"fmt"
	"strings"
	"time"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

// Renderer turns cards into messages. It is pure: the same card gives the same message.
type Renderer struct {
	PublicURL string   // "" where there is no address people could open
	Hosts     []string // that models may link to
	Rehearsal bool     // answers are of the offline model
	Bare      bool     // Slack takes no files: cards say where else they are
	Unwell    bool     // ... because they could not be brought there, not because it may not be
}

// said is what an agent says, with nothing in it that pages somebody or leads where it does not say.
func (r Renderer) said(c bots.AnswerCard) string {
	return harmless(bots.SafeLinks(strings.TrimSpace(strings.ToValidUTF8(c.Text, "�")), r.Hosts))
}

// Render draws a card; it gives false for what Slack does not show: a person's own words are there already.
func (r Renderer) Render(c bots.Card) (Message, bool) {
	c = bots.SafeCard(c, r.Hosts)
	l, ok := r.drawn(c)
	l.decide = bots.InWords(c)
	return l, ok
}

func (r Renderer) drawn(c bots.Card) (Message, bool) {
	switch c := c.(type) {
	case bots.AnswerCard:
		return r.answer(c), true
	case bots.ThinkingCard:
		// The one line that every quick answer has (who answers and why) is not worth a message beside it in a thread.
		if len(c.Handoffs) == 0 && len(c.Lines) < 2 {
			return Message{}, false
		}
		return r.thinking(c), true
	case bots.PlanCard:
		return r.plan(c), true
	case bots.ApprovalCard:
		return r.approval(c), true
	case bots.ClarificationCard:
		return r.clarification(c), true
	case bots.RunCard:
		return r.run(c), true
	case bots.ErrorCard:
		return r.failure(c), true
	case bots.ReminderCard:
		return r.Reminder(c, bots.Calling{}), true
	case bots.UserCard:
		return Message{}, false
	default:
		return Message{}, false
	}
}

// speaker is an agent's name, safe for mrkdwn.
func speaker(s bots.Speaker) string {
	name := "*" + Escape(bots.OneLine(s.Called), 80) + "*"
	if s.Avatar != "" {
		return Escape(s.Avatar, 16) + " " + name
	}
	return name
}

func (r Renderer) answer(c bots.AnswerCard) Message {
	if c.Status {
		return Message{Text: Plain(c.Text), Blocks: []slackapi.Block{ContextLine(Escape(bots.OneLine(c.Text), 1900))}}
	}
	return r.beginning(c, r.whole(c.Conversation))
}

// beginning draws an answer in one message, as much of it as one takes; where something was cut, rest says where it is.
func (r Renderer) beginning(c bots.AnswerCard, rest string) Message {
	notes, said := ContextLine(speaker(c.Agent), origins(c)), r.said(c)
	return fit(3, func(detail int) Message {
		text, cut := cutMarkdown(said, limitMarkdown*(detail+1)/4)
		if cut {
			text += "\n\n" + rest
		}
		blocks := handed(c.Handoffs)
		if text != "" {
			blocks = append(blocks, slackapi.NewMarkdownBlock("", text))
		}
		blocks = append(blocks, noted(c)...)
		if files := r.fileLines(c); files != "" {
			blocks = append(blocks, Section(files))
		}
		if ask := feedback(c); ask != nil {
			blocks = append(blocks, ask)
		}
		return Message{Text: aloud(c, said), Blocks: append(blocks, notes)}
	})
}

// noted is code's own line beneath an answer: in a block of its own, which no words of the answer can look like.
func noted(c bots.AnswerCard) []slackapi.Block {
	if c.Note == "" {
		return nil
	}
	return []slackapi.Block{Section(":information_source: *" + Escape(bots.OneLine(c.Note), 600) + "*")}
}

// aloud is an answer where there are no blocks, as in notifications. Code's own line comes first: the rest may be cut.
func aloud(c bots.AnswerCard, text string) string {
	return Plain(strings.TrimSpace(c.Note + "\n" + text))
}

// origins says what wrote the words, so that nobody takes them for more.
func origins(c bots.AnswerCard) string {
	if c.Rehearsal {
		return "Rehearsal: no language model was asked"
	}
	return "AI-generated; check before relying on it"
}

// whole says where the rest of a long text is.
func (r Renderer) whole(c assistant.ConversationID) string {
	if r.PublicURL == "" {
		return "_… this is only the beginning; the text was too long for one message._"
	}
	return fmt.Sprintf("_… this is only the beginning:_ [full text in the panel](%s/c/%s)", r.PublicURL, c)
}

// Link makes an address that people can open from Slack; "" where there is none.
func (r Renderer) Link(address string) string {
	switch {
	case strings.HasPrefix(address, "http://"), strings.HasPrefix(address, "https://"):
		return address
	case strings.HasPrefix(address, "/") && r.PublicURL != "":
		return r.PublicURL + address
	default:
		return ""
	}
}

// fileLines names an answer's files. They are shared below it; where they cannot be, it says so and where else they are.
func (r Renderer) fileLines(c bots.AnswerCard) string {
	var lines []string
	for i, f := range c.Files {
		if i == 10 {
			lines = append(lines, fmt.Sprintf("and %d more files", len(c.Files)-i))
			break
		}
		lines = append(lines, ":page_facing_up: "+Escape(bots.OneLine(f.Name), 200))
	}
	switch {
	case !r.Bare || len(bots.Made(c)) == 0:
	case r.Unwell && r.PublicURL == "":
		lines = append(lines, "The files could not be brought to Slack. Please ask me for them once more in a while.")
	case r.Unwell:
		lines = append(lines, "The files could not be brought to Slack. <"+r.PublicURL+"/c/"+string(c.Conversation)+"|Get them in the panel>.")
	case r.PublicURL != "":
		lines = append(lines, "Slack did not let me add files here. <"+r.PublicURL+"/c/"+string(c.Conversation)+"|Get them in the panel>.")
	default:
		lines = append(lines, "Slack did not let me add files here. Whoever looks after this app can install it again, which asks for that "+
			"right (files:write); then ask me once more.")
	}
	return strings.Join(lines, "\n")
}

// handed says who took over from whom.
func handed(handoffs []string) []slackapi.Block {
	var blocks []slackapi.Block
	for _, h := range handoffs[:min(len(handoffs), 5)] {
		blocks = append(blocks, ContextLine(":arrow_right: "+Escape(bots.OneLine(h), 500)))
	}
	return blocks
}

func (r Renderer) thinking(c bots.ThinkingCard) Message {
	blocks := handed(c.Handoffs)
	text := strings.Join(c.Handoffs, "\n")
	if n := len(c.Lines); n > 0 {
		lines := make([]string, n)
		for i, l := range c.Lines {
			lines[i] = thinkingLine(l)
		}
		blocks = append(blocks, thinkingBox(c.Lines[n-1].Text, n, []string{""}, [][]string{lines}, 8000))
		if text == "" {
			text = "Thinking: " + c.Lines[n-1].Text
		}
	}
	return Message{Text: Plain(text), Blocks: blocks}
}

func thinkingLine(l bots.ThinkingLine) string {
	return "• " + Escape(bots.OneLine(l.Text), 400)
}

// thinkingBox is the collapsed list of thinking entries: a title that counts, a preview of the newest, and below them the
// groups of lines, at most budget units in all.
func thinkingBox(newest string, n int, titles []string, groups [][]string, budget int) slackapi.Block {
	box := slackapi.NewContainerBlock().WithTitle(PlainText("Thinking details", LimitTitle)).
		WithSubtitle(PlainText(fmt.Sprintf("%s · %s", count(n, "entry", "entries"), newest), LimitTitle)).WithCollapsible(true, true)
	const children = 10
	room := max(1, children/max(1, len(groups)))
	each := min(LimitSection-200, budget/max(1, len(groups)*room))
	for i, lines := range groups {
		if i == children {
			break
		}
		chunks, left := spread(lines, each, room)
		for j, chunk := range chunks {
			if j == 0 && left > 0 {
				chunk = fmt.Sprintf("_%s before_\n", count(left, "entry", "entries")) + chunk
			}
			if j == 0 && titles[i] != "" {
				chunk = "*" + Escape(titles[i], 60) + "*\n" + chunk
			}
			box.AddChildBlock(ContextLine(chunk))
		}
	}
	return box
}

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return itoa(n) + " " + many
}

func (r Renderer) failure(c bots.ErrorCard) Message {
	p := c.Problem
	text := ":warning: *" + Escape(bots.OneLine(p.Message), 1200) + "*"
	if p.Recovery != "" {
		text += "\n" + Escape(p.Recovery, 1500)
	}
	blocks := []slackapi.Block{Section(text)}
	if p.ID != "" {
		blocks = append(blocks, ContextLine("Problem id `"+Escape(bots.OneLine(p.ID), 100)+"`"))
	}
	if c.CanRetry() {
		blocks = append(blocks, slackapi.NewActionBlock("", Button(actionRetry, runValue(p.Run), "Try again", slackapi.StylePrimary, nil)))
	}
	return Message{Text: Plain(p.Message + " " + p.Recovery), Blocks: blocks}
}

// decided says who decided what and when.
func decided(icon, verdict, by string, at time.Time) string {
	s := icon + " " + verdict
	if by != "" {
		s += " by " + Escape(bots.OneLine(by), 100)
	}
	if !at.IsZero() {
		s += " " + date(at)
	}
	return s
}

func expires(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return "expires " + date(t)
}
