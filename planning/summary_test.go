package planning_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/agents/llm"
	"github.com/aisteam/aisteam/agents/llm/rehearsal"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/planning"
)

func ended(status assistant.RunStatus, last assistant.TaskStatus) assistant.RunView {
	v := assistant.RunView{
		Run: assistant.Run{ID: "r", Title: "Create Services", Status: status},
		Tasks: []assistant.Task{
			{Key: "draft", Summary: "Draft the words", Status: assistant.TaskCompleted, Type: assistant.TaskDraftContent, Result: &assistant.Result{Summary: "Wrote 120 words"}},
			{Key: "page", Summary: "Create the page Services", Status: last, Type: assistant.TaskCreatePage},
		},
	}
	switch last {
	case assistant.TaskCompleted:
		v.Tasks[1].Result = &assistant.Result{Summary: "Created the page", Undo: true, Fields: map[string]string{"url": "https://aquaverter.ca/services"}}
	case assistant.TaskFailed:
		v.Tasks[1].Problem = &assistant.Problem{Message: "The site returned a permission error.", Recovery: "Check the credentials, then try again."}
	case assistant.TaskOpen, assistant.TaskInProgress, assistant.TaskCancelled:
	}
	return v
}

func summarised(t *testing.T, m llm.Model, v assistant.RunView) string {
	t.Helper()
	text, err := planning.Summary(t.Context(), asker(t, m), v, aquaverter(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestASummaryTellsWhatWasDone(t *testing.T) {
	text := summarised(t, rehearsal.New(rehearsal.Config{}), ended(assistant.RunCompleted, assistant.TaskCompleted))
	for _, want := range []string{"Rehearsal", "Draft the words", "Create the page Services", "https://aquaverter.ca/services", "Can be undone"} {
		if !strings.Contains(text, want) {
			t.Errorf("it lacks %q:\n%s", want, text)
		}
	}
}

func TestASummaryNeverClaimsMoreThanHappened(t *testing.T) {
	proud := scripted{llm.PurposeSummary: "Everything is done and live, hooray!"}
	for name, v := range map[string]assistant.RunView{
		"failed":    ended(assistant.RunFailed, assistant.TaskFailed),
		"cancelled": ended(assistant.RunCancelled, assistant.TaskCancelled),
		"open":      ended(assistant.RunRunning, assistant.TaskOpen),
		"empty":     {Run: assistant.Run{Title: "Nothing", Status: assistant.RunCompleted}},
	} {
		text := summarised(t, proud, v)
		if strings.Contains(text, "hooray") || strings.Contains(text, "is finished:") {
			t.Errorf("%s: it claims too much:\n%s", name, text)
		}
	}
	text := summarised(t, proud, ended(assistant.RunFailed, assistant.TaskFailed))
	for _, want := range []string{"1 of 2 steps done, 1 failed", "**Failed**\n- Create the page Services: The site returned a permission error.", "Check the credentials"} {
		if !strings.Contains(text, want) {
			t.Errorf("it lacks %q:\n%s", want, text)
		}
	}
	whole := ended(assistant.RunCompleted, assistant.TaskCompleted)
	if text := summarised(t, proud, whole); !strings.HasPrefix(text, "Everything is done") || !strings.Contains(text, "**Done**") {
		t.Errorf("the list always follows the words:\n%s", text)
	}
	strange := scripted{llm.PurposeSummary: "See it at https://evil.example/login."}
	if text := summarised(t, strange, whole); strings.Contains(text, "evil") {
		t.Errorf("an address that no task brought is not passed on:\n%s", text)
	}
}

// away is an asker that fails.
type away struct{ err error }

func (a away) Ask(context.Context, llm.Request, func(string)) (llm.Reply, error) {
	return llm.Reply{}, a.err
}

func TestASummarySaysWhatIsSoAfterAnUndo(t *testing.T) {
	proud := scripted{llm.PurposeSummary: "Everything is done and live, hooray!"}
	back := ended(assistant.RunCompleted, assistant.TaskCompleted)
	back.Tasks[1].Undone = true
	text := summarised(t, proud, back)
	for _, want := range []string{"1 of 2 steps done, 1 taken back.", "**Taken back**\n- Create the page Services"} {
		if !strings.Contains(text, want) {
			t.Errorf("it lacks %q:\n%s", want, text)
		}
	}
	for _, untrue := range []string{"hooray", "Can be undone", "https://aquaverter.ca/services", "2 of 2"} {
		if strings.Contains(text, untrue) {
			t.Errorf("it says %q:\n%s", untrue, text)
		}
	}
}

func TestASummaryComesWithoutAModelToo(t *testing.T) {
	whole := ended(assistant.RunCompleted, assistant.TaskCompleted)
	text, err := planning.Summary(t.Context(), away{llm.ErrOverloaded}, whole, aquaverter(), nil)
	if err != nil || !strings.Contains(text, "is finished: 2 steps done") {
		t.Errorf("got %q, %v", text, err)
	}
	if _, err := planning.Summary(t.Context(), away{assistant.ErrFenced}, whole, aquaverter(), nil); !errors.Is(err, assistant.ErrFenced) {
		t.Errorf("a lost claim is an error, got %v", err)
	}
	problem := assistant.Problem{Message: "Slow.", Recovery: "Wait a little."}
	text, err = planning.Summary(t.Context(), away{assistant.ErrFenced}, whole, aquaverter(), []assistant.Problem{problem})
	if err != nil || !strings.Contains(text, "Wait a little.") {
		t.Errorf("problems are told by code alone, got %q, %v", text, err)
	}
}

func TestFactsReachTheModelAsTextAndAsData(t *testing.T) {
	var seen llm.Request
	spy := spying{func(r llm.Request) { seen = r }}
	if _, err := planning.Summary(t.Context(), spy, ended(assistant.RunCompleted, assistant.TaskCompleted), aquaverter(), nil); err != nil {
		t.Fatal(err)
	}
	if !json.Valid(seen.Facts) || seen.Messages[0].Parts[0].Text != string(seen.Facts) || seen.System == "" {
		t.Errorf("got %+v", seen)
	}
}

type spying struct{ see func(llm.Request) }

func (s spying) Ask(_ context.Context, r llm.Request, _ func(string)) (llm.Reply, error) {
	s.see(r)
	return llm.Reply{Message: llm.TextMessage(llm.RoleAssistant, "ok")}, nil
}
