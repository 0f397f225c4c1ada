package slack

import (
	"fmt"
	"strings"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

func (r renderer) clarification(c bots.ClarificationCard) look {
	return fit(3, func(d int) look { return askLook(c, d) })
}

func askLook(c bots.ClarificationCard, detail int) look {
	var blocks []slackapi.Block
	if intro := mrk(c.Clarification.Intro, []int{300, 700, 1500, 2500}[detail]); intro != "" {
		blocks = append(blocks, section(intro))
	}
	if !c.Open() {
		return look{text: askText(c), blocks: append(blocks, askClosed(c, detail)...)}
	}
	limit := []int{5, 10, 15, 25}[detail]
	for i, q := range c.Clarification.Questions {
		if i == limit {
			more := len(c.Clarification.Questions) - i
			blocks = append(blocks, contextLine(fmt.Sprintf("and %s in the form", count(more, "more question", "more questions"))))
			break
		}
		blocks = append(blocks, section(questionText(q, detail)))
	}
	hint := "Or just reply in this thread. " + assistant.WhoAnswers + "."
	if !c.Clarification.ExpiresAt.IsZero() {
		hint += " The question " + expires(c.Clarification.ExpiresAt) + "."
	}
	return look{text: askText(c), blocks: append(blocks, askActions(c.Clarification), contextLine(hint))}
}

func questionText(q assistant.Question, detail int) string {
	lines := []string{"*" + mrk(bots.OneLine(q.Text), 500) + "*"}
	if q.Reason != "" {
		lines = append(lines, "_"+mrk(bots.OneLine(q.Reason), []int{100, 200, 300, 500}[detail])+"_")
	}
	for i, o := range q.Options {
		if i == 10 || detail == 0 && i == 4 {
			lines = append(lines, fmt.Sprintf("• and %d more", len(q.Options)-i))
			break
		}
		line := "• " + mrk(bots.OneLine(o.Label), 80)
		if o.Description != "" && detail > 0 {
			line += " — " + mrk(bots.OneLine(o.Description), []int{0, 40, 80, 80}[detail])
		}
		lines = append(lines, line)
	}
	if q.Default != "" {
		lines = append(lines, "If you leave it to me: "+mrk(bots.OneLine(labelOf(q, q.Default)), 100))
	}
	return strings.Join(lines, "\n")
}

func labelOf(q assistant.Question, value string) string {
	for _, o := range q.Options {
		if o.Value == value && o.Label != "" {
			return o.Label
		}
	}
	return value
}

// askActions offers what answers at one click where there is one question, and the form for all of them otherwise.
func askActions(c assistant.Clarification) slackapi.Block {
	form := func(label string, style slackapi.Style) slackapi.BlockElement {
		return button(actionForm, askValue(c.ID), label, style, nil)
	}
	if len(c.Questions) != 1 || len(c.Questions[0].Options) == 0 || len(c.Questions[0].Options) > 100 {
		return slackapi.NewActionBlock("", form("Answer", slackapi.StylePrimary))
	}
	q := c.Questions[0]
	var elements []slackapi.BlockElement
	if len(q.Options) <= 4 {
		for i, o := range q.Options {
			elements = append(elements, button(actionOption+itoa(i), optionValue(c.ID, 0, i), labelText(o), slackapi.StyleDefault, nil))
		}
	} else {
		options := make([]*slackapi.OptionBlockObject, len(q.Options))
		for i, o := range q.Options {
			options[i] = slackapi.NewOptionBlockObject(optionValue(c.ID, 0, i), plainText(labelText(o), limitOption), nil)
		}
		elements = append(elements, slackapi.NewOptionsSelectBlockElement(slackapi.OptTypeStatic, plainText("Choose", limitTitle), actionSelect, options...))
	}
	if q.Free {
		elements = append(elements, form("Something else…", slackapi.StyleDefault))
	}
	return slackapi.NewActionBlock("", elements...)
}

func labelText(o assistant.Option) string {
	if o.Label != "" {
		return o.Label
	}
	return o.Value
}

func askClosed(c bots.ClarificationCard, detail int) []slackapi.Block {
	var blocks []slackapi.Block
	n := []int{60, 150, 300, 600}[detail]
	for i, a := range c.Answers {
		if i == 20 {
			break
		}
		blocks = append(blocks, contextLine("*"+mrk(bots.OneLine(a.Question), 300)+"* "+mrk(bots.OneLine(a.Answer), n)))
	}
	if c.Text != "" && len(c.Answers) == 0 {
		blocks = append(blocks, contextLine("“"+mrk(bots.OneLine(c.Text), n)+"”"))
	}
	if c.State == bots.AskWithdrawn {
		return append(blocks, contextLine(decided(":no_entry_sign:", "No longer needed", "", c.AnsweredAt)))
	}
	return append(blocks, contextLine(decided(":white_check_mark:", "Answered", c.AnsweredBy, c.AnsweredAt)))
}

func askText(c bots.ClarificationCard) string {
	switch c.State {
	case bots.AskAnswered:
		lines := []string{"Answered:"}
		for _, a := range c.Answers {
			lines = append(lines, a.Question+" "+a.Answer)
		}
		return plain(strings.Join(append(lines, c.Text), "\n"))
	case bots.AskWithdrawn:
		return plain("No longer needed: " + c.Clarification.Intro)
	case bots.AskOpen:
	}
	lines := []string{c.Clarification.Intro}
	for _, q := range c.Clarification.Questions {
		l := q.Text
		var labels []string
		for _, o := range q.Options {
			labels = append(labels, labelText(o))
		}
		if len(labels) > 0 {
			l += " (" + strings.Join(labels, ", ") + ")"
		}
		lines = append(lines, l)
	}
	return plain(strings.Join(append(lines, "Reply in the thread or use the buttons."), "\n"))
}
