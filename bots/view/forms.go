package view

import (
	"cmp"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/background"
	"github.com/aisteam/aisteam/wording"
)

// The keys of forms that ask for one thing in words.
const (
	FieldChanges = "changes"
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

// TaskForm asks what should be different about a background task. What is left as it stands, or empty, stays.
func TaskForm(b assistant.BackgroundTask, w wording.Words) assistant.Form {
	text := func(key string, label, hint assistant.Sentence, value string) assistant.FormField {
		return assistant.FormField{Key: key, Kind: assistant.FieldText, Label: label, Hint: hint, Value: value, Most: assistant.BackgroundTitleLimit}
	}
	prompt := text(background.FieldPrompt, assistant.Say("What"), assistant.Sentence{}, b.Prompt)
	prompt.Long, prompt.Most = true, assistant.BackgroundPromptLimit
	told := assistant.FormField{Key: background.FieldTold, Kind: assistant.FieldChoice, Label: assistant.Say("Told"), Value: background.ToldEveryTime, Options: []assistant.Option{
		{Value: background.ToldEveryTime, Label: w.Say("every time")}, {Value: background.ToldOnlyNews, Label: w.Say("only when something is new")},
	}}
	if b.Silent {
		told.Value = background.ToldOnlyNews
	}
	f := assistant.Form{
		Name: assistant.FormTaskEdit, Title: assistant.Say(LabelEditTask), Send: assistant.Say("Preview the change"), Elsewhere: assistant.Say("The rest is on the panel, under Automations."),
		Fields: []assistant.FormField{prompt, told},
	}
	if b.Kind != assistant.BackgroundEvent {
		when := text(background.FieldWhen, assistant.Say("When"), assistant.Say("Now: %s. Say another time in words: every weekday at 9, tomorrow at 17:30.", background.When(b)), "")
		f.Fields = append([]assistant.FormField{when}, f.Fields...)
	}
	f.Fields = append(f.Fields, text(background.FieldAllow, assistant.Say("Without asking"), assistant.Say("For example: it may create tickets without asking, at most 5 until Friday."), ""))
	if b.Kind == assistant.BackgroundRecurring {
		f.Fields = append(f.Fields, text(background.FieldUntil, assistant.Say("Until when"), assistant.Say("In words: until Friday, only 5 times, without end. Left empty it stays as it is."), ""))
	}
	f.Fields = append(f.Fields, text(background.FieldTitle, assistant.Say("Title"), assistant.Sentence{}, b.Title))
	if b.Kind != assistant.BackgroundRecurring {
		return f
	}
	overlap := assistant.FormField{Key: background.FieldOverlap, Kind: assistant.FieldChoice, Label: assistant.Say("While the time before is at work"), Value: cmp.Or(string(b.Overlap), string(assistant.OverlapSkip))}
	for _, o := range []assistant.Overlap{assistant.OverlapSkip, assistant.OverlapQueue, assistant.OverlapReplace} {
		overlap.Options = append(overlap.Options, assistant.Option{Value: string(o), Label: w.Tell(background.OverlapWords(o))})
	}
	f.Fields = append(f.Fields, overlap, text(background.FieldZone, assistant.Say("Time zone"), assistant.Sentence{}, b.Zone))
	return f
}

// TaskWanted is what was filled into the form of a task, as far as it is other than what stood there.
func TaskWanted(f assistant.Form, given map[string]string) (background.Wanted, error) {
	texts, err := f.Texts(given)
	if err != nil {
		return background.Wanted{}, err
	}
	return background.WantedOf(f.Changed(texts))
}

// AboutForm asks what the person wants to know about a message. Each surface names the field in its own way.
func AboutForm(field string, title, hint assistant.Sentence) assistant.Form {
	return assistant.Form{Name: assistant.FormAbout, Title: title, Send: assistant.Say("Ask"), Fields: []assistant.FormField{words(field, assistant.Say(AskAbout), hint)}}
}

// words is a field for own words, which has to be filled in.
func words(key string, label, hint assistant.Sentence) assistant.FormField {
	return assistant.FormField{Key: key, Kind: assistant.FieldText, Label: label, Hint: hint, Required: true, Long: true, Most: mostWords}
}
