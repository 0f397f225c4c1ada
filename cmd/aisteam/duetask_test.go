package main

import (
	"bytes"
	"encoding/json"
	"net/http"
	"time"
)

// dueFlow makes a background task for a thread over the API, lets it come due, decides over the API on what it proposes, and reads
// the report in the thread.
func (w *slackWorld) dueFlow(alive func()) {
	w.tb.Helper()
	thread := w.greeted(alive)
	eventually(w.tb, 60*time.Second, "the task is made", func() bool {
		alive()
		return w.asksAPI(http.MethodPost, "/api/tasks", map[string]any{
			"prompt": "Create a ticket about the contact form and tell me its number", "at": time.Now().Add(2 * time.Second).Format(time.RFC3339),
			"conversationId": thread,
		}, nil)
	})
	w.decides(alive)
}

// greeted is the conversation of a thread in which somebody has been greeted.
func (w *slackWorld) greeted(alive func()) string {
	w.tb.Helper()
	w.say("Hello Hans!", alive)
	var threads struct{ Conversations []struct{ ID string } }
	var log struct {
		Messages []struct{ Role, Kind string }
	}
	eventually(w.tb, 60*time.Second, "the greeting is answered", func() bool {
		alive()
		if !w.asksAPI(http.MethodGet, "/api/conversations", nil, &threads) || len(threads.Conversations) != 1 ||
			!w.asksAPI(http.MethodGet, "/api/conversations/"+threads.Conversations[0].ID+"/messages", nil, &log) {
			return false
		}
		for _, m := range log.Messages {
			if m.Role == "assistant" && m.Kind == "message" {
				return true
			}
		}
		return false
	})
	return threads.Conversations[0].ID
}

// decides says yes to what a background task proposes, and reads its report.
func (w *slackWorld) decides(alive func()) {
	w.tb.Helper()
	w.shows("the card that asks", alive, has("approval_approve"))               // who decides before it stands there changes the order of the cards
	w.shows("the line that calls for a decision", alive, says("still waiting")) // it is called for as soon as it stands there: no click comes first
	approves := func() {
		alive()
		var open struct{ Actions []struct{ ID string } }
		if w.asksAPI(http.MethodGet, "/api/assistant/actions", nil, &open) && len(open.Actions) > 0 {
			w.asksAPI(http.MethodPost, "/api/approvals/"+open.Actions[0].ID, map[string]any{"decision": "approved"}, nil)
		}
	}
	w.shows("the report", approves, says("Its number is 1."))
	w.shows("the finished run", alive, has("run_undo"))
}

// asksAPI asks the API of a process that may be dying; false where there is no good answer.
func (w *slackWorld) asksAPI(method, path string, body, out any) bool {
	w.tb.Helper()
	raw, err := json.Marshal(body)
	if err != nil {
		w.tb.Fatal(err)
	}
	req, err := http.NewRequestWithContext(w.tb.Context(), method, w.child.url(path), bytes.NewReader(raw))
	if err != nil {
		w.tb.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+testToken)
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Idempotency-Key", path) // each is asked for once
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return false
	}
	defer res.Body.Close()
	answer := readAll(res.Body)
	return res.StatusCode < 300 && (out == nil || json.Unmarshal([]byte(answer), out) == nil)
}
