package web_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// TestTheListOfConversationsTellsWhatWaitsFromWhatIsAtWork: a run that has nothing left to do but to wait for a person is not at work, also
// for whoever is not asked.
func TestTheListOfConversationsTellsWhatWaitsFromWhatIsAtWork(t *testing.T) {
	w := newWorld(t)
	tagged := map[assistant.ConversationID]string{}
	for state, want := range map[string]string{"waits": "waits for an approval", "works": "at work", "waits and works": "at work", "ended": ""} {
		c := w.start(state)
		tagged[c] = want
		run := assistant.Run{ID: assistant.NewID[assistant.RunID](w.ids), Conversation: c, Title: state, Status: assistant.RunRunning, RequestedBy: w.owner.ID}
		var tasks []assistant.Task
		task := func(status assistant.TaskStatus, approval assistant.ApprovalID) {
			tasks = append(tasks, assistant.Task{ID: assistant.NewID[assistant.TaskID](w.ids), Run: run.ID, Conversation: c, Key: "k", Group: "A", Owner: assistant.WebEngineer, Type: "create_page", Status: status, Summary: state, Approval: approval})
		}
		if strings.Contains(state, "waits") {
			task(assistant.TaskOpen, assistant.NewID[assistant.ApprovalID](w.ids))
		}
		if strings.Contains(state, "works") {
			task(assistant.TaskInProgress, "")
		}
		w.add(c, assistant.Message{Author: assistant.AuthorAssistant, Agent: assistant.Chief, Kind: assistant.KindStatus, Run: run.ID, Body: assistant.RunStarted{Run: run, Tasks: tasks}})
		if state == "ended" {
			w.add(c, assistant.Message{Author: assistant.AuthorAssistant, Kind: assistant.KindStatus, Run: run.ID, Body: assistant.RunFinished{Run: run.ID, Status: assistant.RunCompleted}})
		}
	}
	h := w.surface(t)
	page := call(t, h, "GET", "/", "", cookie(t, h)).Body.String()
	for c, want := range tagged {
		line := regexp.MustCompile(`(?s)<li data-line="` + string(c) + `".*?</li>`).FindString(page)
		got := ""
		if m := regexp.MustCompile(`<span class="tag[^"]*">([^<]*)</span>`).FindStringSubmatch(line); m != nil {
			got = m[1]
		}
		if line == "" || got != want {
			t.Errorf("its line is marked %q, want %q: %s", got, want, line)
		}
	}
}
