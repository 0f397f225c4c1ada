package slack

import (
	"fmt"
	"strings"
	"time"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

// renderer turns cards into looks. It is pure: the same card gives the same look.
type renderer struct {
	publicURL string   // "" where there is no address people could open
	hosts     []string // that models may link to
	rehearsal bool     // answers are of the offline model
	bare      bool     // Slack takes no files: cards say where else they are
	unwell    bool     // ... because they could not be brought there, not because it may not be
	settings  bool     // sites are added and changed on the Home tab
}

// said is what an agent says, with nothing in it that pages somebody or leads where it does not say.
func (r renderer) said(c bots.AnswerCard) string {
	return harmless(bots.SafeLinks(strings.TrimSpace(strings.ToValidUTF8(c.Text, "�")), r.hosts))
}

// render draws a card; it gives false for what Slack does not show: a person's own words are there already.
func (r renderer) render(c bots.Card) (look, bool) {
	c = bots.SafeCard(c, r.hosts)
	l, ok := r.drawn(c)
	l.decide = bots.InWords(c)
	return l, ok
}

func (r renderer) drawn(c bots.Card) (look, bool) {
	switch c := c.(type) {
	case bots.AnswerCard:
		return r.answer(c), true
	case bots.ThinkingCard:
		// The one line that every quick answer has (who answers and why) is not worth a message beside it in a thread.
		if len(c.Handoffs) == 0 && len(c.Lines) < 2 {
			return look{}, false
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
		return r.reminder(c, bots.Calling{}), true
	case bots.UserCard:
		return look{}, false
	default:
		return look{}, false
	}
}

// speaker is an agent's name, safe for mrkdwn.
func speaker(s bots.Speaker) string {
	name := "*" + mrk(bots.OneLine(s.Called), 80) + "*"
	if s.Avatar != "" {
		return mrk(s.Avatar, 16) + " " + name
	}
	return name
}

func (r renderer) answer(c bots.AnswerCard) look {
	if c.Status {
		return look{text: plain(c.Text), blocks: []slackapi.Block{contextLine(mrk(bots.OneLine(c.Text), 1900))}}
	}
	return r.beginning(c, r.whole(c.Conversation))
}

// beginning draws an answer in one message, as much of it as one takes; where something was cut, rest says where it is.
func (r renderer) beginning(c bots.AnswerCard, rest string) look {
	notes, said := contextLine(speaker(c.Agent), origins(c)), r.said(c)
	return fit(3, func(detail int) look {
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
			blocks = append(blocks, section(files))
		}
		if ask := feedback(c); ask != nil {
			blocks = append(blocks, ask)
		}
		return look{text: aloud(c, said), blocks: append(blocks, notes)}
	})
}

// noted is code's own line beneath an answer: in a block of its own, which no words of the answer can look like.
func noted(c bots.AnswerCard) []slackapi.Block {
	if c.Note == "" {
		return nil
	}
	return []slackapi.Block{section(":information_source: *" + mrk(bots.OneLine(c.Note), 600) + "*")}
}

// aloud is an answer where there are no blocks, as in notifications. Code's own line comes first: the rest may be cut.
func aloud(c bots.AnswerCard, text string) string {
	return plain(strings.TrimSpace(c.Note + "\n" + text))
}

// origins says what wrote the words, so that nobody takes them for more.
func origins(c bots.AnswerCard) string {
	if c.Rehearsal {
		return "Rehearsal: no language model was asked"
	}
	return "AI-generated; check before relying on it"
}

// whole says where the rest of a long text is.
func (r renderer) whole(c assistant.ConversationID) string {
	if r.publicURL == "" {
		return "_… this is only the beginning; the text was too long for one message._"
	}
	return fmt.Sprintf("_… this is only the beginning:_ [full text in the panel](%s/c/%s)", r.publicURL, c)
}

// link makes an address that people can open from Slack; "" where there is none.
func (r renderer) link(address string) string {
	switch {
	case strings.HasPrefix(address, "http://"), strings.HasPrefix(address, "https://"):
		return address
	case strings.HasPrefix(address, "/") && r.publicURL != "":
		return r.publicURL + address
	default:
		return ""
	}
}

// fileLines names an answer's files. They are shared below it; where they cannot be, it says so and where else they are.
func (r renderer) fileLines(c bots.AnswerCard) string {
	var lines []string
	for i, f := range c.Files {
		if i == 10 {
			lines = append(lines, fmt.Sprintf("and %d more files", len(c.Files)-i))
			break
		}
		lines = append(lines, ":page_facing_up: "+mrk(bots.OneLine(f.Name), 200))
	}
	switch {
	case !r.bare || len(bots.Made(c)) == 0:
	case r.unwell && r.publicURL == "":
		lines = append(lines, "The files could not be brought to Slack. Please ask me for them once more in a while.")
	case r.unwell:
		lines = append(lines, "The files could not be brought to Slack. <"+r.publicURL+"/c/"+string(c.Conversation)+"|Get them in the panel>.")
	case r.publicURL != "":
		lines = append(lines, "Slack did not let me add files here. <"+r.publicURL+"/c/"+string(c.Conversation)+"|Get them in the panel>.")
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
		blocks = append(blocks, contextLine(":arrow_right: "+mrk(bots.OneLine(h), 500)))
	}
	return blocks
}

func (r renderer) thinking(c bots.ThinkingCard) look {
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
	return look{text: plain(text), blocks: blocks}
}

func thinkingLine(l bots.ThinkingLine) string {
	return "• " + mrk(bots.OneLine(l.Text), 400)
}

// thinkingBox is the collapsed list of thinking entries: a title that counts, a preview of the newest, and below them the
// groups of lines, at most budget units in all.
func thinkingBox(newest string, n int, titles []string, groups [][]string, budget int) slackapi.Block {
	box := slackapi.NewContainerBlock().WithTitle(plainText("Thinking details", limitTitle)).
		WithSubtitle(plainText(fmt.Sprintf("%s · %s", count(n, "entry", "entries"), newest), limitTitle)).WithCollapsible(true, true)
	const children = 10
	room := max(1, children/max(1, len(groups)))
	each := min(limitSection-200, budget/max(1, len(groups)*room))
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
				chunk = "*" + mrk(titles[i], 60) + "*\n" + chunk
			}
			box.AddChildBlock(contextLine(chunk))
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

func (r renderer) failure(c bots.ErrorCard) look {
	p := c.Problem
	text := ":warning: *" + mrk(bots.OneLine(p.Message), 1200) + "*"
	if p.Recovery != "" {
		text += "\n" + mrk(p.Recovery, 1500)
	}
	blocks := []slackapi.Block{section(text)}
	if p.ID != "" {
		blocks = append(blocks, contextLine("Problem id `"+mrk(bots.OneLine(p.ID), 100)+"`"))
	}
	if c.CanRetry() {
		blocks = append(blocks, slackapi.NewActionBlock("", button(actionRetry, runValue(p.Run), "Try again", slackapi.StylePrimary, nil)))
	}
	return look{text: plain(p.Message + " " + p.Recovery), blocks: blocks}
}

// decided says who decided what and when.
func decided(icon, verdict, by string, at time.Time) string {
	s := icon + " " + verdict
	if by != "" {
		s += " by " + mrk(bots.OneLine(by), 100)
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
