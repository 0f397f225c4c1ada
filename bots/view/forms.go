package view

import "github.com/aisteam/aisteam/assistant"

// The keys of forms that ask for one thing in words.
const (
	FieldChanges = "changes"
	FieldTask    = "task"
)

const mostWords = 2000 // characters of a wish

// AnswersForm asks all of a clarification's questions. Where nothing is asked one by one, it is all own words, under no key.
func AnswersForm(q assistant.Clarification) assistant.Form {
	f := q.Form()
	f.Title, f.Lead, f.Send = assistant.Say(LabelAnswer), []assistant.Sentence{assistant.Verbatim(q.Intro)}, assistant.Say("Send")
	if len(f.Fields) == 0 {
		f.Fields = []assistant.FormField{words("", assistant.Say(AskAnswer), assistant.Sentence{})}
	}
	return f
}

// ArgumentsForm asks what an action is to be done with instead. What is left out stays as it is.
func ArgumentsForm(a assistant.Approval) assistant.Form {
	f := a.ArgumentsForm()
	f.Title, f.Send, f.Elsewhere = assistant.Say(LabelChangeAndDo), assistant.Say("Approve"), assistant.Say(RestOnPanel)
	f.Lead = []assistant.Sentence{a.Title, assistant.Say(AskChangeAndDo)}
	return f
}

// ChangesForm asks what should be different about a plan, or about what a step of one would do.
func ChangesForm() assistant.Form {
	return assistant.Form{
		Name: assistant.FormChanges, Title: assistant.Say(LabelChanges), Send: assistant.Say("Send"),
		Fields: []assistant.FormField{words(FieldChanges, assistant.Say(AskChanges), assistant.Say(AskChangesHint))},
	}
}

// TaskForm asks what should be different about a background task.
func TaskForm() assistant.Form {
	return assistant.Form{
		Name: assistant.FormTaskEdit, Title: assistant.Say(LabelEditTask), Send: assistant.Say("Read it"),
		Fields: []assistant.FormField{words(FieldTask, assistant.Say(AskEditTask), assistant.Say(AskEditTaskHint))},
	}
}

// AboutForm asks what the person wants to know about a message. Each surface names the field in its own way.
func AboutForm(field string, title, hint assistant.Sentence) assistant.Form {
	return assistant.Form{Name: assistant.FormAbout, Title: title, Send: assistant.Say("Ask"), Fields: []assistant.FormField{words(field, assistant.Say(AskAbout), hint)}}
}

// words is a field for own words, which has to be filled in.
func words(key string, label, hint assistant.Sentence) assistant.FormField {
	return assistant.FormField{Key: key, Kind: assistant.FieldText, Label: label, Hint: hint, Required: true, Long: true, Most: mostWords}
}
