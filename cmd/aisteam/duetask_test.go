package main

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"

	"github.com/aisteam/aisteam/internal/fakeslack"
)

// dueFlow asks for a background task in the thread, lets it come due, decides in the direct message that it sends, and reads the report
// in the thread.
func (w *slackWorld) dueFlow(alive func()) {
	w.tb.Helper()
	w.say("Tomorrow at 9 create a ticket about the contact form and tell me its number", alive)
	w.press(w.shows("the plan", alive, has("plan_approve")), "plan_approve", alive)
	w.shows("that the task is made", alive, says("Made the automation"))
	w.shows("the finished plan", alive, has("run_undo"))
	tomorrow := w.child.kept(w.tb)
	eventually(w.tb, patience, "tomorrow at 9", func() bool {
		alive()
		return tomorrow.changes(0, `update timers set due_at = {long ago} where kind = 'background'`) == 1
	})
	w.shows("the card that asks", alive, has("approval_approve")) // who decides before it stands there changes the order of the cards
	card := w.reads("the direct message that asks", alive, has("approval_approve"))
	w.press(card, "approval_approve", alive)
	w.shows("the report", alive, says("Its number is 1."))
	w.shows("the finished run", alive, func(m fakeslack.Message) bool { return has("run_undo")(m) && says("contact form")(m) })
	w.reads("what was decided", alive, func(m fakeslack.Message) bool { return !has("approval_approve")(m) && says("Approved")(m) })
}

// reads is shows for Anna's direct messages.
func (w *slackWorld) reads(what string, alive func(), wish func(fakeslack.Message) bool) fakeslack.Message {
	w.tb.Helper()
	var found fakeslack.Message
	if until(w.tb.Context(), patience, func() bool {
		alive()
		for _, m := range w.slack.Posted(w.slack.Direct(asker), "") {
			if wish(m) {
				found = m
				return true
			}
		}
		return false
	}) != nil {
		w.tb.Fatalf("Anna never read %s:\n%s\nthe thread:\n%s", what, w.direct(), w.slack.Dump(channel, w.root))
	}
	return found
}

// direct is what stands in Anna's direct messages.
func (w *slackWorld) direct() string {
	var b strings.Builder
	for _, m := range w.slack.Posted(w.slack.Direct(asker), "") {
		b.WriteString("direct: " + m.Text + "\n" + strings.Join(fakeslack.Lines(m.Blocks), "\n") + "\n")
	}
	return b.String()
}

// greeted is the conversation of a thread in which somebody has been greeted.
func (w *slackWorld) greeted(alive func()) string {
	w.tb.Helper()
	w.say("Hello Hans!", alive)
	var threads struct{ Conversations []struct{ ID string } }
	var log struct {
		Messages []struct{ Role, Kind string }
	}
	eventually(w.tb, patience, "the greeting is answered", func() bool {
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
