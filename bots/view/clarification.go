package view

import (
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/wording"
)

func clarification(c bots.ClarificationCard, w wording.Words) View {
	q := c.Clarification
	v := View{Kind: Clarification, Label: w.Say("%s asks", bots.OneLine(c.Agent.Called)), Aloud: askAloud(c, w)}
	v.Badge, v.Tone = askBadge(c.State, w)
	if q.Intro != "" {
		v.Intro = []Para{{Text: q.Intro}}
	}
	if c.Open() {
		for _, one := range q.Questions {
			v.Questions = append(v.Questions, question(one, w))
		}
		v.Actions = askActions(q, w)
		v.Hint = some(says(w.Say("Or just reply here")), says(w.Say(assistant.WhoAnswers)), Expires(w, q.ExpiresAt))
		return v
	}
	for _, a := range c.Answers {
		v.Answers = append(v.Answers, Answer{bots.OneLine(w.Known(a.Question)), bots.OneLine(w.Known(a.Answer))})
	}
	by := c.AnsweredBy
	if c.State == bots.AskWithdrawn {
		by = ""
	}
	if text := bots.OneLine(c.Text); text != "" && len(c.Answers) == 0 {
		v.Answers = []Answer{{Answer: Quoted(text)}}
	}
	v.Facts = some(decided(w, v.Badge, by, c.AnsweredAt))
	return v
}

func question(q assistant.Question, w wording.Words) Question {
	out := Question{In: w, Text: bots.OneLine(w.Known(q.Text)), Reason: bots.OneLine(w.Known(q.Reason)), Default: bots.OneLine(w.Known(LabelOf(q, q.Default))), Free: q.Free}
	for _, o := range q.Options {
		out.Options = append(out.Options, Choice{Label: bots.OneLine(w.Known(Label(o))), Description: bots.OneLine(w.Known(o.Description)), Value: o.Value})
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
	return q.In.Say("If you leave it to me: %s", q.Default)
}

// IfEmpty says the same of an input in a form.
func IfEmpty(w wording.Words, taken string) string { return w.Say("If you leave it empty: %s", taken) }

// mostPicks is how many options are each offered by themselves.
const mostPicks = 4

// askActions offers what answers at one click where there is one question, and the form for all of them otherwise. Where a
// surface has no room for all the choices it offers the form too: see [View.FormOnly].
func askActions(c assistant.Clarification, w wording.Words) []Action {
	on := On{Ask: c.ID}
	if len(c.Questions) != 1 || len(c.Questions[0].Options) == 0 {
		return []Action{form(on, w)}
	}
	q := question(c.Questions[0], w)
	var out []Action
	if len(q.Options) > mostPicks {
		out = append(out, Action{Do: Choose, Label: w.Say(LabelChoose), Weight: Plain, On: on, Choices: q.Options})
	} else {
		for i, o := range q.Options {
			out = append(out, Action{Do: Pick, Label: o.Label, Weight: Plain, On: On{Ask: c.ID, Option: i}})
		}
	}
	if q.Free {
		out = append(out, Action{Do: Fill, Label: w.Say("Something else…"), Weight: Plain, On: on})
	}
	return out
}

func form(on On, w wording.Words) Action {
	return Action{Do: Fill, Label: w.Say(LabelAnswer), Weight: Main, On: on}
}

// Offered are the actions where no choice has more than so many options; the form stands for one that has.
func (v View) Offered(most int) []Action {
	for _, a := range v.Actions {
		if a.Do == Choose && len(a.Choices) > most {
			return []Action{form(a.On, v.In)}
		}
	}
	return v.Actions
}

func askAloud(c bots.ClarificationCard, w wording.Words) string {
	switch c.State {
	case bots.AskAnswered:
		out := []string{w.Say("Answered:")}
		for _, a := range c.Answers {
			out = append(out, w.Known(a.Question)+" "+w.Known(a.Answer))
		}
		return joined(append(out, c.Text)...)
	case bots.AskWithdrawn:
		return w.Say("No longer needed: %s", c.Clarification.Intro)
	case bots.AskOpen:
	}
	out := []string{c.Clarification.Intro}
	for _, q := range c.Clarification.Questions {
		l := w.Known(q.Text)
		var labels []string
		for _, o := range q.Options {
			labels = append(labels, w.Known(Label(o)))
		}
		if len(labels) > 0 {
			l += " (" + strings.Join(labels, ", ") + ")"
		}
		out = append(out, l)
	}
	return strings.Join(append(out, w.Say("Reply here or use the buttons.")), "\n")
}
