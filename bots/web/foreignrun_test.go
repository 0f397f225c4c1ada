package web_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/aisteam/aisteam/assistant"
)

// TestASingleTaskJoinsNoRunOfAConversationThatIsNotTheirs: whoever knows the id of a run, and be it that a rule lets them decide on
// something of it, does nothing in its conversation by it.
func TestASingleTaskJoinsNoRunOfAConversationThatIsNotTheirs(t *testing.T) {
	w := newWorld(t)
	h := w.surface(t)
	mia := w.join("Mia", assistant.RoleMember)
	in := w.as(t, mia)
	secretly, hers := w.start("Salaries of everybody"), w.start("Opening hours")
	w.add(hers, assistant.Message{Author: assistant.AuthorUser, Person: mia.ID, Kind: assistant.KindMessage, Content: "hello", Body: assistant.Said{}})
	started := func(c assistant.ConversationID) string {
		run := assistant.Run{ID: assistant.NewID[assistant.RunID](w.ids), Conversation: c, Status: assistant.RunRunning}
		w.add(c, assistant.Message{Author: assistant.AuthorAssistant, Kind: assistant.KindStatus, Body: assistant.RunStarted{Run: run}})
		return string(run.ID)
	}
	foreign, own := started(secretly), started(hers)
	w.add(secretly, assistant.Message{Author: assistant.AuthorAssistant, Kind: assistant.KindMessage, Body: assistant.ApprovalRequested{Approval: assistant.Approval{
		ID: assistant.NewID[assistant.ApprovalID](w.ids), Run: assistant.RunID(foreign), Tool: "update_page", Title: assistant.Say("Contact"), RequestedBy: w.owner.ID,
		Rule: &assistant.ApprovalRule{People: []assistant.PersonID{mia.ID}}, ExpiresAt: w.now().Add(time.Hour),
	}}})
	var asked []assistant.ExecuteRequest
	w.execute = func(r assistant.ExecuteRequest) (assistant.ExecuteResult, error) {
		asked = append(asked, r)
		return assistant.ExecuteResult{Task: "t", Status: assistant.TaskCompleted}, nil
	}
	task := `"projectId":"` + string(w.projects[0].ID) + `","createdByAgentId":"webEngineer","taskType":"create_page","parameters":{"title":"Services"}}`
	for given, want := range map[string]int{
		`{"runId":"` + foreign + `",`:                                         http.StatusNotFound,
		`{"runId":"` + foreign + `","conversationId":"` + string(hers) + `",`: http.StatusNotFound,
		`{"runId":"` + own + `","conversationId":"` + string(secretly) + `",`: http.StatusNotFound,
		`{"conversationId":"` + string(secretly) + `",`:                       http.StatusNotFound,
		`{"runId":"` + string(assistant.NewID[assistant.RunID](w.ids)) + `",`: http.StatusNotFound,
	} {
		if got := call(t, h, "POST", "/api/assistant/execute", given+task, in); got.Code != want {
			t.Errorf("%s: %d %s", given, got.Code, got.Body)
		}
	}
	if len(asked) > 0 {
		t.Fatalf("it is done: %+v", asked)
	}
	if got := call(t, h, "POST", "/api/assistant/execute", `{"runId":"`+own+`",`+task, in); got.Code != http.StatusOK || len(asked) != 1 || asked[0].Conversation != hers {
		t.Errorf("in a run of hers: %d %s, %+v", got.Code, got.Body, asked)
	}
}
