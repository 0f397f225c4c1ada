package blocks

import (
	"fmt"
	"strings"

	slackapi "github.com/slack-go/slack"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

func (r Renderer) clarification(c bots.ClarificationCard) Message {
	return fit(3, func(d int) Message { return askLook(c, d) })
}

func askLook(c bots.ClarificationCard, detail int) Message {
	var blocks []slackapi.Block
	if intro := Escape(c.Clarification.Intro, []int{300, 700, 1500, 2500}[detail]); intro != "" {
		blocks = append(blocks, Section(intro))
	}
	if !c.Open() {
		return Message{Text: askText(c), Blocks: append(blocks, askClosed(c, detail)...)}
	}
	limit := []int{5, 10, 15, 25}[detail]
	for i, q := range c.Clarification.Questions {
		if i == limit {
			more := len(c.Clarification.Questions) - i
			blocks = append(blocks, ContextLine(fmt.Sprintf("and %s in the form", count(more, "more question", "more questions"))))
			break
		}
		blocks = append(blocks, Section(questionText(q, detail)))
	}
	hint := "Or just reply in this thread. " + assistant.WhoAnswers + "."
	if !c.Clarification.ExpiresAt.IsZero() {
		hint += " The question " + expires(c.Clarification.ExpiresAt) + "."
	}
	return Message{Text: askText(c), Blocks: append(blocks, askActions(c.Clarification), ContextLine(hint))}
}

func questionText(q assistant.Question, detail int) string {
	lines := []string{"*" + Escape(bots.OneLine(q.Text), 500) + "*"}
	if q.Reason != "" {
		lines = append(lines, "_"+Escape(bots.OneLine(q.Reason), []int{100, 200, 300, 500}[detail])+"_")
	}
	for i, o := range q.Options {
		if i == 10 || detail == 0 && i == 4 {
			lines = append(lines, fmt.Sprintf("• and %d more", len(q.Options)-i))
			break
		}
		line := "• " + Escape(bots.OneLine(o.Label), 80)
		if o.Description != "" && detail > 0 {
			line += " — " + Escape(bots.OneLine(o.Description), []int{0, 40, 80, 80}[detail])
		}
		lines = append(lines, line)
	}
	if q.Default != "" {
		lines = append(lines, "If you leave it to me: "+Escape(bots.OneLine(labelOf(q, q.Default)), 100))
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
		return Button(actionForm, askValue(c.ID), label, style, nil)
	}
	if len(c.Questions) != 1 || len(c.Questions[0].Options) == 0 || len(c.Questions[0].Options) > 100 {
		return slackapi.NewActionBlock("", form("Answer", slackapi.StylePrimary))
	}
	q := c.Questions[0]
	var elements []slackapi.BlockElement
	if len(q.Options) <= 4 {
		for i, o := range q.Options {
			elements = append(elements, Button(actionOption+itoa(i), optionValue(c.ID, 0, i), labelText(o), slackapi.StyleDefault, nil))
		}
	} else {
		options := make([]*slackapi.OptionBlockObject, len(q.Options))
		for i, o := range q.Options {
			options[i] = slackapi.NewOptionBlockObject(optionValue(c.ID, 0, i), PlainText(labelText(o), LimitOption), nil)
		}
		elements = append(elements, slackapi.NewOptionsSelectBlockElement(slackapi.OptTypeStatic, PlainText("Choose", LimitTitle), actionSelect, options...))
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
		blocks = append(blocks, ContextLine("*"+Escape(bots.OneLine(a.Question), 300)+"* "+Escape(bots.OneLine(a.Answer), n)))
	}
	if c.Text != "" && len(c.Answers) == 0 {
		blocks = append(blocks, ContextLine("“"+Escape(bots.OneLine(c.Text), n)+"”"))
	}
	if c.State == bots.AskWithdrawn {
		return append(blocks, ContextLine(decided(":no_entry_sign:", "No longer needed", "", c.AnsweredAt)))
	}
	return append(blocks, ContextLine(decided(":white_check_mark:", "Answered", c.AnsweredBy, c.AnsweredAt)))
}

func askText(c bots.ClarificationCard) string {
	switch c.State {
	case bots.AskAnswered:
		lines := []string{"Answered:"}
		for _, a := range c.Answers {
			lines = append(lines, a.Question+" "+a.Answer)
		}
		return Plain(strings.Join(append(lines, c.Text), "\n"))
	case bots.AskWithdrawn:
		return Plain("No longer needed: " + c.Clarification.Intro)
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
	return Plain(strings.Join(append(lines, "Reply in the thread or use the buttons."), "\n"))
}
