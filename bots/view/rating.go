package view

import "github.com/aisteam/aisteam/assistant"

// Rating asks how something was, by a form.
type Rating struct {
	Asked string
	Form  Form
	Send  Action
}

func (r Rating) says() bool { return r.Form.says() }

func (r Rating) safe(s safe) Section {
	r.Asked, r.Form.Fields, r.Send = s.words(r.Asked), s.inputs(r.Form.Fields), s.action(r.Send)
	return r
}

// Whole is its form as a page draws it.
func (r Rating) Whole() assistant.Form {
	return assistant.Form{Name: assistant.FormAnswers, Fields: r.Form.Fields}
}
