package web_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/aisteam/aisteam/assistant"
)

// meanwhile lets a turn say a little, and people and the team much beside it that is no part of an answer.
func meanwhile(w *world) {
	run := assistant.Run{ID: assistant.NewID[assistant.RunID](w.ids)}
	task := assistant.Task{ID: assistant.NewID[assistant.TaskID](w.ids), Type: "run_audit", Parameters: json.RawMessage(`{}`)}
	w.runs[run.ID] = assistant.RunView{Run: run, Tasks: []assistant.Task{task}}
	w.turn = func(m assistant.Message) {
		if strings.HasPrefix(m.Content, "by the way") {
			return
		}
		add := func(a assistant.Author, k assistant.Kind, text string, b assistant.Body) {
			w.add(m.Conversation, assistant.Message{Author: a, Kind: k, Content: text, Cause: m.ID, Body: b})
		}
		add(assistant.AuthorAssistant, assistant.KindSystem, "internal words", assistant.Briefed{})
		add(assistant.AuthorUser, assistant.KindMessage, "by the way, hello", assistant.Said{})
		add(assistant.AuthorUser, assistant.KindStatus, "by the way, the second", assistant.Answered{Text: "the second"})
		add(assistant.AuthorAssistant, assistant.KindThinking, "Choosing who does it", assistant.Routed{})
		add(assistant.AuthorAssistant, assistant.KindStatus, "", assistant.Routed{})
		add(assistant.AuthorAssistant, assistant.KindStatus, "Somebody else does it", assistant.Routed{})
		add(assistant.AuthorAssistant, assistant.KindStatus, "", assistant.TaskStarted{Run: run.ID, Task: task.ID, Attempt: 1})
		add(assistant.AuthorAssistant, assistant.KindStatus, "", assistant.TaskStarted{Run: run.ID, Task: task.ID, Attempt: 2})
		add(assistant.AuthorAssistant, assistant.KindMessage, "Done", assistant.Said{})
		w.settle(m.ID, m.Conversation)
	}
}

const asked = `{"messages":[{"role":"user","content":"hi"}]}`

// TestATurnsEventsAreOfItsAnswerAlone: what people do meanwhile, and what nobody is shown, is none of them; a call is told when it goes on.
func TestATurnsEventsAreOfItsAnswerAlone(t *testing.T) {
	w := newWorld(t)
	meanwhile(w)
	got := call(t, w.surface(t), "POST", "/api/assistant/chat", asked, func(r *http.Request) { r.Header.Set("Accept", "text/event-stream") }).Body.String()
	var names []string
	for line := range strings.Lines(got) {
		if name, ok := strings.CutPrefix(strings.TrimSpace(line), "event: "); ok {
			names = append(names, name)
		}
	}
	if want := []string{"conversation", "thinking", "status", "tool_call", "text", "done"}; !slices.Equal(names, want) || strings.Contains(got, "internal") || strings.Contains(got, "by the way") {
		t.Errorf("%v of\n%s", names, got)
	}
}

// TestAnAnswerHoldsWhatTheTeamSaid, and neither what people said meanwhile nor what nobody is shown; so does what is read of the log.
func TestAnAnswerHoldsWhatTheTeamSaid(t *testing.T) {
	w := newWorld(t)
	meanwhile(w)
	h := w.surface(t)
	var answer struct {
		ConversationID string
		Messages       []struct{ Content string }
	}
	got := call(t, h, "POST", "/api/assistant/chat", asked)
	if err := json.Unmarshal(got.Body.Bytes(), &answer); err != nil || len(answer.Messages) != 1 || answer.Messages[0].Content != "Done" {
		t.Errorf("%v: %d %s", err, got.Code, got.Body)
	}
	log := call(t, h, "GET", "/api/conversations/"+answer.ConversationID+"/messages", "").Body.String()
	if strings.Contains(log, "internal words") || !strings.Contains(log, "by the way, hello") {
		t.Errorf("of the log is read %s", log)
	}
}
