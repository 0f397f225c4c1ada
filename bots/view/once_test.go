package view_test

import (
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/bots"
	"github.com/aisteam/aisteam/bots/view"
)

// TestWhatSeveralStepsFailedOfIsSaidOnceOnTheirCard, and its advice with it.
func TestWhatSeveralStepsFailedOfIsSaidOnceOnTheirCard(t *testing.T) {
	wrong := &assistant.Problem{Message: assistant.Say("The language model's answer made no sense."), Recovery: assistant.Say("Have it tried again.")}
	failed := func(id assistant.TaskID) bots.RunTask {
		return bots.RunTask{ID: id, Summary: assistant.Verbatim("Draft " + string(id)), State: bots.TaskFailed, Problem: wrong}
	}
	v := view.Of(bots.RunCard{Run: "r", Title: assistant.Say("Pages"), Status: assistant.RunFailed, Groups: []bots.RunGroup{
		{Name: "A", Tasks: []bots.RunTask{failed("one"), failed("two")}}, {Name: "B", Tasks: []bots.RunTask{failed("three")}},
	}}, view.Reader{})
	var said []string
	steps, _ := view.Find[view.Steps](v)
	for _, g := range steps.Groups {
		for _, i := range g.Items {
			said = append(said, strings.TrimSpace(i.Problem.Line()))
		}
	}
	if got := strings.Join(said, "|"); got != "The language model's answer made no sense. Have it tried again.|For the same reason|For the same reason" {
		t.Error(got)
	}
}
