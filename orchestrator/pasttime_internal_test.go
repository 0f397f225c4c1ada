package orchestrator

import (
	"strings"
	"testing"

	"github.com/aisteam/aisteam/agents"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/wording"
)

// undone is a task that did not come about, and why.
func undone(summary string, why assistant.NotDone) assistant.Task {
	return assistant.Task{Summary: summary, Status: assistant.TaskCancelled, Result: &assistant.Result{NotDone: why}}
}

// TestAYesIsTooLateForWhatExpiredAlone: the run ended since nobody decided in time, nothing else is open, and nothing was said since. A
// yes to anything else is no answer to it.
func TestAYesIsTooLateForWhatExpiredAlone(t *testing.T) {
	expired := []assistant.Task{undone("Draft it", assistant.NotDoneBefore), undone("Create the page", assistant.NotDoneExpired)}
	told := []assistant.Message{{Author: assistant.AuthorAssistant, Run: "r"}, {Author: assistant.AuthorUser}}
	type world struct {
		status assistant.RunStatus
		tasks  []assistant.Task
		recent []assistant.Message
		plan   *assistant.Plan
	}
	for what, c := range map[string]struct {
		world
		late bool
	}{
		"nobody decided in time":         {world{assistant.RunCancelled, expired, told, nil}, true},
		"it came to its end":             {world{assistant.RunCompleted, expired, told, nil}, false},
		"it failed":                      {world{assistant.RunFailed, expired, told, nil}, false},
		"it goes on":                     {world{assistant.RunRunning, expired, told, nil}, false},
		"somebody stopped it":            {world{assistant.RunCancelled, append(expired[:2:2], undone("Tell of it", assistant.NotDoneStopped)), told, nil}, false},
		"somebody declined it":           {world{assistant.RunCancelled, []assistant.Task{undone("Create the page", assistant.NotDoneDeclined)}, told, nil}, false},
		"something else was said since":  {world{assistant.RunCancelled, expired, append(told[:2:2], assistant.Message{Author: assistant.AuthorAssistant}), nil}, false},
		"the run was not told of at all": {world{assistant.RunCancelled, expired, told[1:], nil}, false},
		"a plan is open":                 {world{assistant.RunCancelled, expired, told, &assistant.Plan{}}, false},
	} {
		run := assistant.Run{ID: "r", Status: c.status}
		on := turnOn(t, assistant.Situation{Person: anna(), Run: &run, Tasks: c.tasks, Recent: c.recent, Plan: c.plan}, assistant.Message{ID: "m", Person: "anna"})
		s := &Supervisor{runs: &runs{}}
		handled, err := s.onRun(t.Context(), on, on.sit, agents.Reply{Intent: agents.ReplyYes}, "yes")
		if err != nil || handled != c.late {
			t.Errorf("%s: too late %v, %v", what, handled, err)
		}
		if said := endsWithWords(on); c.late != strings.HasPrefix(said, "Nobody decided on “Create the page” in time") || !c.late && said != "" {
			t.Errorf("%s: it says %q", what, said)
		}
	}
}

// TestWhatIsKeptIsPromisedOnlyWhereItIs: a plan's run keeps what was made before; what an agent proposed is asked anew.
func TestWhatIsKeptIsPromisedOnlyWhereItIs(t *testing.T) {
	done := []assistant.Task{{Status: assistant.TaskCompleted, Result: &assistant.Result{}}}
	for what, c := range map[string]struct {
		run   assistant.Run
		tasks []assistant.Task
		kept  bool
	}{
		"a plan of which something is made": {assistant.Run{}, done, true},
		"a plan of which nothing is":        {assistant.Run{}, []assistant.Task{undone("It", assistant.NotDoneExpired)}, false},
		"what an agent proposed":            {assistant.Run{Session: "s"}, done, false},
	} {
		if said := againText(c.run, c.tasks, wording.In(assistant.English)); strings.Contains(said, "what is made already is kept") != c.kept {
			t.Errorf("%s: %q", what, said)
		}
	}
}

// TestEachSubjectIsCalledByWhatPeopleKnowItBy where they are asked which one they mean.
func TestEachSubjectIsCalledByWhatPeopleKnowItBy(t *testing.T) {
	for kind, want := range map[assistant.SubjectKind]string{
		assistant.SubjectApproval: "Publish the page", assistant.SubjectPlan: "the plan", assistant.SubjectQuestion: "the question",
	} {
		if got := calledBy(assistant.Subject{Kind: kind, Title: "Publish the page."}, wording.In(assistant.English)); got != want {
			t.Errorf("%s is called %q", kind, got)
		}
	}
}

// TestAConversationIsAtRestWhereNothingIsOpenOrAtWork.
func TestAConversationIsAtRestWhereNothingIsOpenOrAtWork(t *testing.T) {
	for what, c := range map[string]struct {
		sit  assistant.Situation
		rest bool
	}{
		"nothing is there":     {assistant.Situation{}, true},
		"a run has ended":      {assistant.Situation{Run: &assistant.Run{Status: assistant.RunCompleted}}, true},
		"a run goes on":        {assistant.Situation{Run: &assistant.Run{Status: assistant.RunRunning}}, false},
		"a question is open":   {assistant.Situation{Question: &assistant.Clarification{}}, false},
		"a plan is open":       {assistant.Situation{Plan: &assistant.Plan{}}, false},
		"something is planned": {assistant.Situation{Brief: &assistant.Brief{}}, false},
		"an action is asked":   {assistant.Situation{Approvals: make([]assistant.ApprovalRecord, 1)}, false},
	} {
		if got := atRest(c.sit); got != c.rest {
			t.Errorf("%s: at rest %v", what, got)
		}
	}
}
