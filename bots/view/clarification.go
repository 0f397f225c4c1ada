package view

import (
	"strings"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/wording"
)

func clarification(c bots.ClarificationCard, w wording.Words) View {
	q := c.Clarification
	v := View{Kind: Clarification, State: string(c.State), By: c.Agent, Label: w.Say("%s asks", bots.OneLine(c.Agent.Called)), Aloud: askAloud(c, w)}
	v.Badge, v.Tone = askBadge(c.State, w)
	add(&v, Text{Words: q.Intro})
	if !c.Open() {
		by := c.AnsweredBy
		if c.State == bots.AskWithdrawn {
			by = ""
		}
		add(&v, answers(c, w), some(decided(w, v.Badge, by, c.AnsweredAt), rehearsed(c.Rehearsal, w)))
		return v
	}
	who := assistant.WhoAnswers
	if q.Escalated != "" {
		who = assistant.WhoDecidesEscalated
	}
	add(&v, Form{In: w, Fields: read(q.Form(), w).Fields}, Actions{askActions(q, w)}, some(says(w.Say("Or just reply here")), says(w.Say(who)), Expires(w, q.ExpiresAt), rehearsed(c.Rehearsal, w)))
	return v
}

// answers returns the chosen options and free text, per question or for all at once.
func answers(c bots.ClarificationCard, w wording.Words) Answers {
	labels := map[string]bool{}
	for _, q := range c.Clarification.Questions {
		for _, o := range q.Options {
			labels[o.Called()] = true
		}
	}
	out := Answers{In: w}
	for _, a := range c.Answers {
		out.Items = append(out.Items, Answer{Question: bots.OneLine(a.Question), Answer: bots.OneLine(a.Answer), Own: !labels[a.Answer]})
	}
	if text := bots.OneLine(c.Text); text != "" && len(c.Answers) == 0 {
		out.Items = []Answer{{Answer: Quoted(text), Own: true}}
	}
	return out
}

// mostPicks is how many options are each offered by themselves.
const mostPicks = 4

// askActions offers what answers at one click where there is one question, and the form for all of them otherwise. Where a
// surface has no room for all the choices it offers the form too: see [Actions.Offered].
func askActions(c assistant.Clarification, w wording.Words) []Action {
	on := On{Ask: c.ID}
	if len(c.Questions) != 1 || len(c.Questions[0].Options) == 0 {
		return []Action{form(on, w)}
	}
	q := read(c.Form(), w).Fields[0]
	var out []Action
	if len(q.Options) > mostPicks {
		otherwise := form(on, w)
		out = append(out, Action{Do: Choose, Label: w.Say(LabelChoose), Weight: Plain, On: on, Options: q.Options, Otherwise: &otherwise})
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

func askAloud(c bots.ClarificationCard, w wording.Words) string {
	switch c.State {
	case bots.AskAnswered:
		out := []string{w.Say("Answered:")}
		for _, a := range c.Answers {
			out = append(out, a.Question+" "+a.Answer)
		}
		return joined(append(out, c.Text)...)
	case bots.AskWithdrawn:
		return w.Say("No longer needed: %s", c.Clarification.Intro)
	case bots.AskOpen:
	}
	out := []string{c.Clarification.Intro}
	for _, q := range c.Clarification.Questions {
		l := q.Text
		var labels []string
		for _, o := range q.Options {
			labels = append(labels, o.Called())
		}
		if len(labels) > 0 {
			l += " (" + strings.Join(labels, ", ") + ")"
		}
		out = append(out, l)
	}
	return strings.Join(append(out, w.Say("Reply here or use the buttons.")), "\n")
}
