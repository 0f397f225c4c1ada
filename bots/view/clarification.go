package view

import (
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
)

func clarification(c bots.ClarificationCard) View {
	q := c.Clarification
	v := View{Kind: Clarification, Label: bots.OneLine(c.Agent.Called) + " asks", Aloud: askAloud(c)}
	v.Badge, v.Tone = askBadge(c.State)
	if q.Intro != "" {
		v.Intro = []Para{{Text: q.Intro}}
	}
	if c.Open() {
		for _, one := range q.Questions {
			v.Questions = append(v.Questions, question(one))
		}
		v.Actions = askActions(q)
		v.Hint = some(says("Or just reply here"), says(assistant.WhoAnswers), Expires(q.ExpiresAt))
		return v
	}
	for _, a := range c.Answers {
		v.Answers = append(v.Answers, Answer{bots.OneLine(a.Question), bots.OneLine(a.Answer)})
	}
	by := c.AnsweredBy
	if c.State == bots.AskWithdrawn {
		by = ""
	}
	if text := bots.OneLine(c.Text); text != "" && len(c.Answers) == 0 {
		v.Answers = []Answer{{Answer: Quoted(text)}}
	}
	v.Facts = some(decided(v.Badge.Sign, v.Badge.Word, by, c.AnsweredAt))
	return v
}

func question(q assistant.Question) Question {
	out := Question{Text: bots.OneLine(q.Text), Reason: bots.OneLine(q.Reason), Default: bots.OneLine(LabelOf(q, q.Default)), Free: q.Free}
	for _, o := range q.Options {
		out.Options = append(out.Options, Choice{Label: bots.OneLine(Label(o)), Description: bots.OneLine(o.Description), Value: o.Value})
	}
	return out
}

// LabelOf is what people call a value of a question.
func LabelOf(q assistant.Question, value string) string {
	for _, o := range q.Options {
		if o.Value == value && o.Label != "" {
			return o.Label
		}
	}
	return value
}

// Label is what people call an option.
func Label(o assistant.Option) string {
	if o.Label != "" {
		return o.Label
	}
	return o.Value
}

// LeftToMe says what is taken where nothing is answered; "" where nothing is.
func (q Question) LeftToMe() string {
	if q.Default == "" {
		return ""
	}
	return "If you leave it to me: " + q.Default
}

// IfEmpty says the same of an input in a form.
func IfEmpty(taken string) string { return "If you leave it empty: " + taken }

// mostPicks is how many options are each offered by themselves.
const mostPicks = 4

// askActions offers what answers at one click where there is one question, and the form for all of them otherwise. Where a
// surface has no room for all the choices it offers the form too: see [View.FormOnly].
func askActions(c assistant.Clarification) []Action {
	on := On{Ask: c.ID}
	if len(c.Questions) != 1 || len(c.Questions[0].Options) == 0 {
		return []Action{form(on)}
	}
	q := question(c.Questions[0])
	var out []Action
	if len(q.Options) > mostPicks {
		out = append(out, Action{Do: Choose, Label: LabelChoose, Weight: Plain, On: on, Choices: q.Options})
	} else {
		for i, o := range q.Options {
			out = append(out, Action{Do: Pick, Label: o.Label, Weight: Plain, On: On{Ask: c.ID, Option: i}})
		}
	}
	if q.Free {
		out = append(out, Action{Do: Fill, Label: "Something else…", Weight: Plain, On: on})
	}
	return out
}

func form(on On) Action { return Action{Do: Fill, Label: LabelAnswer, Weight: Main, On: on} }

// Offered are the actions where no choice has more than so many options; the form stands for one that has.
func (v View) Offered(most int) []Action {
	for _, a := range v.Actions {
		if a.Do == Choose && len(a.Choices) > most {
			return []Action{form(a.On)}
		}
	}
	return v.Actions
}

func askAloud(c bots.ClarificationCard) string {
	switch c.State {
	case bots.AskAnswered:
		out := []string{"Answered:"}
		for _, a := range c.Answers {
			out = append(out, a.Question+" "+a.Answer)
		}
		return joined(append(out, c.Text)...)
	case bots.AskWithdrawn:
		return "No longer needed: " + c.Clarification.Intro
	case bots.AskOpen:
	}
	out := []string{c.Clarification.Intro}
	for _, q := range c.Clarification.Questions {
		l := q.Text
		var labels []string
		for _, o := range q.Options {
			labels = append(labels, Label(o))
		}
		if len(labels) > 0 {
			l += " (" + strings.Join(labels, ", ") + ")"
		}
		out = append(out, l)
	}
	return strings.Join(append(out, "Reply here or use the buttons."), "\n")
}
