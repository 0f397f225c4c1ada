package orchestrator

import (
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// TestTheLastWordOfATurnIsWhatItIsToldAs: of a background task's words or of a run, unless something waits for a decision.
func TestTheLastWordOfATurnIsWhatItIsToldAs(t *testing.T) {
	said := func(b assistant.Body) assistant.Message { return assistant.Message{Body: b} }
	words, ended := assistant.Said{Background: "b"}, func(s assistant.RunStatus) assistant.Message { return said(assistant.RunFinished{Run: "r", Status: s}) }
	for what, c := range map[string]struct {
		cause assistant.Body
		ms    []assistant.Message
		want  assistant.Topic
	}{
		"an answer to a task":      {words, []assistant.Message{said(assistant.Said{})}, assistant.TopicResults},
		"a digest":                 {words, []assistant.Message{said(assistant.Said{Topic: assistant.TopicDigests})}, assistant.TopicDigests},
		"an answer to a person":    {assistant.Said{}, []assistant.Message{said(assistant.Said{})}, ""},
		"a run that is done":       {assistant.TaskFinished{}, []assistant.Message{ended(assistant.RunCompleted), said(assistant.Said{})}, assistant.TopicResults},
		"a run that failed":        {assistant.TaskFinished{}, []assistant.Message{ended(assistant.RunFailed), said(assistant.Said{})}, assistant.TopicFailures},
		"a run that was stopped":   {assistant.StopRequested{}, []assistant.Message{ended(assistant.RunCancelled), said(assistant.Said{})}, ""},
		"what asks for a decision": {words, []assistant.Message{said(assistant.ApprovalRequested{}), said(assistant.Said{})}, ""},
		"a plan":                   {words, []assistant.Message{said(assistant.PlanProposed{}), said(assistant.Said{})}, ""},
	} {
		var turn turn
		turn.mail.Message.Body, turn.final.Messages = c.cause, c.ms
		turn.topics()
		if got := assistant.TopicOf(turn.final.Messages[len(c.ms)-1]); got != c.want {
			t.Errorf("%s is told as %q instead of %q", what, got, c.want)
		}
	}
}
