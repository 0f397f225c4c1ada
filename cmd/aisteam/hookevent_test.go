package main

import (
	"net/http"
	"strings"
)

// hookFlow makes a background task that an event begins, tells of the event until its sender has an answer, as senders do, decides
// on what the task proposes, and reads the report in the thread.
func (w *slackWorld) hookFlow(alive func()) {
	w.tb.Helper()
	thread := w.greeted(alive)
	var task struct {
		ID   string
		Hook struct{ URL string }
	}
	eventually(w.tb, patience, "the task is made", func() bool {
		alive()
		return w.asksAPI(http.MethodPost, "/api/tasks", map[string]any{
			"prompt": "Create a ticket about the contact form and tell me its number", "conversationId": thread,
			"event": map[string]any{"filter": `payload.form == "contact"`, "window": "1s"},
		}, &task)
	})
	eventually(w.tb, patience, "its address is known", func() bool {
		alive()
		return task.Hook.URL != "" || w.asksAPI(http.MethodPost, "/api/tasks/"+task.ID+"/hook/token", nil, &task.Hook) // it was made, and the answer lost
	})
	_, token, _ := strings.Cut(task.Hook.URL, "/api/hooks/")
	eventually(w.tb, patience, "the event is taken", func() bool {
		alive()
		return w.asksAPI(http.MethodPost, "/api/hooks/"+token, map[string]any{"form": "contact"}, nil)
	})
	w.decides(alive)
}
