package tasks_test

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/aisteam/aisteam/agents/tools"
	"github.com/aisteam/aisteam/assistant"
	"github.com/aisteam/aisteam/executor/packs/tasks"
)

// audit is a task of Olga's.
func audit() assistant.BackgroundTask {
	return assistant.BackgroundTask{
		ID: "1", Owner: "olga", Title: "Audit", Prompt: "check it", Kind: assistant.BackgroundRecurring, Schedule: "0 9 * * 1-5", Zone: "Europe/Berlin", Status: assistant.BackgroundActive,
		Overlap: assistant.OverlapSkip, Due: sunday().Add(15 * time.Hour), Conversation: "elsewhere",
	}
}

// does lets Olga call a tool on the tasks of a shelf, and gives what it says or what she is refused with.
func does(t *testing.T, s *shelf, name assistant.TaskType, arguments string, began time.Time) string {
	t.Helper()
	all, err := tasks.Tools(s, free{}, s, nil, anything{}, tasks.Fitting{}, sunday)
	if err != nil {
		t.Fatal(err)
	}
	r, err := tools.NewRegistry(all...)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Validate(string(name), json.RawMessage(arguments)); err != nil {
		t.Fatal(err)
	}
	tool, _ := r.Get(string(name))
	if !tool.AtOnce() {
		t.Errorf("%s is asked about", name)
	}
	receipt, err := tool.Run(t.Context(), tools.Call{Tenant: "t", Conversation: "here", Asker: assistant.Person{ID: "olga", Role: assistant.RoleAdmin}, Began: began, Arguments: json.RawMessage(arguments)})
	if trouble, refused := errors.AsType[*assistant.Trouble](err); refused {
		return trouble.Problem.Message.String()
	}
	if err != nil {
		t.Fatal(err)
	}
	return receipt.Result.Summary.String()
}

// TestWhoseAutomationItIsChangesItAtOnce, and is told how that is taken back; nobody else's is changed, not by an admin either.
func TestWhoseAutomationItIsChangesItAtOnce(t *testing.T) {
	bens, gone, twin := audit(), audit(), audit()
	bens.ID, bens.Owner, bens.Title = "2", "ben", "Backup"
	gone.ID, gone.Title, gone.Status = "3", "Old news", assistant.BackgroundCancelled
	twin.ID, twin.Title = "4", "Audit of the shop"
	for name, c := range map[string]struct {
		tool      assistant.TaskType
		arguments string
		changed   string
		says      []string
	}{
		"pause":              {tasks.TaskPause, `{"task":"1"}`, "olga pause 1", []string{"The automation “Audit” is paused now.", "“resume the automation Audit”"}},
		"resume":             {tasks.TaskResume, `{"task":"Audit of the shop"}`, "olga resume 4", []string{"is active now.", "“pause the automation Audit of the shop”"}},
		"cancel":             {tasks.TaskCancel, `{"task":"Audit of the shop"}`, "olga cancel 4", []string{"is cancelled now.", "“resume the automation Audit of the shop”"}},
		"what was cancelled": {tasks.TaskResume, `{"task":"Old news"}`, "olga restore 3", []string{"is active now."}},
		"begins now":         {tasks.TaskRunNow, `{"task":"1"}`, "olga run 1", []string{"“Audit” begins now, beside its schedule."}},
		"of somebody else":   {tasks.TaskCancel, `{"task":"Backup"}`, "", []string{"I know no automation of yours called “Backup”."}},
		"by their id":        {tasks.TaskCancel, `{"task":"2"}`, "", []string{"I know no automation of yours"}},
		"of several":         {tasks.TaskPause, `{"task":"Audi"}`, "", []string{"Which of your automations do you mean: “Audit”, “Audit of the shop”?"}},
		"another time":       {tasks.TaskSet, `{"task":"1","when":"10:00"}`, "olga rewrites 1", []string{"When: every weekday at 10:00 (Europe/Berlin)", "“change the automation Audit to: 0 9 * * 1-5”"}},
		"other days":         {tasks.TaskSet, `{"task":"1","when":"every Monday"}`, "olga rewrites 1", []string{"When: every Monday at 09:00"}},
		"an end":             {tasks.TaskSet, `{"task":"1","until":"only 5 times"}`, "olga rewrites 1", []string{"Ends: 5 times more", "“change the automation Audit to: without end”"}},
		"another name":       {tasks.TaskSet, `{"task":"1","title":"Check","told":"only_news"}`, "olga rewrites 1", []string{"Title: Check", "only when something is new", "“change the automation Check to: tell me every time; call it Audit”"}},
		"by another clock":   {tasks.TaskSet, `{"task":"1","zone":"Toronto"}`, "olga rewrites 1", []string{"(America/Toronto)", "by the clock of Europe/Berlin"}},
		"nothing else":       {tasks.TaskSet, `{"task":"1","when":"every weekday at 9"}`, "", []string{"That is how it is already."}},
		"what nobody reads":  {tasks.TaskSet, `{"task":"1","when":"when it rains"}`, "", []string{"I cannot read “when it rains”"}},
		"no end":             {tasks.TaskSet, `{"task":"1","until":"it is done"}`, "", []string{"I cannot read “it is done”"}},
	} {
		s := &shelf{all: []assistant.BackgroundTask{audit(), bens, gone, twin}}
		said := does(t, s, c.tool, c.arguments, sunday())
		if got := strings.Join(s.changed, ", "); got != c.changed {
			t.Errorf("%s: %s", name, got)
		}
		for _, words := range c.says {
			if !strings.Contains(said, words) {
				t.Errorf("%s: %q is not said: %s", name, words, said)
			}
		}
	}
}

// TestWhatBeganForACallBeginsNoSecondTime: whoever makes the call again after a crash finds that it has begun since it was made first.
func TestWhatBeganForACallBeginsNoSecondTime(t *testing.T) {
	for began, times := range map[time.Duration]int{-time.Minute: 0, time.Minute: 1} {
		s := &shelf{all: []assistant.BackgroundTask{audit()}, last: sunday()}
		said := does(t, s, tasks.TaskRunNow, `{}`, sunday().Add(began))
		if len(s.changed) != times || !strings.Contains(said, "begins now") {
			t.Errorf("a call that was begun %s after it began: %v, %s", began, s.changed, said)
		}
	}
}

// TestWhatAnAutomationDoesIsAskedAboutFirst: what it does, and what it may without asking, is no setting.
func TestWhatAnAutomationDoesIsAskedAboutFirst(t *testing.T) {
	s := &shelf{all: []assistant.BackgroundTask{audit()}}
	all, err := tasks.Tools(s, free{}, s, nil, anything{}, tasks.Fitting{}, sunday)
	if err != nil {
		t.Fatal(err)
	}
	edit := all[slices.IndexFunc(all, func(one tools.Tool) bool { return one.Name == string(tasks.TaskEdit) })]
	if edit.AtOnce() {
		t.Error("it is changed at once")
	}
	raw, err := edit.Fix(t.Context(), olga(`{"prompt":"check the shop","allow":"it may create tickets without asking, at most 5 until Friday","here":true}`))
	if err != nil {
		t.Fatal(err)
	}
	p, err := edit.Preview(t.Context(), olga(string(raw)))
	if err != nil || len(p.Warnings) != 1 || len(s.changed) > 0 {
		t.Fatalf("%+v, %v, changed %v", p, err, s.changed)
	}
	if _, err := edit.Run(t.Context(), olga(string(raw))); err != nil || strings.Join(s.changed, "") != "olga rewrites 1" {
		t.Errorf("%v, changed %v", err, s.changed)
	}
}
