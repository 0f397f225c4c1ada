package view_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/view"
)

// TestWhatAToolIsCalledIsInTheLanguageOfTheCard, wherever a title was made of it, and what it is about stays as it was written. So is why
// something is asked about.
func TestWhatAToolIsCalledIsInTheLanguageOfTheCard(t *testing.T) {
	const title, about = "Create a ticket: “The form of May”", "“The form of May”"
	called := assistant.Say("%s: %s", assistant.Label("Create a ticket"), about)
	why := assistant.Say("Nobody has approved this yet, and it cannot be undone.")
	step := assistant.Step{Key: "a", Group: "A", Owner: assistant.WebEngineer, Type: "create_ticket", Summary: title, Said: assistant.SaidAs("summary", called), Effect: assistant.EffectReversible}
	task := assistant.Task{ID: "t", Run: "r", Key: "a", Group: "A", Owner: assistant.WebEngineer, Type: "create_ticket", Summary: title, Said: assistant.SaidAs("summary", called), Status: assistant.TaskOpen, Effect: assistant.EffectReversible}
	for what, body := range map[string]assistant.Body{
		"an approval": assistant.ApprovalRequested{Approval: assistant.Approval{ID: "a", Title: called, Why: why}},
		"a plan":      assistant.PlanProposed{Plan: assistant.Plan{ID: "p", Version: 1, Title: "Ticket", Steps: []assistant.Step{step}}},
		"a run":       assistant.RunStarted{Run: assistant.Run{ID: "r", Title: title, Said: assistant.SaidAs("title", called), Status: assistant.RunRunning}, Tasks: []assistant.Task{task}},
	} {
		m := assistant.Message{Author: assistant.AuthorAssistant, Kind: assistant.KindMessage, Body: body}
		for _, l := range assistant.Languages() {
			names := bots.NewNames(nil, nil, assistant.DefaultSettings())
			names.Language = l
			card, ok := bots.Fold(assistant.SlotOf(m), []assistant.Message{m}, names)
			if !ok {
				t.Fatalf("%s is no card", what)
			}
			said := strings.Join(texts(reflect.ValueOf(view.Of(card, view.Reader{Inert: true}))), "\n")
			if english := strings.Contains(said, "Create a ticket"); english != (l == assistant.English) || !strings.Contains(said, about) {
				t.Errorf("%s in %s: %s", what, l.Name(), said)
			}
			if english := strings.Contains(said, "Nobody has approved"); english != (l == assistant.English && what == "an approval") {
				t.Errorf("%s in %s says why in English: %v", what, l.Name(), english)
			}
		}
	}
}

// TestWhatOthersWroteIsShownAsTheyWroteItThoughItIsASentenceOfOurs: in a title, in why, in a warning, in a question and its answer, in what
// went wrong; and so is what an earlier version kept without what it was made of.
func TestWhatOthersWroteIsShownAsTheyWroteItThoughItIsASentenceOfOurs(t *testing.T) {
	const wrote = "Create a ticket: “The form of May”"
	words := assistant.Verbatim(wrote)
	step := assistant.Step{Key: "a", Group: "A", Summary: wrote, Effect: assistant.EffectReversible, Preview: &assistant.Preview{Title: words, Warnings: []assistant.Sentence{words}}}
	task := assistant.Task{ID: "t", Run: "r", Key: "a", Group: "A", Summary: wrote, Status: assistant.TaskFailed, Problem: &assistant.Problem{Message: words, Recovery: words}}
	for what, body := range map[string]assistant.Body{
		"an approval": assistant.ApprovalRequested{Approval: assistant.Approval{ID: "a", Title: words, Why: words, Preview: assistant.Preview{Warnings: []assistant.Sentence{words}}}},
		"a plan":      assistant.PlanProposed{Plan: assistant.Plan{ID: "p", Version: 1, Title: wrote, Fork: wrote, Steps: []assistant.Step{step}}},
		"a run":       assistant.RunStarted{Run: assistant.Run{ID: "r", Title: wrote, Status: assistant.RunRunning}, Tasks: []assistant.Task{task}},
		"a failure":   assistant.Failed{Problem: assistant.Problem{Message: words, Recovery: words}},
		"a question": assistant.Asked{Clarification: assistant.Clarification{ID: "c", Questions: []assistant.Question{
			{Key: "q", Text: wrote, Reason: wrote, Options: []assistant.Option{{Value: "v", Label: wrote, Description: wrote}}},
		}}},
	} {
		m := assistant.Message{Author: assistant.AuthorAssistant, Kind: assistant.KindMessage, Body: body}
		for _, l := range assistant.Languages() {
			names := bots.NewNames(nil, nil, assistant.DefaultSettings())
			names.Language = l
			card, ok := bots.Fold(assistant.SlotOf(m), []assistant.Message{m}, names)
			if !ok {
				t.Fatalf("%s is no card", what)
			}
			said := strings.Join(texts(reflect.ValueOf(view.Of(card, view.Reader{Inert: true}))), "\n")
			if strings.Count(said, "“The form of May”") != strings.Count(said, wrote) || !strings.Contains(said, wrote) {
				t.Errorf("%s in %s: %s", what, l.Name(), said)
			}
		}
	}
}
