package components

import (
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/click"
	"github.com/aisteam/aisteam/bots/view"
	"github.com/aisteam/aisteam/wording"
)

// The names of the inputs of the forms.
const (
	inputChoice  = "choice:" // with the question's number
	inputOwn     = "own:"
	InputChanges = "changes"
	InputPrompt  = "prompt"
	formLimit    = 5
)

// Modal is a form.
type Modal struct {
	CustomID   string      `json:"custom_id"`
	Title      string      `json:"title"`
	Components []Component `json:"components"`
}

// AnswersForm asks a clarification's questions, five of them at most: those left out can be answered in words. Own words
// beside a choice are offered where there is room for them.
func AnswersForm(q assistant.Clarification, in wording.Words) *Modal {
	m := &Modal{CustomID: CustomID(VerbAnswers, string(q.ID)), Title: in.Say(view.LabelAnswer)}
	questions := q.Questions[:min(formLimit, len(q.Questions))]
	room := formLimit - len(questions)
	for i, question := range questions {
		optional := question.Default != ""
		hint := question.Reason
		if optional {
			hint = view.IfEmpty(in, view.LabelOf(question, question.Default)) + ". " + hint
		}
		if bots.Width(bots.OneLine(question.Text)) > limitLabel {
			hint = question.Text
		}
		if n := len(question.Options); n == 0 || n > selectLimit {
			m.Components = append(m.Components, label(question.Text, hint, words(inputOwn+itoa(i), !optional)))
			continue
		}
		own := question.Free && room > 0
		choose := Component{Type: typeSelect, CustomID: inputChoice + itoa(i), Options: choices(question), Placeholder: in.Say(view.LabelChoose)}
		required := !optional && !own
		choose.Required = &required
		if !required {
			none := 0
			choose.MinValues = &none
		}
		m.Components = append(m.Components, label(question.Text, hint, choose))
		if own {
			room--
			m.Components = append(m.Components, label(in.Say(view.AskOwn), "", words(inputOwn+itoa(i), false)))
		}
	}
	if len(m.Components) == 0 {
		m.Components = append(m.Components, label(in.Say(view.AskAnswer), "", words(inputOwn+"0", true)))
	}
	return m
}

// choices are a question's options; their values are positions, since a value may be longer than Discord takes.
func choices(q assistant.Question) []option {
	out := make([]option, 0, len(q.Options))
	for i, o := range q.Options {
		out = append(out, option{Label: Label(view.Label(o), LimitOption), Value: click.OptionID(i), Description: bots.Clip(bots.OneLine(o.Description), LimitOption)})
	}
	return out
}

// ChangesForm asks what should be different about a plan.
func ChangesForm(s Subject, in wording.Words) *Modal {
	id := CustomID(VerbPlanChanges, s.ID, s.Numbers[0])
	if s.Verb == verbSendBack {
		id = CustomID(VerbSentBack, s.ID)
	}
	return &Modal{CustomID: id, Title: in.Say(view.LabelChanges), Components: []Component{
		label(in.Say(view.AskChanges), in.Say(view.AskChangesHint), words(InputChanges, true)),
	}}
}

// AboutForm asks what somebody wants to know about a message.
func AboutForm(message string, in wording.Words) *Modal {
	return &Modal{CustomID: CustomID(VerbAbout, message), Title: in.Say("Ask about this message"), Components: []Component{
		label(in.Say(view.AskAbout), "", words(InputPrompt, true)),
	}}
}

func label(title, hint string, c Component) Component {
	return Component{Type: typeLabel, Label: Label(title, limitLabel), Description: bots.Clip(bots.OneLine(hint), 100), Component: &c}
}

func words(id string, required bool) Component {
	return Component{Type: typeInput, Style: 2, CustomID: id, Required: &required, MaxLength: 2000}
}

// Asked is how many questions a form has room for; words still reach the others.
const Asked = formLimit

// Answer reads the inputs of one question of a form.
func Answer(fields map[string]string, question int) (own, chosen string) {
	return fields[inputOwn+itoa(question)], fields[inputChoice+itoa(question)]
}
